"""Verification: everything about a data set proved again, with the kernel and the grammar, and no engine.

    check_certificates.py   the kernel accepts each for the problem that the fragment's own grammar gives
    check_rows.py           each row is an instance of its pattern, with the label, schema and features that follow
    check_manifest.py       counts, balances and hashes are those of the files
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from provenli.data import check_manifest
from provenli.data.check_certificates import Proven
from provenli.data.check_rows import Rows
from provenli.data.faults import Report
from provenli.data.manifest import read_manifest
from provenli.data.subject import Subject
from provenli.errors import InputError
from provenli.pairs.fragment import Fragment
from provenli.pairs.schemas import Progress, silent


def verify(
    directory: Path, fragment_named: Callable[[str], Fragment], progress: Progress = silent, workers: int = 1
) -> Report:
    manifest = read_manifest(directory)
    fragment = fragment_named(manifest.fragment)
    if fragment.pairs is None:
        raise InputError(f"fragment {fragment.name!r} makes no pairs, so this data set cannot be its own")
    subject = Subject(directory, manifest, fragment, fragment.pairs, progress, workers)
    proven = Proven(subject)
    proven.check()
    found = Rows(proven)
    for name, record in manifest.parts.items():
        found.part(name, record)
    found.repeated()
    check_manifest.counts(proven)
    check_manifest.files(subject)
    return subject.report
