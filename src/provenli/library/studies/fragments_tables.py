"""The tables and figures for Richardson et al. 2020: Table 1, the fragments one by one, Figures 5, 6 and 7, and its
findings."""

from __future__ import annotations

from collections.abc import Sequence

from provenli.library.studies.encoders import OTHER_MODEL
from provenli.library.studies.fragments_data import (
    ALL,
    BENCHMARKS,
    COLUMNS,
    DOSES,
    FROM_SCRATCH,
    KINDS,
    LOGIC,
    MONOTONICITY,
    TRAINED_AGAIN,
    WHOLE,
)
from provenli.studies.study import Entry, Figure, Finding, Line, Output, Published, Table, TableRow

TABLE = "Richardson et al. 2020, Table 1"
OTHER_PAIRS = "our own pairs stand for the published fragments unless `--file fragments=DIR` names these"
OTHER_TASK = (
    "the published number is of SNLI or MultiNLI; ours is of the original task here, which is another one unless "
    "`--file original=…` and `--file original-test=…` name these"
)

GIVEN = ("original", "original-test")
FEWER = "the paper trains on all of SNLI or MultiNLI, ours at this scale on a part"


def _told(numbers: tuple[float, ...], which: int, row: str, column: str) -> Published | None:
    if len(numbers) <= which:
        return None
    given: tuple[str, ...]
    unlike, given = (OTHER_TASK, GIVEN) if which == 2 else (OTHER_PAIRS, (WHOLE,))
    if row.startswith("BERT"):
        unlike, given = OTHER_MODEL, ()
    smaller = FEWER if given == GIVEN else ""
    return Published(numbers[which], None, f"{TABLE}, {row}, {column}", unlike=unlike, given=given, smaller=smaller)


def table_1() -> Table:
    rows = []
    for key, kind in KINDS.items():
        label = f"{kind.name}, from scratch" if key in FROM_SCRATCH else kind.name
        shown = {
            c: Entry(tuple(f"scratch-{f}/{key}" for f in fs), ("test",), "", _told(kind.trained, k, kind.name, c))
            for k, (c, fs) in enumerate(COLUMNS.items())
        }
        rows.append(TableRow(label, shown))
    for key in TRAINED_AGAIN:
        kind = KINDS[key]
        rows.append(TableRow(f"{kind.name}, of the original task", _as_it_is(key)))
    for key in TRAINED_AGAIN:
        kind = KINDS[key]
        shown = {
            c: _retrained(key, fs, "challenge", _told(kind.after, k, f"{kind.name} (+frag)", c))
            for k, (c, fs) in enumerate(COLUMNS.items())
        }
        shown["Original task"] = _retrained(key, ALL, "original", None)
        mnli = _told(kind.after, 2, f"{kind.name} (+frag)", "MNLI Dev")
        shown["MNLI"] = Entry(_challenged("mnli", key, ALL), ("test",), "", mnli)
        rows.append(TableRow(f"{kind.name}, re-trained", shown))
    columns = (*COLUMNS, "Original task", "MNLI", *BENCHMARKS.values())
    return Table("table-1", "Baselines, and models before and after re-training", columns, tuple(rows), NOTE_1)


def _as_it_is(key: str) -> dict[str, Entry]:
    kind = KINDS[key]
    row = f"{kind.name} (SNLI)"
    shown = {c: zero(key, fs, _told(kind.before, k, row, c)) for k, (c, fs) in enumerate(COLUMNS.items())}
    shown["Original task"] = Entry((f"before/{key}",), ("original",), "", _told(kind.before, 2, row, "SNLI Test"))
    shown["MNLI"] = Entry((f"mnli/{key}",))
    benchmark = kind.before[3]
    unlike = OTHER_MODEL if key == "transformer" else OTHER_TASK
    breaking = Published(benchmark, None, f"{TABLE}, {row}, Breaking NLI", "", unlike, ("original",), FEWER)
    shown["Breaking NLI"] = Entry((f"breaking/{key}",), ("test",), "", breaking)
    shown["GLUE diagnostic"] = Entry((f"diagnostic/{key}",))
    return shown


def zero(key: str, fragments: Sequence[str], published: Published | None) -> Entry:
    return Entry(_challenged("before", key, fragments), ("challenge",), "", published)


def _retrained(key: str, fragments: Sequence[str], test: str, published: Published | None) -> Entry:
    return Entry(_challenged("best", key, fragments), (test,), "", published)


def _challenged(what: str, key: str, fragments: Sequence[str]) -> tuple[str, ...]:
    """The cells of these fragments; without files one of them is the original task, and has no such cell. So the two of
    monotonicity are named by a pattern, which stands for those that there are."""
    told = [f if f in LOGIC else "monotonicity_*" for f in fragments]
    return tuple(f"{what}-{f}/{key}" for f in dict.fromkeys(told))


NOTE_1 = (
    "Of the original task, and re-trained: without --file the original task is monotonicity_simple, and monotonicity "
    "is monotonicity_hard alone. Re-trained: epoch, settings and the number of examples "
    "are chosen by the mean of the dev scores on both tasks, as the paper does. SNLI and MultiNLI files that are "
    "parts only are far smaller than the paper's."
)


