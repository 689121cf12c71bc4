"""`generate` and `verify` as a user runs them, in processes of their own: mistakes, interruptions, the same bytes."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from tests.pairs.test_drawn import toy_file

SECONDS = 120


@dataclass(frozen=True)
class Result:
    status: int
    out: str
    err: str


def run(*words: object, home: Path | None = None, seconds: float = SECONDS) -> Result:
    command = [sys.executable, "-m", "provenli", *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=seconds, cwd=home)
    return Result(done.returncode, done.stdout, done.stderr)


def refused(r: Result, *said: str) -> None:
    """Exit status 2, nothing on standard output, one line on standard error."""
    assert (r.status, r.out) == (2, ""), r
    assert r.err.startswith("provenli: "), r.err
    assert r.err.count("\n") == 1, r.err
    for text in said:
        assert text in r.err


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return toy_file(tmp_path_factory.mktemp("cli"))


def contents(directory: Path) -> dict[str, bytes]:
    return {str(p.relative_to(directory)): p.read_bytes() for p in sorted(directory.rglob("*")) if p.is_file()}


# --- what works -------------------------------------------------------------------------------------------------------


def test_generate_and_verify(toy: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    made = run("generate", toy, "--out", out, "--size", 60, "--likeness", 2, "--workers", 2, "--format", "snli,mnli")
    assert (made.status, made.err) == (0, "")
    assert "60 pairs of toy" in made.out
    assert "checked in full by the kernel: 100%" in made.out
    manifest = json.loads((out / "manifest.json").read_text())
    assert manifest["options"]["likeness"] == 2
    assert str(tmp_path) not in (out / "manifest.json").read_text(), "no paths in a manifest"
    checked = run("verify", out, "--fragment", toy)
    assert (checked.status, checked.err) == (0, "")
    assert "everything checks" in checked.out


def test_json(toy: Path, tmp_path: Path) -> None:
    made = run("generate", toy, "--out", tmp_path / "out", "--size", 30, "--workers", 1, "--json")
    assert json.loads(made.out) == json.loads((tmp_path / "out" / "manifest.json").read_text())
    checked = run("verify", tmp_path / "out", "--fragment", toy, "--json")
    assert json.loads(checked.out)["sound"] is True


def test_a_directory_by_a_relative_name_and_an_empty_one(toy: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    for name in ("here", "empty"):
        assert run("generate", toy, "--out", name, "--size", 3, "--workers", 1, home=tmp_path).status == 0
        assert (tmp_path / name / "manifest.json").is_file()


def test_options_with_an_equals_sign(toy: Path, tmp_path: Path) -> None:
    for k, words in enumerate((("--likeness", "4"), ("--likeness=4",))):
        assert run("generate", toy, "--out", tmp_path / str(k), "--size", 10, "--workers", 1, *words).status == 0
    assert contents(tmp_path / "0") == contents(tmp_path / "1")


def test_a_systematicity_set(tmp_path: Path) -> None:
    out = tmp_path / "out"
    made = run("generate", "systematicity", "--out", out, "--size", 100, "--depth", "1-2", "--frame", "adverb")
    assert (made.status, made.err) == (0, "")
    assert run("verify", out).status == 0


# --- mistakes ---------------------------------------------------------------------------------------------------------

MISTAKES: list[tuple[tuple[str, ...], str]] = [
    (("--size", "0"), "--size"),
    (("--size", "-5"), "--size"),
    (("--size", "many"), "--size"),
    (("--size", "1000000001"), "--size"),
    (("--seed", "-1"), "--seed"),
    (("--seed", "x"), "--seed"),
    (("--workers", "0"), "--workers"),
    (("--workers", "-2"), "--workers"),
    (("--format", "jsnl"), "jsonl"),
    (("--format", "parquet,xml"), "xml"),
    (("--likenes", "2"), "--likeness"),
    (("--likeness",), "--likeness"),
    (("--likeness", "0"), "--likeness"),
    (("--likeness", "two"), "--likeness"),
    (("--likeness=",), "--likeness"),
    (("--corrections", "maybe"), "keep or drop"),
    (("likeness", "2"), "likeness"),
    (("-x",), "-x"),
]


@pytest.mark.parametrize(("words", "said"), MISTAKES, ids=lambda v: " ".join(v) if isinstance(v, tuple) else None)
def test_options_that_cannot_be(toy: Path, tmp_path: Path, words: tuple[str, ...], said: str) -> None:
    refused(run("generate", toy, "--out", tmp_path / "out", *words), said)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--depth", "0"), "--depth"),
        (("--depth", "3-1"), "--depth"),
        (("--depth", "1-99"), "--depth"),
        (("--depth", "deep"), "--depth"),
        (("--replacements", "hyponim"), "hyponym"),
        (("--replacements", ""), "--replacements"),
        (("--frame", "round"), "--frame"),
        (("--variant", "huge"), "--variant"),
        (("--numerals", "1"), "--numerals"),
        (("--depth", "2", "--replacements", "disjunction", "--size", "4"), "no pair"),
        (("--depth", "1", "--replacements", "hyponym", "--size", "6401"), "there are 6400"),
    ],
)
def test_options_of_systematicity(tmp_path: Path, words: tuple[str, ...], said: str) -> None:
    refused(run("generate", "systematicity", "--out", tmp_path / "out", *words), said)
    assert not (tmp_path / "out").exists()


def test_what_is_missing(toy: Path, tmp_path: Path) -> None:
    refused(run("generate", toy), "--out")
    refused(run("generate", "--out", tmp_path / "out"))
    refused(run("generate", "bolean", "--out", tmp_path / "out"), "boolean")
    refused(run("generate", tmp_path / "none.py", "--out", tmp_path / "out"), "none.py")
    refused(run("verify"))
    refused(run("verify", tmp_path / "none"), "none is no directory: expected a data set")
    refused(run("verify", toy), "is a file: expected a data set")


def test_a_fragment_without_pairs(toy: Path, tmp_path: Path) -> None:
    path = tmp_path / "bare.py"
    path.write_text(toy.read_text() + "\nfrom dataclasses import replace\nFRAGMENT = replace(FRAGMENT, pairs=None)\n")
    refused(run("generate", path, "--out", tmp_path / "out"), "makes no pairs")
    refused(run("generate", path, "--out", tmp_path / "out", "--depth", "2"), "--depth")


def test_a_draw_that_breaks(toy: Path, tmp_path: Path) -> None:
    """A user's own draw may be wrong: one line that says so."""
    path = tmp_path / "broken.py"
    path.write_text(toy.read_text().replace("while True:", "while True:\n        rng.nothing()", 1))
    r = run("generate", path, "--out", tmp_path / "out", "--size", 5)
    refused(r, "nothing")
    assert not (tmp_path / "out").exists()


