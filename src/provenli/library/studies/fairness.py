"""Paper 001: models on the hardest fair task (Table 3), on easier ones (Figure 5, right), with and without intermediate
predictions (section 6). Ours and the memorising learner are rows too.

Cells: `hardest/MODEL` (ratio 0, Table 3), `ratio-R/MODEL` (Figure 5), `without/MODEL` (no intermediate predictions).
Figure 5 has no numbers in print, so there is nothing to stand beside.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from provenli.study.recipes import Data, Memorising, Parts, Training, Words
from provenli.study.study import Ask, Cell, Entry, Figure, Files, Line, Published, Row, Study, Table

MODELS = (
    "cbow", "tree_nn", "lstm", "attention_lstm", "comp_tree_nn", "comp_tree_ntn", "label_bottleneck", "interchange",
)  # fmt: skip
NAMES: Mapping[str, str] = {
    "cbow": "CBoW", "tree_nn": "TreeNN", "lstm": "LSTM encoder", "attention_lstm": "Attention LSTM",
    "comp_tree_nn": "CompTreeNN", "comp_tree_ntn": "CompTreeNTN", "label_bottleneck": "label bottleneck (ours)",
    "interchange": "interchange (ours)", "memorising": "memorising learner",
}  # fmt: skip
TABLE_3: Mapping[str, tuple[float, float]] = {
    "cbow": (53.99, 0.27), "tree_nn": (53.73, 8.36), "lstm": (52.51, 2.78), "attention_lstm": (47.28, 0.95),
    "comp_tree_nn": (80.21, 7.71), "comp_tree_ntn": (90.32, 2.71),
}  # fmt: skip
DEV: Mapping[str, tuple[float, float]] = {
    "cbow": (54.18, 0.17), "tree_nn": (54.01, 8.40), "lstm": (53.14, 2.45), "attention_lstm": (47.52, 0.43),
    "comp_tree_nn": (80.17, 7.53), "comp_tree_ntn": (90.45, 2.48),
}  # fmt: skip
RATIOS = ("0", "1/16", "1/8", "1/4", "1/2", "3/4", "1")


@dataclass(frozen=True, slots=True)
class Scale:
    """`size`: all parts together. `ratios`: of Figure 5, with these models; `changes`: settings by model."""

    size: int | None
    models: tuple[str, ...]
    ratios: tuple[str, ...]
    easier: tuple[str, ...]
    without: tuple[str, ...]
    changes: Mapping[str, Words]


SCALES: Mapping[str, Scale] = {
    "smoke": Scale(3_000, ("cbow", "comp_tree_nn", "label_bottleneck"), ("0", "1"), ("label_bottleneck",), (),
                   dict.fromkeys(MODELS, (("epochs", "1"), ("embedding", "20"), ("hidden", "20")))),
    # Sized for two cores and half an hour: fewer pairs, fewer epochs, and a narrow tensor network.
    "small": Scale(62_400, MODELS, ("0", "1/8", "1/2", "1"), ("cbow", "comp_tree_nn", "label_bottleneck"),
                   ("cbow", "comp_tree_nn"), {
        "cbow": (("epochs", "4"), ("batch", "256")), "tree_nn": (("epochs", "3"), ("batch", "256")),
        "lstm": (("epochs", "2"), ("batch", "256")), "attention_lstm": (("epochs", "1"), ("batch", "256")),
        "comp_tree_nn": (("epochs", "4"),),
        "comp_tree_ntn": (("epochs", "2"), ("batch", "256"), ("embedding", "25"), ("hidden", "25")),
        "label_bottleneck": (("epochs", "6"), ("batch", "256")), "interchange": (("epochs", "3"),)}),
    "paper": Scale(None, MODELS, RATIOS, MODELS, MODELS, {"lstm": (("epochs", "10"),)}),
}  # fmt: skip
PRESETS = {"lstm": "fair"}


def parts(size: int | None, ratio: str) -> Parts:
    return Parts(Data("fair", size, 1, (("ratio", ratio),)))


def training(model: str, scale: Scale, ratio: str, more: Words = ()) -> Training:
    settings = (*scale.changes.get(model, ()), *more)
    return Training(model, parts(scale.size, ratio), PRESETS.get(model, "default"), settings)


def cells(name: str, files: Files) -> list[Cell]:
    del files
    scale = SCALES[name]
    both = (Ask("dev"), Ask("test"))
    found = [Cell(f"hardest/{m}", training(m, scale, "0"), both) for m in scale.models]
    found.append(Cell("hardest/memorising", Memorising(parts(scale.size, "0")), both))
    easier = [r for r in scale.ratios if r != "0"]  # 0 is the hardest
    found += [Cell(f"ratio-{slug(r)}/{m}", training(m, scale, r)) for r in easier for m in scale.easier]
    without = (("node_tasks", "no"),)
    return found + [Cell(f"without/{m}", training(m, scale, "0", without)) for m in scale.without]


def slug(ratio: str) -> str:
    return ratio.replace("/", "-")


def _published(given: Mapping[str, tuple[float, float]], model: str, column: str) -> Published | None:
    if model not in given:
        return None
    return Published(*given[model], f"paper 001, Table 3, {NAMES[model]}/{column}", "95% interval of 5 runs")


def table_3() -> Table:
    rows = tuple(
        Row(NAMES[m], {c: Entry((f"hardest/{m}",), (p,), "", _published(given, m, c))
                       for c, p, given in (("Dev", "dev", DEV), ("Test", "test", TABLE_3))})
        for m in (*MODELS, "memorising")
    )  # fmt: skip
    note = "The memorising learner gets everything right if the training part is fair, which needs about 500,000 pairs."
    return Table("table-3", "The hardest fair task (ratio 0)", ("Dev", "Test"), rows, note)


def intermediate() -> Table:
    rows = tuple(Row(NAMES[m], {"with": Entry((f"hardest/{m}",)), "without": Entry((f"without/{m}",))}) for m in MODELS)
    note = 'The paper gives no numbers: "All models fail … when these intermediate values are withheld" (section 6).'
    return Table("intermediate", "With and without intermediate predictions (ratio 0)", ("with", "without"), rows, note)


def figure_5() -> Figure:
    def key(ratio: str, model: str) -> str:
        return f"hardest/{model}" if ratio == "0" else f"ratio-{slug(ratio)}/{model}"

    lines = tuple(Line(NAMES[m], tuple((r, Entry((key(r, m),))) for r in RATIOS)) for m in MODELS)
    return Figure("figure-5-right", "From the hardest task to memorisation", "ratio", lines,
                  "Figure 5 of paper 001, right; its numbers are not in print.")  # fmt: skip


STUDY = Study("fairness", "fair generalisation: does a model compose what it was shown?", "001", cells,
              (table_3(), figure_5(), intermediate()), {"smoke": 1, "small": 2, "paper": 5})  # fmt: skip
