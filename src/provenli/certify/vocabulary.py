"""What evidence may speak of: the words of its problem.

The kernel does not mind a model that also interprets words which nobody said. But no engine writes one, and whoever
reads it would take them for part of the evidence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Set
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from provenli.certify.certificates import Attested, EngineWord, Nothing, Problem, Verdict, situate
from provenli.errors import Refused
from provenli.logic.formulas import Formula, constants, predicates, scales, thresholds
from provenli.logic.models import FiniteModel

NEW = re.compile(r"@[1-9][0-9]{0,3}")
"""Constants that a proof itself brings in (kernel.py, `fresh`)."""


@dataclass(frozen=True)
class SpokenWords:
    """`predicates`: with the number of their arguments."""

    predicates: frozenset[tuple[str, int]]
    constants: frozenset[str]
    scales: frozenset[str]
    thresholds: frozenset[str]

    @staticmethod
    def of(problem: Problem) -> SpokenWords:
        facts = (*situate(problem).with_hypothesis(), *problem.premises, problem.hypothesis, *problem.theory.axioms)
        told = {(name, c.arity) for c in problem.theory.clauses for name in c.body | c.head}
        return SpokenWords(
            frozenset(told).union(*map(predicates, facts)),
            frozenset[str]().union(*map(constants, facts)),
            frozenset[str]().union(*map(scales, facts)),
            frozenset[str]().union(*map(thresholds, facts)),
        )

    def strange_in(self, part: Formula | FiniteModel | str) -> Iterator[str]:
        """The words of a formula, a model or a constant's name that are not among these."""
        if isinstance(part, str):
            yield from self._strange_names({part})
        elif isinstance(part, FiniteModel):
            said = {(name, len(t)) for name, r in part.relations.items() for t in r}
            yield from (name for name, _ in said - self.predicates)
            yield from part.relations.keys() - {name for name, _ in self.predicates}
            yield from part.names.keys() - self.constants
            yield from part.degrees.keys() - self.scales
            yield from part.thresholds.keys() - self.thresholds
        else:
            yield from (name for name, _ in predicates(part) - self.predicates)
            yield from self._strange_names(constants(part))
            yield from (scales(part) - self.scales) | (thresholds(part) - self.thresholds)

    def _strange_names(self, names: Set[str]) -> Iterator[str]:
        return (name for name in names - self.constants if not NEW.fullmatch(name))


def check_words(problem: Problem, verdict: Verdict) -> None:
    """Raise Refused if the evidence speaks of anything that the problem does not."""
    known = SpokenWords.of(problem)
    strange = (word for part in _parts(verdict.certificate) for word in known.strange_in(part))
    found = next(strange, None)
    if found is not None:
        raise Refused(f"the evidence speaks of {found!r:.60}, and the problem does not")


def _parts(value: Any) -> Iterator[Formula | FiniteModel | str]:
    """Models, formulas and names of constants in a certificate; what engines and people say is not looked at."""
    if isinstance(value, Formula | FiniteModel | str):
        yield value
    elif isinstance(value, tuple):
        for inner in value:
            yield from _parts(inner)
    elif is_dataclass(value) and not isinstance(value, EngineWord | Attested | Nothing):
        for slot in fields(value):
            yield from _parts(getattr(value, slot.name))
