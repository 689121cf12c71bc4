"""One step carried out: a recipe becomes an artifact."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np

from provenli.data.generate import Order, generate
from provenli.data.manifest import NAME as MANIFEST
from provenli.data.manifest import read_manifest
from provenli.errors import InputError, SentenceError, suggestion
from provenli.fairness.fair import FragmentOf, ask, places
from provenli.fairness.row_trees import read_for
from provenli.files import write_json, write_whole
from provenli.grammar.arrows import with_arrows
from provenli.models.examples import Examples, read_examples, split_parts
from provenli.models.protocol import ALIGNED, TREES, Model, settings_of
from provenli.models.settings import Settings, to_json
from provenli.models.train import TrainedModel, TrainingOrder, restored, train
from provenli.options import Option
from provenli.own_files import is_path, shelf_name
from provenli.pairs.fragment import Fragment
from provenli.pairs.plan import Request
from provenli.scoring import load, score
from provenli.scoring.metrics import METRICS
from provenli.splits.cut import ReadOutside, SplitOrder, cut
from provenli.splits.protocols import load_protocol
from provenli.studies.artifacts import SET, Store, damaged, read_json
from provenli.studies.outside import check_outside, write_outside
from provenli.studies.recipes import (
    Chosen,
    Cut,
    Data,
    Learner,
    Memorising,
    Outside,
    Step,
    Test,
    Training,
    Words,
    all_steps,
    file_hash,
)

# Some predictions of a test, right and wrong, with the polarity of the words where the fragment's grammar gives
# it.


SHOWN = 3
"""How many right and wrong predictions of each test are kept with their sentences."""
NO_BREAK = "\N{NO-BREAK SPACE}"


def some(values: Sequence[Mapping[str, Any]], examples: Examples, fragments: Sequence[Fragment]) -> dict[str, Any]:
    """The first predictions that are right, and those that are wrong, one of each schema."""
    return {
        name: [_shown(values[k], examples, k, fragments) for k in _first(values, right)]
        for name, right in (("right", True), ("wrong", False))
    }


def _first(values: Sequence[Mapping[str, Any]], right: bool) -> list[int]:
    found: dict[str, int] = {}
    for k, v in enumerate(values):
        if (v["label"] == v["gold"]) == right and len(found) < SHOWN:
            found.setdefault(v["schema"], k)
    return list(found.values())


def _shown(value: Mapping[str, Any], examples: Examples, k: int, fragments: Sequence[Fragment]) -> dict[str, Any]:
    told = {name: value[name] for name in ("id", "gold", "label", "probabilities")}
    texts = {"premise": examples.premises[k], "hypothesis": examples.hypotheses[k]}
    return {name: marked(text, fragments) for name, text in texts.items()} | told


def fragments_of(directory: Path, fragment_of: FragmentOf) -> tuple[Fragment, ...]:
    """The fragments whose sentences the files of a directory have; none if they come from elsewhere."""
    if not (directory / MANIFEST).is_file():
        return ()
    return tuple(o.subject.fragment for o in places(directory, fragment_of)[0].origins.values())


def marked(text: str, fragments: Sequence[Fragment]) -> str:
    """The text with arrows, if some fragment reads it and all its readings agree on them; otherwise the text as it
    is."""
    for fragment in fragments:
        try:
            found = {with_arrows(d, fragment.reading, NO_BREAK) for d in fragment.read(text)}
        except SentenceError:
            continue
        return found.pop() if len(found) == 1 else text
    return text


# --- The rows of a part, as a model needs them. ---


KEPT = 6
LARGEST = 10_000_000
"""The most bytes of a file that is kept in memory."""
_kept: OrderedDict[tuple[Path, int], Examples] = OrderedDict()


def read_part(model: Model, file: Path, fragment_of: FragmentOf) -> Examples:
    if not model.needs & {TREES, ALIGNED} or not file.is_file() or file.stat().st_size > LARGEST:
        return read_for(model, file, fragment_of)
    key = (file, file.stat().st_mtime_ns)
    if key not in _kept:
        _kept[key] = read_for(model, file, fragment_of)
    _kept.move_to_end(key)
    while len(_kept) > KEPT:
        _kept.popitem(last=False)
    return _kept[key]


SCORES, EXAMPLES, CHOICE = "scores.json", "examples.json", "choice.json"


@dataclass(frozen=True)
class Shelves:
    """Functions from names to content. They are sent to other processes, so they must be importable by name."""

    fragment: Callable[[str], Fragment]
    model: Callable[[str], Model]
    outside: ReadOutside


def make(step: Step, store: Store, shelves: Shelves) -> None:
    with store.making(step) as work:
        if work is None:
            return
        match step:
            case Data():
                _data(step, work, store, shelves)
            case Cut():
                _cut(step, work, store, shelves)
            case Outside():
                write_outside(step, work / SET, {d: store.path(d) / SET for d in step.data})
            case Training():
                _train(step, work, store, shelves)
            case Chosen():
                _choose(step, work, store)
            case Test(learner=Training() | Chosen()):
                _test(step, work, store, shelves)
            case Test():
                _remember(step, work, store, shelves)


def check(step: Step, shelves: Shelves) -> None:
    """Find mistakes in a recipe before anything long is begun."""
    match step:
        case Data():
            _request(step, shelves.fragment(step.fragment))
        case Cut():
            protocol = load_protocol(step.protocol)
            read_words(step.options, protocol.options, f"protocol {step.protocol!r}")
        case Outside():
            check_outside(step)
        case Training():
            chosen_settings(shelves.model(step.model), step)
        case Chosen():
            if not (step.candidates and step.judged_on):
                raise InputError("a choice needs candidates, and dev parts to judge them by; the study gives none")
        case Test():
            pass


def read_words(words: Sequence[tuple[str, str]], options: Sequence[Option], where: str) -> dict[str, Any]:
    known = {o.name: o for o in options}
    chosen = {o.name: o.default for o in options}
    for name, text in words:
        if name not in known:
            raise InputError(f"{where}: no option {name!r}; {suggestion(name, known)}")
        try:
            chosen[name] = known[name].read(text)
        except InputError as error:
            raise InputError(f"{where}, option {name}: {error}") from error
    return chosen


def _request(step: Data, fragment: Fragment, files: Words = ()) -> Request:
    maker = fragment.pairs
    words = (*step.options, *files)
    options = read_words(words, maker.options if maker else (), f"fragment {step.fragment!r}")
    return Request(step.size, step.seed, options)


def _data(step: Data, work: Path, store: Store, shelves: Shelves) -> None:
    fragment = shelves.fragment(step.fragment)
    source = file_hash(step.fragment) if is_path(step.fragment) else None
    request = _request(step, fragment, _files(step, store))
    generate(Order(fragment, step.fragment, request, ("jsonl",), work / SET, source))


def _files(step: Data | Cut, store: Store) -> Words:
    """The paths of other data sets that an option names."""
    return tuple((name, str(store.path(data) / SET)) for name, data in step.files)


def _cut(step: Cut, work: Path, store: Store, shelves: Shelves) -> None:
    protocol = load_protocol(step.protocol)
    asked = (*step.options, *_files(step, store))
    options = read_words(asked, protocol.options, f"protocol {step.protocol!r}")
    words = tuple(f"{name}={store.path(data) / SET}" for name, data in step.data)
    own = Path(step.protocol) if is_path(step.protocol) else None
    cut(SplitOrder(protocol, words, work / SET, options, step.seed, own, shelves.outside))


def chosen_settings(model: Model, step: Training) -> Settings:
    return settings_of(model, step.preset, [f"{name}={text}" for name, text in step.settings])


def still_so(told: Mapping[str, Any], learner: Learner, shelves: Shelves) -> bool:
    """Whether a record's settings are what its recipe means today: a recipe names a preset, whose values may have
    changed. A setting that is newer than the record had its default value then."""
    if isinstance(learner, Memorising):
        return True
    tried = learner.candidates if isinstance(learner, Chosen) else (learner,)
    return any(_same(told, chosen_settings(shelves.model(t.model), t)) for t in tried)


def _same(told: Mapping[str, Any], today: Settings) -> bool:
    values, before = to_json(today), to_json(type(today)()) | dict(told)
    return values == before


def _train(step: Training, work: Path, store: Store, shelves: Shelves) -> None:
    model, directory = shelves.model(step.model), store.parts(step.parts)
    known, fragment_of = _words([store.parts(p) for p in step.knows]), fragment_finder(step, shelves)

    def read(file: Path) -> Examples:
        examples = read_part(model, file, fragment_of)
        if file == train_on and step.most is not None:
            examples = sampled(examples, step.most)
        return replace(examples, also_known=known) if known else examples

    train_on, dev = (directory / f"{part}.jsonl" for part in ("train", "dev"))
    judges = [store.parts(p) / "dev.jsonl" for p in step.judged_on]
    dev, judges = (judges[0], judges[1:]) if judges else (dev, judges)
    start = store.path(step.start) if step.start else None
    settings = chosen_settings(model, step)
    train(TrainingOrder(model, step.model, train_on, dev, read, settings, work, step.seed, start, tuple(judges)))


def fragment_finder(step: Step, shelves: Shelves) -> FragmentOf:
    """For a data set in the run: a fragment on the shelf, or a file that the recipe itself names. What the files of the
    data set name is not run."""
    fragments = {s.fragment for s in all_steps((step,)) if isinstance(s, Data)}

    def find(directory: Path, name: str) -> Fragment:
        source = read_manifest(directory).source
        if source is None:
            return shelves.fragment(shelf_name(name, directory, "name it in the study"))
        given = next((f for f in fragments if is_path(f) and file_hash(f) == source), None)
        if given is None:
            raise InputError(f"{directory} was made from a file that the study does not name: remove it, call again")
        return shelves.fragment(given)

    return find


def _words(directories: Sequence[Path]) -> tuple[str, ...]:
    """All words of the files there."""
    files = [f for d in directories for f in split_parts(d).values()]
    return tuple(sorted({word for f in files for side in read_examples(f).words for word in side.table}))


def _choose(step: Chosen, work: Path, store: Store) -> None:
    def judged(test: Test) -> float:
        directory = store.path(test)
        found = read_json(directory / SCORES, directory).get("accuracy")
        if not isinstance(found, int | float):
            raise damaged(directory, f"{SCORES} has no accuracy")
        return float(found)

    scores = [[judged(test) for test in tests] for tests in step.tests()]
    best = max(range(len(scores)), key=lambda k: fmean(scores[k]))  # the first of equally good ones
    write_json(
        work / CHOICE,
        {
            "chosen": best,
            "candidates": [
                {"settings": dict(c.settings), "dev": dev} for c, dev in zip(step.candidates, scores, strict=True)
            ],
        },
    )


def _trained(learner: Learner, store: Store) -> tuple[Training, dict[str, Any]]:
    """The training whose model answers, and how it was chosen."""
    if isinstance(learner, Chosen):
        directory = store.path(learner)
        choice = read_json(directory / CHOICE, directory)
        if choice.get("chosen") not in range(len(learner.candidates)):
            raise damaged(directory, f"{CHOICE} chooses none of {len(learner.candidates)}")
        return learner.candidates[choice["chosen"]], {"choice": choice}
    assert isinstance(learner, Training)
    return learner, {}


def _test(step: Test, work: Path, store: Store, shelves: Shelves) -> None:
    training, choice = _trained(step.learner, store)
    model, fragment_of = shelves.model(training.model), fragment_finder(step, shelves)
    trained = restored(store.path(training), model)
    examples = _chosen(read_part(model, store.parts(step.parts) / f"{step.part}.jsonl", fragment_of), step)
    values = trained.predict(examples)
    lines = "".join(f"{json.dumps(v, ensure_ascii=False)}\n" for v in values)
    write_whole(work / "predictions.jsonl", lines.encode())
    given = load(work / "predictions.jsonl", name=step.part)
    found = score(given, step.by, metrics=[m for m in METRICS if m.fits(given)])
    write_json(work / SCORES, found.to_json() | {"run": _told(training, trained) | choice})
    fragments = fragments_of(store.parts(step.parts), fragment_of)
    write_json(work / EXAMPLES, some(values, examples, fragments))


def _told(training: Training, trained: TrainedModel) -> dict[str, Any]:
    """What a report shows about a training."""
    told = {name: trained.result[name] for name in ("rows", "history")}
    settings = to_json(chosen_settings(trained.model, training))
    return told | {"model": trained.name, "preset": training.preset, "settings": settings}


def _chosen(examples: Examples, step: Test) -> Examples:
    ids = step.ids
    if ids:
        examples = examples.taken([k for k, name in enumerate(examples.ids) if name.startswith(ids)])
    if not len(examples):
        raise InputError(f"{examples.where}: no rows" + (f" whose id begins with {ids!r}" if ids else ""))
    return examples if step.most is None else sampled(examples, step.most)


def sampled(examples: Examples, most: int) -> Examples:
    """At most this many examples, always the same."""
    if len(examples) <= most:
        return examples
    return examples.taken(np.sort(np.random.default_rng(0).choice(len(examples), most, replace=False)))


def _remember(step: Test, work: Path, store: Store, shelves: Shelves) -> None:
    """Score the memorising learner as if it were a model."""
    assert isinstance(step.learner, Memorising)
    place = places(store.parts(step.parts), fragment_finder(step, shelves))[0]
    answer = ask(place, None, [step.part])[0]
    write_json(
        work / SCORES,
        {
            "name": step.part,
            "n": answer.tested,
            "right": answer.right,
            "accuracy": answer.right / answer.tested,
            "fair": answer.fair,
            "right_if_words_were_known": answer.right_but_for_words,
            "run": {"model": "memorising learner", "preset": "", "settings": {}, "rows": None, "history": []},
        },
    )
    write_json(work / EXAMPLES, {"right": [], "wrong": []})
