"""A protocol carried out: read the data sets, choose rows, copy their bytes, read everything back, check, publish.

OUT/manifest.json           protocol, options, seed, parents, what was asked of them, splits
OUT/parents/NAME/           manifest, patterns and certificates of each data set
OUT/SPLIT/manifest.json     parts with rows, labels, hashes; checks
OUT/SPLIT/PART.jsonl        rows as in the data set; the id begins with NAME:
"""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from provenli.data.formats.layout import write_hashed
from provenli.data.manifest import NAME, written_json
from provenli.errors import InputError, ProveNLIError
from provenli.files import fresh_directory, make_parents
from provenli.options import SEEDS, check_whole
from provenli.own_files import line_in, one_line
from provenli.progress import Progress, silent
from provenli.splits.copier import Copier
from provenli.splits.outside import OutsidePair, OutsideRecord, outside_table
from provenli.splits.overlaps import Asked, Facts, asked_of, quick_facts, shared
from provenli.splits.protocol import Inputs, Protocol, Split, check_splits
from provenli.splits.record import PARENTS, SplitPartRecord, flips_told
from provenli.splits.recut import RecordedRows
from provenli.splits.row_selection import ChosenPart, choose
from provenli.splits.row_tables import Parent, RowTable, check_copied, copied_of, parents_of, read_table
from provenli.version import VERSION

KEPT = 25_000
"""Contents of files with at most this many rows are kept: splits share tests, but rarely training sets."""
ReadOutside = Callable[[Path], Sequence[OutsidePair]]


@dataclass(frozen=True)
class SplitOrder:
    """`words`: the data sets, as DIR or NAME=DIR. `own`: the user's own file, if it defines the protocol."""

    protocol: Protocol
    words: tuple[str, ...]
    out: Path
    options: Mapping[str, Any]
    seed: int = 0
    own: Path | None = None
    read_outside: ReadOutside | None = None
    progress: Progress = silent


@dataclass
class Work:
    """The state while the directory is being written."""

    cut: SplitOrder
    directory: Path
    parents: dict[str, Parent]
    tables: dict[str, RowTable]
    outside: dict[str, OutsideRecord]
    notes: list[str] = field(default_factory=list)
    asked: dict[str, RecordedRows] = field(default_factory=dict)
    known: dict[bytes, tuple[Path, SplitPartRecord]] = field(default_factory=dict)
    """Parts that are already written, by the hash of the rows they hold."""
    read: dict[tuple[int, frozenset[Asked]], Facts] = field(default_factory=dict)
    """The content of small files, read back."""


def cut(order: SplitOrder) -> dict[str, Any]:
    """Writes the directory and returns its manifest."""
    check_whole("--seed", order.seed, SEEDS)
    with _slips_told(order.own):
        return _carried_out(order)


@contextmanager
def _slips_told(own: Path | None) -> Iterator[None]:
    """A slip in a user's own protocol is one line with its place, like one in reading the file."""
    try:
        yield
    except ProveNLIError:
        raise
    except Exception as e:
        line = line_in(e, own) if own else ""
        if not line:
            raise
        raise InputError(f"{own}{line}: {type(e).__name__}: {one_line(e)}") from e


def _carried_out(order: SplitOrder) -> dict[str, Any]:
    parents = parents_of(order.words, order.protocol)
    for parent in parents.values():
        check_copied(parent)
    make_parents(order.out)
    with fresh_directory(order.out) as directory:
        work = Work(order, directory, parents, {}, {})
        _read(work)
        work.asked = {role: RecordedRows(table) for role, table in work.tables.items()}
        inputs = Inputs(work.asked, order.options, order.seed, work.notes)
        splits = tuple(order.protocol.splits(inputs))
        check_splits(splits, order.protocol, work.tables)
        _copy_parents(work)
        records = {}
        for k, split in enumerate(splits, 1):
            records[split.name] = _split(split, work)
            order.progress("cutting", k, len(splits))
        shutil.rmtree(directory / OUTSIDE, ignore_errors=True)
        manifest = _manifest(work, records)
        write_hashed(directory / NAME, written_json(manifest))
    return manifest


OUTSIDE = ".outside"
"""Where the pairs of outside files are kept, as rows, while the directory is written."""


