"""What is remembered of a file while it is read once: 29 bytes a row, counts, and the first examples.

Below it: tallies are compared by sorted hashes, within one file and between two.
"""

from __future__ import annotations

import re
from array import array
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import blake2b
from math import copysign, sqrt
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from provenli.labels import LABELS, folded
from provenli.published import sentences
from provenli.published.label_spellings import MEANINGS, plain
from provenli.published.layouts import ANNOTATORS
from provenli.published.pairs import PublishedPair, Unreadable, comparable
from provenli.published.source import Source

EXAMPLES: Final = 5
CROWD: Final = ("freq_label", "majority_label", "crowd_label")
"""Columns of human judgements, one label or a list of them."""
ANNOTATED: Final = ("annotator_labels", *ANNOTATORS)
"""The same: one column for all annotators, or one for each."""
_WORDS: Final = re.compile(r"[A-Za-z][A-Za-z_-]*")
FARTHEST: Final = 99.0
CODES: Final[dict[str | None, int]] = {None: 0, **{label: k for k, label in enumerate(LABELS, 1)}}
NONE, ENTAILMENT, NEUTRAL, CONTRADICTION, OTHER = CODES.values()
Example: TypeAlias = tuple[tuple[int, ...], str]
"""The lines of an example, and their text."""


@dataclass
class Met:
    """How often something occurs, and the first occurrences."""

    count: int = 0
    examples: list[Example] = field(default_factory=list)

    def add(self, line: int, text: str) -> None:
        self.count += 1
        if len(self.examples) < EXAMPLES:
            self.examples.append(((line,), text[:160]))


@dataclass
class Lengths:
    """Numbers of words: enough for the mean and the spread."""

    n: int = 0
    total: int = 0
    squares: int = 0

    def add(self, words: int) -> None:
        self.n += 1
        self.total += words
        self.squares += words * words

    @property
    def mean(self) -> float:
        return self.total / self.n if self.n else 0.0

    @property
    def variance(self) -> float:
        return max(0.0, (self.squares - self.total * self.total / self.n) / (self.n - 1)) if self.n > 1 else 0.0


def effect(one: Lengths, two: Lengths) -> float:
    """Cohen's d: the difference of the means in units of the pooled spread. Means that differ without any spread would
    be infinitely far apart, which JSON cannot express."""
    free = one.n + two.n - 2
    if free <= 0 or one.mean == two.mean:
        return 0.0
    pooled = ((one.n - 1) * one.variance + (two.n - 1) * two.variance) / free
    d = (one.mean - two.mean) / sqrt(pooled) if pooled > 0 else copysign(FARTHEST, one.mean - two.mean)
    return max(-FARTHEST, min(FARTHEST, d))


@dataclass
class Tally:
    """Sentences are identified by hashes of 64 bits, so a million rows take 29 MB. The chance that two of ten million
    sentences share a hash is one in 400,000."""

    rows: int = 0
    lines: array[int] = field(default_factory=lambda: array("I"))
    premises: array[int] = field(default_factory=lambda: array("Q"))
    hypotheses: array[int] = field(default_factory=lambda: array("Q"))
    ids: array[int] = field(default_factory=lambda: array("Q"))
    labels: bytearray = field(default_factory=bytearray)
    label_counts: Counter[str | None] = field(default_factory=Counter)
    lengths: dict[tuple[str, str], Lengths] = field(default_factory=dict)
    """By role and label."""
    met: dict[str, Met] = field(default_factory=dict)
    ended: dict[str, int] = field(default_factory=lambda: {"premise": 0, "hypothesis": 0})
    endless: dict[str, Met] = field(default_factory=lambda: {"premise": Met(), "hypothesis": Met()})

    def note(self, kind: str, line: int, text: str) -> None:
        self.met.setdefault(kind, Met()).add(line, text)


def hashed(text: str) -> int:
    """Never 0, which stands for no id. Lone surrogates, which JSON can hold, are hashed like any other text."""
    return int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big") or 1


def tally(source: Source) -> Iterator[Tally]:
    """Yields the tally now and then while it fills, so that progress can be shown; the last one is complete."""
    out = Tally()
    last = ("", 0, 0)
    for row in source.rows():
        if isinstance(row, Unreadable):
            out.note("unreadable", row.line, row.why)
            continue
        if row.premise != last[0] or not out.rows:  # SNLI has each premise three times in a row
            last = (row.premise, hashed(comparable(row.premise)), len(row.premise.split()))
        _add(out, row, last[1], last[2])
        if not out.rows % 10_000:
            yield out
    yield out


