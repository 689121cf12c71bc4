"""Where steps run. An executor gets jobs that depend on each other, and reports when each is done.

`local`: one-thread processes on this machine. `ray`: a Ray cluster, or one that Ray starts here.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import wait as wait_for
from typing import Any, Protocol, TypeVar

from provenli.errors import InputError, UnknownName
from provenli.options import WORKERS, check_whole
from provenli.pairs.workers import LOCAL, ONE_THREAD, RAY, end_pool, load_ray, ray_cluster

T = TypeVar("T")
Work = Callable[[], str]
"""Picklable; returns a line that says what went wrong, or nothing."""


@dataclass(frozen=True)
class Job:
    """`needs`: names of jobs that must have succeeded."""

    name: str
    work: Work
    needs: frozenset[str]


class Executor(Protocol):
    """Yields (name, what went wrong) as jobs end; jobs whose needs failed are never begun and not yielded."""

    @property
    def workers(self) -> int: ...

    def run(self, jobs: Mapping[str, Job]) -> Iterator[tuple[str, str]]: ...


def in_order(
    jobs: Mapping[str, Job],
    begin: Callable[[Work], T],
    ended: Callable[[Iterable[T]], Iterable[tuple[T, str]]],
    most: int | None = None,
) -> Iterator[tuple[str, str]]:
    """The main loop: begin what can be begun, wait for something to end. In `jobs`, what is needed comes first. `most`:
    how many run at a time. Then jobs go in the order of `jobs`, so a model is scored before the next is trained, and
    cells finish one after the other."""
    waiting, running, good = dict(jobs), dict[T, str](), set[str]()
    while True:
        ready = [n for n, j in waiting.items() if all(d in good or d not in jobs for d in j.needs)]
        for name in ready if most is None else ready[: most - len(running)]:
            running[begin(waiting.pop(name).work)] = name
        if not running:
            return
        for handle, wrong in ended(running):
            name = running.pop(handle)
            if not wrong:
                good.add(name)
            yield name, wrong


# --- local ---


@dataclass(frozen=True)
class LocalProcesses:
    workers: int

    def run(self, jobs: Mapping[str, Job]) -> Iterator[tuple[str, str]]:
        # Not forked: torch and its threads do not survive that.
        spawn = multiprocessing.get_context("spawn")
        number = max(1, min(self.workers, len(jobs)))
        with _one_thread(), _ended_with(ProcessPoolExecutor(number, spawn, _watch_parent)) as pool:
            yield from in_order(jobs, pool.submit, _ended, number)


def _ended(running: Iterable[Future[str]]) -> list[tuple[Future[str], str]]:
    try:
        return [(f, f.result()) for f in wait(running, return_when=FIRST_COMPLETED).done]
    except BrokenProcessPool:
        raise InputError(
            "a worker process was killed (too little memory?): call again, finished work is kept; "
            "--workers 1 needs the least memory"
        ) from None


@contextmanager
def _ended_with(pool: ProcessPoolExecutor) -> Iterator[ProcessPoolExecutor]:
    """However the run ends, no worker is left behind."""
    try:
        yield pool
    except BaseException:
        end_pool(pool)
        raise
    pool.shutdown()


@contextmanager
def _one_thread() -> Iterator[None]:
    """Workers inherit this: two one-thread processes beat one with two threads."""
    old = {name: os.environ.get(name) for name in ONE_THREAD}
    os.environ.update(dict.fromkeys(ONE_THREAD, "1"))
    try:
        yield
    finally:
        for name, value in old.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def _watch_parent() -> None:
    """A worker ends with the command that started it, even if that was killed. Ctrl-C on a terminal reaches workers
    too, but they leave it to the command."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_after, args=(parent.sentinel,), daemon=True).start()


def _end_after(sentinel: int) -> None:
    wait_for([sentinel])
    os._exit(1)


# --- Ray ---


@dataclass(frozen=True)
class OnRay:
    """The cluster at RAY_ADDRESS, or else one on this machine. The run's directory must be visible to every node."""

    workers: int

    def run(self, jobs: Mapping[str, Job]) -> Iterator[tuple[str, str]]:
        with ray_cluster(self.workers) as ray:
            # max_calls=0: a worker is kept, so torch is loaded once.
            remote = ray.remote(num_cpus=1, max_calls=0, max_retries=0)(_called)
            yield from in_order(jobs, remote.remote, _ended_on_ray)


def _called(work: Work) -> str:
    os.environ.update(dict.fromkeys(ONE_THREAD, "1"))
    return work()


def _ended_on_ray(running: Iterable[Any]) -> list[tuple[Any, str]]:
    ray = load_ray()
    done, _ = ray.wait(list(running), num_returns=1)
    try:
        return [(handle, ray.get(handle)) for handle in done]
    except ray.exceptions.RayTaskError:
        raise
    except ray.exceptions.RayError as error:
        raise InputError(f"Ray lost a worker ({type(error).__name__}): call again, finished work is kept") from error


EXECUTORS: Mapping[str, Callable[[int], Executor]] = {LOCAL: LocalProcesses, RAY: OnRay}


def executor_of(name: str, workers: int) -> Executor:
    if name not in EXECUTORS:
        raise UnknownName("executor", name, EXECUTORS)
    check_whole("--workers", workers, WORKERS)
    if name == RAY:
        load_ray()
    return EXECUTORS[name](workers)
