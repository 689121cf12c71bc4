"""Verification of a split directory, on its own: rows are checked as data sets are, then conditions, counts, overlaps.

The kernel checks the certificates of every parent that lies in parents/, for patterns made again from its fragment. A
row must be an instance of its pattern with the label that follows, except where the manifest says that labels were
flipped. Rows of outside files have a label that somebody attested: they are named, not proved.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from provenli.data.check_certificates import Proven
from provenli.data.generate import CERTIFICATES, PATTERNS
from provenli.data.manifest import NAME, read_manifest
from provenli.data.parsed_rows import Parsed, ParsedSample
from provenli.data.readers import Row
from provenli.data.strict_json import Kinds, keyed, same_json
from provenli.data.subject import Subject, VerificationReport, option_value
from provenli.data.trees import PARSED
from provenli.data.verify import RowReader, check_version, counts, history, row_reader
from provenli.errors import InputError
from provenli.files import regular
from provenli.pairs.fragment import Fragment
from provenli.progress import Progress, silent
from provenli.splits.copier import other_label
from provenli.splits.outside import ATTESTED
from provenli.splits.overlaps import Facts, asked_of, facts_of, shared
from provenli.splits.protocol import Check, Protocol
from provenli.splits.protocols import MIXING, PROTOCOLS, load_protocol
from provenli.splits.record import SplitPartRecord, named, read_check, read_part, read_record
from provenli.splits.record import field as entry
from provenli.splits.where import Where

ID = re.compile(r"(?P<parent>[^:]+):(?P<own>.+)-\d{8}")
HASH = re.compile("[0-9a-f]{64}")
FragmentOf = Callable[[Path], Callable[[str], Fragment]]
SHARED = ("provenli", "protocol", "source", "options", "seed", "outside")
"""What the manifest of a split repeats."""
ABOUT: Kinds = {
    "provenli": str,
    "protocol": str,
    "source": lambda value: value is None or (type(value) is str and HASH.fullmatch(value) is not None),
    "options": dict,
    "seed": lambda value: type(value) is int and value >= 0,
    "outside": dict,
    "parents": dict,
    "notes": lambda value: type(value) is list and {*map(type, value)} <= {str},
}
WHOLE: Kinds = {**ABOUT, "splits": lambda value: type(value) is dict and bool(value)}
ONE: Kinds = {**ABOUT, "split": str, "about": str, "parts": dict, "checks": list}
PARENT: Kinds = {"path": str, "role": str, "fragment": str, "manifest": str}
OUTSIDE: Kinds = {"file": str, "sha256": str, "rows": int, "repeated": int}
NOT_CHECKED = (
    "that parts, conditions and checks are those of the protocol: what the manifest lists of them is checked",
    "which rows were drawn, and their numbers within the parent; seed and options, beyond that each is of its kind",
)
"""What only cutting again would show."""


@dataclass
class ProvenRows:
    """What was proved of each parent."""

    directory: Path
    manifest: dict[str, Any]
    fragment_of: FragmentOf
    deep: bool = False
    report: VerificationReport = field(default_factory=VerificationReport)
    proven: dict[str, Proven] = field(default_factory=dict)
    samples: dict[str, dict[int, ParsedSample]] = field(default_factory=dict)
    """For each parent the rows that are to be parsed."""
    files: list[str] = field(default_factory=list)
    """Of splits, by path."""
    _readers: dict[tuple[str, str], RowReader] = field(default_factory=dict)

    def parent(self, name: str, value: Any) -> None:
        where = f"{self.directory / NAME}: parents: {name}"
        folder = f"parents/{name}"
        path = self.directory / folder
        if _digest(path / NAME) != entry(value, "manifest", str, where):
            self.report.add(f"{folder}/{NAME}", None, "is not the manifest that was copied: its hash differs")
        manifest = read_manifest(path)
        for file in (CERTIFICATES, PATTERNS):
            written = manifest.files.get(file)
            if written is None or _digest(path / file) != written.sha256:
                self.report.add(f"{folder}/{file}", None, "is not the file that was copied: its hash differs")
        fragment = manifest.read_as(self.fragment_of(path)(manifest.fragment))
        if fragment.pairs is None:
            raise InputError(f"fragment {fragment.name!r} makes no pairs, so {folder} cannot be its own")
        if not same_json(value, {**value, "path": folder, "fragment": manifest.fragment}):
            self.report.add(NAME, None, f"parents: {name}: path or fragment is not that of {folder}")
        proven = Proven(Subject(path, manifest, fragment, fragment.pairs, silent))
        proven.check()
        counts(proven)
        history(manifest, proven.subject.report)
        self.report.take(proven.subject.report, folder)  # before its rows, whose faults may follow from these
        self.proven[name], self.samples[name] = proven, {}

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
    directory: Path, fragment_of: FragmentOf, progress: Progress = silent, deep: bool = False
) -> VerificationReport:
    """`fragment_of`: for the directory of a parent, the way from a fragment's name to the fragment."""
    manifest = read_record(directory / NAME)
    where = str(directory / NAME)
    keyed(manifest, WHOLE, where)
    known = ProvenRows(directory, manifest, fragment_of, deep)
    check_version(manifest["provenli"], known.report)
    _check_protocol(manifest, known.report)
    for name, value in named(manifest, "parents", where).items():
        try:
            known.parent(name, keyed(value, PARENT, f"{where}: parents: {name}"))
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
    for extra in sorted(p.name for p in directory.iterdir() if p.is_dir() and p.name not in (*splits, "parents")):
        known.report.add(extra, None, "the manifest knows no such split")
    _foreign(known)
    known.report.not_checked += NOT_CHECKED
    return known.report


