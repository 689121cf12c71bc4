"""What is browsed: the files of rows under the given paths, each with its index.

Our own rows are lines of JSON and are read in place. Published files of other layouts are first written as lines of
JSON into the cache.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from provenli.audits.results import ROWS as AUDIT_ROWS
from provenli.audits.results import SUMMARY as AUDIT_SUMMARY
from provenli.data.manifest import NAME as MANIFEST
from provenli.errors import InputError
from provenli.files import fresh_directory, read_file, regular
from provenli.progress import Progress
from provenli.published.pairs import PublishedPair
from provenli.published.source import open_published
from provenli.web.browse.row_index import (
    LONGEST_VALUE,
    IndexedRow,
    RowIndex,
    cache_directory,
    cache_key,
    index_at,
    make_index,
)

LARGEST_LINE = 1 << 20
MOST_KNOWN = 50_000
MOST_FILES = 50_000
"""The most files below a directory that is searched: the root of a machine is nobody's data."""
SKIPPED = frozenset(
    f"{name}.jsonl"
    for name in ("certificates", "patterns", "answers", "workers", "log", "trees", "metrics", "journal", "tests")
)
"""Lines that are no rows."""
TEXTS = ("premise", "hypothesis", "sentence1", "sentence2")
NO_FACET = frozenset((*TEXTS, "id", "pairID", "why", "probabilities", "features", "line", "votes"))


@dataclass(frozen=True)
class BrowsedRow:
    number: int
    id: str
    premise: str
    hypothesis: str
    label: str
    facets: Mapping[str, str]
    whole: Mapping[str, Any]
    """The row as it stands in the file."""

    @property
    def answered(self) -> bool:
        """Whether it is a prediction beside a gold label."""
        return isinstance(self.whole.get("gold"), str) and "label" in self.whole

    @property
    def gold(self) -> str:
        return _text(self.whole["gold"]) if self.answered else self.label

    @property
    def certified(self) -> bool:
        """Whether it names a certificate of its data set."""
        return isinstance(self.whole.get("schema"), str) and isinstance(self.whole.get("features"), dict)


@dataclass(frozen=True)
class BrowsedFile:
    """`path`: the lines of JSON. `fragment`: its name, if the data set gives one."""

    slug: str
    title: str
    kind: str
    path: Path
    fragment: str
    index: RowIndex

    @property
    def source(self) -> str:
        """The hash of the user's own fragment file that made the data set."""
        return _named(self.path.parent / MANIFEST, "source")

    def row(self, number: int) -> BrowsedRow:
        with open(self.path, "rb", opener=regular) as file:
            file.seek(self.index.place(number))
            return shown_row(number, parsed(file.readline(LARGEST_LINE)))

    @property
    def predicts(self) -> bool:
        return self.kind == "predictions"


def parsed(line: bytes) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return {"damaged": line[:200].decode("utf-8", "replace")}
    return found if isinstance(found, dict) else {"damaged": repr(found)[:200]}


def shown_row(number: int, value: Mapping[str, Any]) -> BrowsedRow:
    texts = [_text(value.get(name)) for name in TEXTS]
    label = next((_text(value[n]) for n in ("label", "gold_label", "published") if value.get(n) is not None), "")
    name = _text(value.get("id", value.get("pairID", ""))) or str(value.get("line", number + 1))
    return BrowsedRow(number, name, texts[0] or texts[2], texts[1] or texts[3], label, facets_of(value), value)


def facets_of(value: Mapping[str, Any]) -> dict[str, str]:
    """Every short value at the top level, and every feature."""
    found = {n: _short(v) for n, v in value.items() if n not in NO_FACET and not isinstance(v, dict)}
    features = value.get("features")
    if isinstance(features, dict):
        found |= {n: _short(v) for n, v in features.items() if isinstance(n, str)}
    if "gold" in value and "label" in value:
        found["right"] = "yes" if value["gold"] == value["label"] else "no"
    return {n[:LONGEST_VALUE]: v for n, v in found.items() if v}


def _short(value: Any) -> str:
    if type(value) is str:
        return value
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (int, float)):
        return str(value)
    if isinstance(value, list) and all(isinstance(v, (str, int)) for v in value):
        return ", ".join(map(str, value)) or "(none)"
    return ""


def _text(value: Any) -> str:
    return value if isinstance(value, str) else "" if value is None else str(value)[:200]


# --- finding ---


def open_sources(paths: Sequence[Path], progress: Progress) -> list[BrowsedFile]:
    found: list[BrowsedFile] = []
    for path in paths:
        for file, kind, fragment in files_under(path):
            title = str(file.relative_to(path.parent)) if path.parent in file.parents else str(file)
            found.append(_opened(file, kind, title, fragment, len(found), progress))
    if not found:
        raise InputError("nothing to browse; expected data sets, splits, audits, predictions or published files")
    return found


def files_under(path: Path) -> Iterator[tuple[Path, str, str]]:
    """Each file of rows with its kind and, if that is on record, its fragment."""
    if not path.exists():
        raise InputError(f"{path}: no such file or directory; expected a data set, a split, an audit, a run or a file")
    if path.is_file():
        yield path, _kind(path), ""
    elif (path / AUDIT_SUMMARY).is_file():
        yield path / AUDIT_ROWS, "audit", _named(path / AUDIT_SUMMARY, "fragment")
    else:
        yield from _directory(path)


