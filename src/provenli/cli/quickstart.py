"""The quickstart: from a sentence to a checked label; then data, a fair split, three models, scores, a page."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from time import perf_counter

from provenli.certify import evidence
from provenli.cli.data_sets import made, summary, verified
from provenli.cli.study import shown_moments
from provenli.data.readers import rows
from provenli.data.verify import verify
from provenli.errors import InputError
from provenli.grammar.arrows import with_arrows
from provenli.library.fragment_shelf import fragment_for, load_fragment
from provenli.library.studies.quickstart import NAMES, PARTS, STUDY
from provenli.library.studies.quickstart import PAIRS as FAIR
from provenli.library.study_shelf import SHELVES
from provenli.pairs.entails import entails, tidied
from provenli.pairs.fragment import Fragment
from provenli.reports.report import write_report
from provenli.studies.artifacts import Store
from provenli.studies.executors import executor_of
from provenli.studies.record import read_results
from provenli.studies.runner import StudyOrder, run
from provenli.studies.study import Study

PAIRS = 2_000
SHOWN = 3
SEED = 0


def tour() -> Iterator[str]:
    hard = load_fragment("monotonicity_hard")
    premise, hypothesis = "No dog who saw at most 2 cats ran.", "No poodle who saw at most 1 cat ran."
    yield f"1. A sentence, with the polarity of every word:\n   {with_arrows(hard.read(premise)[0])}\n"
    yield f"2. Does it follow that: {hypothesis}"
    yield _indented(_decided(hard, premise, hypothesis))
    premise, hypothesis = "Some quadruped inspected each black bat.", "Some quadruped did not inspect a black bat."
    yield f"\n3. A pair that a published rule calls a contradiction:\n   {premise}\n   {hypothesis}"
    yield _indented(_decided(hard, premise, hypothesis))
    out = free_name(Path("provenli-quickstart"))
    yield f"\n4. {PAIRS:,} pairs of another fragment, each with a label that is proved (written to {out}):"
    yield _indented(data_set(out))
    yield "\nNext: provenli fragments, generate, entails, parse; your own fragment: docs/own_fragment.md"


def free_name(path: Path) -> Path:
    """The path, or with a number if there is something there already."""
    names = (path, *(path.with_name(f"{path.name}-{k}") for k in range(2, 1000)))
    return next(p for p in names if not p.exists())


def data_set(out: Path) -> str:
    start = perf_counter()
    manifest = made("systematicity", out, PAIRS, SEED, ("jsonl",), 1, ["--depth", "1-3"])
    making = perf_counter() - start
    report = verify(out, fragment_for(out, None))
    checked = perf_counter() - start - making
    lines = [f"{r.premise}  /  {r.hypothesis}  →  {r.label}" for r in islice(rows(out / "pairs.jsonl"), SHOWN)]
    told = summary(manifest, out).splitlines()[1:]
    told += [f"made in {making:.1f} s", f"{verified(report, out)}, in {checked:.1f} s"]
    return "\n".join([*lines, *told])


def _decided(fragment: Fragment, premise: str, hypothesis: str) -> str:
    answer = tidied(entails(fragment, premise, hypothesis))
    return evidence.shown(answer.problem, answer.verdict)


def _indented(text: str) -> str:
    return "\n".join(f"   {line}".rstrip() for line in text.splitlines())


SCALE = "small"
NO_TORCH = "Models are left out: they need torch. pip install 'provenli[models]', then: provenli quickstart --models"


def has_torch() -> bool:
    return importlib.util.find_spec("torch") is not None


def whole_way(out: Path, study: Study = STUDY) -> Iterator[str]:
    if not has_torch():
        raise InputError(NO_TORCH)
    store = Store(out.resolve())
    yield (
        f"5. A fair test of composition: {FAIR:,} pairs. Training shows how every two parts combine; the test\n"
        "   has combinations that training never shows. Making and certifying them:"
    )
    begun = perf_counter()
    # Through the runner, so that the run's directory is claimed before anything is in it.
    outcome = run(StudyOrder(study, SCALE, out, ("majority",)), executor_of("local", 1), SHELVES)
    data = store.parts(PARTS)
    for row in islice(rows(data / "test.jsonl"), 2):
        yield f"   {row.premise}  /  {row.hypothesis}  →  {row.label}"
    report = verify(data, fragment_for(data, None))
    where = data.relative_to(Path.cwd()) if data.is_relative_to(Path.cwd()) else data
    yield f"   {verified(report, where)} ({perf_counter() - begun:.0f} s)"
    yield "\n6. Three models learn from the training part; scores are on the test part:"
    begun = perf_counter()
    with shown_moments() as watch:
        outcome = run(StudyOrder(study, SCALE, out), executor_of("local", os.cpu_count() or 1), SHELVES, watch)
    for cell, why in outcome.failed.items():
        raise InputError(f"{cell}: {why}")
    found = {cell: seeds[0]["test"] for cell, seeds in read_results(out).items()}
    width = max(map(len, NAMES.values()))
    for cell, name in NAMES.items():
        known = found[cell].get("right_if_words_were_known")
        more = f" ({100 * known / found[cell]['n']:.1f}% if it knew how all words are related)" if known else ""
        yield f"   {name:<{width}}  {100 * found[cell]['accuracy']:5.1f}%{more}"
    yield f"   ({found['cbow']['n']:,} test pairs; {perf_counter() - begun:.0f} s)"
    page = write_report([out], out / "report")["page"]
    yield f"\n7. The page with all of this: {page}"
    ours, theirs, plain = (100 * found[m]["accuracy"] for m in ("label_bottleneck", "cbow", "majority"))
    yield "   In one sentence: on combinations that training never showed, a model that passes up only relations gets"
    yield f"   {ours:.1f}% right, one that averages words {theirs:.1f}%, one that always says the same {plain:.1f}%."
    yield "\nNext: provenli study fairness --scale small --out runs/fairness, then provenli report runs/fairness"
