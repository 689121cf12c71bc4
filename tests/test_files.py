"""A directory appears whole or not at all: however a run ends, and whoever else is running."""

from __future__ import annotations

import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from provenli.audits.journal import open_journal
from provenli.errors import InputError
from provenli.files import LOCK, alone_in, fresh_directory, new_text, write_whole
from provenli.studies.artifacts import Store, locked
from provenli.studies.recipes import Data, key

# Writes for ever, or `files` files. Says when it is inside.
WRITER = """
import sys
from provenli.files import fresh_directory
with fresh_directory(sys.argv[1]) as work:
    print("inside", flush=True)
    for k in range(int(sys.argv[2])):
        (work / f"{k}.txt").write_text("x" * 1000)
print("done", flush=True)
"""
FOR_EVER = 10**9


def content(path: Path) -> dict[str, str]:
    return {str(p.relative_to(path)): p.read_text() for p in path.rglob("*") if p.is_file()}


def left(folder: Path) -> list[str]:
    return sorted(os.listdir(folder))


def write(target: Path) -> None:
    with fresh_directory(target) as work:
        (work / "hf" / "data").mkdir(parents=True)
        (work / "hf" / "data" / "a.txt").write_text("a")
        (work / "b.txt").write_text("b")


@contextmanager
def writer(target: Path, files: int, script: str = WRITER) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-c", script, str(target), str(files)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def wait_inside(process: subprocess.Popen[str]) -> None:
    assert process.stdout is not None
    assert process.stdout.readline() == "inside\n"


def test_it_appears_at_the_end(tmp_path: Path) -> None:
    target = tmp_path / "set"
    with fresh_directory(target) as work:
        assert not target.exists()
        assert work.parent == tmp_path
        assert work.name == ".set.unfinished"
        (work / "a.txt").write_text("a")
    assert content(target) == {"a.txt": "a"}
    assert left(tmp_path) == ["set"]


def test_an_empty_directory_is_taken(tmp_path: Path) -> None:
    (tmp_path / "set").mkdir()
    write(tmp_path / "set")
    assert content(tmp_path / "set") == {"hf/data/a.txt": "a", "b.txt": "b"}


