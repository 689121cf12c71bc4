"""How often forced answers of a kind are right: counts by edit type, relation and polarity, fitted on labelled pairs.

The shipped table was counted on half of MED (Yanaka et al. 2019) with `tools/calibrate_english.py`: numbers only, no
sentence. It is learned, so whatever rests on it is called estimated.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from provenli.checked_json import read_checked
from provenli.english.answers import LABELS, EnglishLabel
from provenli.english.edits import Edit
from provenli.english.solver import Comparison

LEAST = 12
"""Pairs that a row must have been counted on before it is believed; else the coarser row serves."""
UNCOUNTED = 9
TABLE = Path(__file__).parent / "calibration.json"


@dataclass(frozen=True, slots=True)
class Estimate:
    label: EnglishLabel
    """The most frequent label of such pairs."""
    shares: Mapping[EnglishLabel, float]


@dataclass(frozen=True, slots=True)
class Calibration:
    """Row name → how many such pairs had each label, in the order entailment, contradiction, neutral."""

    counts: Mapping[str, list[int]]

    def estimate(self, c: Comparison, agreed: bool) -> Estimate:
        row = next((self.counts[k] for k in keys(c, agreed) if sum(self.counts.get(k, ())) >= LEAST), [0, 0, 0])
        # Half a pair of each label: never quite 0 or 1. Where nothing was counted (MED has no contradictions), the
        # calculus is taken to be right nine times in ten.
        trust = 1 if sum(row) else UNCOUNTED
        shares = {
            x: (n + 0.5 + trust * (x == c.label)) / (sum(row) + 1.5 + trust) for x, n in zip(LABELS, row, strict=True)
        }
        return Estimate(max(LABELS, key=lambda x: shares[x]), shares)


def keys(c: Comparison, agreed: bool) -> Iterator[str]:
    """Names of rows, the finest first."""
    told = [e for e in c.edits if e.kind != "same"]
    route = "" if agreed else " disputed"
    if c.uncovered:
        yield "uncovered"
    elif c.negated[0] != c.negated[1] or c.label == "contradiction":
        yield f"denied {c.label}"
        return
    elif not told:
        yield f"same words{route}"
    elif len(told) == 1:
        yield f"{_fine(told[0])}{route}"
        yield f"{_coarse(told[0])}{route}"
        yield _coarse(told[0])
    else:
        unknown = sum(e.kind == "unknown" for e in told)
        yield f"{min(len(told), 4)} edits {min(unknown, 2)} unknown {c.label}"
        yield f"several edits {c.label}"
    yield f"any {c.label}"


def _coarse(e: Edit) -> str:
    return f"{e.kind} {e.relation.symbol} {e.sign:+d}"


def _fine(e: Edit) -> str:
    sizes = len(e.before.split()), len(e.after.split())
    longer = (sizes[1] > sizes[0]) - (sizes[1] < sizes[0])
    return f"{_coarse(e)} rank {min(e.rank, 6) // 2} length {longer:+d} depth {min(len(e.layers), 2)}"


@cache
def shipped_calibration() -> Calibration:
    return Calibration(read_checked(TABLE, dict[str, list[int]]))
