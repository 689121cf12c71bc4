"""The command line: thin. Each command reads its words, calls the library, prints."""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

from provenli.errors import InputError, ProveNLIError

app = typer.Typer(
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Inference pairs whose labels are proved: grammars with meaning, decisions with evidence.",
)

FragmentName = Annotated[str, typer.Argument(help="A name from `provenli fragments`, or the path of your own file.")]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON value on standard output.")]
ReadingChoices = Annotated[
    list[str] | None,
    typer.Option(
        "--reading",
        metavar="NAME=VALUE",
        help="Change the fragment's reading; may be repeated. Yes or no: existential_import, distinct_names, "
        "closed_world, coreference. the=unique, existential or presupposed; as_tall_as=equal or at_least; "
        "scope=surface, inverse or negated.",
    ),
]


def _version(asked: bool) -> None:
    if asked:
        from provenli import __version__

        _print(__version__)
        raise typer.Exit


@app.callback()
def _app(
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="The version.")] = False,
) -> None:
    """What goes before a command."""


STOPPED = 130
UsageError: Any = typer.BadParameter.__mro__[1]
"""Words the command line cannot read. Newer typer carries its own click, so the class is found by way of typer."""


@app.command(epilog="Example: provenli fragments")
def fragments(
    fragment: Annotated[str | None, typer.Argument(help="One fragment, by name or path, with all its words.")] = None,
    as_json: AsJson = False,
) -> None:
    """List the fragments: paper, labels, default reading, one decided example each; or one of them with its words."""
    from provenli.library.shelf import FRAGMENTS, load_fragment
    from provenli.terminal.shelf import describe, shown, with_words

    if fragment is not None:
        row = with_words(load_fragment(fragment))
        _print(json.dumps(row, ensure_ascii=False) if as_json else shown([row]))
        return
    rows = [describe(load_fragment(name)) for name in FRAGMENTS]
    _print(json.dumps(rows, ensure_ascii=False) if as_json else shown(rows))


@app.command(epilog='Example: provenli parse monotonicity_hard "Every dog who saw a cat ran."')
def parse(
    fragment: FragmentName,
    sentence: Annotated[str, typer.Argument(help="The sentence, in quotes.")],
    as_json: AsJson = False,
) -> None:
    """Show a sentence's tree, its meaning, and the polarity of every word; every reading where there are several."""
    from provenli.library.shelf import load_fragment
    from provenli.terminal import sentences

    found = load_fragment(fragment).read(sentence)
    if as_json:
        value = {"sentence": sentence, "readings": [sentences.to_json(d) for d in found]}
        _print(json.dumps(value, ensure_ascii=False))
        return
    for k, d in enumerate(found, 1):
        if len(found) > 1:
            _print(f"reading {k} of {len(found)}")
        _print(sentences.shown(d) + ("\n" if k < len(found) else ""))


@app.command(epilog='Example: provenli entails boolean "It is not the case that Ann or Bob swam." "Ann did not swim."')
def entails(
    fragment: FragmentName,
    premise: Annotated[str | None, typer.Argument(help="The first sentence.")] = None,
    hypothesis: Annotated[str | None, typer.Argument(help="Does it follow?")] = None,
    file: Annotated[Path | None, typer.Option(help="Decide many pairs: premise, tab, hypothesis on each line.")] = None,
    as_json: AsJson = False,
    reading: ReadingChoices = None,
    engines: Annotated[int, typer.Option(min=1, max=5, help="Provers to agree on a proof, the kernel included.")] = 1,
    seconds: Annotated[float, typer.Option(min=0.001, help="Time for one pair; then it is undecided.")] = 20.0,
) -> None:
    """Decide whether the hypothesis follows, with a proof or with the models that show that it need not."""
    from provenli.certify.decide import Budget
    from provenli.library.shelf import load_fragment
    from provenli.logic.readings import with_choices

    chosen = load_fragment(fragment)
    read_as = with_choices(chosen.reading, reading or ())
    budget = Budget(seconds, engines)
    if file is not None:
        if premise is not None:
            raise InputError("give two sentences or --file, not both")
        from provenli.terminal.deciding import decide_file

        raise typer.Exit(decide_file(chosen, file, read_as, budget, as_json))
    if premise is None or hypothesis is None:
        raise InputError('entails needs two sentences: provenli entails FRAGMENT "PREMISE" "HYPOTHESIS", or --file')
    from provenli.terminal.deciding import decide_one

    _print(decide_one(chosen, premise, hypothesis, read_as, budget, as_json))


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
    from provenli.terminal import generating

    number = (os.cpu_count() or 1) if workers is None else workers
    manifest = generating.run(fragment, out, size, seed, formats, number, context.args)
    value = json.dumps(generating.as_json(manifest), ensure_ascii=False)
    _print(value if as_json else generating.summary(manifest, out))


