"""PART.snli.jsonl: the keys of the SNLI corpus (Bowman et al. 2015), in its alphabetical order.

The parses are left empty. `captionID` groups the pairs of one caption there and the pairs of one schema here.
"""

from __future__ import annotations

from provenli.data.blocks import Block, Chunk
from provenli.data.formats.jsonl import named, sink
from provenli.data.formats.layout import Format, Layout
from provenli.data.renderer import Line, Quoted, rendered


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


FORMAT = Format("snli", lambda layout: f"{layout.part}.snli.jsonl", render, sink)
