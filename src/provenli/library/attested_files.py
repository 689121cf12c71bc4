"""Pairs s1 -> s2 out of published NLI files, with the labels that people gave them.

What stands in such a file is attested, not proved; so a pair says in which line it was found.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias, cast, get_args

from provenli.errors import InputError
from provenli.published.pairs import PublishedPair, Unreadable
from provenli.published.reading import Source, UnknownLabels, open_published

Relation: TypeAlias = Literal["entailment", "neutral", "contradiction", "non-entailment"]
RELATIONS: tuple[Relation, ...] = get_args(Relation)
NUMBERS = {"0": "entailment", "1": "neutral", "2": "contradiction"}


@dataclass(frozen=True, slots=True)
class Attested:
    """A pair s1 -> s2 with the label that its source gives. `source`: 'SICK.txt, line 7'."""

    s1: str
    s2: str
    relation: Relation
    source: str

    @property
    def entailed(self) -> bool:
        return self.relation == "entailment"


def read_pairs(path: Path) -> tuple[Attested, ...]:
    """The pairs of a published file or directory that have a label. A row that cannot be read is refused."""
    found = tuple(pair for file in _opened(path).files() for pair in _labelled(file.unfolded()))
    if not found:
        raise InputError(f"{path}: expected pairs of sentences with labels, found none")
    return found


def _opened(path: Path) -> Source:
    """Numbers count as on most of the Hugging Face hub, but only where no metadata or card names them: `--pairs` has no
    option to say what they mean."""
    try:
        return open_published(path)
    except UnknownLabels:
        pass
    try:
        return open_published(path, labels=NUMBERS)
    except UnknownLabels as e:
        reason = str(e).partition("; say ")[0]
        raise InputError(f"{reason}; expected names such as entailment, neutral, contradiction: write them") from e


def _labelled(source: Source) -> list[Attested]:
    out: list[Attested] = []
    for row in source.rows():
        if isinstance(row, Unreadable):
            raise InputError(f"{source.path}, line {row.line}: {row.why}")
        if row.label is not None:
            out.append(_attested(source.path, row))
    return out


def _attested(path: Path, row: PublishedPair) -> Attested:
    for role, text in (("premise", row.premise), ("hypothesis", row.hypothesis)):
        if not text.strip():
            raise InputError(f"{path}, line {row.line}: the {role} is empty; expected a sentence")
    return Attested(row.premise.strip(), row.hypothesis.strip(), cast(Relation, row.label),
                    f"{path.name}, line {row.line}")  # fmt: skip
