"""What a report reads from a study's directory. Every value is checked against its type: files may come from
anywhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias, TypedDict, TypeVar

from provenli.checked_json import check
from provenli.errors import InputError
from provenli.files import plain_name
from provenli.reports.numbers import Results
from provenli.studies.artifacts import read_json, read_made
from provenli.studies.record import StudyRecord, read_costs, read_processors, read_record, read_results, read_steps
from provenli.studies.steps import EXAMPLES

Examples: TypeAlias = Mapping[tuple[str, str], Mapping[str, Sequence[Mapping[str, Any]]]]
"""By cell and test, right and wrong ones."""
Scalar: TypeAlias = str | int | float | bool | None
Settings: TypeAlias = dict[str, Scalar | list[Scalar]]
Ends: TypeAlias = tuple[float, float] | None


class EpochLine(TypedDict):
    number: int
    loss: float
    dev_accuracy: float


class _Candidate(TypedDict):
    settings: Settings
    dev: list[float]


class _Choice(TypedDict):
    chosen: int
    candidates: list[_Candidate]


class _Chosen(TypedDict, total=False):
    choice: _Choice


class _Ran(_Chosen):
    model: str
    preset: str
    settings: Settings
    rows: int | None
    history: list[EpochLine]


class _Measured(TypedDict):
    value: float
    low: float | None
    high: float | None


class _Intervals(TypedDict, total=False):
    clustered: Ends
    wilson: Ends
    metrics: dict[str, _Measured] | None
    majority: float | None
    data: str


class _Counts(_Intervals):
    n: int
    right: int


class _BrokenDown(_Counts):
    values: list[str]


class _ByFeature(TypedDict):
    by: list[str]
    cells: list[_BrokenDown]


class _TestScores(_Counts):
    accuracy: float
    run: _Ran
    breakdowns: list[_ByFeature] | None
    artifact: str


class _Prediction(TypedDict):
    premise: str
    hypothesis: str
    id: str
    gold: str
    label: str
    probabilities: dict[str, float]


class _SomePredictions(TypedDict):
    right: list[_Prediction]
    wrong: list[_Prediction]


Told = TypeVar("Told", float, str)


class _Made(TypedDict, total=False):
    core_seconds: float
    processor: str


def read_study(run: Path) -> tuple[StudyRecord, Results]:
    """Only results of cells that the record names are read."""
    record = read_record(run)
    results = {c: seeds for c, seeds in read_results(run).items() if c in record.cells}
    for cell, seeds in results.items():
        for seed, tests in seeds.items():
            where = f"{run / 'cells'}, {cell!r}, seed {seed}"
            check(tests, dict[str, _TestScores], where)
            _check_counts(tests, where)
    return record, results


def _check_counts(tests: Mapping[str, Any], where: str) -> None:
    if not tests:
        raise InputError(f"{where}: no tests; the file is damaged")
    for name, test in tests.items():
        broken = [c for b in test["breakdowns"] or () for c in b["cells"]]
        if not all(0 <= c["right"] <= c["n"] and c["n"] for c in (test, *broken)):
            raise InputError(f"{where}, {name!r}: expected right answers from 0 to n, and n above 0")
        plain_name(test["artifact"], f"{where}, {name!r}: artifact")


def core_minutes(run: Path) -> float:
    """Of the steps behind the results; one that was interrupted counts from its last start."""
    made = {d: read_made(d) for d in (run / "artifacts").glob("*-*")}
    for directory, value in made.items():
        check(value, _Made, str(directory))
    here = {d.name: float(m.get("core_seconds", 0)) for d, m in made.items()}
    return sum(_behind_results(run, {**read_costs(run), **here}).values()) / 60


def _behind_results(run: Path, told: Mapping[str, Told]) -> dict[str, Told]:
    """What is told of steps, without those whose results were replaced, as far as records tell their steps."""
    steps = read_steps(run)
    return {k: v for k, v in told.items() if steps is None or k in steps}


def trained_on(run: Path) -> str:
    """The kinds of processor on which networks were trained, with how many on each; empty if none is recorded."""
    kinds = Counter(_behind_results(run, read_processors(run)).values())
    if not kinds:
        return ""
    told = [f"{kind} ({n:,})" for kind, n in sorted(kinds.items())]
    older = sum(name.startswith("run-") for name in _behind_results(run, read_costs(run))) - kinds.total()
    told += [f"not recorded ({older:,})"] * (older > 0)
    return (
        f"Trainings by kind of processor: {', '.join(told)}. On another kind the same seed may give other digits: "
        "numbers are added in another order there."
    )


def read_examples(run: Path, cells: Sequence[str], results: Results) -> Examples:
    """One test of each cell's first seed, if its artifact has not been removed."""
    found = {}
    for cell in cells:
        if cell in results:
            tests = results[cell][min(results[cell])]
            name = farthest(tuple(tests))
            directory = _artifact(run, tests[name])
            if not directory.is_dir():
                continue
            found[cell, name] = read_json(directory / EXAMPLES, directory)
            check(found[cell, name], _SomePredictions, str(directory / EXAMPLES))
            _check_answers(found[cell, name], directory / EXAMPLES)
    return found


def with_predictions(run: Path, results: Results) -> Results:
    """The study without the cells and seeds whose artifacts were removed."""
    there = {
        cell: {s: tests for s, tests in seeds.items() if all(_artifact(run, t).is_dir() for t in tests.values())}
        for cell, seeds in results.items()
    }
    return {cell: seeds for cell, seeds in there.items() if seeds}


def _artifact(run: Path, test: Mapping[str, Any]) -> Path:
    return run / "artifacts" / str(test["artifact"])


def _check_answers(found: Mapping[str, Sequence[Mapping[str, Any]]], path: Path) -> None:
    for e in (*found["right"], *found["wrong"]):
        if e["label"] not in e["probabilities"]:
            raise InputError(f"{path}: the label {e['label'][:40]!r} has no probability; the file is damaged")


def farthest(tests: tuple[str, ...]) -> str:
    """The last test that training and the choice of the epoch have not used: deeper ones come later."""
    return ([t for t in tests if t not in ("train", "dev")] or tests)[-1]
