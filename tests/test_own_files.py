"""Files never run code: an own file is executed when the user names it, and never because another file does."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import provenli as nli
from provenli.cli.main import main
from provenli.errors import InputError, ProveNLIError
from provenli.files import plain_name, plain_path
from provenli.library.fragment_shelf import load_file
from provenli.library.model_shelf import load_model_file
from provenli.models.checkpoints import WEIGHTS, read_saved, write_saved
from provenli.own_files import load_own, load_value, own_modules
from provenli.studies.study import Study
from provenli.web.collect.study import new_study
from tests.outside.server import Said, serving

ROOT = Path(__file__).parents[1]
FRAGMENT, MODEL = ROOT / "examples" / "my_fragment.py", ROOT / "examples" / "my_model.py"
STUDY = """
from provenli.studies.recipes import Cut, Data, Memorising, Parts, Training
from provenli.studies.study import Cell, Entry, Study, Table, TableRow
CUT = Cut("inoculation", (("pairs", Data("boolean", 120)),), (("doses", "30"),))
PARTS = Parts(CUT, "dose-00030")
CELLS = (Cell("most", Training("majority", PARTS)), Cell("known", Memorising(PARTS)))
TABLE = Table("t", "T", ("x",), (TableRow("a", {"x": Entry(("most",))}), TableRow("b", {"x": Entry(("known",))})), "")
STUDY = Study("mine", "a study", "", lambda scale, files: CELLS, (TABLE,))
"""
PAIRS = "Ann or Bob did not swim.\tAnn did not swim.\tneutral\nAnn swam.\tAnn or Bob swam.\tneutral\n"


def call(*words: object) -> int:
    """The status of a command; whatever is wrong, it ends by itself."""
    with pytest.raises(SystemExit) as end:
        main([str(w) for w in words])
    return int(end.value.code or 0)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One of every kind of artifact."""
    at = tmp_path_factory.mktemp("made")
    nli.generate("boolean", at / "data", size=120, workers=1)
    nli.split("inoculation", at / "data", at / "splits", doses=(30,))
    nli.train("memorising", at / "splits" / "dose-00030", at / "run")
    (at / "pairs.tsv").write_text(f"sentence1\tsentence2\tgold_label\n{PAIRS}", encoding="utf-8")
    nli.audit(at / "pairs.tsv", "boolean", at / "audit", workers=1)
    (at / "study.py").write_text(STUDY, encoding="utf-8")
    nli.study(str(at / "study.py"), at / "study", scale="smoke", workers=1)
    (at / "sentences.txt").write_text("No dog who saw a cat ran.\n", encoding="utf-8")
    new_study(at / "people", at / "sentences.txt", "monotonicity_hard", "rewrite", None, 5)
    with serving(Said(text="entailment")) as heard:
        nli.ask(at / "pairs.tsv", "openai:m", at / "asked", base_url=heard.url, how="chat")
    return at


@pytest.fixture
def place(made: Path, tmp_path: Path) -> Path:
    shutil.copytree(made, tmp_path / "place")
    return tmp_path / "place"


class Canary:
    """An own file of every kind, which leaves a mark when it is run."""

    def __init__(self, folder: Path) -> None:
        self.file, self.mark = folder / "evil.py", folder / "mark"
        touch = f"open({str(self.mark)!r}, 'w').close()\n"
        self.file.write_text(MODEL.read_text(encoding="utf-8") + touch, encoding="utf-8")

    @property
    def sang(self) -> bool:
        return self.mark.exists()


@pytest.fixture
def canary(tmp_path: Path) -> Canary:
    found = Canary(tmp_path)
    load_model_file(found.file)
    assert found.sang
    found.mark.unlink()
    return found


NAMES = (
    "fragment",
    "model",
    "protocol",
    "study",
    "path",
    "file",
    "artifact",
    "cell",
    "parent",
    "certificate",
    "schema",
)
"""Keys whose values name something."""


def planted(value: Any, name: str, to: str) -> Any:
    """With every value of that key, at any depth, replaced."""
    if isinstance(value, dict):
        return {k: to if k == name and isinstance(v, str) else planted(v, name, to) for k, v in value.items()}
    return [planted(v, name, to) for v in value] if isinstance(value, list) else value


def renamed(value: Any, name: str, to: str) -> Any:
    """With every name in the object of that key replaced, such as parts, parents, splits, files, tests."""
    if isinstance(value, dict):
        inner = {k: renamed(v, name, to) for k, v in value.items()}
        return {
            k: dict.fromkeys([to], next(iter(v.values()), None)) if k == name and isinstance(v, dict) else v
            for k, v in inner.items()
        }
    return [renamed(v, name, to) for v in value] if isinstance(value, list) else value


