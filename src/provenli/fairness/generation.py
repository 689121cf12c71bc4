"""Fair splits: training from the space of Algorithm 3, dev and test from its complement (Geiger et al. 2019, Appendix
C).

    made = fair_split(task, ratio=0, sizes=Sizes(500_000, 10_000, 10_000), rng=np.random.default_rng(1))
    made.train["sentence"]              # codes of the root's labels; tree.values("sentence", ...) gives them

ratio 0 is the hardest split, ratio 1 allows everything in training and leaves nothing to test on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np
from numpy.typing import NDArray

from provenli.errors import InputError
from provenli.fairness.check import CompositionReport, check_columns
from provenli.fairness.codes import Codes, Columns, joined, length, taken
from provenli.fairness.composition_trees import CompositionTree, compose_columns
from provenli.fairness.pools import LISTED, SWAPS, ListedPool, Pool, SampledPool, complete, covering, least, swap_below
from provenli.fairness.spaces import Space, training_space
from provenli.fairness.tasks import CompositionTask
from provenli.permutations import keyed

# --- Examples out of a pool of schemas: as many of each label as are wanted, none twice. ---


ROUNDS, REFILLED = 200, 3
"""How often repetitions are drawn anew; in the first rounds only their words are."""
SPARE = 2**14
"""Candidates beyond those needed, so that even the last examples of a nearly exhausted label are found."""


def drawn(
    task: CompositionTask,
    pool: Pool,
    sizes: Sequence[int],
    rng: np.random.Generator,
    *,
    cover: bool = False,
    needed: Columns | None = None,
    avoid: Columns | None = None,
) -> list[dict[str, Codes]]:
    """Distinct examples, labels equally frequent in each part, in random order. `cover`: show as many local inputs as
    there is room for. `needed`: schemas that show all of them."""
    quotas = np.array([_quotas(n, len(task.names)) for n in sizes])
    wanted = quotas.sum(axis=0).tolist()
    for label, count in enumerate(wanted):
        if count > (room := pool.room(label, task.parts)):
            raise InputError(f"{pool.name} has {room:,.0f} examples labelled {task.names[label]}, not {count:,}")
    choose = partial(_chosen, task, pool, wanted, rng)
    whole = cover and needed is None
    schemas = covering(task.parts, pool, choose, rng) if whole else choose(needed)
    leaves = task.parts.filled(schemas, rng, evenly=cover)
    labels = np.repeat(np.arange(len(wanted)), wanted)
    if needed is not None:
        _swap_repetitions(task, schemas, leaves, rng)
    _make_distinct(task, pool, schemas, leaves, labels, rng, avoid)
    part = np.concatenate([np.repeat(np.arange(len(sizes)), quotas[:, label]) for label in range(len(wanted))])
    return [_shuffled(task, taken(leaves, part == k), rng) for k in range(len(sizes))]


def _quotas(size: int, labels: int) -> list[int]:
    return [(size + labels - 1 - k) // labels for k in range(labels)]


def _chosen(
    task: CompositionTask, pool: Pool, wanted: Sequence[int], rng: np.random.Generator, first: Columns | None
) -> dict[str, Codes]:
    """The wanted number of schemas of each label, label by label, in random order within each. `first` are among them,
    as far as there is room."""
    parts: list[Columns] = []
    for label, count in enumerate(wanted):
        forced = np.zeros(0, dtype=np.int64)
        if first is not None:
            forced = np.flatnonzero(task.label_of_value[first[task.tree.root]] == label)[:count]
        schemas = pool.draw(label, count - len(forced), rng)
        if first is not None:
            schemas = joined([taken(first, forced), schemas])
        parts.append(taken(schemas, rng.permutation(count)))
    return joined(parts)


def _swap_repetitions(
    task: CompositionTask, schemas: Columns, leaves: dict[str, Codes], rng: np.random.Generator
) -> None:
    """Repetitions are exchanged with other rows, so that nothing that is shown is lost; drawing anew would lose it."""
    nothing = np.zeros(0, dtype=np.uint64)
    for _ in range(SWAPS):
        again = np.flatnonzero(_repeated(fingerprints(task.tree, leaves), nothing))
        if not len(again):
            return
        swap_below(task.parts, schemas, leaves, again, rng)


def _make_distinct(
    task: CompositionTask,
    pool: Pool,
    schemas: Columns,
    leaves: dict[str, Codes],
    labels: NDArray[np.int64],
    rng: np.random.Generator,
    avoid: Columns | None,
) -> None:
    """Repetitions are drawn anew: first their words, then their schemas."""
    known = np.zeros(0, dtype=np.uint64) if avoid is None else fingerprints(task.tree, avoid)
    for attempt in range(ROUNDS):
        prints = fingerprints(task.tree, leaves)
        again = np.flatnonzero(_repeated(prints, known))
        if not len(again):
            return
        if attempt < REFILLED:
            _put(leaves, again, task.parts.filled(taken(schemas, again), rng, evenly=False))
            continue
        for label in np.unique(labels[again]).tolist():
            rows = again[labels[again] == label]
            others = task.parts.filled(pool.draw(label, len(rows) + SPARE, rng), rng, evenly=False)
            new = np.flatnonzero(~_repeated(fingerprints(task.tree, others), np.concatenate([known, prints])))
            _put(leaves, rows[: len(new)], taken(others, new[: len(rows)]))
    name, asked = task.names[labels[again[0]]], int((labels == labels[again[0]]).sum())
    raise InputError(f"fewer than {asked:,} distinct examples labelled {name} were found; ask for fewer")


def _put(leaves: dict[str, Codes], rows: NDArray[np.int64], new: Columns) -> None:
    for leaf, column in new.items():
        leaves[leaf][rows] = column


def _repeated(prints: NDArray[np.uint64], known: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Which examples are known already, or occur before."""
    together = np.concatenate([known, prints])
    _, first = np.unique(together, return_index=True)
    again = np.ones(len(together), dtype=np.bool_)
    again[first] = False
    return again[len(known) :]


