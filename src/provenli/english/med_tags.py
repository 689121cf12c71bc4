"""The six tags of MED and the direction, set from the edits (Yanaka et al. 2019, section 3.3)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from provenli.english.solver import ComparedSentences

Direction: TypeAlias = Literal["upward_monotone", "downward_monotone", "non_monotone"]
DIRECTIONS: dict[int, Direction] = {1: "upward_monotone", -1: "downward_monotone", 0: "non_monotone"}
CONDITIONALS = frozenset({"if", "unless", "whenever", "provided"})
NPIS = frozenset({"any", "anybody", "anyone", "anything", "anywhere", "ever", "yet", "either"})
WORD = re.compile(r"\w+(?:['’]\w+)*")


@dataclass(frozen=True, slots=True)
class MedTags:
    direction: Direction | None
    """The direction of the place that differs; None if nothing does, or nothing could be read."""
    tags: tuple[str, ...]


def med_tags(c: ComparedSentences, premise: str, hypothesis: str) -> MedTags:
    told = [e for e in c.edits if e.kind != "same"]
    direction = DIRECTIONS[told[0].sign] if told else None
    return MedTags(direction, tuple(_tags(c, _words(premise), _words(hypothesis))))


def _words(text: str) -> list[str]:
    return [w.casefold() for w in WORD.findall(text)]


def _tags(c: ComparedSentences, premise: list[str], hypothesis: list[str]) -> Iterator[str]:
    if any(e.kind in ("substitution", "unknown") and e.before and e.after for e in c.edits):
        yield "lexical_knowledge"
    if any(sum(effect == "down" for _, effect, _ in e.layers) > 1 for e in c.edits):
        yield "reverse"
    if premise.count("and") != hypothesis.count("and"):
        yield "conjunction"
    if premise.count("or") != hypothesis.count("or"):
        yield "disjunction"
    if CONDITIONALS & {*premise, *hypothesis}:
        yield "conditionals"
    if NPIS & {*premise, *hypothesis}:
        yield "npi"
