"""Tables 10 and 14 of Yanaka et al. 2021: how often people judge as the gold labels say, from their own scores.

There are two ways to count, shown side by side: by majority (what most annotators of a pair say), and by annotation
(every annotator counts). Table 10 of the paper mixes them; counting both shows which number is which.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

import numpy as np

from provenli.errors import many
from provenli.scoring.grids import Grid, Part, html, plain
from provenli.scoring.intervals import Counts, Interval, clustered, wilson
from provenli.scoring.judgements import Judgement, Judgements, agreement
from provenli.scoring.shown import ends, percent

TABLE_10: Mapping[tuple[bool, bool], float] = {
    (True, True): 98.8,
    (True, False): 98.8,
    (False, True): 44.9,
    (False, False): 99.6,
}
OVERALL_10 = 85.5
TABLE_14: Mapping[str, tuple[int, int]] = {
    "argue": (34, 66),
    "assume": (70, 79),
    "believe": (19, 59),
    "claim": (15, 56),
    "doubt": (91, 96),
    "estimate": (35, 64),
    "expect": (53, 70),
    "feel": (42, 67),
    "hear": (14, 53),
    "hope": (77, 92),
    "imply": (18, 58),
    "predict": (50, 73),
    "suspect": (48, 79),
    "think": (18, 57),
    "wish": (77, 92),
}
"""By verb: f(s1) → s1, f(s1) → s2. The paper has the non-veridical ones."""
ALL = "all"
HALF = 0.051
"""Half of the last digit that the paper prints, plus the error of binary fractions."""


@dataclass(frozen=True, slots=True)
class HumanScore:
    """Pairs, and the shares that agree with gold. `interval`: that of the majority, with pairs of one s1 counted
    together."""

    pairs: int
    majority: float
    annotation: float
    interval: Interval

    def to_json(self) -> dict[str, Any]:
        return {
            "pairs": self.pairs,
            "majority": self.majority,
            "per_annotation": self.annotation,
            "interval_of_majority": self.interval.to_json(),
        }


@dataclass(frozen=True, slots=True, repr=False)
class HumanTables:
    """What `provenli judgements` finds. `cells`: f(s1) → s2, by the labels of the two basics. `verbs`: f(s1) → s1 and
    f(s1) → s2."""

    path: str
    rows: int
    annotators: int
    agreement: float | None
    cells: Mapping[tuple[bool, bool], HumanScore]
    whole: HumanScore
    verbs: Mapping[str, tuple[HumanScore | None, HumanScore | None]]
    veridical: Mapping[str, bool]
    contrary: int
    """Rows whose own labels differ from what their scores say."""

    @property
    def mixed(self) -> str:
        """Which way of counting gives the paper's number, for each cell."""
        named = {f"{_word(a)}/{_word(b)}": (s, TABLE_10[a, b]) for (a, b), s in self.cells.items()}
        ways: dict[str, list[str]] = {way: [] for way in ("by majority", "by annotation", "by neither")}
        for cell, (found, published) in {**named, ALL: (self.whole, OVERALL_10)}.items():
            ways[_way(found, published)].append(cell)
        if len(ways["by neither"]) > len(named):
            return "note: these are other judgements than the paper's, whose numbers stand beside them"
        told = "; ".join(f"{way}: {', '.join(cells)}" for way, cells in ways.items() if cells)
        several = "mixes two ways to count" if ways["by majority"] and ways["by annotation"] else "counts one way"
        return (
            f"note: the paper's Table 10 {several} ({told});\n"
            f"      its {OVERALL_10} in all is the mean of its four cells, {fmean(TABLE_10.values()):.3f}"
        )

    def to_json(self) -> dict[str, Any]:
        return {
            "file": self.path,
            "rows": self.rows,
            "annotators": self.annotators,
            "agreement": self.agreement,
            "table_10": [
                {"f(s1)→s1": _word(a), "s1→s2": _word(b), **s.to_json(), "published": TABLE_10[a, b]}
                for (a, b), s in self.cells.items()
            ]
            + [{"f(s1)→s1": ALL, "s1→s2": ALL, **self.whole.to_json(), "published": OVERALL_10}],
            "table_14": [_verb_json(verb, self.veridical[verb], found) for verb, found in self.verbs.items()],
            "rows_whose_labels_differ_from_scores": self.contrary,
        }

    def parts(self) -> list[Part]:
        told = "–" if self.agreement is None else f"{self.agreement:.2f}"
        return [
            f"{self.path}: {many(self.rows, 'pair')}, {many(self.annotators, 'annotator')} each; "
            "a score of 4 or 5 is yes",
            f"agreement of annotators {told} (Pearson, mean over pairs of annotators; the paper says 0.76)",
            *([f"warning: {self.contrary} rows have labels that their scores do not give"] if self.contrary else []),
            "",
            "Table 10: f(s1) → s2, per cent as the gold label says",
            _grid_10(self.cells, self.whole),
            self.mixed,
            "",
            "Table 14: by verb",
            _grid_14(self.verbs, self.veridical),
            "note: the paper's Table 14 counts by annotation, and has the non-veridical verbs only",
        ]

    def __str__(self) -> str:
        return plain(self.parts())

    def _repr_html_(self) -> str:
        return html(self.parts())


