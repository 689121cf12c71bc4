"""What a paper concludes, held against the numbers of a run."""

from __future__ import annotations

from dataclasses import dataclass

from provenli.reports.guarded_text import markdown_table
from provenli.reports.numbers import EntryNumber, Results, number, shown
from provenli.studies.study import Finding

HOLDS, FAILS, NOT_RUN = "as published", "not so here", "not run"


@dataclass(frozen=True, slots=True)
class JudgedFinding:
    """`ours`: the numbers with their intervals, as text. `sure`: whether all of the intervals gives this verdict."""

    finding: Finding
    ours: str
    verdict: str
    sure: bool = True

    @property
    def told(self) -> str:
        return self.verdict + ("" if self.sure else ", unsure")

    @property
    def wanted(self) -> str:
        f = self.finding
        return f"within {f.points:g} points" if f.near else f"at least {f.points:g} points above"

    @property
    def colour(self) -> str:
        """The class of its text on the page."""
        return {HOLDS: "good", FAILS: "bad", NOT_RUN: "absent"}[self.verdict] if self.sure else "unsure"


def judged(finding: Finding, results: Results) -> JudgedFinding:
    """By the means. The ends of the intervals say only whether it is sure."""
    first = number(finding.first, results)
    other = finding.second
    second = EntryNumber(None, float(other)) if isinstance(other, float | int) else number(other, results)
    if first.mean is None or second.mean is None:
        return JudgedFinding(finding, "", NOT_RUN)
    holds = _holds(finding, first.mean - second.mean)
    (low, high), (least, most) = _ends(first, first.mean), _ends(second, second.mean)
    told = f"{shown(first)} against {shown(second)}"
    return JudgedFinding(finding, told, HOLDS if holds else FAILS, _sure(finding, low - most, high - least, holds))


def _holds(finding: Finding, far: float) -> bool:
    return abs(far) <= finding.points if finding.near else far >= finding.points


def _ends(n: EntryNumber, mean: float) -> tuple[float, float]:
    """A mean without an interval, such as one over several cells, is taken as exact."""
    return (mean if n.low is None else n.low), (mean if n.high is None else n.high)


def _sure(finding: Finding, low: float, high: float, holds: bool) -> bool:
    """Whether every difference from `low` to `high` gives the same verdict. Both ends may be too far apart to be near,
    on either side, with what is near between them."""
    between = finding.near and low < 0 < high
    return all(_holds(finding, far) == holds for far in (low, high)) and (holds or not between)


def findings_markdown(verdicts: tuple[JudgedFinding, ...]) -> str:
    if not verdicts:
        return ""
    rows = [(f"{v.finding.text} ({v.finding.source})", v.wanted, v.ours, v.told) for v in verdicts]
    table = markdown_table(("finding", "taken to mean", "ours", "here"), rows)
    return "\n".join(["## What the paper found", "", "| finding | taken to mean | ours | |", *table[1:], ""])
