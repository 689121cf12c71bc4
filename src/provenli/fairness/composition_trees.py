"""Composition trees: a tree, a domain for every node, a function for every inner node (Geiger et al. 2019, Definition
1).

    tree = composition_tree([
        CompositionLeaf("not", ("¬", "ε")), CompositionLeaf("atom", (True, False)),
        Inner("literal", ("not", "atom"), lambda sign, value: value != (sign == "¬")),
    ])
    compose(tree, ("¬", True))          # False

Functions are called once per local input when the tree is made; from then on they are tables of integers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import prod
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from provenli.errors import InputError
from provenli.fairness.codes import Codes, Coding, Columns, Keys, Local, Value, length
from provenli.fairness.shapes import shape

Function: TypeAlias = Callable[..., Value] | Mapping[Local, Value]
LARGEST_TABLE = 2**24


@dataclass(frozen=True, slots=True)
class CompositionLeaf:
    name: str
    domain: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Inner:
    """`function` takes a value of each child; a mapping takes them as a tuple. Without a domain the node has the values
    that the function gives, so that it is onto (Geiger et al. 2019, section 4.3)."""

    name: str
    children: tuple[str, ...]
    function: Function
    domain: tuple[Value, ...] | None = None


@dataclass(frozen=True)
class CompositionTree(Coding):
    tables: Mapping[str, Codes]
    """The code of each inner node's value at each local input."""

    @property
    def leaves(self) -> tuple[str, ...]:
        return self.shape.leaves

    @property
    def inner(self) -> tuple[str, ...]:
        return self.shape.inner

    @property
    def root(self) -> str:
        return self.shape.root

    @cached_property
    def size(self) -> int:
        """The number of inputs."""
        return prod(len(self.domains[leaf]) for leaf in self.leaves)

    @cached_property
    def reached(self) -> Mapping[str, NDArray[np.bool_]]:
        """The values that some input gives each node. (A domain may name values that no input gives.)"""
        found = {leaf: np.ones(len(self.domains[leaf]), dtype=np.bool_) for leaf in self.leaves}
        for node in self.inner:
            mask = np.zeros(len(self.domains[node]), dtype=np.bool_)
            mask[self.tables[node][_combined(found, self.shape.children[node])]] = True
            found[node] = mask
        return found

    def possible(self, node: str) -> Keys:
        """The local inputs that some input realises. Subtrees share no leaf, so values that two children can have can
        also occur together."""
        return np.flatnonzero(_combined(self.reached, self.shape.children[node]))

    def function(self, node: str, *local: Value) -> Value:
        codes = [self.code(c, v) for c, v in zip(self.shape.children[node], local, strict=True)]
        if min(codes) < 0:
            raise InputError(f"node {node!r} has no local input {_shown(local)}")
        key = int(np.ravel_multi_index(codes, self.sizes(node)))
        return self.domains[node][int(self.tables[node][key])]

    def inputs(self) -> Iterator[tuple[Value, ...]]:
        return product(*(self.domains[leaf] for leaf in self.leaves))

    def all_columns(self) -> dict[str, Codes]:
        """Every input with every label, for small trees: row k is the k-th of `inputs`."""
        sizes = [len(self.domains[leaf]) for leaf in self.leaves]
        codes = np.unravel_index(np.arange(self.size), sizes)
        leaves = {leaf: c.astype(np.int32) for leaf, c in zip(self.leaves, codes, strict=True)}
        return compose_columns(self, leaves)


def compose(tree: CompositionTree, x: Sequence[Value], node: str | None = None) -> Value:
    """The value of the input at the node, by default the root (Algorithm 1)."""
    return compose_all(tree, x)[tree.root if node is None else node]


def compose_all(tree: CompositionTree, x: Sequence[Value]) -> dict[str, Value]:
    """The value of the input at every node."""
    columns = labelled(tree, [x])
    return {node: tree.domains[node][int(columns[node][0])] for node in tree.shape.order}


