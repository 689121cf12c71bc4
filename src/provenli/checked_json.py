"""Checks that values read from files have the types that they should have. One line says what is wrong, and where."""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints, is_typeddict

from provenli.errors import InputError
from provenli.files import read_file

HALF = re.compile("[\\ud800-\\udfff]")
"""Matches half of a surrogate pair, which is no text: it can neither be written nor drawn."""
LARGEST = 2**53
"""The largest whole number that is accepted: larger ones are no counts, and arithmetic with them may fail."""


def read_checked(path: Path, shape: Any) -> Any:
    """The value of a JSON file, checked against the shape."""
    try:
        value = json.loads(read_file(path))
    except (OSError, ValueError, RecursionError) as error:
        raise InputError(f"{path} cannot be read: {' '.join(str(error).split())[:80]}") from error
    check(value, shape, str(path))
    return value


def check(value: Any, shape: Any, where: str) -> None:
    """`shape`: a type as in annotations, with TypedDicts for objects; dataclasses are looked into."""
    for wrong in _faults(value, shape, ""):
        raise InputError(f"{where}: {wrong}; the file is damaged, or made by something else")


def _faults(value: Any, shape: Any, at: str) -> Iterator[str]:
    kind, inner = get_origin(shape) or shape, get_args(shape)
    if kind in (Union, UnionType):
        yield from _none_of(value, inner, at)
    elif is_typeddict(kind):
        yield from _object_faults(value, kind, at)
    elif isinstance(kind, type) and dataclasses.is_dataclass(kind):
        for name, hint in get_type_hints(kind).items():
            yield from _faults(getattr(value, name), hint, _within(at, name))
    elif not _is(value, kind):
        yield f"{at or 'the file'}: expected {_name(kind)}, found {json.dumps(value, default=str)[:40]}"
    elif isinstance(value, Mapping):
        yield from (w for k in value for w in _faults(k, inner[0], at))
        yield from (w for k, v in value.items() for w in _faults(v, inner[1], _within(at, repr(k)[1:-1][:40])))
    elif isinstance(value, list | tuple):
        yield from _list_faults(value, inner, at)


def _object_faults(value: Any, kind: Any, at: str) -> Iterator[str]:
    if not isinstance(value, dict):
        yield f"{at or 'the file'}: expected an object, found {json.dumps(value, default=str)[:40]}"
        return
    hints = get_type_hints(kind)
    for name in sorted(kind.__required_keys__ - set(value)):
        yield f"{_within(at, name)} is missing"
    for name in hints.keys() & value.keys():
        yield from _faults(value[name], hints[name], _within(at, name))


def _none_of(value: Any, choices: Sequence[Any], at: str) -> Iterator[str]:
    """What to say if a value fits none of several types: for a dataclass that it must be one, otherwise the longest
    complaint of a choice."""
    own = [c for c in choices if isinstance(c, type) and dataclasses.is_dataclass(c) and isinstance(value, c)]
    plain = [c for c in choices if not dataclasses.is_dataclass(c) and (c is not NoneType or value is None)]
    found = [list(_faults(value, c, at)) for c in own or plain or [NoneType]]
    if all(found):
        yield max((wrong[0] for wrong in found), key=len)


def _list_faults(value: Sequence[Any], inner: Sequence[Any], at: str) -> Iterator[str]:
    same = len(inner) == 1 or inner[1:] == (...,)
    if not same and len(value) != len(inner):
        yield f"{at}: expected {len(inner)} values, found {len(value)}"
        return
    for k, v in enumerate(value):
        yield from _faults(v, inner[0] if same else inner[k], _within(at, str(k + 1)))


def _is(value: Any, kind: Any) -> bool:
    if kind is Any:
        return True
    if kind is str:
        return isinstance(value, str) and not HALF.search(value)
    if kind is float:
        return type(value) in (int, float) and abs(value) <= LARGEST  # so neither infinite nor NaN
    if kind is int:
        return type(value) is int and abs(value) <= LARGEST
    if kind in (list, tuple):
        return isinstance(value, list | tuple)
    return isinstance(value, kind)


NAMES = {
    bool: "true or false",
    str: "a text",
    int: "a whole number",
    float: "a number",
    list: "a list",
    tuple: "a list",
    dict: "an object",
    Mapping: "an object",
}


def _name(kind: Any) -> str:
    return NAMES.get(kind, "nothing")


def _within(at: str, name: str) -> str:
    return f"{at}.{name}" if at else name
