"""From the text of a published pair to the problems it may mean."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice, product

from provenli.certify.certificates import Problem
from provenli.errors import FragmentError, SentenceError
from provenli.grammar import Derivation
from provenli.logic.readings import Reading
from provenli.logic.renaming import Names
from provenli.pairs.fragment import MOST_READINGS, Fragment, parallel
from provenli.pairs.schemas import named_key
from provenli.published.reading import PublishedPair

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


def read_text(fragment: Fragment, text: str) -> tuple[Parsed, tuple[str, ...]]:
    """One derivation for each meaning of a text, and what had to be overlooked to read it."""
    return fragment.read(text), ()


def read_pair(fragment: Fragment, pair: PublishedPair) -> tuple[tuple[Parsed, ...], tuple[str, ...]]:
    """The derivations that belong together, closest attachment first. Raises SentenceError, which names the side."""
    found: list[Parsed] = []
    tolerances: list[str] = []
    texts = pair.premises or (pair.premise,)
    for side, text in [*(("premise", t) for t in texts), ("hypothesis", pair.hypothesis)]:
        try:
            derivations, overlooked = read_text(fragment, text)
        except SentenceError as e:
            raise type(e)(f"{side}: {e}") from e
        found.append(derivations)
        tolerances += overlooked
    if len(found) == 2:
        together: tuple[Parsed, ...] = parallel(found[0], found[1])
    else:
        together = tuple(islice(product(*found), MOST_READINGS))
    return together, tuple(dict.fromkeys(tolerances))


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
    return {number: name for table in (names.predicates, names.constants) for name, number in table.items()}
