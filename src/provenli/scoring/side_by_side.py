"""Several runs side by side, as `score` prints them."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile

from provenli.scoring.breakdown import ScoredCell
from provenli.scoring.comparison import Comparison
from provenli.scoring.grids import Grid, Part
from provenli.scoring.metrics.metric import Estimate
from provenli.scoring.scores import Scores
from provenli.scoring.seeds import GroupDifference, SeedGroup, Spread, SpreadCells
from provenli.scoring.shown import (
    ACCURACY,
    MACRO_F1,
    MOST_ROWS,
    cut,
    ends,
    metric_columns,
    metric_header,
    number,
    others,
    percent,
    reach,
    unless_above,
)

BRACKETS = "note: in brackets: 95% intervals"
COMBINED = "; of several runs, for other seeds and other schemas"


def shortened(names: Sequence[str]) -> dict[str, str]:
    """Names without what all of them share: the first directories, the last ones with the file, or the file's
    ending."""
    parts = [n.split("/") for n in names]
    if len(set(names)) < 2:
        return {n: n for n in names}
    leading = _shared([p[:-1] for p in parts])
    parts = [p[leading:] for p in parts]
    trailing = _shared([p[::-1] for p in parts])
    if trailing:
        return {n: "/".join(p[:-trailing]) or n for n, p in zip(names, parts, strict=True)}
    endings = {os.path.splitext(p[-1])[1] for p in parts}
    cut = len(endings.pop()) if len(endings) == 1 else 0
    return {n: "/".join(p)[: -cut or None] for n, p in zip(names, parts, strict=True)}


def _shared(lists: Sequence[Sequence[str]]) -> int:
    """How many members at the beginning are the same in all lists."""
    return sum(1 for _ in takewhile(lambda level: len(set(level)) == 1, zip(*lists, strict=False)))


def several(
    scores: Sequence[Scores],
    groups: Sequence[SeedGroup],
    differences: Sequence[GroupDifference],
    comparisons: Sequence[Comparison],
) -> list[Part]:
    """The runs side by side, under short names."""
    short = shortened([*(s.name for s in scores), *(g.name for g in groups)])
    scores = [replace(s, name=short[s.name]) for s in scores]
    groups = [replace(g, name=short[g.name]) for g in groups]
    comparisons = [replace(c, first=short[c.first], second=short[c.second]) for c in comparisons]
    differences = [replace(d, first=short[d.first], second=short[d.second]) for d in differences]
    parts: list[Part] = [_runs(scores), *_said("note", scores), *_said("warning", scores)]
    if any(len(g.runs) > 1 for g in groups):
        parts += ["", _groups(groups)]
    if differences:
        parts += ["", *_differences(differences)]
    for by in dict.fromkeys(by for g in groups for by, _, _ in g.cells):
        parts += ["", *_cells(by, groups, scores)]
    if comparisons:
        parts += ["", *_comparisons(comparisons)]
    return parts


def _runs(scores: Sequence[Scores]) -> Grid:
    plain_f1 = MACRO_F1 not in scores[0].metrics
    rows = tuple(
        (
            s.name,
            f"{s.size:,}",
            percent(s.accuracy),
            ends(s.interval),
            percent(s.majority),
            percent(s.chance),
            *([percent(s.macro_f1)] if plain_f1 else []),
            *metric_columns(s.metrics),
            unless_above(s.against_majority),
        )
        for s in scores
    )
    more = (*(["macro F1"] if plain_f1 else []), *metric_header(scores[0].metrics))
    return Grid(("run", "pairs", ACCURACY, "95%", "majority", "chance", *more, ""), rows, remark=True)


def _said(kind: str, scores: Sequence[Scores]) -> list[str]:
    """Each line once, with the run's name if it is not true of all runs."""
    said: dict[str, list[str]] = {}
    for s in scores:
        for line in s.notes if kind == "note" else s.warnings:
            said.setdefault(line, []).append(s.name)
    return [
        f"{kind}: {line}" if len(names) == len(scores) else f"{kind}: {', '.join(names)}: {line}"
        for line, names in said.items()
    ]


def _groups(groups: Sequence[SeedGroup]) -> Grid:
    metrics = [m for m in groups[0].metrics if m not in (ACCURACY, MACRO_F1)]
    rows = tuple(
        (
            g.name,
            str(len(g.runs)),
            percent(g.accuracy.mean),
            percent(g.accuracy.deviation),
            ends(g.accuracy.interval if len(g.runs) > 1 else None),
            _spread(g.macro_f1),
            *(_spread(g.metrics[m].whole) for m in metrics),
        )
        for g in groups
    )
    return Grid(("model", "runs", "mean accuracy", "sd", "95% (seeds and schemas)", "macro F1", *metrics), rows)


