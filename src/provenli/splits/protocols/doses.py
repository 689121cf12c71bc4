"""Richardson et al. 2020, "Inoculation": a trained model gets k examples of a fragment, from very few to all; each
dose contains the smaller ones, and dev and test are the same for all.

Yanaka et al. 2019, Figure 2: only upward or only downward examples in growing numbers; and both, by ratio, as many in
all.
"""

from __future__ import annotations

from collections.abc import Sequence

from provenli import papers
from provenli.errors import InputError
from provenli.options import Option, one_of, whole, wholes
from provenli.splits.protocol import Check, Draw, Inputs, Need, Protocol, Size, Split, SplitPart
from provenli.splits.protocols.options import DEV_SIZE, MOST, TEST_SIZE, size
from provenli.splits.where import EVERY, Where, where

DOSES = (50, 100, 250, 500, 1000, 2000, 3000)
"""The paper names the ends, 50 and 3,000; the steps between are ours."""
HELD = 1000
"""Rows of dev and of test (section "The Logic Fragments")."""
EVEN = ("label",)


def inoculation(inputs: Inputs) -> Sequence[Split]:
    rows = inputs.rows["pairs"]
    own_parts = "train" in rows.parts and "test" in rows.parts
    held = _held(rows.parts, inputs) if own_parts else _reserved(inputs)
    pool = where(part="train") if own_parts else EVERY
    doses = inputs.options["doses"]
    if doses is None:
        left = _left(pool, 0 if own_parts else sum(_rows(p, inputs) for p in held), inputs)
        doses = tuple(d for d in DOSES if d <= left)
        if len(doses) < len(DOSES):
            inputs.notes.append(f"doses over {left:,} are left out: no more rows with all labels equally often")
        if not doses:
            raise InputError(
                f"{rows.shown} has {left:,} rows for training; the smallest dose is {DOSES[0]}: "
                "ask for others with --doses"
            )
    names = own_parts and inputs.options["names"] == "disjoint"
    checks = (Check("names", ("train", "test")),) if names else ()
    return [_dose(k, pool, held, checks) for k in doses]


def _dose(k: int, pool: Where, held: Sequence[SplitPart], checks: tuple[Check, ...]) -> Split:
    train = SplitPart("train", (Draw("pairs", pool, size(k), EVEN),))
    return Split(f"dose-{k:05}", (*held, train), checks, f"{k:,} examples for training")


def _held(parts: Sequence[str], inputs: Inputs) -> list[SplitPart]:
    """The fragment's own parts as they are, except train."""
    asked = {"test": inputs.options["test-size"], "dev": inputs.options["dev-size"]}
    return [
        SplitPart(p, (Draw("pairs", where(part=p), size(asked.get(p)), EVEN if asked.get(p) else ()),))
        for p in parts
        if p != "train"
    ]


def _reserved(inputs: Inputs) -> list[SplitPart]:
    """A fragment without parts of its own: 3:1:1 as in the paper, at most its sizes."""
    asked = inputs.options
    return [SplitPart(p, (Draw("pairs", EVERY, size(asked[f"{p}-size"], HELD, 0.2), EVEN),)) for p in ("test", "dev")]


def _left(pool: Where, held: int, inputs: Inputs) -> int:
    """How many rows are left for training if labels are equally frequent; the rest may be uneven by one."""
    rows = inputs.rows["pairs"]
    counts = [rows.count(pool & where(label=label)) - held // len(rows.labels) for label in rows.labels]
    return sum(min(n, min(counts) + 1) for n in counts)


def _rows(part: SplitPart, inputs: Inputs) -> int:
    asked = part.draws[0].size
    limit = inputs.rows["pairs"].count() if asked.share is None else int(asked.share * inputs.rows["pairs"].count())
    return min(limit, asked.rows or limit)


INOCULATION = Protocol(
    "inoculation",
    "growing doses of a fragment, each with the smaller ones in it",
    papers.FRAGMENTS,
    (Need("pairs"),),
    inoculation,
    (
        Option("doses", None, wholes(1, 10**9), "numbers of training examples", ",".join(map(str, DOSES))),
        Option("names", "disjoint", one_of("disjoint", "any"), "may names of the training part be in the test part?"),
        DEV_SIZE,
        TEST_SIZE,
    ),
)


UP, DOWN = "upward", "downward"
SERIES = (50, 100, 200, 500, 1000, 2000, 5000)
TOTAL = 5000
RATIOS = (0, 20, 40, 60, 80, 100)
"""The caption gives sizes and total; the ratios are not in the text."""
HELD_EACH = 2000
SHARE = 1 / 16


def direction_ratio(inputs: Inputs) -> Sequence[Split]:
    rows = inputs.rows["pairs"]
    counts = {d: rows.count(where(monotonicity=d)) for d in (UP, DOWN)}
    if not all(counts.values()):
        found = ", ".join(map(str, rows.values("monotonicity")))
        raise InputError(f"{rows.shown}: expected rows of both directions, found monotonicity {found}")
    most = int(min(counts.values()) * (1 - 2 * SHARE) * 0.95)
    total, series = inputs.options["total"], inputs.options["series"]
    if total is None:
        total = min(TOTAL, most)
        if total < TOTAL:
            inputs.notes.append(f"{total:,} rows for each ratio, not {TOTAL:,}: there are no more of one direction")
    if series is None:
        series = tuple(n for n in SERIES if n <= most)
        if len(series) < len(SERIES):
            inputs.notes.append(f"sizes over {most:,} are left out: there are no more rows of one direction")
    alone = [_split(f"up-{n:05}", n, 0, inputs) for n in series]
    alone += [_split(f"down-{n:05}", 0, n, inputs) for n in series]
    mixed = [
        _split(f"ratio-{r:03}", total - round(total * r / 100), round(total * r / 100), inputs)
        for r in inputs.options["ratios"]
    ]
    return [*alone, *mixed]


def _split(name: str, up: int, down: int, inputs: Inputs) -> Split:
    asked = inputs.options
    tests = [
        SplitPart(
            f"test-{d}", (Draw("pairs", where(monotonicity=d), size(asked["test-size"], HELD_EACH, SHARE), EVEN),)
        )
        for d in (UP, DOWN)
    ]
    even = ("monotonicity", "label")
    dev = SplitPart(
        "dev", (Draw("pairs", where(monotonicity=(UP, DOWN)), size(asked["dev-size"], HELD_EACH, SHARE), even),)
    )
    draws = tuple(
        Draw("pairs", where(monotonicity=d), Size(n, exact=True), EVEN) for d, n in ((UP, up), (DOWN, down)) if n
    )
    about = f"train on {up:,} upward and {down:,} downward examples"
    return Split(name, (*tests, dev, SplitPart("train", draws)), (), about)


DIRECTION_RATIO = Protocol(
    "direction-ratio",
    "upward and downward training examples, by number and by ratio",
    papers.MED,
    (Need("pairs", (), {}, ("monotonicity",)),),
    direction_ratio,
    (
        Option("series", None, wholes(1, MOST), "sizes of one direction alone", ",".join(map(str, SERIES))),
        Option("total", None, whole(1, MOST), "rows of train for each ratio", str(TOTAL)),
        Option("ratios", RATIOS, wholes(0, 100), "percent of train that is downward", ",".join(map(str, RATIOS))),
        DEV_SIZE,
        TEST_SIZE,
    ),
)
