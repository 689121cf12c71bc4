"""Yanaka et al. 2020: unseen combinations of quantifiers and replacements (I, Figure 2), quantifiers never embedded
(II, Figure 3), greater depth (III, Tables 3 and 7), shallower than training (IV, Table 4), an NLI file mixed in
(Table 5). Ours and the memorising learner are columns and lines too.

Cells: `productivity-SPLIT/MODEL`, `localism-SPLIT/MODEL`, `replacements-STEP-NUMBER/MODEL`,
`embedded-STEP-NUMBER/MODEL`, where NUMBER is a split of I or a permutation of II; with `--file mnli=FILE` also
`mixed-SPLIT/MODEL`, and with `--file mnli-test=FILE` `mixed-SPLIT-mnli/MODEL`.
Of I the steps S2 and S3 have 12 and 18 splits that differ (docs/splits.md); small runs take some of them. Trees are
the grammar's, the paper's TreeLSTM has those of a parser. BERT stands for whatever encoder `transformer` has.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import combinations

from provenli import papers
from provenli.studies.recipes import Cut, Data, Learner, Memorising, Parts, Training, Words
from provenli.studies.study import Ask, Cell, Entry, Figure, Files, Finding, Line, Published, Row, Study, Table

PUBLISHED: Mapping[str, str] = {"BERT": "transformer", "LSTM": "lstm", "TreeLSTM": "tree_lstm"}
OURS: Mapping[str, str] = {
    "label bottleneck (ours)": "label_bottleneck",
    "state tree (ours)": "state_tree",
    "memorising learner": "memorising",
}
COLUMNS: Mapping[str, str] = {**PUBLISHED, **OURS}
TRAINED: Mapping[str, str] = {"D1": "D1", "D1-2": "D1+D2", "D1-3": "D1+D2+D3", "D1-4": "D1+…+D4", "D1-5": "D1+…+D5"}
UP = ("at least three", "more than three", "some")
DOWN = ("at most three", "few", "less than three", "no")
FRAMES: Mapping[str, str] = {
    "test": "(a) subject",
    "test-adverb": "(b) adverb first",
    "test-preposition": "(c) preposition first",
    "test-object": "(d) object",
}

EMBEDDED: Mapping[str, str] = {"S0": "S0", "S1": "S1_*", "S2": "S2_*", "S3": "S3_*"}

# Mean and standard deviation of BERT, LSTM, TreeLSTM; the value is written once, under the table that has all of them.
Numbers = tuple[tuple[float, float], tuple[float, float], tuple[float, float]]
TABLE_7: Mapping[str, tuple[Numbers, ...]] = {
    "D1": (
        ((100.0, 0.0), (91.1, 5.4), (100.0, 0.0)),
        ((44.1, 6.4), (34.1, 3.8), (48.1, 1.2)),
        ((47.6, 3.2), (45.1, 5.1), (48.5, 1.8)),
        ((49.6, 1.0), (44.4, 6.5), (50.1, 2.1)),
        ((49.9, 1.1), (44.1, 5.3), (50.3, 1.1)),
    ),
    "D1-2": (
        ((100.0, 0.0), (100.0, 0.0), (100.0, 0.1)),
        ((100.0, 0.0), (99.8, 0.2), (99.5, 0.1)),
        ((75.2, 10.0), (75.4, 10.8), (86.4, 4.1)),
        ((55.0, 3.7), (57.7, 8.7), (58.6, 7.8)),
        ((49.9, 4.4), (45.8, 4.0), (48.4, 3.7)),
    ),
    "D1-3": (
        ((100.0, 0.0), (100.0, 0.0), (100.0, 0.0)),
        ((100.0, 0.0), (95.1, 7.8), (99.6, 0.0)),
        ((100.0, 0.0), (85.2, 8.9), (97.7, 1.1)),
        ((77.9, 10.8), (59.7, 10.8), (68.0, 5.6)),
        ((53.5, 19.6), (55.1, 8.2), (49.6, 4.3)),
    ),
    "D1-4": (
        ((100.0, 0.0), (100.0, 0.0), (100.0, 0.1)),
        ((100.0, 0.0), (99.4, 1.1), (99.7, 0.2)),
        ((100.0, 0.0), (91.5, 4.0), (98.9, 1.1)),
        ((100.0, 0.0), (74.1, 4.2), (94.0, 2.3)),
        ((89.1, 5.4), (64.2, 4.7), (69.5, 4.1)),
    ),
    "D1-5": (
        ((100.0, 0.0), (100.0, 0.0), (100.0, 0.1)),
        ((100.0, 0.0), (95.8, 7.3), (99.8, 0.1)),
        ((100.0, 0.0), (90.5, 13.1), (99.1, 0.2)),
        ((100.0, 0.0), (90.2, 6.0), (94.8, 0.1)),
        ((100.0, 0.0), (93.6, 3.1), (83.2, 12.1)),
    ),
}
DIRECTED: Mapping[tuple[str, int, str], Numbers] = {
    ("D1-2", 3, "downward"): ((71.2, 4.0), (70.4, 4.0), (86.4, 4.1)),
    ("D1-2", 3, "upward"): ((80.5, 7.5), (84.7, 4.9), (86.4, 4.1)),
    ("D1-3", 4, "downward"): ((85.8, 10.5), (76.9, 6.6), (68.0, 5.6)),
    ("D1-3", 4, "upward"): ((86.8, 1.8), (81.1, 5.6), (68.0, 5.6)),
}
TABLE_4: Mapping[str, tuple[Numbers, ...]] = {
    "D3": (
        ((49.6, 0.5), (48.8, 13.2), (49.8, 4.1)),
        ((49.8, 0.6), (47.3, 12.1), (51.8, 1.1)),
        ((100.0, 0.0), (100.0, 0.0), (100.0, 0.2)),
    ),
    "D4": (
        ((50.3, 1.0), (46.8, 6.5), (49.0, 0.4)),
        ((49.6, 0.8), (45.4, 1.8), (49.7, 0.3)),
        ((50.2, 0.7), (45.1, 0.6), (50.5, 0.7)),
        ((100.0, 0.0), (100.0, 0.0), (100.0, 0.1)),
    ),
    "D5": (
        ((49.9, 0.7), (43.7, 4.4), (49.1, 1.1)),
        ((49.1, 0.3), (43.4, 3.9), (51.4, 0.6)),
        ((50.6, 0.2), (44.3, 2.7), (50.5, 0.3)),
        ((50.9, 0.8), (44.4, 3.4), (50.3, 0.4)),
        ((100.0, 0.0), (100.0, 0.0), (100.0, 0.1)),
    ),
}
# Trained on what, by split; then D1 … D5 and MNLI's own test part.
MIXED: Mapping[str, str] = {"MNLI": "outside-alone", "D1+D2+MNLI": "D1-2", "D1+D2+D3+MNLI": "D1-3"}
TABLE_5: Mapping[str, tuple[Numbers, ...]] = {
    "MNLI": (
        ((46.9, 0.4), (47.2, 1.1), (43.4, 0.3)),
        ((46.2, 0.6), (48.3, 1.0), (49.5, 0.4)),
        ((46.8, 0.8), (48.9, 0.7), (41.0, 0.4)),
        ((48.5, 0.8), (50.6, 0.5), (48.5, 0.2)),
        ((48.9, 0.6), (49.3, 0.7), (48.8, 0.5)),
        ((84.6, 0.2), (64.7, 0.3), (70.4, 0.1)),
    ),
    "D1+D2+MNLI": (
        ((100.0, 0.0), (100.0, 0.1), (100.0, 0.1)),
        ((100.0, 0.0), (89.3, 9.0), (99.8, 0.1)),
        ((67.8, 12.5), (66.7, 13.5), (76.3, 4.1)),
        ((46.8, 3.7), (47.1, 14.6), (50.7, 7.8)),
        ((41.2, 4.3), (46.7, 11.2), (47.5, 3.7)),
        ((84.4, 0.2), (39.7, 0.5), (63.0, 0.2)),
    ),
    "D1+D2+D3+MNLI": (
        ((100.0, 0.0), (100.0, 0.0), (100.0, 0.0)),
        ((100.0, 0.0), (97.1, 5.0), (99.8, 0.0)),
        ((100.0, 0.0), (89.2, 5.1), (98.3, 1.1)),
        ((70.9, 7.9), (73.4, 10.9), (76.1, 5.6)),
        ((42.4, 4.2), (47.8, 3.9), (57.0, 4.3)),
        ((84.0, 0.1), (39.7, 0.4), (62.8, 0.2)),
    ),
}


@dataclass(frozen=True, slots=True)
class SystematicityScale:
    """`deep`: pairs of depths 1 to 5. `local`: pairs for localism, of depths 1 to 3, if not those. `flat`: pairs of
    depth 1, and of each frame. `each`: splits of S2 and S3 of I, and permutations of II. `outside`: pairs of an NLI
    file. `by_quantifier`: models of I and II. `seeds`: by model, if fewer than the study's."""

    deep: int
    local: int | None
    flat: int
    each: int
    outside: int | None
    models: tuple[str, ...]
    by_quantifier: tuple[str, ...]
    trained: tuple[str, ...]
    localism: tuple[str, ...]
    changes: Mapping[str, Words]
    seeds: Mapping[str, int] = field(default_factory=dict)


