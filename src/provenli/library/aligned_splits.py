"""Fair splits of fragment G as data sets (paper 001, section 4.4): train, dev and test for a ratio.

    inputs of the composition tree (splits/fair_generation.py) ─► which pattern, which setting, which words
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from provenli.errors import InputError
from provenli.library.aligned_cases import HEADS, MODIFIERS, PHRASES
from provenli.library.aligned_rows import Rows
from provenli.pairs.making import Option
from provenli.pairs.plan import Allotment
from provenli.splits import fragment_g
from provenli.splits.coding import Codes, Columns, length
from provenli.splits.fair_generation import Sizes, Split, fair_split
from provenli.splits.tasks import Task

NONE = "none"


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
    "ratio", NONE, read_ratio,
    "a fair split into train, dev and test: how much of all there is training may use, from 0 (hardest) to 1",
)  # fmt: skip


def split_of(task: Task, ratio: str, sizes: Sizes, seed: int) -> Split:
    """At ratio 1 training may use everything, and dev and test are whatever it did not use."""
    rng = np.random.Generator(np.random.PCG64([seed, 7]))
    return fair_split(task, float(Fraction(ratio)), sizes, rng, unrestricted=Fraction(ratio) == 1)


def notes_of(made: Split, ratio: str) -> tuple[str, ...]:
    """What there is to say of the split; whether it is fair is checked, not assumed."""
    report = made.report
    space, every = made.space.schema_count, made.space.task.parts.above.size
    verdict = "fair to every input" if report.fair else "not fair: too few examples to show every local input"
    return (
        f"ratio {ratio}: training is from {space:,} of {every:,} alignments"
        + ("; dev and test are from all" if Fraction(ratio) == 1 else "; dev and test are from the others"),
        f"the training part is {verdict}",
    )


# --- from inputs to rows ----------------------------------------------------------------------------------------------


def rows_of(columns: Columns) -> Rows:
    """Pattern and setting of each input."""
    pattern = np.zeros(length(columns), dtype=np.int32)
    for modifier, head in zip(fragment_g.MODIFIERS, fragment_g.HEADS, strict=True):
        pattern = pattern * len(PHRASES) + _phrase(_pair(columns, modifier), _pair(columns, head))
    kinds = np.zeros(length(columns), dtype=np.int32)
    for leaf, size in reversed(_switches()):
        kinds = kinds * size + columns[leaf]
    return Rows(pattern, kinds)


def _switches() -> list[tuple[str, int]]:
    """As the patterns have them: quantifier, negation, quantifier of the premise, then of the hypothesis."""
    sizes = {"QS": 4, "Neg": 2, "QO": 4}
    return [(f"{place} {side}", n) for side in ("premise", "hypothesis") for place, n in sizes.items()]


def _pair(columns: Columns, place: str) -> tuple[Codes, Codes]:
    return columns[f"{place} premise"], columns[f"{place} hypothesis"]


def _phrase(modifiers: tuple[Codes, Codes], heads: tuple[Codes, Codes]) -> NDArray[np.int32]:
    """Which kind of phrase pair; code 0 of a modifier is the empty word."""
    p, h = modifiers
    kinds = list(MODIFIERS)
    modifier = np.select(
        [(p == 0) & (h == 0), p == h, h == 0, p == 0], [kinds.index(k) for k in ("ε/ε", "a/a", "a/ε", "ε/a")],
        kinds.index("a/b"),
    )  # fmt: skip
    head = np.where(heads[0] == heads[1], list(HEADS).index("n/n"), list(HEADS).index("n/m"))
    return (modifier * len(HEADS) + head).astype(np.int32)


def allotments(columns: Columns, rows: Rows) -> Iterator[Allotment]:
    """Rows by pattern, with the words that the split chose."""
    order = np.argsort(rows.pattern, kind="stable")
    patterns, starts = np.unique(rows.pattern[order], return_index=True)
    for p, chosen in zip(patterns.tolist(), np.split(order, starts[1:]), strict=True):
        yield Allotment(p, rows.kinds[chosen], np.arange(len(chosen), dtype=np.int32), _words(p, columns, chosen))


def _words(pattern: int, columns: Columns, chosen: NDArray[np.int64]) -> NDArray[np.int16]:
    """In the order of the pattern's slots: of each phrase its modifiers, then its heads; equal letters share a slot."""
    found: list[Codes] = []
    kinds = [pattern // len(PHRASES) ** k % len(PHRASES) for k in (2, 1, 0)]
    for kind, *places in zip(kinds, fragment_g.MODIFIERS, fragment_g.HEADS, strict=True):
        for names, place, empty in zip(PHRASES[kind], places, (1, 0), strict=True):
            letters = dict.fromkeys(n for n in names.split("/") if n != "ε")
            for letter in letters:
                side = ("premise", "hypothesis")[names.split("/").index(letter)]
                found.append(columns[f"{place} {side}"][chosen] - empty)
    return np.stack(found, axis=1).astype(np.int16)

