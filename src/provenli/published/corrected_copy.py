"""A corrected file: the published one, byte for byte, but for the labels that changed, in the file's own spelling.

Parquet keeps rows, schema and row groups; its bytes are what the writer makes of them. Annotators' labels stay: they
are what annotators said.
"""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import IO, TypeAlias

from provenli.errors import InputError
from provenli.files import fresh_directory, whole_file
from provenli.labels import LABELS
from provenli.published.pairs import PublishedPair, RawRecord
from provenli.published.source import Source

NewLabel: TypeAlias = Callable[[PublishedPair], str | None]
"""The right label of a pair; None leaves the published one."""
STYLES: tuple[dict[str, str], ...] = (
    {label: label for label in LABELS},
    {label: label.upper() for label in LABELS},
    {label: label.capitalize() for label in LABELS},
    {"entailment": "yes", "contradiction": "no", "neutral": "unknown"},
)


def rewrite(source: Source, out: str | Path, new_label: NewLabel) -> int:
    """Writes `out` whole or not at all, and says how many labels changed. A directory becomes a new directory."""
    out = Path(out)
    if not source.parts:
        return _whole(source, out, new_label)
    with fresh_directory(out) as work:
        return sum([_part(source, part, work, new_label) for part in source.parts])


def _part(source: Source, part: Source, work: Path, new_label: NewLabel) -> int:
    place = work / part.path.relative_to(source.path)
    place.parent.mkdir(parents=True, exist_ok=True)
    for card in ("README.md", "dataset_infos.json"):  # they name numbered labels
        if (source.path / card).is_file() and not (work / card).exists():
            shutil.copyfile(source.path / card, work / card)
    return _whole(part, place, new_label)


def _whole(source: Source, out: Path, new_label: NewLabel) -> int:
    if out.exists():
        raise InputError(f"{out} exists: remove it or choose another name")
    with whole_file(out) as file:
        return _written(source, file, new_label)


def _written(source: Source, file: IO[bytes], new_label: NewLabel) -> int:
    reading = source.reading
    assert reading is not None
    spell, turn = _spellings(source), reading.turner()
    changed = 0

    def change(record: RawRecord) -> str | None:
        nonlocal changed
        pair = turn(record)
        new = new_label(pair) if isinstance(pair, PublishedPair) else None
        if new is None or not isinstance(pair, PublishedPair):
            return None
        spelt = _spelt(source, spell, new, pair)
        changed += spelt is not None
        return spelt

    reading.container.rewrite(source.path, file, reading.columns.keys["label"], change)
    return changed


def _spelt(source: Source, spell: dict[str, str], new: str, pair: PublishedPair) -> str | None:
    if new not in LABELS:
        raise InputError(f"{source.path}, line {pair.line}: no label {new!r}; expected {', '.join(LABELS)}")
    label = "non-entailment" if source.two_way and new != "entailment" else new
    if label == pair.label:
        return None
    if label not in spell:
        raise InputError(
            f"{source.path}, line {pair.line}: the file has no way to say {label}; its labels are {', '.join(spell)}"
        )
    return spell[label]


def _spellings(source: Source) -> dict[str, str]:
    """How the file spells each label: its usual spelling, or, for a label that it lacks, one in the same style."""
    reading = source.reading
    assert reading is not None
    names, read = reading.spelling.names, reading.spelling.reader()
    if names is not None:
        return {label: str(k) for k in range(len(names)) if (label := (read(k) or (None, ""))[0]) is not None}
    counted: dict[str, Counter[str]] = {}
    for row in source.rows():
        if isinstance(row, PublishedPair) and row.label is not None:
            counted.setdefault(row.label, Counter())[row.published_label] += 1
    # Of equally common ones the first, so that equal files give equal files.
    seen = {label: max(c, key=lambda s: c[s]) for label, c in counted.items()}
    said = {label: spelling for spelling, label in reading.spelling.given.items() if label is not None}
    return _unseen(seen, source.two_way) | said | seen


def _unseen(seen: dict[str, str], two_way: bool) -> dict[str, str]:
    """Only for files in one of the usual styles: entailment, ENTAILMENT, or yes, no and unknown."""
    labels = ("entailment", "non-entailment") if two_way else ("entailment", "neutral", "contradiction")
    for style in STYLES:
        if all(style.get(label) == spelling for label, spelling in seen.items()):
            return {label: style[label] for label in labels if label in style}
    return {}
