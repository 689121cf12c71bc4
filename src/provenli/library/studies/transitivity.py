"""Paper 003: train on f(s1) → s1 and s1 → s2, test on f(s1) → s2, cell by cell (Tables 5, 6, 8, 9, 12, 13).

Cells: `SET-SPLIT/MODEL`, where SET is `synthetic` (Boolean pairs) or `natural` (pairs of an NLI file: `--file
pairs=SICK.txt`), and SPLIT is basic, flipped (setting II), templates (setting I) or random (9:1 control). MNLI is not
mixed in.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from provenli.study.recipes import Cut, Data, Parts, Training, Words
from provenli.study.study import Ask, Cell, Entry, Files, Published, Row, Study, Table

KINDS: Mapping[str, str] = {"yes-yes": "yes, yes → yes", "yes-unk": "yes, unk → unk", "unk-yes": "unk, yes → unk",
                            "unk-unk": "unk, unk → unk"}  # fmt: skip
COLUMNS: Mapping[str, str] = {"LSTM": "lstm", "BERT": "transformer"}
VALIDATION: Mapping[str, str] = {"veridical": "validation, f(s1) → s1", "boolean": "validation, s1 → s2"}
Number = tuple[float, float | None]
Numbers = tuple[Number, Number]
"""Mean and standard deviation of LSTM-B and BERT-B."""
TABLE_5: Mapping[str, Numbers] = {
    "yes-yes": ((89.0, 9.1), (100.0, 0.0)), "yes-unk": ((6.3, 12.8), (0.4, 0.7)), "unk-yes": ((93.4, 8.3), (99.4, 9.0)),
    "unk-unk": ((92.1, 7.2), (99.5, 0.5)), "all": ((70.2, 3.4), (75.7, 0.4)),
    "veridical": ((93.3, 11.1), (99.2, 0.2)), "boolean": ((89.2, 3.4), (100.0, 0.0)),
}  # fmt: skip
TABLE_6: Mapping[str, Numbers] = {
    "yes-yes": ((97.1, 2.7), (100.0, 0.0)), "yes-unk": ((0.0, 0.0), (8.9, 7.8)), "unk-yes": ((97.1, 2.7), (100.0, 0.0)),
    "unk-unk": ((97.3, 2.6), (100.0, 0.0)), "all": ((72.9, 2.0), (77.2, 2.0)),
    "veridical": ((82.1, 3.3), (99.2, 0.0)), "boolean": ((81.9, 3.0), (89.1, 2.0)),
}  # fmt: skip
TABLE_8: Mapping[str, Numbers] = {
    "yes-yes": ((97.9, None), (100.0, None)), "yes-unk": ((0.0, None), (2.3, None)),
    "unk-yes": ((99.0, None), (100.0, None)), "unk-unk": ((99.2, None), (100.0, None)),
}  # fmt: skip
TABLE_9: Mapping[str, Numbers] = {
    "yes-yes": ((90.0, None), (93.6, None)), "yes-unk": ((2.2, None), (17.9, None)),
    "unk-yes": ((89.9, None), (94.0, None)), "unk-unk": ((98.3, None), (95.6, None)),
}  # fmt: skip
TABLE_12: Mapping[str, Numbers] = {
    "yes-yes": ((99.8, 0.1), (100.0, 0.0)), "yes-unk": ((99.3, 0.0), (100.0, 0.0)),
    "unk-yes": ((99.4, 0.2), (100.0, 0.0)), "unk-unk": ((99.6, 0.1), (100.0, 0.0)),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Scale:
    """Sizes of boolean, veridical and composite pairs; None: the paper's. `natural`: of each naturalistic set."""

    sizes: tuple[int | None, int | None, int | None]
    natural: int | None
    models: tuple[str, ...]
    changes: Mapping[str, Words]


SCALES: Mapping[str, Scale] = {
    "smoke": Scale((300, 300, 240), 240, ("lstm",), {"lstm": (("epochs", "1"), ("embedding", "20"), ("hidden", "20"))}),
    "small": Scale((None, None, None), 6_000, ("lstm",), {
        "lstm": (("epochs", "15"), ("embedding", "100"), ("hidden", "100"))}),
    "paper": Scale((None, None, None), None, ("lstm", "transformer"), {}),
}  # fmt: skip
PRESETS = {"lstm": "transitivity", "transformer": "default"}
TESTS = tuple(Ask(f"test-{kind}") for kind in KINDS)


