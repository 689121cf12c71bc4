"""Is a split fair? Two routes that must agree (Geiger et al. 2019, section 3.3).

Coverage: every local input that a test example realises is realised by some training example (Definition 2). Learning:
the memorising learner makes no error on the test examples. Without test examples all inputs are meant; a space of 10^26
is then represented by witnesses, one input for each local input that is possible.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from provenli.errors import InputError
from provenli.fairness.codes import Codes, Coding, Columns, Keys, Local, Value, length
from provenli.fairness.composition_trees import CompositionTree, compose_columns, labelled
from provenli.fairness.learner import Learned, Shown, ShownExample, first_rows, learn_columns

SMALL = 2**17
"""Spaces of up to this many inputs are tried in full."""


@dataclass(frozen=True)
class Coverage:
    """For one node: which local inputs training shows, of those that are needed."""

    node: str
    shown: int
    """How many distinct local inputs training shows."""
    needed: int
    """How many the test examples realise; without test examples, how many are possible."""
    missing_keys: Keys
    coding: Coding

    @cached_property
    def missing(self) -> tuple[Local, ...]:
        """The local inputs that are needed and never shown."""
        return tuple(self.coding.local(self.node, int(k)) for k in self.missing_keys)

    @property
    def fair(self) -> bool:
        return not len(self.missing_keys)


@dataclass(frozen=True)
class CompositionReport:
    nodes: tuple[Coverage, ...]
    dependent: NDArray[np.int64]
    """Rows of the tested examples that depend on a local input never shown (coverage)."""
    errors: NDArray[np.int64]
    """Rows of the tested examples that the memorising learner gets wrong (learning)."""
    tested: int
    on_tests: bool
    """Whether the tested examples were given; otherwise they are all inputs, or witnesses."""
    learned: Learned

    @property
    def fair(self) -> bool:
        return all(n.fair for n in self.nodes) and not len(self.errors)

    @property
    def routes_agree(self) -> bool:
        covered = all(n.fair for n in self.nodes)
        return np.array_equal(self.dependent, self.errors) and covered == (not len(self.errors))

    @property
    def accuracy(self) -> float:
        """For the memorising learner."""
        return 1.0 - len(self.errors) / self.tested if self.tested else 1.0

    def lines(self, most: int = 5) -> list[str]:
        """For people: the verdict, then a line for each node, with up to `most` missing local inputs."""
        what = "test examples" if self.on_tests else "inputs tried"
        head = f"{'fair' if self.fair else 'unfair'}: the memorising learner gets {self.tested - len(self.errors):,} of {self.tested:,} {what} right"  # noqa: E501
        return [head, *(_line(n, most) for n in self.nodes)]


def _line(n: Coverage, most: int) -> str:
    line = f"  {n.node}: {n.needed - len(n.missing_keys):,} of {n.needed:,} local inputs shown"
    if n.fair:
        return line
    some = [n.coding.local(n.node, int(k)) for k in n.missing_keys[:most]]
    listed = ", ".join(f"({', '.join(map(str, local))})" for local in some)
    more = f" and {len(n.missing_keys) - most:,} more" if len(n.missing_keys) > most else ""
    return f"{line}; missing {listed}{more}"


# --- checking -------------------------------------------------------------------------------------------------------


def check(
    tree: CompositionTree, training: Iterable[ShownExample], tests: Sequence[Sequence[Value]] | None = None
) -> CompositionReport:
    """Examples as values; tests are inputs."""
    examples = list(training)
    rows = labelled(tree, tests) if tests is not None else None
    return check_columns(tree, coded(tree, examples), rows)


def coded(tree: CompositionTree, examples: Sequence[ShownExample]) -> dict[str, Codes]:
    """Training examples as columns, with the labels they were given."""
    columns = tree.leaf_columns([e.input for e in examples])
    for node in tree.inner:
        for k, e in enumerate(examples):
            if node not in e.labels:
                raise InputError(f"training example {k} has no label for node {node!r}")
        columns[node] = tree.column(node, (e.labels[node] for e in examples))
    return columns


def check_columns(tree: CompositionTree, training: Columns, tests: Columns | None = None) -> CompositionReport:
    """Training columns of all nodes; for tests the leaves suffice, since the tree gives the rest."""
    learned = learn_columns(tree, training)
    for node in tree.inner:
        _check_labels(tree, node, learned.shown[node])
    if tests is not None:
        rows = compose_columns(tree, tests)
        return _report(learned, rows, {n: _distinct(tree, n, rows) for n in tree.inner}, on_tests=True)
    rows = tree.all_columns() if tree.size <= SMALL else witnesses(tree)
    return _report(learned, rows, {n: tree.possible(n) for n in tree.inner}, on_tests=False)


def _report(learned: Learned, tests: Columns, needed: dict[str, Keys], *, on_tests: bool) -> CompositionReport:
    coding = learned.coding
    depends = np.zeros(length(tests), dtype=np.bool_)
    nodes = []
    for node, wanted in needed.items():
        shown = learned.shown[node].keys
        missing = np.setdiff1d(wanted, shown, assume_unique=True)
        nodes.append(Coverage(node, len(shown), len(wanted), missing, coding))
        if len(missing):
            depends |= np.isin(coding.keys(node, tests), missing)
    return CompositionReport(
        tuple(nodes), np.flatnonzero(depends), learned.errors(tests), len(depends), on_tests, learned
    )


def _check_labels(tree: CompositionTree, node: str, shown: Shown) -> None:
    wrong = np.flatnonzero(tree.tables[node][shown.keys] != shown.codes)
    if len(wrong):
        k = int(wrong[0])
        local = ", ".join(map(str, tree.local(node, int(shown.keys[k]))))
        given, right = (tree.domains[node][c] for c in (shown.codes[k], tree.tables[node][shown.keys[k]]))
        raise InputError(f"training labels node {node!r} with local input ({local}) as {given}; the tree gives {right}")


def _distinct(coding: Coding, node: str, columns: Columns) -> Keys:
    return first_rows(coding.keys(node, columns), coding.locals_of(node))[0]


def witnesses(tree: CompositionTree) -> dict[str, Codes]:
    """An input that realises each possible local input of each node, with all labels."""
    leaves = {leaf: [] for leaf in tree.leaves}  # type: dict[str, list[Codes]]
    giving = _giving(tree)
    for node in tree.inner:
        keys = tree.possible(node)
        found = {leaf: np.zeros(len(keys), dtype=np.int32) for leaf in tree.leaves}
        for child, codes in zip(tree.shape.children[node], tree.digits(node, keys), strict=True):
            for leaf, column in giving[child].items():
                found[leaf] = column[codes]
        for leaf, column in found.items():
            leaves[leaf].append(column)
    return compose_columns(tree, {leaf: np.concatenate(c) for leaf, c in leaves.items()})


def _giving(tree: CompositionTree) -> dict[str, dict[str, Codes]]:
    """Leaves that give each value that a node can have, by node and value."""
    giving: dict[str, dict[str, Codes]] = {}
    for node in tree.shape.order:
        if node in tree.leaves:
            giving[node] = {node: np.arange(len(tree.domains[node]), dtype=np.int32)}
            continue
        keys = tree.possible(node)
        chosen = np.zeros(len(tree.domains[node]), dtype=np.int64)
        chosen[tree.tables[node][keys]] = keys
        parts = zip(tree.shape.children[node], tree.digits(node, chosen), strict=True)
        giving[node] = {leaf: column[codes] for child, codes in parts for leaf, column in giving[child].items()}
    return giving
