"""What `anomalies` reads from the command line and prints."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from provenli.errors import InputError
from provenli.published.anomalies import KINDS, Anomalies, Example, FileReport, Finding, Overlap, Progress, find, silent
from provenli.published.source import Source, open_published

MOST: Final = 20
"""Entries of a kind on a terminal: a directory of a hundred files may have 4,950 pairs of them that overlap."""


def read_words(option: str, text: str | None) -> dict[str, str]:
    """`premise=sentA,label=gold` as a mapping."""
    out: dict[str, str] = {}
    for word in (text or "").split(",") if text else ():
        name, equals, value = word.partition("=")
        if not equals or not name.strip() or not value.strip():
            raise InputError(f"{option} {text}: expected NAME=VALUE, several with commas, found {word!r}")
        out[name.strip()] = value.strip()
    return out


def opened(files: Sequence[Path], layout: str | None, columns: str | None, labels: str | None) -> list[Source]:
    named, meant = read_words("--columns", columns), read_words("--labels", labels)
    return [open_published(file, layout=layout, columns=named, labels=meant) for file in files]


def run(sources: Sequence[Source]) -> Anomalies:
    with _shown_rows() as progress:
        return find(sources, progress)


@contextmanager
def _shown_rows() -> Iterator[Progress]:
    """Rows so far, on a terminal: how many there will be is not known before the end."""
    if not sys.stderr.isatty():
        yield silent
        return
    from rich.console import Console

    with Console(stderr=True).status("reading") as status:
        yield lambda what, rows: status.update(f"{what}: {rows:,} rows")


def as_json(report: Anomalies) -> str:
    """A lone surrogate, which a damaged file may hold, is written as JSON writes it: it has no place in UTF-8."""
    return json.dumps(report.to_json(), ensure_ascii=False).encode("utf-8", "backslashreplace").decode()


def shown(report: Anomalies, sources: Sequence[Source]) -> str:
    """At most MOST files, overlaps and files not read; the worst are not left out before others."""
    files = sorted(report.files, key=lambda f: not f.findings) if len(report.files) > MOST else report.files
    overlaps = sorted(report.overlaps, key=lambda o: -o.disagree) if len(report.overlaps) > MOST else report.overlaps
    skipped = [[f"not read: {reason}"] for source in sources for reason in source.skipped]
    lines = _first(map(_file, files), "files; --json has all")
    lines += _first(map(_overlap, overlaps), "pairs of files that share pairs; --json has all")
    return "\n".join([*lines, *_first(skipped, "files not read")])


def _first(entries: Iterable[list[str]], what: str) -> list[str]:
    every = list(entries)
    more = [f"and {len(every) - MOST:,} more {what}"] if len(every) > MOST else []
    return [line for entry in every[:MOST] for line in entry] + more


def _file(file: FileReport) -> list[str]:
    ways = "two-way" if file.two_way else "three-way"
    labels = ", ".join(f"{label} {n:,}" for label, n in file.labels.items())
    head = f"{file.path}: {file.rows:,} pairs ({file.layout}, {ways}): {labels}"
    if not file.findings:
        return [head, "  nothing found"]
    return [head, *(line for finding in file.findings for line in _finding(finding))]


def _finding(finding: Finding) -> list[str]:
    what = KINDS[finding.kind]
    if finding.note:
        return [f"  {what}: {finding.note}"]
    return [f"  {what}: {finding.count:,}", *map(_example, finding.examples)]


def _overlap(overlap: Overlap) -> list[str]:
    differ = f", {overlap.disagree:,} of them with labels that disagree" if overlap.disagree else ""
    head = f"{overlap.one} and {overlap.two} share {overlap.pairs:,} pairs{differ}"
    return [head, *map(_example, overlap.examples)]


def _example(example: Example) -> str:
    many = "lines" if len(example.lines) > 1 else "line"
    text = "".join(c if c.isprintable() else "�" for c in example.text)
    return f"    {many} {', '.join(map(str, example.lines))}: {text}"