def cells(name: str, files: Files) -> list[Cell]:
    scale = SCALES[name]
    found = []
    for split, parts in _synthetic(scale).items():
        found += [_cell(f"synthetic-{split}", m, parts, scale, "boolean") for m in scale.models]
    if "pairs" in files:
        for split, parts in _natural(scale, files["pairs"]).items():
            found += [_cell(f"natural-{split}", m, parts, scale, "pairs") for m in scale.models]
    return found


def _cell(key: str, model: str, parts: Parts, scale: Scale, embedded: str) -> Cell:
    asks = TESTS
    if key.endswith("basic"):
        where = {"veridical": "veridical:", "boolean": f"{embedded}:"}
        asks += tuple(Ask("dev", ids=ids, name=f"dev-{which}") for which, ids in where.items())
    return Cell(f"{key}/{model}", Training(model, parts, PRESETS[model], scale.changes.get(model, ())), asks)


def _synthetic(scale: Scale) -> dict[str, Parts]:
    boolean, veridical, composite = scale.sizes
    other = (("templates", "various"),)
    basics = ("boolean", Data("boolean", boolean))
    plain = (basics, ("veridical", Data("veridical", veridical)), ("transitivity", Data("transitivity", composite)))
    various = (basics, ("veridical", Data("veridical", veridical, 0, other)),
               ("transitivity", Data("transitivity", composite, 0, other)))  # fmt: skip
    return _splits(plain, various, ())


def _natural(scale: Scale, file: str) -> dict[str, Parts]:
    taken = (("pairs", file),)
    other = (*taken, ("templates", "various"))
    sets = ("veridical", "transitivity")
    plain = tuple((f, Data(f, scale.natural, 0, taken)) for f in sets)
    various = tuple((f, Data(f, scale.natural, 0, other)) for f in sets)
    return _splits(plain, various, taken)


Sets = tuple[tuple[str, Data], ...]


def _splits(plain: Sets, various: Sets, options: Words) -> dict[str, Parts]:
    basic = Cut("transitivity", plain, options)
    return {
        "basic": Parts(basic, "basic"),
        "flipped": Parts(basic, "flipped"),
        "templates": Parts(Cut("transitivity", various, options), "templates"),
        "random": Parts(Cut("random-control", plain[-1:]), "random"),
    }


def table(name: str, title: str, key: str, numbers: Mapping[str, Numbers], source: str, note: str = "") -> Table:
    def entry(which: str, column: str) -> Entry:
        tests = tuple(f"test-{k}" for k in KINDS) if which == "all" else (
            f"dev-{which}" if which in VALIDATION else f"test-{which}",)  # fmt: skip
        published = None
        if source:
            value, spread = numbers[which][list(COLUMNS).index(column)]
            kind = "standard deviation of 5 runs" if spread is not None else ""
            published = Published(value, spread, f"paper 003, {source}, {labels[which]}, {column}", kind)
        return Entry((f"{key}/{COLUMNS[column]}",), tests, "", published)

    labels = {**KINDS, "all": "test overall", **VALIDATION}
    rows = tuple(Row(labels[which], {c: entry(which, c) for c in COLUMNS}) for which in numbers)
    return Table(name, title, tuple(COLUMNS), rows, note)


NATURAL = "Needs pairs of people's: `--file pairs=SICK_train.txt`."
OUTPUTS = (
    table("table-5", "Composites of Boolean pairs, trained on the basics", "synthetic-basic", TABLE_5, "Table 5"),
    table("synthetic-templates", "… with various templates", "synthetic-templates", TABLE_8, "",
          "The paper has this setting for naturalistic pairs only."),
    table("synthetic-flipped", "… with a tenth of the veridical labels flipped", "synthetic-flipped", TABLE_9, "",
          "The paper has this setting for naturalistic pairs only."),
    table("table-12", "Composites against composites, 9:1", "synthetic-random", TABLE_12, "Table 12"),
    table("table-6", "Composites of naturalistic pairs, trained on the basics", "natural-basic", TABLE_6, "Table 6",
          NATURAL),
    table("table-8", "… with various templates (setting I)", "natural-templates", TABLE_8, "Table 8", NATURAL),
    table("table-9", "… with a tenth of the veridical labels flipped (setting II)", "natural-flipped", TABLE_9,
          "Table 9", NATURAL),
)  # fmt: skip
STUDY = Study("transitivity", "do models put two inferences together?", "003", cells, OUTPUTS,
              {"smoke": 1, "small": 3, "paper": 5},
              {"pairs": "NLI pairs s1 → s2, such as the training part of SICK"})  # fmt: skip
