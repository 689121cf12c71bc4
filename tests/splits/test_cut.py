"""What lies on disk after a cut: rows as they were, manifests that fit, the same bytes for the same seed."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from provenli.data.readers import rows
from provenli.errors import InputError
from provenli.splits.cut import SplitOrder, cut
from provenli.splits.protocol import Check, Draw, Inputs, Need, Protocol, Size, Split, SplitPart
from provenli.splits.where import EVERY, where
from tests.splits.conftest import CutBy, Data


def files_of(out: Path) -> dict[str, bytes]:
    return {str(p.relative_to(out)): p.read_bytes() for p in sorted(out.rglob("*")) if p.is_file()}


def test_the_same_seed_gives_the_same_bytes(cut_by: CutBy) -> None:
    seeds = {"a": 3, "b": 3, "c": 4}
    one, two, three = (files_of(cut_by("productivity", "deep", seed=s, out=o)) for o, s in seeds.items())
    assert one == two
    assert list(one) == list(three)
    assert one["D1/train.jsonl"] != three["D1/train.jsonl"]


def test_rows_are_those_of_the_data_set_but_for_their_ids(cut_by: CutBy, data: Data) -> None:
    out = cut_by("productivity", "deep")
    before = {r.id: r.text for r in rows(data("deep") / "pairs.jsonl")}
    for path in out.glob("*/*.jsonl"):
        if path.parent.parent == out:
            for row in rows(path):
                parent, _, own = row.id.partition(":")
                assert parent == "deep"
                assert row.text == before[own].replace(f'"id": "{own}"', f'"id": "deep:{own}"')


def test_manifests_name_files_and_parents(cut_by: CutBy, data: Data) -> None:
    out = cut_by("productivity", "deep", seed=5, train_size=40)
    whole = json.loads((out / "manifest.json").read_text())
    assert (whole["protocol"], whole["seed"], whole["options"]["train-size"]) == ("productivity", 5, 40)
    assert whole["parents"]["deep"]["path"] == "parents/deep"
    for name in ("manifest.json", "patterns.jsonl", "certificates.jsonl"):
        assert (out / "parents" / "deep" / name).read_bytes() == (data("deep") / name).read_bytes()
    for split, told in whole["splits"].items():
        content = (out / split / "manifest.json").read_bytes()
        assert hashlib.sha256(content).hexdigest() == told["manifest"]
        record = json.loads(content)
        assert record["parents"]["deep"]["path"] == "../parents/deep"
        assert (out / split / record["parents"]["deep"]["path"] / "certificates.jsonl").is_file()
        for part, value in record["parts"].items():
            content = (out / split / value["file"]).read_bytes()
            assert value["file"] == f"{part}.jsonl"
            assert (value["sha256"], value["bytes"]) == (hashlib.sha256(content).hexdigest(), len(content))
            assert content.count(b"\n") == value["rows"] == sum(value["labels"].values())
            assert content.count(b'"label": "entailment"') == value["labels"]["entailment"]
        between = {tuple(sorted(c["between"])) for c in record["checks"] if c["what"] == "pair"}
        assert len(between) == len(record["parts"]) * (len(record["parts"]) - 1) // 2
    assert sum(c["what"] == "features" for c in json.loads((out / "D1" / "manifest.json").read_text())["checks"]) == 4


def own(*checks: Check, size: int = 10) -> Protocol:
    def splits(inputs: Inputs) -> list[Split]:
        del inputs
        test = SplitPart("test", (Draw("pairs", where(depth=1), Size(size, exact=True)),))
        return [Split("s", (test, SplitPart("train", (Draw("pairs", EVERY, Size(200)),))), checks)]

    return Protocol("own", "", "", (Need("pairs", (), {}, ("depth",)),), splits)


def test_a_forbidden_overlap_is_told_and_nothing_is_written(data: Data, tmp_path: Path) -> None:
    order = SplitOrder(
        own(Check("features", ("train", "test"), ("depth",))), (str(data("deep")),), tmp_path / "out", {}
    )
    told = r"out/s/train\.jsonl, line \d+, and .*out/s/test\.jsonl, line 1: depth 1 in both, which the protocol forbids"
    with pytest.raises(InputError, match=told):
        cut(order)
    assert not list(tmp_path.iterdir())


def test_a_check_that_holds_and_names_of_data_sets(data: Data, tmp_path: Path) -> None:
    cut(SplitOrder(own(), (f"mine={data('deep')}",), tmp_path / "out", {}))
    assert next(rows(tmp_path / "out" / "s" / "test.jsonl")).id.startswith("mine:systematicity-pairs-")


@pytest.mark.parametrize(
    ("file", "change", "told"),
    [
        ("pairs.jsonl", b"dogs", "pairs.jsonl is not the file that its manifest lists: its hash differs"),
        ("certificates.jsonl", b"s1", "certificates.jsonl is not the file that its manifest lists"),
    ],
)
def test_a_changed_data_set_is_refused(data: Data, tmp_path: Path, file: str, change: bytes, told: str) -> None:
    import shutil

    copy = tmp_path / "deep"
    shutil.copytree(data("deep"), copy)
    content = (copy / file).read_bytes()
    (copy / file).write_bytes(content.replace(change, change[::-1], 1))
    with pytest.raises(InputError, match=told):
        cut(SplitOrder(own(), (str(copy),), tmp_path / "out", {}))
    (copy / file).unlink()
    with pytest.raises(InputError, match=f"{file} is missing"):
        cut(SplitOrder(own(), (str(copy),), tmp_path / "out", {}))


@pytest.mark.parametrize(
    ("splits", "told"),
    [
        ([], "splits: there are none"),
        ([Split("a/b", ())], "'a/b' cannot be a file name"),
        ([Split("parents", ())], "this name is taken"),
        ([Split("a", (SplitPart("x", ()), SplitPart("x", ())))], "'x' comes twice"),
        ([Split("a", (SplitPart("x", (Draw("pears"),)),))], "rows of 'pears' are asked for; did you mean 'pairs'"),
        ([Split("a", (SplitPart("x", ()),), (Check("pair", ("x", "y")),))], "names the part 'y', which does not exist"),
    ],
)
def test_a_protocol_that_cannot_be(data: Data, tmp_path: Path, splits: list[Split], told: str) -> None:
    protocol = Protocol("own", "", "", (Need("pairs"),), lambda _: splits)
    with pytest.raises(InputError, match=told):
        cut(SplitOrder(protocol, (str(data("deep")),), tmp_path / "out", {}))