def by_fragment() -> Table:
    rows = [TableRow(f, {k: Entry((f"scratch-{f}/{k}",)) for k in KINDS}) for f in ALL]
    rows += [TableRow(f"{f}, paraphrased", {k: Entry((f"paraphrased-{f}/{k}",)) for k in KINDS}) for f in MONOTONICITY]
    return Table("by-fragment", "From scratch, by fragment (test)", tuple(KINDS), tuple(rows))


def retrained() -> Table:
    """Fragment by fragment, after the best dose, on both tasks."""
    rows = []
    for f in ALL:
        shown = {}
        for kind in TRAINED_AGAIN:
            for task in ("challenge", "original"):
                shown[f"{KINDS[kind].name}, {task}"] = Entry((f"best-{f}/{kind}",), (task,))
        rows.append(TableRow(f, shown))
    columns = tuple(f"{KINDS[k].name}, {task}" for k in TRAINED_AGAIN for task in ("challenge", "original"))
    return Table("re-trained", "After the best dose, by fragment", columns, tuple(rows))


def on_benchmarks(name: str) -> Table:
    rows = [TableRow(f, {k: Entry((f"{name}-{f}/{k}",)) for k in TRAINED_AGAIN}) for f in ALL]
    note = f"Models trained on a fragment alone, asked about {BENCHMARKS[name]} (`--file {name}=FILE`)."
    return Table(f"{name}-scratch", f"From scratch on {BENCHMARKS[name]}", TRAINED_AGAIN, tuple(rows), note)


def figure_5(kind: str) -> Figure:
    def cell(fragment: str, k: int) -> str:
        return f"scratch-{fragment}/{kind}" if k == DOSES[-1] else f"scratch-{fragment}-{k}/{kind}"

    lines = tuple(Line(f, tuple((str(k), Entry((cell(f, k),), ("dev",))) for k in DOSES)) for f in ALL)
    note = (
        "Figure 5 of Richardson et al. 2020 (dev), whose numbers are not in print. With files that have no test part, "
        "the dev file is asked after fewer than 3,000 examples, and a tenth of the training file after all."
    )
    return Figure(f"figure-5-{kind}", f"From scratch, {KINDS[kind].name}", "training examples", lines, note)


def inoculation(fragment: str) -> Figure:
    lines = tuple(
        Line(
            f"{KINDS[kind].name}, {task}",
            (
                ("0", Entry((f"before-{fragment}/{kind}" if task == "challenge" else f"before/{kind}",), (task,))),
                *((str(k), Entry((f"dose-{fragment}-{k}/{kind}",), (task,))) for k in DOSES),
            ),
        )
        for kind in TRAINED_AGAIN
        for task in ("challenge", "original")
    )
    figure = "6" if fragment in ("comparative", *MONOTONICITY) else "7"
    note = (
        f"Figure {figure} of Richardson et al. 2020, whose numbers are not in print. Each point is the best of several "
        "settings, and of each setting the best epoch, by the mean of the dev scores on both tasks."
    )
    return Figure(f"inoculation-{fragment}", f"Inoculation with {fragment}", "examples of the challenge", lines, note)


def _alone(kind: str) -> Entry:
    return Entry(tuple(f"scratch-{f}/{kind}" for f in LOGIC))


OUTPUTS: tuple[Output, ...] = (
    table_1(),
    by_fragment(),
    retrained(),
    *map(on_benchmarks, BENCHMARKS),
    *map(figure_5, TRAINED_AGAIN),
    *map(inoculation, ALL),
)
FINDINGS = (
    Finding(
        "From the hypothesis alone little can be told: near majority (logic)",
        TABLE,
        _alone("hypothesis-only"),
        _alone("majority"),
        20,
        near=True,
    ),
    Finding(
        "In nearly all cases a fragment can be learned from scratch (ESIM on logic, against 85)",
        "Richardson et al. 2020, section 5, Figure 5",
        _alone("esim"),
        85.0,
        0,
    ),
    Finding(
        "Counting is the hardest to learn from scratch (the mean of all logic against it)",
        "Richardson et al. 2020, section 5, Figure 5",
        _alone("esim"),
        Entry(("scratch-counting/esim",)),
        2,
    ),
    *(
        Finding(
            f"Models of a fragment alone are of no use on {told}: not above chance (33.3) by more than 5",
            "Richardson et al. 2020, section 5",
            Entry(tuple(f"{name}-{f}/esim" for f in ALL)),
            33.3,
            5,
            near=True,
        )
        for name, told in BENCHMARKS.items()
    ),
    *(
        Finding(
            f"{KINDS[kind].name} of another task knows little of the logic fragments; re-trained it knows much more",
            TABLE,
            _retrained(kind, LOGIC, "challenge", None),
            zero(kind, LOGIC, None),
            20,
        )
        for kind in TRAINED_AGAIN
    ),
    *(
        Finding(
            f"{KINDS[kind].name} re-trained loses little on its first task (before against after)",
            TABLE,
            Entry((f"before/{kind}",), ("original",)),
            _retrained(kind, ALL, "original", None),
            10,
            near=True,
        )
        for kind in TRAINED_AGAIN
    ),
    Finding(
        "Decomposable attention, blind to word order, does not master comparatives; ESIM does better",
        "Richardson et al. 2020, section 4",
        Entry(("best-comparative/esim",), ("challenge",)),
        Entry(("best-comparative/decomposable_attention",), ("challenge",)),
        5,
    ),
)