def _differences(found: Sequence[GroupDifference]) -> list[Part]:
    rows = tuple((d.second, d.first, f"{100 * d.difference:+.1f}", ends(d.interval)) for d in found)
    parts: list[Part] = [Grid(("model", "against", "difference", "95% (seeds and schemas)"), rows, 2)]
    more = [row for d in found for row in _metric_rows(d.second, d.first, d.metrics)]
    return parts + _more(("metric", "model", "against", "difference", "95% (Welch over runs)"), more)


def _metric_rows(name: str, other: str, metrics: Mapping[str, Estimate]) -> list[tuple[str, ...]]:
    return [(m, name, other, number(e.value, e.percent, "+"), reach(e)) for m, e in others(metrics).items()]


def _more(header: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> list[Part]:
    """A separate table for metrics beside accuracy, if there are any; rows of one metric stand together."""
    by_metric = sorted(rows, key=lambda row: row[0])
    notes = [cut(len(rows) - MOST_ROWS)] if len(rows) > MOST_ROWS else []
    return ["", Grid(header, tuple(by_metric[:MOST_ROWS]), 3), *notes] if rows else []


def _spread(found: Spread) -> str:
    more = f" ± {number(found.deviation, found.percent)}" if found.deviation is not None else ""
    return number(found.mean, found.percent) + more


def _with_interval(found: Spread) -> str:
    return f"{percent(found.mean)} ({ends(found.interval)})"


def _cells(by: tuple[str, ...], groups: Sequence[SeedGroup], scores: Sequence[Scores]) -> list[Part]:
    """Accuracy of every model in every cell, with its interval; then other metrics, with the standard deviation over a
    model's runs."""
    cells: dict[tuple[str, ...], list[ScoredCell]] = {}
    for c in (c for s in scores for b in s.breakdowns if b.by == by for c in b.cells):
        cells.setdefault(c.values, []).append(c)
    parts = _side_by_side(by, "", [(g.name, g.cells) for g in groups], cells, _with_interval)
    parts.append(BRACKETS + (COMBINED if any(len(g.runs) > 1 for g in groups) else ""))
    for metric in (m for m in groups[0].metrics if m != ACCURACY):
        columns = [(g.name, g.metrics[metric].cells) for g in groups]
        parts += ["", *_side_by_side(by, f"{metric} ", columns, cells, _spread)]
    return parts


def _side_by_side(
    by: tuple[str, ...],
    metric: str,
    models: Sequence[tuple[str, SpreadCells]],
    cells: Mapping[tuple[str, ...], Sequence[ScoredCell]],
    shown: Callable[[Spread], str],
) -> list[Part]:
    tables = [{values: s for b, values, s in found if b == by} for _, found in models]
    keys = list(dict.fromkeys(values for table in tables for values in table))
    rows = tuple((*k, *_alike(cells[k]), *(shown(t[k]) if k in t else "–" for t in tables)) for k in keys[:MOST_ROWS])
    more = [cut(len(keys) - MOST_ROWS)] if len(keys) > MOST_ROWS else []
    names = (f"{metric}{name}" for name, _ in models)
    return [Grid((*by, "pairs", "majority", "chance", *names), rows, len(by)), *more]


def _alike(cells: Sequence[ScoredCell]) -> tuple[str, ...]:
    """Pairs, majority and chance of a cell, if they are the same for all runs."""
    shown = [(f"{c.size:,}", percent(c.majority), percent(c.chance)) for c in cells]
    return tuple(column[0] if len(set(column)) == 1 else "differ" for column in zip(*shown, strict=True))


def _comparisons(found: Sequence[Comparison]) -> list[Part]:
    rows = tuple(
        (
            c.second,
            c.first,
            f"{100 * c.difference:+.1f}",
            ends(c.interval),
            f"{c.only_second:,}",
            f"{c.only_first:,}",
            small_p(c.p),
            small_p(c.holm),
        )
        for c in found[:MOST_ROWS]
    )
    header = ("run", "against", "difference", "95%", "won", "lost", "McNemar p", "Holm p")
    left_out = sum(c.left_out for c in found)
    notes = [cut(len(found) - MOST_ROWS)] if len(found) > MOST_ROWS else []
    notes.append("note: won = pairs that only the run got right, lost = that only the other did")
    if left_out:
        notes.append(f"note: {left_out:,} ids that only one run of a comparison has are left out of it")
    more = [row for c in found for row in _metric_rows(c.second, c.first, c.metrics)]
    return [Grid(header, rows, 2), *notes, *_more(("metric", "run", "against", "difference", "95%"), more)]


def small_p(p: float) -> str:
    return "<0.0001" if p < 0.0001 else f"{p:.4f}"
