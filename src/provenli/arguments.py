"""Checks of the arguments that Python callers give. A mistake becomes one line that says which parameter is wrong, what
was expected, and what was found."""

from __future__ import annotations

import operator
import os
from collections.abc import Iterable, Mapping
from math import isfinite
from numbers import Real
from pathlib import Path
from typing import Any

from provenli.errors import InputError
from provenli.options import as_word

LONGEST = 60
"""Letters of a wrong value that a message shows."""
SEEDS = 2**63 - 1


def found(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}… of type {type(value).__name__}"


def wrong(name: str, expected: str, value: Any) -> InputError:
    return InputError(f"--{name}: expected {expected}, found {found(value)}")


def text_of(name: str, value: Any) -> str:
    if isinstance(value, os.PathLike):
        return str(Path(value))
    if not isinstance(value, str):
        raise wrong(name, "a text", value)
    return value


def path_of(name: str, value: Any) -> Path:
    if not isinstance(value, (str, os.PathLike)) or not str(value):
        raise wrong(name, "a path", value)
    return Path(value)


def whole_of(name: str, value: Any, least: int, most: int) -> int:
    """numpy's whole numbers are accepted too, but truth values are not."""
    try:
        number = operator.index(value)
    except TypeError:
        raise wrong(name, f"a whole number from {least} to {most}", value) from None
    if isinstance(value, bool) or not least <= number <= most:
        raise wrong(name, f"a whole number from {least} to {most}", value)
    return number


def seconds_of(name: str, value: Any) -> float:
    number = float(value) if isinstance(value, Real) and not isinstance(value, bool) else 0.0
    if not isfinite(number) or number <= 0:
        raise wrong(name, "a number of seconds, more than 0", value)
    return number


def names_of(name: str, value: Any) -> tuple[str, ...]:
    """One name, or several."""
    if isinstance(value, str):
        return (value,)
    several = tuple(value) if isinstance(value, Iterable) else None
    if several is None or not all(isinstance(v, str) for v in several):
        raise wrong(name, "a name or several", value)
    return several


def workers_of(asked: Any) -> int:
    return (os.cpu_count() or 1) if asked is None else whole_of("workers", asked, 1, 1024)


def choices_of(reading: Any) -> tuple[str, ...]:
    """Accepts {"the": "existential"}, ["the=existential"] or "the=existential"; returns words such as
    "the=existential"."""
    if isinstance(reading, Mapping):
        return tuple(f"{name}={as_word(value)}" for name, value in reading.items())
    return names_of("reading", reading)


def directory_of(name: str, data: Any) -> Path:
    """The directory of a value that lies in one, or the path itself."""
    place = getattr(data, "directory", None) or getattr(data, "place", None)
    if place is None and not isinstance(data, (str, os.PathLike)):
        raise wrong(name, "a path, or what generate, load, split, train or audit gave", data)
    return path_of(name, data if place is None else place)


def several_of(name: str, data: Any) -> tuple[Any, ...]:
    """One value or several. A value that lies in one directory counts as one, even if it is a mapping."""
    if isinstance(data, (str, os.PathLike)) or hasattr(data, "directory") or hasattr(data, "place"):
        return (data,)
    if not isinstance(data, Iterable):
        raise wrong(name, "a path, or what generate, load, split, train or audit gave, or several", data)
    return tuple(data)
