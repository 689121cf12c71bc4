"""Verification of a split directory, on its own: rows are checked as data sets are, then conditions, counts, overlaps.

The kernel checks the certificates of every parent that lies in parents/, for patterns made again from its fragment. A
row must be an instance of its pattern with the label that follows, except where the manifest says that labels were
flipped. Rows of outside files have a label that somebody attested: they are named, not proved. The protocol is asked
again (recut.py): splits, parts, conditions, checks, notes and the choice of rows are those that it makes.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path
from typing import Any

from provenli.data.check_certificates import Proven
from provenli.data.formats.layout import Written
from provenli.data.manifest import NAME, OLD, read_manifest
from provenli.data.parsed_rows import Parsed, ParsedSample
from provenli.data.readers import KEYS, Row
from provenli.data.redraw import RowMarks, check_drawn, row_mark
from provenli.data.strict_json import keyed, same_json
from provenli.data.subject import Subject, VerificationReport
from provenli.data.trees import trees_of
from provenli.data.verify import (
    RowReader,
    check_spelling,
    check_version,
    counts,
    history,
    other_reading,
    refuse_links,
    row_reader,
)
from provenli.errors import InputError
from provenli.files import found_in
from provenli.pairs.fragment import Fragment
from provenli.progress import Progress, silent
from provenli.splits.copier import flipped_line, other_label
from provenli.splits.outside import ATTESTED
from provenli.splits.overlaps import Facts, asked_of, facts_of, pairs_left, shared
from provenli.splits.protocol import Check
from provenli.splits.record import (
    ONE,
    PARENT,
    WHOLE,
    SplitPartRecord,
    digest_of,
    flips_told,
    named,
    read_check,
    read_part,
    read_record,
)
from provenli.splits.record import field as entry
from provenli.splits.recut import Recut, SeenRows, protocol_of, recut_of
from provenli.splits.row_selection import FoundDraw
from provenli.splits.row_tables import START, copied_of
from provenli.splits.where import Where

ID = re.compile(r"(?P<parent>[^:]+):(?P<own>.+)-\d{8}")
FragmentOf = Callable[[Path], Callable[[str], Fragment]]
SHARED = ("provenli", "protocol", "source", "options", "seed", "outside")
"""What the manifest of a split repeats from that of all splits."""
NOT_CHECKED = (
    "rows of the data sets that are in no part: whether there are more, and whether the protocol would have taken them",
)
"""Where a data set cannot be drawn again, or is an outside file."""


@dataclass
class ProvenRows:
    """The checked certificates of each parent."""

    directory: Path
    manifest: dict[str, Any]
    fragment_of: FragmentOf
    deep: bool = False
    source: Path | None = None
    report: VerificationReport = field(default_factory=VerificationReport)
    proven: dict[str, Proven] = field(default_factory=dict)
    samples: dict[str, dict[int, ParsedSample]] = field(default_factory=dict)
    """The rows of each parent that are to be parsed."""
    drawn: dict[str, RowMarks | None] = field(default_factory=dict)
    """All rows of each parent, drawn again."""
    files: list[str] = field(default_factory=list)
    """For splits, by path."""
    recut: Recut | None = None
    _readers: dict[tuple[str, str], RowReader] = field(default_factory=dict)

    def parent(self, name: str, value: Any) -> None:
        where = f"{self.directory / NAME}: parents: {name}"
        folder = f"parents/{name}"
        path = self.directory / folder
        if digest_of(path / NAME) != entry(value, "manifest", str, where):
            self.report.add(f"{folder}/{NAME}", None, "is not the manifest that was copied: its hash differs")
        manifest = read_manifest(path)
        for file in copied_of(manifest):
            written = manifest.files.get(file)
            if written is None or _written(path / file) != written:
                self.report.add(f"{folder}/{file}", None, "is not the file that was copied: its size or hash differs")
        plain = self.fragment_of(path)(manifest.fragment)
        fragment = manifest.read_as(plain)
        if fragment.pairs is None:
            raise InputError(f"fragment {fragment.name!r} makes no pairs, so {folder} cannot be a data set of it")
        if not same_json(value, {**value, "path": folder, "fragment": manifest.fragment}):
            self.report.add(NAME, None, f"parents: {name}: path or fragment is not that of {folder}")
        proven = Proven(Subject(path, manifest, fragment, fragment.pairs, silent))
        proven.check()
        counts(proven)
        history(manifest, proven.subject.report)
        proven.subject.report.reading = other_reading(fragment, plain)
        self.proven[name], self.samples[name] = proven, {}
        self._draw(name, value["role"], proven)
        self.report.take(proven.subject.report, folder)  # before its rows, whose faults may follow from these

    def _draw(self, name: str, role: str, proven: Proven) -> None:
        """All rows of a parent again, so that it is known which the protocol takes."""
        try:
            rows = self._none_seen(name, role, proven)
        except InputError as e:
            self.report.add(f"parents/{name}", None, str(e))
            rows = None
        self.drawn[name] = check_drawn(proven, self.source, rows.fill if rows else lambda *_: None)
        if self.recut and rows:
            self.recut.seen[name] = rows if self.drawn[name] else self._none_seen(name, role, proven) or rows

    def _none_seen(self, name: str, role: str, proven: Proven) -> SeenRows | None:
        return self.recut.see_parent(name, role, proven.subject.manifest) if self.recut else None

    def ask_again(self, own: Path | None) -> None:
        """Ask the protocol again. If it is a user's own file that was not given, that is unchecked."""
        try:
            protocol = protocol_of(self.manifest, own)
            if protocol is None:
                self.report.unknown.append("the protocol, which is a file of somebody's own: give it: --protocol FILE")
            else:
                self.recut = recut_of(self.manifest, protocol)
        except InputError as e:
            self.report.add(NAME, None, str(e))

    def check_rows_drawn(self) -> None:
        if self.recut and not self.report.faults:
            for file, what in self.recut.wrong_rows():
                self.report.add(file, None, what)

    def reader(self, parent: str, part: str) -> RowReader:
        if (parent, part) not in self._readers:
            self._readers[parent, part] = row_reader(self.proven[parent], part)
        return self._readers[parent, part]

    def parse(self) -> None:
        """One row of every pattern, or all, from their texts alone."""
        for name, proven in self.proven.items():
            own = proven.subject.report
            own.faults, own.hidden, own.not_checked = [], 0, []
            Parsed(proven).check(self.samples[name].values())
            self.report.not_checked += own.not_checked
            for fault in own.faults:
                self.report.add(fault.file, fault.line, fault.what)


