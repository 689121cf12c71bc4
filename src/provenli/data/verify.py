"""Verification: everything about a data set proved again, with the kernel and the grammar, and no engine.

check_certificates.py   the kernel accepts each for the problem that the fragment's own grammar gives
check_rows.py           each row is an instance of its pattern, with the label, schema and features that follow
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

from provenli.data.check_certificates import Proven
from provenli.data.check_rows import RowCheck
from provenli.data.generate import CERTIFICATES, PATTERNS
from provenli.data.manifest import read_manifest
from provenli.data.subject import Subject, VerificationReport
from provenli.errors import InputError
from provenli.pairs.fragment import Fragment, parts_with
from provenli.progress import Progress, silent

# --- The manifest: counts, balances and hashes are those of the files. ---


def counts(proven: Proven) -> None:
    """What the manifest says of the whole, against what was found."""
    subject = proven.subject
    m = subject.manifest
    said = {
        "size": (m.size, sum(p.rows for p in m.parts.values())),
        "balance": (dict(m.balance), {name: dict(p.labels) for name, p in m.parts.items()}),
        "parts": (sorted(m.parts), sorted(p.name for p in parts_with(subject.maker, subject.options))),
        **{f"certificates, {k}": (m.certificates.get(k, 0), n) for k, n in proven.evidence().items()},
    }
    for what, (found, expected) in said.items():
        if found != expected:
            subject.report.add("manifest.json", None, f"{what}: {found}, but the files have {expected}")


def files(subject: Subject) -> None:
    """After the rows: a line that is wrong is worth more to know than a hash that differs."""
    named = [*subject.manifest.files.items(), *(f for p in subject.manifest.parts.values() for f in p.files.items())]
    told = {f.file for f in subject.report.faults}
    expected = {CERTIFICATES, PATTERNS, *(f"{name}.jsonl" for name in subject.manifest.parts)}
    for name in sorted(expected - {n for n, _ in named}):
        subject.report.add("manifest.json", None, f"does not list {name}")
    for name, written in named:
        path = subject.directory / name
        if not path.is_file():
            subject.report.add(name, None, "is missing")
        elif path.stat().st_size != written.bytes and name not in told:
            subject.report.add(name, None, f"has {path.stat().st_size} bytes; the manifest says {written.bytes}")
        elif name not in told and _hash(path) != written.sha256:
            subject.report.add(name, None, "is not the file that was written: its hash differs from the manifest's")


def _hash(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def verify(
    directory: Path, fragment_named: Callable[[str], Fragment], progress: Progress = silent, workers: int = 1
) -> VerificationReport:
    manifest = read_manifest(directory)
    fragment = fragment_named(manifest.fragment)
    if fragment.pairs is None:
        raise InputError(f"fragment {fragment.name!r} makes no pairs, so this data set cannot be its own")
    subject = Subject(directory, manifest, fragment, fragment.pairs, progress, workers)
    proven = Proven(subject)
    proven.check()
    found = RowCheck(proven)
    for name, record in manifest.parts.items():
        found.part(name, record)
    found.repeated()
    counts(proven)
    files(subject)
    return subject.report
