"""From records to pairs: the inner loop of reading."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from provenli.labels import LABELS
from provenli.published.columns import ColumnRoles
from provenli.published.containers.protocol import Container, Key
from provenli.published.label_spellings import LabelReader, LabelSpelling
from provenli.published.pairs import PublishedPair, RawRecord, Unreadable

Tags: TypeAlias = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class FileReading:
    """How one file is read."""

    container: Container
    columns: ColumnRoles
    spelling: LabelSpelling

    def rows(self, path: Path, more: Tags = ()) -> Iterator[PublishedPair | Unreadable]:
        """With `more` tags on every pair."""
        turn = self.turner(more)
        for item in self.container.records(path):
            yield item if type(item) is Unreadable else turn(item)  # type: ignore[arg-type]

    def turner(self, more: Tags = ()) -> _Turner:
        return _Turner(self.columns, self.spelling.reader(), more)


class _Turner:
    """A record into a pair, or the reason why not."""

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
