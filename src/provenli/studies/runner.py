"""Carries out a study: which steps are missing, in which order, how far it is, and what the results are."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from statistics import fmean
from time import perf_counter
from typing import Any

from provenli.errors import InputError, ProveNLIError
from provenli.files import resolved
from provenli.options import RUNS, check_whole
from provenli.studies.artifacts import Store, read_json
from provenli.studies.estimate import LEFT_OUT, RunEstimate, estimated, within_budget
from provenli.studies.executors import Executor, Job
from provenli.studies.recipes import (
    Chosen,
    Cut,
    Data,
    Memorising,
    Outside,
    Parts,
    Step,
    Test,
    Training,
    all_steps,
    file_hash,
    key,
    needs,
)
from provenli.studies.record import claim, read_results, write_failure, write_result
from provenli.studies.steps import SCORES, Shelves, check, chosen_settings, make, still_so
from provenli.studies.study import MEDIUM, Cell, Files, Study, cells_of, chosen

# --- How long the rest will take: what like steps took, divided among the workers. ---


class Clock:
    def __init__(self, known: Mapping[Step, float | None], missing: Sequence[Step], workers: int) -> None:
        self.rest, self.workers = set(missing), workers
        self.taken: dict[tuple[str, ...], list[float]] = {}
        for step, seconds in known.items():
            self._note(step, seconds)

    def _note(self, step: Step, seconds: float | None) -> None:
        if seconds is not None:
            for kind in _kinds(step):
                self.taken.setdefault(kind, []).append(seconds)

    def ended(self, step: Step, seconds: float | None) -> None:
        self.rest.discard(step)
        self._note(step, seconds)

    def left(self) -> float | None:
        """None while no similar step has been made: a guess would mislead."""
        guesses = [self._guess(step) for step in self.rest]
        if any(g is None for g in guesses):
            return None
        return sum(g for g in guesses if g is not None) / max(1, min(self.workers, len(guesses)))

    def _guess(self, step: Step) -> float | None:
        found = next((self.taken[kind] for kind in _kinds(step) if kind in self.taken), None)
        return fmean(found) if found else None


def _kinds(step: Step) -> tuple[tuple[str, ...], ...]:
    """From most to least similar."""
    match step:
        case Data(fragment=name):
            return ("data", name), ("data",)
        case Cut(protocol=name):
            return ("cut", name), ("cut",)
        case Outside():
            return (("outside",),)
        case Training(model=name):
            return ("train", name), ("train",)
        case Chosen():
            return (("chosen",),)
        case Test(learner=Training(model=name) | Chosen(candidates=(Training(model=name), *_))):
            return ("test", name), ("test",)
        case Test():
            return (("test", "memorising"), ("test",))


@dataclass(frozen=True)
class StudyOrder:
    """The study to run, and its directory. `only` holds patterns of cells; `seeds` replaces the study's number."""

    study: Study
    scale: str
    run: Path
    only: tuple[str, ...] = ()
    seeds: int | None = None
    files: Files = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Moment:
    """How far a run is. `left`: seconds, as far as they can be estimated."""

    done: int
    total: int
    what: str
    seconds: float
    left: float | None


Watch = Callable[[Moment], None]


@dataclass
class Outcome:
    """`cells`: counted once for each seed. `failed`: by cell, one line each. `older`: results of other settings or
    files that the call leaves as they are."""

    cells: int = 0
    seeds: int = 1
    finished: int = 0
    made: int = 0
    reused: int = 0
    failed: dict[str, str] = field(default_factory=dict)
    older: tuple[str, ...] = ()

    @property
    def what(self) -> str:
        return "cells" if self.seeds == 1 else "runs of cells"

    def to_json(self) -> dict[str, Any]:
        return {
            "cells": self.cells,
            "finished": self.finished,
            "steps_made": self.made,
            "steps_reused": self.reused,
            "failed": self.failed,
            "older": list(self.older),
        }


Wanted = dict[tuple[str, int], Mapping[str, Test]]
"""The tests of every cell and seed."""


def planned(asked: StudyOrder, shelves: Shelves) -> tuple[Cell, ...]:
    """The cells of a scale; at `medium` those beyond its budget are marked."""
    cells = cells_of(asked.study, asked.scale, asked.files)
    if asked.scale != MEDIUM:
        return cells
    plain = replace(asked, seeds=None)
    wanted = {c.key: [c.tests(s) for s in range(_runs(c, plain, asked.study.seeds.get(MEDIUM, 1)))] for c in cells}
    kept = within_budget(wanted, partial(epochs_of, shelves))
    return tuple(c if c.key in kept or c.left_out else replace(c, left_out=LEFT_OUT) for c in cells)


def epochs_of(shelves: Shelves, step: Training) -> int:
    """The epochs of a training, without loading its model if the recipe gives them."""
    said = dict(step.settings)
    if "epochs" in said and said["epochs"].isdigit():
        return int(said["epochs"])
    settings = chosen_settings(shelves.model(step.model), step)
    return min(settings.epochs, 3 * settings.patience) if settings.patience else settings.epochs


