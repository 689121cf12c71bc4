"""Predictions as columns: what every score is computed from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from html import escape
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Codes: TypeAlias = NDArray[np.int64]
"""Numbers of values in a table of values; -1 if there is none."""
Numbers: TypeAlias = NDArray[np.float64]
Ids: TypeAlias = NDArray[np.object_]
"""Texts that name rows, no two alike."""
SOURCE, VERB = "source", "verb"
"""Features of pairs from a file that stand under veridical verbs (`transitivity --pairs FILE`)."""


@dataclass(frozen=True, eq=False)
class FeatureColumn:
    """One value a row, or several for lists: then `rows` says which row each code belongs to."""

    values: tuple[str, ...]
    codes: Codes
    rows: Codes | None = None

    def members(self, size: int) -> tuple[Codes, Codes]:
        """(row, code) pairs, each once: in 'some, some' the value *some* counts once. Rows without a value have -1."""
        if self.rows is None:
            return np.arange(size), self.codes
        width = len(self.values) + 1
        valued = np.zeros(size, dtype=bool)
        valued[self.rows] = True
        # Sorted, not hashed as np.unique does: what is nearly in order already sorts much faster.
        pairs = np.sort(np.concatenate([self.rows * width + self.codes + 1, np.flatnonzero(~valued) * width]))
        pairs = pairs[np.concatenate([[True], pairs[1:] != pairs[:-1]])]
        return pairs // width, pairs % width - 1

    def taken(self, keep: Codes) -> FeatureColumn:
        """The feature of the rows `keep`, in that order."""
        if self.rows is None:
            return FeatureColumn(self.values, self.codes[keep])
        order = np.argsort(self.rows, kind="stable")
        rows, codes = self.rows[order], self.codes[order]
        first, last = np.searchsorted(rows, keep, "left"), np.searchsorted(rows, keep, "right")
        count = last - first
        new_rows = np.repeat(np.arange(len(keep)), count)
        inside = np.arange(count.sum()) - np.repeat(np.cumsum(count) - count, count)
        return FeatureColumn(self.values, codes[np.repeat(first, count) + inside], new_rows)


@dataclass(frozen=True, eq=False, repr=False)
class Predictions:
    """One row per prediction. `ids` is None for a table without ids."""

    name: str
    ids: Ids | None
    labels: tuple[str, ...]
    gold: Codes
    predicted: Codes
    """Both are codes into `labels`; only gold labels may be missing."""
    schema: FeatureColumn | None
    features: Mapping[str, FeatureColumn]
    notes: tuple[str, ...] = ()
    probabilities: Numbers | None = None
    """A row for each prediction, a column for each of `labels`; None unless every prediction has them."""

    def __repr__(self) -> str:
        return f"<predictions {self.name}: {self.size:,}, {int(self.correct.sum()):,} right>"

    def _repr_html_(self) -> str:
        return f"<p>{escape(repr(self))}</p>"

    @property
    def size(self) -> int:
        return len(self.predicted)

    @property
    def correct(self) -> NDArray[np.bool_]:
        right: NDArray[np.bool_] = self.gold == self.predicted
        return right

    @property
    def clusters(self) -> Codes | None:
        """The schema of each row, and of sentences that are somebody's own the verb that they are put under: their
        schema says no more of them than what type of verb it is. A row without a schema is a cluster of its own."""
        if self.schema is None:
            return None
        codes = self.schema.codes
        verbs = self.features.get(VERB) if SOURCE in self.features else None
        if verbs is not None and verbs.rows is None:
            codes = np.where(codes < 0, -1, codes * (len(verbs.values) + 1) + verbs.codes + 1)
        alone = codes < 0
        if alone.any():
            codes = codes.copy()
            codes[alone] = codes.max() + 1 + np.arange(alone.sum())
        return codes

    def taken(self, keep: Codes, notes: tuple[str, ...] | None = None) -> Predictions:
        """The predictions of some rows, in the order of `keep`."""
        return Predictions(
            self.name,
            taken_ids(self.ids, keep),
            self.labels,
            self.gold[keep],
            self.predicted[keep],
            self.schema and self.schema.taken(keep),
            {n: f.taken(keep) for n, f in self.features.items()},
            self.notes if notes is None else notes,
            None if self.probabilities is None else self.probabilities[keep],
        )

    def bare(self) -> Predictions:
        """The predictions without ids and features, which no metric looks at: taking rows is then quick."""
        return replace(self, ids=None, features={})


def taken_ids(ids: Ids | None, keep: Codes) -> Ids | None:
    return None if ids is None else ids[keep]
