"""What `score` prints: one run in full, or several side by side."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

from provenli.cli.grids import Grid, Part
from provenli.scoring.breakdown import SMALL_CLUSTERS, SMALL_SIZE, Breakdown, Cell
from provenli.scoring.comparison import Comparison
from provenli.scoring.confusion import Confusion
from provenli.scoring.intervals import Interval, against
from provenli.scoring.scores import Score
from provenli.scoring.seeds import Group, GroupDifference, Spread

MOST_ROWS = 40
"""Longer tables are cut on screen; --json and --csv have every row."""


def percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.1f}"


def ends(interval: Interval | None) -> str:
    return "–" if interval is None else f"{100 * interval.low:.1f} to {100 * interval.high:.1f}"


def one_run(score: Score) -> list[Part]:
    return [
        *_head(score),
        *(f"note: {n}" for n in score.notes),
        *(f"warning: {w}" for w in score.warnings),
        "",
        _labels(score),
        "",
        _confusion(score.confusion),
        *(part for b in score.breakdowns for part in ("", *_breakdown(b))),
    ]


def _head(score: Score) -> list[str]:
    schemas = f", {score.clusters:,} schemas" if score.clusters is not None else ""
    if score.clustered is not None:
        interval = f"{ends(score.clustered)}, clustered by schema; {ends(score.wilson)} if pairs were independent"
    else:
        why = "all pairs are of one schema" if score.clusters == 1 else "no schemas given"
        interval = f"{ends(score.wilson)}, as if pairs were independent: {why}"
    boot = [f"          {ends(score.bootstrap)} by bootstrap over schemas"] if score.bootstrap else []
    return [
        f"{score.name}: {score.size:,} pairs{schemas}",
        f"accuracy  {percent(score.accuracy)}% (95%: {interval})",
        *boot,
        f"majority  {percent(score.majority)}% ({score.majority_label}), chance {percent(score.chance)}%: "
        + score.against_majority,
        f"macro F1  {percent(score.macro_f1)}",
    ]


def _labels(score: Score) -> Grid:
    rows = tuple(
        (x.label, f"{x.gold:,}", f"{x.predicted:,}", percent(x.precision), percent(x.recall), percent(x.f1))
        for x in score.labels
    )
    return Grid(("label", "gold", "predicted", "precision", "recall", "F1"), rows)


def _confusion(found: Confusion) -> Grid:
    rows = tuple((g, *(f"{n:,}" for n in row)) for g, row in zip(found.labels, found.table, strict=True))
    return Grid(("gold \\ predicted", *found.labels), rows)


def _breakdown(found: Breakdown) -> list[Part]:
    cells = found.cells[:MOST_ROWS]
    rows = tuple(
        (
            *c.values,
            f"{c.size:,}",
            percent(c.accuracy),
            ends(c.interval),
            percent(c.majority),
            percent(c.chance),
            remark(c, found.by),
        )
        for c in cells
    )
    header = (*found.by, "pairs", "accuracy", "95%", "majority", "chance", "")
    return [Grid(header, rows, len(found.by), remark=True), *_below(found, cells)]


def _below(found: Breakdown, cells: Sequence[Cell]) -> list[str]:
    notes = [_cut(len(found.cells) - len(cells))] if len(cells) < len(found.cells) else []
    if found.overlapping:
        notes.append("note: a pair with several values counts in each of their rows")
    if any(c.small for c in cells):
        notes.append(f"note: small = fewer than {SMALL_SIZE} pairs or {SMALL_CLUSTERS} schemas")
    return notes


def _cut(number: int) -> str:
    return f"note: {number:,} more rows; --json and --csv have them all"


def remark(cell: Cell, by: Sequence[str]) -> str:
    """Where all pairs have one label, nothing can be above majority, so only `below` is said. Cells by gold label all
    are so by definition: there the majority tells nothing."""
    found = ["small"] if cell.small else []
    said = _unless_above(against(cell.interval, cell.majority))
    if "label" not in by and (cell.majority < 1 or said == "below majority"):
        found.append(said)
    return ", ".join(filter(None, found))


def _unless_above(said: str) -> str:
    return "" if said == "above majority" else said


def shortened(names: Sequence[str]) -> dict[str, str]:
    """Names without what all of them have: leading directories, and the name of the file or its ending."""
    parts = [n.split("/") for n in names]
    if len(set(names)) < 2:
        return {n: n for n in names}
    shared = sum(1 for _ in takewhile(lambda level: len(set(level)) == 1, zip(*(p[:-1] for p in parts), strict=False)))
    parts = [p[shared:] for p in parts]
    if len({p[-1] for p in parts}) == 1:
        return {n: "/".join(p[:-1]) or n for n, p in zip(names, parts, strict=True)}
    endings = {os.path.splitext(p[-1])[1] for p in parts}
    cut = len(endings.pop()) if len(endings) == 1 else 0
    return {n: "/".join(p)[: -cut or None] for n, p in zip(names, parts, strict=True)}


def several(
    scores: Sequence[Score],
    groups: Sequence[Group],
    differences: Sequence[GroupDifference],
    comparisons: Sequence[Comparison],
) -> list[Part]:
    """The runs side by side, under short names."""
    short = shortened([*(s.name for s in scores), *(g.name for g in groups)])
    scores = [replace(s, name=short[s.name]) for s in scores]
    groups = [replace(g, name=short[g.name]) for g in groups]
    comparisons = [replace(c, first=short[c.first], second=short[c.second]) for c in comparisons]
    runs = tuple(
        (
            s.name,
            f"{s.size:,}",
            percent(s.accuracy),
            ends(s.interval),
            percent(s.majority),
            percent(s.chance),
            percent(s.macro_f1),
            _unless_above(s.against_majority),
        )
        for s in scores
    )
    parts: list[Part] = [
        Grid(("run", "pairs", "accuracy", "95%", "majority", "chance", "macro F1", ""), runs, remark=True),
        *_said("note", scores),
        *_said("warning", scores),
    ]
    if any(len(g.runs) > 1 for g in groups):
        parts += ["", _groups(groups)]
    if differences:
        rows = tuple(
            (short[d.second], short[d.first], f"{100 * d.difference:+.1f}", ends(d.interval)) for d in differences
        )
        parts += ["", Grid(("model", "against", "difference", "95% (Welch over runs)"), rows, 2)]
    for by in dict.fromkeys(by for g in groups for by, _, _ in g.cells):
        parts += ["", *_side_by_side(by, groups, scores)]
    if comparisons:
        parts += ["", *_comparisons(comparisons)]
    return parts


def _said(kind: str, scores: Sequence[Score]) -> list[str]:
    """Each line once; with the run's name where it is not true of all."""
    said: dict[str, list[str]] = {}
    for s in scores:
        for line in s.notes if kind == "note" else s.warnings:
            said.setdefault(line, []).append(s.name)
    return [
        f"{kind}: {line}" if len(names) == len(scores) else f"{kind}: {', '.join(names)}: {line}"
        for line, names in said.items()
    ]


