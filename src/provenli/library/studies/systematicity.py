"""Yanaka et al. 2020: unseen combinations of quantifiers and replacements (I, Figure 2), quantifiers never embedded
(II, Figure 3), greater depth (III, Tables 3 and 7), shallower than training (IV, Table 4), an NLI file mixed in
(Table 5). Ours, the memorising learner and a transformer that was not pretrained are columns and lines too.

Cells: `productivity-SPLIT/MODEL`, `localism-SPLIT/MODEL`, `replacements-STEP-NUMBER/MODEL`,
`embedded-STEP-NUMBER/MODEL`, where NUMBER is a split of I or a permutation of II; with `--file mnli=FILE` also
`mixed-SPLIT/MODEL`, and with `--file mnli-test=FILE` `mixed-SPLIT-mnli/MODEL`.
Of I the steps S2 and S3 have 12 and 18 splits that differ (docs/splits.md); small runs take some of them. A TreeLSTM
has the trees of a parser, as in the paper, if there is one (the extra `english`), another those of the grammar, and a
third dependencies made from these, so that the form of trees is told apart from a parser's errors.
BERT stands for whatever encoder `transformer` has.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations

from provenli import papers
from provenli.library.studies.encoders import ASKED, NOT_PRETRAINED, OTHER_MODEL, PAIRS, SAID, sampled, tuned
from provenli.library.studies.encoders import PRESETS as PRESETS_OF_ENCODERS
from provenli.library.studies.published_numbers import ALONE, DEPTHS, DIRECTED, LOCALISM, WITH_MNLI, DepthNumbers
from provenli.models.parsed_trees import parser_version
from provenli.studies.recipes import Cut, Data, Learner, Memorising, Parts, Training, Words
from provenli.studies.study import Ask, Cell, Entry, Figure, Files, Finding, Line, Published, Study, Table, TableRow

# Trained on what, by split; then D1 … D5 and MNLI's own test part.
MIXED: Mapping[str, str] = {"MNLI": "outside-alone", "D1+D2+MNLI": "D1-2", "D1+D2+D3+MNLI": "D1-3"}
PUBLISHED: Mapping[str, str] = {"BERT": "transformer", "LSTM": "lstm", "TreeLSTM": "tree_lstm"}
PARSED: Mapping[str, str] = {"TreeLSTM, parsed": "tree_lstm_parsed"}
HEADED: Mapping[str, str] = {"TreeLSTM, headed": "tree_lstm_headed"}
OURS: Mapping[str, str] = {
    "label bottleneck (ours)": "label_bottleneck",
    "state tree (ours)": "state_tree",
    "memorising learner": "memorising",
}
NEW: Mapping[str, str] = {"transformer, not pretrained": NOT_PRETRAINED}
COLUMNS: Mapping[str, str] = {**PUBLISHED, **PARSED, **HEADED, **NEW, **OURS}
LOCAL: Mapping[str, str] = {c: m for c, m in COLUMNS.items() if c not in HEADED}
MIXED_COLUMNS: Mapping[str, str] = {"BERT": "transformer", "LSTM": "lstm", **PARSED}
READ_TEXT = tuple(MIXED_COLUMNS.values())
"""Models that read anybody's sentences; the others need the grammar's trees."""
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


@dataclass(frozen=True, slots=True)
class SystematicityScale:
    """`deep`: pairs of depths 1 to 5. `local`: pairs for localism, of depths 1 to 3, if not those. `flat`: pairs of
    depth 1, and of each frame. `each`: splits of S2 and S3 of I, and permutations of II. `outside`: pairs of an NLI
    file. `by_quantifier`: models of I and II. `seeds`: by model, if fewer than the study's. `once`: models of which
    only one split of productivity, the one that the findings are about, is run several times. `encoder_pairs`: training
    pairs of an encoder. `more`: further settings of single cells."""

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
    once: str = ""
    encoder_pairs: int | None = None
    more: Mapping[str, Words] = field(default_factory=dict)


ALL = tuple(COLUMNS.values())
AT_HAND = tuple(m for m in ALL if m not in (*PRESETS_OF_ENCODERS, *HEADED.values()))
WITHOUT_PARSER = tuple(m for m in AT_HAND if m not in PARSED.values())
TREE_LSTMS = ("tree_lstm", *PARSED.values())
TINY = (("epochs", "1"), ("embedding", "20"), ("hidden", "20"))
NARROW = (("embedding", "100"), ("hidden", "100"))
ALONE_AT_FIRST = (("steady", "yes"), ("compared", "yes"), ("batch", "256"), ("learning_rate", "0.0003"))
"""With these settings a TreeLSTM learns depth 3 alone, where any three of the four things that decide (three
quantifiers, the way of the change) tell nothing. It learns nothing for 130,000 pairs and everything in the next 25,000.
100 wide, without `steady` 307,000 pairs taught nothing, without `compared` 256,000 (the grammar's trees, one seed
each); larger steps lose what the start knows before it is of use (docs/decisions.md, 100)."""
TAUGHT = (("epochs", "12"), ("learning_rate", "0.0001"), ("decay", "yes"))
"""In two epochs of 4,000 pairs MiniLM learns nothing, not even depth 1 (docs/decisions.md, 106)."""
BRIEFLY = (("epochs", "2"),)
"""On MultiNLI alone, of which it saw pairs before."""
FROM_DEPTH_3 = tuple(f"localism-D3/{m}" for m in TREE_LSTMS)
SCALES: Mapping[str, SystematicityScale] = {
    "smoke": SystematicityScale(
        800,
        None,
        800,
        1,
        40,
        WITHOUT_PARSER,  # whose start takes longer than the rest
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
        WITHOUT_PARSER,
        ("D1", "D1-2", "D1-3", "D1-4"),
        ("D3",),
        {
            "lstm": (*NARROW, ("batch", "32"), ("lstm_layers", "1"), ("epochs", "6"), ("patience", "0")),
            **dict.fromkeys(TREE_LSTMS, (*NARROW, ("batch", "32"), ("epochs", "3"), ("patience", "0"))),
            "label_bottleneck": (("batch", "64"), ("epochs", "5")),
            "state_tree": (("epochs", "6"),),
        },
        dict.fromkeys((*TREE_LSTMS, "label_bottleneck"), 1),
    ),
    # An LSTM of three layers and 200 units; localism with about 100,000 pairs of depth 3, so that it is learned.
    "medium": SystematicityScale(
        40_000,
        300_000,
        4_000,
        3,
        4_000,
        (
            "lstm",
            *TREE_LSTMS,
            *HEADED.values(),
            "transformer",
            NOT_PRETRAINED,
            "memorising",
            "state_tree",
            "label_bottleneck",
        ),
        ("tree_lstm", "lstm", "label_bottleneck"),
        ("D1-2", "D1", "D1-3", "D1-4", "D1-5"),
        ("D3", "D2"),
        {
            "lstm": (("batch", "32"), ("epochs", "5"), ("patience", "0")),
            **dict.fromkeys((*TREE_LSTMS, *HEADED.values()), (("batch", "32"), ("epochs", "3"), ("patience", "0"))),
            "label_bottleneck": (("batch", "64"), ("epochs", "5")),
            "state_tree": (("epochs", "6"),),
            **dict.fromkeys(PRESETS_OF_ENCODERS, TAUGHT),
        },
        once="productivity-D1-2",
        encoder_pairs=PAIRS,
        # One depth alone has no easy pairs to begin with (ALONE_AT_FIRST).
        more={
            "localism-D2/tree_lstm": (("steady", "yes"),),
            **dict.fromkeys(FROM_DEPTH_3, ALONE_AT_FIRST),
            **dict.fromkeys(("mixed-MNLI/transformer", "mixed-MNLI-mnli/transformer"), BRIEFLY),
        },
    ),
    "paper": SystematicityScale(1_600_000, None, 60_800, 18, None, ALL, ALL, tuple(TRAINED), tuple(ALONE), {}),
}
PRESETS = dict.fromkeys(("lstm", *TREE_LSTMS, *HEADED.values()), "systematicity")
SEVERAL = ("lstm", *TREE_LSTMS, *HEADED.values(), "state_tree")
"""Models of which `once` is run with several seeds."""


def cells(name: str, files: Files) -> list[Cell]:
    """In the order in which a budget keeps them (`_rank`)."""
    scale = SCALES[name]
    if name != "paper" and parser_version() is None:
        scale = replace(scale, models=tuple(m for m in scale.models if m not in PARSED.values()))
    found = [c for model in scale.models for c in _by_depth(model, scale)]
    for model in scale.models:
        if "mnli" in files and model in READ_TEXT:
            found += _mixed(model, scale, files["mnli"], files.get("mnli-test"))
    return sorted(found + [c for model in scale.by_quantifier for c in _by_quantifier(model, scale)], key=_rank)


def _rank(cell: Cell) -> int:
    """The splits of the findings come first, then the other splits, tables and figures, then encoders with MultiNLI,
    and last what costs most and says least: encoders on further splits, depth 2 alone, whose pairs are as many as those
    of depth 3, but for the network that learns it, and training on all five depths."""
    split, _, model = cell.key.rpartition("/")
    encoder = model in PRESETS_OF_ENCODERS
    if split == "productivity-D1-2" or cell.key == "localism-D2/tree_lstm" or (split == "localism-D3" and not encoder):
        return 0
    if encoder:
        return 2 if split.startswith("mixed-") else 3
    return 3 if split in ("localism-D2", "productivity-D1-5") else 1


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
    cut = Cut("localism", _local(scale), (("least-depth", "2"),))
    for split in scale.localism if model in LOCAL.values() else ():
        own = int(split[1])
        asks = tuple(Ask(f"test-depth-{d}") for d in range(1, own + 1))
        # Deeper pairs are those of productivity, of which this training has none.
        deeper = Parts(Cut("productivity", _deep(scale)), "D1")
        if model != "memorising":  # which is asked about the parts of its own training
            asks += tuple(Ask(f"test-depth-{d}", parts=deeper) for d in range(own + 1, 6))
        found.append(_cell(f"localism-{split}", model, Parts(cut, split), scale, asks))
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
    """MNLI's own test part is a separate cell with the same training: there may be no such file."""
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
    changes = (*scale.changes.get(model, ()), *scale.more.get(f"{key}/{model}", ()))
    seeds = scale.seeds.get(model)
    if scale.once:
        seeds = None if key == scale.once and model in SEVERAL else 1
    if model in PRESETS_OF_ENCODERS:
        asked = sampled(asks, ASKED if scale.encoder_pairs else None)
        return Cell(f"{key}/{model}", tuned(model, parts, changes, scale.encoder_pairs), asked, seeds)
    learner: Learner = Memorising(parts)
    if model != "memorising":
        learner = Training(model, parts, PRESETS.get(model, "default"), changes)
    return Cell(f"{key}/{model}", learner, asks, seeds)


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


