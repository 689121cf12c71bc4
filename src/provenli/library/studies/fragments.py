"""Richardson et al. 2020: baselines, models from scratch, models of another task as they are, and lossless
inoculation (Table 1, Figures 5, 6, 7).

Cells: `scratch-FRAGMENT/MODEL` and with fewer examples `scratch-FRAGMENT-K/MODEL`; `paraphrased-FRAGMENT/MODEL` (asked
about other words than training has); `before/MODEL` and
`before-FRAGMENT/MODEL` (the model of the original task, there and on a fragment); `dose-FRAGMENT-K/MODEL` (that model
after K examples) and `best-FRAGMENT/MODEL` (the best K). Epoch, setting and K are chosen by the mean of the dev scores
on both tasks. With files of benchmarks also `BENCHMARK/MODEL` (the model of the original task there) and
`BENCHMARK-FRAGMENT/MODEL` (the model of a fragment there); with `--file mnli-test=FILE` also `mnli/MODEL` and
`mnli-FRAGMENT/MODEL` (the original task's second test part, before and after).

The paper's original tasks are SNLI and MNLI: `--file original=snli_1.0_train.jsonl --file
original-test=snli_1.0_test.jsonl`; a name given twice means both files. Without them it is the fragment
monotonicity_simple, and all runs offline. GloVe gave the paper's models a vector for every word of the fragments from
the start; here these words are in the vocabulary from the start, with random vectors. Published files of the fragments:
fragments_data.py.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from dataclasses import replace as changed
from itertools import product

from provenli import papers
from provenli.errors import InputError
from provenli.library.studies.encoders import PAIRS
from provenli.library.studies.fragments_data import (
    ALL,
    BENCHMARKS,
    DOSES,
    ENCODERS,
    FROM_SCRATCH,
    KINDS,
    MONOTONICITY,
    ORIGINAL,
    TRAINED_AGAIN,
    WHOLE,
    published_parts,
)
from provenli.library.studies.fragments_tables import FINDINGS, OUTPUTS
from provenli.studies.recipes import Chosen, Cut, Data, Outside, Parts, Training, Words
from provenli.studies.study import Ask, Cell, Files, Study, paths_of

CHALLENGES = tuple(f for f in ALL if f != ORIGINAL)


@dataclass(frozen=True, slots=True)
class FragmentsScale:
    """`size`: training pairs of a fragment. `doses`: the doses of inoculation, by fragment. `fewer`: doses from
    scratch. `tried`: J settings of inoculation, by model. `only`: the doses of a model, of either kind, if fewer.
    `outside`: pairs of the original task's files. `encoder_pairs`: training pairs of an encoder."""

    size: int
    outside: int | None
    fragments: tuple[str, ...]
    kinds: tuple[str, ...]
    changes: Mapping[str, Words]
    doses: Mapping[str, tuple[int, ...]]
    fewer: Mapping[str, tuple[int, ...]]
    tried: Mapping[str, Sequence[Words]]
    original: str = ORIGINAL
    only: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    encoder_pairs: int | None = None


def _brief(epochs: int, width: int) -> Words:
    return (("epochs", str(epochs)), ("embedding", str(width)), ("hidden", str(width)))


def _tried(rates: Sequence[str], epochs: Sequence[int], more: Words = ()) -> list[Words]:
    """The paper searches learning rates and numbers of iterations; it gives no list."""
    return [(("epochs", str(e)), ("learning_rate", r), *more) for r, e in product(rates, epochs)]


def _wide(width: int) -> Words:
    return (("embedding", str(width)), ("hidden", str(width)), ("batch", "32"))


