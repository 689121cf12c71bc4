"""The little of Prolog that parsers write: facts whose terms are names with arguments, quoted texts, and categories."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from provenli.errors import InputError

DEEPEST = 300


@dataclass(frozen=True, slots=True)
class PrologTerm:
    """`name(arguments)`; or, without arguments, a text such as a quoted atom or a category."""

    name: str
    arguments: tuple[PrologTerm, ...] = ()

    @property
    def text(self) -> str:
        return self.name

    @property
    def is_constituent(self) -> bool:
        return bool(self.arguments)

    def texts(self, count: int) -> list[str]:
        return [a.text for a in self.arguments[:count]]


def read_facts(text: str) -> Iterator[PrologTerm]:
    """Every fact whose name is ccg, w or id; directives and comments are passed over."""
    for found in re.finditer(r"^\s*(ccg|w|id)\(", text, re.MULTILINE):
        term, _ = _term(text, found.start(1), 0)
        yield term


def _term(text: str, at: int, depth: int) -> tuple[PrologTerm, int]:
    if depth > DEEPEST:
        raise InputError(f"Prolog: more than {DEEPEST} brackets within one another")
    at = _blank(text, at)
    if text[at : at + 1] == "'":
        return _quoted(text, at)
    name = re.compile(r"[a-z][a-z_0-9]*(?=\()").match(text, at)
    if name is None:
        return _plain(text, at)
    arguments: list[PrologTerm] = []
    at = name.end()
    while text[at] in "(,":
        argument, at = _term(text, at + 1, depth + 1)
        arguments.append(argument)
        at = _blank(text, at)
        if at >= len(text):
            raise InputError(f"Prolog: {name.group()}(… is not closed")
    return PrologTerm(name.group(), tuple(arguments)), at + 1


def _blank(text: str, at: int) -> int:
    while at < len(text) and text[at].isspace():
        at += 1
    return at


def _quoted(text: str, at: int) -> tuple[PrologTerm, int]:
    found = re.compile(r"'((?:[^'\\]|\\.|'')*)'").match(text, at)
    if found is None:
        raise InputError(f"Prolog: a quote at character {at + 1} is not closed")
    inside = found.group(1).replace("''", "'").replace("\\'", "'").replace("\\\\", "\\")
    return PrologTerm(inside), found.end()


def _plain(text: str, at: int) -> tuple[PrologTerm, int]:
    """A number or a category: up to the comma or bracket that ends it."""
    depth, end = 0, at
    while end < len(text) and not (depth == 0 and text[end] in ",)"):
        depth += (text[end] == "(") - (text[end] == ")")
        end += 1
    if end >= len(text) or end - at > 2_000:
        raise InputError(f"Prolog: expected a term at character {at + 1}, found {text[at : at + 20]!r}")
    return PrologTerm(text[at:end].strip()), end
