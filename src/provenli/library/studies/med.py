"""Yanaka et al. 2019: models of naturalistic inference on MED, by direction of monotonicity (Tables 5 to 9, Figure 2).

Files are the user's: `--file med=MED.tsv --file train=snli_1.0_train.jsonl`, and `--file help=HELP.tsv`; a name given
twice, or a directory, means several files. Without any,
pairs of the fragment systematicity stand in their place, with the same tags (library/studies/med_data.py).

Cells: `train/MODEL`; `help/MODEL` (with HELP); `own/MODEL` (with our own pairs in HELP's proportions, where files are
given); `up-N/MODEL`, `down-N/MODEL` and `ratio-R/MODEL` (Figure 2: so many
examples of HELP of one direction alone, or R per cent of them downward); `always/LABEL` (Table 5, Majority in Table
6); `solver/natural_logic` (ours, not trained). KIM needs WordNet's files; without them only `paper` has it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from provenli import papers
from provenli.errors import InputError
from provenli.library.models.wordnet import has_wordnet
from provenli.library.studies.encoders import LABELS as ENCODERS
from provenli.library.studies.encoders import OTHER_MODEL, PAIRS, SAID, tuned
from provenli.library.studies.med_data import (
    ALWAYS,
    BY_GENRE,
    BY_PHENOMENON,
    COLUMNS,
    DIRECTIONS,
    DOWN,
    GENRES,
    MAJORITY,
    PHENOMENA,
    STATISTICS,
    TABLE_6,
    TABLE_7,
    UP,
    WAYS,
    Sources,
    has_pairs,
    kinds,
    own_help,
    sources,
)
from provenli.studies.recipes import Outside, Parts, Reworded, Share, Source, Training, Words
from provenli.studies.study import Ask, Cell, Entry, Figure, Files, Finding, Line, Published, Study, Table, TableRow

SERIES = (50, 100, 200, 500, 1000, 2000, 5000)
RATIOS = (0, 25, 50, 75, 100)
"""The caption gives the sizes; the ratios are ours."""
HYPOTHESIS = "bilstm_max-hypothesis"
"""In keys: the model that sees only hypotheses."""
SOLVER = "natural_logic"
"""Our own solver of English pairs, which needs no training."""
FEW = "few"
NOT_FEW = ("a", "very", "the", "quite", "so", "too", "only", "these", "those")
"""Words before *few* that make it another word, or that keep it from being replaced."""
PROBES: Mapping[str, str] = {FEW: FEW, f"{FEW} → a few": "a few", f"{FEW} → nothing": ""}
"""Tests by name, and the replacement for *few*."""
ASKS = (Ask("test", ("tags", "kinds")),)


@dataclass(frozen=True, slots=True)
class MedScale:
    """`size`: the most pairs taken from training files. `share`: the size of the stand-ins as a share of the paper's
    sizes. `augmented`: models that are trained with HELP too. `drawn`: those of Figure 2, with its sizes, the number of
    examples of each ratio, and more epochs, since fifty examples are one batch. `encoder_pairs`: training pairs of an
    encoder."""

    size: int | None
    share: float
    models: tuple[str, ...]
    augmented: tuple[str, ...]
    drawn: tuple[str, ...]
    series: tuple[int, ...]
    total: int
    settings: Words
    longer: Words = ()
    seeds: Mapping[str, int] = field(default_factory=dict)
    encoder_pairs: int | None = None


SCALES: Mapping[str, MedScale] = {
    "smoke": MedScale(
        300,
        0.01,
        ("decomposable_attention",),
        ("decomposable_attention", HYPOTHESIS),
        ("decomposable_attention",),
        (50,),
        60,
        (("epochs", "1"), ("embedding", "20"), ("hidden", "20")),
    ),
    "small": MedScale(
        20_000,
        0.3,
        ("bimpm", "esim", "decomposable_attention", "kim"),
        ("esim", "decomposable_attention", HYPOTHESIS),
        ("esim",),
        (50, 200, 1000),
        1000,
        (("epochs", "5"), ("embedding", "50"), ("hidden", "50")),
        (("epochs", "15"), ("embedding", "50"), ("hidden", "50")),
    ),
    "medium": MedScale(
        20_000,
        0.5,
        ("esim", "decomposable_attention", *ENCODERS, "bimpm", "kim"),
        ("esim", "decomposable_attention", *ENCODERS, HYPOTHESIS),
        ("esim",),
        SERIES[:-1],
        1000,
        (("epochs", "5"), ("embedding", "50"), ("hidden", "50")),
        (("epochs", "15"), ("embedding", "50"), ("hidden", "50")),
        {"bimpm": 1, "kim": 1, **dict.fromkeys(ENCODERS, 1)},
        PAIRS,
    ),
    "paper": MedScale(
        None,
        1.0,
        ("bimpm", "esim", "decomposable_attention", "kim", *ENCODERS),
        ("esim", "decomposable_attention", *ENCODERS, HYPOTHESIS),
        ("esim", "transformer"),
        SERIES,
        5000,
        (),
    ),
}


def cells(name: str, files: Files) -> list[Cell]:
    if files and not {"med", "train"} <= set(files):
        raise InputError(
            "study 'med': --file med=PATH and --file train=PATH go together; name both, or no file at "
            "all for data of our own"
        )
    scale = SCALES[name]
    if name != "paper" and not has_wordnet():
        scale = replace(scale, models=tuple(m for m in scale.models if m != "kim"))
    given = sources(files, scale.share)
    hypothesis = (HYPOTHESIS,) if HYPOTHESIS in scale.augmented else ()
    found = _trained("train", scale, given, (*scale.models, *hypothesis), *given.train)
    if given.help:
        found += _trained("help", scale, given, scale.augmented, *given.train, *given.help)
    if files:
        found += _trained("own", scale, given, scale.augmented, *given.train, own_help(scale.share))
    if not files or has_pairs(files["med"], DOWN, FEW):
        found = [replace(c, asks=(*c.asks, *_probe(given))) for c in found]
    if given.examples:
        found += _drawn(scale, given)
    always = [(label, Share(ALWAYS, ((label, 40), (other, 20)))) for label, other in LABELS.items()]
    parts = {label: Parts(Outside((share,), given.test, kinds=kinds())) for label, share in always}
    found += [Cell(f"always/{label}", Training("majority", p), ASKS) for label, p in parts.items()]
    return [*found, Cell(f"solver/{SOLVER}", Training(SOLVER, parts["entailment"]), ASKS, 1)]


def _probe(given: Sources) -> tuple[Ask, ...]:
    """Downward pairs with *few* in both sentences: as they are, with *a few*, and without it, which turns them upward
    (section 5)."""
    assert not isinstance(given.test, Reworded)
    parts = {name: Parts(Outside((), Reworded(given.test, DOWN, FEW, by, NOT_FEW))) for name, by in PROBES.items()}
    return tuple(Ask("test", name=name, parts=p) for name, p in parts.items())


LABELS = {"entailment": "non-entailment", "non-entailment": "entailment"}


def _trained(key: str, scale: MedScale, given: Sources, models: tuple[str, ...], *train: Source) -> list[Cell]:
    size = scale.size if given.of_files else None
    parts = Parts(Outside(train, given.test, size, kinds=kinds()))
    return [Cell(f"{key}/{m}", _training(m, parts, scale), ASKS, scale.seeds.get(m)) for m in models]


def _training(model: str, parts: Parts, scale: MedScale) -> Training:
    if model in ENCODERS:
        return tuned(model, parts, (("epochs", "2"),) if scale.encoder_pairs else (), scale.encoder_pairs)
    if model == HYPOTHESIS:
        return Training("bilstm_max", parts, "hypothesis-only", scale.settings)
    return Training(model, parts, settings=scale.settings)


def _drawn(scale: MedScale, given: Sources) -> list[Cell]:
    """Figure 2: examples of one direction alone, and both by ratio."""
    examples = given.examples
    assert examples is not None
    longer = replace(scale, settings=scale.longer or scale.settings)
    mixes: dict[str, tuple[tuple[str, int], ...]] = {}
    for way, tag in (("up", UP), ("down", DOWN)):
        mixes |= {f"{way}-{n:05}": ((tag, n),) for n in scale.series}
    for ratio in RATIOS:
        down = scale.total * ratio // 100
        mixes[f"ratio-{ratio:03}"] = tuple((t, n) for t, n in ((UP, scale.total - down), (DOWN, down)) if n)
    return [
        c for key, counts in mixes.items() for c in _trained(key, longer, given, scale.drawn, Share(examples, counts))
    ]


# --- what is shown ---


OTHER_MODELS = {"transformer": OTHER_MODEL, HYPOTHESIS: "of hypotheses alone the paper's model is BERT, ours a biLSTM"}
FEWER = "the paper trains on all of SNLI, ours at this scale on 20,000 pairs at most"
OTHER_DATA = "ours is of our own pairs unless `--file med=…` and `--file train=…` name MED and SNLI"


def _entry(cell: str, kind: str, value: float | None, source: str) -> Entry:
    """`kind` "": all pairs."""
    told = None if value is None else _told(cell, Published(value, None, source))
    return Entry((cell,), ("test",), f"kinds={kind}" if kind else "", told)


def _told(cell: str, published: Published) -> Published:
    model = cell.partition("/")[2]
    if model in OTHER_MODELS:
        return replace(published, unlike=OTHER_MODELS[model])
    smaller = "" if cell.startswith("always/") else FEWER
    return replace(published, unlike=OTHER_DATA, given=("med", "train"), smaller=smaller)


def _row(label: str, cell: str, numbers: tuple[float, ...] | None, source: str) -> TableRow:
    values = numbers or (None,) * len(COLUMNS)
    return TableRow(
        label,
        {
            c: _entry(cell, DIRECTIONS.get(c, ""), v, f"{source}, {label}, {c}")
            for c, v in zip(COLUMNS, values, strict=True)
        },
    )


def _statistics() -> Table:
    """Shares of labels, as the accuracy of always saying that label."""
    rows = []
    for (way, label), counts in STATISTICS.items():
        entries = {}
        for column, kind, k in (("Crowd", f"{way} crowd", 0), ("Paper", f"{way} paper", 1), ("Total", way, 2)):
            here, both = counts[k], sum(STATISTICS[way, x][k] for x in LABELS)
            source = f"Yanaka et al. 2019, Table 5, {way}, {label}, {column}: {here:,} of {both:,}"
            entries[column] = _entry(f"always/{label}", kind, round(100 * here / both, 1), source)
        rows.append(TableRow(f"{way.replace('_', ' ')}, {label}", entries))
    note = f"Per cent of the pairs of a column and direction that have the label; the paper counts pairs. {OURS}"
    return Table("table-5", "Labels in MED", ("Crowd", "Paper", "Total"), tuple(rows), note)


def _baselines() -> Table:
    def always(label: str) -> TableRow:
        """The published Majority stands with the label that is the most frequent in MED for that direction; our data
        may differ."""
        return TableRow(
            f"Always {label}",
            {
                c: _entry(
                    f"always/{label}",
                    DIRECTIONS.get(c, ""),
                    value if label == most else None,
                    f"Yanaka et al. 2019, Table 6, Majority, {c}",
                )
                for c, (most, value) in MAJORITY.items()
            },
        )

    rows = (_row(label, f"train/{m}", n, "Yanaka et al. 2019, Table 6") for label, (m, n) in TABLE_6.items())
    note = (
        "The paper trains on SNLI, BERT on MultiNLI too (Table 7). The published Majority stands with the "
        "label that is most frequent in MED in that direction; "
        "99.3 for Non is not what Table 5 gives, 277 of 292 (94.9). Natural logic is our solver of English pairs "
        f"(docs/english_pairs.md), which was developed on half of MED and is not trained. {OURS}"
    )
    solver = _row("Natural logic, ours", f"solver/{SOLVER}", None, "")
    return Table("table-6", "Models on MED", COLUMNS, (*map(always, LABELS), *rows, solver), note)


def _helped() -> Table:
    rows = [_row(label, cell, n, "Yanaka et al. 2019, Table 7") for label, (cell, n) in TABLE_7.items()]
    for label, model in (
        ("ESIM", "esim"),
        ("DeComp", "decomposable_attention"),
        ("MiniLM", "transformer"),
        ("Transformer, not pretrained", "not-pretrained"),
    ):
        rows += [
            _row(f"{label}, {told}", f"{key}/{model}", None, "")
            for key, told in (("train", "without HELP"), ("help", "with HELP"), ("own", "with our own HELP-like pairs"))
        ]
    note = (
        "The published rows are of BERT on MultiNLI; -Hyp sees hypotheses only, where ours is a biLSTM, not BERT. "
        f"{SAID} {OURS}"
    )
    return Table("table-7", "With and without HELP", COLUMNS, tuple(rows), note)


def _few() -> Table:
    rows = [
        TableRow(f"{label}, {told}", {name: Entry((f"{key}/{m}",), (name,)) for name in PROBES})
        for label, (m, _) in TABLE_6.items()
        for key, told in (("train", "without HELP"), ("help", "with HELP"))
        if key == "train" or m not in ("bimpm", "kim")
    ]
    note = (
        "Downward pairs with *few* in both sentences, as they are; with *a few*; without it. The last two go up, so "
        "their label is turned round (not proved for sentences of files). Who hears no difference has in the other "
        "columns what is missing to 100 in the first; the share of answers that stay the same is given below. The "
        "paper's BERT gave the same answers. BERT here is a smaller encoder."
    )
    return Table("few", "*few* replaced by *a few*, or left out", tuple(PROBES), tuple(rows), note)


Broken = Mapping[tuple[str, str], tuple[float, float]]


def _broken(name: str, title: str, numbers: Broken, names: Mapping[str, str], source: str, note: str) -> Table:
    """Tables 8 and 9: two columns of the paper's BERT, two of ESIM."""
    rows = []
    for (first, second), values in numbers.items():
        label = " ".join(f"{first}, {second}".split())
        kind = " ".join(names[x] for x in sorted((first, second), key=lambda x: x not in WAYS) if names[x])
        entries = {
            c: _entry(f"{key}/transformer", kind, v, f"Yanaka et al. 2019, {source}, {label}, {c}")
            for (c, key), v in zip(HELPED.items(), values, strict=True)
        }
        entries |= {f"ESIM {c}": _entry(f"{key}/esim", kind, None, "") for c, key in HELPED.items()}
        rows.append(TableRow(label, entries))
    return Table(name, title, (*HELPED, *(f"ESIM {c}" for c in HELPED)), tuple(rows), f"{note} {OURS}")


