"""Verification: everything about a data set proved again, with the kernel and the grammar, and no engine.

    certificates   the kernel accepts each for the problem that the fragment's own grammar gives for its patterns
    rows           each is an instance of its pattern, with the label, schema and features that follow; none comes twice
    manifest       counts, balances and hashes are those of the files
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from provenli.certify import kernel
from provenli.certify.certificates import Attested, Verdict
from provenli.certify.codec import verdict_from_json
from provenli.data.generate import CERTIFICATES, PATTERNS, problem_json
from provenli.data.manifest import Manifest, PartRecord, read_manifest
from provenli.data.matching import Found, Matcher
from provenli.data.readers import Row, Stretch, rows, stretches
from provenli.errors import InputError, ProveNLIError, Refused
from provenli.pairs.classes import Classes, renamed_words
from provenli.pairs.drawn import folded
from provenli.pairs.fragment import Fragment
from provenli.pairs.making import PairMaker, Remade
from provenli.pairs.plan import PartPlan, words_of
from provenli.pairs.schemas import Progress, evidence_of, silent
from provenli.pairs.workers import in_processes

MOST_FAULTS = 20


@dataclass(frozen=True, slots=True)
class Fault:
    file: str
    line: int | None
    what: str

    def __str__(self) -> str:
        return f"{self.file}, line {self.line}: {self.what}" if self.line else f"{self.file}: {self.what}"


@dataclass
class Report:
    faults: list[Fault] = field(default_factory=list)
    certificates: int = 0
    trusting: Counter[str] = field(default_factory=Counter)
    """Certificates that rest on an engine's word, by engine."""
    rows: int = 0
    hidden: int = 0
    """Faults beyond those that are listed."""

    @property
    def sound(self) -> bool:
        return not self.faults

    def add(self, file: str, line: int | None, what: str) -> None:
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(Fault(file, line, what))
        else:
            self.hidden += 1


def verify(
    directory: Path, fragment_named: Callable[[str], Fragment], progress: Progress = silent, workers: int = 1
) -> Report:
    manifest = read_manifest(directory)
    fragment = fragment_named(manifest.fragment)
    if fragment.pairs is None:
        raise InputError(f"fragment {fragment.name!r} makes no pairs, so this data set cannot be its own")
    checking = Checking(directory, manifest, fragment, fragment.pairs, progress, workers)
    checking.certificates()
    for name, record in manifest.parts.items():
        checking.part(name, record)
    checking.repeated()
    checking.manifest_counts()
    checking.files()
    return checking.report


class Certified(NamedTuple):
    """A line of certificates.jsonl."""

    line: int
    value: Any
    verdict: Verdict