def _add(out: Tally, row: PublishedPair, premise: int, words: int) -> None:
    out.rows += 1
    out.lines.append(row.line)
    out.premises.append(premise)
    out.hypotheses.append(hashed(comparable(row.hypothesis)))
    out.ids.append(hashed(row.id) if row.id else 0)
    out.labels.append(CODES[row.label])
    out.label_counts[row.label] += 1
    if row.label is not None:
        for role, n in (("premise", words), ("hypothesis", len(row.hypothesis.split()))):
            of = out.lengths.get((role, row.label))
            if of is None:
                of = out.lengths[role, row.label] = Lengths()
            of.add(n)
    said = _crowd(row)
    if said and row.label and folded(said, row.label == "non-entailment") != row.label:
        out.note("crowd", row.line, f"{row.label}, the crowd {said}: {row.premise} → {row.hypothesis}")
    _look(out, "premise", row.line, row.premise)
    _look(out, "hypothesis", row.line, row.hypothesis)


def _crowd(row: PublishedPair) -> str:
    """The label that the row's own columns of human judgements give; empty if there are none or they tie."""
    told = dict(row.tags)
    text = next((told[name] for name in CROWD if name in told), "") or ",".join(told.get(n, "") for n in ANNOTATED)
    counts = Counter(m for word in _WORDS.findall(text) if (m := MEANINGS.get(plain(word))))
    (first, most), (_, next_) = (*counts.most_common(2), ("", 0), ("", 0))[:2]
    return first if most > next_ else ""


def _look(out: Tally, role: str, line: int, text: str) -> None:
    if sentences.is_empty(text):
        out.note("empty sentence", line, f"{role}: {text!r}")
        return
    if broken := sentences.damage(text):
        out.note("encoding damage", line, f"{role}: {broken!r} in {text}")
    ended = sentences.ends(text)
    out.ended[role] += ended
    if why := sentences.cut(text):
        out.note("cut short", line, f"{role} {why}: {text}")
    elif not ended:
        out.endless[role].add(line, f"{role} without final punctuation: {text}")


# --- compared by sorted hashes ---

Keys: TypeAlias = NDArray[np.uint64]
Rows: TypeAlias = NDArray[np.int64]
Bits: TypeAlias = NDArray[np.uint8]
NOT_ENTAILED = (1 << NEUTRAL) | (1 << CONTRADICTION) | (1 << OTHER)
ODD = np.uint64(0x9E3779B97F4A7C15)
"""An odd constant (golden ratio) so that (A, B) and (B, A) have different keys."""


@dataclass(frozen=True)
class Compared:
    """How many there are, and the rows of the first ones: one tuple for each example."""

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
    """Which sets of labels cannot all be right. Non-entailment is compatible with neutral and with contradiction."""
    entailed, not_entailed = labels & (1 << ENTAILMENT), labels & NOT_ENTAILED
    both = (labels & (1 << NEUTRAL) > 0) & (labels & (1 << CONTRADICTION) > 0)
    return np.asarray(((entailed > 0) & (not_entailed > 0)) | both)


def conflicts(pairs: Groups) -> Compared:
    """Pairs that have contradictory labels."""
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
    """Pairs in which premise and hypothesis are one sentence that is said not to follow from itself."""
    one, two, labels = columns(tally)
    rows = np.flatnonzero((one == two) & (np.left_shift(np.uint8(1), labels) & NOT_ENTAILED > 0))
    return Compared(len(rows), tuple((int(k),) for k in rows[:EXAMPLES]))


def reversals(tally: Tally, pairs: Groups) -> tuple[Compared, ...]:
    """Pairs of sentences that entail each other, counted once; and pairs where A entails B and B contradicts A."""
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
    """The groups that come first in the file, since the order of hashes means nothing."""
    return found[np.argsort(groups.order[groups.starts[found]], kind="stable")][:EXAMPLES] if len(found) else found


def overlap(one: Groups, two: Groups) -> tuple[int, int, tuple[tuple[int, int], ...]]:
    """The pairs that both files have, how many of them have labels that disagree, and rows of the first ones: of those
    that disagree, if any do."""
    _, here, there = np.intersect1d(one.keys, two.keys, assume_unique=True, return_indices=True)
    differ = disagreeing(one.labels[here] | two.labels[there])
    shown = np.flatnonzero(differ) if differ.any() else np.arange(len(here))
    by_row = shown[np.argsort(one.order[one.starts[here[shown]]], kind="stable")][:EXAMPLES] if len(here) else here
    first = tuple(_unlike(one, two, one.rows(int(here[k])), two.rows(int(there[k]))) for k in by_row)
    return len(here), int(differ.sum()), first


def _unlike(one: Groups, two: Groups, here: Rows, there: Rows) -> tuple[int, int]:
    """Rows of one pair in two files: the first whose labels disagree, or else the first. The first row with a label
    stands for all."""
    firsts = [
        [int(rows[k]) for k in np.sort(np.unique(g.bits[rows], return_index=True)[1])]
        for g, rows in ((one, here), (two, there))
    ]
    both = [(a, b) for a in firsts[0] for b in firsts[1]]
    return next(((a, b) for a, b in both if disagreeing(one.bits[[a]] | two.bits[[b]])[0]), both[0])
