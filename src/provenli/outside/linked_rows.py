"""Answers to pairs that belong together: the same pair swapped, the four cells of one inference, one schema in
different words.

A model that understands gets whole groups right; one that guesses does not.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from provenli.data.strict_json import strict_json
from provenli.errors import InputError
from provenli.files import read_file
from provenli.labels import folded
from provenli.scoring.intervals import Interval, wilson

LEAST_ROWS = 2
"""A group with fewer rows is right if its row is, and says nothing about consistency."""
CELLS = 4
QUANTIFIERS = ("quantifiers", "determiners")


@dataclass(frozen=True, slots=True)
class AnsweredRow:
    """A line of RUN/predictions/PROMPT.jsonl."""

    id: str
    premise: str
    hypothesis: str
    gold: str
    label: str
    reply: str
    schema: str
    features: Mapping[str, Any]
    right: bool


def answered_rows(path: Path, two_way: bool = False) -> tuple[AnsweredRow, ...]:
    """Rows that have a gold label."""
    found = []
    for number, line in enumerate(read_file(path).splitlines(), 1):
        try:
            value = strict_json(line)
            texts = [value[k] for k in ("id", "premise", "hypothesis", "gold", "label", "reply", "schema")]
            told = value["features"]
        except (ValueError, RecursionError, KeyError, TypeError) as error:
            raise InputError(f"{path}, line {number}: no row of `provenli ask` ({error}); ask again") from error
        if value["gold"] is None:
            continue
        if {*map(type, texts)} != {str} or type(told) is not dict:
            raise InputError(f"{path}, line {number}: no row of `provenli ask`: expected texts and features; ask again")
        found.append(_answered(texts, told, two_way))
    return tuple(found)


def _answered(texts: Sequence[str], features: Mapping[str, Any], two_way: bool) -> AnsweredRow:
    name, premise, hypothesis, gold, label, reply, schema = texts
    right = _is_right(label, gold, two_way)
    return AnsweredRow(name, premise, hypothesis, gold, label, reply, schema, features, right)


def _is_right(label: str, gold: str, two_way: bool) -> bool:
    """With two-way gold labels, or on request, neutral and contradiction count as non-entailment."""
    return label == gold or folded(label) == (folded(gold) if two_way else gold)


# --- groups ---


@dataclass(frozen=True, slots=True)
class Consistency:
    """How many groups of rows that belong together are *all* right. `kind`: in a few words."""

    kind: str
    groups: int
    right: int

    @property
    def share(self) -> float:
        return self.right / self.groups

    @property
    def interval(self) -> Interval:
        return wilson(self.right, self.groups)


@dataclass(frozen=True, slots=True)
class Link:
    """`key`: rows with the same key are one group; None for rows in no group. `whole`: whether a group is complete."""

    kind: str
    key: Callable[[AnsweredRow], Hashable | None]
    whole: Callable[[Sequence[AnsweredRow]], bool]


def _both_orders(rows: Sequence[AnsweredRow]) -> bool:
    return len({(r.premise, r.hypothesis) for r in rows}) > 1


def _swapped(row: AnsweredRow) -> Hashable | None:
    return frozenset((row.premise, row.hypothesis)) if row.premise != row.hypothesis else None


def _cell(row: AnsweredRow) -> Hashable | None:
    """Transitivity has cells by name (Yanaka et al. 2021). The cells of a monotonicity inference are the direction of
    the quantifier, and whether the words get wider or narrower."""
    told = row.features
    if isinstance(told.get("cell"), str):
        return str(told["cell"])
    cell = (told.get("monotonicity"), told.get("change"))
    return cell if all(isinstance(x, str) for x in cell) else None


def _inference(row: AnsweredRow) -> Hashable | None:
    """What the four cells of an inference share: the conclusion, or both sentences but for order and quantifiers."""
    if _cell(row) is None:
        return None
    if "cell" in row.features:
        return row.hypothesis
    return frozenset(_without_quantifiers(text, row.features) for text in (row.premise, row.hypothesis))


def _without_quantifiers(text: str, features: Mapping[str, Any]) -> str:
    lists = [features[n] for n in QUANTIFIERS if isinstance(features.get(n), list)]
    words = [w for words in lists for w in words if isinstance(w, str)]
    pattern = "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
    return re.sub(rf"\b({pattern})\b", "_", text.lower()) if words else text.lower()


LINKS = (
    Link("swapped pairs", _swapped, _both_orders),
    Link("four cells", _inference, lambda rows: len({_cell(r) for r in rows}) == CELLS),
    Link("schemas", lambda r: r.schema or None, lambda rows: len(rows) >= LEAST_ROWS),
)


def consistencies(rows: Iterable[AnsweredRow]) -> tuple[Consistency, ...]:
    """The consistency of every kind of which there are groups."""
    given = tuple(rows)
    return tuple(found for link in LINKS if (found := _consistency(given, link)) is not None)


def _consistency(rows: Sequence[AnsweredRow], link: Link) -> Consistency | None:
    groups: dict[Hashable, list[AnsweredRow]] = {}
    for row in rows:
        if (key := link.key(row)) is not None:
            groups.setdefault(key, []).append(row)
    whole = [group for group in groups.values() if link.whole(group)]
    return Consistency(link.kind, len(whole), sum(all(r.right for r in g) for g in whole)) if whole else None
