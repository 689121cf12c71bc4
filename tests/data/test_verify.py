"""verify: sound for every fragment; and whatever is changed afterwards is found and named, with file and line.

Each change is made by a careful forger, who also writes new hashes into the manifest: what is wrong must be found by
proving it again, not by the hash alone.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from provenli.certify.certificates import EngineWord as Bare
from provenli.certify.certificates import Proved, Verdict
from provenli.certify.codec import verdict_to_json
from provenli.cli.main import main
from provenli.data.generate import Order, generate
from provenli.data.manifest import written_json
from provenli.data.verify import VerificationReport, verify
from provenli.errors import ProveNLIError
from provenli.library.fragment_shelf import FRAGMENTS, load_file, load_fragment
from provenli.logic.models import model_from_json
from provenli.pairs.fragment import Fragment
from provenli.pairs.plan import Request
from tests.pairs.test_drawn import options, toy_file

SMALL: dict[str, dict[str, Any]] = {
    "systematicity": {"depth": (1, 2)},
    "negation": {"clauses": (1, 2)},
    "boolean_coordination": {"people": (1, 2), "places": (1, 2)},
    "counting": {"names": (1, 4)},
    "comparative": {"people": (1, 4), "links": (0, 1)},
    "monotonicity_simple": {"search": (1, 1)},
    "monotonicity_hard": {"search": (1, 1)},
}
"""Short lists are enough here, and quick."""
QUICK = [pytest.param(n, marks=pytest.mark.slow) if n == "fair" else n for n in FRAGMENTS]


def make(fragment: Fragment, out: Path, size: int, seed: int = 0, **chosen: Any) -> None:
    generate(Order(fragment, fragment.name, Request(size, seed, options(fragment, **chosen)), ("jsonl",), out))


def test_a_sentence_with_two_trees_and_one_meaning_verifies(tmp_path: Path) -> None:
    """'If some dogs ran, some cats swam': either clause can be the one that the pattern changes."""
    fragment = load_fragment("systematicity")
    make(fragment, tmp_path / "out", 240, depth=(2, 2), variant="larger")
    rows = (tmp_path / "out" / "pairs.jsonl").read_text()
    assert re.search(r'"hypothesis": "If some \w+ \w+, some \w+ \w+\."', rows)
    report = verify(tmp_path / "out", load_fragment, deep=True)
    assert report.sound, "\n".join(map(str, report.faults))


@pytest.mark.parametrize("name", QUICK)
def test_every_fragment_verifies(name: str, tmp_path: Path) -> None:
    fragment = load_fragment(name)
    make(fragment, tmp_path / "out", 40, **SMALL.get(name, {}))
    report = verify(tmp_path / "out", load_fragment)
    assert report.sound, "\n".join(map(str, report.faults))
    assert report.rows == 40
    assert report.certificates > 0


@pytest.mark.parametrize("seed", range(5))
def test_toy_sets_of_any_seed_and_size_verify(seed: int, tmp_path: Path) -> None:
    fragment = load_file(toy_file(tmp_path))
    make(fragment, tmp_path / "out", (1, 2, 17, 100, 301)[seed], seed)
    report = verify(tmp_path / "out", lambda _: fragment)
    assert report.sound, "\n".join(map(str, report.faults))


# --- a data set to be tampered with -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Made:
    fragment: Fragment
    file: Path
    directory: Path

    def path(self, name: str) -> Path:
        return self.directory / name

    def lines(self, name: str) -> list[Any]:
        return [json.loads(line) for line in self.path(name).read_text().splitlines()]

    def put(self, name: str, values: list[Any]) -> None:
        self.path(name).write_text("".join(json.dumps(v, ensure_ascii=False) + "\n" for v in values))
        self.rehash()

    def edit(self, name: str, line: int, change: Callable[[Any], None]) -> None:
        values = self.lines(name)
        change(values[line - 1])
        self.put(name, values)

    def manifest(self, change: Callable[[Any], None]) -> None:
        value = json.loads(self.path("manifest.json").read_text())
        change(value)
        self.path("manifest.json").write_bytes(written_json(value, sort_keys=True))

    def rehash(self) -> None:
        def change(value: Any) -> None:
            for files in (value["files"], *(p["files"] for p in value["parts"].values())):
                for name, written in files.items():
                    if self.path(name).is_file():
                        content = self.path(name).read_bytes()
                        written |= {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}

        self.manifest(change)

    def report(self) -> VerificationReport:
        return verify(self.directory, lambda _: self.fragment)


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Made:
    home = tmp_path_factory.mktemp("verify")
    file = toy_file(home)
    fragment = load_file(file)
    out = home / "out"
    source = hashlib.sha256(file.read_bytes()).hexdigest()
    generate(Order(fragment, str(file), Request(150, 3, options(fragment)), ("jsonl", "snli"), out, source))
    return Made(fragment, file, out)


@pytest.fixture
def made(original: Made, tmp_path: Path) -> Made:
    shutil.copytree(original.directory, tmp_path / "out")
    return Made(original.fragment, original.file, tmp_path / "out")


def found(made: Made, file: str, line: int | None = None, *said: str) -> None:
    """A fault that names file and line, in the report and on the command line, with exit status 1."""
    report = made.report()
    assert not report.sound
    faults = [f for f in report.faults if f.file == file and (line is None or f.line == line)]
    assert faults, f"{file}, line {line} is not among: {[str(f) for f in report.faults]}"
    for text in said:
        assert any(text in f.what for f in faults), [f.what for f in faults]


Out = pytest.CaptureFixture[str]


def command(made: Made, capsys: Out, *more: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as e:
        main(["verify", str(made.directory), "--fragment", str(made.file), *more])
    printed = capsys.readouterr()
    return int(e.value.code or 0), printed.out, printed.err


def test_the_original_is_sound(made: Made, capsys: Out) -> None:
    assert made.report().sound
    made.rehash()
    status, out, _ = command(made, capsys)
    assert status == 0
    assert "everything checks" in out


def test_a_fault_on_the_command_line(made: Made, capsys: Out) -> None:
    made.edit("train.jsonl", 7, lambda r: r.update(label=other_label(r["label"])))
    status, out, err = command(made, capsys)
    assert (status, err) == (1, "")
    assert "train.jsonl, line 7: label" in out
    status, out, _ = command(made, capsys, "--json")
    value = json.loads(out)
    assert (status, value["sound"]) == (1, False)
    assert {"file": "train.jsonl", "line": 7}.items() <= value["faults"][0].items()


def test_the_own_file_must_be_the_same(made: Made, capsys: Out, tmp_path: Path) -> None:
    other = tmp_path / "other.py"
    other.write_text(made.file.read_text() + "\n# changed\n")
    status, _, err = command(Made(made.fragment, other, made.directory), capsys)
    assert status == 2
    assert "hash differs" in err


# --- rows -------------------------------------------------------------------------------------------------------------


def other_label(label: str) -> str:
    return "neutral" if label == "entailment" else "entailment"


def test_a_flipped_label(made: Made) -> None:
    made.edit("dev.jsonl", 4, lambda r: r.update(label=other_label(r["label"])))
    found(made, "dev.jsonl", 4, "label")


def test_exchanged_labels(made: Made) -> None:
    """Counts stay right."""
    rows = made.lines("train.jsonl")
    a = next(k for k, r in enumerate(rows) if r["label"] == "entailment")
    b = next(k for k, r in enumerate(rows) if r["label"] == "contradiction")
    rows[a]["label"], rows[b]["label"] = rows[b]["label"], rows[a]["label"]
    made.put("train.jsonl", rows)
    found(made, "train.jsonl", a + 1, "label")
    found(made, "train.jsonl", b + 1, "label")


NOUNS = ("dog", "cat", "owl", "eel")


def shared_noun(rows: list[Any]) -> tuple[int, str]:
    """A row in which one noun is in both sentences."""
    for k, r in enumerate(rows):
        for n in NOUNS:
            if all(n in r[side].split() for side in ("premise", "hypothesis")):
                return k, n
    raise AssertionError("no such row")


def test_another_word_of_the_class_in_one_place(made: Made) -> None:
    rows = made.lines("train.jsonl")
    k, noun = shared_noun(rows)
    taken = rows[k]["premise"] + rows[k]["hypothesis"]
    other = next(n for n in ("dog", "cat") if n not in taken)
    rows[k]["premise"] = rows[k]["premise"].replace(f" {noun}", f" {other}")
    made.put("train.jsonl", rows)
    found(made, "train.jsonl", k + 1)


def test_another_word_of_the_class_everywhere(made: Made) -> None:
    """A pair like any other, but for the part: fox is a word of test only."""
    rows = made.lines("train.jsonl")
    k, noun = shared_noun(rows)
    for side in ("premise", "hypothesis"):
        rows[k][side] = rows[k][side].replace(noun, "fox")
    made.put("train.jsonl", rows)
    found(made, "train.jsonl", k + 1)


@pytest.mark.parametrize("side", ["premise", "hypothesis"])
@pytest.mark.parametrize("text", ["zebra", "", "DOG", "dog dog", "every"])
def test_a_word_that_is_none(made: Made, side: str, text: str) -> None:
    def change(r: Any) -> None:
        first, *words = r[side].split()
        r[side] = " ".join([first, text, *words[1:]])

    made.edit("train.jsonl", 5, change)
    found(made, "train.jsonl", 5)


def test_premise_and_hypothesis_exchanged(made: Made) -> None:
    def change(r: Any) -> None:
        r["premise"], r["hypothesis"] = r["hypothesis"], r["premise"]

    for line in (1, 2, 3):
        made.edit("train.jsonl", line, change)
        found(made, "train.jsonl", line)


FEATURES: list[Callable[[dict[str, Any]], object]] = [
    lambda f: f.update(begins="most"),
    lambda f: f.update(first="zebra"),
    lambda f: f.update(words=f["words"] + 1),
    lambda f: f.update(words=str(f["words"])),
    lambda f: f.update(words=float(f["words"])),
    lambda f: f.pop("words"),
    lambda f: f.update(more=1),
    lambda f: f.update(pattern=f["pattern"] + 1),
    lambda f: f.update(pattern=10**9),
    lambda f: f.update(pattern=-1),
    lambda f: f.update(pattern="1"),
    lambda f: f.update(pattern=None),
    lambda f: f.pop("pattern"),
    lambda f: f.clear(),
]


@pytest.mark.parametrize("number", range(len(FEATURES)))
def test_a_changed_feature(made: Made, number: int) -> None:
    made.edit("train.jsonl", 9, lambda r: FEATURES[number](r["features"]))
    found(made, "train.jsonl", 9)


@pytest.mark.parametrize("schema", ["s0", "s1", "s9999", "s-1", "", "S0", "s00"])
def test_a_changed_schema(made: Made, schema: str) -> None:
    rows = made.lines("train.jsonl")
    k = next(k for k, r in enumerate(rows) if r["schema"] != schema)
    made.edit("train.jsonl", k + 1, lambda r: r.update(schema=schema))
    found(made, "train.jsonl", k + 1, "schema")


def test_a_changed_id(made: Made) -> None:
    made.edit("test.jsonl", 2, lambda r: r.update(id="toy-test-00000000"))
    found(made, "test.jsonl", 2, "id")


def counted(made: Made, part: str = "train") -> None:
    """The forger counts again, too."""
    labels: dict[str, int] = {}
    for r in made.lines(f"{part}.jsonl"):
        labels[r["label"]] = labels.get(r["label"], 0) + 1

    def change(value: Any) -> None:
        value["parts"][part] |= {"labels": labels, "rows": sum(labels.values())}
        value["balance"][part] = labels
        value["size"] = sum(p["rows"] for p in value["parts"].values())

    made.manifest(change)
    made.rehash()


def test_a_deleted_line(made: Made) -> None:
    rows = made.lines("train.jsonl")
    made.put("train.jsonl", [*rows[:4], *rows[5:]])
    found(made, "train.jsonl", 5)
    counted(made)
    found(made, "train.jsonl", 5)


def test_the_last_line_deleted(made: Made) -> None:
    made.put("train.jsonl", made.lines("train.jsonl")[:-1])
    found(made, "train.jsonl", None, "manifest")


def test_a_repeated_line(made: Made) -> None:
    rows = made.lines("train.jsonl")
    made.put("train.jsonl", [*rows[:3], rows[2], *rows[3:]])
    found(made, "train.jsonl", 4)


def test_a_repeated_pair_under_its_own_id(made: Made) -> None:
    rows = made.lines("train.jsonl")
    made.put("train.jsonl", [*rows, {**rows[2], "id": f"toy-train-{len(rows):08}"}])
    counted(made)
    found(made, "train.jsonl", len(rows) + 1, "before")


def test_a_pair_of_another_part(made: Made) -> None:
    """train and dev have the same words, so the pair is right in itself; but no pair may be in both."""
    rows, others = made.lines("train.jsonl"), made.lines("dev.jsonl")
    made.put("train.jsonl", [*rows, {**others[0], "id": f"toy-train-{len(rows):08}"}])
    counted(made)
    report = made.report()
    assert not report.sound, "dev.jsonl, line 1 is in train.jsonl as well"


def test_reordered_lines(made: Made) -> None:
    rows = made.lines("train.jsonl")
    rows[1], rows[5] = rows[5], rows[1]
    made.put("train.jsonl", rows)
    found(made, "train.jsonl", 2)
    found(made, "train.jsonl", 6)


@pytest.mark.parametrize("cut", [1, 20])
def test_a_file_cut_short(made: Made, cut: int) -> None:
    path = made.path("train.jsonl")
    path.write_bytes(path.read_bytes()[:-cut])
    made.rehash()
    found(made, "train.jsonl", len(path.read_bytes().splitlines()))


@pytest.mark.parametrize("text", ["", "{", "[]", "3", "null", '{"id": 1}', "\xff", "[" * 100_000])
def test_a_line_that_is_none(made: Made, text: str) -> None:
    path = made.path("train.jsonl")
    lines = path.read_bytes().splitlines()
    lines[7] = text.encode("latin-1")
    path.write_bytes(b"".join(line + b"\n" for line in lines))
    made.rehash()
    found(made, "train.jsonl", 8)


# --- certificates -----------------------------------------------------------------------------------------------------

CERTIFICATES = "certificates.jsonl"


def test_a_label_changed_everywhere(made: Made) -> None:
    """In every row, in the certificate, and in the counts: only the proof is against it."""
    target = next(c for c in made.lines(CERTIFICATES) if c["label"] == "neutral")["schema"]
    line = int(target[1:]) + 1

    def change(c: Any) -> None:
        c["label"] = c["verdict"]["label"] = "entailment"

    made.edit(CERTIFICATES, line, change)
    for part in ("train", "dev", "test"):
        rows = made.lines(f"{part}.jsonl")
        for r in rows:
            r["label"] = "entailment" if r["schema"] == target else r["label"]
        made.put(f"{part}.jsonl", rows)
        counted(made, part)
    found(made, CERTIFICATES, line, "kernel")


def test_a_label_that_is_not_that_of_the_verdict(made: Made) -> None:
    made.edit(CERTIFICATES, 3, lambda c: c.update(label=other_label(c["label"])))
    found(made, CERTIFICATES, 3, "label")


def two_of_a_kind(made: Made, label: str) -> tuple[int, int]:
    """Two schemas with this label and different sentences."""
    lines = [k for k, c in enumerate(made.lines(CERTIFICATES), 1) if c["label"] == label]
    return lines[0], lines[-1]


@pytest.mark.parametrize("label", ["entailment", "contradiction"])
def test_exchanged_verdicts(made: Made, label: str) -> None:
    """Every pair of proofs with one label: a proof may be good for another problem only if the kernel says so."""
    a, b = two_of_a_kind(made, label)
    values = made.lines(CERTIFICATES)
    values[a - 1]["verdict"], values[b - 1]["verdict"] = values[b - 1]["verdict"], values[a - 1]["verdict"]
    made.put(CERTIFICATES, values)
    found(made, CERTIFICATES)


def test_exchanged_certificates(made: Made) -> None:
    values = made.lines(CERTIFICATES)
    values[0], values[2] = values[2], values[0]
    made.put(CERTIFICATES, values)
    found(made, CERTIFICATES, 1)
    found(made, CERTIFICATES, 3)


def test_models_that_are_none(made: Made) -> None:
    line = two_of_a_kind(made, "neutral")[0]

    def change(c: Any) -> None:
        model = c["verdict"]["certificate"]["without_hypothesis"]
        model["relations"] = {n: [] for n in model["relations"]}

    made.edit(CERTIFICATES, line, change)
    found(made, CERTIFICATES, line, "kernel")


def test_models_exchanged(made: Made) -> None:
    line = two_of_a_kind(made, "neutral")[0]

    def change(c: Any) -> None:
        v = c["verdict"]["certificate"]
        v["with_hypothesis"], v["without_hypothesis"] = v["without_hypothesis"], v["with_hypothesis"]

    made.edit(CERTIFICATES, line, change)
    found(made, CERTIFICATES, line, "kernel")


def test_a_witness_that_is_none(made: Made) -> None:
    line = two_of_a_kind(made, "contradiction")[0]
    made.edit(CERTIFICATES, line, lambda c: c["verdict"]["certificate"]["witness"].update(relations={}))
    found(made, CERTIFICATES, line, "kernel")


@pytest.mark.parametrize(
    "verdict",
    [
        None,
        3,
        {},
        {"label": "entailment"},
        [],
        "entailment",
        {"label": "entailment", "certificate": {"kind": "attested", "source": "me"}},
        {"label": "entailment", "certificate": {"kind": "proof"}},
    ],
)
def test_verdicts_that_are_none(made: Made, verdict: Any) -> None:
    line = two_of_a_kind(made, "entailment")[0]
    made.edit(CERTIFICATES, line, lambda c: c.update(verdict=verdict))
    found(made, CERTIFICATES, line)


def test_a_bare_word_in_place_of_models(made: Made) -> None:
    """A neutral pair made an entailment on an engine's word; the manifest says that every certificate is checked."""
    line = two_of_a_kind(made, "neutral")[0]

    def change(c: Any) -> None:
        witness = model_from_json(c["verdict"]["certificate"]["with_hypothesis"])
        c["label"], c["verdict"] = "entailment", verdict_to_json(Verdict("entailment", Proved(Bare(("z3",)), witness)))

    made.edit(CERTIFICATES, line, change)
    for part in ("train", "dev", "test"):
        rows = made.lines(f"{part}.jsonl")
        for r in rows:
            r["label"] = "entailment" if r["schema"] == f"s{line - 1}" else r["label"]
        made.put(f"{part}.jsonl", rows)
        counted(made, part)
    assert not made.report().sound


