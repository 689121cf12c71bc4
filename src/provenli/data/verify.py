"""Verification: everything about a data set proved again, with the kernel and the grammar, and no engine.

check_certificates.py   the kernel accepts each for the problem that the fragment's own grammar gives
here                    each row is an instance of its pattern, with the label, schema and features that follow
"""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from provenli.data.check_certificates import Proven
from provenli.data.check_formats import RowFiles, check_formats
from provenli.data.generate import CERTIFICATES, PATTERNS
from provenli.data.manifest import ENGLISH, NAME, OLD, Manifest, PartRecord, read_manifest, written_json
from provenli.data.matcher import Matcher, PatternInstance
from provenli.data.parsed_rows import Parsed, ParsedSample
from provenli.data.readers import FileStretch, Row, rows, stretches
from provenli.data.redraw import CORRECTED, check_drawn
from provenli.data.strict_json import same_json, shown, strict_json
from provenli.data.subject import MOST_FAULTS, Subject, VerificationReport
from provenli.errors import InputError
from provenli.files import file_hash, read_file
from provenli.grammar import Word
from provenli.logic.reading_choices import reading_text
from provenli.pairs.classes import renamed_words
from provenli.pairs.fragment import Fragment, outside_of, parts_with
from provenli.pairs.plan import PartPlan, words_of
from provenli.pairs.workers import in_processes
from provenli.progress import Progress, silent
from provenli.version import VERSION

ALWAYS_TOLD = {"checked by the kernel", "calculus disagrees", "given", CORRECTED}
TOLD = {"proof", "models", "word", *ALWAYS_TOLD}

# --- Rows: each an instance of its pattern, with the label, schema and features that follow; none comes twice. ---


@dataclass
class RowCheck:
    proven: Proven
    deep: bool = False
    seen: list[tuple[str, NDArray[np.int64]]] = field(default_factory=list)
    """A number for each pair, by file."""
    samples: list[ParsedSample] = field(default_factory=list)

    def part(self, name: str, record: PartRecord) -> None:
        subject = self.proven.subject
        path = subject.directory / f"{name}.jsonl"
        try:
            reader = row_reader(self.proven, name, self.deep)
            pieces = stretches(path)
        except InputError as e:
            subject.report.add(path.name, None, str(e))
            return
        work = partial(_read, reader, path)
        labels: Counter[str] = Counter()
        numbers = []
        for k, read in enumerate(in_processes(work, pieces, subject.workers), 1):
            subject.progress(f"checking {path.name}", k, len(pieces))
            labels += read.labels
            numbers.append(read.numbers)
            for line, what in read.faults:
                subject.report.add(path.name, line, what)
            subject.report.hidden += read.hidden
            self.samples += read.samples
        subject.report.rows += sum(labels.values())
        self._counts(path.name, record, labels)
        self.seen.append((path.name, np.concatenate(numbers) if numbers else np.zeros(0, dtype=np.int64)))

    def _counts(self, file: str, record: PartRecord, labels: Counter[str]) -> None:
        report = self.proven.subject.report
        if sum(labels.values()) != record.rows:
            report.add(file, None, f"{sum(labels.values())} rows; the manifest says {record.rows}")
        elif dict(labels) != dict(record.labels):
            report.add(file, None, f"labels {dict(labels)}; the manifest says {dict(record.labels)}")

    def parsed(self) -> None:
        """One row of every pattern, or all, from their texts alone."""
        first = {s.pattern: s for s in reversed(self.samples)}
        Parsed(self.proven).check(self.samples if self.deep else first.values())

    def repeated(self) -> None:
        """Equal pairs have equal numbers, in all parts."""
        if not self.seen:
            return
        numbers = np.concatenate([n for _, n in self.seen])
        order = np.argsort(numbers, kind="stable")
        again = np.sort(order[1:][numbers[order[1:]] == numbers[order[:-1]]])
        ends = np.cumsum([len(n) for _, n in self.seen])
        for place in again[:MOST_FAULTS].tolist():
            part = int(np.searchsorted(ends, place, side="right"))
            line = place - (int(ends[part - 1]) if part else 0) + 1
            self.proven.subject.report.add(self.seen[part][0], line, "this pair has come before")


@dataclass
class Read:
    """What reading a stretch of rows found."""

    labels: Counter[str]
    numbers: NDArray[np.int64]
    faults: list[tuple[int | None, str]]
    samples: list[ParsedSample]
    """Rows that are to be parsed: the first of each pattern, or all."""
    hidden: int = 0


def _read(reader: RowReader, path: Path, stretch: FileStretch) -> Read:
    labels: Counter[str] = Counter()
    seen: list[int] = []
    faults: list[tuple[int | None, str]] = []
    samples: dict[int, ParsedSample] = {}
    try:
        for row in rows(path, stretch):
            labels[row.label] += 1
            what = reader.fault(row, seen, samples)
            if what:
                faults.append((row.line, what))
    except InputError as e:
        place, _, what = str(e).removeprefix(f"{path}, line ").partition(": ")
        faults.append((int(place), what) if place.isdecimal() else (None, str(e)))
    hidden = max(0, len(faults) - MOST_FAULTS)
    return Read(labels, np.array(seen, dtype=np.int64), faults[:MOST_FAULTS], list(samples.values()), hidden)


