"""Derivations that other parsers wrote, as analyses: the same meanings, chosen by word and category."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from provenli.english.analysed import analysed, refusal, unread
from provenli.english.analysis import Analysis
from provenli.english.categories import Atom, Category, Functor, category, matches, target
from provenli.english.combinators import CHANGES, combine
from provenli.english.conventions import LITERATURE, Conventions
from provenli.english.derivation_files import DerivationNode
from provenli.english.derivations import Derived
from provenli.english.leaves import WordLeaf
from provenli.english.morphology import forms_of, licenses_any
from provenli.english.numerals import number_at
from provenli.english.pieces import Piece, words_of
from provenli.english.word_tables import listed
from provenli.errors import InputError

MARKS = frozenset({",", ".", ";", ":", "LRB", "RRB", "LQU", "RQU", "-LRB-", "-RRB-"})
WORDS = {"-LRB-": "(", "-RRB-": ")", "-LCB-": "{", "-RCB-": "}"}


@dataclass(frozen=True, slots=True)
class DerivationReader:
    conventions: Conventions = LITERATURE

    def read_node(self, node: DerivationNode) -> Analysis:
        texts = tuple(WORDS.get(w, w) for w in node.words())
        if any(not w or w.split() != [w] for w in texts):
            raise InputError(f"derivation {' '.join(texts)[:60]!r}: a word is empty or has a space in it")
        sentence = " ".join(texts)
        words = words_of(sentence)
        pieces = [Piece(w, k, k == 0) for k, w in enumerate(texts)]
        why = refusal(pieces, len(pieces))
        if why:
            return unread(sentence, words, why, "derivation")
        tree = Conversion([p.lower for p in pieces], pieces).tree(node)
        return analysed(sentence, words, pieces, without_marks(tree), self.conventions, "derivation")


def without_marks(tree: Derived) -> tuple[Derived, ...]:
    """The sentence without its final mark."""
    while tree.rule in ("rp", "lp"):
        tree = tree.children[0 if tree.rule == "rp" else 1]
    return (tree,)


@dataclass(slots=True)
class Conversion:
    words: Sequence[str]
    pieces: Sequence[Piece]
    at: int = 0
    """The next word."""

    def tree(self, node: DerivationNode) -> Derived:
        c = category(node.category)
        if not node.children:
            leaf = self.leaf(node, c)
            return Derived(leaf.category, "", (), leaf, leaf.token)
        below = tuple(self.tree(child) for child in node.children)
        if len(below) == 1:
            return Derived(c, unary_rule(below[0].category, c), below, None, below[0].head)
        rule, head = binary_rule(below[0], below[1], c)
        return Derived(c, rule, below, None, below[head].head)

    def leaf(self, node: DerivationNode, c: Category) -> WordLeaf:
        k, word = self.at, self.words[self.at]
        self.at += 1
        sense = sense_of(word, c, node.tag)
        lemma, form, plural = _morphology(word, node, sense)
        following = self.words[k + 1] if k + 1 < len(self.words) else ""
        licensed = any(map(licenses_any, self.words[:k]))
        value, end = number_at(self.words, k)
        piece = self.pieces[k]
        return WordLeaf(
            k,
            k + 1,
            k,
            piece.text,
            "number" if sense == "counted" else lemma,
            node.tag or "X",
            c,
            sense,
            0.0,
            capital=piece.capital and not piece.first,
            plural=plural,
            form=form,
            following=following,
            number=k if end > k else None,
            value=value,
            licensed=licensed,
        )


def _morphology(word: str, node: DerivationNode, sense: str) -> tuple[str, str, bool]:
    """Lemma, tense, and whether it is a plural."""
    wanted = {"verb": "VERB", "noun": "NOUN"}.get(sense.partition(":")[0])
    found = next((f for f in forms_of(word) if f.tag == wanted), None)
    lemma = (node.lemma if node.lemma not in ("", "XX") else found.lemma if found else word).lower()
    finite = target(category(node.category)).feature == "dcl" and sense == "verb"
    past = node.tag in ("VBD", "VBN") or (found is not None and found.form == "dcl past")
    return (
        lemma,
        ("past" if past else "present") if finite else "",
        node.tag == "NNS" or bool(found and found.form == "plural"),
    )


# --- Meanings by category ---

SHAPES: tuple[tuple[str, str], ...] = (
    ("N", "noun"),
    ("NP", "pronoun"),
    ("S[adj]\\NP", "adjective"),
    ("NP/N", "determiner:some"),
    ("PP/NP", "preposition"),
    (r"(NP\NP)/NP", "preposition:at np"),
    (r"(N\N)/NP", "preposition:at noun"),
    (r"((S\NP)\(S\NP))/NP", "preposition:at verb"),
    ("(S/S)/NP", "preposition:at sentence"),
    (r"(S\NP)\(S\NP)", "adverb"),
    (r"(S\NP)/(S\NP)", "adverb"),
    ("S/S", "sentence adverb"),
    ("(N/N)/(N/N)", "degree"),
    ("conj", "conj"),
)


@lru_cache(maxsize=1 << 14)
def sense_of(word: str, c: Category, tag: str) -> str:
    """The name of the meaning: the word's own use with that category, or what the category alone says."""
    if str(c) in MARKS:
        return "empty"
    rows = [(text, sense) for text, sense, _ in listed().get(word, ()) if _same(category(text), c)]
    if rows:
        return rows[0][1]
    shape = next((sense for text, sense in SHAPES if _same(category(text), c)), "")
    own = {sense for _, sense, _ in listed().get(word, ())}
    if shape.startswith("preposition") and own & {"without", "except", "before np"}:
        return shape.replace("preposition", "turning preposition")
    if str(c) == "N/N":
        numeral = number_at((word,), 0)[1] > 0
        return "counted" if numeral else "compound" if tag.startswith("NN") else "attributive"
    if str(c) == "NP" and tag.startswith("NNP"):
        return "name"
    if shape:
        return shape
    return _verbal(c)