@app.command(epilog="Example: provenli verify data/systematicity")
def verify(
    directory: Annotated[Path, typer.Argument(help="What `provenli generate` or `split` made.")],
    fragment: Annotated[str | None, typer.Option(help="The file of your own fragment, if it is one.")] = None,
    workers: Annotated[int | None, typer.Option(help="Processes that read rows.")] = None,
    as_json: AsJson = False,
) -> None:
    """Prove a data set again: every certificate, every row, every count, with the kernel and no engine.

    Of splits: rows against certificates, hashes, counts, and that no part has what the protocol forbids."""
    from provenli.data.verify import verify as check
    from provenli.splits.check_split import verify_split
    from provenli.splits.record import is_split_directory
    from provenli.terminal import generating

    with generating.shown_progress() as progress:
        number = (os.cpu_count() or 1) if workers is None else max(1, workers)
        if is_split_directory(directory):
            report = verify_split(directory, progress)
        else:
            report = check(directory, generating.fragment_for(directory, fragment), progress, number)
    value = json.dumps(generating.report_json(report), ensure_ascii=False)
    _print(value if as_json else generating.verified(report, directory))
    raise typer.Exit(0 if report.sound else 1)


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
    from provenli.terminal import fairness

    number = (os.cpu_count() or 1) if workers is None else max(1, workers)
    found = fairness.run(directory, train, test or (), fragment, number)
    if as_json:
        value = [{"directory": str(d), **a.to_json()} for d, answers in found.items() for a in answers]
        _print(json.dumps(value, ensure_ascii=False))
    else:
        _print("\n\n".join(fairness.shown(answers, d, most) for d, answers in found.items()))
    raise typer.Exit(0 if all(a.fair for answers in found.values() for a in answers) else 1)


@app.command(epilog="Example: provenli score predictions.jsonl --by depth,monotonicity")
def score(
    files: Annotated[list[Path], typer.Argument(metavar="FILE", help="Predictions: .jsonl, .tsv or .csv.")],
    gold: Annotated[Path | None, typer.Option(help="The data file, if the predictions have no gold labels.")] = None,
    by: Annotated[
        list[str] | None,
        typer.Option(metavar="FEATURE[,FEATURE]", help="Break down by a feature, or two crossed; may be repeated."),
    ] = None,
    two_way: Annotated[bool, typer.Option("--two-way", help="Neutral and contradiction are non-entailment.")] = False,
    baseline: Annotated[Path | None, typer.Option(help="Compare every file with this one.")] = None,
    seeds: Annotated[bool, typer.Option("--seeds", help="All files are one model with different seeds.")] = False,
    group: Annotated[str | None, typer.Option(metavar="REGEX", help="What it matches names a file's model.")] = None,
    labels: Annotated[str, typer.Option(metavar="A,B,C", help="Your own label names.")] = "",
    partial: Annotated[bool, typer.Option("--partial", help="Score the ids that both files have.")] = False,
    bootstrap: Annotated[int, typer.Option(metavar="DRAWS", help="Also an interval by bootstrap over schemas.")] = 0,
    seed: Annotated[int, typer.Option(help="For the bootstrap.")] = 0,
    as_json: AsJson = False,
    out: Annotated[Path | None, typer.Option("--csv", metavar="OUT", help="Also write a table of all cells.")] = None,
) -> None:
    """Score predictions: intervals, majority, breakdowns; several files are compared, or averaged over seeds."""
    from provenli.terminal.scoring import Asked, run

    own = tuple(name.strip() for name in labels.split(",") if name.strip())
    words = (tuple(files), gold, tuple(by or ()), two_way, baseline, seeds, group, own, partial, bootstrap, seed)
    run(Asked(*words), as_json, out)


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
    from provenli.terminal import anomalies as odd

    sources = odd.opened(files, layout, columns, labels)
    report = odd.run(sources)
    _print(odd.as_json(report) if as_json else odd.shown(report, sources))
    raise typer.Exit(1 if strict and report.found else 0)


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
    from provenli.terminal import splitting

    if protocol is None or known:
        _print(json.dumps(splitting.listed_json(), ensure_ascii=False) if as_json else splitting.listed())
        return
    manifest = splitting.run(protocol, words or [], out, seed)
    _print(json.dumps(manifest, ensure_ascii=False) if as_json else splitting.summary(manifest, out or Path()))


