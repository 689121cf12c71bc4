"""A file of pairs, read and decided as `entails --file` does: premise, tab, hypothesis, and perhaps a label to compare.

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
from typing import TYPE_CHECKING, Any

from provenli.errors import InputError, SentenceError, escaped, many, tame
from provenli.files import read_file
from provenli.labels import ENTAILMENT, NO_LABEL, NOT, label_named, unknown_label
from provenli.published.layouts import COMMON

if TYPE_CHECKING:
    from provenli.certify.decide import Budget
    from provenli.logic.readings import Reading
    from provenli.pairs.entails import Answer
    from provenli.pairs.fragment import Fragment
    from provenli.published.pairs import PublishedPair, Unreadable

EXPECTED = "expected premise, tab, hypothesis, and if you like a tab and a label"
NAME = re.compile(r"[A-Za-z_]([\w.-]*\w)?")
"""The pattern of a column's name; a sentence has blanks and a full stop."""
COLUMNS = {**COMMON, "premise": (*COMMON["premise"], "text")}
MOST = 20
"""How many lines that differ are named at the end."""


@dataclass(frozen=True, slots=True)
class PairLine:
    number: int
    premise: str
    hypothesis: str
    label: str | None = None
    """The file's label, if it has one."""


@dataclass
class LabelTally:
    """How labels of the file fare: which were compared, and the lines that differ."""

    unread: int = 0
    number: int = 0
    lines: list[int] = field(default_factory=list)

    def compared(self, line: PairLine, found: str) -> dict[str, Any]:
        """The keys that JSON has for a labelled line; none for a line without a label."""
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
    """A two-way label in the file says only whether the hypothesis follows."""
    return found != ENTAILMENT and found != "undecided" if given == NOT else given == found


def read_pairs(path: Path) -> tuple[PairLine, ...]:
    """Read a file of pairs. Empty lines are skipped; anything else that is not a pair is an error with its place."""
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


def pairs_of(file: Path, layout: str | None) -> Iterator[PublishedPair | Unreadable]:
    """The pairs of a published file; or of a plain one without labels, since tags need none."""
    from provenli.published.pairs import PublishedPair
    from provenli.published.source import open_published

    try:
        return open_published(file, layout=layout).rows()
    except InputError as refused:
        try:
            lines = read_pairs(file) if layout is None and file.is_file() else ()
        except InputError:
            lines = ()
        if not lines:
            raise refused from None
        return (PublishedPair(x.number, str(x.number), x.premise, x.hypothesis, x.label, x.label or "") for x in lines)


def _fields(path: Path, number: int, row: str) -> list[str]:
    """The fields of a line: divided by tabs without quoting, or by commas if the file's name ends in .csv."""
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
            commas = len(fields) == 1 and path.suffix != ".csv" and "," in fields[0]
            told = " and commas: if commas divide it, call the file .csv" if commas else ""
            raise InputError(f"{path}, line {number}: {EXPECTED}; found {len(fields)} field(s){told}")


def _header(path: Path, fields: list[str]) -> dict[str, int]:
    """The place of each column; empty if the first line is a pair and not a header."""
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


# --- the pairs of a file, decided ---


def decide_file(fragment: Fragment, path: Path, reading: Reading, budget: Budget, as_json: bool) -> int:
    """Decide all pairs of a file. Lines that cannot be read say why, and the exit status is then 2."""
    from provenli.grammar.parser import CLOSED
    from provenli.progress import watched

    lines = read_pairs(path)
    tally = LabelTally()
    for line, answer in watched(answers(fragment, lines, reading, budget), "deciding", len(lines)):
        if isinstance(answer, SentenceError):
            tally.unread += 1
            why = str(answer) if tally.unread == 1 else str(answer).removesuffix(f"; {CLOSED}")
            print(escaped(f"provenli: {path}, line {line.number}: {why}"), file=sys.stderr)
            if as_json:
                print(json.dumps({"line": line.number, "label": None, "error": str(answer)}, ensure_ascii=False))
        elif as_json:
            told = tally.compared(line, answer.label)
            print(json.dumps({"line": line.number, **answer.to_json(), **told}, ensure_ascii=False))
        else:
            print(tame(_decided_line(line, answer, tally)))
        sys.stdout.flush()
    tally.report()
    return 2 if tally.unread else 0


def _decided_line(line: PairLine, answer: Answer, tally: LabelTally) -> str:
    mark = "".join(f" (given that {g})" for g in answer.given)
    mark += " (other readings differ)" if answer.ambiguous else ""
    return f"{answer.label}\t{line.premise}\t{line.hypothesis}{mark}{tally.mark(line, answer.label)}"


def answers(
    fragment: Fragment, lines: tuple[PairLine, ...], reading: Reading | None, budget: Budget
) -> Iterator[tuple[PairLine, Answer | SentenceError]]:
    """Each line with its answer, or with what is wrong with its sentences."""
    from provenli.pairs.entails import entails

    known: dict[tuple[str, str], Answer] = {}
    for line in lines:
        key = (line.premise, line.hypothesis)
        try:
            if key not in known:
                known[key] = entails(fragment, *key, reading, budget)
            yield line, known[key]
        except SentenceError as e:
            yield line, e
