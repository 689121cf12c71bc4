"""A published label beside a decided one."""

from __future__ import annotations

from typing import Literal, TypeAlias

from provenli.labels import folded

VerdictName: TypeAlias = Literal[
    "agrees", "disputed", "depends on a sense", "inconsistent", "not covered", "undecided", "no label"
]
VERDICTS: tuple[VerdictName, ...] = (
    "disputed",
    "depends on a sense",
    "inconsistent",
    "agrees",
    "undecided",
    "not covered",
    "no label",
)
"""The possible verdicts on a pair. 'inconsistent': its premise cannot be true. 'no label': decided, but there is
nothing to compare with. 'depends on a sense': an English label that is wrong only if a word is meant in a sense that it
seldom has."""
CONTESTED: tuple[VerdictName, ...] = ("disputed", "depends on a sense")
"""Verdicts that differ from the published label: evidence is shown for these."""


def compared(published: str | None, decided: str, two_way: bool) -> VerdictName:
    if decided == "undecided":
        return "undecided"
    if decided == "inconsistent":
        return "inconsistent"
    if published is None:
        return "no label"
    return "agrees" if right(published, decided, two_way) else "disputed"


def right(published: str, decided: str, two_way: bool) -> bool:
    """In a three-way file, a pair whose label only says that it is not entailed is compared as in a two-way file."""
    two = two_way or published == "non-entailment"
    return folded(published, two) == folded(decided, two)


def change(published: str, decided: str, two_way: bool) -> str:
    """What an audit would change: 'contradiction->neutral'."""
    two = two_way or published == "non-entailment"
    return f"{folded(published, two)}->{folded(decided, two)}"
