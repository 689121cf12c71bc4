"""Trees of the sentences of a row, for models that compose along them; nodes are in post-order, the root is last."""

from __future__ import annotations

from dataclasses import dataclass

DEPENDENTS = "dependents: "
"""The beginning of the label of a node in a dependency tree; the relation of each child follows, in order."""
PARSED = ".parsed.jsonl"
"""The ending of the name of a file with parsed sentences (models/parsed_trees.py)."""


def trees_of(file: str) -> str:
    """What to add where a file of this name is told to be unchecked."""
    return ": a parser's trees; no label rests on them, and if removed they are made again" * file.endswith(PARSED)


@dataclass(frozen=True, slots=True)
class Tree:
    """For one sentence. `labels`: the word at a leaf, the name of the rule at an inner node."""

    labels: tuple[str, ...]
    children: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class AlignedTree:
    """For premise and hypothesis together. `words`: the pair of words at a leaf, None at an inner node.

    `values`: how premise and hypothesis are related at the node; empty where nothing is said of it.
    """

    kinds: tuple[str, ...]
    children: tuple[tuple[int, ...], ...]
    words: tuple[tuple[str, str] | None, ...]
    values: tuple[str, ...]


def category(kind: str) -> str:
    """The category that a rule makes: `NP` for `NP[num=?n] -> Q Nbar Sbar`, and for pairs of rules that begin so."""
    return kind.partition(" -> ")[0].partition("[")[0]
