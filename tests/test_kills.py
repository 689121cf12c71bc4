"""A hundred kills: commands that are killed (kill -9) at random moments, or whose workers are, come to the same bytes
when they are called again."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from tests.fuzz.artifacts import EXAMPLES, PAIRS
from tests.outside.server import Said, serving
from tests.web.people import Person, changed, fields

KILLS = int(os.environ.get("KILLS", "25"))
"""Of each command."""
TIMES = re.compile(rb'"(core_seconds|seconds|began|ended|time)": [^,}\n]*|(?<=-[0-9a-f]{20}": )[0-9.e-]+')
"""How long something took is told in a few files, in `made.json` by step, and is never the same."""


WORDS = {
    "generate": "generate systematicity --size 4000 --depth 1-2 --workers 2 --out {out}",
    "audit": "audit {place}/pairs.tsv --fragment boolean --workers 2 --out {out}",
    "train": "train bag_of_words {place}/parts --epochs 20 --out {out}",
    "study": "study {place}/mine.py --scale smoke --workers 2 --out {out}",
    "split": "split productivity {place}/data --out {out}",
    "ask": "ask {place}/pairs.tsv --limit 60 --model openai:m --base-url {url} --how chat --concurrency 1 --out {out}",
    "report": "report {place}/predictions.jsonl --out {out}",
}
ALL_AT_ONCE = ("generate", "split")
"""What has its name is whole, and a second one cannot be put in its place."""


LABELS = ("entailment", "neutral", "contradiction")


def words_of(command: str, place: Path, out: Path, url: str = "") -> list[str]:
    return [word.format(place=place, out=out, url=url) for word in WORDS[command].split()]


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
    said = ({"id": f"p{k}", "gold": LABELS[k % 3], "label": LABELS[k % 2]} for k in range(300))
    (root / "predictions.jsonl").write_text("".join(json.dumps(row) + "\n" for row in said))
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
@pytest.mark.parametrize("command", WORDS)
def test_killed_commands_come_to_the_same_end(command: str, place: Path) -> None:
    with serving(Said(text="entailment", silent=0.02)) as heard:
        whole = place / f"{command}-whole"
        begun = time.monotonic()
        finish(words_of(command, place, whole, heard.url))
        took = time.monotonic() - begun
        expected, disturbed = content(whole), 0
        for k in range(KILLS):
            rng = random.Random(k)
            out = place / f"{command}-{k}"
            words = words_of(command, place, out, heard.url)
            process = started(words)
            time.sleep(rng.uniform(0.2, 1.0) * took)
            kill_someone(process, rng)
            _, told = process.communicate()
            disturbed += process.returncode != 0
            took *= 0.8 if process.returncode == 0 else 1.0  # too late: the machine is less busy now than it was
            assert b"Traceback" not in told
            if process.returncode != 0 and not (command in ALL_AT_ONCE and out.exists()):
                finish(words)
            assert content(out) == expected, (command, k)
    print(f"{command}: {KILLS} kills, {disturbed} of them before the end")
    assert disturbed


@pytest.mark.slow
def test_answers_that_were_acknowledged_outlive_a_kill(tmp_path: Path) -> None:
    """Of `collect serve`: somebody judges, the server is killed, and again."""
    rows = (
        {"id": f"p{k}", "premise": f"Ann {k} swam.", "hypothesis": "Ann moved.", "label": "neutral"} for k in range(300)
    )
    (tmp_path / "pairs.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    finish(["collect", "new", str(tmp_path / "study"), "--from", str(tmp_path / "pairs.jsonl"), "--task", "judge"])
    changed(tmp_path / "study", {"seconds = 3\n": "seconds = 0\n"})
    acknowledged = 0
    for k in range(KILLS):
        acknowledged += judged_until_killed(tmp_path / "study", random.Random(k))
    finish(["collect", "export", str(tmp_path / "study"), "--out", str(tmp_path / "out")])
    kept = len((tmp_path / "out" / "answers.jsonl").read_text().splitlines())
    print(f"collect serve: {KILLS} kills, {acknowledged} answers acknowledged, {kept} kept")
    # The last answer before a kill may be kept though nobody was told.
    assert KILLS <= acknowledged <= kept <= acknowledged + KILLS


def judged_until_killed(study: Path, rng: random.Random) -> int:
    """How many answers were acknowledged."""
    command = [sys.executable, "-u", "-m", "provenli", "collect", "serve", str(study), "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        url = server.stdout.readline().removeprefix("people: ").strip()
        number, enough = 0, rng.randint(1, 4)
        with suppress(httpx.HTTPError), httpx.Client(base_url=url, follow_redirects=True) as browser:
            person = Person(browser).joins()
            while person.pair("judge") is not None:
                given = {**fields(person.html), "points": "3"}
                number += browser.post("/answer", data=given, follow_redirects=False).status_code == 303
                if number == enough:  # then at any moment of what follows
                    threading.Timer(rng.uniform(0, 0.1), server.kill).start()
    return number
