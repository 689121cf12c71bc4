"""Judgements of people, as Yanaka et al. 2021 publish them: scores from 1 to 5 for f(s1) → s1 and f(s1) → s2.

A table of tabs with a header. `genre` says what a row is: tense.KIND.s1→s2.act.pos.VERBS, where KIND is fpp
(f(s1) → s1) or fph (f(s1) → s2); `crowd_score` has the scores as a list in brackets, which is read as numbers and
never run. A score of 4 or 5 is yes, a lower one unk; people together say what most of them say.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import TypeAlias, TypeVar

import numpy as np

from provenli.errors import InputError
from provenli.files import read_file
from provenli.labels import ENTAILMENT

NEEDED = ("pair_ID", "genre", "verb", "sentence1", "sentence2", "gold_label", "crowd_score")
YES_FROM = 4
SCORES = re.compile(r"\[\s*([1-5])((?:\s*,\s*[1-5])*)\s*\]")
VERIDICAL = {"factive": True, "non-factive": False}
TO_PREMISE = {"fpp": True, "fph": False}
INNER = {"entailment": True, "neutral": False}
MOST_BYTES = 100_000_000


@dataclass(frozen=True, slots=True)
class Judgement:
    """One pair and people's judgements of it. `first`: whether f(s1) → s1 is yes; `second`: whether s1 → s2 is."""

    line: int
    item: str
    verb: str
    to_premise: bool
    first: bool
    second: bool
    gold: bool
    scores: tuple[int, ...]
    told: tuple[bool, ...] | None = None

    @property
    def answers(self) -> tuple[bool, ...]:
        return tuple(s >= YES_FROM for s in self.scores)

    @property
    def majority(self) -> bool:
        return 2 * sum(self.answers) > len(self.answers)


@dataclass(frozen=True, slots=True)
class Judgements:
    path: str
    rows: tuple[Judgement, ...]

    def taken(self, to_premise: bool, first: bool | None = None, second: bool | None = None) -> list[Judgement]:
        return [
            r
            for r in self.rows
            if r.to_premise == to_premise and first in (None, r.first) and second in (None, r.second)
        ]


def read_judgements(path: Path) -> Judgements:
    lines = _lines(path)
    header = lines[0].split("\t")
    if missing := [name for name in NEEDED if name not in header]:
        raise InputError(
            f"{path}: expected judgements as Yanaka et al. 2021 publish them, a table of tabs with the columns "
            f"{', '.join(NEEDED)}; {missing[0]!r} is not in the first line"
        )
    rows = tuple(_row(path, k, header, line) for k, line in enumerate(lines[1:], 2) if line)
    if not rows:
        raise InputError(f"{path}: expected rows below the header, found none")
    if len({len(r.scores) for r in rows}) > 1:
        odd = next(r for r in rows if len(r.scores) != len(rows[0].scores))
        raise InputError(
            f"{path}, line {odd.line}: expected {len(rows[0].scores)} scores as in line {rows[0].line}, "
            f"found {len(odd.scores)}"
        )
    return Judgements(str(path), rows)


def _lines(path: Path) -> list[str]:
    try:
        if path.stat().st_size > MOST_BYTES:
            raise InputError(f"{path}: more than {MOST_BYTES:,} bytes; expected a table of judgements")
        text = read_file(path).decode()
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: not UTF-8 at byte {error.start + 1}") from error
    return [line.removesuffix("\r") for line in text.removeprefix("\ufeff").split("\n")]


def _row(path: Path, number: int, header: Sequence[str], line: str) -> Judgement:
    where = f"{path}, line {number}"
    values = line.split("\t")
    if len(values) != len(header):
        raise InputError(f"{where}: expected {len(header)} columns as in the first line, found {len(values)}")
    row = dict(zip(header, values, strict=True))
    parts = row["genre"].split(".")
    if len(parts) != 6 or not (parts[1] in TO_PREMISE and parts[2] in INNER and parts[5] in VERIDICAL):
        raise InputError(
            f"{where}: expected a genre such as past.fph.neutral.act.pos.non-factive, found {row['genre'][:60]!r}"
        )
    return Judgement(
        number,
        row["pair_ID"],
        row["verb"],
        TO_PREMISE[parts[1]],
        VERIDICAL[parts[5]],
        INNER[parts[2]],
        _label(where, row["gold_label"]),
        _scores(where, row["crowd_score"]),
        _told(row),
    )


def _label(where: str, text: str) -> bool:
    if text not in INNER:
        raise InputError(f"{where}: expected the gold label entailment or neutral, found {text[:40]!r}")
    return text == ENTAILMENT


def _scores(where: str, text: str) -> tuple[int, ...]:
    if not SCORES.fullmatch(text):
        raise InputError(f"{where}: expected scores from 1 to 5 such as [5, 3, 4], found {text[:40]!r}")
    return tuple(map(int, re.findall(r"\d", text)))


def _told(row: Mapping[str, str]) -> tuple[bool, ...] | None:
    """The labels that the file itself gives, one for each annotator, if it does."""
    found = re.findall(r"'(\w+)'", row.get("crowd_label", ""))
    return tuple(label == ENTAILMENT for label in found) or None


def agreement(rows: Sequence[Judgement]) -> float | None:
    """Pearson's correlation of every two annotators, averaged; None if scores do not vary."""
    return mean_pearson([r.scores for r in rows], whole=True)


# --- do people agree more than by chance? Krippendorff 2004, chapter 11 ---

V = TypeVar("V", bound=Hashable)
Units: TypeAlias = Sequence[Sequence[V]]
"""Values of each unit, whoever gave them."""


def nominal(a: Hashable, b: Hashable) -> float:
    return float(a != b)


def interval(a: float, b: float) -> float:
    return float(a - b) ** 2


def alpha(units: Units[V], distance: Callable[[V, V], float]) -> float | None:
    """1 is perfect agreement, 0 is chance; None if nothing varies or nobody can be compared."""
    pairable = [u for u in units if len(u) > 1]
    total = sum(map(len, pairable))
    values = Counter(v for u in pairable for v in u)
    expected = sum(2 * values[a] * values[b] * distance(a, b) for a, b in combinations(values, 2))
    if not expected:
        return None
    observed = sum(_within(Counter(u), distance) / (len(u) - 1) for u in pairable)
    return 1 - (total - 1) * observed / expected


def _within(counts: Counter[V], distance: Callable[[V, V], float]) -> float:
    return sum(2 * counts[a] * counts[b] * distance(a, b) for a, b in combinations(counts, 2))


def mean_pearson(units: Units[float], whole: bool = False) -> float | None:
    """For every two columns of raters, averaged; units that lack one are skipped. None if scores do not vary; with
    `whole`, also if those of one rater do not."""
    found = []
    for i, j in combinations(range(max(map(len, units), default=0)), 2):
        both = np.array([(u[i], u[j]) for u in units if len(u) > j], dtype=np.float64)
        if len(both) < 2 or not both.std(axis=0).all():
            if whole:
                return None
        else:
            found.append(float(np.asarray(np.corrcoef(both.T))[0, 1]))
    return sum(found) / len(found) if found else None
