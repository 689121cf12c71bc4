"""Yanaka et al. 2021: train on f(s1) → s1 and s1 → s2, test on f(s1) → s2, cell by cell (Tables 5, 6, 8, 9, 12, 13),
and with composites of more and more verbs in training (Figures 2, 3).

Cells: `SET-SPLIT/MODEL`, where SET is `synthetic` (Boolean pairs) or `natural` (pairs of an NLI file: `--file
pairs=SICK.txt`, otherwise of another fragment), and SPLIT is basic, flipped (setting II), templates (setting I),
random (9:1 control), or CONDITION-VERBS of the figures. With `--file mnli=FILE` also mnli (that file alone) and mixed
(with the basics).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from provenli import papers
from provenli.library.studies.encoders import NOT_PRETRAINED, OTHER_MODEL, PAIRS, SAID, sampled, tuned
from provenli.library.studies.encoders import PRESETS as ENCODERS
from provenli.library.studies.published_numbers import (
    TABLE_5,
    TABLE_6,
    TABLE_8,
    TABLE_9,
    TABLE_12,
    TABLE_13,
    CompositeNumbers,
)
from provenli.studies.recipes import Cut, Data, Parts, Training, Words
from provenli.studies.study import (
    Ask,
    Cell,
    Entry,
    Figure,
    Files,
    Finding,
    Line,
    Output,
    Published,
    Study,
    Table,
    TableRow,
)

KINDS: Mapping[str, str] = {
    "yes-yes": "yes, yes → yes",
    "yes-unk": "yes, unk → unk",
    "unk-yes": "unk, yes → unk",
    "unk-unk": "unk, unk → unk",
}
BASIC: Mapping[str, tuple[str, str]] = {
    "LSTM-B": ("basic", "lstm"),
    "BERT-B": ("basic", "transformer"),
    "not pretrained-B": ("basic", NOT_PRETRAINED),
}
COLUMNS: Mapping[str, tuple[str, str]] = {
    "LSTM-M": ("mnli", "lstm"),
    "LSTM-B": ("basic", "lstm"),
    "LSTM-M&B": ("mixed", "lstm"),
    "BERT-M": ("mnli", "transformer"),
    "BERT-B": ("basic", "transformer"),
    "BERT-M&B": ("mixed", "transformer"),
    "not pretrained-B": ("basic", NOT_PRETRAINED),
}
CONTROL: Mapping[str, tuple[str, str]] = {
    "LSTM-T": ("random", "lstm"),
    "LSTM-M&T": ("mixed-random", "lstm"),
    "BERT-T": ("random", "transformer"),
    "BERT-M&T": ("mixed-random", "transformer"),
    "not pretrained-T": ("random", NOT_PRETRAINED),
}
"""What the model was trained on, and the model. M: MNLI, or another file; B: the basics; T: the composites."""
VALIDATION: Mapping[str, str] = {"veridical": "validation, f(s1) → s1", "boolean": "validation, s1 → s2"}
STAND_IN = "systematicity"
PLAIN: Words = (("depth", "1-1"),)
"""Short sentences in which a word is replaced or a phrase added or dropped, as often in SICK."""
CONDITIONS: Mapping[str, str] = {"both": "figure-2a", "I1": "figure-2b", "I2": "figure-3a", "neither": "figure-3b"}
"""Which basics are in training."""
VERBS = tuple(range(16))


@dataclass(frozen=True, slots=True)
class TransitivityScale:
    """Sizes of boolean, veridical and composite pairs; None: the paper's. `natural`: the size of each naturalistic set.
    `verbs`: how many are added in the figures. `pairs`: the size of the stand-in for SICK, from which a thousand are
    taken. `drawn`: models of the figures, if not all. `encoder_pairs`: training pairs of an encoder. `outside`: pairs
    of MultiNLI."""

    sizes: tuple[int | None, int | None, int | None]
    natural: int | None
    pairs: int
    verbs: tuple[int, ...]
    models: tuple[str, ...]
    changes: Mapping[str, Words]
    figure_seeds: int | None = None
    seeds: Mapping[str, int] = field(default_factory=dict)
    drawn: tuple[str, ...] = ()
    encoder_pairs: int | None = None
    outside: int | None = None


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
    "medium": TransitivityScale(
        (None, None, None),
        6_000,
        4_000,
        VERBS,
        ("lstm", *ENCODERS),
        {
            "lstm": (
                ("epochs", "24"),
                ("embedding", "100"),
                ("hidden", "100"),
                ("learning_rate", "0.002"),
                ("patience", "0"),
            ),
            **dict.fromkeys(ENCODERS, (("epochs", "2"),)),
        },
        1,
        dict.fromkeys(ENCODERS, 1),
        ("lstm",),
        PAIRS,
        4_000,
    ),
    "paper": TransitivityScale((None, None, None), None, 4_000, VERBS, ("lstm", *ENCODERS), {}),
}
PRESETS = {"lstm": "transitivity"}
TESTS = tuple(Ask(f"test-{kind}") for kind in KINDS)
Sets = tuple[tuple[str, Data], ...]


@dataclass(frozen=True, slots=True)
class MadePairs:
    """Data sets of one side, the same with various templates, and the options of the cuts. `embedded`: the beginning of
    the ids of s1 → s2."""

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
    """Models that are also trained on another file are tested on the parts of the basic split."""
    ids = {"veridical": "veridical:", "boolean": made.embedded}
    splits = _splits(made, mnli, scale.outside)
    own = splits["basic"]
    tests = tuple(Ask(f"test-{kind}", parts=own) for kind in KINDS)
    tests += tuple(Ask("dev", ids=begin, name=f"dev-{which}", parts=own) for which, begin in ids.items())
    asked = {s: tests if s in ("basic", "mnli", "mixed") else TESTS for s in splits}
    return [
        Cell(f"{name}-{split}/{m}", _training(m, parts, scale), _asks(asked[split], m, scale), scale.seeds.get(m))
        for split, parts in splits.items()
        for m in scale.models
    ]


def _asks(asks: tuple[Ask, ...], model: str, scale: TransitivityScale) -> tuple[Ask, ...]:
    return sampled(asks, 500) if model in ENCODERS and scale.encoder_pairs else asks


def _training(model: str, parts: Parts, scale: TransitivityScale) -> Training:
    if model in ENCODERS:
        return tuned(model, parts, scale.changes.get(model, ()), scale.encoder_pairs)
    return Training(model, parts, PRESETS[model], scale.changes.get(model, ()))


def _splits(made: MadePairs, mnli: str | None, outside: int | None) -> dict[str, Parts]:
    basic = made.cut("transitivity", made.plain)
    found = {
        "basic": Parts(basic, "basic"),
        "flipped": Parts(basic, "flipped"),
        "templates": Parts(made.cut("transitivity", made.various), "templates"),
        "random": Parts(Cut("random-control", made.plain[-1:]), "random"),
    }
    if mnli:
        size: Words = (("outside-size", str(outside)),) if outside else ()
        mixed = made.cut("mixing:transitivity", made.plain, (("outside", mnli), *size))
        found |= {"mnli": Parts(mixed, "outside-alone"), "mixed": Parts(mixed, "basic")}
        both = Cut("mixing:random-control", made.plain[-1:], (("outside", mnli), *size))
        found |= {"mixed-random": Parts(both, "random")}
    return found


def _augmented(made: MadePairs, scale: TransitivityScale) -> list[Cell]:
    cut = made.cut("verb-augmentation", made.plain, (("steps", ",".join(map(str, scale.verbs))),))
    return [
        Cell(
            f"natural-{condition}-{k:02}/{m}",
            _training(m, Parts(cut, f"{condition}-{k:02}"), scale),
            _asks(TESTS, m, scale),
            scale.figure_seeds,
        )
        for m in scale.drawn or scale.models
        for condition in CONDITIONS
        for k in scale.verbs
        if k or condition != "neither"
    ]


LABELS = {**KINDS, "all": "test overall", **VALIDATION}


def basics(name: str, title: str, which: str, numbers: Mapping[str, CompositeNumbers], source: str, note: str) -> Table:
    """Tables 5 and 6."""
    keys = {c: f"{which}-{trained}/{model}" for c, (trained, model) in COLUMNS.items()}
    return _table(name, title, keys, numbers, source, note)


def control(
    name: str, title: str, which: str, numbers: Mapping[str, CompositeNumbers], source: str, note: str
) -> Table:
    """Tables 12 and 13."""
    keys = {c: f"{which}-{trained}/{model}" for c, (trained, model) in CONTROL.items()}
    return _table(name, title, keys, numbers, source, note)


def setting(
    name: str, title: str, key: str, numbers: Mapping[str, CompositeNumbers], source: str, note: str = ""
) -> Table:
    """The others, which have models of the basics only."""
    return _table(name, title, {c: f"{key}/{model}" for c, (_, model) in BASIC.items()}, numbers, source, note)


def _table(
    name: str, title: str, keys: Mapping[str, str], numbers: Mapping[str, CompositeNumbers], source: str, note: str
) -> Table:
    """`keys`: the cell of each column. `source`: empty if the paper has no such numbers."""

    def entry(which: str, column: str) -> Entry:
        place = list(keys).index(column)
        told = (
            _published(numbers[which][place], keys[column], f"{source}, {LABELS[which]}, {column}")
            if (source and place < len(numbers[which]))
            else None
        )
        return Entry((keys[column],), _tests(which), "", told)

    rows = tuple(TableRow(LABELS[which], {c: entry(which, c) for c in keys}) for which in numbers)
    return Table(name, title, tuple(keys), rows, f"{ONE_LABEL} {note}".rstrip())


ONE_LABEL = "The composites of a row have one label: whoever always says unk has 0, 100, 100 and 100 there, 75 overall."


def _published(found: tuple[float, float | None], cell: str, where: str) -> Published:
    value, spread = found
    kind = "standard deviation of 5 runs" if spread is not None else ""
    unlike, given = (OTHER_PAIRS, ("pairs",)) if cell.startswith("natural") else ("", ())
    if cell.endswith("/transformer"):
        unlike, given = OTHER_MODEL, ()
    elif "-mnli/" in cell or "-mixed" in cell:
        unlike, given = OTHER_MNLI, ()
    return Published(value, spread, f"Yanaka et al. 2021, {where}", kind, unlike, given)


OTHER_MNLI = "the paper's M is all of MultiNLI, ours the file that was given"
OTHER_PAIRS = "the published number is of SICK, ours of another fragment unless `--file pairs=FILE` names SICK"


def _tests(which: str) -> tuple[str, ...]:
    if which == "all":
        return tuple(f"test-{kind}" for kind in KINDS)
    return (f"dev-{which}",) if which in VALIDATION else (f"test-{which}",)


NATURAL = (
    "The published numbers are of SICK. Unless `--file pairs=SICK_train.txt` names it, ours are of pairs of "
    f"the fragment {STAND_IN} in its place."
)
ONLY = "The paper has this setting for naturalistic pairs only."
MIXED = f"M is what `--file mnli=FILE` names; without it these cells are not run. {SAID}"


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
    control("table-12", "Composites against composites, 9:1", "synthetic", TABLE_12, "Table 12", MIXED),
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
    control("table-13", "Naturalistic composites against composites, 9:1", "natural", TABLE_13, "Table 13", NATURAL),
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
    {"smoke": 1, "small": 2, "medium": 2, "paper": 5},
    {
        "pairs": "NLI pairs s1 → s2, such as the training part of SICK",
        "mnli": "an NLI file to train on, alone and with the basics, such as MultiNLI",
    },
    FINDINGS,
)