@pytest.mark.parametrize("text", ["", "{", "[]", "3", "null", "{}", "\xff", "[" * 100_000])
@pytest.mark.parametrize("name", [CERTIFICATES, "patterns.jsonl"])
def test_other_lines_that_are_none(made: Made, name: str, text: str) -> None:
    path = made.path(name)
    lines = path.read_bytes().splitlines()
    lines[2] = text.encode("latin-1")
    path.write_bytes(b"".join(line + b"\n" for line in lines))
    made.rehash()
    found(made, name, 3)


def test_a_certificate_deleted(made: Made) -> None:
    made.put(CERTIFICATES, made.lines(CERTIFICATES)[:-1])
    found(made, CERTIFICATES, None, "manifest")


def test_a_certificate_too_many(made: Made) -> None:
    values = made.lines(CERTIFICATES)
    made.put(CERTIFICATES, [*values, {**values[0], "schema": f"s{len(values)}"}])
    made.manifest(lambda m: m.update(schemas=len(values) + 1))
    found(made, CERTIFICATES, len(values) + 1, "no pattern")


def test_sentences_beside_a_certificate(made: Made) -> None:
    """The premise that a certificate shows to people must be the one that is proved of."""
    made.edit(CERTIFICATES, 2, lambda c: c.update(premise="some x (dog(x), sing(x))"))
    found(made, CERTIFICATES, 2)