def _check_protocol(manifest: dict[str, Any], report: VerificationReport) -> None:
    """A name is looked up on the shelf and nowhere else; of an own protocol nothing is known but its hash."""
    name = manifest["protocol"]
    if manifest["source"] is not None:
        report.not_checked.append("the protocol, which is a file of somebody's own")
    elif name.removeprefix(f"{MIXING.name}:") not in PROTOCOLS:
        report.add(NAME, None, f"protocol: there is none called {name!r:.60}")
    else:
        try:
            _check_choices(manifest, load_protocol(name))
        except InputError as e:
            report.add(NAME, None, str(e))


def _check_choices(manifest: dict[str, Any], protocol: Protocol) -> None:
    known = {o.name: o for o in protocol.options}
    for name, value in manifest["options"].items():
        if name not in known:
            raise InputError(f"options: {protocol.name} has none called {name!r:.60}")
        if name not in protocol.outside or not (value is None or isinstance(value, str)):
            option_value(known[name], value, f"options: {name}")
    roles = {"role": lambda role: role in {need.role for need in protocol.needs}}
    for name, value in manifest["parents"].items():
        keyed(value, {**PARENT, **roles}, f"parents: {name}")
    for role, value in manifest["outside"].items():
        if role not in protocol.outside.values():
            raise InputError(f"outside: the protocol takes no file as {role!r:.60}")
        keyed(value, OUTSIDE, f"outside: {role}")


def _foreign(known: ProvenRows) -> None:
    """Files that no manifest knows: nothing about them is checked."""
    strange = {p.relative_to(known.directory).as_posix() for p in known.directory.rglob("*") if not p.is_dir()}
    strange -= {NAME, *known.files, *(f"parents/{p}/{f}" for p in known.proven for f in (NAME, CERTIFICATES, PATTERNS))}
    known.report.unknown += [f"{f} is in no manifest" for f in sorted(strange) if not f.endswith(PARSED)]


def _split(name: str, digest: str, known: ProvenRows) -> None:
    path = known.directory / name / NAME
    record = read_record(path)
    where = f"{name}/{NAME}"
    known.files.append(where)
    keyed(record, ONE, where)
    for key in SHARED:
        if record.get(key) != known.manifest.get(key):
            known.report.add(where, None, f"{key} is not what {NAME} says")
    parts = {n: read_part(v, str(path)) for n, v in named(record, "parts", str(path)).items()}
    _check_summary(name, record, parts, known)
    said = [read_check(c, str(path)) for c in entry(record, "checks", list, str(path))]
    checks = [*said, *_pairs_left(list(parts), said)]
    facts = {n: f for n, r in parts.items() if (f := _part(name, n, r, checks, known)) is not None}
    for check in checks:
        if all(n in facts for n in check.between):
            a, b = check.between
            found = shared(check, facts[a], facts[b])
            if found is not None:
                known.report.add(
                    f"{name}/{b}.jsonl", found.lines[1], f"{found.what} as in {name}/{a}.jsonl, line {found.lines[0]}"
                )
    told = {f.file for f in known.report.faults}
    if _digest(path) != digest and not any(f.startswith(f"{name}/") for f in told):
        known.report.add(where, None, "is not the manifest that was written: its hash differs")


def _check_summary(name: str, record: dict[str, Any], parts: dict[str, SplitPartRecord], known: ProvenRows) -> None:
    """What the manifest of all splits repeats of this one, and this one of all."""
    told = {n: {"rows": p.rows, "labels": dict(p.labels)} for n, p in parts.items()}
    said = known.manifest["splits"][name]
    if not same_json(said, {"about": record["about"], "parts": told, "manifest": said.get("manifest")}):
        known.report.add(NAME, None, f"splits: {name}: is not what {name}/{NAME} says")
    above = {n: {**v, "path": f"../{v['path']}"} for n, v in known.manifest["parents"].items()}
    if record["split"] != name or not same_json(record["parents"], above):
        known.report.add(f"{name}/{NAME}", None, f"split or parents are not what {NAME} says")


