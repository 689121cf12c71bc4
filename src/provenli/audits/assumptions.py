"""What an audit takes for granted: what is known, and the reading where the user gives none.

Known is the fragment's theory, what published files need beside it, and what the user adds. The default reading is the
one under which most labels of the file are right, told from its first pairs by counting. Only choices that hearers make
without noticing are varied: a reading under which two sentences speak of the same individual, or scope is turned round,
is a rescue and never the default.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from provenli.audits.decisions import decided
from provenli.audits.pair_reader import Meant, meant
from provenli.audits.verdicts import right
from provenli.certify.certificates import Problem
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
    """What audit.json says was added."""
    found = summary.get("isa", [])
    pairs = [tuple(p) for p in found if isinstance(p, list)] if isinstance(found, list) else None
    if pairs is None or len(pairs) != len(found) or any([type(w) for w in p] != [str, str] for p in pairs):
        raise InputError(f"{where}: isa: expected pairs of words; run the audit again")
    return tuple((str(a), str(b)) for a, b in pairs)


def informed(fragment: Fragment, added: Sequence[WordPair] = ()) -> Fragment:
    """The fragment with all that an audit by it takes to be known."""
    clauses = (*fragment.published_theory.clauses, *(c for pair in added for c in implied(*pair)))
    if not clauses:
        return fragment
    theory = fragment.theory
    return replace(fragment, theory=Theory((*theory.clauses, *clauses), theory.axioms))


def implied(narrow: str, wide: str) -> tuple[Clause, ...]:
    """Of a word by itself one does not know how many places it has; only those that occur count (`Theory.about`)."""
    return (*isa(narrow, wide), *isa(narrow, wide, arity=2))


# --- the reading ---


VARIED = ("existential_import", "distinct_names", "closed_world", "as_tall_as")
SAMPLE, LEAST = 60, 20
"""Pairs from which the reading is told, at most and at least: a handful of labels tells nothing."""
CLEARLY = 0.05
"""By this share of the labels another reading must be better than the fragment's own."""

Counts = tuple[tuple[str, int], ...]
"""Readings as texts, and how many labels of the sample are right under each; the fragment's own reading first."""


def candidates(fragment: Fragment) -> tuple[Reading, ...]:
    keys = [k for k in VARIED if k in (fragment.varied or VARIED)]
    single = [r for text, r in alternatives(fragment.published_reading, keys) if ", " not in text]
    return (fragment.published_reading, *single)


def chosen_reading(
    fragment: Fragment, rows: Iterable[PublishedPair | Unreadable], two_way: bool
) -> tuple[Reading, int, Counts]:
    """The best of the candidates, of how many labels, and the counts; the fragment's own reading unless another is
    clearly better. If its own makes all labels right, no other is tried."""
    labelled = (r for r in rows if isinstance(r, PublishedPair) and r.label is not None)
    read = [(p, meant(fragment, fragment.published_reading, p)) for p in islice(labelled, SAMPLE)]
    said = [(str(p.label), m) for p, m in read if isinstance(m, Meant)]
    if len(said) < LEAST:
        return fragment.published_reading, len(said), ()
    counted: list[tuple[Reading, int]] = []
    known: dict[Problem, str] = {}
    for reading in candidates(fragment):
        counted.append((reading, _right(reading, said, two_way, known)))
        if counted[0][1] == len(said):
            break
    best, most = max(counted, key=lambda item: item[1])
    if most < counted[0][1] + CLEARLY * len(said):
        best = fragment.published_reading
    return best, len(said), tuple((reading_text(r), n) for r, n in counted)


def _right(reading: Reading, said: Sequence[tuple[str, Meant]], two_way: bool, known: dict[Problem, str]) -> int:
    total = 0
    for label, found in said:
        first = found.problems[0]
        problem = Problem(first.premises, first.hypothesis, first.theory, reading)
        if problem not in known:
            known[problem] = decided(problem).label
        total += right(label, known[problem], two_way)
    return total
