"""The data sets that splits were cut from: certificates are checked, rows drawn, and the protocol asked again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from provenli.data.check_certificates import Proven
from provenli.data.manifest import NAME, read_manifest
from provenli.data.parsed_rows import Parsed, ParsedSample
from provenli.data.redraw import RowMarks, check_drawn
from provenli.data.strict_json import same_json
from provenli.data.subject import Subject, VerificationReport
from provenli.data.verify import RowReader, counts, history, row_reader
from provenli.errors import InputError
from provenli.pairs.fragment import Fragment
from provenli.progress import silent
from provenli.splits.record import digest_of
from provenli.splits.record import field as entry
from provenli.splits.recut import Recut, SeenRows, protocol_of, recut_of
from provenli.splits.row_tables import copied_of

FragmentOf = Callable[[Path], Callable[[str], Fragment]]


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
            if written is None or digest_of(path / file) != written.sha256:
                self.report.add(f"{folder}/{file}", None, "is not the file that was copied: its hash differs")
        fragment = manifest.read_as(self.fragment_of(path)(manifest.fragment))
        if fragment.pairs is None:
            raise InputError(f"fragment {fragment.name!r} makes no pairs, so {folder} cannot be a data set of it")
        if not same_json(value, {**value, "path": folder, "fragment": manifest.fragment}):
            self.report.add(NAME, None, f"parents: {name}: path or fragment is not that of {folder}")
        proven = Proven(Subject(path, manifest, fragment, fragment.pairs, silent))
        proven.check()
        counts(proven)
        history(manifest, proven.subject.report)
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
        """The protocol; where it is a file of somebody's own that was not given, that is unchecked."""
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
