"""A run of `provenli study`: its tables and figures beside the published numbers, how it was run, some predictions, and
the conclusions of its paper compared with the numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeAlias

from provenli.grammar.arrows import LEGEND
from provenli.reports.answers import Kept, Missed, answers_markdown, kept_answers, missed_by_all
from provenli.reports.guarded_text import markdown_table, plain_markdown
from provenli.reports.item import ItemKind
from provenli.reports.numbers import Absent, EntryNumber, Results, history, number, shown
from provenli.reports.study_files import Examples, core_minutes, read_examples, read_study, trained_on, with_predictions
from provenli.reports.tables import (
    columns_of,
    grid,
    is_run,
    majority_place,
    not_comparable,
    output_markdown,
    shown_majority,
    study_lines,
)
from provenli.scoring.intervals import Interval
from provenli.scoring.seeds_and_schemas import difference
from provenli.studies.criteria import FINDINGS
from provenli.studies.record import STUDY, StudyRecord, read_failures
from provenli.studies.study import Epochs, Figure, Finding, Line, Output, entries
from provenli.version import VERSION

HOLDS, FAILS, OPEN = "comes out", "does not", "open"
NOT_RUN = "not run"


@dataclass(frozen=True, slots=True)
class JudgedFinding:
    """`ours`: the numbers with their intervals, as text. `apart`: the difference with its interval. `why`: why it is
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
    """Judged by the whole interval of the difference: the finding comes out if all of it is as the paper says, does not
    if none of it is, and is open otherwise."""
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
    """Only what was run; the note says what was left out. A figure without any run, and tables, stay as they are."""
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
    """As many points as every run has epochs; if nothing was run, one point that says so."""
    (_, entry), *_ = line.points
    runs: list[Mapping[str, Any]] = [tests for c in entry.cells for tests in results.get(c, {}).values()]
    epochs = min((len(history(tests)) for tests in runs), default=1)
    entries = (replace(entry, tests=(), epoch=k) for k in range(1, epochs + 1))
    return Line(line.label, tuple((str(e.epoch), e) for e in entries))


WARNINGS = {
    "smoke": "This is a smoke run: it shows that everything works, and its numbers say nothing about models.",
    "small": "This is a small run: fewer pairs and fewer epochs than the paper's, and not equally few epochs "
    "for every model (see how it was run), so rows can be compared only roughly.",
}
"""By scale; a smoke run is not compared with the paper at all."""

INTERVALS = (
    "In brackets 95% intervals: seeds and schemas together, where runs of the same model say how much seeds matter; "
    "otherwise of one run."
)
Ran: TypeAlias = Mapping[str, Any]
FAILED = "failed"