def row_reader(proven: Proven, name: str, deep: bool = False) -> RowReader:
    subject = proven.subject
    part = next((p for p in subject.maker.parts if p.name == name), None)
    if part is None:
        raise InputError(f"the fragment has no part {name!r}")
    words = PartPlan(part, words_of(part, subject.classes), ())
    renamed = renamed_words(subject.fragment.grammar, subject.fragment.theory, part)
    return RowReader(proven, words, renamed, name, deep)


class RowReader:
    """Checks rows of one part against the patterns."""

    def __init__(self, proven: Proven, part: PartPlan, renamed: dict[Word, Word], name: str, deep: bool) -> None:
        self.proven, self.plan, self.renamed, self.name, self.deep = proven, part, renamed, name, deep
        self._known: dict[int, tuple[Matcher, Callable[[PatternInstance, int], str]]] = {}

    def fault(self, row: Row, seen: list[int], samples: dict[int, ParsedSample]) -> str:
        """`samples` gets the row if it is the first of its pattern, or if every row is to be parsed."""
        number = row.features.get("pattern")
        if type(number) is not int or number not in self.proven.patterns:
            seen.append(-row.line)
            return f"there is no pattern {number!r}"
        matcher, features = self._matcher(number)
        found = matcher.find(row.premise, row.hypothesis)
        if isinstance(found, str):
            seen.append(-row.line)
            return found
        seen.append(hash((row.premise, row.hypothesis)))
        kinds = matcher.kinds(found)
        schema = self.proven.tables[number][kinds]
        if row.schema != f"s{schema}":
            return f"schema: expected s{schema}, found {row.schema}"
        if schema not in self.proven.labels:
            return f"the certificate of its schema s{schema} does not hold"
        if row.label != self.proven.labels[schema]:
            return f"label: expected {self.proven.labels[schema]}, found {row.label}"
        if self.deep or number not in samples:
            texts = (f"{self.name}.jsonl", row.line, row.premise, row.hypothesis)
            samples[row.line if self.deep else number] = ParsedSample(*texts, number, kinds, schema)
        if row.id != f"{self.proven.subject.fragment.name}-{self.name}-{row.line - 1:08}":
            return f"id: expected {self.proven.subject.fragment.name}-{self.name}-{row.line - 1:08}, found {row.id}"
        expected = features(found, kinds)
        if row.text.endswith(f'"features": {expected}}}\n'):  # as it was written: no need to read it
            return ""
        return _differing(row.features, json.loads(expected))

    def _matcher(self, number: int) -> tuple[Matcher, Callable[[PatternInstance, int], str]]:
        if number not in self._known:
            pattern = self.proven.patterns[number].pattern
            matcher = Matcher(pattern, self.plan, self.proven.subject.classes, self.renamed)
            pieces: list[Any] = ["{"]
            for name, value in pattern.features:
                pieces += [f"{json.dumps(name)}: ", *value, ", "]
            self._known[number] = matcher, matcher.writer([*pieces, f'"pattern": {number}}}'])
        return self._known[number]


def _differing(found: dict[str, Any], expected: dict[str, Any]) -> str:
    """Compared as JSON: 3 is not 3.0, and 1 is not true."""
    for name in {**expected, **found}:
        texts = [json.dumps(f[name]) if name in f else "nothing" for f in (expected, found)]
        if texts[0] != texts[1]:
            return f"feature {name!r}: expected {texts[0]}, found {texts[1]}"
    return ""


# --- The manifest: counts, balances and hashes are those of the files. ---


def counts(proven: Proven) -> None:
    """Compare what the manifest says about the whole with what was found."""
    subject = proven.subject
    m = subject.manifest
    said = {
        "fragment": (m.fragment, subject.fragment.name),
        "size": (m.size, sum(p.rows for p in m.parts.values())),
        "balance": (dict(m.balance), {name: dict(p.labels) for name, p in m.parts.items()}),
        "what is told of certificates": (sorted(m.certificates), sorted(_told(proven))),
        "parts": (sorted(m.parts), sorted(p.name for p in parts_with(subject.maker, subject.options))),
        **{f"certificates, {k}": (m.certificates.get(k, 0), n) for k, n in proven.evidence().items()},
    }
    for what, (found, expected) in said.items():
        if not same_json(found, expected):  # 20.0 is not 20
            subject.report.add("manifest.json", None, f"{what}: {found}, but the files have {expected}")


def _told(proven: Proven) -> set[str]:
    """What the manifest has to tell of certificates. A kind of evidence that there is none of is not told."""
    m = proven.subject.manifest
    if m.provenli != VERSION:
        return TOLD.intersection(m.certificates)
    return ALWAYS_TOLD.union(kind for kind, n in proven.evidence().items() if n)


