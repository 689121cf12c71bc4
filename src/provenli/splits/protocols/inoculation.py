"""Richardson et al. 2020, "Inoculation": a trained model gets k examples of a fragment, from very few to all; each
dose contains the smaller ones, and dev and test are the same for all."""

from __future__ import annotations

from collections.abc import Sequence

from provenli import papers
from provenli.errors import InputError
from provenli.options import Option, one_of, wholes
from provenli.splits.protocol import Check, Draw, Inputs, Need, Protocol, Split, SplitPart
from provenli.splits.protocols.options import DEV_SIZE, TEST_SIZE, size
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
    """Rows for training that can be taken with labels equally often; a rest may be uneven by one."""
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
