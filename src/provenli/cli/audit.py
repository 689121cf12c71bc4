"""The `audit` command: what it reads from the command line, in which order things are written, what it prints."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from provenli.audit.audit import Asked, audit, write_summary
from provenli.audit.check import Checked, check_audit, read_summary
from provenli.audit.corrected import check_target, write_corrected
from provenli.audit.results import SUMMARY, Summary
from provenli.audit.summary_text import many, summary_text
from provenli.cli.anomalies import opened
from provenli.cli.generate import source_of
from provenli.errors import InputError
from provenli.files import DAMAGED
from provenli.library.fragment_shelf import load_fragment
from provenli.logic.readings import with_choices
from provenli.progress import shown_progress
from provenli.published import anomalies
from provenli.published.source import Source
from provenli.report.audit_page import write_page

LARGE = 100_000_000
"""Bytes from which on a user is told what to expect."""
Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Words:
    """What stands on the command line."""

    file: Path
    fragment: str
    out: Path | None = None
    reading: Sequence[str] = ()
    as_json: bool = False
    corrected: Path | None = None
    workers: int = 1
    strict: bool = False
    layout: str | None = None
    columns: str | None = None
    labels: str | None = None
    limit: int | None = None


def run(words: Words, say: Say) -> int:
    """The exit status: 1 with --strict where a label is disputed or a premise cannot be true."""
    asked = _asked(words)
    (source,) = opened([words.file], words.layout, words.columns, words.labels)
    asked = replace(asked, two_way=source.two_way, total=_expected(source, words))
    with shown_progress() as progress, audit(replace(asked, progress=progress), source.rows()) as found:
        if words.limit is None:  # these are about the whole file
            add_anomalies(found.summary, source)
        if words.out is not None:
            write_page(found, progress)
        write_summary(found)
        if words.corrected is not None:
            write_corrected(found, source, words.corrected)
        if words.as_json:
            with (found.place / SUMMARY).open(encoding="utf-8") as file:
                shutil.copyfileobj(file, sys.stdout)
    if not words.as_json:
        # A lone surrogate, which a damaged file may hold, has no place in UTF-8.
        say(summary_text(found.summary, words.out).encode("utf-8", DAMAGED).decode())
    bad = found.summary.verdicts["disputed"] + found.summary.verdicts["inconsistent"]
    return 1 if words.strict and bad else 0


def _asked(words: Words) -> Asked:
    """Everything that can be wrong without looking into the file is said before any work."""
    fragment = load_fragment(words.fragment)
    reading = with_choices(fragment.reading, words.reading)
    if words.workers < 1:
        raise InputError(f"--workers: expected 1 or more, found {words.workers}")
    if words.limit is not None and words.limit < 1:
        raise InputError(f"--limit: expected 1 or more, found {words.limit}")
    if words.corrected is not None:
        check_target(words.corrected, words.file)
    source = source_of(words.fragment)
    return Asked(str(words.file), fragment, reading, False, source, words.out, words.limit, words.workers)


def _expected(source: Source, words: Words) -> int:
    """About how many pairs: the lines of the files. Counting a gigabyte of line ends takes a second."""
    files = [f.path for f in source.files()]
    size = sum(f.stat().st_size for f in files)
    lines = sum(_line_ends(f) for f in files)
    if size > LARGE and (words.limit is None or words.limit * 2 > lines):
        kept = "" if words.out else "; with --out DIR an interrupted audit goes on where it stopped"
        print(
            f"provenli: {words.file} has {size / 1e9:.1f} GB, about {lines:,} lines: this takes long{kept}; "
            "--limit N audits the first N pairs",
            file=sys.stderr,
        )
    return lines


def _line_ends(path: Path) -> int:
    with path.open("rb") as file:
        return sum(block.count(b"\n") for block in iter(lambda: file.read(1 << 20), b""))


def add_anomalies(summary: Summary, source: Source) -> None:
    """What is odd about the file itself: repeated ids, pairs with two labels, and the like."""
    found = anomalies.find([source])
    told = [(file.path, f) for file in found.files for f in file.findings]
    several = len(found.files) > 1
    summary.anomalies = found.to_json()
    summary.anomaly_lines = tuple(_anomaly(path if several else None, finding) for path, finding in told)


def _anomaly(path: str | None, finding: anomalies.Finding) -> str:
    where = f"{path}: " if path else ""
    lines = [str(n) for example in finding.examples[:1] for n in example.lines]
    at = f" (line{'s' if len(lines) > 1 else ''} {', '.join(lines)} …)" if lines else ""
    kind = anomalies.KINDS[finding.kind]
    said = f"{kind}: {finding.note}" if finding.note else f"{kind}: {finding.count:,}"
    return f"{where}{said}{at}"


def check(place: Path, fragment: str | None, as_json: bool, say: Say) -> int:
    """Checks a finished audit again, with the kernel and no engine."""
    summary = read_summary(place)
    with shown_progress() as progress:
        report = check_audit(place, load_fragment(fragment or str(summary["fragment"])), progress)
    say(json.dumps(_report_json(report), ensure_ascii=False) if as_json else _report_text(report, place))
    return 0 if report.sound else 1


def _report_json(report: Checked) -> dict[str, Any]:
    return {
        "sound": report.sound,
        "certificates": report.certificates,
        "rows": report.rows,
        "faults": report.faults,
        "more_faults": report.hidden,
    }


def _report_text(report: Checked, place: Path) -> str:
    head = f"{place}: {many(report.rows, 'row')}, {many(report.certificates, 'certificate')}"
    if report.sound:
        return f"{head}: everything checks"
    more = [f"and {report.hidden:,} more"] if report.hidden else []
    return "\n".join([f"{head}: NOT as it should be", *report.faults, *more])
