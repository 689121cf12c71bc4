"""An audit from Python: one call, an answer that can be read, printed and shown in a notebook."""

from __future__ import annotations

import gc
import json
from pathlib import Path

import pytest

from provenli.audits.audit import AuditOrder, DecidedFile, run
from provenli.audits.finished import Audit
from provenli.errors import InputError
from provenli.library.fragment_shelf import load_fragment
from tests.audits.files import BAT, lines_of, write_pairs

HARD = load_fragment("monotonicity_hard")
THREE = (BAT, ("Every dog ran.", "Every poodle ran.", "entailment"), ("<b>Ran</b> dog.", "Some dog ran.", "neutral"))


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_pairs(tmp_path_factory.mktemp("three") / "three.jsonl", THREE)


@pytest.fixture(scope="module")
def found(file: Path) -> Audit:
    return run(AuditOrder(file, HARD, HARD.reading))


def test_rows_are_readable_after_the_call(found: Audit) -> None:
    told = [(row["verdict"], row["published"], row["decided"]) for row in found.rows()]
    assert told == [
        ("disputed", "contradiction", "neutral"),
        ("agrees", "entailment", "entailment"),
        ("not covered", "neutral", None),
    ]
    assert found.rows()[0]["why"].startswith("Both sentences can be true: take ")
    assert found.disputed() == found.rows()[:1]
    assert (found.summary.verdicts["disputed"], found.summary.verdicts["agrees"]) == (1, 1)


def test_as_json(found: Audit) -> None:
    value = found.to_json()
    assert json.loads(json.dumps(value)) == json.loads((found.place / "audit.json").read_text(encoding="utf-8"))
    assert (value["pairs"], value["rows"]) == (3, found.rows())


def test_repr(found: Audit) -> None:
    assert repr(found) == "<audit of three.jsonl: 3 pairs, 1 agree, 1 disputed, 1 not covered>"


def test_in_a_notebook(found: Audit, tmp_path: Path) -> None:
    html = found._repr_html_()
    assert html.count("<tr>") == 3 + 2
    assert "audit of three.jsonl: 3 pairs" in html
    assert "Some quadruped inspected each black bat." in html
    hostile = (("Every dog ran.", "Some dog <script> ran.", "neutral"), ("Every dog ran.", "Some dog ran.", "neutral"))
    file = write_pairs(tmp_path / "<i>.jsonl", hostile)
    shown = run(AuditOrder(file, HARD, HARD.reading))._repr_html_()
    assert "&lt;i&gt;.jsonl" in shown
    assert "<i>" not in shown


def test_texts_of_disputes_are_escaped(tmp_path: Path, found: Audit) -> None:
    (tmp_path / "rows.jsonl").write_text(
        json.dumps({**found.rows()[0], "premise": "<script>alert(1)</script> & more"}) + "\n", encoding="utf-8"
    )
    html = Audit(tmp_path, found.summary)._repr_html_()
    assert "<script" not in html
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; more" in html


def test_without_a_directory_files_go_with_the_answer(file: Path) -> None:
    found = run(AuditOrder(file, HARD, HARD.reading, limit=1))
    place = found.place
    assert place.is_dir()
    del found
    gc.collect()
    assert not place.exists()


def test_with_a_directory_files_stay(file: Path, tmp_path: Path) -> None:
    also: list[tuple[bool, int]] = []

    def seen(decided: DecidedFile) -> None:
        """What the page is made from is there, and audit.json is not yet."""
        also.append(((decided.place / "audit.json").exists(), len(list(decided.run.rows()))))

    order = AuditOrder(file, HARD, HARD.reading, out=tmp_path / "out", corrected=tmp_path / "corrected.jsonl")
    found = run(order, seen)
    assert also == [(False, 3)]
    assert found.place == tmp_path / "out"
    del found
    gc.collect()
    names = ["audit.json", "certificates.jsonl", "journal.jsonl", "rows.jsonl"]
    assert sorted(p.name for p in (tmp_path / "out").iterdir()) == names
    labels = [row["gold_label"] for row in lines_of(tmp_path / "corrected.jsonl")]
    assert labels == ["neutral", "entailment", "neutral"]


def test_an_error_leaves_no_directory_behind(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))

    def fails(decided: DecidedFile) -> None:
        assert decided.place.parent == tmp_path
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(AuditOrder(file, HARD, HARD.reading, limit=1), fails)
    assert list(tmp_path.iterdir()) == []


def test_mistakes_name_parameters(file: Path) -> None:
    with pytest.raises(InputError, match=r"^workers: expected 1 or more, found 0$"):
        run(AuditOrder(file, HARD, HARD.reading, workers=0))
    with pytest.raises(InputError, match=r"^limit: expected 1 or more, found 0$"):
        run(AuditOrder(file, HARD, HARD.reading, limit=0))