# --- patterns ---------------------------------------------------------------------------------------------------------

PATTERNS = "patterns.jsonl"


def swapped(p: Any) -> None:
    recipe = p["recipe"]
    recipe["premise"], recipe["hypothesis"] = recipe["hypothesis"], recipe["premise"]


def another_quantifier(p: Any) -> None:
    text = json.dumps(p["recipe"])
    old = next(q for q in ("every", "a", "no") if f'"word": "{q}"' in text)
    p["recipe"] = json.loads(text.replace(f'"word": "{old}"', f'"word": "{"every" if old == "no" else "no"}"', 1))


def unknown_word(p: Any) -> None:
    p["recipe"] = json.loads(json.dumps(p["recipe"]).replace('"word": "', '"word": "un', 1))


RECIPES: list[Callable[[Any], object]] = [
    swapped,
    another_quantifier,
    unknown_word,
    lambda p: p.update(recipe=None),
    lambda p: p.update(recipe={}),
    lambda p: p.update(recipe=[1, 2]),
    lambda p: p["recipe"].update(premise=[0]),
    lambda p: p["recipe"].update(premise=[0, "S"]),
    lambda p: p["recipe"].update(premise=[99, "S"]),
    lambda p: p["recipe"].update(features=3),
    lambda p: p["recipe"].update(features={"begins": {"word": "zebra", "form": "N"}}),
    lambda p: p["recipe"]["features"].update(words=77),
    lambda p: p.update(schemas=[10**6]),
    lambda p: p.update(schemas=[-1]),
    lambda p: p.update(schemas=[]),
    lambda p: p.update(schemas=5),
    lambda p: p.update(schemas=None),
    lambda p: p.update(schemas=["0"]),
    lambda p: p.update(schemas=[p["schemas"][0] + 1]),
    lambda p: p.update(pattern=0),
    lambda p: p.pop("pattern"),
    lambda p: p.pop("recipe"),
    lambda p: p.pop("schemas"),
]


