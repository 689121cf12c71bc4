"""What a protocol is: data sets in, named splits out. Everything here is a value; splits/cut.py does the work.

    Protocol ─ needs ─► which data sets play which role
             ─ splits(inputs) ─► Split ─ parts ─► SplitPart ─ draws ─► Draw: which rows, how many, how balanced
                                       ─ checks ─► Check: what two parts must not share

The rows of every data set have one random order, fixed by the seed. A draw takes the first rows in that order that it
means and that no earlier part of the split has taken. So parts are disjoint, larger draws contain smaller ones, and the
same test set serves several splits.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal
from typing import Protocol as Shape

from provenli.errors import InputError, suggestion
from provenli.options import Option
from provenli.splits.where import EVERY, Value, Where

NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.+-]*")


@dataclass(frozen=True, slots=True)
class Size:
    """At most this many rows, and at most this share of the matching rows. `exact`: fewer are an error."""

    rows: int | None = None
    share: float | None = None
    exact: bool = False


ALL = Size()


@dataclass(frozen=True, slots=True)
class Draw:
    """`even`: equally many rows for each value of these (`label` may be among them). `flip`: this share of the rows, at
    random, gets the other label, deliberately wrong."""

    role: str
    where: Where = EVERY
    size: Size = ALL
    even: tuple[str, ...] = ()
    flip: float = 0.0


@dataclass(frozen=True, slots=True)
class SplitPart:
    """`name`.jsonl: train, dev, test, test-depth-3."""

    name: str
    draws: tuple[Draw, ...]


@dataclass(frozen=True, slots=True)
class Check:
    """What two parts must not share.

    pair: a premise with its hypothesis. features: the combination of these features' values (`schema` and `label` too).
    elements: an element of any of these list features. names: a word that has its capital inside a sentence.
    `only`: rows that count; the others are free.
    """

    what: Literal["pair", "features", "elements", "names"]
    between: tuple[str, str]
    features: tuple[str, ...] = ()
    only: Where = EVERY

    def to_json(self) -> dict[str, Any]:
        value: dict[str, Any] = {"what": self.what, "between": list(self.between)}
        if self.features:
            value["features"] = list(self.features)
        if self.only != EVERY:
            value["only"] = self.only.to_json()
        return value

    def __str__(self) -> str:
        what = {
            "pair": "pair",
            "names": "name",
            "features": f"combination of {' and '.join(self.features)}",
            "elements": f"element of {' or '.join(self.features)}",
        }[self.what]
        if self.what == "features" and len(self.features) == 1:
            what = self.features[0]
        return f"no {what} in both" + (f" (where {self.only})" if self.only != EVERY else "")


@dataclass(frozen=True, slots=True)
class Split:
    """A directory. Parts take their rows in this order: first what must have its full size, last what gets the rest.

    Besides `checks`, no two parts may share a pair: that is always checked.
    """

    name: str
    parts: tuple[SplitPart, ...]
    checks: tuple[Check, ...] = ()
    about: str = ""

    @property
    def all_checks(self) -> tuple[Check, ...]:
        names = [p.name for p in self.parts]
        pairs = [Check("pair", (a, b)) for k, a in enumerate(names) for b in names[k + 1 :]]
        return (*pairs, *self.checks)


@dataclass(frozen=True, slots=True)
class Need:
    """A data set that the protocol needs. `fragments`: those it may come from (none: any). `options`: how it must have
    been made. `features`: what its rows must record. `also`: what they may record and the protocol would use."""

    role: str
    fragments: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    features: tuple[str, ...] = ()
    optional: bool = False
    also: tuple[str, ...] = ()

    def fits(self, fragment: str, options: Mapping[str, Any]) -> bool:
        """A data set of that fragment, made with these options as a manifest has them."""
        return (not self.fragments or fragment in self.fragments) and all(
            options.get(k) == v or (isinstance(options.get(k), list) and v == tuple(options[k]))
            for k, v in self.options.items()
        )

    def __str__(self) -> str:
        made = " or ".join(self.fragments) or f"any fragment that records {', '.join(self.features) or 'labels'}"
        options = "".join(f" --{k} {v}" for k, v in self.options.items())
        return f"{made}{options}" + (" (may be missing)" if self.optional else "")


class KnownRows(Shape):
    """What a protocol may know about a data set before it is cut."""

    @property
    def shown(self) -> str:
        """The directory, for messages."""
        ...

    @property
    def parts(self) -> tuple[str, ...]: ...

    @property
    def labels(self) -> tuple[str, ...]: ...

    def values(self, feature: str) -> tuple[Value, ...]: ...

    def count(self, meant: Where = EVERY) -> int: ...


@dataclass(frozen=True)
class Inputs:
    """`rows`: by role; optional roles may be missing. `notes`: what the manifest should say beside the rest."""

    rows: Mapping[str, KnownRows]
    options: Mapping[str, Any]
    seed: int
    notes: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Protocol:
    """`outside`: options that name NLI files, by the role of their pairs."""

    name: str
    about: str
    paper: str
    needs: tuple[Need, ...]
    splits: Callable[[Inputs], Sequence[Split]]
    options: tuple[Option, ...] = ()
    outside: Mapping[str, str] = field(default_factory=dict)


def check_splits(splits: Sequence[Split], protocol: Protocol, roles: Collection[str]) -> None:
    """Names that can be directories and files, each once; draws from roles that exist."""
    where = f"protocol {protocol.name!r}"
    _distinct([s.name for s in splits], f"{where}, splits")
    for split in splits:
        here = f"{where}, split {split.name!r}"
        if split.name == "parents":
            raise InputError(f"{here}: this name is taken; choose another")
        _distinct([p.name for p in split.parts], f"{here}, parts")
        for role in (d.role for p in split.parts for d in p.draws):
            if role not in roles:
                raise InputError(f"{here}: rows of {role!r} are asked for; {suggestion(role, roles)}")
        for check in split.checks:
            for name in check.between:
                if name not in {p.name for p in split.parts}:
                    raise InputError(f"{here}: a check names the part {name!r}, which does not exist")


def _distinct(names: Sequence[str], where: str) -> None:
    if not names:
        raise InputError(f"{where}: there are none")
    for k, name in enumerate(names):
        if not NAME.fullmatch(name):
            raise InputError(f"{where}: {name!r} cannot be a file name; use letters, digits, _ + . -")
        if name in names[:k]:
            raise InputError(f"{where}: {name!r} comes twice")
