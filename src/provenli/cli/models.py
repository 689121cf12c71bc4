"""Commands about models and their predictions."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import click

from provenli.cli.app import AsJson, app, say
from provenli.cli.commands import argument, command, option
from provenli.errors import InputError, many, suggestion
from provenli.files import fresh_directory, write_whole
from provenli.progress import shown_progress

if TYPE_CHECKING:
    from provenli.library.trained_run import TrainedRun
    from provenli.models.protocol import Epoch
    from provenli.outside.ask import Asked


@command(app, epilog="Example: provenli models comp_tree_nn")
def models(
    model: Annotated[str | None, argument(help="One model, by name or path, with its settings.")] = None,
    as_json: AsJson = False,
) -> None:
    """List the models, what each needs and the papers that use it; or show one with its settings."""
    found: Any = _shelf() if model is None else _described(model)
    if as_json:
        say(json.dumps(found, ensure_ascii=False))
    else:
        say(_shown_shelf(found) if model is None else _shown_model(found))


def _shelf() -> list[dict[str, Any]]:
    from provenli.library.model_shelf import MODELS

    return [
        {"model": name, "about": c.about, "papers": list(c.papers), "needs": sorted(c.needs), "torch": c.torch}
        for name, c in MODELS.items()
    ]


def _shown_shelf(shelf: Sequence[Mapping[str, Any]]) -> str:
    width = max(len(m["model"]) for m in shelf)
    lines = []
    for m in shelf:
        told = [f"needs {', '.join(m['needs'])}", *(m["papers"] or ["no paper"]), *([] if m["torch"] else ["no torch"])]
        lines += [f"{m['model']:<{width}}  {m['about']}", f"{'':<{width}}  {'; '.join(told)}"]
    return "\n".join(lines)


def _described(name: str) -> dict[str, Any]:
    from provenli.library.model_shelf import load_model
    from provenli.models.settings import to_json

    model = load_model(name)
    presets = {preset: to_json(s) for preset, s in model.presets.items()}
    return {"model": model.name, "needs": sorted(model.needs), "presets": presets}


def _shown_model(model: Mapping[str, Any]) -> str:
    """The settings of the preset default, and what other presets change."""
    plain = model["presets"]["default"]
    lines = [f"{model['model']}: needs {', '.join(model['needs'])}", "settings of the preset default:"]
    lines += [f"  {k}={v}" for k, v in plain.items()]
    for preset, settings in model["presets"].items():
        other = ", ".join(f"{k}={v}" for k, v in settings.items() if v != plain[k])
        if preset != "default":
            lines.append(f"preset {preset}: {other or 'as default'}")
    return "\n".join(lines)


@command(app, epilog="Example: provenli train label_bottleneck data/split --out runs/bottleneck --set epochs=3")
def train(
    model: Annotated[str, argument(help="A name from `provenli models`, or the path of your own file.")],
    directory: Annotated[Path, argument(help="A directory with train.jsonl and dev.jsonl.")],
    out: Annotated[Path, option(help="The run's directory; called again, it goes on.")],
    preset: Annotated[str, option(help="Settings by name: `provenli models MODEL` lists them.")] = "default",
    epochs: Annotated[int | None, option(help="How many epochs; the default is the preset's.")] = None,
    seed: Annotated[int, option(help="The same seed gives the same model.")] = 0,
    changes: Annotated[list[str] | None, option("--set", metavar="NAME=VALUE", help="Change a setting.")] = None,
    start: Annotated[Path | None, option("--from", help="Go on from the model of another, finished run.")] = None,
    fragment: Annotated[str | None, option(help="The file of your own fragment, if the data have one.")] = None,
    as_json: AsJson = False,
) -> None:
    """Train a model; the best epoch on dev is kept. A killed run goes on where it stopped, to the same result."""
    from provenli.library.model_shelf import training_order
    from provenli.library.trained_run import fragment_given
    from provenli.models.train import train as trained

    words = [*(changes or []), *([] if epochs is None else [f"epochs={epochs}"])]
    later: list[str] = []
    tell = later.append if as_json or sys.stderr.isatty() else say  # a bar on the terminal shows them as they come
    with shown_progress() as progress:
        of = fragment_given(fragment)
        order = training_order(model, directory, out, of, preset, words, seed, start, progress)
        found = trained(order, progress, lambda epoch: tell(_shown_epoch(epoch)))
    if as_json:
        say(json.dumps(found.result, ensure_ascii=False))
        return
    dev = f"dev accuracy {100 * found.result['dev_accuracy']:.2f}%"
    say("\n".join([*later, f"{found.name} on {many(found.result['rows'], 'row')}: {dev}, in {out}"]))


def _shown_epoch(e: Epoch) -> str:
    return f"epoch {e.number}: loss {e.loss:.4f}, dev accuracy {100 * e.dev_accuracy:.2f}%"


@command(app, epilog="Example: provenli predict runs/bottleneck data/split/test.jsonl --out predictions.jsonl")
def predict(
    run: Annotated[Path, argument(help="A finished run of `provenli train`.")],
    files: Annotated[
        list[Path], argument(metavar="FILE", help="Examples, as JSON lines; or a directory: its test parts.")
    ],
    out: Annotated[
        Path | None, option(help="The file to write, or a directory for several; the default is to print.")
    ] = None,
    model: Annotated[str | None, option(help="The file of your own model, if the run has one.")] = None,
    fragment: Annotated[str | None, option(help="The file of your own fragment, if the data have one.")] = None,
    as_json: AsJson = False,
) -> None:
    """Predict the label of each example, with the probability of every label, by name."""
    from provenli.library.trained_run import load_run
    from provenli.models.train import check_run

    if run.is_file():
        raise InputError(f"{run} is a file; the run of `provenli train` comes first, then the files to predict")
    check_run(run)
    parts = _parts_of(files)
    _check_new(out)
    for place in (f for f in files if f.is_dir()):
        tests = ", ".join(p.name for p in parts if p.parent == place)
        _warn(f"of {place} only {tests}; to predict other parts, name their files")
    found = load_run(run, model, fragment)
    if out is None or len(parts) == 1:
        told = [_predicted(found, part, out, out) for part in parts]
    else:
        with fresh_directory(out) as place:
            told = [_predicted(found, part, place / part.name, out / part.name) for part in parts]
    for summary in told if out else ():
        say(json.dumps(summary, ensure_ascii=False) if as_json else _shown_prediction(summary))


def _predicted(found: TrainedRun, part: Path, file: Path | None, shown: Path | None) -> dict[str, Any]:
    """Write the predictions for one part to a file, which messages call `shown`, or print them; return what to say
    about them."""
    from provenli.models.predictions import told_in_short

    values = found.rows(part)
    summary = {**told_in_short(values, found.trained.fitted.labels), "out": str(shown) if shown else None}
    lines = "\n".join(json.dumps(value, ensure_ascii=False) for value in values)
    if file is None:
        _warn(_unknown(summary))
        say(lines)
    else:
        write_whole(file, f"{lines}\n".encode())
    return summary


def _parts_of(files: Sequence[Path]) -> list[Path]:
    """The files as given; for a directory, its test parts."""
    found: list[Path] = []
    for file in files:
        tests = sorted(file.glob("test*.jsonl")) if file.is_dir() else [file]
        if not tests:
            raise InputError(f"{file} has no test part (test*.jsonl): name the files whose rows are to be predicted")
        there = [] if file.exists() else sorted(p.name for p in file.parent.glob("*.jsonl"))
        if there:
            raise InputError(f"{file}: no such file; {suggestion(file.name, there)}")
        found += tests
    again = next((f.name for k, f in enumerate(found) if f.name in {g.name for g in found[:k]}), None)
    if again is not None:
        raise InputError(f"two files are called {again}: predict them one by one, so that both can be kept")
    return found


def _check_new(out: Path | None) -> None:
    """Checked before a long prediction, not after it."""
    if out is not None and (out.exists() or out.is_symlink()):
        raise InputError(f"{out} exists: remove it or choose another name")
    if out is not None and not out.parent.is_dir():
        raise InputError(f"{out} cannot be made: {out.parent} is no directory; make it first")


def _warn(text: str) -> None:
    if text:
        click.echo(text, err=True)


def _shown_prediction(summary: Mapping[str, Any]) -> str:
    rows = f"{summary['rows']:,} predictions in {summary['out']}"
    said = rows if summary["accuracy"] is None else f"{rows}: accuracy {100 * summary['accuracy']:.2f}%"
    return "\n".join(filter(None, [said, _unknown(summary)]))


def _unknown(summary: Mapping[str, Any]) -> str:
    """The memorising learner gives no answer where training showed it nothing. On other data its accuracy says only
    that."""
    if 2 * summary["abstained"] <= summary["rows"]:
        return ""
    return f"{summary['abstained']:,} of {summary['rows']:,} rows were not known to the model"


@command(app, epilog="Example: provenli ask data/s --model openai:NAME --base-url http://127.0.0.1:8090/v1 --out run")
def ask(
    data: Annotated[Path, argument(help="A data set, a part of a split, or any published file.")],
    model: Annotated[str, option(help="hf:DIRECTORY, hf:NAME, openai:NAME or local:smollm2.")],
    out: Annotated[Path | None, option(help="The run's directory; called again, it goes on.")] = None,
    base_url: Annotated[str | None, option(help="Address of the endpoint, often ending in /v1.")] = None,
    how: Annotated[str, option(help="auto, classifier, likelihood or chat.")] = "auto",
    prompt: Annotated[
        list[str] | None, option(help="A prompt by name, your own text file, or all; may be repeated.")
    ] = None,
    part: Annotated[
        str | None, option(help="The part of a data set to ask about; the default is test, or pairs.")
    ] = None,
    limit: Annotated[int | None, option(help="Ask about this many rows, equally many of each label.")] = None,
    two_way: Annotated[bool, option("--two-way", help="Count neutral and contradiction as non-entailment.")] = False,
    shots: Annotated[int | None, option(help="Solved examples before each question.")] = None,
    examples: Annotated[Path | None, option(help="Where solved examples come from.")] = None,
    seed: Annotated[int, option(help="The same seed draws the same solved examples.")] = 0,
    temperature: Annotated[float, option(help="0 takes the likeliest reply.")] = 0.0,
    max_tokens: Annotated[
        int | None, option(help="Most tokens of a reply; the default is 16, or 512 with reasoning.")
    ] = None,
    concurrency: Annotated[int, option(help="How many requests run at the same time.")] = 8,
    retries: Annotated[int, option(help="How often to try a failed request again.")] = 4,
    timeout: Annotated[float, option(help="How many seconds a reply may take.")] = 120.0,
    dry_run: Annotated[
        bool, option("--dry-run", help="Say how many requests and tokens it would take; ask nothing.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Ask a language model, or a classifier, about pairs. A killed run goes on.

    OPENAI_API_KEY holds the key of an endpoint; a server on this machine (--base-url) needs none."""
    from provenli.library.outside_run import AskChoices, order_of
    from provenli.outside.ask import ask as asked_of
    from provenli.outside.ask import estimate

    limits = (concurrency, retries, timeout)
    choices = AskChoices(
        how,
        tuple(prompt or ()),
        part,
        limit,
        two_way,
        shots,
        examples,
        seed,
        base_url,
        temperature,
        max_tokens,
        *limits,
    )
    if out is None and not dry_run:
        raise InputError("--out is missing: name a directory for the run, such as --out run (--dry-run needs none)")
    if out is None or dry_run:
        would = estimate(order_of(data, model, out or Path(), choices))
        say(json.dumps(would.to_json()) if as_json else _shown_estimate(would.to_json()))
        return
    with shown_progress() as progress:
        found = asked_of(order_of(data, model, out, choices, progress))
    say(json.dumps(found.to_json(), ensure_ascii=False) if as_json else _shown_asked(found))


def _shown_estimate(would: Mapping[str, int]) -> str:
    done = f" ({would['on_record']:,} are on record)" if would["on_record"] else ""
    out = f"at most {would['most_tokens_out']:,} out"
    asked = f"{many(would['requests'], 'request')}{done}"
    return f"{asked}: about {many(would['tokens_in'], 'token')} in, {out}; nothing was asked"


def _shown_asked(found: Asked) -> str:
    lines = [f"{found.model} by {found.how} ({found.why}): {found.asked:,} asked now, in {found.out}"]
    for name, c in found.counts.items():
        lines.append(
            f"  {name}: {c['right']:,} of {c['rows']:,} right, {c['rows'] - c['answered']:,} without an answer"
        )
    lines.append(f"tokens: {found.tokens[0]:,} in, {found.tokens[1]:,} out")
    lines.append(f"scores: provenli score {found.out}; a page that shows where it fails: provenli report {found.out}")
    return "\n".join(lines)