def verify_split(
    directory: Path,
    fragment_of: FragmentOf,
    progress: Progress = silent,
    deep: bool = False,
    own_protocol: Path | None = None,
    source: Path | None = None,
) -> VerificationReport:
    """`fragment_of`: finds the fragment of a parent from the parent's directory. `own_protocol`: the user's own file,
    if it cut the splits; its hash is compared before it is run. `source`: the outside file that a parent's pairs were
    drawn from."""
    refuse_links(directory)
    manifest = read_record(directory / NAME)
    where = str(directory / NAME)
    if manifest.get("provenli") == OLD:
        raise InputError(f"{where}: ProveNLI {OLD} did not record what its protocol asked; cut the data sets again")
    keyed(manifest, WHOLE, where)
    known = ProvenRows(directory, manifest, fragment_of, deep, source)
    check_version(manifest["provenli"], known.report)
    for name, value in named(manifest, "parents", where).items():
        keyed(value, PARENT, f"{where}: parents: {name}")
    known.ask_again(own_protocol)
    for name, value in named(manifest, "parents", where).items():
        try:
            known.parent(name, value)
        except InputError as e:
            known.report.add(f"parents/{name}", None, str(e))
    splits = named(manifest, "splits", where)
    for k, (name, value) in enumerate(splits.items(), 1):
        try:
            _split(name, entry(value, "manifest", str, f"{where}: splits: {name}"), known)
        except InputError as e:
            known.report.add(f"{name}/{NAME}", None, str(e))
        progress("checking splits", k, len(splits))
    known.parse()
    known.check_rows_drawn()
    for extra in sorted(p.name for p in directory.iterdir() if p.is_dir() and p.name not in (*splits, "parents")):
        known.report.add(extra, None, "the manifest knows no such split")
    _foreign(known)
    for folder in ("", *splits, *(f"parents/{name}" for name in known.proven)):
        check_spelling(directory, folder, known.report, sort_keys=folder.startswith("parents/"))
    if not known.recut or not all(seen.whole for seen in known.recut.seen.values()):
        known.report.not_checked += NOT_CHECKED
    return known.report


def _foreign(known: ProvenRows) -> None:
    """Files that no manifest knows: nothing about them is checked."""
    strange = found_in(known.directory) - {NAME, *known.files, *_copied(known)}
    known.report.unknown += [f"{file} is in no manifest{trees_of(file)}" for file in sorted(strange)]


def _copied(known: ProvenRows) -> Iterator[str]:
    for name, proven in known.proven.items():
        yield from (f"parents/{name}/{file}" for file in (NAME, *copied_of(proven.subject.manifest)))


