"""Commands whose results are numbers: `score` (files of predictions in, tables, JSON or CSV out), studies, reports, the
tour."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import click
from click.exceptions import Exit

from provenli.cli.app import AsJson, app, say, say_how_to_look
from provenli.cli.commands import ExplainedCommand, argument, command, option
from provenli.errors import InputError, many
from provenli.options import processes

if TYPE_CHECKING:
    from provenli.outside.run_scores import RunScores
    from provenli.scoring.grids import Grid, Part
    from provenli.scoring.predictions import Predictions
    from provenli.scoring.runs import ScoreRequest


BESIDE = "Beside accuracy, also these metrics."


class _ListingMetrics(ExplainedCommand):
    """The help lists metrics. They are looked up only when it is shown, since they load numpy."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        from provenli.scoring.metrics import METRICS

        told = "; ".join(f"{m.name}: {m.about}{' (lower is better)' * (m.better == 'lower')}" for m in METRICS)
        for known in self.params:
            if isinstance(known, click.Option) and known.name == "metric":
                known.help = f"{BESIDE} {told}."
        super().format_help(ctx, formatter)


@command(app, cls=_ListingMetrics, epilog="Example: provenli score predictions.jsonl --by depth,monotonicity")
def score(
    files: Annotated[
        list[Path], argument(metavar="FILE...", help="Predictions (.jsonl, .tsv, .csv), directories, runs of ask.")
    ],
    gold: Annotated[Path | None, option(help="The data, if the predictions have no gold labels.")] = None,
    by: Annotated[
        list[str] | None,
        option(metavar="FEATURE[,FEATURE]", help="Break down by a feature, or two crossed; may be repeated."),
    ] = None,
    two_way: Annotated[bool, option("--two-way", help="Count neutral and contradiction as non-entailment.")] = False,
    baseline: Annotated[Path | None, option(help="Compare every file with this one.")] = None,
    seeds: Annotated[bool, option("--seeds", help="All files are one model with different seeds.")] = False,
    group: Annotated[
        str | None, option(metavar="REGEX", help="What it matches in a file's name is the name of the model.")
    ] = None,
    labels: Annotated[str, option(metavar="A,B,C", help="Your own label names; the number 0 means A.")] = "",
    metric: Annotated[str, option(metavar="NAME,NAME", help=BESIDE)] = "",
    partial: Annotated[bool, option("--partial", help="Score the ids that both files have.")] = False,
    bootstrap: Annotated[
        int, option(metavar="DRAWS", help="Also give an interval by bootstrap over schemas, with this many draws.")
    ] = 0,
    seed: Annotated[int, option(help="The same seed gives the same bootstrap.")] = 0,
    as_json: AsJson = False,
    out: Annotated[Path | None, option("--csv", metavar="OUT", help="Also write a table of all cells.")] = None,
) -> None:
    """Score predictions, with intervals and breakdowns; compare several files, or average them over seeds."""
    from provenli.files import write_whole
    from provenli.scoring.runs import ScoreRequest, score_files

    own, metrics = (tuple(w.strip() for w in words.split(",") if w.strip()) for words in (labels, metric))
    first = (_expanded(files, by or ()), gold, tuple(by or ()), two_way, baseline, seeds, group, own, partial)
    asked = ScoreRequest(*first, metrics, bootstrap, seed)
    found = score_files(asked, _tracked(asked))
    runs = [_run_scores(path, two_way) for path in files if _is_run(path)]
    if out is not None:
        write_whole(out, found.to_csv().encode())
    if as_json:
        told = {"asked": [run.to_json() for run in runs]} if runs else {}
        say(json.dumps({**found.to_json(), **told}, ensure_ascii=False))
    else:
        _show([*found.parts(), *(part for run in runs for part in ("", *run.parts()))])


def _is_run(path: Path) -> bool:
    from provenli.outside.run_log import is_run

    return path.is_dir() and is_run(path)


def _run_scores(path: Path, two_way: bool) -> RunScores:
    from provenli.outside.run_scores import run_scores

    return run_scores(path, two_way)


@command(app, epilog="Example: provenli judgements transitivity_human.tsv")
def judgements(
    file: Annotated[Path, argument(metavar="FILE", help="Judgements as Yanaka et al. 2021 publish them.")],
    as_json: AsJson = False,
) -> None:
    """Make Tables 10 and 14 of Yanaka et al. 2021: what people say, by majority, by annotation and by verb."""
    from provenli.scoring.human_tables import human_tables
    from provenli.scoring.judgements import read_judgements

    found = human_tables(read_judgements(file))
    if as_json:
        say(json.dumps(found.to_json(), ensure_ascii=False))
    else:
        _show(found.parts())


