"""What `provenli leakage` asks and prints."""

from __future__ import annotations

from pathlib import Path

from provenli.library.fragments.clauses.attested import read_pairs
from provenli.progress import shown_progress
from provenli.splits.leakage import SHOWN_WORDS, Leakage, WordGuess, check_leakage


def run(first: Path, second: Path | None) -> list[Leakage]:
    with shown_progress() as progress:
        return check_leakage(first, second, read_pairs, progress)


def shown(found: list[Leakage]) -> str:
    return "\n\n".join(map(_shown, found))


def _shown(x: Leakage) -> str:
    shares = ", ".join(f"{what} {n:,} ({100 * n / x.test_rows:.1f}%)" for what, n in x.shared.items())
    schemas = "" if x.schemas is None else f"; schemas {x.schemas[0]:,} of {x.schemas[1]:,}"
    told = ": " + ", ".join(x.new_words[:SHOWN_WORDS]) + ", …" * (len(x.new_words) > SHOWN_WORDS) if x.new_words else ""
    return "\n".join(
        [
            f"train: {x.train} ({x.train_rows:,} pairs)",
            f"test:  {x.test} ({x.test_rows:,} pairs)",
            f"  also in train: {shares}{schemas}",
            f"  words never in train: {len(x.new_words):,} of {x.words:,}, {100 * x.new_tokens:.1f}% of the text{told}",
            f"  most frequent label of the test: {x.majority[0]}, {100 * x.majority[1]:.1f}%",
            *(_guess(g) for g in x.guesses),
            f"  {_verdict(x)}",
        ]
    )


def _guess(g: WordGuess) -> str:
    return f"  {g.name}: {100 * g.accuracy:.1f}% (95% interval {100 * g.low:.1f} to {100 * g.high:.1f})"


def _verdict(x: Leakage) -> str:
    above = [g.name for g in x.guesses if g.above]
    if x.majority[1] == 1:
        return "all have one label, so there is nothing to be better than"
    if not above:
        return "no bag of words does better than always saying the most frequent label"
    return f"better than the most frequent label: {', '.join(above)}; words alone give part of the answer away"
