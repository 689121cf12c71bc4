"""Problems as JSON and back, and the key under which a decision is kept."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from provenli.certify.certificates import Problem
from provenli.errors import FormulaError, InputError, Refused
from provenli.logic.formula_parser import parse_formula
from provenli.logic.formula_printer import show
from provenli.logic.reading_choices import stored_reading
from provenli.logic.theory import Clause, Theory

Json = dict[str, Any]


def problem_to_json(problem: Problem) -> Json:
    """Text that people can read. The theory is a list of word clauses (body, head, places) and axioms."""
    return {
        "premises": [show(f) for f in problem.premises],
        "hypothesis": show(problem.hypothesis),
        "clauses": [[sorted(c.body), sorted(c.head), c.arity] for c in problem.theory.clauses],
        "axioms": [show(f) for f in problem.theory.axioms],
        "reading": problem.reading.to_json(),
    }


def problem_from_json(value: Mapping[str, Any]) -> Problem:
    """Read a problem; whatever cannot be read is refused like any other false evidence."""
    try:
        clauses = tuple(Clause(frozenset(b), frozenset(h), int(n)) for b, h, n in value["clauses"])
        theory = Theory(clauses, tuple(map(parse_formula, value["axioms"])))
        premises = tuple(map(parse_formula, value["premises"]))
        return Problem(premises, parse_formula(value["hypothesis"]), theory, stored_reading(value["reading"]))
    except (KeyError, TypeError, ValueError, FormulaError, InputError) as e:
        raise Refused(f"the problem cannot be read: {type(e).__name__}: {e}") from e


@dataclass(frozen=True, slots=True)
class Keys:
    """Keys of one fragment and version: a decision is never mistaken for that of another grammar or engine."""

    fragment: str
    version: str
    source: str | None = None
    """The hash of a user's own file."""

    def of(self, problem: Problem) -> str:
        told = [self.fragment, self.version, self.source, problem_to_json(problem)]
        return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:24]