WITHOUT_ENCODERS = tuple(k for k in KINDS if k not in ENCODERS)
SCALES: Mapping[str, FragmentsScale] = {
    "smoke": FragmentsScale(
        150,
        200,
        ("quantifier", "conditional"),
        ("majority", "decomposable_attention"),
        dict.fromkeys(KINDS, _brief(1, 10)),
        {"quantifier": (30, 60)},
        {"quantifier": (30,)},
        {"decomposable_attention": _tried(("0.001", "0.0001"), (1,), _wide(10))},
        "conditional",
    ),
    "small": FragmentsScale(
        3_000,
        10_000,
        ALL,
        WITHOUT_ENCODERS,
        {**dict.fromkeys(KINDS, _brief(5, 50)), "decomposable_attention": _brief(15, 100), "esim": _brief(6, 50)},
        {f: (50, 250, 1000, 3000) if f in ("quantifier", "comparative") else (3000,) for f in CHALLENGES},
        dict.fromkeys(("comparative", "monotonicity_simple"), (50, 250, 1000)),
        {
            "decomposable_attention": _tried(("0.002", "0.0005", "0.0001"), (6,), _wide(100)),
            "esim": _tried(("0.002", "0.0005", "0.0001"), (3,), _wide(50)),
        },
    ),
    # All fragments are dosed. The encoder is fine-tuned on 4,000 pairs at most, and has one dose.
    "medium": FragmentsScale(
        3_000,
        20_000,
        ALL,
        tuple(KINDS),
        {
            **dict.fromkeys(KINDS, _brief(5, 50)),
            "decomposable_attention": _brief(15, 100),
            "esim": _brief(10, 50),
            **dict.fromkeys(ENCODERS, (("epochs", "2"),)),
        },
        dict.fromkeys(ALL, (50, 250, 1000, 3000)),
        dict.fromkeys(ALL, (50, 250, 1000)),
        {
            "decomposable_attention": _tried(("0.001", "0.0002"), (5,), _wide(100)),
            "esim": _tried(("0.001", "0.0002"), (3,), _wide(50)),
            "transformer": _tried(("0.00005",), (2,)),
        },
        only=dict.fromkeys(ENCODERS, (250,)),
        encoder_pairs=PAIRS,
    ),
    "paper": FragmentsScale(
        3_000,
        None,
        ALL,
        tuple(KINDS),
        {},
        dict.fromkeys(ALL, DOSES),
        dict.fromkeys(ALL, DOSES[:-1]),
        {
            **dict.fromkeys(TRAINED_AGAIN, _tried(("0.002", "0.001", "0.0005", "0.0002", "0.0001"), (5, 20))),
            "transformer": _tried(("0.00005", "0.00002", "0.00001"), (1, 3)),
        },
    ),
}


def cells(name: str, files: Files) -> list[Cell]:
    scale = SCALES[name]
    if dosed := tuple(f for f in scale.fragments if published_parts(f, files) is not None):
        scale = changed(scale, fragments=dosed)  # published and our own pairs are not mixed in one table
    given = {f: parts(f, scale, files) for f in scale.fragments}
    own = original(scale, files)
    found = []
    for f, of in given.items():
        found += [Cell(f"scratch-{f}/{k}", _scratch(k, of, scale), (Ask("dev"), Ask("test"))) for k in scale.kinds]
        if f in MONOTONICITY and isinstance(of.made, Data):
            other = (Ask("paraphrased_dev", name="test"),)
            found += [Cell(f"paraphrased-{f}/{k}", _scratch(k, of, scale), other) for k in scale.kinds]
    for kind in (k for k in FROM_SCRATCH if k in scale.kinds):
        found += [
            Cell(f"scratch-{f}-{k}/{kind}", _scratch(kind, some := dose(f, k, scale, files), scale), (_on_dev(some),))
            for f, doses in scale.fewer.items()
            if f in given
            for k in doses
            if k in scale.only.get(kind, (k,))
        ]
    for kind in (k for k in TRAINED_AGAIN if k in scale.kinds):
        found += _inoculated(kind, own, given, scale, files)
    return found


