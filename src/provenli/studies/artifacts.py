"""Artifacts on disk: RUN/artifacts/KEY appears whole or not at all, and then never changes.

Work is done in RUN/work/KEY under a lock that the system drops when the process ends. A second process waits, and finds
the artifact finished. So two commands may work on one run, and a killed one is simply called again.
"""

from __future__ import annotations

import fcntl
import json
import math
import os
import platform
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from time import perf_counter
from typing import Any

from provenli.errors import InputError, suggestion
from provenli.files import OWN, inner_directory, plain_path, read_file, write_json
from provenli.models.train import CONFIG
from provenli.studies.recipes import Parts, Step, described, key
from provenli.version import VERSION

MADE = "made.json"
SET = "set"
"""The folder of a data set or of splits within their artifact."""
ABILITIES = ("avx512f", "avx2", "avx", "asimd")
"""Of processors, the best first."""


@dataclass(frozen=True, slots=True)
class Store:
    run: Path

    def path(self, step: Step) -> Path:
        return self.run / "artifacts" / key(step)

    def parts(self, parts: Parts) -> Path:
        directory = self.path(parts.made) / SET
        if "*" not in parts.split:
            return _one(directory, parts.split) if parts.split else directory
        found = sorted(p for p in directory.glob(parts.split) if p.is_dir())
        if len(found) != 1:
            names = ", ".join(p.name for p in found) or "none"
            raise InputError(f"{directory}: expected one split {parts.split!r}, found {names}")
        return found[0]

    def seconds(self, step: Step) -> float | None:
        """How long it took, if it is there."""
        if not self.path(step).is_dir():
            return None
        found = read_made(self.path(step)).get("seconds")
        return float(found) if isinstance(found, int | float) else 0.0

    def core_seconds(self, step: Step) -> float | None:
        """Processor time that it took, if it is there."""
        if not self.path(step).is_dir():
            return None
        found = read_made(self.path(step)).get("core_seconds", 0.0)
        if type(found) not in (int, float) or not 0 <= found < math.inf:
            raise damaged(self.path(step), f"{MADE}: core_seconds is no time")
        return float(found)

    def processor(self, step: Step) -> str:
        """The kind of processor that made it; empty if that is not recorded."""
        found = read_made(self.path(step)).get("processor") if self.path(step).is_dir() else ""
        return " ".join(found.split()) if isinstance(found, str) else ""

    def has(self, step: Step) -> bool:
        """Whether it is there. A damaged artifact is an error; it is never silently made anew."""
        directory = self.path(step)
        if not directory.is_dir():
            return False
        for name, size in read_made(directory)["files"].items():
            file = directory / plain_path(name, str(directory / MADE))
            if not file.is_file() or file.stat().st_size != size:
                what = "is missing" if not file.is_file() else f"has {file.stat().st_size:,} bytes, expected {size:,}"
                raise damaged(directory, f"{name} {what}")
        return True

    @contextmanager
    def making(self, step: Step) -> Iterator[Path | None]:
        """A directory to work in, or None if the artifact is there already."""
        with locked(self.run / "work" / f"{key(step)}.lock"):
            if self.has(step):
                yield None
                return
            work, begun, spent = self.run / "work" / key(step), perf_counter(), core_seconds()
            if not (work / CONFIG).is_file():  # a training that was begun goes on from its last state
                shutil.rmtree(work, ignore_errors=True)
            inner_directory(work)
            yield work
            took = {"seconds": perf_counter() - begun, "core_seconds": core_seconds() - spent}
            _publish(work, self.path(step), step, took)


def _one(directory: Path, split: str) -> Path:
    if directory.is_dir() and not (directory / split).is_dir():
        names = sorted(p.name for p in directory.iterdir() if p.is_dir())
        raise InputError(f"there is no split {split!r}; {suggestion(split, names)}")
    return directory / split


def read_made(directory: Path) -> dict[str, Any]:
    value = read_json(directory / MADE, directory)
    if not isinstance(value.get("files"), dict):
        raise damaged(directory, f"{MADE} lists no files")
    return value


def read_json(path: Path, directory: Path) -> dict[str, Any]:
    try:
        value = json.loads(read_file(path))
    except (OSError, ValueError, RecursionError) as error:
        raise damaged(directory, f"{path.name}: {' '.join(str(error).split())[:80]}") from error
    if not isinstance(value, dict):
        raise damaged(directory, f"{path.name} is no JSON object")
    return value


def damaged(directory: Path, what: str) -> InputError:
    return InputError(f"{directory} is damaged ({what}): remove it and call again, it will be made anew")


@cache
def processor_kind(told: Path = Path("/proc/cpuinfo")) -> str:
    """For example *GenuineIntel avx512f*; where the system does not tell, the architecture. Libraries choose
    instructions, and with them the order in which numbers are added, by the processor's maker and abilities. The last
    digits of a sum then differ, and training makes much of them: the same seed gives the same network only on the same
    kind of processor."""
    try:
        lines = [line.partition(":") for line in told.read_text(encoding="utf-8", errors="replace").splitlines()]
    except OSError:
        lines = []
    found = {name.strip().lower(): value.split() for name, _, value in lines}
    maker = found.get("vendor_id") or [platform.machine() or "unknown"]
    can = found.get("flags") or found.get("features") or []
    return " ".join([maker[0][:40], *[a for a in ABILITIES if a in can][:1]])


def core_seconds() -> float:
    """Processor time of this process and of those that it started and that have ended."""
    return sum(os.times()[:4])


def _publish(work: Path, target: Path, step: Step, took: Mapping[str, float]) -> None:
    for left in work.glob(".*.unfinished"):  # of a training that was killed while it wrote
        left.unlink()
    files = {str(p.relative_to(work)): p.stat().st_size for p in sorted(work.rglob("*")) if p.is_file()}
    made = {"provenli": VERSION, "recipe": described(step), "files": files, "processor": processor_kind()}
    write_json(work / MADE, made | {name: round(value, 2) for name, value in took.items()})
    target.parent.mkdir(exist_ok=True)
    try:
        os.rename(work, target)
    except OSError as error:
        raise InputError(f"{target} cannot be made: {error.strerror}; choose another --out") from error


@contextmanager
def locked(path: Path) -> Iterator[None]:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(path, OWN, 0o644)
    except OSError as error:
        raise InputError(f"{path.parent} cannot be written: {error.strerror}; choose another --out") from error
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)
