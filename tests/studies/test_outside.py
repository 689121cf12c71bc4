"""Published files as data of a study: MED by direction, from files in the published layouts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from provenli.errors import InputError
from provenli.library.study_shelf import SHELVES, load_study
from provenli.reports.report import write_report
from provenli.studies.outside import write_outside
from provenli.studies.recipes import Outside, Reworded, Share, key
from provenli.studies.record import read_results
from provenli.studies.runner import StudyOrder, run
from provenli.studies.study import cells_of
from tests.studies.here import Here

PARSES = "sentence1_binary_parse\tsentence2_binary_parse\tsentence1_parse\tsentence2_parse"
MED = f"index\tpromptID\tpairID\tgenre\t{PARSES}\tsentence1\tsentence2\tlabel1\tgold_label\n"
WAYS = ("upward_monotone", "downward_monotone:lexical_knowledge")
LABELS = ("entailment", "neutral", "contradiction")


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    rows = [
        f"{k}\tp{k}\tp{k}e\t{WAYS[k % 2]}\t\t\t\t\tDog {k} ran.\tDog {k} moved.\t{LABELS[k % 2]}\t{LABELS[k % 2]}\n"
        for k in range(8)
    ]
    (tmp_path / "MED.tsv").write_text(MED + "".join(rows))
    snli = [
        {
            "gold_label": LABELS[k % 3],
            "sentence1": f"Cat {k} sat.",
            "sentence2": f"Cat {k} stood.",
            "pairID": str(k),
            "captionID": str(k),
            "annotator_labels": [LABELS[k % 3]],
            "sentence1_parse": "",
            "sentence2_parse": "",
            "sentence1_binary_parse": "",
            "sentence2_binary_parse": "",
        }
        for k in range(40)
    ]
    (tmp_path / "snli_1.0_train.jsonl").write_text("".join(json.dumps(r) + "\n" for r in snli))
    return {"med": str(tmp_path / "MED.tsv"), "train": str(tmp_path / "snli_1.0_train.jsonl")}


def test_the_study_of_med(files: dict[str, str], tmp_path: Path) -> None:
    asked = StudyOrder(load_study("med"), "smoke", tmp_path / "run", ("always/entailment",), files=files)
    assert run(asked, Here(), SHELVES).finished == 1
    test = read_results(tmp_path / "run")["always/entailment"][0]["test"]
    assert (test["right"], test["n"]) == (4, 8)
    kinds = {c["values"][0]: (c["right"], c["n"]) for c in test["breakdowns"][1]["cells"]}
    assert kinds == {
        "upward_monotone": (4, 4),
        "downward_monotone": (0, 4),
        "lexical_knowledge": (0, 4),
        "-lexical_knowledge": (4, 4),
        "upward_monotone -lexical_knowledge": (4, 4),
        "downward_monotone lexical_knowledge": (0, 4),
    }
    assert {c["values"][0] for c in test["breakdowns"][0]["cells"]} == {
        "upward_monotone",
        "downward_monotone",
        "lexical_knowledge",
    }
    write_report([tmp_path / "run"], tmp_path / "out")
    assert "Yanaka et al. 2019" in (tmp_path / "out" / "index.html").read_text()


def test_labels_parts_and_chance(files: dict[str, str], tmp_path: Path) -> None:
    step = Outside((files["train"],), files["med"], 30)
    for name in ("a", "b"):
        write_outside(step, tmp_path / name, {})
    parts = {
        p: [json.loads(x) for x in (tmp_path / "a" / f"{p}.jsonl").read_text().splitlines()]
        for p in ("train", "dev", "test")
    }
    assert [len(rows) for rows in parts.values()] == [27, 3, 8]
    assert not {r["id"] for r in parts["train"]} & {r["id"] for r in parts["dev"]}
    assert {r["label"] for r in parts["train"]} == set(LABELS)
    assert {r["label"] for r in parts["test"]} == {"entailment", "non-entailment"}
    for part in parts:
        assert (tmp_path / "a" / f"{part}.jsonl").read_bytes() == (tmp_path / "b" / f"{part}.jsonl").read_bytes()


def test_without_files_data_of_our_own_stand_in_their_place(tmp_path: Path) -> None:
    asked = StudyOrder(load_study("med"), "smoke", tmp_path / "run", ("help/bilstm_max-hypothesis", "ratio-025/*"))
    assert run(asked, Here(), SHELVES).finished == 2
    found = read_results(tmp_path / "run")["help/bilstm_max-hypothesis"][0]["test"]
    kinds = {c["values"][0]: c["n"] for c in found["breakdowns"][1]["cells"]}
    assert (kinds["upward_monotone"], kinds["downward_monotone"]) == (18, 32)  # of MED's 1,820 and 3,270
    assert kinds["downward_monotone crowd"] + kinds["downward_monotone paper"] == 32
    assert kinds["upward_monotone lexical_knowledge"] + kinds["upward_monotone -lexical_knowledge"] == 18
    ways = []
    for place in (tmp_path / "run" / "artifacts").glob("outside-*/set"):
        if not (place / "train.jsonl").is_file():  # a probe
            continue
        parts = {
            p: [json.loads(x) for x in (place / f"{p}.jsonl").read_text().splitlines()]
            for p in ("train", "dev", "test")
        }
        pairs = [(r["premise"], r["hypothesis"]) for rows in parts.values() for r in rows]
        assert len(set(pairs)) == len(pairs)
        trained = [t for p in ("train", "dev") for r in parts[p] for t in r["features"]["tags"]]
        ways.append((trained.count("upward_monotone"), trained.count("downward_monotone")))
    assert sorted(ways) == [(45, 15), (190 + 77, 10 + 211)]


def test_shares_by_tag_and_label(files: dict[str, str], tmp_path: Path) -> None:
    med = files["med"]
    write_outside(Outside((Share(med, (("upward_monotone", 1), ("neutral", 2))),), med), tmp_path / "a", {})
    rows = [json.loads(x) for x in (tmp_path / "a" / "train.jsonl").read_text().splitlines()]
    assert sorted(r["features"]["tags"][0] for r in rows) == [
        "downward_monotone",
        "downward_monotone",
        "upward_monotone",
    ]
    with pytest.raises(InputError, match=r"MED.tsv: 5 pairs with upward_monotone asked for, 1 are missing"):
        write_outside(Outside((Share(med, (("upward_monotone", 5),)),), med), tmp_path / "b", {})


def test_files_that_go_together(files: dict[str, str], tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"files med=PATH and files train=PATH go together"):
        cells_of(load_study("med"), "smoke", {"med": files["med"]})
    with pytest.raises(InputError, match="cannot be read"):
        key(Outside((files["train"],), str(tmp_path / "none.tsv")))


def test_pairs_of_another_data_set_under_verbs(tmp_path: Path) -> None:
    """Transitivity's naturalistic side: s1 → s2 in training are the pairs that composites are made of."""
    asked = StudyOrder(load_study("transitivity"), "smoke", tmp_path / "run", ("natural-I2-04/lstm",))
    assert run(asked, Here(), SHELVES).finished == 1
    place = next((tmp_path / "run" / "artifacts").glob("split-*/set/I2-04"))
    rows = {
        p: [json.loads(x) for x in (place / f"{p}.jsonl").read_text().splitlines()] for p in ("train", "test-yes-unk")
    }
    basic = {r["features"]["source"] for r in rows["train"] if r["id"].startswith("pairs:")}
    assert basic
    assert {r["id"].partition(":")[0] for r in rows["train"]} == {"pairs", "transitivity"}
    assert basic & {r["features"]["source"] for r in rows["test-yes-unk"]}


