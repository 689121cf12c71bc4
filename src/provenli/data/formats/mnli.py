"""PART.mnli.tsv: the columns of MultiNLI (Williams et al. 2018) with one annotator; read it without quoting.

The parses are left empty. `promptID` groups the pairs of one prompt there and the pairs of one schema here.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from provenli.data.blocks import Block, Chunk
from provenli.data.formats.jsonl import DIGITS
from provenli.data.formats.layout import MNLI_COLUMNS, Format, Layout, LineSink, StoredRow
from provenli.data.renderer import Line, Number, Plain, rendered
from provenli.errors import InputError
from provenli.files import regular


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


def sink(path: Path, layout: Layout) -> LineSink:
    del layout
    return LineSink(path, "\t".join(MNLI_COLUMNS).encode() + b"\n")


def read(path: Path, layout: Layout) -> Iterator[StoredRow]:
    with open(path, "rb", opener=regular) as file:
        if file.readline() != "\t".join(MNLI_COLUMNS).encode() + b"\n":
            raise InputError(f"line 1: expected the columns {', '.join(MNLI_COLUMNS)}")
        for number, line in enumerate(file):
            if not line.endswith(b"\n"):
                raise InputError(f"line {number + 2}: the last line does not end")
            fields = line.decode().removesuffix("\n").split("\t")
            if len(fields) != len(MNLI_COLUMNS):
                raise InputError(f"line {number + 2}: expected {len(MNLI_COLUMNS)} columns, found {len(fields)}")
            index, schema, name, genre, *parses, premise, hypothesis, one, gold = fields
            if index != str(number) or genre != layout.fragment or any(parses) or one != gold:
                raise InputError(f"line {number + 2}: another index, genre or annotator, or a parse")
            yield StoredRow(name, premise, hypothesis, gold, schema)


FORMAT = Format("mnli", lambda layout: f"{layout.part}.mnli.tsv", render, sink, read)
