"""The command line: what each command prints, its JSON, its exit status, and one clear line for every mistake."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from provenli import __version__
from provenli.cli.main import main
from provenli.library.fragment_shelf import FRAGMENTS

LABELS = {"entailment", "contradiction", "neutral", "undecided", "inconsistent"}
READING = {
    "existential_import",
    "the",
    "distinct_names",
    "closed_world",
    "as_tall_as",
    "scope",
    "coreference",
    "granted",
}
ANSWER = {
    "premise",
    "premises",
    "hypothesis",
    "label",
    "reading",
    "certificate",
    "agreed",
    "rests_on_word_of",
    "meanings",
    "other_readings",
    "given",
    "strictly",
    "scope",
}


@dataclass(frozen=True)
class Result:
    status: int
    out: str
    err: str

    def json(self) -> Any:
        return json.loads(self.out)


Run = Callable[..., Result]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def command(*words: object) -> Result:
        with pytest.raises(SystemExit) as e:
            main([str(w) for w in words])
        printed = capsys.readouterr()
        return Result(int(e.value.code or 0), printed.out, printed.err)

    return command


def really(*words: str) -> Result:
    """In a process of its own: the real exit status."""
    done = subprocess.run([sys.executable, "-m", "provenli", *words], capture_output=True, text=True, check=False)
    return Result(done.returncode, done.stdout, done.stderr)


def refused(r: Result, *said: str) -> None:
    """Exit status 2, nothing on standard output, one line on standard error that says all of this."""
    assert (r.status, r.out) == (2, "")
    assert r.err.startswith("provenli: ")
    assert r.err.count("\n") == 1, r.err
    assert len(r.err) < 400
    for text in said:
        assert text in r.err


# --- what works -------------------------------------------------------------------------------------------------------


def test_version(run: Run) -> None:
    assert run("--version") == Result(0, f"{__version__}\n", "")


def test_fragments(run: Run) -> None:
    r = run("fragments")
    assert r.status == 0
    assert not r.err
    for text in (
        "boolean",
        "monotonicity_hard",
        "Yanaka et al. 2021, Table 11",
        "existential_import=all",
        "→  entailment",
    ):
        assert text in r.out


def test_fragments_json(run: Run) -> None:
    rows = run("fragments", "--json").json()
    assert [row["name"] for row in rows] == list(FRAGMENTS)
    for row in rows:
        told = {"name", "paper", "about", "labels", "reading", "words", "rules", "example", "parts", "options"}
        assert set(row) == told
        assert set(row["reading"]) == READING
        assert set(row["example"]) == {"premise", "hypothesis", "label"}
        assert row["example"]["label"] == "entailment"


def test_parse(run: Run) -> None:
    r = run("parse", "monotonicity_hard", "Every dog who saw a cat ran.")
    assert r.status == 0
    lines = r.out.splitlines()
    assert lines[0] == "every↑ dog↓ who saw↓ a↓ cat↓ ran↑"
    assert lines[-1] == "meaning: every x (dog(x) ∧ some y (cat(y), see(x, y)), run(x))"
    assert any(line.startswith("├─ NP[anim=yes,num=sg] ↑") for line in lines)


def test_parse_shows_every_reading(run: Run) -> None:
    r = run("parse", "monotonicity_hard", "Every dog who saw a cat with strong smell ran.")
    assert "reading 1 of 2" in r.out
    assert "reading 2 of 2" in r.out
    value = run("parse", "monotonicity_hard", "Every dog who saw a cat with strong smell ran.", "--json").json()
    first, second = (reading["meaning"] for reading in value["readings"])
    assert first != second
    assert "see(x1, x2)) & have" not in first  # closest attachment first: the cat's smell


def test_parse_json(run: Run) -> None:
    value = run("parse", "boolean", "Ann did not swim.", "--json").json()
    assert set(value) == {"sentence", "readings"}
    (reading,) = value["readings"]
    assert set(reading) == {"text", "meaning", "level", "nodes"}
    assert (reading["text"], reading["meaning"], reading["level"]) == ("Ann did not swim.", "~swim(Ann)", 0)
    for node in reading["nodes"]:
        assert set(node) == {"address", "category", "text", "polarity", "parts"}
    assert {n["text"]: n["polarity"] for n in reading["nodes"]}["swim"] == -1


def test_long_sentences_keep_the_tree_narrow(run: Run) -> None:
    text = "Some but not all good dogs who every cat who did not sleep inspected without strong smell were not happy."
    lines = run("parse", "monotonicity_hard", text).out.splitlines()
    assert any("some but not all … strong smell were not happy"[-20:] in line for line in lines)
    texts = [line for line in lines if line.startswith(("S ", "├─ NP"))]
    assert all(len(line) <= 100 for line in texts)


@pytest.mark.parametrize(
    ("premise", "hypothesis", "label", "evidence"),
    [
        ("No dog moved.", "No poodle ran.", "entailment", "dog(x)  becomes the narrower  poodle(x)"),
        ("Every dog ran.", "Some dog ran.", "entailment", "every  becomes the wider  some, given that there is one"),
        ("Exactly 3 dogs ran.", "At most 2 dogs ran.", "contradiction", "which is what the hypothesis denies."),
        ("Most dogs ran.", "Most dogs slept.", "contradiction", "these cannot hold together (add them up):"),
        ("Most dogs ran.", "Every dog ran.", "neutral", "the premise is true and the hypothesis is false"),
    ],
)
def test_entails_shows_label_and_evidence(run: Run, premise: str, hypothesis: str, label: str, evidence: str) -> None:
    r = run("entails", "monotonicity_hard", premise, hypothesis)
    assert (r.status, r.err) == (0, "")
    assert f"\n{label}: " in r.out
    assert evidence in r.out


def test_entails_names_other_readings(run: Run) -> None:
    pair = "Every dog who saw a cat with strong smell ran.", "Every dog who saw a cat ran."
    assert "The text has 2 readings" in run("entails", "monotonicity_hard", *pair).out
    value = run("entails", "monotonicity_hard", *pair, "--json").json()
    assert [set(o) for o in value["other_readings"]] == [{"premise", "hypothesis", "label"}]


def test_entails_json(run: Run) -> None:
    value = run("entails", "boolean", "Ann swam.", "Ann or Bob swam.", "--json").json()
    assert set(value) == ANSWER
    assert value["label"] == "entailment"
    assert set(value["reading"]) == READING
    assert value["certificate"]["kind"] == "proof"
    assert value["rests_on_word_of"] == []
    assert value["meanings"] == {"premise": "swim(Ann)", "hypothesis": "swim(Ann) | swim(Bob)"}
    assert value["other_readings"] == []


def test_a_reading_changes_the_label(run: Run) -> None:
    pair = "monotonicity_hard", "Every dog ran.", "Some dog ran."
    assert run("entails", *pair, "--json").json()["label"] == "entailment"
    r = run("entails", *pair, "--json", "--reading", "existential_import=no").json()
    assert (r["label"], r["reading"]["existential_import"]) == ("neutral", "no")
    r = run("entails", *pair, "--reading", "existential_import=no", "--reading", "the=existential")
    assert "reading:    the=existential, otherwise plain" in r.out


def test_more_engines(run: Run) -> None:
    value = run("entails", "boolean", "Ann and Bob swam.", "Ann swam.", "--engines", "2", "--json").json()
    assert len(value["agreed"]) == 1
    assert "Also found by" in run("entails", "boolean", "Ann and Bob swam.", "Ann swam.", "--engines", "2").out


def test_real_exit_statuses() -> None:
    assert really("entails", "boolean", "Ann swam.", "Ann swam.").status == 0
    refused(really("entails", "boolean", "Ann flew.", "Ann swam."), "premise: unknown word 'flew'")
    refused(really("nonsense"), "No such command 'nonsense'")
    bare = really()
    assert (bare.status, bare.err) == (0, "")
    assert "quickstart" in bare.out


def test_a_closed_pipe_is_no_error() -> None:
    command = f"{sys.executable} -m provenli parse boolean 'Ann swam.' | true"
    done = subprocess.run(["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr


# --- files ------------------------------------------------------------------------------------------------------------


def write(path: Path, content: str | bytes) -> Path:
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


GOOD = "Ann and Bob swam.\tAnn swam.\nAnn swam.\tAnn did not swim.\n\nAnn swam.\tBob swam.\n"
DECIDED = [
    "entailment\tAnn and Bob swam.\tAnn swam.",
    "contradiction\tAnn swam.\tAnn did not swim.",
    "neutral\tAnn swam.\tBob swam.",
]


@pytest.mark.parametrize(
    "content",
    [GOOD, GOOD.removesuffix("\n"), GOOD.replace("\n", "\r\n"), "\ufeff" + GOOD, "\ufeff" + GOOD.replace("\n", "\r\n")],
)
def test_a_file_of_pairs(run: Run, tmp_path: Path, content: str) -> None:
    path = write(tmp_path / "pairs.tsv", content)
    r = run("entails", "boolean", "--file", path)
    assert (r.status, r.err, r.out.splitlines()) == (0, "", DECIDED)


def test_a_file_as_json(run: Run, tmp_path: Path) -> None:
    path = write(tmp_path / "pairs.tsv", GOOD)
    r = run("entails", "boolean", "--file", path, "--json")
    rows = [json.loads(line) for line in r.out.splitlines()]
    assert [set(row) for row in rows] == [ANSWER | {"line"}] * 3
    assert [(row["line"], row["label"]) for row in rows] == [(1, "entailment"), (2, "contradiction"), (4, "neutral")]


LABELLED = (
    "Ann swam.\tAnn or Bob swam.\tentailment\nAnn swam.\tBob swam.\tnot_entailment\nAnn swam.\tBob swam.\tentailment\n"
)
AS_JSON = '{"sentence1": "Ann swam.", "sentence2": "Bob swam.", "gold_label": "entailment"}\n'


@pytest.mark.parametrize("first", ["", "premise\thypothesis\tlabel\n"])
def test_labels_of_a_file_are_compared(run: Run, tmp_path: Path, first: str) -> None:
    path = write(tmp_path / "pairs.tsv", first + LABELLED)
    r = run("entails", "boolean", "--file", path)
    line = 4 if first else 3
    assert (r.status, r.err) == (0, f"1 of 3 labels differs from the file's (line {line})\n")
    assert [row.endswith("\tDIFFERS: the file says entailment") for row in r.out.splitlines()] == [False, False, True]
    rows = [json.loads(line) for line in run("entails", "boolean", "--file", path, "--json").out.splitlines()]
    assert [row["given_label"] for row in rows] == ["entailment", "non-entailment", "entailment"]
    assert [row["agrees"] for row in rows] == [True, True, False]


def test_json_lines_of_pairs(run: Run, tmp_path: Path) -> None:
    r = run("entails", "boolean", "--file", write(tmp_path / "pairs.jsonl", AS_JSON))
    assert r.out == "neutral\tAnn swam.\tBob swam.\tDIFFERS: the file says entailment\n"
    refused(run("entails", "boolean", "--file", write(tmp_path / "odd.jsonl", '{"a": 1}\n')), "line 1", "found 'a'")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("entails", "Ann swam.", "boolean", "Bob swam."), "the fragment comes first, then the sentences"),
        (("split", ".", "productivity", "--out", "x"), "the protocol comes first, as in provenli split productivity ."),
        (("train", ".", "lstm", "--out", "x"), "the model comes first, as in provenli train lstm ."),
        (("generate", "boolaen", "--out", "x"), "did you mean 'boolean'?"),
        (("generate", "boolean", "--parts", "0.8,0.1", "--out", "x"), "sum to 0.9, not to 1"),
        (("generate", "fair", "--depth", "1-2", "--out", "x"), "no such option: --depth; known: --cover, --ratio"),
    ],
)
def test_frequent_mistakes_are_led_on(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: Any, said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    refused(run(*words), said)
    assert list(tmp_path.iterdir()) == []


def test_scope_that_was_settled_is_said(run: Run) -> None:
    cats = ("entails", "monotonicity_hard", "Every dog saw some cat.", "Some dog ran.")
    assert "\nscope:      in the order of the words (--reading scope=inverse" in run(*cats).out
    assert "\nscope:      the object first" in run(*cats, "--reading", "scope=inverse").out
    assert "\nscope:" not in run(*cats[:2], "Every dog saw every cat.", "Some dog ran.").out


def test_bad_lines_are_named_and_the_others_decided(run: Run, tmp_path: Path) -> None:
    path = write(tmp_path / "pairs.tsv", "Ann flew.\tAnn swam.\nAnn swam.\tAnn swam.\nAnn swam.\tswam Ann.\n\t\n")
    r = run("entails", "boolean", "--file", path)
    assert r.status == 2
    assert r.out == "entailment\tAnn swam.\tAnn swam.\n"
    first, second, third, last = r.err.splitlines()
    assert last == "3 pairs could not be read"
    assert first.startswith(f"provenli: {path}, line 1: premise: unknown word 'flew'")
    assert second.startswith(f"provenli: {path}, line 3: hypothesis: no parse")
    assert third.startswith(f"provenli: {path}, line 4: premise: the sentence is empty")
    rows = [json.loads(line) for line in run("entails", "boolean", "--file", path, "--json").out.splitlines()]
    assert [(row["line"], row["label"]) for row in rows] == [(1, None), (2, "entailment"), (3, None), (4, None)]
    assert set(rows[0]) == {"line", "label", "error"}


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "no pairs"),
        ("\n\r\n", "no pairs"),
        ("Ann swam.\n", "line 1: expected premise, tab, hypothesis, and if you like a tab and a label; found 1"),
        ("Ann swam.\tBob swam.\tneutral\t1\n", "and if you like a tab and a label; found 4"),
        ("Ann swam.\tBob swam.\tneutrall\n", "line 1: unknown label 'neutrall'; did you mean 'neutral'"),
        (b"\x89PNG\r\n\x1a\n\x00\xff", "not UTF-8 text"),
        (GOOD.encode("utf-16"), "not UTF-8 text"),
    ],
)
@pytest.mark.parametrize("options", [(), ("--json",)])
def test_files_that_are_no_pairs(
    run: Run, tmp_path: Path, content: str | bytes, said: str, options: tuple[str, ...]
) -> None:
    path = write(tmp_path / "pairs.tsv", content)
    refused(run("entails", "boolean", "--file", path, *options), str(path), said)


def test_files_that_cannot_be_opened(run: Run, tmp_path: Path) -> None:
    refused(run("entails", "boolean", "--file", tmp_path / "none.tsv"), "No such file")
    refused(run("entails", "boolean", "--file", tmp_path), "Is a directory")


# --- mistakes ---------------------------------------------------------------------------------------------------------

SWAM = ("entails", "boolean", "Ann swam.", "Ann swam.")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("parse", "bolean", "Ann swam."), ["unknown fragment 'bolean'", "did you mean 'boolean'?"]),
        (("fragments", "english"), ["english is no fragment:"]),
        (("parse", "xyz", "Ann swam."), ["unknown fragment 'xyz'", "known: boolean, boolean_coordination"]),
        (("parse", "boolean", "Ann swimmed."), ["unknown word 'swimmed' (word 2, column 5)", "did you mean 'swim'?"]),
        (("parse", "boolean", "Ann swam Bob."), ["no parse", "word 3 'Bob' (column 10) cannot follow"]),
        (("parse", "boolean", "Ann and"), ["ends too early", "expected one of: Ann"]),
        (("parse", "boolean", "swam Ann"), ["cannot begin with word 1 'swam'"]),
        (("parse", "boolean", ""), ["the sentence is empty"]),
        (("parse", "boolean", " . "), ["the sentence is empty"]),
        (("parse", "boolean", "Ann " * 10_000), ["10000 words; at most 200"]),
        (("parse", "boolean", "x" * 100_000), ["unknown word"]),
        (("parse", "boolean", "it is not the case that " * 60 + "Ann swam."), ["362 words; at most 200"]),
        (("parse", "monotonicity_hard", "A old dog ran."), ["'A' (word 1, column 1) must be 'an' before 'old'"]),
        (("entails", "boolean", "Ann flew.", "Ann swam."), ["premise: unknown word 'flew'"]),
        (("entails", "boolean", "Ann swam.", "Ann flew."), ["hypothesis: unknown word 'flew'"]),
        ((*SWAM, "--reading", "the=only"), ["reading the='only': expected unique, existential, presupposed"]),
        ((*SWAM, "--reading", "teh=unique"), ["unknown reading 'teh'", "did you mean 'the'?"]),
        ((*SWAM, "--reading", "existential_import=maybe"), ["expected no, strong, all"]),
        ((*SWAM, "--reading", "the"), ["expected unique"]),
        ((*SWAM, "--engines", "0"), ["--engines"]),
        ((*SWAM, "--engines", "two"), ["--engines"]),
        ((*SWAM, "--seconds", "0"), ["--seconds"]),
        ((*SWAM, "--seconds", "nan"), ["--seconds"]),
        ((*SWAM, "Ann swam."), ["unexpected"]),
        ((*SWAM, "--jsn"), ["--jsn"]),
        ((*SWAM, "--file", "pairs.tsv"), ["two sentences or --file, not both"]),
        (("entails", "boolean", "Ann swam."), ["needs two sentences"]),
        (("entails", "boolean"), ["needs two sentences"]),
        (("entails",), ["FRAGMENT"]),
        (("parse", "boolean"), ["SENTENCE"]),
        (("entail",), ["No such command 'entail'"]),
        (("--versoin",), ["--versoin"]),
    ],
)
def test_mistakes(run: Run, words: tuple[str, ...], said: list[str]) -> None:
    refused(run(*words), *said)


def test_deep_nesting_that_fits(run: Run) -> None:
    deep = "it is not the case that " * 33 + "Ann swam"
    value = run("entails", "boolean", deep, "Ann swam.", "--json").json()
    assert value["label"] == "contradiction"
    assert run("parse", "boolean", deep).status == 0


def test_no_time_is_undecided_and_never_a_label(run: Run) -> None:
    pair = "No dog who saw at most 2 cats moved.", "No poodle who saw at most 1 cat ran."
    r = run("entails", "monotonicity_hard", *pair, "--seconds", "0.001", "--json")
    assert r.status == 0
    assert r.json()["label"] in {"undecided", "entailment"}


# --- a user's own file ------------------------------------------------------------------------------------------------

OWN = """
from provenli.grammar import *
from provenli.pairs.fragment import Fragment

