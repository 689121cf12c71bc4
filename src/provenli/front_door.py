"""The functions of `import provenli as nli`. Each calls one operation of one room, by name, with defaults.

They take names (of fragments, models, protocols, studies), paths and values, and return values that show themselves in
a notebook. Read first: `entails`, then `generate`. A room is imported only when a function needs it.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from provenli.arguments import (
    SEEDS,
    choices_of,
    directory_of,
    names_of,
    path_of,
    seconds_of,
    several_of,
    text_of,
    whole_of,
    workers_of,
)
from provenli.errors import InputError
from provenli.options import as_word, checked_options
from provenli.progress import shown_progress

if TYPE_CHECKING:
    from provenli.audits.finished import Audit
    from provenli.data.dataset import DataPart, Dataset
    from provenli.data.subject import VerificationReport
    from provenli.english.analysis import Analysis
    from provenli.english.answers import EnglishAnswer
    from provenli.fairness.answers import FairnessReport
    from provenli.grammar import Derivation
    from provenli.library.trained_run import TrainedRun
    from provenli.outside.ask import Asked
    from provenli.pairs.entails import Answer
    from provenli.scoring.predictions import Predictions
    from provenli.scoring.scores import Scores
    from provenli.splits.record import Splits
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
    premises: Sequence[str] = (),
    backend: str = "ccg",
    isa: Sequence[str] = (),
    excludes: Sequence[str] = (),
    answers: str = "sound",
) -> Answer | EnglishAnswer:
    """Decide whether the hypothesis follows from the premise, with evidence.

    >>> import provenli as nli
    >>> answer = nli.entails("monotonicity_hard", "No dog ran.", "No poodle ran.")
    >>> answer.label
    'entailment'
    >>> answer
    <entailment: 'No dog ran.' ⊢ 'No poodle ran.' (proof, 1 step)>

    `reading` changes the fragment's reading: {"the": "existential"} or ["the=existential"]. `engines` says how many
    provers must agree on a proof, the kernel included. After `seconds` the pair is undecided, never labelled.
    `premises` are further premises. With "english" in place of a fragment, any sentence is read; `backend`, `isa`
    ("novel=book"), `excludes` and `answers` are for English only.
    """
    more = several_of("premises", premises)
    if fragment == "english":
        from provenli.english.answers import check_said
        from provenli.english.decision import solver_from

        check_said("premise", text_of("premise", premise), *more)
        check_said("hypothesis", text_of("hypothesis", hypothesis))
        solver = solver_from(backend, several_of("isa", isa), several_of("excludes", excludes), None, answers)
        return solver.decide((text_of("premise", premise), *more), text_of("hypothesis", hypothesis))
    from provenli.certify.decide import Budget
    from provenli.library.fragment_shelf import load_fragment
    from provenli.logic.reading_choices import with_choices
    from provenli.pairs.entails import entails as decide
    from provenli.pairs.entails import tidied

    budget = Budget(seconds_of("seconds", seconds), whole_of("engines", engines, 1, 5))
    found = load_fragment(text_of("fragment", fragment))
    read_as = with_choices(found.reading, choices_of(reading))
    sentences = text_of("premise", premise), text_of("hypothesis", hypothesis)
    return tidied(decide(found, *sentences, read_as, budget, more))


def parse(
    fragment: str, sentence: str, *, profile: str = "literature", backend: str = "ccg"
) -> tuple[Derivation, ...] | Analysis:
    """Read a sentence. There is one derivation for each meaning, closest attachment first.

    >>> import provenli as nli
    >>> nli.parse("boolean", "Ann or Bob did not swim.")
    (<'Ann or Bob did not swim.': ¬swim(Ann) ∨ ¬swim(Bob)>,)

    "english" reads any sentence and returns an analysis: polarity, operators, and the meaning if there is one.
    `profile` chooses the conventions of polarity ("literature", "plain" or "med"), `backend` the parser ("ccg" or
    "spacy").

    >>> nli.parse("english", "No student read a long book.")
    <No↑ student↓ read↓ a↓ long↓ book↓. (full)>
    """
    from provenli.library.fragment_shelf import load_fragment

    if text_of("fragment", fragment) == "english":
        from provenli.english.readers import reader_named

        reader = reader_named(text_of("backend", backend), text_of("profile", profile))
        return reader.read(text_of("sentence", sentence))
    return load_fragment(text_of("fragment", fragment)).read(text_of("sentence", sentence))


def generate(
    fragment: str,
    out: PathLike | None = None,
    *,
    size: int | None = None,
    seed: int = 0,
    formats: str | Sequence[str] = "jsonl",
    workers: int | None = None,
    executor: str = "local",
    reading: Mapping[str, Any] | Iterable[str] = (),
    parts: str | Sequence[float] = (),
    **options: Any,
) -> Dataset:
    """Make a data set in which every label has a certificate.

    >>> import provenli as nli
    >>> data = nli.generate("systematicity", size=200, depth=(1, 2), seed=7)
    >>> data.size
    200
    >>> data["pairs"]
    <pairs: entailment 100, non-entailment 100>

    `size` is the number of pairs in all parts together; the default is the paper's. `options` are the fragment's own,
    such as depth=(1, 3); `provenli generate NAME --help` lists them. `parts` gives the shares of train, dev and test,
    such as (0.8, 0.1, 0.1), for a fragment whose data sets are one file. `reading` changes the fragment's reading, such
    as {"existential_import": "all"}. Without `out` the data live as long as the value. generate("english",
    from_="sentences.txt") makes pairs from your own sentences; docs/english_data.md lists its options.
    """
    from provenli.data.dataset import passing_directory, read_dataset
    from provenli.data.format_names import read_formats
    from provenli.library.fragment_shelf import data_maker
    from provenli.pairs.plan import Request
    from provenli.pairs.workers import carried_out_by

    name = text_of("fragment", fragment)
    number = None if size is None else whole_of("size", size, 1, MOST)
    start, choices = whole_of("seed", seed, 0, SEEDS), choices_of(reading)
    known, write = data_maker(name, choices, as_word(parts) if parts else "")
    shares = {"parts": parts} if parts and name == "english" else {}
    chosen = checked_options({k.rstrip("_"): v for k, v in options.items()} | shares, known)
    asked = read_formats(formats)
    place, tie = (path_of("out", out), None) if out is not None else passing_directory("data")
    with shown_progress() as progress, carried_out_by(text_of("executor", executor), workers_of(workers)):
        write(Request(number, start, chosen, workers_of(workers), progress), asked, place)
    source = getattr(chosen.get("pairs"), "path", None)
    own = None if name == "english" else name
    made = read_dataset(place, lambda: verify(place, fragment=own, from_=source))
    if tie is not None:
        tie(made)
    return made


def load(path: PathLike, *, fragment: str | None = None) -> Dataset | Splits:
    """Open a directory that `generate` or `split` wrote: a data set, all splits of a directory, or one of them.

    >>> import provenli as nli
    >>> nli.load("data/s")  # doctest: +SKIP
    <systematicity: 2,000 pairs (pairs 2,000) in data/s>
    """
    from provenli.data.dataset import read_dataset
    from provenli.splits.record import is_one_split, is_split_directory, read_split, read_splits

    place = directory_of("path", path)

    def verified() -> VerificationReport:
        return verify(place, fragment=fragment)

    if is_split_directory(place):
        return read_splits(place, verified)
    return read_split(place, verified) if is_one_split(place) else read_dataset(place, verified)


def verify(
    data: PathLike | Dataset | Splits,
    *,
    fragment: str | None = None,
    protocol: str | None = None,
    workers: int | None = None,
    from_: PathLike | None = None,
) -> VerificationReport:
    """Check a data set or splits again: every certificate, every row, every count. Only the kernel is trusted.

    >>> import provenli as nli
    >>> nli.verify(nli.generate("boolean", size=60))
    <60 pairs, 59 certificates: everything checks>

    Name the file of your own `fragment` or `protocol` if the data were made or cut with one, and as `from_` the file
    that pairs were drawn from, if there was one.
    """
    from provenli.library.verification import verify_directory

    with shown_progress() as progress:
        place = directory_of("data", data)
        source = None if from_ is None else path_of("from_", from_)
        return verify_directory(place, fragment, workers_of(workers), progress, protocol=protocol, source=source)


def split(
    protocol: str,
    data: PathLike | Dataset | Sequence[PathLike | Dataset],
    out: PathLike,
    *,
    seed: int = 0,
    **options: Any,
) -> Splits:
    """Cut data sets into the splits of a protocol. The written files are checked for everything that it forbids.

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
    from provenli.splits.record import read_splits

    name = text_of("protocol", protocol)
    start, place = whole_of("seed", seed, 0, SEEDS), path_of("out", out)
    found = load_protocol(name)
    chosen = checked_options(options, found.options)
    words = tuple(str(directory_of("data", d)) for d in several_of("data", data))
    own = Path(name) if is_path(name) else None
    with shown_progress() as progress:
        cut(SplitOrder(found, words, place, chosen, start, own, read_pairs, progress))
    return read_splits(place, lambda: verify(place, protocol=None if own is None else name))


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
    >>> nli.fair(nli.generate("fair", size=6000, ratio=0.5, cover="most"))  # doctest: +SKIP
    """
    from provenli.fairness.fair import check_fairness
    from provenli.library.fragment_shelf import fragment_for

    with shown_progress() as progress:
        return check_fairness(
            directory_of("data", data),
            lambda origin, name: fragment_for(origin, fragment)(name),
            train,
            names_of("tests", tests),
            workers_of(workers),
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
    fragment: PathLike | None = None,
    **settings: Any,
) -> TrainedRun:
    """Train a model on the parts train and dev; the best epoch on dev is kept.

    >>> import provenli as nli
    >>> run = nli.train("lstm", splits["D1-2"], "runs/lstm", seed=1, epochs=1)  # doctest: +SKIP

    `settings` are the model's own, such as epochs=3, hidden=50; `provenli models NAME` lists them. A killed run goes
    on when it is called again. Without `out` the run lives as long as the value. Name the file of your own `fragment`
    if the data were made with one.
    """
    from provenli.data.dataset import passing_directory
    from provenli.library.trained_run import train_run

    number = whole_of("seed", seed, 0, SEEDS)
    begun = None if start is None else path_of("start", start)
    split, name = directory_of("data", data), text_of("model", model)
    place, tie = (path_of("out", out), None) if out is not None else passing_directory("run")
    own = None if fragment is None else text_of("fragment", fragment)
    run = train_run(name, split, place, text_of("preset", preset), number, begun, settings, own)
    if tie is not None:
        tie(run)
    return run


def predict(
    run: PathLike | TrainedRun,
    data: PathLike | DataPart,
    *,
    model: PathLike | None = None,
    fragment: PathLike | None = None,
) -> Predictions:
    """Ask a trained model about every row: its label, and the probability of every label by name.

    >>> import provenli as nli
    >>> nli.predict("runs/lstm", "splits/s/D1-2/test-depth-3.jsonl")  # doctest: +SKIP

    Name the files of your own `model` or `fragment` if the run or the data were made with them. They must be the same
    files.
    """
    from provenli.library.trained_run import TrainedRun, load_run

    own = [None if file is None else text_of(name, file) for name, file in (("model", model), ("fragment", fragment))]
    opened = run if isinstance(run, TrainedRun) else load_run(path_of("run", run), *own)
    return opened.predict(data)


def ask(
    data: PathLike | DataPart | Dataset,
    model: str,
    out: PathLike | None = None,
    *,
    prompts: str | Sequence[str] = (),
    examples: PathLike | None = None,
    **choices: Any,
) -> Asked:
    """Ask a language model behind an endpoint, or a Hugging Face model, about pairs; called again, it goes on.

    >>> import provenli as nli
    >>> nli.ask("data/s", "openai:smollm2", "runs/s", base_url="http://127.0.0.1:8090/v1")  # doctest: +SKIP

    `prompts` are names of prompts or paths of text files; the default is the plain one. `choices` are those of the
    command: how, part, limit, two_way, shots, seed, base_url, temperature, max_tokens, concurrency, retries, timeout.
    """
    from dataclasses import fields

    from provenli.data.dataset import passing_directory
    from provenli.errors import suggestion
    from provenli.library.outside_run import AskChoices, order_of
    from provenli.outside.ask import ask as asked_of

    known = {f.name for f in fields(AskChoices)} - {"prompts", "examples"}
    for name in choices:
        if name not in known:
            raise InputError(f"no such option: {name}; {suggestion(name, known)}")
    shown = None if examples is None else path_of("examples", examples)
    chosen = AskChoices(prompts=names_of("prompts", prompts), examples=shown, **choices)
    pairs = path_of("data", getattr(data, "path", None) or directory_of("data", data))
    place, tie = (path_of("out", out), None) if out is not None else passing_directory("asked")
    with shown_progress() as progress:
        found = asked_of(order_of(pairs, text_of("model", model), place, chosen, progress))
    if tie is not None:
        tie(found)
    return found


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

    `predictions` come from `predict`, from a file, or are rows with id, gold and label. `by` names features, or pairs
    of features, to break scores down by.
    """
    from provenli.scoring.load import load as read
    from provenli.scoring.load import predictions_of, rows_of
    from provenli.scoring.predictions import Predictions
    from provenli.scoring.scores import score as scored

    answers = None if gold is None else path_of("gold", gold)
    given = (by,) if isinstance(by, str) else by
    if isinstance(predictions, (str, os.PathLike)):
        predictions = read(path_of("predictions", predictions), answers)
    elif not isinstance(predictions, Predictions):
        predictions = predictions_of(rows_of(predictions), answers)
    elif answers is not None:
        raise InputError("--gold: these predictions have gold labels already; leave it out")
    return scored(predictions, given, two_way=two_way, metrics=names_of("metrics", metrics))