@dataclass
class Checking:
    directory: Path
    manifest: Manifest
    fragment: Fragment
    maker: PairMaker
    progress: Progress
    workers: int = 1
    report: Report = field(default_factory=Report)
    patterns: dict[int, Remade] = field(default_factory=dict)
    tables: dict[int, list[int]] = field(default_factory=dict)
    labels: dict[int, str] = field(default_factory=dict)
    seen: list[tuple[str, NDArray[np.int64]]] = field(default_factory=list)
    kinds_of_evidence: list[str] = field(default_factory=list)
    disputed: int = 0

    def __post_init__(self) -> None:
        self.classes: Classes = self.maker.all_classes(self.fragment)
        self.options = self._options()

    def _options(self) -> dict[str, Any]:
        known = {o.name for o in self.maker.options}
        if set(self.manifest.options) != known:
            raise InputError(f"{self.directory / 'manifest.json'}: options must be {', '.join(sorted(known))}")
        return dict(self.manifest.options)

    # --- certificates ---

    def certificates(self) -> None:
        verdicts = dict(self._verdicts())
        if len(verdicts) != self.manifest.schemas:
            said = f"{len(verdicts)} certificates; the manifest says {self.manifest.schemas}"
            self.report.add(CERTIFICATES, None, said)
        self.report.certificates = len(verdicts)
        meant: dict[int, Hashable] = {}
        total = self.manifest.patterns
        for line, value in self._lines(PATTERNS):
            self.progress("checking certificates", min(line, total), total)
            try:
                self._pattern(line, value, verdicts, meant)
            except ProveNLIError as e:
                self.report.add(PATTERNS, line, str(e))
        if len(self.patterns) != total:
            self.report.add(PATTERNS, None, f"{len(self.patterns)} patterns; the manifest says {total}")
        for number, (line, _, _) in verdicts.items():
            if number not in meant:
                self.report.add(CERTIFICATES, line, f"no pattern has schema s{number}")

    def _verdicts(self) -> Iterator[tuple[int, Certified]]:
        for line, value in self._lines(CERTIFICATES):
            try:
                verdict = verdict_from_json(value["verdict"])
                if value["schema"] != f"s{line - 1}":
                    raise Refused(f"expected schema s{line - 1}, found {value['schema']!r}")
                if isinstance(verdict.certificate, Attested):
                    raise Refused("labels of a data set are decided, not attested")
                if value["label"] != folded(verdict.label, self.fragment.labels):
                    raise Refused(f"the label {value['label']!r} is not that of the verdict, {verdict.label!r}")
                self.kinds_of_evidence.append(evidence_of(verdict))
                self.disputed += value["calculus"] not in ("neutral", verdict.label)
                yield line - 1, Certified(line, value, verdict)
            except (ProveNLIError, KeyError, TypeError) as e:
                self.report.add(CERTIFICATES, line, f"no certificate: {e}")

    def _pattern(self, line: int, value: Any, verdicts: dict[int, Certified], meant: dict[int, Hashable]) -> None:
        try:
            number, table, recipe = value["pattern"], value["schemas"], value["recipe"]
        except (KeyError, TypeError) as e:
            raise InputError(f"no pattern: {e} is missing") from e
        remade = self.maker.remade(self.fragment, self.classes, recipe, self.options)
        fits = type(table) is list and len(table) == len(remade.pattern.schema) and {*map(type, table)} == {int}
        if number != line - 1 or not fits:
            raise InputError("the pattern's number or its schemas do not fit")
        for kinds, schema in enumerate(table):
            if schema >= 0 and self._means(schema, remade, kinds, verdicts, meant):
                self._check(schema, verdicts[schema], remade, kinds)
        self.patterns[number] = replace(remade, pattern=replace(remade.pattern, schema=np.array(table)))
        self.tables[number] = table

    def _means(
        self, schema: int, remade: Remade, kinds: int, verdicts: dict[int, Certified], meant: dict[int, Hashable]
    ) -> bool:
        """Whether the schema is met for the first time. Met again, it must be the same problem up to names."""
        if schema not in verdicts:
            raise InputError(f"schema s{schema} has no certificate")
        identity = remade.identity(kinds)
        if schema not in meant:
            meant[schema] = identity
            return True
        if meant[schema] != identity:
            raise InputError(f"schema s{schema} is that of another problem")
        return False

    def _check(self, schema: int, certified: Certified, remade: Remade, kinds: int) -> None:
        line, value, verdict = certified
        problem = remade.problem(kinds)
        for what, text in problem_json(problem).items():
            if value.get(what) != text:
                self.report.add(CERTIFICATES, line, f"{what} is not that of s{schema}: expected {text}")
        try:
            for engine in kernel.check(problem, verdict):
                self.report.trusting[engine] += 1
            remade.check(kinds, problem, verdict)
        except Refused as e:
            self.report.add(CERTIFICATES, line, f"the kernel refuses the certificate of s{schema}: {e}")
        else:
            self.labels[schema] = value["label"]

    # --- rows ---

    def part(self, name: str, record: PartRecord) -> None:
        part = next((p for p in self.maker.parts if p.name == name), None)
        if part is None:
            self.report.add("manifest.json", None, f"the fragment has no part {name!r}")
            return
        words = PartPlan(part, words_of(part, self.classes), ())
        renamed = renamed_words(self.fragment.grammar, self.fragment.theory, part.renamed)
        path = self.directory / f"{name}.jsonl"
        try:
            pieces = stretches(path)
        except InputError as e:
            self.report.add(path.name, None, str(e))
            return
        _reader[:] = [(_PartReader(self, words, renamed, name), path)]
        labels: Counter[str] = Counter()
        numbers = []
        for k, read in enumerate(in_processes(_read, pieces, self.workers), 1):
            self.progress(f"checking {path.name}", k, len(pieces))
            labels += read.labels
            numbers.append(read.numbers)
            for line, what in read.faults:
                self.report.add(path.name, line, what)
            self.report.hidden += read.hidden
        _reader.clear()
        self.report.rows += sum(labels.values())
        self._counts(path.name, record, labels)
        self.seen.append((path.name, np.concatenate(numbers) if numbers else np.zeros(0, dtype=np.int64)))

    def _counts(self, file: str, record: PartRecord, labels: Counter[str]) -> None:
        if sum(labels.values()) != record.rows:
            self.report.add(file, None, f"{sum(labels.values())} rows; the manifest says {record.rows}")
        elif dict(labels) != {k: n for k, n in record.labels.items() if n}:
            self.report.add(file, None, f"labels {dict(labels)}; the manifest says {dict(record.labels)}")

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
            self.report.add(self.seen[part][0], line, "this pair has come before")

    def manifest_counts(self) -> None:
        """What the manifest says of the whole, against what was found."""
        m = self.manifest
        said = {
            "size": (m.size, sum(p.rows for p in m.parts.values())),
            "balance": (dict(m.balance), {name: dict(p.labels) for name, p in m.parts.items()}),
            "parts": (sorted(m.parts), sorted(p.name for p in self.maker.parts)),
            **{f"certificates, {k}": (m.certificates.get(k, 0), n) for k, n in self.evidence().items()},
        }
        for what, (found, expected) in said.items():
            if found != expected:
                self.report.add("manifest.json", None, f"{what}: {found}, but the files have {expected}")

    def evidence(self) -> dict[str, int]:
        kinds = Counter(self.kinds_of_evidence)
        checked = kinds["proof"] + kinds["models"]
        return {"proof": kinds["proof"], "models": kinds["models"], "word": kinds["word"],
                "checked by the kernel": checked, "calculus disagrees": self.disputed}  # fmt: skip

    # --- files ---

    def files(self) -> None:
        """After the rows: a line that is wrong is worth more to know than a hash that differs."""
        named = [*self.manifest.files.items(), *(f for p in self.manifest.parts.values() for f in p.files.items())]
        told = {f.file for f in self.report.faults}
        expected = {CERTIFICATES, PATTERNS, *(f"{name}.jsonl" for name in self.manifest.parts)}
        for name in sorted(expected - {n for n, _ in named}):
            self.report.add("manifest.json", None, f"does not list {name}")
        for name, written in named:
            path = self.directory / name
            if not path.is_file():
                self.report.add(name, None, "is missing")
            elif path.stat().st_size != written.bytes and name not in told:
                self.report.add(name, None, f"has {path.stat().st_size} bytes; the manifest says {written.bytes}")
            elif name not in told and _hash(path) != written.sha256:
                self.report.add(name, None, "is not the file that was written: its hash differs from the manifest's")

    def _lines(self, name: str) -> Iterator[tuple[int, Any]]:
        try:
            file = (self.directory / name).open("rb")
        except OSError as e:
            raise InputError(f"{self.directory / name} cannot be read: {e.strerror}") from e
        with file:
            for number, line in enumerate(file, 1):
                try:
                    yield number, json.loads(line)
                except (ValueError, RecursionError) as e:
                    self.report.add(name, number, f"no JSON: {e}")


