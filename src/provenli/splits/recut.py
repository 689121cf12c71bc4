"""Carries out a protocol again from what a manifest records, without the data sets that were cut.

While a split is cut, the questions of the protocol about the data sets are recorded with the answers (RecordedRows).
With these answers, the protocol must make the same splits, parts, conditions, checks and notes again. Which rows a part
has follows from the seed: of all rows that are in some part, it has those that come first (SeenRows).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from provenli.data.manifest import Manifest
from provenli.data.strict_json import keyed, same_json
from provenli.data.subject import option_value
from provenli.errors import InputError
from provenli.options import Option
from provenli.splits.protocol import Inputs, KnownRows, Protocol, Split, check_splits
from provenli.splits.protocols import MIXING, PROTOCOLS, load_protocol
from provenli.splits.record import ANSWERS, COUNT, OUTSIDE
from provenli.splits.row_selection import FoundDraw, other_draw, wrong_draw
from provenli.splits.row_tables import Coder, RowTable
from provenli.splits.where import EVERY, Value, Where, frozen

MOST_ROWS = 50_000_000
"""The largest data set whose order is computed again."""


@dataclass
class RecordedRows:
    """A data set as a protocol sees it, which remembers what it was asked."""

    rows: KnownRows
    asked: dict[str, tuple[Value, ...]] = field(default_factory=dict)
    counted: dict[str, tuple[Where, int]] = field(default_factory=dict)

    @property
    def shown(self) -> str:
        return self.rows.shown

    @property
    def parts(self) -> tuple[str, ...]:
        return self.rows.parts

    @property
    def labels(self) -> tuple[str, ...]:
        return self.rows.labels

    def values(self, feature: str) -> tuple[Value, ...]:
        return self.asked.setdefault(feature, self.rows.values(feature))

    def count(self, meant: Where = EVERY) -> int:
        return self.counted.setdefault(_key(meant), (meant, self.rows.count(meant)))[1]

    def to_json(self) -> dict[str, Any]:
        return {
            "parts": list(self.parts),
            "labels": list(self.labels),
            "values": {name: list(values) for name, values in self.asked.items()},
            "counts": [{"where": meant.to_json(), "rows": n} for meant, n in self.counted.values()],
        }


def _key(meant: Where) -> str:
    return json.dumps(meant.to_json(), ensure_ascii=False)


@dataclass(frozen=True)
class AnsweredRows:
    """A data set of which only the recorded answers are known."""

    shown: str
    parts: tuple[str, ...]
    labels: tuple[str, ...]
    asked: Mapping[str, tuple[Value, ...]]
    counted: Mapping[str, int]

    @property
    def features(self) -> set[str]:
        """The features that were asked about."""
        return {*self.asked}.union(*(meant.features for meant, _ in self.counts()))

    def counts(self) -> list[tuple[Where, int]]:
        return [(Where.from_json(json.loads(key), "asked"), n) for key, n in self.counted.items()]

    def values(self, feature: str) -> tuple[Value, ...]:
        if feature not in self.asked:
            raise InputError(f"asked: {self.shown}: values: {feature!r} is not on record, but the protocol asks for it")
        return self.asked[feature]

    def count(self, meant: Where = EVERY) -> int:
        if _key(meant) not in self.counted:
            raise InputError(f"asked: {self.shown}: counts: {meant} is not on record, but the protocol asks for it")
        return self.counted[_key(meant)]


def read_answers(value: Any, role: str) -> AnsweredRows:
    where = f"asked: {role}"
    found = keyed(value, ANSWERS, where)
    for name in ("parts", "labels"):
        if {*map(type, found[name])} - {str}:
            raise InputError(f"{where}: {name}: expected texts")
    if not all(type(values) is list for values in found["values"].values()):
        raise InputError(f"{where}: values: expected a list for each feature")
    counts = [keyed(c, COUNT, f"{where}: counts") for c in found["counts"]]
    return AnsweredRows(
        role,
        tuple(found["parts"]),
        tuple(found["labels"]),
        {name: tuple(map(frozen, values)) for name, values in found["values"].items()},
        {_key(Where.from_json(c["where"], where)): c["rows"] for c in counts},
    )


@dataclass(frozen=True)
class PlannedCut:
    """What the protocol makes of the answers, and what it asked."""

    splits: tuple[Split, ...]
    notes: list[str]
    asked: Mapping[str, Any]

    def features(self, role: str) -> set[str]:
        draws = [d for s in self.splits for p in s.parts for d in p.draws if d.role == role]
        return {f for d in draws for f in (*d.where.features, *d.even)}


def planned(protocol: Protocol, answers: Mapping[str, KnownRows], options: Mapping[str, Any], seed: int) -> PlannedCut:
    """`answers`: by role. If a protocol fails on answers that no data set gives, that is an InputError."""
    order = (*(n.role for n in protocol.needs), *protocol.outside.values())
    asked = {role: RecordedRows(answers[role]) for role in order if role in answers}
    inputs = Inputs(asked, options, seed, [])
    try:
        splits = tuple(protocol.splits(inputs))
        check_splits(splits, protocol, answers)
    except (TypeError, ValueError, LookupError, AttributeError, ArithmeticError) as e:
        raise InputError(f"asked: the protocol makes nothing of these answers ({type(e).__name__})") from e
    return PlannedCut(splits, inputs.notes, {role: rows.to_json() for role, rows in asked.items()})


# --- Which rows: the first in the order that the seed gives. ---


class SeenRows:
    """Rows of one data set that are in some part of some split; or all, where they could be drawn again."""

    def __init__(self, name: str, parts: Mapping[str, int], seed: Sequence[int], features: Iterable[str]) -> None:
        ends = np.cumsum([0, *parts.values()]).tolist()
        if ends[-1] > MOST_ROWS:
            raise InputError(f"{name}: {ends[-1]:,} rows are too many to tell which come first")
        self.name = name
        self.first = dict(zip(parts, ends, strict=False))
        self.order = np.random.Generator(np.random.PCG64(list(seed))).permutation(ends[-1])
        self.coders = {f: Coder() for f in dict.fromkeys(("label", "part", *sorted(features)))}
        self.places: dict[int, int] = {}

    @property
    def whole(self) -> bool:
        return len(self.places) == len(self.order)

    def fill(self, part: str, number: int, row: Mapping[str, Any]) -> None:
        self._place(self.first[part] + number, {**row["features"], "label": row["label"], "part": part})

    def _place(self, own: int, features: Mapping[str, Any]) -> int:
        if own not in self.places:
            self.places[own] = len(self.places)
            for name, coder in self.coders.items():
                coder.add(features.get(name))
        return self.places[own]

    def add(self, number: int, features: Mapping[str, Any], flipped: bool, found: FoundDraw) -> str:
        """Add a row, or return why it cannot be in its place. `number` counts within its part, which is among
        `features`."""
        own = self.first[features["part"]] + number
        if own <= found.last:
            return "rows of the same draw stand in another order in the data set"
        found.last = own
        place = self._place(own, features)
        found.places.append(place)
        if flipped:
            found.flipped.append(place)
        return ""

    def table(self) -> RowTable:
        numbers = np.fromiter(self.places, dtype=np.int64, count=len(self.places))
        empty = np.zeros(len(numbers), dtype=np.int64)
        columns = {name: coder.column() for name, coder in self.coders.items()}
        return RowTable(self.name, self.name, (), empty, empty.astype(np.int32), columns, self.order[numbers])

    def wrong_answer(self, answers: AnsweredRows, table: RowTable) -> str:
        """Whether rows that were seen contradict the record."""
        for feature, values in answers.asked.items():
            known, there = frozenset(values), table.values(feature)
            strange = [v for v in there if v not in known]
            if strange:
                return f"asked: {answers.shown}: values: {feature!r}: rows have {strange[0]!r} too"
            if self.whole and not same_json(list(there), list(values)):
                return f"asked: {answers.shown}: values: {feature!r}: rows have {list(there)!r:.200}"
        for meant, n in answers.counts():
            seen = table.count(meant)
            if not seen <= n <= (seen if self.whole else len(self.order)):
                return f"asked: {answers.shown}: counts: found {n} ({meant}); rows seen: {seen} of {len(self.order)}"
        return ""


def _same_parts(split: Split, parts: Mapping[str, Sequence[Mapping[str, Any]]], names: Mapping[str, str]) -> bool:
    """Whether these are the parts, with the draws of each as a manifest lists them; `names`: by role."""
    meant = {p.name: [{"parent": names[d.role], "where": d.where.to_json()} for d in p.draws] for p in split.parts}
    told = {n: [{"parent": d["parent"], "where": d["where"]} for d in draws] for n, draws in parts.items()}
    return list(meant) == list(told) and same_json(meant, told)


# --- All of it, for the manifest of a directory. ---


@dataclass
class Recut:
    """`names`: the names of data sets and outside files, by role."""

    protocol: Protocol
    seed: int
    answers: dict[str, AnsweredRows]
    plan: PlannedCut
    names: dict[str, str]
    seen: dict[str, SeenRows] = field(default_factory=dict)
    found: dict[tuple[str, str], list[FoundDraw]] = field(default_factory=dict)

    def split(self, name: str) -> Split | None:
        return next((s for s in self.plan.splits if s.name == name), None)

    def see_parent(self, name: str, role: str, manifest: Manifest) -> SeenRows:
        """None is seen yet. Refused where this data set cannot have played its role, or given the answers."""
        place, need = next((k, n) for k, n in enumerate(self.protocol.needs) if n.role == role)
        if not need.fits(manifest.fragment, manifest.options):
            raise InputError(f"parents: {name}: {self.protocol.name} takes {need} as {role!r}")
        labels = {label for part in manifest.parts.values() for label in part.labels}
        told = self.answers[role]
        if (told.parts, told.labels) != (tuple(manifest.parts), tuple(sorted(labels))):
            raise InputError(f"asked: {role}: parts or labels are not those of {name}")
        parts = {n: p.rows for n, p in manifest.parts.items()}
        features = (self.plan.features(role) | told.features) - {"schema"}
        return SeenRows(name, parts, (self.seed, 6, place), features)

    def see_outside(self, role: str, rows: int) -> None:
        place = list(self.protocol.outside.values()).index(role)
        features = (self.plan.features(role) | self.answers[role].features) - {"schema"}
        self.seen[role] = SeenRows(role, {"pairs": rows}, (self.seed, 7, place), features)

    def wrong_split(self, split: str, told: Mapping[str, Any], sizes: Mapping[str, int]) -> str:
        """How the manifest of one split differs from the plan. `sizes`: rows of each part, as counted."""
        planned_one = self.split(split)
        if planned_one is None or told["about"] != planned_one.about:
            return f"{self.protocol.name} makes no such split of these data"
        draws = {n: p["draws"] for n, p in told["parts"].items()}
        if not _same_parts(planned_one, draws, self.names):
            return f"parts are not those that {self.protocol.name} makes"
        checks = [{**c.to_json(), "rows": [sizes.get(n) for n in c.between]} for c in planned_one.all_checks]
        if not same_json(told["checks"], checks):
            return f"checks are not those that {self.protocol.name} makes"
        return ""

    def wrong_rows(self) -> Iterable[tuple[str, str]]:
        """A file, and why the protocol would not take its rows from these data sets. Call it when all rows were
        seen."""
        tables = {name: seen.table() for name, seen in self.seen.items()}
        for role, answers in self.answers.items():
            what = self.seen[self.names[role]].wrong_answer(answers, tables[self.names[role]])
            if what:
                yield "manifest.json", what
        for split in self.plan.splits:
            taken = {name: np.zeros(table.size, dtype=np.bool_) for name, table in tables.items()}
            for part in split.parts:
                for draw, found in zip(part.draws, self.found[split.name, part.name], strict=True):
                    name = self.names[draw.role]
                    wrong = other_draw if self.seen[name].whole else wrong_draw
                    what = wrong(draw, found, tables[name], taken[name])
                    if what:
                        yield f"{split.name}/{part.name}.jsonl", f"{what} of {name} ({draw.where})"


def protocol_of(manifest: Mapping[str, Any], own: Path | None) -> Protocol | None:
    """A name is looked up on the shelf and nowhere else; a user's own file must be given again."""
    name, source = manifest["protocol"], manifest["source"]
    if source is None:
        if name.removeprefix(f"{MIXING.name}:") not in PROTOCOLS:
            raise InputError(f"protocol: there is none called {name!r:.60}")
        return load_protocol(name)
    protocol = None if own is None else load_protocol(str(own), source)
    if protocol and protocol.name != name:
        raise InputError(f"protocol: expected {protocol.name!r:.60}, as your file calls it, found {name!r:.60}")
    return protocol