@command(app, epilog="Example: provenli med-counts MED.tsv")
def med_counts(
    file: Annotated[Path, argument(metavar="FILE", help="MED as published, or any part of it.")],
    as_json: AsJson = False,
) -> None:
    """Make Table 5 of Yanaka et al. 2019: how many pairs of MED have which direction, label and genre."""
    from provenli.library.studies.med_data import STATISTICS, count_labels

    found = count_labels(str(file))
    rows = []
    for (way, label), published in STATISTICS.items():
        counts = [found[way, label, genre] for genre in ("crowd", "paper")]
        total = sum(n for (w, x, _), n in found.items() if (w, x) == (way, label))
        rows.append((way, label, *counts, total, *published))
    if as_json:
        names = ("direction", "label", "crowd", "paper", "total", "published_crowd", "published_paper")
        say(json.dumps([dict(zip((*names, "published_total"), r, strict=True)) for r in rows]))
        return
    from provenli.scoring.grids import Grid

    header = ("direction", "label", "Crowd", "Paper", "Total", "paper: Crowd", "Paper", "Total")
    _show(
        [
            f"{file}: {many(sum(found.values()), 'pair')}",
            Grid(header, tuple(tuple(map(_plain, r)) for r in rows), texts=2),
        ]
    )


def _plain(value: object) -> str:
    return f"{value:,}" if isinstance(value, int) else str(value)


def _expanded(paths: Sequence[Path], by: Sequence[str]) -> tuple[Path, ...]:
    """A run of `provenli ask` stands for the predictions of its prompts."""
    from provenli.outside.run_log import prediction_files

    stray = next((p for p in paths if by and p.name.isidentifier() and not p.exists()), None)
    if stray is not None:
        raise InputError(f"{stray}: no such file; to cross it with {by[-1]}: --by {by[-1]},{stray}")
    data = next((p for p in paths if (p / "manifest.json").is_file()), None) if len(paths) > 1 else None
    if data is not None:
        raise InputError(f"{data} is a data set, not predictions: --gold {data} names the data behind the other files")
    return tuple(file for path in paths for file in (prediction_files(path) if _is_run(path) else (path,)))


def _tracked(asked: ScoreRequest) -> Iterable[Predictions]:
    """The runs as they are read, with progress shown."""
    from provenli.progress import watched
    from provenli.scoring.runs import read_runs

    return watched(read_runs(asked), "scoring", len(asked.all_files))


def _show(parts: Sequence[Part]) -> None:
    """Heads of tables are bold on a terminal, warnings yellow; elsewhere click leaves styles out."""
    for part in parts:
        if isinstance(part, str):
            say(part, fg="yellow" if part.startswith("warning:") else None, dim=part.startswith("note:"))
        else:
            _show_table(part)


def _show_table(grid: Grid) -> None:
    from provenli.scoring.grids import plain

    head, *rows = plain([grid]).split("\n")
    say(head, bold=True)
    if rows:
        say("\n".join(rows))


@command(app, epilog="Example: provenli study fairness --scale small --out runs/fairness --only 'hardest/*'")
def study(
    name: Annotated[str | None, argument(help="A study by name, or the path of your own file.")] = None,
    scale: Annotated[
        str, option(help="smoke (a minute), small (half an hour), medium (three core-hours at most) or paper.")
    ] = "small",
    out: Annotated[Path | None, option(help="The run's directory; called again, it goes on.")] = None,
    only: Annotated[
        list[str] | None, option(metavar="PATTERN", help="Cells to run, such as 'hardest/*'; may be repeated.")
    ] = None,
    seeds: Annotated[int | None, option(help="How many runs of each cell; the default is the study's.")] = None,
    executor: Annotated[str, option(help="local, or ray: a Ray cluster.")] = "local",
    workers: Annotated[
        int | None, option(help="How many processes of one thread each; the default is all cores.")
    ] = None,
    files: Annotated[
        list[str] | None, option("--file", metavar="NAME=PATH", help="An outside file that the study can use.")
    ] = None,
    only_list: Annotated[bool, option("--list", help="List the cells of the scale, and run nothing.")] = False,
    estimate: Annotated[bool, option("--estimate", help="Say what it would cost, and run nothing.")] = False,
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
    raise Exit(1 if outcome.failed else 0)


@command(app, epilog="Example: provenli report runs/fairness")
def report(
    paths: Annotated[
        list[Path],
        argument(
            metavar="PATH...",
            help="Directories of `provenli study`, `train`, `ask`, `audit --out`, finished or not; predictions.",
        ),
    ],
    out: Annotated[Path | None, option(help="Where to write; the default is PATH/report.")] = None,
    fragment: Annotated[str | None, option(help="The file of your own fragment, for proofs of its pairs.")] = None,
    as_json: AsJson = False,
) -> None:
    """Write one HTML page, tables as Markdown and CSV, and figures: ours beside the published numbers."""
    from provenli.cli.study import shown_report
    from provenli.library.fragment_shelf import fragment_for
    from provenli.reports.report import default_out, shows_proofs, write_report

    place = default_out(paths) if out is None else out
    if fragment is not None and not shows_proofs(paths):
        raise InputError(f"--fragment {fragment}: only a report on a run of `provenli ask` has proofs; leave it out")
    found = write_report(paths, place, lambda data: fragment_for(data, fragment))
    say(json.dumps(found, ensure_ascii=False) if as_json else shown_report(found))


@command(app, epilog="Example: provenli quickstart")
def quickstart(
    models: Annotated[
        bool | None,
        option("--models/--no-models", help="Train the networks or leave them out; the default is to look for torch."),
    ] = None,
) -> None:
    """Try a claim of the literature: prove a pair, make and check data, test three models fairly, write a page."""
    from provenli.cli.quickstart import NO_TORCH, has_torch, tour

    if models and not has_torch():
        raise InputError(NO_TORCH)
    for text in tour(has_torch() if models is None else models):
        say(text)