@dataclass(frozen=True)
class StudyItem:
    """`every`: outputs as the study has them; those of `record` have only lines and settings that were run. `absent`:
    cells without a result, because they failed or the scale leaves them out, with the reason."""

    record: StudyRecord
    every: tuple[Output, ...]
    results: Results
    examples: Examples
    core_minutes: float
    trained_on: str = ""
    verdicts: tuple[JudgedFinding, ...] = ()
    absent: Mapping[str, str] = field(default_factory=dict)
    missed: tuple[Missed, ...] = ()
    kept: tuple[Kept, ...] = ()
    template: str = "study.html.j2"
    legend: str = LEGEND

    @property
    def title(self) -> str:
        return self.record.name

    @property
    def notes(self) -> tuple[str, ...]:
        """Only a paper's run can be smaller than the paper's."""
        scale = self.record.scale
        told = self.record.paper or scale == "smoke"
        return (WARNINGS[scale],) if scale in WARNINGS and told else ()

    @property
    def findings_title(self) -> str:
        return "What the paper found" if self.record.paper else "What was expected"

    @property
    def ran(self) -> int:
        return sum(1 for c in self.record.cells if c in self.results)

    @property
    def summary(self) -> str:
        failed = sum(why.startswith(FAILED) for why in self.absent.values())
        left = sum(cell not in self.results for cell in self.record.left_out)
        told = [f"{failed} failed"] * bool(failed) + [f"{left} left out"] * bool(left)
        return f"{self.ran} of {len(self.record.cells)} cells" + (f" ({', '.join(told)})" if told else "")

    @property
    def head(self) -> tuple[tuple[str, str], ...]:
        return (
            (self.record.scale, "scale"),
            (f"{self.ran} of {len(self.record.cells)}", "cells run"),
            (str(max((len(s) for s in self.results.values()), default=0)), "seeds, at most"),
            (f"{self.core_minutes:.1f}", "core-minutes"),
            (VERSION, "ProveNLI"),
        )

    def facts(self) -> dict[str, Any]:
        found = [{"text": v.finding.text, "ours": v.ours, "verdict": v.told} for v in self.verdicts]
        return {"cells_run": self.ran, "cells": len(self.record.cells), "findings": found}

    def csv_lines(self) -> Iterator[list[object]]:
        return study_lines(self.every, self.results, self.absent)

    def markdown(self, notes: tuple[str, ...]) -> str:
        r = self.record
        about = plain_markdown(r.about + (f" ({r.paper})" if r.paper else ""))
        ran = f"{self.summary} run in {self.core_minutes:.1f} core-minutes"
        head = f"# {plain_markdown(r.name)}\n\n{about}\n\nScale {plain_markdown(r.scale)}; {ran}. {INTERVALS}\n"
        told = [f"**{n}**\n" for n in notes]
        told += [f"{plain_markdown(self.trained_on)}\n"] * bool(self.trained_on)
        if self.record.criteria and self.verdicts:
            told.append(f"{self.fixed}\n")
        tables = (output_markdown(o, self.results, self.absent) for o in r.outputs)
        findings = findings_markdown(self.verdicts, self.findings_title)
        return "\n".join([head, *told, findings, *tables, answers_markdown(self.missed, self.kept)])

    @property
    def fixed(self) -> str:
        """Says when the criteria were fixed."""
        return f"What counts was fixed before the run ({FINDINGS}, sha256 {self.record.criteria[:16]}…)."

    # --- what the template asks for ---

    def majority(self, output: Output) -> str:
        return majority_place(self.grid(output)).name

    def row_majority(self, cells: Mapping[str, EntryNumber]) -> str:
        return shown_majority(cells.values())

    def column_majority(self, output: Output, column: str) -> str:
        return shown_majority(cells[column] for cells in self.grid(output).values() if column in cells)

    def not_comparable(self, output: Output) -> str:
        return not_comparable(self.grid(output))

    def columns(self, output: Output) -> tuple[str, ...]:
        return columns_of(output)

    def grid(self, output: Output) -> dict[str, dict[str, EntryNumber]]:
        return grid(output, self.results, self.absent)

    def is_run(self, output: Output) -> bool:
        return is_run(self.grid(output))

    def has_published(self, output: Output) -> bool:
        return any(e.published for _, _, e in entries(output))

    @property
    def sources(self) -> list[tuple[str, str]]:
        """Tables and figures of papers, with the meaning of ± in each."""
        found = [e.published for o in self.record.outputs for _, _, e in entries(o) if e.published]
        return sorted({(", ".join(p.source.split(", ")[:2]), p.kind) for p in found})

    @property
    def shown_examples(self) -> list[tuple[str, str, list[tuple[str, Ran]]]]:
        """Cell, test, and predictions, each marked wrong or right."""
        found = []
        for (cell, test), by_kind in self.examples.items():
            quotes = [(kind, e) for kind in ("wrong", "right") for e in by_kind[kind]]
            if quotes:
                found.append((cell, test, quotes))
        return found

    @property
    def has_arrows(self) -> bool:
        texts = (e[side] for *_, quotes in self.shown_examples for _, e in quotes for side in ("premise", "hypothesis"))
        return any(arrow in text for text in texts for arrow in "↑↓")

    def told(self, settings: Ran) -> str:
        return told_settings(settings)

    def seeds(self, cell: str) -> str:
        return ", ".join(map(str, sorted(self.results[cell])))

    @cached_property
    def runs(self) -> dict[str, Ran]:
        return {c: _run(self.results[c]) for c in self.record.cells if c in self.results}

    @cached_property
    def same(self) -> dict[str, Any]:
        return same_settings([ran["settings"] for ran in self.runs.values()])

    def own_settings(self, cell: str) -> str:
        """Settings of a cell that not all cells share, and how they were chosen if several were tried."""
        ran = self.runs[cell]
        own = {k: v for k, v in ran["settings"].items() if k not in self.same}
        return told_settings(own) + (_choice(ran["choice"]) if "choice" in ran else "")

    def model(self, cell: str) -> str:
        ran = self.runs[cell]
        preset = f"({ran['preset']})" if ran["preset"] not in ("", "default") else ""
        return f"{ran['model']} {preset}".strip()


def _run(seeds: Mapping[int, Mapping[str, Any]]) -> Ran:
    found: Ran = next(iter(seeds[min(seeds)].values()))["run"]
    return found


def same_settings(found: list[Ran]) -> dict[str, Any]:
    """Settings that never differ; empty ones are left out."""
    first: dict[str, Any] = {}
    for settings in found:
        first = {**settings, **first}
    return {k: v for k, v in sorted(first.items()) if v != "" and all(s.get(k, v) == v for s in found)}


def told_settings(settings: Ran) -> str:
    return ", ".join(f"{k}={v}" for k, v in settings.items() if v != "")


def _choice(choice: Ran) -> str:
    tried = []
    for c in choice["candidates"]:
        scores = " and ".join(f"{100 * a:.1f}" for a in c["dev"])
        tried.append(f"{told_settings(c['settings'])}: {scores}")
    return f"; chosen on dev, number {choice['chosen'] + 1} of {len(tried)} ({'; '.join(tried)})"


def study_item(run: Path) -> StudyItem:
    record, results = read_study(run)
    every = tuple(with_epochs(o, results) for o in record.outputs)
    failed = read_failures(run)
    absent = {c: f"not run: {why}" for c, why in record.left_out.items()}
    absent |= {c: f"{FAILED}: {next(iter(seeds.values()))}" for c, seeds in failed.items()}
    verdicts = tuple(judged(f, results, absent) for f in record.findings if record.scale != "smoke")
    record = replace(record, outputs=tuple(only_run(o, results) for o in every))
    examples = read_examples(run, record.cells, results)
    absent = {c: why for c, why in absent.items() if c not in results}
    answered = with_predictions(run, results)
    missed, kept = missed_by_all(run, answered), kept_answers(run, answered)
    return StudyItem(
        record, every, results, examples, core_minutes(run), trained_on(run), verdicts, absent, missed, kept
    )


STUDY_KIND = ItemKind(
    "study", f"a directory of `provenli study` ({STUDY})", lambda path: (path / STUDY).is_file(), study_item
)
