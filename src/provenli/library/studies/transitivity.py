"""Yanaka et al. 2021: train on f(s1) → s1 and s1 → s2, test on f(s1) → s2, cell by cell (Tables 5, 6, 8, 9, 12, 13),
and with composites of more and more verbs in training (Figures 2, 3).

Cells: `SET-SPLIT/MODEL`, where SET is `synthetic` (Boolean pairs) or `natural` (pairs of an NLI file: `--file
pairs=SICK.txt`, otherwise of another fragment), and SPLIT is basic, flipped (setting II), templates (setting I),
random (9:1 control), or CONDITION-VERBS of the figures. With `--file mnli=FILE` also mnli (that file alone) and mixed
(with the basics).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from provenli import papers
from provenli.studies.recipes import Cut, Data, Parts, Training, Words
from provenli.studies.study import Ask, Cell, Entry, Figure, Files, Finding, Line, Output, Published, Row, Study, Table

KINDS: Mapping[str, str] = {
    "yes-yes": "yes, yes → yes",
    "yes-unk": "yes, unk → unk",
    "unk-yes": "unk, yes → unk",
    "unk-unk": "unk, unk → unk",
}
BASIC: Mapping[str, tuple[str, str]] = {"LSTM-B": ("basic", "lstm"), "BERT-B": ("basic", "transformer")}
COLUMNS: Mapping[str, tuple[str, str]] = {
    "LSTM-M": ("mnli", "lstm"),
    "LSTM-B": ("basic", "lstm"),
    "LSTM-M&B": ("mixed", "lstm"),
    "BERT-M": ("mnli", "transformer"),
    "BERT-B": ("basic", "transformer"),
    "BERT-M&B": ("mixed", "transformer"),
}
"""Trained on what, and the model. M: MNLI, or another file; B: the basics."""
VALIDATION: Mapping[str, str] = {"veridical": "validation, f(s1) → s1", "boolean": "validation, s1 → s2"}
Numbers = tuple[tuple[float, float | None], ...]
"""Mean and standard deviation, by column."""
TABLE_5: Mapping[str, Numbers] = {
    "yes-yes": ((74.2, 2.0), (89.0, 9.1), (87.9, 3.7), (66.3, 3.4), (100.0, 0.0), (100.0, 0.0)),
    "yes-unk": ((16.0, 4.3), (6.3, 12.8), (60.0, 10.2), (4.9, 1.5), (0.4, 0.7), (60.5, 0.6)),
    "unk-yes": ((14.7, 3.8), (93.4, 8.3), (89.0, 9.5), (12.6, 4.8), (99.4, 9.0), (92.9, 3.6)),
    "unk-unk": ((17.8, 5.5), (92.1, 7.2), (99.7, 0.5), (13.2, 3.4), (99.5, 0.5), (99.9, 0.0)),
    "all": ((30.9, 3.2), (70.2, 3.4), (84.2, 1.2), (24.4, 1.6), (75.7, 0.4), (88.3, 0.9)),
    "veridical": ((50.5, 1.7), (93.3, 11.1), (91.4, 5.7), (68.1, 1.3), (99.2, 0.2), (98.3, 0.3)),
    "boolean": ((41.5, 3.4), (89.2, 3.4), (85.2, 1.2), (54.4, 2.3), (100.0, 0.0), (99.4, 0.5)),
}
TABLE_6: Mapping[str, Numbers] = {
    "yes-yes": ((64.6, 12.1), (97.1, 2.7), (100.0, 0.1), (85.9, 1.1), (100.0, 0.0), (100.0, 0.0)),
    "yes-unk": ((45.6, 10.5), (0.0, 0.0), (3.6, 1.4), (28.4, 0.9), (8.9, 7.8), (22.3, 13.6)),
    "unk-yes": ((24.4, 12.1), (97.1, 2.7), (99.7, 0.5), (13.3, 1.7), (100.0, 0.0), (100.0, 0.0)),
    "unk-unk": ((45.4, 11.2), (97.3, 2.6), (99.9, 0.1), (31.1, 0.9), (100.0, 0.0), (100.0, 0.0)),
    "all": ((45.0, 5.5), (72.9, 2.0), (75.8, 0.5), (39.7, 0.2), (77.2, 2.0), (80.6, 3.4)),
    "veridical": ((46.2, 1.2), (82.1, 3.3), (89.8, 6.5), (68.7, 1.6), (99.2, 0.0), (97.1, 0.3)),
    "boolean": ((58.0, 1.0), (81.9, 3.0), (82.1, 1.4), (62.0, 1.0), (89.1, 2.0), (91.0, 0.0)),
}
TABLE_8: Mapping[str, Numbers] = {
    "yes-yes": ((97.9, None), (100.0, None)),
    "yes-unk": ((0.0, None), (2.3, None)),
    "unk-yes": ((99.0, None), (100.0, None)),
    "unk-unk": ((99.2, None), (100.0, None)),
}
TABLE_9: Mapping[str, Numbers] = {
    "yes-yes": ((90.0, None), (93.6, None)),
    "yes-unk": ((2.2, None), (17.9, None)),
    "unk-yes": ((89.9, None), (94.0, None)),
    "unk-unk": ((98.3, None), (95.6, None)),
}
TABLE_12: Mapping[str, Numbers] = {
    "yes-yes": ((99.8, 0.1), (100.0, 0.0)),
    "yes-unk": ((99.3, 0.0), (100.0, 0.0)),
    "unk-yes": ((99.4, 0.2), (100.0, 0.0)),
    "unk-unk": ((99.6, 0.1), (100.0, 0.0)),
}
TABLE_13: Mapping[str, Numbers] = {
    "yes-yes": ((99.2, 0.0), (100.0, 0.0)),
    "yes-unk": ((98.4, 0.2), (100.0, 0.0)),
    "unk-yes": ((98.3, 0.2), (100.0, 0.0)),
    "unk-unk": ((99.6, 0.1), (100.0, 0.0)),
}


STAND_IN = "systematicity"
PLAIN: Words = (("depth", "1-1"),)
"""Short sentences in which a word is replaced or a phrase added or dropped, as often in SICK."""
CONDITIONS: Mapping[str, str] = {"both": "figure-2a", "I1": "figure-2b", "I2": "figure-3a", "neither": "figure-3b"}
"""Which basics are in training."""
VERBS = tuple(range(16))


@dataclass(frozen=True, slots=True)
class TransitivityScale:
    """Sizes of boolean, veridical and composite pairs; None: the paper's. `natural`: of each naturalistic set; of the
    figures, `verbs`: how many are added. `pairs`: of the stand-in for SICK, from which a thousand are taken."""

    sizes: tuple[int | None, int | None, int | None]
    natural: int | None
    pairs: int
    verbs: tuple[int, ...]
    models: tuple[str, ...]
    changes: Mapping[str, Words]
    figure_seeds: int | None = None


SCALES: Mapping[str, TransitivityScale] = {
    "smoke": TransitivityScale(
        (300, 300, 240), 240, 400, (0, 4), ("lstm",), {"lstm": (("epochs", "1"), ("embedding", "20"), ("hidden", "20"))}
    ),
    "small": TransitivityScale(
        (None, None, None),
        4_000,
        4_000,
        (0, 2, 4, 12),
        ("lstm",),
        {
            # Nothing is learned for some epochs, then quickly: a higher rate, and patience as long as training. By dev.
            "lstm": (
                ("epochs", "24"),
                ("embedding", "100"),
                ("hidden", "100"),
                ("learning_rate", "0.002"),
                ("patience", "0"),
            )
        },
        1,
    ),
    "paper": TransitivityScale((None, None, None), None, 4_000, VERBS, ("lstm", "transformer"), {}),
}
PRESETS = {"lstm": "transitivity", "transformer": "default"}
TESTS = tuple(Ask(f"test-{kind}") for kind in KINDS)
Sets = tuple[tuple[str, Data], ...]


@dataclass(frozen=True, slots=True)
class MadePairs:
    """Data sets of one side, the same with various templates, and what cuts are told. `embedded`: how ids of s1 → s2
    begin."""

    plain: Sets
    various: Sets
    embedded: str
    options: Words = ()
    files: Sets = ()

    def cut(self, protocol: str, data: Sets, options: Words = ()) -> Cut:
        return Cut(protocol, data, (*self.options, *options), 0, self.files)


def cells(name: str, files: Files) -> list[Cell]:
    scale, mnli = SCALES[name], files.get("mnli")
    natural = _natural(scale, files.get("pairs"))
    found = _cells("synthetic", _synthetic(scale), scale, mnli) + _cells("natural", natural, scale, mnli)
    return found + _augmented(natural, scale)


def _synthetic(scale: TransitivityScale) -> MadePairs:
    boolean, veridical, composite = scale.sizes
    other = (("templates", "various"),)
    basics = ("boolean", Data("boolean", boolean))
    plain = (basics, ("veridical", Data("veridical", veridical)), ("transitivity", Data("transitivity", composite)))
    various = (
        basics,
        ("veridical", Data("veridical", veridical, 0, other)),
        ("transitivity", Data("transitivity", composite, 0, other)),
    )
    return MadePairs(plain, various, "boolean:")


def _natural(scale: TransitivityScale, file: str | None) -> MadePairs:
    """Pairs of the user's file, or of the fragment that stands in for SICK."""
    words: Words = (("pairs", file),) if file else ()
    files: Sets = () if file else (("pairs", Data(STAND_IN, scale.pairs, 0, PLAIN)),)
    various = (*words, ("templates", "various"))
    sets = ("veridical", "transitivity")
    return MadePairs(
        tuple((f, Data(f, scale.natural, 0, words, files)) for f in sets),
        tuple((f, Data(f, scale.natural, 0, various, files)) for f in sets),
        "pairs:",
        words,
        files,
    )


