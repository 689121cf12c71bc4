"""Geiger et al. 2019: models on the hardest fair task (Table 3; epoch by epoch in Figure 5, left), on easier ones
(Figure 5, right), with and without intermediate predictions (section 6), twice as wide (section 7). Ours and the
memorising learner are rows too.

Cells: `hardest/MODEL` (ratio 0, Table 3), `ratio-R/MODEL` (Figure 5), `without/MODEL` (no intermediate predictions),
`wide/MODEL` (200 dimensions). Figure 5 and section 7 have no numbers in print, so there is nothing to stand beside.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from provenli import papers
from provenli.library.studies.encoders import ASKED, LABELS, NARROW_TENSORS, PAIRS, SAID, sampled, tuned
from provenli.studies.recipes import Data, Memorising, Parts, Training, Words
from provenli.studies.study import (
    Ask,
    Cell,
    Entry,
    Epochs,
    Figure,
    Files,
    Finding,
    Line,
    Published,
    Study,
    Table,
    TableRow,
)

MODELS = (
    "cbow",
    "tree_nn",
    "lstm",
    "attention_lstm",
    "comp_tree_nn",
    "comp_tree_ntn",
    "label_bottleneck",
    "interchange",
)
NAMES: Mapping[str, str] = {
    "cbow": "CBoW",
    "tree_nn": "TreeNN",
    "lstm": "LSTM encoder",
    "attention_lstm": "Attention LSTM",
    "comp_tree_nn": "CompTreeNN",
    "comp_tree_ntn": "CompTreeNTN",
    "label_bottleneck": "label bottleneck (ours)",
    "interchange": "interchange (ours)",
    **{k: f"{label}, {PAIRS:,} pairs" for k, label in LABELS.items()},
    "memorising": "memorising learner",
}
ROWS = (*MODELS, *LABELS)
# Mean and 95% interval.
TABLE_3: Mapping[str, Mapping[str, tuple[float, float]]] = {
    "cbow": {"Train": (88.04, 0.68), "Dev": (54.18, 0.17), "Test": (53.99, 0.27)},
    "tree_nn": {"Train": (67.01, 12.71), "Dev": (54.01, 8.40), "Test": (53.73, 8.36)},
    "lstm": {"Train": (98.43, 0.41), "Dev": (53.14, 2.45), "Test": (52.51, 2.78)},
    "attention_lstm": {"Train": (73.66, 9.97), "Dev": (47.52, 0.43), "Test": (47.28, 0.95)},
    "comp_tree_nn": {"Train": (99.65, 0.42), "Dev": (80.17, 7.53), "Test": (80.21, 7.71)},
    "comp_tree_ntn": {"Train": (99.92, 0.08), "Dev": (90.45, 2.48), "Test": (90.32, 2.71)},
}
WIDE: Words = (("embedding", "200"), ("hidden", "200"))
SAMPLE = 10_000
"""How many training pairs the accuracy is shown on: as many as the paper's dev and test parts have."""
RATIOS = ("0", "1/16", "1/8", "1/4", "1/2", "3/4", "1")


@dataclass(frozen=True, slots=True)
class FairnessScale:
    """`size`: the pairs of all parts together. `ratios`: those of Figure 5, with these models. `changes`: settings by
    model. If there are fewer seeds than the study's: `seeds` for the hardest task, by model, and `other_seeds` for
    everything else."""

    size: int | None
    models: tuple[str, ...]
    ratios: tuple[str, ...]
    easier: tuple[str, ...]
    without: tuple[str, ...]
    wide: tuple[str, ...]
    changes: Mapping[str, Words]
    seeds: Mapping[str, int] = field(default_factory=dict)
    other_seeds: int | None = None


