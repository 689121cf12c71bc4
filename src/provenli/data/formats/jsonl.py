"""PART.jsonl: one JSON object a line, the project's own format; `provenli verify` reads it."""

from __future__ import annotations

from pathlib import Path

from provenli.data.blocks import Block, Chunk
from provenli.data.formats.layout import Format, Layout, LineSink
from provenli.data.renderer import Line, Number, Plain, Quoted, escaped, rendered

DIGITS = 8


def named(layout: Layout) -> Line:
    """The id of a row, as inside a JSON string."""
    return (escaped(f"{layout.fragment}-{layout.part}-"), Number(DIGITS))


def render(chunk: Chunk, layout: Layout) -> bytes:
    def line(block: Block) -> Line:
        features: list[str | Plain] = []
        for name, value in block.features:
            features += [f'{", " if features else ""}"{escaped(name)}": ', Plain(value)]
        return (
            '{"id": "',
            *named(layout),
            '", "premise": "',
            Quoted(block.premise),
            '", "hypothesis": "',
            Quoted(block.hypothesis),
            '", "label": "',
            Quoted(block.label),
            '", "schema": "',
            Quoted(block.schema),
            '", "features": {',
            *features,
            "}}",
        )

    return rendered(chunk, line)


def sink(path: Path | None, layout: Layout) -> LineSink:
    del layout
    return LineSink(path)


FORMAT = Format("jsonl", lambda layout: f"{layout.part}.jsonl", render, sink)
