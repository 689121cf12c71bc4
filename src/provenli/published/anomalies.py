"""Anomalies of published files, whatever their sentences are about: nothing here needs a grammar.

file ─► tally (one pass, tallies.py) ─► comparisons by sorted hashes ─► texts of the first examples
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any, Final, TypeAlias

import numpy as np

from provenli.labels import LABELS
from provenli.published.pairs import PublishedPair
from provenli.published.source import Source
from provenli.published.tallies import (
    EXAMPLES,
    Compared,
    Groups,
    Lengths,
    Tally,
    columns,
    conflicts,
    duplicates,
    effect,
    grouped,
    overlap,
    pair_keys,
    repeated_ids,
    reversals,
    tally,
    unlike_itself,
)

KINDS: Final[Mapping[str, str]] = {
    "unreadable": "rows that cannot be read",
    "empty sentence": "empty sentences",
    "encoding damage": "sentences damaged by encodings",
    "cut short": "sentences that look cut short",
    "no final punctuation": "sentences without final punctuation, which the others have",
    "repeated id": "ids that come more than once",
    "duplicate": "rows that repeat an earlier pair with its label",
    "conflict": "pairs whose labels disagree",
    "crowd": "labels that differ from what the file's own crowd says",
    "unlike itself": "sentences said not to follow from themselves",
    "equivalence": "pairs of sentences said to entail each other",
    "inconsistent": "entailments whose reverse is a contradiction",
    "label skew": "labels are uneven",
    "length skew": "lengths give labels away",
}
"""The kinds of anomaly in one file, in the order of a report."""
MOSTLY_ENDED: Final = 0.9
SKEWED: Final = 1.5
"""A label is skewed if it has half as many rows again as an even share."""
MEDIUM: Final = 0.5
"""Cohen's name for an effect of this size."""
ENOUGH: Final = 20
"""With fewer rows of a label, shares and means say nothing."""
Progress: TypeAlias = Callable[[str, int], None]
_Texts: TypeAlias = Mapping[int, PublishedPair]


