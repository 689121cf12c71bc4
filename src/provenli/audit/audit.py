"""An audit from beginning to end: a published file in, rows, counts and certificates out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import provenli
from provenli.audit import journal
from provenli.audit.decisions import Subject
from provenli.audit.place import working_place
from provenli.audit.problems import Json, Keys
from provenli.audit.results import (
    CERTIFICATES,
    ROWS,
    SUMMARY,
    Places,
    Summary,
    certificates,
    places,
    rows,
    write_json,
    write_lines,
)
from provenli.audit.run import Published, Run
from provenli.errors import InputError
from provenli.files import FULL, whole_text
from provenli.logic.readings import Reading
from provenli.pairs.fragment import Fragment
from provenli.progress import Progress, silent

SPOOL = ".rows.unfinished"


@dataclass(frozen=True, slots=True)
class Asked:
    """What is to be audited, and how. `source`: the hash of a user's own fragment file."""

    file: str
    fragment: Fragment
    reading: Reading
    two_way: bool = False
    source: str | None = None
    out: Path | None = None
    limit: int | None = None
    workers: int = 1
    total: int = 0
    """About how many pairs there are, for the progress bar."""
    progress: Progress = silent

    def owner(self) -> Json:
        return {
            "file": self.file,
            "fragment": self.fragment.name,
            "source": self.source,
            "version": provenli.__version__,
            "reading": self.reading.to_json(),
        }


@dataclass
class Audit:
    """A finished audit; its files are in `place`. The page and the corrected file are made from it."""

    place: Path
    run: Run
    where: Places
    summary: Summary


@contextmanager
def audit(asked: Asked, pairs: Iterable[Published]) -> Iterator[Audit]:
    """Without `out` the files go when the block ends. `pairs`: the rows of a published file, as they are read."""
    with working_place(asked.out) as place:
        shown = str(asked.out or place)
        kept = journal.open_journal(place / journal.NAME, asked.owner(), shown)
        try:
            keys = Keys(asked.fragment.name, provenli.__version__, asked.source)
            subject = Subject(asked.fragment, asked.reading, keys, asked.two_way)
            run = Run(subject, kept, place / SPOOL, asked.workers, asked.progress)
            with _room_for(shown):
                run.go(islice(pairs, asked.limit), min(asked.total, asked.limit or asked.total))
                found = written(run, asked, place)
            yield found
        finally:
            (place / SPOOL).unlink(missing_ok=True)
            kept.close()


@contextmanager
def _room_for(shown: str) -> Iterator[None]:
    try:
        yield
    except OSError as e:
        if e.errno not in FULL:
            raise
        raise InputError(
            f"no space left while writing {shown}; what is decided is kept: free some space and run the "
            "same command again"
        ) from e


def written(run: Run, asked: Asked, place: Path) -> Audit:
    where = places(run)
    summary = Summary(asked.file, asked.fragment.name, asked.reading.to_json(), asked.two_way)
    with whole_text(place / CERTIFICATES) as file:
        write_lines(file, certificates(run, where))
    with whole_text(place / ROWS) as file:
        write_lines(file, rows(run, where, summary))
    return Audit(place, run, where, summary)


def write_summary(found: Audit) -> None:
    """Last of all: where audit.json is, everything else is."""
    with whole_text(found.place / SUMMARY) as file, (found.place / ROWS).open(encoding="utf-8") as lines:
        write_json(file, found.summary, lines)
