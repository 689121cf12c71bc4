"""The memorising learner (Geiger et al. 2019, Algorithm 2): it remembers what each function made of each local input.
No torch.

Fairness is defined by it, so it never guesses: what it was not shown it does not know, and an example that depends on
such a thing gets the answer `abstained`, which is no label and so is wrong. Node labels are used in training only; a
test example is worked out from its words upward.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from provenli.data.trees import AlignedTree
from provenli.errors import InputError
from provenli.labels import ABSTAINED, ordered
from provenli.logic.relations import Relation, label
from provenli.models.examples import Examples
from provenli.models.protocol import ALIGNED, NODE_LABELS, TEXT, Probabilities, Run, Saved, check_data, check_no_start
from provenli.models.settings import Settings

TOP = "label of the pair"
Table = Mapping[tuple[str, ...], str]
"""Maps a function and its input to a value."""


@dataclass(frozen=True)
class Remembered:
    labels: tuple[str, ...]
    table: Table

    def probabilities(self, examples: Examples) -> Probabilities:
        number = {name: k for k, name in enumerate(self.labels)}
        out = np.zeros((len(examples), len(self.labels)), dtype=np.float32)
        for k, (row, schema) in enumerate(zip(examples.aligned or (), schemas_of(examples), strict=True)):
            out[k, number[self._answer(row, schema)]] = 1
        return out

    def _answer(self, row: AlignedTree, schema: str) -> str:
        said: list[str | None] = []
        for kind, below, given in zip(row.kinds, row.children, row.words, strict=True):
            local = given if given is not None else tuple(said[b] or "" for b in below)
            known = given is not None or None not in (said[b] for b in below)
            said.append(self.table.get((kind, *local)) if known else None)
        if said[-1] is None:
            return ABSTAINED
        whole = self.table.get((TOP, said[-1], schema))
        return whole or self.table.get((TOP, said[-1])) or ABSTAINED

    def saved(self) -> Saved:
        entries = [[*key, value] for key, value in self.table.items()]
        return Saved({}, {"labels": list(self.labels), "table": json.dumps(entries, ensure_ascii=False)})


def schemas_of(examples: Examples) -> list[str]:
    """Schemas are numbered within a data set, and the ids of a split's rows begin with that data set's name."""
    given = examples.schemas or [""] * len(examples)
    return [f"{i.rpartition(':')[0]}:{s}" for i, s in zip(examples.ids, given, strict=True)]


def values_of(row: AlignedTree) -> tuple[str, ...]:
    """For words without a recorded value, such as two quantifiers, the words are the value."""
    return tuple(v or ("/".join(words) if words else "") for v, words in zip(row.values, row.words, strict=True))


def told(value: str, labels: Sequence[str]) -> str:
    """The label for the relation of the two sentences; "" if the value is no relation."""
    symbol = value.partition(" ")[0]
    if symbol not in {str(r) for r in Relation}:
        return ""
    found = label(Relation(symbol))
    return found if found in labels else "non-entailment"


@dataclass(frozen=True)
class MemorisingModel:
    name: str = "memorising"
    needs: frozenset[str] = frozenset({TEXT, ALIGNED, NODE_LABELS})
    presets: Mapping[str, Settings] = field(default_factory=lambda: {"default": Settings(epochs=1)})

    def fit(self, train: Examples, dev: Examples, run: Run) -> Remembered:
        check_no_start(self, run)
        check_data(self, train, dev)
        table: dict[tuple[str, ...], str] = {}
        labels = [str(train.labels.values[c]) for c in train.labels.codes]
        names = sorted(set(labels))
        for k, (row, gold, schema) in enumerate(zip(train.aligned or (), labels, schemas_of(train), strict=True)):
            values = values_of(row)
            for kind, below, given, value in zip(row.kinds, row.children, row.words, values, strict=True):
                local = given if given is not None else tuple(values[b] for b in below)
                self._note(table, (kind, *local), value, train, k)
            # A label that the relation of the sentences does not give belongs to the pair as a whole: to its schema.
            enough = told(values[-1], names) == gold
            self._note(table, (TOP, values[-1]) if enough else (TOP, values[-1], schema), gold, train, k)
        return Remembered((*ordered(set(names)), ABSTAINED), table)

    def _note(
        self, table: dict[tuple[str, ...], str], key: tuple[str, ...], value: str, where: Examples, k: int
    ) -> None:
        if table.setdefault(key, value) != value:
            given = ", ".join(key[1:])
            raise InputError(
                f"{where.where}: row {where.ids[k]!r}: contradictory labels at {key[0]!r} for ({given}): "
                f"{value} here, {table[key]} before; no function of its inputs gives both"
            )

    def restore(self, saved: Saved) -> Remembered:
        entries = json.loads(saved.value["table"])
        return Remembered(tuple(saved.value["labels"]), {tuple(e[:-1]): e[-1] for e in entries})


MODEL = MemorisingModel()
