"""What a run's directory records: study.json (what was asked, what is shown), cells/KEY@SEED.json (results),
failed/KEY@SEED.json (why a cell has none), made.json (what the steps cost). Reports read only these files, and
predictions and examples if the artifacts are still there; they need neither the study's file nor torch. So these files
alone can be kept, or taken to another machine, and the study goes on from them."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from pathlib import Path
from types import MappingProxyType
from typing import Any

from provenli.checked_json import check
from provenli.errors import InputError
from provenli.files import UNFINISHED, write_json
from provenli.studies.artifacts import MADE, locked, read_json
from provenli.studies.criteria import FINDINGS, fix, read_criteria
from provenli.studies.study import Cell, Entry, Epochs, Figure, Finding, Line, Output, Published, Study, Table, TableRow
from provenli.version import VERSION

STUDY = "study.json"
OURS = {"artifacts", "cells", "work", "report", "failed", FINDINGS, MADE}
"""Names in a run's directory beside study.json."""


@dataclass(frozen=True)
class StudyRecord:
    """The contents of study.json. `seeds`: the most that were asked for. `left_out`: cells that the scale leaves out,
    and why. `files`: hashes of the files that were given. `criteria`: the hash of findings.json."""

    name: str
    about: str
    paper: str
    scale: str
    seeds: int
    cells: tuple[str, ...]
    outputs: tuple[Output, ...]
    findings: tuple[Finding, ...] = ()
    left_out: Mapping[str, str] = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)
    criteria: str = ""


def claim(
    run: Path,
    study: Study,
    scale: str,
    seeds: int,
    cells: tuple[Cell, ...],
    files: Mapping[str, str] = MappingProxyType({}),
) -> None:
    """A directory belongs to one study at one scale; calling again goes on, with more seeds if asked. `files`: hashes
    of the files that were given, by name."""
    foreign = run.is_file() or (run.is_dir() and not {p.name for p in run.iterdir() if not _unfinished(p)} <= OURS)
    if foreign and not (run / STUDY).is_file():
        raise InputError(f"{run} exists and is no run of `provenli study`: choose another --out")
    if link := next((run / name for name in sorted(OURS) if (run / name).is_symlink()), None):
        raise InputError(f"{link} is a link, expected a directory: remove it or choose another --out")
    try:
        run.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{run} cannot be made: {error.strerror}; choose another --out") from error
    with locked(run / "work" / "study.lock"):
        _claim(run, study, scale, seeds, cells, dict(files))


def _unfinished(path: Path) -> bool:
    """What another command is writing just now."""
    return path.name.startswith(".") and path.name.endswith(UNFINISHED)


def _claim(run: Path, study: Study, scale: str, seeds: int, cells: tuple[Cell, ...], files: dict[str, str]) -> None:
    keys, left_out, known = tuple(c.key for c in cells), {c.key: c.left_out for c in cells if c.left_out}, ""
    if (run / STUDY).is_file():
        old = read_record(run)
        if (old.name, old.scale) != (study.name, scale):
            raise InputError(f"{run} is of study {old.name!r} at scale {old.scale!r}: choose another --out")
        if not (set(keys) <= set(old.cells) or set(old.cells) <= set(keys)):
            raise InputError(f"{run} has other cells than the study has now: choose another --out")
        keys = max(keys, old.cells, key=len)  # files given once or later add cells
        seeds = max(seeds, old.seeds)
        files, known = {**old.files, **files}, old.criteria
    shown = [{"kind": type(o).__name__, **dataclasses.asdict(_expanded(o, keys, files, scale))} for o in study.outputs]
    criteria = fix(run, study.findings, known)
    write_json(
        run / STUDY,
        {
            "provenli": VERSION,
            "study": study.name,
            "about": study.about,
            "paper": study.paper,
            "scale": scale,
            "seeds": seeds,
            "cells": list(keys),
            "left_out": left_out,
            "files": files,
            "criteria": criteria,
            "outputs": shown,
        },
    )


