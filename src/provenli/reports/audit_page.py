"""One page that shows an audit: self-contained, opened from a file, no network.

Formulas, proof and models belong to a schema and are written once, with P1, P2 … for words. A row brings its words, and
the page puts them in.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from itertools import islice
from pathlib import Path

from provenli.audits.audit import DecidedFile
from provenli.audits.decisions import AuditSubject
from provenli.audits.explanations import rescue_words
from provenli.audits.pair_reader import read_pair
from provenli.audits.problems import Json, problem_from_json
from provenli.audits.results import CERTIFICATES, ROWS, Summary, read_rows, schema_record
from provenli.audits.run import dispute_key, pair_of
from provenli.audits.summary_text import COMMONEST, rescue_name
from provenli.audits.verdicts import CONTESTED, change
from provenli.certify.certificates import Countermodels, Proved, Verdict
from provenli.certify.codec import verdict_from_json
from provenli.certify.evidence import proof_lines
from provenli.files import regular, whole_text
from provenli.grammar.arrows import with_arrows
from provenli.logic.formula_printer import show_pretty
from provenli.logic.models import model_to_json
from provenli.pairs.workers import in_processes
from provenli.progress import Progress
from provenli.reports.audit_item import PAGE, about, captioned, tiles
from provenli.reports.page_templates import rendered

MOST_ROWS = 20_000
"""A page with more rows is slow to open. Rows with nothing to see are left out first."""
NO_BREAK = "\u00a0"
SHOWN_IN_FULL = ("disputed", "inconsistent", "undecided")


def write_page(found: DecidedFile, progress: Progress) -> None:
    _write(found.place, found.summary, page_data(found, progress))


def _write(place: Path, summary: Summary, data: Json) -> None:
    told = summary.to_json()
    text = rendered(
        "audit.html.j2",
        title=f"Audit of {Path(summary.file).name}",
        about=about(told),
        tiles=tiles(told),
        tables=captioned(told),
        anomalies=summary.anomaly_lines,
        commonest=commonest(summary),
        data=data,
    )
    with whole_text(place / PAGE) as file:
        file.write(text)


def page_data(found: DecidedFile, progress: Progress) -> Json:
    chosen = list(chosen_rows(found))
    schemas: dict[str, Json] = {}
    disputes: dict[str, Json] = {}
    for row, read in chosen:
        if row["verdict"] in SHOWN_IN_FULL:
            if row["schema"] not in schemas:
                schemas[row["schema"]] = schema_data(found, read["keys"][0])
            key = _dispute(row)
            if key not in disputes:
                disputes[key] = dispute_data(found, row, read)
    return {
        "schemas": schemas,
        "disputes": disputes,
        "rows": list(row_data(found, chosen, progress)),
        "left_out": sum(found.summary.verdicts.values()) - len(chosen),
    }


def chosen_rows(found: DecidedFile) -> Iterator[tuple[Json, Json]]:
    """Each row beside the pair as it was read; as many rows with nothing to see as there is room for."""
    needed = min(sum(found.summary.verdicts[v] for v in SHOWN_IN_FULL), MOST_ROWS)
    room = {True: needed, False: MOST_ROWS - needed}
    read = (r for r in found.run.rows() if "unreadable" not in r)
    with open(found.place / ROWS, encoding="utf-8", opener=regular) as file:
        for line, pair in zip(file, read, strict=True):
            row = json.loads(line)
            kind = row["verdict"] in SHOWN_IN_FULL
            if room[kind]:
                room[kind] -= 1
                yield row, pair


def _dispute(row: Json) -> str:
    return f"{row['schema']} {row['published']} {row['rescue_certificate']}"


def schema_data(found: DecidedFile, key: str) -> Json:
    return evidence_data(schema_record(found.run, found.where, key))


def evidence_data(record: Json) -> Json:
    problem, verdict = problem_from_json(record["problem"]), verdict_from_json(record["verdict"])
    return {
        "premises": [show_pretty(f) for f in problem.premises],
        "hypothesis": show_pretty(problem.hypothesis),
        "proof": proof_lines(problem, verdict),
        "models": _models(verdict),
    }


def _models(verdict: Verdict) -> Json:
    match verdict.certificate:
        case Countermodels(both, only):
            return {"both": model_to_json(both), "only": model_to_json(only)}
        case Proved(_, witness):
            return {"witness": model_to_json(witness)}
    return {}


def dispute_data(found: DecidedFile, row: Json, read: Json) -> Json:
    out: Json = {}
    if row["verdict"] == "disputed":
        known = found.run.journal[dispute_key(read)]
        out |= {
            "change": change(row["published"], row["decided"], found.summary.two_way),
            "rescue": rescue_name(row["rescue"]),
            "rescued": rescue_words(row["rescue"], known.get("detail", "")),  # with numbers: many rows share it
            "tried": [f"{what}: {label}" for what, label in known["tried"]],
        }
    return out


def row_data(found: DecidedFile, chosen: list[tuple[Json, Json]], progress: Progress) -> Iterator[Json]:
    full = [(row, read) for row, read in chosen if row["verdict"] in SHOWN_IN_FULL]
    marked = in_processes(partial(_arrows, found.run.subject), [read for _, read in full], found.run.workers)
    arrows = {}
    for k, ((row, _), texts) in enumerate(zip(full, marked, strict=True), 1):
        arrows[id(row)] = texts
        progress("drawing the page", k, len(full))
    for row, read in chosen:
        out = plain_row(row)
        if id(row) in arrows:
            out |= {"s": row["schema"], "k": _dispute(row), "w": read["words"], "a": arrows[id(row)]}
        if row["why"]:
            out["y"] = row["why"]
        if row["tolerances"]:
            out["t"] = row["overlooked"]
        yield out


def plain_row(row: Json) -> Json:
    names = {"n": "line", "i": "id", "p": "premise", "h": "hypothesis", "l": "published", "d": "decided"}
    return {**{short: row[name] for short, name in names.items()}, "v": row["verdict"]}


def _arrows(subject: AuditSubject, read: Json) -> list[str]:
    """The sentences with the polarity of every word under the reading of the audit."""
    together, _ = read_pair(subject.fragment, pair_of(read))
    return [with_arrows(d, subject.reading, NO_BREAK) for d in together[0]]


# --- English ---


def write_english_page(place: Path, summary: Summary) -> None:
    """The same page for an audit of English, from its files."""
    steps = {value["schema"]: value["steps"][-1] for value in read_rows(place / CERTIFICATES)}
    rows = list(islice(sorted(read_rows(place / ROWS), key=lambda r: r["verdict"] not in CONTESTED), MOST_ROWS))
    rows.sort(key=lambda r: (r.get("file", ""), r["line"]))
    disputed = [r for r in rows if r["verdict"] in CONTESTED]
    data = {
        "schemas": {r["schema"]: evidence_data(steps[r["schema"]]) for r in disputed},
        "disputes": {str(r["line"]): english_dispute(r, summary.two_way) for r in disputed},
        "rows": [english_row(r) for r in rows],
        "left_out": sum(summary.verdicts.values()) - len(rows),
    }
    _write(place, summary, data)


def english_dispute(row: Json, two_way: bool) -> Json:
    changed = change(row["published"], row["decided"], two_way)
    rescued = rescue_words(row["rescue"], row["rescue_reading"])
    return {"why": row["why"], "change": changed, "rescue": rescue_name(row["rescue"]), "rescued": rescued, "tried": []}


def english_row(row: Json) -> Json:
    out = plain_row(row)
    if row["verdict"] in CONTESTED:
        return {**out, "s": row["schema"], "k": str(row["line"]), "w": {}, "a": row["arrows"]}
    return {**out, "y": row["why"]} if row["why"] and row["verdict"] != "agrees" else out


# --- what can be read without the script ---


def commonest(summary: Summary) -> list[tuple[str, int, Json, str]]:
    """Kinds of dispute: what would change, how often, the first row, what would rescue its label."""
    kinds = [(kind, number, summary.examples[kind]) for kind, number in summary.commonest(COMMONEST)]
    return [
        (kind[0].replace("->", " → "), number, row, rescue_words(row["rescue"], row["rescue_reading"] or ""))
        for kind, number, row in kinds
    ]
