"""What surrounds a command: streams, variables, limits and signals, in words of the shell."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from tests.fuzz.calls import Called

SURROUNDINGS = {
    "closed input": '"$@" <&-',
    "closed output": '"$@" >&-',
    "closed error": '"$@" 2>&-',
    "all closed": '"$@" <&- >&- 2>&-',
    "full output": '"$@" >/dev/full',
    "full error": '"$@" 2>/dev/full',
    "all full": '"$@" >/dev/full 2>&1',
    "no reader": 'set -o pipefail; "$@" | true',
    "no home": 'unset HOME; "$@"',
    "a home that is missing": 'HOME=/missing XDG_CACHE_HOME=/missing "$@"',
    "a home that is a file": 'HOME=/dev/null "$@"',
    "no place for temporary files": 'TMPDIR=/missing "$@"',
    "a full place for temporary files": 'TMPDIR=/dev/full "$@"',
    "ASCII": 'LANG=C LC_ALL=C PYTHONUTF8=0 PYTHONCOERCECLOCALE=0 PYTHONIOENCODING=ascii "$@"',
    "an unknown language": 'LANG=xx_YY.latin9 LC_ALL=xx "$@"',
    "a narrow terminal": 'COLUMNS=20 "$@"',
    "an odd terminal": 'COLUMNS=x TERM= "$@"',
    "no directory": 'mkdir gone && cd gone && rmdir ../gone && "$@"',
    "no variables": 'env -i PYTHONPATH="$PYTHONPATH" "$@"',
    "few files": 'ulimit -n 32 && "$@"',
    "very few files": 'ulimit -n 12 && "$@"',
    "small files": 'ulimit -f 1 && "$@"',
    "no files": 'ulimit -f 0 && "$@"',
    "little memory": 'ulimit -v 400000 && "$@"',
    "a small stack": 'ulimit -s 256 && "$@"',
    "no dumps, no locks": 'ulimit -c 0 -l 0 && "$@"',
    "interrupts ignored": "trap '' INT TERM PIPE HUP; \"$@\"",
}


MADE = ("full output", "all full")
"""Where the command has made what it was asked for, and only cannot say so."""
QUIET = ("closed error", "all closed", "full error", "all full")
"""Where nothing can be said."""
CALLS = (
    "generate boolean --size 20 --workers 2 --out NEW",
    "audit GOOD/snli.jsonl --fragment boolean --workers 2 --out NEW",
    "split productivity GOOD/data --out NEW",
    "parse boolean 'Ann swam.'",
    "entails english 'Every dog ran.' 'Every poodle ran.'",
    "verify GOOD/boolean --workers 2",
    "export GOOD/boolean --format lm-eval,mnli --out NEW",
    "anomalies GOOD/snli.jsonl GOOD/table.parquet",
    "train bag_of_words GOOD/split/D1-2 --epochs 2 --out NEW",
    "predict GOOD/run_bag_of_words GOOD/split/D1-2/test-depth-1.jsonl --out NEW",
    "score GOOD/predictions0.jsonl --csv NEW --bootstrap 100",
    "study GOOD/my_study.py --scale smoke --workers 2 --out NEW",
    "report GOOD/predictions0.jsonl --out NEW",
    "browse GOOD/data --port 8080 --host 192.0.2.1",
    "collect new NEW --from GOOD/snli.jsonl --fragment boolean --task judge",
    "collect export GOOD/judge --out NEW",
    "doctor",
)
"""GOOD is where the artifacts are, NEW is a path for what is made."""


def surrounded(words: Sequence[str], how: str, place: Path, seconds: int = 60) -> Called:
    command = ["bash", "-c", SURROUNDINGS[how], "bash", sys.executable, "-m", "provenli", *words]
    environment = {**os.environ, "PROVENLI_PROGRESS": "no"}
    return _ended(subprocess.Popen(command, cwd=place, env=environment, **_PIPES), words, seconds)


_PIPES = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "start_new_session": True}


def signalled(words: Sequence[str], number: int, when: float | Path, place: Path, seconds: int = 60) -> Called:
    """The command and its workers get the signal, as from a terminal: after so many seconds, or when the file is
    there."""
    process = subprocess.Popen([sys.executable, "-m", "provenli", *words], cwd=place, **_PIPES)
    if isinstance(when, Path):
        while not when.exists() and process.poll() is None:
            time.sleep(0.02)
    else:
        while process.poll() is None and not _stops(process.pid):
            time.sleep(0.02)
        time.sleep(when)
    with suppress(ProcessLookupError):  # it has ended
        os.killpg(process.pid, number)
    return _ended(process, words, seconds)


def _stops(process: int) -> bool:
    """Whether it answers to SIGTERM yet: before that, it is Python that starts, and ends as Python does."""
    with suppress(OSError):
        found = re.search(r"^SigCgt:\s*([0-9a-f]+)", Path(f"/proc/{process}/status").read_text(), re.MULTILINE)
        return found is not None and bool(int(found[1], 16) & 1 << signal.SIGTERM - 1)
    return False


def _ended(process: subprocess.Popen[bytes], words: Sequence[str], seconds: int) -> Called:
    try:
        out, err = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, 9)
        process.communicate()
        return Called(words, "too slow", "", "")
    return Called(words, process.returncode, out.decode(errors="replace"), err.decode(errors="replace"))