@dataclass(frozen=True, slots=True)
class Example:
    lines: tuple[int, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Anomaly:
    """`kind`: one of KINDS. `count`: how many; 1 for a skew, which is there or not. `note`: the figures of a skew."""

    kind: str
    count: int
    examples: tuple[Example, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class FileReport:
    """`lengths`: mean number of words by role and label. `effects`: Cohen's d between the longest and the shortest."""

    path: str
    layout: str
    two_way: bool
    rows: int
    labels: Mapping[str, int]
    lengths: Mapping[str, Mapping[str, float]]
    effects: Mapping[str, float]
    findings: tuple[Anomaly, ...]

    def count(self, kind: str) -> int:
        return sum(f.count for f in self.findings if f.kind == kind)


@dataclass(frozen=True, slots=True)
class Overlap:
    """Pairs that two files share. Examples are of labels that disagree, if any do; their lines: in the first file, in
    the second."""

    one: str
    two: str
    pairs: int
    disagree: int
    examples: tuple[Example, ...]


@dataclass(frozen=True, slots=True)
class Anomalies:
    files: tuple[FileReport, ...]
    overlaps: tuple[Overlap, ...] = ()

    @property
    def found(self) -> bool:
        return bool(self.overlaps) or any(f.findings for f in self.files)

    def to_json(self) -> dict[str, Any]:
        return {"found": self.found, **asdict(self)}


def silent(what: str, rows: int) -> None:
    del what, rows


def find(sources: Iterable[Source], progress: Progress = silent) -> Anomalies:
    """Find the anomalies. Each file is read at most twice: once in full, once up to the last example."""
    files = [_tallied(f, progress) for s in sources for f in s.files()]
    shared = [(one, two, *overlap(one.pairs, two.pairs)) for one, two in combinations(files, 2)]
    for one, two, *_, rows in shared:
        one.shown.update(int(one.lines[k]) for k, _ in rows)
        two.shown.update(int(two.lines[k]) for _, k in rows)
    texts = [_texts(f.source, f.shown) for f in files]
    known = dict(zip(map(id, files), texts, strict=True))
    overlaps = tuple(
        Overlap(
            str(one.source.path),
            str(two.source.path),
            n,
            differ,
            tuple(
                _shared((int(one.lines[j]), int(two.lines[k])), known[id(one)], known[id(two)], bool(differ))
                for j, k in rows
            ),
        )
        for one, two, n, differ, rows in shared
        if n
    )
    return Anomalies(tuple(_report(f, t) for f, t in zip(files, texts, strict=True)), overlaps)


def _shared(lines: tuple[int, int], one: _Texts, two: _Texts, differ: bool) -> Example:
    pairs = (one[lines[0]], two[lines[1]])
    return Example(lines, _told(*(pairs if differ else pairs[:1])))


@dataclass
class _File:
    """One file after its first pass: the hashes are gone, the groups of equal pairs stay for the other files."""

    source: Source
    pairs: Groups
    lines: np.ndarray[Any, np.dtype[np.uint32]]
    compared: dict[str, Compared]
    looked: tuple[Anomaly, ...]
    figures: tuple[int, dict[str, int], dict[str, dict[str, float]], dict[str, float]]
    shown: set[int]


def _tallied(source: Source, progress: Progress) -> _File:
    done = Tally()
    for done in tally(source):
        progress(source.path.name, done.rows)
    one, two, labels = columns(done)
    pairs = grouped(pair_keys(one, two), labels)
    mutual, broken = reversals(done, pairs)
    compared = {
        "duplicate": duplicates(done),
        "conflict": conflicts(pairs),
        "unlike itself": unlike_itself(done),
        "equivalence": mutual,
        "inconsistent": broken,
        "repeated id": repeated_ids(done),
    }
    lines = np.array(done.lines, np.uint32)
    shown = {int(lines[k]) for c in compared.values() for rows in c.examples for k in rows}
    counts = {label: done.label_counts[label] for label in (*LABELS, None) if done.label_counts[label]}
    figures = (done.rows, {label or "no label": n for label, n in counts.items()}, *_lengths(done))
    return _File(source, pairs, lines, compared, (*_looked(done), *_skews(done, source)), figures, shown)


def _texts(source: Source, wanted: set[int]) -> dict[int, PublishedPair]:
    """The pairs of some lines; reading stops after the last of them."""
    found: dict[int, PublishedPair] = {}
    if not wanted:
        return found
    for row in source.rows():
        if row.line in wanted and isinstance(row, PublishedPair):
            found[row.line] = row
            if len(found) == len(wanted):
                break
    return found


def _report(file: _File, texts: Mapping[int, PublishedPair]) -> FileReport:
    rows, labels, lengths, effects = file.figures
    found = [*file.looked, *(_finding(kind, c, file, texts) for kind, c in file.compared.items() if c.count)]
    order = list(KINDS)
    found.sort(key=lambda f: order.index(f.kind))
    source = file.source
    return FileReport(str(source.path), source.layout, source.two_way, rows, labels, lengths, effects, tuple(found))


def _finding(kind: str, compared: Compared, file: _File, texts: Mapping[int, PublishedPair]) -> Anomaly:
    examples: list[Example] = []
    for rows in compared.examples:
        lines = tuple(int(file.lines[k]) for k in rows)
        pairs = [texts[n] for n in lines]
        text = f"id {pairs[0].id}" if kind == "repeated id" else _told(*(pairs if kind == "conflict" else pairs[:1]))
        examples.append(Example(lines, text))
    return Anomaly(kind, compared.count, tuple(examples))


def _told(*pairs: PublishedPair) -> str:
    """A pair with its labels, one for each line."""
    labels = ", ".join(p.published_label or "no label" for p in pairs)
    return f"{pairs[0].premise[:120]} → {pairs[0].hypothesis[:120]} ({labels})"


def _looked(done: Tally) -> list[Anomaly]:
    """Anomalies that single sentences show."""
    found = [Anomaly(kind, met.count, _examples(met.examples)) for kind, met in done.met.items()]
    endless = [m for role, m in done.endless.items() if m.count and _mostly(done.ended[role], m.count)]
    if endless:
        examples = sorted((e for m in endless for e in m.examples), key=lambda e: e[0])[:EXAMPLES]
        found.append(Anomaly("no final punctuation", sum(m.count for m in endless), _examples(examples)))
    return found


def _examples(met: Sequence[tuple[tuple[int, ...], str]]) -> tuple[Example, ...]:
    return tuple(Example(lines, text) for lines, text in met)


def _mostly(ended: int, endless: int) -> bool:
    return ended >= MOSTLY_ENDED * (ended + endless)


def _lengths(done: Tally) -> tuple[dict[str, dict[str, float]], dict[str, float]]:
    means: dict[str, dict[str, float]] = {}
    effects: dict[str, float] = {}
    for role in ("premise", "hypothesis"):
        of = {label: n for label in LABELS if (n := done.lengths.get((role, label)))}
        means[role] = {label: round(n.mean, 2) for label, n in of.items()}
        long, short = _extremes(of)
        effects[role] = round(effect(of[long], of[short]), 2) if long != short else 0.0
    return means, effects


def _extremes(of: Mapping[str, Lengths]) -> tuple[str, str]:
    """Among labels with enough rows, the one with the longest sentences and the one with the shortest."""
    enough = {label: n.mean for label, n in of.items() if n.n >= ENOUGH}
    if not enough:
        return "", ""
    return max(enough, key=lambda x: enough[x]), min(enough, key=lambda x: enough[x])


def _skews(done: Tally, source: Source) -> list[Anomaly]:
    counts = {label: n for label, n in done.label_counts.items() if label is not None}
    total, found = sum(counts.values()), []
    if total >= ENOUGH:
        most = max(counts, key=lambda x: (counts[x], x))
        ways = max(2 if source.two_way else 3, len(counts))
        if counts[most] * ways >= SKEWED * total:
            share = f"{counts[most] / total:.0%} are {most}; an even share is {1 / ways:.0%}"
            found.append(Anomaly("label skew", 1, note=share))
    means, effects = _lengths(done)
    for role, d in effects.items():
        if d >= MEDIUM:
            told = ", ".join(f"{label} {mean:.1f}" for label, mean in means[role].items())
            found.append(Anomaly("length skew", 1, note=f"mean words of a {role}: {told} (Cohen's d {d:.2f})"))
    return found