def estimate(asked: StudyOrder, shelves: Shelves) -> RunEstimate:
    """What a run would cost; nothing is run or written."""
    cells, seeds = planned(asked, shelves), _seeds(asked)
    store = Store(resolved(asked.run))
    wanted = _wanted(cells, asked, seeds)
    steps = _steps(_to_run(wanted, store, shelves))
    took = {s: found for s in steps if (found := store.core_seconds(s)) is not None}
    left_out = {c.key: c.left_out for c in cells if c.left_out and (c.key, 0) not in wanted}
    return estimated(steps, took, partial(epochs_of, shelves), len({c for c, _ in wanted}), left_out)


def _wanted(cells: tuple[Cell, ...], asked: StudyOrder, seeds: int) -> Wanted:
    return {(c.key, s): c.tests(s) for c in chosen(cells, asked.only) for s in range(_runs(c, asked, seeds))}


def _to_run(wanted: Wanted, store: Store, shelves: Shelves) -> Wanted:
    """All cells except those that are recorded and whose artifacts were removed."""
    recorded = read_results(store.run)
    return {
        at: tests
        for at, tests in wanted.items()
        if not _kept(recorded.get(at[0], {}).get(at[1]), tests, store, shelves)
    }


def _steps(wanted: Wanted) -> tuple[Step, ...]:
    return all_steps(tuple(t for tests in wanted.values() for t in tests.values()))


def _older(cells: Sequence[Cell], wanted: Wanted, run: Path) -> tuple[str, ...]:
    """Results that the call does not run again although they are of other settings or files."""
    recorded, found = read_results(run), []
    for cell in cells:
        for seed, tests in recorded.get(cell.key, {}).items():
            with suppress(InputError):  # of a file that cannot be read nothing is known
                if (cell.key, seed) not in wanted and not _same_tests(tests, cell.tests(seed)):
                    found.append(f"{cell.key}, seed {seed}")
    return tuple(found)


def _same_tests(recorded: Mapping[str, Any], tests: Mapping[str, Test]) -> bool:
    return {n: t.get("artifact") for n, t in recorded.items()} == {n: key(t) for n, t in tests.items()}


def _kept(recorded: Mapping[str, Any] | None, tests: Mapping[str, Test], store: Store, shelves: Shelves) -> bool:
    """Whether the record is about these very tests and settings, and nothing of them or their training is there: then a
    run that was packed or moved goes on. If only some is there, somebody has removed what was damaged, to have it made
    anew."""
    if recorded is None or not _same_tests(recorded, tests):
        return False
    parts = {*tests.values(), *(t.learner for t in tests.values() if not isinstance(t.learner, Memorising))}
    if any(store.path(step).exists() for step in parts):
        return False
    return all(
        still_so((recorded[n].get("run") or {}).get("settings") or {}, t.learner, shelves) for n, t in tests.items()
    )


def run(asked: StudyOrder, executor: Executor, shelves: Shelves, watch: Watch = lambda _: None) -> Outcome:
    cells, seeds = planned(asked, shelves), _seeds(asked)
    store = Store(resolved(asked.run))
    wanted = _wanted(cells, asked, seeds)
    to_run = _to_run(wanted, store, shelves)
    steps = _steps(to_run)
    for step in steps:
        check(step, shelves)
    files = {name: _given(asked.files, name) for name in asked.files}
    claim(asked.run, asked.study, asked.scale, seeds, cells, files)
    missing = [s for s in steps if not store.has(s)]
    outcome = Outcome(len(wanted), seeds, reused=len(steps) - len(missing), older=_older(cells, wanted, asked.run))
    waiting = _Waiting(to_run, missing, store)
    wrong = _make(missing, steps, store, executor, shelves, watch, waiting.ended)
    outcome.made = len(missing) - len(wrong)
    for (cell, seed), tests in waiting.left.items():
        outcome.failed[f"{cell}, seed {seed}"] = why = next(wrong[t] for t in tests if t in wrong)
        write_failure(store.run, cell, seed, why)
    outcome.finished = outcome.cells - len(outcome.failed)
    return outcome


class _Waiting:
    """Cells that wait for tests. Each is written as soon as its last test is there, so that a report can be made at any
    time, even about a killed run."""

    def __init__(self, wanted: Wanted, missing: Sequence[Step], store: Store) -> None:
        self.wanted, self.store = wanted, store
        lacking = set(missing)
        self.left = {cell: {t for t in tests.values() if t in lacking} for cell, tests in wanted.items()}
        for cell in [c for c, tests in self.left.items() if not tests]:
            self._finish(cell)

    def ended(self, step: Step) -> None:
        for cell in [c for c, tests in self.left.items() if step in tests]:
            self.left[cell] = {t for t in self.left[cell] if t != step}
            if not self.left[cell]:
                self._finish(cell)

    def _finish(self, cell: tuple[str, int]) -> None:
        del self.left[cell]
        tests = self.wanted[cell]
        steps = all_steps(tuple(tests.values()))
        took = {key(s): self.store.core_seconds(s) for s in steps}
        costs = {name: seconds for name, seconds in took.items() if seconds is not None}
        kinds = {key(s): kind for s in steps if isinstance(s, Training) and (kind := self.store.processor(s))}
        scores = {name: _scores(self.store, t) for name, t in tests.items()}
        write_result(self.store.run, *cell, scores, costs, kinds)