HELPED = {"-HELP": "train", "+HELP": "help"}


def _figure(name: str, title: str, across: str, keys: Mapping[str, str]) -> Figure:
    told = {"esim": "ESIM", "transformer": "encoder", "decomposable_attention": "DeComp"}
    lines = tuple(
        Line(
            f"{column}, {label}",
            tuple((x, _entry(f"{key}/{m}", DIRECTIONS[column], None, "")) for x, key in keys.items()),
        )
        for m, label in told.items()
        for column in ("Upward", "Downward")
    )
    return Figure(name, title, across, lines, f"The paper draws this (of BERT) and prints no numbers. {OURS}")


OURS = (
    "Unless files are named (`--file med=… --file train=… --file help=…`), ours are of data of our own, and the "
    "published numbers stand beside them only for orientation: pairs of the fragment systematicity, proved, with "
    "MED's tags where it has them (none is non-monotone, none has an NPI); sentences of one quantifier stand for "
    "Crowd, embedded, negated and conditional ones for Paper; a training set of which 5% is downward stands for "
    "SNLI and MultiNLI, one in HELP's proportions of up and down for HELP."
)
OUTPUTS = (
    _statistics(),
    _baselines(),
    _helped(),
    _broken(
        "table-8",
        "By genre",
        BY_GENRE,
        GENRES,
        "Table 8",
        "A pair of a file is of a genre if its tags say `crowd` or `paper`.",
    ),
    _broken("table-9", "By phenomenon", BY_PHENOMENON, PHENOMENA, "Table 9", ""),
    _few(),
    _figure(
        "figure-2i", "Figure 2 (i): upward examples only", "training pairs", {str(n): f"up-{n:05}" for n in SERIES}
    ),
    _figure(
        "figure-2ii",
        "Figure 2 (ii): downward examples only",
        "training pairs",
        {str(n): f"down-{n:05}" for n in SERIES},
    ),
    _figure(
        "figure-2iii",
        "Figure 2 (iii): upward and downward examples by ratio",
        "per cent downward",
        {str(r): f"ratio-{r:03}" for r in RATIOS},
    ),
)


