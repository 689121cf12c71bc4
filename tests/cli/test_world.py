"""What the world does to a command: one line, exit status 2, nothing half-written."""

from __future__ import annotations

import errno
import io
import json
import os
import signal
import stat
import subprocess
import sys
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from provenli.__main__ import run as run_program
from provenli.cli.main import main
from provenli.errors import InputError, escaped
from provenli.files import alone_in
from provenli.options import SEEDS, WORKERS, check_seconds, check_whole
from provenli.pairs.workers import forked
from tests.cli.test_main import Result, Run, refused, run

__all__ = ["run"]
SWAM = ("entails", "boolean", "Ann swam.", "Ann swam.")


def raising(error: BaseException, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> str:
        raise error

    monkeypatch.setattr("provenli.cli.sentences.decide_one", fail)


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "some/file"), "some/file: No space left on device; free"),
        (PermissionError(errno.EACCES, "Permission denied", "x\x1b[31m"), "x\\x1b[31m: Permission denied"),
        (OSError("odd"), "odd"),
        (MemoryError(), "out of memory"),
        (BrokenProcessPool("gone"), "a worker process was killed"),
        (RecursionError("deep"), "nested too deeply"),
        (OverflowError("int too large"), "a number is too large: int too large"),
        (UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte"), "a file is not UTF-8: byte 1"),
        (UnicodeEncodeError("utf-8", "\ud800", 0, 1, "surrogates"), "'\\ud800' is no UTF-8 text"),
    ],
)
def test_foreseen(run: Run, monkeypatch: pytest.MonkeyPatch, error: BaseException, said: str) -> None:
    raising(error, monkeypatch)
    result = run(*SWAM)
    refused(result, said)
    assert "unforeseen" not in result.err


@pytest.fixture(autouse=True)
def no_own_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """A command is a process of its own; here, files that earlier tests have loaded would be blamed."""
    for name in [n for n in sys.modules if n.startswith("provenli_user")]:
        monkeypatch.delitem(sys.modules, name)


def test_a_fault_of_ours_says_where_and_how_to_see_more(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    raising(ZeroDivisionError("division\nby zero"), monkeypatch)
    result = run(*SWAM)
    refused(result, "unforeseen ZeroDivisionError: division by zero, at provenli/cli/sentences.py:", "report it")
    monkeypatch.setenv("PROVENLI_TRACEBACK", "1")
    assert "Traceback (most recent call last)" in run(*SWAM).err


class Worst(BaseException):
    def __str__(self) -> str:
        raise self


def test_even_the_worst(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    raising(Worst(), monkeypatch)
    refused(run(*SWAM), "unforeseen Worst: no message")


def test_a_users_own_file_is_named(run: Run, tmp_path: Path) -> None:
    own = tmp_path / "own.py"
    own.write_text("class Odd:\n    def __getattr__(self, name): raise SystemExit(3)\nMODEL = Odd()\n")
    refused(run("models", own), str(own))


def test_texts_of_files_stay_in_their_lines(run: Run, tmp_path: Path) -> None:
    """A sentence or a value with line ends could print a line that looks like one of ours."""
    false = "\n\nx: 0 disputed, everything checks\n"
    pair = {"gold_label": "contradiction", "sentence1": f"Every dog ran.{false}", "sentence2": "Some dog ran."}
    (tmp_path / "x.jsonl").write_text(json.dumps(pair) + "\n")
    features = {"kind": f"a{false}"}
    row = {"id": "1", "gold": "entailment", "predicted": "entailment", "schema": "s0", "features": features}
    (tmp_path / "y.jsonl").write_text(json.dumps(row) + "\n")
    audit = run("audit", tmp_path / "x.jsonl", "--fragment", "monotonicity_hard", "--out", tmp_path / "out")
    score = run("score", tmp_path / "y.jsonl", "--by", "kind")
    for told in (audit, score):
        assert told.status == 0
        assert "everything checks" in told.out
        assert not any(line.startswith("x: 0 disputed") for line in told.out.splitlines())


@pytest.mark.parametrize("text", ["\x1b[31mred", "a\nb", "\u202eturned", "\ud800", "\x9b"])
def test_control_characters_are_shown_and_not_obeyed(run: Run, text: str) -> None:
    result = run("parse", "boolean", f"Ann {text} swam.")
    refused(result)
    assert result.err.removesuffix("\n").isprintable()
    assert escaped("plain é 中 'x'") == "plain é 中 'x'"


def test_standard_output_is_full() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "provenli", *SWAM], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    refused(Result(done.returncode, "", done.stderr), "No space left on device")


def test_a_reader_that_has_gone_is_no_fault_of_ours() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "provenli", "--help"]
    done = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, "")


