"""How pairs of English sentences are decided: accuracy by route, time, ratio to spaCy, and a reliability diagram.

python benchmarks/english_pairs.py MED.tsv                        any published file of pairs with labels
python benchmarks/english_pairs.py MED.tsv --diagram figure.svg   also how often answers of each probability are right

Probabilities and learned answers are cross-validated: what was fitted on the other folds is asked about each fold.
Pairs that share a sentence, or are linked by others that do, are in one fold: what is asked about was never seen.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from time import perf_counter

from english import spacy_median

from provenli.english.answers import LABELS
from provenli.english.decision import Solver, prove, solver_from, verdict_of, why_not_proved
from provenli.english.solver import Calibration, ComparedSentences, fitted
from provenli.labels import folded
from provenli.published.pairs import PublishedPair, Unreadable
from provenli.published.source import open_published

BINS, FOLDS = 10, 10
ROUTES = ("proved", "supported", "not covered")


@dataclass(frozen=True, slots=True)
class Decided:
    pair: PublishedPair
    comparison: ComparedSentences
    verdict: str
    milliseconds: float
    fold: int
    probability: float = 0.0
    learned: str = ""


def folds_of(pairs: Sequence[PublishedPair]) -> list[int]:
    """A fold for each pair, by a hash of the first sentence of all that hang together."""
    above: dict[str, str] = {}

    def first(text: str) -> str:
        while above.setdefault(text, text) != text:
            text = above[text]
        return text

    for pair in pairs:
        one, other = sorted((first(pair.premise), first(pair.hypothesis)))
        above[other] = one
    return [hashlib.sha256(first(p.premise).encode()).digest()[0] % FOLDS for p in pairs]


def decided(solver: Solver, pair: PublishedPair, fold: int) -> Decided:
    start = perf_counter()
    c, agreed = solver.compared(*(" ".join(text.split()) for text in (pair.premise, pair.hypothesis)))
    why = why_not_proved(c, prove(c), agreed)
    return Decided(pair, c, verdict_of(c, why), 1000 * (perf_counter() - start), fold)


def calibrated(rows: Sequence[Decided]) -> list[Decided]:
    """Each with what the other folds say of such answers."""
    models = [fitted([(r.comparison, r.pair.label == "entailment") for r in rows if r.fold != k]) for k in range(FOLDS)]
    return [_with_estimate(r, models[r.fold]) for r in rows]


def _with_estimate(r: Decided, table: Calibration) -> Decided:
    estimate = table.estimate(r.comparison, True)
    learned = r.comparison.label if r.verdict == "proved" else estimate.label
    return replace(r, probability=estimate.shares[learned], learned=learned)


def share(rows: Iterable[bool]) -> str:
    found = list(rows)
    return f"{100 * sum(found) / len(found):.1f}% of {len(found):,}" if found else "none"


def bins_of(rows: Sequence[Decided], two_way: bool) -> list[tuple[float, float, int]]:
    """Mean probability, share that is right, and number of answers, of each tenth."""
    found: dict[int, list[Decided]] = defaultdict(list)
    for r in rows:
        found[min(int(r.probability * BINS), BINS - 1)].append(r)
    return [
        (
            sum(r.probability for r in each) / len(each),
            sum(right(r, r.learned, two_way) for r in each) / len(each),
            len(each),
        )
        for _, each in sorted(found.items())
    ]


def right(r: Decided, label: str, two_way: bool) -> bool:
    return r.pair.label is not None and folded(label, two_way) == folded(r.pair.label, two_way)


def report(rows: Sequence[Decided], two_way: bool) -> None:
    print(f"forced answer, sound steps: {share(right(r, r.comparison.label, two_way) for r in rows)}")
    print(f"learned ({FOLDS} folds, no sentence shared): {share(right(r, r.learned, two_way) for r in rows)}")
    for route in ROUTES:
        of = [r for r in rows if r.verdict == route]
        print(
            f"  {route}: right {share(right(r, r.comparison.label, two_way) for r in of)} ({len(of) / len(rows):.0%})"
        )
    for label in LABELS:
        of = [r for r in rows if r.verdict == "proved" and r.comparison.label == label]
        print(f"  proved {label}: right {share(right(r, label, two_way) for r in of)}")
    for tag in ("upward_monotone", "downward_monotone", "non_monotone", "crowd", "paper"):
        of = [r for r in rows if tag in dict(r.pair.tags).get("genre", "").split(":")]
        if of:
            print(f"  {tag}: {share(right(r, r.comparison.label, two_way) for r in of)}")
    times = sorted(r.milliseconds for r in rows)
    print(f"time: median {median(times):.1f} ms a pair, 95% within {times[int(0.95 * len(times))]:.1f} ms")
    other = spacy_median([text for r in rows[:200] for text in (r.pair.premise, r.pair.hypothesis)])
    print("spaCy: not installed" if other is None else f"ratio to two spaCy parses: {median(times) / (2 * other):.2f}")


def diagram(bins: Sequence[tuple[float, float, int]], title: str) -> str:
    """As SVG: probability across, share of right answers up, a circle for each tenth, its area by its number."""
    size, edge, most = 320, 44, max(n for _, _, n in bins)

    def x(p: float) -> float:
        return edge + p * size

    def y(p: float) -> float:
        return edge + (1 - p) * size

    ticks = [k / 5 for k in range(6)]
    lines = [f'<text x="{x(t):.0f}" y="{y(0) + 16:.0f}" text-anchor="middle">{t:.1f}</text>' for t in ticks]
    lines += [f'<text x="{x(0) - 6:.0f}" y="{y(t) + 4:.0f}" text-anchor="end">{t:.1f}</text>' for t in ticks]
    dots = [
        f'<circle cx="{x(p):.1f}" cy="{y(q):.1f}" r="{3 + 9 * (n / most) ** 0.5:.1f}" fill="#2a6f97" opacity="0.75">'
        f"<title>{n} answers: said {p:.2f}, right {q:.2f}</title></circle>"
        for p, q, n in bins
    ]
    whole = size + 2 * edge
    return "\n".join(
        [
            '<svg xmlns="http://www.w3.org/2000/svg" font-family="sans-serif" font-size="11" '
            f'viewBox="0 0 {whole} {whole}">',
            f'<rect width="{whole}" height="{whole}" fill="white"/>',
            f'<text x="{whole / 2:.0f}" y="20" text-anchor="middle" font-size="13">{title}</text>',
            f'<rect x="{edge}" y="{edge}" width="{size}" height="{size}" fill="none" stroke="#999"/>',
            f'<line x1="{x(0)}" y1="{y(0)}" x2="{x(1)}" y2="{y(1)}" stroke="#999" stroke-dasharray="4 4"/>',
            *lines,
            *dots,
            f'<text x="{whole / 2:.0f}" y="{whole - 8}" text-anchor="middle">probability that is told</text>',
            f'<text x="14" y="{whole / 2:.0f}" transform="rotate(-90 14 {whole / 2:.0f})">right</text>',
            "</svg>\n",
        ]
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--backend", choices=("ccg", "spacy", "both"), default="ccg")
    parser.add_argument("--every", type=int, default=1, help="only each so many-th pair")
    parser.add_argument("--diagram", type=Path)
    chosen = parser.parse_args()
    source = open_published(chosen.file)
    pairs = [p for p in source.rows() if not isinstance(p, Unreadable)][:: chosen.every]
    solver = solver_from(chosen.backend, (), (), None, "sound")
    rows = calibrated([decided(solver, p, k) for p, k in zip(pairs, folds_of(pairs), strict=True)])
    report(rows, source.two_way)
    bins = bins_of(rows, source.two_way)
    for said, found, number in bins:
        print(f"  said {said:.2f}: right {found:.2f} ({number:,} answers)")
    if chosen.diagram is not None:
        chosen.diagram.write_text(diagram(bins, "Answers by their probability (cross-validated)"), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
