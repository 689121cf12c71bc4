"""What is remembered of a file while it is read once: 29 bytes a row, counts, and the first examples."""

from __future__ import annotations

import re
from array import array
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import blake2b
from math import copysign, sqrt
from typing import Final, TypeAlias

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
"""The same, a column for all who judged or one for each."""
_WORDS: Final = re.compile(r"[A-Za-z][A-Za-z_-]*")
FARTHEST: Final = 99.0
CODES: Final[dict[str | None, int]] = {None: 0, **{label: k for k, label in enumerate(LABELS, 1)}}
NONE, ENTAILMENT, NEUTRAL, CONTRADICTION, OTHER = CODES.values()
Example: TypeAlias = tuple[tuple[int, ...], str]
"""The lines, and what stands there."""


@dataclass
class Met:
    """How often, and the first times."""

    count: int = 0
    examples: list[Example] = field(default_factory=list)

    def add(self, line: int, text: str) -> None:
        self.count += 1
        if len(self.examples) < EXAMPLES:
            self.examples.append(((line,), text[:160]))


@dataclass
class Lengths:
    """Numbers of words: enough for mean and spread."""

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
    be infinitely far apart, which JSON cannot say."""
    free = one.n + two.n - 2
    if free <= 0 or one.mean == two.mean:
        return 0.0
    pooled = ((one.n - 1) * one.variance + (two.n - 1) * two.variance) / free
    d = (one.mean - two.mean) / sqrt(pooled) if pooled > 0 else copysign(FARTHEST, one.mean - two.mean)
    return max(-FARTHEST, min(FARTHEST, d))


@dataclass
class Tally:
    """Sentences are known by hashes of 64 bits, so a million rows take 29 MB; that two of ten million sentences share a
    hash has a chance of one in 400,000."""

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
    """Never 0, which stands for no id. Lone surrogates, which JSON can hold, are text like any other."""
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
    """The label that the row's own columns of human judgements give; nothing where there are none or they tie."""
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
