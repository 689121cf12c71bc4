"""The reading that an audit takes where the user gives none: the one under which most labels of the file are right.

Told from the first pairs, by counting. Only choices that hearers make without noticing are varied: a reading under
which two sentences speak of the same individual, or scope is turned round, is a rescue and never the default.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

from provenli.audits.decisions import decided
from provenli.audits.pair_reader import Meant, meant
from provenli.audits.verdicts import right
from provenli.certify.certificates import Problem
from provenli.logic.reading_choices import alternatives, reading_text
from provenli.logic.readings import Reading
from provenli.pairs.fragment import Fragment
from provenli.published.pairs import PublishedPair, Unreadable

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