def fingerprints(tree: CompositionTree, leaves: Columns) -> NDArray[np.uint64]:
    """A number for each input. Two inputs hardly ever have the same, and one would then only be drawn anew."""
    out = np.zeros(length(leaves), dtype=np.uint64)
    for leaf in tree.leaves:
        out = keyed(out, leaves[leaf].astype(np.uint64))
    return out


def _shuffled(task: CompositionTask, leaves: Columns, rng: np.random.Generator) -> dict[str, Codes]:
    return compose_columns(task.tree, taken(leaves, rng.permutation(length(leaves))))


@dataclass(frozen=True, slots=True)
class Sizes:
    train: int = 500_000
    dev: int = 10_000
    test: int = 10_000

    def __post_init__(self) -> None:
        if min(self.dev, self.test) < 0:
            raise InputError(f"sizes must not be negative: dev {self.dev}, test {self.test}")
        if self.train < 1:
            raise InputError(f"the training set would be empty: its size is {self.train}")


@dataclass(frozen=True)
class FairSpace:
    """A description of what may be used in training."""

    task: CompositionTask
    schemas: Space

    @property
    def ratio(self) -> float:
        return self.schemas.ratio

    @property
    def schema_count(self) -> int:
        return self.schemas.size

    @cached_property
    def input_count(self) -> int:
        """Exact; only for spaces whose schemas can be listed."""
        if self.schema_count > LISTED:
            raise InputError(f"{self.schema_count:,} schemas are too many to count their inputs")
        return self.task.parts.count(self.schemas.inputs(np.arange(self.schema_count)))

    @cached_property
    def needed(self) -> Columns | None:
        """Schemas that show every local input, including words; None if they are too many to list."""
        return complete(self.task.parts, self.training_pool())

    @cached_property
    def least(self) -> int:
        """The size of the smallest training set that shows every local input; 0 if that is not known."""
        labels = len(self.task.names)
        return least(self.needed, self.task.label_of_value, self.task.tree.root, labels) if self.needed else 0

    def contains(self, columns: Columns) -> NDArray[np.bool_]:
        """Whether training may use each input, given by its leaves."""
        return self.schemas.contains(compose_columns(self.task.tree, columns))

    def training_pool(self) -> Pool:
        name = f"the training space at ratio {self.ratio:g}"
        if self.schema_count > LISTED:
            self._refuse_balance()
            return SampledPool(self.schemas, None, self.task.label_of_value, self.task.names, name)
        return self._listed(self.schemas.inputs(np.arange(self.schema_count)), name)

    def other_pool(self, *, everything: bool = False) -> Pool:
        """The complement; or all schemas, for a split without restriction."""
        above = self.schemas.tree
        name = f"what ratio {self.ratio:g} leaves for dev and test"
        if not everything and self.schema_count == above.size:
            raise InputError(f"{name} would be empty, since every input may be trained on; choose a lower ratio")
        if above.size > LISTED:
            self._refuse_balance()
            whole = training_space(above, 1, np.random.default_rng(0))
            excluded = None if everything else self.schemas
            return SampledPool(whole, excluded, self.task.label_of_value, self.task.names, name)
        columns = above.all_columns()
        if not everything:
            columns = taken(columns, ~self.schemas.contains(columns))
        return self._listed(columns, name)

    def _listed(self, leaves: Columns, name: str) -> ListedPool:
        above, task = self.schemas.tree, self.task
        columns = compose_columns(above, leaves)
        return ListedPool(above, columns, task.label_of_value[columns[above.root]], task.balanced, task.names, name)

    def _refuse_balance(self) -> None:
        if self.task.balanced:
            raise InputError(f"nodes can be balanced only among at most {LISTED:,} schemas; cut the tree higher")


