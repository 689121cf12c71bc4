"""What a layout is: a container, and which of its columns is what. sick.py is a short example."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from provenli.published.containers.protocol import Container, Head

Roles = Mapping[str, tuple[str, ...]]
ROLES = ("premise", "hypothesis", "label", "id")
COMMON: Roles = {
    "premise": ("premise", "sentence1", "sentence_A", "ori_sentence", "text_a", "context"),
    "hypothesis": ("hypothesis", "sentence2", "sentence_B", "new_sentence", "text_b"),
    "label": ("gold_label", "label", "entailment_label", "entailment_judgment", "gold"),
    "id": ("pairID", "pair_ID", "id", "idx", "guid", "uid", "index"),
}
"""The names that published files use; of several that are there the first counts."""


def _any_rows(head: Head) -> bool:
    del head
    return True


@dataclass(frozen=True)
class Layout:
    """`needs`: columns that only this layout has. `like`: what its first rows must be like. `tags`: further columns to
    keep; None keeps all. `three_way`: neutral is neutral even where the file holds no contradiction.
    """

    name: str
    about: str
    container: Container
    needs: frozenset[str] = frozenset()
    roles: Roles = field(default_factory=lambda: COMMON)
    tags: tuple[str, ...] | None = ()
    three_way: bool = False
    like: Callable[[Head], bool] = _any_rows
