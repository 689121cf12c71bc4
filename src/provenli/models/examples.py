"""Examples as columns: 500,000 of them must fit beside a model. Texts are kept once, words and features as numbers."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from provenli.data.readers import Row, rows
from provenli.data.trees import AlignedTree, Tree
from provenli.errors import InputError
from provenli.files import neighbours
from provenli.models.shared_trees import Coded, SharedSentences, SharedTrees

TREES, PARSED, HEADED = "trees", "parsed trees", "headed trees"
"""The grammar's; a dependency parser's, which any sentence has; and dependencies made from the grammar's."""
TREE_KINDS = (TREES, PARSED, HEADED)
UNLABELLED = ("-", "")
TOKEN = re.compile(r"[^\s.,;:?!]+|[.,;:?!]")
Numbers = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Words:
    """The words of many sentences: sentence k is `codes[starts[k]:starts[k + 1]]`, numbers into `table`."""

    table: tuple[str, ...]
    codes: NDArray[np.int32]
    starts: Numbers

    @property
    def lengths(self) -> Numbers:
        return np.diff(self.starts)


def tokens(text: str) -> list[str]:
    """Words in lower case; marks are words of their own."""
    return TOKEN.findall(text.lower())


@dataclass(frozen=True, eq=False)
class Examples:
    """`where`: the file, for messages. All columns have the same length. `also_known`: words that a vocabulary made
    from these rows is to have too."""

    where: str
    ids: Sequence[str]
    premises: Sequence[str]
    hypotheses: Sequence[str]
    labels: Coded
    schemas: Sequence[str] = ()
    features: Mapping[str, Coded] = field(default_factory=dict)
    trees: Sequence[tuple[Tree, Tree]] | None = None
    aligned: Sequence[AlignedTree] | None = None
    tree_kind: str = TREES
    """What `trees` are."""
    also_known: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.ids)

    @cached_property
    def words(self) -> tuple[Words, Words]:
        """For premises and hypotheses, with one table."""
        table: dict[str, int] = {}
        sides = [_words(texts, table) for texts in (self.premises, self.hypotheses)]
        names = tuple(table)
        return Words(names, *sides[0]), Words(names, *sides[1])

    def has(self, need: str) -> bool:
        """One of the needs of `protocol.NEEDS`."""
        if need == "text":
            return True
        if need in TREE_KINDS:
            return self.trees is not None and need == self.tree_kind
        return self.aligned is not None

    def taken(self, chosen: Numbers | Sequence[int]) -> Examples:
        index = np.asarray(chosen, dtype=np.int64)
        return replace(
            self,
            ids=_taken(self.ids, index),
            premises=_taken(self.premises, index),
            hypotheses=_taken(self.hypotheses, index),
            labels=self.labels.taken(index),
            schemas=_taken(self.schemas, index) if self.schemas else (),
            features={name: c.taken(index) for name, c in self.features.items()},
            trees=None if self.trees is None else _taken(self.trees, index),
            aligned=None if self.aligned is None else _taken(self.aligned, index),
        )

    def feature_values(self, row: int) -> dict[str, Any]:
        """The features of one row, as they stood in the file."""
        return {name: c.values[c.codes[row]] for name, c in self.features.items() if c.codes[row] >= 0}


def _taken(column: Sequence[Any], index: Numbers) -> Sequence[Any]:
    if isinstance(column, SharedTrees | SharedSentences):
        return column.taken(index)
    return [column[k] for k in index.tolist()]


def _words(texts: Sequence[str], table: dict[str, int]) -> tuple[NDArray[np.int32], Numbers]:
    starts = np.zeros(len(texts) + 1, dtype=np.int64)
    codes: list[NDArray[np.int32]] = []
    for k in range(0, len(texts), 10_000):  # Python lists of numbers are large: few at a time
        found = [[table.setdefault(t, len(table)) for t in tokens(text)] for text in texts[k : k + 10_000]]
        starts[k + 1 : k + 1 + len(found)] = [len(f) for f in found]
        codes.append(np.fromiter(chain.from_iterable(found), dtype=np.int32))
    return (np.concatenate(codes) if codes else np.zeros(0, np.int32)), np.cumsum(starts)


