from __future__ import annotations

import json
from pathlib import Path

import pytest

from provenli.cli.main import main
from provenli.english.wordnet import wordnet_directory
from provenli.pairs import entails

decide = entails.entails
pytestmark = pytest.mark.skipif(wordnet_directory() is None, reason="no WordNet files on this machine")


def said(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as ended:
        main(list(words))
    out, err = capsys.readouterr()
    return int(ended.value.code or 0), out, err


def test_a_pair_is_answered_with_what_it_rests_on(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = said(capsys, "entails", "english", "Every dog barks.", "Every poodle barks.")
    assert status == 0
    assert "entailment: proved" in out
    assert "given: every poodle is a dog [WordNet poodle#1 < dog#1]" in out


def test_json_has_what_programs_read(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = said(capsys, "entails", "english", "Every dog barks.", "Every poodle barks.", "--json")
    value = json.loads(out)
    assert {"label", "verdict", "probability", "given", "steps", "premises"} <= set(value)


def test_a_file_gives_a_line_a_pair(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "pairs.tsv"
    path.write_text("Every dog barks.\tEvery poodle barks.\n😀\tNo dog barks.\n", encoding="utf-8")
    status, out, _ = said(capsys, "entails", "english", "--file", str(path), "--json")
    rows = [json.loads(line) for line in out.splitlines()]
    assert status == 0
    assert [r["verdict"] for r in rows] == ["proved", "not covered"]
    assert [r["line"] for r in rows] == [1, 2]


def test_premises_may_be_repeated_in_english_and_in_fragments(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--premise", "It rains.", "--premise", "Every dog barks.", "Every poodle barks.", "--json")
    _, out, _ = said(capsys, "entails", "english", *words)
    assert json.loads(out)["premises"] == ["It rains.", "Every dog barks."]
    _, out, _ = said(
        capsys, "entails", "boolean", "--premise", "Ann swam.", "--premise", "Bob swam.", "Ann and Bob swam.", "--json"
    )
    value = json.loads(out)
    assert (value["label"], len(value["premises"])) == ("entailment", 2)


def test_without_a_fragment_the_first_that_reads_both_answers(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = said(capsys, "entails", "Every dog ran.", "Every poodle ran.")
    assert out.startswith("fragment:   monotonicity_simple\n")
    _, out, _ = said(capsys, "entails", "My uncle never eats meat.", "My uncle never eats pork.", "--json")
    assert json.loads(out)["fragment"] == "english"


def test_without_a_fragment_a_pair_is_shown_as_in_the_fragment_and_decided_once(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pair = ("Exactly 2 dogs ran.", "Some poodle ran.")
    named = [said(capsys, "entails", "monotonicity_simple", *pair, *more)[1] for more in ((), ("--json",))]
    asked: list[str] = []
    monkeypatch.setattr(entails, "entails", lambda f, *rest: (asked.append(f.name), decide(f, *rest))[1])
    anywhere = [said(capsys, "entails", *pair, *more)[1] for more in ((), ("--json",))]
    assert anywhere[0] == "fragment:   monotonicity_simple\n" + named[0]
    assert json.loads(anywhere[1]) == {"fragment": "monotonicity_simple", **json.loads(named[1])}
    assert asked.count("monotonicity_simple") == len(anywhere)


def test_options_of_english_are_refused_elsewhere(capsys: pytest.CaptureFixture[str]) -> None:
    status, _, err = said(capsys, "entails", "boolean", "Ann swam.", "Ann swam.", "--isa", "a=b")
    assert status == 2
    assert "are for English" in err


@pytest.mark.parametrize(
    "words",
    [
        ("english",),
        ("english", "Every dog barks."),
        ("english", "A.", "B.", "--file", "x.tsv"),
        ("english", "A dog.", "A cat.", "--backend", "spicy"),
        ("english", "A dog.", "A cat.", "--isa", "dog"),
        ("english", "A dog.", "A cat.", "--knowledge", "nowhere.txt"),
        ("english", "--file", "nowhere.tsv"),
    ],
)
def test_bad_words_are_one_line(capsys: pytest.CaptureFixture[str], words: tuple[str, ...]) -> None:
    status, out, err = said(capsys, "entails", *words)
    assert status == 2
    assert out == ""
    assert err.startswith("provenli: ")
    assert err.count("\n") == 1


def test_a_missing_dictionary_is_said_where_words_are_strangers(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("entails", "english", "Every blick is red.", "Every zorg is red.")
    assert "WordNet" not in said(capsys, *words)[1]
    monkeypatch.setenv("WORDNET", "/nowhere")
    assert said(capsys, *words)[1].splitlines()[-1].startswith("WordNet is not here: `apt install wordnet-base`")
