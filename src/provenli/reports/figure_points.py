"""Figures of a study as a run can fill them: only what was run, and a point for each epoch."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from provenli.reports.numbers import Results, history, number
from provenli.studies.study import Epochs, Figure, Line, Output

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
