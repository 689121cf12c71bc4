"""What a test set gives away: what it shares with training, and how far words alone go.

`check_leakage` takes a directory or two files; `leakages` takes what was read from them.
"""

from __future__ import annotations

import re
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from provenli.data.readers import KEYS, rows
from provenli.errors import InputError
from provenli.files import regular, resolved
from provenli.labels import folded
from provenli.models.logistic_regression import Adam, SparseRows, learn_from
from provenli.progress import Progress, silent
from provenli.scoring.intervals import wilson
from provenli.splits.cut import ReadOutside
from provenli.splits.record import is_split_directory, split_names

TOKEN = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
SHOWN_WORDS = 8

# --- How far the words alone go: logistic regression on which words are there. Adam on the training set, a fixed
# number of steps, no chance anywhere: the same on every run. ---

Floats: TypeAlias = NDArray[np.float64]
Integers: TypeAlias = NDArray[np.int64]
MOST = 30_000
"""How many rows a classifier learns from: more change little and take longer."""
STEPS, RATE, PULL = 150, 0.1, 1e-4


@dataclass
class TextBags:
    """The words of many texts as numbers, one after the other; `ends[k]` is where text k ends."""

    words: array[int] = field(default_factory=lambda: array("i"))
    ends: array[int] = field(default_factory=lambda: array("q"))

    def add(self, numbers: Sequence[int]) -> None:
        self.words.extend(numbers)
        self.ends.append(len(self.words))

    def __len__(self) -> int:
        return len(self.ends)


