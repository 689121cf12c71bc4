"""All rows of a data set are drawn again, so it is known which of them a cut has to have, and how each is written."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path

import pytest

import provenli as nli
from provenli.errors import InputError
from provenli.library.verification import verify_directory
from provenli.splits.verify import verify_split
from tests.splits.conftest import CutBy, Data
from tests.splits.test_verify import Value, both, cover_up, forged, fragment_of, in_one, read, write


def first_of_each(rows: list[Value]) -> set[str]:
    return {row["id"] for row in {r["label"]: r for r in rows}.values()}


@pytest.mark.parametrize("sizes", [{}, {"train_size": 40, "dev_size": 10, "test_size": 10}])
def test_rows_that_no_part_has_any_more(cut_by: CutBy, sizes: Value) -> None:
    """Whoever leaves out rows of a test, and leaves them out everywhere, has picked the test by hand."""
    out = cut_by("productivity", "deep", **sizes)
    gone = first_of_each(read(out / "D1" / "test-depth-1.jsonl"))
    for path in out.glob("D*/*.jsonl"):
        write(path, [row for row in read(path) if row["id"] not in gone])
    cover_up(out)
    told = [str(f) for f in verify_split(out, fragment_of).faults]
    assert any(t.startswith("D1/test-depth-1.jsonl: ") and "but the protocol takes" in t for t in told), told


def test_nothing_of_a_cut_is_left_unchecked(cut_by: CutBy) -> None:
    report = verify_split(cut_by("productivity", "deep"), fragment_of)
    assert (report.sound, report.not_checked) == (True, [])


def other_order(found: list[Value]) -> None:
    found[0]["features"] = dict(reversed(found[0]["features"].items()))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (other_order, "the data set has another row"),
        (lambda v: v.__setitem__(0, dict(reversed(v[0].items()))), "expected the line"),
    ],
)
def test_rows_that_are_written_otherwise(cut_by: CutBy, change: Callable[[list[Value]], None], said: str) -> None:
    report = forged(cut_by("productivity", "deep"), "D1/train.jsonl", change)
    assert [(f.file, f.line, said in f.what) for f in report.faults] == [("D1/train.jsonl", 1, True)], report.faults


@pytest.mark.parametrize("pair", [(b'"label": ', b'"label":  '), (b'"premise": "', b'"premise": "\\u0020')])
def test_spaces_and_escapes_in_a_line(cut_by: CutBy, pair: tuple[bytes, bytes]) -> None:
    out = cut_by("transitivity", "boolean", "veridical", "transitivity")
    path = next(p for p in sorted(out.glob("*/*.jsonl")) if b'"flipped": true' in p.read_bytes())
    lines = path.read_bytes().splitlines(keepends=True)
    path.unlink()
    path.write_bytes(b"".join(line.replace(*pair) if b'"flipped": true' in line else line for line in lines))
    cover_up(out)
    assert path.relative_to(out).as_posix() in {f.file for f in verify_split(out, fragment_of).faults}


def ask_more(m: Value) -> None:
    for answers in m.get("asked", {}).values():
        answers["counts"].append({"where": [{"people": ["agree"]}], "rows": 0})


@pytest.mark.parametrize(
    ("forge", "said"),
    [
        (lambda out: in_one(out, lambda m: m["parts"]["dev"].update(file="../../x.jsonl")), "file: expected dev.jsonl"),
        (lambda out: in_one(out, lambda m: m["parts"]["dev"].update(people=3)), "unexpected key 'people'"),
        (lambda out: in_one(out, lambda m: m["parts"]["dev"]["draws"][0].update(x=3)), "unexpected key 'x'"),
        (lambda out: in_one(out, lambda m: m["parts"]["dev"].update(flipped=False)), "flipped: found false"),
        (lambda out: in_one(out, lambda m: m["options"].update({"train-size": 40.0})), "options is not what"),
        (lambda out: both(out, ask_more), "productivity asks for something else"),
        (lambda out: in_one(out, lambda m: m["checks"][-1].update(features=5)), "features: found 5"),
        (lambda out: in_one(out, lambda m: m["checks"][-1].update(features=None)), "features: found null"),
    ],
)
def test_what_no_cut_writes(cut_by: CutBy, forge: Callable[[Path], None], said: str) -> None:
    out = cut_by("productivity", "deep", train_size=40, dev_size=10, test_size=10)
    forge(out)
    cover_up(out)
    told = [str(f) for f in verify_split(out, fragment_of).faults]
    assert any(said in t for t in told), told


def test_a_protocol_that_cut_nothing_here(cut_by: CutBy, data: Data) -> None:
    out = cut_by("productivity", "deep", train_size=40, dev_size=10, test_size=10)
    for place, said in ((out, "was cut by no file of your own; leave it out"), (data("deep"), "which no protocol cut")):
        with pytest.raises(InputError, match=said):
            verify_directory(place, protocol="mine.py")


@pytest.mark.parametrize(("said", "sound"), [("arguments", True), ("productivity", False), ("Arguments", False)])
def test_the_name_of_an_own_protocol(tmp_path: Path, said: str, sound: bool) -> None:
    """The file is given again and its hash compared: what its protocol is called is compared too."""
    own = str(Path(__file__).parents[2] / "examples" / "my_protocol.py")
    nli.generate("systematicity", tmp_path / "data", size=200, depth=(1, 1), workers=1)
    nli.split(own, tmp_path / "data", out=tmp_path / "cut", test_rows=10)
    both(tmp_path / "cut", lambda m: m.update(protocol=said))
    cover_up(tmp_path / "cut")
    assert verify_directory(tmp_path / "cut", protocol=own).sound == sound


def test_a_data_set_that_names_another_version(cut_by: CutBy) -> None:
    """This version draws just these rows, so it cannot be told that the other one did."""
    out = cut_by("productivity", "deep", train_size=40, dev_size=10, test_size=10)
    path = out / "parents" / "deep" / "manifest.json"
    m = json.loads(path.read_text()) | {"provenli": "0.1.0", "reading": None}
    del m["left_out"]
    path.write_text(json.dumps(m))
    report = verify_split(out, fragment_of)
    assert any("the manifest names ProveNLI 0.1.0" in what for what in report.unchecked), report.faults


@pytest.mark.parametrize("where", ["productivity", "parents"])
def test_sizes_that_are_not_those_of_the_files(cut_by: CutBy, where: str) -> None:
    """The hashes are right."""
    out = cut_by("productivity", "deep", train_size=40, dev_size=10, test_size=10)
    below = (p for p in sorted(out.rglob("manifest.json")) if p.parent != out)
    path = next(p for p in below if (where == "parents") == ("parents" in p.parts))
    record = json.loads(path.read_text())
    (record["files"]["certificates.jsonl"] if where == "parents" else record["parts"]["dev"])["bytes"] = 1
    path.write_text(json.dumps(record, indent=2, ensure_ascii=False) + "\n")
    whole = json.loads((out / "manifest.json").read_text())
    told = whole["parents"]["deep"] if where == "parents" else whole["splits"][path.parent.name]
    told["manifest"] = hashlib.sha256(path.read_bytes()).hexdigest()
    (out / "manifest.json").write_text(json.dumps(whole, indent=2, ensure_ascii=False) + "\n")
    faults = [str(f) for f in verify_split(out, fragment_of).faults]
    assert any("its size or hash differs" in f for f in faults), faults


@pytest.mark.parametrize("folder", ["D1/empty", "parents/empty", "parents/deep/a/b"])
def test_an_empty_folder_is_unchecked(cut_by: CutBy, folder: str) -> None:
    out = cut_by("productivity", "deep", train_size=40, dev_size=10, test_size=10)
    (out / folder).mkdir(parents=True)
    assert verify_split(out, fragment_of).unchecked == [f"{folder} is in no manifest"]


@pytest.mark.parametrize("folder", ["", "D1", "parents/deep"])
def test_manifests_are_written_in_one_way(cut_by: CutBy, folder: str) -> None:
    """The hashes are right."""
    out = cut_by("productivity", "deep", train_size=40, dev_size=10, test_size=10)
    path = out / folder / "manifest.json"
    path.write_bytes(path.read_bytes().replace(b": 0", b": -0"))
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    if folder.startswith("parents"):
        both(out, lambda m: m["parents"]["deep"].update(manifest=digest))
    if folder:
        whole = json.loads((out / "manifest.json").read_text())
        for name, told in whole["splits"].items():
            told["manifest"] = hashlib.sha256((out / name / "manifest.json").read_bytes()).hexdigest()
        (out / "manifest.json").write_text(json.dumps(whole, indent=2, ensure_ascii=False) + "\n")
    told = [(f.file, f.what) for f in verify_split(out, fragment_of).faults]
    where = f"{folder}/manifest.json".lstrip("/")
    assert told == [(where, "it is written in another way than ProveNLI writes it")]


def test_the_reading_of_a_data_set_is_told(tmp_path: Path) -> None:
    """Labels are right under it only, so whoever verifies a split of such data must hear of it."""
    nli.generate("quantifier", tmp_path / "data", size=90, design="wide", reading=["existential_import=all"])
    nli.split("inoculation", tmp_path / "data", out=tmp_path / "cut", doses=[10])
    report = verify_directory(tmp_path / "cut")
    assert report.sound
    assert report.reading.startswith("existential_import=all")
