"""A run of `provenli ask`: its prompts, what the model says, and where it fails. Several runs stand side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from pathlib import Path
from typing import Any

from provenli.data.readers import Row
from provenli.data.stored_proofs import FragmentFor, StoredProofs
from provenli.errors import InputError, ProveNLIError, Refused, many
from provenli.outside.asked_rows import file_hash
from provenli.outside.linked_rows import AnsweredRow, answered_rows
from provenli.outside.run_log import is_run, prediction_files, read_run
from provenli.outside.run_scores import PromptScore, RunScores, run_scores
from provenli.reports.failure_map import Explained, FailureMap, failure_maps
from provenli.reports.guarded_text import markdown_table, plain_markdown
from provenli.reports.item import ItemKind
from provenli.reports.predictions_item import ends, percent
from provenli.reports.tables import other_line, plain
from provenli.scoring import load, score
from provenli.scoring.comparison import Comparison, compare_pairs
from provenli.scoring.intervals import Interval
from provenli.scoring.predictions import Predictions
from provenli.scoring.scores import Scores
from provenli.scoring.side_by_side import small_p

MOST_PROOFS = 200
"""The most proofs on a page: looking one up and checking it takes a moment, and more would take minutes."""
ASKED = "asked"
NO_PROOF = "Proofs are left out: "


@dataclass(frozen=True)
class AskedItem:
    """`score`, `maps`: those of the first prompt that shows both sides."""

    path: Path
    about: dict[str, Any]
    run: RunScores
    main: PromptScore
    score: Scores
    given: Predictions
    maps: tuple[FailureMap, ...]
    lacking: str = ""
    template: str = "asked.html.j2"

    @property
    def title(self) -> str:
        return self.run.model

    @property
    def notes(self) -> tuple[str, ...]:
        return (*self.score.warnings, *self.score.notes, *([NO_PROOF + self.lacking] if self.lacking else []))

    @property
    def summary(self) -> str:
        s = self.score
        told = f"accuracy {percent(s.accuracy)}% {ends(s.interval)} on {many(s.size, 'pair')}, {s.against_majority}"
        return f"{self.run.model} by {self.run.how}: {told}"

    @property
    def head(self) -> tuple[tuple[str, str], ...]:
        s = self.score
        return (
            (percent(s.accuracy), f"accuracy, % {ends(s.interval)}"),
            (percent(s.majority), f"majority, % ({s.majority_label})"),
            (percent(s.macro_f1), "macro F1"),
            (percent(self.main.answered), "replies with an answer, %"),
            (f"{s.size:,}", "pairs"),
        )

    @property
    def said(self) -> str:
        """The model's most frequent answer, if it is nearly always the same."""
        most = max(self.score.labels, key=lambda x: x.predicted)
        share = most.predicted / self.score.size
        return f"It answers {most.label} to {percent(share)}% of the pairs." if share >= 0.9 else ""

    def facts(self) -> dict[str, Any]:
        return {**self.run.to_json(), "score": self.score.to_json(), "maps": [m.to_json() for m in self.maps]}

    def csv_lines(self) -> Iterator[list[object]]:
        for p in self.run.prompts:
            found = {"accuracy": p.accuracy, "low": p.interval.low, "high": p.interval.high}
            numbers = {name: plain(100 * value) for name, value in found.items()}
            yield other_line(output=str(self.path), row=self.title, column=p.name, status="run", **numbers)
        for m in self.maps:
            for s in m.squares:
                by = ", ".join(f"{name}={value}" for name, value in zip(m.by, s.values, strict=True) if name)
                found = {"accuracy": s.share, "low": s.interval.low, "high": s.interval.high}
                numbers = {"pairs": str(s.size), **{name: plain(100 * value) for name, value in found.items()}}
                yield other_line(output=str(self.path), row=self.title, column=m.title, by=by, status="run", **numbers)

    def markdown(self, notes: tuple[str, ...]) -> str:
        lines = [f"# {plain_markdown(self.title)}", "", plain_markdown(self.summary), ""]
        lines += [f"**{plain_markdown(n)}**\n" for n in notes]
        rows = [(p.name, p.shows, percent(p.accuracy), ends(p.interval), percent(p.answered)) for p in self.run.prompts]
        lines += [*markdown_table(("prompt", "sees", "accuracy, %", "95%", "answered, %"), rows), ""]
        if self.maps:
            lines += ["In the maps: per cent right, in brackets the 95% interval (Wilson), and of how many pairs.", ""]
        for m in self.maps:
            lines += [f"## {plain_markdown(m.title)}", "", *markdown_table(("", *m.columns), m.table()), ""]
        return "\n".join(lines)

    # --- what the template asks for ---

    def percent(self, share: float | None) -> str:
        return percent(share)

    def ends(self, interval: Interval) -> str:
        return ends(interval)


# --- reading ---


