"""Commands that make and check data sets."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Annotated

import typer

from provenli.cli.app import AsJson, FragmentName, app, say
from provenli.errors import InputError


@app.command(
    context_settings={"allow_extra_args": True, "ignore_unknown_options": True},
    epilog="Example: provenli generate systematicity --size 1000 --depth 1-3 --out data/systematicity",
)
def generate(
    context: typer.Context,
    fragment: FragmentName,
    out: Annotated[Path, typer.Option(help="A new directory for the data set.")],
    size: Annotated[int | None, typer.Option(help="Pairs in all parts together; else the paper's size.")] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same bytes.")] = 0,
    formats: Annotated[
        str, typer.Option("--format", help="Beside jsonl: parquet, snli, mnli, hf; several with commas.")
    ] = "jsonl",
    workers: Annotated[int | None, typer.Option(help="Processes; the data do not depend on it.")] = None,
    as_json: AsJson = False,
) -> None:
    """Make a data set in which every label has a certificate. `provenli fragments FRAGMENT` lists further options."""
    from provenli.cli import generate as generating

    number = (os.cpu_count() or 1) if workers is None else workers
    manifest = generating.run(fragment, out, size, seed, formats, number, context.args)
    value = json.dumps(generating.as_json(manifest), ensure_ascii=False)
    say(value if as_json else generating.summary(manifest, out))


@app.command(epilog="Example: provenli verify data/systematicity")
def verify(
    directory: Annotated[Path, typer.Argument(help="What `provenli generate` or `split` made.")],
    fragment: Annotated[str | None, typer.Option(help="The file of your own fragment, if it is one.")] = None,
    workers: Annotated[int | None, typer.Option(help="Processes that read rows.")] = None,
    as_json: AsJson = False,
) -> None:
    """Prove a data set again: every certificate, every row, every count, with the kernel and no engine.

    Of splits: rows against certificates, hashes, counts, and that no part has what the protocol forbids."""
    from provenli.cli import generate as generating
    from provenli.data.verify import verify as check
    from provenli.progress import shown_progress
    from provenli.splits.record import is_one_split, is_split_directory
    from provenli.splits.verify import verify_split

    if is_one_split(directory):
        whole = os.path.normpath(directory / "..")
        raise InputError(f"{directory} is one of several splits: call `provenli verify {whole}`, which holds them all")
    with shown_progress() as progress:
        number = (os.cpu_count() or 1) if workers is None else max(1, workers)
        if is_split_directory(directory):
            report = verify_split(directory, progress)
        else:
            report = check(directory, generating.fragment_for(directory, fragment), progress, number)
    value = json.dumps(generating.report_json(report), ensure_ascii=False)
    say(value if as_json else generating.verified(report, directory))
    raise typer.Exit(0 if report.sound else 1)
