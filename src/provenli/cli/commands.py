"""Commands from annotated functions: click reads the words, and the function's signature says which words there are.

A parameter is `Annotated[TYPE, option(help="…")]` or `Annotated[TYPE, argument(help="…")]`; its default is the
command's. typer does the same, but brings rich and Pygments, 13 MB that the light install has no room for.
"""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin, get_type_hints

import click
from click.exceptions import NoArgsIsHelpError
from click.shell_completion import CompletionItem

F = TypeVar("F", bound=Callable[..., Any])
WIDTH = 100


@dataclass(frozen=True)
class Spoken:
    """The names and the help of a parameter on the command line. An argument has no names, only its place."""

    positional: bool
    names: tuple[str, ...]
    help: str
    metavar: str | None
    least: float | None
    most: float | None


def option(
    *names: str, help: str = "", metavar: str | None = None, min: float | None = None, max: float | None = None
) -> Spoken:
    return Spoken(False, names, help, metavar, min, max)


def argument(*, help: str = "", metavar: str | None = None) -> Spoken:
    return Spoken(True, (), help, metavar, None, None)


NAMES = {
    "fragment": ("provenli.library.fragment_shelf", "FRAGMENTS"),
    "model": ("provenli.library.model_shelf", "MODELS"),
    "protocol": ("provenli.splits.protocols", "PROTOCOLS"),
    "name": ("provenli.library.study_shelf", "STUDIES"),
}
"""For each parameter, where the names are that the Tab key completes. They are looked up only then, since shelves load
numpy."""


class ExplainedArgument(click.Argument):
    """click's arguments have no help of their own, and do not complete names."""

    def __init__(self, *words: Any, explained: str, **more: Any) -> None:
        super().__init__(*words, **more)
        self.explained = explained

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Names that begin with the word; paths if there are none."""
        if self.name not in NAMES:
            return super().shell_complete(ctx, incomplete)
        module, shelf = NAMES[self.name]
        names = [n for n in getattr(importlib.import_module(module), shelf) if n.startswith(incomplete)]
        return [CompletionItem(n) for n in names] or [CompletionItem(incomplete, type="file")]


class ExplainedOption(click.Option):
    """An option that does not take the next option as its value if its own value was forgotten."""

    def type_cast_value(self, ctx: click.Context, value: Any) -> Any:
        for word in value if isinstance(value, (list, tuple)) else (value,):
            if isinstance(word, str) and any(word in p.opts for p in ctx.command.params):
                raise click.BadParameter(f"expected a value, found the option {word}", ctx, self)
        return super().type_cast_value(ctx, value)


class NamedPath(click.Path):
    """A path that may not be empty: an unset variable of the shell would otherwise stand for the working directory."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value == "":
            self.fail("expected a path, found nothing", param, ctx)
        return super().convert(value, param, ctx)


class ExplainedCommand(click.Command):
    """A command whose help begins with the arguments, since these must be given."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        words = list(args)
        try:
            return super().parse_args(ctx, args)
        except click.MissingParameter as missing:
            raise _misspelt(missing, words, ctx) or missing from None
        except click.UsageError as mistake:
            mistake.ctx = mistake.ctx or ctx  # click leaves it out where a value is missing
            raise

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        arguments = [p for p in self.params if isinstance(p, ExplainedArgument) and p.explained]
        if arguments:
            with formatter.section("Arguments"):
                formatter.write_dl([(a.make_metavar(ctx), a.explained) for a in arguments])
        super().format_options(ctx, formatter)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Print the example on one line, however long: an example that is broken in two cannot be copied."""
        if self.epilog:
            formatter.write_paragraph()
            formatter.write(self.epilog.replace("Example: ", "Example:\n  ", 1) + "\n")