def asked_item(path: Path, fragment_for: FragmentFor | None) -> AskedItem:
    run, about = run_scores(path), read_run(path)
    main = next((p for p in run.prompts if p.full), run.prompts[0])
    file = next(f for f in prediction_files(path) if f.stem == main.name)
    given = load(file)
    proofs = RunProofs(about, fragment_for)
    maps = failure_maps(answered_rows(file), proofs.explain)
    return AskedItem(path, about, run, main, score(given), given, maps, proofs.lacking)


@dataclass
class RunProofs:
    """Proofs of the run's pairs, from the data set that it asked about, if that is still there and unchanged."""

    about: dict[str, Any]
    fragment_for: FragmentFor | None
    known: dict[str, Explained] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.lacking = self._lacking()
        self.stored = None if self.lacking else StoredProofs(Path(self.about["path"]), self._found)

    def _found(self, place: Path) -> Any:
        assert self.fragment_for is not None
        return self.fragment_for(place)

    def _lacking(self) -> str:
        told = self.about.get("path")
        if self.fragment_for is None or not isinstance(told, str):
            return "the run does not say where its data set is."
        file = Path(told)
        if not file.is_file():
            return f"{told} is no longer there."
        if file_hash(file) != self.about.get("sha256"):
            return f"{told} has changed since it was asked about."
        return ""

    def explain(self, row: AnsweredRow) -> Explained:
        if row.id not in self.known:
            self.known[row.id] = self._explained(row)
        return self.known[row.id]

    def _explained(self, row: AnsweredRow) -> Explained:
        if self.stored is None:
            return Explained()
        if len(self.known) >= MOST_PROOFS:
            return Explained(lacking="More proofs than a page holds: `provenli browse` shows this one.")
        told = Row(0, row.id, row.premise, row.hypothesis, row.gold, row.schema, dict(row.features), "")
        try:
            return Explained(tuple(self.stored.of(told).lines))
        except Refused as error:
            return Explained(lacking=f"No proof: {error}.")
        except ProveNLIError as error:
            self.stored, self.lacking = None, f"{error}."
            return Explained()


# --- several ---


@dataclass(frozen=True)
class SideBySide:
    """Runs on one file of pairs. `refusal`: why they are not compared."""

    items: tuple[AskedItem, ...]
    comparisons: tuple[Comparison, ...]
    refusal: str = ""

    head = ("run", "against", "difference", "95%", "won", "lost", "McNemar p", "Holm p")

    @property
    def prompts(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(p.name for item in self.items for p in item.run.prompts))

    def name(self, item: AskedItem) -> str:
        return item.given.name

    def markdown(self) -> str:
        head = ["# Models side by side", "", *markdown_table(("accuracy, %", *self.prompts), self._rows()), ""]
        told = [*markdown_table(self.head, self.lines()), *(["", self.left_out] if self.left_out else [])]
        if self.refusal:
            told = [plain_markdown(f"Not compared: {self.refusal}")]
        return "\n".join([*head, *told, ""])

    def _rows(self) -> list[tuple[str, ...]]:
        return [(self.name(i), *(self.cell(i, p) for p in self.prompts)) for i in self.items]

    def cell(self, item: AskedItem, prompt: str) -> str:
        found = next((p for p in item.run.prompts if p.name == prompt), None)
        return "–" if found is None else f"{percent(found.accuracy)} {ends(found.interval)}"

    @property
    def left_out(self) -> str:
        """Says which pairs a comparison leaves out."""
        number = sum(c.left_out for c in self.comparisons)
        return f"Left out of comparisons: {many(number, 'pair')} that only one of two runs was asked." if number else ""

    def lines(self) -> list[tuple[str, ...]]:
        """The run, against which, the difference, pairs that only one of them has right, p."""
        return [
            (
                c.second,
                c.first,
                f"{100 * c.difference:+.1f}",
                "–" if c.interval is None else ends(c.interval),
                f"{c.only_second:,}",
                f"{c.only_first:,}",
                small_p(c.p),
                small_p(c.holm),
            )
            for c in self.comparisons
        ]


def side_by_side(items: Sequence[object]) -> SideBySide | None:
    runs = tuple(item for item in items if isinstance(item, AskedItem))
    if len(runs) < 2:
        return None
    names = [f"{run.title} by {run.run.how}" for run in runs]
    names = names if len(set(names)) == len(names) else [str(run.path) for run in runs]
    runs = tuple(replace(r, given=replace(r.given, name=name)) for r, name in zip(runs, names, strict=True))
    pairs = [(a.given, b.given) for a, b in combinations(runs, 2) if a.about.get("sha256") == b.about.get("sha256")]
    if not pairs:
        return SideBySide(runs, (), "each was asked about another file.")
    try:
        return SideBySide(runs, compare_pairs(pairs, partial=True))
    except InputError as error:
        return SideBySide(runs, (), str(error))


def asked_kind(fragment_for: FragmentFor | None) -> ItemKind:
    """`fragment_for`: finds fragments, for the proofs of examples; without it there are none."""

    def read(path: Path) -> AskedItem:
        return asked_item(path, fragment_for)

    fits: Callable[[Path], bool] = is_run
    return ItemKind(ASKED, "a directory of `provenli ask` (run.json)", fits, read)