def _expanded(output: Output, keys: Sequence[str], files: Mapping[str, str], scale: str) -> Output:
    def seen(entry: Entry) -> Entry:
        return _compared(_named(entry, keys), files, scale)

    if isinstance(output, Table):
        rows = (TableRow(r.label, {c: seen(e) for c, e in r.entries.items()}) for r in output.rows)
        return replace(output, rows=tuple(rows))
    lines = (Line(x.label, tuple((p, seen(e)) for p, e in x.points)) for x in output.lines)
    return replace(output, lines=tuple(lines))


def _compared(entry: Entry, files: Mapping[str, str], scale: str) -> Entry:
    """If the published number's own data are given, ours may be compared with it, provided that training is as long."""
    told = entry.published
    if told is None or not (told.given and set(told.given) <= set(files)):
        return entry
    return replace(entry, published=replace(told, unlike="" if scale == "paper" else told.smaller))


def _asked(finding: Finding, keys: Sequence[str]) -> Finding:
    second = finding.second if isinstance(finding.second, float | int) else _named(finding.second, keys)
    return replace(finding, first=_named(finding.first, keys), second=second)


def _named(entry: Entry, keys: Sequence[str]) -> Entry:
    """The keys that patterns such as `replacements-S2-*/lstm` stand for."""
    found = [[k for k in keys if fnmatchcase(k, c)] or [c] for c in entry.cells]
    return replace(entry, cells=tuple(k for ks in found for k in ks))


