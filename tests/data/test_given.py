"""What labels rest on beside the premise: written with rows, left out by --strict, and checked by verify."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from provenli.data.generate import Order, generate
from provenli.data.verify import verify
from provenli.library.fragment_shelf import load_fragment
from provenli.pairs.entails import entails
from provenli.pairs.fragment import reread
from provenli.pairs.plan import Request
from provenli.pairs.scope import ambiguous
from tests.data.test_forged import cover_up, read, write

NAME = "monotonicity_simple"


def make(out: Path, *choices: str, fragment_name: str = NAME, size: int = 120, **chosen: Any) -> Path:
    fragment = reread(load_fragment(fragment_name), choices)
    assert fragment.pairs is not None
    options = {o.name: o.default for o in fragment.pairs.options} | chosen
    generate(Order(fragment, fragment_name, Request(size, 3, options), ("jsonl", "parquet"), out))
    return out


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make(tmp_path_factory.mktemp("given") / "data")


@pytest.fixture
def copy(original: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(original, tmp_path / "data"))


def rows_of(directory: Path) -> list[dict[str, Any]]:
    return [row for part in ("train", "dev", "test") for row in read(directory / f"{part}.jsonl")]


def faults(directory: Path) -> str:
    return "\n".join(map(str, verify(directory, load_fragment).faults))


def test_rows_say_what_entails_says(original: Path) -> None:
    assert not faults(original)
    rows = rows_of(original)
    resting = [r for r in rows if r["features"]["given"]]
    assert resting
    plain = [r for r in rows if not r["features"]["given"]][:6]
    for row in (*resting, *plain):
        answer = entails(load_fragment(NAME), row["premise"], row["hypothesis"])
        assert answer.label == row["label"]
        assert " and ".join(answer.given) == row["features"]["given"]


def test_strict_leaves_them_out(tmp_path: Path) -> None:
    out = make(tmp_path / "strict", strict=True)
    assert not faults(out)
    assert {r["features"]["given"] for r in rows_of(out)} == {""}
    notes = json.loads((out / "manifest.json").read_text())["notes"]
    assert any("only the hypothesis presupposes" in n for n in notes)


def test_strict_pairs_of_fragment_g(tmp_path: Path) -> None:
    """All its noun phrases are presupposed to be about something, so there is much to leave out."""
    loose = make(tmp_path / "loose", fragment_name="fair")
    assert not faults(loose)
    assert {bool(r["features"]["given"]) for r in read(loose / "pairs.jsonl")} == {True, False}


@pytest.mark.slow
def test_strict_pairs_of_fragment_g_are_strict(tmp_path: Path) -> None:
    strict = make(tmp_path / "strict", fragment_name="fair", strict=True)
    assert not faults(strict)
    assert not any(r["features"]["given"] for r in read(strict / "pairs.jsonl"))


def test_the_reading_is_recorded(tmp_path: Path) -> None:
    out = make(tmp_path / "all", "existential_import=all", size=40)
    report = verify(out, load_fragment)
    assert report.sound
    assert report.reading == "existential_import=all, otherwise plain"


def test_without_presuppositions_there_is_no_such_feature(tmp_path: Path) -> None:
    out = make(tmp_path / "no", "existential_import=no", size=40)
    assert not faults(out)
    assert all("given" not in r["features"] for r in rows_of(out))


# --- forged -----------------------------------------------------------------------------------------------------------


def change_certificates(directory: Path, change: Callable[[Any], None]) -> None:
    path = directory / "certificates.jsonl"
    values = read(path)
    found = [v for v in values if v["strictly"] and v["strictly"]["label"] != v["verdict"]["label"]]
    assert found
    change(found[0])
    write(path, values)
    cover_up(directory, lambda m: m["certificates"].update(given=len(found) - 1))


def test_a_forged_feature(copy: Path) -> None:
    rows = read(copy / "train.jsonl")
    row = next(r for r in rows if r["features"]["given"])
    row["features"]["given"] = ""
    write(copy / "train.jsonl", rows)
    cover_up(copy)
    assert "feature 'given'" in faults(copy)


def test_a_verdict_that_is_left_out(copy: Path) -> None:
    change_certificates(copy, lambda v: v.update(strictly=None))
    assert "expected a verdict just where the hypothesis alone presupposes something" in faults(copy)


def test_the_granted_proof_is_none_where_nothing_is_granted(copy: Path) -> None:
    change_certificates(copy, lambda v: v.update(strictly=v["verdict"]))
    assert "the kernel refuses" in faults(copy)


def test_another_reading_in_the_manifest(copy: Path) -> None:
    """Labels are then those of another reading, and certificates do not support them."""
    cover_up(copy, lambda m: m["reading"].update(existential_import="no"))
    assert faults(copy)


def test_a_reading_that_is_none(copy: Path) -> None:
    cover_up(copy, lambda m: m["reading"].update(existential_import="yes"))
    with pytest.raises(Exception, match="expected no, strong, all"):
        verify(copy, load_fragment)


# --- scope ------------------------------------------------------------------------------------------------------------


def negated_indefinites(directory: Path) -> int:
    fragment = load_fragment("quantifier")
    texts = [t for r in rows_of(directory) for t in (r["premise"], r["hypothesis"])]
    return sum(ambiguous(fragment.read(t)[0]) for t in texts)


def test_negated_indefinites_are_left_out_unless_asked_for(tmp_path: Path) -> None:
    plain, scoped = (make(tmp_path / str(s), fragment_name="quantifier", scope=s, design="wide") for s in (False, True))
    assert negated_indefinites(plain) == 0
    assert negated_indefinites(scoped) > 0
    assert not faults(scoped)