def fair_space(task: CompositionTask, ratio: float, rng: np.random.Generator) -> FairSpace:
    """Algorithm 3 on the schemas."""
    return FairSpace(task, training_space(task.parts.above, ratio, rng))


@dataclass(frozen=True)
class FairSplit:
    """Columns of all nodes of the tree, and so labels of every node."""

    space: FairSpace
    train: Columns
    dev: Columns
    test: Columns

    @property
    def report(self) -> CompositionReport:
        """For the examples themselves, against all inputs: a small sample of a fair space need not be fair."""
        return check_columns(self.space.task.tree, self.train)


def fair_split(
    task: CompositionTask, ratio: float, sizes: Sizes, rng: np.random.Generator, *, unrestricted: bool = False
) -> FairSplit:
    """No example occurs twice. Without restriction, dev and test come from everything that is not among the training
    examples."""
    return split_in(fair_space(task, ratio, rng), sizes, rng, unrestricted=unrestricted)


def split_in(
    space: FairSpace, sizes: Sizes, rng: np.random.Generator, *, unrestricted: bool = False, every: bool = False
) -> FairSplit:
    """`every`: training shows every local input, including words; otherwise as many as there is room for."""
    if every and space.least > sizes.train:
        raise InputError(f"{sizes.train:,} examples cannot show every local input; {space.least:,} can")
    task, needed = space.task, space.needed if every else None
    train = drawn(task, space.training_pool(), [sizes.train], rng, cover=True, needed=needed)[0]
    if not sizes.dev + sizes.test:
        nothing = taken(train, np.zeros(0, dtype=np.int64))
        return FairSplit(space, train, nothing, nothing)
    pool = space.other_pool(everything=unrestricted)
    dev, test = drawn(task, pool, [sizes.dev, sizes.test], rng, avoid=train if unrestricted else None)
    return FairSplit(space, train, dev, test)
