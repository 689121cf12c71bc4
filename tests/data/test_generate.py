"""generate: the same bytes for any number of workers, parts with words of their own, any size, all formats."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from provenli.data.formats import NAMES
from provenli.data.generate import Order, generate
from provenli.data.manifest import Manifest, read_manifest
from provenli.data.verify import verify
from provenli.errors import InputError
from provenli.library.fragment_shelf import load_file, load_fragment
from provenli.pairs.entails import entails
from provenli.pairs.fragment import Fragment
from provenli.pairs.plan import Request
from tests.pairs.test_drawn import options, toy_file

TRAIN, TEST = {"dog", "cat", "owl", "eel"}, {"fox", "bear", "ant", "ibis"}


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Fragment:
    return load_file(toy_file(tmp_path_factory.mktemp("toy")))


def make(
    fragment: Fragment,
    out: Path,
    size: int | None,
    seed: int = 0,
    workers: int = 1,
    formats: tuple[str, ...] = ("jsonl",),
    **chosen: Any,
) -> Manifest:
    request = Request(size, seed, options(fragment, **chosen), workers)
    return generate(Order(fragment, fragment.name, request, formats, out))


def contents(directory: Path) -> dict[str, bytes]:
    return {str(p.relative_to(directory)): p.read_bytes() for p in sorted(directory.rglob("*")) if p.is_file()}


def rows(out: Path, part: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (out / f"{part}.jsonl").read_text().splitlines()]


# --- the same bytes ---------------------------------------------------------------------------------------------------


def test_workers_and_repetition_change_nothing(toy: Fragment, tmp_path: Path) -> None:
    for k, workers in enumerate((1, 2, 3, 1)):
        make(toy, tmp_path / str(k), 200, 5, workers, NAMES)
    first = contents(tmp_path / "0")
    assert {".jsonl", ".json", ".parquet", ".tsv"} <= {Path(n).suffix for n in first}
    for k in (1, 2, 3):
        assert contents(tmp_path / str(k)) == first


def test_workers_change_nothing_where_there_are_many_stretches(tmp_path: Path) -> None:
    """Enough rows for several stretches, so that workers have something to share."""
    fragment = load_fragment("systematicity")
    for workers in (1, 2, 3):
        make(fragment, tmp_path / str(workers), 200_000, 1, workers, depth=(2, 2), replacements=("adjective",))
    first = contents(tmp_path / "1")
    assert contents(tmp_path / "2") == first
    assert contents(tmp_path / "3") == first
    lines = first["pairs.jsonl"].splitlines()
    assert len(lines) == 200_000
    pairs = {(r["premise"], r["hypothesis"]) for r in map(json.loads, lines)}
    assert len(pairs) == 200_000, "none comes twice"


def test_another_seed_gives_other_bytes(toy: Fragment, tmp_path: Path) -> None:
    for seed in (0, 1):
        make(toy, tmp_path / str(seed), 100, seed)
    a, b = contents(tmp_path / "0"), contents(tmp_path / "1")
    assert all(a[name] != b[name] for name in ("train.jsonl", "test.jsonl", "patterns.jsonl"))


def test_formats_do_not_change_the_rows(toy: Fragment, tmp_path: Path) -> None:
    make(toy, tmp_path / "one", 90)
    manifest = make(toy, tmp_path / "all", 90, formats=NAMES)
    one, every = contents(tmp_path / "one"), contents(tmp_path / "all")
    for name, content in one.items():
        assert name == "manifest.json" or every[name] == content
    told = {*manifest.files, *(f for p in manifest.parts.values() for f in p.files), "manifest.json"}
    assert told == set(every), "the manifest knows every file, and no other"


# --- parts and balance ------------------------------------------------------------------------------------------------


def words(found: list[dict[str, Any]]) -> set[str]:
    return {w.strip(".").lower() for r in found for side in ("premise", "hypothesis") for w in r[side].split()}


def test_parts_have_the_words_they_should(toy: Fragment, tmp_path: Path) -> None:
    make(toy, tmp_path / "out", 400)
    train, dev, test = (rows(tmp_path / "out", p) for p in ("train", "dev", "test"))
    assert not words(train) & TEST
    assert not words(dev) & TEST
    assert not words(test) & TRAIN
    assert words(train) >= TRAIN
    assert words(test) >= TEST
    pairs = [(r["premise"], r["hypothesis"]) for r in (*train, *dev, *test)]
    assert len(set(pairs)) == len(pairs), "no pair is in two parts"


@pytest.mark.parametrize("name", ["quantifier", "conditional", "comparative"])
def test_parts_of_the_shelf_have_words_of_their_own(name: str, tmp_path: Path) -> None:
    """Train and test of Richardson et al. 2020 share no name, no place: what a part goes without is not in it."""
    fragment = load_fragment(name)
    assert fragment.pairs is not None
    small = {"conditional": {"visits": (2, 2)}, "comparative": {"people": (1, 4), "links": (0, 1)}}
    make(fragment, tmp_path / "out", 120, **small.get(name, {}))
    seen: set[tuple[str, str]] = set()
    count = 0
    for part in fragment.pairs.parts:
        found = rows(tmp_path / "out", part.name)
        text = " ".join(f" {r[s]} " for r in found for s in ("premise", "hypothesis"))
        text = text.replace(",", " ").replace(".", " ")
        assert part.without
        assert not [w for w in part.without if f" {w} " in text]
        seen |= {(r["premise"], r["hypothesis"]) for r in found}
        count += len(found)
    assert len(seen) == count == 120


@pytest.mark.parametrize("size", [1, 2, 3, 5, 31, 100])
def test_sizes(toy: Fragment, tmp_path: Path, size: int) -> None:
    manifest = make(toy, tmp_path / "out", size, formats=NAMES)
    assert manifest.size == size == sum(len(rows(tmp_path / "out", p)) for p in manifest.parts)
    assert manifest == read_manifest(tmp_path / "out")
    for name, part in manifest.parts.items():
        found = Counter(r["label"] for r in rows(tmp_path / "out", name))
        assert dict(found) == dict(part.labels)
        full = [found[x] for x in toy.labels]
        assert max(full) - min(full) <= 1
    assert verify(tmp_path / "out", lambda _: toy).sound


@pytest.mark.parametrize("name", ["boolean", "monotonicity_simple", "quantifier", "systematicity"])
@pytest.mark.parametrize("size", [1, 2, 3])
def test_small_sizes_of_the_shelf(name: str, size: int, tmp_path: Path) -> None:
    fragment = load_fragment(name)
    small = {"systematicity": {"depth": (1, 2)}, "monotonicity_simple": {"search": (1, 1)}}
    manifest = make(fragment, tmp_path / "out", size, **small.get(name, {}))
    assert manifest.size == size
    assert verify(tmp_path / "out", load_fragment).sound


def test_the_papers_size_is_the_default(toy: Fragment, tmp_path: Path) -> None:
    manifest = make(toy, tmp_path / "out", None)
    assert {n: p.rows for n, p in manifest.parts.items()} == {"train": 300, "dev": 100, "test": 100}


@pytest.mark.slow
def test_too_large_a_size_leaves_nothing(toy: Fragment, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"there are [\d,]+"):
        make(toy, tmp_path / "out", 10**8)
    assert list(tmp_path.iterdir()) == []


def test_labels_are_those_of_the_texts(toy: Fragment, tmp_path: Path) -> None:
    make(toy, tmp_path / "out", 150, 9)
    for part in ("train", "dev", "test"):
        for r in rows(tmp_path / "out", part):
            assert entails(toy, r["premise"], r["hypothesis"]).verdict.label == r["label"], r
            assert r["features"]["begins"].rstrip("n") == r["premise"].split()[0].lower().rstrip("n")
            assert r["features"]["first"] in r["premise"].lower()


@pytest.mark.parametrize("name", ["boolean", "monotonicity_simple", "quantifier", "conditional", "transitivity"])
def test_labels_of_the_shelf_are_those_of_the_texts(name: str, tmp_path: Path) -> None:
    """The words of a row are not those that were decided on; its text, decided anew, has its label all the same."""
    fragment = load_fragment(name)
    small = {"monotonicity_simple": {"search": (1, 1)}, "conditional": {"visits": (2, 2)}}
    manifest = make(fragment, tmp_path / "out", 40, 2, **small.get(name, {}))
    for part in manifest.parts:
        for r in rows(tmp_path / "out", part):
            answer = entails(fragment, r["premise"], r["hypothesis"])
            labels = {answer.verdict.label, *(o.verdict.label for o in answer.others)}
            assert r["label"] in labels | ({"non-entailment"} if labels - {"entailment"} else set()), r
