"""A file of pairs as `entails --file` takes it: premise, tab, hypothesis, and if there is one a label to compare.

The first line may name the columns. JSON lines have the keys premise, hypothesis and label.
"""

from __future__ import annotations

import csv
import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from provenli.errors import InputError, many
from provenli.files import read_file
from provenli.labels import ENTAILMENT, NO_LABEL, NOT, label_named, unknown_label
from provenli.published.layouts import COMMON

EXPECTED = "expected premise, tab, hypothesis, and if you like a tab and a label"
NAME = re.compile(r"[A-Za-z_]([\w.-]*\w)?")
"""What a column is called; a sentence has blanks and a full stop."""
COLUMNS = {**COMMON, "premise": (*COMMON["premise"], "text")}
MOST = 20
"""So many lines that differ are named at the end."""


@dataclass(frozen=True, slots=True)
class PairLine:
    number: int
    premise: str
    hypothesis: str
    label: str | None = None
    """What the file says, if it says something."""


@dataclass
class LabelTally:
    """How labels of the file fare: which were compared, and the lines that differ."""

    unread: int = 0
    number: int = 0
    lines: list[int] = field(default_factory=list)

    def compared(self, line: PairLine, found: str) -> dict[str, Any]:
        """What JSON says of a labelled line; nothing of one without a label."""
        if line.label is None:
            return {}
        same = agrees(line.label, found)
        self.number += 1
        if not same:
            self.lines.append(line.number)
        return {"given_label": line.label, "agrees": same}

    def mark(self, line: PairLine, found: str) -> str:
        told = self.compared(line, found)
        return "" if told.get("agrees", True) else f"\tDIFFERS: the file says {line.label}"

    def report(self) -> None:
        """On standard error: how many lines were not read, and which labels differ."""
        if self.unread:
            print(f"{many(self.unread, 'pair')} could not be read", file=sys.stderr)
        if not self.number:
            return
        print(self.comparison(), file=sys.stderr)

    def comparison(self) -> str:
        if not self.lines:
            return f"all labels agree with the file's ({many(self.number, 'pair')})"
        more = f" and {len(self.lines) - MOST:,} more" if len(self.lines) > MOST else ""
        where = f"line{'' if len(self.lines) == 1 else 's'} {', '.join(map(str, self.lines[:MOST]))}{more}"
        differ = "differs" if len(self.lines) == 1 else "differ"
        return f"{len(self.lines):,} of {many(self.number, 'label')} {differ} from the file's ({where})"


def agrees(given: str, found: str) -> bool:
    """Two-way labels of a file say no more than whether it follows."""
    return found != ENTAILMENT and found != "undecided" if given == NOT else given == found


def read_pairs(path: Path) -> tuple[PairLine, ...]:
    """Empty lines are passed over; anything else that is no pair is an error with its place."""
    try:
        text = read_file(path).decode("utf-8-sig")
    except OSError as e:
        raise InputError(f"{path}: {e.strerror or e}; expected a file of premise, tab, hypothesis") from e
    except UnicodeDecodeError as e:
        raise InputError(f"{path}, byte {e.start}: not UTF-8 text; expected premise, tab, hypothesis") from e
    rows = ((n, row.removesuffix("\r")) for n, row in enumerate(text.split("\n"), 1) if row.removesuffix("\r"))
    if path.suffix == ".jsonl":
        lines = tuple(_json_lines(path, rows))
    else:
        lines = tuple(_table_lines(path, ((n, _fields(path, n, row)) for n, row in rows)))
    if not lines:
        raise InputError(f"{path}: no pairs; {EXPECTED}")
    return lines


def _fields(path: Path, number: int, row: str) -> list[str]:
    """The fields of a line: divided by tabs and without quoting, or as the ending .csv says."""
    if path.suffix != ".csv":
        return row.split("\t")
    try:
        return next(csv.reader([row], strict=True))
    except csv.Error as e:
        raise InputError(f"{path}, line {number}: {e}; expected one pair a line, divided by commas") from e


def _table_lines(path: Path, rows: Iterator[tuple[int, list[str]]]) -> Iterator[PairLine]:
    places: dict[str, int] | None = None
    for number, fields in rows:
        if places is None:
            places = _header(path, fields)
            if places:
                continue
        if places and len(fields) > max(places.values()):
            label = fields[places["label"]] if "label" in places else None
            yield _line(path, number, fields[places["premise"]], fields[places["hypothesis"]], label)
        elif len(fields) in (2, 3) and not places:
            yield _line(path, number, *fields)
        else:
            raise InputError(f"{path}, line {number}: {EXPECTED}; found {len(fields)} field(s)")


def _header(path: Path, fields: list[str]) -> dict[str, int]:
    """Where each column stands; empty where the first line is no header but a pair."""
    names = [f.strip() for f in fields]
    found = {role: names.index(n) for role, known in COLUMNS.items() for n in reversed(known) if n in names}
    if {"premise", "hypothesis"} <= set(found):
        return found
    if len(names) > 1 and all(map(NAME.fullmatch, names)):
        known = " and ".join(f"{role} (or {', '.join(COLUMNS[role][1:])})" for role in ("premise", "hypothesis"))
        raise InputError(f"{path}, line 1: the columns are {', '.join(names)}; expected {known}: rename two of them")
    return {}


def _json_lines(path: Path, rows: Iterator[tuple[int, str]]) -> Iterator[PairLine]:
    for number, row in rows:
        try:
            value = json.loads(row)
        except (ValueError, RecursionError) as e:
            raise InputError(f"{path}, line {number}: no JSON ({e}); expected premise and hypothesis") from e
        keys = value if isinstance(value, dict) else {}
        found = {role: keys[n] for role, known in COLUMNS.items() for n in reversed(known) if n in keys}
        texts = [found.get(role) for role in ("premise", "hypothesis")]
        if not all(isinstance(t, str) for t in texts):
            raise InputError(f"{path}, line {number}: expected the keys premise and hypothesis, found {_keys(value)}")
        label = found.get("label")
        yield _line(path, number, str(texts[0]), str(texts[1]), None if label is None else str(label))


def _keys(value: Any) -> str:
    return ", ".join(map(repr, value)) if isinstance(value, dict) and value else type(value).__name__


def _line(path: Path, number: int, premise: str, hypothesis: str, label: str | None = None) -> PairLine:
    if label is None or label.strip() in NO_LABEL:
        return PairLine(number, premise, hypothesis)
    named = label_named(label, ())
    if named is None:
        raise InputError(f"{path}, line {number}: {unknown_label(label, ())}")
    return PairLine(number, premise, hypothesis, named)
