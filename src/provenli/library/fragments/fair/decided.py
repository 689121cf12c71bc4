"""The cases of fragment G decided, also with nothing granted: some labels rest on there being what the hypothesis
names, as where 'every dog …' is said to entail 'some red dog …'."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from provenli.certify.certificates import Problem, Verdict
from provenli.certify.given import rests_on_given
from provenli.library.fragments.fair.cases import Case
from provenli.pairs.given import with_given
from provenli.pairs.pattern import Pattern, Pieces
from provenli.pairs.plan import Request
from provenli.pairs.schemas import Schema
from provenli.pairs.workers import in_processes

GIVEN: Pieces = ('"there are such things as the noun phrases of the hypothesis name"',)
NOTHING: Pieces = ('""',)


def decide_cases(cases: Sequence[Case], request: Request) -> list[Schema]:
    out: list[Schema] = []
    for schema in in_processes(decided, cases, request.workers):
        out.append(schema)
        request.progress("deciding schemas", len(out), len(cases))
    return out


def decided(task: Case) -> Schema:
    from provenli.certify.decide import decide  # here, for verification asks no engine
    from provenli.pairs.decided_schemas import COUNTED, decided_strictly

    problem, calculus = task
    verdict = decide(problem.premises, problem.hypothesis, problem.theory, problem.reading, COUNTED)
    return Schema(problem, verdict, calculus, decided_strictly(problem, verdict))


def strict_labels(labels: NDArray[np.str_], cases: Sequence[Case], request: Request) -> NDArray[np.str_]:
    """The labels, but none where it rests on what only the hypothesis presupposes."""
    given = [s.given for s in decide_cases(cases, request)]
    return np.where(given, "", labels)


def given_of(problem: Problem, verdict: Verdict, strictly: Verdict | None) -> Pieces:
    """Which words there are stands in the hypothesis; the pattern knows them only as gaps."""
    del problem
    return GIVEN if rests_on_given(verdict, strictly) else NOTHING


def with_what_is_given(pattern: Pattern, schemas: Sequence[Schema]) -> Pattern:
    known = [GIVEN if s.given else NOTHING for s in schemas]
    return with_given(pattern, {k: known[s] for k, s in enumerate(pattern.schema.tolist()) if s >= 0})
