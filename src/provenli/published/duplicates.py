"""Rows compared with rows, by sorting hashes: duplicates, labels that disagree, both directions, ids, overlap.

key of a pair (A, B) and of its reverse (B, A)  ─► sort ─► groups of equal keys, their labels as bits
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from provenli.published.tallies import CONTRADICTION, ENTAILMENT, EXAMPLES, NEUTRAL, OTHER, Tally

Keys: TypeAlias = NDArray[np.uint64]
Rows: TypeAlias = NDArray[np.int64]
Bits: TypeAlias = NDArray[np.uint8]
NOT_ENTAILED = (1 << NEUTRAL) | (1 << CONTRADICTION) | (1 << OTHER)
ODD = np.uint64(0x9E3779B97F4A7C15)
"""An odd constant (golden ratio) so that (A, B) and (B, A) have different keys."""


@dataclass(frozen=True)
class Compared:
    """How many, and the rows of the first ones: one tuple for each example."""

    count: int
    examples: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True)
class Groups:
    """Equal keys together. `order`: rows by key, then by position; `starts`: where each group begins."""

    keys: Keys
    order: Rows
    starts: Rows
    labels: Bits
    """Bit k of a group says that label k occurs in it."""
    bits: Bits
    """The bit of each row's label."""

    def rows(self, group: int) -> Rows:
        stop = self.starts[group + 1] if group + 1 < len(self.starts) else len(self.order)
        return self.order[self.starts[group] : stop]


def pair_keys(one: Keys, two: Keys) -> Keys:
    with np.errstate(over="ignore"):
        mixed = one * ODD + two
        mixed ^= mixed >> np.uint64(29)
        return np.asarray(mixed * ODD)


def grouped(keys: Keys, labels: Bits) -> Groups:
    order = np.argsort(keys, kind="stable")
    ordered = keys[order]
    new = np.concatenate(([True], ordered[1:] != ordered[:-1])) if len(keys) else np.zeros(0, np.bool_)
    starts = np.flatnonzero(new)
    bits = np.left_shift(np.uint8(1), labels).astype(np.uint8)
    joined = np.bitwise_or.reduceat(bits[order], starts) if len(starts) else bits
    return Groups(ordered[starts], order, starts, joined, bits)


def columns(tally: Tally) -> tuple[Keys, Keys, Bits]:
    one, two = (np.frombuffer(c, np.uint64) for c in (tally.premises, tally.hypotheses))
    return one, two, np.frombuffer(tally.labels, np.uint8)


def duplicates(tally: Tally) -> Compared:
    """Rows beyond the first with the same pair and label."""
    one, two, labels = columns(tally)
    groups = grouped(pair_keys(pair_keys(one, two), labels.astype(np.uint64)), labels)
    sizes = np.diff(np.append(groups.starts, len(one)))
    return Compared(int((sizes - 1).sum()), _first(groups, np.flatnonzero(sizes > 1)))


def disagreeing(labels: Bits) -> NDArray[np.bool_]:
    """Which sets of labels cannot all be right. Non-entailment goes with neutral and with contradiction."""
    entailed, not_entailed = labels & (1 << ENTAILMENT), labels & NOT_ENTAILED
    both = (labels & (1 << NEUTRAL) > 0) & (labels & (1 << CONTRADICTION) > 0)
    return np.asarray(((entailed > 0) & (not_entailed > 0)) | both)


def conflicts(pairs: Groups) -> Compared:
    """Pairs that have labels which disagree."""
    found = np.flatnonzero(disagreeing(pairs.labels))
    return Compared(len(found), _first(pairs, found))


def repeated_ids(tally: Tally) -> Compared:
    """Ids that come more than once."""
    ids = np.frombuffer(tally.ids, np.uint64)
    rows = np.flatnonzero(ids)
    groups = grouped(ids[rows], np.zeros(len(rows), np.uint8))
    found = np.flatnonzero(np.diff(np.append(groups.starts, len(rows))) > 1)
    first = _first(groups, found)
    return Compared(len(found), tuple(tuple(int(rows[k]) for k in each) for each in first))


def unlike_itself(tally: Tally) -> Compared:
    """Premise and hypothesis are one sentence, and it is said not to follow from itself."""
    one, two, labels = columns(tally)
    rows = np.flatnonzero((one == two) & (np.left_shift(np.uint8(1), labels) & NOT_ENTAILED > 0))
    return Compared(len(rows), tuple((int(k),) for k in rows[:EXAMPLES]))


def reversals(tally: Tally, pairs: Groups) -> tuple[Compared, ...]:
    """Pairs of sentences that entail each other, counted once; and A entails B where B contradicts A."""
    one, two, labels = columns(tally)
    first = pairs.order[pairs.starts] if len(pairs.starts) else pairs.order
    back = pair_keys(two[first], one[first])
    place = np.minimum(np.searchsorted(pairs.keys, back), max(0, len(pairs.keys) - 1))
    there = (pairs.keys[place] == back) & (one[first] != two[first]) if len(place) else np.zeros(0, np.bool_)
    entails = there & (pairs.labels & (1 << ENTAILMENT) > 0)
    other = pairs.labels[place] if len(place) else pairs.labels
    mutual = np.flatnonzero(entails & (other & (1 << ENTAILMENT) > 0) & (first < first[place]))
    broken = np.flatnonzero(entails & (other & (1 << CONTRADICTION) > 0))
    return tuple(
        Compared(
            len(found),
            tuple(
                (_labelled(labels, pairs.rows(int(g)), ENTAILMENT), _labelled(labels, pairs.rows(int(place[g])), code))
                for g in _earliest(pairs, found)
            ),
        )
        for found, code in ((mutual, ENTAILMENT), (broken, CONTRADICTION))
    )


def _labelled(labels: Bits, rows: Rows, code: int) -> int:
    return int(rows[labels[rows] == code][0])


def _first(groups: Groups, found: Rows) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(int(k) for k in groups.rows(int(g))[:EXAMPLES]) for g in _earliest(groups, found))


def _earliest(groups: Groups, found: Rows) -> Rows:
    """The groups that come first in the file: hashes have no order that means anything."""
    return found[np.argsort(groups.order[groups.starts[found]], kind="stable")][:EXAMPLES] if len(found) else found


def overlap(one: Groups, two: Groups) -> tuple[int, int, tuple[tuple[int, int], ...]]:
    """Pairs that both files have, how many of them with labels that disagree, and rows of the first ones: of those
    that disagree, if any do."""
    _, here, there = np.intersect1d(one.keys, two.keys, assume_unique=True, return_indices=True)
    differ = disagreeing(one.labels[here] | two.labels[there])
    shown = np.flatnonzero(differ) if differ.any() else np.arange(len(here))
    by_row = shown[np.argsort(one.order[one.starts[here[shown]]], kind="stable")][:EXAMPLES] if len(here) else here
    first = tuple(_unlike(one, two, one.rows(int(here[k])), two.rows(int(there[k]))) for k in by_row)
    return len(here), int(differ.sum()), first


def _unlike(one: Groups, two: Groups, here: Rows, there: Rows) -> tuple[int, int]:
    """Rows of one pair in two files: the first whose labels disagree, else the first. A label's first row will do."""
    firsts = [
        [int(rows[k]) for k in np.sort(np.unique(g.bits[rows], return_index=True)[1])]
        for g, rows in ((one, here), (two, there))
    ]
    both = [(a, b) for a in firsts[0] for b in firsts[1]]
    return next(((a, b) for a, b in both if disagreeing(one.bits[[a]] | two.bits[[b]])[0]), both[0])
