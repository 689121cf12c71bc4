"""How many epochs there were is known only after a run: a figure by epoch gets its points here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from provenli.report.numbers import Results, history
from provenli.study.study import Epochs, Figure, Line, Output


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
