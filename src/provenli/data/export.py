"""A data set, or a part of a split, written again in other formats: for other people's tools, for the hub."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path

import numpy as np

from provenli.data.blocks import Block, Chunk, Column, Text
from provenli.data.format_names import TASKS
from provenli.data.formats import Layout, PartFiles, around, format_named, render
from provenli.data.formats.layout import kinds_of_values
from provenli.data.manifest import ENGLISH, NAME
from provenli.data.readers import Row, rows
from provenli.data.strict_json import strict_json
from provenli.errors import InputError
from provenli.files import fresh_directory, make_parents, neighbours, read_file, resolved
from provenli.labels import NOT, THREE, TWO

NO_PART = ("certificates", "patterns")
AT_A_TIME = 20_000


def export(data: Path, formats: Sequence[str], out: Path) -> dict[str, int]:
    """Write the formats and return the number of rows by part. The new directory has nothing to verify with: the
    certificates stay with the data set."""
    parts = part_files(data)
    names = [name for name in formats if name != "jsonl"]
    if not names:
        raise InputError("--format is missing: say which, such as lm-eval,inspect; `generate` writes jsonl")
    fragment, own = _fragment(data)
    kinds = kinds_of_values(row.features for path in parts for row in rows(path))
    labels = _labels(parts)
    make_parents(out)
    layouts: list[tuple[Layout, int]] = []
    with fresh_directory(out) as work:
        for path in parts:
            layout = Layout(fragment, path.stem, labels, kinds, own=own)
            layouts.append((layout, _write(work, path, layout, names)))
        around(work, layouts, names)
    return {layout.part: number for layout, number in layouts}


def part_files(data: Path) -> list[Path]:
    if data.is_file() and data.suffix == ".jsonl":
        return [data]
    if not (data / NAME).is_file():
        expected = "expected what `provenli generate` made, or one split of `provenli split`"
        raise InputError(f"{data}: {expected}{neighbours(data, NAME)}")
    found = [p for p in sorted(data.glob("*.jsonl")) if p.stem not in NO_PART and "." not in p.stem]
    if not found:
        raise InputError(f"{data}: no part with pairs; of several splits, name one")
    return found


def _fragment(data: Path) -> tuple[str, bool]:
    """The fragment's name from the manifest, and whether it is a user's own; for a split, the name of its directory."""
    place = data if data.is_dir() else data.parent
    try:
        value = strict_json(read_file(place / NAME))
    except (OSError, ValueError, RecursionError):
        value = {}
    name = value.get("fragment") if isinstance(value, dict) else None
    own = isinstance(value, dict) and value.get("source") is not None and name != ENGLISH
    if isinstance(name, str) and name.isidentifier():
        return name, own
    return re.sub(r"[^\w .-]+", "_", resolved(place).name) or "pairs", own  # it stands in Markdown


def _labels(parts: Sequence[Path]) -> tuple[str, ...]:
    found = {row.label for path in parts for row in rows(path)}
    if found <= set(THREE) and not found <= set(TWO):
        return THREE
    if found <= set(TWO):
        return TWO
    raise InputError(f"{parts[0].parent}: labels are {', '.join(sorted(found))}; expected {', '.join(THREE)} or {NOT}")


def _write(work: Path, path: Path, layout: Layout, names: Sequence[str]) -> int:
    """Tasks keep the very lines of the part, with the ids that rows of a split have; tables are numbered anew."""
    for name in (n for n in names if n in TASKS):
        place = work / format_named(name).file(layout)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, place)
    tables, start = [n for n in names if n not in TASKS], 0
    with PartFiles(work, layout, tables) as files:
        for chunk in chunks(path):
            files.append(render(chunk, layout, tables))
            start = chunk.stop
        files.finish()
    return start


def chunks(path: Path) -> Iterator[Chunk]:
    """The rows of a part; memory does not grow with the file."""
    start = 0
    for batch in _batches(rows(path)):
        yield chunk_of(batch, start)
        start += len(batch)


def _batches(found: Iterator[Row]) -> Iterator[list[Row]]:
    while batch := list(islice(found, AT_A_TIME)):
        yield batch


def chunk_of(batch: Sequence[Row], start: int) -> Chunk:
    """A chunk of rows that need not share a pattern: every text is a column."""
    names = dict.fromkeys(name for row in batch for name in row.features)
    features = {name: [json.dumps(row.features.get(name), ensure_ascii=False) for row in batch] for name in names}
    texts = [(row.premise, row.hypothesis, row.label, row.schema) for row in batch]
    return chunk_of_texts(start, texts, features)


def chunk_of_texts(
    start: int, texts: Sequence[tuple[str, str, str, str]], features: Mapping[str, Sequence[str]]
) -> Chunk:
    """`texts`: premise, hypothesis, label and schema of each row; `features`: the values of each, as JSON."""
    columns = [*zip(*texts, strict=True), *features.values()]
    tables = [{text: number for number, text in enumerate(dict.fromkeys(column))} for column in columns]
    written: list[Text] = [(Column(tuple(table), cell),) for cell, table in enumerate(tables)]
    premise, hypothesis, label, schema, *values = written
    block = Block(premise, hypothesis, label, schema, tuple(zip(features, values, strict=True)))
    cells = np.array([[table[text] for text in column] for table, column in zip(tables, columns, strict=True)])
    return Chunk(start, (block,), np.zeros(len(texts), np.int64), cells)
