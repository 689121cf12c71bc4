"""The one place that writes: a file or a directory appears whole or not at all.

A file is written under a name nobody can guess, which must be new and no link, and renamed when its bytes are on disk.
For a directory the work is done in a hidden one beside it, which is renamed at the end. The process that works there
holds a lock on a file in it. The system drops the lock when the process ends, however that happens, so the leftovers of
a killed run are known to belong to nobody, and the next run clears them away. The name of the hidden directory can be
guessed, so a link of that name, and a directory of another user, are refused and never cleared. If the output is a link
to a directory, it is followed; a link in the place of a file is replaced.
"""

from __future__ import annotations

import errno
import fcntl
import hashlib
import io
import json
import os
import secrets
import shutil
import signal
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from provenli.errors import InputError

LOCK = ".writing"
UNFINISHED = ".unfinished"
"""The ending of names of files that are still being written."""
SPARE = 3
"""Handles kept for removing a directory: where a run has used up all it may have, none is left to list the files."""
DAMAGED = "backslashreplace"
"""How texts of damaged files are written: a lone surrogate becomes a JSON escape, since it cannot be written in
UTF-8."""
NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
OWN = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
"""For files that stay, such as locks and journals: a link in their place is an error, a pipe is not waited for."""
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
BROKEN = (errno.EIO, errno.EROFS)

UNUSABLE = (errno.EACCES, errno.EPERM, errno.EEXIST, errno.ENOTDIR, errno.ELOOP, errno.ENXIO, errno.EISDIR)
"""Errors for places in which no directory can be locked; the last three, if links and the like are in the way."""

STOPPING = (signal.SIGINT, signal.SIGTERM)
TRIES = 1000
"""How often a working directory may vanish between making and locking it before we give up."""

_held: set[int] = set()


def resolved(path: Path) -> Path:
    """The path without links. Python before 3.13 raises its own error for links that lead back to themselves."""
    try:
        return path.resolve()
    except FileNotFoundError as error:
        raise InputError(f"{path}: the working directory is gone; go to another") from error
    except (RuntimeError, OSError) as error:
        raise InputError(f"{path}: its links lead back to themselves; choose another place") from error


@contextmanager
def fresh_directory(target: str | Path) -> Iterator[Path]:
    """Yields an empty directory to write in; what is in it becomes `target` when the block ends well."""
    shown, final = str(target), resolved(Path(target))
    _check(final, shown)
    work = final.parent / f".{final.name}{UNFINISHED}"
    with _readable_errors(shown):
        # An interrupt between making the directory and being ready to remove it again would leave it: it has to wait.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, STOPPING)
        try:
            lock = _taken(work, shown)
        except BaseException:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
            raise
        spare: list[int] = []
        try:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
            _check(final, shown)  # another run may have finished between the first look and the lock
            _clear(work)
            spare += [os.open(os.devnull, os.O_RDONLY | os.O_CLOEXEC) for _ in range(SPARE)]
            yield work
            if not _is_still(lock, work / LOCK):
                raise InputError(
                    f"{shown}: files of it were removed while it was written; nothing was kept: call again"
                )
            _sync(work)
            _publish(work, final, shown)
        except BaseException:
            _close(spare)
            if not os.path.lexists(work / LOCK) or _is_still(lock, work / LOCK):  # else another run has begun there
                shutil.rmtree(work, ignore_errors=True)
            raise
        finally:
            _close(spare)
            _held.discard(lock)
            os.close(lock)


def _close(handles: list[int]) -> None:
    while handles:
        os.close(handles.pop())