def _cells(name: str, made: MadePairs, scale: TransitivityScale, mnli: str | None) -> list[Cell]:
    """What is trained on another file too is tested on the parts of the basic split."""
    ids = {"veridical": "veridical:", "boolean": made.embedded}
    splits = _splits(made, mnli)
    own = splits["basic"]
    tests = tuple(Ask(f"test-{kind}", parts=own) for kind in KINDS)
    tests += tuple(Ask("dev", ids=begin, name=f"dev-{which}", parts=own) for which, begin in ids.items())
    return [
        Cell(f"{name}-{split}/{m}", _training(m, parts, scale), tests if split in ("basic", "mnli", "mixed") else TESTS)
        for split, parts in splits.items()
        for m in scale.models
    ]


def _training(model: str, parts: Parts, scale: TransitivityScale) -> Training:
    return Training(model, parts, PRESETS[model], scale.changes.get(model, ()))


def _splits(made: MadePairs, mnli: str | None) -> dict[str, Parts]:
    basic = made.cut("transitivity", made.plain)
    found = {
        "basic": Parts(basic, "basic"),
        "flipped": Parts(basic, "flipped"),
        "templates": Parts(made.cut("transitivity", made.various), "templates"),
        "random": Parts(Cut("random-control", made.plain[-1:]), "random"),
    }
    if mnli:
        mixed = made.cut("mixing:transitivity", made.plain, (("outside", mnli),))
        found |= {"mnli": Parts(mixed, "outside-alone"), "mixed": Parts(mixed, "basic")}
    return found


