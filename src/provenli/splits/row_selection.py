"""Which rows each part of a split gets: the first matching ones in the random order that are not yet taken."""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from provenli.errors import InputError
from provenli.splits.protocol import Draw, Size, Split, SplitPart
from provenli.splits.row_tables import RowTable

Numbers = NDArray[np.int64]


@dataclass(frozen=True)
class ChosenRows:
    """Rows of one data set, by number, in the order of its files. `flipped`: those that get the other label."""

    table: RowTable
    rows: Numbers
    flipped: Numbers
    draw: Draw


@dataclass(frozen=True)
class ChosenPart:
    name: str
    chosen: tuple[ChosenRows, ...]

    @property
    def rows(self) -> int:
        return sum(len(c.rows) for c in self.chosen)

    @property
    def key(self) -> bytes:
        """Equal parts of several splits have equal keys, so that they are written once."""
        digest = hashlib.sha256()
        for c in self.chosen:
            for rows in (c.rows, c.flipped):
                digest.update(f"{c.table.name} {len(rows)} ".encode() + rows.tobytes())
            digest.update(c.draw.where.__repr__().encode())
        return digest.digest()


def choose(split: Split, tables: Mapping[str, RowTable]) -> tuple[ChosenPart, ...]:
    taken = {role: np.zeros(t.size, dtype=np.bool_) for role, t in tables.items()}
    return tuple(_part(part, split, tables, taken) for part in split.parts)


def _part(
    part: SplitPart, split: Split, tables: Mapping[str, RowTable], taken: dict[str, NDArray[np.bool_]]
) -> ChosenPart:
    where = f"split {split.name!r}, part {part.name!r}"
    chosen = [_chosen(draw, tables[draw.role], taken[draw.role], where) for draw in part.draws]
    if not any(len(c.rows) for c in chosen):
        asked = " or ".join(f"{c.table.shown} ({c.draw.where})" for c in chosen)
        empty = f"split {split.name!r}: the part {part.name!r} would be empty: no rows left in {asked}"
        raise InputError(f"{empty}; make a larger data set, or one with these features")
    return ChosenPart(part.name, tuple(chosen))


def _chosen(draw: Draw, table: RowTable, taken: NDArray[np.bool_], where: str) -> ChosenRows:
    rows = _drawn(draw, table, taken, where)
    taken[rows] = True
    by_rank = rows[np.argsort(table.rank[rows])]
    flipped = np.sort(by_rank[len(by_rank) - round(draw.flip * len(by_rank)) :])
    return ChosenRows(table, np.sort(rows), flipped, draw)


def _drawn(draw: Draw, table: RowTable, taken: NDArray[np.bool_], where: str) -> Numbers:
    meant = table.matching(draw.where)
    pool = np.flatnonzero(meant & ~taken)
    pool = pool[np.argsort(table.rank[pool])]
    most = _most(draw.size, int(meant.sum()))
    groups = _groups(pool, draw, table)
    quotas = _quotas([len(g) for g in groups], most, draw.size.exact)
    got = sum(quotas)
    if draw.size.exact and draw.size.rows is not None and got < draw.size.rows:
        even = f" with equally many of each {' and '.join(draw.even)}" if draw.even else ""
        raise InputError(
            f"{where}: asked for {draw.size.rows:,} rows ({draw.where}){even}, found {got:,} "
            f"in {table.shown}; ask for fewer or make a larger data set"
        )
    return np.concatenate([g[:n] for g, n in zip(groups, quotas, strict=True)]) if got else pool[:0]


def _most(size: Size, meant: int) -> int | None:
    limits = [
        n for n in (size.rows, None if size.share is None else max(1, int(size.share * meant + 1e-9))) if n is not None
    ]
    return min(limits) if limits else None


def _groups(pool: Numbers, draw: Draw, table: RowTable) -> list[Numbers]:
    """One group for each combination of values that should be equally frequent, larger values later."""
    if not draw.even:
        return [pool]
    codes = np.zeros(len(pool), dtype=np.int64)
    for feature in draw.even:
        column = table.column(feature)
        order = {v: k for k, v in enumerate(table.values(feature))}
        place = np.array([order.get(v, len(order)) for v in column.values], dtype=np.int64)
        codes = codes * (len(order) + 1) + place[column.codes[pool]]
    return [pool[codes == c] for c in np.unique(codes)]


def _quotas(available: list[int], most: int | None, exact: bool) -> list[int]:
    """As many rows as there are, equally many of each value. If a number was asked for, a remainder goes to the first
    values that have more; otherwise it is left."""
    if len(available) == 1:
        return [available[0] if most is None else min(most, available[0])]
    if not available:
        return []
    least = min(available)
    each = least if most is None else min(least, most // len(available))
    quotas = [each] * len(available)
    if exact and most is not None:
        more = [k for k, n in enumerate(available) if n > each]
        for k in more[: most - sum(quotas)]:
            quotas[k] += 1
    return quotas


# --- Rows that were found in a part, against those that its draws take ---


@dataclass
class FoundDraw:
    """The rows that a part has from one of its draws, as places among the rows seen."""

    places: array[int] = field(default_factory=lambda: array("q"))
    flipped: array[int] = field(default_factory=lambda: array("q"))
    last: int = -1
    """Number of the last row: rows stand in the order of the data set."""


def other_draw(draw: Draw, found: FoundDraw, table: RowTable, taken: NDArray[np.bool_]) -> str:
    """Why these are not the rows that this draw takes from all rows of the data set; `taken`: by draws before it, and
    now by this one."""
    try:
        chosen = _chosen(draw, table, taken, "asked")
    except InputError as e:
        return str(e)
    got, expected = {*found.places}, {*chosen.rows.tolist()}
    if len(got) != len(expected):
        return f"{len(got):,} rows, but the protocol takes {len(expected):,}"
    if got != expected:
        return "the seed takes other rows"
    return "" if {*found.flipped} == {*chosen.flipped.tolist()} else "the protocol flips the labels of other rows"


def wrong_draw(draw: Draw, found: FoundDraw, table: RowTable, taken: NDArray[np.bool_]) -> str:
    """The same where the table has only rows that were seen: what would be taken of others is not known."""
    got = np.zeros(table.size, dtype=np.bool_)
    got[found.places] = True
    pool = np.flatnonzero(table.matching(draw.where) & ~taken)
    groups = _groups(pool[np.argsort(table.rank[pool])], draw, table)
    taken |= got
    numbers = [int(got[g].sum()) for g in groups]
    if any(not got[g[:n]].all() for g, n in zip(groups, numbers, strict=True)):
        return "the seed takes other rows"
    if sum(numbers) != len(found.places):
        return "rows that an earlier part has, or that are not meant"
    by_rank = np.flatnonzero(got)[np.argsort(table.rank[np.flatnonzero(got)])]
    if {*by_rank[len(by_rank) - round(draw.flip * len(by_rank)) :].tolist()} != {*found.flipped}:
        return "the protocol flips the labels of other rows"
    return _wrong_size(draw, numbers)


def _wrong_size(draw: Draw, numbers: list[int]) -> str:
    size, got = draw.size, sum(numbers)
    if size.rows is not None and (got > size.rows or (size.exact and got != size.rows)):
        return f"{got:,} rows, but the protocol takes {size.rows:,}"
    if numbers and max(numbers) - min(numbers) > size.exact:
        return f"not equally many of each {' and '.join(draw.even)}"
    return ""