def _directory(path: Path) -> Iterator[tuple[Path, str, str]]:
    fragment = _named(path / MANIFEST, "fragment")
    found = [f for f in _below(path) if not _hidden(f, path)]
    files = [f for f in found if f.suffix == ".jsonl" and f.name not in SKIPPED]
    files = files or [f for f in found if f.suffix in (".tsv", ".csv", ".parquet")]
    if not files:
        raise InputError(f"{path}: no rows to browse in it; expected .jsonl, .tsv, .csv or .parquet files")
    for file in files:
        yield file, _kind(file), fragment or _named(file.parent / MANIFEST, "fragment")


def _below(path: Path) -> list[Path]:
    """Directories that vanish meanwhile, or that may not be read, are skipped."""
    files = (Path(folder, name) for folder, _, names in os.walk(path) for name in names)
    found = list(islice(files, MOST_FILES + 1))
    if len(found) > MOST_FILES:
        raise InputError(f"{path}: more than {MOST_FILES:,} files below it; name the directory of your data")
    return sorted(found)


def _hidden(file: Path, root: Path) -> bool:
    return any(part.startswith(".") for part in file.relative_to(root).parts)


def _named(path: Path, key: str) -> str:
    try:
        value = json.loads(read_file(path))
    except (OSError, ValueError, RecursionError):
        return ""
    found = value.get(key) if isinstance(value, dict) else None
    return found if isinstance(found, str) else ""


def _kind(path: Path) -> str:
    if path.suffix != ".jsonl":
        return "published"
    with open(path, "rb", opener=regular) as file:
        first = parsed(file.readline(LARGEST_LINE))
    if "gold" in first and "label" in first:
        return "predictions"
    return "rows" if first.get("premise") is not None else "published"


# --- opening ---


def _opened(file: Path, kind: str, title: str, fragment: str, number: int, progress: Progress) -> BrowsedFile:
    place = cache_directory() / cache_key(file)
    if kind == "published":
        file = _written_lines(file, place.with_name(place.name + "-rows"))
    total = file.stat().st_size
    about = {"title": title, "kind": kind}
    index = index_at(place, lambda: make_index(place, line_rows(file), about, progress, total))
    slug = re.sub(r"[^A-Za-z0-9]+", "-", title).strip("-")[:40].lower()
    return BrowsedFile(f"{number + 1}-{slug}", title, kind, file, fragment, index)


def _written_lines(source: Path, target: Path) -> Path:
    """A published file as lines of JSON, in the cache."""
    lines = target / "rows.jsonl"
    if lines.is_file():
        return lines
    opened = open_published(source)
    target.parent.mkdir(parents=True, exist_ok=True)
    with fresh_directory(target) as work, open(work / "rows.jsonl", "w", encoding="utf-8") as file:
        for pair in opened.rows():
            if isinstance(pair, PublishedPair):
                own = {"id": pair.id or str(pair.line), "premise": pair.premise, "hypothesis": pair.hypothesis}
                json.dump({**own, "label": pair.label, "line": pair.line, "features": dict(pair.tags)}, file)
                file.write("\n")
    return lines


def line_rows(path: Path) -> Iterator[IndexedRow]:
    place = 0
    known: Known = {}
    with open(path, "rb", opener=regular) as file:
        for line in file:
            row = _quick_row(line, place, known) or _slow_row(line, place)
            yield row
            place += len(line)


def _slow_row(line: bytes, place: int) -> IndexedRow:
    value = parsed(line) if len(line) <= LARGEST_LINE else {"damaged": "a line of more than a megabyte"}
    row = shown_row(0, value)
    return IndexedRow(place, row.id, f"{row.premise} {row.hypothesis} {row.id}", tuple(row.facets.items()))


Known = dict[bytes, tuple[tuple[str, str], ...]]
"""Facets by the bytes that they were read from."""
FEATURES, LABEL = b', "features": {', b', "label": "'


def _quick_row(line: bytes, place: int, known: Known) -> IndexedRow | None:
    """A row in our own spelling: what stands before its label differs from row to row, and what follows is mostly
    known. Quotes within a text are escaped in JSON, so the markers cannot stand in a text. If they stand elsewhere, the
    piece that is cut off there is no JSON, and the row is read whole."""
    cut = line.find(LABEL)
    if cut < 0 or FEATURES not in line[cut:] or not line.endswith(b"}}\n"):
        return None
    try:
        value = json.loads(line[:cut] + b"}")
        if set(value) != {"id", "premise", "hypothesis"} or {*map(type, value.values())} != {str}:
            return None
        rest = line[cut + 2 :]
        facets = known.get(rest)
        if facets is None:
            if len(known) >= MOST_KNOWN:
                known.clear()
            facets = known[rest] = tuple(facets_of(json.loads(b"{" + rest)).items())
    except (ValueError, RecursionError, AttributeError):
        return None
    texts = value["id"], value["premise"], value["hypothesis"]
    return IndexedRow(place, texts[0], f"{texts[1]} {texts[2]} {texts[0]}", facets)