def history(m: Manifest, report: VerificationReport) -> None:
    """Check what the manifest says about how the data set was made, as far as possible. No label rests on it."""
    check_version(m.provenli, report)
    read = m.reading is not None or m.fragment == ENGLISH
    if read == (m.provenli == OLD) or (m.left_out is not None and m.provenli == OLD):
        report.add(NAME, None, f"what {m.provenli} wrote has a reading, and of {OLD} neither reading nor left_out")
    corrections = m.certificates.get(CORRECTED)
    if type(corrections) is not dict or not all(type(n) is int and n > 0 for n in corrections.values()):
        report.add(NAME, None, f"certificates: {CORRECTED}: found {shown(corrections)}")


def check_version(found: str, report: VerificationReport) -> None:
    version = _numbers(found)
    if not version:
        report.add(NAME, None, f"provenli: expected a version such as {VERSION}, found {found!r}")
    elif found not in (OLD, VERSION):
        report.unknown.append(f"it was made by ProveNLI {found}, which this one, {VERSION}, does not know")


def _numbers(version: str) -> tuple[int, ...]:
    found = re.fullmatch(r"(\d{1,4})\.(\d{1,4})\.(\d{1,4})", version)
    return tuple(map(int, found.groups())) if found else ()


def check_files(directory: Path, manifest: Manifest, report: VerificationReport) -> None:
    """Checked after the rows: a wrong line tells the user more than a hash that differs."""
    named = [*manifest.files.items(), *(f for p in manifest.parts.values() for f in p.files.items())]
    told = {f.file for f in report.faults}
    expected = {CERTIFICATES, PATTERNS, *(f"{name}.jsonl" for name in manifest.parts)}
    for name in sorted(expected - {n for n, _ in named}):
        report.add("manifest.json", None, f"does not list {name}")
    for name, written in named:
        path = directory / name
        if not path.is_file():
            report.add(name, None, "is missing")
        elif path.stat().st_size != written.bytes and name not in told:
            report.add(name, None, f"has {path.stat().st_size} bytes; the manifest says {written.bytes}")
        elif name not in told and file_hash(path) != written.sha256:
            report.add(name, None, "is not the file that was written: its hash differs from the manifest's")


def check_spelling(directory: Path, folder: str, report: VerificationReport, sort_keys: bool = True) -> None:
    """A manifest is written in one way, as lines are. This is told only if nothing else is wrong."""
    content = b"" if report.faults else read_file(directory / folder / NAME)
    if content and content != written_json(strict_json(content), sort_keys):
        report.add(f"{folder}/{NAME}".lstrip("/"), None, "it is written in another way than ProveNLI writes it")


def refuse_links(directory: Path) -> None:
    """Refuse links: a link can point to another file for each reader, and out of the directory. Without a manifest
    nothing is searched, neither a home directory nor a disk; reading the manifest reports that it is missing. A folder
    that cannot be listed could hide links, and files that no manifest knows."""
    if not os.path.lexists(directory / NAME):
        return
    for folder, folders, files in os.walk(directory, onerror=_refuse_folder):
        for path in (Path(folder, name) for name in sorted((*folders, *files))):
            if path.is_symlink():
                raise InputError(f"{path} is a link; expected files only, as they were written: copy what it points to")


def _refuse_folder(error: OSError) -> NoReturn:
    raise InputError(f"{error.filename} cannot be listed ({error.strerror}): allow it, or copy the data set") from error


def other_reading(fragment: Fragment, plain: Fragment) -> str:
    """The reading of a data set's fragment, if it is not that of the fragment on the shelf."""
    return "" if fragment.reading == plain.reading else reading_text(fragment.reading)


def verify(
    directory: Path,
    fragment_named: Callable[[str], Fragment],
    progress: Progress = silent,
    workers: int = 1,
    deep: bool = False,
    source: Path | None = None,
) -> VerificationReport:
    """`deep`: every row is parsed from its text alone, not only one of each pattern. `source`: the outside file from
    which pairs were drawn."""
    refuse_links(directory)
    manifest = read_manifest(directory)
    plain = fragment_named(manifest.fragment)
    fragment = manifest.read_as(plain)
    if fragment.pairs is None:
        raise InputError(f"fragment {fragment.name!r} makes no pairs, so this cannot be a data set of it")
    subject = Subject(directory, manifest, fragment, fragment.pairs, progress, workers)
    if source is not None and not outside_of(subject.maker, subject.options):
        raise InputError(f"--from {source}: {directory} was drawn from no file; leave it out")
    subject.report.reading = other_reading(fragment, plain)
    proven = Proven(subject)
    proven.check()
    found = RowCheck(proven, deep)
    for name, record in manifest.parts.items():
        found.part(name, record)
    found.repeated()
    found.parsed()
    counts(proven)
    history(manifest, subject.report)
    order = tuple(p.name for p in fragment.pairs.parts)
    check_formats(RowFiles(directory, manifest, fragment.name, fragment.labels, order, subject.report))
    check_files(directory, manifest, subject.report)
    check_drawn(proven, source)
    check_spelling(directory, "", subject.report)
    return subject.report
