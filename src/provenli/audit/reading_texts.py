"""From the text of a published pair to the problems it may mean."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice, product

from provenli.certify.certificates import Problem
from provenli.errors import FragmentError, SentenceError
from provenli.grammar import Derivation
from provenli.logic.readings import Reading
from provenli.logic.renaming import Names, pointing
from provenli.pairs import tolerant
from provenli.pairs.fragment import MOST_READINGS, Fragment
from provenli.pairs.schemas import named_key
from provenli.published.pairs import PublishedPair

Parsed = tuple[Derivation, ...]
"""Every premise, then the hypothesis."""


@dataclass(frozen=True, slots=True)
class Meant:
    """What a pair may mean, closest attachment first, with names numbered; `words`: what the numbers stand for."""

    problems: tuple[Problem, ...]
    words: dict[str, str]
    tolerances: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NotCovered:
    why: str


def read_pair(fragment: Fragment, pair: PublishedPair) -> tuple[tuple[Parsed, ...], tuple[str, ...]]:
    """The derivations that belong together, the likeliest first, and what had to be overlooked to read the texts.

    Raises SentenceError, which names the side and the place.
    """
    if len(pair.premises) < 2:
        found = tolerant.read_pair(fragment, pair.premise, pair.hypothesis)
        return found.pairs, found.tolerances
    texts = [tolerant.read_tolerantly(fragment, text) for text in (*pair.premises, pair.hypothesis)]
    together = islice(product(*(t.derivations for t in texts)), MOST_READINGS)
    return tuple(together), tuple(name for t in texts for name in t.tolerances)


def meant(fragment: Fragment, reading: Reading, pair: PublishedPair) -> Meant | NotCovered:
    try:
        together, tolerances = read_pair(fragment, pair)
        keyed = [named_key(_problem(fragment, reading, parsed)) for parsed in together]
    except (SentenceError, FragmentError) as e:
        return NotCovered(str(e))
    problems = tuple(dict.fromkeys(problem for problem, _ in keyed))
    return Meant(problems, _words(keyed[0][1]), tolerances)


def _problem(fragment: Fragment, reading: Reading, parsed: Parsed) -> Problem:
    *premises, hypothesis = (d.meaning for d in parsed)
    return Problem(tuple(premises), hypothesis, fragment.theory, reading)


def _words(names: Names) -> dict[str, str]:
    """P1, C2 … and what they stand for; of 'that C2', which keeps its first word, the rest."""
    constants = {number.removeprefix(p): name.removeprefix(p) for name, number in names.constants.items()
                 for p in (pointing(name),)}  # fmt: skip
    return {number: name for name, number in names.predicates.items()} | constants
