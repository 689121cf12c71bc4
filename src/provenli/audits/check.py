"""An audit checked again, by the kernel alone: every certificate, and every row against the certificate it names.

No engine is started. With the fragment, every pair is read again too: its problem must be the one that was decided.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from provenli.audits.decisions import check
from provenli.audits.pair_reader import Meant, meant
from provenli.audits.problems import Json, problem_from_json
from provenli.audits.results import CERTIFICATES, ROWS, SUMMARY
from provenli.audits.verdicts import compared
from provenli.certify.certificates import Problem
from provenli.errors import InputError, Refused
from provenli.files import read_file, regular
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
    reading = Reading(**summary["reading"])
    for number, row in _lines(place / ROWS):
        report.rows += 1
        progress("checking rows", report.rows, max(report.rows, int(summary["read"])))
        why = _fault(row, decided, fragment, reading, bool(summary["two_way"]))
        if why:
            report.add(f"{ROWS}, line {number}: {why}")
    if report.rows != summary["read"]:
        report.add(f"{ROWS}: expected {summary['read']} by {SUMMARY}, found {report.rows}")
    return report


def read_summary(place: Path) -> Json:
    """What audit.json says beside its rows."""
    try:
        value = json.loads(read_file(place / SUMMARY).decode())
    except OSError as e:
        raise InputError(f"{place} holds no finished audit: {SUMMARY}: {e.strerror}") from e
    except ValueError as e:
        raise InputError(f"{place / SUMMARY}: no JSON: {e}; run the audit again") from e
    if not isinstance(value, dict) or not {"reading", "fragment", "two_way", "read"} <= set(value):
        raise InputError(f"{place / SUMMARY}: expected the summary of an audit")
    return value


def _lines(path: Path) -> Iterator[tuple[int, Any]]:
    try:
        with open(path, encoding="utf-8", opener=regular) as file:
            for number, line in enumerate(file, 1):
                try:
                    yield number, json.loads(line)
                except ValueError as e:
                    raise InputError(f"{path}, line {number}: no JSON: {e}") from e
    except OSError as e:
        raise InputError(f"{path} cannot be read: {e.strerror}") from e


def _certificates(place: Path, report: Checked, progress: Progress) -> Iterator[tuple[str, tuple[str, Problem]]]:
    """Each schema with its label and problem; what the kernel refuses is reported and left out."""
    for number, value in _lines(place / CERTIFICATES):
        try:
            if "verdict" in value:
                problem = problem_from_json(value["problem"])
                label = check(problem, value["verdict"]).label
                report.certificates += 1
                progress("checking certificates", report.certificates, report.certificates)
                if "label" in value:
                    yield f"{value['schema']} {CERTIFICATES}:{number}", (label, problem)
        except (Refused, KeyError, TypeError) as e:
            report.add(f"{CERTIFICATES}, line {number}: {e}")


def _fault(
    row: Any, decided: dict[str, tuple[str, Problem]], fragment: Fragment, reading: Reading, two_way: bool
) -> str | None:
    try:
        pair = PublishedPair(
            row["line"], row["id"], row["premise"], row["hypothesis"], row["published"], "", tuple(row["premises"])
        )
        found = meant(fragment, reading, pair)
        if not isinstance(found, Meant):
            return None if row["verdict"] == "not covered" else "the fragment does not cover this pair"
        at = f"{row['schema']} {row['certificate']}"
        if at not in decided:
            return f"schema {row['schema']} has no certificate that holds"
        label, problem = decided[at]
        if problem != found.problems[0]:
            return f"the certificate of {row['schema']} is for another problem"
        verdict = compared(row["published"], label, two_way)
    except (KeyError, TypeError) as e:
        return f"no row of an audit: {type(e).__name__}: {e}"
    if (label, verdict) != (row["decided"], row["verdict"]):
        return f"expected {label} ({verdict}), found {row['decided']} ({row['verdict']})"
    return None
