"""The rows of a file as numbers: which pattern each is an instance of, which words fill it, how its switches are set.

A row of a data set's own file has the id `fragment-part-number`. A row that was cut out of a data set and put elsewhere
has the name of that data set before it: `name:fragment-part-number`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from provenli.data.generate import CERTIFICATES, PATTERNS
from provenli.data.manifest import read_manifest
from provenli.data.matcher import Matcher
from provenli.data.readers import FileStretch, Row, rows, stretches
from provenli.data.subject import Subject
from provenli.errors import InputError
from provenli.grammar import Word
from provenli.labels import LABELS
from provenli.pairs.classes import renamed_words
from provenli.pairs.fragment import Fragment, Remade
from provenli.pairs.plan import PartPlan, words_of
from provenli.pairs.workers import in_processes
from provenli.progress import Progress, silent


@dataclass(frozen=True)
class Origin:
    """A data set that rows come from."""

    subject: Subject
    _patterns: dict[int, Remade] = field(default_factory=dict)
    _parts: dict[str, tuple[PartPlan, dict[Word, Word]]] = field(default_factory=dict)

    @cached_property
    def _recipes(self) -> dict[int, object]:
        with self._as_written(PATTERNS):
            return {value["pattern"]: value["recipe"] for _, value in self.subject.lines(PATTERNS)}

    def pattern(self, number: int) -> Remade:
        if number not in self._patterns:
            if number not in self._recipes:
                raise InputError(f"{self.subject.directory / PATTERNS} has no pattern {number}")
            s = self.subject
            with self._as_written(PATTERNS):
                self._patterns[number] = s.maker.remade(s.fragment, s.classes, self._recipes[number], s.options)
        return self._patterns[number]

    @cached_property
    def schemas(self) -> tuple[tuple[str, str], ...]:
        """Label and stable name (hash of the problem) of each schema."""
        with self._as_written(CERTIFICATES):
            return tuple((v["label"], _name(v)) for _, v in self.subject.lines(CERTIFICATES))

    @contextmanager
    def _as_written(self, name: str) -> Iterator[None]:
        """`generate` writes values with these keys and kinds, which an edited file may lack."""
        try:
            yield
        except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
            told = f"{type(error).__name__}: {error}"
            raise InputError(
                f"{self.subject.directory / name} is not as it was made ({told}): make it again"
            ) from error

    def part(self, name: str) -> tuple[PartPlan, dict[Word, Word]]:
        """The words of the part, and those that stand in for others."""
        if name not in self._parts:
            fragment = self.subject.fragment
            part = next((p for p in self.subject.maker.parts if p.name == name), None)
            if part is None:
                raise InputError(f"fragment {fragment.name!r} has no part {name!r}")
            words = PartPlan(part, words_of(part, self.subject.classes), ())
            self._parts[name] = words, renamed_words(fragment.grammar, fragment.theory, part)
        return self._parts[name]

    def word(self, part: str, class_name: str, number: int) -> Word:
        found = self.subject.classes.by_name[class_name].words[number]
        return self.part(part)[1].get(found, found)


def _name(certificate: Mapping[str, object]) -> str:
    problem = json.dumps([certificate[k] for k in ("premise", "hypothesis", "theory")])
    return f"schema {hashlib.sha256(problem.encode()).hexdigest()[:10]}"


def origin(directory: Path, fragment_named: Callable[[str], Fragment], progress: Progress = silent) -> Origin:
    manifest = read_manifest(directory)
    fragment = manifest.read_as(fragment_named(manifest.fragment))
    if fragment.pairs is None:
        raise InputError(f"fragment {fragment.name!r} makes no pairs, so {directory} cannot be a data set of it")
    return Origin(Subject(directory, manifest, fragment, fragment.pairs, progress))


@dataclass(frozen=True, slots=True)
class Place:
    """Where a row comes from: the data set, its part, the pattern."""

    origin: str
    part: str
    pattern: int


@dataclass(frozen=True, slots=True)
class Group:
    """The rows of one place, in the order of their lines."""

    lines: NDArray[np.int64]
    words: NDArray[np.int16]
    """The number of the word in each slot of each row, within its class."""
    turned: NDArray[np.int16]
    """The number of the word at each switch of each row."""
    schemas: NDArray[np.int32]
    labels: NDArray[np.int8]
    """By number in LABELS."""


def matched(
    path: Path, origins: Mapping[str, Origin], workers: int = 1, progress: Progress = silent
) -> dict[Place, Group]:
    """All rows of a file. A row that is no instance of its pattern is refused, with its line."""
    pieces = stretches(path)
    parts: dict[Place, list[Group]] = {}
    work = partial(_read, path, _Finder(origins))
    for k, found in enumerate(in_processes(work, pieces, workers), 1):
        progress(f"reading {path.name}", k, len(pieces))
        for place, group in found.items():
            parts.setdefault(place, []).append(group)
    return {place: _joined(groups) for place, groups in parts.items()}


def _joined(groups: list[Group]) -> Group:
    if len(groups) == 1:
        return groups[0]
    return Group(*(np.concatenate([getattr(g, name) for g in groups]) for name in Group.__slots__))


def _read(path: Path, finder: _Finder, stretch: FileStretch) -> dict[Place, Group]:
    found: dict[Place, list[tuple[int, tuple[int, ...], tuple[int, ...], int, int]]] = {}
    for row in rows(path, stretch):
        try:
            place, numbers = finder.find(row)
        except (InputError, ValueError, IndexError) as e:
            raise InputError(f"{path}, line {row.line}: {e}") from e
        found.setdefault(place, []).append(numbers)
    return {place: _group(values) for place, values in found.items()}


def _group(values: list[tuple[int, tuple[int, ...], tuple[int, ...], int, int]]) -> Group:
    lines, words, turned, schemas, labels = zip(*values, strict=True)
    return Group(
        np.array(lines, dtype=np.int64),
        np.array(words, dtype=np.int16).reshape(len(values), -1),
        np.array(turned, dtype=np.int16).reshape(len(values), -1),
        np.array(schemas, dtype=np.int32),
        np.array(labels, dtype=np.int8),
    )


class _Finder:
    def __init__(self, origins: Mapping[str, Origin]) -> None:
        self._origins = origins
        self._matchers: dict[Place, Matcher] = {}

    def find(self, row: Row) -> tuple[Place, tuple[int, tuple[int, ...], tuple[int, ...], int, int]]:
        place = self._place(row)
        if place not in self._matchers:
            self._matchers[place] = self._matcher(place)
        found = self._matchers[place].find(row.premise, row.hypothesis)
        if isinstance(found, str):
            raise InputError(found)
        schema = int(row.schema[1:])
        decided = self._origins[place.origin].schemas[schema][0]
        if row.label != decided:
            raise InputError(
                f"contradictory labels for the same input: {row.label} here, {decided} by the certificate of its "
                f"schema {row.schema}; fairness is about labels that are a function of the pair"
            )
        return place, (row.line, found.words, found.turned, schema, LABELS.index(row.label))

    def _place(self, row: Row) -> Place:
        if not row.schema[1:].isdecimal():
            raise InputError(f"a row of an outside file (schema {row.schema!r}) has no composition tree")
        name, _, own = row.id.rpartition(":")
        pattern = row.features.get("pattern")
        if name not in self._origins:
            raise InputError(f"id {row.id!r}: no data set {name!r} is known")
        prefix = f"{self._origins[name].subject.fragment.name}-"
        if not own.startswith(prefix) or type(pattern) is not int:
            raise InputError(f"id {row.id!r}: expected a row of {prefix[:-1]} with a pattern")
        return Place(name, own.removeprefix(prefix).rpartition("-")[0], pattern)

    def _matcher(self, place: Place) -> Matcher:
        from_ = self._origins[place.origin]
        words, renamed = from_.part(place.part)
        return Matcher(from_.pattern(place.pattern).pattern, words, from_.subject.classes, renamed)
