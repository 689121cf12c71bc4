"""study.toml: everything an owner may choose, in one readable file.

A value of the wrong type, an unknown key or an unknown table is one line with its place and what is allowed.
"""

from __future__ import annotations

import json
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
    """The least time that an answer must take, by the server's clock."""
    minutes: int = 30
    """How long an item is reserved for whoever has opened it."""
    cents: int = 0


@dataclass(frozen=True, slots=True)
class PremiseChoice:
    """`more_than_tokens`: shorter sentences are skipped (MED: five)."""

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
    premises: PremiseChoice = field(default_factory=PremiseChoice)
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
    "premises": PremiseChoice,
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
    own = {name: v for name, v in value.items() if name not in TABLES}
    _check_names(StudyFile, own, where)
    for name in ("title", "tasks", "consent"):
        if name not in own:
            raise InputError(f"{where}: the key {name!r} is missing; `provenli collect new` writes a file that has it")
    study = StudyFile(**_checked(StudyFile, own, where), **_tables(value, where))
    _check(study, where)
    return study


def _tables(value: Mapping[str, Any], where: str) -> dict[str, Any]:
    there = {name: _table(value[name], name, where) for name in TABLES if name in value}
    for name, table in there.items():
        _check_names(TABLES[name], table, f"{where}, [{name}]")
    return {name: TABLES[name](**_checked(TABLES[name], t, f"{where}, [{name}]")) for name, t in there.items()}


def _check_names(kind: type[Any], value: Mapping[str, Any], where: str) -> None:
    known = [f.name for f in fields(kind)]
    for name in value:
        if name not in known:
            raise InputError(f"{where}: unknown key {name!r}; {suggestion(name, known)}")


def _table(value: Any, name: str, where: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise InputError(f"{where}: {name}: expected a table [{name}], found {value!r}")
    return value


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
    _check_serving(study, where)


def _check_serving(study: StudyFile, where: str) -> None:
    url = study.serving.public_url
    if url and not url.startswith(("http://", "https://")):
        raise InputError(f"{where}, [serving]: public_url: expected http://… or https://…, found {url!r}")
    if study.serving.database != SQLITE and not study.serving.database.startswith("postgresql"):
        raise InputError(
            f"{where}, [serving]: database: expected {SQLITE!r} or postgresql+psycopg://USER@HOST/NAME, "
            f"found {study.serving.database!r}"
        )


# --- how a new one reads: every choice with a line that says what it does ---

CONSENT = (
    "You will be shown short English sentences and asked to rewrite or to judge them. Your answers are stored under a "
    "pseudonym and published as research data. You may stop at any time, and withdraw your answers on the last page."
)
TOO_GENERAL = (
    "anybody",
    "anyone",
    "anything",
    "everybody",
    "everyone",
    "everything",
    "every one",
    "it",
    "no time",
    "nobody",
    "nothing",
    "one",
    "somebody",
    "someone",
    "something",
    "thing",
    "things",
    "time",
    "way",
)
"""A first list; Yanaka et al. 2019 found theirs in a trial round of 500 examples, and an owner can do the same."""

TEXT = """\
# A study of people's answers. `provenli collect serve` reads this file when it starts; nothing else configures it.
title = {title}
# of rewrite, validate, judge
tasks = {tasks}
consent = {consent}
# shown to people who have a question
contact = {contact}
currency = {currency}

# How `collect new` chose premises: a fragment, or english; only sentences of more tokens than that.
[premises]
fragment = {premises.fragment}
more_than_tokens = {premises.more_than_tokens}
spans_a_sentence = {premises.spans_a_sentence}
# Spans that cannot be made more specific. Add to the list after a trial round: such items are closed at the next start.
too_general = {premises.too_general}

# Make the underlined part more specific, in three ways. `people`: writers an item. `seconds`: a set takes at least so
# long, by the server's clock (Yanaka et al. 2019: 200). `minutes`: an item is kept so long for whoever opened it.
# `cents`: paid for one set.
[rewrite]
people = {rewrite.people}
seconds = {rewrite.seconds}
minutes = {rewrite.minutes}
cents = {rewrite.cents}

# Entailment, non-entailment or unnatural; never asked of the writer.
[validate]
people = {validate.people}
seconds = {validate.seconds}
minutes = {validate.minutes}
cents = {validate.cents}

# How true is it, on five points?
[judge]
people = {judge.people}
seconds = {judge.seconds}
minutes = {judge.minutes}
cents = {judge.cents}

# Certified pairs that every judge of `validate` is given unannounced. Whoever has more wrong than that is removed, and
# earlier answers are set aside.
[tests]
questions = {tests.questions}
wrong_allowed = {tests.wrong_allowed}

# `public_url`: such as https://study.example.org, behind a proxy that speaks TLS. `database`: or
# postgresql+psycopg://USER@HOST/NAME. `joins_a_minute`: from one address. `answers_a_minute`: from one person.
[serving]
public_url = {serving.public_url}
database = {serving.database}
joins_a_minute = {serving.joins_a_minute}
answers_a_minute = {serving.answers_a_minute}
"""


class _Toml:
    """A value whose fields format as TOML; texts and lists of texts are written there as JSON writes them."""

    def __init__(self, value: object) -> None:
        self._value = value

    def __getattr__(self, name: str) -> _Toml:
        return _Toml(getattr(self._value, name))

    def __format__(self, how: str) -> str:
        value = list(self._value) if isinstance(self._value, tuple) else self._value
        return json.dumps(value, ensure_ascii=False)


def study_text(study: StudyFile) -> str:
    return TEXT.format(**{name: _Toml(getattr(study, name)) for name in StudyFile.__slots__})
