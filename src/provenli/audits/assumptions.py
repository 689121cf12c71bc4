"""What an audit takes for granted: word knowledge, and the reading if the user gives none.

The knowledge is the fragment's theory, what published files need beside it, and what the user adds. The default reading
is the one under which most labels of the file are right; it is found by counting on the first pairs. Only choices that
hearers make without noticing are varied. A reading under which two sentences speak of the same individual, or under
which scope is inverted, is a rescue and never the default.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from provenli.audits.decisions import decided
from provenli.audits.pair_reader import Meant, meant
from provenli.audits.rescues import settled
from provenli.audits.verdicts import right
from provenli.certify.certificates import Situation, situate
from provenli.errors import InputError
from provenli.logic.reading_choices import alternatives, reading_text
from provenli.logic.readings import Reading
from provenli.logic.theory import Clause, Theory, isa
from provenli.pairs.fragment import Fragment
from provenli.published.pairs import PublishedPair, Unreadable

WordPair = tuple[str, str]
"""The narrower word, then the wider one."""


def read_isa(texts: Iterable[str]) -> tuple[WordPair, ...]:
    """From texts such as "odor=smell": every odor is a smell."""
    out = []
    for text in texts:
        narrow, sign, wide = (part.strip() for part in text.partition("="))
        if not (narrow and sign and wide) or "=" in wide:
            raise InputError(f"--isa {text}: expected NARROWER=WIDER, such as --isa odor=smell")
        out.append((narrow, wide))
    return tuple(dict.fromkeys(out))


def recorded_isa(summary: dict[str, Any], where: str) -> tuple[WordPair, ...]:
    """The word pairs that audit.json says were added."""
    found = summary.get("isa", [])
    pairs = [tuple(p) for p in found if isinstance(p, list)] if isinstance(found, list) else None
    if pairs is None or len(pairs) != len(found) or any([type(w) for w in p] != [str, str] for p in pairs):
        raise InputError(f"{where}: isa: expected pairs of words; run the audit again")
    return tuple((str(a), str(b)) for a, b in pairs)


def informed(fragment: Fragment, added: Sequence[WordPair] = ()) -> Fragment:
    """The fragment with everything that an audit takes to be known."""
    clauses = (*fragment.published_theory.clauses, *(c for pair in added for c in implied(*pair)))
    if not clauses:
        return fragment
    theory = fragment.theory
    return replace(fragment, theory=Theory((*theory.clauses, *clauses), theory.axioms))


def implied(narrow: str, wide: str) -> tuple[Clause, ...]:
    """Clauses for every number of places, since the word itself does not tell how many it has; only those that occur
    count (`Theory.about`)."""
    return (*isa(narrow, wide), *isa(narrow, wide, arity=2))


# --- the reading ---


VARIED = ("existential_import", "distinct_names", "closed_world", "as_tall_as")
SAMPLE, LEAST = 40, 20
"""How many pairs the reading is judged by, at most and at least: a handful of labels tells nothing."""
CLEARLY = 0.05
"""Another reading must be better than the fragment's own by this share of the labels."""

Counts = tuple[tuple[str, int], ...]
"""Readings as texts, and how many labels of the sample are right under each; the fragment's own reading first."""


def candidates(fragment: Fragment) -> tuple[Reading, ...]:
    keys = [k for k in VARIED if k in (fragment.varied or VARIED)]
    single = [r for text, r in alternatives(fragment.published_reading, keys) if ", " not in text]
    return (fragment.published_reading, *single)


def chosen_reading(
    fragment: Fragment, rows: Iterable[PublishedPair | Unreadable], two_way: bool
) -> tuple[Reading, int, Counts]:
    """The best of the candidates, the number of labels it was judged by, and the counts. The fragment's own reading is
    kept unless another is clearly better. If all labels are right under it, no other is tried."""
    labelled = (r for r in rows if isinstance(r, PublishedPair) and r.label is not None)
    read = [(p, meant(fragment, fragment.published_reading, p)) for p in islice(labelled, SAMPLE)]
    said = [(str(p.label), m) for p, m in read if isinstance(m, Meant)]
    if len(said) < LEAST:
        return fragment.published_reading, len(said), ()
    counted: list[tuple[Reading, int]] = []
    known: list[list[tuple[Situation, str]]] = [[] for _ in said]
    for reading in candidates(fragment):
        counted.append((reading, _right(reading, said, two_way, known)))
        if counted[0][1] == len(said):
            break
    best, most = max(counted, key=lambda item: item[1])
    if most < counted[0][1] + CLEARLY * len(said):
        best = fragment.published_reading
    return best, len(said), tuple((reading_text(r), n) for r, n in counted)


def _right(
    reading: Reading, said: Sequence[tuple[str, Meant]], two_way: bool, known: list[list[tuple[Situation, str]]]
) -> int:
    """How many labels are right. `known`: the decision on each pair under other readings."""
    total = 0
    for (label, found), before in zip(said, known, strict=True):
        problem = replace(found.problems[0], reading=reading)
        situation = situate(problem)
        told = _told(situation, label, before, two_way)
        if told is None:
            before.append((situation, decided(problem).label))
            told = right(label, before[-1][1], two_way)
        total += told
    return total


def _told(situation: Situation, label: str, known: Sequence[tuple[Situation, str]], two_way: bool) -> bool | None:
    """Whether the label is right, if decisions under other readings settle that; otherwise None."""
    for other, answer in known:
        possible = {answer} if situation == other else settled(other, answer, situation)
        found = {right(label, p, two_way) for p in possible}
        if len(found) == 1:
            return found.pop()
    return None