OTHER_MNLI = "the paper's MNLI is all of MultiNLI with three labels, ours the file that was given, with two"
OTHER_TREES = "the paper's TreeLSTM has trees of a dependency parser, ours those of the grammar"


def _published(numbers: DepthNumbers, column: str, table: str, row: str) -> Published | None:
    theirs = "TreeLSTM" if column in (*PARSED, *HEADED) else column
    if theirs not in PUBLISHED:
        return None
    value, deviation = numbers[list(PUBLISHED).index(theirs)]
    unlike = OTHER_MODEL if column == "BERT" else OTHER_TREES if column in ("TreeLSTM", *HEADED) else ""
    source = f"Yanaka et al. 2020, {table}, {row}, {theirs}"
    return Published(value, deviation, source, "standard deviation of 5 runs", unlike)


def _row(protocol: str, split: str, depth: int, numbers: DepthNumbers, table: str, direction: str = "") -> TableRow:
    told = {"": "", "downward": " (down)", "upward": " (up)"}[direction]
    label = f"{TRAINED.get(split, split)} → D{depth}{told}"
    by = f"monotonicity={direction}" if direction else ""
    deeper = protocol == "localism" and depth > int(split[1])
    return TableRow(
        label,
        {
            c: Entry((f"{protocol}-{split}/{m}",), (f"test-depth-{depth}",), by, _published(numbers, c, table, label))
            for c, m in (COLUMNS if protocol == "productivity" else LOCAL).items()
            if not (m == "memorising" and (by or deeper))  # its answers are only counted, of parts of its own training
        },
    )