def _augmented(made: MadePairs, scale: TransitivityScale) -> list[Cell]:
    cut = made.cut("verb-augmentation", made.plain, (("steps", ",".join(map(str, scale.verbs))),))
    return [
        Cell(
            f"natural-{condition}-{k:02}/{m}",
            _training(m, Parts(cut, f"{condition}-{k:02}"), scale),
            TESTS,
            scale.figure_seeds,
        )
        for m in scale.models
        for condition in CONDITIONS
        for k in scale.verbs
        if k or condition != "neither"
    ]


LABELS = {**KINDS, "all": "test overall", **VALIDATION}


def basics(name: str, title: str, which: str, numbers: Mapping[str, Numbers], source: str, note: str) -> Table:
    """Tables 5 and 6."""
    keys = {c: f"{which}-{trained}/{model}" for c, (trained, model) in COLUMNS.items()}
    return _table(name, title, keys, numbers, source, note)


def setting(name: str, title: str, key: str, numbers: Mapping[str, Numbers], source: str, note: str = "") -> Table:
    """The others, which have models of the basics only."""
    return _table(name, title, {c: f"{key}/{model}" for c, (_, model) in BASIC.items()}, numbers, source, note)


def _table(
    name: str, title: str, keys: Mapping[str, str], numbers: Mapping[str, Numbers], source: str, note: str
) -> Table:
    """`keys`: the cell of each column. `source`: none where the paper has no such numbers."""

    def entry(which: str, column: str) -> Entry:
        value, spread = numbers[which][list(keys).index(column)]
        kind = "standard deviation of 5 runs" if spread is not None else ""
        told = Published(value, spread, f"Yanaka et al. 2021, {source}, {LABELS[which]}, {column}", kind)
        return Entry((keys[column],), _tests(which), "", told if source else None)

    rows = tuple(Row(LABELS[which], {c: entry(which, c) for c in keys}) for which in numbers)
    return Table(name, title, tuple(keys), rows, note)


def _tests(which: str) -> tuple[str, ...]:
    if which == "all":
        return tuple(f"test-{kind}" for kind in KINDS)
    return (f"dev-{which}",) if which in VALIDATION else (f"test-{which}",)