CONTAINERS = ("parts", "parents", "splits", "files", "tests")


def variants(text: str, evil: str) -> Iterator[str]:
    """Each is the file with evil in the place of some name."""
    lines = [json.loads(line) for line in text.splitlines()] if not text.startswith("{\n") else [json.loads(text)]
    for change, names in ((planted, NAMES), (renamed, CONTAINERS)):
        for name in names:
            found = [change(v, name, evil) for v in lines]
            if found != lines:
                yield "".join(json.dumps(v) + "\n" for v in found)


def on_data(at: Path) -> list[tuple[object, ...]]:
    return [
        ("verify", at / "data", "--workers", 1),
        ("fair", at / "data", "--workers", 1),
        ("split", "inoculation", at / "data", "--out", at / "new-splits", "--doses", 30),
        ("leakage", at / "data"),
    ]


def on_splits(at: Path) -> list[tuple[object, ...]]:
    return [
        ("verify", at / "splits"),
        ("fair", at / "splits", "--workers", 1),
        ("leakage", at / "splits"),
        ("train", "memorising", at / "splits" / "dose-00030", "--out", at / "new-run"),
        ("train", "majority", at / "splits" / "dose-00030", "--out", at / "new-run-2"),
        ("train", "majority", at / "splits", "--out", at / "new-run-3"),
        ("predict", at / "run", at / "splits" / "dose-00030" / "dev.jsonl"),
    ]


def on_run(at: Path) -> list[tuple[object, ...]]:
    return [
        ("predict", at / "run", at / "splits" / "dose-00030" / "dev.jsonl"),
        ("train", "memorising", at / "splits" / "dose-00030", "--out", at / "run"),
        ("train", "memorising", at / "splits" / "dose-00030", "--from", at / "run", "--out", at / "later"),
        ("report", at / "run", "--out", at / "page"),
    ]


def on_audit(at: Path) -> list[tuple[object, ...]]:
    return [
        ("audit", "--check", at / "audit"),
        ("audit", at / "pairs.tsv", "--fragment", "boolean", "--out", at / "audit", "--workers", 1),
        ("report", at / "audit", "--out", at / "page"),
    ]


def on_study(at: Path) -> list[tuple[object, ...]]:
    shutil.rmtree(at / "study" / "cells", ignore_errors=True)
    for scores in (at / "study" / "artifacts").glob("scores-*"):
        shutil.rmtree(scores)  # so that what comes before them is read again
    return [
        ("study", at / "study.py", "--scale", "smoke", "--out", at / "study", "--workers", 1),
        ("report", at / "study", "--out", at / "page"),
    ]


def on_people(at: Path) -> list[tuple[object, ...]]:
    """At an address that is none of ours (RFC 5737): all is read, nothing is served."""
    return [
        ("collect", "serve", at / "people", "--host", "192.0.2.1"),
        ("collect", "export", at / "people", "--out", at / "collected"),
    ]


def on_asked(at: Path) -> list[tuple[object, ...]]:
    return [
        ("score", at / "asked"),
        ("report", at / "asked", "--out", at / "page"),
        ("browse", at / "asked", at / "pairs.tsv", "--host", "192.0.2.1"),
    ]


CASES: dict[str, Callable[[Path], list[tuple[object, ...]]]] = {
    "data/manifest.json": on_data,
    "splits/manifest.json": on_splits,
    "splits/dose-00030/manifest.json": on_splits,
    "splits/parents/*/manifest.json": on_splits,
    "run/config.json": on_run,
    "run/result.json": on_run,
    "audit/audit.json": on_audit,
    "audit/journal.jsonl": on_audit,
    "audit/rows.jsonl": on_audit,
    "study/study.json": on_study,
    "study/cells/most@0.json": lambda at: [("report", at / "study", "--out", at / "page")],
    "study/artifacts/data-*/set/manifest.json": on_study,
    "study/artifacts/split-*/made.json": on_study,
    "study/artifacts/split-*/set/parents/*/manifest.json": on_study,
    "study/artifacts/run-*/config.json": on_study,
    "people/tests.jsonl": on_people,
    "asked/run.json": on_asked,
    "asked/log.jsonl": on_asked,
}


@pytest.mark.parametrize("file", CASES)
def test_what_a_file_names_is_not_run(
    file: str, place: Path, canary: Canary, capsys: pytest.CaptureFixture[str]
) -> None:
    (target,) = place.glob(file)
    tried = list(variants(target.read_text(encoding="utf-8"), str(canary.file)))
    assert tried
    for text in tried:
        for words in CASES[file](place):
            target.write_text(text, encoding="utf-8")
            status = call(*words)
            error = capsys.readouterr().err
            assert not canary.sang, (words, text[:200])
            assert status in (0, 1, 2), words
            assert len(error.splitlines()) <= 1 or status != 2, error
            assert "Traceback" not in error


