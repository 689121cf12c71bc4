"""The audit of any English file: each pair is decided by proof where possible, and disputed where its label says
otherwise.

No grammar covers these sentences. A verdict is relative to the scopes that its steps name and to the word facts that it
lists, so every disputed row has both, and says what might be otherwise. Pairs that are only supported stay undecided.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from pathlib import Path

from provenli.audits import journal
from provenli.audits.audit import (
    add_anomalies,
    check_target,
    expected_pairs,
    open_place,
    room_for,
    write_corrected,
    write_summary,
)
from provenli.audits.check import Checked, check_rows, lines_of, read_summary
from provenli.audits.decisions import check
from provenli.audits.finished import Audit
from provenli.audits.plain_steps import plainly
from provenli.audits.problems import Json, problem_from_json, problem_to_json
from provenli.audits.rescues import OTHER_SCOPE, OTHER_SENSE
from provenli.audits.results import CERTIFICATES, ROWS, Summary, write_lines
from provenli.audits.verdicts import CONTESTED, VerdictName, compared
from provenli.certify.codec import verdict_to_json
from provenli.english.answers import EnglishAnswer
from provenli.english.decision import Solver, solver_from
from provenli.english.knowledge import WordFact
from provenli.errors import InputError, Refused
from provenli.files import whole_text
from provenli.logic.readings import Reading
from provenli.options import COUNTS, WORKERS, check_whole
from provenli.pairs.workers import forked
from provenli.progress import Progress, silent
from provenli.published.pairs import PublishedPair, Unreadable
from provenli.published.source import Source, open_published
from provenli.version import VERSION

ENGLISH = "english"
USUAL = 2
"""Up to this rank (`WordFact.rank`) a sense is one that readers think of: a novel is a book. Beyond it, or where two
words are called the same, *jogging* may be nudging and *years* may be days. Such a sense makes no label wrong."""
BLOCK = 256
"""How many pairs are decided before the next are read, so that a file of any size fits in memory."""


@dataclass(frozen=True, slots=True)
class EnglishAuditOrder:
    """Like `AuditOrder`; `backend` names the parser."""

    file: Path
    out: Path | None = None
    corrected: Path | None = None
    limit: int | None = None
    workers: int = 1
    layout: str | None = None
    columns: Mapping[str, str] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=dict)
    isa: tuple[tuple[str, str], ...] = ()
    backend: str = "ccg"
    progress: Progress = silent
    warn: Callable[[str], None] = lambda _: None

    def solver(self) -> Solver:
        return EnglishDesk(self.backend, self.isa).solver

    def owner(self) -> Json:
        isa = [list(pair) for pair in self.isa]
        told = {"file": str(self.file), "fragment": ENGLISH, "source": None, "version": VERSION}
        return {**told, "reading": Reading().to_json(), "isa": isa, "backend": self.backend}


@dataclass
class EnglishDesk:
    """What a worker needs. Grammar and dictionary are inherited by fork; other machines make them anew."""

    backend: str
    isa: tuple[tuple[str, str], ...]

    @cached_property
    def solver(self) -> Solver:
        return solver_from(self.backend, [f"{a}={b}" for a, b in self.isa], (), None, "sound")

    def __reduce__(self) -> tuple[type[EnglishDesk], tuple[str, tuple[tuple[str, str], ...]]]:
        return EnglishDesk, (self.backend, self.isa)


Page = Callable[[Path, Summary], None]


def audit_english(order: EnglishAuditOrder, page: Page | None = None) -> Audit:
    """Run the audit. `page` is written into the directory before audit.json says that everything is there."""
    check_whole("--workers", order.workers, WORKERS)
    if order.limit is not None:
        check_whole("--limit", order.limit, COUNTS)
    if order.corrected is not None:
        check_target(order.corrected, order.file)
    source = open_published(order.file, layout=order.layout, columns=order.columns, labels=order.labels)
    total = expected_pairs(source, order.limit, order.out, order.warn)
    desk = EnglishDesk(order.backend, order.isa)
    _, place = desk.solver, open_place(order.out)  # what is wrong with a backend is said before any work
    try:
        summary = _decided(order, desk, source, total, place, page)
        if order.corrected is not None:
            write_corrected(place / ROWS, source, order.corrected)
    except BaseException:
        if order.out is None:
            shutil.rmtree(place, ignore_errors=True)
        raise
    return Audit(place, summary, passing=order.out is None)


def _decided(
    order: EnglishAuditOrder, desk: EnglishDesk, source: Source, total: int, place: Path, page: Page | None
) -> Summary:
    shown = str(order.out or place)
    kept = journal.open_journal(place / journal.NAME, order.owner(), shown)
    summary = Summary(str(order.file), ENGLISH, Reading().to_json(), source.two_way, isa=order.isa)
    try:
        with room_for(shown):
            _go(order, desk, source, total, kept)
            _write(place, kept, islice(source.rows(), order.limit), summary)
        if order.limit is None:
            add_anomalies(summary, source)
        if page is not None:
            page(place, summary)
        write_summary(place, summary)
    finally:
        kept.close()
    return summary


# --- Deciding ---


def key_of(premises: tuple[str, ...], hypothesis: str) -> str:
    return hashlib.sha256(json.dumps([*premises, hypothesis]).encode()).hexdigest()[:24]


def premises_of(pair: PublishedPair) -> tuple[str, ...]:
    return tuple(pair.premises) or (pair.premise,)


def _go(order: EnglishAuditOrder, desk: EnglishDesk, source: Source, total: int, kept: journal.Journal) -> None:
    """Pairs that the journal already has are not decided again."""
    done = 0
    with forked(order.workers, desk) as crew:
        rows = islice(source.rows(), order.limit)
        while block := list(islice(rows, BLOCK)):
            pairs = [(premises_of(p), p.hypothesis) for p in block if not isinstance(p, Unreadable)]
            new = {key_of(*p): p for p in pairs if key_of(*p) not in kept.places}
            for key, record in zip(new, crew.map(recorded, new.values(), chunksize=8), strict=True):
                kept.add(key, record)
            done += len(block)
            order.progress("deciding", done, max(done, total))


def recorded(desk: EnglishDesk, pair: tuple[tuple[str, ...], str]) -> Json:
    return record_of(desk.solver, pair)


def record_of(solver: Solver, pair: tuple[tuple[str, ...], str]) -> Json:
    a = solver.decide(*pair)
    proved = a.verdict == "proved"
    told: Json = {"label": a.label, "verdict": a.verdict, "probability": round(a.probability, 4), "why": a.why}
    told |= {"said": plainly(a), "given": [str(f) for f in a.given], "usual": all(map(usual, a.given))}
    return {**told, "steps": steps_of(a) if proved else [], "arrows": arrows_of(solver, pair) if proved else []}


def usual(fact: WordFact) -> bool:
    """Whether a reader would expect the sense. What the user has said counts as meant."""
    return not fact.source.startswith("WordNet") or (fact.kind != "same" and fact.rank <= USUAL)


def steps_of(a: EnglishAnswer) -> list[Json]:
    """The steps of an answer, each with its problem and the verdict that the kernel accepted."""
    return [{"problem": problem_to_json(p.problem), "verdict": verdict_to_json(p.verdict)} for p in a.proofs]


def arrows_of(solver: Solver, pair: tuple[tuple[str, ...], str]) -> list[str]:
    return [solver.read(0, " ".join(text.split())).arrows() for text in (*pair[0], pair[1])]


# --- Writing ---


def _write(place: Path, kept: journal.Journal, pairs: Iterable[PublishedPair | Unreadable], summary: Summary) -> None:
    schemas: dict[str, int] = {}
    found: list[Json] = []

    def rows() -> Iterator[Json]:
        for pair in pairs:
            if isinstance(pair, Unreadable):
                summary.unreadable += 1
                continue
            record = kept[key_of(premises_of(pair), pair.hypothesis)]
            steps = json.dumps(record["steps"])
            if record["steps"] and steps not in schemas:
                schemas[steps] = len(schemas) + 1
                found.append({"schema": f"s{len(schemas)}", "label": record["label"], "steps": record["steps"]})
            row = row_of(pair, record, schemas.get(steps), summary.two_way)
            summary.count(row)
            yield row

    with whole_text(place / ROWS) as file:
        write_lines(file, rows())
    summary.schemas = len(schemas)
    with whole_text(place / CERTIFICATES) as file:
        write_lines(file, iter(found))


def row_of(pair: PublishedPair, record: Json, schema: int | None, two_way: bool) -> Json:
    verdict = verdict_on(pair.label, record, two_way)
    file = dict(pair.tags).get("file")
    disputed = verdict in CONTESTED
    rests = "; ".join(record["given"])
    return {
        "line": pair.line,
        "id": pair.id,
        "premise": pair.premise,
        "hypothesis": pair.hypothesis,
        "published": pair.label,
        "decided": record["label"] if record["verdict"] == "proved" else None,
        "verdict": verdict,
        "why": record["said"] if record["verdict"] == "proved" else record["why"],
        "rescue": (OTHER_SENSE if rests else OTHER_SCOPE) if disputed else None,
        "rescue_reading": (rests or "no scope but the one taken was tried") if disputed else None,
        "schema": None if schema is None else f"s{schema}",
        "certificate": None if schema is None else f"{CERTIFICATES}:{schema}",
        "rescue_certificate": None,
        "tolerances": [],
        "overlooked": [],
        "premises": list(pair.premises),
        "given": record["given"],
        "arrows": record["arrows"] if disputed else [],
        **({"file": file} if file else {}),
    }


def verdict_on(published: str | None, record: Json, two_way: bool) -> VerdictName:
    if record["verdict"] != "proved":
        return "undecided" if record["verdict"] == "supported" else "not covered"
    verdict = compared(published, record["label"], two_way)
    return "depends on a sense" if verdict == "disputed" and not record["usual"] else verdict


# --- Checking again ---


def is_english_audit(place: Path) -> bool:
    return journal.owner_of(place / journal.NAME).get("fragment") == ENGLISH


def check_english_audit(place: Path, progress: Progress = silent) -> Checked:
    """The kernel checks every certificate; every pair is decided again and must have the row that is written."""
    owner, report = journal.owner_of(place / journal.NAME), Checked()
    summary = read_summary(place)
    try:
        isa = tuple((str(a), str(b)) for a, b in owner["isa"])
        solver = EnglishAuditOrder(place, isa=isa, backend=str(owner["backend"])).solver()
    except (KeyError, ValueError, TypeError) as e:
        raise InputError(f"{place / journal.NAME}: no journal of an English audit; audit again") from e
    holds = dict(_checked_steps(place, report))
    check_rows(place, summary, report, lambda row: _fault(row, solver, holds, summary["two_way"]), progress)
    return report


def _checked_steps(place: Path, report: Checked) -> Iterator[tuple[str, list[Json]]]:
    for number, value in lines_of(place / CERTIFICATES):
        try:
            for step in value["steps"]:
                check(problem_from_json(step["problem"]), step["verdict"])
            report.certificates += 1
            yield f"{value['schema']} {CERTIFICATES}:{number}", value["steps"]
        except (Refused, KeyError, TypeError) as e:
            report.add(f"{CERTIFICATES}, line {number}: {e}")


def _fault(row: Json, solver: Solver, holds: Mapping[str, list[Json]], two_way: bool) -> str:
    record = record_of(solver, (tuple(row["premises"]) or (row["premise"],), row["hypothesis"]))
    expected = verdict_on(row["published"], record, two_way)
    if row["verdict"] != expected:
        return f"expected {expected}, found {row['verdict']}"
    if record["verdict"] != "proved":
        return ""
    steps = holds.get(f"{row['schema']} {row['certificate']}")
    if steps is None:
        return f"schema {row['schema']} has no certificate that holds"
    if [s["problem"] for s in steps] != [s["problem"] for s in record["steps"]] or row.get("given") != record["given"]:
        return f"the certificate of {row['schema']} is for another pair"
    return "" if row["decided"] == record["label"] else f"expected {record['label']}, found {row['decided']}"
