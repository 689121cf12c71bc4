"""An index over a file of rows: where each row begins, its facets as codes, its words as lists of rows.

It is columns in files, in segments of half a million rows, so that making it takes bounded memory and asking it reads
only the columns that are asked for. It stands in a cache, never beside the user's data, under a name that changes when
the file does.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from provenli.files import fresh_directory, write_whole
from provenli.progress import Progress

VERSION = 1
SEGMENT = 500_000
MOST_VALUES = 5_000
"""The most values of a facet; a column with more (ids, free text) can be searched, not chosen from."""
MOST_WORDS = 1_000_000
MOST_COMBINATIONS = 50_000
"""How many combinations of facets are remembered at a time."""
LONGEST_VALUE = 60
WORD = re.compile(r"\w+(?:['’-]\w+)*")
META = "index.json"


class IndexedRow(NamedTuple):
    """`place`: the byte where the row begins in the file of rows."""

    place: int
    id: str
    text: str
    facets: tuple[tuple[str, str], ...]
    """Names with values. Few combinations serve many rows, so each is coded once."""


@dataclass(frozen=True, slots=True)
class Facet:
    name: str
    values: tuple[str, ...]
    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RowQuestion:
    """Facets with the value they must have, and words that a row must all have."""

    facets: tuple[tuple[str, str], ...] = ()
    words: tuple[str, ...] = ()


def words_of(text: str) -> list[str]:
    return WORD.findall(text.casefold())


def hash_of(text: str) -> int:
    return int.from_bytes(hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")


# --- making ---


def cache_directory() -> Path:
    """$PROVENLI_CACHE, or else the usual place for caches."""
    named = os.environ.get("PROVENLI_CACHE") or os.environ.get("XDG_CACHE_HOME")
    return (Path(named) if named else Path.home() / ".cache") / "provenli" / "browse"


def cache_key(path: Path) -> str:
    stat = path.stat()
    named = f"{VERSION} {path.resolve()} {stat.st_size} {stat.st_mtime_ns}"
    return hashlib.sha256(named.encode("utf-8", "surrogatepass")).hexdigest()[:24]


@dataclass
class _Segment:
    combinations: array[int] = field(default_factory=lambda: array("I"))
    codes: dict[str, array[int]] = field(default_factory=dict)
    """The value of each combination, by facet."""
    number: int = 0
    """For combinations."""
    places: array[int] = field(default_factory=lambda: array("q"))
    hashes: array[int] = field(default_factory=lambda: array("Q"))
    words: array[int] = field(default_factory=lambda: array("I"))
    counts: array[int] = field(default_factory=lambda: array("H"))


class _IndexMaker:
    def __init__(self, work: Path) -> None:
        self.work = work
        self.codes: dict[str, dict[str, int]] = {}
        self.totals: dict[str, Counter[int]] = {}
        self.dropped: set[str] = set()
        self.words: dict[str, int] = {}
        self.combinations: dict[tuple[tuple[str, str], ...], int] = {}
        self.sizes: list[int] = []
        self.open = _Segment()

    def add(self, row: IndexedRow) -> None:
        s, number = self.open, len(self.open.places)
        s.places.append(row.place)
        s.hashes.append(hash_of(row.id))
        known = self.combinations.get(row.facets)
        s.combinations.append(self._combination(s, row.facets) if known is None else known)
        self._add_words(s, row.text)
        if number + 1 == SEGMENT:
            self.close()

    def _add_words(self, s: _Segment, text: str) -> None:
        words = self.words
        full = len(words) >= MOST_WORDS
        found = {n for w in words_of(text) if (n := words.get(w, -1) if full else words.setdefault(w, len(words))) >= 0}
        s.words.extend(found)
        s.counts.append(min(len(found), 65_535))
        if len(found) > 65_535:
            del s.words[len(s.words) - len(found) + 65_535 :]

    def _combination(self, s: _Segment, facets: tuple[tuple[str, str], ...]) -> int:
        for name, value in facets:
            if name not in self.dropped:
                self._facet(s, name, value)
        if len(self.combinations) >= MOST_COMBINATIONS:
            self.combinations.clear()
        self.combinations[facets] = s.number
        s.number += 1
        return s.number - 1

    def _facet(self, s: _Segment, name: str, value: str) -> None:
        codes = self.codes.setdefault(name, {})
        code = codes.setdefault(value, len(codes) + 1)  # 0 is no value
        if len(codes) > MOST_VALUES or len(value) > LONGEST_VALUE:
            self.dropped.add(name)
            s.codes.pop(name, None)
            return
        column = s.codes.setdefault(name, array("H"))
        column.extend([0] * (s.number - len(column)))
        column.append(code)

    def close(self) -> None:
        s, k = self.open, len(self.sizes)
        size = len(s.places)
        if not size:
            return
        np.save(self.work / f"{k}-places.npy", np.frombuffer(s.places, np.int64))
        np.save(self.work / f"{k}-hashes.npy", np.frombuffer(s.hashes, np.uint64))
        which = np.frombuffer(s.combinations, np.uint32)
        for name, column in s.codes.items():
            column.extend([0] * (s.number - len(column)))
            self._save_column(k, name, np.frombuffer(column, np.uint16)[which])
        self._save_words(k, s)
        self.sizes.append(size)
        self.open = _Segment()
        self.combinations.clear()

    def _save_column(self, k: int, name: str, codes: NDArray[np.uint16]) -> None:
        top = int(codes.max(initial=0))
        np.save(self.work / f"{k}-{column_name(name)}.npy", codes.astype(np.uint8) if top < 256 else codes)
        counts = np.bincount(codes)
        self.totals.setdefault(name, Counter()).update({c: int(n) for c, n in enumerate(counts) if c and n})

    def _save_words(self, k: int, s: _Segment) -> None:
        flat = np.frombuffer(s.words, np.uint32) if s.words else np.zeros(0, np.uint32)
        rows = np.repeat(np.arange(len(s.counts), dtype=np.uint32), np.frombuffer(s.counts, np.uint16))
        order = np.argsort(flat, kind="stable")
        known, starts = np.unique(flat[order], return_index=True)
        np.save(self.work / f"{k}-postings.npy", rows[order])
        np.save(self.work / f"{k}-words.npy", known)
        np.save(self.work / f"{k}-starts.npy", np.append(starts, len(flat)).astype(np.int64))

    def finish(self, about: Mapping[str, Any]) -> None:
        self.close()
        facets = [
            {"name": n, "values": list(v), "counts": [self.totals.get(n, Counter())[c] for c in v.values()]}
            for n, v in self.codes.items()
            if n not in self.dropped
        ]
        (self.work / "words.json").write_text(json.dumps(self.words), encoding="ascii")
        _save_lookup(self.work, len(self.sizes))
        told = {"version": VERSION, "sizes": self.sizes, "facets": facets, "dropped": sorted(self.dropped), **about}
        write_whole(self.work / META, json.dumps(told).encode())


def column_name(facet: str) -> str:
    return f"f-{hash_of(facet):016x}"


def _save_lookup(work: Path, segments: int) -> None:
    """Hashes of ids in order, each with its row, so that an id is found without reading the rows."""
    parts = [np.load(work / f"{k}-hashes.npy") for k in range(segments)]
    every = np.concatenate(parts) if parts else np.zeros(0, np.uint64)
    order = np.argsort(every, kind="stable")
    np.save(work / "lookup-hashes.npy", every[order])
    np.save(work / "lookup-rows.npy", order.astype(np.uint32))


def make_index(
    target: Path, rows: Iterable[IndexedRow], about: Mapping[str, Any], progress: Progress, total: int
) -> None:
    """`total`: the number of bytes, for the progress bar."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with fresh_directory(target) as work:
        maker = _IndexMaker(work)
        for number, row in enumerate(rows, 1):
            maker.add(row)
            if not number % 20_000:
                progress(f"indexing {about.get('title', '')}", min(row.place, total), max(total, 1))
        maker.finish(about)


