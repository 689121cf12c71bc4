"""What a run will cost, before anything runs: core-minutes and disk, step by step, and what goes beyond a budget.

The estimate uses times of similar steps: a table (speeds.json, from earlier runs and fitted to the totals of the small
ones; benchmarks/step_times.py measures it anew), and the times that the run itself has recorded already. The table's
times are of one machine. Other machines differ by one factor, which short trainings measure.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from statistics import fmean, median
from typing import Any, TypeAlias

from provenli.files import regular
from provenli.studies.recipes import (
    Chosen,
    Cut,
    Data,
    Memorising,
    Outside,
    Parts,
    Share,
    Step,
    Tagged,
    Test,
    Training,
    all_steps,
)

SPEEDS = Path(__file__).with_name("speeds.json")
USUAL = {"fair": 520_000, "boolean": 3_000, "veridical": 6_000, "transitivity": 6_000, "systematicity": 320_000}
"""The number of rows assumed for a data set of the paper's size."""
NO_MATTER = ("epochs", "learning_rate", "patience", "dropout", "clip", "checkpoint_every")
"""Settings that do not change how long a row takes."""
BUDGET = 3 * 3600.0
"""Core-seconds of a study at scale `medium`."""
LEFT_OUT = "beyond three core-hours"
LAYER, LSTM = 0.1, 0.014
"""How many seconds the short trainings take on the machine of the table."""
STEP_SECONDS, WEIGHTS_BYTES, ANSWER_BYTES = 0.3, 2_500_000, 260
ENCODER_BYTES = 91_000_000
ENOUGH_SECONDS = 30.0
"""A machine is judged by the steps of a run once they add up to this many seconds by the table."""
STARTED = 6.0
"""Seconds for loading torch and the like in two processes."""
Epochs: TypeAlias = Callable[[Training], int]


def _fragments(made: Data | Cut | Outside) -> str:
    if isinstance(made, Data):
        return made.fragment
    if isinstance(made, Cut):
        return "+".join(sorted({d.fragment for _, d in made.data}))
    return "files" if not made.data else "+".join(sorted({d.fragment for d in made.data}))


def data_kind(step: Data | Cut | Outside) -> str:
    match step:
        case Data(fragment=name, options=words):
            deep = dict(words).get("depth", "")
            return f"data {name}" + (f" depth {deep}" if deep else "")
        case Cut(protocol=name):
            return f"cut {name}"
        case Outside():
            return "outside"


def parts_kind(parts: Parts) -> str:
    """Splits that differ only in drawn names count as the same kind."""
    made = parts.made
    base = f"cut {made.protocol}" if isinstance(made, Cut) else data_kind(made)
    return f"{base} {parts.split.split('_')[0]}".strip()


def training_kind(step: Training) -> str:
    words = " ".join(f"{k}={v}" for k, v in sorted(dict(step.settings).items()) if k not in NO_MATTER)
    return f"{step.model}|{step.preset}|{words}|{_fragments(step.parts.made)}"


@dataclass(frozen=True, slots=True)
class StepCost:
    seconds: float
    bytes: float


def _wider(words: str, kind: str) -> float:
    """How much longer a row takes because a model is wider than that of the table: twice as wide takes two and a half
    times as long."""
    return float((_width(words) / _width(kind.split("|")[2])) ** 1.2)


def _width(words: str) -> int:
    found = dict(w.split("=") for w in words.split())
    return int(found.get("hidden", 100))


