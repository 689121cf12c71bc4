"""Pairs from anybody's sentences: proved, checked again without an engine, the same for the same seed."""

from __future__ import annotations

import hashlib
import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import provenli as nli
from provenli.data.manifest import written_json
from provenli.data.rewrites import sentence, without_operator
from provenli.english.readers import readers_of
from provenli.english.wordnet import wordnet_directory
from provenli.errors import InputError

pytestmark = pytest.mark.skipif(wordnet_directory() is None, reason="no WordNet files on this machine")
Value = dict[str, Any]
SENTENCES = """No student bought a red car.
Tom doesn't like dogs.

Every teacher who owns a car smiled.
Ein Hund bellt im Garten.
"""


@pytest.fixture(scope="module")
def text(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("english") / "sentences.txt"
    path.write_text(SENTENCES, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def data(text: Path) -> Path:
    nli.generate("english", text.parent / "data", from_=str(text), filter="none", workers=1, seed=3, formats="snli")
    return text.parent / "data"


def test_every_row_is_proved_again_by_the_kernel(data: Path) -> None:
    report = nli.verify(data, workers=1)
    assert report.passes(allow_unchecked=True)
    assert [what.split(",")[0] for what in report.unchecked] == ["seed"]  # so verify ends with 1, unless told
    assert report.rows > 40
    assert report.certificates > 5
    assert any("scopes" in what for what in report.not_checked)


def test_pairs_have_both_directions_and_both_labels(data: Path) -> None:
    rows = {(r.premise, r.hypothesis): r for r in nli.load(data)["pairs"]}
    narrower = rows["No student bought a red car.", "No old student bought a red car."]
    assert (narrower.label, narrower.features["direction"]) == ("entailment", "downward_monotone")
    assert rows["No old student bought a red car.", "No student bought a red car."].label == "neutral"
    assert {r.features["change"] for r in rows.values()} >= {"hyponym", "modifier", "or", "shorter", "adjunct"}


def test_without_its_operator_a_sentence_is_changed_alike_and_the_label_turns(data: Path) -> None:
    rows = list(nli.load(data)["pairs"])
    removed = {(r.features["source"], r.features["after"]): r for r in rows if r.features["operator_removed"] == "no"}
    kept = [r for r in rows if r.features["source"] == 1 and not r.features["operator_removed"]]
    twins = [(r, removed[1, r.features["after"]]) for r in kept if (1, r.features["after"]) in removed]
    turned = [a for a, b in twins if a.features["direction"] != b.features["direction"]]
    assert turned
    assert all(r.premise.startswith(("Some", "No")) for pair in twins for r in pair)


def test_the_same_seed_gives_the_same_bytes_with_any_number_of_workers(data: Path, text: Path) -> None:
    again = text.parent / "again"
    nli.generate("english", again, from_=str(text), filter="none", workers=2, seed=3, formats="snli")
    assert {p.name: p.read_bytes() for p in data.iterdir()} == {p.name: p.read_bytes() for p in again.iterdir()}


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ('"label": "neutral"', '"label": "entailment"', "label: expected neutral"),
        ('"direction": "downward_monotone"', '"direction": "upward_monotone"', "feature 'direction'"),
        ("No student bought", "A student bought", "is not the one that"),
    ],
)
def test_a_changed_row_is_found(data: Path, tmp_path: Path, old: str, new: str, found: str) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(data, copy)
    lines = (copy / "pairs.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    k = next(k for k, line in enumerate(lines) if old in line)
    lines[k] = lines[k].replace(old, new, 1)
    (copy / "pairs.jsonl").write_text("".join(lines), encoding="utf-8")
    report = nli.verify(copy, workers=1)
    assert not report.sound
    assert any(f.line == k + 1 and found in f.what for f in report.faults)


def test_a_forged_certificate_is_refused(data: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(data, copy)
    values = [json.loads(line) for line in (copy / "certificates.jsonl").read_text().splitlines()]
    proofs = [v for v in values if v["label"] == "entailment"]
    neutral = next(v for v in values if v["label"] == "neutral")
    neutral["verdict"], neutral["label"] = proofs[0]["verdict"], "entailment"
    (copy / "certificates.jsonl").write_text("".join(json.dumps(v) + "\n" for v in values))
    assert any("does not hold" in f.what for f in nli.verify(copy, workers=1).faults)


def test_three_parts_share_no_source(tmp_path: Path) -> None:
    many = tmp_path / "many.txt"
    nouns = ("dog", "cat", "car", "book", "apple", "teacher", "house", "bird", "table", "boat", "horse", "coat")
    many.write_text("".join(f"Nobody saw a {n}.\n" for n in nouns), encoding="utf-8")
    made = nli.generate("english", tmp_path / "d", from_=str(many), parts="three", kinds="modifier", filter="none")
    sources = [{r.features["source"] for r in part} for part in made.values()]
    assert len(sources) > 1
    assert sum(map(len, sources)) == len(set().union(*sources))


@pytest.mark.parametrize(
    ("content", "options", "said"),
    [
        (None, {}, "no such file|No such file"),
        ("Das ist ein Haus.\n", {}, "gave no proved pair"),
        (SENTENCES, {"kinds": "colour"}, "kinds: expected"),
        (SENTENCES, {"reading": ["the=existential"]}, "reading: english"),
    ],
)
def test_bad_input_gets_one_line(tmp_path: Path, content: str | None, options: dict[str, object], said: str) -> None:
    path = tmp_path / "s.txt"
    if content is not None:
        path.write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match=said) as error:
        nli.generate("english", tmp_path / "d", from_=str(path), workers=1, **options)
    assert "\n" not in str(error.value)
    assert not (tmp_path / "d").exists()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Tom doesn't like dogs.", "Tom likes dogs."),
        ("The boy is not eating an apple.", "The boy is eating an apple."),
        ("She did not see a cat.", "She saw a cat."),
        ("No man sings.", "Some man sings."),
        ("She left without a bag.", "She left with a bag."),
        ("There is no doctor here.", "There is a doctor here."),
        ("All the dogs barked.", "Some of the dogs barked."),
    ],
)
def test_an_operator_is_taken_away(text: str, expected: str) -> None:
    assert expected in dict(without_operator(readers_of("ccg")[0].read(text))).values()


