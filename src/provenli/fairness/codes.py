"""Examples as columns of numbers: for each node one array, in which a value is its place in the node's domain.

What is done per example is then done by numpy for all examples at once. A value that is not in the domain is -1.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from provenli.errors import InputError
from provenli.fairness.shapes import NamedShape

Value: TypeAlias = Hashable
Local: TypeAlias = tuple[Value, ...]
"""The input of a node's function: a value of each child."""
Codes: TypeAlias = NDArray[np.int32]
Keys: TypeAlias = NDArray[np.int64]
"""Local inputs as numbers: the children's codes are the digits."""
Columns: TypeAlias = Mapping[str, Codes]
MOST_LOCAL = 2**62


@dataclass(frozen=True)
class Coding:
    shape: NamedShape
    domains: Mapping[str, tuple[Value, ...]]

    @cached_property
    def numbers(self) -> dict[str, dict[Value, int]]:
        return {node: {v: k for k, v in enumerate(domain)} for node, domain in self.domains.items()}

    def sizes(self, node: str) -> tuple[int, ...]:
        return tuple(len(self.domains[c]) for c in self.shape.children[node])

    def locals_of(self, node: str) -> int:
        """How many local inputs the node's function has."""
        count = prod(self.sizes(node))
        if count > MOST_LOCAL:
            raise InputError(f"node {node!r} has {count:,} local inputs, too many to number; give it fewer children")
        return count

    def code(self, node: str, value: Value) -> int:
        return self.numbers[node].get(value, -1)

    def column(self, node: str, values: Iterable[Value]) -> Codes:
        known = self.numbers[node]
        return np.array([known.get(v, -1) for v in values], dtype=np.int32)

    def leaf_columns(self, rows: Sequence[Sequence[Value]]) -> dict[str, Codes]:
        """Inputs, given from left to right, as columns of the leaves."""
        leaves = self.shape.leaves
        for k, row in enumerate(rows):
            if len(row) != len(leaves):
                raise InputError(f"input {k} has {len(row)} values, the tree has {len(leaves)} leaves: {row!r}")
        return {leaf: self.column(leaf, [row[n] for row in rows]) for n, leaf in enumerate(leaves)}

    def rows(self, columns: Columns) -> list[tuple[Value, ...]]:
        """The inputs, from left to right."""
        return list(zip(*(self.values(leaf, columns[leaf]) for leaf in self.shape.leaves), strict=True))

    def values(self, node: str, codes: Codes) -> list[Value]:
        domain = self.domains[node]
        return [domain[c] for c in codes.tolist()]

    def keys(self, node: str, columns: Columns) -> Keys:
        """The local input at the node in each row; -1 if a child has no value of its domain."""
        children = self.shape.children[node]
        self.locals_of(node)
        out = columns[children[0]].astype(np.int64)
        lowest = columns[children[0]]
        for child, size in zip(children[1:], self.sizes(node)[1:], strict=True):
            out *= size
            out += columns[child]
            lowest = np.minimum(lowest, columns[child])
        if len(out) and lowest.min() < 0:
            out[lowest < 0] = -1
        return out

    def local(self, node: str, key: int) -> Local:
        """The local input that a number stands for."""
        digits = []
        for size in reversed(self.sizes(node)):
            key, digit = divmod(key, size)
            digits.append(digit)
        children = self.shape.children[node]
        return tuple(self.domains[c][d] for c, d in zip(children, reversed(digits), strict=True))

    def digits(self, node: str, keys: Keys) -> list[Codes]:
        """The children's codes of each local input."""
        found: list[Codes] = []
        for size in reversed(self.sizes(node)):
            keys, digit = np.divmod(keys, size)
            found.append(digit.astype(np.int32))
        return found[::-1]


def length(columns: Columns) -> int:
    return len(next(iter(columns.values())))


def taken(columns: Columns, rows: NDArray[np.int64] | NDArray[np.bool_]) -> dict[str, Codes]:
    return {node: column[rows] for node, column in columns.items()}


def joined(parts: Sequence[Columns]) -> dict[str, Codes]:
    return {node: np.concatenate([p[node] for p in parts]) for node in parts[0]}