@contextmanager
def _readable_errors(shown: str) -> Iterator[None]:
    """Only errors of a full or broken disk are attributed to this directory; others are not ours to explain."""
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
    """The lock of the working directory, which is made if it is missing."""
    for _ in range(TRIES):
        try:
            lock = _lock_file(work, shown)
        except FileNotFoundError:
            if not work.parent.is_dir():
                raise InputError(f"{shown} cannot be made: {_parent(shown)} is no directory; make it first") from None
            continue  # its owner removed or renamed it just now
        except OSError as error:
            if error.errno not in UNUSABLE:
                raise
            raise InputError(
                f"{shown} cannot be made: {_parent(shown)} is not writable ({error.strerror} at "
                f"{work.name}); choose another place"
            ) from error
        if _locked(lock, shown) and _is_still(lock, work / LOCK):
            _held.add(lock)
            return lock
        os.close(lock)
    raise InputError(f"{shown} cannot be made: {_parent(shown)} is no place for files; choose another")


def _lock_file(work: Path, shown: str) -> int:
    """Open the lock file within the very directory that was looked at, whatever takes its name meanwhile."""
    with suppress(FileExistsError):
        work.mkdir()
    folder = os.open(work, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        if os.fstat(folder).st_uid != os.geteuid():
            raise InputError(f"{shown} cannot be made: {work} is another user's; remove it or choose another name")
        return os.open(LOCK, OWN, 0o644, dir_fd=folder)
    finally:
        os.close(folder)


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
        return not path.parent.is_symlink() and os.path.samestat(os.fstat(lock), path.lstat())
    except FileNotFoundError:
        return False


def _clear(work: Path) -> None:
    for entry in work.iterdir():
        if entry.is_dir() and not entry.is_symlink():
            shutil.rmtree(entry)
        elif entry.name != LOCK:
            entry.unlink()


def _sync(work: Path) -> None:
    """Write to the disk before the name is given: after a power cut the name must not stand for empty files."""
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


# --- one file ---


@contextmanager
def whole_file(path: Path) -> Iterator[IO[bytes]]:
    """A file that appears whole or not at all; an existing one stays until then."""
    part = path.parent / f".{path.name[:100]}.{secrets.token_hex(8)}{UNFINISHED}"
    try:
        if path.is_dir():  # renaming would show it too, after the work
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if path.exists() and not path.is_file():  # renaming would put a file in a device's place
            raise InputError(f"cannot write {path}: it is a pipe or device; write elsewhere")
        _clear_abandoned(path)
        with open(os.open(part, NEW, 0o666), "wb") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)  # whoever is killed lets go of it: then it is abandoned
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    except OSError as error:
        with suppress(OSError):
            part.unlink()
        what = "free some space or write elsewhere" if error.errno in FULL else "write elsewhere"
        raise InputError(f"cannot write {path}: {error.strerror}; {what}") from error
    except BaseException:
        with suppress(OSError):
            part.unlink()
        raise


