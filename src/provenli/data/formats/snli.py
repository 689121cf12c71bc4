"""PART.snli.jsonl: the keys of the SNLI corpus (Bowman et al. 2015), in its alphabetical order.

The parses are left empty. `captionID` groups the pairs of one caption there and the pairs of one schema here.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from provenli.data.blocks import Block, Chunk
from provenli.data.formats.jsonl import named, sink
from provenli.data.formats.layout import Format, Layout, StoredRow
from provenli.data.renderer import Line, Quoted, rendered
from provenli.data.strict_json import keyed, strict_line
from provenli.errors import InputError
from provenli.files import regular


def render(chunk: Chunk, layout: Layout) -> bytes:
    def line(block: Block) -> Line:
        return (
            '{"annotator_labels": ["',
            Quoted(block.label),
            '"], "captionID": "',
            Quoted(block.schema),
            '", "gold_label": "',
            Quoted(block.label),
            '", "pairID": "',
            *named(layout),
            '", "sentence1": "',
            Quoted(block.premise),
            '", "sentence1_binary_parse": "", "sentence1_parse": "", "sentence2": "',
            Quoted(block.hypothesis),
            '", "sentence2_binary_parse": "", "sentence2_parse": ""}',
        )

    return rendered(chunk, line)


PARSES = tuple(f"sentence{k}_{parse}" for k in (1, 2) for parse in ("binary_parse", "parse"))


def read(path: Path, layout: Layout) -> Iterator[StoredRow]:
    del layout
    kinds = dict.fromkeys(("captionID", "gold_label", "pairID", "sentence1", "sentence2"), str)
    expected = {**kinds, "annotator_labels": list, **dict.fromkeys(PARSES, str)}
    with open(path, "rb", opener=regular) as file:
        for number, line in enumerate(file, 1):
            if not line.endswith(b"\n"):
                raise InputError(f"line {number}: the last line does not end")
            value = keyed(strict_line(line), expected, f"line {number}")
            if value["annotator_labels"] != [value["gold_label"]] or any(value[p] for p in PARSES):
                raise InputError(f"line {number}: expected one annotator, with the gold label, and no parses")
            names = ("pairID", "sentence1", "sentence2", "gold_label", "captionID")
            yield StoredRow(*(value[name] for name in names))


FORMAT = Format("snli", lambda layout: f"{layout.part}.snli.jsonl", render, sink, read)
