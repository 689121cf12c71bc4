"""FraCaS as XML (MacCartney's edition): `problem` elements with `p`, `h` and the answer as an attribute.

<problem id="1" fracas_answer="yes"> <p idx="1">…</p> <q>…</q> <h>…</h> <a>Yes</a> </problem>
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from xml.parsers import expat

from provenli.errors import InputError
from provenli.published.containers.lines import opened
from provenli.published.containers.protocol import Key, TextContainer
from provenli.published.pairs import Item, RawRecord, Unreadable

BLOCK = 1 << 16
ANSWER = "fracas_answer"
COLUMNS = ("id", "premise", "hypothesis", ANSWER, "premises", "section", "nonstandard", "question", "note")
ATTRIBUTE = re.compile(rb"""<problem\b[^>]*?\bfracas_answer\s*=\s*("[^"]*"|'[^']*')""", re.DOTALL)


@dataclass(frozen=True)
class ProblemsXml(TextContainer):
    def columns(self, path: Path, sample: tuple[RawRecord, ...]) -> Mapping[str, Key]:
        del path
        return {c: c for c in COLUMNS} if sample else {}

    def pieces(self, path: Path) -> Iterator[tuple[bytes, Item | None]]:
        """From the beginning of one problem to that of the next."""
        reading = _Reading()
        kept, base = b"", 0
        with opened(path) as file:
            block = b" "
            while block and reading.error is None:
                block = file.read(BLOCK)
                kept += block
                reading.feed(block)
                for start, item in reading.drain():
                    yield kept[: start - base], reading.waiting
                    kept, base, reading.waiting = kept[start - base :], start, item
            yield kept, reading.waiting
            if reading.error is not None:
                yield b"", reading.error
            while block := file.read(BLOCK):
                yield block, None

    def replaced(self, raw: bytes, label: Key, new: str) -> bytes:
        found = ATTRIBUTE.match(raw)
        if found is None:
            raise InputError(f"a problem has no {label} that could be changed: {raw[:60].decode(errors='replace')!r}")
        return raw[: found.start(1) + 1] + new.encode() + raw[found.end(1) - 1 :]


@dataclass
class _Reading:
    """What the parser has met. A problem is done when its element ends."""

    waiting: Item | None = None
    error: Unreadable | None = None
    _done: list[tuple[int, Item]] = field(default_factory=list)
    _at: tuple[int, int] = (0, 0)
    _problem: dict[str, object] | None = None
    _text: list[str] | None = None
    _section: str = ""

    def __post_init__(self) -> None:
        self._parser = expat.ParserCreate()
        self._parser.buffer_text = True
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._characters

    def feed(self, block: bytes) -> None:
        try:
            self._parser.Parse(block, not block)
        except expat.ExpatError as e:
            what = expat.errors.messages[e.code]
            why = f"column {e.offset + 1}: not well-formed XML ({what}); nothing after it was read"
            self.error = Unreadable(e.lineno, why)
        except (LookupError, ValueError) as e:
            self.error = Unreadable(1, f"an encoding that cannot be read ({e}); convert the file to UTF-8")

    def drain(self) -> list[tuple[int, Item]]:
        done, self._done = self._done, []
        return done

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        if tag == "problem":
            self._at = (self._parser.CurrentByteIndex, self._parser.CurrentLineNumber)
            self._problem = {
                "id": attributes.get("id", ""),
                ANSWER: attributes.get(ANSWER, ""),
                "premises": (),
                "section": self._section,
                "nonstandard": attributes.get("fracas_nonstandard", ""),
            }
        self._text = []

    def _characters(self, text: str) -> None:
        if self._text is not None:
            self._text.append(text)

    def _end(self, tag: str) -> None:
        text = " ".join("".join(self._text or ()).split())
        self._text = None
        if self._problem is None:
            if tag == "comment" and text:
                self._section = text
        elif tag == "p":
            self._problem["premises"] = (*self._problem["premises"], text)  # type: ignore[misc]
        elif tag == "problem":
            self._done.append((self._at[0], _record(self._at[1], self._problem)))
            self._problem = None
        elif tag in NAMES:
            self._problem[NAMES[tag]] = text


NAMES = {"h": "hypothesis", "q": "question", "note": "note"}


def _record(line: int, problem: dict[str, object]) -> Item:
    premises = problem["premises"]
    assert isinstance(premises, tuple)
    if not premises or "hypothesis" not in problem:
        missing = "p" if not premises else "h"
        return Unreadable(line, f"problem {problem['id']} has no element {missing}")
    return RawRecord(line, {**problem, "premise": " ".join(premises)})
