"""Commands about splits: cutting, fairness, leakage."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Annotated

import typer

from provenli.cli.app import AsJson, app, say


@app.command(
    context_settings={"allow_extra_args": True, "ignore_unknown_options": True},
    epilog="Example: provenli split productivity data/systematicity --out splits/productivity",
)
def split(
    protocol: Annotated[str | None, typer.Argument(help="A name from --list, or the path of your own file.")] = None,
    words: Annotated[
        list[str] | None, typer.Argument(metavar="DIR...", help="Data sets made by `generate`: DIR or NAME=DIR.")
    ] = None,
    out: Annotated[Path | None, typer.Option(help="A new directory for the splits.")] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same bytes.")] = 0,
    known: Annotated[bool, typer.Option("--list", help="List the protocols, with what each needs.")] = False,
    as_json: AsJson = False,
) -> None:
    """Cut data sets into the named splits of a protocol. `provenli split --list` lists protocols and their options."""
    from provenli.cli import split as splitting

    if protocol is None or known:
        say(json.dumps(splitting.listed_json(), ensure_ascii=False) if as_json else splitting.listed())
        return
    manifest = splitting.run(protocol, words or [], out, seed)
    say(json.dumps(manifest, ensure_ascii=False) if as_json else splitting.summary(manifest, out or Path()))


@app.command(epilog="Example: provenli fair data/fair")
def fair(
    directory: Annotated[Path, typer.Argument(help="A data set with parts, or one split made by `provenli split`.")],
    train: Annotated[str | None, typer.Option(help="The training part; else train.")] = None,
    test: Annotated[list[str] | None, typer.Option(help="A part to test; may be repeated. Else all others.")] = None,
    most: Annotated[int, typer.Option(min=0, help="Local inputs to list for each function.")] = 5,
    fragment: Annotated[str | None, typer.Option(help="The file of your own fragment, if it is one.")] = None,
    workers: Annotated[int | None, typer.Option(help="Processes that read rows.")] = None,
    as_json: AsJson = False,
) -> None:
    """Is the split fair: does training show every local input that the tests need? Exit status 1 if not."""
    from provenli.cli import fair as fairness

    number = (os.cpu_count() or 1) if workers is None else max(1, workers)
    found = fairness.run(directory, train, test or (), fragment, number)
    say(json.dumps(found.to_json(), ensure_ascii=False) if as_json else fairness.shown(found, most))
    raise typer.Exit(0 if found.fair else 1)


@app.command(epilog="Example: provenli leakage splits/productivity/D1-2")
def leakage(
    train: Annotated[Path, typer.Argument(help="A file of pairs, ours or an NLI file; or what `split` made.")],
    test: Annotated[Path | None, typer.Argument(help="The file of test pairs, if TRAIN is a file.")] = None,
    as_json: AsJson = False,
) -> None:
    """What a test set gives away: what it shares with training, and how far words alone go."""
    from provenli.cli import leakage as leaking

    found = leaking.run(train, test)
    say(json.dumps([x.to_json() for x in found], ensure_ascii=False) if as_json else leaking.shown(found))