def _pairs_left(parts: list[str], said: list[Check]) -> list[Check]:
    """That no two parts share a pair is checked whether or not the manifest lists it."""
    listed = {frozenset(c.between) for c in said if c.what == "pair"}
    pairs = [(a, b) for k, a in enumerate(parts) for b in parts[k + 1 :]]
    return [Check("pair", p) for p in pairs if frozenset(p) not in listed]


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
    if reader.attested:
        known.report.unknown.append(f"{reader.attested} rows of {shown} have the label that an outside file attests")
    told = {f.file for f in known.report.faults}
    if shown not in told and _digest(path) != record.written.sha256:
        known.report.add(shown, None, "is not the file that was written: its hash differs from the manifest's")
    return facts


class PartReader:
    """The rows of one part, against certificates and against what the manifest says of the part."""

    def __init__(self, shown: str, record: SplitPartRecord, known: ProvenRows) -> None:
        self.shown, self.record, self.known = shown, record, known
        self.meant: dict[str, list[Where]] = {}
        self.expected: Counter[str] = Counter()
        for draw in record.draws:
            parent = str(draw["parent"])
            self.meant.setdefault(parent, []).append(Where.from_json(draw["where"], shown))
            self.expected[parent] += int(draw["rows"])
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
        if found is None or parent not in self.meant:
            return f"id {row.id!r}: this part has rows of {', '.join(self.meant)} only"
        self.parents[parent] += 1
        marks = {row.id, (parent, hash((row.premise, row.hypothesis)))}
        if marks & self.seen:
            return "this pair, or its id, has come before"
        self.seen |= marks
        right, part = row.label, found["own"]
        if parent in self.known.proven:
            flipped = row.features.get("flipped") is True
            self.flipped += flipped
            right = other_label(row.label, self.shown) if flipped else row.label
            part = part.removeprefix(f"{self.known.proven[parent].subject.fragment.name}-")
            fault = self._unproved(row, right, parent, part)
            if fault:
                return fault
        elif parent not in self.known.manifest["outside"]:
            return f"id {row.id!r}: the manifest knows no data set or outside file {parent!r}"
        elif row.schema != ATTESTED:
            return f"schema: expected {ATTESTED!r}, found {row.schema!r}"
        else:
            self.attested += 1
        features = {**row.features, "label": right, "schema": row.schema, "part": part}
        if not any(w.holds(features) for w in self.meant[parent]):
            return f"this row is none that the part has: {' or '.join(map(str, self.meant[parent]))}"
        return ""

    def _unproved(self, row: Row, right: str, parent: str, part: str) -> str:
        """Why the row is none of its parent's, as it stood there before its label was flipped."""
        own, number = row.id.removeprefix(f"{parent}:"), int(row.id[-8:])
        there_are = self.known.proven[parent].subject.manifest.parts.get(part)
        if there_are is None or number >= there_are.rows:
            return f"id {row.id!r}: the data set has no such row"
        features = {k: v for k, v in row.features.items() if k != "flipped" or v is not True}
        text = row.text if len(features) == len(row.features) else ""
        there = Row(number + 1, own, row.premise, row.hypothesis, right, row.schema, features, text)
        samples: dict[int, ParsedSample] = {}
        fault = self.known.reader(parent, part).fault(there, [], samples)
        for pattern, sample in samples.items():
            chosen = self.known.samples[parent]
            key = len(chosen) if self.known.deep else pattern
            chosen.setdefault(key, sample._replace(file=self.shown, line=row.line))
        return fault

    def counts(self) -> None:
        add = self.known.report.add
        self.known.report.flipped += self.flipped
        rows = sum(self.labels.values())
        if rows != self.record.rows:
            add(self.shown, None, f"{rows} rows; the manifest says {self.record.rows}")
        elif dict(self.labels) != {k: n for k, n in self.record.labels.items() if n}:
            add(self.shown, None, f"labels {dict(self.labels)}; the manifest says {dict(self.record.labels)}")
        elif self.parents != +self.expected:
            add(self.shown, None, f"rows by parent {dict(self.parents)}; the manifest says {dict(self.expected)}")
        elif self.flipped and "/test" in self.shown:
            told = f"{self.flipped} flipped labels in a part that tests"
            if self.known.manifest["source"] is None:
                add(self.shown, None, f"{told}: no protocol here flips any")
            self.known.report.unknown.append(f"{self.shown}: {told}")
        elif self.flipped != self.record.flipped:
            add(self.shown, None, f"{self.flipped} flipped labels; the manifest says {self.record.flipped}")


def _digest(path: Path) -> str:
    try:
        with open(path, "rb", opener=regular) as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as e:
        raise InputError(f"{path} cannot be read: {e.strerror}") from e