def _hash(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@dataclass
class Read:
    """What reading a stretch of rows found."""

    labels: Counter[str]
    numbers: NDArray[np.int64]
    faults: list[tuple[int | None, str]]
    hidden: int = 0


_reader: list[tuple[_PartReader, Path]] = []
"""What forked workers find in their memory."""


def _read(stretch: Stretch) -> Read:
    reader, path = _reader[0]
    labels: Counter[str] = Counter()
    seen: list[int] = []
    faults: list[tuple[int | None, str]] = []
    try:
        for row in rows(path, stretch):
            labels[row.label] += 1
            what = reader.fault(row, seen)
            if what:
                faults.append((row.line, what))
    except InputError as e:
        place, _, what = str(e).removeprefix(f"{path}, line ").partition(": ")
        faults.append((int(place), what) if place.isdecimal() else (None, str(e)))
    return Read(labels, np.array(seen, dtype=np.int64), faults[:MOST_FAULTS], max(0, len(faults) - MOST_FAULTS))


class _PartReader:
    """Rows of one part against the patterns."""

    def __init__(self, checking: Checking, part: PartPlan, renamed: dict[Any, Any], name: str) -> None:
        self.checking, self.plan, self.renamed, self.name = checking, part, renamed, name
        self._known: dict[int, tuple[Matcher, Callable[[Found, int], str]]] = {}

    def fault(self, row: Row, seen: list[int]) -> str:
        number = row.features.get("pattern")
        if type(number) is not int or number not in self.checking.patterns:
            seen.append(-row.line)
            return f"there is no pattern {number!r}"
        matcher, features = self._matcher(number)
        found = matcher.find(row.premise, row.hypothesis)
        if isinstance(found, str):
            seen.append(-row.line)
            return found
        seen.append(hash((row.premise, row.hypothesis)))
        kinds = matcher.kinds(found)
        schema = self.checking.tables[number][kinds]
        if row.schema != f"s{schema}":
            return f"schema: expected s{schema}, found {row.schema}"
        if row.label != self.checking.labels.get(schema):
            return f"label: expected {self.checking.labels.get(schema)}, found {row.label}"
        if row.id != f"{self.checking.fragment.name}-{self.name}-{row.line - 1:08}":
            return f"id: {row.id!r} is not that of this line"
        expected = features(found, kinds)
        if row.text.endswith(f'"features": {expected}}}\n'):  # as it was written: no need to read it
            return ""
        return _differing(row.features, json.loads(expected))

    def _matcher(self, number: int) -> tuple[Matcher, Callable[[Found, int], str]]:
        if number not in self._known:
            pattern = self.checking.patterns[number].pattern
            matcher = Matcher(pattern, self.plan, self.checking.classes, self.renamed)
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
