"""A run of `provenli train`: what was asked for, every epoch, and the accuracy on dev."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypedDict

from provenli.checked_json import check, read_checked
from provenli.errors import InputError
from provenli.models.train import CONFIG, METRICS, RESULT
from provenli.reports.guarded_text import markdown_table, plain_markdown
from provenli.reports.item import ItemKind
from provenli.reports.study_files import EpochLine, Settings
from provenli.reports.tables import other_line, plain


class _Config(TypedDict):
    model: str
    seed: int
    settings: Settings


class _Result(TypedDict):
    rows: int
    labels: list[str]
    dev_accuracy: float
    history: list[EpochLine]


@dataclass(frozen=True)
class RunItem:
    """`result`: None while the run is not finished."""

    path: Path
    config: _Config
    result: _Result | None
    epochs: tuple[EpochLine, ...]
    template: str = "run.html.j2"

    @property
    def title(self) -> str:
        return f"{self.config['model']}, seed {self.config['seed']}"

    @property
    def notes(self) -> tuple[str, ...]:
        return () if self.result else ("This run is not finished: `provenli train` goes on where it stopped.",)

    @property
    def best(self) -> float | None:
        """In per cent: the accuracy of the weights that were kept, or of the best epoch so far."""
        if self.result:
            return 100 * self.result["dev_accuracy"]
        return max((100 * e["dev_accuracy"] for e in self.epochs), default=None)

    @property
    def summary(self) -> str:
        told = "no epoch yet" if self.best is None else f"dev accuracy {self.best:.1f}%"
        done = "" if self.result else ", not finished"
        return f"{self.config['model']}, {told}, {len(self.epochs)} epochs{done}"

    @property
    def head(self) -> tuple[tuple[str, str], ...]:
        best = "–" if self.best is None else f"{self.best:.1f}"
        rows = [(f"{self.result['rows']:,}", "training pairs")] if self.result else []
        return ((best, "dev accuracy, %"), (str(len(self.epochs)), "epochs"), *rows)

    @property
    def settings(self) -> list[tuple[str, str]]:
        return [(k, str(v)) for k, v in sorted(self.config["settings"].items()) if v != ""]

    def facts(self) -> dict[str, Any]:
        return {
            "model": self.config["model"],
            "seed": self.config["seed"],
            "finished": self.result is not None,
            "epochs": len(self.epochs),
            "dev_accuracy": None if self.best is None else self.best / 100,
        }

    def csv_lines(self) -> Iterator[list[object]]:
        for e in self.epochs:
            values = {"output": str(self.path), "row": self.title, "column": f"epoch {e['number']}"}
            yield other_line(**values, accuracy=plain(100 * e["dev_accuracy"]), tests="dev", status="run")

    def markdown(self, notes: tuple[str, ...]) -> str:
        rows = [(str(e["number"]), f"{e['loss']:.4f}", f"{100 * e['dev_accuracy']:.1f}") for e in self.epochs]
        settings = ", ".join(f"{k}={v}" for k, v in self.settings)
        lines = [f"# {plain_markdown(self.title)}", "", plain_markdown(f"{self.path}: {self.summary}"), ""]
        lines += [*(f"**{n}**\n" for n in notes), plain_markdown(f"Settings: {settings}"), ""]
        return "\n".join([*lines, *markdown_table(("epoch", "loss", "dev accuracy, %"), rows), ""])


def run_item(path: Path) -> RunItem:
    config = read_checked(path / CONFIG, _Config)
    result = read_checked(path / RESULT, _Result) if (path / RESULT).is_file() else None
    return RunItem(path, config, result, tuple(result["history"] if result else _metrics(path / METRICS)))


def _metrics(path: Path) -> list[EpochLine]:
    try:
        lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
        found: list[EpochLine] = [json.loads(line) for line in lines]
    except (OSError, ValueError, RecursionError) as error:
        raise InputError(f"{path} cannot be read: {' '.join(str(error).split())[:80]}") from error
    check(found, list[EpochLine], str(path))
    return found


RUN_KIND = ItemKind(
    "run", f"a directory of `provenli train` ({CONFIG})", lambda path: (path / CONFIG).is_file(), run_item
)