def test_the_reason_says_what_to_do(place: Path, canary: Canary, capsys: pytest.CaptureFixture[str]) -> None:
    for file, key, words in (
        ("data/manifest.json", "fragment", ("verify", place / "data")),
        ("run/config.json", "model", ("predict", place / "run", place / "splits" / "dose-00030" / "dev.jsonl")),
        ("audit/audit.json", "fragment", ("audit", "--check", place / "audit")),
    ):
        value = json.loads((place / file).read_text(encoding="utf-8"))
        (place / file).write_text(json.dumps(value | {key: str(canary.file)}), encoding="utf-8")
        assert call(*words) == 2
        error = capsys.readouterr().err
        assert "what a file names is not run; if it is yours, give it with --" in error
        assert f"--{key} FILE" in error
    assert not canary.sang


def test_functions_are_as_careful_as_commands(place: Path, canary: Canary) -> None:
    for file, key in (("data/manifest.json", "fragment"), ("run/config.json", "model")):
        value = json.loads((place / file).read_text(encoding="utf-8"))
        (place / file).write_text(json.dumps(value | {key: str(canary.file)}), encoding="utf-8")
    part = place / "splits" / "dose-00030" / "dev.jsonl"
    calls: list[Callable[[], Any]] = [
        lambda: nli.verify(place / "data"),
        lambda: nli.load(place / "data").verify(),
        lambda: nli.fair(place / "data"),
        lambda: nli.predict(place / "run", part),
    ]
    for function in calls:
        with pytest.raises(ProveNLIError):
            function()
    assert not canary.sang


# --- a file that is given again ---


def recorded(run: Path, file: Path) -> None:
    config = json.loads((run / "config.json").read_text(encoding="utf-8"))
    digest = hashlib.sha256(file.read_bytes()).hexdigest()
    (run / "config.json").write_text(json.dumps(config | {"model": str(file), "source": digest}), encoding="utf-8")


def test_an_own_model_is_given_again_and_compared_before_it_runs(place: Path, canary: Canary) -> None:
    split, run = place / "splits" / "dose-00030", place / "own"
    nli.train(str(MODEL), split, run)
    with pytest.raises(InputError, match="was trained with a file of your own: say which with model FILE"):
        nli.predict(run, split / "dev.jsonl")
    with pytest.raises(InputError, match="is not the file on record: its hash differs; nothing of it was run"):
        nli.predict(run, split / "dev.jsonl", model=canary.file)
    with pytest.raises(InputError, match="nothing of it was run"):
        nli.train(str(canary.file), split, place / "later", start=run)
    assert not canary.sang
    assert nli.predict(run, split / "dev.jsonl", model=MODEL).size
    recorded(run, canary.file)
    with pytest.raises(InputError, match="say which with model FILE"):
        nli.predict(run, split / "dev.jsonl")
    assert not canary.sang


def test_an_own_fragment_is_given_again_and_compared_before_it_runs(tmp_path: Path, canary: Canary) -> None:
    data = nli.generate(str(FRAGMENT), tmp_path / "own", size=30, workers=1)
    with pytest.raises(InputError, match="say which with fragment FILE"):
        nli.verify(data.directory)
    with pytest.raises(InputError, match="its hash differs; it was not run"):
        nli.verify(data.directory, fragment=str(canary.file))
    assert not canary.sang
    assert nli.verify(data.directory, fragment=str(FRAGMENT)).sound


