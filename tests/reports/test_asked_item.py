"""Reports of runs of `provenli ask`: failure maps whose squares open examples with stored proofs."""

from __future__ import annotations

import csv
import json
import re
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import provenli as nli
from provenli.data.readers import Row, rows
from provenli.data.stored_proofs import StoredProofs
from provenli.errors import InputError, Refused
from provenli.library.fragment_shelf import fragment_for
from provenli.outside.linked_rows import AnsweredRow
from provenli.reports.asked_item import AskedItem
from provenli.reports.failure_map import Explained, failure_maps
from provenli.reports.figures.canvas import Picture, ReportFigure
from provenli.reports.report import write_report
from tests.outside.server import Body, Said, serving
from tests.reports.test_hostile import EVIL, check_safe
from tests.reports.test_items import page


def shelf_fragments(directory: Path) -> Any:
    return fragment_for(directory, None)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("asked") / "data"
    nli.generate("boolean", out=place, size=24)
    return place


@pytest.fixture(scope="module")
def asked(data: Path) -> Path:
    """Runs of two models: one says yes to all, one says no to what has a negation."""

    def behave(_: int, body: Body) -> Said:
        return Said(text="no" if body["model"] == "b" and " not " in body["messages"][-1]["content"] else "yes")

    with serving(behave) as heard:
        for name, prompts in (("a", ["two-way", "two-way-turned", "two-way-premise-only"]), ("b", ["two-way"])):
            out = data.parent / name
            nli.ask(data, f"openai:{name}", out, base_url=heard.url, how="chat", prompts=prompts)
    return data.parent


def test_proofs_of_a_fragment_of_ones_own(tmp_path: Path) -> None:
    own = Path(__file__).parents[2] / "examples" / "kitchen.py"
    nli.generate(str(own), out=tmp_path / "data", size=6)
    with serving(lambda _, __: Said(text="yes")) as heard:
        nli.ask(tmp_path / "data", "openai:a", tmp_path / "run", base_url=heard.url, how="chat")
    nli.report([tmp_path / "run"], tmp_path / "without")
    assert "say which with fragment FILE" in page(tmp_path / "without")
    nli.report([tmp_path / "run"], tmp_path / "with", fragment=own)
    assert "Why it is entailment" in page(tmp_path / "with")


def test_squares_open_examples_with_their_proofs(asked: Path, tmp_path: Path) -> None:
    found = write_report([asked / "a"], tmp_path / "out", shelf_fragments)
    text = page(tmp_path / "out")
    (item,) = found["items"]
    assert [p["prompt"] for p in item["prompts"]] == ["two-way", "two-way-turned", "two-way-premise-only"]
    squares = [s for m in item["maps"] for s in m["squares"]]
    links = re.findall(r'<a href="#(item-1-map-\d-\d+)"', text)
    assert len(links) == len(set(links)) == len(squares)
    assert all(f'id="{link}"' in text for link in links)
    assert sum(s["n"] for s in item["maps"][-1]["squares"]) == item["score"]["n"] == 24
    assert "Why it is entailment" in text
    assert "The kernel has re-checked this proof." in text
    assert "A situation where the premise is true and the hypothesis is false:" in text
    assert "Proofs are left out" not in text
    assert "premise only" in text
    assert [Path(f).is_file() for f in found["maps"]] == [True] * len(item["maps"])
    check_safe(tmp_path / "out")


