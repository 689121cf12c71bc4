"""A study: which cells there are, and what is shown of them beside the published numbers. All of it is a value."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TypeAlias

from provenli.errors import InputError, UnknownName, suggestion
from provenli.own_files import is_path
from provenli.studies.recipes import Chosen, Learner, Memorising, Parts, Test, Training

MEDIUM = "medium"
SCALES = ("smoke", "small", MEDIUM, "paper")
Files: TypeAlias = Mapping[str, str]
"""Paths of outside files, by the name that the study gives them; several are joined by os.pathsep."""
FILE_KINDS = (".jsonl", ".tsv", ".txt", ".csv", ".json", ".parquet")


def paths_of(files: Files, name: str) -> tuple[str, ...]:
    """All files that were given under a name; a directory stands for the files in it, by name."""
    found: list[str] = []
    for path in files[name].split(os.pathsep) if name in files else ():
        inside = sorted(p for p in Path(path).iterdir() if p.suffix in FILE_KINDS) if Path(path).is_dir() else [path]
        if not inside:
            raise InputError(
                f"--file {name}={path}: no NLI files in this directory; expected names in {FILE_KINDS[:3]}"
            )
        found += map(str, inside)
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Ask:
    """A part to be tested on. `name`: what entries call it; the default is the part's name. `parts`: if it lies
    elsewhere than training. `most`: a sample of this many pairs, if there are more."""

    part: str
    by: tuple[str, ...] = ()
    ids: str = ""
    name: str = ""
    parts: Parts | None = None
    most: int | None = None

    @property
    def known_as(self) -> str:
        return self.name or self.part


@dataclass(frozen=True, slots=True)
class Cell:
    """One learner and its tests. `key`: like a path, such as `hardest/lstm`; the runner adds seeds. `seeds`: fewer than
    the study's, for slow models; a number of seeds that the user asks for takes precedence. `left_out`: why the scale
    leaves it out; it is run only if it is asked for by name."""

    key: str
    learner: Learner
    asks: tuple[Ask, ...] = (Ask("test"),)
    seeds: int | None = None
    left_out: str = ""

    def tests(self, seed: int) -> dict[str, Test]:
        learner, own = seeded(self.learner, seed), self.learner.parts
        return {a.known_as: Test(learner, a.parts or own, a.part, a.by, a.ids, a.most) for a in self.asks}


def seeded(learner: Learner, seed: int) -> Learner:
    """Another seed for training, and for the training that it goes on from; data stay as they are."""
    if isinstance(learner, Memorising):
        return learner
    if isinstance(learner, Chosen):
        return replace(learner, candidates=tuple(_seeded(c, seed) for c in learner.candidates))
    return _seeded(learner, seed)


def _seeded(learner: Training, seed: int) -> Training:
    start = learner.start
    first = replace(start, seed=start.seed + seed) if start else None
    return replace(learner, seed=learner.seed + seed, start=first)


# --- what is shown ---


@dataclass(frozen=True, slots=True)
class Published:
    """In per cent. `spread` is what the paper gives with ±, and `kind` says what that is. `unlike`: why ours comes from
    other data and is not compared, unless the user gives the files of `given`. `smaller`: why it is not compared even
    then, except at `paper`."""

    value: float
    spread: float | None = None
    source: str = ""
    kind: str = ""
    unlike: str = ""
    given: tuple[str, ...] = ()
    smaller: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """One number: the mean over `cells`, keys or patterns, of the accuracy on `tests` together. `by`: only rows with
    one value, `feature=value`. `epoch`: the accuracy on dev after that epoch of training, instead of tests. `metric`: a
    name in scoring.metrics.METRICS; metrics other than accuracy are averaged over tests by their numbers of pairs."""

    cells: tuple[str, ...]
    tests: tuple[str, ...] = ("test",)
    by: str = ""
    published: Published | None = None
    epoch: int | None = None
    metric: str = "accuracy"


@dataclass(frozen=True, slots=True)
class TableRow:
    label: str
    entries: Mapping[str, Entry]
    """By column; columns may be missing."""


@dataclass(frozen=True, slots=True)
class Table:
    name: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[TableRow, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    label: str
    points: tuple[tuple[str, Entry], ...]


@dataclass(frozen=True, slots=True)
class Figure:
    """Accuracy along a row of settings; `across` says what they are."""

    name: str
    title: str
    across: str
    lines: tuple[Line, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Epochs(Figure):
    """Accuracy on dev after each epoch. A line has one point, whose entry names its cells; a report gives it as many
    points as there were epochs."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What a paper says, so that a run can agree or not: `first` is above `second` by at least `points`, or, if `near`,
    within this many points of it. `second` may be a number in per cent, such as chance."""

    text: str
    source: str
    first: Entry
    second: Entry | float
    points: float
    near: bool = False


Output: TypeAlias = Table | Figure


@dataclass(frozen=True)
class Study:
    """`cells(scale, files)`: keys mean the same at every scale; cells that a scale leaves out, or that need a file that
    was not given, are shown as not run. `files`: names of outside files that a user may give, with what they are.
    `findings`: what the paper concludes; a report says of each whether it came out."""

    name: str
    about: str
    paper: str
    cells: Callable[[str, Files], Sequence[Cell]]
    outputs: tuple[Output, ...] = ()
    seeds: Mapping[str, int] = field(default_factory=lambda: {"smoke": 1, "small": 3, MEDIUM: 1, "paper": 5})
    files: Mapping[str, str] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()


def _as_paths(given: str) -> str:
    """A file in the working directory as a path, so that recipes know it for a file, whose content counts."""
    return os.pathsep.join(one if is_path(one) else f".{os.sep}{one}" for one in given.split(os.pathsep))


def cells_of(study: Study, scale: str, files: Files) -> tuple[Cell, ...]:
    if scale not in SCALES:
        raise UnknownName("scale", scale, SCALES)
    for name, path in files.items():
        if name not in study.files:
            raise InputError(f"--file {name}: study {study.name!r} takes no such file; {suggestion(name, study.files)}")
        for one in path.split(os.pathsep):
            if not Path(one).exists():
                raise InputError(f"--file {name}={one}: no such file; expected {study.files[name]}")
    found = tuple(study.cells(scale, {name: _as_paths(given) for name, given in files.items()}))
    keys = [c.key for c in found]
    for key in keys:
        if keys.count(key) > 1:
            raise InputError(f"study {study.name!r}: the cell {key!r} is there twice; keys must differ")
    if not found:
        wanted = ", ".join(f"--file {name}=PATH ({about})" for name, about in study.files.items())
        raise InputError(
            f"study {study.name!r} has no cells at scale {scale!r}"
            + (f" without its files: {wanted}" if wanted else "")
        )
    return found


def entries(output: Output) -> Iterator[tuple[str, str, Entry]]:
    """(row, column, entry); a figure's lines are rows."""
    if isinstance(output, Table):
        yield from ((r.label, c, r.entries[c]) for r in output.rows for c in output.columns if c in r.entries)
    else:
        yield from ((line.label, x, e) for line in output.lines for x, e in line.points)