@dataclass(frozen=True)
class Speeds:
    """Measured times. `factor`: how much slower this machine is than the table's."""

    table: Mapping[str, Mapping[str, Mapping[str, float]]]
    factor: float = 1.0

    def training(self, step: Training) -> Mapping[str, float]:
        """The time for the same kind; or else for the same model, preset and data; for the same model; for any
        model."""
        known, (model, preset, words, data) = self.table["training"], training_kind(step).split("|")
        tests: Sequence[Callable[[list[str]], bool]] = (
            lambda k: k == [model, preset, words, data],
            lambda k: (k[0], k[1], k[2]) == (model, preset, words),
            lambda k: (k[0], k[1], k[3]) == (model, preset, data),
            lambda k: (k[0], k[1]) == (model, preset),
            lambda k: k[0] == model,
            lambda _: True,
        )
        for test in tests:
            found = [(v, _wider(words, name)) for name, v in known.items() if test(name.split("|"))]
            if found:
                read = median(v["read"] for v, _ in found)
                return {"read": read} | {k: median(v[k] * by for v, by in found) for k in ("train", "answer")}
        return {"read": 1e-4, "train": 2e-3, "answer": 1e-3}

    def data(self, step: Data | Cut | Outside) -> Mapping[str, float]:
        known = self.table["data"]
        found = known.get(data_kind(step)) or known.get(" ".join(data_kind(step).split()[:2]))
        return found or {"row": 1e-4, "bytes": 300.0}

    def share(self, parts: Parts, part: str) -> float:
        """For all rows of the data."""
        known, kind = self.table["rows"], parts_kind(parts)
        base, _, step = kind.rpartition("-")  # splits such as both-08 have some rows more than the one before
        steps = int(step) if step.isdigit() else 0
        found = known.get(kind) or known.get(base) or known.get(" ".join(kind.split()[:2])) or {}
        more = steps * found.get(f"{part} a step", 0.0)
        return found.get(part, {"train": 0.6, "dev": 0.2}.get(part, 0.2)) + more


def read_speeds() -> Speeds:
    return Speeds(json.loads(SPEEDS.read_text(encoding="utf-8")))


def machine_factor() -> float:
    """How long short trainings take here, against the table's machine: a transformer's layer, mostly large products of
    matrices, and an LSTM, mostly small ones. Without torch, which trainings need, nobody knows."""
    try:
        import torch
    except ImportError:
        return 1.0
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        with torch.random.fork_rng():
            layer = torch.nn.TransformerEncoderLayer(384, 6, 1536, 0.0, batch_first=True)
            lstm = torch.nn.LSTM(100, 200, 2, batch_first=True)
            pieces, words = torch.randn(32, 25, 384), torch.randn(32, 20, 100)
        found = (
            _best(lambda: layer(pieces).square().mean().backward()) / LAYER,
            _best(lambda: lstm(words)[0].square().mean().backward()) / LSTM,
        )
    finally:
        torch.set_num_threads(threads)
    return min(4.0, max(0.25, fmean(found)))


def _best(step: Callable[[], object], tries: int = 10) -> float:
    """The processor time of the fastest of several tries."""
    taken = []
    for _ in range(tries):
        begun = time.process_time()
        step()
        taken.append(time.process_time() - begun)
    return min(taken)


# --- rows ---


def total_rows(made: Data | Cut | Outside) -> int:
    match made:
        case Data(fragment=name, size=size):
            return USUAL.get(name, 5_000) if size is None else size
        case Cut(data=data):
            return sum(total_rows(d) for _, d in data)
        case Outside(train=sources, size=size):
            found = sum(map(_source_rows, sources))
            return min(found, size) if size else found


def _source_rows(source: Any) -> int:
    match source:
        case str():
            return _lines(source) if source else 0
        case Share(counts=counts):
            return sum(n for _, n in counts)
        case Tagged(data=data):
            return sum(map(total_rows, data))
    return 0


@lru_cache(maxsize=200)
def _lines(path: str) -> int:
    try:
        with open(path, "rb", opener=regular) as file:
            return sum(chunk.count(b"\n") for chunk in iter(lambda: file.read(1 << 20), b""))
    except OSError:
        return 0


def part_rows(parts: Parts, part: str, speeds: Speeds) -> int:
    made = parts.made
    if isinstance(made, Outside):
        if part == "test":
            return _source_rows(made.test)
        if made.dev:
            return _lines(made.dev) if part == "dev" else total_rows(made)
        return int(total_rows(made) * (0.1 if part == "dev" else 0.9))
    if isinstance(made, Cut) and parts.split.startswith("dose-"):
        known = int(parts.split.removeprefix("dose-"))
        if part == "train":
            return known
    return int(total_rows(made) * speeds.share(parts, part))


# --- steps ---


