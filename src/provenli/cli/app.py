"""What all commands share: the application, common words, printing."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Annotated

import typer

from provenli.errors import tame
from provenli.logic.reading_choices import choices

app = typer.Typer(
    add_completion=True,
    pretty_exceptions_enable=False,
    help="Inference pairs whose labels are proved: grammars with meaning, decisions with evidence.",
)

FragmentName = Annotated[str, typer.Argument(help="A name from `provenli fragments`, or the path of your own file.")]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON value on standard output.")]


def _readings() -> str:
    """Every choice of a reading, with its values."""
    yes_or_no = [key for key, values in choices().items() if values == ("yes", "no")]
    named = [
        f"{key}={', '.join(values[:-1])} or {values[-1]}" for key, values in choices().items() if key not in yes_or_no
    ]
    return f"Yes or no: {', '.join(yes_or_no)}. {'; '.join(named)}."


ReadingChoices = Annotated[
    list[str] | None,
    typer.Option(
        "--reading", metavar="NAME=VALUE", help=f"Change the fragment's reading; may be repeated. {_readings()}"
    ),
]


def say(text: str) -> None:
    """On standard output; what a damaged file holds cannot steer the terminal."""
    typer.echo(tame(text))


def say_how_to_look(place: object) -> None:
    """Only to a person at a terminal: what programs read, and pages show, stays as it is."""
    if sys.stdout.isatty():
        say(f"look at it: provenli browse {place}")


TINY = 100
"""Test pairs below which an accuracy is uncertain by more than ten points."""


def tiny_tests(sizes: Mapping[str, int]) -> list[str]:
    """A note where test parts are too small to tell models apart; the half width is that of 95% around one half."""
    tiny = {name: n for name, n in sizes.items() if name.rpartition("/")[2].startswith("test") and n < TINY}
    if not tiny:
        return []
    least = min(tiny, key=lambda name: tiny[name])
    who = f"{least} has" if len(tiny) == 1 else f"{len(tiny)} test parts are small, and {least} has only"
    uncertain = f"an accuracy on so few is uncertain by ±{min(50, 98 / max(1, tiny[least]) ** 0.5):.0f} points"
    return [f"note: {who} {tiny[least]} pairs: {uncertain}; a larger --size makes it surer"]


def _version(asked: bool) -> None:
    if asked:
        from provenli.version import VERSION

        say(VERSION)
        raise typer.Exit


@app.callback()
def _app(
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="The version.")] = False,
) -> None:
    """What goes before a command."""