def audit(
    file: PathLike,
    fragment: str,
    out: PathLike | None = None,
    *,
    reading: Mapping[str, Any] | Iterable[str] = (),
    isa: Mapping[str, str] | None = None,
    workers: int | None = None,
    executor: str = "local",
) -> Audit:
    """Decide the labels of a published file; every disputed one comes with its evidence.

    >>> import provenli as nli
    >>> found = nli.audit("examples/published.tsv", "monotonicity_hard")  # doctest: +SKIP
    """
    from provenli.pairs.workers import carried_out_by

    name, number = text_of("fragment", fragment), workers_of(workers)
    known = tuple((isa or {}).items())
    place = None if out is None else path_of("out", out)
    if name == "english" and choices_of(reading):
        raise InputError("--reading: english has one reading of its own; leave it out")
    with carried_out_by(text_of("executor", executor), number):
        if name == "english":
            return _audit_english(path_of("file", file), place, known, number)
        return _audit(path_of("file", file), name, place, choices_of(reading), known, number)


def _audit(
    file: Path, name: str, place: Path | None, choices: Sequence[str], isa: tuple[tuple[str, str], ...], workers: int
) -> Audit:
    from provenli.audits.audit import AuditOrder, run
    from provenli.library.fragment_shelf import load_fragment, source_of
    from provenli.logic.reading_choices import with_choices
    from provenli.reports.audit_page import write_page

    chosen = load_fragment(name)
    changed = with_choices(chosen.published_reading, choices)
    with shown_progress() as progress:
        order = AuditOrder(file, chosen, changed, source_of(name), place, workers=workers, isa=isa)
        order = replace(order, choosing=not choices, progress=progress)
        return run(order, None if place is None else partial(write_page, progress=progress))