def _clear_abandoned(path: Path) -> None:
    """Remove what killed runs left of this very file: nobody holds its lock."""
    start = f".{path.name[:100]}."
    for left in os.listdir(path.parent):
        if not (left.startswith(start) and left.endswith(UNFINISHED)):
            continue
        with suppress(OSError):
            handle = os.open(path.parent / left, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                os.unlink(path.parent / left)
            finally:
                os.close(handle)


@contextmanager
def whole_text(path: Path) -> Iterator[IO[str]]:
    """The same for text; damaged characters are escaped."""
    with whole_file(path) as file:
        text = io.TextIOWrapper(file, encoding="utf-8", errors=DAMAGED, newline="")
        yield text
        text.flush()
        text.detach()


def write_whole(path: Path, content: bytes) -> None:
    with whole_file(path) as file:
        file.write(content)


def write_json(path: Path, value: Mapping[str, Any]) -> None:
    write_whole(path, (json.dumps(value, indent=2, ensure_ascii=False, sort_keys=True) + "\n").encode())


def new_text(path: Path) -> IO[str]:
    """A file of a known name that only this run uses; whatever is in its place is removed, and no link is followed."""
    path.unlink(missing_ok=True)
    return open(os.open(path, NEW, 0o666), "w", encoding="utf-8", errors=DAMAGED)


def make_parents(out: Path) -> None:
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
    except OSError as e:
        raise InputError(f"{out} cannot be made: {out.parent}: {e.strerror}; choose another --out") from e


def inner_directory(path: Path) -> None:
    """Make a directory within a run, if it is missing. The run may be somebody else's: a link would lead out of it."""
    if path.is_symlink():
        raise InputError(f"{path} is a link, expected a directory: remove it or choose another --out")
    path.mkdir(exist_ok=True)


# --- names that come from files ---

LONGEST = 200
"""Bytes; file systems allow 255, and endings are added."""


def plain_name(text: Any, where: str) -> str:
    """A name that some file gives, before it becomes a path: it must stay in the directory it is put in."""
    if not isinstance(text, str) or not _is_plain(text):
        raise InputError(f"{where}: expected a plain name (no path, not hidden), found {repr(text)[:60]}")
    return text


def plain_path(text: Any, where: str) -> str:
    """The same for a path within the directory, such as hf/data/train.parquet."""
    if not isinstance(text, str) or not all(map(_is_plain, text.split("/"))):
        raise InputError(f"{where}: expected a path within the directory, found {repr(text)[:60]}")
    return text


def _is_plain(text: str) -> bool:
    """Printable texts have neither controls nor halves of surrogate pairs, so that they can be encoded."""
    if not text.isprintable() or text.startswith(".") or set(text) & {"/", "\\"}:
        return False
    return 0 < len(text.encode()) <= LONGEST


MOST_NEIGHBOURS = 12


def neighbours(directory: Path, file: str) -> str:
    """For messages about a wrong directory: those in it, around it or beside it that have such a file."""
    for where, inside in ((directory, f"*/{file}"), (directory.parent, file), (directory.parent, f"*/{file}")):
        try:
            found = sorted(str(p.parent) for p in where.glob(inside))
        except OSError:
            continue
        if found:
            more = len(found) - MOST_NEIGHBOURS
            return f"; found nearby: {', '.join(found[:MOST_NEIGHBOURS])}" + (f" and {more:,} more" if more > 0 else "")
    return ""


# --- reading ---


def regular(path: str | Path, flags: int) -> int:
    """An opener for `open` that accepts only regular files: opening a pipe without a writer would wait for ever."""
    handle = os.open(path, flags | os.O_NONBLOCK | os.O_CLOEXEC)
    kind = os.fstat(handle).st_mode
    if stat.S_ISREG(kind) or stat.S_ISDIR(kind):  # `open` itself refuses directories
        return handle
    os.close(handle)
    raise OSError(errno.ENXIO, "a pipe or device; save it to a file first", str(path))


def read_file(path: Path) -> bytes:
    with open(path, "rb", opener=regular) as file:
        return file.read()


def found_in(directory: Path) -> set[str]:
    """The paths of all files in a directory and below, and of folders with nothing in them, which we never write."""
    found = directory.rglob("*")
    return {p.relative_to(directory).as_posix() for p in found if not p.is_dir() or not any(p.iterdir())}


def file_hash(path: Path) -> str:
    with open(path, "rb", opener=regular) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


# --- one process at a time ---


@contextmanager
def alone_in(directory: Path) -> Iterator[None]:
    """The directory, which is made if it is missing, belongs to this process until the block ends; a second process is
    refused. The system drops the lock when the process ends, however that happens, and no file is left of it. A
    directory that was made here and stayed empty is removed."""
    is_new = not os.path.lexists(directory)
    try:
        directory.mkdir(parents=True, exist_ok=True)
        handle = os.open(directory, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError as error:
        raise InputError(f"{directory} cannot be made: {error.strerror}; choose another --out") from error
    try:
        if not _is_free(handle):
            raise InputError(f"{directory} is being written by another run: wait for it or choose another --out")
        yield
    finally:
        if is_new:
            with suppress(OSError):  # it is not empty
                directory.rmdir()
        os.close(handle)


def _is_free(handle: int) -> bool:
    """Whether it could be locked. Some network disks lock no directories: files are still whole there, but users must
    take care."""
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True
