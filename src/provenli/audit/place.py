"""Where an audit writes: a directory that keeps the journal, so that a killed run goes on; or nowhere for good."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO

from provenli.audit import journal
from provenli.errors import InputError

DAMAGED = "backslashreplace"
"""How texts of damaged files are written: a lone surrogate as JSON writes it, for it has no place in UTF-8."""


@contextmanager
def working_place(out: Path | None) -> Iterator[Path]:
    if out is None:
        with TemporaryDirectory(prefix="provenli-audit-") as name:
            yield Path(name)
        return
    try:
        if out.is_dir():
            if not (out / journal.NAME).exists() and any(out.iterdir()):
                raise InputError(f"{out} exists, is not empty and holds no audit: choose another --out")
        elif out.exists():
            raise InputError(f"{out} is a file, expected a directory: choose another --out")
        out.mkdir(parents=True, exist_ok=True)
    except OSError as e:
        raise InputError(f"{out} cannot be made: {e.strerror}; choose another --out") from e
    yield out


@contextmanager
def whole_file(path: Path) -> Iterator[IO[str]]:
    """A text file that appears whole or not at all; one that was there stays until then."""
    work = path.with_name(f".{path.name}.unfinished")
    try:
        with work.open("w", encoding="utf-8", errors=DAMAGED, newline="") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(work, path)
    except OSError as e:
        work.unlink(missing_ok=True)
        raise InputError(f"{path} cannot be written: {e.strerror}; choose another place") from e
    except BaseException:
        work.unlink(missing_ok=True)
        raise
