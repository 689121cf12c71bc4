"""A figure of which a small run has a part: lines and settings without any number would only hide the others."""

from __future__ import annotations

from dataclasses import replace

from provenli.report.numbers import Results, number
from provenli.study.study import Figure, Line, Output


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
