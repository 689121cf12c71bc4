"""Ordered trees of named nodes: the T of a composition tree (Geiger et al. 2019, Definition 1), which the learner is
told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

from provenli.errors import InputError


@dataclass(frozen=True)
class NamedShape:
    """`children` of every node, from left to right; a leaf has none. Made by `shape`, which checks it."""

    children: Mapping[str, tuple[str, ...]]
    root: str

    @cached_property
    def order(self) -> tuple[str, ...]:
        """All nodes, children before parents, left before right."""
        return tuple(self.below(self.root))

    @cached_property
    def leaves(self) -> tuple[str, ...]:
        return tuple(n for n in self.order if not self.children[n])

    @cached_property
    def inner(self) -> tuple[str, ...]:
        return tuple(n for n in self.order if self.children[n])

    def below(self, node: str) -> Iterator[str]:
        """The nodes of the subtree, `node` last; without recursion, as chains may be long."""
        found, stack = [], [node]
        while stack:
            found.append(stack.pop())
            stack.extend(self.children[found[-1]])
        yield from reversed(found)


def shape(children: Mapping[str, tuple[str, ...]]) -> NamedShape:
    """A checked shape: every child is known, has one parent, and one root is above all."""
    parent: dict[str, str] = {}
    for node, below in children.items():
        for c in below:
            if c not in children:
                raise InputError(f"node {node!r} has the child {c!r}, which is no node of the tree")
            if c in parent:
                raise InputError(f"node {c!r} is a child twice, of {parent[c]!r} and of {node!r}")
            parent[c] = node
    root = _root(children, parent)
    made = NamedShape(MappingProxyType(dict(children)), root)
    if lost := children.keys() - set(made.order):
        raise InputError(f"the tree has a cycle: {_cycle(sorted(lost)[0], parent)}")
    return made


def _root(children: Mapping[str, tuple[str, ...]], parent: Mapping[str, str]) -> str:
    if not children:
        raise InputError("the tree has no nodes")
    roots = [n for n in children if n not in parent]
    if not roots:
        raise InputError(f"the tree has a cycle: {_cycle(next(iter(children)), parent)}")
    if len(roots) > 1:
        raise InputError(f"a tree has one root, this has {len(roots)}: {', '.join(map(repr, roots))}")
    return roots[0]


def _cycle(start: str, parent: Mapping[str, str]) -> str:
    """Going up from a node that is below no root, one reaches the cycle and then goes around it."""
    path = [start]
    while parent[path[-1]] not in path:
        path.append(parent[path[-1]])
    around = path[path.index(parent[path[-1]]) :]
    return " below ".join(map(repr, [*around, around[0]]))
