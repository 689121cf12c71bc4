"""Checks the files of all formats: each is written again from the proved JSON lines and compared as bytes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias

from provenli.data.export import chunks
from provenli.data.formats import NAMES, Format, Layout, format_named
from provenli.data.formats.layout import Kinds, Read, Render, StoredRow, Written, kinds_of_values
from provenli.data.generate import CERTIFICATES, LEFT_OUT, PATTERNS
from provenli.data.manifest import ENGLISH, NAME, Manifest, PartRecord
from provenli.data.readers import rows
from provenli.data.strict_json import same_json
from provenli.data.subject import VerificationReport
from provenli.data.trees import trees_of
from provenli.errors import InputError
from provenli.files import file_hash, found_in, regular

DIGEST = re.compile(r"-([0-9a-f]{12})-00000-of-")
FormatFile: TypeAlias = tuple[Format, Layout]


@dataclass(frozen=True)
class RowFiles:
    """A data set whose JSON lines were checked. `order`: how its fragment lists the parts that it can have."""

    directory: Path
    manifest: Manifest
    fragment: str
    labels: tuple[str, ...]
    order: tuple[str, ...]
    report: VerificationReport


def check_formats(subject: RowFiles) -> None:
    """Done only if the JSON lines themselves are right: a difference from a wrong row is not a second fault."""
    parts = subject.manifest.parts
    plain = {f"{part}.jsonl" for part in parts}
    if plain & {f.file for f in subject.report.faults}:
        return
    others = any(set(record.files) - plain for record in parts.values())
    kinds = _kinds(subject) if others else ()
    layouts: dict[str, list[tuple[Layout, int]]] = {}
    for part, record in _in_order(subject):
        files: dict[str, FormatFile] = {}
        for file in record.files:
            found = _format_of(file, subject, part, kinds)
            if found is None:
                subject.report.add(NAME, None, f"{file} is no file of the part {part!r}")
                continue
            layouts.setdefault(found[0].name, []).append((found[1], record.rows))
            if file not in plain:
                files[file] = found
        if files:
            _compare(subject, part, files)
    _check_alike(subject, layouts)
    _around(subject, layouts)
    _foreign(subject)


def _check_alike(subject: RowFiles, layouts: Mapping[str, list[tuple[Layout, int]]]) -> None:
    """One request writes the same formats for all parts, under names with the same digest."""
    parts = sorted(subject.manifest.parts)
    for name, written in layouts.items():
        found = sorted(layout.part for layout, _ in written)
        if found != parts or len({layout.digest for layout, _ in written}) > 1:
            told = f"{name}: found files of {', '.join(found)}; expected one file of each part, all of one request"
            subject.report.add(NAME, None, told)


def _in_order(subject: RowFiles) -> list[tuple[str, PartRecord]]:
    """In the order in which the fragment lists its parts, which is how a card lists them."""
    places = {name: k for k, name in enumerate(subject.order)}
    return sorted(subject.manifest.parts.items(), key=lambda part: places.get(part[0], len(places)))


def _kinds(subject: RowFiles) -> Kinds:
    return kinds_of_values(r.features for part in subject.manifest.parts for r in rows(_plain(subject, part)))


def _plain(subject: RowFiles, part: str) -> Path:
    return subject.directory / f"{part}.jsonl"


def _format_of(file: str, subject: RowFiles, part: str, kinds: Kinds) -> FormatFile | None:
    """The format that writes a part to a file of this name."""
    found = DIGEST.search(file)
    own = subject.manifest.source is not None and subject.fragment != ENGLISH
    layout = Layout(subject.fragment, part, subject.labels, kinds, found[1] if found else "", own)
    return next(((f, layout) for f in map(format_named, NAMES) if f.file(layout) == file), None)


def _compare(subject: RowFiles, part: str, files: Mapping[str, FormatFile]) -> None:
    """Every file is written again from the proved rows, in one pass. Equal bytes have nothing that could differ."""
    there = {file: found for file, found in files.items() if (subject.directory / file).is_file()}
    for file in files.keys() - there.keys():
        subject.report.add(file, None, "is missing")
    try:
        expected = _written(_plain(subject, part), there)
    except (InputError, ValueError) as e:
        subject.report.add(f"{part}.jsonl", None, f"cannot be written in other formats: {e}")
        return
    for file, found in there.items():
        try:
            if file_hash(subject.directory / file) != expected[file].sha256:
                _tell(subject, file, found)
        except OSError as e:
            subject.report.add(file, None, str(e))


def _written(plain: Path, files: Mapping[str, FormatFile], work: Path | None = None) -> dict[str, Written]:
    """Without `work`, nothing is kept but sizes and hashes."""
    with ExitStack() as opened:
        sinks = [opened.enter_context(of.sink(work and work / file, la)) for file, (of, la) in files.items()]
        for chunk in chunks(plain):
            made: dict[Render, bytes] = {}
            for sink, (of, layout) in zip(sinks, files.values(), strict=True):
                if of.render not in made:  # two formats may render alike
                    made[of.render] = of.render(chunk, layout)
                sink.append(made[of.render])
        return {file: sink.finish() for file, sink in zip(files, sinks, strict=True)}


def _tell(subject: RowFiles, file: str, found: FormatFile) -> None:
    """What differs in a file that is not as it is written. A table is compared by its rows: another pyarrow writes
    other bytes, and then nobody can tell whether what stands around the rows is right."""
    of, layout = found
    if of.read is None:
        with TemporaryDirectory() as work:
            _written(_plain(subject, layout.part), {file: found}, Path(work))
            subject.report.add(file, *_first_other(Path(work) / file, subject.directory / file))
    elif not _other_rows(subject, file, layout, of.read):
        subject.report.unknown.append(
            f"{file}: what stands around its rows (statistics, indexes and the like): the rows are right, but the "
            f"pyarrow of this machine writes them otherwise; write the file again: provenli export"
        )


def _first_other(expected: Path, found: Path) -> tuple[int, str]:
    with open(expected, "rb") as ours, open(found, "rb", opener=regular) as theirs:
        lines = enumerate(zip_longest(ours, theirs, fillvalue=b""), 1)
        return next((k, f"expected {a.decode().strip()[:200] or 'no more'!r}") for k, (a, b) in lines if a != b)


def _other_rows(subject: RowFiles, file: str, layout: Layout, read: Read) -> bool:
    """Whether a table has other rows than the proved ones, or none that can be read; this is a fault."""
    before = len(subject.report.faults) + subject.report.hidden
    proved = rows(_plain(subject, layout.part))
    try:
        for number, (row, stored) in enumerate(zip_longest(proved, read(subject.directory / file, layout)), 1):
            if row is None or stored is None:
                subject.report.add(file, None, f"{'more' if row is None else 'fewer'} rows than {layout.part}.jsonl")
                break
            what = _difference(StoredRow(*row[1:7]), stored, layout)
            if what:
                subject.report.add(file, number, f"row {number}: {what}")
    except (InputError, ValueError, RecursionError, OSError) as e:
        subject.report.add(file, None, str(e))
    return len(subject.report.faults) + subject.report.hidden > before


def _difference(proved: StoredRow, found: StoredRow, layout: Layout) -> str:
    for name, a, b in zip(StoredRow._fields[:5], proved[:5], found[:5], strict=True):
        if a != b:
            return f"{name}: {layout.part}.jsonl has {a!r:.80}, here {b!r:.80}"
    for name, kind in layout.features:
        value = proved.features.get(name)
        expected = float(value) if kind == "real" and value is not None else value
        if not same_json(expected, found.features[name]):
            return f"feature {name!r}: {layout.part}.jsonl has {value!r:.80}, here {found.features[name]!r:.80}"
    return ""


def _around(subject: RowFiles, layouts: dict[str, list[tuple[Layout, int]]]) -> None:
    """Cards and the like are written again and compared as bytes."""
    expected: dict[str, bytes] = {}
    with TemporaryDirectory() as work:
        for name, parts in layouts.items():
            _link_rows(subject, Path(work), format_named(name), parts)
            try:
                made = format_named(name).around(Path(work), parts)
            except (InputError, ValueError, OSError) as e:  # a card shows rows: of damaged tables there are none
                subject.report.add(NAME, None, f"what {name} writes around its rows cannot be made again: {e}")
                return
            for file in made:
                expected[file] = (Path(work) / file).read_bytes()
    for file, content in expected.items():
        path = subject.directory / file
        if file not in subject.manifest.files or not path.is_file():
            subject.report.add(file, None, "is missing")
        elif path.read_bytes() != content:
            subject.report.add(file, None, "is not what is written for these parts and rows")
    for file in sorted(set(subject.manifest.files) - {CERTIFICATES, PATTERNS, LEFT_OUT, *expected}):
        subject.report.add(NAME, None, f"lists {file}, which no format writes")


def _link_rows(subject: RowFiles, work: Path, of: Format, parts: list[tuple[Layout, int]]) -> None:
    """Cards show an example, and tasks are made by the values of a feature: both look at the rows, which are right."""
    for layout, _ in parts:
        place = work / of.file(layout)
        place.parent.mkdir(parents=True, exist_ok=True)
        if (subject.directory / of.file(layout)).is_file():
            place.symlink_to((subject.directory / of.file(layout)).resolve())


def _foreign(subject: RowFiles) -> None:
    """Files that the manifest does not know, so that nothing about them is checked."""
    parts = subject.manifest.parts.values()
    known = {NAME, *subject.manifest.files, *(file for part in parts for file in part.files)}
    strange = sorted(found_in(subject.directory) - known)
    subject.report.unknown += [f"{name} is not in the manifest{trees_of(name)}" for name in strange]