def test_a_relative_path_and_a_link(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write(Path("set"))
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    write(Path("link"))
    assert content(tmp_path / "set") == content(tmp_path / "real") == content(tmp_path / "link")


@pytest.mark.parametrize("error", [RuntimeError, KeyboardInterrupt, SystemExit, BrokenPipeError])
def test_an_exception_leaves_nothing(tmp_path: Path, error: type[BaseException]) -> None:
    def fail() -> None:
        with fresh_directory(tmp_path / "set") as work:
            (work / "a.txt").write_text("a")
            raise error

    with pytest.raises(error):
        fail()
    assert left(tmp_path) == []


def refusal(target: Path) -> str:
    with pytest.raises(InputError) as refused:
        write(target)
    assert "\n" not in str(refused.value)
    return str(refused.value)


def test_places_where_nothing_can_be_made(tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine").write_text("keep")
    (tmp_path / "file").write_text("keep")
    assert "full exists and is not empty: remove it or choose another name" in refusal(tmp_path / "full")
    assert "file is a file, expected a new or empty directory" in refusal(tmp_path / "file")
    assert f"{tmp_path / 'none'} is no directory; make it first" in refusal(tmp_path / "none" / "set")
    assert f"{tmp_path / 'file'} is no directory; make it first" in refusal(tmp_path / "file" / "set")
    assert "File name too long; choose another place" in refusal(tmp_path / ("x" * 300))
    assert content(tmp_path) == {"full/mine": "keep", "file": "keep"}
    assert left(tmp_path) == ["file", "full"]


def test_what_came_into_being_meanwhile_is_kept(tmp_path: Path) -> None:
    target = tmp_path / "set"

    def meanwhile() -> None:
        with fresh_directory(target) as work:
            (work / "a.txt").write_text("a")
            target.mkdir()
            (target / "mine").write_text("keep")

    with pytest.raises(InputError, match="nothing was kept: choose another name"):
        meanwhile()
    assert content(tmp_path) == {"set/mine": "keep"}


def test_a_folder_without_permission() -> None:
    """As another user where we are root, whom permissions do not bind."""
    script = """
import os, sys
from pathlib import Path
from provenli.files import fresh_directory
from provenli.audits.journal import open_journal
from provenli.errors import InputError
if os.geteuid() == 0:
    os.setresuid(65534, 65534, 65534)
try:
    with fresh_directory(Path(sys.argv[1]) / "set"):
        print("inside")
except InputError as error:
    print(error)
"""
    folder = tempfile.mkdtemp()
    try:
        os.chmod(folder, 0o555)
        done = subprocess.run([sys.executable, "-c", script, folder], capture_output=True, text=True, check=True)
    finally:
        os.chmod(folder, 0o755)
        shutil.rmtree(folder)
    assert f"{folder} is not writable (Permission denied" in done.stdout
    assert done.stdout.count("\n") == 1


def test_two_runs_at_once(tmp_path: Path) -> None:
    target = tmp_path / "set"
    with writer(target, FOR_EVER) as first:
        wait_inside(first)
        assert "set is being written by another run: wait for it or choose another name" in refusal(target)
        write(tmp_path / "other")
        assert first.poll() is None
        assert left(tmp_path) == [".set.unfinished", "other"]


def test_two_runs_in_one_process(tmp_path: Path) -> None:
    with fresh_directory(tmp_path / "set") as work:
        (work / "a.txt").write_text("a")
        assert "is being written by another run" in refusal(tmp_path / "set")
    assert content(tmp_path / "set") == {"a.txt": "a"}


def test_many_runs_race_and_one_wins(tmp_path: Path) -> None:
    target = tmp_path / "set"
    command = [sys.executable, "-c", WRITER, str(target), "20"]
    runs = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(6)]
    results = [run.communicate() for run in runs]
    winners = [run for run in runs if run.returncode == 0]
    assert len(winners) == 1
    for run, (_, said) in zip(runs, results, strict=True):
        if run not in winners:
            assert "is being written by another run" in said or "exists and is not empty" in said
    assert len(content(target)) == 20
    assert left(tmp_path) == ["set"]


def test_killed_at_random_moments(tmp_path: Path) -> None:
    target = tmp_path / "set"
    rng = np.random.default_rng(0)
    for _ in range(6):
        with writer(target, FOR_EVER) as process:
            wait_inside(process)
            with pytest.raises(subprocess.TimeoutExpired):
                process.wait(rng.uniform(0, 0.05))
            process.send_signal(signal.SIGKILL)
            process.wait()
        assert left(tmp_path) == [".set.unfinished"]
    write(target)
    assert content(target) == {"hf/data/a.txt": "a", "b.txt": "b"}
    assert left(tmp_path) == ["set"]


def test_killed_while_finishing(tmp_path: Path) -> None:
    """Either all files are there or none, wherever between the first file and the rename the end came."""
    rng = np.random.default_rng(1)
    for k in range(6):
        target = tmp_path / f"set{k}"
        with writer(target, 30) as process:
            wait_inside(process)
            try:
                process.wait(rng.uniform(0, 0.08))
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGKILL)
            process.wait()
        if target.exists():
            assert len([name for name in content(target) if name != LOCK]) == 30
        else:
            write(target)
    assert left(tmp_path) == [f"set{k}" for k in range(6)]


def test_interrupted(tmp_path: Path) -> None:
    with writer(tmp_path / "set", FOR_EVER) as process:
        wait_inside(process)
        process.send_signal(signal.SIGINT)
        process.wait()
        assert process.stderr is not None
        assert "KeyboardInterrupt" in process.stderr.read()
    assert left(tmp_path) == []


