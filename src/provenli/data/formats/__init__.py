"""The formats a data set can be written in, and writing a part in several at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from importlib import import_module
from pathlib import Path
from types import TracebackType
from typing import Self

from provenli.data.blocks import Chunk
from provenli.data.format_names import NAMES, TASKS
from provenli.data.formats.layout import Format, Kind, Kinds, Layout, Render, Sink, Written, kinds_of
from provenli.errors import InputError, UnknownName

__all__ = [
    "NAMES",
    "Format",
    "Kind",
    "Kinds",
    "Layout",
    "PartFiles",
    "Written",
    "around",
    "format_named",
    "kinds_of",
    "render",
]


def format_named(name: str) -> Format:
    """Formats are imported when they are asked for: pyarrow takes longer to import than a small data set to write."""
    if name not in NAMES:
        raise UnknownName("format", name, NAMES)
    if name in TASKS:
        tasks: Mapping[str, Format] = import_module(f"{__name__}.tasks").TASKS
        return tasks[name]
    try:
        found: Format = import_module(f"{__name__}.{name}").FORMAT
    except ModuleNotFoundError as error:
        raise InputError(f"the format {name} needs pyarrow: pip install 'provenli[parquet]'") from error
    return found


def render(chunk: Chunk, layout: Layout, names: Sequence[str]) -> tuple[bytes, ...]:
    """The chunk in each format; what two formats render alike is rendered once."""
    made: dict[Render, bytes] = {}
    renders = [format_named(name).render for name in names]
    for each in renders:
        if each not in made:
            made[each] = each(chunk, layout)
    return tuple(made[each] for each in renders)


class PartFiles:
    """The files of one part, one for each format. Use it as a context: `append` in order, `finish` at the end."""

    def __init__(self, work: Path, layout: Layout, names: Sequence[str]) -> None:
        self._open = ExitStack()
        self._sinks: dict[str, Sink] = {}
        with self._open:
            for name in names:
                of = format_named(name)
                file = of.file(layout)
                self._sinks[file] = self._open.enter_context(of.sink(work / file, layout))
            self._open = self._open.pop_all()

    def append(self, rendered: Sequence[bytes]) -> None:
        for sink, content in zip(self._sinks.values(), rendered, strict=True):
            sink.append(content)

    def finish(self) -> dict[str, Written]:
        return {file: sink.finish() for file, sink in self._sinks.items()}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._open.__exit__(kind, error, trace)


def around(work: Path, parts: Sequence[tuple[Layout, int]], names: Iterable[str]) -> Mapping[str, Written]:
    """Files that belong to all parts together, such as a card; each part with its number of rows."""
    return {file: written for name in names for file, written in format_named(name).around(work, parts).items()}