def read_record(run: Path) -> StudyRecord:
    if not (run / STUDY).is_file():
        raise InputError(f"{run} is no run: expected a directory made by `provenli study`")
    value = _read(run / STUDY)
    if not isinstance(value.get("provenli"), str):
        raise _damaged(run / STUDY)
    version = " ".join(value["provenli"].split())[:40]
    if version != VERSION:
        raise InputError(
            f"{run} was made by provenli {version}, this is {VERSION}: results of two "
            "versions are not mixed; choose another --out"
        )
    try:
        criteria = read_criteria(run, value["criteria"])
        keys = tuple(value["cells"])
        found = StudyRecord(
            value["study"],
            value["about"],
            value["paper"],
            value["scale"],
            value["seeds"],
            keys,
            tuple(map(_output, value["outputs"])),
            tuple(_asked(_finding(f), keys) for f in criteria),
            value["left_out"],
            value["files"],
            value["criteria"],
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise _damaged(run / STUDY) from error
    check(found, StudyRecord, str(run))
    return found


def _read(path: Path) -> dict[str, Any]:
    try:
        return read_json(path, path.parent)
    except InputError as error:
        raise _damaged(path) from error


def _damaged(path: Path) -> InputError:
    return InputError(f"{path} is damaged: remove this file and call `provenli study` again; what is finished is kept")


def _output(value: Mapping[str, Any]) -> Output:
    if value["kind"] == "Table":
        rows = tuple(TableRow(r["label"], {c: _entry(e) for c, e in r["entries"].items()}) for r in value["rows"])
        return Table(value["name"], value["title"], tuple(value["columns"]), rows, value["note"])
    lines = tuple(Line(x["label"], tuple((p, _entry(e)) for p, e in x["points"])) for x in value["lines"])
    kind = Epochs if value["kind"] == "Epochs" else Figure
    return kind(value["name"], value["title"], value["across"], lines, value["note"])


def _finding(value: Mapping[str, Any]) -> Finding:
    second = value["second"] if isinstance(value["second"], int | float) else _entry(value["second"])
    return Finding(**{**value, "first": _entry(value["first"]), "second": second})


def _entry(value: Mapping[str, Any]) -> Entry:
    published = value["published"]
    told = published and Published(**{**published, "given": tuple(published["given"])})
    return Entry(
        tuple(value["cells"]), tuple(value["tests"]), value["by"], told, value["epoch"], value.get("metric", "accuracy")
    )


# --- results of cells ---


def result_path(run: Path, cell: str, seed: int) -> Path:
    return run / "cells" / f"{cell.replace('/', '--')}@{seed}.json"


def failure_path(run: Path, cell: str, seed: int) -> Path:
    return run / "failed" / result_path(run, cell, seed).name


def write_result(
    run: Path,
    cell: str,
    seed: int,
    tests: Mapping[str, Mapping[str, Any]],
    costs: Mapping[str, float] = MappingProxyType({}),
    processors: Mapping[str, str] = MappingProxyType({}),
) -> None:
    """`costs`: processor time of every step of the cell, by the step's key. `processors`: the kinds of processor on
    which its trainings ran."""
    path = result_path(run, cell, seed)
    path.parent.mkdir(exist_ok=True)
    with locked(run / "work" / "study.lock"):  # another command may write the same
        write_json(path, {"cell": cell, "seed": seed, "tests": tests, "steps": sorted(costs)})
        all_costs, all_kinds = {**read_costs(run), **costs}, {**read_processors(run), **processors}
        made = {"core_seconds": dict(sorted(all_costs.items()))}
        write_json(run / MADE, made | ({"processors": dict(sorted(all_kinds.items()))} if all_kinds else {}))
        failure_path(run, cell, seed).unlink(missing_ok=True)


def write_failure(run: Path, cell: str, seed: int, why: str) -> None:
    """Written in place of a result."""
    path = failure_path(run, cell, seed)
    path.parent.mkdir(exist_ok=True)
    with locked(run / "work" / "study.lock"):
        write_json(path, {"cell": cell, "seed": seed, "why": why})
        result_path(run, cell, seed).unlink(missing_ok=True)


def read_failures(run: Path) -> dict[str, dict[int, str]]:
    """What went wrong, in one line, by cell and seed."""
    found: dict[str, dict[int, str]] = {}
    for path in sorted((run / "failed").glob("*.json")):
        value = read_json(path, path)
        cell, seed, why = (value.get(name) for name in ("cell", "seed", "why"))
        if not (isinstance(cell, str) and type(seed) is int and isinstance(why, str)):
            raise InputError(f"{path} is damaged: remove it and call `provenli study` again")
        found.setdefault(cell, {})[seed] = " ".join(why.split())
    return found


def read_costs(run: Path) -> dict[str, float]:
    """Core-seconds of every step of a finished cell, by the step's key."""
    found = _told_of_steps(run, "core_seconds")
    if not all(type(v) in (int, float) and 0 <= v < math.inf for v in found.values()):
        raise _bad_made(run)
    return {key: float(seconds) for key, seconds in found.items()}


def read_processors(run: Path) -> dict[str, str]:
    """The kind of processor of every training of a finished cell, by the step's key; older records do not have it."""
    found = _told_of_steps(run, "processors")
    if not all(isinstance(v, str) for v in found.values()):
        raise _bad_made(run)
    return {key: " ".join(kind.split()) for key, kind in found.items()}


def _told_of_steps(run: Path, what: str) -> dict[str, Any]:
    path = run / MADE
    found = read_json(path, path).get(what, {}) if path.is_file() else {}
    if not isinstance(found, dict):
        raise _bad_made(run)
    return found


def _bad_made(run: Path) -> InputError:
    return InputError(f"{run / MADE} is damaged: remove it and call `provenli study` again")


def read_results(run: Path) -> dict[str, dict[int, dict[str, Any]]]:
    """The tests by cell and seed, each with its scores and the name of its artifact."""
    found: dict[str, dict[int, dict[str, Any]]] = {}
    for value in _records(run):
        found.setdefault(value["cell"], {})[value["seed"]] = value["tests"]
    return found


def read_steps(run: Path) -> set[str] | None:
    """The keys of all steps behind the results, without those whose results were replaced; None if there are records
    from before they were told."""
    steps = [value.get("steps") for value in _records(run)]
    if not all(isinstance(s, list) and all(isinstance(k, str) for k in s) for s in steps):
        return None
    return {k for s in steps for k in s or ()}


def _records(run: Path) -> Iterator[dict[str, Any]]:
    for path in sorted((run / "cells").glob("*.json")):
        value = read_json(path, path)
        cell, seed, tests = (value.get(name) for name in ("cell", "seed", "tests"))
        whole = isinstance(cell, str) and type(seed) is int and path == result_path(run, cell, seed)
        if not (whole and isinstance(tests, dict) and all(map(_is_test, tests.values()))):
            raise InputError(f"{path} is damaged: remove it and call `provenli study` again")
        yield value


def _is_test(value: Any) -> bool:
    run = value.get("run") if isinstance(value, dict) else ()
    return run is None or (isinstance(run, dict) and isinstance(run.get("settings"), dict | None))