ALL = (*PUBLISHED.values(), *OURS.values())
AT_HAND = tuple(m for m in ALL if m != "transformer")
TINY = (("epochs", "1"), ("embedding", "20"), ("hidden", "20"))
NARROW = (("embedding", "100"), ("hidden", "100"))
SCALES: Mapping[str, SystematicityScale] = {
    "smoke": SystematicityScale(
        800,
        None,
        800,
        1,
        40,
        AT_HAND,
        ("lstm", "label_bottleneck", "memorising"),
        ("D1-2",),
        (),
        {"lstm": (*TINY, ("lstm_layers", "1"))} | dict.fromkeys(AT_HAND[1:], TINY),
    ),
    # Sized for two cores and a quarter of an hour: narrow models, an LSTM of one layer, and of localism D3, with more
    # pairs, since few of one depth alone teach nothing.
    "small": SystematicityScale(
        20_000,
        75_000,
        5_000,
        1,
        20_000,
        AT_HAND,
        AT_HAND,
        ("D1", "D1-2", "D1-3", "D1-4"),
        ("D3",),
        {
            "lstm": (*NARROW, ("batch", "32"), ("lstm_layers", "1"), ("epochs", "6"), ("patience", "0")),
            "tree_lstm": (*NARROW, ("batch", "32"), ("epochs", "3"), ("patience", "0")),
            "label_bottleneck": (("batch", "64"), ("epochs", "5")),
            "state_tree": (("epochs", "6"),),
        },
        dict.fromkeys(("tree_lstm", "label_bottleneck"), 1),
    ),
    "paper": SystematicityScale(1_600_000, None, 60_800, 18, None, ALL, ALL, tuple(TRAINED), tuple(TABLE_4), {}),
}
PRESETS = {"lstm": "systematicity", "tree_lstm": "systematicity"}


