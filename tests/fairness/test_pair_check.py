"""Fairness of pairs of any fragment: the two routes agree, and what is called fair can be learned by remembering."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from provenli.data.generate import Order, generate
from provenli.data.matched_rows import origin
from provenli.errors import InputError
from provenli.fairness.fair import PairReport, ShownPairs, ask, places
from provenli.library.fragment_shelf import load_fragment
from provenli.pairs.plan import Request

DEPTH = {"depth": (1, 3), "position": "any"}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    sizes = {"systematicity": (6000, DEPTH), "boolean": (300, {}), "transitivity": (300, {}), "conditional": (60, {})}
    found = {}
    for name, (size, options) in sizes.items():
        fragment = load_fragment(name)
        assert fragment.pairs is not None
        chosen = {o.name: o.default for o in fragment.pairs.options} | options
        found[name] = tmp_path_factory.mktemp("data") / name
        generate(Order(fragment, name, Request(size, 1, chosen), ("jsonl",), found[name]))
    return found


def split(directory: Path, train: list[str], test: list[str]) -> PairReport:
    for name, rows in (("a", train), ("b", test)):
        (directory / f"{name}.jsonl").write_text("".join(rows))
    return ShownPairs(directory / "a.jsonl", {"": origin(directory, load_fragment)}).check(directory / "b.jsonl")


def rows_of(directory: Path) -> list[str]:
    return [
        line
        for path in sorted(directory.glob("[pt]*s.jsonl"))
        if path.stem == "pairs"
        for line in path.read_text().splitlines(keepends=True)
    ]


@pytest.mark.parametrize("name", ["systematicity", "boolean", "transitivity"])
@pytest.mark.parametrize("share", [0.05, 0.5, 0.95])
def test_random_splits(made: dict[str, Path], name: str, share: float) -> None:
    rows = rows_of(made[name])
    train = np.random.default_rng(1).random(len(rows)) < share
    report = split(
        made[name],
        [r for r, t in zip(rows, train, strict=True) if t],
        [r for r, t in zip(rows, train, strict=True) if not t],
    )
    assert report.routes_agree
    assert report.fair == (len(report.errors) == 0)
    assert report.fair == all(not f.missing for f in report.functions)
    assert report.tested == (~train).sum()
    if share == 0.05:
        assert not report.fair


def test_training_on_everything_is_fair(made: dict[str, Path]) -> None:
    rows = rows_of(made["boolean"])
    report = split(made["boolean"], rows, rows)
    assert report.fair
    assert report.routes_agree


def test_productivity_misses_just_the_unchanged_clause(made: dict[str, Path]) -> None:
    """Protocol III of Yanaka et al. 2020 with depths 1 and 2, where any noun of the path may change: a noun phrase in
    which neither noun nor clause is changed occurs at depth 3 only, where the change is further inside."""
    rows = [(json.loads(r)["features"]["depth"], r) for r in rows_of(made["systematicity"])]
    report = split(made["systematicity"], [r for d, r in rows if d < 3], [r for d, r in rows if d == 3])
    assert not report.fair
    short = {f.function: [m.local.given for m in f.missing] for f in report.functions if f.missing}
    assert list(short) == ["NP -> Q Nbar Sbar"]
    assert {g[1:] for g in short["NP -> Q Nbar Sbar"]} == {("≡", "≡")}
    assert report.dependent_but_for_words == len(report.dependent)


def test_what_is_decided_as_a_whole_is_shown_as_a_whole(tmp_path: Path, made: dict[str, Path]) -> None:
    """Conditionals take several clauses together, so the tree alone gives no label of most pairs."""
    del tmp_path
    place = places(made["conditional"], lambda _, name: load_fragment(name))[0]
    dev, test = ask(place, None, ())
    assert (dev.test, test.test) == ("dev", "test")
    assert dev.whole > 0
    assert dev.routes_agree
    assert test.right == 0  # names of the test part are never in training
    assert test.right_but_for_words >= test.right


def test_contradictory_labels(made: dict[str, Path]) -> None:
    rows = rows_of(made["boolean"])
    other = {"entailment": "non-entailment", "non-entailment": "entailment"}
    value = json.loads(rows[3])
    value["label"] = other[value["label"]]
    wrong = [*rows[:3], json.dumps(value) + "\n", *rows[4:]]
    with pytest.raises(InputError, match=r"a\.jsonl, line 4: contradictory labels for the same input"):
        split(made["boolean"], wrong, rows)


def test_empty_sets(made: dict[str, Path]) -> None:
    rows = rows_of(made["boolean"])
    with pytest.raises(InputError, match=r"a\.jsonl: the training set is empty"):
        split(made["boolean"], [], rows)
    with pytest.raises(InputError, match=r"b\.jsonl: the test set is empty"):
        split(made["boolean"], rows, [])


def test_nothing_to_test(made: dict[str, Path]) -> None:
    with pytest.raises(InputError, match="has one part, 'pairs', so there is nothing to test"):
        ask(places(made["boolean"], lambda _, name: load_fragment(name))[0], None, ())


def test_workers_do_not_matter(made: dict[str, Path]) -> None:
    rows = rows_of(made["transitivity"])
    first = split(made["transitivity"], rows[:200], rows[200:])
    origins = {"": origin(made["transitivity"], load_fragment)}
    again = ShownPairs(made["transitivity"] / "a.jsonl", origins, 2).check(made["transitivity"] / "b.jsonl")
    assert first.functions == again.functions
    assert np.array_equal(first.dependent, again.dependent)
