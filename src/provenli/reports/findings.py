"""What a paper concludes, held against the numbers of a run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from provenli.reports.guarded_text import markdown_table
from provenli.reports.numbers import EntryNumber, Results, history, number, shown
from provenli.studies.study import Epochs, Figure, Finding, Line, Output

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


# --- Figures of a study as a run can fill them: only what was run, and a point for each epoch. ---


# --- A figure of which a small run has a part: lines and settings without any number would only hide the others. ---


def only_run(output: Output, results: Results) -> Output:
    """The note says what was left out. A figure of which nothing was run, and tables, stay as they are."""
    if not isinstance(output, Figure):
        return output
    there = {(line.label, x) for line in output.lines for x, e in line.points if number(e, results).mean is not None}
    lines, settings = {label for label, _ in there}, {x for _, x in there}
    if not there:
        return output
    kept = tuple(
        Line(line.label, tuple((x, e) for x, e in line.points if x in settings))
        for line in output.lines
        if line.label in lines
    )
    missing = [line.label for line in output.lines if line.label not in lines]
    missing += [x for x in dict.fromkeys(x for line in output.lines for x, _ in line.points) if x not in settings]
    told = f"Not run: {', '.join(missing)}." if missing else ""
    return replace(output, lines=kept, note=" ".join(filter(None, [output.note, told])))


# --- How many epochs there were is known only after a run: a figure by epoch gets its points here. ---


def with_epochs(output: Output, results: Results) -> Output:
    if not isinstance(output, Epochs):
        return output
    lines = tuple(_line(line, results) for line in output.lines)
    return Figure(output.name, output.title, output.across, lines, output.note)


def _line(line: Line, results: Results) -> Line:
    """As many points as every run has epochs; one that says so, if nothing was run."""
    (_, entry), *_ = line.points
    runs: list[Mapping[str, Any]] = [tests for c in entry.cells for tests in results.get(c, {}).values()]
    epochs = min((len(history(tests)) for tests in runs), default=1)
    entries = (replace(entry, tests=(), epoch=k) for k in range(1, epochs + 1))
    return Line(line.label, tuple((str(e.epoch), e) for e in entries))
