"""Rows that all have one composition tree, such as those of Geiger et al. 2019, as columns of its nodes.

Leaves are the tokens. Labels of inner nodes are those that the rows record, not those that the tree would give: a check
must be able to find that they are wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from provenli.data.matched_rows import Origin
from provenli.data.readers import FileStretch, Row, rows, stretches
from provenli.errors import FragmentError, InputError
from provenli.fairness.codes import Codes
from provenli.fairness.composition_trees import CompositionTree
from provenli.fairness.learner import WHY
from provenli.fairness.tasks import Composing, CompositionTask
from provenli.models.examples import Examples
from provenli.models.shared_trees import Coded, SharedSentences, SharedTrees
from provenli.pairs.workers import in_processes
from provenli.progress import Progress, silent


def composition_of(origins: Iterable[Origin]) -> CompositionTask | None:
    """The one tree of all rows of these data sets, if they come from one fragment that has one."""
    first, *others = [o.subject for o in origins]
    if any(s.fragment.name != first.fragment.name for s in others) or not isinstance(first.maker, Composing):
        return None
    return first.maker.composition(first.fragment)


def word_pairs(tree: CompositionTree) -> tuple[str, ...]:
    """The nodes above two leaves, a word of the premise and one of the hypothesis, from left to right."""
    leaves, children = set(tree.leaves), tree.shape.children
    found = tuple(n for n in tree.inner if leaves & set(children[n]))
    for node in found:
        if len(children[node]) != 2 or not leaves.issuperset(children[node]):
            raise FragmentError(
                f"node {node!r} of the composition tree: expected two leaves below it, a word of the premise and one "
                f"of the hypothesis, found {', '.join(children[node])}"
            )
    return found


def _is_named(tree: CompositionTree, node: str) -> bool:
    """A node whose value is named by its two words needs no label: nothing is computed there."""
    first = tuple(tree.domains[c][0] for c in tree.shape.children[node])
    return tree.function(node, *first) == "/".join(map(str, first))


# --- for the check: all values as numbers of their domains, refused where they are none ---


class _ColumnReader:
    def __init__(self, tree: CompositionTree) -> None:
        pairs = word_pairs(tree)
        self._words = len(pairs)
        self._leaves = [tree.shape.children[n][side] for side in (0, 1) for n in pairs]
        self.nodes = (*self._leaves, *tree.inner)
        self._codes = [{str(v): k for k, v in enumerate(tree.domains[n])} for n in self._leaves]
        self._named = {n: (k, k + len(pairs)) for k, n in enumerate(pairs) if _is_named(tree, n)}
        self._inner = [(n, {str(v): k for k, v in enumerate(tree.domains[n])}) for n in tree.inner]

    def read(self, row: Row) -> list[int]:
        tokens = [*row.premise.split(" "), *row.hypothesis.split(" ")]
        if len(tokens) != 2 * self._words:
            both = f"{row.premise!r} and {row.hypothesis!r}"
            raise InputError(f"expected two sentences of {self._words} words, found {both}")
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


def _read(path: Path, reader: _ColumnReader, stretch: FileStretch) -> NDArray[np.int16]:
    found: list[list[int]] = []
    for row in rows(path, stretch):
        try:
            found.append(reader.read(row))
        except InputError as e:
            raise InputError(f"{path}, line {row.line}: {e}") from e
    return np.array(found, dtype=np.int16)


def columns(path: Path, tree: CompositionTree, workers: int = 1, progress: Progress = silent) -> dict[str, Codes]:
    """Columns of all nodes, one row for each line of the file."""
    reader = _ColumnReader(tree)
    pieces = stretches(path)
    found = []
    for k, part in enumerate(in_processes(partial(_read, path, reader), pieces, workers), 1):
        progress(f"reading {path.name}", k, len(pieces))
        found.append(part)
    if not found:
        raise InputError(f"{path}: the file is empty")
    table = np.concatenate(found)
    return {node: table[:, k].astype(np.int32) for k, node in enumerate(reader.nodes)}


# --- for models: the tree as it is, and the values as the rows have them ---


def with_shared_trees(examples: Examples, tree: CompositionTree) -> Examples:
    """The examples with their trees; unchanged if the sentences have other places or values are missing."""
    nodes = _children_first(tree)
    pairs = nodes[: len(word_pairs(tree))]
    values = tuple(_recorded(examples, node) for node in nodes)
    told = (c is not None or _is_named(tree, n) for n, c in zip(pairs, values, strict=False))
    composed = (c is not None for c in values[len(pairs) : -1])
    if not all(told) or not all(composed) or any((side.lengths != len(pairs)).any() for side in examples.words):
        return examples
    number = {node: k for k, node in enumerate(nodes)}
    below = tree.shape.children
    children = tuple(() if n in pairs else tuple(number[c] for c in below[n]) for n in nodes)
    left, right = (side.codes.reshape(len(examples), len(pairs)) for side in examples.words)
    shared = SharedTrees(nodes, children, examples.words[0].table, (left, right), values)
    return replace(examples, trees=SharedSentences(shared), aligned=shared)


def _children_first(tree: CompositionTree) -> tuple[str, ...]:
    """The nodes above the words: those of word pairs first, then by height; a pair of words is a leaf here."""
    heights = dict.fromkeys(word_pairs(tree), 0)
    for node in tree.inner:
        if node not in heights:
            heights[node] = 1 + max(heights[c] for c in tree.shape.children[node])
    return tuple(sorted(tree.inner, key=heights.__getitem__))


def _recorded(examples: Examples, node: str) -> Coded | None:
    column = examples.features.get(node)
    return None if column is None else Coded(tuple(map(str, column.values)), column.codes)