def cells(name: str, files: Files) -> list[Cell]:
    scale = SCALES[name]
    found = []
    for model in scale.models:
        found += _by_depth(model, scale)
        found += _by_quantifier(model, scale) if model in scale.by_quantifier else []
        if "mnli" in files and model in ("lstm", "transformer"):  # other people's sentences have no trees
            found += _mixed(model, scale, files["mnli"], files.get("mnli-test"))
    return found


def _deep(scale: SystematicityScale) -> tuple[tuple[str, Data], ...]:
    return (("systematicity", Data("systematicity", scale.deep, 0, (("depth", "1-5"),))),)


def _local(scale: SystematicityScale) -> tuple[tuple[str, Data], ...]:
    if scale.local is None:
        return _deep(scale)
    return (("systematicity", Data("systematicity", scale.local, 0, (("depth", "1-3"),))),)


def _by_depth(model: str, scale: SystematicityScale) -> list[Cell]:
    found = []
    for split in scale.trained:
        asks = tuple(Ask(f"test-depth-{d}", ("monotonicity",)) for d in range(1, 6))
        parts = Parts(Cut("productivity", _deep(scale)), split)
        found.append(_cell(f"productivity-{split}", model, parts, scale, asks))
    for split in scale.localism:
        asks = tuple(Ask(f"test-depth-{d}") for d in range(1, int(split[1]) + 1))
        found.append(_cell(f"localism-{split}", model, Parts(Cut("localism", _local(scale)), split), scale, asks))
    return found


def _by_quantifier(model: str, scale: SystematicityScale) -> list[Cell]:
    found = []
    for number in range(1, scale.each + 1):
        cut = embedded(scale.flat, number)
        found += [
            _cell(f"embedded-{step}-{number}", model, Parts(cut, name), scale, (Ask("test"),))
            for step, name in EMBEDDED.items()
        ]
    for key, split in chosen(scale.each).items():
        parts = Parts(replacements(scale.flat), split)
        found.append(_cell(f"replacements-{key}", model, parts, scale, tuple(map(Ask, FRAMES))))
    return found


