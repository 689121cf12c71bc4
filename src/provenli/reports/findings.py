"""What a paper concludes, held against the numbers of a run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from provenli.reports.guarded_text import markdown_table
from provenli.reports.numbers import Absent, EntryNumber, Results, history, number, shown
from provenli.scoring.intervals import Interval
from provenli.scoring.seeds_and_schemas import difference
from provenli.studies.study import Epochs, Figure, Finding, Line, Output

HOLDS, FAILS, OPEN = "comes out", "does not", "open"
NOT_RUN = "not run"


@dataclass(frozen=True, slots=True)
class JudgedFinding:
    """`ours`: the numbers with their intervals, as text. `apart`: the difference with its interval. `why`: of what is
    open."""

    finding: Finding
    ours: str
    verdict: str
    apart: str = ""
    why: str = ""

    @property
    def told(self) -> str:
        return self.verdict + (f": {self.why}" if self.why else "")

    @property
    def wanted(self) -> str:
        f = self.finding
        return f"within {f.points:g} points" if f.near else f"at least {f.points:g} points above"

    @property
    def colour(self) -> str:
        """The class of its text on the page."""
        return "absent" if self.why == NOT_RUN else {HOLDS: "good", FAILS: "bad", OPEN: "unsure"}[self.verdict]


def judged(finding: Finding, results: Results, absent: Absent = MappingProxyType({})) -> JudgedFinding:
    """By the whole interval of the difference: it comes out if all of it is as the paper says, it does not if none of
    it is, and is open otherwise."""
    first = number(finding.first, results, absent)
    other = finding.second
    second = EntryNumber(None, float(other)) if isinstance(other, float | int) else number(other, results, absent)
    if first.mean is None or second.mean is None:
        why = NOT_RUN if NOT_RUN in (first.why, second.why) else first.why or second.why
        return JudgedFinding(finding, "", OPEN, why=why)
    reach = difference(first.mean, first.interval, second.mean, second.interval)
    verdict = _verdict(finding, reach)
    apart = f"{first.mean - second.mean:+.1f} [{reach.low:.1f}, {reach.high:.1f}]".replace("-", "−")
    why = "the interval has both" if verdict == OPEN else ""
    return JudgedFinding(finding, f"{shown(first)} against {shown(second)}", verdict, apart, why)


def _verdict(finding: Finding, reach: Interval) -> str:
    if not finding.near:
        return HOLDS if reach.low >= finding.points else FAILS if reach.high < finding.points else OPEN
    if -finding.points <= reach.low and reach.high <= finding.points:
        return HOLDS
    return FAILS if reach.low > finding.points or reach.high < -finding.points else OPEN


def findings_markdown(verdicts: tuple[JudgedFinding, ...], title: str) -> str:
    if not verdicts:
        return ""
    rows = [(f"{v.finding.text} ({v.finding.source})", v.wanted, v.ours, v.apart, v.told) for v in verdicts]
    table = markdown_table(("finding", "taken to mean", "ours", "apart", "here"), rows)
    return "\n".join([f"## {title}", "", "| finding | taken to mean | ours | apart | |", *table[1:], ""])


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
