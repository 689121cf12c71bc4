"""The database of a study: opened, made if it is new, refused if it is another study's or of another version.

SQLite in WAL mode with full synchronisation: what was acknowledged is on disk. Every writing transaction begins
immediately, so that there is one writer at a time; on PostgreSQL rows are locked where they are chosen.
"""

from __future__ import annotations

import json
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, insert, inspect, select, text
from sqlalchemy.exc import DBAPIError, NoSuchModuleError, OperationalError, SQLAlchemyError

from provenli.errors import InputError
from provenli.files import write_whole
from provenli.web.collect.study_file import SQLITE
from provenli.web.collect.tables import VERSION, log, meta, metadata

NAME = "answers.sqlite"
BUSY_SECONDS = 20

KEEP_SQLITE = """CREATE TRIGGER IF NOT EXISTS log_{what} BEFORE {what} ON log
BEGIN SELECT RAISE(ABORT, 'the log is only appended to'); END"""
KEEP_POSTGRES = "CREATE OR REPLACE RULE log_{what} AS ON {what} TO log DO INSTEAD NOTHING"


@dataclass(frozen=True)
class Database:
    engine: Engine
    place: str
    turn: threading.Lock = field(default_factory=threading.Lock)
    """SQLite has one writer. Threads of this process wait here, instead of asking again and again."""

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """One transaction; all of it or nothing."""
        if self.engine.dialect.name != SQLITE:
            with self.engine.begin() as c:
                yield c
            return
        with self.turn, self.engine.begin() as c:
            c.execute(text("BEGIN IMMEDIATE"))
            yield c

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        with self.engine.begin() as c:
            if self.engine.dialect.name == SQLITE:
                c.execute(text("BEGIN"))
            yield c

    @contextmanager
    def as_we_write_it(self) -> Iterator[None]:
        """For commands: a damaged or edited database becomes one line. Pages have their own handler of faults."""
        try:
            yield
        except SQLAlchemyError as error:
            raise InputError(f"{self.place} cannot be read: {_first_line(error)}") from error
        except (ValueError, TypeError, LookupError, AttributeError) as error:
            what = f"{type(error).__name__}: {' '.join(str(error).split())[:80]}"
            raise InputError(
                f"{self.place} has entries that `provenli collect serve` does not write ({what})"
            ) from error

    def backup(self, target: Path) -> None:
        """A copy while serving, whole or not at all."""
        if self.engine.dialect.name != SQLITE:
            raise InputError("this study's answers are in PostgreSQL: back them up with pg_dump")
        with self.reading() as c:
            raw = c.connection.driver_connection
            assert isinstance(raw, sqlite3.Connection)
            write_whole(target, raw.serialize())


def open_database(directory: Path, url: str) -> Database:
    place = str(directory / NAME) if url == SQLITE else url
    if url == SQLITE:
        _check_files(directory)
    try:
        engine = _sqlite(directory / NAME) if url == SQLITE else create_engine(url, pool_size=10, max_overflow=20)
        database = Database(engine, place)
        with database.writing() as c:
            _prepare(c, place)
    except (NoSuchModuleError, ImportError) as error:
        raise InputError(f"{url}: {error}; install the driver, such as pip install 'psycopg[binary]'") from error
    except SQLAlchemyError as error:
        raise InputError(f"{place} cannot be opened: {_first_line(error)}") from error
    return database


def _check_files(directory: Path) -> None:
    """SQLite would write through a link, and would wait for a pipe."""
    for path in (directory / f"{NAME}{ending}" for ending in ("", "-wal", "-shm", "-journal")):
        if path.is_symlink() or (path.exists() and not path.is_file()):
            raise InputError(f"{path} is no regular file; expected a database of `provenli collect serve`: remove it")


def _first_line(error: SQLAlchemyError) -> str:
    what = str(error.orig) if isinstance(error, DBAPIError) else str(error)
    return " ".join(what.split())[:200]


def _sqlite(path: Path) -> Engine:
    engine = create_engine(f"sqlite:///{path}", connect_args={"timeout": BUSY_SECONDS, "check_same_thread": False})
    event.listen(engine, "connect", _set_up)
    return engine


def _set_up(raw: Any, record: object) -> None:
    """Transactions are begun by `writing` and `reading`, not by the driver."""
    del record
    raw.isolation_level = None
    # A schema from elsewhere may call no function that does more than reckon.
    for pragma in ("trusted_schema=OFF", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        raw.execute(f"PRAGMA {pragma}")


def _prepare(c: Connection, place: str) -> None:
    there = set(inspect(c).get_table_names())
    if not there & set(metadata.tables):
        metadata.create_all(c)
        c.execute(insert(meta).values(name="version", value=str(VERSION)))
        keep = KEEP_SQLITE if c.dialect.name == SQLITE else KEEP_POSTGRES
        for what in ("UPDATE", "DELETE"):
            c.execute(text(keep.format(what=what)))
        return
    found = c.execute(select(meta.c.value).where(meta.c.name == "version")).scalar() if "meta" in there else None
    if found != str(VERSION):
        raise InputError(
            f"{place}: a database of version {found or 'unknown'}, expected {VERSION}: use the ProveNLI that made it, "
            f"or start a new study"
        )


def note(c: Connection, kind: str, worker: int | None = None, item: int | None = None, **value: Any) -> None:
    """Write a line of the log, in the same transaction as the event."""
    told = json.dumps(value, ensure_ascii=False)
    c.execute(insert(log).values(at=time.time(), kind=kind, worker=worker, item=item, value=told))


__all__ = ["NAME", "Database", "OperationalError", "note", "open_database"]
