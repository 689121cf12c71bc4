"""The rows of a part, copied as bytes: only ids, and the labels of flipped rows, are touched."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from provenli.data.formats.layout import LineSink, Written
from provenli.errors import InputError
from provenli.files import regular
from provenli.splits.row_selection import ChosenPart, ChosenRows
from provenli.splits.row_tables import START

ROWS = 1 << 13
"""How many rows are joined before they are written."""
SPARSE = 4
"""At most this many times more bytes may be read than are needed."""


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


def _labels(chosen: ChosenRows) -> Counter[str]:
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


def _pieces(chosen: ChosenRows) -> Iterator[bytes]:
    table, skip = chosen.table, len(START)
    begin = START + table.name.encode() + b":"
    flipped = frozenset(chosen.flipped.tolist())
    for source in table.sources:
        low, high = np.searchsorted(chosen.rows, [source.first, source.first + source.rows]).tolist()
        if low == high:
            continue
        with open(source.path, "rb", opener=regular) as file:
            for k in range(low, high, ROWS):
                numbers = chosen.rows[k : min(k + ROWS, high)]
                starts = table.starts[numbers]
                lines = [begin + line for line in _lines(file.fileno(), starts + skip, starts + table.lengths[numbers])]
                for place in [p for p, n in enumerate(numbers.tolist()) if n in flipped] if flipped else ():
                    lines[place] = flipped_line(lines[place], table.shown)
                yield b"".join(lines)


def _lines(file: int, starts: NDArray[np.int64], ends: NDArray[np.int64]) -> list[bytes]:
    """Rows that lie close together are read in one go, others one by one; a map of the file would count as memory."""
    first, last = int(starts[0]), int(ends[-1])
    spans = list(zip(starts.tolist(), ends.tolist(), strict=True))
    if last - first > SPARSE * int((ends - starts).sum()):
        return [os.pread(file, j - i, i) for i, j in spans]
    content = os.pread(file, last - first, first)
    return [content[i - first : j - first] for i, j in spans]


def flipped_line(line: bytes, shown: str) -> bytes:
    value = json.loads(line)
    value["label"] = other_label(value["label"], shown)
    value["features"]["flipped"] = True
    return json.dumps(value, ensure_ascii=False).encode() + b"\n"