def _verbal(c: Category) -> str:
    head = target(c)
    if head.name != "S" or not isinstance(c, Functor) or matches(c.argument, c.result) is not None:
        return "opaque"
    if head.feature == "adj":
        return "complement"
    return "verb" if head.feature in ("dcl", "b", "ng", "pt", "pss", "to") else "opaque"


def _same(ours: Category, theirs: Category) -> bool:
    return matches(ours, theirs) is not None and matches(theirs, ours) is not None


# --- Rules by the categories that they join ---


def unary_rule(below: Category, above: Category) -> str:
    for change in CHANGES.get(below, ()):
        if _same(change.result, above):
            return change.rule
    if isinstance(above, Functor) and isinstance(above.argument, Functor) and _same(above.argument.argument, below):
        return "raise"
    return "unknown"


def binary_rule(left: Derived, right: Derived, above: Category) -> tuple[str, int]:
    """The rule and which of the two is the head."""
    a, b = left.category, right.category
    if str(b) in MARKS and left.rule != "conj":
        return "rp", 0
    if _conjunction(left) and isinstance(above, Functor) and _same(above.argument, b):
        return "conj", 1
    if _conjunction(left) and (above is b or str(above) == f"{b}[conj]"):
        return ("conj" if left.leaf is not None and left.leaf.sense == "conj" else "lp"), 1
    if right.rule == "conj":
        return "and", 0
    if str(a) in MARKS:
        return "lp", 1
    for step in combine(a, b):
        if _same(step.result, above):
            return step.rule, step.head
    return _composition(a, b), 0


def _conjunction(d: Derived) -> bool:
    return isinstance(d.category, Atom) and (d.category.name == "conj" or d.category.name in (",", ";"))


def _composition(a: Category, b: Category) -> str:
    """Function composition, which our own grammar does not need."""
    if isinstance(a, Functor) and isinstance(b, Functor):
        if a.slash == "/" and matches(a.argument, b.result) is not None:
            return "fc"
        if b.slash == "\\" and matches(b.argument, a.result) is not None:
            return "bx"
        if a.slash == "/" and isinstance(b.result, Functor) and matches(a.argument, b.result.result) is not None:
            return "gfc"
    return "unknown"