def test_a_figure_of_such_runs_is_on_their_page(asked: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mine = ReportFigure("a line", AskedItem, lambda _: [Picture("mine", "Mine", lambda axes, _: axes.plot([1, 2]))])
    monkeypatch.setattr("provenli.reports.figures.FIGURES", (mine,))
    write_report([asked / "b"], tmp_path / "out", shelf_fragments)
    assert "<h2>Mine</h2><figure>" in page(tmp_path / "out").replace("\n", "")


def test_models_side_by_side(asked: Path, tmp_path: Path) -> None:
    write_report([asked / "a", asked / "b"], tmp_path / "out", shelf_fragments)
    text = page(tmp_path / "out")
    assert "Models side by side" in text
    assert "Holm p" in text
    assert "<td>openai:b by chat</td><td>openai:a by chat</td>" in text
    assert "| openai:b by chat | openai:a by chat |" in (tmp_path / "out" / "tables.md").read_text()


def test_every_cell_of_a_map_has_its_interval(asked: Path, tmp_path: Path) -> None:
    write_report([asked / "b"], tmp_path / "out", shelf_fragments)
    text = (tmp_path / "out" / "tables.md").read_text()
    _, _, maps = text.partition("In the maps: per cent right")
    cells = [c for line in maps.splitlines() if line.startswith("| ") for c in line.strip("| ").split(" | ")[1:]]
    assert any(re.fullmatch(r"[\d.]+ \[\d+ to \d+\] of \d+", c) for c in cells)
    with (tmp_path / "out" / "tables.csv").open() as file:
        assert all(row["low"] and row["high"] for row in csv.DictReader(file) if row["accuracy"])


def test_runs_of_other_sizes_are_compared_on_what_both_were_asked(asked: Path, tmp_path: Path) -> None:
    shutil.copytree(asked / "b", tmp_path / "b")
    file = tmp_path / "b" / "predictions" / "two-way.jsonl"
    file.write_text("".join(file.read_text().splitlines(keepends=True)[:-2]))
    write_report([asked / "a", tmp_path / "b"], tmp_path / "out", shelf_fragments)
    told = "Left out of comparisons: 2 pairs that only one of two runs was asked."
    assert told in page(tmp_path / "out")
    assert told in (tmp_path / "out" / "tables.md").read_text()


def test_without_its_data_set_a_run_has_maps_and_no_proofs(asked: Path, tmp_path: Path) -> None:
    run = tmp_path / "run"
    shutil.copytree(asked / "b", run)
    about = json.loads((run / "run.json").read_text())
    for changes, told in (
        ({"path": str(tmp_path / "gone")}, "is no longer there"),
        ({"sha256": "0"}, "has changed since it was asked about"),
        ({"path": 7}, "does not say where its data set is"),
    ):
        (run / "run.json").write_text(json.dumps(about | changes))
        (note,) = [n for n in write_report([run], tmp_path / "out", shelf_fragments)["notes"] if "Proofs" in n]
        assert told in note
        assert "Why it is" not in page(tmp_path / "out")


def test_hostile_runs(asked: Path, tmp_path: Path) -> None:
    run = tmp_path / "run"
    shutil.copytree(asked / "b", run)
    file = run / "predictions" / "two-way.jsonl"
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    for line in lines:
        line |= {"id": EVIL + line["id"], "premise": EVIL, "hypothesis": EVIL, "reply": EVIL, "schema": EVIL}
        line["features"] = {EVIL: EVIL, "negation": [EVIL, "x"], "connectives": EVIL + line["id"][-1]}
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    about = json.loads((run / "run.json").read_text())
    (run / "run.json").write_text(json.dumps(about | {"model": EVIL, "how": EVIL, "data": EVIL}))
    write_report([run], tmp_path / "out", shelf_fragments)
    page(tmp_path / "out")
    check_safe(tmp_path / "out")
    for bad in ("[]", '{"id": 1}', '{"id": "x", "gold": "neutral"}', "{"):
        file.write_text(bad + "\n")
        with pytest.raises(InputError):
            write_report([run], tmp_path / "out", shelf_fragments)


# --- maps ---


def answer(k: int, right: bool, **features: Any) -> AnsweredRow:
    said = "entailment" if right else "neutral"
    return AnsweredRow(f"r{k}", f"p{k}", f"h{k}", "entailment", said, "", f"s{k}", features, right)


def mapped(given: list[AnsweredRow]) -> list[Any]:
    return [m.to_json() for m in failure_maps(given, lambda _: Explained())]


def test_features_are_chosen_by_the_part_they_play() -> None:
    given = [
        answer(k, k % 2 == 0, depth=k % 3, quantifiers=["no", f"q{k % 2}"], monotonicity="ud"[k % 2]) for k in range(12)
    ]
    quantifiers, direction = mapped([replace(r, gold="neutral") if k < 2 else r for k, r in enumerate(given)])
    assert quantifiers["by"] == ["quantifiers", "depth"]
    assert {"values": ["no", "0"], "n": 4, "right": 2} in quantifiers["squares"]  # lists count in each value
    assert {"values": ["q1", "1"], "n": 2, "right": 0} in quantifiers["squares"]
    assert direction["by"] == ["monotonicity", "label"]


def test_maps_without_known_features() -> None:
    assert mapped([answer(k, True, genre="xy"[k % 2]) for k in range(4)])[0]["by"] == ["genre", "label"]
    (only,) = mapped([answer(k, k > 0) for k in range(4)])
    assert only == {"by": ["label", ""], "squares": [{"values": ["entailment", "all pairs"], "n": 4, "right": 3}]}
    given = [answer(k, True, quantifiers=[f"q{k}"], depth=k % 2) for k in range(30)]
    (many,) = failure_maps(given, lambda _: Explained())
    assert (len(many.rows), many.left_out) == (12, 18)


# --- the stored proof of a row ---


def test_a_stored_proof_is_that_of_the_row(data: Path) -> None:
    proofs = StoredProofs(data / "pairs.jsonl", shelf_fragments)
    for row in list(rows(data / "pairs.jsonl"))[:8]:
        found = proofs.of(row)
        assert found.schema == row.schema
        assert (found.verdict.label == "entailment") == (row.label == "entailment")
        names = {w.strip(".,") for w in row.premise.split() if w[0].isupper()} - {"It"}
        assert any(name in line for name in names for line in found.lines), "in the row's own words"


def test_what_a_stored_proof_does_not_support_is_refused(data: Path, tmp_path: Path) -> None:
    place = tmp_path / "data"
    shutil.copytree(data, place)
    given = list(rows(place / "pairs.jsonl"))
    row = next(r for r in given if r.label == "entailment")
    other = next(r for r in given if r.label != "entailment")
    proofs = StoredProofs(place / "pairs.jsonl", shelf_fragments)

    def refused(changed: Row, told: str) -> None:
        with pytest.raises(Refused, match=told):
            proofs.of(changed)

    refused(row._replace(label="non-entailment"), "gives entailment, the row says non-entailment")
    refused(row._replace(schema=other.schema), "its schema would be")
    refused(row._replace(hypothesis=row.premise), "pattern|expected")
    refused(row._replace(features={}), "names no pattern and schema")
    lines = (place / "certificates.jsonl").read_text().splitlines()
    number = int(row.schema[1:])
    forged = json.loads(lines[number])
    forged["verdict"] = json.loads(lines[int(other.schema[1:])])["verdict"] | {"label": "entailment"}
    lines[number] = json.dumps(forged)
    (place / "certificates.jsonl").write_text("\n".join([*lines, ""]))
    refused(row, ".")
    (place / "certificates.jsonl").unlink()
    with pytest.raises(InputError, match="cannot be read"):
        proofs.of(row)
    with pytest.raises(InputError, match="belongs to no data set"):
        StoredProofs(tmp_path / "x.jsonl", shelf_fragments).of(row)
