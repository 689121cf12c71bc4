"""The kinds of edits, and what is read of one: its kind, relation, word facts and why."""

from __future__ import annotations

from typing import Literal, TypeAlias

from provenli.english.knowledge import WordFact
from provenli.logic.relations import Relation

EditKind: TypeAlias = Literal[
    "same",
    "deletion",
    "insertion",
    "substitution",
    "conjunction",
    "disjunction",
    "determiner",
    "number",
    "negation",
    "condition",
    "exception",
    "modifier",
    "words",
    "clause",
    "place",
    "unknown",
]
EditRead: TypeAlias = tuple[EditKind, Relation, tuple[WordFact, ...], str]
"""Kind, relation of the longer to the shorter, word facts, and why."""
