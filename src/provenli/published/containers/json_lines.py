"""A JSON object a line: SNLI, MultiNLI, Breaking NLI, and our own data sets."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from provenli.published.containers.lines import BOM, numbered
from provenli.published.containers.protocol import Key, TextContainer, keys_of
from provenli.published.pairs import Item, RawRecord, Unreadable

SPACE = re.compile(r"[ \t\r\n]*")


@dataclass(frozen=True)
class JsonLines(TextContainer):
    def columns(self, path: Path, sample: tuple[RawRecord, ...]) -> Mapping[str, Key]:
        del path
        return keys_of(sample)

    def pieces(self, path: Path) -> Iterator[tuple[bytes, Item | None]]:
        for number, raw, text in numbered(path):
            if not isinstance(text, str):
                yield raw, text
            elif not text or text.isspace():
                yield raw, None
            else:
                yield raw, _record(number, text)

    def replaced(self, raw: bytes, label: Key, new: str) -> bytes:
        mark = BOM if raw.startswith(BOM) else b""
        return mark + with_value(raw.removeprefix(mark).decode(), str(label), new).encode()


def _record(number: int, text: str) -> Item:
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        return Unreadable(number, f"expected a JSON object, found {text[:40]!r} (column {error.colno}: {error.msg})")
    except (ValueError, RecursionError) as error:
        return Unreadable(number, f"expected a JSON object, found {text[:40]!r} ({type(error).__name__})")
    if type(value) is not dict:
        return Unreadable(number, f"expected a JSON object, found {text[:40]!r}")
    return RawRecord(number, value)


def with_value(text: str, key: str, new: str) -> str:
    """The text of an object with another value for one of its keys; a number stays a number."""
    found = [span for name, span in _members(text) if name == key]
    start, stop = found[-1]  # of a key that comes twice, JSON readers take the last
    bare = not text[start:stop].startswith('"') and new.removeprefix("-").isdecimal()
    return text[:start] + (new if bare else json.dumps(new, ensure_ascii=False)) + text[stop:]


def _members(text: str) -> Iterator[tuple[str, tuple[int, int]]]:
    """The keys of an object and where their values stand. The text is known to be JSON."""
    decode = json.JSONDecoder().raw_decode
    at = _after(text, text.index("{") + 1)
    while text[at] != "}":
        key, at = decode(text, at)
        at = _after(text, _after(text, at) + 1)
        _, end = decode(text, at)
        yield key, (at, end)
        at = _after(text, end)
        if text[at] == ",":
            at = _after(text, at + 1)


def _after(text: str, at: int) -> int:
    found = SPACE.match(text, at)
    return found.end() if found else at