def _way(found: HumanScore, published: float) -> str:
    near = [abs(100 * share - published) < HALF for share in (found.majority, found.annotation)]
    return "by majority" if near[0] else "by annotation" if near[1] else "by neither"


def _word(yes: bool) -> str:
    return "yes" if yes else "unk"


def _verb_json(verb: str, veridical: bool, found: tuple[HumanScore | None, HumanScore | None]) -> dict[str, Any]:
    first, second = found
    published = TABLE_14.get(verb)
    return {
        "verb": verb,
        "veridical": veridical,
        "f(s1)→s1": first and first.to_json(),
        "f(s1)→s2": second and second.to_json(),
        "published": published and list(published),
    }


def human_tables(given: Judgements) -> HumanTables:
    composed = given.taken(to_premise=False)
    cells = {cell: rows for cell in TABLE_10 if (rows := given.taken(False, *cell))}
    verbs: dict[str, list[Judgement]] = {}
    for r in given.rows:
        verbs.setdefault(_lemma(r.verb), []).append(r)
    return HumanTables(
        given.path,
        len(given.rows),
        len(given.rows[0].scores),
        agreement(given.rows),
        {cell: _scored(rows) for cell, rows in cells.items()},
        _scored(composed or given.rows),
        {
            verb: (_if_any([r for r in rows if r.to_premise]), _if_any([r for r in rows if not r.to_premise]))
            for verb, rows in sorted(verbs.items())
        },
        {verb: rows[0].first for verb, rows in verbs.items()},
        sum(r.told is not None and r.told != r.answers for r in given.rows),
    )


def _if_any(rows: Sequence[Judgement]) -> HumanScore | None:
    return _scored(rows) if rows else None


def _scored(rows: Sequence[Judgement]) -> HumanScore:
    right = [r.majority == r.gold for r in rows]
    single = [answer == r.gold for r in rows for answer in r.answers]
    items = {item: k for k, item in enumerate(dict.fromkeys(r.item for r in rows))}
    number = np.array([items[r.item] for r in rows])
    found = Counts(np.bincount(number), np.bincount(number, weights=right).astype(np.int64))
    return HumanScore(len(rows), fmean(right), fmean(single), clustered(found) or wilson(sum(right), len(right)))


def _lemma(form: str) -> str:
    """The dictionary form: the file has past and present forms."""
    from provenli.inflections import getLemma

    found: Sequence[str] = getLemma(form, "VERB")
    return found[0] if found else form


def _grid_10(cells: Mapping[tuple[bool, bool], HumanScore], whole: HumanScore) -> Grid:
    rows = [(_word(a), _word(b), *_columns(s), str(TABLE_10[a, b])) for (a, b), s in cells.items()]
    rows.append((ALL, ALL, *_columns(whole), str(OVERALL_10)))
    header = ("f(s1) → s1", "s1 → s2", "pairs", "by majority", "95%", "by annotation", "paper")
    return Grid(header, tuple(rows), texts=2)


def _columns(s: HumanScore) -> tuple[str, str, str, str]:
    return f"{s.pairs:,}", percent(s.majority), ends(s.interval), percent(s.annotation)


def _grid_14(verbs: Mapping[str, tuple[HumanScore | None, HumanScore | None]], veridical: Mapping[str, bool]) -> Grid:
    rows = []
    for verb, found in sorted(verbs.items(), key=lambda x: veridical[x[0]]):
        paper = TABLE_14.get(verb, ("", ""))
        shown = [text for s, p in zip(found, paper, strict=True) for text in (*_two(s), str(p))]
        rows.append((verb, "veridical" if veridical[verb] else "non-veridical", *shown))
    sides = ("→ s1 majority", "annotation", "paper", "→ s2 majority", "annotation", "paper")
    return Grid(("verb", "", *sides), tuple(rows), texts=2)


def _two(s: HumanScore | None) -> tuple[str, str]:
    return ("–", "–") if s is None else (percent(s.majority), percent(s.annotation))
