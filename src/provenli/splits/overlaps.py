"""What two parts share, found in the written files: each is read once, and what the checks need is remembered.

Pairs are compared by 64-bit hashes, eight bytes a row; a hit is looked up in the files before it counts.
"""

from __future__ import annotations

import json
import re
from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from provenli.data.readers import Row, rows
from provenli.files import regular
from provenli.splits.protocol import Check
from provenli.splits.row_tables import FEATURES, LABEL, START
from provenli.splits.where import EVERY, Value, Where, frozen

Asked: TypeAlias = tuple[str, tuple[str, ...], Where]
"""What a check remembers about a part: its kind, the features, the rows that count."""
PREMISE = b', "premise": "'
WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")


@dataclass(frozen=True)
class Shared:
    """Two rows that share what they must not."""

    check: Check
    lines: tuple[int, int]
    what: str

    def told(self, files: tuple[str, str]) -> str:
        (a, b), (i, j) = files, self.lines
        return f"{a}, line {i}, and {b}, line {j}: {self.what} in both, which the protocol forbids"


@dataclass
class Facts:
    """The memory of one part. `values` has, for each question, the values seen and the first line of each."""

    path: Path
    asked: frozenset[Asked]
    hashes: array[int] = field(default_factory=lambda: array("q"))
    values: dict[Asked, dict[Any, int]] = field(default_factory=dict)
    inside: set[str] = field(default_factory=set)
    """Words with a capital inside a sentence."""

    def __post_init__(self) -> None:
        self.values = {a: {} for a in self.asked}

    def add(self, row: Row) -> None:
        self.hashes.append(hash((row.premise, row.hypothesis)))
        self.note(row)

    def note(self, row: Row) -> None:
        for asked, values in self.values.items():
            what, features, only = asked
            if only is EVERY or only.holds({**row.features, "label": row.label, "schema": row.schema}):
                for value in self._found(what, features, row):
                    if value not in values:
                        values[value] = row.line

    def _found(self, what: str, features: tuple[str, ...], row: Row) -> Iterator[Any]:
        if what == "features":
            yield tuple(_feature(row, f) for f in features)
        elif what == "elements":
            for f in features:
                value = frozen(row.features.get(f))
                yield from value if isinstance(value, tuple) else (value,)
        elif what == "names":
            for text in (row.premise, row.hypothesis):
                first, later = capitals(text)
                self.inside.update(later)
                yield from (*first, *later)

    @cached_property
    def order(self) -> NDArray[np.int64]:
        if not self.hashes:
            return np.zeros(0, dtype=np.int64)
        return np.argsort(np.frombuffer(self.hashes, dtype=np.int64), kind="stable")

    @cached_property
    def sorted(self) -> NDArray[np.int64]:
        found: NDArray[np.int64] = np.frombuffer(self.hashes, dtype=np.int64)[self.order] if self.hashes else self.order
        return found


def _feature(row: Row, name: str) -> Value:
    """Schemas are numbered within a data set, so the data set's name belongs to them."""
    if name == "schema":
        return f"{row.id.partition(':')[0]}:{row.schema}"
    return row.label if name == "label" else frozen(row.features.get(name))


def capitals(text: str) -> tuple[list[str], list[str]]:
    """Words with a capital: those that begin the sentence, and the others."""
    first: list[str] = []
    later: list[str] = []
    for k, word in enumerate(WORD.findall(text)):
        if word[0].isupper():
            (later if k else first).append(word)
    return first, later


def asked_of(part: str, checks: Sequence[Check]) -> frozenset[Asked]:
    return frozenset((c.what, c.features, c.only) for c in checks if part in c.between and c.what != "pair")


def quick_facts(path: Path, asked: frozenset[Asked]) -> Facts:
    """The same for a file that has just been written: its sentences are compared as bytes, without decoding. If names
    are asked about, or a line looks unlike ours, every row is read in full."""
    if any(what == "names" for what, _, _ in asked):
        return facts_of(path, asked)
    found = Facts(path, asked)
    with open(path, "rb", opener=regular) as file:
        for number, line in enumerate(file, 1):
            end = line.rfind(FEATURES)
            begin = line.rfind(LABEL, 0, end)
            start = line.find(PREMISE)
            if not 0 < start < begin < end or not line.endswith(b"}\n"):
                return facts_of(path, asked)
            found.hashes.append(hash(line[start:begin]))
            if asked:
                found.note(_row_without_sentences(line, number, begin, end))
    return found


def _row_without_sentences(line: bytes, number: int, begin: int, end: int) -> Row:
    label, _, schema = line[begin + len(LABEL) : end - 1].decode().partition('", "schema": "')
    name = line[len(START) : line.find(b'"', len(START))].decode()
    return Row(number, name, "", "", label, schema, json.loads(line[end + len(FEATURES) : -2]), "")


def facts_of(path: Path, asked: frozenset[Asked], look: Callable[[Row], None] | None = None) -> Facts:
    """`look` sees each row too, so that a file need not be read twice."""
    found = Facts(path, asked)
    for row in rows(path):
        found.add(row)
        if look is not None:
            look(row)
    return found


def shared(check: Check, a: Facts, b: Facts) -> Shared | None:
    """The first thing that both parts have and must not."""
    if check.what == "pair":
        return _shared_pair(check, a, b)
    asked = (check.what, check.features, check.only)
    one, two = a.values[asked], b.values[asked]
    common = [v for v in (one if len(one) <= len(two) else two) if v in one and v in two]
    if check.what == "names":
        # The first word of a sentence has a capital anyway: it is a name only if it has one elsewhere too.
        common = [v for v in common if v in a.inside or v in b.inside]
    if not common:
        return None
    value = min(common, key=lambda v: (one[v], two[v]))
    return Shared(check, (one[value], two[value]), _shown(check, value))


def _shown(check: Check, value: Any) -> str:
    if check.what == "names":
        return f"the name {value}"
    if check.what == "elements":
        return f"{' or '.join(check.features)} {value}"
    texts = (", ".join(map(str, v)) if isinstance(v, tuple) else str(v) for v in value)
    return "; ".join(f"{f} {t}" for f, t in zip(check.features, texts, strict=True))


def _shared_pair(check: Check, a: Facts, b: Facts) -> Shared | None:
    small, large = (a, b) if len(a.hashes) <= len(b.hashes) else (b, a)
    if not len(small.sorted):
        return None
    place = np.minimum(np.searchsorted(large.sorted, small.sorted), max(len(large.sorted) - 1, 0))
    for k in np.flatnonzero(large.sorted[place] == small.sorted).tolist():
        i, j = int(small.order[k]) + 1, int(large.order[int(place[k])]) + 1
        lines = (i, j) if small is a else (j, i)
        one, two = _row(a.path, lines[0]), _row(b.path, lines[1])
        if one[2:4] == two[2:4]:
            return Shared(check, lines, "the same pair")
    return None


def _row(path: Path, line: int) -> Row:
    return next(r for r in rows(path) if r.line == line)


def pairs_left(parts: list[str], said: list[Check]) -> list[Check]:
    """Checks that no two parts share a pair are made whether or not the manifest lists them."""
    listed = {frozenset(c.between) for c in said if c.what == "pair"}
    pairs = [(a, b) for k, a in enumerate(parts) for b in parts[k + 1 :]]
    return [Check("pair", p) for p in pairs if frozenset(p) not in listed]