NATURAL = (
    "The published numbers are of SICK. Unless `--file pairs=SICK_train.txt` names it, ours are of pairs of "
    f"the fragment {STAND_IN} in its place."
)
ONLY = "The paper has this setting for naturalistic pairs only."
MIXED = "M is what `--file mnli=FILE` names; without it these cells are not run."


def panel(condition: str) -> Figure:
    """One panel of Figures 2 and 3: a line for each kind of composite, and for each model."""
    told = {"both": "both basics", "I1": "f(s1) → s1 only", "I2": "s1 → s2 only", "neither": "no basics"}
    name = CONDITIONS[condition]

    def entry(kind: str, verbs: int, model: str) -> Entry:
        return Entry((f"natural-{condition}-{verbs:02}/{model}",), (f"test-{kind}",))

    lines = tuple(
        Line(f"{label}, {column.removesuffix('-B')}", tuple((str(v), entry(kind, v, model)) for v in VERBS))
        for column, (_, model) in BASIC.items()
        for kind, label in KINDS.items()
    )
    return Figure(
        name,
        f"Figure {name[7]}({name[8]}): composites of more and more verbs added to {told[condition]}",
        "veridical verbs added",
        lines,
        f"{DRAWN} {NATURAL}",
    )


DRAWN = (
    "The paper draws this and prints no numbers; its text says that with both basics BERT needs four verbs and "
    "the LSTM twelve to be right everywhere."
)
OUTPUTS: tuple[Output, ...] = (
    basics("table-5", "Composites of Boolean pairs", "synthetic", TABLE_5, "Table 5", MIXED),
    setting("synthetic-templates", "… with various templates", "synthetic-templates", TABLE_8, "", ONLY),
    setting(
        "synthetic-flipped", "… with a tenth of the veridical labels flipped", "synthetic-flipped", TABLE_9, "", ONLY
    ),
    setting("table-12", "Composites against composites, 9:1", "synthetic-random", TABLE_12, "Table 12"),
    basics("table-6", "Composites of naturalistic pairs", "natural", TABLE_6, "Table 6", f"{NATURAL} {MIXED}"),
    setting("table-8", "… with various templates (setting I)", "natural-templates", TABLE_8, "Table 8", NATURAL),
    setting(
        "table-9",
        "… with a tenth of the veridical labels flipped (setting II)",
        "natural-flipped",
        TABLE_9,
        "Table 9",
        NATURAL,
    ),
    setting(
        "table-13", "Naturalistic composites against composites, 9:1", "natural-random", TABLE_13, "Table 13", NATURAL
    ),
    *(panel(c) for c in CONDITIONS),
)


def _collapse(cell: str, where: str, source: str) -> Finding:
    first, second = (Entry((f"{cell}/lstm",), (f"test-{kind}",)) for kind in ("yes-yes", "yes-unk"))
    text = f"{where} the LSTM calls f(s1) → s2 an entailment where only f(s1) → s1 is (yes/yes against yes/unk)"
    return Finding(text, source, first, second, 50)


FINDINGS = (
    _collapse("synthetic-basic", "Of Boolean pairs", "Yanaka et al. 2021, Table 5"),
    _collapse("natural-basic", "Of naturalistic pairs", "Yanaka et al. 2021, Table 6"),
    _collapse("natural-templates", "With various templates", "Yanaka et al. 2021, Table 8"),
    _collapse("natural-flipped", "With flipped labels", "Yanaka et al. 2021, Table 9"),
    Finding(
        "Trained on composites themselves, it gets such pairs right",
        "Yanaka et al. 2021, Table 12",
        Entry(("synthetic-random/lstm",), ("test-yes-unk",)),
        Entry(("synthetic-basic/lstm",), ("test-yes-unk",)),
        50,
    ),
    Finding(
        "Composites of twelve verbs, with both basics, are enough for the LSTM",
        "Yanaka et al. 2021, Figure 2",
        Entry(("natural-both-12/lstm",), ("test-yes-unk",)),
        100.0,
        10,
        near=True,
    ),
)
STUDY = Study(
    "transitivity",
    "do models put two inferences together?",
    papers.TRANSITIVITY,
    cells,
    OUTPUTS,
    {"smoke": 1, "small": 2, "paper": 5},
    {
        "pairs": "NLI pairs s1 → s2, such as the training part of SICK",
        "mnli": "an NLI file to train on, alone and with the basics, such as MultiNLI",
    },
    FINDINGS,
)
