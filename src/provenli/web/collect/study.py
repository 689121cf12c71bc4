"""A study: made once as a directory, opened for serving and exporting."""

from __future__ import annotations

import hashlib
import json
import os
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from provenli.english.readers import reader_named
from provenli.errors import InputError
from provenli.files import fresh_directory, read_file, resolved
from provenli.library.fragment_shelf import load_fragment
from provenli.options import check_whole
from provenli.web.collect.material import (
    PAIRS,
    PREMISES,
    TESTS,
    check_tests,
    first,
    pairs_of,
    premise_line,
    read_lines,
    sentences_of,
    test_lines,
    write_lines,
)
from provenli.web.collect.premise_spans import Selection, SpanFinder, select, spans_in_english, spans_in_fragment
from provenli.web.collect.study_file import (
    CONSENT,
    NAME,
    TOO_GENERAL,
    PremiseChoice,
    StudyFile,
    TaskRules,
    read_study,
    study_text,
)

if TYPE_CHECKING:
    from provenli.web.collect.database import Database

SECRETS = "secrets.json"
ENGLISH = "english"
ROUNDS = {"n": 1 << 14, "r": 8, "p": 1}
"""The cost parameter of scrypt: about 50 ms."""


# --- making ---


@dataclass(frozen=True, slots=True)
class NewStudy:
    """`password`: that of the owner's page; it is shown once and kept only as a hash."""

    items: int
    password: str
    selection: Selection | None


def new_study(directory: Path, source: Path, fragment: str, task: str, size: int | None, tokens: int) -> NewStudy:
    if task not in ("rewrite", "judge"):
        raise InputError(f"--task {task}: expected rewrite (then validate) or judge")
    if size is not None and size < 1:
        raise InputError(f"--size: expected 1 or more, found {size}")
    check_whole("--tokens", tokens, range(1 << 31))
    if not source.exists():
        raise InputError(f"{source}: no such file or directory; expected sentences, a data set or a published file")
    study = _first_file(resolved(directory).name, task, PremiseChoice(fragment, tokens, 1, TOO_GENERAL))
    selection = None
    if task == "rewrite":
        selection = select(sentences_of(source), span_finder(fragment), study.premises)
        if not selection.chosen:
            raise InputError(_none_qualifies(source, selection))
    lines = _judged(source, size) if selection is None else _premises(selection, size)
    password = secrets.token_urlsafe(12)
    with fresh_directory(directory) as work:
        (work / NAME).write_text(study_text(study), encoding="utf-8")
        write_lines(work / (PREMISES if task == "rewrite" else PAIRS), lines)
        if task == "rewrite":
            write_lines(work / TESTS, test_lines(study.tests.questions))
        _write_secrets(work / SECRETS, password)
    return NewStudy(len(lines), password, selection)


def _first_file(title: str, task: str, rules: PremiseChoice) -> StudyFile:
    """Times are shorter than the paper's, which were set against cheating on a platform; payment is the papers'."""
    tasks = ("rewrite", "validate") if task == "rewrite" else ("judge",)
    study = StudyFile(title, tasks, CONSENT, premises=rules)
    study = replace(study, rewrite=TaskRules(seconds=20, cents=5), validate=TaskRules(seconds=3, cents=4))
    return replace(study, judge=TaskRules(seconds=3, cents=6))


def _premises(selection: Selection, size: int | None) -> list[dict[str, Any]]:
    return [premise_line(k, s) for k, s in enumerate(selection.chosen[:size], 1)]


def _judged(source: Path, size: int | None) -> list[dict[str, Any]]:
    lines = first(pairs_of(source), size)
    if not lines:
        raise InputError(f"{source}: no pairs to judge; expected premise, hypothesis and label")
    return [{**line, "id": f"{k}-{line['id']}"[:100]} for k, line in enumerate(lines, 1)]


def _none_qualifies(source: Path, selection: Selection) -> str:
    why = "; ".join(f"{n:,} × {reason}, such as {text[:60]!r}" for reason, n, text in selection.passed_over)
    return f"{source}: no premise qualifies ({why or 'it is empty'}); choose other sentences, --fragment or --tokens"


def span_finder(fragment: str) -> SpanFinder:
    return spans_in_english(reader_named()) if fragment == ENGLISH else spans_in_fragment(load_fragment(fragment))


def _write_secrets(path: Path, password: str) -> None:
    salt = secrets.token_bytes(16)
    value = {"key": secrets.token_hex(32), "salt": salt.hex(), "owner": _hashed(password, salt)}
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with open(handle, "w", encoding="utf-8") as file:
        json.dump(value, file, indent=2)


def _hashed(password: str, salt: bytes) -> str:
    return hashlib.scrypt(password.encode(), salt=salt, **ROUNDS).hex()


# --- opening ---


@dataclass(frozen=True)
class CollectStudy:
    directory: Path
    file: StudyFile
    database: Database
    key: str
    salt: bytes
    owner: str

    def is_owner(self, password: str) -> bool:
        return secrets.compare_digest(_hashed(password[:200], self.salt), self.owner)


def open_study(directory: Path) -> CollectStudy:
    """Open a study. Its database is made if it is new, and new lines become items."""
    from provenli.web.collect.assignment import add_items
    from provenli.web.collect.database import open_database

    file = read_study(directory)
    if file.serving.database == "sqlite" and not os.access(directory, os.W_OK):
        raise InputError(f"{directory} is not writable: the answers are kept there")
    found = _read_secrets(directory / SECRETS)
    database = open_database(directory, file.serving.database)
    study = CollectStudy(directory, file, database, found["key"], bytes.fromhex(found["salt"]), found["owner"])
    tests = read_lines(directory / TESTS, ("id", "premise", "hypothesis"))
    check_tests(tests, directory / TESTS)
    premises = read_lines(directory / PREMISES, ("id", "before", "span", "after", "direction"))
    pairs = read_lines(directory / PAIRS, ("id", "premise", "hypothesis"))
    _check_enough(file, directory, premises, pairs, tests)
    with database.as_we_write_it(), database.writing() as c:
        add_items(c, file, premises, pairs, tests)
    return study


def _check_enough(
    file: StudyFile, directory: Path, premises: Sequence[Any], pairs: Sequence[Any], tests: Sequence[Any]
) -> None:
    if "rewrite" in file.tasks and not premises:
        raise InputError(f"{directory / PREMISES}: no premises; `provenli collect new` writes some")
    if "judge" in file.tasks and not pairs:
        raise InputError(f"{directory / PAIRS}: no pairs to judge; `provenli collect new --task judge` writes some")
    if "validate" in file.tasks and len(tests) < file.tests.questions:
        raise InputError(
            f"{directory / NAME}, [tests]: questions: {file.tests.questions}, but {TESTS} has {len(tests)}; add to it"
        )


def _read_secrets(path: Path) -> dict[str, str]:
    try:
        found = json.loads(read_file(path))
        texts = {name: str(found[name]) for name in ("key", "salt", "owner")}
        bytes.fromhex(texts["salt"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InputError(
            f"{path} cannot be read: expected what `provenli collect new` wrote; --password makes another"
        ) from error
    return texts