def rows_of(sides: Sequence[TextBags], vocabulary: int, chosen: Integers) -> SparseRows:
    """Premise and hypothesis have words of their own: 0 is the bias, which all rows have, then a range a side."""
    words, rows = [np.zeros(len(chosen), dtype=np.int64)], [np.arange(len(chosen))]
    for k, side in enumerate(sides):
        ends = np.frombuffer(side.ends, dtype=np.int64)
        starts = np.concatenate([[0], ends[:-1]])
        lengths = (ends - starts)[chosen]
        row = np.repeat(np.arange(len(chosen)), lengths)
        place = np.arange(len(row)) + np.repeat(starts[chosen] - np.cumsum(lengths) + lengths, lengths)
        words.append(np.frombuffer(side.words, dtype=np.int32)[place].astype(np.int64) + 1 + k * vocabulary)
        rows.append(row)
    size = 1 + len(sides) * vocabulary
    both = np.unique(np.concatenate(rows) * size + np.concatenate(words))  # a word counts once in a text
    return SparseRows(both % size, both // size, len(chosen), size)


def learn(sides: Sequence[TextBags], labels: Integers, kinds: int, vocabulary: int) -> Floats:
    """Weights: words × labels."""
    every = len(labels)
    chosen = np.arange(every) if every <= MOST else np.linspace(0, every - 1, MOST).astype(np.int64)
    data, goal = rows_of(sides, vocabulary, chosen), np.eye(kinds)[labels[chosen]]
    adam = Adam(np.zeros((data.width, kinds)), RATE)
    for _ in range(STEPS):
        learn_from(data, goal, adam, PULL)
    return adam.weights


def guesses(weights: Floats, sides: Sequence[TextBags], vocabulary: int) -> Integers:
    """Words that training never showed carry no weight."""
    count, step = len(sides[0]), 1 << 16
    pieces = [np.arange(k, min(k + step, count)) for k in range(0, count, step)]
    found: Integers = np.concatenate([rows_of(sides, vocabulary, p).scores(weights).argmax(1) for p in pieces])
    return found


# --- What is kept of files, and what they share. ---


class SentencePair(NamedTuple):
    """`schema`: None if it has none, or if it cannot be compared with those of other files."""

    premise: str
    hypothesis: str
    label: str
    schema: str | None = None


@dataclass
class FileContents:
    """A file in memory: about 100 bytes a pair."""

    name: str
    words: dict[str, int]
    """Numbers of words, shared by the files that are compared."""
    pairs: array[int] = field(default_factory=lambda: array("q"))
    texts: tuple[array[int], array[int]] = field(default_factory=lambda: (array("q"), array("q")))
    bags: tuple[TextBags, TextBags] = field(default_factory=lambda: (TextBags(), TextBags()))
    labels: list[str] = field(default_factory=list)
    schemas: set[str] | None = field(default_factory=set)

    def add(self, pair: SentencePair) -> None:
        self.pairs.append(hash((pair.premise, pair.hypothesis)))
        self.labels.append(pair.label)
        if self.schemas is not None:
            if pair.schema is None:
                self.schemas = None
            else:
                self.schemas.add(pair.schema)
        words = self.words
        for side, text in enumerate((pair.premise, pair.hypothesis)):
            self.texts[side].append(hash(text))
            self.bags[side].add([words.setdefault(w, len(words)) for w in TOKEN.findall(text.lower())])

    def counts(self) -> NDArray[np.int64]:
        """How often each word comes, on both sides."""
        both = [np.frombuffer(b.words, dtype=np.int32) for b in self.bags if len(b.words)]
        return np.bincount(np.concatenate([np.zeros(0, dtype=np.int32), *both]), minlength=len(self.words))


def contents_of(name: str, pairs: Iterable[SentencePair], words: dict[str, int]) -> FileContents:
    found = FileContents(name, words)
    for pair in pairs:
        found.add(pair)
    if not found.labels:
        raise InputError(f"{name}: expected pairs of sentences with labels, found none")
    return found


@dataclass(frozen=True)
class WordGuess:
    """A classifier's accuracy with its 95% interval, and the share of the most frequent label of the test."""

    name: str
    accuracy: float
    low: float
    high: float
    majority: float

    @property
    def above(self) -> bool:
        return self.low > self.majority

    def to_json(self) -> dict[str, Any]:
        return {
            "classifier": self.name,
            "accuracy": round(self.accuracy, 4),
            "low": round(self.low, 4),
            "high": round(self.high, 4),
            "above majority": self.above,
        }


@dataclass(frozen=True)
class Leakage:
    train: str
    test: str
    train_rows: int
    test_rows: int
    shared: dict[str, int]
    """Test rows whose pair, premise or hypothesis is in training too."""
    schemas: tuple[int, int] | None
    """The test's schemas that training has, and all of the test's schemas; None if schemas cannot be compared."""
    new_words: tuple[str, ...]
    """Test words that training never shows, the most frequent first."""
    words: int
    new_tokens: float
    """Their share of all words of the test, counted as often as they come."""
    majority: tuple[str, float]
    guesses: tuple[WordGuess, ...]

    def to_json(self) -> dict[str, Any]:
        return {
            "train": self.train,
            "test": self.test,
            "train rows": self.train_rows,
            "test rows": self.test_rows,
            "shared": self.shared,
            "schemas": None if self.schemas is None else {"shared": self.schemas[0], "of": self.schemas[1]},
            "words": {
                "of test": self.words,
                "never in train": len(self.new_words),
                "share of tokens": round(self.new_tokens, 4),
                "most frequent": list(self.new_words[:SHOWN_WORDS]),
            },
            "majority": {"label": self.majority[0], "share": round(self.majority[1], 4)},
            "guesses": [g.to_json() for g in self.guesses],
        }


SIDES = {"hypothesis only": (1,), "premise only": (0,), "both sides": (0, 1)}


class WordClassifiers:
    """The classifiers of one training file, which serve for all its tests."""

    def __init__(self, train: FileContents, two_way: bool) -> None:
        self.train, self.two_way = train, two_way
        labels = [folded(label, two_way) for label in train.labels]
        self.kinds = sorted(set(labels))
        self.vocabulary = len(train.words)
        numbers = np.array([self.kinds.index(label) for label in labels])
        self.frequent = Counter(labels).most_common(1)[0][0]
        self.weights = {
            name: learn([train.bags[s] for s in sides], numbers, len(self.kinds), self.vocabulary)
            for name, sides in SIDES.items()
        }

    def guesses(self, test: FileContents) -> tuple[tuple[str, float], tuple[WordGuess, ...]]:
        labels = np.array([folded(label, self.two_way) for label in test.labels])
        label, rows = Counter(labels.tolist()).most_common(1)[0]
        majority = rows / len(labels)
        names = np.array(self.kinds)
        found = {"majority of train": np.full(len(labels), self.frequent)}
        for name, sides in SIDES.items():
            found[name] = names[guesses(self.weights[name], [test.bags[s] for s in sides], self.vocabulary)]
        right = {name: int((guess == labels).sum()) for name, guess in found.items()}
        return (label, majority), tuple(_guess(name, n, len(labels), majority) for name, n in right.items())


def _guess(name: str, right: int, of: int, majority: float) -> WordGuess:
    interval = wilson(right, of)
    return WordGuess(name, right / of, interval.low, interval.high, majority)


def leakages(train: FileContents, tests: Sequence[FileContents]) -> list[Leakage]:
    """All files must have been read with one numbering of words. If one has only two labels, so have all."""
    two_way = any("non-entailment" in c.labels for c in (train, *tests))
    learned = WordClassifiers(train, two_way)
    return [_leakage(train, test, learned) for test in tests]


def _leakage(train: FileContents, test: FileContents, learned: WordClassifiers) -> Leakage:
    majority, found = learned.guesses(test)
    ours, theirs = test.counts(), train.counts()
    theirs = np.pad(theirs, (0, max(0, len(ours) - len(theirs))))[: len(ours)]
    new = np.flatnonzero((ours > 0) & (theirs == 0))
    names = list(test.words)
    schemas = None if test.schemas is None or train.schemas is None else test.schemas & train.schemas
    order = sorted(new.tolist(), key=lambda k: (-int(ours[k]), names[k]))
    return Leakage(
        train.name,
        test.name,
        len(train.labels),
        len(test.labels),
        {
            "pairs": _common(test.pairs, train.pairs),
            "premises": _common(test.texts[0], train.texts[0]),
            "hypotheses": _common(test.texts[1], train.texts[1]),
        },
        None if schemas is None else (len(schemas), len(test.schemas or ())),
        tuple(names[k] for k in order),
        int((ours > 0).sum()),
        float(ours[new].sum() / max(1, ours.sum())),
        majority,
        found,
    )


def _common(test: array[int], train: array[int]) -> int:
    """Compared by 64-bit hashes: among a million texts a wrong hit has one chance in ten million."""
    return int(np.isin(np.frombuffer(test, dtype=np.int64), np.frombuffer(train, dtype=np.int64)).sum())


# --- what lies in files and directories ---


def check_leakage(
    first: Path, second: Path | None, read_outside: ReadOutside, progress: Progress = silent
) -> list[Leakage]:
    """For two files, training and test, or for the splits of a directory. `read_outside`: reads files that are not
    ours."""
    if second is not None:
        return _compared(first, [second], read_outside)
    if not first.is_dir():
        raise InputError(f"{first}: expected a directory made by `provenli split`, or two files: TRAIN TEST")
    folders = [first / s for s in split_names(first)] if is_split_directory(first) else [first]
    found: list[Leakage] = []
    for k, folder in enumerate(folders, 1):
        tests = sorted(p for p in folder.glob("*.jsonl") if p.stem.startswith("test"))
        if not (folder / "train.jsonl").is_file() or not tests:
            raise InputError(f"{folder}: expected train.jsonl and test.jsonl, as `provenli split` writes them")
        found += _compared(folder / "train.jsonl", tests, read_outside)
        progress("reading splits", k, len(folders))
    return found


def _compared(train: Path, tests: list[Path], read_outside: ReadOutside) -> list[Leakage]:
    words: dict[str, int] = {}
    beside = all(resolved(t.parent) == resolved(train.parent) for t in tests)

    def pairs(path: Path) -> Iterator[SentencePair]:
        return _pairs_of(path, beside, read_outside)

    first = contents_of(str(train), pairs(train), words)
    if len(tests) == 1:
        return leakages(first, [contents_of(str(tests[0]), pairs(tests[0]), words)])
    # Parts such as the cells of Yanaka et al. 2021 have one label each, so that only all of them show what words give
    # away.
    together = FileContents(f"{tests[0].parent}: {len(tests)} test parts together", words)
    apart = [contents_of(str(t), _noted(pairs(t), together), words) for t in tests]
    return leakages(first, [together, *apart])


def _noted(pairs: Iterator[SentencePair], also: FileContents) -> Iterator[SentencePair]:
    for pair in pairs:
        also.add(pair)
        yield pair


def _pairs_of(path: Path, beside: bool, read_outside: ReadOutside) -> Iterator[SentencePair]:
    """Our own files are read row by row, others as a whole. Schemas are numbered within a data set, so they are
    compared only if the id names the data set, or if both files are of one directory (`beside`)."""
    if not _is_ours(path):
        yield from (SentencePair(p.s1, p.s2, p.relation) for p in read_outside(path))
        return
    for row in rows(path):
        parent, colon, _ = row.id.partition(":")
        schema = f"{parent * bool(colon)}:{row.schema}" if colon or beside else None
        yield SentencePair(row.premise, row.hypothesis, row.label, schema)


def _is_ours(path: Path) -> bool:
    if path.suffix != ".jsonl" or not path.is_file():
        return False
    with open(path, "rb", opener=regular) as file:
        first = file.readline(1 << 20)
    return all(f'"{key}": '.encode() in first for key in KEYS)
