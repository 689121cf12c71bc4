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
from numpy.typing import NDArray

from provenli.data.blocks import Block, Chunk, Column, Text
from provenli.data.formats import Layout, jsonl, kinds_of
from provenli.data.formats.layout import row_text
from provenli.data.renderer import AT_A_TIME, UNFIT, Number, Plain, Quoted, checked, counted, escaped, rendered
from provenli.errors import InputError

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


def plain_rows(chunk: Chunk, layout: Layout) -> list[dict[str, Any]]:
    """What the chunk says, row by row in file order: the slow and obvious way."""
    found: list[dict[str, Any]] = []
    for row, number in enumerate(chunk.of.tolist()):
        block, cells = chunk.blocks[number], chunk.cells[:, row].tolist()
        found.append(
            {
                "id": f"{layout.fragment}-{layout.part}-{chunk.start + row:08d}",
                "premise": row_text(block.premise, cells),
                "hypothesis": row_text(block.hypothesis, cells),
                "label": row_text(block.label, cells),
                "schema": row_text(block.schema, cells),
                "features": {name: json.loads(row_text(value, cells)) for name, value in block.features},
            }
        )
    return found


def plain_jsonl(chunk: Chunk, layout: Layout) -> bytes:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in plain_rows(chunk, layout)).encode()


ENTRIES, CELLS = 3, 6


def columns(of: st.SearchStrategy[str] = words) -> st.SearchStrategy[Column]:
    tables = st.lists(of, min_size=ENTRIES, max_size=ENTRIES).map(tuple)
    return st.builds(Column, tables, st.integers(0, CELLS - 1))


@st.composite
def blocks(draw: st.DrawFn) -> Block:
    shared = draw(st.lists(columns(), min_size=1, max_size=2))
    texts = st.lists(st.one_of(words, columns(), st.sampled_from(shared)), max_size=5).map(tuple)
    features = []
    for name, values in FEATURES.items():
        written = values.map(lambda value: json.dumps(value, ensure_ascii=False))
        features.append((name, (draw(st.one_of(written, columns(written))),)))
    return Block(
        premise=draw(texts),
        hypothesis=draw(texts),
        label=(draw(columns(st.sampled_from(LABELS))),),
        schema=("s", draw(columns())),
        features=tuple(features),
    )


@st.composite
def chunks(draw: st.DrawFn, least: int = 0, start: int | None = None) -> Chunk:
    begin = draw(st.sampled_from([0, 7, 99_999_990])) if start is None else start
    rows = draw(st.integers(least, 14))
    made = draw(st.lists(blocks(), min_size=1, max_size=3))
    of = draw(st.lists(st.integers(0, len(made) - 1), min_size=rows, max_size=rows))
    numbers = st.lists(st.integers(0, ENTRIES - 1), min_size=rows, max_size=rows)
    cells = [draw(numbers) for _ in range(CELLS)]
    return Chunk(begin, made, np.array(of, np.int64), np.array(cells, np.int64).reshape(CELLS, rows))


def chunk_of(block: Block, cells: NDArray[np.int64] | None = None) -> Chunk:
    """Rows of one block; without cells, a single row."""
    found = np.zeros((1, 1), np.int64) if cells is None else cells
    return Chunk(0, [block], np.zeros(found.shape[1], np.int64), found)


def layout_for(chunk: Chunk) -> Layout:
    return Layout('od"d', "train", LABELS, kinds_of([chunk]))


def cut_at(chunk: Chunk, cuts: Sequence[int]) -> list[Chunk]:
    """The same rows in smaller chunks."""
    bounds = [0, *sorted(cuts), len(chunk.of)]
    return [
        Chunk(chunk.start + low, chunk.blocks, chunk.of[low:high], chunk.cells[:, low:high])
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


@given(st.one_of(st.integers(0, 3000), st.integers(0, 10**12)), st.integers(1, 1500), st.integers(1, 12))
def test_numbers(start: int, rows: int, digits: int) -> None:
    assert counted(start, rows, digits) == [f"{k:0{digits}d}".encode() for k in range(start, start + rows)]


@given(st.characters())
def test_what_is_unfit(character: str) -> None:
    bad = unicodedata.category(character) in ("Cc", "Zl", "Zp", "Cs")
    assert bool(UNFIT.search(character)) == bad
    assert bad or f"a{character}b".splitlines() == [f"a{character}b"]


@given(words)
def test_escaping_is_that_of_json(text: str) -> None:
    assert f'"{escaped(text)}"' == json.dumps(text, ensure_ascii=False)


def two_rows(premise: Text, first: int, second: int) -> Chunk:
    return chunk_of(Block(premise, ("b",), ("neutral",), ("s",), ()), np.array([[first, second]]))


@pytest.mark.parametrize("bad", ["\0", "\t", "\n", "\r", "\x85", "\u2028", "\ud800"])
def test_text_that_would_break_a_row_is_refused(bad: str) -> None:
    column = Column(("fine", f"dogs{bad}ran"), 0)
    for premise in ((f"dogs{bad}ran",), (column,), (Column(("fine",), 0), f"dogs{bad}ran")):
        with pytest.raises(InputError, match=f"holds the character {re.escape(repr(bad))}"):
            rendered(two_rows(premise, 0, 0), lambda b: (Plain(b.premise),))
    assert checked("naïve ∀ dog", "a text") == "naïve ∀ dog"


def test_many_rows_are_joined_in_stretches() -> None:
    index = np.arange(2 * AT_A_TIME + 5)
    chunk = chunk_of(Block(("a ", Column(("x", "yy", "zzz"), 0), "!"), (), (), (), ()), index[None] % 3)
    made = rendered(chunk, lambda b: (Number(4), " ", Plain(b.premise)))
    assert made == b"".join(b"%04d a %s!\n" % (k, (b"x", b"yy", b"zzz")[k % 3]) for k in index)


def test_a_table_is_quoted_or_not_as_asked() -> None:
    chunk = two_rows((Column(('"', "\\", ""), 0),), 0, 1)
    made = rendered(chunk, lambda b: (Number(), "\t", Plain(b.premise), "\t", Quoted(b.premise)))
    assert made == b'0\t"\t\\"\n1\t\\\t\\\\\n'
