"""The published file with decided labels, and a log that says why each was changed."""

from __future__ import annotations

import filecmp
from pathlib import Path
from tempfile import TemporaryDirectory

from provenli.audits.explanations import rescue_words
from provenli.audits.problems import Json
from provenli.audits.results import corrected_label, read_rows
from provenli.errors import InputError
from provenli.files import whole_text
from provenli.published.corrected_copy import NewLabel, rewrite
from provenli.published.pairs import PublishedPair
from provenli.published.source import Source

Place = tuple[int, str, str, str]
"""In a directory two files may have the same line and id; with the texts a pair is known."""


def check_target(corrected: Path, file: Path) -> None:
    """Before any work: a corrected file never takes the place of another. One with a log beside it may be what an
    earlier run of the same audit wrote; that is known when it has been written again."""
    if corrected.exists():
        if file.exists() and corrected.samefile(file):
            raise InputError(f"--corrected {corrected} is the file that is audited: choose another name")
        if not log_of(corrected).exists():
            raise _in_the_way(corrected)
    if not corrected.parent.is_dir():
        raise InputError(f"--corrected {corrected}: {corrected.parent} is no directory; make it first")


def _in_the_way(corrected: Path) -> InputError:
    return InputError(f"--corrected {corrected} exists: choose another name")


def log_of(corrected: Path) -> Path:
    return corrected.with_name(f"{corrected.name}.log")


def write_corrected(rows: Path, source: Source, corrected: Path) -> int:
    """`rows`: the file of an audit's rows. The number of labels that were changed."""
    changes = {_place(row): row for row in read_rows(rows) if row["verdict"] == "disputed"}

    def new_label(pair: PublishedPair) -> str | None:
        row = changes.get((pair.line, pair.id, pair.premise, pair.hypothesis))
        return corrected_label(row, source.two_way) if row else None

    with whole_text(log_of(corrected)) as log:
        for row in changes.values():
            log.write(_line(row, source.two_way) + "\n")
        return _rewritten(source, corrected, new_label)


def _rewritten(source: Source, corrected: Path, new_label: NewLabel) -> int:
    """A run that is repeated finds its own file, which then stays as it is."""
    if not corrected.exists():
        return rewrite(source, corrected, new_label)
    with TemporaryDirectory(prefix="provenli-audit-") as name:
        again = Path(name) / corrected.name
        changed = rewrite(source, again, new_label)
        if not _same(again, corrected):
            raise _in_the_way(corrected)
    return changed


def _same(one: Path, two: Path) -> bool:
    """Byte for byte; of directories, every file."""
    if one.is_file() or two.is_file():
        return one.is_file() and two.is_file() and filecmp.cmp(one, two, shallow=False)
    names = {p.name for p in one.iterdir()}
    return names == {p.name for p in two.iterdir()} and all(_same(one / n, two / n) for n in names)


def _place(row: Json) -> Place:
    return row["line"], row["id"], row["premise"], row["hypothesis"]


def _line(row: Json, two_way: bool) -> str:
    where = f"{row['file']}, line {row['line']}" if "file" in row else f"line {row['line']}"
    rescue = rescue_words(row["rescue"], row["rescue_reading"] or "")
    changed = f"{row['published']} -> {corrected_label(row, two_way)}"
    named = f" ({row['id']})" if row["id"] else ""
    return f"{where}{named}: {changed}. {row['why']} {rescue}"