def _given(files: Files, name: str) -> str:
    """The hash of the files of that name."""
    hashes = [file_hash(p) for place in files[name].split(os.pathsep) for p in _inside(Path(place))]
    return hashes[0] if len(hashes) == 1 else hashlib.sha256(" ".join(hashes).encode()).hexdigest()


def _inside(path: Path) -> list[str]:
    return [str(p) for p in sorted(path.rglob("*")) if p.is_file()] if path.is_dir() else [str(path)]


def _seeds(asked: StudyOrder) -> int:
    seeds = asked.study.seeds.get(asked.scale, 1) if asked.seeds is None else asked.seeds
    check_whole("--seeds", seeds, RUNS)
    return seeds


def _runs(cell: Cell, asked: StudyOrder, seeds: int) -> int:
    if isinstance(cell.learner, Memorising):  # no chance in it
        return 1
    return min(seeds, cell.seeds) if asked.seeds is None and cell.seeds is not None else seeds


def _make(
    missing: Sequence[Step],
    steps: Sequence[Step],
    store: Store,
    executor: Executor,
    shelves: Shelves,
    watch: Watch,
    ended: Callable[[Step], None],
) -> dict[Step, str]:
    """The steps that could not be made, and why."""
    by_name = {key(s): s for s in missing}
    jobs = {n: Job(n, partial(attempt, s, store, shelves), frozenset(map(key, needs(s)))) for n, s in by_name.items()}
    clock = Clock({s: store.seconds(s) for s in steps if s not in set(missing)}, missing, executor.workers)
    begun, wrong = perf_counter(), dict[Step, str]()
    if not jobs:
        return wrong
    watch(Moment(0, len(jobs), "beginning", 0.0, None))
    for done, (name, message) in enumerate(executor.run(jobs), 1):
        step = by_name[name]
        if message:
            wrong[step] = message
        else:
            ended(step)
        clock.ended(step, None if message else store.seconds(step))
        told = f"failed: {titled(step)}: {message}" if message else titled(step)
        watch(Moment(done, len(jobs), told, perf_counter() - begun, clock.left()))
    for step in missing:  # what was never begun, since something that it needs failed
        first = next((wrong[n] for n in needs(step) if n in wrong), "")
        if first and step not in wrong:
            wrong[step] = first
    return wrong


def attempt(step: Step, store: Store, shelves: Shelves) -> str:
    """Runs in another process: a user's mistake comes back as a line, anything else is raised."""
    try:
        make(step, store, shelves)
    except ProveNLIError as error:
        return str(error)
    return ""


def titled(step: Step) -> str:
    match step:
        case Data(fragment=name, size=size, options=words):
            return f"data: {name}" + (f", {size:,} pairs" if size else "") + "".join(f", {k} {v}" for k, v in words)
        case Cut(protocol=name):
            return f"splits: {name}"
        case Outside(test=path):
            return f"outside files: {Path(path).name}" if isinstance(path, str) else "data in place of outside files"
        case Training(model=name, seed=seed, parts=parts):
            return f"trained: {name} on {_called(parts)}, seed {seed}"
        case Chosen(candidates=tried):
            return f"chosen: {tried[0].model}, seed {tried[0].seed}, of {len(tried)}"
        case Test(learner=Chosen(candidates=tried), part=part):
            return f"scored: {tried[0].model}, seed {tried[0].seed}, {part}, chosen of {len(tried)}"
        case Test(learner=Training(model=name, seed=seed, parts=parts), part=part):
            return f"scored: {name} of {_called(parts)}, seed {seed}, {part}"
        case Test(part=part):
            return f"scored: memorising learner, {part}"


def _called(parts: Parts) -> str:
    match parts.made:
        case Data(fragment=name, options=words):
            return " ".join([name, *(f"{k} {v}" for k, v in words)])
        case Cut(protocol=name):
            return f"{name} {parts.split}"
        case Outside():
            return "outside files"


def _scores(store: Store, test: Test) -> dict[str, Any]:
    directory = store.path(test)
    value = read_json(directory / SCORES, directory)
    kept = (
        "n",
        "right",
        "accuracy",
        "clustered",
        "wilson",
        "majority",
        "metrics",
        "run",
        "breakdowns",
        "right_if_words_were_known",
    )
    return {k: value.get(k) for k in kept} | {"artifact": directory.name, "data": _asked_of(test)}


def _asked_of(test: Test) -> str:
    """The same for tests on the same pairs, whatever the model."""
    return " ".join(filter(None, [key(test.parts.made), test.parts.split, test.part, test.ids, str(test.most or "")]))
