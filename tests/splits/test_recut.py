"""A protocol asked again with the answers on record: it makes the same splits, and nothing of another one passes."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from provenli.data.manifest import read_manifest
from provenli.errors import InputError
from provenli.splits.cut import SplitOrder, cut
from provenli.splits.protocols import load_protocol
from provenli.splits.recut import Recut, protocol_of, recut_of
from provenli.splits.row_selection import FoundDraw
from tests.splits.conftest import CutBy, Data

Value = dict[str, Any]
SMALL: dict[str, tuple[tuple[str, ...], Value]] = {
    "productivity": (("deep",), {"test_size": 10}),
    "localism": (("deep",), {"train_size": 40, "dev_size": 10, "test_size": 10}),
    "predicate-replacements": (("flat", "adverb"), {"permutations": 1, "train_size": 20}),
    "embedding-quantifiers": (("deep",), {"permutations": 1, "train_size": 20}),
    "verb-augmentation": (("boolean", "veridical", "transitivity"), {"steps": (1,), "conditions": ("I1",)}),
    "transitivity": (("boolean", "veridical", "transitivity"), {}),
    "random-control": (("transitivity",), {}),
    "inoculation": (("negation",), {}),
    "direction-ratio": (("flat",), {"ratios": (20,), "series": (10,)}),
}


def read(path: Path) -> Value:
    found: Value = json.loads(path.read_text())
    return found


def asked_again(out: Path) -> Recut:
    """With every row of every part, as verify sees them."""
    whole = read(out / "manifest.json")
    protocol = protocol_of(whole, None)
    assert protocol is not None
    found = recut_of(whole, protocol)
    for name, value in whole["parents"].items():
        found.seen[name] = found.see_parent(name, value["role"], read_manifest(out / "parents" / name))
    for split in whole["splits"]:
        told = read(out / split / "manifest.json")
        assert found.wrong_split(split, told, {n: p["rows"] for n, p in told["parts"].items()}) == ""
        for part, record in told["parts"].items():
            lines = iter((out / split / f"{part}.jsonl").read_text().splitlines())
            found.found[split, part] = [see(found, draw, lines) for draw in record["draws"]]
    return found


def see(found: Recut, draw: Value, lines: Any) -> Any:
    drawn, seen = FoundDraw(), found.seen[draw["parent"]]
    for _ in range(draw["rows"]):
        row = json.loads(next(lines))
        flipped = row["features"].get("flipped") is True
        label = row["label"] if not flipped else {"entailment": "non-entailment"}.get(row["label"], "entailment")
        part = row["id"][:-9].rpartition("-")[2]
        assert seen.add(int(row["id"][-8:]), {**row["features"], "label": label, "part": part}, flipped, drawn) == ""
    return drawn


@pytest.mark.parametrize("protocol", SMALL)
def test_every_protocol_is_found_again(cut_by: CutBy, protocol: str) -> None:
    """Also where parts are so small that they do not show all that the data sets have."""
    names, chosen = SMALL[protocol]
    assert not list(asked_again(cut_by(protocol, *names, seed=3, **chosen)).wrong_rows())


@pytest.fixture(scope="module")
def told(data: Data, tmp_path_factory: pytest.TempPathFactory) -> Value:
    protocol = load_protocol("productivity")
    options = {o.name: None for o in protocol.options} | {"test-size": 10}
    return json.loads(
        json.dumps(cut(SplitOrder(protocol, (str(data("deep")),), tmp_path_factory.mktemp("cut") / "out", options)))
    )


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda m: m.update(protocol="localism"), "options must be least-depth"),
        (lambda m: m.update(protocol="localism", options={**m["options"], "least-depth": 1}), "localism makes others"),
        (lambda m: m.update(protocol="mixing"), "options must be"),
        (lambda m: m.update(protocol="inoculation", options={}), "options must be doses"),
        (lambda m: m.update(protocol="random-control", options={}), "role: random-control"),
        (lambda m: m["notes"].append("people agree"), r"notes: productivity has others: \[\]"),
        (lambda m: m["splits"].pop("D1"), "splits: productivity makes others: D1, D1-2, D1-3"),
        (lambda m: m["asked"]["pairs"]["values"].update(depth=[1]), "depth 1 only"),
        (lambda m: m["asked"]["pairs"]["values"].update(depth=[1, [[{}]]]), "depth 1 only"),
        (lambda m: m["asked"]["pairs"]["values"].clear(), "'depth' is not on record"),
        (lambda m: m["asked"]["pairs"].update(values=[]), "asked: pairs: values"),
        (lambda m: m["asked"].update(more={}), "asked: expected pairs"),
        (lambda m: m["parents"].update(more=m["parents"]["deep"]), "one data set for each"),
    ],
)
def test_manifests_of_another_protocol(told: Value, change: Callable[[Value], object], said: str) -> None:
    forged = copy.deepcopy(told)
    change(forged)
    with pytest.raises(InputError, match=said):
        recut_of(forged, protocol_of(forged, None) or load_protocol("productivity"))


def test_answers_that_rows_or_parents_deny(cut_by: CutBy) -> None:
    out = cut_by("direction-ratio", "flat", ratios=(20,), series=(10,))
    path = out / "manifest.json"
    honest = read(path)
    lie = copy.deepcopy(honest)
    lie["asked"]["pairs"]["counts"][0]["rows"] = 3
    lie["options"]["total"] = honest["asked"] and 10
    lie["notes"] = []
    path.write_text(json.dumps(honest | {"asked": lie["asked"]}))
    with pytest.raises(InputError, match="notes: direction-ratio has others"):
        asked_again(out)
    honest["asked"]["pairs"]["labels"] = ["yes"]
    path.write_text(json.dumps(honest))
    with pytest.raises(InputError, match="parts or labels are not those of flat"):
        asked_again(out)


def test_directions_that_rows_deny(cut_by: CutBy) -> None:
    """Said to be downward, a quantifier would be added with others: its rows tell another direction."""
    out = cut_by("predicate-replacements", "flat", permutations=1, train_size=20)
    found = asked_again(out)
    told = found.answers["pairs"]
    (key, n), *_ = [(k, n) for k, n in told.counted.items() if n and "downward" in k]
    lie = replace(told, counted={**told.counted, key: 0, key.replace("downward", "upward"): n})
    seen = found.seen["flat"]
    assert seen.wrong_answer(told, seen.table()) == ""
    assert "asked: pairs: counts: found 0" in seen.wrong_answer(lie, seen.table())


def test_quantifiers_with_too_many_orders(cut_by: CutBy) -> None:
    """Listing all orders of fifty would not end."""
    whole = read(cut_by("predicate-replacements", "flat", permutations=1, train_size=20) / "manifest.json")
    answers = whole["asked"]["pairs"]
    answers["values"]["quantifiers"] = [[f"q{k}"] for k in range(50)]
    answers["counts"] = [
        {"where": [{"depth": [1], "quantifiers": [f"q{k}"], "monotonicity": [m]}], "rows": (k % 2) == (m == "upward")}
        for k in range(50)
        for m in ("upward", "downward")
    ]
    answers["counts"] = [{**c, "rows": int(c["rows"])} for c in answers["counts"]]
    with pytest.raises(InputError, match="too many orders"):
        recut_of(whole, load_protocol("predicate-replacements"))
