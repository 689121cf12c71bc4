"""What `study` reads from the command line and prints, and what `report` prints."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from provenli.errors import InputError
from provenli.library.study_shelf import SHELVES, STUDIES, load_study
from provenli.own_files import is_path
from provenli.progress import TerminalBar, bar_of, told_time
from provenli.studies.estimate import RunEstimate
from provenli.studies.executors import executor_of
from provenli.studies.runner import Moment, Outcome, StudyOrder, Watch, estimate, planned, run
from provenli.studies.study import SCALES, check_shown, chosen


def listed_json() -> list[dict[str, Any]]:
    found = []
    for name in STUDIES:
        s = load_study(name)
        found.append(
            {
                "study": name,
                "about": s.about,
                "paper": s.paper,
                "cells": {scale: len(s.cells(scale, {})) for scale in SCALES},
                "seeds": dict(s.seeds),
                "files": dict(s.files),
            }
        )
    return found


def listed() -> str:
    width = max(map(len, STUDIES))
    lines = []
    for s in listed_json():
        sizes = ", ".join(f"{scale} {n} × {s['seeds'][scale]}" for scale, n in s["cells"].items())
        paper = f"{s['paper']}; " if s["paper"] else ""
        lines.append(f"{s['study']:<{width}}  {s['about']}\n{'':<{width}}  {paper}cells × seeds: {sizes}")
        lines += [f"{'':<{width}}  --file {file}=PATH: {about}" for file, about in s["files"].items()]
    return "\n".join(lines)


def cells_json(name: str, scale: str, only: tuple[str, ...], files: Sequence[str]) -> list[dict[str, Any]]:
    """The cells that a call would run, with the tests that each is asked."""
    cells = planned(StudyOrder(load_study(name), scale, Path(), files=read_files(files)), SHELVES)
    found = chosen(cells, only) if only else cells
    more = {c.key: {"left_out": c.left_out} for c in found if c.left_out}
    return [{"cell": c.key, "tests": [a.known_as for a in c.asks], **more.get(c.key, {})} for c in found]


def shown_cells(found: Sequence[Mapping[str, Any]]) -> str:
    width = max(len(c["cell"]) for c in found)
    return "\n".join(f"{c['cell']:<{width}}  {', '.join(c['tests'])}{_left_out(c)}" for c in found)


def _left_out(cell: Mapping[str, Any]) -> str:
    return f"  (not run: {cell['left_out']})" if "left_out" in cell else ""


def estimated(
    name: str, scale: str, out: Path | None, only: tuple[str, ...], seeds: int | None, files: Sequence[str]
) -> RunEstimate:
    asked = StudyOrder(load_study(name), scale, out or Path("no-such-run"), only, seeds, read_files(files))
    return estimate(asked, SHELVES)


def shown_estimate(name: str, scale: str, found: RunEstimate) -> str:
    """The estimate; nothing is run for it."""
    told = f", {len(found.left_out)} left out" if found.left_out else ""
    there = f", {found.done} of them there already" if found.done else ""
    lines = [
        f"{name} at {scale}: {found.cells} cells{told}; {found.steps} steps{there}",
        f"about {found.core_minutes:.1f} core-minutes, {found.megabytes:,.0f} MB of disk "
        f"({'by the times of this run so far' if found.recorded else 'by recorded times of like steps'})",
    ]
    lines += [f"  {minutes:8.1f}  {kind}" for kind, minutes in found.by_kind.items()]
    reasons = dict.fromkeys(found.left_out.values())
    lines += [f"left out, {why}: {', '.join(c for c, w in found.left_out.items() if w == why)}" for why in reasons]
    return "\n".join(lines)


def carried_out(
    name: str,
    scale: str,
    out: Path | None,
    only: tuple[str, ...],
    seeds: int | None,
    executor: str,
    workers: int,
    files: Sequence[str],
) -> Outcome:
    study = load_study(name)
    if out is None:
        raise InputError("--out is missing: a directory for the run; called again, it goes on (--list lists the cells)")
    given = read_files(files)
    if is_path(name):
        check_shown(study, scale, given)
    with shown_moments() as watch:
        asked = StudyOrder(study, scale, out, only, seeds, given)
        return run(asked, executor_of(executor, workers), SHELVES, watch)


def read_files(words: Sequence[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for word in words:
        name, equals, path = word.partition("=")
        if not (name and equals and path):
            raise InputError(f"--file {word}: expected NAME=PATH")
        if os.pathsep in path:
            raise InputError(f"--file {word}: expected a path without {os.pathsep!r}; rename it, or repeat --file")
        found[name] = f"{found[name]}{os.pathsep}{path}" if name in found else path
    return found


def summary(outcome: Outcome, out: Path) -> str:
    lines = [
        f"{outcome.finished} of {outcome.cells} {outcome.what} finished in {out} "
        f"({outcome.made} steps made, {outcome.reused} reused)"
    ]
    lines += [f"failed: {cell}: {why}" for cell, why in outcome.failed.items()]
    if outcome.older:
        told = f"{outcome.older[0]}" + f" and {len(outcome.older) - 1} more" * (len(outcome.older) > 1)
        lines.append(
            f"of other settings or files than this call's, and still in the report: {told}; "
            "a call that runs these cells (without --only, with as many --seeds) replaces them"
        )
    return "\n".join([*lines, f"next: provenli report {out}"])


def shown_report(found: Mapping[str, Any]) -> str:
    """The page's path, and the result of every item."""
    items = found["items"]
    alone = len(items) == 1
    lines = [f"{found['page']}: {items[0]['summary']}" if alone else found["page"], *found["notes"]]
    for item in items:
        lines += [] if alone else [f"{item['path']}: {item['summary']}"]
        lines += [_finding(f) for f in item.get("findings", ())]
    return "\n".join(lines)


def _finding(f: Mapping[str, str]) -> str:
    ours = f" ({f['ours']})" if f["ours"] else ""
    return f"{f['verdict']:>20}: {f['text']}{ours}"


def told(m: Moment) -> str:
    left = "" if m.left is None or m.done == m.total else f"; about {told_time(m.left)} left"
    return f"{m.done} of {m.total}  {m.what} ({told_time(m.seconds)}{left})"


@contextmanager
def shown_moments() -> Iterator[Watch]:
    """One bar on a terminal; elsewhere a line for each step, on standard error."""
    if not sys.stderr.isatty():
        yield lambda m: print(told(m), file=sys.stderr, flush=True) if m.done else None
        return
    bar = TerminalBar(sys.stderr)
    try:
        yield lambda m: bar.draw(f"{bar_of(m.done, m.total)}{told(m)}")
    finally:
        bar.clear()
