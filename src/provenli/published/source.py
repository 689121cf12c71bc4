"""Opening a published file: its layout is found from its content, and its rows are read one after another.

source = open_published("snli_1.0_dev.jsonl")
for row in source.rows(): …            PublishedPair or Unreadable, as often as you like
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeAlias

from provenli.errors import InputError
from provenli.labels import LABELS
from provenli.published import bare
from provenli.published.containers import containers_of
from provenli.published.containers.parquet import Parquet, names_in
from provenli.published.containers.protocol import Container, Head, Key
from provenli.published.label_spellings import (
    LabelReader,
    LabelSpelling,
    described,
    given_labels,
    is_number,
    names_around,
)
from provenli.published.layouts import (
    DETECTED,
    NEEDED,
    ColumnRoles,
    NoColumn,
    PublishedLayout,
    check_roles,
    files_of,
    layout_named,
    resolve,
)
from provenli.published.pairs import PublishedPair, RawRecord, Unreadable

# --- From records to pairs: the inner loop of reading. ---


Tags: TypeAlias = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class FileReading:
    """How one file is read."""

    container: Container
    columns: ColumnRoles
    spelling: LabelSpelling

    def rows(self, path: Path, more: Tags = ()) -> Iterator[PublishedPair | Unreadable]:
        """The rows, with `more` tags on every pair."""
        turn = self.turner(more)
        for item in self.container.records(path):
            yield item if type(item) is Unreadable else turn(item)  # type: ignore[arg-type]

    def turner(self, more: Tags = ()) -> _Turner:
        return _Turner(self.columns, self.spelling.reader(), more)


class _Turner:
    """Turns a record into a pair, or says why it is none."""

    def __init__(self, columns: ColumnRoles, label: LabelReader, more: Tags) -> None:
        keys = columns.keys
        self._premise, self._hypothesis, self._label = keys["premise"], keys["hypothesis"], keys["label"]
        self._id: Key | None = keys.get("id")
        self._columns, self._read, self._more = columns, label, more

    def __call__(self, record: RawRecord) -> PublishedPair | Unreadable:
        line, values = record
        try:
            premise, hypothesis, given = values[self._premise], values[self._hypothesis], values[self._label]
        except KeyError as e:
            return Unreadable(line, f"the key {e.args[0]!r} is missing")
        found = self._read(given)
        if found is None or type(premise) is not str or type(hypothesis) is not str:
            return self._explained(line, premise, hypothesis, given)
        if self._columns.also and (why := self._disagreement(values, found[0])):
            return Unreadable(line, why)
        keyed = type(values) is dict
        premises = values.get("premises", ()) if keyed else ()
        tags = tuple(
            [
                (name, text)
                for name, key in self._columns.tags
                if (text := _text(values.get(key) if keyed else values[key]))
            ]
        )
        of = None if self._id is None else values.get(self._id) if keyed else values[self._id]
        return PublishedPair(
            line,
            _text(of),
            premise,
            hypothesis,
            found[0],
            found[1],
            premises if type(premises) is tuple else (),
            tags + self._more,
        )

    def _explained(self, line: int, premise: Any, hypothesis: Any, given: Any) -> Unreadable:
        names = self._columns.names
        for role, text in (("premise", premise), ("hypothesis", hypothesis)):
            if not isinstance(text, str):
                return Unreadable(line, f"column {names[role]}: expected a sentence as {role}, found {_shown(text)}")
        expected = f"expected a label such as {', '.join(LABELS[:-2])} or {LABELS[2]}"
        return Unreadable(line, f"column {names['label']}: {expected}, found {_shown(given)}")

    def _disagreement(self, values: Any, label: str | None) -> str:
        for name, key in self._columns.also:
            other = self._read(values.get(key) if isinstance(values, dict) else values[key])
            if other is not None and label is not None and other[0] is not None and other[0] != label:
                return (
                    f"columns {self._columns.names['label']} ({label}) and {name} ({other[0]}) disagree; "
                    f"say which counts with --columns label=COLUMN"
                )
        return ""


def _text(value: Any) -> str:
    """A cell as a tag; the annotators' labels are a list."""
    if type(value) is str:
        return value
    if value is None:
        return ""
    if isinstance(value, (list, tuple)) and all(isinstance(v, str) for v in value):
        return ",".join(value)
    return json.dumps(value, ensure_ascii=False, default=str)


