"""A row a line, cells divided by tabs, no quoting: SNLI, MultiNLI, MED, SICK and most others publish this."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from provenli.published.containers.lines import BOM, ending, numbered
from provenli.published.containers.protocol import Key, TextContainer
from provenli.published.label_spellings import MEANINGS, plain
from provenli.published.pairs import Item, RawRecord, Unreadable

AGAIN = re.compile(r" \(\d+\)$")
LABEL = re.compile(r"(gold_)?label\d*")


@dataclass(frozen=True)
class TabLines(TextContainer):
    """`header`: the first line names the columns. Else they have numbers from 1."""

    header: bool = True

    def columns(self, path: Path, sample: tuple[RawRecord, ...]) -> Mapping[str, Key]:
        if self.header:
            return named(next((t for _, _, t in numbered(path) if isinstance(t, str) and t.strip()), "").split("\t"))
        return named([str(k + 1) for k in range(len(sample[0].values) if sample else 0)])

    def pieces(self, path: Path) -> Iterator[tuple[bytes, Item | None]]:
        width, header = 0, list[str]()
        for number, raw, text in numbered(path):
            if not isinstance(text, str):
                yield raw, text
                continue
            if not text or (text.isspace() and "\t" not in text):
                yield raw, None
                continue
            cells = text.split("\t")
            if not width:
                width, header = len(cells), cells if self.header else [""] * len(cells)
                if self.header:
                    yield raw, None
                    continue
            yield raw, RawRecord(number, cells) if len(cells) == width else uneven(number, cells, header)

    def replaced(self, raw: bytes, label: Key, new: str) -> bytes:
        assert isinstance(label, int)
        mark = BOM if raw.startswith(BOM) else b""
        cells = raw.removeprefix(mark).split(b"\t")
        cells[label] = new.encode() + (ending(raw) if label == len(cells) - 1 else b"")
        return mark + b"\t".join(cells)


def named(header: Sequence[str]) -> dict[str, Key]:
    """By name, in order. The second of two columns called `label` is `label (4)` if it is the fourth."""
    out: dict[str, Key] = {}
    for k, cell in enumerate(header):
        name = cell.strip()
        out[f"{name} ({k + 1})" if name in out else name] = k
    return out


def base_name(column: str) -> str:
    return AGAIN.sub("", column)


def uneven(number: int, cells: list[str], header: Sequence[str]) -> Item:
    """Some lines of MultiNLI have annotators' labels beyond the header. Any other extra cell has shifted the rest: then
    a sentence stands in the column that the header calls label."""
    width = len(header)
    labels = [cells[k] for k, name in enumerate(header) if LABEL.fullmatch(name) and k < len(cells)]
    if len(cells) > width and labels and all(plain(c) in MEANINGS for c in (*labels, *cells[width:])):
        return RawRecord(number, cells)
    hint = "; is a tab or a comma inside a sentence?" if len(cells) > width else ""
    return Unreadable(number, f"expected {width} columns, found {len(cells)}{hint}")