def _split(name: str, digest: str, known: ProvenRows) -> None:
    path = known.directory / name / NAME
    record = read_record(path)
    where = f"{name}/{NAME}"
    known.files.append(where)
    keyed(record, ONE, where)
    for key in SHARED:
        if not same_json(record.get(key), known.manifest.get(key)):  # 5.0 is not 5
            known.report.add(where, None, f"{key} is not what {NAME} says")
    parts = {n: read_part(n, v, str(path)) for n, v in named(record, "parts", str(path)).items()}
    _check_summary(name, record, parts, known)
    said = [read_check(c, where) for c in record["checks"]]
    checks = [*said, *pairs_left(list(parts), said)]
    facts = {n: f for n, r in parts.items() if (f := _part(name, n, r, checks, known)) is not None}
    for check in checks:
        if all(n in facts for n in check.between):
            a, b = check.between
            found = shared(check, facts[a], facts[b])
            if found is not None:
                known.report.add(
                    f"{name}/{b}.jsonl", found.lines[1], f"{found.what} as in {name}/{a}.jsonl, line {found.lines[0]}"
                )
    _check_plan(name, record, parts, known)
    told = {f.file for f in known.report.faults}
    if digest_of(path) != digest and not any(f.startswith(f"{name}/") for f in told):
        known.report.add(where, None, "is not the manifest that was written: its hash differs")


def _check_plan(name: str, record: dict[str, Any], parts: dict[str, SplitPartRecord], known: ProvenRows) -> None:
    """Checked after the rows: a wrong line tells the user more."""
    wrong = known.recut.wrong_split(name, record, {n: p.rows for n, p in parts.items()}) if known.recut else ""
    if not wrong and record["notes"] != flips_told(parts):
        wrong = f"notes: expected {flips_told(parts)}"
    if wrong:
        known.report.add(f"{name}/{NAME}", None, wrong)


def _check_summary(name: str, record: dict[str, Any], parts: dict[str, SplitPartRecord], known: ProvenRows) -> None:
    """What the manifest of all splits and that of this one repeat from each other."""
    told = {n: {"rows": p.rows, "labels": dict(p.labels)} for n, p in parts.items()}
    said = known.manifest["splits"][name]
    if not same_json(said, {"about": record["about"], "parts": told, "manifest": said.get("manifest")}):
        known.report.add(NAME, None, f"splits: {name}: is not what {name}/{NAME} says")
    above = {n: {**v, "path": f"../{v['path']}"} for n, v in known.manifest["parents"].items()}
    if record["split"] != name or not same_json(record["parents"], above):
        known.report.add(f"{name}/{NAME}", None, f"split or parents are not what {NAME} says")


def _part(split: str, name: str, record: SplitPartRecord, checks: list[Check], known: ProvenRows) -> Facts | None:
    path, shown = known.directory / split / f"{name}.jsonl", f"{split}/{name}.jsonl"
    reader = PartReader(shown, record, known)
    known.files.append(shown)
    try:
        facts = facts_of(path, asked_of(name, checks), reader.look)
    except InputError as e:
        place, _, what = str(e).removeprefix(f"{path}, line ").partition(": ")
        known.report.add(shown, *((int(place), what) if place.isdecimal() else (None, str(e))))
        return None
    reader.counts()
    if known.recut:
        known.recut.found[split, name] = reader.found
    if reader.attested:
        known.report.unknown.append(f"{reader.attested} rows of {shown} have the label that an outside file attests")
    told = {f.file for f in known.report.faults}
    if shown not in told and _written(path) != record.written:
        known.report.add(shown, None, "is not the file that was written: its size or hash differs from the manifest's")
    return facts


def _written(path: Path) -> Written:
    digest = digest_of(path)  # says if it is missing
    return Written(path.stat().st_size, digest)


