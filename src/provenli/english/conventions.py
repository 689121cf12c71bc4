"""Conventions: what is counted as up or down where the literature does not agree.

A numeral may be read as `at least`; then its noun goes up, and the number itself down. Or it is read as exact, and
neither goes anywhere. `the`, `many`, bare plurals and `except` are open in the same way. A profile is a named choice.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Conventions:
    """Defaults: as in the sentences on which polarity systems are compared (Hu and Moss 2018, Chen and Gao 2021)."""

    numerals: Literal["exact", "at_least"] = "exact"
    """`three dogs`: the noun goes nowhere (and the scope up), or both go up."""
    definites: Literal["non", "up"] = "non"
    """The noun of `the`, `this`: Yanaka et al. 2019, Table 1, has them non-monotone."""
    possessives: Literal["non", "up"] = "up"
    """The noun of `my`, `Tom's`."""
    many: Literal["non", "up"] = "non"
    """A share of the noun, or a number (Yanaka et al. 2019, Table 1: upward)."""
    generics: Literal["universal", "existential"] = "universal"
    """A bare plural subject: `cats purr` about all of them, or about some."""
    partitives: Literal["non", "noun"] = "non"
    """`all the cats`, `none of the cats`: the noun of `the` goes nowhere here too, or as `all cats`, `no cat`."""
    exceptions: Literal["non", "down"] = "non"
    """What is excepted: `all students except engineers`."""
    beliefs: Literal["up", "non"] = "up"
    """What is believed: upward as in any other clause, or neither, since people need not believe what follows."""
    unless: Literal["up", "down"] = "up"
    """`A unless B`: A or B, so that B goes up; or B as what is conditional, downward (Yanaka et al. 2019, Table 2)."""


PROFILES: Mapping[str, Conventions] = {
    "literature": Conventions(),
    "plain": Conventions("at_least", "non", "non", "up", "existential", "noun", "down"),
    "med": Conventions("at_least", "up", "up", "up", "existential", "noun", "down", "non", "down"),
}
"""literature: as polarity systems are measured. plain: what the formulas say. med: how pairs of Yanaka et al. 2019 were
labelled, where the noun of `the` is narrowed like any other."""

LITERATURE = PROFILES["literature"]
