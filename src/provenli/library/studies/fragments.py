"""Richardson et al. 2020: baselines, models from scratch, models of another task as they are, and lossless
inoculation (Table 1, Figures 5, 6, 7).

Cells: `scratch-FRAGMENT/MODEL` and with fewer examples `scratch-FRAGMENT-K/MODEL`, `before/MODEL` and
`before-FRAGMENT/MODEL` (the model of the original task, there and on a fragment), `dose-FRAGMENT-K/MODEL` (that model
after K examples, the best of J settings by the mean of dev scores on both tasks).

The paper's original tasks are SNLI and MNLI: `--file original=snli_1.0_train.jsonl --file
original-test=snli_1.0_test.jsonl`. Without them it is the fragment monotonicity_simple, and all runs offline. GloVe
gave the paper's models a vector for every word of the fragments from the start; here these words are in the
vocabulary from the start, with random vectors.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from provenli import papers
from provenli.errors import InputError
from provenli.studies.recipes import Chosen, Cut, Data, Outside, Parts, Training, Words
from provenli.studies.study import Ask, Cell, Entry, Figure, Files, Finding, Line, Published, Row, Study, Table

LOGIC = ("negation", "boolean_coordination", "quantifier", "counting", "conditional", "comparative")
MONOTONICITY = ("monotonicity_simple", "monotonicity_hard")
ALL = (*LOGIC, *MONOTONICITY)
ORIGINAL = "monotonicity_simple"
"""Without a file: a fragment that models learn well, since only then there is something to lose."""
CHALLENGES = tuple(f for f in ALL if f != ORIGINAL)
DOSES = (50, 100, 250, 500, 1000, 2000, 3000)
COLUMNS: Mapping[str, tuple[str, ...]] = {"Logic (avg. of 6)": LOGIC, "Monotonicity (avg. of 2)": MONOTONICITY}


@dataclass(frozen=True, slots=True)
class Kind:
    """A model and preset; what the paper's Table 1 says of it: `trained` on the fragments, `before` and `after`
    re-training: logic, monotonicity and the original task (SNLI test; MNLI dev)."""

    name: str
    model: str
    preset: str = "default"
    trained: tuple[float, ...] = ()
    before: tuple[float, ...] = ()
    after: tuple[float, ...] = ()


KINDS: Mapping[str, Kind] = {
    "majority": Kind("Majority Baseline", "majority", trained=(34.6, 34.0)),
    "hypothesis-only": Kind("Hypothesis-Only biLSTM", "bilstm_max", "hypothesis-only", (49.3, 56.7)),
    "premise-only": Kind("Premise-Only biLSTM", "bilstm_max", "premise-only", (44.3, 57.4)),
    "both": Kind("Premise+Hyp. biLSTM", "bilstm_max", "both", (52.0, 59.1)),
    "decomposable_attention": Kind(
        "Decomp-Attn", "decomposable_attention", before=(42.1, 48.4, 86.4), after=(71.7, 93.5, 66.1)
    ),
    "esim": Kind("ESIM", "esim", before=(44.3, 62.8, 88.5), after=(86.4, 96.5, 72.0)),
    "transformer": Kind("BERT", "transformer", before=(46.1, 56.8, 90.7), after=(98.0, 97.8, 83.7)),
}
TRAINED_AGAIN = ("decomposable_attention", "esim", "transformer")


@dataclass(frozen=True, slots=True)
class FragmentsScale:
    """`size`: training pairs of a fragment. `doses`: by fragment, those that are inoculated. `fewer`: doses from
    scratch. `tried`: J settings of inoculation, by model."""

    size: int
    outside: int | None
    fragments: tuple[str, ...]
    kinds: tuple[str, ...]
    changes: Mapping[str, Words]
    doses: Mapping[str, tuple[int, ...]]
    fewer: Mapping[str, tuple[int, ...]]
    tried: Mapping[str, Sequence[Words]]
    original: str = ORIGINAL


def _brief(epochs: int, width: int) -> Words:
    return (("epochs", str(epochs)), ("embedding", str(width)), ("hidden", str(width)))


def _tried(rates: Sequence[str], epochs: Sequence[int], more: Words = ()) -> list[Words]:
    """The paper searches learning rates and numbers of iterations; it gives no list."""
    return [(("epochs", str(e)), ("learning_rate", r), *more) for r, e in product(rates, epochs)]


def _wide(width: int) -> Words:
    return (("embedding", str(width)), ("hidden", str(width)), ("batch", "32"))


SCALES: Mapping[str, FragmentsScale] = {
    "smoke": FragmentsScale(
        150,
        200,
        ("quantifier", "conditional"),
        ("majority", "decomposable_attention"),
        dict.fromkeys(KINDS, _brief(1, 10)),
        {"quantifier": (30, 60)},
        {"quantifier": (30,)},
        {"decomposable_attention": _tried(("0.001", "0.0001"), (1,), _wide(10))},
        "conditional",
    ),
    "small": FragmentsScale(
        3_000,
        10_000,
        ALL,
        tuple(k for k in KINDS if k != "transformer"),
        {**dict.fromkeys(KINDS, _brief(5, 50)), "decomposable_attention": _brief(15, 100), "esim": _brief(6, 50)},
        {f: (50, 250, 1000, 3000) if f in ("quantifier", "comparative") else (3000,) for f in CHALLENGES},
        dict.fromkeys(("comparative", "monotonicity_simple"), (50, 250, 1000)),
        {
            "decomposable_attention": _tried(("0.002", "0.0005", "0.0001"), (6,), _wide(100)),
            "esim": _tried(("0.002", "0.0005", "0.0001"), (3,), _wide(50)),
        },
    ),
    "paper": FragmentsScale(
        3_000,
        None,
        ALL,
        tuple(KINDS),
        {},
        dict.fromkeys(ALL, DOSES),
        dict.fromkeys(ALL, DOSES[:-1]),
        {
            **dict.fromkeys(TRAINED_AGAIN, _tried(("0.002", "0.001", "0.0005", "0.0002", "0.0001"), (5, 20))),
            "transformer": _tried(("0.00005", "0.00002", "0.00001"), (1, 3)),
        },
    ),
}


def cells(name: str, files: Files) -> list[Cell]:
    scale = SCALES[name]
    own = original(scale, files)
    found = []
    for f in scale.fragments:
        asks = (Ask("dev"), Ask("test"), *((Ask("paraphrased_dev"),) if f in MONOTONICITY else ()))
        found += [Cell(f"scratch-{f}/{k}", _scratch(k, parts(f, scale), scale), asks) for k in scale.kinds]
    for kind in (k for k in TRAINED_AGAIN if k in scale.kinds):
        found += [
            Cell(f"scratch-{f}-{k}/{kind}", _scratch(kind, dose(f, k, scale), scale), (Ask("dev"),))
            for f, doses in scale.fewer.items()
            for k in doses
        ]
        found += _inoculated(kind, own, scale)
    return found


def parts(fragment: str, scale: FragmentsScale) -> Parts:
    """3:1:1; monotonicity has one part more, with other words."""
    return Parts(Data(fragment, scale.size // 3 * (6 if fragment in MONOTONICITY else 5)))


def dose(fragment: str, k: int, scale: FragmentsScale) -> Parts:
    made = parts(fragment, scale).made
    assert isinstance(made, Data)
    doses = sorted({*scale.doses.get(fragment, ()), *scale.fewer.get(fragment, ())})
    cut = Cut("inoculation", (("pairs", made),), (("doses", ",".join(map(str, doses))),))
    return Parts(cut, f"dose-{k:05}")


def original(scale: FragmentsScale, files: Files) -> Parts:
    if not files:
        return parts(scale.original, scale)
    if lacking := {"original", "original-test"} - set(files):
        raise InputError(f"--file {min(lacking)}=PATH is missing: training and test of the original task come together")
    return Parts(Outside((files["original"],), files["original-test"], scale.outside))


def _scratch(kind: str, own: Parts, scale: FragmentsScale, knows: tuple[Parts, ...] = ()) -> Training:
    model = KINDS[kind].model
    changes = () if model == "majority" else scale.changes.get(kind, ())
    return Training(model, own, KINDS[kind].preset, changes, knows=knows or (own,))


def _inoculated(kind: str, own: Parts, scale: FragmentsScale) -> list[Cell]:
    """Before any dose, and after each."""
    challenges = {f: parts(f, scale) for f in scale.fragments if parts(f, scale) != own}
    first = _scratch(kind, own, scale, tuple(dict.fromkeys((own, *challenges.values()))))
    found = [Cell(f"before/{kind}", first, (Ask("test", name="original", parts=own),))]
    found += [
        Cell(f"before-{f}/{kind}", first, (Ask("test", name="challenge", parts=p),)) for f, p in challenges.items()
    ]
    for f, doses in scale.doses.items():
        if f not in challenges:
            continue
        asks = (Ask("test", name="original", parts=own), Ask("test", name="challenge", parts=challenges[f]))
        for k in doses:
            given = dose(f, k, scale)
            tried = tuple(Training(first.model, given, first.preset, s, 0, first) for s in scale.tried[kind])
            found.append(Cell(f"dose-{f}-{k}/{kind}", Chosen(tried, (challenges[f], own)), asks))
    return found


# --- what is shown ---


def table_1() -> Table:
    def told(numbers: tuple[float, ...], which: int, row: str, column: str) -> Published | None:
        return Published(numbers[which], None, f"Richardson et al. 2020, Table 1, {row}, {column}") if numbers else None

    rows = []
    for key, kind in KINDS.items():
        label = f"{kind.name}, from scratch" if key in TRAINED_AGAIN else kind.name
        rows.append(
            Row(
                label,
                {
                    c: Entry(
                        tuple(f"scratch-{f}/{key}" for f in fs), ("test",), "", told(kind.trained, k, kind.name, c)
                    )
                    for k, (c, fs) in enumerate(COLUMNS.items())
                },
            )
        )
    for key in TRAINED_AGAIN:
        kind = KINDS[key]
        shown = {
            c: _zero(key, fs, told(kind.before, k, f"{kind.name} (SNLI)", c))
            for k, (c, fs) in enumerate(COLUMNS.items())
        }
        snli = told(kind.before, 2, f"{kind.name} (SNLI)", "SNLI Test")
        rows.append(
            Row(
                f"{kind.name}, of the original task",
                {**shown, "Original task": Entry((f"before/{key}",), ("original",), "", snli)},
            )
        )
    for key in TRAINED_AGAIN:
        kind = KINDS[key]
        shown = {
            c: _retrained(key, fs, "challenge", told(kind.after, k, f"{kind.name} (+frag)", c))
            for k, (c, fs) in enumerate(COLUMNS.items())
        }
        mnli = told(kind.after, 2, f"{kind.name} (+frag)", "MNLI Dev")
        rows.append(Row(f"{kind.name}, re-trained", {**shown, "Original task": _retrained(key, ALL, "original", mnli)}))
    return Table(
        "table-1",
        "Baselines, and models before and after re-training",
        (*COLUMNS, "Original task"),
        tuple(rows),
        NOTE_1,
    )


def _zero(key: str, fragments: Sequence[str], published: Published | None) -> Entry:
    return Entry(tuple(f"before-{f}/{key}" for f in fragments if f != ORIGINAL), ("challenge",), "", published)


def _retrained(key: str, fragments: Sequence[str], test: str, published: Published | None) -> Entry:
    chosen = tuple(f"dose-{f}-{DOSES[-1]}/{key}" for f in fragments if f != ORIGINAL)
    return Entry(chosen, (test,), "", published)


NOTE_1 = (
    "Of the original task, and re-trained: monotonicity is monotonicity_hard alone here, without monotonicity_simple, "
    "which is the original task unless --file names another. The published numbers of that column are of SNLI (before) "
    "and MNLI (after, a mean over fragments), so they compare only if these are the files. Re-trained: with 3,000 "
    "examples; the paper does not say with how many. Breaking NLI is not among our data."
)


def by_fragment() -> Table:
    rows = [Row(f, {k: Entry((f"scratch-{f}/{k}",)) for k in KINDS}) for f in ALL]
    rows += [
        Row(f"{f}, paraphrased", {k: Entry((f"scratch-{f}/{k}",), ("paraphrased_dev",)) for k in KINDS})
        for f in MONOTONICITY
    ]
    return Table("by-fragment", "From scratch, by fragment (test)", tuple(KINDS), tuple(rows))


def figure_5(kind: str) -> Figure:
    def cell(fragment: str, k: int) -> str:
        return f"scratch-{fragment}/{kind}" if k == DOSES[-1] else f"scratch-{fragment}-{k}/{kind}"

    lines = tuple(Line(f, tuple((str(k), Entry((cell(f, k),), ("dev",))) for k in DOSES)) for f in ALL)
    note = "Figure 5 of Richardson et al. 2020 (dev), whose numbers are not in print."
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
        f"Figure {figure} of Richardson et al. 2020, whose numbers are not in print. "
        "Each point is the best of several settings "
        "by the mean of dev scores on both tasks; of each the best epoch on the challenge is kept."
    )
    return Figure(f"inoculation-{fragment}", f"Inoculation with {fragment}", "examples of the challenge", lines, note)


def _alone(kind: str) -> Entry:
    return Entry(tuple(f"scratch-{f}/{kind}" for f in LOGIC))


FINDINGS = (
    Finding(
        "From the hypothesis alone little can be told: near majority (logic)",
        "Richardson et al. 2020, Table 1",
        _alone("hypothesis-only"),
        _alone("majority"),
        20,
        near=True,
    ),
    *(
        Finding(
            f"{KINDS[kind].name} of another task knows little of the logic fragments; re-trained it knows much more",
            "Richardson et al. 2020, Table 1",
            _retrained(kind, LOGIC, "challenge", None),
            _zero(kind, LOGIC, None),
            20,
        )
        for kind in ("esim", "decomposable_attention")
    ),
    *(
        Finding(
            f"{KINDS[kind].name} re-trained loses little on its first task (before against after)",
            "Richardson et al. 2020, Table 1",
            Entry((f"before/{kind}",), ("original",)),
            _retrained(kind, ALL, "original", None),
            10,
            near=True,
        )
        for kind in ("esim", "decomposable_attention")
    ),
    Finding(
        "Decomposable attention, blind to word order, does not master comparatives; ESIM does better",
        "Richardson et al. 2020, section 4",
        Entry((f"dose-comparative-{DOSES[-1]}/esim",), ("challenge",)),
        Entry((f"dose-comparative-{DOSES[-1]}/decomposable_attention",), ("challenge",)),
        5,
    ),
)
STUDY = Study(
    "fragments",
    "can models master a fragment, and keep what they knew?",
    papers.FRAGMENTS,
    cells,
    (table_1(), by_fragment(), *map(figure_5, TRAINED_AGAIN), *map(inoculation, CHALLENGES)),
    {"smoke": 1, "small": 1, "paper": 5},
    {
        "original": "NLI pairs to train the original task on, such as the training part of SNLI",
        "original-test": "NLI pairs to test the original task on",
    },
    FINDINGS,
)
