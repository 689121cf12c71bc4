"""PART.jsonl: one JSON object a line, the project's own format; `provenli verify` reads it."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from provenli.data.blocks import Block, Chunk
from provenli.data.formats.layout import Format, Layout, LineSink
from provenli.data.renderer import Line, Number, Plain, Quoted, escaped, rendered

DIGITS = 8


def named(layout: Layout) -> Line:
    """The id of a row, as inside a JSON string."""
    return (escaped(f"{layout.fragment}-{layout.part}-"), Number(DIGITS))


@lru_cache
def _key(name: str, comma: bool) -> str:
    return f'{", " if comma else ""}"{escaped(name)}": '


def render(chunk: Chunk, layout: Layout) -> bytes:
    begin: Line = ('{"id": "', *named(layout), '", "premise": "')

    def line(block: Block) -> Line:
        features = [piece for k, (name, value) in enumerate(block.features) for piece in (_key(name, k > 0), *value)]
        return (
            *begin,
            Quoted(block.premise),
            '", "hypothesis": "',
            Quoted(block.hypothesis),
            '", "label": "',
            Quoted(block.label),
            '", "schema": "',
            Quoted(block.schema),
            '", "features": {',
            Plain(tuple(features)),
            "}}",
        )

    return rendered(chunk, line)


def sink(path: Path | None, layout: Layout) -> LineSink:
    del layout
    return LineSink(path)


FORMAT = Format("jsonl", lambda layout: f"{layout.part}.jsonl", render, sink)
