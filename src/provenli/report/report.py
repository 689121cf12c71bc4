"""A report on disk: index.html, tables.md, tables.csv, and a figure each as SVG and PNG."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from provenli.errors import InputError
from provenli.files import write_whole
from provenli.report import findings
from provenli.report.figures import drawn
from provenli.report.findings import judged
from provenli.report.numbers import Results, history, number
from provenli.report.page import Material, page
from provenli.report.predictions import Examples
from provenli.report.tables import as_csv, as_markdown
from provenli.study.artifacts import read_json, read_made
from provenli.study.record import StudyRecord, read_record, read_results
from provenli.study.steps import EXAMPLES
from provenli.study.study import Epochs, Figure, Line, Output

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


WARNINGS = {
    "smoke": "This is a smoke run: it shows that everything works, and its numbers say nothing about models.",
    "small": "This is a small run: fewer pairs and fewer epochs than the paper's, and not equally few epochs "
    "for every model (see how it was run), so rows can be compared only roughly.",
}
"""By scale; a smoke run is not held against the paper at all."""

INTERVALS = "In brackets 95% intervals: of the mean where a number of seeds is given, otherwise of one run."


def write_report(run: Path, out: Path) -> dict[str, Any]:
    """What was written, by kind."""
    record, results = read_record(run), read_results(run)
    known = {c: r for c, r in results.items() if c in record.cells}
    every = tuple(with_epochs(o, known) for o in record.outputs)
    record = replace(record, outputs=tuple(only_run(o, known) for o in every))
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{out} cannot be made: {error.strerror}; choose another --out") from error
    pictures, missing = _pictures(record, known, out)
    notes = (*([WARNINGS[record.scale]] if record.scale in WARNINGS else []), *missing)
    minutes = _core_minutes(run)
    verdicts = tuple(judged(f, known) for f in record.findings if record.scale != "smoke")
    material = Material(record, known, pictures, _examples(run, record, known), notes, minutes, verdicts)
    write_whole(out / "index.html", page(material).encode())
    write_whole(out / "tables.csv", as_csv(every, known).encode())
    write_whole(out / "tables.md", _markdown(material).encode())
    return {
        "page": str(out / "index.html"),
        "tables": [str(out / "tables.md"), str(out / "tables.csv")],
        "figures": [str(out / f"{name}.{kind}") for name in pictures for kind in ("svg", "png")],
        "cells_run": len(known),
        "cells": len(record.cells),
        "notes": list(notes),
        "findings": [{"text": v.finding.text, "ours": v.ours, "verdict": v.told} for v in verdicts],
    }


def _pictures(record: StudyRecord, results: Results, out: Path) -> tuple[dict[str, str], tuple[str, ...]]:
    found: dict[str, str] = {}
    for figure in record.outputs:
        if not isinstance(figure, Figure):
            continue
        try:
            picture = drawn(figure, results)
        except ImportError as error:
            return {}, (f"Figures are left out: {error}.",)
        if picture is not None:
            found[figure.name] = picture[0]
            write_whole(out / f"{figure.name}.svg", picture[0].encode())
            write_whole(out / f"{figure.name}.png", picture[1])
    return found, ()


def _core_minutes(run: Path) -> float:
    """Of all steps that are there; one that was interrupted counts from its last beginning."""
    return sum(float(read_made(d).get("core_seconds", 0)) for d in (run / "artifacts").glob("*-*")) / 60


def _markdown(m: Material) -> str:
    r = m.record
    ran = f"{sum(c in m.results for c in r.cells)} of {len(r.cells)} cells run in {m.core_minutes:.1f} core-minutes"
    head = f"# {r.name}\n\n{r.about}{f' ({r.paper})' if r.paper else ''}\n\nScale {r.scale}; {ran}. {INTERVALS}\n"
    notes = [f"**{n}**\n" for n in m.notes]
    return "\n".join([head, *notes, findings.as_markdown(m.verdicts), *(as_markdown(o, m.results) for o in r.outputs)])


def _examples(run: Path, record: StudyRecord, results: Results) -> Examples:
    """Of each cell one test of its first seed."""
    found = {}
    for cell in record.cells:
        if cell in results:
            tests = results[cell][min(results[cell])]
            name = farthest(tuple(tests))
            directory = run / "artifacts" / tests[name]["artifact"]
            found[cell, name] = read_json(directory / EXAMPLES, directory)
    return found


def farthest(tests: tuple[str, ...]) -> str:
    """The last test that training and the choice of the epoch have not seen: deeper ones come later."""
    return ([t for t in tests if t not in ("train", "dev")] or tests)[-1]