def test_the_bytes_that_are_hashed_are_those_that_run(canary: Canary) -> None:
    """An older compiled file beside it is not taken for it."""
    import py_compile

    good = "MODEL = 1\n".ljust(len(canary.file.read_text(encoding="utf-8")), "#")
    py_compile.compile(str(canary.file))
    stamp = canary.file.stat()
    canary.file.write_text(good, encoding="utf-8")
    os.utime(canary.file, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    assert load_value(canary.file, "MODEL", InputError, hashlib.sha256(good.encode()).hexdigest()) == 1
    assert not canary.sang


def test_a_checkpoint_of_anything(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Its header is data, whatever is in it."""
    saved = read_saved(place / "run" / WEIGHTS)
    for value in ({}, {"model": "memorising"}, {**saved.value, "settings": 3}, {**saved.value, "labels": None}):
        write_saved(place / "run" / WEIGHTS, type(saved)(saved.arrays, value))
        status = call("predict", place / "run", place / "splits" / "dose-00030" / "dev.jsonl")
        error = capsys.readouterr().err
        assert "Traceback" not in error
        assert status in (0, 2)
        assert len(error.splitlines()) <= 1


# --- what an own file does when it runs ---

SLIPS = {
    "raise SystemExit(3)": "line 1: SystemExit: 3",
    "class Stop(KeyboardInterrupt): pass\nraise Stop('no')": "line 2: Stop: no",
    "raise GeneratorExit": "line 1: GeneratorExit: no message",
    "class E(Exception):\n    def __str__(self): raise SystemExit\nraise E": "line 3: E: no message",
    "class E(BaseException):\n    __traceback__ = property(lambda s: 1 / 0)\nraise E('x')": "line 3: E: x",
    "class E(Exception):\n    __class__ = property(lambda s: 1 / 0)\nraise E('x')": "line 3: E: x",
    "def __getattr__(name): raise SystemExit": "defines no STUDY; expected S",
    "class X:\n    __class__ = property(lambda s: 1 / 0)\nSTUDY = X()": "STUDY is of type X; expected S",
    "from provenli.studies.study import Study\nclass X:\n    __class__ = Study\nSTUDY = X()": "STUDY is of type X",
    "class M(type):\n    __name__ = property(lambda s: 1 / 0)\nclass X(metaclass=M): pass\nSTUDY = X()": "of type X;",
    "x = (": "line 1, column 5: '(' was never closed",
    "x = '\0'": "null bytes",
    "(" * 5000 + ")" * 5000: "",
    "import provenli\nprovenli.parse('boolean', 'Cats')": "line 2: unknown word 'Cats'",
}


@pytest.mark.parametrize("source", SLIPS)
def test_whatever_it_does_is_one_line(source: str, tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text(f"{source}\n", encoding="utf-8")
    with pytest.raises(InputError) as told:
        load_own(file, "STUDY", Study, "S", InputError)
    assert str(told.value).startswith(str(file))
    assert SLIPS[source] in str(told.value)
    assert len(str(told.value).splitlines()) == 1


def test_ctrl_c_stays_what_it_is(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text("raise KeyboardInterrupt\n", encoding="utf-8")
    with pytest.raises(KeyboardInterrupt):
        load_own(tmp_path / "own.py", "STUDY", Study, "S", InputError)


@pytest.mark.parametrize("body", ["__getattr__ = lambda s, n: 1 / 0", "needs = property(lambda s: exit(3))"])
def test_attributes_of_a_model_may_be_code(body: str, tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(f"class M:\n    {body}\nMODEL = M()\n", encoding="utf-8")
    with pytest.raises(ProveNLIError, match=r"own\.py, line 2: (ZeroDivisionError|SystemExit)"):
        load_model_file(tmp_path / "own.py")


def test_a_model_that_fails_at_work_is_one_line(
    place: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = MODEL.read_text(encoding="utf-8").replace("        del run\n", "        1 / 0\n")
    (tmp_path / "own.py").write_text(text, encoding="utf-8")
    number = text.splitlines().index("        1 / 0") + 1
    assert call("train", tmp_path / "own.py", place / "splits" / "dose-00030", "--out", tmp_path / "x") == 2
    said = f"provenli: {tmp_path / 'own.py'}, line {number}: ZeroDivisionError: division by zero\n"
    assert capsys.readouterr().err == said


def test_places_that_are_no_files(tmp_path: Path) -> None:
    with pytest.raises(ProveNLIError, match="is a directory; expected a Python file that defines FRAGMENT"):
        load_file(tmp_path)
    with pytest.raises(ProveNLIError, match="no such file"):
        load_file(tmp_path / "none.py")


# --- names that become paths ---


@pytest.mark.parametrize(
    "name", ["", ".", "..", ".x", "a/b", "/a", "a\\b", "a\n", "\0", "x" * 201, "é" * 101, "\ud800", 3]
)
def test_names_that_are_not_plain(name: Any) -> None:
    with pytest.raises(InputError, match=r"^here: expected a plain name"):
        plain_name(name, "here")
    if name != "a/b":
        with pytest.raises(InputError, match=r"^here: expected a path within the directory"):
            plain_path(name, "here")


def test_plain_names() -> None:
    for name in ("train", "test-depth-3", "D1-2", "S1_a+b", "größe", "x" * 200):
        assert plain_name(name, "here") == plain_path(name, "here") == name
    assert plain_path("hf/data/train.parquet", "here") == "hf/data/train.parquet"
    for path in ("a/../b", "a//b", "/a", "a/"):
        with pytest.raises(InputError):
            plain_path(path, "here")


def test_own_files_are_known_as_such() -> None:
    """What they define is sent whole to other machines, which have no such file."""
    fragment = load_file(FRAGMENT)
    assert any(vars(m).get("FRAGMENT") is fragment for m in own_modules())
    assert not any(m.__name__.startswith("provenli.") for m in own_modules())
