"""An audit checked again, by the kernel alone: every certificate, and every row against the certificate it names.

No engine is started. With the fragment, every pair is read again too: its problem must be the one that was decided.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypedDict

from provenli.audits import journal
from provenli.audits.assumptions import informed, recorded_isa
from provenli.audits.decisions import check
from provenli.audits.pair_reader import Meant, meant, resorted
from provenli.audits.problems import Json, problem_from_json
from provenli.audits.results import CERTIFICATES, COUNTED, ROWS, SUMMARY
from provenli.audits.verdicts import compared
from provenli.certify.certificates import Problem
from provenli.checked_json import check as check_types
from provenli.data.strict_json import same_json, strict_json
from provenli.errors import InputError, Refused
from provenli.files import read_file, regular
from provenli.logic.reading_choices import stored_reading
from provenli.logic.readings import Reading
from provenli.pairs.fragment import Fragment
from provenli.progress import Progress, silent
from provenli.published.pairs import PublishedPair

MOST_FAULTS = 20


@dataclass
class Checked:
    certificates: int = 0
    rows: int = 0
    faults: list[str] = field(default_factory=list)
    hidden: int = 0

    def add(self, fault: str) -> None:
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(fault)
        else:
            self.hidden += 1

    @property
    def sound(self) -> bool:
        return not self.faults


def check_audit(place: Path, fragment: Fragment, progress: Progress = silent) -> Checked:
    summary = read_summary(place)
    report = Checked()
    decided = dict(_certificates(place, report, progress))
    reading = read_reading(summary, str(place / SUMMARY))
    fragment = informed(fragment, recorded_isa(summary, str(place / SUMMARY)))
    two_way = summary["two_way"]
    check_rows(place, summary, report, lambda row: _fault(row, decided, fragment, reading, two_way), progress)
    return report


def check_rows(
    place: Path, summary: Json, report: Checked, fault_of: Callable[[Json], str | None], progress: Progress
) -> None:
    """Check each row by itself, and that audit.json counts the same rows and as many of each verdict."""
    told, counted = summary.get("rows"), Counter[str]()
    copies = told if isinstance(told, list) else []
    for number, row in lines_of(place / ROWS):
        report.rows += 1
        progress("checking rows", report.rows, max(report.rows, summary["read"]))
        why = fault_of(row) if _is_row(row) else "no row of an audit"
        if not why and not (number <= len(copies) and same_json(copies[number - 1], row)):
            why = f"{SUMMARY} has another row in its place"
        if why:
            report.add(f"{ROWS}, line {number}: {why}")
        else:
            counted[row["verdict"]] += 1
    if report.rows != summary["read"] or len(copies) != report.rows:
        report.add(f"{ROWS}: expected {summary['read']} by {SUMMARY}, found {report.rows}")
    for verdict, key in COUNTED.items():
        if report.sound and not same_json(summary.get(key, 0), counted[verdict]):
            report.add(f"{SUMMARY}: {key}: {summary.get(key)!r:.40}, but {counted[verdict]} rows say {verdict!r}")


def read_summary(place: Path) -> Json:
    """The contents of audit.json, without its rows."""
    try:
        value = strict_json(read_file(place / SUMMARY), damaged=True)
    except OSError as e:
        raise InputError(f"{place} holds no finished audit: {SUMMARY}: {e.strerror}") from e
    except (ValueError, RecursionError) as e:
        raise InputError(f"{place / SUMMARY}: no JSON: {e}; run the audit again") from e
    check_types(value, _Summary, str(place / SUMMARY))
    found: Json = value
    return found


class _Summary(TypedDict):
    """The parts of audit.json that the check needs."""

    fragment: str
    reading: dict[str, str | bool]
    two_way: bool
    read: int


def read_reading(summary: Json, where: str) -> Reading:
    try:
        return stored_reading(summary["reading"])
    except (TypeError, InputError) as e:
        raise InputError(f"{where}: reading: {' '.join(str(e).split())[:80]}; run the audit again") from e


def recorded_source(place: Path) -> tuple[bool, str | None]:
    """Whether the audit recorded what it was made with, and the hash of the user's own fragment file, if any."""
    owner = journal.owner_of(place / journal.NAME)
    source = owner.get("source")
    if not (source is None or isinstance(source, str)):
        raise InputError(f"{place / journal.NAME}: source: expected a hash, found {repr(source)[:40]}")
    return "source" in owner, source


TEXTS = ("id", "premise", "hypothesis", "verdict")
TEXTS_OR_NONE = ("published", "decided", "schema", "certificate")


def _is_row(row: Any) -> bool:
    """Whether the values have the right types. Texts from damaged files may hold anything."""
    return (
        isinstance(row, dict)
        and all(isinstance(row.get(name), str) for name in TEXTS)
        and all(name in row and isinstance(row[name], str | None) for name in TEXTS_OR_NONE)
        and type(row.get("line")) is int
        and isinstance(row.get("premises"), list)
        and all(isinstance(p, str) for p in row["premises"])
    )


def lines_of(path: Path) -> Iterator[tuple[int, Any]]:
    try:
        with open(path, "rb", opener=regular) as file:
            for number, line in enumerate(file, 1):
                try:
                    yield number, strict_json(line, damaged=True)
                except (ValueError, RecursionError) as e:
                    raise InputError(f"{path}, line {number}: no JSON: {e}") from e
    except OSError as e:
        raise InputError(f"{path} cannot be read: {e.strerror}") from e


def _certificates(place: Path, report: Checked, progress: Progress) -> Iterator[tuple[str, tuple[str, Problem]]]:
    """Each schema with its label and problem; what the kernel refuses is reported and left out."""
    lines = list(lines_of(place / CERTIFICATES))
    for k, (number, value) in enumerate(lines, 1):
        progress("checking certificates", k, len(lines))
        try:
            if "verdict" in value:
                problem = problem_from_json(value["problem"])
                label = check(problem, value["verdict"]).label
                report.certificates += 1
                if "label" in value:
                    yield f"{value['schema']} {CERTIFICATES}:{number}", (label, problem)
        except (Refused, KeyError, TypeError) as e:
            report.add(f"{CERTIFICATES}, line {number}: {e}")


def _fault(
    row: Json, decided: dict[str, tuple[str, Problem]], fragment: Fragment, reading: Reading, two_way: bool
) -> str | None:
    pair = PublishedPair(
        row["line"], row["id"], row["premise"], row["hypothesis"], row["published"], "", tuple(row["premises"])
    )
    found = meant(fragment, reading, pair)
    if not isinstance(found, Meant):
        told = (row["verdict"], row["decided"], row["certificate"])
        return None if told == ("not covered", None, None) else "the fragment does not cover this pair"
    at = f"{row['schema']} {row['certificate']}"
    if at not in decided:
        return f"schema {row['schema']} has no certificate that holds"
    label, problem = decided[at]
    verdict = compared(row["published"], label, two_way)
    if problem != found.problems[0]:
        others = [m.problems[0] for m in resorted(fragment, reading, pair)] if verdict == "agrees" else []
        if problem not in others:
            return f"the certificate of {row['schema']} is for another problem"
    if (label, verdict) != (row["decided"], row["verdict"]):
        return f"expected {label} ({verdict}), found {row['decided']} ({row['verdict']})"
    return None
