"""Checks whether a directory's data are fair: the same question for data sets of one composition tree and for pairs of
any grammar."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from provenli.data.manifest import NAME
from provenli.data.matched_rows import Group, Origin, Place, matched, origin
from provenli.errors import InputError, UnknownName
from provenli.fairness.answers import FairnessAnswer, FairnessReport, NeverShown, NodeCoverage, SplitFairness
from provenli.fairness.check import CompositionReport, check_columns
from provenli.fairness.composed_rows import columns, composition_of
from provenli.fairness.pair_trees import TOP, Functions, Local, PairTrees, each
from provenli.fairness.tasks import CompositionTask
from provenli.files import neighbours
from provenli.labels import LABELS
from provenli.pairs.fragment import Fragment
from provenli.progress import Progress, silent
from provenli.splits.record import PARENTS, named, read_record

# Is a split fair, for pairs of any fragment? Two routes that must agree, as in fairness.py, over trees of many
# shapes.


MatchedRows: TypeAlias = dict[Place, Group]


@dataclass(frozen=True, slots=True)
class MissingLocal:
    """A local input that tests need and training never shows; how many test pairs need it, and the first of them."""

    local: Local
    value: str
    pairs: int
    line: int


@dataclass(frozen=True, slots=True)
class FunctionShown:
    """For one function: how many local inputs training shows, how many the tests need, and which are missing."""

    function: str
    shown: int
    needed: int
    missing: tuple[MissingLocal, ...]


@dataclass(frozen=True)
class PairReport:
    """Lines of the test file, counted from 1: pairs that depend on something never shown (coverage), and pairs that the
    memorising learner gets wrong (learning)."""

    functions: tuple[FunctionShown, ...]
    dependent: NDArray[np.int64]
    errors: NDArray[np.int64]
    tested: int
    whole: int
    """How many test pairs have a label that the tree alone does not give: it follows only from the pair as a whole."""
    dependent_but_for_words: int
    """How many test pairs would still depend on something never shown if every word were known."""

    @property
    def fair(self) -> bool:
        return not len(self.dependent) and not len(self.errors)

    @property
    def routes_agree(self) -> bool:
        return np.array_equal(self.dependent, self.errors)


class ShownPairs:
    """What a training file shows; any number of test files can be compared with it."""

    def __init__(self, path: Path, origins: Mapping[str, Origin], workers: int = 1, progress: Progress = silent):
        self._functions = Functions()
        self._trees = {name: PairTrees(o, self._functions) for name, o in origins.items()}
        self._origins, self._workers, self._progress = origins, workers, progress
        rows = matched(path, origins, workers, progress)
        if not rows:
            raise InputError(f"{path}: the training set is empty")
        shown: set[int] = set()
        for locals_ in self._composed(rows):
            shown.update(np.unique(locals_).tolist())
        self._shown = frozenset(shown)
        self._learned = {self._functions.locals[k]: self._functions.value_of[k] for k in shown}

    def _composed(self, rows: MatchedRows) -> Iterable[NDArray[np.int64]]:
        for k, (place, group) in enumerate(rows.items(), 1):
            yield self._trees[place.origin].locals(place, group)
            self._progress("composing", k, len(rows))

    def check(self, path: Path) -> PairReport:
        """The test file against the training file."""
        rows = matched(path, self._origins, self._workers, self._progress)
        if not rows:
            raise InputError(f"{path}: the test set is empty")
        composed = list(self._composed(rows))
        known = np.zeros(len(self._functions.locals), dtype=np.bool_)
        known[list(self._shown)] = True
        apart = known.copy()
        apart[list(self._functions.of_words)] = True
        dependent, errors, whole, but_for_words = [], [], 0, 0
        for (place, group), locals_ in zip(rows.items(), composed, strict=True):
            dependent.append(group.lines[~known[locals_].all(axis=1)])
            errors.append(group.lines[self._wrong(place, group, locals_)])
            whole += int(self._is_whole()[locals_[:, -1]].sum())
            but_for_words += int((~apart[locals_].all(axis=1)).sum())
        tested = sum(len(g.lines) for g in rows.values())
        return PairReport(
            tuple(self._per_function(rows, composed, known)),
            _sorted(dependent),
            _sorted(errors),
            tested,
            whole,
            but_for_words,
        )

    def _is_whole(self) -> NDArray[np.bool_]:
        return np.array([x.function == TOP and len(x.given) > 1 for x in self._functions.locals])

    def _wrong(self, place: Place, group: Group, locals_: NDArray[np.int64]) -> NDArray[np.bool_]:
        """The learner goes up the tree with what it has learned, and nothing else: its answer for a node is looked up
        by its answers for the children. -1 is no answer."""
        nodes = self._trees[place.origin].tree(place)
        said: list[NDArray[np.int64]] = []
        for k, column in enumerate(locals_.T):
            below = nodes[k].below if nodes is not None and k < len(nodes) else ()
            top = (len(said) - 1,) if k == locals_.shape[1] - 1 else ()
            given = np.stack([column, *(said[b] for b in (*below, *top))], axis=1)
            said.append(each(given, self._says))
        right = np.array([LABELS.index(n) if n in LABELS else -1 for n in self._functions.names])
        unknown = np.any([column < 0 for column in said], axis=0)
        return np.asarray(unknown | (right[said[-1]] != group.labels))

    def _says(self, row: tuple[int, ...]) -> int:
        """The answer for the local input `row[0]`, if the values below are what the learner takes them to be."""
        local, below = self._functions.locals[row[0]], row[1:]
        if min(below, default=0) < 0:
            return -1
        believed = tuple(self._functions.names[k] for k in below)
        given = (*believed, *local.given[len(believed) :])
        return self._learned.get(Local(local.function, given), -1)

    def _per_function(
        self, rows: MatchedRows, composed: list[NDArray[np.int64]], known: NDArray[np.bool_]
    ) -> Iterable[FunctionShown]:
        size = len(self._functions.locals)
        pairs, first = np.zeros(size, dtype=np.int64), np.full(size, np.iinfo(np.int64).max)
        for group, locals_ in zip(rows.values(), composed, strict=True):
            ordered = np.sort(locals_, axis=1)  # a pair may realise a local input at several nodes; it is one pair
            for k, column in enumerate(ordered.T):
                new = slice(None) if k == 0 else column != ordered[:, k - 1]
                pairs += np.bincount(column[new], minlength=size)
                np.minimum.at(first, column, group.lines)
        by_function: dict[str, list[int]] = {}
        for k, local in enumerate(self._functions.locals):
            by_function.setdefault(local.function, []).append(k)
        for function, numbers in by_function.items():
            needed = [k for k in numbers if pairs[k]]
            missing = sorted((k for k in needed if not known[k]), key=lambda k: (-pairs[k], k))
            found = tuple(
                MissingLocal(
                    self._functions.locals[k],
                    self._functions.names[self._functions.value_of[k]],
                    int(pairs[k]),
                    int(first[k]),
                )
                for k in missing
            )
            yield FunctionShown(function, int(known[numbers].sum()), len(needed), found)


def _sorted(parts: list[NDArray[np.int64]]) -> NDArray[np.int64]:
    return np.sort(np.concatenate(parts))


TRAIN = "train"
RECORDED = "recorded with each row"
COMPUTED = "computed from the fragment's grammar; the rows do not record them"


@dataclass(frozen=True)
class PartsDirectory:
    """Files to train and test on, and the data sets that their rows come from, by the name at the beginning of ids."""

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
    """For the data set, or for each split of the directory. If one of several cannot be checked (its labels may be
    flipped on purpose), the others still are."""
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
        what = f"has no {NAME}" if directory.is_dir() else "is no directory"
        expected = "expected a data set (`generate`) or a split (`provenli split`)"
        raise InputError(f"{directory} {what}: {expected}{neighbours(directory, NAME)}")
    record = read_record(directory / NAME)
    if "parents" not in record:
        own = origin(directory, partial(fragment_of, directory))
        return [PartsDirectory(directory, tuple(own.subject.manifest.parts), {"": own})]
    if "splits" in record:
        return [_split(directory / name, fragment_of) for name in named(record, "splits", str(directory / NAME))]
    return [_split(directory, fragment_of)]


def _split(directory: Path, fragment_of: FragmentOf) -> PartsDirectory:
    """The data sets that it was cut from lie beside it."""
    record, where = read_record(directory / NAME), str(directory / NAME)
    origins = {}
    for name in named(record, "parents", where):
        parent = directory / PARENTS / name
        origins[name] = origin(parent, partial(fragment_of, parent))
    return PartsDirectory(directory, tuple(named(record, "parts", where)), origins)


def ask(
    place: PartsDirectory, train: str | None, tests: Sequence[str], workers: int = 1, progress: Progress = silent
) -> list[FairnessAnswer]:
    """One answer for each part that is tested: those named, or else all but the training part."""
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
    """Without parts to test, every possible input counts; the tree says which there are."""
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
