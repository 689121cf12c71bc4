"""Paper 002: models of naturalistic inference on MED, by direction of monotonicity (Table 6), and with HELP added
(Table 7).

All files are the user's: `--file med=MED.tsv --file train=snli_1.0_train.jsonl`, and `--file help=HELP.tsv`.
Cells: `train/MODEL`, `help/MODEL` (the training file with HELP). KIM needs WordNet's files.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from provenli.study.recipes import Outside, Parts, Training, Words
from provenli.study.study import Ask, Cell, Entry, Files, Published, Row, Study, Table

DIRECTIONS: Mapping[str, str] = {"Upward": "upward_monotone", "Downward": "downward_monotone", "Non": "non_monotone"}
COLUMNS = (*DIRECTIONS, "All")
Numbers = tuple[float, float, float, float]
TABLE_6: Mapping[str, tuple[str, Numbers]] = {
    "BiMPM": ("bimpm", (53.5, 57.6, 27.4, 54.6)), "ESIM": ("esim", (71.1, 45.2, 41.8, 53.8)),
    "DeComp": ("decomposable_attention", (66.1, 42.1, 64.4, 51.4)), "KIM": ("kim", (78.8, 30.3, 53.1, 48.0)),
    "BERT": ("transformer", (50.1, 46.8, 7.5, 45.8)),
}  # fmt: skip
TABLE_7: Mapping[str, tuple[str, Numbers]] = {
    "MNLI": ("train", (82.7, 22.8, 52.7, 44.7)), "MNLI+HELP": ("help", (76.0, 70.3, 59.9, 71.6)),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Scale:
    size: int | None
    models: tuple[str, ...]
    augmented: tuple[str, ...]
    settings: Words


SCALES: Mapping[str, Scale] = {
    "smoke": Scale(300, ("decomposable_attention",), ("decomposable_attention",),
                   (("epochs", "1"), ("embedding", "20"), ("hidden", "20"))),
    "small": Scale(20_000, ("bimpm", "esim", "decomposable_attention"), ("esim", "decomposable_attention"),
                   (("epochs", "2"), ("embedding", "60"), ("hidden", "60"))),
    "paper": Scale(None, ("bimpm", "esim", "decomposable_attention", "kim", "transformer"), ("transformer",), ()),
}  # fmt: skip


def cells(name: str, files: Files) -> list[Cell]:
    if not {"med", "train"} <= set(files):
        return []
    scale, asks = SCALES[name], (Ask("test", ("tags",)),)

    def made(key: str, models: tuple[str, ...], *train: str) -> list[Cell]:
        parts = Parts(Outside(train, files["med"], scale.size))
        return [Cell(f"{key}/{m}", Training(m, parts, settings=scale.settings), asks) for m in models]

    found = made("train", ("majority", *scale.models), files["train"])
    return found + (made("help", scale.augmented, files["train"], files["help"]) if "help" in files else [])


def _row(label: str, cell: str, numbers: Numbers, source: str) -> Row:
    entries = {}
    for column, value in zip(COLUMNS, numbers, strict=True):
        by = f"tags={DIRECTIONS[column]}" if column in DIRECTIONS else ""
        entries[column] = Entry((cell,), ("test",), by, Published(value, None, f"{source}, {label}, {column}"))
    return Row(label, entries)


OUTPUTS = (
    Table("table-6", "Models on MED", COLUMNS, tuple(
        _row(label, f"train/{model}", n, "paper 002, Table 6") for label, (model, n) in TABLE_6.items()),
        "The paper trains on SNLI."),
    Table("table-7", "With and without HELP", COLUMNS, tuple(
        _row(label, f"{key}/transformer", n, "paper 002, Table 7") for label, (key, n) in TABLE_7.items()),
        "The paper trains BERT on MultiNLI."),
)  # fmt: skip
STUDY = Study("med", "monotonicity in naturalistic pairs: upward and downward", "002", cells, OUTPUTS,
              {"smoke": 1, "small": 1, "paper": 5},
              {"med": "MED, the test pairs", "train": "NLI pairs to train on, such as SNLI",
               "help": "HELP, to be added to training"})  # fmt: skip