def recut_of(manifest: Mapping[str, Any], protocol: Protocol) -> Recut:
    """The protocol asked again; the manifest's entries are checked for their types."""
    options = _options(manifest, protocol)
    names = {value["role"]: name for name, value in manifest["parents"].items()}
    if len(names) < len(manifest["parents"]) or names.keys() - {n.role for n in protocol.needs}:
        raise InputError(f"parents: role: {protocol.name} takes one data set for each of its roles")
    names |= {role: role for role in manifest["outside"]}
    if names.keys() != manifest["asked"].keys():
        raise InputError(f"asked: expected {', '.join(names)}")
    answers = {role: read_answers(value, role) for role, value in manifest["asked"].items()}
    plan = planned(protocol, answers, options, manifest["seed"])
    if not same_json(manifest["asked"], plan.asked):
        raise InputError(f"asked: {protocol.name} asks for something else: {json.dumps(plan.asked)[:200]}")
    if list(manifest["splits"]) != [s.name for s in plan.splits]:
        raise InputError(f"splits: {protocol.name} makes others: {', '.join(s.name for s in plan.splits)[:200]}")
    if manifest["notes"] != plan.notes:
        raise InputError(f"notes: {protocol.name} has others: {json.dumps(plan.notes, ensure_ascii=False)[:200]}")
    found = Recut(protocol, manifest["seed"], answers, plan, names)
    for role, value in manifest["outside"].items():
        found.see_outside(role, value["rows"])
    return found


def _options(manifest: Mapping[str, Any], protocol: Protocol) -> dict[str, Any]:
    known = {o.name: o for o in protocol.options}
    for name in manifest["options"]:
        if name not in known:
            raise InputError(f"options: {protocol.name} has none called {name!r:.60}")
    if known.keys() - manifest["options"].keys():
        raise InputError(f"options must be {', '.join(known)}")
    for role, value in manifest["outside"].items():
        if role not in protocol.outside.values():
            raise InputError(f"outside: the protocol takes no file as {role!r:.60}")
        keyed(value, OUTSIDE, f"outside: {role}")
    return {n: _option(protocol, known[n], value, manifest) for n, value in manifest["options"].items()}


def _option(protocol: Protocol, option: Option, value: Any, manifest: Mapping[str, Any]) -> Any:
    if option.name not in protocol.outside:
        return option_value(option, value, f"options: {option.name}")
    told = manifest["outside"].get(protocol.outside[option.name])
    if value != (told and told["file"]):
        raise InputError(f"options: {option.name}: found {value!r:.60}, which is not among the files under `outside`")
    return value
