"""Verification of what lies in a directory: a data set, or all splits that were cut from some."""

from __future__ import annotations

import os
from pathlib import Path

from provenli.data.manifest import NAME, read_manifest
from provenli.data.subject import VerificationReport
from provenli.data.verify import verify
from provenli.errors import InputError
from provenli.library.fragment_shelf import fragment_for
from provenli.own_files import is_path
from provenli.progress import Progress, silent
from provenli.splits.record import is_one_split, is_split_directory, read_record
from provenli.splits.verify import verify_split


def verify_directory(
    directory: Path,
    fragment: str | None = None,
    workers: int = 1,
    progress: Progress = silent,
    deep: bool = False,
    protocol: str | None = None,
    source: Path | None = None,
) -> VerificationReport:
    """`fragment`, `protocol`: the user's own files, if the data were made or cut with some. `deep`: every row is parsed
    from its text alone, not only one of each pattern. `source`: the file that pairs were drawn from."""
    if is_one_split(directory):
        whole = os.path.normpath(directory / "..")
        raise InputError(f"{directory} is one of several splits: call `provenli verify {whole}`, which holds them all")
    if is_split_directory(directory):
        own = None if protocol is None else Path(protocol)
        if own and read_record(directory / NAME).get("source") is None:
            raise InputError(f"--protocol {own}: {directory} was cut by no file of your own; leave it out")
        return verify_split(directory, lambda parent: fragment_for(parent, fragment), progress, deep, own, source)
    if protocol is not None and (directory / NAME).is_file():
        raise InputError(f"--protocol {protocol}: {directory} is a data set, which no protocol cut; leave it out")
    if fragment and is_path(fragment) and (directory / NAME).is_file() and read_manifest(directory).source is None:
        raise InputError(f"--fragment {fragment}: {directory} was made with no file of your own; leave it out")
    if (directory / NAME).is_file() and read_manifest(directory).fragment == "english":
        from provenli.data.sentence_check import SentenceSubject, verify_sentences  # reading English takes loading
        from provenli.library.sentence_data import encoder_scorer

        filtered = source is not None and read_manifest(directory).options.get("filter") == "encoder"
        scorer = encoder_scorer()[0] if filtered else None
        return verify_sentences(SentenceSubject(directory, workers, progress, source, scorer))
    return verify(directory, fragment_for(directory, fragment), progress, workers, deep, source)
