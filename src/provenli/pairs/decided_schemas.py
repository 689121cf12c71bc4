"""Decides schemas, with engines. Pair makers import it when they plan; verification never loads it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from provenli.certify.certificates import Problem, Verdict
from provenli.certify.decide import Budget, decide
from provenli.logic.calculus import calculus_label
from provenli.pairs.schemas import Schema, in_question, ungranted
from provenli.pairs.workers import Crew, in_processes
from provenli.progress import Progress, silent

COUNTED = Budget(seconds=300, trusting=False)
"""Search is limited only by counting, so that the data are the same on every machine. The clock guards against
surprises."""
BESIDE = replace(COUNTED, patient=False)
"""The budget for what is recorded beside a label and may stay open: one such question took a third of a data set's
time."""


def decided(problem: Problem) -> Schema:
    verdict = decide(problem.premises, problem.hypothesis, problem.theory, problem.reading, COUNTED)
    calculus = calculus_label(problem.premises[0], problem.hypothesis, problem.theory, nontrivial=False)
    return Schema(problem, verdict, calculus, decided_strictly(problem, verdict))


def decided_strictly(problem: Problem, verdict: Verdict) -> Verdict | None:
    """The verdict with nothing granted, if the label might rest on what is granted."""
    if not in_question(problem, verdict.label):
        return None
    p = ungranted(problem)
    return decide(p.premises, p.hypothesis, p.theory, p.reading, BESIDE)


def decide_all(problems: Sequence[Problem], workers: int = 1, progress: Progress = silent) -> list[Schema]:
    """Every problem on its own, so the answers do not depend on the number of workers."""
    out: list[Schema] = []
    for schema in in_processes(decided, problems, workers):
        out.append(schema)
        progress("deciding schemas", len(out), len(problems))
    return out


def begun(crew: Crew[None], problems: Sequence[Problem]) -> Iterator[Schema]:
    """The same as an iterator: a crew starts on everything at once."""
    return crew.map(_decided, problems, chunksize=max(1, min(8, len(problems) // (4 * crew.workers))))


def _decided(_: None, problem: Problem) -> Schema:
    return decided(problem)