def figure_3() -> Figure:
    lines = tuple(
        Line(column, tuple((step, Entry((f"embedded-{step}-*/{model}",))) for step in EMBEDDED))
        for column, model in COLUMNS.items()
    )
    note = "Figure 3 of Yanaka et al. 2020, whose numbers are not in print; means over permutations."
    return Figure("embedded", "Quantifiers that training never embeds", "training", lines, note)


WITHOUT_ERRORS = "*TreeLSTM, headed* has dependencies made from the grammar's trees, so without a parser's errors."
TREES = (
    "TreeLSTM has the grammar's own trees, *TreeLSTM, parsed* those of a dependency parser (spaCy), as in the paper. "
    "The label bottleneck and the memorising learner are also told how phrases compare, the state tree only how they "
    f"are aligned. {SAID}"
)


def productivity() -> Table:
    rows = [_row("productivity", s, d, n, "Table 7") for s, all_n in DEPTHS.items() for d, n in enumerate(all_n, 1)]
    rows += [_row("productivity", split, d, n, "Table 3", way) for (split, d, way), n in DIRECTED.items()]
    title = "Productivity: train on small depths, test on greater ones"
    return Table("productivity", title, tuple(COLUMNS), tuple(rows), f"{TREES} {WITHOUT_ERRORS}")