FEW = (
    ("downward_monotone", "Few of the dogs ran.", "Few of the dogs ran fast.", "entailment"),
    ("downward_monotone", "I saw few cats fast.", "I saw few cats.", "neutral"),
    ("downward_monotone", "A few dogs ran.", "Few dogs ran.", "neutral"),
    ("upward_monotone", "Few dogs ran.", "Few dogs moved.", "neutral"),
)


@pytest.mark.parametrize(
    ("by", "texts", "labels"),
    [
        ("few", ("Few of the dogs ran.", "I saw few cats fast."), ("entailment", "non-entailment")),
        ("a few", ("A few of the dogs ran.", "I saw a few cats fast."), ("non-entailment", "entailment")),
        ("", ("The dogs ran.", "I saw cats fast."), ("non-entailment", "entailment")),
    ],
)
def test_a_probe_puts_another_word_in_both_sentences(
    tmp_path: Path, by: str, texts: tuple[str, ...], labels: tuple[str, ...]
) -> None:
    rows = [f"{k}\tp\te\t{tag}\t\t\t\t\t{p}\t{h}\t{g}\t{g}\n" for k, (tag, p, h, g) in enumerate(FEW)]
    (tmp_path / "MED.tsv").write_text(MED + "".join(rows))
    probe = Reworded(str(tmp_path / "MED.tsv"), "downward_monotone", "few", by, ("a",))
    assert Outside((), probe).paths == (probe.source,)
    write_outside(Outside((), probe), tmp_path / "out", {})
    found = [json.loads(line) for line in (tmp_path / "out" / "test.jsonl").read_text().splitlines()]
    assert tuple(r["premise"] for r in found) == texts
    assert tuple(r["label"] for r in found) == labels


def test_a_probe_of_which_nothing_is_there(files: dict[str, str], tmp_path: Path) -> None:
    with pytest.raises(InputError, match="nothing to reword"):
        write_outside(Outside((), Reworded(files["med"], "upward_monotone", "few", "")), tmp_path / "out", {})
    asked = [a.known_as for c in cells_of(load_study("med"), "small", files) for a in c.asks]
    assert "few" not in asked
