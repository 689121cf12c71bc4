"""Pairs s1 -> s2 out of NLI files: our own data sets, SNLI, MNLI and SICK, with the labels that people gave them.

What stands in such a file is attested, not proved; so a pair says in which line it was found.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias

from provenli.errors import InputError

Relation: TypeAlias = Literal["entailment", "neutral", "contradiction", "non-entailment"]


@dataclass(frozen=True, slots=True)
class Attested:
    """A pair s1 -> s2 with the label that its source gives. `source`: 'SICK.txt, line 7'."""

    s1: str
    s2: str
    relation: Relation
    source: str

    @property
    def entailed(self) -> bool:
        return self.relation == "entailment"


# Our own files, SNLI and MNLI, SICK in both of its spellings; the first column that is there counts.
COLUMNS = {
    "premise": ("premise", "sentence1", "sentence_A"),
    "hypothesis": ("hypothesis", "sentence2", "sentence_B"),
    "label": ("gold_label", "label", "entailment_label", "entailment_judgment"),
}
RELATIONS: dict[str, Relation] = {
    "entailment": "entailment", "neutral": "neutral", "contradiction": "contradiction",
    "non-entailment": "non-entailment", "non_entailment": "non-entailment", "not_entailment": "non-entailment",
    "0": "entailment", "1": "neutral", "2": "contradiction",
}  # fmt: skip
NO_LABEL = ("-", "-1", "hidden")
"""Pairs whose annotators did not agree, or whose label is kept back; they are passed over."""
NO_PAIRS = ("certificates.jsonl", "patterns.jsonl")
"""What else a data set of ours has; PART.snli.jsonl and the like repeat PART.jsonl."""
Row: TypeAlias = tuple[str, Mapping[str, Any]]
"""Where it stands, and its columns."""


def read_pairs(path: Path) -> tuple[Attested, ...]:
    """The pairs of an NLI file: JSON lines, or columns divided by tabs under a header. A directory: a data set."""
    if path.is_dir():
        files = sorted(f for f in path.glob("*.jsonl") if f.name not in NO_PAIRS and f.name.count(".") == 1)
        if not files:
            raise InputError(f"{path}: the directory has no .jsonl file with pairs")
        return tuple(pair for f in files for pair in read_pairs(f))
    if not path.is_file():
        raise InputError(f"{path}: no such file; expected an NLI file (.jsonl, .tsv, .txt) or the name of a fragment")
    found = tuple(pair for row in _rows(path) if (pair := _attested(row)) is not None)
    if not found:
        raise InputError(f"{path}: expected pairs of sentences with labels, found none")
    return found


def _rows(path: Path) -> Iterator[Row]:
    try:
        lines = path.read_text(encoding="utf-8-sig").split("\n")
    except (UnicodeDecodeError, OSError) as e:
        raise InputError(f"{path}: expected text in UTF-8: {e}") from e
    numbered = [(n, line.rstrip("\r")) for n, line in enumerate(lines, 1) if line.strip()]
    if not numbered:
        raise InputError(f"{path}: the file is empty; expected pairs of sentences with labels")
    as_json = path.suffix in (".jsonl", ".json") or numbered[0][1].startswith("{")
    return _json_rows(path, numbered) if as_json else _tab_rows(path, numbered)


def _json_rows(path: Path, lines: Sequence[tuple[int, str]]) -> Iterator[Row]:
    for n, line in lines:
        try:
            value = json.loads(line)
        except (ValueError, RecursionError):
            value = None
        if not isinstance(value, dict):
            raise InputError(f"{path}, line {n}: expected a JSON object, found {line[:40]!r}")
        yield f"{path}, line {n}", value


def _tab_rows(path: Path, lines: Sequence[tuple[int, str]]) -> Iterator[Row]:
    header = lines[0][1].split("\t")
    for column in COLUMNS:
        _column(f"{path}, line {lines[0][0]}", dict.fromkeys(header), column)
    for n, line in lines[1:]:
        cells = line.split("\t")
        # Some lines of MNLI have annotators' labels beyond the header, which nobody needs.
        if len(cells) < len(header):
            raise InputError(f"{path}, line {n}: expected {len(header)} columns, found {len(cells)}")
        yield f"{path}, line {n}", dict(zip(header, cells, strict=False))


def _column(where: str, row: Mapping[str, Any], column: str) -> str:
    names = COLUMNS[column]
    found = next((c for c in names if c in row), None)
    if found is None:
        raise InputError(f"{where}: expected a column {', '.join(names[:-1])} or {names[-1]}, "
                         f"found {', '.join(map(str, row)) or 'none'}")  # fmt: skip
    return found


def _attested(row: Row) -> Attested | None:
    where, columns = row
    s1, s2, given = (columns[_column(where, columns, c)] for c in COLUMNS)
    label = str(given).strip()
    if label.lower() in NO_LABEL:
        return None
    if label.lower() not in RELATIONS:
        raise InputError(f"{where}: expected a label such as entailment, neutral or contradiction, found {label!r}")
    for column, text in (("premise", s1), ("hypothesis", s2)):
        if not isinstance(text, str):
            raise InputError(f"{where}: expected a sentence as {column}, found {str(text)[:40]!r}")
        if not text.strip():
            raise InputError(f"{where}: the {column} is empty; expected a sentence")
    file, _, line = where.rpartition(", line ")
    return Attested(s1.strip(), s2.strip(), RELATIONS[label.lower()], f"{Path(file).name}, line {line}")
