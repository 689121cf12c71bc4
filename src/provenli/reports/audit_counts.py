"""The counts of an audit as pages show them: a tile for each verdict, and three tables."""

from __future__ import annotations

from dataclasses import dataclass

from provenli.audits.problems import Json
from provenli.audits.results import COUNTED
from provenli.audits.summary_text import ENGLISH_READING, MEANS, NO_PAIR, many
from provenli.audits.verdicts import VERDICTS
from provenli.logic.reading_choices import reading_text, stored_reading

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
    """Of a summary as JSON: every verdict that some pair has, and lines that are no pairs."""
    found = [Tile(v, told[COUNTED[v]], MEANS[v]) for v in VERDICTS]
    return [t for t in (*found, Tile("unreadable", told["unreadable"], NO_PAIR)) if t.number]


def captioned(told: Json) -> list[tuple[str, list[tuple[str, int]]]]:
    tables = {caption: told[name].items() for name, caption in CAPTIONS.items()}
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
