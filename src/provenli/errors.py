"""Every error a user can cause, in one tree.

    ProveNLIError
    ├── UnknownName          a fragment, category, quantifier … that does not exist (did-you-mean)
    ├── SentenceError        text that a grammar cannot read
    │   ├── UnknownWord      a word outside the lexicon
    │   └── NoParse          known words in an order no rule allows
    ├── FormulaError         text or values that are no formula
    ├── GrammarError         a grammar that contradicts itself
    ├── FragmentError        a user's fragment file that cannot be used
    ├── InputError           a file or option that cannot be read
    ├── EngineError          an engine that is missing or broke
    └── Refused              the kernel does not accept a certificate

A message is one line: what, where, what was expected, what was found, what to do.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

FLAG = re.compile(r"(?<![\w-])--([a-z]+(?:-[a-z]+)*)\b")
PARAMETERS = {"format": "formats", "set": "settings", "from": "start", "file": "files"}
"""Flags whose Python parameter has another name; all others have the flag's, with _ for -."""
_flags: ContextVar[bool] = ContextVar("flags", default=False)


@contextmanager
def speaking_flags() -> Iterator[None]:
    """Within the command line, errors name flags (`--size`); elsewhere they name Python parameters (`size`)."""
    token = _flags.set(True)
    try:
        yield
    finally:
        _flags.reset(token)


def _parameter(found: re.Match[str]) -> str:
    return PARAMETERS.get(found[1], found[1].replace("-", "_"))


class ProveNLIError(Exception):
    """Base of all errors that are shown to a user as one line. Messages are written with flags."""

    def __str__(self) -> str:
        text = super().__str__()
        return text if _flags.get() else FLAG.sub(_parameter, text)

    def __reduce__(self) -> tuple[Any, ...]:
        """Errors come back from worker processes: they are made again from their text, whatever they were made from
        there."""
        return _again, (type(self), self.args)


def _again(kind: type[ProveNLIError], args: tuple[Any, ...]) -> ProveNLIError:
    error = kind.__new__(kind)
    error.args = args
    return error


def escaped(text: str) -> str:
    r"""The text on one line, without characters that move a cursor or change the direction of the text: these are shown
    as Python writes them (\x1b). Names of files and their contents come from elsewhere."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


STEERING = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""Characters that move a cursor, change the direction of text or are half a character; line ends and tabs are ours."""


def tame(text: str) -> str:
    """The text, which may have several lines, with control characters escaped as in JSON, so that JSON stays JSON."""
    return STEERING.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def many(number: int, noun: str) -> str:
    """1 pair, 1,000 pairs."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


class UnknownName(ProveNLIError):
    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        names = sorted(known)
        super().__init__(f"unknown {kind} {name!r}; {suggestion(name, names)}")


class SentenceError(ProveNLIError):
    pass


class UnknownWord(SentenceError):
    pass


class NoParse(SentenceError):
    pass


class FormulaError(ProveNLIError):
    pass


class GrammarError(ProveNLIError):
    pass


class FragmentError(ProveNLIError):
    pass


class OwnFileWarning(UserWarning):
    """Something in a user's own file that can be used and is hardly meant."""


class InputError(ProveNLIError):
    pass


class EngineError(ProveNLIError):
    pass


class Refused(ProveNLIError):
    pass


MOST_NAMES = 40
"""How many names fit on a few lines of a terminal; every shelf is shorter."""


def suggestion(name: str, known: Iterable[str]) -> str:
    """'did you mean …?' if something is close, otherwise the names there are."""
    names = sorted(known)
    plain = {n.casefold(): n for n in reversed(names)}
    close = [plain[c] for c in difflib.get_close_matches(name.casefold(), plain, n=3, cutoff=0.6)]
    if close:
        return "did you mean " + " or ".join(repr(c) for c in close) + "?"
    more = len(names) - MOST_NAMES
    shown = ", ".join(names[:MOST_NAMES]) + (f" and {more:,} more" if more > 0 else "")
    return f"known: {shown}" if names else "none are known"
