"""Recipes: how an artifact is made, as frozen values. Equal recipes are one artifact, whichever cells ask for it.

Data ──► Cut ──► Training ──► Test
pairs    splits  a model      predictions and scores of one part
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeAlias

from provenli.errors import InputError
from provenli.files import regular
from provenli.own_files import is_path
from provenli.splits.where import Where
from provenli.version import VERSION

Words: TypeAlias = tuple[tuple[str, str], ...]
"""Options or settings by name, as a user would type them."""


@dataclass(frozen=True, slots=True)
class Data:
    """What `provenli generate` makes. `size` None: the paper's. `files`: options whose file is another data set."""

    fragment: str
    size: int | None = None
    seed: int = 0
    options: Words = ()
    files: tuple[tuple[str, Data], ...] = ()


@dataclass(frozen=True, slots=True)
class Cut:
    """What `provenli split` makes from data sets, each with the short name that its ids begin with. `files`: as in
    Data."""

    protocol: str
    data: tuple[tuple[str, Data], ...]
    options: Words = ()
    seed: int = 0
    files: tuple[tuple[str, Data], ...] = ()


@dataclass(frozen=True, slots=True)
class Tagged:
    """Data sets in place of a published file. `tags`: each with the condition on features under which a row has it."""

    data: tuple[Data, ...]
    tags: tuple[tuple[str, Where], ...]


@dataclass(frozen=True, slots=True)
class Share:
    """At most this many rows of each tag; a label counts as a tag. Rows that a test or an earlier share took are left
    out."""

    source: str | Tagged
    counts: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Reworded:
    """A probe: rows with the tag whose two sentences both have the word, with `by` in its place (nothing, if it is
    empty) and the label reversed; if `by` is the word itself, as they are. A word in `unless` before it makes it
    another word, as *a* does with *few*."""

    source: str | Tagged | Share
    tag: str
    word: str
    by: str
    unless: tuple[str, ...] = ()


Source: TypeAlias = str | Tagged | Share | Reworded
"""The path of an NLI file, or what replaces it."""


@dataclass(frozen=True, slots=True)
class Outside:
    """Published NLI files: train and dev (a tenth) from some, at most `size` pairs; the part `test` from another. With
    a separate `dev` file all of `size` is for training. Without training files there is only the part `test`. `kinds`:
    values of the feature `kinds` of test rows, tags with spaces between: all must be there, `-tag` must not, and one of
    `a|b` must."""

    train: tuple[Source, ...]
    test: Source
    size: int | None = None
    seed: int = 0
    kinds: tuple[str, ...] = ()
    dev: str = ""

    @property
    def data(self) -> tuple[Data, ...]:
        """The data sets that must be generated for it, each once."""
        sources = map(origin, (*self.train, self.test))
        return tuple(dict.fromkeys(d for s in sources if isinstance(s, Tagged) for d in s.data))

    @property
    def paths(self) -> tuple[str, ...]:
        return tuple(s for s in map(origin, (*self.train, self.test, self.dev)) if isinstance(s, str) and s)


def origin(source: Source) -> str | Tagged:
    """Where its rows come from."""
    return origin(source.source) if isinstance(source, Share | Reworded) else source


@dataclass(frozen=True, slots=True)
class Parts:
    """A directory with train, dev and tests: a data set with parts of its own, one split of a cut, or outside files.

    `split` may be a pattern such as `S1_*`, which one split must match: some names are drawn with the seed."""

    made: Data | Cut | Outside
    split: str = ""


@dataclass(frozen=True, slots=True)
class Training:
    """`start`: another training to go on from (inoculation). `knows`: the words of these are in the vocabulary too,
    each with a random vector of its own; published models have a file of word vectors instead. `judged_on`: the epoch
    is chosen by the mean of the accuracies on the dev parts of these, instead of on its own. `most`: a sample of this
    many training pairs, always the same."""

    model: str
    parts: Parts
    preset: str = "default"
    settings: Words = ()
    seed: int = 0
    start: Training | None = None
    knows: tuple[Parts, ...] = ()
    judged_on: tuple[Parts, ...] = ()
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Memorising:
    """The learner that defines fairness; it is told the labels of all nodes, and its answers are counted."""

    parts: Parts