@pytest.mark.parametrize("number", range(len(RECIPES)))
def test_an_edited_pattern(made: Made, number: int) -> None:
    before = made.lines(PATTERNS)[1]
    made.edit(PATTERNS, 2, RECIPES[number])
    assert made.lines(PATTERNS)[1] != before
    report = made.report()
    assert not report.sound
    # The pattern itself, or the certificate or the rows which then do not fit it.
    rows = {
        (f"{part}.jsonl", k)
        for part in ("train", "dev", "test")
        for k, r in enumerate(made.lines(f"{part}.jsonl"), 1)
        if r["features"]["pattern"] == 1
    }
    named = {(f.file, f.line) for f in report.faults}
    certificates = {(CERTIFICATES, s + k) for s in before["schemas"] for k in (1, 2)}
    assert named & ({(PATTERNS, 2)} | rows | certificates), [str(f) for f in report.faults]


def test_a_pattern_deleted(made: Made) -> None:
    values = made.lines(PATTERNS)
    made.put(PATTERNS, [*values[:3], *values[4:]])
    found(made, PATTERNS, 4)


# --- manifest and files -----------------------------------------------------------------------------------------------

COUNTS: list[Callable[[Any], object]] = [
    lambda m: m.update(schemas=m["schemas"] + 1),
    lambda m: m.update(patterns=m["patterns"] - 1),
    lambda m: m.update(size=m["size"] + 1),
    lambda m: m["certificates"].update(proof=m["certificates"]["proof"] + 1),
    lambda m: m["certificates"].update({"checked by the kernel": 0}),
    lambda m: m["certificates"].update({"calculus disagrees": 7}),
    lambda m: m["balance"]["train"].update(neutral=0),
    lambda m: m["balance"].pop("train"),
    lambda m: m["parts"]["train"].update(rows=m["parts"]["train"]["rows"] + 1),
    lambda m: m["parts"]["train"]["labels"].update(neutral=m["parts"]["train"]["labels"]["neutral"] + 1),
    lambda m: m["parts"]["train"]["labels"].update(
        neutral=m["parts"]["train"]["labels"]["neutral"] + 1, entailment=m["parts"]["train"]["labels"]["entailment"] - 1
    ),
    lambda m: m["parts"].pop("train"),
    lambda m: m["parts"].update(more=m["parts"]["train"]),
    lambda m: m["options"].pop("likeness"),
    lambda m: m["options"].update(more=1),
    lambda m: m["files"].pop(CERTIFICATES),
    lambda m: m["files"][CERTIFICATES].update(bytes=1),
    lambda m: m["files"][CERTIFICATES].update(sha256="0" * 64),
    lambda m: m["parts"]["train"]["files"].pop("train.jsonl"),
]