def _shown(value: Any) -> str:
    return repr(value)[:60]


class UnknownLabels(InputError):
    """Raised if nothing says what a file's labels mean."""


@dataclass(frozen=True)
class Source:
    """A file that can be read, or a directory of such files (`parts`). `two_way`: whether labels say only entailment or
    not. `columns`: the file's names for premise, hypothesis, label and, if there is one, id. `skipped`: files of a
    directory that hold no pairs, with the reason."""

    path: Path
    layout: str
    two_way: bool
    columns: Mapping[str, str]
    parts: tuple[Source, ...] = ()
    skipped: tuple[str, ...] = ()
    reading: FileReading | None = field(default=None, repr=False)

    def rows(self) -> Iterator[PublishedPair | Unreadable]:
        """In a directory, file after file; line numbers are then those of the file that the tag `file` names."""
        if self.reading is not None:
            yield from self.reading.rows(self.path)
        for part in self.parts:
            name = part.path.relative_to(self.path).as_posix()
            assert part.reading is not None
            for row in part.reading.rows(part.path, (("file", name),)):
                yield Unreadable(row.line, f"{name}: {row.why}") if isinstance(row, Unreadable) else row

    def files(self) -> tuple[Source, ...]:
        """The single files."""
        return self.parts or (self,)

    def unfolded(self) -> Source:
        """The same source, with neutral as neutral whatever other labels there are."""
        reading = self.reading
        if reading is None or not reading.spelling.fold:
            return replace(self, parts=tuple(p.unfolded() for p in self.parts))
        return replace(self, two_way=False, reading=replace(reading, spelling=replace(reading.spelling, fold=False)))


def open_published(
    path: str | Path,
    *,
    layout: str | None = None,
    columns: Mapping[str, str] | None = None,
    labels: Mapping[str, str] | None = None,
) -> Source:
    """Open a file. Raises InputError, one line with what to do, if it cannot be read as pairs with labels."""
    path = Path(path)
    wanted = layout_named(layout) if layout is not None else None
    check_roles(columns or {})
    if path.is_dir():
        return _directory(path, wanted, columns or {}, labels or {})
    if not _exists(path):
        raise InputError(
            f"{path}: no such file; expected an NLI file (.jsonl, .tsv, .csv, .xml, .parquet) or a "
            f"directory of such files"
        )
    if not path.is_file():
        raise InputError(f"{path}: a pipe or device, but files are read more than once; save it to a file first")
    return _file(path, wanted, columns or {}, labels or {})


def _exists(path: Path) -> bool:
    try:
        path.stat()
    except FileNotFoundError:
        return False
    except (OSError, ValueError) as e:
        what = e.strerror if isinstance(e, OSError) else "no name of a file"
        raise InputError(f"{path} cannot be read: {what}; expected an NLI file or a directory of such files") from e
    return True


def _directory(
    path: Path, wanted: PublishedLayout | None, columns: Mapping[str, str], labels: Mapping[str, str]
) -> Source:
    parts: list[Source] = []
    for kind in files_of(path):
        refused: list[InputError] = []
        for file in kind:
            try:
                parts.append(_file(file, wanted, columns, labels))
            except UnknownLabels:
                raise
            except InputError as e:
                refused.append(e)
        if parts:
            return _joined(path, parts, tuple(map(str, refused)))
        if refused and (len(kind) == 1 or columns):
            raise refused[0]
    raise InputError(
        f"{path}: the directory has no file with pairs; expected .parquet, .jsonl, .json, .tsv, .csv, "
        f".txt or .xml files with premise, hypothesis and label"
    )


def _joined(path: Path, parts: list[Source], skipped: tuple[str, ...]) -> Source:
    """If one file has contradictions, neutral is neutral in all of them."""
    if not all(p.two_way for p in parts):
        parts = [p.unfolded() for p in parts]
    layouts = list(dict.fromkeys(p.layout for p in parts))
    return Source(path, ", ".join(layouts), all(p.two_way for p in parts), parts[0].columns, tuple(parts), skipped)


def _file(path: Path, wanted: PublishedLayout | None, columns: Mapping[str, str], labels: Mapping[str, str]) -> Source:
    try:
        layout, head, found = _chosen(path, wanted, columns, labels)
    except NoColumn as e:
        raise InputError(f"{path}: {e}") from e
    spelling = LabelSpelling(given_labels(labels), _label_names(path, layout.container, head, found))
    reading = FileReading(layout.container, found, spelling)
    _check_labels(path, head, reading)
    two_way, fold = _ways(path, layout, reading)
    reading = replace(reading, spelling=replace(spelling, fold=fold))
    return Source(path, layout.name, two_way, found.names, reading=reading)


