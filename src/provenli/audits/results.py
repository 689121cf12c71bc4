"""What an audit found: rows, counts, and the certificates they rest on, written from what the run has kept."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from provenli.audits.explanations import filled, resting_on, why
from provenli.audits.problems import Json, problem_from_json
from provenli.audits.rescues import NONE, UNSETTLED
from provenli.audits.run import AuditRun, dispute_key
from provenli.audits.verdicts import change
from provenli.audits.word_kinds import stored_kinds
from provenli.certify.codec import verdict_from_json
from provenli.files import regular
from provenli.labels import folded

ROWS, CERTIFICATES, SUMMARY = "rows.jsonl", "certificates.jsonl", "audit.json"
COUNTED = {
    "agrees": "agree",
    "disputed": "disputed",
    "depends on a sense": "depends_on_a_sense",
    "inconsistent": "inconsistent",
    "undecided": "undecided",
    "not covered": "not_covered",
    "no label": "no_label",
}
"""Verdicts as they are called in audit.json."""


@dataclass
class Places:
    """The schemas and disputes in the order of the file, with their line numbers in certificates.jsonl."""

    schemas: dict[str, int] = field(default_factory=dict)
    """Line number by key of a decided problem."""
    disputes: dict[str, int] = field(default_factory=dict)
    """Line number by key of a dispute."""
    explained: dict[str, str] = field(default_factory=dict)
    """For each decided problem, the first dispute about it, which has its tidied evidence."""
    names: dict[str, str] = field(default_factory=dict)
    """For each decided problem, its name: s0, s1 …"""


def places(run: AuditRun) -> Places:
    found = Places()
    line = 0
    for row in run.rows():
        if not row.get("keys"):
            continue
        key, disputed = row["keys"][0], run.verdict(row) == "disputed"
        if key not in found.schemas:
            line += 1
            found.schemas[key], found.names[key] = line, f"s{len(found.schemas)}"
        if disputed and dispute_key(row) not in found.disputes:
            line += 1
            found.disputes[dispute_key(row)] = line
            found.explained.setdefault(key, dispute_key(row))
    return found


def certificates(run: AuditRun, where: Places) -> Iterator[Json]:
    """One for each schema; and, for each kind of dispute about it, what was tried to rescue the label."""
    done: set[str] = set()
    for row in run.rows():
        if not row.get("keys"):
            continue
        key, dispute = row["keys"][0], dispute_key(row)
        if key not in done:
            done.add(key)
            yield schema_record(run, where, key)
        if dispute in where.disputes and dispute not in done:
            done.add(dispute)
            yield {"schema": where.names[key], "published": row["label"], **rescue_record(run.journal[dispute])}


def rescue_record(record: Json) -> Json:
    out = {"rescue": record["rescue"], "detail": record.get("detail", ""), "tried": record["tried"]}
    if record["rescue"] in (NONE, UNSETTLED):
        return out
    return {**out, "problem": record["rescue_problem"], "verdict": record["rescue_verdict"]}


def schema_record(run: AuditRun, where: Places, key: str) -> Json:
    decided = run.journal[key]
    verdict = run.journal[where.explained[key]]["verdict"] if key in where.explained else decided["verdict"]
    return {"schema": where.names[key], "label": verdict["label"], "problem": decided["problem"], "verdict": verdict}


@dataclass
class Summary:
    file: str
    fragment: str
    reading: Json
    two_way: bool
    verdicts: Counter[str] = field(default_factory=Counter)
    unreadable: int = 0
    by_change: Counter[str] = field(default_factory=Counter)
    rescued_by: Counter[str] = field(default_factory=Counter)
    tolerances: Counter[str] = field(default_factory=Counter)
    first_overlooked: dict[str, str] = field(default_factory=dict)
    """The first of each, with its words."""
    kinds: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Disputes by change and rescue."""
    examples: dict[tuple[str, str], Json] = field(default_factory=dict)
    """The first row of each kind."""
    uncovered: Counter[str] = field(default_factory=Counter)
    """Pairs that are not covered, by reason."""
    first_uncovered: dict[str, Json] = field(default_factory=dict)
    """The first row of each reason."""
    schemas: int = 0
    isa: tuple[tuple[str, str], ...] = ()
    """What the user added to what is known."""
    told_from: int = 0
    counts: tuple[tuple[str, int], ...] = ()
    """If the reading was chosen by the labels: how many labels were looked at, and how many are right under each
    reading."""
    anomalies: Json | None = None
    """Anomalies of the file itself (`published.anomalies`), in full and in brief."""
    anomaly_lines: tuple[str, ...] = ()

    def count(self, row: Json) -> None:
        self.verdicts[row["verdict"]] += 1
        self.tolerances.update(row["tolerances"])
        for name, words in zip(row["tolerances"], row["overlooked"], strict=True):
            self.first_overlooked.setdefault(name, words)
        if row["verdict"] == "not covered":
            reason = without_words(row["why"]) if self.fragment == "english" else _without_place(row["why"])
            self.uncovered[reason] += 1
            self.first_uncovered.setdefault(reason, row)
        if row["verdict"] == "disputed":
            kind = (change(row["published"], row["decided"], self.two_way), row["rescue"])
            self.by_change[kind[0]] += 1
            self.rescued_by[kind[1]] += 1
            self.kinds[kind] += 1
            self.examples.setdefault(kind, row)

    def commonest(self, number: int) -> list[tuple[tuple[str, str], int]]:
        """Kinds of dispute, the most frequent first; equally frequent ones by name."""
        return sorted(self.kinds.items(), key=lambda item: (-item[1], item[0]))[:number]

    def to_json(self) -> Json:
        read = sum(self.verdicts.values())
        return {
            "file": self.file,
            "fragment": self.fragment,
            "reading": self.reading,
            "two_way": self.two_way,
            "isa": [list(pair) for pair in self.isa],
            "chosen_by": {"labels": self.told_from, "right": dict(self.counts)} if self.counts else None,
            "pairs": read + self.unreadable,
            "read": read,
            "unreadable": self.unreadable,
            "covered": read - self.verdicts["not covered"],
            **{name: self.verdicts[verdict] for verdict, name in COUNTED.items()},
            "schemas": self.schemas,
            "by_change": _sorted(self.by_change),
            "rescued_by": {**_sorted(self.rescued_by), NONE: self.rescued_by[NONE]},
            "tolerances": _sorted(self.tolerances),
            "anomalies": self.anomalies,
        }


