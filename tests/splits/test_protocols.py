"""What each protocol promises of its splits, on small data sets."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest

from provenli.cli.main import main
from provenli.data.readers import Row, rows
from provenli.splits.overlaps import capitals
from tests.splits.conftest import CutBy

Parts = dict[str, list[Row]]


def parts_of(folder: Path) -> Parts:
    return {p.stem: list(rows(p)) for p in sorted(folder.glob("*.jsonl"))}


def splits_of(out: Path) -> dict[str, Parts]:
    manifest = json.loads((out / "manifest.json").read_text())
    found = {name: parts_of(out / name) for name in manifest["splits"]}
    for parts in found.values():
        disjoint(parts)
    return found


def disjoint(parts: Parts) -> None:
    for a, b in combinations(parts.values(), 2):
        assert not {(r.premise, r.hypothesis) for r in a} & {(r.premise, r.hypothesis) for r in b}
        assert not {r.id for r in a} & {r.id for r in b}


def values(found: list[Row], feature: str) -> set[Any]:
    return {tuple(v) if isinstance(v := r.features[feature], list) else v for r in found}


def labels(found: list[Row]) -> Counter[str]:
    return Counter(r.label for r in found)


def balanced(found: list[Row]) -> bool:
    counts = labels(found).values()
    return max(counts) - min(counts) <= 1 and len(counts) > 1


# --- Yanaka et al. 2020 ---


def test_productivity_trains_up_to_a_depth_and_tests_each(cut_by: CutBy) -> None:
    found = splits_of(cut_by("productivity", "deep"))
    assert list(found) == ["D1", "D1-2", "D1-3"]
    for deepest, parts in enumerate(found.values(), 1):
        assert values(parts["train"], "depth") == values(parts["dev"], "depth") == set(range(1, deepest + 1))
        assert set(parts) == {"train", "dev", *(f"test-depth-{d}" for d in (1, 2, 3))}
        for d in (1, 2, 3):
            assert values(parts[f"test-depth-{d}"], "depth") == {d}
        assert all(len(set(labels(found).values())) == 1 for found in parts.values())
    assert sum(map(len, found["D1-3"].values())) == 1500


def test_the_same_tests_serve_every_split_and_lie_on_disk_once(cut_by: CutBy) -> None:
    out = cut_by("productivity", "deep")
    for d in (1, 2, 3):
        assert len({(out / s / f"test-depth-{d}.jsonl").stat().st_ino for s in ("D1", "D1-2", "D1-3")}) == 1


def test_localism_trains_on_one_depth(cut_by: CutBy) -> None:
    found = splits_of(cut_by("localism", "deep", least_depth=2))
    assert list(found) == ["D2", "D3"]
    assert values(found["D3"]["train"], "depth") == {3}
    assert set(found["D2"]) == {"train", "dev", "test-depth-1", "test-depth-2"}


def test_predicate_replacements_shows_q_with_all_and_r_with_all(cut_by: CutBy) -> None:
    out = cut_by("predicate-replacements", "flat", "adverb", q="some", r="adverb")
    found = splits_of(out)
    steps = Counter(name.partition("_")[0] for name in found)
    assert steps == {"S1": 1, "S2": 3 * 4, "S3": 3 * 6}
    assert json.loads((out / "manifest.json").read_text())["notes"][0].startswith("72 permutations, 31 splits")
    for name, parts in found.items():
        shown = {"some", *(q.replace("-", " ") for q in name.partition("_")[2].split("+") if q)}
        for row in parts["train"]:
            assert row.features["quantifiers"][0] in shown or row.features["replacement"] == "adverb"
        for test in ("test", "test-adverb"):
            assert not {q for (q,) in values(parts[test], "quantifiers")} & shown
            assert "adverb" not in values(parts[test], "replacement")
        assert values(parts["test-adverb"], "frame") == {"adverb"}
        assert {q for (q,) in values(parts["test"], "quantifiers")} | shown == {
            q for (q,) in values(parts["train"], "quantifiers")
        }
    s2 = Counter(q for name in found if name.startswith("S2") for q in name.partition("_")[2].split("+"))
    assert sorted(s2.values()) == [3, 3, 3, 3, 4, 4, 4]  # four downward ones, and three upward ones beside q


def test_predicate_replacements_along_one_permutation(cut_by: CutBy) -> None:
    found = splits_of(cut_by("predicate-replacements", "flat", permutations=1))
    one, two, three = found.values()
    names = [set(name.partition("_")[2].split("+")) for name in found]
    assert len(found) == 3
    assert names[1] < names[2]
    assert len(one["train"]) < len(two["train"]) < len(three["train"])


def test_embedding_quantifiers_never_embeds_those_of_the_test(cut_by: CutBy) -> None:
    out = cut_by("embedding-quantifiers", "deep", permutations=2)
    for name, parts in splits_of(out).items():
        pairs = [{q.replace("-", " ") for q in p.split("+")} for p in name.split("_")[1:]]
        for row in parts["train"]:
            if row.features["depth"] == 2:
                assert any(set(row.features["quantifiers"]) <= p for p in pairs)
            else:
                assert row.features["depth"] == 1
        assert values(parts["test"], "depth") == {2}
        embedded = {q for both in values(parts["test"], "quantifiers") for q in both}
        assert not embedded & set().union(*pairs)
        assert len(embedded) == 8 - 2 * len(pairs)


def test_there_are_185_embedding_splits_that_differ(cut_by: CutBy) -> None:
    out = cut_by("embedding-quantifiers", "deep", test_size=2, dev_size=2, train_size=20)
    manifest = json.loads((out / "manifest.json").read_text())
    assert Counter(name[:2] for name in manifest["splits"]) == {"S0": 1, "S1": 16, "S2": 72, "S3": 96}
    assert manifest["notes"] == ["576 permutations, 185 splits that differ"]


# --- Yanaka et al. 2021 ---

CELLS = {"test-yes-yes": "yes/yes", "test-yes-unk": "yes/unk", "test-unk-yes": "unk/yes", "test-unk-unk": "unk/unk"}


def parent(row: Row) -> str:
    return row.id.partition(":")[0]


def test_transitivity_trains_on_the_basics_and_tests_composites(cut_by: CutBy) -> None:
    out = cut_by("transitivity", "boolean", "veridical", "transitivity", "veridical-v", "transitivity-v")
    found = splits_of(out)
    assert list(found) == ["basic", "flipped", "templates"]
    for name, parts in found.items():
        v = "-v" if name == "templates" else ""
        assert {parent(r) for r in parts["train"]} == {"boolean", f"veridical{v}"}
        for part, cell in CELLS.items():
            assert values(parts[part], "cell") == {cell}
            assert {parent(r) for r in parts[part]} == {f"transitivity{v}"}
    basic = found["basic"]
    assert Counter(map(parent, basic["dev"])) == {"boolean": 20, "veridical": 30}
    assert Counter(map(parent, basic["train"])) == {"boolean": 180, "veridical": 270}
    assert "someone" not in values([r for r in found["templates"]["train"] if "template" in r.features], "template")


def test_a_tenth_of_the_veridical_labels_is_flipped_and_says_so(cut_by: CutBy) -> None:
    out = cut_by("transitivity", "boolean", "veridical", "transitivity")
    plain, flipped = parts_of(out / "basic"), parts_of(out / "flipped")
    manifest = json.loads((out / "flipped" / "manifest.json").read_text())
    for part, number in (("train", 27), ("dev", 3)):
        before = {r.id: r for r in plain[part]}
        changed = [r for r in flipped[part] if r.features.get("flipped")]
        assert len(changed) == number == manifest["parts"][part]["flipped"]
        assert {parent(r) for r in changed} == {"veridical"}
        for row in flipped[part]:
            assert (row.label != before[row.id].label) == bool(row.features.get("flipped"))
            assert (row.premise, row.schema) == (before[row.id].premise, before[row.id].schema)
        assert any(f"{part}: the labels of {number} of" in note and "wrong" in note for note in manifest["notes"])
    for part in CELLS:
        assert [r.text for r in flipped[part]] == [r.text for r in plain[part]]


def test_verbs_are_added_one_at_a_time_under_four_conditions(cut_by: CutBy) -> None:
    out = cut_by("verb-augmentation", "boolean", "veridical", "transitivity", steps=(0, 1, 3, 15))
    found = splits_of(out)
    assert len(found) == 4 * 4 - 1
    basics = {"both": {"boolean", "veridical"}, "I1": {"veridical"}, "I2": {"boolean"}, "neither": set()}
    verbs: dict[str, set[str]] = {}
    for name, parts in found.items():
        condition, k = name.split("-")
        composites = [r for r in parts["train"] if parent(r) == "transitivity"]
        assert {parent(r) for r in parts["train"]} - {"transitivity"} == basics[condition]
        verbs[name] = values(composites, "verb")
        assert len(verbs[name]) == int(k)
        assert values(composites, "cell") <= {"yes/yes", "yes/unk"}
        for part, cell in CELLS.items():
            assert values(parts[part], "cell") == {cell}
        for part in (p for p in parts if "new-verbs" in p):
            assert not values(parts[part], "verb") & verbs[name]
    assert verbs["both-01"] < verbs["both-03"] < verbs["both-15"]
    assert verbs["both-03"] == verbs["neither-03"]
    ids = [{r.id for r in found[f"both-{k}"]["train"]} for k in ("00", "01", "03", "15")]
    assert all(a <= b for a, b in pairwise(ids))


def test_verbs_in_a_given_order(cut_by: CutBy) -> None:
    chosen = {"verbs": ("know", "notice"), "conditions": ("I2",)}
    out = cut_by("verb-augmentation", "boolean", "veridical", "transitivity", **chosen)
    found = splits_of(out)
    assert list(found) == ["I2-00", "I2-01", "I2-02"]
    assert values([r for r in found["I2-01"]["train"] if "verb" in r.features], "verb") == {"know"}


def test_random_control_is_nine_to_one(cut_by: CutBy) -> None:
    (parts,) = splits_of(cut_by("random-control", "transitivity")).values()
    assert {p: len(parts[p]) for p in CELLS} == dict.fromkeys(CELLS, 10)
    assert (len(parts["dev"]), len(parts["train"])) == (36, 324)


# --- Richardson et al. 2020; Yanaka et al. 2019 ---


def test_doses_are_nested_and_names_of_the_test_are_new(cut_by: CutBy) -> None:
    found = splits_of(cut_by("inoculation", "negation", doses=(6, 50, 180)))
    small, middle, large = ({r.id for r in parts["train"]} for parts in found.values())
    assert small < middle < large
    assert (len(small), len(middle), len(large)) == (6, 50, 180)
    for parts in found.values():
        assert balanced(parts["train"])
        assert [r.text for r in parts["test"]] == [r.text for r in found["dose-00006"]["test"]]
        trained = {n for r in parts["train"] for t in (r.premise, r.hypothesis) for n in capitals(t)[1]}
        tested = {n for r in parts["test"] for t in (r.premise, r.hypothesis) for n in capitals(t)[1]}
        assert trained
        assert not trained & tested


def test_a_fragment_without_parts_is_inoculated_too(cut_by: CutBy) -> None:
    found = splits_of(cut_by("inoculation", "flat"))
    assert list(found) == ["dose-00050", "dose-00100", "dose-00250", "dose-00500"]
    assert [len(found["dose-00500"][p]) for p in ("train", "dev", "test")] == [500, 240, 240]


def test_directions_by_number_and_by_ratio(cut_by: CutBy) -> None:
    found = splits_of(cut_by("direction-ratio", "deep", series=(50, 200), total=300, ratios=(0, 25, 100)))
    assert list(found) == ["up-00050", "up-00200", "down-00050", "down-00200", "ratio-000", "ratio-025", "ratio-100"]
    numbers = {n: Counter(r.features["monotonicity"] for r in p["train"]) for n, p in found.items()}
    assert numbers["up-00200"] == {"upward": 200}
    assert numbers["down-00050"] == {"downward": 50}
    assert numbers["ratio-025"] == {"upward": 225, "downward": 75}
    assert numbers["ratio-100"] == {"downward": 300}
    for parts in found.values():
        for direction in ("upward", "downward"):
            one = [r for r in parts["train"] if r.features["monotonicity"] == direction]
            assert not one or balanced(one)
        assert values(parts["test-upward"], "monotonicity") == {"upward"}
        assert [r.id for r in parts["test-downward"]] == [r.id for r in found["up-00050"]["test-downward"]]
    assert {r.id for r in found["up-00050"]["train"]} < {r.id for r in found["up-00200"]["train"]}


# --- outside files ---

OUTSIDE = "premise\thypothesis\tgold_label\n" + "".join(
    f"A man saw {k} dogs.\tA man saw {k} {what}.\t{label}\n"
    for k in range(2, 12)
    for what, label in (("animals", "entailment"), ("red dogs", "neutral"), ("dogs never", "contradiction"), ("x", "-"))
)


def test_mixing_adds_an_outside_file_to_training(cut_by: CutBy, tmp_path: Path) -> None:
    train, test = tmp_path / "nli.tsv", tmp_path / "nli-test.tsv"
    train.write_text(OUTSIDE)
    test.write_text(OUTSIDE.replace("man", "woman"))
    out = cut_by("mixing", "deep", outside=str(train), outside_test=str(test))
    found = splits_of(out)
    assert list(found) == ["outside-alone", "D1", "D1-2", "D1-3"]
    for name in ("D1", "D1-2", "D1-3"):
        outside = [r for r in found[name]["train"] if parent(r) == "outside"]
        assert labels(outside) == {"entailment": 10, "non-entailment": 20}  # two-way, as our rows are; '-' passed over
        assert outside[0].features == {"source": "nli.tsv, line 2"}
        assert len(found[name]["test-outside"]) == 30
        assert {parent(r) for r in found[name]["dev"]} == {"deep"}
    alone = found["outside-alone"]
    assert {parent(r) for r in alone["train"] + alone["dev"]} == {"outside"}
    assert len(alone["test-depth-3"]) == len(found["D1"]["test-depth-3"])


def test_mixing_with_any_other_protocol(cut_by: CutBy, tmp_path: Path) -> None:
    (tmp_path / "nli.tsv").write_text(OUTSIDE)
    out = cut_by("mixing:random-control", "transitivity", outside=str(tmp_path / "nli.tsv"), outside_size=12)
    found = splits_of(out)
    assert list(found) == ["outside-alone", "random"]
    assert sum(parent(r) == "outside" for r in found["random"]["train"]) == 12


def test_naturalistic_pairs_stand_for_the_boolean_ones(tmp_path: Path) -> None:
    file = tmp_path / "nli.tsv"
    file.write_text(OUTSIDE)
    for name in ("veridical", "transitivity"):
        with pytest.raises(SystemExit, match="0"):
            main(["generate", name, "--pairs", str(file), "--size", "40", "--out", str(tmp_path / name)])
    with pytest.raises(SystemExit, match="0"):
        main(
            [
                "split",
                "transitivity",
                str(tmp_path / "veridical"),
                str(tmp_path / "transitivity"),
                "--pairs",
                str(tmp_path / "nli.tsv"),
                "--out",
                str(tmp_path / "out"),
            ]
        )
    parts = splits_of(tmp_path / "out")["basic"]
    assert {parent(r) for r in parts["train"]} == {"pairs", "veridical"}
    used = values([r for p in CELLS for r in parts[p]], "source")
    assert values([r for r in parts["train"] if parent(r) == "pairs"], "source") <= used
