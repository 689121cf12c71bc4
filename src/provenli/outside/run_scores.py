"""What the prompts of one run come to: answers read, groups all right, spread over wordings, one side alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from provenli.errors import InputError
from provenli.labels import ABSTAINED
from provenli.outside.run_log import prediction_files, read_run
from provenli.prompts import SIDES
from provenli.scoring.grids import Grid, Part
from provenli.scoring.intervals import Interval, numbered, wilson
from provenli.scoring.load import load
from provenli.scoring.predictions import Predictions
from provenli.scoring.scores import comparable, score
from provenli.scoring.shown import ends, percent

LEAST_ROWS = 2
"""A group of fewer rows is right or wrong as its row is: it says nothing of consistency."""


@dataclass(frozen=True, slots=True)
class Consistency:
    """Groups of rows that stand or fall together, such as one schema in different words: how many are *all* right."""

    groups: int
    right: int

    @property
    def share(self) -> float:
        return self.right / self.groups

    @property
    def interval(self) -> Interval:
        return wilson(self.right, self.groups)


@dataclass(frozen=True, slots=True)
class PromptScore:
    name: str
    sees: tuple[str, ...]
    accuracy: float
    interval: Interval
    answered: float
    consistency: Consistency | None

    @property
    def full(self) -> bool:
        return self.sees == SIDES


@dataclass(frozen=True)
class RunScores:
    model: str
    how: str
    prompts: tuple[PromptScore, ...]

    @property
    def spread(self) -> tuple[float, float] | None:
        """The lowest and the highest accuracy over prompts that show both sides."""
        found = [p.accuracy for p in self.prompts if p.full]
        return (min(found), max(found)) if len(found) > 1 else None

    def to_json(self) -> dict[str, Any]:
        return {
            "model": self.model,
            "how": self.how,
            "spread": self.spread,
            "prompts": [
                {
                    "prompt": p.name,
                    "sees": list(p.sees),
                    "accuracy": p.accuracy,
                    "interval": p.interval.to_json(),
                    "answered": p.answered,
                    "consistent": None
                    if p.consistency is None
                    else {"groups": p.consistency.groups, "all_right": p.consistency.right},
                }
                for p in self.prompts
            ],
        }

    def parts(self) -> list[Part]:
        rows = tuple(
            (
                p.name,
                "both" if p.full else f"{p.sees[0]} only",
                percent(p.accuracy),
                ends(p.interval),
                percent(p.answered),
                "–" if p.consistency is None else percent(p.consistency.share),
                "–" if p.consistency is None else ends(p.consistency.interval),
            )
            for p in self.prompts
        )
        header = ("prompt", "sees", "accuracy", "95%", "answered", "schemas all right", "95%")
        lines: list[Part] = [f"{self.model} by {self.how}", Grid(header, rows, 2)]
        if self.spread is not None:
            low, high = self.spread
            lines.append(f"spread over {sum(p.full for p in self.prompts)} prompts: {percent(low)} to {percent(high)}")
        return lines


def consistency(given: Predictions) -> Consistency | None:
    """Of schemas with several rows; None where there are none."""
    clusters = given.clusters
    if clusters is None:
        return None
    kinds, number = numbered(clusters)
    sizes = np.bincount(number, minlength=len(kinds))
    right = np.bincount(number, weights=given.correct, minlength=len(kinds))
    several = sizes >= LEAST_ROWS
    found = int(several.sum())
    return Consistency(found, int((right[several] == sizes[several]).sum())) if found else None


def run_scores(directory: Path, two_way: bool = False) -> RunScores:
    about = read_run(directory)
    files = prediction_files(directory)
    if not files:
        raise InputError(f"{directory}: no prompt has been asked to its end; run `provenli ask` again")
    prompts = [_scored(path, about["prompts"][path.stem], two_way) for path in files]
    return RunScores(str(about.get("model")), str(about.get("how")), tuple(prompts))


def _scored(path: Path, told: Any, two_way: bool) -> PromptScore:
    sees = told.get("sees") if isinstance(told, Mapping) else None
    if not isinstance(sees, Sequence) or not set(sees) <= set(SIDES):
        raise InputError(f"{path}: the run does not say what its prompt shows")
    used, _ = comparable(load(path), two_way)
    found = score(used)
    none = used.labels.index(ABSTAINED) if ABSTAINED in used.labels else -1
    answered = float((used.predicted != none).mean())
    return PromptScore(path.stem, tuple(sees), found.accuracy, found.interval, answered, consistency(used))
