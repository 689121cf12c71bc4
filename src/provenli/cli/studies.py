"""Commands that go the whole way: studies, reports, the tour."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from provenli.cli.app import AsJson, app, say, say_how_to_look
from provenli.errors import InputError
from provenli.options import processes


@app.command(epilog="Example: provenli study fairness --scale small --out runs/fairness --only 'hardest/*'")
def study(
    name: Annotated[str | None, typer.Argument(help="A study by name, or the path of your own file.")] = None,
    scale: Annotated[
        str, typer.Option(help="smoke (a minute), small (half an hour), medium (three core-hours at most) or paper.")
    ] = "small",
    out: Annotated[Path | None, typer.Option(help="The run's directory; called again, it goes on.")] = None,
    only: Annotated[
        list[str] | None, typer.Option(metavar="PATTERN", help="Cells to run, such as 'hardest/*'; may be repeated.")
    ] = None,
    seeds: Annotated[int | None, typer.Option(help="Runs of each cell; else the study's.")] = None,
    executor: Annotated[str, typer.Option(help="local, or ray: a Ray cluster.")] = "local",
    workers: Annotated[int | None, typer.Option(help="Processes of one thread each; else all cores.")] = None,
    files: Annotated[
        list[str] | None, typer.Option("--file", metavar="NAME=PATH", help="An outside file that the study can use.")
    ] = None,
    only_list: Annotated[bool, typer.Option("--list", help="List the cells of the scale, and run nothing.")] = False,
    estimate: Annotated[bool, typer.Option("--estimate", help="Say what it would cost, and run nothing.")] = False,
    as_json: AsJson = False,
) -> None:
    """Carry out the experiments of a paper, or your own; a killed run goes on. Without a name: list the studies."""
    from provenli.cli import study as studying

    if name is None:
        say(json.dumps(studying.listed_json(), ensure_ascii=False) if as_json else studying.listed())
        return
    if only_list:
        cells = studying.cells_json(name, scale, tuple(only or ()), files or ())
        say(json.dumps(cells, ensure_ascii=False) if as_json else studying.shown_cells(cells))
        return
    if estimate:
        cost = studying.estimated(name, scale, out, tuple(only or ()), seeds, files or ())
        told = cost.to_json()
        say(json.dumps(told, ensure_ascii=False) if as_json else studying.shown_estimate(name, scale, cost))
        return
    number = processes(workers)
    outcome = studying.carried_out(name, scale, out, tuple(only or ()), seeds, executor, number, files or ())
    value = {"run": str(out), "scale": scale, **outcome.to_json()}
    say(json.dumps(value, ensure_ascii=False) if as_json else studying.summary(outcome, out or Path()))
    if out is not None and not as_json:
        say_how_to_look(out)
    raise typer.Exit(1 if outcome.failed else 0)


@app.command(epilog="Example: provenli report runs/fairness")
def report(
    paths: Annotated[
        list[Path],
        typer.Argument(
            metavar="PATH...",
            help="Directories of `provenli study`, `train`, `ask`, `audit --out`, finished or not; predictions.",
        ),
    ],
    out: Annotated[Path | None, typer.Option(help="Where to write; else PATH/report, of one directory.")] = None,
    fragment: Annotated[
        str | None, typer.Option(help="The file of your own fragment, for proofs of its pairs.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Write one HTML page, tables as Markdown and CSV, and figures: ours beside the published numbers."""
    from provenli.cli.study import shown_report
    from provenli.library.fragment_shelf import fragment_for
    from provenli.reports.report import default_out, write_report

    place = default_out(paths) if out is None else out
    found = write_report(paths, place, lambda data: fragment_for(data, fragment))
    say(json.dumps(found, ensure_ascii=False) if as_json else shown_report(found))


@app.command(epilog="Example: provenli quickstart")
def quickstart(
    models: Annotated[
        bool | None, typer.Option("--models/--no-models", help="Also train networks; else if torch is installed.")
    ] = None,
) -> None:
    """A claim of the literature, tried: a pair proved, data made and checked, a fair test, three models, a page."""
    from provenli.cli.quickstart import NO_TORCH, has_torch, tour

    if models and not has_torch():
        raise InputError(NO_TORCH)
    for text in tour(has_torch() if models is None else models):
        say(text)
