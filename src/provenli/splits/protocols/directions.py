"""Yanaka et al. 2019, Figure 2: only upward or only downward examples in growing numbers; and both, by ratio, as many
in all."""

from __future__ import annotations

from collections.abc import Sequence

from provenli import papers
from provenli.errors import InputError
from provenli.options import Option, whole, wholes
from provenli.splits.protocol import Draw, Inputs, Need, Protocol, Size, Split, SplitPart
from provenli.splits.protocols.options import DEV_SIZE, MOST, TEST_SIZE, size
from provenli.splits.where import where

UP, DOWN = "upward", "downward"
SERIES = (50, 100, 200, 500, 1000, 2000, 5000)
TOTAL = 5000
RATIOS = (0, 20, 40, 60, 80, 100)
"""The caption gives sizes and total; the ratios are not in the text."""
HELD = 2000
SHARE = 1 / 16
EVEN = ("label",)


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
        SplitPart(f"test-{d}", (Draw("pairs", where(monotonicity=d), size(asked["test-size"], HELD, SHARE), EVEN),))
        for d in (UP, DOWN)
    ]
    even = ("monotonicity", "label")
    dev = SplitPart("dev", (Draw("pairs", where(monotonicity=(UP, DOWN)), size(asked["dev-size"], HELD, SHARE), even),))
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