@pytest.mark.parametrize("number", range(len(COUNTS)))
def test_an_edited_manifest(made: Made, number: int, capsys: Out) -> None:
    made.manifest(COUNTS[number])
    status, out, err = command(made, capsys)
    assert status in (1, 2), out
    assert "Traceback" not in err
    if status == 2:
        assert err.count("\n") == 1
        assert "manifest.json" in err
    else:
        assert "NOT as it should be" in out


@pytest.mark.parametrize("name", ["train.jsonl", CERTIFICATES, PATTERNS, "manifest.json"])
def test_a_missing_file(made: Made, name: str, capsys: Out) -> None:
    made.path(name).unlink()
    status, out, err = command(made, capsys)
    assert status in (1, 2)
    assert name in out + err
    assert "Traceback" not in err


def test_other_formats_are_written_again(made: Made) -> None:
    name = next(p.name for p in made.directory.iterdir() if "snli" in p.name or p.is_dir())
    path = made.path(name)
    target = path if path.is_file() else next(p for p in path.rglob("*") if p.is_file())
    target.write_bytes(target.read_bytes().replace(b"dog", b"fox", 1))
    found(made, str(target.relative_to(made.directory)), None, "expected")


def test_another_fragment(made: Made) -> None:
    """A data set under another fragment's name: refused or full of faults, but no crash."""
    own = {"depth": [0, 2], "polished": False, "corrections": "keep", "strict": False, "scope": False}
    made.manifest(lambda m: m.update(fragment="boolean", source=None, options=own))
    assert not verify(made.directory, load_fragment).sound


