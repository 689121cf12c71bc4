"""A finished audit: counts, and every pair with what was published, what was decided, and why."""

from __future__ import annotations

import os
import shutil
import weakref
from collections.abc import Iterator
from html import escape
from itertools import islice
from pathlib import Path

from provenli.audits.problems import Json
from provenli.audits.results import COUNTED, ROWS, Summary, read_rows
from provenli.audits.summary_text import meaning_of
from provenli.audits.verdicts import VERDICTS
from provenli.errors import many

SHOWN = 5
"""Disputes in a notebook."""
COLUMNS = ("line", "premise", "hypothesis", "published", "decided", "why")


class Audit:
    """A finished audit. Its files are in `place`. If it is `passing`, the directory is removed together with this
    value; otherwise it stays."""

    def __init__(self, place: Path, summary: Summary, passing: bool = False) -> None:
        self.place = place
        self.summary = summary
        if passing:
            weakref.finalize(self, _discard, place, os.getpid())

    def rows(self) -> list[Json]:
        """Every pair in the order of the file: line, texts, `published`, `decided`, `verdict`, `why`, rescue …"""
        return list(read_rows(self.place / ROWS))

    def disputed(self) -> list[Json]:
        """The rows whose label is wrong under the reading of the audit."""
        return list(self._disputes())

    def _disputes(self) -> Iterator[Json]:
        return (row for row in read_rows(self.place / ROWS) if row["verdict"] == "disputed")

    def to_json(self) -> Json:
        """What audit.json holds."""
        return {**self.summary.to_json(), "rows": self.rows()}

    def __repr__(self) -> str:
        told = self.summary.to_json()
        counts = {"agree": told["agree"], "disputed": told["disputed"]}
        counts |= {name.replace("_", " "): told[name] for name in COUNTED.values() if told[name]}
        listed = ", ".join(f"{n:,} {name}" for name, n in counts.items())
        return f"<audit of {Path(self.summary.file).name}: {many(told['pairs'], 'pair')}, {listed}>"

    def _repr_html_(self) -> str:
        """For notebooks: counts, and the first disputes."""
        counted = self.summary.verdicts
        counts = "".join(
            _row((f"{counted[v]:,}", v, meaning_of(v, self.summary.fragment))) for v in VERDICTS if counted[v]
        )
        return f"<p>{escape(repr(self)[1:-1])}</p><table>{counts}</table>{self._first_disputes()}"

    def _first_disputes(self) -> str:
        told = [_row(tuple(str(row[name]) for name in COLUMNS)) for row in islice(self._disputes(), SHOWN)]
        head = "".join(f"<th>{name}</th>" for name in COLUMNS)
        return f"<table><tr>{head}</tr>{''.join(told)}</table>" if told else ""


def _row(cells: tuple[str, ...]) -> str:
    return f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}</tr>"


def _discard(place: Path, owner: int) -> None:
    """Remove the directory, unless this is a forked worker, which only has a copy of the value."""
    if os.getpid() == owner:
        shutil.rmtree(place, ignore_errors=True)