def test_articles_follow_the_next_word() -> None:
    assert sentence(["a", "old", "man", "ate", "an", "hat", "in", "an", "hour"]) == "An old man ate a hat in an hour"


def _rows(change: Callable[[Value], object]) -> Callable[[Path], None]:
    return lambda copy: _lines(copy / "pairs.jsonl", change)


def _lines(path: Path, change: Callable[[Value], object]) -> None:
    values = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    for value in values:
        change(value)
    path.write_text("".join(json.dumps(value) + "\n" for value in values), encoding="utf-8")


def _manifest(**changed: object) -> Callable[[Path], None]:
    def change(copy: Path) -> None:
        value = json.loads((copy / "manifest.json").read_text(encoding="utf-8"))
        (copy / "manifest.json").write_bytes(written_json({**value, **changed}, sort_keys=True))

    return change


def _hashed_again(copy: Path) -> None:
    """Whoever changes a file can change its hash."""
    value = json.loads((copy / "manifest.json").read_text(encoding="utf-8"))
    for files in (value["files"], *(part["files"] for part in value["parts"].values())):
        for name in files:
            content = (copy / name).read_bytes()
            files[name] = {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
    (copy / "manifest.json").write_bytes(written_json(value, sort_keys=True))


FLIPPED = {"entailment": "neutral", "neutral": "entailment"}


def _flip_snli(row: Value) -> None:
    row["gold_label"] = FLIPPED[row["gold_label"]]
    row["annotator_labels"] = [row["gold_label"]]


@pytest.mark.parametrize(
    ("forge", "said"),
    [
        (lambda copy: _lines(copy / "pairs.snli.jsonl", _flip_snli), "pairs.snli.jsonl, line 1: expected"),
        (_rows(lambda r: r["features"].update(gold_label="neutral")), "unexpected key 'gold_label'"),
        (_rows(lambda r: r["features"].update(source="1")), "source: found"),
        (_rows(lambda r: r.update(premise=r["premise"] + "\u200b")), "not seen"),
        (_rows(lambda r: r.update(premise=r["premise"].replace(" ", "  "))), "other spaces"),
        (_rows(lambda r: r.update(premise=r["premise"] + " That is false.")), "more than one sentence"),
        (_manifest(provenli="no version"), "expected a version"),
        (_manifest(patterns=99), "patterns: 99"),
        (lambda copy: (copy / "train.jsonl").write_text("{}"), "train.jsonl is not in the manifest"),
        (lambda copy: _lines(copy / "certificates.jsonl", lambda c: c.update(calculus="neutral")), "does not hold"),
        (lambda copy: _lines(copy / "patterns.jsonl", lambda p: p.update(premise="x")), "does not hold"),
        (
            lambda copy: _lines(copy / "patterns.jsonl", lambda p: p["recipe"].update(layers=[["nix", "down"]])),
            "an operator without a formula",
        ),
    ],
)
def test_forged_data_are_refused(data: Path, tmp_path: Path, forge: Callable[[Path], None], said: str) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(data, copy)
    forge(copy)
    _hashed_again(copy)
    report = nli.verify(copy, workers=1)
    assert not report.sound
    assert any(said in str(told) for told in (*report.faults, *report.unchecked))


@pytest.mark.parametrize(
    "forge", [_manifest(options={"backend": "ccg"}), _manifest(source="0" * 64), _manifest(parts={"../x": {}})]
)
def test_a_manifest_of_another_kind_is_one_line(data: Path, tmp_path: Path, forge: Callable[[Path], None]) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(data, copy)
    forge(copy)
    with pytest.raises(InputError, match=r"expected|must be"):
        nli.verify(copy, workers=1)


# --- With the sentences given again, all that is told of how pairs were made is checked. ---


def test_with_its_sentences_everything_checks_and_no_engine_is_asked(
    data: Path, text: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "provenli.certify.decide", None)  # whoever imports it fails
    report = nli.verify(data, workers=1, from_=text)
    assert report.sound, (report.faults, report.unchecked)


def _reordered(copy: Path) -> None:
    found = [json.loads(line) for line in (copy / "pairs.jsonl").read_text(encoding="utf-8").splitlines()]
    found = [{**r, "id": f"english-pairs-{k:08}"} for k, r in enumerate([found[1], found[0], *found[2:]])]
    (copy / "pairs.jsonl").write_text("".join(json.dumps(r) + "\n" for r in found), encoding="utf-8")


def _rows_alone(forge: Callable[[Path], None]) -> Callable[[Path], None]:
    """Without the other format, in which the rows stand as they were."""

    def change(copy: Path) -> None:
        shutil.rmtree(copy / "hf")
        value = json.loads((copy / "manifest.json").read_text(encoding="utf-8"))
        value["files"] = {name: told for name, told in value["files"].items() if not name.startswith("hf/")}
        part = value["parts"]["pairs"]
        part["files"] = {"pairs.jsonl": part["files"]["pairs.jsonl"]}
        (copy / "manifest.json").write_bytes(written_json(value, sort_keys=True))
        forge(copy)

    return change


def _options(**changed: object) -> Callable[[Path], None]:
    def change(copy: Path) -> None:
        value = json.loads((copy / "manifest.json").read_text(encoding="utf-8"))
        _manifest(options={**value["options"], **changed})(copy)

    return change


def _left_out(change: Callable[[list[str]], list[str]]) -> Callable[[Path], None]:
    def forge(copy: Path) -> None:
        lines = (copy / "left_out.certificates").read_text(encoding="utf-8").splitlines(keepends=True)
        (copy / "left_out.certificates").write_text("".join(change(lines)), encoding="utf-8")

    return forge


@pytest.fixture(scope="module")
def small(text: Path) -> Path:
    """Of few of the pairs that there are: others are left out."""
    made = {"from_": str(text), "filter": "none", "kinds": "modifier,or", "each": 3, "size": 4}
    nli.generate("english", text.parent / "small", workers=1, formats="hf", **made)
    return text.parent / "small"


def _undecided(lines: list[str]) -> list[str]:
    return [json.dumps({**json.loads(lines[0]), "verdict": None}) + "\n", *lines[1:]]


@pytest.mark.parametrize(
    ("forge", "said"),
    [
        (_manifest(), ""),
        (_manifest(seed=4), "draw another row here"),
        (_options(each=2), "draw another row here"),
        (_options(minimal=False), "draw another row here"),
        (_options(kinds=["modifier", "and", "or"]), "draw"),
        (_manifest(notes=["people agree"]), "notes: seed 0 and these options make others"),
        (_rows_alone(_rows(lambda r: r["features"].update(source=2))), "draw another row here"),
        (_rows_alone(_rows(lambda r: r["features"].update(change="and"))), "draw another row here"),
        (_rows_alone(_reordered), "draw another row here"),
        (_options(filter="encoder"), "an encoder left sentences out"),
        (_options(**{"from": "0" * 64}), "has other sentences"),
        (_left_out(lambda lines: lines[1:]), "is not on record"),
        (_left_out(lambda lines: [*lines, lines[-1]]), "left_out"),
        (
            _left_out(lambda lines: [line.replace('"label": "entailment"', '"label": "neutral"') for line in lines]),
            "does not hold",
        ),
        (_left_out(_undecided), "left out as undecided"),
    ],
)
def test_a_false_story_of_how_pairs_were_made(
    small: Path, text: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, forge: Callable[[Path], None], said: str
) -> None:
    monkeypatch.setattr("provenli.library.sentence_data.encoder_scorer", lambda: (None, ""))
    copy = tmp_path / "copy"
    shutil.copytree(small, copy)
    forge(copy)
    _hashed_again(copy)
    report = nli.verify(copy, workers=1, from_=text)
    assert report.sound == (not said)
    assert said in " ".join(map(str, (*report.faults, *report.unchecked)))


def test_what_earlier_versions_left_out_is_not_on_record(small: Path, text: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(small, copy)
    (copy / "left_out.certificates").unlink()
    value = json.loads((copy / "manifest.json").read_text(encoding="utf-8"))
    del value["left_out"], value["files"]["left_out.certificates"]
    (copy / "manifest.json").write_bytes(written_json(value, sort_keys=True))
    report = nli.verify(copy, workers=1, from_=text)
    assert ["not all that was decided is on record" in what for what in report.unchecked] == [True]
    assert not report.faults
