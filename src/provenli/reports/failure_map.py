"""Where a model fails: accuracy by two features, as a map of squares that open examples with their proofs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from textwrap import wrap
from typing import Any

from provenli.outside.linked_rows import AnsweredRow
from provenli.scoring.intervals import Interval, wilson

ROLES = {
    "quantifier": ("quantifiers", "quantifier", "determiners", "determiner", "family", "verb_type", "negation"),
    "depth": ("depth", "relative_clauses", "connectives", "search_depth", "names"),
    "direction": ("monotonicity", "direction", "polarity", "cell", "relation", "asked", "tense"),
    "replacement": ("replacement", "substitutions", "substitution", "coordination", "objects", "change", "template"),
    "label": ("label",),
}
"""Features by their role, as fragments call them; the first that a run has is used."""
MAPS = (("quantifier", "depth"), ("direction", "replacement"), ("direction", "label"))
LABEL, EVERY = "label", "all pairs"
MOST_VALUES = 12
"""A feature with more values shows the commonest."""
EXAMPLES = 2
LONGEST, ACROSS = 24, 11
"""Letters of a value beside the map, and in a line above it."""
NONE = "(none)"

Explain = Callable[[AnsweredRow], "Explained"]


@dataclass(frozen=True, slots=True)
class Explained:
    """Why a pair has its label: proof steps or models; or why there is nothing to show."""

    lines: tuple[str, ...] = ()
    lacking: str = ""


@dataclass(frozen=True, slots=True)
class MapExample:
    row: AnsweredRow
    why: Explained


@dataclass(frozen=True, slots=True)
class MapSquare:
    """`values`: those of both features. `anchor`: that of its examples on the page."""

    values: tuple[str, str]
    size: int
    right: int
    anchor: str
    examples: tuple[MapExample, ...]

    @property
    def share(self) -> float:
        return self.right / self.size

    @property
    def interval(self) -> Interval:
        return wilson(self.right, self.size)

    @property
    def ends(self) -> str:
        return f"{100 * self.interval.low:.0f} to {100 * self.interval.high:.0f}"

    @property
    def colour(self) -> str:
        """A colour from all wrong through half right to all right, which the colour-blind can tell apart too."""
        low, middle, high = (178, 72, 38), (240, 236, 226), (38, 104, 170)
        ends = (low, middle) if self.share < 0.5 else (middle, high)
        part = 2 * self.share % 1 if self.share < 1 else 1.0
        return "#" + "".join(f"{round(a + part * (b - a)):02x}" for a, b in zip(*ends, strict=True))

    @property
    def ink(self) -> str:
        return "#ffffff" if abs(self.share - 0.5) > 0.3 else "#1d2329"


@dataclass(frozen=True, slots=True)
class FailureMap:
    """`by`: the feature down, the feature across. `left_out`: values beyond the commonest."""

    name: str
    by: tuple[str, str]
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    squares: tuple[MapSquare, ...]
    left_out: int

    @property
    def title(self) -> str:
        return " × ".join(name.replace("_", " ") for name in self.by if name)

    @property
    def by_place(self) -> dict[tuple[int, int], MapSquare]:
        return {(self.rows.index(s.values[0]), self.columns.index(s.values[1])): s for s in self.squares}

    @property
    def side(self) -> int:
        """Room for the words beside the map."""
        return 24 + 7 * min(LONGEST, max(map(len, (*self.rows, *self.by))))

    def short(self, text: str) -> str:
        return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"

    def wrapped(self, text: str) -> list[str]:
        """The head of a column in two lines at most."""
        found = wrap(text, ACROSS, max_lines=2, placeholder="…") or [""]
        return [piece if len(piece) <= ACROSS else f"{piece[: ACROSS - 1]}…" for piece in found]

    def table(self) -> list[tuple[str, ...]]:
        """Per cent right, the interval, and the number of pairs; one line for each value of the first feature."""
        found, width = self.by_place, range(len(self.columns))
        told = {place: f"{100 * s.share:.1f} [{s.ends}] of {s.size:,}" for place, s in found.items()}
        return [(row, *(told.get((k, j), "") for j in width)) for k, row in enumerate(self.rows)]

    def to_json(self) -> dict[str, Any]:
        cells = [{"values": list(s.values), "n": s.size, "right": s.right} for s in self.squares]
        return {"by": list(self.by), "squares": cells}


def failure_maps(rows: Sequence[AnsweredRow], explain: Explain) -> tuple[FailureMap, ...]:
    """A map for each pair of features that the rows have."""
    return tuple(_map(f"map-{k}", by, rows, explain) for k, by in enumerate(_chosen(rows), 1))


def _chosen(rows: Sequence[AnsweredRow]) -> list[tuple[str, str]]:
    """By the roles of features; failing these, by the first with few values; failing all, by label."""
    found: list[tuple[str, str]] = []
    for down, across in MAPS:
        names = [_first(rows, ROLES[role]) for role in (down, across)]
        if names[0] and names[1]:
            found.append((names[0], names[1]))
    if not found:
        known = dict.fromkeys(n for r in rows for n in r.features)
        few = [n for n in known if 1 < len(_values(rows, n)) <= MOST_VALUES]
        found = [(few[0], few[1] if len(few) > 1 else LABEL)] if few else [(LABEL, "")]
    return found


def _first(rows: Sequence[AnsweredRow], names: Sequence[str]) -> str:
    return next((n for n in names if len(_values(rows, n)) > 1), "")


def _values(rows: Sequence[AnsweredRow], name: str) -> Counter[str]:
    return Counter(value for r in rows for value in values_of(r, name) if value != NONE)


def values_of(row: AnsweredRow, name: str) -> tuple[str, ...]:
    """The values of a row; those of a list each once."""
    if name in (LABEL, ""):
        return (row.gold if name else EVERY,)
    found = row.features.get(name)
    if isinstance(found, list):
        return tuple(dict.fromkeys(map(str, found))) or (NONE,)
    return (NONE,) if found is None or found == "" else (str(found),)


def _map(name: str, by: tuple[str, str], rows: Sequence[AnsweredRow], explain: Explain) -> FailureMap:
    counts = [Counter(v for r in rows for v in values_of(r, side)) for side in by]
    shown = [sorted((v for v, _ in c.most_common(MOST_VALUES)), key=_order) for c in counts]
    cells: dict[tuple[str, str], list[AnsweredRow]] = {}
    for row in rows:
        for down, across in product(*(values_of(row, side) for side in by)):
            if down in shown[0] and across in shown[1]:
                cells.setdefault((down, across), []).append(row)
    squares = [
        _square(f"{name}-{k}", values, cells[values], explain)
        for k, values in enumerate(v for v in product(*shown) if v in cells)
    ]
    left_out = sum(len(c) for c in counts) - sum(map(len, shown))
    return FailureMap(name, by, tuple(shown[0]), tuple(shown[1]), tuple(squares), left_out)


def _square(anchor: str, values: tuple[str, ...], rows: Sequence[AnsweredRow], explain: Explain) -> MapSquare:
    examples = tuple(MapExample(r, explain(r)) for r in _examples(rows))
    return MapSquare((values[0], values[1]), len(rows), sum(r.right for r in rows), anchor, examples)


def _examples(rows: Sequence[AnsweredRow]) -> Iterator[AnsweredRow]:
    """Wrong ones first, of different schemas; the shortest, since they are the quickest to read."""
    taken: set[str] = set()
    for row in sorted(rows, key=lambda r: (r.right, len(r.premise) + len(r.hypothesis))):
        if len(taken) < EXAMPLES and (row.schema or row.id) not in taken:
            taken.add(row.schema or row.id)
            yield row


def _order(value: str) -> tuple[int, float, str]:
    """Numbers by size, then texts; missing values last."""
    plain = value.removeprefix("-").replace(".", "", 1)
    if plain.isascii() and plain.isdigit():
        return 0, float(value), value
    return (2 if value == NONE else 1), 0.0, value
