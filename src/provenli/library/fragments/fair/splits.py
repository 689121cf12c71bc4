"""Fair splits of fragment G (Geiger et al. 2019, section 4.4): train, dev and test for a ratio, as columns."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from provenli.errors import InputError
from provenli.fairness.generation import FairSpace, FairSplit, Sizes, fair_space, split_in
from provenli.fairness.tasks import CompositionTask
from provenli.options import Option, one_of
from provenli.pairs.parts import Part
from provenli.pairs.plan import proportionally

NONE = "none"
SPLIT = (Part("train", 500_000), Part("dev", 10_000), Part("test", 10_000))


def read_ratio(text: str) -> str:
    """'none', or a number from 0 to 1 such as 0.5 or 1/16; written in one way, as it goes into the manifest."""
    if text == NONE:
        return NONE
    try:
        ratio = Fraction(text)
    except (ValueError, ZeroDivisionError):
        ratio = Fraction(-1)
    if not 0 <= ratio <= 1:
        raise InputError(f"expected a number from 0 to 1, such as 0, 1/16 or 0.5, or {NONE}; found {text!r}")
    return str(ratio)


RATIO = Option(
    "ratio",
    NONE,
    read_ratio,
    "make a fair split into train, dev and test; how much training may use, from 0 (hardest) to 1 (everything)",
)


SPACES = 16
COVER = Option(
    "cover",
    "every",
    one_of("every", "most"),
    "with --ratio: training shows every step that the test needs, or most; every refuses too small a size",
    formerly="most",
)


def split_of(task: CompositionTask, ratio: str, sizes: Sizes, seed: int, *, every: bool) -> FairSplit:
    """At ratio 1 training may use everything, and dev and test are whatever it did not use."""
    rng = np.random.Generator(np.random.PCG64([seed, 7]))
    space = chosen_space(task, ratio, sizes, rng) if every else fair_space(task, float(Fraction(ratio)), rng)
    return split_in(space, sizes, rng, unrestricted=Fraction(ratio) == 1, every=every)


def chosen_space(task: CompositionTask, ratio: str, sizes: Sizes, rng: np.random.Generator) -> FairSpace:
    """The first of a few in which a training set of this size shows every local input: some need half as many pairs as
    others, since unrelated words come together in more of their schemas."""
    found = []
    for _ in range(SPACES):
        found.append(fair_space(task, float(Fraction(ratio)), rng))
        if found[-1].least <= sizes.train:
            return found[-1]
    needed = _least_size(min(space.least for space in found))
    raise InputError(
        f"--size {sizes.train + sizes.dev + sizes.test} is {sizes.train} for train, which cannot show every local "
        f"input at --ratio {ratio}; ask for --size {needed} or more, or for --cover most"
    )


def _least_size(train: int) -> int:
    """The least size of train, dev and test together."""
    shares = [p.size for p in SPLIT]
    total = train
    while int(proportionally(total, shares)[0]) < train:
        total += max(1, train - int(proportionally(total, shares)[0]))
    return total


def notes_of(made: FairSplit, ratio: str, *, every: bool) -> tuple[str, ...]:
    """The notes about the split; whether it is fair is checked, not assumed."""
    report = made.report
    space, whole = made.space.schema_count, made.space.task.parts.above.size
    verdict = "fair to every input" if report.fair else "not fair: too few examples to show every local input"
    least = (f"the least size that shows every local input: {_least_size(made.space.least):,}",) if every else ()
    return (
        f"ratio {ratio}: training is from {space:,} of {whole:,} alignments"
        + ("; dev and test are from all" if Fraction(ratio) == 1 else "; dev and test are from the others"),
        f"the training part is {verdict}",
        *least,
    )