def _chosen(
    path: Path, wanted: PublishedLayout | None, columns: Mapping[str, str], labels: Mapping[str, str]
) -> tuple[PublishedLayout, Head, ColumnRoles]:
    """The first layout whose columns are there. If there is none, the complaint of the likeliest container is passed
    on."""
    tried = (wanted.container,) if wanted is not None else containers_of(path)
    complaint: NoColumn | None = None
    for container in tried:
        head = _head(path, container)
        if head is None:
            continue
        fitting = [wanted] if wanted is not None else [d for d in DETECTED if d.container == container]
        for layout in fitting:
            if wanted is None and not (layout.needs <= set(head.columns) and _like(layout, head, columns, labels)):
                continue
            try:
                return layout, head, resolve(layout, head, columns, labels)
            except NoColumn as e:
                complaint = e
            except InputError as e:
                raise InputError(f"{path}: {e}") from e
    raise complaint or InputError(f"{path}: expected pairs of sentences with labels, found none; choose another file")


def _like(layout: PublishedLayout, head: Head, columns: Mapping[str, str], labels: Mapping[str, str]) -> bool:
    """If the user names the columns, the cells need not tell which they are."""
    if not layout.bare:
        return layout.like(head)
    return set(NEEDED) <= set(columns) or bool(bare.label_columns(head, labels))


def _head(path: Path, container: Container) -> Head | None:
    head = container.head(path)
    if not head.sample and head.unreadable:
        first = head.unreadable[0]
        raise InputError(f"{path}, line {first.line}: {first.why}")
    return head if head.sample or head.columns else None


def _label_names(path: Path, container: Container, head: Head, columns: ColumnRoles) -> tuple[str, ...] | None:
    key = columns.keys["label"]
    values = (v for r in head.sample if (v := _get(r, key)) is not None)
    if not all(map(is_number, values)):
        return None
    in_file = names_in(path, columns.names["label"]) if isinstance(container, Parquet) else None
    return in_file or names_around(path, columns.names["label"])


def _get(record: RawRecord, key: int | str) -> object:
    return record.values.get(key) if isinstance(record.values, dict) else record.values[key]


def _check_labels(path: Path, head: Head, reading: FileReading) -> None:
    if not head.sample:
        raise InputError(f"{path}: expected pairs of sentences with labels, found none; choose another file")
    read = reading.spelling.reader()
    name, key = reading.columns.names["label"], reading.columns.keys["label"]
    values = [_get(r, key) for r in head.sample]
    unknown = [v for v in values if read(v) is None]
    if unknown and all((found := read(v)) is None or found[0] is None for v in values):
        raise UnknownLabels(f"{path}, column {name}: {described(unknown)}")
    for other, second in reading.columns.also:
        for r in head.sample:
            one, two = read(_get(r, key)), read(_get(r, second))
            if one and two and one[0] and two[0] and one[0] != two[0]:
                both = f"{name} ({one[1].strip()}) and {other} ({two[1].strip()})"
                raise InputError(
                    f"{path}, line {r.line}: columns {both} disagree; say which counts: --columns label={name}"
                )


def _ways(path: Path, layout: PublishedLayout, reading: FileReading) -> tuple[bool, bool]:
    """Whether labels are two-way, and whether neutral stands for non-entailment, as in files such as MED and HELP that
    have only entailment and neutral. A few rows mostly tell; a two-way file is read to its end."""
    seen: set[str | None] = set()
    read, key = reading.spelling.reader(), reading.columns.keys["label"]
    for item in reading.container.records(path):
        found = read(_get(item, key)) if isinstance(item, RawRecord) else None
        if found is None or found[0] in seen:
            continue
        seen.add(found[0])
        if found[0] in ("contradiction", "non-entailment") or (layout.three_way and found[0] == "neutral"):
            return found[0] == "non-entailment", False
    fold = {"entailment", "neutral"} <= seen and not _says_neutral(reading)
    return fold, fold


def _says_neutral(reading: FileReading) -> bool:
    given = reading.spelling.given
    return "neutral" in given or "neutral" in given.values()