def labelled(tree: CompositionTree, rows: Sequence[Sequence[Value]]) -> dict[str, Codes]:
    """Columns of all nodes for inputs given as values."""
    columns = tree.leaf_columns(rows)
    for leaf, column in columns.items():
        if len(column) and column.min() < 0:
            k = int(np.argmin(column))
            value = rows[k][tree.leaves.index(leaf)]
            raise InputError(f"input {k}: {value!r} is not in the domain of leaf {leaf!r}")
    return compose_columns(tree, columns)


def compose_columns(tree: CompositionTree, leaves: Columns) -> dict[str, Codes]:
    """Algorithm 1 for all rows at once: columns of all nodes from those of the leaves."""
    columns: dict[str, Codes] = {}
    for leaf in tree.leaves:
        if leaf not in leaves:
            raise InputError(f"the inputs have no column for leaf {leaf!r}")
        columns[leaf] = leaves[leaf]
        if length({leaf: leaves[leaf]}) and not 0 <= leaves[leaf].min() <= leaves[leaf].max() < len(tree.domains[leaf]):
            raise InputError(f"the inputs have a code outside the domain of leaf {leaf!r}")
    for node in tree.inner:
        columns[node] = tree.tables[node][tree.keys(node, columns)]
    return columns


# --- making a tree --------------------------------------------------------------------------------------------------


def composition_tree(nodes: Iterable[CompositionLeaf | Inner]) -> CompositionTree:
    by_name: dict[str, CompositionLeaf | Inner] = {}
    for n in nodes:
        if n.name in by_name:
            raise InputError(f"two nodes of the tree are called {n.name!r}")
        if isinstance(n, Inner) and not n.children:
            raise InputError(f"node {n.name!r} has a function but no children; make it a leaf")
        by_name[n.name] = n
    made = shape({name: n.children if isinstance(n, Inner) else () for name, n in by_name.items()})
    domains: dict[str, tuple[Value, ...]] = {}
    tables: dict[str, Codes] = {}
    for name in made.order:
        node = by_name[name]
        if isinstance(node, Inner):
            domains[name], tables[name] = _tabulated(node, [domains[c] for c in node.children])
        else:
            domains[name] = node.domain
        _check_domain(name, domains[name])
    return CompositionTree(made, domains, tables)


def _check_domain(name: str, domain: tuple[Value, ...]) -> None:
    if not domain:
        raise InputError(f"the domain of node {name!r} is empty")
    if len(set(domain)) < len(domain):
        twice = next(v for v in domain if domain.count(v) > 1)
        raise InputError(f"the domain of node {name!r} has {twice!r} twice")


def _tabulated(node: Inner, below: Sequence[tuple[Value, ...]]) -> tuple[tuple[Value, ...], Codes]:
    count = prod(map(len, below))
    if count > LARGEST_TABLE:
        raise InputError(f"node {node.name!r} has {count:,} local inputs, the most is {LARGEST_TABLE:,}")
    numbers = {v: k for k, v in enumerate(node.domain or ())}
    table = np.empty(count, dtype=np.int32)
    for k, local in enumerate(product(*below)):
        value = _applied(node, local)
        if node.domain is not None and value not in numbers:
            raise InputError(f"node {node.name!r}: {_shown(local)} gives {value!r}, which is not in the node's domain")
        table[k] = numbers.setdefault(value, len(numbers))
    return node.domain or tuple(numbers), table


def _applied(node: Inner, local: Local) -> Value:
    """If a user's function fails on an input, it is undefined there."""
    try:
        value = node.function[local] if isinstance(node.function, Mapping) else node.function(*local)
        hash(value)
    except Exception as e:
        raise InputError(f"the function of node {node.name!r} is undefined for {_shown(local)}: {e!r}") from e
    if value is None and (node.domain is None or None not in node.domain):
        raise InputError(f"the function of node {node.name!r} is undefined for {_shown(local)}")
    return value


def _shown(local: Local) -> str:
    return f"({', '.join(map(str, local))})"


def _combined(masks: Mapping[str, NDArray[np.bool_]], children: Sequence[str]) -> NDArray[np.bool_]:
    out = masks[children[0]]
    for c in children[1:]:
        out = (out[:, None] & masks[c][None, :]).ravel()
    return out
