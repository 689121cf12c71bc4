"""Labels of English files that can be shown wrong, with what that rests on."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import pytest

import provenli as nli
from provenli.audits.english_audit import EnglishAuditOrder, EnglishDesk, audit_english, check_english_audit
from provenli.cli.main import main
from provenli.english.wordnet import wordnet_directory
from provenli.errors import InputError

pytestmark = pytest.mark.skipif(wordnet_directory() is None, reason="no WordNet files on this machine")
PAIRS = (
    ("Every student who read a book smiled.", "Every student who read a novel smiled.", "neutral"),
    ("No dog barked.", "No small dog barked.", "entailment"),
    ("No small dog barked.", "No dog barked.", "entailment"),
    ("A man is singing.", "No man is singing.", "contradiction"),
    ("Every blick is red.", "Every zorg is red.", "neutral"),
    ("A boy ran.", "A boy ran.", "neutral"),
    ("Tom bought a sofa.", "Tom bought a couch.", "neutral"),
)


@pytest.fixture(scope="module")
def audited(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("audit")
    lines = [f"{k}\t{p}\t{h}\t{label}\n" for k, (p, h, label) in enumerate(PAIRS, 1)]
    (place / "pairs.tsv").write_text("".join(["id\tpremise\thypothesis\tlabel\n", *lines]), encoding="utf-8")
    nli.audit(place / "pairs.tsv", "english", place / "out", workers=1)
    return place


def test_wrong_labels_are_disputed_with_what_that_rests_on(audited: Path) -> None:
    value = json.loads((audited / "out" / "audit.json").read_text(encoding="utf-8"))
    rows = {int(r["id"]): r for r in value["rows"]}
    assert [rows[k]["verdict"] for k in (1, 2, 3, 4, 5)] == ["disputed", "agrees", "disputed", "agrees", "not covered"]
    assert rows[1]["decided"] == "entailment"
    assert "every novel is a book" in rows[1]["given"][0]
    assert rows[1]["rescue"] == "another sense of a word"
    assert "smiled" not in rows[1]["why"]
    assert (rows[3]["decided"], rows[3]["rescue"]) == ("neutral", "another scope")
    assert value["by_change"] == {"entailment->neutral": 1, "neutral->entailment": 2}
    assert (value["disputed"], value["depends_on_a_sense"]) == (3, 1)
    assert len(value["anomalies"]["files"][0]["findings"]) >= 2  # unlike itself, said to entail each other


def test_another_sense_proves_no_label_wrong(audited: Path) -> None:
    row = json.loads((audited / "out" / "rows.jsonl").read_text(encoding="utf-8").splitlines()[6])
    assert (row["verdict"], row["decided"], row["rescue"]) == (
        "depends on a sense",
        "entailment",
        "another sense of a word",
    )
    assert "sofa is the same as couch" in row["rescue_reading"]
    assert '"disputed"' not in json.dumps(row)


def test_the_page_shows_evidence_and_arrows(audited: Path) -> None:
    page = (audited / "out" / "audit.html").read_text(encoding="utf-8")
    assert "scopes and word facts as each row names them" in page
    assert "↓" in page
    assert "sentences said not to follow from themselves" in page


def test_an_audit_is_checked_again_and_forgery_is_found(audited: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as done:
        main(["audit", str(audited / "out"), "--check"])
    assert done.value.code == 0
    assert "everything checks" in capsys.readouterr().out
    rows = audited / "out" / "rows.jsonl"
    kept = rows.read_text(encoding="utf-8")
    rows.write_text(kept.replace('"verdict": "disputed"', '"verdict": "agrees"', 1), encoding="utf-8")
    assert not check_english_audit(audited / "out").sound
    rows.write_text(kept, encoding="utf-8")


def test_a_killed_audit_goes_on_with_what_it_has(audited: Path, tmp_path: Path) -> None:
    """The journal is believed: what it has is not decided again."""
    order = EnglishAuditOrder(audited / "pairs.tsv", tmp_path / "out", limit=2)
    audit_english(order)
    journal = tmp_path / "out" / "journal.jsonl"
    lines = journal.read_text(encoding="utf-8").splitlines(keepends=True)
    journal.write_text("".join([*lines[:2], lines[2][:30]]), encoding="utf-8")
    found = audit_english(EnglishAuditOrder(audited / "pairs.tsv", tmp_path / "out", limit=2))
    assert [r["verdict"] for r in found.rows()] == ["disputed", "agrees"]
    assert len(journal.read_text(encoding="utf-8").splitlines()) == 3


def test_a_users_word_and_corrected_labels(audited: Path, tmp_path: Path) -> None:
    corrected = tmp_path / "right.tsv"
    order = EnglishAuditOrder(audited / "pairs.tsv", corrected=corrected, isa=(("zorg", "blick"),))
    found = audit_english(order)
    assert found.summary.verdicts["disputed"] == 4
    labels = [line.split("\t")[3] for line in corrected.read_text(encoding="utf-8").splitlines()[1:]]
    assert labels == ["entailment", "entailment", "neutral", "contradiction", "entailment", "entailment", "neutral"]


def test_a_reading_is_refused(audited: Path) -> None:
    with pytest.raises(InputError, match="reading: english"):
        nli.audit(audited / "pairs.tsv", "english", reading=["the=existential"])


def test_what_is_sent_to_other_machines_is_how_to_make_the_reader() -> None:
    desk = EnglishDesk("ccg", (("zorg", "blick"),))
    assert desk.solver is desk.solver
    sent = pickle.loads(pickle.dumps(desk))
    assert (sent, vars(sent)) == (desk, {"backend": "ccg", "isa": (("zorg", "blick"),)})
