"""verify on a split directory: sound as it was written; whatever a careful forger changes is found, with file and line.

The forger also writes new hashes and counts into the manifests, so that hashes alone would not give him away.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from provenli.data.manifest import written_json
from provenli.data.subject import VerificationReport
from provenli.errors import InputError
from provenli.library.fragment_shelf import fragment_for
from provenli.pairs.fragment import Fragment
from provenli.splits.cut import SplitOrder, cut
from provenli.splits.protocols import load_protocol
from provenli.splits.row_tables import parents_of
from provenli.splits.verify import verify_split
from tests.splits.conftest import CutBy, Data

Value = dict[str, Any]


def fragment_of(parent: Path) -> Callable[[str], Fragment]:
    return fragment_for(parent, None)


@pytest.mark.parametrize(
    ("protocol", "names"),
    [
        ("productivity", ("deep",)),
        ("inoculation", ("negation",)),
        ("transitivity", ("boolean", "veridical", "transitivity")),
    ],
)
def test_what_was_cut_checks(cut_by: CutBy, protocol: str, names: tuple[str, ...]) -> None:
    out = cut_by(protocol, *names)
    report = verify_split(out, fragment_of)
    assert report.sound, report.faults
    manifest = json.loads((out / "manifest.json").read_text())
    assert report.rows == sum(p["rows"] for s in manifest["splits"].values() for p in s["parts"].values())
    assert report.certificates > 0
    assert (report.flipped > 0) == (protocol == "transitivity")


def read(path: Path) -> list[Value]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def write(path: Path, values: list[Value]) -> None:
    path.unlink()  # it may be a link to another split's file
    path.write_text("".join(json.dumps(v, ensure_ascii=False) + "\n" for v in values))


def cover_up(out: Path) -> None:
    """New counts and hashes for everything."""
    whole = json.loads((out / "manifest.json").read_text())
    for split, told in whole["splits"].items():
        path = out / split / "manifest.json"
        record = json.loads(path.read_text())
        for part, value in record["parts"].items():
            content = (out / split / f"{part}.jsonl").read_bytes()
            found = read(out / split / f"{part}.jsonl")
            value |= {
                "sha256": hashlib.sha256(content).hexdigest(),
                "bytes": len(content),
                "rows": len(found),
                "labels": dict(Counter(v["label"] for v in found)),
            }
            if len(value["draws"]) == 1:
                value["draws"][0]["rows"] = len(found)
        for check in record["checks"]:
            check["rows"] = [record["parts"].get(name, {}).get("rows") for name in check["between"]]
        told["parts"] = {n: {"rows": v["rows"], "labels": v["labels"]} for n, v in record["parts"].items()}
        path.write_text(json.dumps(record, indent=2, ensure_ascii=False) + "\n")
        told["manifest"] = hashlib.sha256(path.read_bytes()).hexdigest()
    (out / "manifest.json").write_text(json.dumps(whole, indent=2, ensure_ascii=False) + "\n")


def forged(out: Path, part: str, change: Callable[[list[Value]], None]) -> VerificationReport:
    path = out / part
    found = read(path)
    change(found)
    write(path, found)
    cover_up(out)
    return verify_split(out, fragment_of)


def other(label: str) -> str:
    return {"entailment": "non-entailment", "non-entailment": "entailment"}[label]


def exchange(found: list[Value]) -> None:
    """Two rows of one pattern, with one label, one schema and the same features, change places; their ids stay."""
    first: dict[str, Value] = {}
    for row in found:
        twin = first.setdefault(json.dumps([row["label"], row["schema"], row["features"]]), row)
        if twin is not row:
            for name in ("premise", "hypothesis"):
                twin[name], row[name] = row[name], twin[name]
            return
    raise AssertionError("no two rows are alike")


def test_rows_that_the_data_set_has_elsewhere(cut_by: CutBy) -> None:
    """Labels are right, and yet these are not the rows that the data set has: it is drawn again."""
    report = forged(cut_by("productivity", "deep"), "D1-2/train.jsonl", exchange)
    assert [f.what.partition(": ")[2] for f in report.faults] == ["the data set has another row"] * 2


@pytest.mark.parametrize("key", ["labels", "files"])
def test_what_a_data_set_says_of_rows_that_lie_elsewhere(cut_by: CutBy, key: str) -> None:
    out = cut_by("productivity", "deep")
    path = out / "parents" / "deep" / "manifest.json"
    m = json.loads(path.read_text())
    part = m["parts"]["pairs"]
    if key == "files":
        part["files"]["pairs.jsonl"]["sha256"] = "0" * 64
    else:
        first, second = part["labels"]
        part["labels"] |= {first: part["labels"][first] + 1, second: part["labels"][second] - 1}
        m["balance"]["pairs"] = part["labels"]
    path.write_text(json.dumps(m))
    whole = json.loads((out / "manifest.json").read_text())
    whole["parents"]["deep"]["manifest"] = hashlib.sha256(path.read_bytes()).hexdigest()
    (out / "manifest.json").write_text(json.dumps(whole))
    told = [f.what for f in verify_split(out, fragment_of).faults if f.file == "parents/deep/manifest.json"]
    assert any("seed 0 and these options draw" in what for what in told), told


@pytest.mark.parametrize(
    ("change", "line", "told"),
    [
        (lambda v: v[4].update(label=other(v[4]["label"])), 5, "label: expected"),
        (lambda v: v[4].update(schema="s9999"), 5, "schema: expected"),
        (lambda v: v[4].update(id="x:systematicity-pairs-00000001"), 5, "this part has rows of deep only"),
        (lambda v: v[4]["features"].update(depth=3), 5, "feature 'depth': expected"),
        (lambda v: v.append(dict(v[0], extra=1)), None, "unexpected key 'extra'"),
    ],
)
def test_forged_rows(cut_by: CutBy, change: Callable[[list[Value]], None], line: int | None, told: str) -> None:
    report = forged(cut_by("productivity", "deep"), "D1-2/train.jsonl", change)
    fault = report.faults[0]  # a row that has become another may be wrong in more than one way
    assert fault.file == "D1-2/train.jsonl"
    assert line is None or fault.line == line
    assert told in fault.what


def test_a_test_row_put_into_training(cut_by: CutBy) -> None:
    out = cut_by("productivity", "deep")
    stolen = read(out / "D1-2" / "test-depth-2.jsonl")[3]
    report = forged(out, "D1-2/train.jsonl", lambda v: v.append(stolen))
    fault = next(f for f in report.faults if "the same pair" in f.what)
    last = len(read(out / "D1-2" / "train.jsonl"))
    assert (fault.file, fault.line) == ("D1-2/train.jsonl", last)
    assert fault.what == "the same pair as in D1-2/test-depth-2.jsonl, line 4"


def test_pairs_are_compared_even_if_the_manifest_lists_no_check(cut_by: CutBy) -> None:
    out = cut_by("productivity", "deep")
    path = out / "D1" / "manifest.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"checks": []}))
    stolen = read(out / "D1" / "test-depth-1.jsonl")[0]
    report = forged(out, "D1/train.jsonl", lambda v: v.append(stolen))
    assert {"the same pair", "checks are no"} <= {f.what[:13] for f in report.faults}


def test_a_name_of_the_test_in_training(cut_by: CutBy) -> None:
    out = cut_by("inoculation", "negation", doses=(60,))
    name = read(out / "dose-00060" / "test.jsonl")[0]["hypothesis"].split()[0]

    def change(values: list[Value]) -> None:
        values[2]["premise"] = f"Nobody saw {name}."

    report = forged(out, "dose-00060/train.jsonl", change)
    assert any(f"the name {name}" in f.what and f.file == "dose-00060/test.jsonl" for f in report.faults)


def test_flips_must_be_declared(cut_by: CutBy) -> None:
    out = cut_by("transitivity", "boolean", "veridical", "transitivity")

    def flip(values: list[Value]) -> None:
        values[0]["label"] = other(values[0]["label"])
        values[0]["features"]["flipped"] = True

    report = forged(out, "basic/train.jsonl", flip)
    assert [f.what for f in report.faults] == ["1 flipped labels; the manifest says 0"]


@pytest.mark.parametrize("file", ["D1/train.jsonl", "D1/manifest.json", "parents/deep/certificates.jsonl"])
def test_any_other_change_is_found(cut_by: CutBy, file: str) -> None:
    out = cut_by("productivity", "deep")
    content = (out / file).read_bytes()
    (out / file).unlink()
    (out / file).write_bytes(content + b"\n" if file.endswith(".json") else content.replace(b": ", b":  ", 1))
    told = ("hash differs", "expected the line")
    assert any(f.file == file and any(t in f.what for t in told) for f in verify_split(out, fragment_of).faults)


def test_splits_that_the_manifest_does_not_know(cut_by: CutBy) -> None:
    out = cut_by("productivity", "deep")
    (out / "D9").mkdir()
    assert [str(f) for f in verify_split(out, fragment_of).faults] == ["D9: the manifest knows no such split"]


@pytest.mark.parametrize("file", ["D1/train.jsonl", "D1/manifest.json", "parents/deep/certificates.jsonl"])
def test_what_is_missing_is_told(cut_by: CutBy, file: str) -> None:
    out = cut_by("productivity", "deep")
    (out / file).unlink()
    faults = verify_split(out, fragment_of).faults
    assert any(Path(file).name in str(f) and "cannot be read" in f.what for f in faults)


def test_splits_are_no_data_set(cut_by: CutBy) -> None:
    out = cut_by("productivity", "deep")
    with pytest.raises(InputError, match="was made by `provenli split`; expected what"):
        parents_of([str(out)], load_protocol("productivity"))


def test_sentences_exchanged_in_every_row(cut_by: CutBy) -> None:
    def change(found: list[Value]) -> None:
        for v in found:
            v["premise"], v["hypothesis"] = v["hypothesis"], v["premise"]

    report = forged(cut_by("productivity", "deep"), "D1-2/train.jsonl", change)
    assert not report.sound
    assert {f.file for f in report.faults} >= {"D1-2/train.jsonl"}


def test_a_label_that_the_parents_certificate_does_not_prove(cut_by: CutBy) -> None:
    """The forger changes certificate and rows alike: only the kernel is against it."""
    out = cut_by("productivity", "deep")
    path = out / "parents" / "deep" / "certificates.jsonl"
    found = read(path)
    target = next(c for c in found if c["label"] == "non-entailment")
    target["label"] = target["verdict"]["label"] = "entailment"
    write(path, found)
    report = verify_split(out, fragment_of)
    assert any(f.file == "parents/deep/certificates.jsonl" and f.line for f in report.faults), report.faults


def _change(value: Value, changed: Callable[[Value], object]) -> Value:
    changed(value)
    return value


def both(out: Path, changed: Callable[[Value], object]) -> None:
    """In the manifest of all splits and in that of each."""
    for path in (out / "manifest.json", *out.glob("D*/manifest.json")):
        path.write_bytes(written_json(_change(json.loads(path.read_text()), changed)))


def flip_all(found: list[Value]) -> None:
    for v in found:
        v["label"] = other(v["label"])
        v["features"]["flipped"] = True


def attest_all(found: list[Value]) -> None:
    for k, v in enumerate(found):
        v |= {"id": f"gold:x-{k:08}", "schema": "attested", "label": "entailment"}


def declare(out: Path, part: str, **changed: object) -> None:
    path = out / "D1" / "manifest.json"
    path.write_text(json.dumps(_change(json.loads(path.read_text()), lambda m: m["parts"][part].update(changed))))


@pytest.mark.parametrize(
    ("forge", "said"),
    [
        (lambda out: both(out, lambda m: m.update(protocol="theirs.py")), "protocol: there is none called"),
        (lambda out: both(out, lambda m: m.update(provenli="77.0.0")), "made by ProveNLI 77.0.0"),
        (lambda out: both(out, lambda m: m["options"].update(lie=1)), "has none called 'lie'"),
        (lambda out: both(out, lambda m: m["parents"]["deep"].update(role="lie")), "role: productivity takes"),
        (lambda out: (out / "D1" / "extra.jsonl").write_text("{}\n"), "D1/extra.jsonl is in no manifest"),
        (lambda out: (out / "parents" / "deep" / "x").write_text(""), "parents/deep/x is in no manifest"),
        (lambda out: both(out, lambda m: m.get("splits", {}).get("D1", {}).update(about="lie")), "splits: D1: is not"),
    ],
)
def test_forged_manifests(cut_by: CutBy, forge: Callable[[Path], None], said: str) -> None:
    out = cut_by("productivity", "deep", train_size=40, dev_size=10, test_size=10)
    forge(out)
    cover_up(out)
    report = verify_split(out, fragment_of)
    assert not report.sound
    assert any(said in str(told) for told in (*report.faults, *report.unchecked)), report.faults


@pytest.mark.parametrize("changed", [{"protocol": 3}, {"seed": "x"}, {"splits": {}}, {"certified": True}])
def test_manifests_of_another_kind(cut_by: CutBy, changed: Value) -> None:
    out = cut_by("productivity", "deep", train_size=40, dev_size=10, test_size=10)
    path = out / "manifest.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | changed))
    with pytest.raises(InputError, match=next(iter(changed))):
        verify_split(out, fragment_of)


@pytest.mark.parametrize(
    ("change", "declared", "said"),
    [
        (flip_all, {"flipped": 10}, "notes: expected"),
        (attest_all, {"draws": [{"parent": "gold", "where": [{}], "rows": 10}]}, "no data set or outside file 'gold'"),
        (lambda v: v.__setitem__(1, v[0]), {}, "has come before"),
        (lambda v: v[0].update(id=v[0]["id"][:-8] + "99999999"), {}, "the data set has no such row"),
    ],
)
def test_forged_test_parts(cut_by: CutBy, change: Callable[[list[Value]], None], declared: Value, said: str) -> None:
    out = cut_by("productivity", "deep", train_size=40, dev_size=10, test_size=10)
    declare(out, "test-depth-1", **declared)
    report = forged(out, "D1/test-depth-1.jsonl", change)
    assert any(said in f.what for f in report.faults), report.faults


def test_an_outside_file_is_unchecked(cut_by: CutBy, tmp_path: Path) -> None:
    rows = "".join(f"entailment\tA dog ran {k} miles.\tA dog ran.\n" for k in range(20))
    (tmp_path / "snli.tsv").write_text(f"gold_label\tsentence1\tsentence2\n{rows}")
    out = cut_by("mixing", "deep", outside=str(tmp_path / "snli.tsv"), train_size=40, dev_size=10, test_size=10)
    report = verify_split(out, fragment_of)
    assert not report.faults
    assert any("an outside file attests" in what for what in report.unchecked)


def in_one(out: Path, changed: Callable[[Value], object]) -> None:
    path = out / "D1" / "manifest.json"
    path.write_text(json.dumps(_change(json.loads(path.read_text()), changed)))


def drop_fairness(m: Value) -> None:
    m["checks"] = [c for c in m["checks"] if c["what"] == "pair"]


@pytest.mark.parametrize(
    ("forge", "said"),
    [
        (lambda out: in_one(out, drop_fairness), "checks are not those that productivity makes"),
        (lambda out: both(out, lambda m: m.update(source="0" * 64)), "the protocol, which is a file of somebody's own"),
        (lambda out: both(out, lambda m: m.update(seed=1)), "the seed takes other rows"),
    ],
)
def test_another_protocol_than_it_says(cut_by: CutBy, forge: Callable[[Path], None], said: str) -> None:
    out = cut_by("productivity", "deep", train_size=40, dev_size=10, test_size=10)
    forge(out)
    cover_up(out)
    report = verify_split(out, fragment_of)
    assert not report.sound
    assert any(said in str(told) for told in (*report.faults, *report.unchecked)), (report.faults, report.unchecked)


def test_chosen_rows_are_those_of_the_seed(cut_by: CutBy, data: Data) -> None:
    """Every row is the data set's own, and no other part has it: only it is not the one that the seed takes."""
    out = cut_by("productivity", "deep", train_size=40, dev_size=10, test_size=10)
    here = {v["id"] for p in out.glob("D*/*.jsonl") for v in read(p)}
    rows = [v | {"id": f"deep:{v['id']}"} for v in read(data("deep") / "pairs.jsonl") if v["features"]["depth"] == 1]
    gone = read(out / "D1" / "test-depth-1.jsonl")[-1]
    liked = next(v for v in reversed(rows) if v["id"] not in here and v["label"] == gone["label"])

    def cherry_pick(found: list[Value]) -> None:
        found[-1] = liked
        found.sort(key=lambda v: str(v["id"]))

    report = forged(out, "D1/test-depth-1.jsonl", cherry_pick)
    assert any("the seed takes other rows" in f.what for f in report.faults), report.faults


def test_an_own_protocol_is_given_again(data: Data, tmp_path: Path) -> None:
    own = tmp_path / "mine.py"
    own.write_text(
        "from provenli.splits.protocol import Draw, Need, Protocol, Size, Split, SplitPart\n"
        "def cut(inputs):\n"
        "    parts = SplitPart('test', (Draw('pairs', size=Size(5)),)), SplitPart('train', (Draw('pairs'),))\n"
        "    return [Split('half', parts, (), f'of {inputs.rows[\"pairs\"].count()}')]\n"
        "PROTOCOL = Protocol('mine', 'halves', 'nobody', (Need('pairs'),), cut)\n"
    )
    out = tmp_path / "own"
    cut(SplitOrder(load_protocol(str(own)), (str(data("boolean")),), out, {}, own=own))
    assert any("--protocol FILE" in what for what in verify_split(out, fragment_of).unchecked)
    assert verify_split(out, fragment_of, own_protocol=own).sound
    own.write_text(own.read_text() + "open('ran', 'w')\n")
    (fault,) = verify_split(out, fragment_of, own_protocol=own).faults
    assert "nothing of it was run" in fault.what
