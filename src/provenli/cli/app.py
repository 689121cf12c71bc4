"""What all commands share: the application, common words, printing."""

from __future__ import annotations

from typing import Annotated

import typer

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


def say(text: str) -> None:
    typer.echo(text)


def _version(asked: bool) -> None:
    if asked:
        from provenli import __version__

        say(__version__)
        raise typer.Exit


@app.callback()
def _app(
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="The version.")] = False,
) -> None:
    """What goes before a command."""
