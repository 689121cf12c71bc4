"""Jobs one after the other in this process, and a run of the example study."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from provenli.library.study_shelf import SHELVES, load_study
from provenli.studies.executors import Job, Work, in_order
from provenli.studies.runner import Outcome, StudyOrder, run

MINE = str(Path(__file__).parents[2] / "examples" / "my_study.py")


@dataclass(frozen=True)
class Here:
    workers: int = 1

    def run(self, jobs: Mapping[str, Job]) -> Iterator[tuple[str, str]]:
        made: list[str] = []

        def begin(work: Work) -> int:
            made.append(work())
            return len(made) - 1

        yield from in_order(jobs, begin, lambda running: [(k, made[k]) for k in running], self.workers)


def run_mine(out: Path, *only: str) -> Outcome:
    return run(StudyOrder(load_study(MINE), "smoke", out, only), Here(), SHELVES)


def contents(run_directory: Path) -> dict[str, bytes]:
    """What must not depend on how the run was interrupted: all but times and locks."""
    files = [p for p in run_directory.rglob("*") if p.is_file() and p.name != "made.json" and p.suffix != ".lock"]
    return {str(p.relative_to(run_directory)): p.read_bytes() for p in files}