def _mixed(model: str, scale: SystematicityScale, file: str, test: str | None) -> list[Cell]:
    """MNLI's own test part is a cell for itself, of the same training: there may be no such file."""
    options = [("outside", file), *([("outside-test", test)] if test else [])]
    options += [("outside-size", str(scale.outside))] if scale.outside else []
    cut = Cut("mixing:productivity", _deep(scale), tuple(options))
    found = []
    for trained, split in MIXED.items():
        asks = tuple(Ask(f"test-depth-{d}") for d in range(1, 6))
        found.append(_cell(f"mixed-{trained}", model, Parts(cut, split), scale, asks))
        if test:
            found.append(_cell(f"mixed-{trained}-mnli", model, Parts(cut, split), scale, (Ask("test-outside"),)))
    return found


def _cell(key: str, model: str, parts: Parts, scale: SystematicityScale, asks: tuple[Ask, ...]) -> Cell:
    learner: Learner = Memorising(parts)
    if model != "memorising":
        learner = Training(model, parts, PRESETS.get(model, "default"), scale.changes.get(model, ()))
    return Cell(f"{key}/{model}", learner, asks, scale.seeds.get(model))


def replacements(size: int) -> Cut:
    frames = ("plain", "adverb", "preposition", "object")
    data = tuple((f, Data("systematicity", size, 0, (("depth", "1"), ("frame", f)))) for f in frames)
    return Cut("predicate-replacements", data, (("q", "a few"),))


def embedded(size: int, number: int) -> Cut:
    """One permutation of quantifier pairs, another for each number."""
    data = Data("systematicity", 2 * size, 0, (("depth", "1-2"),))
    return Cut("embedding-quantifiers", (("pairs", data),), (("permutations", "1"),), number)


