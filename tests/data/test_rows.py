"""Rows of a plan: every pair once, in random order, however the part is cut."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable

import pytest

from provenli.data import rows as module
from provenli.data.blocks import Chunk
from provenli.data.formats.layout import row_text
from provenli.data.rows import PartRows, cut
from provenli.library.fragment_shelf import load_file
from provenli.pairs.fragment import Fragment
from provenli.pairs.plan import Plan
from tests.pairs.test_drawn import plan, toy_file


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Fragment:
    return load_file(toy_file(tmp_path_factory.mktemp("toy")))


@pytest.fixture(scope="module")
def made(toy: Fragment) -> Plan:
    return plan(toy, 500)


def expanded(chunk: Chunk) -> list[tuple[str, ...]]:
    return [
        (
            *(row_text(t, cells) for t in (block.premise, block.hypothesis, block.label, block.schema)),
            json.dumps({name: json.loads(row_text(v, cells)) for name, v in block.features}),
        )
        for block, cells in zip((chunk.blocks[k] for k in chunk.of), chunk.cells.T.tolist(), strict=True)
    ]


def rows_of(rows: PartRows) -> list[tuple[str, ...]]:
    found: list[tuple[str, ...]] = []
    for c in range(rows.chunks):
        chunk = rows.chunk(c)
        assert chunk.start == len(found), "a chunk begins where the one before it ends"
        found += expanded(chunk)
    assert len(found) == rows.rows
    return found


def part(made: Plan, number: int = 0, seed: int = 0) -> PartRows:
    return cut(made, number, seed, tuple(s.label for s in made.schemas), {})


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Stretches of about so many rows, for a part of a few hundred."""
    return lambda rows: monkeypatch.setattr(module, "ROWS", rows)


@pytest.mark.parametrize("rows", [1, 7, 50, 299, 300, 10_000])
def test_every_pair_once_however_it_is_cut(made: Plan, rows: int, short: Callable[[int], None]) -> None:
    whole = rows_of(part(made))
    short(rows)
    found = rows_of(part(made))
    assert len(found) == made.parts[0].size == 300
    assert Counter(found) == Counter(whole)
    assert len({r[:2] for r in found}) == 300


def test_chunks_can_be_made_in_any_order(made: Plan, short: Callable[[int], None]) -> None:
    short(20)
    rows, again = part(made), part(made)
    assert rows.chunks > 1
    last = expanded(rows.chunk(rows.chunks - 1))
    rows_of(again)
    assert expanded(again.chunk(again.chunks - 1)) == last


def test_rows_are_mixed(made: Plan) -> None:
    labels = [r[2] for r in rows_of(part(made))]
    assert max(len(set(labels[k : k + 15])) for k in range(0, 300, 15)) == 3
    assert labels != sorted(labels)


def test_another_seed_gives_other_words_and_another_order(made: Plan) -> None:
    assert rows_of(part(made)) != rows_of(part(made, seed=1))


def test_samples_show_every_pattern(made: Plan) -> None:
    numbers = [json.loads(row[4])["pattern"] for row in expanded(part(made).samples())]
    assert sorted(numbers) == sorted(a.pattern for a in made.parts[0].allotments)


def test_labels_are_those_of_the_schemas(made: Plan) -> None:
    for premise, hypothesis, label, schema, features in rows_of(part(made, 2)):
        assert made.schemas[int(schema[1:])].label == label, (premise, hypothesis)
        assert int(made.patterns[json.loads(features)["pattern"]].schema[0]) == int(schema[1:])