@dataclass(frozen=True, slots=True)
class Chosen:
    """The best of several trainings, by the mean of its accuracies on the dev parts of `judged_on`; the first of
    equally good ones (lossless inoculation, Richardson et al. 2020)."""

    candidates: tuple[Training, ...]
    judged_on: tuple[Parts, ...]

    @property
    def parts(self) -> Parts:
        return self.candidates[0].parts

    def tests(self) -> tuple[tuple[Test, ...], ...]:
        """The tests by which each candidate is judged."""
        return tuple(tuple(Test(c, p, "dev") for p in self.judged_on) for c in self.candidates)


Learner: TypeAlias = Training | Memorising | Chosen


@dataclass(frozen=True, slots=True)
class Test:
    """Predictions and scores. `by`: features to break down by. `ids`: only rows whose id begins so. `most`: a sample of
    those, always the same; the memorising learner is asked about all."""

    __test__ = False  # it is no test of pytest's

    learner: Learner
    parts: Parts
    part: str
    by: tuple[str, ...] = ()
    ids: str = ""
    most: int | None = None


Step: TypeAlias = Data | Cut | Outside | Training | Chosen | Test
KINDS = {Data: "data", Cut: "split", Outside: "outside", Training: "run", Chosen: "chosen", Test: "scores"}


def needs(step: Step) -> tuple[Step, ...]:
    """The steps that must be done before."""
    match step:
        case Data(files=files):
            return tuple(d for _, d in files)
        case Outside(data=data):
            return data
        case Cut(data=data, files=files):
            return tuple(d for _, d in (*data, *files))
        case Training(parts=parts, start=start, knows=knows, judged_on=judges):
            found = tuple(dict.fromkeys(p.made for p in (parts, *knows, *judges)))
            return (*found, start) if start else found
        case Chosen():
            return tuple(t for tests in step.tests() for t in tests)
        case Test(learner=Training() | Chosen() as learner, parts=parts):
            return learner, parts.made
        case Test(parts=parts):
            return (parts.made,)


def all_steps(wanted: tuple[Step, ...]) -> tuple[Step, ...]:
    """The steps with everything they need, each once, in the order in which they are needed."""
    found: dict[Step, None] = {}

    def visit(step: Step) -> None:
        if step not in found:
            for need in needs(step):
                visit(need)
            found[step] = None

    for step in wanted:
        visit(step)
    return tuple(found)


@lru_cache(maxsize=100_000)
def key(step: Step) -> str:
    """The name of the artifact: a hash of the recipe, of the user's own files in it, and of the version. A file counts
    by its name and content, wherever it lies, so that a run goes on when it or the file was moved."""
    found = sources(step)
    names = {content: Path(path).name for path, content in found.items()}
    text = json.dumps([VERSION, _renamed(described(step), found), names], sort_keys=True, ensure_ascii=False)
    return f"{KINDS[type(step)]}-{hashlib.sha256(text.encode()).hexdigest()[:20]}"


def described(recipe: Any) -> Any:
    """The recipe as a JSON value. Defaults are left out, so a new field with a default that changes nothing leaves old
    artifacts their names."""
    if dataclasses.is_dataclass(recipe):
        found = {f.name: (getattr(recipe, f.name), f.default) for f in dataclasses.fields(recipe)}
        fields = {name: described(value) for name, (value, usual) in found.items() if value != usual}
        return {"kind": type(recipe).__name__, **fields}
    if isinstance(recipe, tuple):
        return [described(r) for r in recipe]
    return recipe


def _renamed(value: Any, named: Mapping[str, str]) -> Any:
    """The JSON value with other texts in place of paths."""
    if isinstance(value, dict):
        return {k: _renamed(v, named) for k, v in value.items()}
    if isinstance(value, list):
        return [_renamed(v, named) for v in value]
    return named.get(value, value) if isinstance(value, str) else value


def sources(step: Step) -> dict[str, str]:
    """The files that a recipe names, with their hashes: other content, another artifact."""
    found: dict[str, str] = {}
    for s in all_steps((step,)):
        match s:
            case Data(fragment=name, options=words) | Cut(protocol=name, options=words):
                given = words
            case Training(model=name, settings=words):
                given = words
            case Outside(paths=paths):
                found |= {path: file_hash(path) for path in paths}
                continue
            case Chosen() | Test():
                continue
        if is_path(name):
            found[name] = file_hash(name)
        found |= {text: file_hash(text) for _, text in given if is_path(text) and Path(text).is_file()}
    return found


@lru_cache(maxsize=1000)
def file_hash(name: str) -> str:
    try:
        with open(name, "rb", opener=regular) as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise InputError(f"{name} cannot be read: {error.strerror}; the study names it") from error