def without_words(why: str) -> str:
    """The reason without its words, which pairs with other words share: how '…' and '…' are related is not known."""
    return re.sub(r"'[^']*'", "'…'", why)


def _without_place(why: str) -> str:
    """The reason without its place, which other rows share: "unknown word 'dog'" from "premise: unknown word 'dog'
    (word 2, column 7); known: …"."""
    return re.split(r" \((?:word|column) |; ", re.sub(r"^(premise|hypothesis)[^:]*: ", "", why), maxsplit=1)[0]


def _sorted(counts: Counter[str]) -> dict[str, int]:
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def rows(run: AuditRun, where: Places, summary: Summary) -> Iterator[Json]:
    """Every pair with its verdict, in the order of the file. The summary counts them as they pass."""
    reasons: dict[str, str] = {}
    for read in run.rows():
        if "unreadable" in read:
            summary.unreadable += 1
            continue
        row = row_of(run, where, read, reasons)
        summary.count(row)
        yield row
    summary.schemas = len(where.schemas)


def row_of(run: AuditRun, where: Places, read: Json, reasons: dict[str, str]) -> Json:
    verdict = run.verdict(read)
    key = read["keys"][0] if read["keys"] else None
    out = {
        "line": read["line"],
        "id": read["id"],
        "premise": read["premise"],
        "hypothesis": read["hypothesis"],
        "published": read["label"],
        "decided": run.labels[key] if key else None,
        "verdict": verdict,
        "why": read["why"],
        "rescue": None,
        "rescue_reading": None,
        "schema": where.names[key] if key else None,
        "certificate": f"{CERTIFICATES}:{where.schemas[key]}" if key else None,
        "rescue_certificate": None,
        "tolerances": read["tolerances"],
        "overlooked": read["overlooked"],
        "premises": read["premises"],
        **({"file": read["file"]} if "file" in read else {}),
    }
    if verdict == "disputed":
        record = run.journal[dispute_key(read)]
        out |= {
            "rescue": record["rescue"],
            "rescue_reading": None if "detail" not in record else filled(record["detail"], read["words"]),
            "rescue_certificate": f"{CERTIFICATES}:{where.disputes[dispute_key(read)]}",
        }
    if key and verdict in ("disputed", "inconsistent", "undecided"):
        out["why"] = filled(_reason(run, where, read, reasons), read["words"])
    if read.get("unknown") and out["decided"] in ("neutral", "inconsistent"):
        out["why"] = f"{out['why']} {resting_on(read['unknown'])}".strip()
    return out


def _reason(run: AuditRun, where: Places, read: Json, reasons: dict[str, str]) -> str:
    key = read["keys"][0]
    at = json.dumps([key, read["label"], read.get("kinds")])
    if at not in reasons:
        record = schema_record(run, where, key)
        problem, kinds = problem_from_json(record["problem"]), stored_kinds(read.get("kinds", {}))
        reasons[at] = why(read["label"] or "", verdict_from_json(record["verdict"]), problem, kinds)
    return reasons[at]


def write_lines(file: IO[str], values: Iterator[Json]) -> None:
    for value in values:
        file.write(json.dumps(value, ensure_ascii=False) + "\n")


def read_rows(path: Path) -> Iterator[Json]:
    with open(path, encoding="utf-8", opener=regular) as file:
        yield from map(json.loads, file)


def write_json(file: IO[str], summary: Summary, lines: IO[str]) -> None:
    """The summary with all rows in it, copied line by line from rows.jsonl: memory does not grow with the file."""
    head = json.dumps(summary.to_json(), ensure_ascii=False)
    file.write(head[:-1] + ', "rows": [')
    for k, line in enumerate(lines):
        file.write(("" if k == 0 else ", ") + line.rstrip("\n"))
    file.write("]}\n")


def corrected_label(row: Json, two_way: bool) -> str | None:
    """The label to write instead of the published one; None where that stays."""
    return (
        folded(row["decided"], two_way or row["published"] == "non-entailment")
        if (row["verdict"] == "disputed")
        else None
    )
