"""Work for other processes, or for this one: the answers are the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

from provenli.pairs.workers import forked

R = TypeVar("R")


@dataclass(frozen=True)
class Crew:
    """`pool` is None where this process does everything itself."""

    workers: int
    pool: ProcessPoolExecutor | None = None

    def submit(self, work: Callable[..., R], *args: Any) -> Future[R]:
        if self.pool is not None:
            return self.pool.submit(work, *args)
        done: Future[R] = Future()
        done.set_result(work(*args))
        return done


@contextmanager
def crew(workers: int) -> Iterator[Crew]:
    if workers <= 1:
        yield Crew(1)
        return
    with forked(workers) as pool:
        yield Crew(workers, pool)