def cost(step: Step, speeds: Speeds, epochs: Epochs) -> StepCost:
    """The cost of a step, without that of the steps it needs."""
    match step:
        case Data() | Cut() | Outside():
            found, rows = speeds.data(step), total_rows(step) + (_test_rows(step) if isinstance(step, Outside) else 0)
            return StepCost(STEP_SECONDS + rows * found["row"] * speeds.factor, rows * found["bytes"])
        case Training():
            return _training_cost(step, speeds, epochs(step))
        case Chosen():
            return StepCost(STEP_SECONDS, 1_000)
        case Test(learner=learner, parts=parts, part=part, most=most):
            rows = part_rows(parts, part, speeds)
            asked = min(rows, most or rows)
            if isinstance(learner, Memorising):
                return StepCost(STEP_SECONDS + rows * 1e-4 * speeds.factor, 2_000)
            training = learner.candidates[0] if isinstance(learner, Chosen) else learner
            taken = speeds.training(training)
            seconds = rows * taken["read"] + asked * (taken["answer"] + 5e-5)
            return StepCost(STEP_SECONDS + seconds * speeds.factor, asked * ANSWER_BYTES)


def _test_rows(step: Outside) -> int:
    return _source_rows(step.test) + (_lines(step.dev) if step.dev else 0)


def _training_cost(step: Training, speeds: Speeds, epochs: int) -> StepCost:
    rows, taken = part_rows(step.parts, "train", speeds), speeds.training(step)
    judges = step.judged_on or (step.parts,)
    dev = sum(part_rows(p, "dev", speeds) for p in judges)
    trained = min(rows, step.most or rows)
    seconds = rows * taken["read"] + epochs * (trained * taken["train"] + dev * taken["answer"]) + dev * taken["answer"]
    weight = ENCODER_BYTES if step.model == "transformer" else WEIGHTS_BYTES
    return StepCost(STEP_SECONDS + seconds * speeds.factor, weight)


# --- a budget ---


def within_budget(
    wanted: Mapping[str, Sequence[Mapping[str, Test]]], epochs: Epochs, budget: float = BUDGET
) -> set[str]:
    """Cells, in their order, that fit into the budget by the table's times; steps that cells share count once.
    `wanted`: the tests of every seed, for each cell. A cell that costs too much is skipped, and a cheaper one later may
    still fit."""
    speeds, spent, there = read_speeds(), 0.0, set[Step]()
    kept: set[str] = set()
    for cell, runs in wanted.items():
        steps = [s for s in all_steps(tuple(t for tests in runs for t in tests.values())) if s not in there]
        more = sum(cost(s, speeds, epochs).seconds for s in steps)
        if spent + more <= budget:
            spent += more
            there.update(steps)
            kept.add(cell)
    return kept


@dataclass(frozen=True)
class RunEstimate:
    """`left_out`: cells that the scale leaves out. `done`: steps that are there already. `recorded`: whether times of
    this very run were used."""

    cells: int
    left_out: Mapping[str, str]
    steps: int
    done: int
    core_minutes: float
    megabytes: float
    by_kind: Mapping[str, float]
    recorded: bool

    def to_json(self) -> dict[str, Any]:
        return {
            "cells": self.cells,
            "left_out": dict(self.left_out),
            "steps": self.steps,
            "steps_done": self.done,
            "core_minutes": round(self.core_minutes, 2),
            "disk_megabytes": round(self.megabytes, 1),
            "core_minutes_by_kind": {k: round(v, 2) for k, v in self.by_kind.items()},
            "from_times_of_this_run": self.recorded,
        }


def estimated(
    steps: Sequence[Step], took: Mapping[Step, float], epochs: Epochs, cells: int, left_out: Mapping[str, str]
) -> RunEstimate:
    """`took`: core-seconds of the steps that are there already; if they are enough, they say how fast this machine
    is."""
    speeds = read_speeds()
    known = sum(cost(s, speeds, epochs).seconds for s in took)
    recorded = known > ENOUGH_SECONDS
    speeds = replace(speeds, factor=sum(took.values()) / known if recorded else machine_factor())
    found = {s: cost(s, speeds, epochs) for s in steps if s not in took}
    kinds: dict[str, float] = {}
    for step, one in found.items():
        kinds[_called(step)] = kinds.get(_called(step), 0.0) + one.seconds / 60
    started = STARTED * speeds.factor * bool(found)
    return RunEstimate(
        cells,
        left_out,
        len(steps),
        len(steps) - len(found),
        (sum(c.seconds for c in found.values()) + started) / 60,
        sum(c.bytes for c in found.values()) / 1e6,
        dict(sorted(kinds.items(), key=lambda x: -x[1])),
        recorded,
    )


def _called(step: Step) -> str:
    match step:
        case Training(model=name):
            return f"training {name}"
        case Test():
            return "predictions and scores"
        case Chosen():
            return "choices"
    return "data and splits"