def test_standard_output_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """As with `>&-`: Python has no stream then."""
    monkeypatch.setattr(sys, "stdout", None)
    with pytest.raises(SystemExit) as left:
        main(["fragments", "boolean"])
    assert left.value.code == 0
    sys.stdout.close()
    monkeypatch.setattr(sys, "stdout", None)
    with pytest.raises(SystemExit) as left:
        main(["fragments", "nonsense"])
    assert left.value.code == 2
    sys.stdout.close()


def test_a_terminal_without_arrows(monkeypatch: pytest.MonkeyPatch) -> None:
    out = io.TextIOWrapper(io.BytesIO(), encoding="latin-1")
    monkeypatch.setattr(sys, "stdout", out)
    with pytest.raises(SystemExit) as left:
        main(["parse", "boolean", "Ann swam."])
    assert left.value.code == 0
    out.seek(0)
    assert out.readline() == "Ann\\u2191 swam\\u2191\n"


def test_a_completion_that_no_shell_asked_for(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_PROVENLI_COMPLETE", "bash_complete")
    refused(run("doctor"), "_PROVENLI_COMPLETE is in the environment, and no shell set it: unset it")


def test_a_working_directory_that_is_gone(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    refused(run("generate", "boolean", "--size", "3", "--out", "new"), "new: the working directory is gone")


def test_a_umask_that_forbids_all(run: Run, tmp_path: Path) -> None:
    """What the command has made itself it may use; others may not."""
    before = os.umask(0o777)
    try:
        assert run("generate", "boolean", "--size", "3", "--workers", "1", "--out", tmp_path / "new").status == 0
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o700


@pytest.mark.parametrize("target", ["/dev/full", "/dev/null", "/dev/stdout"])
def test_devices_are_not_replaced(run: Run, tmp_path: Path, target: str) -> None:
    before = os.lstat(target)
    if not (stat.S_ISCHR(os.stat(target).st_mode) or Path(target).is_symlink()):
        pytest.skip(f"{target} is no device here")
    if target == "/dev/stdout" and Path(target).is_file():
        pytest.skip("standard output is a file here")
    refused(run("score", predictions(tmp_path), "--csv", target), "pipe or device")
    assert os.lstat(target).st_ino == before.st_ino


def predictions(place: Path) -> Path:
    path = place / "predictions.jsonl"
    path.write_text('{"id": "a", "gold": "neutral", "label": "neutral"}\n' * 1)
    return path


@pytest.mark.parametrize(
    "words", [("score", "PATH"), ("entails", "boolean", "--file", "PATH"), ("anomalies", "PATH"), ("leakage", "PATH")]
)
def test_a_pipe_without_a_writer_is_not_waited_for(run: Run, tmp_path: Path, words: tuple[str, ...]) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    refused(run(*(pipe if w == "PATH" else w for w in words)), str(pipe))


@pytest.mark.parametrize("command", ["score", "anomalies"])
def test_names_of_300_letters(run: Run, tmp_path: Path, command: str) -> None:
    refused(run(command, "x" * 300), "File name too long")
    result = run("score", predictions(tmp_path), "--csv", tmp_path / ("x" * 300))
    assert (result.status, result.err.count("\n"), "File name too long" in result.err) == (2, 1, True)


def test_a_damaged_page_of_parquet(run: Run, tmp_path: Path) -> None:
    rows = [{"premise": f"Ann swam {k}.", "hypothesis": "Ann swam.", "label": "neutral"} for k in range(5000)]
    path = tmp_path / "damaged.parquet"
    pq.write_table(pa.Table.from_pylist(rows), path, row_group_size=1000)
    data = bytearray(path.read_bytes())
    middle = len(data) // 2
    data[middle : middle + 400] = b"\xff" * 400
    path.write_bytes(data)
    refused(run("anomalies", path), str(path), "expected Parquet")


@pytest.mark.parametrize(
    "words",
    [
        (*SWAM, "--seconds", "inf"),
        ("generate", "boolean", "--out", "new", "--seed", str(2**63)),
        ("generate", "boolean", "--out", "new", "--workers", "1025"),
        ("verify", "none", "--workers", "0"),
        ("train", "bag_of_words", "none", "--out", "new", "--set", "learning_rate=inf"),
        ("train", "bag_of_words", "none", "--out", "new", "--set", "l2=nan"),
        ("train", "bag_of_words", "none", "--out", "new", "--set", f"batch={2**70}"),
        ("train", "bag_of_words", "none", "--out", "new", "--seed", "1" * 5000),
        ("study", "fairness", "--out", "new", "--seeds", str(2**31)),
    ],
)
def test_numbers_without_end(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]) -> None:
    monkeypatch.chdir(tmp_path)
    refused(run(*words))
    assert not list(tmp_path.iterdir())


def test_bootstraps_without_end(run: Run, tmp_path: Path) -> None:
    refused(run("score", predictions(tmp_path), "--bootstrap", str(2**31)), "from 0 to 1000000, found 2147483648")
    refused(run("score", predictions(tmp_path), "--seed", str(2**70)), "--seed: expected a whole number")


def test_bounds_in_python() -> None:
    check_whole("--seed", SEEDS[-1], SEEDS)
    with pytest.raises(InputError, match=r"^workers: expected a whole number from 1 to 1024, found True$"):
        check_whole("--workers", True, WORKERS)
    with pytest.raises(InputError, match=r"^seconds: .* found nan$"):
        check_seconds("--seconds", float("nan"))


def die(held: None, item: int) -> int:
    del held
    if item == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return item


def test_a_killed_worker_is_one_line() -> None:
    with pytest.raises(InputError, match="a worker process was killed"), forked(2, None) as crew:
        list(crew.map(die, range(6)))


def test_two_trainings_in_one_directory(run: Run, tmp_path: Path) -> None:
    pair = '"premise": "Ann swam.", "hypothesis": "Ann swam."'
    row = f'{{"id": "%s", {pair}, "label": "%s", "schema": "s", "features": {{}}}}\n'
    for part in ("train", "dev"):
        (tmp_path / f"{part}.jsonl").write_text(row % ("a", "entailment") + row % ("b", "neutral"))
    words = ("train", "bag_of_words", tmp_path, "--out", tmp_path / "run", "--epochs", "1")
    with alone_in(tmp_path / "run"):
        refused(run(*words), "is being written by another run")
    assert run(*words).status == 0


def test_an_endless_device_is_no_fragment(run: Run, tmp_path: Path) -> None:
    """Its hash would be compared with the one on record: that is never, for a file without an end."""
    (tmp_path / "own.py").write_text("from provenli.library.fragments.boolean import FRAGMENT as FRAGMENT\n")
    assert run("generate", tmp_path / "own.py", "--size", "4", "--out", tmp_path / "data", "--workers", "1").status == 0
    refused(run("verify", tmp_path / "data", "--fragment", "/dev/zero"), "/dev/zero cannot be read: a pipe or device")


def test_no_disk_is_looked_through_for_a_manifest(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "rglob", lambda *_: pytest.fail("a directory without a manifest was looked through"))
    (tmp_path / "empty").mkdir()
    refused(run("verify", tmp_path / "empty"), "manifest.json")


def test_a_training_that_learned_nothing_leaves_nothing(run: Run, tmp_path: Path) -> None:
    pair = '"premise": "Ann swam.", "hypothesis": "Ann swam."'
    row = f'{{"id": "%s", {pair}, "label": "%s", "schema": "s", "features": {{}}}}\n'
    for part in ("train", "dev"):
        (tmp_path / f"{part}.jsonl").write_text(row % ("a", "entailment") + row % ("b", "neutral"))
    words = ("train", "bag_of_words", tmp_path, "--epochs", "1", "--out")
    assert run(*words, tmp_path / "first").status == 0
    refused(run(*words, tmp_path / "second", "--from", tmp_path / "first"), "cannot go on from another run")
    assert not (tmp_path / "second").exists()


def test_figures_without_their_page_are_no_report(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> str:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("provenli.reports.report._page", full)
    refused(run("report", predictions(tmp_path), "--out", tmp_path / "page"), "No space left on device")
    assert not (tmp_path / "page").exists()


def test_a_fragment_that_a_report_has_no_use_for(run: Run, tmp_path: Path) -> None:
    (tmp_path / "said.csv").write_text("id,gold,label\na,entailment,neutral\nb,neutral,neutral\n")
    result = run("report", str(tmp_path / "said.csv"), "--fragment", "mine.py", "--out", str(tmp_path / "page"))
    refused(result, "--fragment mine.py: only a report on a run of `provenli ask` has proofs; leave it out")
    assert not (tmp_path / "page").exists()


class _Interrupted:
    def __getattr__(self, name: str) -> object:
        raise KeyboardInterrupt


def test_stopped_while_the_commands_are_imported(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "provenli.cli.main", _Interrupted())
    with pytest.raises(SystemExit) as end:
        run_program()
    assert (end.value.code, capsys.readouterr().err) == (130, "provenli: stopped\n")