class PartReader:
    """Checks the rows of one part against certificates and against the manifest."""

    def __init__(self, shown: str, record: SplitPartRecord, known: ProvenRows) -> None:
        self.shown, self.record, self.known = shown, record, known
        self.meant = [(str(d["parent"]), Where.from_json(d["where"], shown)) for d in record.draws]
        self.ends = list(accumulate(int(d["rows"]) for d in record.draws))
        self.found = [FoundDraw() for _ in record.draws]
        self.expected = Counter({name: 0 for name, _ in self.meant})
        for draw in record.draws:
            self.expected[str(draw["parent"])] += int(draw["rows"])
        self.labels: Counter[str] = Counter()
        self.parents: Counter[str] = Counter()
        self.flipped = 0
        self.attested = 0
        self.seen: set[object] = set()

    def look(self, row: Row) -> None:
        self.labels[row.label] += 1
        self.known.report.rows += 1
        fault = self._fault(row)
        if fault:
            self.known.report.add(self.shown, row.line, fault)

    def _fault(self, row: Row) -> str:
        found = ID.fullmatch(row.id)
        parent = found["parent"] if found else ""
        if found is None or parent not in self.expected:
            return f"id {row.id!r}: this part has rows of {', '.join(self.expected)} only"
        self.parents[parent] += 1
        marks = {row.id, (parent, hash((row.premise, row.hypothesis)))}
        if marks & self.seen:
            return "this pair, or its id, has come before"
        self.seen |= marks
        right, part = row.label, "pairs"
        if parent in self.known.proven:
            flipped = row.features.get("flipped") is True
            self.flipped += flipped
            right = other_label(row.label, self.shown) if flipped else row.label
            part = found["own"].removeprefix(f"{self.known.proven[parent].subject.fragment.name}-")
            fault = self._unproved(row, right, parent, part)
            if fault:
                return fault
        elif parent not in self.known.manifest["outside"]:
            return f"id {row.id!r}: the manifest knows no data set or outside file {parent!r}"
        elif row.schema != ATTESTED:
            return f"schema: expected {ATTESTED!r}, found {row.schema!r}"
        else:
            self.attested += 1
        return self._misplaced(row, parent, {**row.features, "label": right, "schema": row.schema, "part": part})

    def _misplaced(self, row: Row, parent: str, features: dict[str, Any]) -> str:
        """Draws follow each other, each with as many rows as the manifest says."""
        draw = min(bisect_right(self.ends, row.line - 1), len(self.ends) - 1)
        name, meant = self.meant[draw]
        if parent != name or not meant.holds(features):
            return f"this row is none that the part has: expected one of {name}, {meant}"
        if self.known.recut is None:
            return ""
        flipped = features.get("flipped") is True and parent in self.known.proven
        seen = self.known.recut.seen.get(parent)  # none where the data set itself was refused
        return seen.add(int(row.id[-8:]), features, flipped, self.found[draw]) if seen else ""

    def _unproved(self, row: Row, right: str, parent: str, part: str) -> str:
        """Why the row does not come from its parent, as it was before its label was flipped."""
        own, number = row.id.removeprefix(f"{parent}:"), int(row.id[-8:])
        there_are = self.known.proven[parent].subject.manifest.parts.get(part)
        if there_are is None or number >= there_are.rows:
            return f"id {row.id!r}: the data set has no such row"
        features = {k: v for k, v in row.features.items() if k != "flipped" or v is not True}
        text = row.text if len(features) == len(row.features) else ""
        there = Row(number + 1, own, row.premise, row.hypothesis, right, row.schema, features, text)
        samples: dict[int, ParsedSample] = {}
        fault = self.known.reader(parent, part).fault(there, [], samples) or self._foreign(row, there, parent, part)
        for pattern, sample in samples.items():
            chosen = self.known.samples[parent]
            key = len(chosen) if self.known.deep else pattern
            chosen.setdefault(key, sample._replace(file=self.shown, line=row.line))
        return fault

    def _foreign(self, row: Row, there: Row, parent: str, part: str) -> str:
        """Every row of a pattern is labelled rightly; but only one stands in this line of the data set, written in one
        way."""
        drawn = self.known.drawn[parent]
        if not drawn:
            return ""
        line = json.dumps({key: getattr(there, key) for key in KEYS}, ensure_ascii=False).encode()
        if drawn[part][there.line - 1] != row_mark(line):
            return f"id {there.id!r}: the data set has another row"
        copied = START + f"{parent}:".encode() + line.removeprefix(START) + b"\n"
        written = copied if there.features == row.features else flipped_line(copied, self.shown)
        return "" if row.text.encode() == written else f"expected the line {written.decode().strip()[:200]}"

    def counts(self) -> None:
        add = self.known.report.add
        self.known.report.flipped += self.flipped
        rows = sum(self.labels.values())
        if rows != self.record.rows:
            add(self.shown, None, f"{rows} rows; the manifest says {self.record.rows}")
        elif dict(self.labels) != dict(self.record.labels):
            add(self.shown, None, f"labels {dict(self.labels)}; the manifest says {dict(self.record.labels)}")
        elif self.parents != +self.expected:
            add(self.shown, None, f"rows by parent {dict(self.parents)}; the manifest says {dict(self.expected)}")
        elif self.flipped != self.record.flipped:
            add(self.shown, None, f"{self.flipped} flipped labels; the manifest says {self.record.flipped}")
