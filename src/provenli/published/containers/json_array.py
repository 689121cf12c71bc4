"""One JSON array of objects, as some put on the Hugging Face hub. Read piece by piece; records are numbered from 1."""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from provenli.errors import InputError
from provenli.published.containers.json_lines import with_value
from provenli.published.containers.lines import LONGEST, opened
from provenli.published.containers.protocol import Key, TextContainer, keys_of
from provenli.published.pairs import Item, RawRecord, Unreadable

BLOCK = 1 << 18
BETWEEN = re.compile(r"[\s,\[\ufeff]*")


@dataclass(frozen=True)
class JsonArray(TextContainer):
    def columns(self, path: Path, sample: tuple[RawRecord, ...]) -> Mapping[str, Key]:
        del path
        return keys_of(sample)

    def pieces(self, path: Path) -> Iterator[tuple[bytes, Item | None]]:
        decode = json.JSONDecoder().raw_decode
        blocks = _blocks(path)
        text, at, number = next(blocks, ""), 0, 0
        while True:
            found = BETWEEN.match(text, at)
            start = found.end() if found else at
            try:
                value, end = decode(text, start)
            except (json.JSONDecodeError, RecursionError) as error:
                text, start, at = text[at:], start - at, 0
                more = next(blocks, "") if len(text) < LONGEST and text[start : start + 1] != "]" else ""
                if more:
                    text += more
                    continue
                yield text.encode(), _last(text[start:], number + 1, error)
                yield from ((rest.encode(), None) for rest in blocks)
                return
            number += 1
            yield text[at:start].encode(), None
            yield text[start:end].encode(), _record(number, value)
            at = end

    def replaced(self, raw: bytes, label: Key, new: str) -> bytes:
        return with_value(raw.decode(), str(label), new).encode()


def _record(number: int, value: object) -> Item:
    if isinstance(value, dict):
        return RawRecord(number, value)
    return Unreadable(number, f"expected a JSON object, found {json.dumps(value)[:40]!r}")


def _last(text: str, number: int, error: Exception) -> Item | None:
    """The array ends with ]; anything else is a record that cannot be read, and nothing can be read after it."""
    if text.startswith("]"):
        return None
    why = error.msg if isinstance(error, json.JSONDecodeError) else type(error).__name__
    return Unreadable(number, f"the array breaks off at {text[:40]!r} ({why}); nothing after it was read")


def _blocks(path: Path) -> Iterator[str]:
    decoder = codecs.getincrementaldecoder("utf-8")()
    with opened(path) as file:
        while True:
            block = file.read(BLOCK)
            try:
                text = decoder.decode(block, final=len(block) < BLOCK)
            except UnicodeDecodeError as error:
                raise InputError(f"{path}: expected text in UTF-8: {error.reason}; convert it first") from error
            if text:
                yield text
            if len(block) < BLOCK:
                return
