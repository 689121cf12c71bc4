"""Is what lies in a directory fair? One question for data sets of one composition tree and for pairs of any grammar."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeAlias

from provenli.data.manifest import NAME
from provenli.data.matched_rows import Origin, origin
from provenli.errors import InputError, UnknownName
from provenli.fairness.answers import FairnessAnswer, FairnessReport, NeverShown, NodeCoverage, SplitFairness
from provenli.fairness.check import CompositionReport, check_columns
from provenli.fairness.composed_rows import columns, composition_of
from provenli.fairness.pair_check import PairReport, ShownPairs
from provenli.fairness.tasks import CompositionTask
from provenli.pairs.fragment import Fragment
from provenli.progress import Progress, silent
from provenli.splits.record import field, read_record

TRAIN = "train"
RECORDED = "recorded with each row"
COMPUTED = "computed from the fragment's grammar; the rows do not record them"


@dataclass(frozen=True)
class PartsDirectory:
    """Files to train and test on, and the data sets that their rows come from, by the name that ids begin with."""

    directory: Path
    parts: tuple[str, ...]
    origins: dict[str, Origin]

    def file(self, part: str) -> Path:
        return self.directory / f"{part}.jsonl"


FragmentOf: TypeAlias = Callable[[Path, str], Fragment]
"""The fragment of that name, from which the data set in that directory was made."""


def check_fairness(
    directory: Path,
    fragment_of: FragmentOf,
    train: str | None = None,
    tests: Sequence[str] = (),
    workers: int = 1,
    progress: Progress = silent,
) -> FairnessReport:
    """For the data set, or for each split of the directory; one of several that cannot be asked (its labels may be
    flipped on purpose) does not stop the others."""
    found: list[SplitFairness] = []
    for place in places(directory, fragment_of):
        try:
            found.append(SplitFairness(place.directory, tuple(ask(place, train, tests, workers, progress))))
        except InputError as error:
            found.append(SplitFairness(place.directory, (), str(error)))
    if all(s.refused for s in found):
        raise InputError(found[0].refused)
    return FairnessReport(tuple(found))


def places(directory: Path, fragment_of: FragmentOf) -> list[PartsDirectory]:
    """A data set; one split that `provenli split` has written; or the directory with all of them."""
    if not (directory / NAME).is_file():
        raise InputError(f"{directory} has no {NAME}: expected a data set (`generate`) or a split (`provenli split`)")
    record = read_record(directory / NAME)
    if "parents" not in record:
        own = origin(directory, partial(fragment_of, directory))
        return [PartsDirectory(directory, tuple(own.subject.manifest.parts), {"": own})]
    if "splits" in record:
        return [_split(directory / name, fragment_of) for name in field(record, "splits", dict, str(directory / NAME))]
    return [_split(directory, fragment_of)]


def _split(directory: Path, fragment_of: FragmentOf) -> PartsDirectory:
    """The data sets that it was cut from lie beside it."""
    record, where = read_record(directory / NAME), str(directory / NAME)
    origins = {}
    for name, value in field(record, "parents", dict, where).items():
        parent = directory / field(value, "path", str, where)
        origins[name] = origin(parent, partial(fragment_of, parent))
    return PartsDirectory(directory, tuple(field(record, "parts", dict, where)), origins)


def ask(
    place: PartsDirectory, train: str | None, tests: Sequence[str], workers: int = 1, progress: Progress = silent
) -> list[FairnessAnswer]:
    """One answer for each part that is tested: those named, else all but the training part."""
    chosen = _training_part(place, train)
    tested = tuple(tests) or tuple(p for p in place.parts if p != chosen)
    for part in tested:
        if part not in place.parts:
            raise UnknownName("part", part, place.parts)
    task = composition_of(place.origins.values())
    if task is not None:
        return _of_one_tree(place, task, chosen, tested, workers, progress)
    if not tested:
        raise InputError(
            f"{place.directory} has one part, {chosen!r}, so there is nothing to test; cut it with "
            f"`provenli split`, or name two parts with --train and --test"
        )
    training = ShownPairs(place.file(chosen), place.origins, workers, progress)
    return [_of_pairs(chosen, part, training.check(place.file(part))) for part in tested]


def _training_part(place: PartsDirectory, train: str | None) -> str:
    if train is None and TRAIN not in place.parts and len(place.parts) > 1:
        raise InputError(f"{place.directory} has no part {TRAIN!r}; say which of {', '.join(place.parts)} with --train")
    chosen = train or (TRAIN if TRAIN in place.parts else place.parts[0])
    if chosen not in place.parts:
        raise UnknownName("part", chosen, place.parts)
    return chosen


def _of_one_tree(
    place: PartsDirectory, task: CompositionTask, train: str, tests: Sequence[str], workers: int, progress: Progress
) -> list[FairnessAnswer]:
    """Without parts to test every input there is is meant: the tree says which there are."""
    shown = columns(place.file(train), task.tree, workers, progress)

    def answer(part: str | None) -> FairnessAnswer:
        tests = None if part is None else columns(place.file(part), task.tree, workers, progress)
        report, above = (check_columns(tree, shown, tests) for tree in (task.tree, task.parts.above))
        right = report.tested if above.fair else above.tested - len(above.errors)
        return _of_tree(train, part, report, right)

    try:
        return [answer(part) for part in tests or (None,)]
    except InputError as e:
        raise InputError(f"{place.file(train)}: {e} (examples are counted from 0)") from e


def _of_tree(train: str, test: str | None, report: CompositionReport, but_for_words: int) -> FairnessAnswer:
    nodes = tuple(
        NodeCoverage(n.node, n.needed, tuple(NeverShown(f"({', '.join(map(str, local))})") for local in n.missing))
        for n in report.nodes
    )
    lines = tuple((report.dependent + 1).tolist()) if test is not None else ()
    right = report.tested - len(report.errors)
    return FairnessAnswer(
        train, test, report.fair, report.tested, right, nodes, lines, report.routes_agree, RECORDED, but_for_words
    )


def _of_pairs(train: str, test: str, report: PairReport) -> FairnessAnswer:
    nodes = tuple(
        NodeCoverage(f.function, f.needed, tuple(NeverShown(str(m.local), m.pairs, m.line) for m in f.missing))
        for f in report.functions
        if f.needed
    )
    return FairnessAnswer(
        train,
        test,
        report.fair,
        report.tested,
        report.tested - len(report.errors),
        nodes,
        tuple(report.dependent.tolist()),
        report.routes_agree,
        COMPUTED,
        report.tested - report.dependent_but_for_words,
        report.whole,
    )
