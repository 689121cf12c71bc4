"""Words as a model numbers them: 0 is padding, 1 any word that training did not show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from provenli.models.examples import Examples, Words
from provenli.models.shared_trees import tree_words

PADDING, UNKNOWN = 0, 1
RESERVED = 2


@dataclass(frozen=True)
class Vocabulary:
    words: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.words) + RESERVED

    @cached_property
    def numbers(self) -> dict[str, int]:
        return {w: k + RESERVED for k, w in enumerate(self.words)}

    def encoded(self, words: Sequence[str]) -> NDArray[np.int64]:
        return np.array([self.numbers.get(w, UNKNOWN) for w in words], dtype=np.int64)

    def coded(self, words: Words) -> NDArray[np.int32]:
        """The flat codes of many sentences, in this vocabulary's numbers."""
        return self.encoded(words.table).astype(np.int32)[words.codes]


def vocabulary_of(train: Examples, more: Sequence[str] = ()) -> Vocabulary:
    """Sorted, so that it does not depend on the order of rows."""
    seen = {w for side in train.words for w in side.table} | tree_words(train.trees, train.aligned)
    return Vocabulary(tuple(sorted(seen | {*train.also_known, *more})))