def localism() -> Table:
    rows = [
        _row("localism", s, d, n, "Table 4" if d <= len(LOCALISM.get(s, ())) else "Table 7")
        for s, all_n in ALONE.items()
        for d, n in enumerate(all_n, 1)
    ]
    note = f"{TREES} Where a model has not learned the depth that it was trained on, chance on others says nothing."
    title = "Localism: train on one depth, test on smaller ones (Table 4) and on greater ones (Table 7)"
    return Table("localism", title, tuple(LOCAL), tuple(rows), note)


def table_5() -> Table:
    def row(trained: str, k: int, numbers: DepthNumbers) -> TableRow:
        depth = k <= 5
        label = f"{trained} → " + (f"D{k}" if depth else "MNLI-test")
        key, test = (f"mixed-{trained}", f"test-depth-{k}") if depth else (f"mixed-{trained}-mnli", "test-outside")
        published = {c: _published(numbers, c, "Table 5", label) for c in MIXED_COLUMNS}
        told = {c: p and replace(p, unlike=p.unlike or OTHER_MNLI) for c, p in published.items()}
        return TableRow(label, {c: Entry((f"{key}/{m}",), (test,), "", told[c]) for c, m in MIXED_COLUMNS.items()})

    rows = tuple(row(trained, k, n) for trained, all_n in WITH_MNLI.items() for k, n in enumerate(all_n, 1))
    note = (
        "MNLI is what `--file mnli=FILE` names, MNLI-test what `--file mnli-test=FILE` names; without them "
        "nothing is run. Labels become two-way, so our MNLI-test is easier than three-way. Other people's "
        "sentences have no trees of the grammar, so the other models are not run."
    )
    return Table("table-5", "Productivity with an NLI file mixed in", tuple(MIXED_COLUMNS), rows, note)


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
        "Trained to depth 2, the TreeLSTM over parsed trees falls at depth 4 (depth 2 against 4)",
        "Yanaka et al. 2020, Table 7",
        _deeper("tree_lstm_parsed", 2),
        _deeper("tree_lstm_parsed", 4),
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
    {"smoke": 1, "small": 2, "medium": 3, "paper": 5},
    {
        "mnli": "an NLI file to mix into training, such as MultiNLI",
        "mnli-test": "an NLI file that mixed models are tested on too",
    },
    FINDINGS,
)
