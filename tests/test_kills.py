"""A hundred kills: commands that are killed (kill -9) at random moments, or whose workers are, come to the same bytes
when they are called again."""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fuzz.artifacts import EXAMPLES, PAIRS

KILLS = int(os.environ.get("KILLS", "25"))
"""Of each command."""
TIMES = re.compile(rb'"(core_seconds|seconds|began|ended|time)": [^,}\n]*')
"""How long something took is told in a few files, and is never the same."""


def words_of(command: str, place: Path, out: Path) -> list[str]:
    match command:
        case "generate":
            return [
                "generate",
                "systematicity",
                "--size",
                "4000",
                "--depth",
                "1-2",
                "--workers",
                "2",
                "--out",
                str(out),
            ]
        case "audit":
            return ["audit", str(place / "pairs.tsv"), "--fragment", "boolean", "--workers", "2", "--out", str(out)]
        case "train":
            return ["train", "bag_of_words", str(place / "parts"), "--epochs", "20", "--out", str(out)]
        case _:
            return ["study", str(place / "mine.py"), "--scale", "smoke", "--workers", "2", "--out", str(out)]


def started(words: list[str]) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "provenli", *words]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


def finish(words: list[str]) -> None:
    process = started(words)
    said = process.communicate()[1]
    assert process.returncode == 0, said


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("kills")
    names = ["Ann", "Bob", "Chris", "Daniel", "Elliot", "Fred", "Greg", "Henry", "John", "Tom"]
    swapped = [(p, h, label, a, b) for p, h, label in PAIRS[:5] for a in names for b in names if a != b]
    lines = (f"{p}\t{h}\t{x}\n".replace("Bob", "*").replace("Ann", a).replace("*", b) for p, h, x, a, b in swapped)
    (root / "pairs.tsv").write_text("".join(lines))
    text = (EXAMPLES / "my_study.py").read_text()
    (root / "mine.py").write_text(text.replace('"smoke": 800', '"smoke": 200'))
    finish(words_of("generate", root, root / "data"))
    (root / "parts").mkdir()
    rows = (root / "data" / "pairs.jsonl").read_bytes().splitlines(keepends=True)
    (root / "parts" / "train.jsonl").write_bytes(b"".join(rows[200:]))
    (root / "parts" / "dev.jsonl").write_bytes(b"".join(rows[:200]))
    return root


def content(directory: Path) -> dict[str, bytes]:
    files = sorted(p for p in directory.rglob("*") if p.is_file() and not p.name.endswith(".lock"))
    return {p.relative_to(directory).as_posix(): TIMES.sub(b"", p.read_bytes()) for p in files}


def children(process: int) -> Iterator[int]:
    """Workers. Python's own watch over semaphores is none: killed, the next one prints a traceback of Python's."""
    for task in Path(f"/proc/{process}/task").glob("*/children"):
        yield from (child for child in map(int, task.read_text().split()) if not _watches(child))


def _watches(process: int) -> bool:
    try:
        return b"resource_tracker" in Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:  # it has just ended
        return False


def kill_someone(process: subprocess.Popen[bytes], rng: random.Random) -> None:
    """The command itself or one of its workers."""
    workers = list(children(process.pid)) if process.poll() is None else []
    victim = rng.choice(workers) if workers and rng.random() < 0.5 else process.pid
    try:
        os.kill(victim, signal.SIGKILL)
    except ProcessLookupError:
        return  # it has just ended


@pytest.mark.slow
@pytest.mark.parametrize("command", ["generate", "audit", "train", "study"])
def test_killed_commands_come_to_the_same_end(command: str, place: Path) -> None:
    whole = place / f"{command}-whole"
    begun = time.monotonic()
    finish(words_of(command, place, whole))
    took = time.monotonic() - begun
    expected, disturbed = content(whole), 0
    for k in range(KILLS):
        rng = random.Random(k)
        out = place / f"{command}-{k}"
        process = started(words_of(command, place, out))
        time.sleep(rng.uniform(0.2, 1.0) * took)
        kill_someone(process, rng)
        _, told = process.communicate()
        disturbed += process.returncode != 0
        took *= 0.8 if process.returncode == 0 else 1.0  # too late: the machine is less busy now than it was
        assert b"Traceback" not in told
        if process.returncode != 0 and content_missing(out, command):
            finish(words_of(command, place, out))
        assert content(out) == expected, (command, k)
    print(f"{command}: {KILLS} kills, {disturbed} of them before the end")
    assert disturbed


def content_missing(out: Path, command: str) -> bool:
    """A data set that has its name is whole, and a second one cannot be put in its place."""
    return command != "generate" or not out.exists()