def index_at(target: Path, make: Callable[[], None]) -> RowIndex:
    """The index there; it is made if it is missing or damaged."""
    try:
        return RowIndex(target)
    except (OSError, ValueError, KeyError):
        shutil.rmtree(target, ignore_errors=True)
        make()
        return RowIndex(target)


# --- asking ---


class RowIndex:
    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.about: dict[str, Any] = json.loads((directory / META).read_bytes())
        if self.about["version"] != VERSION:
            raise ValueError("another version")
        self.sizes: list[int] = self.about["sizes"]
        self.facets = {
            f["name"]: Facet(f["name"], tuple(f["values"]), tuple(f["counts"])) for f in self.about["facets"]
        }
        self.rows = sum(self.sizes)
        self._counts = lru_cache(maxsize=256)(self._count)

    @cached_property
    def words(self) -> dict[str, int]:
        found: dict[str, int] = json.loads((self.directory / "words.json").read_bytes())
        return found

    def column(self, k: int, name: str) -> NDArray[Any] | None:
        path = self.directory / f"{k}-{column_name(name)}.npy"
        return np.load(path, mmap_mode="r") if path.exists() else None

    def _file(self, name: str) -> NDArray[Any]:
        found: NDArray[Any] = np.load(self.directory / f"{name}.npy", mmap_mode="r")
        return found

    def code(self, facet: str, value: str) -> int:
        """-1 if no row has it."""
        found = self.facets.get(facet)
        return found.values.index(value) + 1 if found is not None and value in found.values else -1

    def mask(self, question: RowQuestion, k: int) -> NDArray[np.bool_] | None:
        """Rows of segment k that match the question; None for all."""
        found: NDArray[np.bool_] | None = None
        for facet, value in question.facets:
            column = self.column(k, facet)
            code = self.code(facet, value)
            same = np.zeros(self.sizes[k], bool) if column is None or code < 0 else np.asarray(column == code)
            found = same if found is None else found & same
        for word in question.words:
            has = self._having(word, k)
            found = has if found is None else found & has
        return found

    def _having(self, word: str, k: int) -> NDArray[np.bool_]:
        has = np.zeros(self.sizes[k], bool)
        known = self._file(f"{k}-words")
        at = int(np.searchsorted(known, self.words.get(word, 1 << 31)))
        if word in self.words and at < len(known) and known[at] == self.words[word]:
            starts = self._file(f"{k}-starts")
            has[self._file(f"{k}-postings")[starts[at] : starts[at + 1]]] = True
        return has

    def _count(self, question: RowQuestion) -> tuple[int, ...]:
        masks = (self.mask(question, k) for k in range(len(self.sizes)))
        return tuple(size if m is None else int(np.count_nonzero(m)) for m, size in zip(masks, self.sizes, strict=True))

    def count(self, question: RowQuestion) -> int:
        return sum(self._counts(question))

    def page(self, question: RowQuestion, first: int, most: int) -> list[int]:
        """Numbers of matching rows, from the first-th on."""
        found: list[int] = []
        before = seen = 0
        for k, (size, hits) in enumerate(zip(self.sizes, self._counts(question), strict=True)):
            if seen + hits > first and len(found) < most:
                mask = self.mask(question, k)
                rows = np.arange(size) if mask is None else np.flatnonzero(mask)
                wanted = rows[max(0, first - seen) :][: most - len(found)]
                found += [before + int(r) for r in wanted]
            seen += hits
            before += size
        return found

    def counts(self, question: RowQuestion, facet: str) -> Counter[str]:
        """How often each value occurs among the matching rows."""
        found: Counter[str] = Counter()
        values = self.facets[facet].values
        for k in range(len(self.sizes)):
            column, mask = self.column(k, facet), self.mask(question, k)
            if column is not None:
                codes = np.bincount(np.asarray(column if mask is None else column[mask]))
                found.update({values[c - 1]: int(n) for c, n in enumerate(codes) if c and n})
        return found

    def _segment(self, row: int) -> tuple[int, int]:
        for k, size in enumerate(self.sizes):
            if row < size:
                return k, row
            row -= size
        raise IndexError(row)

    def place(self, row: int) -> int:
        k, local = self._segment(row)
        return int(self._file(f"{k}-places")[local])

    def value(self, row: int, facet: str) -> str:
        k, local = self._segment(row)
        column = self.column(k, facet)
        code = 0 if column is None else int(column[local])
        return self.facets[facet].values[code - 1] if code else ""

    def row_of(self, name: str) -> int | None:
        """The first row whose id has this hash; the caller looks at the row itself too."""
        hashes, wanted = self._file("lookup-hashes"), np.uint64(hash_of(name))
        at = int(np.searchsorted(hashes, wanted))
        return int(self._file("lookup-rows")[at]) if at < len(hashes) and hashes[at] == wanted else None

    def forget(self) -> None:
        """Forget cached counts, for measurements."""
        self._counts.cache_clear()
