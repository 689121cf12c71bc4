"""A file of pairs as `entails --file` takes it: premise, tab, hypothesis."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from provenli.errors import InputError
from provenli.files import read_file


@dataclass(frozen=True, slots=True)
class PairLine:
    number: int
    premise: str
    hypothesis: str


def read_pairs(path: Path) -> tuple[PairLine, ...]:
    """Premise, tab, hypothesis. Empty lines are passed over; anything else is an error with its place."""
    try:
        text = read_file(path).decode("utf-8-sig")
    except OSError as e:
        raise InputError(f"{path}: {e.strerror or e}; expected a file of premise, tab, hypothesis") from e
    except UnicodeDecodeError as e:
        raise InputError(f"{path}, byte {e.start}: not UTF-8 text; expected premise, tab, hypothesis") from e
    lines: list[PairLine] = []
    for number, row in enumerate(text.split("\n"), 1):
        fields = row.removesuffix("\r").split("\t")
        if fields == [""]:
            continue
        if len(fields) != 2:
            raise InputError(f"{path}, line {number}: expected premise, tab, hypothesis; found {len(fields)} field(s)")
        lines.append(PairLine(number, *fields))
    if not lines:
        raise InputError(f"{path}: no pairs; expected lines of premise, tab, hypothesis")
    return tuple(lines)
