"""What is being verified: a directory, what its manifest says, and the fragment that can make its patterns again."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from provenli.data.manifest import Manifest
from provenli.errors import InputError
from provenli.files import regular
from provenli.pairs.classes import Classes
from provenli.pairs.fragment import Fragment, PairMaker
from provenli.progress import Progress

# --- What verification finds wrong, by file and line, and what it counted on the way. ---


MOST_FAULTS = 20


@dataclass(frozen=True, slots=True)
class Fault:
    file: str
    line: int | None
    what: str

    def __str__(self) -> str:
        return f"{self.file}, line {self.line}: {self.what}" if self.line else f"{self.file}: {self.what}"


@dataclass(repr=False)
class VerificationReport:
    faults: list[Fault] = field(default_factory=list)
    certificates: int = 0
    trusting: Counter[str] = field(default_factory=Counter)
    """Certificates that rest on an engine's word, by engine."""
    rows: int = 0
    hidden: int = 0
    """Faults beyond those that are listed."""

    @property
    def sound(self) -> bool:
        return not self.faults

    def __repr__(self) -> str:
        found = (
            "everything checks" if self.sound else f"{len(self.faults) + self.hidden:,} faults, first: {self.faults[0]}"
        )
        return f"<{self.rows:,} pairs, {self.certificates:,} certificates: {found}>"

    def add(self, file: str, line: int | None, what: str) -> None:
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(Fault(file, line, what))
        else:
            self.hidden += 1


@dataclass(frozen=True)
class Subject:
    directory: Path
    manifest: Manifest
    fragment: Fragment
    maker: PairMaker
    progress: Progress
    workers: int = 1
    report: VerificationReport = field(default_factory=VerificationReport)

    @cached_property
    def classes(self) -> Classes:
        return self.maker.all_classes(self.fragment)

    @cached_property
    def options(self) -> dict[str, Any]:
        known = {o.name for o in self.maker.options}
        if set(self.manifest.options) != known:
            raise InputError(f"{self.directory / 'manifest.json'}: options must be {', '.join(sorted(known))}")
        return dict(self.manifest.options)

    def lines(self, name: str) -> Iterator[tuple[int, Any]]:
        """The JSON values of a file, with line numbers; lines that hold none are faults."""
        try:
            file = open(self.directory / name, "rb", opener=regular)  # noqa: SIM115 - closed below
        except OSError as e:
            raise InputError(f"{self.directory / name} cannot be read: {e.strerror}") from e
        with file:
            for number, line in enumerate(file, 1):
                try:
                    yield number, json.loads(line)
                except (ValueError, RecursionError) as e:
                    self.report.add(name, number, f"no JSON: {e}")
