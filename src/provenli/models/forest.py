"""Many trees at once: all nodes of a level, over all trees of a batch, are composed in one go.

Nodes with no children are level 0, others one above their highest child. A step is all nodes of one level that have the
same number of children and the same set of classes. What a step reads are outputs of earlier steps.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from provenli.errors import InputError
from provenli.models.net import gather, tensor

Numbers = NDArray[np.int64]
WIDEST = 4
"""Children of a node, at most."""
Key = tuple[int, int, int]


@dataclass(frozen=True)
class TreeShape:
    """One tree; children come before their parents. `groups`: each node's set of classes, or -1."""

    children: tuple[tuple[int, ...], ...]
    groups: tuple[int, ...]

    @cached_property
    def levels(self) -> tuple[int, ...]:
        out: list[int] = []
        for c in self.children:
            out.append(1 + max((out[k] for k in c), default=-1))
        return tuple(out)

    @cached_property
    def steps(self) -> dict[Key, tuple[Numbers, Numbers]]:
        """Nodes, and their children [nodes, arity], for each level, arity and group."""
        found: dict[Key, list[int]] = {}
        for k, (level, c, g) in enumerate(zip(self.levels, self.children, self.groups, strict=True)):
            if len(c) > WIDEST:
                raise InputError(f"a node has {len(c)} children; models compose {WIDEST} at most")
            found.setdefault((level, len(c), g), []).append(k)
        return {
            key: (np.array(ks), np.array([self.children[k] for k in ks], dtype=np.int64).reshape(len(ks), key[1]))
            for key, ks in found.items()
        }

    @cached_property
    def weights(self) -> NDArray[np.float32]:
        """Nodes with classes that cover equally many words together weigh as much as the root (shared_trees.py)."""
        sizes: list[int] = []
        for c in self.children:
            sizes.append(sum(sizes[k] for k in c) or 1)
        labelled = [s for s, g in zip(sizes, self.groups, strict=True) if g >= 0]
        return np.array(
            [1 / labelled.count(s) if g >= 0 else 0.0 for s, g in zip(sizes, self.groups, strict=True)],
            dtype=np.float32,
        )

    def nested(self, group: int) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Which nodes of a group are below another node of it, and which are above one."""
        of = np.array(self.groups) == group
        below, above = np.zeros(len(of), dtype=bool), np.zeros(len(of), dtype=bool)
        for k, c in enumerate(self.children):
            above[k] = any(of[x] or above[x] for x in c)
        for k in range(len(of) - 1, -1, -1):
            for x in self.children[k]:
                below[x] = of[k] or below[k]
        return of & below, of & above


@dataclass(frozen=True, eq=False)
class ForestStep:
    """`rows` (within the batch) and `nodes` (within the tree) say which nodes. `children` [n, arity] says where to
    read: places in the outputs of the steps `sources`, one after the other."""

    arity: int
    group: int
    rows: Numbers
    nodes: Numbers
    below: Numbers
    """Children [n, arity], within the tree."""
    sources: tuple[int, ...]
    children: Tensor


@dataclass(frozen=True, eq=False)
class Forest:
    steps: tuple[ForestStep, ...]
    places: Numbers
    """The place of each node, tree after tree, in all outputs, step after step."""
    offsets: Numbers
    """The first node of each tree in `places`."""
    roots: Numbers

    def read(self, outputs: Sequence[Tensor], step: ForestStep) -> Tensor:
        """What the children of a step's nodes sent: [n, arity, d]."""
        return gather(torch.cat([outputs[s] for s in step.sources]), step.children)

    def located(self, outputs: Sequence[Tensor], rows: Numbers, nodes: Numbers) -> Tensor:
        """The outputs of these nodes: [n, d]."""
        return gather(torch.cat(list(outputs)), tensor(self.places[self.offsets[rows] + nodes]))

    def root_outputs(self, outputs: Sequence[Tensor]) -> Tensor:
        return gather(torch.cat(list(outputs)), tensor(self.places[self.roots]))


