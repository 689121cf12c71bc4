"""The results of the prompts of one run: readable answers, groups that are all right, spread over wordings, one side
alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from provenli.errors import InputError
from provenli.labels import ABSTAINED
from provenli.outside.linked_rows import Consistency, answered_rows, consistencies
from provenli.outside.run_log import prediction_files, read_run
from provenli.prompts import SIDES
from provenli.scoring.grids import Grid, Part
from provenli.scoring.intervals import Interval
from provenli.scoring.load import load
from provenli.scoring.scores import comparable, score
from provenli.scoring.shown import ends, percent


@dataclass(frozen=True, slots=True)
class PromptScore:
    name: str
    sees: tuple[str, ...]
    accuracy: float
    interval: Interval
    macro_f1: float
    answered: float
    linked: tuple[Consistency, ...]
    """Groups of pairs that belong together: how many are all right."""

    @property
    def full(self) -> bool:
        return self.sees == SIDES

    @property
    def shows(self) -> str:
        return "both" if self.full else f"{self.sees[0]} only"

    def linked_by(self, kind: str) -> Consistency | None:
        return next((c for c in self.linked if c.kind == kind), None)

    def to_json(self) -> dict[str, Any]:
        return {
            "prompt": self.name,
            "sees": list(self.sees),
            "accuracy": self.accuracy,
            "interval": self.interval.to_json(),
            "macro_f1": self.macro_f1,
            "answered": self.answered,
            "all_right": {c.kind: {"groups": c.groups, "right": c.right} for c in self.linked},
        }


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

    @property
    def orders(self) -> tuple[tuple[PromptScore, PromptScore], ...]:
        """Prompts that differ only in the order of the answers; on the shelf their names end in -turned."""
        named = {p.name: p for p in self.prompts}
        return tuple((p, named[turned]) for p in self.prompts if (turned := f"{p.name}-turned") in named)

    def to_json(self) -> dict[str, Any]:
        return {
            "model": self.model,
            "how": self.how,
            "spread": self.spread,
            "prompts": [p.to_json() for p in self.prompts],
        }

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of groups that belong together, as far as this run has some."""
        return tuple(dict.fromkeys(c.kind for p in self.prompts for c in p.linked))

    def parts(self) -> list[Part]:
        rows = tuple(
            (p.name, p.shows, percent(p.accuracy), ends(p.interval), percent(p.macro_f1), percent(p.answered))
            for p in self.prompts
        )
        header = ("prompt", "sees", "accuracy", "95%", "macro F1", "answered")
        lines: list[Part] = [f"{self.model} by {self.how}", Grid(header, rows, 2)]
        if self.kinds:
            lines += ["", _linked_grid(self)]
        if self.spread is not None:
            low, high = self.spread
            lines.append(f"spread over {sum(p.full for p in self.prompts)} prompts: {percent(low)} to {percent(high)}")
        for plain, turned in self.orders:
            told = f"{plain.name} {percent(plain.accuracy)}, {turned.name} {percent(turned.accuracy)}"
            lines.append(f"label order turned: {told}")
        return lines


def _linked_grid(run: RunScores) -> Grid:
    rows = [
        (p.name, kind, f"{c.groups:,}", percent(c.share), ends(c.interval))
        for kind in run.kinds
        for p in run.prompts
        if (c := p.linked_by(kind)) is not None
    ]
    return Grid(("prompt", "pairs that belong together", "groups", "all right", "95%"), tuple(rows), 2)


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
    linked = consistencies(answered_rows(path, two_way))
    return PromptScore(path.stem, tuple(sees), found.accuracy, found.interval, found.macro_f1, answered, linked)
