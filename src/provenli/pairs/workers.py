"""Worker processes that inherit everything and outlive nobody."""

from __future__ import annotations

import ctypes
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from time import sleep
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from provenli.errors import InputError

H = TypeVar("H")
P = ParamSpec("P")
T = TypeVar("T")
R = TypeVar("R")
PDEATHSIG = 1
KILLED = "a worker process was killed, perhaps for want of memory: call again, with --workers 1 if it happens again"


@dataclass(frozen=True)
class Crew(Generic[H]):
    """Work for other processes, or for this one where `pool` is None: the answers are the same.

    `held` is what every piece of work is given first. Workers inherit it by fork: grammars hold functions and plans are
    large, so neither is sent. What is submitted is sent, and so is the answer.
    """

    held: H
    workers: int
    pool: ProcessPoolExecutor | None = None

    def submit(self, work: Callable[Concatenate[H, P], R], *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        if self.pool is not None:
            return self.pool.submit(partial(_given_held, work), *args, **kwargs)
        done: Future[R] = Future()
        done.set_result(work(self.held, *args, **kwargs))
        return done

    def map(self, work: Callable[[H, T], R], items: Iterable[T], chunksize: int = 1) -> Iterator[R]:
        if self.pool is None:
            return (work(self.held, item) for item in items)
        return self.pool.map(partial(_given_held, work), items, chunksize=chunksize)


@contextmanager
def forked(workers: int, held: H) -> Iterator[Crew[H]]:
    """A crew of forked processes, or this process alone if there is to be one worker.

    Whatever ends the block early, an interrupt too, ends the workers at once instead of waiting for their work.
    """
    if workers <= 1:
        yield Crew(held, 1)
        return
    # Under fork, arguments of the initializer are inherited and not sent; and all processes are started at the first
    # piece of work, so none is forked later, from a parent that has changed.
    pool = ProcessPoolExecutor(workers, mp_context=get_context("fork"), initializer=_begin, initargs=(held,))
    try:
        yield Crew(held, workers, pool)
    except BrokenProcessPool as error:
        _end(pool)
        raise InputError(KILLED) from error
    except BaseException:
        _end(pool)
        raise
    pool.shutdown()


def _end(pool: ProcessPoolExecutor) -> None:
    processes = list((pool._processes or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    _settle(pool)
    for p in processes:
        p.kill()


def _settle(pool: ProcessPoolExecutor) -> None:
    """The pool's own thread stumbles over cancelled work if the workers go before it has put that away."""
    for _ in range(100):
        waiting = list(pool._pending_work_items.values())
        if not any(w.future.cancelled() for w in waiting):
            return
        sleep(0.01)


_held: Any = None
"""In a worker, what its crew holds; the parent never sets it."""


def _begin(held: Any) -> None:
    """Ctrl-C is the parent's to handle; and a worker whose parent was killed goes too."""
    global _held
    _held = held
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(PDEATHSIG, signal.SIGKILL)


def _given_held(work: Callable[..., R], *args: Any, **kwargs: Any) -> R:
    return work(_held, *args, **kwargs)


def in_processes(work: Callable[[T], R], items: Iterable[T], workers: int) -> Iterator[R]:
    """`work` of every item, in order; the answers do not depend on the number of workers.

    Workers inherit `work`, which may be a function within a function or a method of something large."""
    todo = list(items)
    if workers <= 1 or len(todo) < 2:
        yield from map(work, todo)
        return
    with forked(workers, work) as crew:
        yield from crew.map(_applied, todo, chunksize=max(1, min(16, len(todo) // (4 * workers))))


def streamed(work: Callable[[int], R], n: int, workers: int) -> Iterator[R]:
    """`work` of 0 ... n - 1, in order, with at most one result more than workers in memory. `work` is inherited."""
    if workers <= 1 or n == 1:
        yield from map(work, range(n))
        return
    with forked(workers, work) as crew:
        waiting: list[Future[R]] = []
        for k in range(n):
            waiting.append(crew.submit(_applied, k))
            if len(waiting) > workers:
                yield waiting.pop(0).result()
        for future in waiting:
            yield future.result()


def _applied(work: Callable[[T], R], item: T) -> R:
    return work(item)