def _read(work: Work) -> None:
    order = work.cut
    needs = {n.role: n for n in order.protocol.needs}
    for k, need in enumerate(order.protocol.needs):
        if need.role in work.parents:
            parent = work.parents[need.role]
            work.tables[need.role] = read_table(parent, needs[need.role], (order.seed, 6, k), order.progress)
    labels = tuple(dict.fromkeys(label for t in work.tables.values() for label in t.labels))
    for k, (option, role) in enumerate(order.protocol.outside.items()):
        path = order.options.get(option)
        if path is None:
            continue
        if order.read_outside is None:
            raise InputError(f"--{option}: no reader of NLI files is at hand")
        taken = {p.name for p in work.parents.values()}
        if role in taken:
            raise InputError(f"{role!r} is the name of an outside file here; call the data set otherwise: NAME=DIR")
        pairs = order.read_outside(Path(path))
        work.tables[role], work.outside[role] = outside_table(
            pairs, Path(path), role, labels, work.directory / OUTSIDE, (order.seed, 7, k)
        )


def _copy_parents(work: Work) -> None:
    for parent in work.parents.values():
        target = work.directory / "parents" / parent.name
        target.mkdir(parents=True)
        for name in (NAME, *copied_of(parent.manifest)):
            shutil.copyfile(parent.directory / name, target / name)


def _split(split: Split, work: Work) -> dict[str, Any]:
    folder = work.directory / split.name
    folder.mkdir()
    records = {p.name: _part(p, folder / f"{p.name}.jsonl", work) for p in choose(split, work.tables)}
    checks = _check(split, folder, work)
    manifest = {
        **_about(work),
        "split": split.name,
        "about": split.about,
        "parents": {p.name: _parent(p, f"{PARENTS}/{p.name}") for p in work.parents.values()},
        "parts": {name: r.to_json(name) for name, r in records.items()},
        "checks": checks,
        "notes": flips_told(records),
    }
    written = write_hashed(folder / NAME, written_json(manifest))
    parts = {name: {"rows": r.rows, "labels": dict(r.labels)} for name, r in records.items()}
    return {"about": split.about, "parts": parts, "manifest": written.sha256}


def _part(part: ChosenPart, path: Path, work: Work) -> SplitPartRecord:
    """Written once; a part that another split has too is a link to the same file."""
    key = part.key
    if key in work.known:
        first, record = work.known[key]
        try:
            os.link(first, path)
        except OSError:  # a file system without links
            shutil.copyfile(first, path)
        return record
    written, labels = Copier(part).write(path)
    record = SplitPartRecord(
        part.rows,
        labels,
        sum(len(c.flipped) for c in part.chosen),
        tuple({"parent": c.table.name, "where": c.draw.where.to_json(), "rows": len(c.rows)} for c in part.chosen),
        written,
    )
    work.known[key] = path, record
    return record


def _check(split: Split, folder: Path, work: Work) -> list[dict[str, Any]]:
    """Checked on the files as they are now; the manifest records what was found."""
    checks = split.all_checks
    facts = {p.name: _facts(folder / f"{p.name}.jsonl", asked_of(p.name, checks), work) for p in split.parts}
    for check in checks:
        a, b = check.between
        found = shared(check, facts[a], facts[b])
        if found is not None:
            out = work.cut.out / split.name
            raise InputError(found.told((f"{out / a}.jsonl", f"{out / b}.jsonl")))
    return [{**c.to_json(), "rows": [len(facts[name].hashes) for name in c.between]} for c in checks]


def _facts(path: Path, asked: frozenset[Asked], work: Work) -> Facts:
    """A small file that several splits link to is read once."""
    key = path.stat().st_ino, asked
    if key in work.read:
        return work.read[key]
    found = quick_facts(path, asked)
    if len(found.hashes) <= KEPT:
        work.read[key] = found
    return found


def _about(work: Work) -> dict[str, Any]:
    order = work.cut
    options = {
        k: (Path(v).name if k in order.protocol.outside and v is not None else _plain(v))
        for k, v in order.options.items()
    }
    return {
        "provenli": VERSION,
        "protocol": order.protocol.name,
        "source": hashlib.sha256(order.own.read_bytes()).hexdigest() if order.own else None,
        "options": options,
        "seed": order.seed,
        "outside": {role: record.to_json() for role, record in work.outside.items()},
    }


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _parent(parent: Parent, path: str) -> dict[str, Any]:
    return {"path": path, "role": parent.role, "fragment": parent.manifest.fragment, "manifest": parent.digest}


def _manifest(work: Work, records: Mapping[str, Any]) -> dict[str, Any]:
    return {
        **_about(work),
        "parents": {p.name: _parent(p, f"parents/{p.name}") for p in work.parents.values()},
        "asked": {role: rows.to_json() for role, rows in work.asked.items()},
        "splits": dict(records),
        "notes": list(work.notes),
    }
