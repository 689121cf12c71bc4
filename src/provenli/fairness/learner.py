"""The learner that fairness is defined by: it remembers what each function did, and no more (Geiger et al. 2019,
Algorithm 2).

It is told the shape of the tree and, for every training example, the label of every node. It never guesses: a local
input that it was not shown has the value UNKNOWN, and so has everything above it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

import numpy as np
from numpy.typing import NDArray

from provenli.errors import InputError
from provenli.fairness.codes import Codes, Coding, Columns, Keys, Value, length
from provenli.fairness.shapes import NamedShape

DENSE = 2**22


class Unshown(Enum):
    UNKNOWN = "unknown"


UNKNOWN: Final = Unshown.UNKNOWN
"""The learner's answer where it was shown nothing: never equal to a label, so always an error."""


@dataclass(frozen=True, slots=True)
class ShownExample:
    """An input, from left to right, and the label of every inner node."""

    input: tuple[Value, ...]
    labels: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Shown:
    """The local inputs that a node was shown, in order, and the value of each."""

    keys: Keys
    codes: Codes

    def __call__(self, keys: Keys) -> Codes:
        if not len(self.keys):
            return np.full(len(keys), -1, dtype=np.int32)
        place = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        return np.where(self.keys[place] == keys, self.codes[place], np.int32(-1))


@dataclass(frozen=True)
class Learned:
    """A composition tree as far as it is known."""

    coding: Coding
    shown: Mapping[str, Shown]

    def predict(self, x: Sequence[Value]) -> Value:
        columns = self.predict_columns(self.coding.leaf_columns([x]))
        code = int(columns[self.coding.shape.root][0])
        return UNKNOWN if code < 0 else self.coding.domains[self.coding.shape.root][code]

    def predict_columns(self, leaves: Columns) -> dict[str, Codes]:
        """Its answers at every node; -1 is unknown."""
        columns = {leaf: leaves[leaf] for leaf in self.coding.shape.leaves}
        for node in self.coding.shape.inner:
            columns[node] = self.shown[node](self.coding.keys(node, columns))
        return columns

    def errors(self, columns: Columns) -> NDArray[np.int64]:
        """The rows whose root it gets wrong; an unknown is wrong."""
        root = self.coding.shape.root
        return np.flatnonzero(self.predict_columns(columns)[root] != columns[root])


def learn(shape: NamedShape, examples: Iterable[ShownExample]) -> Learned:
    """From examples as values; only the values that they show are known of the domains."""
    kept = list(examples)
    _check(shape, kept)
    places = {leaf: k for k, leaf in enumerate(shape.leaves)}
    values = {n: [e.input[places[n]] if n in places else e.labels[n] for e in kept] for n in shape.order}
    coding = Coding(shape, {node: tuple(dict.fromkeys(column)) for node, column in values.items()})
    return learn_columns(coding, {node: coding.column(node, column) for node, column in values.items()})


def _check(shape: NamedShape, examples: Sequence[ShownExample]) -> None:
    for k, e in enumerate(examples):
        if len(e.input) != len(shape.leaves):
            raise InputError(f"training example {k} has {len(e.input)} values, the tree has {len(shape.leaves)} leaves")
        for node in shape.inner:
            if node not in e.labels:
                raise InputError(f"training example {k} has no label for node {node!r}; {WHY}")


WHY = "fairness needs a label at every inner node (Geiger et al. 2019, section 5)"


def learn_columns(coding: Coding, columns: Columns) -> Learned:
    """From columns of all nodes; the coding may know more values than the examples show."""
    require_labels(coding, columns)
    if not length(columns):
        raise InputError("the training set is empty")
    return Learned(coding, {node: _memorised(coding, node, columns) for node in coding.shape.inner})


def require_labels(coding: Coding, columns: Columns, what: str = "training example") -> None:
    for node in coding.shape.order:
        if node not in columns:
            raise InputError(f"no {what} has a label for node {node!r}; {WHY}")
        bad = columns[node] < 0
        if bad.any():
            raise InputError(f"{what} {int(np.argmax(bad))} has no label for node {node!r} out of the node's domain")


def _memorised(coding: Coding, node: str, columns: Columns) -> Shown:
    keys, labels = coding.keys(node, columns), columns[node]
    distinct, row = first_rows(keys, coding.locals_of(node))
    shown = Shown(distinct, labels[row])
    wrong = np.flatnonzero(shown(keys) != labels)
    if len(wrong):
        k = int(wrong[0])
        local = ", ".join(map(str, coding.local(node, int(keys[k]))))
        other, domain = int(row[np.searchsorted(distinct, keys[k])]), coding.domains[node]
        raise InputError(
            f"contradictory labels for node {node!r} with local input ({local}): "
            f"{domain[labels[other]]} in training example {other}, {domain[labels[k]]} in training example {k}"
        )
    return shown


def first_rows(keys: Keys, size: int) -> tuple[Keys, NDArray[np.int64]]:
    """The distinct keys in order, and the first row of each. Without sorting if few keys are possible."""
    if size > DENSE:
        found, rows = np.unique(keys, return_index=True)
        return found, rows
    first = np.full(size, -1, dtype=np.int64)
    first[keys[::-1]] = np.arange(len(keys) - 1, -1, -1)
    distinct = np.flatnonzero(first >= 0)
    return distinct, first[distinct]
