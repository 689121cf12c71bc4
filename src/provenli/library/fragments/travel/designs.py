"""Two designs of each logic fragment: the paper's own (Richardson et al. 2020, Figures 2 and 3), which poses few
questions about long lists, and a wider one, which asks whatever the grammar can say.

How long lists are is an option that each design reads in its own way, so it has no value by default.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import cast

import numpy as np

from provenli.options import Option, Options, one_of, span
from provenli.pairs.fragment import Draft, Draw

E, C, N = "entailment", "contradiction", "neutral"
DESIGN = Option(
    "design",
    "paper",
    one_of("paper", "wide"),
    "paper: the pairs of Richardson et al. 2020; wide: more kinds of them",
    formerly="wide",
)


def designed(paper: Draw, wide: Draw) -> Draw:
    def draw(rng: np.random.Generator, options: Options) -> Iterator[Draft]:
        return (paper if options["design"] == "paper" else wide)(rng, options)

    return draw


def patterns(*, paper: int, wide: int) -> Callable[[Options], int]:
    """How many patterns are drawn. The paper's pairs differ little, so fewer of them show all there is."""
    return lambda options: paper if options["design"] == "paper" else wide


def length_option(
    name: str, most: int, about: str, paper: tuple[int, int], wide: tuple[int, int], least: int = 1
) -> Option:
    shown = f"{paper[0]}-{paper[1]}"
    return Option(name, None, span(least, most), f"{about}; {wide[0]}-{wide[1]} in the wide design", shown)


def lengths(options: Options, name: str, otherwise: tuple[int, int]) -> tuple[int, int]:
    """The lengths asked for, or else those of the design."""
    return cast("tuple[int, int]", options[name] or otherwise)
