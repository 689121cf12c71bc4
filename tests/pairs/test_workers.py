"""Workers: the same answers in the same order for any number of them, and none outlives the block."""

from __future__ import annotations

import operator
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from provenli.errors import InputError, UnknownName
from provenli.pairs.workers import carried_out_by, forked, in_processes, streamed


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


def process_of(_: object, k: int) -> int:
    return process(k)


class Counter:
    """Cannot be sent: it holds a function."""

    def __init__(self) -> None:
        self.add = lambda k: k + 1
        self.calls = 0

    def count(self, k: int) -> int:
        self.calls += 1
        return int(self.add(k))


@pytest.mark.parametrize("workers", [1, 3])
def test_what_cannot_be_sent_is_inherited(workers: int) -> None:
    counter = Counter()
    assert list(in_processes(counter.count, range(50), workers)) == list(range(1, 51))
    assert list(streamed(counter.count, 50, workers)) == list(range(1, 51))
    with forked(workers, counter) as crew:
        assert [crew.submit(Counter.count, k).result() for k in range(50)] == list(range(1, 51))
    assert counter.calls == (150 if workers == 1 else 0)


def test_every_worker_inherits_what_there_was_at_the_first_piece_of_work() -> None:
    """None is forked later, from a parent that has changed."""
    held = [0]
    with forked(4, held) as crew:
        first = crew.submit(slowly, 0)
        held[0] = 1
        answers = [crew.submit(slowly, 0.05) for _ in range(20)]
        assert {value for _, value in (first.result(), *(a.result() for a in answers))} == {0}
        assert len({pid for pid, _ in (a.result() for a in answers)}) > 1


def slowly(held: list[int], seconds: float) -> tuple[int, int]:
    time.sleep(seconds)
    return os.getpid(), held[0]


def test_two_crews_at_a_time_do_not_mix() -> None:
    with forked(2, 10) as tens, forked(2, 100) as hundreds:
        asked = [(tens.submit(times, k), hundreds.submit(times, k)) for k in range(20)]
        assert [(a.result(), b.result()) for a, b in asked] == [(10 * k, 100 * k) for k in range(20)]


def times(held: int, k: int) -> int:
    return held * k


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
    with suppress(KeyboardInterrupt), forked(2, 600) as crew:
        pids += {crew.submit(process_of, k).result() for k in range(4)}
        crew.submit(time.sleep)
        raise KeyboardInterrupt
    assert pids
    assert gone(pids)


PARENT = """
import os, time
from provenli.pairs.workers import forked

def process(seconds, k):
    time.sleep(0.2)
    return os.getpid()

with forked(2, 600) as crew:
    print(*{f.result() for f in [crew.submit(process, k) for k in range(4)]}, flush=True)
    crew.submit(time.sleep)
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


def test_executors_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UnknownName, match="did you mean 'ray'"), carried_out_by("rai", 1):
        pass
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(InputError, match=r"pip install 'provenli\[ray\]'"), carried_out_by("ray", 1):
        pass
    with carried_out_by("local", 2), forked(1, 3) as crew:
        assert crew.submit(operator.add, 4).result() == 7
