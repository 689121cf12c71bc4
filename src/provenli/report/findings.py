"""What a paper concludes, held against the numbers of a run."""

from __future__ import annotations

from dataclasses import dataclass

from provenli.report.numbers import Results, number
from provenli.study.study import Finding

HOLDS, FAILS, NOT_RUN = "as published", "not so here", "not run"


@dataclass(frozen=True, slots=True)
class Verdict:
    """`ours`: the numbers, as text."""

    finding: Finding
    ours: str
    verdict: str

    @property
    def wanted(self) -> str:
        f = self.finding
        return f"within {f.points:g} points" if f.near else f"at least {f.points:g} points above"


def judged(finding: Finding, results: Results) -> Verdict:
    first = number(finding.first, results).mean
    second = finding.second if isinstance(finding.second, float | int) else number(finding.second, results).mean
    if first is None or second is None:
        return Verdict(finding, "", NOT_RUN)
    far = first - second
    holds = abs(far) <= finding.points if finding.near else far >= finding.points
    return Verdict(finding, f"{first:.1f} and {second:.1f}", HOLDS if holds else FAILS)


def as_markdown(verdicts: tuple[Verdict, ...]) -> str:
    if not verdicts:
        return ""
    lines = ["## What the paper found", "", "| finding | taken to mean | ours | |", "| --- | --- | --- | --- |"]
    lines += [f"| {v.finding.text} ({v.finding.source}) | {v.wanted} | {v.ours} | {v.verdict} |" for v in verdicts]
    return "\n".join([*lines, ""])
