"""One process at a time in a directory."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from provenli.errors import InputError


@contextmanager
def alone_in(directory: Path) -> Iterator[None]:
    """The directory, which is made where it is missing, is this process's own until the block ends; a second process is
    refused. The system drops the lock with the process, however it ends, and no file tells of it."""
    try:
        directory.mkdir(parents=True, exist_ok=True)
        handle = os.open(directory, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError as error:
        raise InputError(f"{directory} cannot be made: {error.strerror}; choose another --out") from error
    try:
        _lock(handle, directory)
        yield
    finally:
        os.close(handle)


def _lock(handle: int, directory: Path) -> None:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise InputError(f"{directory} is being written by another run: wait for it or choose another --out") from None
    except OSError:
        return  # some network disks lock no directories: there it is the user who sees to it, and files are still whole
