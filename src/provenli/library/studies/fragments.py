"""Paper 004: baselines and models trained from scratch on eight fragments (Table 1, Figure 5), and inoculation: a model
of one fragment gets more and more examples of another (Figures 6 and 7).

Cells: `scratch-FRAGMENT/MODEL`, `before-FRAGMENT/MODEL`, `dose-FRAGMENT-K/MODEL`. The paper inoculates models of SNLI
and MNLI; here the original task is the fragment boolean_coordination, so that the whole runs offline. A model that goes
on keeps its vocabulary: words that boolean_coordination lacks stay unknown to it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from provenli.study.recipes import Cut, Data, Parts, Training, Words
from provenli.study.study import Ask, Cell, Entry, Figure, Files, Line, Published, Row, Study, Table

LOGIC = ("negation", "boolean_coordination", "quantifier", "counting", "conditional", "comparative")
MONOTONICITY = ("monotonicity_simple", "monotonicity_hard")
ORIGINAL = "boolean_coordination"
INOCULATED = ("negation", "comparative")


@dataclass(frozen=True, slots=True)
class Kind:
    """A model and preset of the study; `logic`, `monotonicity`: accuracies in the paper's Table 1."""

    name: str
    model: str
    preset: str = "default"
    logic: float | None = None
    monotonicity: float | None = None


KINDS: Mapping[str, Kind] = {
    "majority": Kind("Majority Baseline", "majority", logic=34.6, monotonicity=34.0),
    "hypothesis-only": Kind("Hypothesis-Only biLSTM", "bilstm_max", "hypothesis-only", 49.3, 56.7),
    "premise-only": Kind("Premise-Only biLSTM", "bilstm_max", "premise-only", 44.3, 57.4),
    "both": Kind("Premise+Hyp. biLSTM", "bilstm_max", "both", 52.0, 59.1),
    "decomposable_attention": Kind("Decomp-Attn, from scratch", "decomposable_attention"),
    "esim": Kind("ESIM, from scratch", "esim"),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Scale:
    """`size`: of a fragment, all parts. `changes`: settings of every network."""

    size: int | None
    fragments: tuple[str, ...]
    kinds: tuple[str, ...]
    doses: tuple[int, ...]
    inoculated: tuple[str, ...]
    changes: Mapping[str, Words]


def _brief(epochs: str, width: str) -> Words:
    return (("epochs", epochs), ("embedding", width), ("hidden", width))


SCALES: Mapping[str, Scale] = {
    "smoke": Scale(300, ("negation", "monotonicity_simple"), ("majority", "decomposable_attention"), (50, 100),
                   ("negation",), dict.fromkeys(KINDS, _brief("1", "20"))),
    "small": Scale(None, (*LOGIC, *MONOTONICITY), tuple(KINDS), (50, 250, 1000, 3000), INOCULATED, {
        **dict.fromkeys(KINDS, _brief("5", "60")), "decomposable_attention": _brief("15", "100"),
        "esim": _brief("4", "50")}),
    "paper": Scale(None, (*LOGIC, *MONOTONICITY), tuple(KINDS), (50, 100, 250, 500, 1000, 2000, 3000),
                   tuple(f for f in (*LOGIC, *MONOTONICITY) if f != ORIGINAL), {}),
}  # fmt: skip
TRAINED_AGAIN = ("decomposable_attention", "esim")
PARAPHRASED = Ask("paraphrased_dev")


def cells(name: str, files: Files) -> list[Cell]:
    del files
    scale = SCALES[name]
    found = []
    for f in scale.fragments:
        asks = (Ask("test"), PARAPHRASED) if f in MONOTONICITY else (Ask("test"),)
        found += [Cell(f"scratch-{f}/{k}", _training(k, Parts(Data(f, scale.size)), scale), asks) for k in scale.kinds]
    for kind in (k for k in TRAINED_AGAIN if k in scale.kinds):
        found += [c for f in scale.inoculated for c in _inoculated(kind, f, scale)]
    return found


def _training(kind: str, parts: Parts, scale: Scale, start: Training | None = None) -> Training:
    model = KINDS[kind].model
    changes = () if model == "majority" else scale.changes.get(kind, ())
    return Training(model, parts, KINDS[kind].preset, changes, 0, start)


def _inoculated(kind: str, fragment: str, scale: Scale) -> list[Cell]:
    """Before any dose, and after each."""
    own = Parts(Data(ORIGINAL, scale.size))
    first = _training(kind, own, scale)
    doses = Cut("inoculation", (("pairs", Data(fragment, scale.size)),), (("doses", ",".join(map(str, scale.doses))),))
    challenge = Parts(Data(fragment, scale.size))
    both = (Ask("test", name="original", parts=own), Ask("test", name="challenge", parts=challenge))
    after = [
        Cell(f"dose-{fragment}-{k}/{kind}", _training(kind, Parts(doses, f"dose-{k:05}"), scale, first), both)
        for k in scale.doses
    ]
    return [Cell(f"before-{fragment}/{kind}", first, both), *after]


def table_1() -> Table:
    columns: Mapping[str, tuple[str, ...]] = {"Logic (avg. of 6)": LOGIC, "Monotonicity (avg. of 2)": MONOTONICITY}
    rows = []
    for key, kind in KINDS.items():
        values = (kind.logic, kind.monotonicity)
        rows.append(Row(kind.name, {
            c: Entry(tuple(f"scratch-{f}/{key}" for f in fs), ("test",), "",
                     None if v is None else Published(v, None, f"paper 004, Table 1, {kind.name}, {c}"))
            for (c, fs), v in zip(columns.items(), values, strict=True)
        }))  # fmt: skip
    return Table("table-1", "Trained on the fragments: baselines and models", tuple(columns), tuple(rows))


def by_fragment() -> Table:
    rows = [Row(f, {k: Entry((f"scratch-{f}/{k}",)) for k in KINDS}) for f in (*LOGIC, *MONOTONICITY)]
    rows += [Row(f"{f}, paraphrased", {k: Entry((f"scratch-{f}/{k}",), ("paraphrased_dev",)) for k in KINDS})
             for f in MONOTONICITY]  # fmt: skip
    note = "As Figure 5 of paper 004, whose numbers are not in print."
    return Table("figure-5", "From scratch, by fragment", tuple(KINDS), tuple(rows), note)


def inoculation(fragment: str) -> Figure:
    doses = SCALES["paper"].doses
    lines = tuple(
        Line(f"{kind}, {task}", (
            ("0", Entry((f"before-{fragment}/{kind}",), (task,))),
            *((str(k), Entry((f"dose-{fragment}-{k}/{kind}",), (task,))) for k in doses)))
        for kind in TRAINED_AGAIN for task in ("challenge", "original")
    )  # fmt: skip
    title = f"Inoculation: a model of {ORIGINAL} learns {fragment}"
    note = "As Figures 6 and 7 of paper 004, whose numbers are not in print; one setting, not the best of many."
    return Figure(f"inoculation-{fragment}", title, "examples of the challenge", lines, note)


STUDY = Study("fragments", "can models master a fragment, and keep what they knew?", "004", cells,
              (table_1(), by_fragment(), *map(inoculation, INOCULATED)),
              {"smoke": 1, "small": 1, "paper": 5})  # fmt: skip
