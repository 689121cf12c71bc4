"""The answers to the question whether splits are fair: one for each part that was tested."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

SHOWN = 3
"""How many local inputs a notebook lists for each function."""


@dataclass(frozen=True, slots=True)
class NeverShown:
    """A local input that is needed and never shown. `pairs`: how many test pairs need it. `line`: that of the first."""

    given: str
    pairs: int | None = None
    line: int | None = None


@dataclass(frozen=True, slots=True)
class NodeCoverage:
    """For a node of the tree, or for all nodes that share a function."""

    name: str
    needed: int
    missing: tuple[NeverShown, ...]


@dataclass(frozen=True, slots=True)
class FairnessAnswer:
    """`test`: the part that was tested; None: every possible input."""

    train: str
    test: str | None
    fair: bool
    tested: int
    right: int
    nodes: tuple[NodeCoverage, ...]
    dependent: tuple[int, ...]
    """Lines of the test part, from 1, that depend on something never shown."""
    routes_agree: bool
    labels: str
    """Where the labels of inner nodes come from: fairness assumes that a learner is given them."""
    right_but_for_words: int
    """How many would be right if the relations of all words were known."""
    whole: int = 0
    """How many test pairs have labels that the tree alone does not give."""

    @property
    def lacking(self) -> list[NodeCoverage]:
        """Functions that are not shown all they need, those that most pairs depend on first."""
        short = [n for n in self.nodes if n.missing]
        return sorted(short, key=lambda n: -sum(m.pairs or 1 for m in n.missing))

    def to_json(self) -> dict[str, Any]:
        return {
            "train": self.train,
            "test": self.test,
            "fair": self.fair,
            "tested": self.tested,
            "right": self.right,
            "right_if_words_were_known": self.right_but_for_words,
            "routes_agree": self.routes_agree,
            "node_labels": self.labels,
            "decided_as_wholes": self.whole,
            "nodes": [
                {
                    "node": n.name,
                    "needed": n.needed,
                    "missing": [{"given": m.given, "pairs": m.pairs, "line": m.line} for m in n.missing],
                }
                for n in self.nodes
            ],
            "dependent_lines": list(self.dependent),
        }


@dataclass(frozen=True, slots=True)
class SplitFairness:
    """For one data set or split. `refused`: why it cannot be checked, for instance because labels were flipped on
    purpose."""

    directory: Path
    answers: tuple[FairnessAnswer, ...]
    refused: str = ""

    @property
    def fair(self) -> bool:
        return not self.refused and all(a.fair for a in self.answers)

    def to_json(self) -> list[dict[str, Any]]:
        values = [{"error": self.refused}] if self.refused else [a.to_json() for a in self.answers]
        return [{"directory": str(self.directory), **v} for v in values]


@dataclass(frozen=True, repr=False)
class FairnessReport:
    """For a data set, for one split, or for all splits of a directory."""

    splits: tuple[SplitFairness, ...]

    @property
    def answers(self) -> tuple[FairnessAnswer, ...]:
        return tuple(a for split in self.splits for a in split.answers)

    @property
    def fair(self) -> bool:
        return all(split.fair for split in self.splits)

    def to_json(self) -> list[dict[str, Any]]:
        return [value for split in self.splits for value in split.to_json()]

    def __repr__(self) -> str:
        fair = sum(a.fair for a in self.answers)
        refused = sum(bool(s.refused) for s in self.splits)
        more = f", {refused} of {len(self.splits)} splits cannot be asked" if refused else ""
        return f"FairnessReport({fair} of {len(self.answers)} tests fair{more})"

    def _repr_html_(self) -> str:
        head = _row(("directory", "train", "test", "fair", "memorising learner", "never shown"), "th")
        return f"<table>{head}{''.join(row for split in self.splits for row in _rows(split))}</table>"


def _rows(split: SplitFairness) -> list[str]:
    where = split.directory.name or str(split.directory)
    if split.refused:
        return [_row((where, "", "", "cannot be asked", "", split.refused))]
    return [_row((where, *_cells(a))) for a in split.answers]


def _cells(a: FairnessAnswer) -> tuple[str, ...]:
    accuracy = f"{100 * a.right / a.tested:.1f}% of {a.tested:,}" if a.tested else "nothing to test"
    never = "; ".join(f"{n.name}: {_some([m.given for m in n.missing])}" for n in a.lacking)
    return a.train, a.test or "every input there is", "fair" if a.fair else "UNFAIR", accuracy, never


def _some(given: Sequence[str]) -> str:
    more = f" and {len(given) - SHOWN:,} more" if len(given) > SHOWN else ""
    return " ".join(given[:SHOWN]) + more


def _row(cells: Sequence[str], tag: str = "td") -> str:
    return "<tr>" + "".join(f"<{tag}>{escape(c)}</{tag}>" for c in cells) + "</tr>"
