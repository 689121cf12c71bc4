"""How likely a forced answer is right: a logistic model of the edits of a pair, fitted on labelled pairs.

The shipped weights were fitted on half of MED (Yanaka et al. 2019) with `tools/calibrate_english.py`: numbers only, no
sentence. What they see is general: kinds of edits, relations, polarity, operators, and which of two words that nobody
knows is likely the narrower one. It is learned, so whatever rests on it is called estimated.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import exp
from pathlib import Path

from provenli.checked_json import read_checked
from provenli.english.answers import LABELS, EnglishLabel
from provenli.english.doubts import RAREST
from provenli.english.edits import Edit
from provenli.english.solver import ComparedSentences, projected

UNCOUNTED = 0.9
"""MED has no contradictions: there the calculus is taken to be right nine times in ten."""
TABLE = Path(__file__).parent / "calibration.json"


@dataclass(frozen=True, slots=True)
class LabelEstimate:
    label: EnglishLabel
    """The likeliest."""
    shares: Mapping[EnglishLabel, float]


@dataclass(frozen=True, slots=True)
class Calibration:
    """Feature → its weight for entailment."""

    weights: Mapping[str, float]

    def estimate(self, c: ComparedSentences, agreed: bool) -> LabelEstimate:
        """`agreed`: whether all routes to polarity said the same; where not, half as sure."""
        if not self.weights or c.label == "contradiction":
            rest = (1 - UNCOUNTED) / 2
            return LabelEstimate(c.label, {x: UNCOUNTED if x == c.label else rest for x in LABELS})
        score = sum(self.weights.get(name, 0.0) * value for name, value in features(c).items())
        p = 1 / (1 + exp(-max(-30.0, min(30.0, score)) * (1.0 if agreed else 0.5)))
        # A little of what is not entailed is contradicted: none was seen, which does not say that there is none.
        shares: dict[EnglishLabel, float] = {
            "entailment": p,
            "contradiction": (1 - p) * 0.01,
            "neutral": (1 - p) * 0.99,
        }
        return LabelEstimate(max(LABELS, key=lambda x: shares[x]), shares)


def features(c: ComparedSentences) -> dict[str, float]:
    """What a comparison shows, by name: one where it is so, or how much."""
    told = [e for e in c.edits if e.kind != "same"]
    unknown = sum(e.kind == "unknown" for e in told)
    relations = "".join(sorted({projected(e).symbol for e in told if e.kind != "unknown"}))
    out = {"always": 1.0, f"answer {c.label}": 1.0, f"{min(len(told), 3)} edits {min(unknown, 2)} unknown": 1.0}
    out[f"relations {relations}"] = 1.0
    out[f"denied {c.negated[0]:d}{c.negated[1]:d}"] = 1.0
    for e in told:
        for name, value in _of_edit(e):
            out[name] = out.get(name, 0.0) + value
    return out


def _of_edit(e: Edit) -> Iterator[tuple[str, float]]:
    kind = f"{e.kind} {e.relation.symbol} {e.sign:+d}"
    sizes = [min(len(text.split()), 4) for text in (e.before, e.after)]
    yield kind, 1.0
    yield f"{e.kind} {e.sign:+d} of {sizes[0]} to {sizes[1]} words", 1.0
    if not e.agreed:
        yield f"{kind} disputed", 1.0
    if e.doubt:
        yield f"{e.kind} {e.sign:+d} doubted", 1.0
    if e.layers:
        yield f"{e.kind} {e.relation.symbol} under {e.layers[-1][0]}", 1.0
    if len(e.layers) > 1:
        yield f"{e.kind} deep", 1.0
    if e.rank > RAREST:
        yield f"{kind} rare", 1.0
    if e.kind in ("unknown", "substitution"):
        yield from _narrowing(e)


def _narrowing(e: Edit) -> Iterator[tuple[str, float]]:
    """How much the hypothesis's words look like the narrower ones, turned by the polarity of their place: more and
    longer words, deeper in the dictionary, with fewer senses, met less often."""
    heads = [text.split()[-1:] for text in (e.before, e.after)]
    longer = sum(map(len, heads[1])) - sum(map(len, heads[0])) if all(heads) else 0
    for name, value in (
        ("more words", max(-3, min(3, len(e.after.split()) - len(e.before.split())))),
        ("longer", longer / 5),
        ("deeper", e.narrowing[0] / 3),
        ("fewer senses", e.narrowing[1]),
        ("rarer", e.narrowing[2] / 2),
        ("unknown to the dictionary", e.narrowing[3]),
    ):
        if value:
            yield f"{e.kind} {name}", -e.sign * value


def fitted(pairs: Sequence[tuple[ComparedSentences, bool]], strength: float = 1.0) -> Calibration:
    """Weights from comparisons and whether they were labelled as entailed: logistic regression with a quadratic
    penalty, by Newton's steps. The smaller `strength`, the smaller the weights."""
    import numpy as np

    shown = [features(c) for c, _ in pairs]
    names = sorted({name for f in shown for name in f})
    x = np.array([[f.get(name, 0.0) for name in names] for f in shown])
    y = np.array([float(entailed) for _, entailed in pairs])
    w = np.zeros(len(names))
    for _ in range(25):
        p = 1 / (1 + np.exp(-np.clip(x @ w, -30, 30)))
        slope = x.T @ (p - y) * strength + w
        bend = (x * (p * (1 - p) * strength)[:, None]).T @ x + np.eye(len(names))
        step = np.linalg.solve(bend, slope)
        w = w - step
        if np.abs(step).max() < 1e-8:
            break
    return Calibration({name: round(float(v), 4) for name, v in zip(names, w, strict=True) if abs(v) >= 1e-3})


@cache
def shipped_calibration() -> Calibration:
    return Calibration(read_checked(TABLE, dict[str, float]))
