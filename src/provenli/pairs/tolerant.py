"""Reading the sentences of published files: by a fragment's wider grammar, with small faults named and counted."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import islice, product

from provenli.errors import SentenceError
from provenli.grammar import Derivation, Grammar
from provenli.grammar.tolerant import TolerantParser, Tolerated
from provenli.pairs.fragment import MOST_READINGS, Fragment, parallel


def read_tolerantly(fragment: Fragment, text: str) -> Tolerated:
    """One derivation for each meaning of the text, closest attachment first, and what was wrong with it.

    Exactly right texts have no tolerances. SentenceError says where a text that cannot be read goes wrong.
    """
    parser = fragment.published() if fragment.published else _narrow(fragment.grammar)
    found = _read(parser, text)
    return Tolerated(fragment.understood(text, found.derivations), found.tolerances)


@lru_cache(maxsize=64)
def _narrow(grammar: Grammar) -> TolerantParser:
    return TolerantParser(grammar)


@lru_cache(maxsize=1 << 12)
def _read(parser: TolerantParser, text: str) -> Tolerated:
    return parser.read(text)


@dataclass(frozen=True, slots=True)
class ReadPair:
    premise: Tolerated
    hypothesis: Tolerated
    pairs: tuple[tuple[Derivation, Derivation], ...]
    """Which derivation of the premise goes with which of the hypothesis, the likeliest first."""

    @property
    def tolerances(self) -> tuple[str, ...]:
        return (*self.premise.tolerances, *self.hypothesis.tolerances)


def read_pair(fragment: Fragment, premise: str, hypothesis: str) -> ReadPair:
    """Both texts of a pair. A name that could be a person or a place is the same in both."""
    p, h = _side(fragment, premise, "premise"), _side(fragment, hypothesis, "hypothesis")
    every = product(p.derivations, h.derivations)
    together = tuple(islice((x for x in every if _agree(*x)), MOST_READINGS))
    alike = tuple(x for x in parallel(p.derivations, h.derivations) if _agree(*x))
    return ReadPair(p, h, alike or together or parallel(p.derivations, h.derivations))


def _side(fragment: Fragment, text: str, side: str) -> Tolerated:
    try:
        return read_tolerantly(fragment, text)
    except SentenceError as e:
        raise type(e)(f"{side}: {e}") from e


def _agree(p: Derivation, h: Derivation) -> bool:
    """Whether each name that both speak of belongs to the same category in both."""
    named, again = _names(p), _names(h)
    return all(named[w] == again[w] for w in named.keys() & again.keys())


def _names(d: Derivation) -> dict[str, str]:
    return {leaf.word.symbol: leaf.category for _, leaf in d.leaves() if leaf.word.symbol}
