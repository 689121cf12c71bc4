"""JSON that can be read in one way only: what another reader could take differently is refused."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from provenli.errors import InputError, suggestion


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Refuse a key that comes twice: readers differ in which value they take."""
    value = dict(pairs)
    if len(value) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(n for n in names if names.count(n) > 1)
        raise ValueError(f"the key {twice!r} comes twice")
    return value


def _refuse(text: str) -> Any:
    raise ValueError(f"{text} is no number of JSON")


def _finite(text: str) -> float:
    number = float(text)
    return number if abs(number) < float("inf") else _refuse(text)


_DECODER = json.JSONDecoder(object_pairs_hook=_once, parse_constant=_refuse, parse_float=_finite)


def strict_json(text: str | bytes, damaged: bool = False) -> Any:
    """Raises ValueError (also if the text is not UTF-8) or RecursionError. `damaged`: lone surrogates are allowed,
    since texts of published files are kept as they are."""
    shown = text if isinstance(text, str) else text.decode()
    value = _DECODER.decode(shown)
    if not damaged and "\\u" in shown:
        json.dumps(value, ensure_ascii=False).encode()  # half a character, as \ud800 is, cannot be written
    return value


def strict_line(line: bytes) -> Any:
    """Read one line of a file that has one value on each line; only one kind of line end is accepted."""
    if b"\r" in line:
        raise ValueError("a carriage return, where some readers begin another line; expected line feeds alone")
    return strict_json(line)


def written_line(line: bytes) -> Any:
    """The same for a file whose lines must be spelt exactly as we write them."""
    value = strict_line(line)
    if line != json.dumps(value, ensure_ascii=False).encode() + b"\n":
        raise ValueError("it is written in another way than `provenli generate` writes it")
    return value


def same_json(a: Any, b: Any) -> bool:
    """3 is not 3.0, and 1 is not true; the order of keys does not count."""
    return a is b or json.dumps(a, sort_keys=True) == json.dumps(b, sort_keys=True)


Kinds = Mapping[str, type | Callable[[Any], bool]]


def keyed(value: Any, kinds: Kinds, what: str) -> dict[str, Any]:
    """The value, if it is an object with exactly these keys, each of exactly its type."""
    if type(value) is not dict:
        raise InputError(f"{what}: expected an object, found {shown(value)}")
    for name in value:
        if name not in kinds:
            raise InputError(f"{what}: unexpected key {name!r}; {suggestion(name, kinds)}")
    for name, kind in kinds.items():
        if name not in value:
            raise InputError(f"{what}: the key {name!r} is missing")
        if not (type(value[name]) is kind if isinstance(kind, type) else kind(value[name])):
            raise InputError(f"{what}: {name}: found {shown(value[name])}")
    return value


def shown(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)[:60]
