"""Fair splits: training from the space of Algorithm 3, dev and test from its complement (Geiger et al. 2019, Appendix
C).

    made = fair_split(task, ratio=0, sizes=Sizes(500_000, 10_000, 10_000), rng=np.random.default_rng(1))
    made.train["sentence"]              # codes of the root's labels; tree.values("sentence", ...) gives them

ratio 0 is the hardest split, ratio 1 allows everything in training and leaves nothing to test on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from provenli.errors import InputError
from provenli.fairness.check import CompositionReport, check_columns
from provenli.fairness.codes import Columns, Value, taken
from provenli.fairness.composition_trees import compose_columns
from provenli.fairness.draws import drawn
from provenli.fairness.pools import LISTED, ListedPool, Pool, SampledPool
from provenli.fairness.spaces import Space, training_space
from provenli.fairness.tasks import CompositionTask


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
    """What may be trained on, as a description."""

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

    def contains(self, columns: Columns) -> NDArray[np.bool_]:
        """For each input, given by its leaves, whether training may use it."""
        return self.schemas.contains(compose_columns(self.task.tree, columns))

    def contains_input(self, x: Sequence[Value]) -> bool:
        return bool(self.contains(self.task.tree.leaf_columns([x]))[0])

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
            raise InputError(f"{name} is nothing: every input may be trained on; choose a lower ratio")
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
class Split:
    """Columns of all nodes of the tree, so labels of every node."""

    space: FairSpace
    train: Columns
    dev: Columns
    test: Columns

    @property
    def report(self) -> CompositionReport:
        """Of the examples themselves, on all inputs: a small sample of a fair space need not be fair."""
        return check_columns(self.space.task.tree, self.train)


def fair_split(
    task: CompositionTask, ratio: float, sizes: Sizes, rng: np.random.Generator, *, unrestricted: bool = False
) -> Split:
    """No example occurs twice. Unrestricted: dev and test from everything, if not among the training examples."""
    space = fair_space(task, ratio, rng)
    train = drawn(task, space.training_pool(), [sizes.train], rng, cover=True)[0]
    if not sizes.dev + sizes.test:
        nothing = taken(train, np.zeros(0, dtype=np.int64))
        return Split(space, train, nothing, nothing)
    pool = space.other_pool(everything=unrestricted)
    dev, test = drawn(task, pool, [sizes.dev, sizes.test], rng, avoid=train if unrestricted else None)
    return Split(space, train, dev, test)
