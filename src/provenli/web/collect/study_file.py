"""study.toml: everything an owner may choose, in one file that can be read aloud.

A value of the wrong type, an unknown key or an unknown table is one line with its place and what is allowed.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from provenli.errors import InputError, suggestion
from provenli.files import read_file

NAME = "study.toml"
TASKS = ("rewrite", "validate", "judge")
SQLITE = "sqlite"


@dataclass(frozen=True, slots=True)
class TaskRules:
    """`people`: how many answer an item. `cents`: paid for one answer."""

    people: int = 3
    seconds: int = 0
    """At least so long an answer must take, by the server's clock."""
    minutes: int = 30
    """So long an item is kept for whoever has opened it."""
    cents: int = 0


@dataclass(frozen=True, slots=True)
class Premises:
    """`more_than_tokens`: shorter sentences are passed over (MED: five)."""

    fragment: str = "english"
    more_than_tokens: int = 5
    spans_a_sentence: int = 1
    too_general: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TestRules:
    """How many certified pairs every judge is given unannounced, and how many may be wrong."""

    __test__ = False
    questions: int = 10
    wrong_allowed: int = 3


@dataclass(frozen=True, slots=True)
class Serving:
    public_url: str = ""
    database: str = SQLITE
    joins_a_minute: int = 60
    answers_a_minute: int = 60


@dataclass(frozen=True, slots=True)
class StudyFile:
    title: str
    tasks: tuple[str, ...]
    consent: str
    contact: str = ""
    currency: str = "USD"
    premises: Premises = field(default_factory=Premises)
    rewrite: TaskRules = field(default_factory=TaskRules)
    validate: TaskRules = field(default_factory=TaskRules)
    judge: TaskRules = field(default_factory=TaskRules)
    tests: TestRules = field(default_factory=TestRules)
    serving: Serving = field(default_factory=Serving)

    def rules(self, task: str) -> TaskRules:
        return {"rewrite": self.rewrite, "validate": self.validate, "judge": self.judge}[task]

    @property
    def over_tls(self) -> bool:
        return self.serving.public_url.startswith("https://")


TABLES: dict[str, type[Any]] = {
    "premises": Premises,
    "rewrite": TaskRules,
    "validate": TaskRules,
    "judge": TaskRules,
    "tests": TestRules,
    "serving": Serving,
}


def read_study(directory: Path) -> StudyFile:
    path = directory / NAME
    try:
        text = read_file(path).decode("utf-8")
    except OSError as error:
        raise InputError(
            f"{path} cannot be read ({error.strerror}): expected a study made by `provenli collect new {directory}`"
        ) from error
    except UnicodeDecodeError as error:
        raise InputError(f"{path}, byte {error.start}: not UTF-8; save the file as UTF-8") from error
    try:
        value = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise InputError(f"{path}: no TOML: {error}; correct that line") from error
    return study_from(value, str(path))


def study_from(value: Mapping[str, Any], where: str) -> StudyFile:
    tables = {
        name: _record(TABLES[name], _table(value[name], name, where), f"{where}, [{name}]")
        for name in TABLES
        if name in value
    }
    own = {name: v for name, v in value.items() if name not in TABLES}
    for name in own:
        if name not in {f.name for f in fields(StudyFile)}:
            raise InputError(f"{where}: unknown key {name!r}; {suggestion(name, [f.name for f in fields(StudyFile)])}")
    for name in ("title", "tasks", "consent"):
        if name not in own:
            raise InputError(f"{where}: the key {name!r} is missing; `provenli collect new` writes a file that has it")
    study = StudyFile(**_checked(StudyFile, own, where), **tables)
    _check(study, where)
    return study


def _table(value: Any, name: str, where: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise InputError(f"{where}: {name}: expected a table [{name}], found {value!r}")
    return value


def _record(kind: type[Any], value: Mapping[str, Any], where: str) -> Any:
    known = [f.name for f in fields(kind)]
    for name in value:
        if name not in known:
            raise InputError(f"{where}: unknown key {name!r}; {suggestion(name, known)}")
    return kind(**_checked(kind, value, where))


def _checked(kind: type[Any], value: Mapping[str, Any], where: str) -> dict[str, Any]:
    types = {f.name: str(f.type) for f in fields(kind)}
    return {name: _typed(v, types[name], f"{where}: {name}") for name, v in value.items()}


def _typed(value: Any, kind: str, where: str) -> Any:
    if kind == "str" and isinstance(value, str):
        return value
    if kind == "int" and type(value) is int and 0 <= value < 1 << 31:
        return value
    if kind.startswith("tuple") and isinstance(value, list) and all(isinstance(v, str) for v in value):
        return tuple(value)
    expected = {"str": "a text in quotes", "int": "a whole number from 0"}.get(kind, "a list of texts in quotes")
    raise InputError(f"{where}: expected {expected}, found {value!r}")


def _check(study: StudyFile, where: str) -> None:
    for task in study.tasks:
        if task not in TASKS:
            raise InputError(f"{where}: tasks: unknown task {task!r}; {suggestion(task, TASKS)}")
        if not 1 <= study.rules(task).people <= 99:
            raise InputError(f"{where}, [{task}]: people: expected 1 to 99, found {study.rules(task).people}")
        if study.rules(task).minutes < 1 or study.rules(task).seconds >= 60 * study.rules(task).minutes:
            raise InputError(f"{where}, [{task}]: minutes must leave room for seconds; give more minutes")
    if not study.tasks:
        raise InputError(f"{where}: tasks: expected at least one of {', '.join(TASKS)}, found none")
    if not study.title.strip() or not study.consent.strip():
        raise InputError(f"{where}: title and consent must say something; people read them first")
    url = study.serving.public_url
    if url and not url.startswith(("http://", "https://")):
        raise InputError(f"{where}, [serving]: public_url: expected http://… or https://…, found {url!r}")
    if study.serving.database != SQLITE and not study.serving.database.startswith("postgresql"):
        raise InputError(
            f"{where}, [serving]: database: expected {SQLITE!r} or postgresql+psycopg://USER@HOST/NAME, "
            f"found {study.serving.database!r}"
        )