def parts(fragment: str, scale: FragmentsScale, files: Files) -> Parts:
    """The user's files, or ours, 3:1:1; monotonicity has one part more, with other words."""
    own = Parts(Data(fragment, scale.size // 3 * (6 if fragment in MONOTONICITY else 5)))
    return published_parts(fragment, files) or own


def dose(fragment: str, k: int, scale: FragmentsScale, files: Files) -> Parts:
    """Each dose contains the smaller ones."""
    made = parts(fragment, scale, files).made
    if isinstance(made, Outside):
        return Parts(changed(made, size=k if made.dev else round(k / 0.9)))
    assert isinstance(made, Data)
    doses = sorted({*scale.doses.get(fragment, ()), *scale.fewer.get(fragment, ())})
    cut = Cut("inoculation", (("pairs", made),), (("doses", ",".join(map(str, doses))),))
    return Parts(cut, f"dose-{k:05}")


def original(scale: FragmentsScale, files: Files) -> Parts:
    if not {"original", "original-test"} & set(files):
        return parts(scale.original, scale, {})
    if lacking := {"original", "original-test"} - set(files):
        raise InputError(f"--file {min(lacking)}=PATH is missing: training and test of the original task come together")
    return Parts(Outside(paths_of(files, "original"), files["original-test"], scale.outside))


def _on_dev(parts: Parts) -> Ask:
    """Without a dev part of their own, files give a tenth of a dose to choose epochs, too little to judge a model by:
    then what is tested, the published dev part, stands for it."""
    made = parts.made
    return Ask("test", name="dev") if isinstance(made, Outside) and not made.dev else Ask("dev")


def _scratch(kind: str, own: Parts, scale: FragmentsScale, knows: tuple[Parts, ...] = ()) -> Training:
    model = KINDS[kind].model
    changes = () if model == "majority" else scale.changes.get(kind, ())
    most = scale.encoder_pairs if kind in ENCODERS else None
    known = () if kind in ENCODERS else knows or (own,)
    return Training(model, own, KINDS[kind].preset, changes, knows=known, most=most)


def _inoculated(kind: str, own: Parts, given: Mapping[str, Parts], scale: FragmentsScale, files: Files) -> list[Cell]:
    """Before any dose, after each, and after the best; on benchmarks too."""
    challenges = {f: p for f, p in given.items() if p != own}
    first = _scratch(kind, own, scale, tuple(dict.fromkeys((own, *challenges.values()))))
    here = Ask("test", name="original", parts=own)
    found = [Cell(f"before/{kind}", first, (here,))]
    found += [
        Cell(f"before-{f}/{kind}", first, (Ask("test", name="challenge", parts=p),)) for f, p in challenges.items()
    ]
    benchmarks = {b: Ask("test", parts=Parts(Outside((), files[b]))) for b in (*BENCHMARKS, "mnli-test") if b in files}
    names = {b: b.removesuffix("-test") for b in benchmarks}
    found += [Cell(f"{names[b]}/{kind}", first, (ask,)) for b, ask in benchmarks.items()]
    found += [
        Cell(f"{names[b]}-{f}/{kind}", _scratch(kind, p, scale), (ask,))
        for f, p in given.items()
        for b, ask in benchmarks.items()
        if b in BENCHMARKS
    ]
    for f, challenge in challenges.items():
        judges = (challenge, own)
        tried = _doses(f, kind, first, judges, scale, files)
        asks = (here, Ask("test", name="challenge", parts=challenge))
        found += [Cell(f"dose-{f}-{k}/{kind}", Chosen(ts, judges), asks) for k, ts in tried.items()]
        if tried:
            best = Chosen(tuple(t for ts in tried.values() for t in ts), judges)
            found.append(Cell(f"best-{f}/{kind}", best, asks))
            found += [Cell(f"mnli-{f}/{kind}", best, (ask,)) for b, ask in benchmarks.items() if b == "mnli-test"]
    return found


def _doses(
    fragment: str, kind: str, first: Training, judges: tuple[Parts, Parts], scale: FragmentsScale, files: Files
) -> dict[int, tuple[Training, ...]]:
    """The settings to choose from at each dose; epochs are judged on both tasks."""
    doses = [k for k in scale.doses.get(fragment, ()) if k in scale.only.get(kind, (k,))]
    return {
        k: tuple(
            Training(first.model, dose(fragment, k, scale, files), first.preset, s, 0, first, judged_on=judges)
            for s in scale.tried[kind]
        )
        for k in doses
    }


STUDY = Study(
    "fragments",
    "can models master a fragment, and keep what they knew?",
    papers.FRAGMENTS,
    cells,
    OUTPUTS,
    {"smoke": 1, "small": 1, "medium": 1, "paper": 5},
    {
        "original": "NLI pairs to train the original task on, such as the training part of SNLI",
        "original-test": "NLI pairs to test the original task on",
        "mnli-test": "a second test part of the original task, such as the dev part of MultiNLI",
        **{name: f"{told}, to test on" for name, told in BENCHMARKS.items()},
        WHOLE: "a directory with the published files of the fragments, NAME_train.tsv, NAME_dev.tsv …",
        **{f: f"a directory with the published files of {f}" for f in ALL},
    },
    FINDINGS,
)