def _audit_english(file: Path, out: Path | None, isa: tuple[tuple[str, str], ...], workers: int) -> Audit:
    from provenli.audits.english_audit import EnglishAuditOrder, audit_english
    from provenli.reports.audit_page import write_english_page

    with shown_progress() as progress:
        order = EnglishAuditOrder(file, out, workers=workers, isa=isa, progress=progress)
        return audit_english(order, None if out is None else write_english_page)


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

    given = {key: str(path_of("files", path)) for key, path in dict(files or {}).items()}
    place, which = path_of("out", out), names_of("only", only)
    order = StudyOrder(load_study(text_of("name", name)), text_of("scale", scale), place, which, seeds, given)
    return run(order, executor_of(executor, workers_of(workers)), SHELVES)


def report(items: Any, out: PathLike, *, fragment: PathLike | None = None) -> Path:
    """Write one page about runs (trained or asked), predictions, audits or studies, and return its path.

    Name the file of your own `fragment` for proofs of pairs that were made with it.

    >>> import provenli as nli
    >>> nli.report([run], "report")  # doctest: +SKIP
    PosixPath('report/index.html')
    """
    from provenli.library.fragment_shelf import fragment_for
    from provenli.reports.report import write_report

    several = [directory_of("items", item) for item in several_of("items", items)]
    own = None if fragment is None else str(path_of("fragment", fragment))
    return Path(write_report(several, path_of("out", out), lambda data: fragment_for(data, own))["page"])
