"""From tokens to text."""

from __future__ import annotations

from collections.abc import Sequence

from provenli.grammar.morphology import article


def with_articles(tokens: Sequence[str]) -> tuple[str, ...]:
    """Every 'a' in the form that the next word asks for."""
    return tuple(
        article(tokens[i + 1]) if t == "a" and i + 1 < len(tokens) and tokens[i + 1] != "," else t
        for i, t in enumerate(tokens)
    )


def joined(tokens: Sequence[str]) -> str:
    return " ".join(tokens).replace(" ,", ",")


def sentence(tokens: Sequence[str], *, capital: bool = True, stop: bool = True) -> str:
    text = joined(with_articles(tokens))
    if capital:
        text = text[:1].upper() + text[1:]
    return f"{text}." if stop else text
