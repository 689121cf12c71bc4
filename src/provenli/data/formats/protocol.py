"""What a format is: a file name, a way to render a chunk, and a sink. jsonl.py is the shortest example."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from provenli.data.blocks import Chunk
from provenli.data.formats.files import Sink, Written
from provenli.data.formats.layout import Layout

Render: TypeAlias = Callable[[Chunk, Layout], bytes]


def _nothing_more(work: Path, parts: Sequence[tuple[Layout, int]]) -> Mapping[str, Written]:
    del work, parts
    return {}


@dataclass(frozen=True, slots=True)
class Format:
    """`render` is pure and runs in worker processes; `sink` runs in the parent, one for each part.

    `file`: the path within the data set's directory of a part. `around`: writes what belongs to all parts together,
    given each part and its number of rows.
    """

    name: str
    file: Callable[[Layout], str]
    render: Render
    sink: Callable[[Path, Layout], Sink]
    around: Callable[[Path, Sequence[tuple[Layout, int]]], Mapping[str, Written]] = _nothing_more
