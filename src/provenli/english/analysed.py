"""From derivations to an analysis: the same for our own parser's and for those that others wrote.

Polarity of every piece, and what every operator takes scope over, are both read off the formula with its marks.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from provenli.english.analysis import (
    EFFECTS,
    SIGNS,
    Analysis,
    Coverage,
    Effect,
    EnglishToken,
    EnglishTree,
    Route,
    ScopeOperator,
)
from provenli.english.closure import closed
from provenli.english.conventions import PROFILES, Conventions
from provenli.english.derivations import Derived
from provenli.english.leaves import WordLeaf
from provenli.english.meanings import meaning_of
from provenli.english.phrases import Build, MeaningTooLarge
from provenli.english.pieces import Piece
from provenli.logic.formulas import TRUE, Formula, Mark, children, rebuild
from provenli.logic.polarity import directions, mark_polarities


def piece_polarities(
    formula: Formula, anchors: Mapping[int, tuple[int, int]], heads: Mapping[int, int], count: int
) -> list[int]:
    """One sign for each piece; a piece without a mark has that of its anchor, or else of its neighbour."""
    marked = {int(tag[1:]): sign for tag, sign in mark_polarities(formula).items()}
    signs: dict[int, int] = {}

    def sign_of(piece: int, seen: frozenset[int]) -> int | None:
        if piece in anchors and piece not in seen:
            anchor, way = anchors[piece]
            if anchor == anchors.get(anchor, (None, 0))[0]:
                own = marked.get(anchor)
                return None if own is None else own * way
            found = sign_of(anchor, seen | {piece})
            if found is not None:
                return found * way
        return marked.get(piece)

    for piece in range(count):
        found = sign_of(heads.get(piece, piece), frozenset())
        if piece in anchors:
            found = sign_of(piece, frozenset())
        if found is not None:
            signs[piece] = found
    return [signs.get(p, _neighbour(signs, p, count)) for p in range(count)]


def _neighbour(signs: Mapping[int, int], piece: int, count: int) -> int:
    for distance in range(1, count):
        for other in (piece + distance, piece - distance):
            if other in signs:
                return signs[other]
    return 1


def scopes(formula: Formula) -> dict[int, tuple[tuple[int, int], ...]]:
    """For every marked piece, the marked pieces below it, with what everything between does to them."""
    found: dict[int, dict[int, int]] = {}

    def walk(f: Formula, above: tuple[tuple[int, int], ...]) -> None:
        if isinstance(f, Mark):
            own = int(f.tag[1:])
            for piece, sign in above:
                if piece != own:
                    below = found.setdefault(piece, {})
                    below[own] = sign if below.get(own, sign) == sign else 0
            above = (*above, (own, 1))
        for child, way in zip(children(f), directions(f), strict=True):
            walk(child, tuple((p, s * way) for p, s in above))

    walk(formula, ())
    return {p: tuple(sorted(below.items())) for p, below in found.items()}


def arguments_of(formula: Formula, piece: int) -> tuple[Effect, ...]:
    """What the operator does to each of its arguments."""
    if isinstance(formula, Mark) and formula.tag == f"t{piece}":
        body = formula.body
        while isinstance(body, Mark):
            body = body.body
        return tuple(EFFECTS[d] for d in directions(body))
    for child in children(formula):
        found = arguments_of(child, piece)
        if found:
            return found
    return ()


WORDS: Mapping[Effect, str] = {"up": "upward", "down": "downward", "non": "neither way"}


def reason(name: str, effects: tuple[Effect, ...], noun: bool) -> str:
    if not effects:
        return f"{name} turns what is in its scope"
    if len(effects) == 1:
        return f"{name} turns its scope {WORDS[effects[0]]}"
    first, second = ("its noun", "its scope") if noun else ("its clause", "the rest")
    if effects[0] == effects[1]:
        return f"{name} turns {first} and {second} {WORDS[effects[0]]}"
    return f"{name} turns {first} {WORDS[effects[0]]}, {second} {WORDS[effects[1]]}"


def operators_of(
    formula: Formula, names: Mapping[int, str], spans: Mapping[int, tuple[int, int]], words: tuple[int, ...]
) -> tuple[ScopeOperator, ...]:
    """`words`: for each piece, the word between spaces that it belongs to."""
    below = scopes(formula)
    out: list[ScopeOperator] = []
    for piece, name in sorted(names.items()):
        effects = arguments_of(formula, piece)
        effects = effects[::-1] if name == "only" else effects  # of what is said, all are such
        first, end = spans.get(piece, (piece, piece + 1))
        scope: dict[int, Effect] = {}
        for other, sign in below.get(piece, ()):
            if words[other] != words[piece]:
                scope[words[other]] = EFFECTS[sign]
        out.append(
            ScopeOperator(
                words[first],
                words[end - 1] + 1,
                name,
                effects,
                tuple(sorted(scope.items())),
                reason(name, effects, len(effects) == 2),
            )
        )
    return tuple(out)


LONGEST = 80
"""The most words of a sentence that is read: a longer text is hardly one sentence."""


def refusal(pieces: Sequence[Piece], words: int) -> str:
    """Why a text is not read at all; empty if it is."""
    if not pieces:
        return "nothing to read"
    if any("\ud800" <= c <= "\udfff" for p in pieces for c in p.text):
        return "it holds signs that are not text"
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
    """The same for every derivation, whichever parser wrote it."""
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
    """For each word, the piece that speaks for it: the negation in `doesn't`, otherwise the first one."""
    mains: dict[int, int] = {}
    for k, piece in enumerate(pieces):
        if piece.word not in mains or piece.text in ("n't", "not"):
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


def _token(text: str, start: int, end: int, leaves: Sequence[WordLeaf], piece: int | None) -> EnglishToken:
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
    """Marks by word instead of by piece."""
    return rebuild(f, lambda g: Mark(f"t{homes[int(g.tag[1:])]}", g.body) if isinstance(g, Mark) else g)


def formula_of(trees: tuple[Derived, ...], conventions: Conventions) -> tuple[Formula, Build]:
    """The formula of a derivation; if there are several pieces, each takes scope over what follows it, if it can."""
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
