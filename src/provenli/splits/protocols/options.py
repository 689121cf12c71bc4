"""Options that several protocols have, and sizes made from them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from provenli.errors import InputError
from provenli.pairs.making import Option, whole
from provenli.splits.protocol import Size

MOST = 10**9
TRAIN_SIZE = Option("train-size", None, whole(1, MOST), "rows of train", "the paper's, or all there are")
DEV_SIZE = Option("dev-size", None, whole(1, MOST), "rows of dev", "see docs/splits.md")
TEST_SIZE = Option("test-size", None, whole(1, MOST), "rows of each test part", "the paper's, where there are enough")
SIZES = (TRAIN_SIZE, DEV_SIZE, TEST_SIZE)


def size(asked: int | None, rows: int | None = None, share: float | None = None) -> Size:
    """What the user asked for, exactly; otherwise at most the paper's number and this share."""
    return Size(rows, share) if asked is None else Size(asked, exact=True)


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



def slug(value: Any) -> str:
    """A text as part of a file name."""
    return "-".join(str(value).replace("/", "-").split())