SCALES: Mapping[str, FairnessScale] = {
    "smoke": FairnessScale(
        3_000,
        ("cbow", "comp_tree_nn", "label_bottleneck"),
        ("0", "1"),
        ("label_bottleneck",),
        (),
        ("cbow",),
        dict.fromkeys(MODELS, (("epochs", "1"), ("embedding", "20"), ("hidden", "20"))),
    ),
    # Sized for two cores and a quarter of an hour: as few pairs as are fair, few epochs, a narrow tensor network.
    "small": FairnessScale(
        104_000,
        MODELS,
        ("0", "1/8", "1/2", "1"),
        ("cbow", "comp_tree_nn", "label_bottleneck"),
        ("cbow", "comp_tree_nn"),
        ("cbow", "comp_tree_nn", "label_bottleneck"),
        {
            "cbow": (("epochs", "3"), ("batch", "256")),
            "tree_nn": (("epochs", "2"), ("batch", "256")),
            "lstm": (("epochs", "2"), ("batch", "256")),
            "attention_lstm": (("epochs", "1"), ("batch", "256")),
            "comp_tree_nn": (("epochs", "3"),),
            "comp_tree_ntn": (("epochs", "3"), ("embedding", "25"), ("hidden", "25"), *NARROW_TENSORS),
            "label_bottleneck": (("epochs", "3"), ("batch", "256")),
            "interchange": (("epochs", "4"), ("batch", "256")),
        },
        # Runs of the two that compose differ most, and most depends on them: four seeds.
        {
            **dict.fromkeys(("tree_nn", "lstm", "attention_lstm"), 1),
            **dict.fromkeys(("cbow", "label_bottleneck", "interchange"), 2),
        },
        1,
    ),
    # The paper's pairs. The tensor network has its width and three epochs; the rest is as long as three hours allow.
    "medium": FairnessScale(
        None,
        (
            "comp_tree_nn",
            "cbow",
            "label_bottleneck",
            "transformer",
            "not-pretrained",
            "comp_tree_ntn",
            "tree_nn",
            "lstm",
            "attention_lstm",
            "interchange",
        ),
        ("0", "1", "1/2", "1/8"),
        ("cbow", "comp_tree_nn"),
        ("cbow", "comp_tree_nn"),
        ("cbow", "comp_tree_nn"),
        {
            "cbow": (("epochs", "3"), ("batch", "256")),
            "tree_nn": (("epochs", "2"), ("batch", "256")),
            "lstm": (("epochs", "1"), ("batch", "256")),
            "attention_lstm": (("epochs", "1"), ("batch", "256")),
            "comp_tree_nn": (("epochs", "20"),),
            "comp_tree_ntn": (("epochs", "3"),),
            "label_bottleneck": (("epochs", "2"), ("batch", "256")),
            "interchange": (("epochs", "2"), ("batch", "256")),
            **dict.fromkeys(LABELS, (("epochs", "2"),)),
        },
        # Runs of CompTreeNN differ by ten points and more.
        dict.fromkeys((*(m for m in MODELS if m != "comp_tree_nn"), *LABELS), 1),
        1,
    ),
    "paper": FairnessScale(None, MODELS, RATIOS, MODELS, MODELS, MODELS, {"lstm": (("epochs", "10"),)}),
}
PRESETS = {"lstm": "fair"}


def parts(size: int | None, ratio: str) -> Parts:
    return Parts(Data("fair", size, 1, (("ratio", ratio), ("cover", "most"))))


def training(model: str, scale: FairnessScale, ratio: str, more: Words = ()) -> Training:
    settings = (*scale.changes.get(model, ()), *more)
    if model in LABELS:
        return tuned(model, parts(scale.size, ratio), settings, PAIRS)
    return Training(model, parts(scale.size, ratio), PRESETS.get(model, "default"), settings)


def cells(name: str, files: Files) -> list[Cell]:
    del files
    scale = SCALES[name]
    three = (Ask("train", most=SAMPLE), Ask("dev"), Ask("test"))
    one = (Ask("test"),)

    def cell(group: str, model: str, ratio: str, asks: tuple[Ask, ...] = one, more: Words = ()) -> Cell:
        seeds = scale.seeds.get(model) if group == "hardest" else scale.other_seeds
        asked = sampled(asks, ASKED) if model in LABELS else asks
        return Cell(f"{group}/{model}", training(model, scale, ratio, more), asked, seeds)

    found = [cell("hardest", m, "0", three) for m in scale.models]
    found.append(Cell("hardest/memorising", Memorising(parts(scale.size, "0")), three))
    easier = [r for r in scale.ratios if r != "0"]  # 0 is the hardest
    found += [cell(f"ratio-{slug(r)}", m, r) for r in easier for m in scale.easier]
    found += [cell("without", m, "0", more=(("node_tasks", "no"),)) for m in scale.without]
    return found + [cell("wide", m, "0", more=WIDE) for m in scale.wide]


def slug(ratio: str) -> str:
    return ratio.replace("/", "-")


def _published(model: str, column: str) -> Published | None:
    if model not in TABLE_3:
        return None
    source = f"Geiger et al. 2019, Table 3, {NAMES[model]}/{column}"
    return Published(*TABLE_3[model][column], source, "95% interval of 5 runs")


