"""A directory of `provenli audit --out`: its counts as pages show them (a tile for each verdict, and three tables), and
its own page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypedDict

from provenli.audits import journal
from provenli.audits.check import read_summary
from provenli.audits.problems import Json
from provenli.audits.results import COUNTED, SUMMARY
from provenli.audits.summary_text import ENGLISH_READING, NO_PAIR, meaning_of, rescue_name
from provenli.audits.verdicts import VERDICTS
from provenli.checked_json import check
from provenli.errors import InputError, many
from provenli.logic.reading_choices import reading_text, stored_reading
from provenli.reports.guarded_text import markdown_table, plain_markdown
from provenli.reports.item import ItemKind
from provenli.reports.tables import other_line

PAGE = "audit.html"
"""The page's name in the directory of an audit."""
CAPTIONS = {
    "by_change": "What would change",
    "rescued_by": "What would rescue the label",
    "tolerances": "Overlooked in reading",
}
"""The tables of an audit, by their names in audit.json."""


@dataclass(frozen=True, slots=True)
class Tile:
    name: str
    number: int
    means: str

    @property
    def kind(self) -> str:
        return self.name.replace(" ", "-")


def tiles(told: Json) -> list[Tile]:
    """The tiles of a summary: every verdict that some pair has, and lines that are no pairs."""
    found = [Tile(v, told.get(COUNTED[v], 0), meaning_of(v, told["fragment"])) for v in VERDICTS]
    return [t for t in (*found, Tile("unreadable", told["unreadable"], NO_PAIR)) if t.number]


def captioned(told: Json) -> list[tuple[str, list[tuple[str, int]]]]:
    tables = {caption: told[name].items() for name, caption in CAPTIONS.items()}
    tables[CAPTIONS["rescued_by"]] = {rescue_name(kind): n for kind, n in told["rescued_by"].items()}.items()
    told_from = told.get("chosen_by") or {}
    if told_from.get("right"):
        tables[f"Right labels of the first {told_from['labels']}, by reading"] = told_from["right"].items()
    found = [(c, [(k.replace("->", " → "), n) for k, n in counts if n]) for c, counts in tables.items()]
    return [(caption, rows) for caption, rows in found if rows]


def about(told: Json) -> str:
    english = told["fragment"] == "english"
    reading = ENGLISH_READING if english else reading_text(stored_reading(told["reading"]))
    reading += "; two-way labels" if told["two_way"] else ""
    return (
        f"{many(told['pairs'], 'pair')}, {told['covered']:,} covered by the fragment {told['fragment']}, "
        f"{many(told['schemas'], 'schema')}. Reading: {reading}."
    )


class LaterAuditCounts(TypedDict, total=False):
    """Counts that older audits lack."""

    depends_on_a_sense: int


class AuditCounts(LaterAuditCounts):
    """audit.json without its rows."""

    file: str
    fragment: str
    reading: dict[str, str | bool]
    two_way: bool
    pairs: int
    covered: int
    unreadable: int
    agree: int
    disputed: int
    inconsistent: int
    undecided: int
    not_covered: int
    no_label: int
    schemas: int
    by_change: dict[str, int]
    rescued_by: dict[str, int]
    tolerances: dict[str, int]


@dataclass(frozen=True)
class AuditItem:
    path: Path
    counts: Json
    about: str
    template: str = "audit_counts.html.j2"
    notes: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        return f"Audit of {Path(self.counts['file']).name}"

    @property
    def summary(self) -> str:
        return f"{many(self.counts['pairs'], 'pair')}, " + ", ".join(f"{t.number:,} {t.name}" for t in self.tiles)

    @property
    def tiles(self) -> list[Tile]:
        return tiles(self.counts)

    @property
    def tables(self) -> list[tuple[str, list[tuple[str, int]]]]:
        return captioned(self.counts)

    @property
    def page(self) -> Path | None:
        return self.path / PAGE if (self.path / PAGE).is_file() else None

    def facts(self) -> dict[str, Any]:
        return {name: self.counts[name] for name in sorted(AuditCounts.__required_keys__)}

    def csv_lines(self) -> Iterator[list[object]]:
        for t in self.tiles:
            yield other_line(output=str(self.path), row=t.name, pairs=t.number, status="audited")
        for caption, rows in self.tables:
            for name, n in rows:
                yield other_line(output=str(self.path), row=caption, column=name, pairs=n, status="audited")

    def markdown(self, notes: tuple[str, ...]) -> str:
        lines = [f"# {plain_markdown(self.title)}", "", plain_markdown(self.about), "", *(f"**{n}**\n" for n in notes)]
        lines += [*markdown_table(("verdict", "pairs", ""), [(t.name, f"{t.number:,}", t.means) for t in self.tiles])]
        for caption, rows in self.tables:
            lines += ["", *markdown_table((caption, "pairs"), [(name, f"{n:,}") for name, n in rows])]
        return "\n".join([*lines, ""])


def audit_item(path: Path) -> AuditItem:
    counts = read_summary(path)
    check(counts, AuditCounts, str(path / SUMMARY))
    try:
        return AuditItem(path, counts, about(counts))
    except (TypeError, ValueError, KeyError) as error:
        raise InputError(f"{path / SUMMARY}: reading: {' '.join(str(error).split())[:80]}; audit again") from error


def is_audit(path: Path) -> bool:
    return any((path / name).is_file() for name in (SUMMARY, journal.NAME))


AUDIT_KIND = ItemKind("audit", f"a directory of `provenli audit --out` ({SUMMARY})", is_audit, audit_item)
