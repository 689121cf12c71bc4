"""Worker processes that inherit everything and never outlive their parent, or the nodes of a Ray cluster.

`carried_out_by("ray", …)` sends work to the cluster instead of to local workers; the answers are the same.
"""

from __future__ import annotations

import ctypes
import gc
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from threading import Thread
from time import sleep
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar
from uuid import uuid4

from provenli.errors import InputError, UnknownName
from provenli.options import WORKERS, check_whole
from provenli.own_files import own_modules

H = TypeVar("H")
P = ParamSpec("P")
T = TypeVar("T")
R = TypeVar("R")
PDEATHSIG = 1
SETTLED = 5.0
"""Seconds in which a pool whose processes are gone has cleaned up; it takes a few hundredths of one."""
KILLED = "a worker process was killed, perhaps for want of memory: call again, with --workers 1 if it happens again"


@dataclass(frozen=True)
class Crew(Generic[H]):
    """Work for other processes, or for this one where `pool` is None: the answers are the same.

    `held` is what every piece of work is given first. Workers inherit it by fork: grammars hold functions and plans are
    large, so neither is sent. What is submitted is sent, and so is the answer.
    """

    held: H
    workers: int
    pool: Executor | None = None

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
    if ray := _CLUSTER.get():
        with _lost_nodes_told(ray):
            yield Crew(held, int(ray.cluster_resources().get("CPU", 1)), RayPool(ray, held))
        return
    with rarely_collected():
        if workers <= 1:
            yield Crew(held, 1)
        else:
            yield from _processes(workers, held)


@contextmanager
def rarely_collected() -> Iterator[None]:
    """Collect garbage rarely: formulas and derivations make no cycles, and looking through all of them again and again
    took a tenth of the time."""
    before = gc.get_threshold()
    gc.set_threshold(100_000, 20, 100)
    try:
        yield
    finally:
        gc.set_threshold(*before)


def _processes(workers: int, held: H) -> Iterator[Crew[H]]:
    # Under fork, arguments of the initializer are inherited and not sent; and all processes are started at the first
    # piece of work, so none is forked later, from a parent that has changed.
    pool = ProcessPoolExecutor(workers, mp_context=get_context("fork"), initializer=_begin, initargs=(held,))
    try:
        yield Crew(held, workers, pool)
    except BrokenProcessPool as error:
        end_pool(pool)
        raise InputError(KILLED) from error
    except BaseException:
        end_pool(pool)
        raise
    pool.shutdown()


def end_pool(pool: ProcessPoolExecutor) -> None:
    """Wait for the pool's own thread, which closes its pipes last; leaving earlier ends in a Python traceback."""
    processes, keeper = list((pool._processes or {}).values()), pool._executor_manager_thread
    pool.shutdown(wait=False, cancel_futures=True)
    _settle(pool)
    for p in processes:
        p.kill()
    if isinstance(keeper, Thread):
        keeper.join(SETTLED)


def _settle(pool: ProcessPoolExecutor) -> None:
    """The pool's own thread fails on cancelled work if the workers go before it has put that away."""
    for _ in range(100):
        waiting = list(pool._pending_work_items.values())
        if not any(w.future.cancelled() for w in waiting):
            return
        sleep(0.01)


_held: Any = None
"""In a worker: what its crew holds. The parent never sets it."""


def _begin(held: Any) -> None:
    """Leave Ctrl-C to the parent, and end if the parent is killed."""
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
    """The results of `work` for every item, in order; they do not depend on the number of workers. Workers inherit
    `work`, which may be a function within a function or a method of something large."""
    todo = list(items)
    if len(todo) < 2 or (workers <= 1 and not _CLUSTER.get()):
        with rarely_collected():
            yield from map(work, todo)
        return
    with forked(workers, work) as crew:
        yield from crew.map(_applied, todo, chunksize=max(1, min(16, len(todo) // (4 * workers))))


def streamed(work: Callable[[int], R], n: int, workers: int) -> Iterator[R]:
    """The results of `work` for 0 ... n - 1, in order, with at most one more in memory than there are workers. `work`
    is inherited. Rows are many bytes that take little work, so they are made where they are written, even with a
    cluster."""
    if workers <= 1 or n == 1 or _CLUSTER.get():
        with rarely_collected():
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


# --- A Ray cluster ---

_CLUSTER: ContextVar[Any] = ContextVar("cluster", default=None)
"""Ray, connected, if work goes to a cluster."""
LOCAL, RAY = "local", "ray"
ONE_THREAD = ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS")
RETRIES = 5
"""How often work is started again if its node was lost: it has no side effects, so that changes nothing."""


@contextmanager
def carried_out_by(executor: str, workers: int) -> Iterator[None]:
    """`local`: processes on this machine, as each command starts them. `ray`: the cluster at RAY_ADDRESS, or else one
    on this machine."""
    if executor not in (LOCAL, RAY):
        raise UnknownName("executor", executor, (LOCAL, RAY))
    check_whole("--workers", workers, WORKERS)
    if executor == LOCAL:
        yield
        return
    with ray_cluster(workers) as ray:
        before = _CLUSTER.set(ray)
        try:
            yield
        finally:
            _CLUSTER.reset(before)


@contextmanager
def ray_cluster(workers: int) -> Iterator[Any]:
    ray = load_ray()
    address = os.environ.get("RAY_ADDRESS")
    here: dict[str, Any] = {"address": address} if address else {"num_cpus": workers}
    try:
        ray.init(include_dashboard=False, log_to_driver=False, logging_level="ERROR", **here)
    except ConnectionError as error:
        raise InputError(f"no Ray cluster answers at RAY_ADDRESS={address}: start one, or unset it") from error
    try:
        yield ray
    finally:
        ray.shutdown()


def load_ray() -> Any:
    try:
        import ray
    except ImportError as error:
        raise InputError("--executor ray needs Ray, which is not installed: pip install 'provenli[ray]'") from error
    return ray


class RayPool(Executor):
    """Pieces of work for any node. What the crew holds is sent once, and unpacked once in each worker."""

    def __init__(self, ray: Any, held: Any) -> None:
        for module in own_modules():  # a user's file is on this machine only: what it defines is sent whole
            ray.cloudpickle.register_pickle_by_value(module)
        try:
            self._held = [ray.put(held)]  # in a list, so that Ray does not unpack it for every piece of work
        except (TypeError, AttributeError, ValueError) as error:
            why = str(error).splitlines()[0][:200]
            raise InputError(f"--executor ray: this cannot be sent to other machines ({why}); leave it out") from error
        self._token = uuid4().hex
        self._remote = ray.remote(num_cpus=1, max_retries=RETRIES)(_on_node)

    def submit(self, fn: Callable[..., R], /, *args: Any, **kwargs: Any) -> Future[R]:
        future: Future[R] = self._remote.remote(self._token, self._held, fn, args, kwargs).future()
        return future


_unpacked = ""
"""In a Ray worker: the crew whose `_held` it has unpacked."""


def _on_node(token: str, held: list[Any], work: Callable[..., R], args: Any, kwargs: Any) -> R:
    global _held, _unpacked
    if _unpacked != token:
        os.environ.update(dict.fromkeys(ONE_THREAD, "1"))
        _held, _unpacked = load_ray().get(held[0]), token
    return work(*args, **kwargs)


@contextmanager
def _lost_nodes_told(ray: Any) -> Iterator[None]:
    try:
        yield
    except ray.exceptions.RayTaskError as error:
        raise getattr(error, "cause", error) from None
    except ray.exceptions.RayError as error:
        raise InputError(f"Ray lost its nodes ({type(error).__name__}): call again, finished work is kept") from error
