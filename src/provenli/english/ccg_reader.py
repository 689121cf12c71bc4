"""The default reader: our own chart parser, its derivation, the meaning, and the polarity that comes out of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from provenli.english.analysis import SIGNS, Analysis, Coverage, EnglishToken, EnglishTree, Route
from provenli.english.categories import Atom, Category, Functor
from provenli.english.chart import Chart, pieces_covered
from provenli.english.conventions import LITERATURE, PROFILES, Conventions
from provenli.english.derivations import Derived
from provenli.english.leaves import Leaf
from provenli.english.lookup import leaves_of
from provenli.english.meanings import Half, meaning_of
from provenli.english.phrases import After, Build, Meaning, Noun, NounPhrase, Prepositional
from provenli.english.pieces import Piece, pieces_of, words_of
from provenli.english.scope import operators_of, piece_polarities
from provenli.logic.formulas import TRUE, Const, Formula, conj

LONGEST = 80
"""Words of a sentence that is read at all: longer ones are hardly one sentence."""


@dataclass(frozen=True, slots=True)
class CcgReader:
    conventions: Conventions = LITERATURE
    beam: int = 14

    def read(self, sentence: str) -> Analysis:
        words = words_of(sentence)
        texts = tuple(w for w, _, _ in words)
        pieces = pieces_of(texts)
        why = refusal(pieces, len(words))
        if why:
            return unread(sentence, words, why)
        chart = Chart(len(pieces), leaves_of(pieces), self.beam)
        rows = pieces_covered(chart)
        return analysed(sentence, words, pieces, tuple(e.derived() for e in rows), self.conventions, "ccg")


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
    formula, b = formula_of(trees, conventions)
    leaves = [leaf for tree in trees for leaf in tree.leaves()]
    heads = {k: leaf.token for leaf in leaves for k in range(leaf.first, leaf.end)}
    signs = piece_polarities(formula, b.anchors, heads, len(pieces))
    plain, exact = formula_of(trees, PROFILES["plain"])
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
    from provenli.logic.formulas import Mark, rebuild

    return rebuild(f, lambda g: Mark(f"t{homes[int(g.tag[1:])]}", g.body) if isinstance(g, Mark) else g)


# --- Closing what is no sentence ---


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


def closed(b: Build, c: Category, meaning: Meaning, rest: Formula) -> Formula:
    """A truth value from any meaning, over the rest of the sentence."""
    if isinstance(meaning, Formula):
        return conj(meaning, rest)
    if isinstance(meaning, Noun):
        return conj(meaning(Const("that one")), rest)
    if isinstance(meaning, NounPhrase):
        return meaning(lambda _: rest)
    if isinstance(meaning, Prepositional):
        return conj(meaning.says(Const("that one")), rest)
    if meaning is None or isinstance(meaning, Half | Leaf):
        return rest
    if isinstance(c, Atom):
        return meaning(After(lambda _: rest)) if c.name == "S" else rest
    return closed(b, c.result, meaning(stand_in(c.argument, rest)), TRUE)


def stand_in(c: Category, rest: Formula) -> Meaning:
    """Something of the category that says what the rest says."""
    if isinstance(c, Functor):
        inner = stand_in(c.result, rest)
        return lambda _: inner
    if c.name == "S":
        return lambda f: conj(rest, f(Const("that one")))
    if c.name == "N":
        return Noun(lambda _: rest)
    if c.name in ("NP", "PO"):
        return NounPhrase(
            lambda n, scope: conj(rest, n(Const("that one")), scope(Const("that one"))), Noun(lambda _: TRUE)
        )
    if c.name == "PP":
        return Prepositional(0, "", lambda _: rest, lambda build: build(lambda _: rest))
    return None