@app.command(epilog="Example: provenli leakage splits/productivity/D1-2")
def leakage(
    train: Annotated[Path, typer.Argument(help="A file of pairs, ours or an NLI file; or what `split` made.")],
    test: Annotated[Path | None, typer.Argument(help="The file of test pairs, if TRAIN is a file.")] = None,
    as_json: AsJson = False,
) -> None:
    """What a test set gives away: what it shares with training, and how far words alone go."""
    from provenli.terminal import leaking

    found = leaking.run(train, test)
    _print(json.dumps([x.to_json() for x in found], ensure_ascii=False) if as_json else leaking.shown(found))


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
    from provenli.terminal import auditing

    if check:
        raise typer.Exit(auditing.check(file, fragment, as_json, _print))
    if fragment is None:
        raise InputError("audit needs --fragment NAME: which grammar reads the file (see provenli fragments)")
    number = (os.cpu_count() or 1) if workers is None else workers
    words = auditing.Words(file, fragment, out, tuple(reading or ()), as_json, corrected, number, strict,
                           layout, columns, labels, limit)  # fmt: skip
    raise typer.Exit(auditing.run(words, _print))


@app.command(epilog="Example: provenli quickstart")
def quickstart(
    models: Annotated[
        bool | None, typer.Option("--models/--no-models", help="Also train three models; else if torch is installed.")
    ] = None,
) -> None:
    """A tour: parse, prove, refute, make data; with torch also a fair split, three models, scores, a page."""
    from provenli.terminal.tour import free_name, tour
    from provenli.terminal.whole_way import NO_TORCH, has_torch, whole_way

    if models and not has_torch():
        raise InputError(NO_TORCH)
    for text in tour():
        _print(text)
    if models is None and not has_torch():
        _print(f"\n{NO_TORCH}")
    elif models is not False:
        _print("")
        for text in whole_way(free_name(Path("provenli-quickstart-models"))):
            _print(text)


@app.command(epilog="Example: provenli models comp_tree_nn")
def models(
    model: Annotated[str | None, typer.Argument(help="One model, by name or path, with its settings.")] = None,
    as_json: AsJson = False,
) -> None:
    """List the models: what each needs, and the papers that use it; or one of them with its settings."""
    from provenli.terminal import models as shown

    if model is not None:
        value = json.dumps(shown.described(model), ensure_ascii=False)
        _print(value if as_json else shown.shown_model(model))
        return
    _print(json.dumps(shown.shelf(), ensure_ascii=False) if as_json else shown.shown_shelf())


@app.command(epilog="Example: provenli train label_bottleneck data/split --out runs/bottleneck --set epochs=3")
def train(
    model: Annotated[str, typer.Argument(help="A name from `provenli models`, or the path of your own file.")],
    directory: Annotated[Path, typer.Argument(help="A directory with train.jsonl and dev.jsonl.")],
    out: Annotated[Path, typer.Option(help="The run's directory; called again, it goes on.")],
    preset: Annotated[str, typer.Option(help="Settings by name: `provenli models MODEL` lists them.")] = "default",
    epochs: Annotated[int | None, typer.Option(help="Instead of the preset's.")] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same model.")] = 0,
    changes: Annotated[list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="Change a setting.")] = None,
    start: Annotated[Path | None, typer.Option("--from", help="Go on from the model of another, finished run.")] = None,
    as_json: AsJson = False,
) -> None:
    """Train a model; the best epoch on dev is kept. A killed run goes on where it stopped, to the same result."""
    from provenli.terminal import training

    result = training.train(model, directory, out, preset, epochs, seed, changes or [], start)
    _print(json.dumps(result, ensure_ascii=False) if as_json else training.shown(result, out))


