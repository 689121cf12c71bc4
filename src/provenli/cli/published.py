"""Commands about published files."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from provenli.cli.app import AsJson, ReadingChoices, app, say
from provenli.errors import InputError


@app.command(epilog="Example: provenli anomalies snli_1.0_train.jsonl snli_1.0_test.jsonl")
def anomalies(
    files: Annotated[list[Path], typer.Argument(help="Published NLI files or directories, in any usual layout.")],
    layout: Annotated[str | None, typer.Option(help="Instead of finding it from the file, such as tsv.")] = None,
    columns: Annotated[
        str | None, typer.Option(metavar="ROLE=COLUMN,…", help="Which column is premise, hypothesis, label, id.")
    ] = None,
    labels: Annotated[
        str | None, typer.Option(metavar="NAME=LABEL,…", help="What spellings mean, such as 0=entailment,1=neutral.")
    ] = None,
    strict: Annotated[bool, typer.Option("--strict", help="Exit status 1 if anything is found.")] = False,
    as_json: AsJson = False,
) -> None:
    """Find what is odd in published files: duplicates, labels that disagree, overlap, damaged sentences, skews."""
    from provenli.cli import anomalies as odd

    sources = odd.opened(files, layout, columns, labels)
    report = odd.run(sources)
    say(odd.as_json(report) if as_json else odd.shown(report, sources))
    raise typer.Exit(1 if strict and report.found else 0)


@app.command(epilog="Example: provenli audit dev.tsv --fragment monotonicity_hard --out audits/dev")
def audit(
    file: Annotated[Path, typer.Argument(help="A published NLI file; or with --check, the directory of an audit.")],
    fragment: Annotated[str | None, typer.Option(help="The fragment that reads it, by name or path.")] = None,
    out: Annotated[Path | None, typer.Option(help="A directory for the page, rows and certificates.")] = None,
    reading: ReadingChoices = None,
    as_json: AsJson = False,
    corrected: Annotated[Path | None, typer.Option(help="The file with decided labels, and FILE.log.")] = None,
    workers: Annotated[int | None, typer.Option(help="Processes; the answers do not depend on it.")] = None,
    strict: Annotated[bool, typer.Option("--strict", help="Exit 1 if any label is disputed.")] = False,
    layout: Annotated[str | None, typer.Option(help="How the file is laid out, where it is not found.")] = None,
    columns: Annotated[str | None, typer.Option(help="Which is what: premise=s1,hypothesis=s2,label=gold.")] = None,
    labels: Annotated[str | None, typer.Option(help="What they mean: 0=entailment,1=neutral.")] = None,
    limit: Annotated[int | None, typer.Option(help="Only the first so many pairs.")] = None,
    check: Annotated[bool, typer.Option("--check", help="Check a finished audit again, by the kernel.")] = False,
) -> None:
    """Are the labels of a published file right? Each is decided; disputed ones come with evidence and a rescue."""
    from provenli.cli import audit as auditing

    if check:
        raise typer.Exit(auditing.check(file, fragment, as_json, say))
    if fragment is None:
        raise InputError("audit needs --fragment NAME: which grammar reads the file (see provenli fragments)")
    number = (os.cpu_count() or 1) if workers is None else workers
    words = auditing.Words(
        file, fragment, out, tuple(reading or ()), as_json, corrected, number, strict, layout, columns, labels, limit
    )
    raise typer.Exit(auditing.run(words, say))