def test_a_worker_that_outlives_its_parent_holds_no_lock(tmp_path: Path) -> None:
    forking = """
import os, signal, sys, time
from provenli.files import fresh_directory
with fresh_directory(sys.argv[1]) as work:
    ready, told = os.pipe()
    worker = os.fork()
    if worker == 0:
        os.write(told, b"x")
        time.sleep(60)
        os._exit(0)
    os.read(ready, 1)
    print(worker, flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""
    with writer(tmp_path / "set", 0, forking) as process:
        assert process.stdout is not None
        worker = int(process.stdout.readline())
        process.wait()
        try:
            write(tmp_path / "set")
            os.kill(worker, 0)
        finally:
            os.kill(worker, signal.SIGKILL)
    assert left(tmp_path) == ["set"]


FILLING = """
import resource, sys
import numpy as np
from provenli.data.blocks import Block, Chunk, Column
from provenli.files import fresh_directory
from provenli.data.formats import Layout, PartFiles, render
from provenli.audits.journal import open_journal
from provenli.errors import InputError
name, limit = sys.argv[2], int(sys.argv[3])
resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
layout = Layout("boolean", "train", ("neutral",), ())
table = tuple(np.random.default_rng(0).bytes(20).hex() for _ in range(1000))
rng = np.random.default_rng(1)
try:
    with fresh_directory(sys.argv[1]) as work, PartFiles(work, layout, [name]) as files:
        for start in range(0, 1_000_000, 20_000):
            words = tuple(Column(table, k) for k in range(6))
            block = Block(words, words, ("neutral",), ("s",), ())
            chunk = Chunk(start, [block], np.zeros(20_000, int), rng.integers(0, 1000, (6, 20_000)))
            files.append(render(chunk, layout, [name]))
        files.finish()
except InputError as error:
    print(error)
"""


@contextmanager
def tiny_disk(path: Path) -> Iterator[int]:
    """A full file system where we may mount one, else a limit on the size of files, which says the same to a writer."""
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(path)], capture_output=True)
    try:
        yield resource.RLIM_INFINITY if mounted.returncode == 0 else 1 << 20
    finally:
        if mounted.returncode == 0:
            subprocess.run(["umount", str(path)], check=True)


@pytest.mark.parametrize("name", ["jsonl", "parquet", "hf"])
def test_a_full_disk(tmp_path: Path, name: str) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    with tiny_disk(disk) as limit:
        command = [sys.executable, "-W", "error", "-c", FILLING, str(disk / "set"), name, str(limit)]
        done = subprocess.run(command, capture_output=True, text=True)
        assert left(disk) == []
    assert done.stdout == (
        f"no space left while writing {disk / 'set'}; nothing was kept: free some space or write elsewhere\n"
    )
    assert done.stderr == ""


# --- what others may have put where a run writes ---


def test_a_link_in_the_place_of_the_working_directory(tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.mkdir()
    (precious / "mine").write_text("keep")
    (tmp_path / ".set.unfinished").symlink_to(precious)
    assert "set cannot be made" in refusal(tmp_path / "set")
    assert content(precious) == {"mine": "keep"}
    assert left(tmp_path) == [".set.unfinished", "precious"]


def test_a_link_in_the_place_of_the_lock(tmp_path: Path) -> None:
    work = tmp_path / ".set.unfinished"
    work.mkdir()
    (work / LOCK).symlink_to(tmp_path / "precious")
    assert "set cannot be made" in refusal(tmp_path / "set")
    assert not (tmp_path / "precious").exists()


def test_links_within_what_a_killed_run_left_are_removed_and_not_followed(tmp_path: Path) -> None:
    work, precious = tmp_path / ".set.unfinished", tmp_path / "precious"
    work.mkdir()
    precious.mkdir()
    (precious / "mine").write_text("keep")
    (work / "hf").symlink_to(precious)
    write(tmp_path / "set")
    assert content(precious) == {"mine": "keep"}
    assert content(tmp_path / "set") == {"hf/data/a.txt": "a", "b.txt": "b"}


def test_the_working_directory_of_another_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".set.unfinished").mkdir()
    (tmp_path / ".set.unfinished" / "theirs").write_text("keep")
    other = os.geteuid() + 1
    monkeypatch.setattr("provenli.files.os.geteuid", lambda: other)
    assert ".set.unfinished is another user's; remove it" in refusal(tmp_path / "set")
    assert content(tmp_path / ".set.unfinished") == {"theirs": "keep"}


def test_a_link_in_the_place_of_a_file_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "precious").write_text("keep")
    for name, put in (("a", lambda p: write_whole(p, b"new")), ("b", lambda p: new_text(p).close())):
        (tmp_path / name).symlink_to(tmp_path / "precious")
        put(tmp_path / name)
        assert not (tmp_path / name).is_symlink()
    assert (tmp_path / "precious").read_text() == "keep"


def test_journals_and_locks_follow_no_link(tmp_path: Path) -> None:
    """A journal that is no journal is begun anew: through a link that would empty another file."""
    (tmp_path / "precious").write_text("keep")
    (tmp_path / "link").symlink_to(tmp_path / "precious")
    with pytest.raises(InputError, match="cannot be written"):
        open_journal(tmp_path / "link", {}, "here")
    with pytest.raises(InputError, match="cannot be written"), locked(tmp_path / "link"):
        pass
    assert (tmp_path / "precious").read_text() == "keep"


def test_a_step_of_a_study_is_made_within_its_run(tmp_path: Path) -> None:
    """Its name is known, and the run may be somebody else's."""
    step, elsewhere = Data("boolean", 10), tmp_path / "elsewhere"
    for folder in (elsewhere, tmp_path / "run" / "work"):
        folder.mkdir(parents=True)
    (tmp_path / "run" / "work" / key(step)).symlink_to(elsewhere)
    with pytest.raises(InputError, match="is a link, expected a directory"), Store(tmp_path / "run").making(step):
        pass
    assert not list(elsewhere.iterdir())