def loop(*parts):
    return loop(*parts)

def made(meaning, *more, word=predicate("run")):
    rules = [rule("S -> PN IV", meaning), *more]
    return Fragment("own", Grammar("S", rules, [proper_name("Ann"), fixed("IV", "ran", word)]))
"""


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("raise ValueError('no\\nway')", ["line 11", "ValueError: no way"]),
        ("import no_such_module", ["line 11", "ModuleNotFoundError"]),
        ("raise SystemExit(3)", ["line 11", "SystemExit"]),
        ("x = (", ["line 11, column 5", "never closed"]),
        ("FRAGMENT = made(lambda a, b: a(b), rule('Q -> PN'))", ["line 10", "'Q' cannot be reached from 'S'"]),
        ("FRAGMENT = made(lambda a: a)", ["line 9", "the meaning must take 2 argument(s)"]),
        ("FRAGMENTS = made(lambda a, b: a(b))", ["defines no FRAGMENT; expected FRAGMENT = Fragment("]),
        ("FRAGMENT = 3", ["FRAGMENT is of type int"]),
        ("FRAGMENT = made(loop)", ["'own'", "'Ann ran.' is grammatical", "calls itself for ever"]),
        ("FRAGMENT = made(lambda a, b: None)", ["'Ann ran' means no sentence"]),
        ("FRAGMENT = made(lambda a, b: negated(a(b)), word=lambda x: None)", ["expected a formula, found None"]),
        ("FRAGMENT = made(lambda a, b: a.body(b))", ["AttributeError", "has no attribute 'body'"]),
        ("FRAGMENT = made(lambda a, b: b)", ["'Ann ran' means no sentence"]),
    ],
)
@pytest.mark.parametrize("command", ["parse", "entails"])
def test_faults_in_a_users_file(run: Run, tmp_path: Path, code: str, said: list[str], command: str) -> None:
    path = write(tmp_path / "own.py", OWN + code + "\n")
    refused(run(command, path, *["Ann ran."] * (1 if command == "parse" else 2)), *said)


def test_a_users_file(run: Run, tmp_path: Path) -> None:
    path = write(tmp_path / "own.py", OWN + "FRAGMENT = made(lambda a, b: a(b))\n")
    assert run("entails", path, "Ann ran.", "Ann ran.", "--json").json()["label"] == "entailment"


def test_a_users_file_that_is_not_there(run: Run, tmp_path: Path) -> None:
    refused(run("parse", tmp_path / "none.py", "Ann ran."), "no such file")
    refused(run("parse", tmp_path, "Ann ran."), "is a directory")
    refused(run("parse", write(tmp_path / "own.txt", "x"), "Ann ran."), "not a Python file")
    refused(run("parse", write(tmp_path / "own.py", b"\x00\xff"), "Ann ran."), "own.py")


def test_fragments_shows_one_with_its_words(run: Run) -> None:
    assert "Det: a, a few, all, at least n" in run("fragments", "monotonicity_hard").out
    assert json.loads(run("fragments", "boolean", "--json").out)["lexicon"]["CON"] == ["and", "or"]
    assert "guest" in run("fragments", "examples/my_fragment.py").out


def test_mistakes_lead_to_the_help_of_their_command(capsys: pytest.CaptureFixture[str]) -> None:
    for words, told in (
        (["generate", "boolean"], "generate --help; for example: "),
        (["nothing"], "(see provenli --help)"),
    ):
        with pytest.raises(SystemExit):
            main(words)
        assert told in capsys.readouterr().err


def test_a_part_that_is_not_there_leads_to_those_that_are(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "config.json").write_text("{}")
    (tmp_path / "test-depth-3.jsonl").write_text("")
    with pytest.raises(SystemExit):
        main(["predict", str(tmp_path), str(tmp_path / "test-depth-4.jsonl")])
    assert "no such file; did you mean 'test-depth-3.jsonl'?" in capsys.readouterr().err