def grow(shapes: Sequence[TreeShape], of_rows: Numbers) -> Forest:
    """The forest of a batch, from the shape of each of its trees."""
    sizes = np.array([len(s.children) for s in shapes])[of_rows]
    ends = np.cumsum(sizes)
    offsets = ends - sizes
    used = {int(s): np.flatnonzero(of_rows == s) for s in np.unique(of_rows)}
    keys = sorted({key for s in used for key in shapes[s].steps})
    places = np.zeros(int(ends[-1]), dtype=np.int64)
    made_by = np.zeros(int(ends[-1]), dtype=np.int64)
    firsts: list[int] = []
    steps: list[ForestStep] = []
    done = 0
    for key in keys:
        rows, nodes, children = _of_step(key, shapes, used, offsets)
        flat = offsets[rows] + nodes
        sources = tuple(np.unique(made_by[children]).tolist())
        shift = np.zeros(len(keys), dtype=np.int64)
        below = 0
        for s in sources:
            shift[s] = below - firsts[s]
            below += len(steps[s].rows)
        read = tensor(places[children] + shift[made_by[children]])
        steps.append(ForestStep(key[1], key[2], rows, nodes, children - offsets[rows][:, None], sources, read))
        places[flat], made_by[flat] = done + np.arange(len(flat)), len(firsts)
        firsts.append(done)
        done += len(flat)
    return Forest(tuple(steps), places, offsets, ends - 1)


def _of_step(
    key: Key, shapes: Sequence[TreeShape], used: dict[int, Numbers], offsets: Numbers
) -> tuple[Numbers, Numbers, Numbers]:
    """Rows, nodes and the numbers of the children in the whole batch."""
    rows, nodes, children = [], [], []
    for s, of_shape in used.items():
        if key in shapes[s].steps:
            here, below = shapes[s].steps[key]
            rows.append(np.repeat(of_shape, len(here)))
            nodes.append(np.tile(here, len(of_shape)))
            children.append((offsets[of_shape][:, None, None] + below[None]).reshape(len(rows[-1]), key[1]))
    return np.concatenate(rows), np.concatenate(nodes), np.concatenate(children)


@dataclass(frozen=True, eq=False)
class Trees:
    """The trees of many rows as columns: the shape of each, and where its nodes begin in columns over nodes."""

    shapes: tuple[TreeShape, ...]
    of_rows: NDArray[np.int32]
    starts: Numbers
    _grown: dict[tuple[int, int], Forest] = field(default_factory=dict)

    @property
    def sizes(self) -> Numbers:
        return np.array([len(s.children) for s in self.shapes], dtype=np.int64)[self.of_rows]

    def forest(self, chosen: Numbers) -> Forest:
        """If all trees have one shape, all batches of one size have the same forest, so it is kept."""
        if len(self.shapes) > 1:
            return grow(self.shapes, self.of_rows[chosen].astype(np.int64))
        key = (0, len(chosen))
        if key not in self._grown:
            self._grown[key] = grow(self.shapes, np.zeros(len(chosen), dtype=np.int64))
        return self._grown[key]

    @cached_property
    def _weights(self) -> tuple[NDArray[np.float32], Numbers]:
        """All shapes, one after the other, and where each begins."""
        sizes = [len(s.children) for s in self.shapes]
        return np.concatenate([s.weights for s in self.shapes]), np.cumsum([0, *sizes])[:-1]

    def weights(self, chosen: Numbers, step: ForestStep) -> NDArray[np.float32]:
        """The weights of the step's nodes in the loss."""
        table, begins = self._weights
        out: NDArray[np.float32] = table[begins[self.of_rows[chosen]][step.rows] + step.nodes]
        return out

    def nested(self, chosen: Numbers, step: ForestStep) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Which of the step's nodes are below others of their group, and which are above others."""
        of_rows = self.of_rows[chosen][step.rows]
        out = np.zeros((2, len(step.rows)), dtype=bool)
        for shape in np.unique(of_rows).tolist():
            here = of_rows == shape
            for side, found in zip(out, self.shapes[shape].nested(step.group), strict=True):
                side[here] = found[step.nodes[here]]
        return out[0], out[1]

    def flat(self, chosen: Numbers, step: ForestStep) -> Numbers:
        """The step's nodes in columns over nodes."""
        return self.starts[chosen][step.rows] + step.nodes
