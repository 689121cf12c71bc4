"""Is what lies in a directory fair? One question for data sets of one fixed tree and for pairs of any grammar."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

from provenli.data.manifest import NAME
from provenli.data.matched_rows import Origin, origin
from provenli.errors import InputError, UnknownName
from provenli.fairness import fragment_g
from provenli.fairness.check import Report, check_columns
from provenli.fairness.pair_check import PairReport, Training
from provenli.fairness.place_columns import columns
from provenli.fairness.tasks import Task
from provenli.pairs.fragment import Fragment
from provenli.progress import Progress, silent
from provenli.splits.record import field, read_record

TRAIN = "train"
RECORDED = "recorded with each row"
COMPUTED = "computed from the fragment's grammar; the rows do not record them"


@dataclass(frozen=True, slots=True)
class Never:
    """A local input that is needed and never shown. `pairs`: how many test pairs need it; `line`: of the first."""

    given: str
    pairs: int | None = None
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Node:
    """A node of the tree, or all nodes that share a function."""

    name: str
    needed: int
    missing: tuple[Never, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """`test`: the part that was tested; none: every input there is."""

    train: str
    test: str | None
    fair: bool
    tested: int
    right: int
    nodes: tuple[Node, ...]
    dependent: tuple[int, ...]
    """Lines of the test part, from 1, that depend on something never shown."""
    routes_agree: bool
    labels: str
    """Where the labels of inner nodes come from: fairness supposes that a learner is given them."""
    right_but_for_words: int
    """How many would be right if the relations of all words were known."""
    whole: int = 0
    """How many test pairs have labels that the tree alone does not give."""

    def to_json(self) -> dict[str, Any]:
        return {
            "train": self.train,
            "test": self.test,
            "fair": self.fair,
            "tested": self.tested,
            "right": self.right,
            "right_if_words_were_known": self.right_but_for_words,
            "routes_agree": self.routes_agree,
            "node_labels": self.labels,
            "decided_as_wholes": self.whole,
            "nodes": [
                {
                    "node": n.name,
                    "needed": n.needed,
                    "missing": [{"given": m.given, "pairs": m.pairs, "line": m.line} for m in n.missing],
                }
                for n in self.nodes
            ],
            "dependent_lines": list(self.dependent),
        }


@dataclass(frozen=True)
class Place:
    """Files to train and test on, and the data sets that their rows come from, by the name that ids begin with."""

    directory: Path
    parts: tuple[str, ...]
    origins: dict[str, Origin]

    def file(self, part: str) -> Path:
        return self.directory / f"{part}.jsonl"


FragmentOf: TypeAlias = Callable[[Path, str], Fragment]
"""The fragment of that name, from which the data set in that directory was made."""


def places(directory: Path, fragment_of: FragmentOf) -> list[Place]:
    """A data set; one split that `provenli split` has written; or the directory with all of them."""
    if not (directory / NAME).is_file():
        raise InputError(f"{directory} has no {NAME}: expected a data set (`generate`) or a split (`provenli split`)")
    record = read_record(directory / NAME)
    if "parents" not in record:
        own = origin(directory, partial(fragment_of, directory))
        return [Place(directory, tuple(own.subject.manifest.parts), {"": own})]
    if "splits" in record:
        return [_split(directory / name, fragment_of) for name in field(record, "splits", dict, str(directory / NAME))]
    return [_split(directory, fragment_of)]


def _split(directory: Path, fragment_of: FragmentOf) -> Place:
    """The data sets that it was cut from lie beside it."""
    record, where = read_record(directory / NAME), str(directory / NAME)
    origins = {}
    for name, value in field(record, "parents", dict, where).items():
        parent = directory / field(value, "path", str, where)
        origins[name] = origin(parent, partial(fragment_of, parent))
    return Place(directory, tuple(field(record, "parts", dict, where)), origins)


def ask(
    place: Place, train: str | None, tests: Sequence[str], workers: int = 1, progress: Progress = silent
) -> list[Answer]:
    """One answer for each part that is tested: those named, else all but the training part."""
    chosen = _training_part(place, train)
    tested = tuple(tests) or tuple(p for p in place.parts if p != chosen)
    for part in tested:
        if part not in place.parts:
            raise UnknownName("part", part, place.parts)
    task = _fixed(place)
    if task is not None:
        return _of_places(place, task, chosen, tested, workers, progress)
    if not tested:
        raise InputError(
            f"{place.directory} has one part, {chosen!r}, so there is nothing to test; cut it with "
            f"`provenli split`, or name two parts with --train and --test"
        )
    training = Training(place.file(chosen), place.origins, workers, progress)
    return [_of_pairs(chosen, part, training.check(place.file(part))) for part in tested]


def _training_part(place: Place, train: str | None) -> str:
    if train is None and TRAIN not in place.parts and len(place.parts) > 1:
        raise InputError(f"{place.directory} has no part {TRAIN!r}; say which of {', '.join(place.parts)} with --train")
    chosen = train or (TRAIN if TRAIN in place.parts else place.parts[0])
    if chosen not in place.parts:
        raise UnknownName("part", chosen, place.parts)
    return chosen


def _fixed(place: Place) -> Task | None:
    """The one tree of all rows, where the fragment has one."""
    subjects = [o.subject for o in place.origins.values()]
    if len({s.fragment.name for s in subjects}) > 1:
        return None
    composition = getattr(subjects[0].maker, "composition", None)
    return None if composition is None else composition(subjects[0].fragment)


def _of_places(
    place: Place, task: Task, train: str, tests: Sequence[str], workers: int, progress: Progress
) -> list[Answer]:
    def read(part: str) -> dict[str, Any]:
        return columns(place.file(part), task.tree, fragment_g.PLACES, workers, progress)

    shown = read(train)

    def answer(part: str | None) -> Answer:
        tests = None if part is None else read(part)
        report, above = (check_columns(tree, shown, tests) for tree in (task.tree, task.parts.above))
        right = report.tested if above.fair else above.tested - len(above.errors)
        return _of_tree(train, part, report, right)

    try:
        return [answer(part) for part in tests or (None,)]
    except InputError as e:
        raise InputError(f"{place.file(train)}: {e} (examples are counted from 0)") from e


def _of_tree(train: str, test: str | None, report: Report, but_for_words: int) -> Answer:
    nodes = tuple(
        Node(n.node, n.needed, tuple(Never(f"({', '.join(map(str, local))})") for local in n.missing))
        for n in report.nodes
    )
    lines = tuple((report.dependent + 1).tolist()) if test is not None else ()
    right = report.tested - len(report.errors)
    return Answer(
        train, test, report.fair, report.tested, right, nodes, lines, report.routes_agree, RECORDED, but_for_words
    )


def _of_pairs(train: str, test: str, report: PairReport) -> Answer:
    nodes = tuple(
        Node(f.function, f.needed, tuple(Never(str(m.local), m.pairs, m.line) for m in f.missing))
        for f in report.functions
        if f.needed
    )
    right = report.tested - len(report.errors)
    lines = tuple(report.dependent.tolist())
    return Answer(
        train,
        test,
        report.fair,
        report.tested,
        right,
        nodes,
        lines,
        report.routes_agree,
        COMPUTED,
        report.tested - report.dependent_but_for_words,
        report.whole,
    )