class _Column:
    """A growing column: values of any JSON kind get numbers in order of appearance."""

    def __init__(self) -> None:
        self.numbers: dict[Any, int] = {}
        self.values: list[Any] = []
        self.codes: list[int] = []

    def add(self, row: int, value: Any) -> None:
        # Different JSON may be equal in Python (1, 1.0 and true), and lists have no hash: such go by their text.
        key = value if type(value) is str else (json.dumps(value),)
        number = self.numbers.get(key)
        if number is None:
            number = self.numbers[key] = len(self.values)
            self.values.append(value)
        if len(self.codes) < row:
            self.codes += [-1] * (row - len(self.codes))
        self.codes.append(number)

    def coded(self, size: int) -> Coded:
        codes = np.full(size, -1, dtype=np.int32)
        codes[: len(self.codes)] = self.codes
        return Coded(tuple(self.values), codes)


def gathered(found: Iterable[Row], where: str) -> Examples:
    ids: list[str] = []
    premises: list[str] = []
    hypotheses: list[str] = []
    schemas: list[str] = []
    shared: dict[str, str] = {}
    labels, features = _Column(), dict[str, _Column]()
    for k, row in enumerate(found):
        ids.append(row.id)
        premises.append(shared.setdefault(row.premise, row.premise))
        hypotheses.append(shared.setdefault(row.hypothesis, row.hypothesis))
        schemas.append(shared.setdefault(row.schema, row.schema))
        if row.label not in UNLABELLED:
            labels.add(k, row.label)
        for name, value in row.features.items():
            features.setdefault(name, _Column()).add(k, value)
    columns = {name: c.coded(len(ids)) for name, c in features.items()}
    return Examples(where, ids, premises, hypotheses, labels.coded(len(ids)), schemas, columns)


def read_examples(path: str | Path) -> Examples:
    """One file in ProveNLI's JSON lines."""
    return gathered(rows(path), str(path))


def examples_of(
    premises: Sequence[str],
    hypotheses: Sequence[str],
    labels: Sequence[str],
    features: Mapping[str, Sequence[Any]] | None = None,
    where: str = "examples",
) -> Examples:
    """From values in memory."""
    names = list(features or {})
    made = (
        Row(k + 1, str(k), p, h, label, "", {n: (features or {})[n][k] for n in names}, "")
        for k, (p, h, label) in enumerate(zip(premises, hypotheses, labels, strict=True))
    )
    return gathered(made, where)


def evenly(parts: Sequence[Examples]) -> Examples:
    """As many rows of each as the smallest has, always the same ones, as texts with labels: the accuracy on all of them
    is the mean of the accuracies on each."""
    least = min(map(len, parts))
    taken = [p.taken(np.sort(np.random.default_rng(0).permutation(len(p))[:least])) for p in parts]
    labels = [p.labels.values[c] if c >= 0 else "" for p in taken for c in p.labels.codes]
    premises, hypotheses = ([t for p in taken for t in p.premises], [t for p in taken for t in p.hypotheses])
    return examples_of(premises, hypotheses, labels, where=" and ".join(p.where for p in parts))


def split_parts(directory: Path) -> dict[str, Path]:
    """The parts of a data set or split: PART.jsonl by PART."""
    if not directory.is_dir():
        found = "is a file" if directory.is_file() else "no such directory"
        expected = "expected a directory with train.jsonl and dev.jsonl"
        raise InputError(f"{directory}: {found}; {expected}{neighbours(directory, 'train.jsonl')}")
    other = {"certificates", "patterns"}
    return {p.stem: p for p in sorted(directory.glob("*.jsonl")) if "." not in p.stem and p.stem not in other}
