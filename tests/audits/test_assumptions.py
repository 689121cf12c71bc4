"""What an audit takes to be known, and the reading it takes where none is given."""

from __future__ import annotations

from pathlib import Path

import pytest

import provenli as nli
from provenli.audits.assumptions import candidates, informed, read_isa, recorded_isa
from provenli.audits.check import check_audit
from provenli.errors import InputError
from provenli.library.fragment_shelf import load_fragment
from provenli.logic.readings import Reading


def written(path: Path, *rows: str) -> Path:
    path.write_text("premise\thypothesis\tlabel\n" + "".join(f"{r}\n" for r in rows))
    return path


def test_words_of_published_files_that_mean_the_same(tmp_path: Path) -> None:
    file = written(
        tmp_path / "a.tsv",
        "every bulldog with strong odor ran\ta bulldog with strong smell ran\tentailment",
        "every steal box ran\tno steel box ran\tcontradiction",
        "a dog ran\ta cat ran\tneutral",
    )
    assert nli.audit(str(file), "monotonicity_hard").summary.verdicts == {"agrees": 3}


def test_what_the_user_adds_is_kept_and_checked(tmp_path: Path) -> None:
    file = written(tmp_path / "a.tsv", "a dingo ran\ta dog ran\tentailment", "a dog ran\ta cat ran\tneutral")
    plain = nli.audit(str(file), "monotonicity_hard", reading=["existential_import=no"])
    assert [r["rescue_reading"] for r in plain.disputed()] == ["dingo=dog"]
    out = tmp_path / "out"
    told = nli.audit(str(file), "monotonicity_hard", out, isa={"dingo": "dog"})
    assert (told.summary.verdicts["agrees"], told.to_json()["isa"]) == (2, [["dingo", "dog"]])
    assert check_audit(out, load_fragment("monotonicity_hard")).sound


@pytest.mark.parametrize("text", ["odor", "odor=", "=smell", "a=b=c"])
def test_what_is_no_pair_of_words(text: str) -> None:
    with pytest.raises(InputError, match="expected NARROWER=WIDER"):
        read_isa([text])


def test_a_record_that_somebody_changed() -> None:
    for isa in ("dog", [["dog"]], [["dog", 1]], [{}]):
        with pytest.raises(InputError, match="expected pairs of words"):
            recorded_isa({"isa": isa}, "audit.json")


def test_nothing_to_add_changes_nothing() -> None:
    fragment = load_fragment("counting")
    assert informed(fragment) is fragment


def test_the_reading_under_which_most_labels_are_right(tmp_path: Path) -> None:
    rows = (
        "{} has visited Oslo and Rome\t{} has visited less than four places\tentailment",
        "{} has visited Oslo and Rome\t{} has visited more than two places\tcontradiction",
        "{} has visited Oslo and Rome\t{} has visited more than one place\tentailment",
    )
    file = written(
        tmp_path / "a.tsv",
        *(r.format(n, n) for n in ("Ann", "Bob", "Carl", "Dora", "Eve", "Fred", "Gus") for r in rows),
    )
    found = nli.audit(str(file), "counting")
    assert found.to_json()["chosen_by"]["right"]["distinct_names=yes, closed_world=yes, otherwise plain"] == 21
    assert found.summary.verdicts == {"agrees": 21}
    assert nli.audit(str(file), "counting", reading=["closed_world=no"]).summary.verdicts["disputed"] == 14
    few = written(tmp_path / "few.tsv", *(r.format("Ann", "Ann") for r in rows))
    assert nli.audit(str(few), "counting").summary.verdicts["disputed"] == 2


def test_strained_readings_are_never_the_default() -> None:
    fragment = load_fragment("quantifier")
    for reading in candidates(fragment):
        assert (reading.scope, reading.coreference) == (Reading().scope, Reading().coreference)