def test_a_draw_that_ends(toy: Path, tmp_path: Path) -> None:
    path = tmp_path / "short.py"
    path.write_text(toy.read_text().replace("while True:", "for _ in range(2):", 1))
    refused(run("generate", path, "--out", tmp_path / "out", "--size", 50), "too few")


# --- where to write ---------------------------------------------------------------------------------------------------


def test_targets_that_cannot_be(toy: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine").write_text("mine")
    for name, said in (("file", "file"), ("full", "not empty"), ("file/x", "file")):
        refused(run("generate", toy, "--out", tmp_path / name, "--size", 3), said)
    assert (tmp_path / "file").read_text() == "mine"
    assert contents(tmp_path / "full") == {"mine": b"mine"}
    assert sorted(p.name for p in tmp_path.iterdir()) == ["file", "full"]


@pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")
def test_a_place_where_nobody_can_write(toy: Path) -> None:
    """Also for root: no directory can be made in /proc or /sys."""
    for place in ("/proc/out", "/sys/out"):
        refused(run("generate", toy, "--out", place, "--size", 3, seconds=20), place)


# --- interrupted ------------------------------------------------------------------------------------------------------

LONG = ("systematicity", "--depth", "1-3", "--size", "3000", "--workers", "2")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, bytes], float]:
    """An uninterrupted run, and how long it took."""
    out = tmp_path_factory.mktemp("whole") / "out"
    begin = time.monotonic()
    assert run("generate", *LONG, "--out", out).status == 0
    return contents(out), time.monotonic() - begin


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_interrupted_at_any_moment(
    number: signal.Signals, whole: tuple[dict[str, bytes], float], tmp_path: Path
) -> None:
    expected, seconds = whole
    out = tmp_path / "out"
    for moment in np.random.default_rng(int(number)).uniform(0.1, 0.95, size=3):
        command = [sys.executable, "-m", "provenli", "generate", *LONG, "--out", str(out)]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        time.sleep(float(moment) * seconds)
        process.send_signal(number)
        _, err = process.communicate(timeout=SECONDS)
        if process.returncode == 0 or out.exists():
            assert contents(out) == expected, f"whole or not at all: {process.returncode} {err}"
            shutil.rmtree(out)
        elif process.returncode in (2, 130):
            assert list(tmp_path.iterdir()) == [], "a run that was asked to end clears up"
    again = run("generate", *LONG, "--out", out)
    assert again.status == 0, again.err
    assert contents(out) == expected
    assert [p.name for p in tmp_path.iterdir()] == ["out"], "nothing of the interrupted runs is left"


def test_stopped_is_one_line(toy: Path, tmp_path: Path) -> None:
    """Ctrl-C in the middle of deciding."""
    path = tmp_path / "slow.py"
    waiting = 'while True:\n        import sys, time; print("drawing", file=sys.stderr, flush=True); time.sleep(60)'
    path.write_text(toy.read_text().replace("while True:", waiting, 1))
    command = [sys.executable, "-m", "provenli", "generate", str(path), "--out", str(tmp_path / "out"), "--size", "5"]
    for number in (signal.SIGINT, signal.SIGTERM):
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert process.stderr is not None
        assert process.stderr.readline() == "drawing\n"
        process.send_signal(number)
        out, err = process.communicate(timeout=SECONDS)
        assert process.returncode in (2, 130)
        assert (out, err) == ("", "provenli: stopped\n")
        assert sorted(p.name for p in tmp_path.iterdir() if p.name != "__pycache__") == ["slow.py"]


def test_two_runs_into_one_directory(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "provenli", "generate", *LONG, "--out", str(tmp_path / "out")]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    first, second = (subprocess.Popen(command, text=True, **pipes) for _ in range(2))
    results = [p.communicate(timeout=SECONDS) for p in (first, second)]
    assert sorted(p.returncode for p in (first, second)) == [0, 2]
    loser = next(err for p, (_, err) in zip((first, second), results, strict=True) if p.returncode == 2)
    assert loser.count("\n") == 1
    assert run("verify", tmp_path / "out").status == 0
