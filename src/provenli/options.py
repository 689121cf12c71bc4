"""Options: what a user may choose, typed as words on the command line or given as values in Python."""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from provenli.errors import InputError, suggestion

Options: TypeAlias = Mapping[str, Any]

# Numbers that several commands ask for, and what they may be. Seeds fit what numpy, torch and Arrow call int64.
SEEDS = range(2**63)
WORKERS = range(1, 1025)
DRAWS = range(1_000_001)
"""The number of draws of a bootstrap; 0 means none."""
RUNS = range(1, 1001)
"""The number of runs of a study's cell, each with a seed of its own."""
LONGEST = 10**6
"""Seconds, eleven days: longer waits are divided by the caller."""
COUNTS = range(1, 2**63)


def check_whole(flag: str, value: Any, allowed: range) -> None:
    """A whole number within bounds; True is none."""
    if isinstance(value, int) and value < allowed[0]:
        raise InputError(f"{flag}: expected {allowed[0]} or more, found {as_shown(value)}")
    if isinstance(value, bool) or not isinstance(value, int) or value not in allowed:
        raise InputError(f"{flag}: expected a whole number from {allowed[0]} to {allowed[-1]}, found {as_shown(value)}")


def processes(workers: int | None) -> int:
    """The number of processes that was asked for, or else one for each core."""
    if workers is None:
        return min(os.cpu_count() or 1, WORKERS[-1])
    check_whole("--workers", workers, WORKERS)
    return workers


def check_seconds(flag: str, value: Any) -> None:
    """A finite time: neither inf nor nan."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value <= LONGEST:
        raise InputError(f"{flag}: expected more than 0 and at most {LONGEST}, found {as_shown(value)}")


def as_shown(value: Any) -> str:
    """The value, short enough for a line: a number may have a thousand digits."""
    shown = (
        repr(value) if not isinstance(value, int) or abs(value) < 10**40 else f"a number of {value.bit_length()} bits"
    )
    return shown if len(shown) <= 60 else f"{shown[:57]}..."


@dataclass(frozen=True, slots=True)
class Option:
    """One thing a user may choose: `--name VALUE`. `read` turns the text into a value or raises InputError."""

    name: str
    default: Any
    read: Callable[[str], Any]
    about: str
    shown: str = ""
    """The default as a user would type it, where str() does not say it."""
    formerly: Any = None
    """The value with which data sets were made before this option existed; None: it always existed."""


def whole(least: int, most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not re.fullmatch(r"-?\d{1,18}", text) or not least <= int(text) <= most:
            raise InputError(f"expected a whole number from {least} to {most}, found {text!r}")
        return int(text)

    return read


def span(least: int, most: int) -> Callable[[str], tuple[int, int]]:
    """'3' or '1-5'."""

    def read(text: str) -> tuple[int, int]:
        found = re.fullmatch(r"(\d{1,6})(?:-(\d{1,6}))?", text)
        low, high = (int(found[1]), int(found[2] or found[1])) if found else (0, -1)
        if not least <= low <= high <= most:
            raise InputError(
                f"expected a number or a range such as {least}-{min(most, least + 4)}, "
                f"from {least} to {most}, found {text!r}"
            )
        return low, high

    return read


@dataclass(frozen=True, slots=True)
class OneOf:
    """A reader that can list the values it takes."""

    names: tuple[str, ...]

    def __call__(self, text: str) -> str:
        if text not in self.names:
            close = difflib.get_close_matches(text, self.names, n=1)
            hint = f"; did you mean {close[0]!r}?" if close else ""
            raise InputError(f"expected {', '.join(self.names[:-1])} or {self.names[-1]}, found {text!r}{hint}")
        return text


def one_of(*names: str) -> OneOf:
    return OneOf(names)


def yes_or_no(text: str) -> bool:
    """`--strict` alone is yes."""
    return one_of("yes", "no")(text) == "yes"


def some_of(*names: str) -> Callable[[str], tuple[str, ...]]:
    """'adjective,pp': a list without spaces, in the order of `names`."""

    def read(text: str) -> tuple[str, ...]:
        asked = text.split(",")
        for t in asked:
            one_of(*names)(t)
        return tuple(n for n in names if n in asked)

    return read


def wholes(least: int, most: int) -> Callable[[str], tuple[int, ...]]:
    """'50,100,500': whole numbers, each once, in rising order."""

    def read(text: str) -> tuple[int, ...]:
        found = tuple(whole(least, most)(t.strip()) for t in text.split(","))
        if list(found) != sorted(set(found)):
            raise InputError(f"expected each number once, the smaller first, found {text!r}")
        return found

    return read


def words(text: str) -> tuple[str, ...]:
    found = tuple(t.strip() for t in text.split(",") if t.strip())
    if not found or len(set(found)) != len(found):
        raise InputError(f"expected words with commas between them, each once, found {text!r}")
    return found


def text(given: str) -> str:
    return given


def nli_file(given: str) -> str:
    if not Path(given).exists():
        raise InputError(f"{given}: no such file; expected an NLI file (.jsonl, .tsv, .txt)")
    return given


def read_options(words: Sequence[str], options: Sequence[Option], usual: Sequence[str] = ()) -> dict[str, Any]:
    """Read `--depth 1-5` or `--depth=1-5` for every option of the fragment; the rest have their defaults. `usual`:
    options of the command itself, so that a misspelt one is reported as such."""
    known = {o.name: o for o in options}
    chosen = {o.name: o.default for o in options}
    left = list(words)
    while left:
        word = left.pop(0)
        name, equals, value = word.removeprefix("--").partition("=")
        if not word.startswith("--") or name not in known:
            what = "no such option" if word.startswith("-") else "one word too many"
            own = [f"--{n}" for n in known]
            slips = [n for n in difflib.get_close_matches(word, [*own, *usual], n=1) if n in usual]
            raise InputError(f"{what}: {word}; {suggestion(word, slips or own)}")
        if not equals and known[name].read is yes_or_no and (not left or left[0] not in ("yes", "no")):
            value = "yes"
        elif not equals:
            if not left:
                raise InputError(f"--{name} needs a value: {known[name].about}")
            value = left.pop(0)
        try:
            chosen[name] = known[name].read(value)
        except InputError as e:
            raise InputError(f"--{name}: {e}") from e
    return chosen


def checked_options(values: Mapping[str, Any], options: Sequence[Option]) -> dict[str, Any]:
    """Values given in Python, by name (`train_size` for --train-size), read as the command line reads words."""
    known = {o.name.replace("-", "_"): o for o in options}
    chosen = {o.name: o.default for o in options}
    for name, value in values.items():
        if name not in known:
            raise InputError(f"no such option: {name}; {suggestion(name, known)}")
        if value is None:
            continue
        try:
            chosen[known[name].name] = known[name].read(as_word(value))
        except InputError as e:
            raise InputError(f"--{known[name].name}: {e}") from e
    return chosen


def as_word(value: Any) -> str:
    """A Python value as it would be typed: (1, 3) as 1-3, ["adjective", "pp"] as adjective,pp."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, range) and value:
        value = (value[0], value[-1])
    if isinstance(value, (list, tuple)) and len(value) == 2 and all(hasattr(v, "__index__") for v in value):
        return f"{value[0]}-{value[1]}"
    if isinstance(value, (list, tuple)):
        return ",".join(map(str, value))
    return str(value)
