"""What a report can be about: every kind of item says how it is shown on the page and in the tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol


class ReportItem(Protocol):
    """`template`: draws it, as `item`. `title`: that of its part of the page. `notes`: what a reader must know before
    the numbers. `summary`: one line for the terminal."""

    @property
    def template(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def notes(self) -> tuple[str, ...]: ...
    @property
    def summary(self) -> str: ...

    def markdown(self, notes: tuple[str, ...]) -> str: ...
    def csv_lines(self) -> Iterator[list[object]]: ...
    def facts(self) -> dict[str, Any]:
        """The facts that --json prints."""


@dataclass(frozen=True, slots=True)
class ItemKind:
    """`expected`: how it is described to a user. `fits`: whether a path looks like one; `read` says what is wrong."""

    name: str
    expected: str
    fits: Callable[[Path], bool]
    read: Callable[[Path], ReportItem]