@pytest.mark.parametrize("path", ["nowhere", "."])
def test_no_data_set(tmp_path: Path, path: str, capsys: Out) -> None:
    with pytest.raises(SystemExit) as e:
        main(["verify", str(tmp_path / path)])
    assert e.value.code == 2
    assert "expected a data set made by" in capsys.readouterr().err


# --- anything at all --------------------------------------------------------------------------------------------------

JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 10**6),
    st.text(max_size=4),
    st.just([]),
    st.just({}),
    st.floats(allow_nan=False),
    st.just([[0]]),
    st.just({"word": "dog"}),
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path] * bool(path) + [p for k, v in inside for p in places(v, (*path, k))]


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(["train.jsonl", CERTIFICATES, PATTERNS, "manifest.json"]), st.data())
def test_junk_anywhere_is_never_a_crash(original: Made, tmp_path: Path, name: str, data: st.DataObject) -> None:
    home = tmp_path / "junk"
    shutil.rmtree(home, ignore_errors=True)
    shutil.copytree(original.directory, home)
    made = Made(original.fragment, original.file, home)
    values = [json.loads(made.path(name).read_text())] if name == "manifest.json" else made.lines(name)
    line = data.draw(st.integers(0, min(len(values), 40) - 1))
    *way, last = data.draw(st.sampled_from(places(values[line])))
    inside = values[line]
    for step in way:
        inside = inside[step]
    inside[last] = data.draw(JUNK)
    if name == "manifest.json":
        made.path(name).write_text(json.dumps(values[0]))
    else:
        made.put(name, values)
    try:
        made.report()
    except ProveNLIError as e:
        assert "\n" not in str(e)  # noqa: PT017  either ends well
