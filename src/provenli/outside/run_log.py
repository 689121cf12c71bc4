"""The record of a run: one JSON value on each line, only ever appended, and handed to the system at once.

A record has the key of its question (row, prompt, model and settings). A last line without its end was being written
when the run was killed: it is cut off. Questions that failed leave no record, so that they are asked again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

from provenli.errors import InputError
from provenli.files import OWN, plain_name, read_file, write_whole
from provenli.outside.asked_rows import BY_LABEL, FIRST_ROWS, RowChoice

LOG, RUN = "log.jsonl", "run.json"
PREDICTIONS = "predictions"
CHOICE = "choice"
"""How the rows were taken, in run.json."""
Json = dict[str, Any]
SAME = ("model", "how", "base_url", "data", "sha256", "part", "two_way", "temperature", "max_tokens")
"""What identifies a run's directory: a command that differs in one of these needs another directory."""


@dataclass
class RunLog:
    file: BinaryIO
    records: dict[str, Json] = field(default_factory=dict)

    def add(self, key: str, record: Json) -> None:
        self.file.write(json.dumps({"key": key, **record}).encode() + b"\n")
        self.file.flush()
        self.records[key] = record

    def close(self) -> None:
        """Close the file. Every record was flushed, so at most one is lost that a full disk has refused, and that was
        reported."""
        with suppress(OSError):
            self.file.close()


def open_log(directory: Path) -> RunLog:
    """Open the log, new or from an earlier call; only the caller writes in the directory (files.alone_in)."""
    try:
        file = os.fdopen(os.open(directory / LOG, OWN, 0o644), "r+b")
    except OSError as error:
        raise InputError(f"{directory / LOG} cannot be written: {error.strerror}; choose another --out") from error
    log, end = RunLog(file), 0
    for line in file:
        record = record_of(line)
        if record is None:  # torn by a kill: what follows cannot be trusted to begin where it should
            break
        log.records[str(record.pop("key"))] = record
        end += len(line)
    file.truncate(end)
    file.seek(end)
    return log


def record_of(line: bytes) -> Json | None:
    try:
        value = json.loads(line) if line.endswith(b"\n") else None
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) and "key" in value else None


def recorded(directory: Path) -> Iterator[Json]:
    """The records of a run as they stand, for readers."""
    for line in read_file(directory / LOG).splitlines(keepends=True):
        if (record := record_of(line)) is not None:
            yield record


def is_run(directory: Path) -> bool:
    return (directory / RUN).is_file() and (directory / LOG).is_file()


def prediction_files(directory: Path) -> tuple[Path, ...]:
    """The files of a run's prompts, in the order in which they were first asked, without unfinished ones."""
    names = [plain_name(name, str(directory / RUN)) for name in read_run(directory)["prompts"]]
    return tuple(path for name in names if (path := directory / PREDICTIONS / f"{name}.jsonl").is_file())


def read_run(directory: Path) -> Json:
    try:
        value = json.loads(read_file(directory / RUN))
    except OSError as error:
        raise InputError(
            f"{directory / RUN} cannot be read: {error.strerror}; expected a run of `provenli ask`"
        ) from error
    except (ValueError, RecursionError) as error:
        raise InputError(f"{directory / RUN} is no JSON ({error}); remove it and run `provenli ask` again") from error
    if not isinstance(value, dict) or not isinstance(value.get("prompts"), dict):
        raise InputError(f"{directory / RUN}: expected what `provenli ask` writes, found {json.dumps(value)[:60]}")
    return value


def choice_of(directory: Path) -> RowChoice:
    """How a run with records took its rows, so that it continues with them; for a new run, how rows are taken now."""
    if is_run(directory) and next(recorded(directory), None) is not None:
        return FIRST_ROWS if read_run(directory).get(CHOICE, FIRST_ROWS) == FIRST_ROWS else BY_LABEL
    return BY_LABEL


def claim(directory: Path, about: Json) -> None:
    """Make the directory that of a run about this, or check that it is; prompts may be added. A run that was killed
    before its first record is replaced."""
    prompts = dict(about["prompts"])
    if (directory / RUN).exists() and not (is_run(directory) and next(recorded(directory), None) is None):
        before = read_run(directory)
        for name in SAME:
            if before.get(name) != about.get(name):
                found = f"{name} {_shown(before.get(name))}, here {_shown(about.get(name))}"
                raise InputError(f"{directory} holds another run ({found}): remove it or choose another --out")
        prompts = {**before["prompts"], **prompts}
    elif not (directory / RUN).exists() and any(directory.iterdir()):
        raise InputError(f"{directory} exists and holds no run: remove it or choose another --out")
    write_whole(directory / RUN, (json.dumps({**about, "prompts": prompts}, indent=2) + "\n").encode())


def unclaim(directory: Path) -> None:
    """Remove a run without any record, such as one with a wrong address."""
    for name in (RUN, LOG):
        (directory / name).unlink(missing_ok=True)


def _shown(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)[:60]
