"""Workers: the same answers in the same order for any number of them, and none outlives the block."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from provenli.pairs.workers import forked, in_processes, streamed


def square(n: int) -> int:
    return n * n


def one_over(n: int) -> float:
    return 1 / (n - 5)


@pytest.mark.parametrize("workers", [1, 2, 3])
@pytest.mark.parametrize("n", [0, 1, 7, 8, 50])
def test_answers_do_not_depend_on_the_workers(workers: int, n: int) -> None:
    assert list(in_processes(square, range(n), workers)) == [k * k for k in range(n)]
    assert list(streamed(square, n, workers)) == [k * k for k in range(n)]


@pytest.mark.parametrize("run", [lambda: in_processes(one_over, range(20), 2), lambda: streamed(one_over, 20, 2)])
def test_an_error_in_a_worker_comes_back(run: object) -> None:
    with pytest.raises(ZeroDivisionError):
        list(run())  # type: ignore[operator]


def test_workers_are_other_processes() -> None:
    found = set(in_processes(process, range(20), 2))
    assert os.getpid() not in found


def process(_: int) -> int:
    return os.getpid()


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] not in ("Z", "X")
    except OSError:
        return False


def gone(pids: list[int]) -> bool:
    for _ in range(200):
        if not any(map(alive, pids)):
            return True
        time.sleep(0.05)
    return False


def test_an_early_end_ends_the_workers() -> None:
    pids: list[int] = []
    with suppress(KeyboardInterrupt), forked(2) as pool:
        pids += {pool.submit(process, k).result() for k in range(4)}
        pool.submit(time.sleep, 600)
        raise KeyboardInterrupt
    assert pids
    assert gone(pids)


PARENT = """
import os, time
from provenli.pairs.workers import forked

def process(k):
    time.sleep(0.2)
    return os.getpid()

with forked(2) as pool:
    print(*{f.result() for f in [pool.submit(process, k) for k in range(4)]}, flush=True)
    pool.submit(time.sleep, 600)
    time.sleep(600)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends children with their parent")
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_no_worker_outlives_its_parent(number: signal.Signals) -> None:
    command = [sys.executable, "-c", PARENT]
    parent = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert parent.stdout is not None
    pids = [int(p) for p in parent.stdout.readline().split()]
    assert pids
    assert all(map(alive, pids))
    parent.send_signal(number)
    parent.wait(timeout=30)
    parent.stdout.close()
    assert gone(pids)
