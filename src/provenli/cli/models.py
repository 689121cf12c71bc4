"""Commands about models and their predictions."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from provenli.cli.app import AsJson, app, say


@app.command(epilog="Example: provenli models comp_tree_nn")
def models(
    model: Annotated[str | None, typer.Argument(help="One model, by name or path, with its settings.")] = None,
    as_json: AsJson = False,
) -> None:
    """List the models: what each needs, and the papers that use it; or one of them with its settings."""
    from provenli.cli import shown_models as shown

    if model is not None:
        value = json.dumps(shown.described(model), ensure_ascii=False)
        say(value if as_json else shown.shown_model(model))
        return
    say(json.dumps(shown.shelf(), ensure_ascii=False) if as_json else shown.shown_shelf())


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
    from provenli.cli import train as training

    later: list[str] = []
    tell = later.append if as_json or sys.stderr.isatty() else say  # a bar on the terminal shows them as they come
    result = training.train(model, directory, out, preset, epochs, seed, changes or [], start, tell)
    say(json.dumps(result, ensure_ascii=False) if as_json else "\n".join([*later, training.shown(result, out)]))


@app.command(epilog="Example: provenli predict runs/bottleneck data/split/test.jsonl --out predictions.jsonl")
def predict(
    run: Annotated[Path, typer.Argument(help="A finished run of `provenli train`.")],
    file: Annotated[Path, typer.Argument(help="Examples, as JSON lines.")],
    out: Annotated[Path | None, typer.Option(help="The predictions file; else they are printed.")] = None,
    as_json: AsJson = False,
) -> None:
    """Predict: for each example its label and the probability of every label, by name."""
    from provenli.cli import train as training

    summary, lines = training.predict(run, file, out)
    if out is None:
        for line in lines:
            say(line)
        return
    say(json.dumps(summary, ensure_ascii=False) if as_json else training.shown_prediction(summary))
