"""The rows of a part, copied as bytes: only ids, and the labels of flipped rows, are touched."""

from __future__ import annotations

import json
import mmap
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import numpy as np

from provenli.data.formats.files import LineSink, Written
from provenli.errors import InputError
from provenli.splits.choosing import Chosen, ChosenPart
from provenli.splits.tables import START

ROWS = 1 << 14
"""Rows that are joined before they are written."""


class Copier:
    def __init__(self, part: ChosenPart) -> None:
        self.part = part

    def write(self, path: Path) -> tuple[Written, dict[str, int]]:
        labels: Counter[str] = Counter()
        with LineSink(path) as sink:
            for chosen in self.part.chosen:
                labels.update(_labels(chosen))
                for piece in _pieces(chosen):
                    sink.append(piece)
            return sink.finish(), dict(sorted(labels.items()))


def _labels(chosen: Chosen) -> Counter[str]:
    column = chosen.table.column("label")
    counts: Counter[str] = Counter()
    for rows, sign in ((chosen.rows, 1), (chosen.flipped, -1)):
        codes, numbers = np.unique(column.codes[rows], return_counts=True)
        for code, number in zip(codes.tolist(), numbers.tolist(), strict=True):
            label = str(column.values[code])
            counts[label] += sign * number
            if sign < 0:
                counts[other_label(label, chosen.table.shown)] += number
    return counts


def other_label(label: str, shown: str) -> str:
    others = {"entailment": "non-entailment", "non-entailment": "entailment"}
    if label not in others:
        raise InputError(f"{shown}: only labels of two kinds can be flipped, found {label!r}")
    return others[label]


def _pieces(chosen: Chosen) -> Iterator[bytes]:
    table, skip = chosen.table, len(START)
    begin = START + table.name.encode() + b":"
    flipped = frozenset(chosen.flipped.tolist())
    for source in table.sources:
        low, high = np.searchsorted(chosen.rows, [source.first, source.first + source.rows]).tolist()
        if low == high:
            continue
        with ExitStack() as stack:
            file = stack.enter_context(source.path.open("rb"))
            content = stack.enter_context(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
            for k in range(low, high, ROWS):
                numbers = chosen.rows[k : min(k + ROWS, high)]
                starts = table.starts[numbers]
                spans = zip((starts + skip).tolist(), (starts + table.lengths[numbers]).tolist(), strict=True)
                lines = [begin + content[i:j] for i, j in spans]
                for place in [p for p, n in enumerate(numbers.tolist()) if n in flipped] if flipped else ():
                    lines[place] = _flipped(lines[place], table.shown)
                yield b"".join(lines)


def _flipped(line: bytes, shown: str) -> bytes:
    value = json.loads(line)
    value["label"] = other_label(value["label"], shown)
    value["features"]["flipped"] = True
    return json.dumps(value, ensure_ascii=False).encode() + b"\n"