def emptied(target: Path, then: Path | None) -> None:
    """Somebody removes what is being written; `then` is in its place, or an empty directory."""
    with fresh_directory(target) as work:
        (work / "first").touch()
        shutil.rmtree(work)
        if then is None:
            work.mkdir()
            (work / "second").touch()
        else:
            then.rename(work)


def test_what_somebody_removes_meanwhile_is_not_called_whole(tmp_path: Path) -> None:
    """Some of its files were written later, so its name would stand for these alone."""
    with pytest.raises(InputError, match="were removed while it was written"):
        emptied(tmp_path / "set", None)
    assert left(tmp_path) == []


def test_a_run_that_began_after_a_removal_is_left_alone(tmp_path: Path) -> None:
    with fresh_directory(tmp_path / "set") as later:
        later.rename(tmp_path / "aside")
        with pytest.raises(InputError, match="were removed"):
            emptied(tmp_path / "set", tmp_path / "aside")
        (later / "file").touch()
    assert content(tmp_path / "set") == {"file": ""}


def test_links_that_lead_back_to_themselves(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    with pytest.raises(InputError, match="lead back to themselves"), fresh_directory(tmp_path / "loop"):
        pass
    assert left(tmp_path) == ["loop"]


def test_a_directory_that_stayed_empty_goes_again(tmp_path: Path) -> None:
    (tmp_path / "old").mkdir()
    for name in ("new", "old"):
        with pytest.raises(InputError), alone_in(tmp_path / name):
            raise InputError("the disk is full")
    assert [p.name for p in tmp_path.iterdir()] == ["old"]
    with alone_in(tmp_path / "new"):
        (tmp_path / "new" / "file").touch()
    assert (tmp_path / "new" / "file").exists()


def test_with_no_handle_left_the_directory_is_removed_all_the_same(tmp_path: Path) -> None:
    script = """
import os, resource, sys
from provenli.files import fresh_directory
with fresh_directory(sys.argv[1]) as work:
    (work / "rows").write_text("x")
    resource.setrlimit(resource.RLIMIT_NOFILE, (20, 20))
    while True:
        os.open(os.devnull, os.O_RDONLY)
"""
    done = subprocess.run([sys.executable, "-c", script, str(tmp_path / "new")], capture_output=True, text=True)
    assert "Too many open files" in done.stderr
    assert not list(tmp_path.iterdir())