def _cells_if_any(study: Study, scale: str, files: Files) -> Sequence[Cell]:
    try:
        return study.cells(scale, files)
    except InputError:  # a user's study may have one scale only
        return ()


def check_shown(study: Study, scale: str, files: Files) -> None:
    """Check the cells and tests that tables, figures and findings name: a misspelt one would be shown as not run for
    ever. A cell that some scale has is fine."""
    cells = {c.key: c for c in cells_of(study, scale, files)}
    cells |= {c.key: c for other in SCALES for c in _cells_if_any(study, other, files) if c.key not in cells}
    shown = [(o.name, e) for o in study.outputs for _, _, e in entries(o)]
    shown += [(f.text, e) for f in study.findings for e in (f.first, f.second) if isinstance(e, Entry)]
    from provenli.scoring.metrics import metric_named  # loads numpy, which a list of studies does not need

    for where, entry in shown:
        metric_named(entry.metric)
        for name in entry.cells:
            found = [c for key, c in cells.items() if fnmatchcase(key, name)]
            if not found:
                raise InputError(
                    f"study {study.name!r} shows in {where!r} the cell {name!r}, which it has at no "
                    f"scale; {suggestion(name, cells)}"
                )
            for test in entry.tests:
                asked = [a.known_as for c in found for a in c.asks]
                if test not in asked:
                    raise InputError(
                        f"study {study.name!r} shows in {where!r} the test {test!r} of {name!r}, which "
                        f"is not asked; {suggestion(test, asked)}"
                    )


def chosen(cells: Sequence[Cell], patterns: Sequence[str]) -> tuple[Cell, ...]:
    """The cells that a pattern such as `hardest/*` matches; without patterns, all."""
    keys = [c.key for c in cells]
    for pattern in patterns:
        if not any(fnmatchcase(k, pattern) for k in keys):
            raise InputError(f"--only: no cell {pattern!r}; {suggestion(pattern, keys)}")
    return tuple(c for c in cells if (any(fnmatchcase(c.key, p) for p in patterns) if patterns else not c.left_out))