def chosen(each: int) -> dict[str, str]:
    """Splits of I by short name: S1, then `each` of S2 and S3, spread evenly over those there are."""
    found = {"S1": "S1"}
    for step, number in (("S2", 1), ("S3", 2)):
        pairs = [(*u, *d) for u in combinations(UP, number) for d in combinations(DOWN, number)]
        names = ["+".join(pair).replace(" ", "-") for pair in pairs]
        taken = names[:: max(1, len(names) // each)][:each]
        found |= {f"{step}-{k}": f"{step}_{name}" for k, name in enumerate(taken, 1)}
    return found


def _published(numbers: Numbers, column: str, table: str, row: str) -> Published | None:
    if column not in PUBLISHED:
        return None
    value, deviation = numbers[list(PUBLISHED).index(column)]
    return Published(value, deviation, f"Yanaka et al. 2020, {table}, {row}, {column}", "standard deviation of 5 runs")


def _row(protocol: str, split: str, depth: int, numbers: Numbers, table: str, direction: str = "") -> Row:
    told = {"": "", "downward": " (down)", "upward": " (up)"}[direction]
    label = f"{TRAINED.get(split, split)} → D{depth}{told}"
    by = f"monotonicity={direction}" if direction else ""
    return Row(
        label,
        {
            c: Entry((f"{protocol}-{split}/{m}",), (f"test-depth-{depth}",), by, _published(numbers, c, table, label))
            for c, m in COLUMNS.items()
            if not (by and m == "memorising")  # its answers are only counted
        },
    )


def figure_3() -> Figure:
    lines = tuple(
        Line(column, tuple((step, Entry((f"embedded-{step}-*/{model}",))) for step in EMBEDDED))
        for column, model in COLUMNS.items()
    )
    note = "Figure 3 of Yanaka et al. 2020, whose numbers are not in print; means over permutations."
    return Figure("embedded", "Quantifiers that training never embeds", "training", lines, note)


TREES = (
    "Trees are the grammar's own; the paper's TreeLSTM was given those of a dependency parser. The "
    "label bottleneck and the memorising learner are also told how phrases compare, the state tree only how they "
    "are aligned."
)


def productivity() -> Table:
    rows = [_row("productivity", s, d, n, "Table 7") for s, all_n in TABLE_7.items() for d, n in enumerate(all_n, 1)]
    rows += [_row("productivity", split, d, n, "Table 3", way) for (split, d, way), n in DIRECTED.items()]
    title = "Productivity: train on small depths, test on greater ones"
    return Table("productivity", title, tuple(COLUMNS), tuple(rows), TREES)


def localism() -> Table:
    rows = [_row("localism", s, d, n, "Table 4") for s, all_n in TABLE_4.items() for d, n in enumerate(all_n, 1)]
    note = f"{TREES} Where a model has not learned the depth that it was trained on, chance on others says nothing."
    return Table("localism", "Localism: train on one depth, test on smaller ones", tuple(COLUMNS), tuple(rows), note)


def table_5() -> Table:
    def row(trained: str, k: int, numbers: Numbers) -> Row:
        depth = k <= 5
        label = f"{trained} → " + (f"D{k}" if depth else "MNLI-test")
        key, test = (f"mixed-{trained}", f"test-depth-{k}") if depth else (f"mixed-{trained}-mnli", "test-outside")
        return Row(
            label,
            {
                c: Entry((f"{key}/{m}",), (test,), "", _published(numbers, c, "Table 5", label))
                for c, m in PUBLISHED.items()
            },
        )

    rows = tuple(row(trained, k, n) for trained, all_n in TABLE_5.items() for k, n in enumerate(all_n, 1))
    note = (
        "MNLI is what `--file mnli=FILE` names, MNLI-test what `--file mnli-test=FILE` names; without them "
        "nothing is run. Labels become two-way, so our MNLI-test is easier than three-way. Other people's "
        "sentences have no trees, so TreeLSTM and ours are not run."
    )
    return Table("table-5", "Productivity with an NLI file mixed in", tuple(PUBLISHED), rows, note)


def figure_2(column: str, model: str) -> Figure:
    steps = {"S1": "S1", "S2": "S2-*", "S3": "S3-*"}
    lines = tuple(
        Line(told, tuple((step, Entry((f"replacements-{keys}/{model}",), (part,))) for step, keys in steps.items()))
        for part, told in FRAMES.items()
    )
    title = f"Unseen combinations of quantifier and replacement, {column}"
    note = "Means over the splits of a step." + (
        " Figure 2 of Yanaka et al. 2020, whose numbers are not in print." if column in PUBLISHED else ""
    )
    return Figure(f"replacements-{model}", title, "training", lines, note)


def _deeper(model: str, depth: int, split: str = "productivity-D1-2") -> Entry:
    return Entry((f"{split}/{model}",), (f"test-depth-{depth}",))


FINDINGS = (
    Finding(
        "Trained to depth 2, the LSTM falls at depth 4 (depth 2 against 4)",
        "Yanaka et al. 2020, Table 7",
        _deeper("lstm", 2),
        _deeper("lstm", 4),
        20,
    ),
    Finding(
        "Trained to depth 2, the TreeLSTM falls at depth 4 (depth 2 against 4)",
        "Yanaka et al. 2020, Table 7",
        _deeper("tree_lstm", 2),
        _deeper("tree_lstm", 4),
        20,
    ),
    Finding(
        "At depth 5 the LSTM is near chance", "Yanaka et al. 2020, Table 7", _deeper("lstm", 5), 50.0, 10, near=True
    ),
    Finding(
        "Trained to depth 1, the TreeLSTM is near chance at depth 2",
        "Yanaka et al. 2020, Table 7",
        _deeper("tree_lstm", 2, "productivity-D1"),
        50.0,
        10,
        near=True,
    ),
    Finding(
        "Trained on depth 3 alone, the TreeLSTM is near chance on depth 2",
        "Yanaka et al. 2020, Table 4",
        _deeper("tree_lstm", 2, "localism-D3"),
        50.0,
        10,
        near=True,
    ),
    Finding(
        "Trained on depth 3 alone, the TreeLSTM is near chance on depth 1",
        "Yanaka et al. 2020, Table 4",
        _deeper("tree_lstm", 1, "localism-D3"),
        50.0,
        10,
        near=True,
    ),
)
STUDY = Study(
    "systematicity",
    "monotonicity: unseen combinations, greater and smaller depth",
    papers.SYSTEMATICITY,
    cells,
    (productivity(), localism(), table_5(), *(figure_2(c, m) for c, m in COLUMNS.items()), figure_3()),
    {"smoke": 1, "small": 2, "paper": 5},
    {
        "mnli": "an NLI file to mix into training, such as MultiNLI",
        "mnli-test": "an NLI file that mixed models are tested on too",
    },
    FINDINGS,
)
