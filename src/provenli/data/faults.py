"""What verification finds wrong, by file and line, and what it counted on the way."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

MOST_FAULTS = 20


@dataclass(frozen=True, slots=True)
class Fault:
    file: str
    line: int | None
    what: str

    def __str__(self) -> str:
        return f"{self.file}, line {self.line}: {self.what}" if self.line else f"{self.file}: {self.what}"


@dataclass
class Report:
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

    def add(self, file: str, line: int | None, what: str) -> None:
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(Fault(file, line, what))
        else:
            self.hidden += 1
