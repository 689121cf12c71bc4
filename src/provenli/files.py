"""A directory that appears whole or not at all.

The work is done in a hidden directory beside the target, which is renamed at the very end. Whoever works there holds a
lock on a file in it; the system drops the lock with the process, however it ends, so what a killed run left behind is
known to be no one's and the next run clears it away.
"""

from __future__ import annotations

import errno
import fcntl
import os
import shutil
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from provenli.errors import InputError

LOCK = ".writing"
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
BROKEN = (errno.EIO, errno.EROFS)

STOPPING = (signal.SIGINT, signal.SIGTERM)
TRIES = 1000
"""So often a working directory may vanish between making and locking it; where it always does, none can be made."""

_held: set[int] = set()


@contextmanager
def fresh_directory(target: str | Path) -> Iterator[Path]:
    """Yields an empty directory to write in; what is in it becomes `target` when the block ends well."""
    shown, final = str(target), Path(target).resolve()
    _check(final, shown)
    work = final.parent / f".{final.name}.unfinished"
    with _readable_errors(shown):
        # An interrupt between making the directory and being ready to remove it again would leave it: it has to wait.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, STOPPING)
        try:
            lock = _taken(work, shown)
        except BaseException:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
            raise
        try:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
            _check(final, shown)  # another run may have finished between the first look and the lock
            _clear(work)
            yield work
            _sync(work)
            _publish(work, final, shown)
        except BaseException:
            shutil.rmtree(work, ignore_errors=True)
            raise
        finally:
            _held.discard(lock)
            os.close(lock)


@contextmanager
def _readable_errors(shown: str) -> Iterator[None]:
    """Only what a full or broken disk says is taken for this directory's; other errors are not ours to explain."""
    try:
        yield
    except OSError as error:
        if error.errno in FULL:
            raise InputError(
                f"no space left while writing {shown}; nothing was kept: free some space or write elsewhere"
            ) from error
        if error.errno in BROKEN:
            raise InputError(f"cannot write {shown}: {error.strerror}; nothing was kept: write elsewhere") from error
        raise


def _check(final: Path, shown: str) -> None:
    try:
        if final.is_dir():
            if any(final.iterdir()):
                raise InputError(f"{shown} exists and is not empty: remove it or choose another name")
        elif final.exists():
            raise InputError(f"{shown} is a file, expected a new or empty directory: choose another name")
        elif not final.parent.is_dir():
            raise InputError(f"{shown} cannot be made: {_parent(shown)} is no directory; make it first")
    except OSError as error:
        raise InputError(f"{shown} cannot be made: {error.strerror}; choose another place") from error


def _parent(shown: str) -> str:
    return str(Path(shown).parent)


def _taken(work: Path, shown: str) -> int:
    """The lock of the working directory, which is made where it is missing."""
    for _ in range(TRIES):
        try:
            work.mkdir(exist_ok=True)
            lock = os.open(work / LOCK, os.O_RDWR | os.O_CREAT, 0o644)
        except FileNotFoundError:
            if not work.parent.is_dir():
                raise InputError(f"{shown} cannot be made: {_parent(shown)} is no directory; make it first") from None
            continue  # its owner removed or renamed it just now
        except (PermissionError, FileExistsError, NotADirectoryError) as error:
            raise InputError(f"{shown} cannot be made: {_parent(shown)} is not writable ({error.strerror} at "
                             f"{work.name}); choose another place") from error  # fmt: skip
        if _locked(lock, shown) and _is_still(lock, work / LOCK):
            _held.add(lock)
            return lock
        os.close(lock)
    raise InputError(f"{shown} cannot be made: {_parent(shown)} is no place for files; choose another")


def _locked(lock: int, shown: str) -> bool:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(lock)
        raise InputError(f"{shown} is being written by another run: wait for it or choose another name") from None
    except OSError as error:
        os.close(lock)
        raise InputError(f"{shown} cannot be made: no lock there ({error.strerror}); choose another place") from error
    return True


def _is_still(lock: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(lock), path.stat())
    except FileNotFoundError:
        return False


def _clear(work: Path) -> None:
    for entry in work.iterdir():
        if entry.is_dir() and not entry.is_symlink():
            shutil.rmtree(entry)
        elif entry.name != LOCK:
            entry.unlink()


def _sync(work: Path) -> None:
    """To the disk before the name is given: after a power cut the name must not stand for empty files."""
    for folder, _, files in os.walk(work):
        for path in [*(os.path.join(folder, f) for f in files if f != LOCK), folder]:
            _sync_one(path)


def _sync_one(path: str | Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _publish(work: Path, final: Path, shown: str) -> None:
    try:
        os.rename(work, final)
    except OSError as error:
        raise InputError(f"{shown} cannot be made: {error.strerror}; nothing was kept: choose another name") from error
    # Only now: without its lock file the working directory would look abandoned.
    with suppress(OSError):
        (final / LOCK).unlink()
        _sync_one(final.parent)


def _let_go() -> None:
    """A forked worker that outlives its parent must not keep the parent's lock."""
    for lock in _held:
        os.close(lock)
    _held.clear()


os.register_at_fork(after_in_child=_let_go)
