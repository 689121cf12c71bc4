"""Cuts a data set that is one file at random into train, dev and test: `--parts 0.8,0.1,0.1`.

Each part gets the same share of every label, and no pair is in two parts. Patterns may be in several; to forbid that is
the task of `provenli split`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from provenli.errors import InputError
from provenli.labels import folded_into
from provenli.options import Option, Options
from provenli.pairs.classes import Classes
from provenli.pairs.fragment import Fragment, PairMaker, Remade, outside_of
from provenli.pairs.parts import Part
from provenli.pairs.plan import Allotment, PartPlan, Plan, Request, proportionally

PARTS = "parts"
NAMES = {2: ("train", "test"), 3: ("train", "dev", "test")}
MILLION = 1_000_000
EXPECTED = "expected two or three shares, of train and test or of train, dev and test, such as 0.8,0.1,0.1"


def read_shares(text: str) -> tuple[float, ...]:
    """'0.8,0.1,0.1', or in per cent '80,10,10'."""
    try:
        given = [float(word) for word in text.split(",")]
    except ValueError as e:
        raise InputError(f"{EXPECTED}; found {text!r}") from e
    total = sum(given)
    if len(given) not in NAMES or not all(0 < x < 100 for x in given):
        raise InputError(f"{EXPECTED}; found {text!r}")
    if round(total, 6) not in (1, 100):
        raise InputError(f"{EXPECTED}; those of {text!r} sum to {total:g}, not to 1")
    return tuple(round(x / round(total), 6) for x in given)


def with_shares(fragment: Fragment, shares: Sequence[float]) -> Fragment:
    """The fragment with data sets that are cut into these shares. A fragment whose data sets have parts of their own is
    refused."""
    maker = fragment.pairs
    if maker is None or not shares:
        return fragment
    if len(maker.parts) > 1:
        own = ", ".join(p.name for p in maker.parts)
        raise InputError(f"--parts: data sets of {fragment.name!r} have parts of their own ({own}): leave --parts out")
    return replace(fragment, pairs=SharingMaker(maker, tuple(shares)))


@dataclass(frozen=True, slots=True)
class SharingMaker:
    """The pairs that `maker` makes, in parts."""

    maker: PairMaker
    shares: tuple[float, ...]

    @property
    def options(self) -> tuple[Option, ...]:
        about = "shares of train and test, or of train, dev and test"
        return (*self.maker.options, Option(PARTS, self.shares, read_shares, about))

    @property
    def rereads(self) -> bool:
        return bool(getattr(self.maker, "rereads", False))

    def outside(self, options: Options) -> str:
        return outside_of(self.maker, options)

    @property
    def parts(self) -> tuple[Part, ...]:
        whole = self.maker.parts[0]
        named = zip(NAMES[len(self.shares)], self.shares, strict=True)
        return tuple(replace(whole, name=name, size=max(1, round(share * whole.size))) for name, share in named)

    def plan(self, fragment: Fragment, request: Request) -> Plan:
        plan = self.maker.plan(fragment, request)
        return replace(plan, parts=_dealt(plan, self, fragment.labels, request.seed))

    def all_classes(self, fragment: Fragment) -> Classes:
        return self.maker.all_classes(fragment)

    def remade(self, fragment: Fragment, classes: Classes, recipe: Any, options: Options) -> Remade:
        return self.maker.remade(fragment, classes, recipe, options)


def _dealt(plan: Plan, maker: SharingMaker, labels: Sequence[str], seed: int) -> tuple[PartPlan, ...]:
    whole = plan.parts[0]
    owners = _owners(_labels(plan, labels), [round(MILLION * s) for s in maker.shares], seed)
    bounds = np.cumsum([0, *(len(a.serials) for a in whole.allotments)])
    for number, part in enumerate(maker.parts):
        if not (owners == number).any():
            raise InputError(f"--parts: {part.name} would have no pair; ask for a larger --size")
    return tuple(
        PartPlan(part, whole.words, tuple(_taken(whole.allotments, bounds, owners == number)))
        for number, part in enumerate(maker.parts)
    )


def _labels(plan: Plan, labels: Sequence[str]) -> NDArray[np.str_]:
    """The label of every pair, allotment after allotment."""
    names = np.array([folded_into(s.label, labels) for s in plan.schemas])
    found = [(plan.patterns[a.pattern], a) for a in plan.parts[0].allotments]
    return np.concatenate([names[pattern.schema[pattern.kinds(a.settings)]] for pattern, a in found])


def _owners(labels: NDArray[np.str_], weights: Sequence[int], seed: int) -> NDArray[np.int64]:
    """The part of every pair; each part gets its share of each label."""
    rng = np.random.Generator(np.random.PCG64([seed, 6]))
    owners = np.zeros(len(labels), dtype=np.int64)
    for label in np.unique(labels):
        mine = rng.permutation(np.flatnonzero(labels == label))
        owners[mine] = np.repeat(np.arange(len(weights)), proportionally(len(mine), weights))
    return owners


def _taken(allotments: Sequence[Allotment], bounds: NDArray[np.int64], chosen: NDArray[np.bool_]) -> list[Allotment]:
    taken = []
    for k, a in enumerate(allotments):
        keep = chosen[bounds[k] : bounds[k + 1]]
        words = None if a.words is None else a.words[keep]
        if keep.any():
            taken.append(Allotment(a.pattern, a.settings[keep], a.serials[keep], words))
    return taken
