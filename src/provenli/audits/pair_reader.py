"""From the text of a published pair to the problems it may mean."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice, product
from types import MappingProxyType

from provenli.audits.word_kinds import WordKind, kinds_of, unknown_words
from provenli.certify.certificates import Problem
from provenli.errors import FragmentError, SentenceError
from provenli.grammar import Derivation, Grammar
from provenli.grammar.loose import TextFault
from provenli.grammar.tolerant import TolerantParser, Tolerated
from provenli.logic.formulas import constants
from provenli.logic.names import Names, pointing
from provenli.logic.readings import Reading
from provenli.pairs.fragment import MOST_READINGS, Fragment, parallel
from provenli.pairs.schemas import named_key
from provenli.published.pairs import PublishedPair

# --- Reading the sentences of published files: by a fragment's wider grammar, with small faults named and counted. ---


NOTHING: Mapping[str, str] = MappingProxyType({})
SIDES = ("premise", "hypothesis")
EITHER_SORT = "a person or a place"
"""Recorded as overlooked: a name was read as the sort under which the label is right."""


def read_tolerantly(fragment: Fragment, text: str, *, renamed: bool = False) -> Tolerated:
    """One derivation for each meaning of the text, closest attachment first, and what was wrong with the text. Texts
    without mistakes have no tolerances. SentenceError says where a text that cannot be read goes wrong. `renamed`: a
    name may be of another kind than the one it is listed under."""
    parser = fragment.published() if fragment.published else _narrow(fragment.grammar)
    found = _read(parser, text, renamed)
    return Tolerated(fragment.understood(text, found.derivations), found.tolerances)


@lru_cache(maxsize=64)
def _narrow(grammar: Grammar) -> TolerantParser:
    return TolerantParser(grammar)


@lru_cache(maxsize=1 << 12)
def _read(parser: TolerantParser, text: str, renamed: bool) -> Tolerated:
    return parser.read(text, renamed=renamed)


@dataclass(frozen=True, slots=True)
class ParsedPair:
    premise: Tolerated
    hypothesis: Tolerated
    pairs: tuple[tuple[Derivation, Derivation], ...]
    """Which derivation of the premise goes with which of the hypothesis, the likeliest first."""

    @property
    def tolerances(self) -> tuple[str, ...]:
        return (*self.premise.tolerances, *self.hypothesis.tolerances)


def parse_pair(fragment: Fragment, premise: str, hypothesis: str, sorts: Mapping[str, str] = NOTHING) -> ParsedPair:
    """Read both texts of a pair. A name that could be a person or a place is the same in both. `sorts`: what other
    sentences of the file tell about names (`sorts_of`); readings that respect it come first."""
    for again in ((False, False), (False, True), (True, False), (True, True)):
        p, h = (
            _side(fragment, text, side, renamed=r)
            for text, side, r in zip((premise, hypothesis), SIDES, again, strict=True)
        )
        pairs = _together(p, h, bool(sorts))
        if pairs:
            return ParsedPair(p, h, tuple(sorted(pairs, key=lambda pair: sum(_against(d, sorts) for d in pair))))
    name = next(w for w, kind in _names(p.derivations[0]).items() if _names(h.derivations[0]).get(w, kind) != kind)
    raise SentenceError(f"{name!r} is used in two ways: what the premise names cannot be what the hypothesis names")


def _together(p: Tolerated, h: Tolerated, every: bool) -> tuple[tuple[Derivation, Derivation], ...]:
    """The readings in which each name is of the same kind on both sides; `every`: in any combination."""
    together = tuple(islice((x for x in product(p.derivations, h.derivations) if _agree(*x)), MOST_READINGS))
    alike = tuple(x for x in parallel(p.derivations, h.derivations) if _agree(*x))
    return (together if every else alike) or together


def sorts_of(found: Iterable[Tolerated]) -> dict[str, str]:
    """The categories of names that these sentences leave no choice about: whoever visits is a person. A name that is
    used in two ways is left out."""
    settled: dict[str, set[str]] = {}
    for t in found:
        first, *others = (_names(d) for d in t.derivations)
        for w, categories in first.items():
            if all(o.get(w) == categories for o in others):
                settled.setdefault(w, set()).update(categories)
    return {w: categories.pop() for w, categories in settled.items() if len(categories) == 1}


def _against(d: Derivation, sorts: Mapping[str, str]) -> int:
    return sum(w in sorts and sorts[w] not in categories for w, categories in _names(d).items())


def _side(fragment: Fragment, text: str, side: str, *, renamed: bool) -> Tolerated:
    try:
        return read_tolerantly(fragment, text, renamed=renamed)
    except SentenceError as e:
        raise type(e)(f"{side}: {e}") from e


def _agree(p: Derivation, h: Derivation) -> bool:
    """Whether each name that occurs in both texts belongs to the same category in both. A text may use one name for two
    individuals, as in *Jordan has visited Oslo and Jordan*; the other may speak of one of them."""
    named, again = _names(p), _names(h)
    return all(named[w] <= again[w] or again[w] <= named[w] for w in named.keys() & again.keys())


def _names(d: Derivation) -> dict[str, set[str]]:
    """Each name with its categories. Two bearers of a name may be told apart by sort: *Jordan (person)*."""
    named = {n.partition(" (")[0] for n in constants(d.meaning)}
    out: dict[str, set[str]] = {}
    for _, leaf in d.leaves():
        if leaf.word.symbol in named:
            out.setdefault(leaf.word.symbol, set()).add(leaf.category)
    return out


Parsed = tuple[Derivation, ...]
"""Every premise, then the hypothesis."""


@dataclass(frozen=True, slots=True)
class Meant:
    """What a pair may mean, closest attachment first, with names numbered; `words`: what the numbers stand for."""

    problems: tuple[Problem, ...]
    words: dict[str, str]
    tolerances: tuple[str, ...] = ()
    kinds: dict[str, WordKind] = field(default_factory=dict)
    """Which of the words are nouns, adjectives and verbs, by number."""
    unknown: tuple[str, ...] = ()
    """Words about which nothing is known."""


@dataclass(frozen=True, slots=True)
class NotCovered:
    why: str


def read_pair(fragment: Fragment, pair: PublishedPair) -> tuple[tuple[Parsed, ...], tuple[str, ...]]:
    """The derivations that belong together, the likeliest first, and what had to be overlooked to read the texts.

    Raises SentenceError, which names the side and the place.
    """
    if len(pair.premises) < 2:
        found = parse_pair(fragment, pair.premise, pair.hypothesis)
        return found.pairs, found.tolerances
    texts = [read_tolerantly(fragment, text) for text in (*pair.premises, pair.hypothesis)]
    together = islice(product(*(t.derivations for t in texts)), MOST_READINGS)
    return tuple(together), tuple(name for t in texts for name in t.tolerances)


def meant(fragment: Fragment, reading: Reading, pair: PublishedPair) -> Meant | NotCovered:
    try:
        together, tolerances = read_pair(fragment, pair)
        keyed = [named_key(_problem(fragment, reading, parsed)) for parsed in together]
    except (SentenceError, FragmentError) as e:
        return NotCovered(str(e))
    problems = tuple(dict.fromkeys(problem for problem, _ in keyed))
    first, names = together[0], keyed[0][1]
    return Meant(problems, _words(names), tolerances, kinds_of(first, names), unknown_words(first))


def resorted(fragment: Fragment, reading: Reading, pair: PublishedPair) -> Iterator[Meant]:
    """The same texts where a name that may be a person's or a place's (*Jordan*) is of the other sort."""
    together, tolerances = read_pair(fragment, pair)
    first = together[0]
    for parsed in together[1:]:
        moved = [n for a, b in zip(first, parsed, strict=True) for n in _moved(a, b)]
        if moved and all(map(_alike, first, parsed)):
            problem, names = named_key(_problem(fragment, reading, parsed))
            noted = (*tolerances, *(TextFault(EITHER_SORT, n) for n in dict.fromkeys(moved)))
            yield Meant((problem,), _words(names), noted, kinds_of(parsed, names), unknown_words(parsed))


def _moved(one: Derivation, other: Derivation) -> list[str]:
    """The names that are of another category in the other derivation."""
    ours, theirs = _names(one), _names(other)
    return [n for n in ours if theirs.get(n, ours[n]) != ours[n]]


def _alike(one: Derivation, other: Derivation) -> bool:
    """Whether two readings are the same word for word, so that they differ only in the sorts of names."""
    # LaToya is Latoya where the list of first names has her, and LaToya where she is a place.
    a, b = ([(leaf.word.symbol or leaf.form.text).casefold() for _, leaf in d.leaves()] for d in (one, other))
    return a == b


def _problem(fragment: Fragment, reading: Reading, parsed: Parsed) -> Problem:
    *premises, hypothesis = (d.meaning for d in parsed)
    return Problem(tuple(premises), hypothesis, fragment.theory, reading)


def _words(names: Names) -> dict[str, str]:
    """What P1, C2 … stand for; of 'that C2', which keeps its first word, only the rest."""
    constants = {
        number.removeprefix(p): name.removeprefix(p)
        for name, number in names.constants.items()
        for p in (pointing(name),)
    }
    return {number: name for name, number in names.predicates.items()} | constants
