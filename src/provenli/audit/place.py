"""Where an audit writes: a directory that keeps the journal, so that a killed run goes on; or nowhere for good."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from provenli.audit import journal
from provenli.errors import InputError


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
