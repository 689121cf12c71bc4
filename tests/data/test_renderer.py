"""Blocks as bytes: against a plain loop over rows."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from provenli.data.blocks import Block, Chunk, Column, Text
from provenli.data.formats import Layout, jsonl, kinds_of
from provenli.data.renderer import UNFIT, Number, Plain, Quoted, checked, counted, escaped, rendered

# Blocks have many parts to draw; how long that takes on a busy machine says nothing about the code.
patient = settings(suppress_health_check=[HealthCheck.too_slow])

LABELS = ("entailment", "neutral", "contradiction")

words = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Zl", "Zp")), max_size=6)
FEATURES: dict[str, st.SearchStrategy[Any]] = {
    "depth": st.integers(-5, 2**40),
    "direction": words,
    "quantifiers": st.lists(words, max_size=3),
    "odd": st.one_of(st.integers(0, 9), words, st.lists(st.integers(0, 9), max_size=2), st.none()),
}


def row_text(text: Text, row: int) -> str:
    return "".join(piece if isinstance(piece, str) else piece.table[piece.index[row]] for piece in text)


def plain_rows(chunk: Chunk, layout: Layout) -> list[dict[str, Any]]:
    """What the chunk says, row by row in file order: the slow and obvious way."""
    found: dict[int, dict[str, Any]] = {}
    for block in chunk.blocks:
        for row, position in enumerate(block.positions.tolist()):
            found[position] = {
                "id": f"{layout.fragment}-{layout.part}-{position:08d}",
                "premise": row_text(block.premise, row),
                "hypothesis": row_text(block.hypothesis, row),
                "label": row_text(block.label, row),
                "schema": row_text(block.schema, row),
                "features": {name: json.loads(row_text(value, row)) for name, value in block.features},
            }
    return [found[k] for k in range(chunk.start, chunk.stop)]


def plain_jsonl(chunk: Chunk, layout: Layout) -> bytes:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in plain_rows(chunk, layout)).encode()


@st.composite
def columns(draw: st.DrawFn, rows: int, of: st.SearchStrategy[str] = words) -> Column:
    table = tuple(draw(st.lists(of, min_size=1, max_size=5)))
    index = draw(st.lists(st.integers(0, len(table) - 1), min_size=rows, max_size=rows))
    return Column(table, np.array(index, np.int64))


@st.composite
def blocks(draw: st.DrawFn, positions: Sequence[int]) -> Block:
    rows = len(positions)
    shared = draw(st.lists(columns(rows), min_size=1, max_size=2))
    texts = st.lists(st.one_of(words, columns(rows), st.sampled_from(shared)), max_size=5).map(tuple)
    features = []
    for name, values in FEATURES.items():
        written = values.map(lambda value: json.dumps(value, ensure_ascii=False))
        features.append((name, (draw(st.one_of(written, columns(rows, written))),)))
    return Block(
        premise=draw(texts),
        hypothesis=draw(texts),
        label=(draw(columns(rows, st.sampled_from(LABELS))),),
        schema=("s", draw(columns(rows))),
        features=tuple(features),
        positions=np.array(positions, np.int64),
    )


@st.composite
def chunks(draw: st.DrawFn, least: int = 0, start: int | None = None) -> Chunk:
    begin = draw(st.sampled_from([0, 7, 99_999_990])) if start is None else start
    rows = draw(st.integers(least, 14))
    order = draw(st.permutations(range(begin, begin + rows)))
    cuts = sorted({0, rows, *draw(st.lists(st.integers(0, rows), max_size=3))})
    made = [draw(blocks(order[low:high])) for low, high in pairwise(cuts)]
    return Chunk(begin, begin + rows, made)


def layout_for(chunk: Chunk) -> Layout:
    kinds = kinds_of(chunk.blocks)
    return Layout('od"d', "train", LABELS, kinds or kinds_of([]))


def some(block: Block, keep: np.ndarray) -> Block:
    """The rows of a block that are kept."""

    def text(pieces: Text) -> Text:
        return tuple(p if isinstance(p, str) else Column(p.table, p.index[keep]) for p in pieces)

    features = tuple((name, text(value)) for name, value in block.features)
    return Block(
        *map(text, (block.premise, block.hypothesis, block.label, block.schema)), features, block.positions[keep]
    )


def cut_at(chunk: Chunk, cuts: Sequence[int]) -> list[Chunk]:
    """The same rows in smaller chunks."""
    bounds = [chunk.start, *sorted(chunk.start + c for c in cuts), chunk.stop]
    return [
        Chunk(low, high, [some(b, (b.positions >= low) & (b.positions < high)) for b in chunk.blocks])
        for low, high in pairwise(bounds)
    ]


@patient
@given(chunks())
def test_rendering_says_what_a_loop_over_rows_says(chunk: Chunk) -> None:
    layout = layout_for(chunk)
    assert jsonl.render(chunk, layout) == plain_jsonl(chunk, layout)


@patient
@given(chunks(), st.data())
def test_any_chunking_gives_the_same_bytes(chunk: Chunk, data: st.DataObject) -> None:
    layout = layout_for(chunk)
    cuts = data.draw(st.lists(st.integers(0, chunk.stop - chunk.start), max_size=3))
    parts = [jsonl.render(part, layout) for part in cut_at(chunk, cuts)]
    assert b"".join(parts) == jsonl.render(chunk, layout)


@given(st.integers(0, 10**12), st.integers(1, 30), st.integers(1, 12))
def test_numbers(start: int, rows: int, digits: int) -> None:
    made = [word.replace(b"\0", b"").decode() for word in counted(start, start + rows, digits).tolist()]
    assert made == [f"{k:0{digits}d}" for k in range(start, start + rows)]


@given(st.characters())
def test_what_is_unfit(character: str) -> None:
    bad = unicodedata.category(character) in ("Cc", "Zl", "Zp", "Cs")
    assert bool(UNFIT.search(character)) == bad
    assert bad or f"a{character}b".splitlines() == [f"a{character}b"]


@given(words)
def test_escaping_is_that_of_json(text: str) -> None:
    assert f'"{escaped(text)}"' == json.dumps(text, ensure_ascii=False)


def block_of(premise: Text, rows: int = 2) -> Block:
    return Block(premise, ("b",), ("neutral",), ("s",), (), np.arange(rows))


@pytest.mark.parametrize("bad", ["\0", "\t", "\n", "\r", "\x85", "\u2028", "\ud800"])
def test_text_that_would_break_a_row_is_refused(bad: str) -> None:
    column = Column(("fine", f"dogs{bad}ran"), np.array([0, 0]))
    for premise in ((f"dogs{bad}ran",), (column,)):
        with pytest.raises(ValueError, match=f"holds the character {re.escape(repr(bad))}"):
            rendered(Chunk(0, 2, [block_of(premise)]), lambda b: (Plain(b.premise),))
    assert checked("naïve ∀ dog", "a text") == "naïve ∀ dog"


@pytest.mark.parametrize(
    "positions", [[0, 0, 1], [0, 1], [1, 2, 3], [0, 1, 2, 3], [-1, 0, 1]], ids=["twice", "few", "late", "many", "early"]
)
def test_positions_must_be_those_of_the_chunk(positions: list[int]) -> None:
    block = Block(("a",), ("b",), ("neutral",), ("s",), (), np.array(positions))
    with pytest.raises(ValueError, match="must be 0 to 2, each once"):
        rendered(Chunk(0, 3, [block]), lambda b: (Plain(b.premise),))


def test_columns_must_be_as_long_as_their_block() -> None:
    block = block_of((Column(("a",), np.array([0])),))
    with pytest.raises(ValueError, match="a column has 1 rows in a block of 2"):
        rendered(Chunk(0, 2, [block]), lambda b: (Plain(b.premise),))


def test_a_table_is_quoted_or_not_as_asked() -> None:
    block = block_of((Column(('"', "\\", ""), np.array([0, 1])),))
    made = rendered(Chunk(0, 2, [block]), lambda b: (Number(), "\t", Plain(b.premise), "\t", Quoted(b.premise)))
    assert made == b'0\t"\t\\"\n1\t\\\t\\\\\n'