class Commands(click.Group):
    """Lists commands in the order in which they were added, each with the whole of its first paragraph."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, args)
        except NoArgsIsHelpError:
            names = list(self.commands)
            raise click.UsageError(f"{ctx.info_name} needs {', '.join(names[:-1])} or {names[-1]}", ctx) from None

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(self.commands)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl([(name, _first_paragraph(c.help or "")) for name, c in self.commands.items()])


def command(
    group: click.Group, epilog: str = "", cls: type[click.Command] = ExplainedCommand, extra_words: bool = False
) -> Callable[[F], F]:
    """Add a function to the commands, and leave it as it is. With extra_words, its context keeps unknown words."""

    def added(function: F) -> F:
        settings = {"allow_extra_args": True, "ignore_unknown_options": True} if extra_words else {}
        name = function.__name__.replace("_", "-")
        text = inspect.cleandoc(function.__doc__ or "")
        call, params = _called(function), list(_parameters(function))
        group.add_command(cls(name, callback=call, params=params, help=text, epilog=epilog, context_settings=settings))
        return function

    return added


def _misspelt(missing: click.MissingParameter, words: Sequence[str], ctx: click.Context) -> click.NoSuchOption | None:
    """Find a missing option that was misspelt by a letter; commands with options of their own would not notice."""
    names = missing.param.opts if isinstance(missing.param, click.Option) else []
    for word in (w.partition("=")[0] for w in words if w.startswith("--") and w != "--"):
        if close := get_close_matches(word, names):
            return click.NoSuchOption(word, possibilities=close, ctx=ctx)
    return None


def _first_paragraph(text: str) -> str:
    return " ".join(text.split("\n\n", 1)[0].split())


def _called(function: Callable[..., Any]) -> Callable[..., Any]:
    """click gives tuples where several words are allowed; the function gets lists, or its own default."""
    defaults = {p.name: p.default for p in inspect.signature(function).parameters.values()}

    def call(**given: Any) -> Any:
        for name, value in given.items():
            if isinstance(value, tuple):
                given[name] = list(value) or (None if defaults[name] is inspect.Parameter.empty else defaults[name])
        if "context" in defaults:
            given["context"] = click.get_current_context()
        return function(**given)

    return call


def _parameters(function: Callable[..., Any]) -> Iterator[click.Parameter]:
    hints = get_type_hints(function, include_extras=True)
    for p in inspect.signature(function).parameters.values():
        if get_origin(hints[p.name]) is Annotated:
            kind, spoken = get_args(hints[p.name])[:2]
            yield _parameter(p, kind, spoken)


def _parameter(p: inspect.Parameter, kind: Any, spoken: Spoken) -> click.Parameter:
    required = p.default is inspect.Parameter.empty
    several, single = _single(kind)
    common: dict[str, Any] = {"required": required, "metavar": spoken.metavar}
    if not several and not required:
        common["default"] = p.default
    if spoken.positional:
        many = -1 if several else 1
        return ExplainedArgument([p.name], type=_type(single), nargs=many, explained=spoken.help, **common)
    names = spoken.names or (f"--{p.name.replace('_', '-')}",)
    if single is bool:
        return click.Option([p.name, *names], is_flag=True, help=spoken.help, default=p.default)
    shown = p.default not in (None, "", ()) and not required
    kinds = _type(single, spoken.least, spoken.most)
    said: dict[str, Any] = {"help": spoken.help, "show_default": shown, "multiple": several, **common}
    return ExplainedOption([p.name, *names], type=kinds, **said)


def _single(kind: Any) -> tuple[bool, type]:
    """Whether several values are allowed, and the type of one: list[str] | None is several of str."""
    if get_origin(kind) in (Union, UnionType):
        kind = next(k for k in get_args(kind) if k is not NoneType)
    return (True, get_args(kind)[0]) if get_origin(kind) is list else (False, kind)


def _type(kind: type, least: float | None = None, most: float | None = None) -> click.ParamType[Any]:
    if kind is int:
        return click.INT if least is None and most is None else click.IntRange(_whole(least), _whole(most))
    if kind is float:
        return click.FLOAT if least is None and most is None else click.FloatRange(least, most)
    return NamedPath(path_type=Path) if kind is Path else click.STRING


def _whole(bound: float | None) -> int | None:
    return None if bound is None else int(bound)


def completion_script(shell: str) -> str:
    """What the shell has to read in order to complete the words of `provenli`."""
    from click.shell_completion import get_completion_class

    found = get_completion_class(shell)
    if found is None:
        raise click.BadParameter(f"expected bash, zsh or fish, found {shell[:40]!r}", param_hint="--show-completion")
    return found(click.Group(), {}, "provenli", "_PROVENLI_COMPLETE").source()


def usual_options(params: Sequence[click.Parameter]) -> list[str]:
    return [name for p in params for name in p.opts if name.startswith("--")]
