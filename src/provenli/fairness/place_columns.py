"""Rows whose sentences all have the same places, as columns of a composition tree: fragment G of Geiger et al. 2019.

Leaves are the tokens. Labels of inner nodes are those that the rows record, not those that the tree would give: a check
must be able to find that they are wrong.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from provenli.data.readers import Row, Stretch, rows, stretches
from provenli.errors import InputError
from provenli.fairness.codes import Codes
from provenli.fairness.composition_trees import CompositionTree
from provenli.fairness.learner import WHY
from provenli.pairs.workers import in_processes
from provenli.progress import Progress, silent

SIDES = ("premise", "hypothesis")


class _Reader:
    """`places`: of a sentence, from left to right; leaves are called 'PLACE premise' and 'PLACE hypothesis'."""

    def __init__(self, tree: CompositionTree, places: Sequence[str]) -> None:
        self._places = len(places)
        leaves = [f"{p} {side}" for side in SIDES for p in places]
        self.nodes = (*leaves, *tree.inner)
        self._codes = [{str(v): k for k, v in enumerate(tree.domains[n])} for n in leaves]
        self._leaves = leaves
        index = {leaf: k for k, leaf in enumerate(leaves)}
        # A node whose value is named by its two words needs no label: nothing is computed there.
        self._named = {n: [index[c] for c in tree.shape.children[n]] for n in tree.inner if _is_named(tree, n)}
        self._inner = [(n, {str(v): k for k, v in enumerate(tree.domains[n])}) for n in tree.inner]

    def read(self, row: Row) -> list[int]:
        tokens = [*row.premise.split(" "), *row.hypothesis.split(" ")]
        if len(tokens) != 2 * self._places:
            both = f"{row.premise!r} and {row.hypothesis!r}"
            raise InputError(f"expected two sentences of {self._places} words, found {both}")
        out = []
        for token, leaf, codes in zip(tokens, self._leaves, self._codes, strict=True):
            if token not in codes:
                raise InputError(f"{token!r} cannot stand at {leaf}")
            out.append(codes[token])
        for node, codes in self._inner:
            out.append(codes[self._label(node, codes, row.features, tokens)])
        return out

    def _label(self, node: str, codes: Mapping[str, int], features: Mapping[str, object], tokens: list[str]) -> str:
        if node in self._named:
            return "/".join(tokens[k] for k in self._named[node])
        if node not in features:
            raise InputError(f"no label for node {node!r}; {WHY}")
        said = str(features[node])
        if said not in codes:
            raise InputError(f"node {node!r}: expected {', '.join(codes)}, found {said!r}")
        return said


def _is_named(tree: CompositionTree, node: str) -> bool:
    children = tree.shape.children[node]
    if not set(children) <= set(tree.leaves) or len(children) != 2:
        return False
    first = tuple(tree.domains[c][0] for c in children)
    return tree.function(node, *first) == "/".join(map(str, first))


def _read(path: Path, reader: _Reader, stretch: Stretch) -> NDArray[np.int16]:
    found: list[list[int]] = []
    for row in rows(path, stretch):
        try:
            found.append(reader.read(row))
        except InputError as e:
            raise InputError(f"{path}, line {row.line}: {e}") from e
    return np.array(found, dtype=np.int16)


def columns(
    path: Path, tree: CompositionTree, places: Sequence[str], workers: int = 1, progress: Progress = silent
) -> dict[str, Codes]:
    """Columns of all nodes, one row for each line of the file."""
    reader = _Reader(tree, places)
    pieces = stretches(path)
    found = []
    for k, part in enumerate(in_processes(partial(_read, path, reader), pieces, workers), 1):
        progress(f"reading {path.name}", k, len(pieces))
        found.append(part)
    if not found:
        raise InputError(f"{path}: the file is empty")
    table = np.concatenate(found)
    return {node: table[:, k].astype(np.int32) for k, node in enumerate(reader.nodes)}
