"""What `import provenli as nli` offers: one operation of one room each, by name, with defaults.

Comes in: names of the shelves, paths, values. Goes out: values that show themselves in a notebook.
Read first: `entails`, then `generate`. Rooms are imported when they are called: the front door opens at once.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from provenli.errors import InputError
from provenli.options import as_word, check_seconds, check_whole, checked_options, processes
from provenli.progress import shown_progress

if TYPE_CHECKING:
    from provenli.audits.finished import Audit
    from provenli.data.dataset import DataPart, Dataset
    from provenli.data.subject import VerificationReport
    from provenli.fairness.answers import FairnessReport
    from provenli.grammar import Derivation
    from provenli.library.trained_run import TrainedRun
    from provenli.pairs.entails import Answer
    from provenli.scoring.predictions import Predictions
    from provenli.scoring.scores import Scores
    from provenli.splits.splits import Splits
    from provenli.studies.runner import Outcome

PathLike = str | os.PathLike[str]
MOST = 10**9


def entails(
    fragment: str,
    premise: str,
    hypothesis: str,
    *,
    reading: Mapping[str, Any] | Iterable[str] = (),
    engines: int = 1,
    seconds: float = 20.0,
) -> Answer:
    """Decide whether the hypothesis follows from the premise, with evidence.

    >>> import provenli as nli
    >>> answer = nli.entails("monotonicity_hard", "No dog ran.", "No poodle ran.")
    >>> answer.label
    'entailment'
    >>> answer
    <entailment: 'No dog ran.' ⊢ 'No poodle ran.' (proof, 1 step)>

    `reading`: changes of the fragment's reading, as {"the": "existential"} or ["the=existential"]. `engines`: provers
    that have to agree on a proof, the kernel included. After `seconds` the pair is undecided, never labelled.
    """
    from provenli.certify.decide import Budget
    from provenli.library.fragment_shelf import load_fragment
    from provenli.logic.reading_choices import with_choices
    from provenli.pairs.entails import entails as decide
    from provenli.pairs.entails import tidied

    check_whole("--engines", engines, range(1, 6))
    check_seconds("--seconds", seconds)
    found = load_fragment(_text("fragment", fragment))
    read_as = with_choices(found.reading, _choices(reading))
    sentences = _text("premise", premise), _text("hypothesis", hypothesis)
    return tidied(decide(found, *sentences, read_as, Budget(float(seconds), engines)))


def parse(fragment: str, sentence: str) -> tuple[Derivation, ...]:
    """Read a sentence: one derivation for each meaning, closest attachment first.

    >>> import provenli as nli
    >>> nli.parse("boolean", "Ann or Bob did not swim.")
    (<'Ann or Bob did not swim.': ¬swim(Ann) ∨ ¬swim(Bob)>,)
    """
    from provenli.library.fragment_shelf import load_fragment

    return load_fragment(_text("fragment", fragment)).read(_text("sentence", sentence))


def generate(
    fragment: str,
    out: PathLike | None = None,
    *,
    size: int | None = None,
    seed: int = 0,
    formats: str | Sequence[str] = "jsonl",
    workers: int | None = None,
    **options: Any,
) -> Dataset:
    """Make a data set in which every label has a certificate.

    >>> import provenli as nli
    >>> data = nli.generate("systematicity", size=200, depth=(1, 2), seed=7)
    >>> data.size
    200
    >>> data["pairs"]
    <pairs: entailment 100, non-entailment 100>

    `size`: pairs in all parts together, else the paper's number. `options` are the fragment's own, such as
    depth=(1, 3); `provenli fragments NAME` lists them. Without `out` the data live as long as the value.
    """
    from provenli.data.dataset import passing_directory, read_dataset
    from provenli.data.format_names import read_formats
    from provenli.data.generate import Order
    from provenli.data.generate import generate as write
    from provenli.library.fragment_shelf import load_fragment, source_of
    from provenli.pairs.plan import Request

    name = _text("fragment", fragment)
    if size is not None:
        check_whole("--size", size, range(1, MOST + 1))
    found = load_fragment(name)
    chosen = checked_options(options, found.pairs.options if found.pairs else ())
    asked = read_formats(formats)
    place, tie = (Path(out), None) if out is not None else passing_directory("data")
    with shown_progress() as progress:
        request = Request(size, seed, chosen, processes(workers), progress)
        write(Order(found, name, request, asked, place, source_of(name)))
    made = read_dataset(place, lambda: verify(place, fragment=name))
    if tie is not None:
        tie(made)
    return made


def load(path: PathLike, *, fragment: str | None = None) -> Dataset | Splits:
    """Open what `generate` or `split` has written: a data set, all splits of a directory, or one of them.

    >>> import provenli as nli
    >>> nli.load("data/s")  # doctest: +SKIP
    <systematicity: 2,000 pairs (pairs 2,000) in data/s>
    """
    from provenli.data.dataset import read_dataset
    from provenli.splits.record import is_one_split, is_split_directory
    from provenli.splits.splits import read_split, read_splits

    place = Path(path)

    def verified() -> VerificationReport:
        return verify(place, fragment=fragment)

    if is_split_directory(place):
        return read_splits(place, verified)
    return read_split(place, verified) if is_one_split(place) else read_dataset(place, verified)


def verify(
    data: PathLike | Dataset | Splits, *, fragment: str | None = None, workers: int | None = None
) -> VerificationReport:
    """Prove a data set or splits again: every certificate, every row, every count, with the kernel and no engine.

    >>> import provenli as nli
    >>> nli.verify(nli.generate("boolean", size=60))
    <60 pairs, 28 certificates: everything checks>

    `fragment`: the file of your own fragment, where the data were made with one.
    """
    from provenli.library.verification import verify_directory

    with shown_progress() as progress:
        return verify_directory(_directory(data), fragment, processes(workers), progress)


def split(
    protocol: str,
    data: PathLike | Dataset | Sequence[PathLike | Dataset],
    out: PathLike,
    *,
    seed: int = 0,
    **options: Any,
) -> Splits:
    """Cut data sets into the splits of a protocol; what each forbids is checked on the written files.

    >>> import provenli as nli
    >>> splits = nli.split("productivity", "data/s", "splits/s")  # doctest: +SKIP
    >>> splits["D1-2"]["test-depth-3"]  # doctest: +SKIP
    <test-depth-3: entailment 334, non-entailment 333>

    `options` are the protocol's own, such as train_size=1000; `provenli split --list` lists them.
    """
    from provenli.library.fragments.clauses.attested import read_pairs
    from provenli.own_files import is_path
    from provenli.splits.cut import SplitOrder, cut
    from provenli.splits.protocols import load_protocol
    from provenli.splits.splits import read_splits

    name = _text("protocol", protocol)
    found = load_protocol(name)
    chosen = checked_options(options, found.options)
    several = [data] if isinstance(data, (str, os.PathLike)) or hasattr(data, "directory") else list(data)
    words = tuple(str(_directory(d)) for d in several)
    with shown_progress() as progress:
        cut(
            SplitOrder(
                found, words, Path(out), chosen, seed, Path(name) if is_path(name) else None, read_pairs, progress
            )
        )
    return read_splits(Path(out), lambda: verify(Path(out)))


def fair(
    data: PathLike | Dataset | Splits,
    *,
    train: str | None = None,
    tests: Sequence[str] = (),
    fragment: str | None = None,
    workers: int | None = None,
) -> FairnessReport:
    """Ask whether training shows every local input that the tests need (Geiger et al. 2019).

    >>> import provenli as nli
    >>> nli.fair(nli.generate("fair", size=6000, ratio=0.5))  # doctest: +SKIP
    """
    from provenli.fairness.fair import check_fairness
    from provenli.library.fragment_shelf import fragment_for

    with shown_progress() as progress:
        return check_fairness(
            _directory(data),
            lambda origin, name: fragment_for(origin, fragment)(name),
            train,
            tuple(tests),
            processes(workers),
            progress,
        )


def train(
    model: str,
    data: PathLike | Dataset,
    out: PathLike | None = None,
    *,
    preset: str = "default",
    seed: int = 0,
    start: PathLike | None = None,
    **settings: Any,
) -> TrainedRun:
    """Train a model on the parts train and dev; the best epoch on dev is kept.

    >>> import provenli as nli
    >>> run = nli.train("lstm", splits["D1-2"], "runs/lstm", seed=1, epochs=1)  # doctest: +SKIP

    `settings` are the model's own, such as epochs=3, hidden=50; `provenli models NAME` lists them. A killed run goes
    on when it is called again. Without `out` the run lives as long as the value.
    """
    from provenli.data.dataset import passing_directory
    from provenli.library.trained_run import train_run

    place, tie = (Path(out), None) if out is not None else passing_directory("run")
    begun = None if start is None else Path(start)
    run = train_run(_text("model", model), _directory(data), place, preset, seed, begun, settings)
    if tie is not None:
        tie(run)
    return run


def predict(run: PathLike | TrainedRun, data: PathLike | DataPart) -> Predictions:
    """What a trained model says of every row: a label and the probability of every label, by name.

    >>> import provenli as nli
    >>> nli.predict("runs/lstm", "splits/s/D1-2/test-depth-3.jsonl")  # doctest: +SKIP
    """
    from provenli.library.trained_run import TrainedRun, load_run

    opened = run if isinstance(run, TrainedRun) else load_run(Path(run))
    return opened.predict(data)


def score(
    predictions: Any,
    *,
    by: str | Sequence[str | Sequence[str]] = (),
    gold: PathLike | None = None,
    two_way: bool = False,
    metrics: Sequence[str] = (),
) -> Scores:
    """Score predictions: accuracy with intervals clustered by schema, majority, breakdowns.

    >>> import provenli as nli
    >>> rows = [{"id": str(k), "gold": "neutral", "label": "neutral" if k % 4 else "entailment"} for k in range(80)]
    >>> nli.score(rows).accuracy
    0.75

    `predictions`: what `predict` gives, a file, or rows with id, gold and label. `by`: features, or pairs of them.
    """
    from provenli.scoring.load import load as read
    from provenli.scoring.load import predictions_of
    from provenli.scoring.predictions import Predictions
    from provenli.scoring.scores import score as scored

    if isinstance(predictions, (str, os.PathLike)):
        predictions = read(Path(predictions), None if gold is None else Path(gold))
    elif not isinstance(predictions, Predictions):
        predictions = predictions_of(list(predictions))
    return scored(predictions, (by,) if isinstance(by, str) else by, two_way=two_way, metrics=metrics)


def audit(
    file: PathLike,
    fragment: str,
    out: PathLike | None = None,
    *,
    reading: Mapping[str, Any] | Iterable[str] = (),
    workers: int | None = None,
) -> Audit:
    """Decide the labels of a published file; every disputed one comes with its evidence.

    >>> import provenli as nli
    >>> found = nli.audit("examples/published.tsv", "monotonicity_hard")  # doctest: +SKIP
    """
    from provenli.audits.audit import AuditOrder, run
    from provenli.library.fragment_shelf import load_fragment, source_of
    from provenli.logic.reading_choices import with_choices
    from provenli.reports.audit_page import write_page

    name = _text("fragment", fragment)
    chosen = load_fragment(name)
    place = None if out is None else Path(out)
    with shown_progress() as progress:
        order = AuditOrder(
            Path(file),
            chosen,
            with_choices(chosen.reading, _choices(reading)),
            source_of(name),
            place,
            workers=processes(workers),
            progress=progress,
        )
        return run(order, None if place is None else partial(write_page, progress=progress))


def study(
    name: str,
    out: PathLike,
    *,
    scale: str = "small",
    only: Sequence[str] = (),
    seeds: int | None = None,
    files: Mapping[str, PathLike] | None = None,
    workers: int | None = None,
    executor: str = "local",
) -> Outcome:
    """Run a paper's experiments, or your own; called again, it goes on.

    >>> import provenli as nli
    >>> nli.study("fairness", "runs/fairness", scale="smoke")  # doctest: +SKIP
    """
    from provenli.library.study_shelf import SHELVES, load_study
    from provenli.studies.executors import executor_of
    from provenli.studies.runner import StudyOrder, run

    given = {key: str(path) for key, path in (files or {}).items()}
    order = StudyOrder(load_study(_text("name", name)), scale, Path(out), tuple(only), seeds, given)
    return run(order, executor_of(executor, processes(workers)), SHELVES)


def report(items: Any, out: PathLike) -> Path:
    """Write one page about runs, predictions, audits or studies; the path of the page.

    >>> import provenli as nli
    >>> nli.report([run], "report")  # doctest: +SKIP
    PosixPath('report/index.html')
    """
    from provenli.reports.report import write_report

    several = [items] if isinstance(items, (str, os.PathLike)) or not isinstance(items, Iterable) else list(items)
    return Path(write_report([_directory(i) for i in several], Path(out))["page"])


# --- what is given, checked by name ---


def _text(name: str, value: Any) -> str:
    if isinstance(value, os.PathLike):
        return str(Path(value))
    if not isinstance(value, str):
        raise InputError(f"--{name}: expected a text, found {value!r}")
    return value


def _choices(reading: Mapping[str, Any] | Iterable[str]) -> tuple[str, ...]:
    if isinstance(reading, str):
        return (reading,)
    if isinstance(reading, Mapping):
        return tuple(f"{name}={as_word(value)}" for name, value in reading.items())
    return tuple(reading)


def _directory(data: Any) -> Path:
    """Where a value lies, or the path itself."""
    place = getattr(data, "directory", None) or getattr(data, "place", data)
    if not isinstance(place, (str, os.PathLike)):
        raise InputError(f"expected a path, or what generate, split, train or audit gave, found {type(data).__name__}")
    return Path(place)
