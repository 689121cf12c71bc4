"""Rows of a plan: every pair once, in random order, however the part is cut."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable

import pytest

from provenli.data import rows as module
from provenli.data.blocks import Block, Column, Text
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


def written(text: Text, row: int) -> str:
    return "".join(p.table[int(p.index[row])] if isinstance(p, Column) else p for p in text)


def expanded(block: Block) -> dict[int, tuple[str, ...]]:
    return {
        int(place): (
            *(written(t, k) for t in (block.premise, block.hypothesis, block.label, block.schema)),
            json.dumps({name: json.loads(written(v, k)) for name, v in block.features}),
        )
        for k, place in enumerate(block.positions)
    }


def rows_of(rows: PartRows) -> list[tuple[str, ...]]:
    found: dict[int, tuple[str, ...]] = {}
    for c in range(rows.chunks):
        chunk = rows.chunk(c)
        here = [p for b in chunk.blocks for p in b.positions.tolist()]
        assert sorted(here) == list(range(chunk.start, chunk.stop)), "a chunk is a run of rows without gaps"
        for b in chunk.blocks:
            found |= expanded(b)
    assert sorted(found) == list(range(rows.rows))
    return [found[k] for k in range(rows.rows)]


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
    last = [expanded(b) for b in rows.chunk(rows.chunks - 1).blocks]
    rows_of(again)
    assert [expanded(b) for b in again.chunk(again.chunks - 1).blocks] == last


def test_rows_are_mixed(made: Plan) -> None:
    labels = [r[2] for r in rows_of(part(made))]
    assert max(len(set(labels[k : k + 15])) for k in range(0, 300, 15)) == 3
    assert labels != sorted(labels)


def test_another_seed_gives_other_words_and_another_order(made: Plan) -> None:
    assert rows_of(part(made)) != rows_of(part(made, seed=1))


def test_samples_show_every_pattern(made: Plan) -> None:
    numbers = [json.loads(next(iter(expanded(b).values()))[4])["pattern"] for b in part(made).samples()]
    assert sorted(numbers) == sorted(a.pattern for a in made.parts[0].allotments)


def test_labels_are_those_of_the_schemas(made: Plan) -> None:
    for premise, hypothesis, label, schema, features in rows_of(part(made, 2)):
        assert made.schemas[int(schema[1:])].label == label, (premise, hypothesis)
        assert int(made.patterns[json.loads(features)["pattern"]].schema[0]) == int(schema[1:])
