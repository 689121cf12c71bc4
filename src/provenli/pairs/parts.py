"""Parts of a data set: files of their own, such as train and test."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Part:
    """A file of its own, such as train or test.

    `size`: the paper's number of pairs; another total is shared out in this proportion.
    `without`: lemmas that are not used in this part. `renamed`: lemmas that stand in for others in this part, such as
    paraphrases; the theory must not notice (pairs/classes.py checks that).
    """

    name: str
    size: int
    without: frozenset[str] = frozenset()
    renamed: Mapping[str, str] = field(default_factory=dict)