@app.command(epilog="Example: provenli predict runs/bottleneck data/split/test.jsonl --out predictions.jsonl")
def predict(
    run: Annotated[Path, typer.Argument(help="A finished run of `provenli train`.")],
    file: Annotated[Path, typer.Argument(help="Examples, as JSON lines.")],
    out: Annotated[Path | None, typer.Option(help="The predictions file; else they are printed.")] = None,
    as_json: AsJson = False,
) -> None:
    """Predict: for each example its label and the probability of every label, by name."""
    from provenli.terminal import training

    summary, lines = training.predict(run, file, out)
    if out is None:
        for line in lines:
            _print(line)
        return
    _print(json.dumps(summary, ensure_ascii=False) if as_json else training.shown_prediction(summary))


@app.command(epilog="Example: provenli study fairness --scale small --out runs/fairness --only 'hardest/*'")
def study(
    name: Annotated[str | None, typer.Argument(help="A study by name, or the path of your own file.")] = None,
    scale: Annotated[str, typer.Option(help="smoke (a minute), small (half an hour) or paper.")] = "small",
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
    as_json: AsJson = False,
) -> None:
    """Carry out the experiments of a paper, resumable; without a name, list the studies."""
    from provenli.terminal import studying

    if name is None:
        _print(json.dumps(studying.listed_json(), ensure_ascii=False) if as_json else studying.listed())
        return
    number = (os.cpu_count() or 1) if workers is None else workers
    outcome = studying.carried_out(name, scale, out, tuple(only or ()), seeds, executor, number, files or ())
    value = {"run": str(out), "scale": scale, **outcome.to_json()}
    _print(json.dumps(value, ensure_ascii=False) if as_json else studying.summary(outcome, out or Path()))
    raise typer.Exit(1 if outcome.failed else 0)


@app.command(epilog="Example: provenli report runs/fairness")
def report(
    run: Annotated[Path, typer.Argument(help="The directory of a run of `provenli study`, finished or not.")],
    out: Annotated[Path | None, typer.Option(help="Where to write; else RUN/report.")] = None,
    as_json: AsJson = False,
) -> None:
    """Write one HTML page, tables as Markdown and CSV, and figures: ours beside the published numbers."""
    from provenli.report.writing import write_report

    found = write_report(run, out or run / "report")
    told = f"{found['page']}: {found['cells_run']} of {found['cells']} cells"
    _print(json.dumps(found, ensure_ascii=False) if as_json else "\n".join([told, *found["notes"]]))


def _print(text: str) -> None:
    typer.echo(text)


def _stop(number: int, frame: object) -> NoReturn:
    """Asked to end: leave as from Ctrl-C, so that nothing half-written stays behind."""
    del number, frame
    raise KeyboardInterrupt


def _fail(message: str) -> NoReturn:
    typer.echo(f"provenli: {message}", err=True)
    raise SystemExit(2)


def main(args: list[str] | None = None) -> Any:
    """Run the command line; a user's mistake is one line and exit status 2."""
    words = sys.argv[1:] if args is None else args
    signal.signal(signal.SIGTERM, _stop)
    try:
        status = app(words or ["--help"], standalone_mode=False)
    except UsageError as e:
        _fail(f"{' '.join(e.format_message().split())} (see provenli --help)")
    except ProveNLIError as e:
        _fail(str(e))
    except (typer.Abort, KeyboardInterrupt):
        _fail("stopped")
    except BrokenPipeError:
        sys.stderr.close()  # the reader of the pipe has gone: nothing is left to say
        raise SystemExit(0) from None
    if status == STOPPED:  # typer has caught the interrupt and said nothing
        typer.echo("provenli: stopped", err=True)
    raise SystemExit(status if isinstance(status, int) else 0)


if __name__ == "__main__":
    main()