def _groups(groups: Sequence[Group]) -> Grid:
    rows = tuple(
        (
            g.name,
            str(len(g.runs)),
            percent(g.accuracy.mean),
            percent(g.accuracy.deviation),
            ends(g.accuracy.interval),
            _spread(g.macro_f1),
        )
        for g in groups
    )
    return Grid(("model", "runs", "mean accuracy", "sd", "95% (t over runs)", "macro F1"), rows)


def _spread(found: Spread) -> str:
    return percent(found.mean) + (f" ± {percent(found.deviation)}" if found.deviation is not None else "")


def _side_by_side(by: tuple[str, ...], groups: Sequence[Group], scores: Sequence[Score]) -> list[Part]:
    """Accuracy of every model in every cell, with the standard deviation over its runs."""
    cells: dict[tuple[str, ...], list[Cell]] = {}
    for c in (c for s in scores for b in s.breakdowns if b.by == by for c in b.cells):
        cells.setdefault(c.values, []).append(c)
    tables = [{values: s for b, values, s in g.cells if b == by} for g in groups]
    keys = list(dict.fromkeys(values for table in tables for values in table))
    rows = tuple((*k, *_alike(cells[k]), *(_spread(t[k]) if k in t else "–" for t in tables)) for k in keys[:MOST_ROWS])
    more = [_cut(len(keys) - MOST_ROWS)] if len(keys) > MOST_ROWS else []
    return [Grid((*by, "pairs", "majority", "chance", *(g.name for g in groups)), rows, len(by)), *more]


def _alike(cells: Sequence[Cell]) -> tuple[str, ...]:
    """Pairs, majority and chance of a cell, where they are the same for all runs."""
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
    notes = [_cut(len(found) - MOST_ROWS)] if len(found) > MOST_ROWS else []
    notes.append("note: won = pairs that only the run got right, lost = that only the other did")
    if left_out:
        notes.append(f"note: {left_out:,} ids that only one run of a comparison has are left out of it")
    return [Grid(header, rows, 2), *notes]


def small_p(p: float) -> str:
    return "<0.0001" if p < 0.0001 else f"{p:.4f}"