def _way(cell: str, column: str) -> Entry:
    return _entry(cell, DIRECTIONS[column], None, "")


FINDINGS = (
    Finding(
        "Trained on what is mostly upward, ESIM is far better upward than downward",
        "Yanaka et al. 2019, Table 6",
        _way("train/esim", "Upward"),
        _way("train/esim", "Downward"),
        20,
    ),
    Finding(
        "HELP mends the downward side (with against without)",
        "Yanaka et al. 2019, Table 7",
        _way("help/esim", "Downward"),
        _way("train/esim", "Downward"),
        20,
    ),
    Finding(
        "HELP costs little on the upward side",
        "Yanaka et al. 2019, Table 7",
        _way("help/esim", "Upward"),
        _way("train/esim", "Upward"),
        15,
        near=True,
    ),
    Finding(
        "From the hypothesis alone, with HELP, little can be told: near chance",
        "Yanaka et al. 2019, Table 7",
        _entry(f"help/{HYPOTHESIS}", "", None, ""),
        50.0,
        10,
        near=True,
    ),
    Finding(
        "Upward examples alone teach nothing of the downward side",
        "Yanaka et al. 2019, Figure 2 (i)",
        _way("up-01000/esim", "Upward"),
        _way("up-01000/esim", "Downward"),
        40,
    ),
)
STUDY = Study(
    "med",
    "monotonicity in naturalistic pairs: upward and downward",
    papers.MED,
    cells,
    OUTPUTS,
    {"smoke": 1, "small": 3, "medium": 3, "paper": 5},
    {
        "med": "MED, the test pairs",
        "train": "NLI pairs to train on, such as SNLI",
        "help": "HELP, to be added to training",
        "directions": "pairs tagged upward_monotone and downward_monotone for Figure 2, such as HELP's main part",
    },
    FINDINGS,
)
