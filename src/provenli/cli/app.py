"""What all commands share: the application, common words, printing."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from typing import Annotated, Any

import click
from click.exceptions import Exit

from provenli.cli.commands import WIDTH, Commands, argument, completion_script, option
from provenli.errors import tame
from provenli.logic.reading_choices import choices

COMPLETION = "Print what bash, zsh or fish must read so that the Tab key completes words."


def _say_version(context: click.Context, _: click.Parameter, asked: bool) -> None:
    if asked and not context.resilient_parsing:
        from provenli.version import VERSION

        say(VERSION)
        raise Exit


def _say_completion(context: click.Context, _: click.Parameter, shell: str | None) -> None:
    if shell is not None and not context.resilient_parsing:
        say(completion_script(shell))
        raise Exit


def _eager(name: str, callback: Callable[..., None], **more: Any) -> click.Option:
    return click.Option([name], callback=callback, is_eager=True, expose_value=False, **more)


app = Commands(
    "provenli",
    help="Inference pairs whose labels are proved: grammars with meaning, decisions with evidence.",
    context_settings={"max_content_width": WIDTH},
    params=[
        _eager("--version", _say_version, is_flag=True, help="The version."),
        _eager("--show-completion", _say_completion, metavar="SHELL", help=COMPLETION),
    ],
)

FragmentName = Annotated[str, argument(help="A name from `provenli fragments`, or the path of your own file.")]
AsJson = Annotated[bool, option("--json", help="One JSON value on standard output.")]


def _readings() -> str:
    """Every choice of a reading, with its values."""
    yes_or_no = [key for key, values in choices().items() if values == ("yes", "no")]
    named = [
        f"{key}={', '.join(values[:-1])} or {values[-1]}" for key, values in choices().items() if key not in yes_or_no
    ]
    return f"Yes or no: {', '.join(yes_or_no)}. {'; '.join(named)}."


ReadingChoices = Annotated[
    list[str] | None,
    option("--reading", metavar="NAME=VALUE", help=f"Change the fragment's reading; may be repeated. {_readings()}"),
]


def say(text: str, **style: Any) -> None:
    """Print to standard output, with styles on a terminal. Control characters from damaged files are made harmless."""
    click.secho(tame(text), **style)


def say_how_to_look(place: object) -> None:
    """A hint for a person at a terminal only: what programs read, and what pages show, stays as it is."""
    if sys.stdout.isatty():
        say(f"look at it: provenli browse {place}")


TINY = 100
"""Test pairs below which an accuracy is uncertain by more than ten points."""


def tiny_tests(sizes: Mapping[str, int]) -> list[str]:
    """A note if test parts are too small to tell models apart. The half width is that of a 95% interval around one
    half."""
    tiny = {name: n for name, n in sizes.items() if name.rpartition("/")[2].startswith("test") and n < TINY}
    if not tiny:
        return []
    least = min(tiny, key=lambda name: tiny[name])
    who = f"{least} has" if len(tiny) == 1 else f"{len(tiny)} test parts are small, and {least} has only"
    uncertain = f"an accuracy on so few is uncertain by ±{min(50, 98 / max(1, tiny[least]) ** 0.5):.0f} points"
    return [f"note: {who} {tiny[least]} pairs: {uncertain}; a larger --size makes it surer"]
