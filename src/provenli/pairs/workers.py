"""Worker processes that inherit everything and outlive nobody."""

from __future__ import annotations

import ctypes
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from time import sleep
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")
PDEATHSIG = 1


@contextmanager
def forked(workers: int) -> Iterator[ProcessPoolExecutor]:
    """A pool of forked processes: they have the fragment already, for grammars hold functions and cannot be sent.

    Whatever ends the block early, an interrupt too, ends the workers at once instead of waiting for their work.
    """
    pool = ProcessPoolExecutor(workers, mp_context=get_context("fork"), initializer=_obey)
    try:
        yield pool
    except BaseException:
        processes = list((pool._processes or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        _settle(pool)
        for p in processes:
            p.kill()
        raise
    pool.shutdown()


def _settle(pool: ProcessPoolExecutor) -> None:
    """The pool's own thread stumbles over cancelled work if the workers go before it has put that away."""
    for _ in range(100):
        waiting = list(pool._pending_work_items.values())
        if not any(w.future.cancelled() for w in waiting):
            return
        sleep(0.01)


def _obey() -> None:
    """Ctrl-C is the parent's to handle; and a worker whose parent was killed goes too."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(PDEATHSIG, signal.SIGKILL)


def in_processes(work: Callable[[T], R], items: Iterable[T], workers: int) -> Iterator[R]:
    """`work` of every item, in order; the answers do not depend on the number of workers."""
    todo = list(items)
    if workers <= 1 or len(todo) < 2:
        yield from map(work, todo)
        return
    with forked(workers) as pool:
        yield from pool.map(work, todo, chunksize=max(1, min(16, len(todo) // (4 * workers))))


def streamed(work: Callable[[int], R], n: int, workers: int) -> Iterator[R]:
    """`work` of 0 ... n - 1, in order, with at most one result more than workers in memory."""
    if workers <= 1 or n == 1:
        yield from map(work, range(n))
        return
    with forked(workers) as pool:
        waiting: list[Future[R]] = []
        for k in range(n):
            waiting.append(pool.submit(work, k))
            if len(waiting) > workers:
                yield waiting.pop(0).result()
        for future in waiting:
            yield future.result()
