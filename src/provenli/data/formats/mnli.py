"""PART.mnli.tsv: the columns of MultiNLI (Williams et al. 2018) with one annotator; read it without quoting.

The parses are left empty. `promptID` groups the pairs of one prompt there and the pairs of one schema here.
"""

from __future__ import annotations

from pathlib import Path

from provenli.data.blocks import Block, Chunk
from provenli.data.formats.jsonl import DIGITS
from provenli.data.formats.layout import MNLI_COLUMNS, Format, Layout, LineSink
from provenli.data.renderer import Line, Number, Plain, rendered


def render(chunk: Chunk, layout: Layout) -> bytes:
    def line(block: Block) -> Line:
        return (
            Number(),
            "\t",
            Plain(block.schema),
            f"\t{layout.fragment}-{layout.part}-",
            Number(DIGITS),
            f"\t{layout.fragment}\t\t\t\t\t",
            Plain(block.premise),
            "\t",
            Plain(block.hypothesis),
            "\t",
            Plain(block.label),
            "\t",
            Plain(block.label),
        )

    return rendered(chunk, line)


def sink(path: Path | None, layout: Layout) -> LineSink:
    del layout
    return LineSink(path, "\t".join(MNLI_COLUMNS).encode() + b"\n")


FORMAT = Format("mnli", lambda layout: f"{layout.part}.mnli.tsv", render, sink)
