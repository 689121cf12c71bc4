"""From derivations to an analysis: the same for our own parser's and for those that others wrote."""

from __future__ import annotations

import re
from collections.abc import Sequence

from provenli.english.analysis import SIGNS, Analysis, Coverage, EnglishToken, EnglishTree, Route
from provenli.english.closure import closed
from provenli.english.conventions import PROFILES, Conventions
from provenli.english.derivations import Derived
from provenli.english.leaves import Leaf
from provenli.english.meanings import meaning_of
from provenli.english.phrases import Build, MeaningTooLarge
from provenli.english.pieces import Piece
from provenli.english.scope import operators_of, piece_polarities
from provenli.logic.formulas import TRUE, Formula, Mark, rebuild

LONGEST = 80
"""Words of a sentence that is read at all: longer ones are hardly one sentence."""


def refusal(pieces: Sequence[Piece], words: int) -> str:
    """Why a text is not read at all, or nothing."""
    if not pieces:
        return "nothing to read"
    if len(pieces) > LONGEST:
        return f"{words} words; sentences of up to {LONGEST} are read"
    return ""


def unread(sentence: str, words: Sequence[tuple[str, int, int]], why: str, route: Route = "ccg") -> Analysis:
    tokens = tuple(EnglishToken(w, w.lower(), "X", a, z) for w, a, z in words)
    return Analysis(sentence, tokens, None, (SIGNS[1],) * len(tokens), (), None, "none", why, route)


def analysed(
    sentence: str,
    words: Sequence[tuple[str, int, int]],
    pieces: Sequence[Piece],
    trees: tuple[Derived, ...],
    conventions: Conventions,
    route: Route,
) -> Analysis:
    """The same for every derivation, whoever wrote it."""
    try:
        formula, b = formula_of(trees, conventions)
        plain, exact = formula_of(trees, PROFILES["plain"])
    except MeaningTooLarge:
        return unread(sentence, words, "its meaning grows too large", route)
    leaves = [leaf for tree in trees for leaf in tree.leaves()]
    heads = {k: leaf.token for leaf in leaves for k in range(leaf.first, leaf.end)}
    signs = piece_polarities(formula, b.anchors, heads, len(pieces))
    whole = len(trees) == 1 and str(trees[0].category) == "S[dcl]"
    coverage: Coverage = "full" if whole and not exact.opaque else "scope"
    homes = tuple(p.word for p in pieces)
    mains = main_pieces(pieces)
    polarity = tuple(SIGNS[signs[mains[k]] if k in mains else 1] for k in range(len(words)))
    return Analysis(
        sentence,
        tuple(_token(w, a, z, leaves, mains.get(k)) for k, (w, a, z) in enumerate(words)),
        shown_tree(trees, homes),
        polarity,
        operators_of(formula, b.operators, {leaf.token: (leaf.first, leaf.end) for leaf in leaves}, homes),
        renamed(plain, homes) if coverage == "full" else None,
        coverage,
        stopped(trees, exact, pieces),
        route,
    )


def main_pieces(pieces: Sequence[Piece]) -> dict[int, int]:
    """For each word the piece that speaks for it: the negation in `doesn't`, the first one else."""
    mains: dict[int, int] = {}
    for k, piece in enumerate(pieces):
        if piece.word not in mains or piece.text == "n't":
            mains[piece.word] = k
    return mains


def stopped(trees: tuple[Derived, ...], b: Build, pieces: Sequence[Piece]) -> str:
    if len(trees) > 1:
        ends = [max(leaf.end for leaf in tree.leaves()) for tree in trees[:-1]]
        return "no derivation of the whole; it breaks before " + ", ".join(
            repr(pieces[e].text) for e in ends if e < len(pieces)
        )
    if b.opaque:
        return "meaning: " + "; ".join(b.opaque)
    return "" if str(trees[0].category) == "S[dcl]" else f"no sentence, but a {trees[0].category}"


def _token(text: str, start: int, end: int, leaves: Sequence[Leaf], piece: int | None) -> EnglishToken:
    for leaf in leaves:
        if piece is not None and leaf.first <= piece < leaf.end:
            lemma = (
                leaf.lemma.lower()
                if leaf.end - leaf.first == 1 and leaf.tag != "NUM"
                else re.sub(r"^\W+|\W+$", "", text).lower()
            )
            return EnglishToken(text, lemma, leaf.tag, start, end)
    return EnglishToken(text, text.lower(), "PUNCT", start, end)


def shown_tree(trees: tuple[Derived, ...], homes: tuple[int, ...]) -> EnglishTree:
    made = tuple(_tree(t, homes) for t in trees)
    return made[0] if len(made) == 1 else EnglishTree("pieces", made[0].first, made[-1].end, made)


def _tree(t: Derived, homes: tuple[int, ...]) -> EnglishTree:
    if t.leaf is not None:
        return EnglishTree(str(t.category), homes[t.leaf.first], homes[t.leaf.end - 1] + 1)
    below = tuple(_tree(c, homes) for c in t.children)
    return EnglishTree(str(t.category), below[0].first, below[-1].end, below)


def renamed(f: Formula, homes: tuple[int, ...]) -> Formula:
    """Marks by word in place of by piece."""
    return rebuild(f, lambda g: Mark(f"t{homes[int(g.tag[1:])]}", g.body) if isinstance(g, Mark) else g)


def formula_of(trees: tuple[Derived, ...], conventions: Conventions) -> tuple[Formula, Build]:
    """The formula of a derivation; of several pieces, each takes scope over what follows it where it can."""
    b = Build(conventions)
    rest: Formula = TRUE
    waiting = list(trees)
    while waiting:
        tree = waiting.pop()
        try:
            rest = closed(b, tree.category, meaning_of(b, tree), rest)
        except (TypeError, AttributeError):
            # Rules of other parsers may put together what our meanings cannot: the parts are then read by themselves.
            b.not_said(f"how {tree.category} is put together")
            waiting += tree.children
    return rest, b