def table_3() -> Table:
    columns = ("Train", "Dev", "Test")
    rows = tuple(
        TableRow(NAMES[m], {c: Entry((f"hardest/{m}",), (c.lower(),), "", _published(m, c)) for c in columns})
        for m in (*ROWS, "memorising")
    )
    note = (
        f"Train: on a sample of {SAMPLE:,} training pairs. The memorising learner gets everything right if the "
        "training part is fair; a small run has 100,000 pairs, which are enough for that, instead of 500,000, and "
        f"fewer epochs, the slow models fewest. {SAID}"
    )
    return Table("table-3", "The hardest fair task (ratio 0)", columns, rows, note)


def figure_5_left() -> Epochs:
    lines = tuple(Line(NAMES[m], (("", Entry((f"hardest/{m}",))),)) for m in MODELS)
    note = (
        "Figure 5 of Geiger et al. 2019, left; its numbers are not in print. Means over seeds. "
        "Of each run the epoch that "
        "is best on dev is kept, so a fall after it does not show in the tables; interchange can fall far after it "
        "was at 99%."
    )
    return Epochs("figure-5-left", "The hardest fair task, epoch by epoch (dev)", "epoch", lines, note)


def wide() -> Table:
    rows = tuple(TableRow(NAMES[m], {"100": Entry((f"hardest/{m}",)), "200": Entry((f"wide/{m}",))}) for m in MODELS)
    note = (
        'The paper gives no numbers: "the trends by epoch and final results are virtually identical with '
        '200-dimensional rather than 100-dimensional representations" (section 7).'
    )
    return Table("wide", "Representations of 100 and of 200 dimensions (ratio 0)", ("100", "200"), rows, note)


def intermediate() -> Table:
    rows = tuple(
        TableRow(NAMES[m], {"with": Entry((f"hardest/{m}",)), "without": Entry((f"without/{m}",))}) for m in MODELS
    )
    note = 'The paper gives no numbers: "All models fail … when these intermediate values are withheld" (section 6).'
    return Table("intermediate", "With and without intermediate predictions (ratio 0)", ("with", "without"), rows, note)


def figure_5() -> Figure:
    def key(ratio: str, model: str) -> str:
        return f"hardest/{model}" if ratio == "0" else f"ratio-{slug(ratio)}/{model}"

    lines = tuple(Line(NAMES[m], tuple((r, Entry((key(r, m),))) for r in RATIOS)) for m in MODELS)
    return Figure(
        "figure-5-right",
        "From the hardest task to memorisation",
        "ratio",
        lines,
        "Figure 5 of Geiger et al. 2019, right; its numbers are not in print.",
    )


ENCODERS = Entry(tuple(f"hardest/{m}" for m in ("cbow", "tree_nn", "lstm", "attention_lstm")))
FINDINGS = (
    Finding(
        "A learner that remembers what it was shown gets the hardest task right: it is fair",
        "Geiger et al. 2019, section 3",
        Entry(("hardest/memorising",)),
        100.0,
        0.1,
        near=True,
    ),
    Finding(
        "CompTreeNN is far ahead of the four models that do not align the sentences (their mean)",
        "Geiger et al. 2019, Table 3",
        Entry(("hardest/comp_tree_nn",)),
        ENCODERS,
        10,
    ),
    Finding(
        "CompTreeNTN is better still",
        "Geiger et al. 2019, Table 3",
        Entry(("hardest/comp_tree_ntn",)),
        Entry(("hardest/comp_tree_nn",)),
        5,
    ),
    Finding(
        "The LSTM encoder gets its training pairs right and not the test",
        "Geiger et al. 2019, Table 3",
        Entry(("hardest/lstm",), ("train",)),
        Entry(("hardest/lstm",)),
        30,
    ),
    Finding(
        "CBoW does better the more of the test's schemas training shows (ratio 1 against 0)",
        "Geiger et al. 2019, Figure 5",
        Entry(("ratio-1/cbow",)),
        Entry(("hardest/cbow",)),
        10,
    ),
    Finding(
        "CompTreeNN fails without intermediate predictions (with against without)",
        "Geiger et al. 2019, section 6",
        Entry(("hardest/comp_tree_nn",)),
        Entry(("without/comp_tree_nn",)),
        10,
    ),
    Finding(
        "200 dimensions change nothing (CompTreeNN)",
        "Geiger et al. 2019, section 7",
        Entry(("wide/comp_tree_nn",)),
        Entry(("hardest/comp_tree_nn",)),
        5,
        near=True,
    ),
)
STUDY = Study(
    "fairness",
    "fair generalisation: does a model compose what it was shown?",
    papers.FAIRNESS,
    cells,
    (table_3(), figure_5_left(), figure_5(), intermediate(), wide()),
    {"smoke": 1, "small": 4, "medium": 3, "paper": 5},
    findings=FINDINGS,
)
