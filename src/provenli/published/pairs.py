"""One pair as it was published, and a row that cannot be read."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias


@dataclass(frozen=True, slots=True)
class PublishedPair:
    """Texts are exactly as published. `line` counts from 1; in Parquet and JSON arrays it is the number of the record.
    `label` is entailment, neutral, contradiction, non-entailment, or None if there is no gold label."""

    line: int
    id: str
    premise: str
    hypothesis: str
    label: str | None
    published_label: str
    """The file's own spelling; for numbered labels, the name of the number."""
    premises: tuple[str, ...] = ()
    """The single premises, if there may be several (FraCaS)."""
    tags: tuple[tuple[str, str], ...] = ()
    """Other columns worth keeping: genre, category, annotators' labels."""


@dataclass(frozen=True, slots=True)
class Unreadable:
    line: int
    why: str


class RawRecord(NamedTuple):
    """A row of any container: cells by number, or values by key. A tuple because millions are made."""

    line: int
    values: Any


Item: TypeAlias = RawRecord | Unreadable


def comparable(text: str) -> str:
    """Equal for texts that differ only in how they are written down: composed or decomposed accents, spaces, and `~`
    within a name, as parsers write it (Los~Angeles)."""
    if not text.isascii():
        text = unicodedata.normalize("NFC", text)
    return " ".join((text.replace("~", " ") if "~" in text else text).split())
