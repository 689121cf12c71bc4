"""What reading an English sentence gives, whichever way it was read.

Three readers make the same value: our own chart parser ("ccg"), a dependency parser ("dependency"), and the reader of
derivations that other parsers wrote ("derivation"). Every sentence gets an answer: `full` (a meaning, from which the
polarity comes), `scope` (where operators take scope, from the derivation), or `none`, with where reading stopped.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from provenli.logic.formulas import Formula

TokenPolarity: TypeAlias = Literal["+", "-", "="]
Effect: TypeAlias = Literal["up", "down", "non"]
Coverage: TypeAlias = Literal["full", "scope", "none"]
Route: TypeAlias = Literal["ccg", "dependency", "derivation"]

SIGNS: dict[int, TokenPolarity] = {1: "+", -1: "-", 0: "="}
EFFECTS: dict[int, Effect] = {1: "up", -1: "down", 0: "non"}


DIRECTION: dict[Effect, int] = {effect: way for way, effect in EFFECTS.items()}
ARROW_SIGNS: dict[TokenPolarity, str] = {"+": "↑", "-": "↓", "=": "="}


@dataclass(frozen=True, slots=True)
class EnglishToken:
    """A word as it stands between spaces, punctuation included: `text == sentence[start:end]`."""

    text: str
    lemma: str
    """The lemma of the word without its punctuation, in lower case: `dogs,` has `dog`."""
    tag: str
    """Coarse: DET, NOUN, NAME, PRON, NUM, ADJ, VERB, AUX, ADV, PREP, CONJ, SUB, NEG, PUNCT, X."""
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class EnglishTree:
    """A constituent: its category, the tokens it covers (first, and one after the last), and what it is made of."""

    category: str
    first: int
    end: int
    children: tuple[EnglishTree, ...] = ()

    def constituents(self) -> Iterator[EnglishTree]:
        yield self
        for child in self.children:
            yield from child.constituents()


@dataclass(frozen=True, slots=True)
class ScopeOperator:
    """A word or phrase that changes the polarity of what stands in its scope."""

    first: int
    end: int
    """Its tokens: first, and one after the last."""
    name: str
    """As in the lexicon: `no`, `not`, `at most`, `if`, `without`, …"""
    arguments: tuple[Effect, ...]
    """What it does to each of its arguments, in the order of the lexicon: a determiner's noun, then its scope."""
    scope: tuple[tuple[int, Effect], ...]
    """Every token it takes scope over, with what it does to that token."""
    why: str
    """In words: `no turns its noun and its scope downward`."""

    def effect_on(self, token: int) -> Effect | None:
        return dict(self.scope).get(token)


def _with_arrow(word: str, arrow: str) -> str:
    core = word.rstrip(".,;:!?")
    return core + arrow + word[len(core) :] if core else word


@dataclass(frozen=True, slots=True, repr=False)
class Analysis:
    """A sentence that was read."""

    text: str
    tokens: tuple[EnglishToken, ...]
    tree: EnglishTree | None
    polarity: tuple[TokenPolarity, ...]
    """One sign for each token: `+` the sentence follows when the word is widened, `-` when it is narrowed, `=` neither
    is sure."""
    operators: tuple[ScopeOperator, ...]
    meaning: Formula | None
    """A mark `t3` in it is on the part that token 3 gave."""
    coverage: Coverage
    stopped: str
    """Where reading stopped and why; empty if it did not."""
    route: Route

    def over(self, place: int) -> tuple[tuple[ScopeOperator, Effect], ...]:
        """The operators over a word, the innermost first, each with what it does by itself.

        What a formula says of an operator and a word is what all operators between them do together; a dependency
        parser's scope rules speak of each operator alone."""
        found = [(o, e) for o in self.operators if (e := o.effect_on(place)) is not None]
        found.sort(key=lambda item: len(item[0].scope))
        if self.route == "dependency":
            return tuple(found)
        inner, out = 1, []
        for o, effect in found:
            whole = DIRECTION[effect]
            out.append((o, EFFECTS[whole * inner if inner else 1]))
            inner = whole
        return tuple(out)

    def arrows(self) -> str:
        """The sentence with an arrow after every word, before its punctuation."""
        words = (_with_arrow(t.text, ARROW_SIGNS[p]) for t, p in zip(self.tokens, self.polarity, strict=True))
        return " ".join(words)

    def __repr__(self) -> str:
        return f"<{self.arrows()} ({self.coverage})>"

    def to_json(self) -> dict[str, object]:
        from provenli.logic.formula_printer import show

        return {
            "text": self.text,
            "tokens": [t.text for t in self.tokens],
            "polarity": list(self.polarity),
            "coverage": self.coverage,
            "meaning": None if self.meaning is None else show(self.meaning),
            "operators": [
                {"name": o.name, "tokens": [o.first, o.end], "scope": [list(s) for s in o.scope], "why": o.why}
                for o in self.operators
            ],
            "stopped": self.stopped,
            "route": self.route,
        }


class Reader(Protocol):
    """Reads sentences. It never raises an error because of a sentence: one that cannot be read has coverage `none`."""

    def read(self, sentence: str) -> Analysis: ...
