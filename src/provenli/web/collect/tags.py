"""MED's six tags, set from the premise, the span and its rewrite; and why a pair should not be swapped.

Plain rules make a first proposal (Yanaka et al. 2019, 3.3 and 3.1.3); the owner reviews swaps.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

WORD = re.compile(r"\w+(?:['’]\w+)*")
CONDITIONALS = frozenset(("if", "when", "unless", "whenever", "provided"))
NPIS = frozenset(("any", "anybody", "anyone", "anything", "anywhere", "ever", "yet", "either"))
DIRECTIONS = {"up": "upward_monotone", "down": "downward_monotone"}
FINITE = frozenset(("is", "are", "was", "were", "has", "have", "had", "will", "would", "can", "could", "did", "does"))


def words(text: str) -> list[str]:
    return [w.casefold() for w in WORD.findall(text)]


def genre(direction: str, tags: tuple[str, ...]) -> str:
    """The genre in the form of MED's column: crowd:downward_monotone:conjunction."""
    return ":".join(("crowd", DIRECTIONS[direction], *tags))


def tags_of(premise: str, span: str, rewrite: str, turned: int) -> tuple[str, ...]:
    return tuple(_tags(words(premise), words(span), words(rewrite), turned))


def _tags(premise: list[str], span: list[str], rewrite: list[str], turned: int) -> Iterator[str]:
    if turned > 1:
        yield "reverse"
    if set(span) - set(rewrite):  # some word was replaced: to judge it one must know words
        yield "lexical_knowledge"
    if rewrite.count("and") > span.count("and"):
        yield "conjunction"
    if rewrite.count("or") > span.count("or"):
        yield "disjunction"
    if CONDITIONALS & set(premise):
        yield "conditionals"
    if NPIS & {*premise, *rewrite}:
        yield "npi"


def no_swap(hidden: Mapping[str, Any]) -> str:
    """`synonym` or `non-constituent` if it seems to be one, otherwise empty: a proposal for the review."""
    span, rewrite = words(hidden["span"]), words(hidden["rewrite"])
    if ("," in hidden["rewrite"] and "," not in hidden["span"]) or FINITE & (set(rewrite) - set(span)):
        return "non-constituent"
    if len(span) == len(rewrite) and _are_synonyms(span, rewrite):
        return "synonym"
    return ""


def _are_synonyms(one: list[str], two: list[str]) -> bool:
    from provenli.library.models.wordnet import has_wordnet, wordnet

    if not has_wordnet():
        return False
    changed = [(a, b) for a, b in zip(one, two, strict=True) if a != b]
    return bool(changed) and all(
        any(b in (name.casefold() for name in synset.lemma_names()) for synset in wordnet().synsets(a))
        for a, b in changed
    )
