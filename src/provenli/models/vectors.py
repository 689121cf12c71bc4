"""Word vectors from a text file as GloVe and word2vec write them: a word and its numbers on each line."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from provenli.errors import InputError

Vectors = dict[str, NDArray[np.float32]]


def read_vectors(path: str, wanted: Collection[str], width: int, extra: int = 0) -> Vectors:
    """Of the wanted words, and of the first `extra` words of the file. word2vec's first line is passed over."""
    found: Vectors = {}
    try:
        with Path(path).open(encoding="utf-8", newline="\n") as file:
            for number, line in enumerate(file, start=1):
                parts = line.rstrip().split(" ")
                if number == 1 and len(parts) == 2 and all(p.isdigit() for p in parts):
                    _check_width(int(parts[1]), width, f"{path}, line 1")
                    continue
                word = " ".join(parts[: max(1, len(parts) - width)])  # GloVe has words with blanks in them
                _check_width(len(parts) - 1 if len(parts) <= width else width, width, f"{path}, line {number}")
                if number == 1 and len(parts) - 1 != width:
                    _check_width(len(parts) - 1, width, f"{path}, line 1")
                if word in wanted or len(found) < extra:
                    found[word] = _numbers(parts[-width:], f"{path}, line {number}")
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}; expected a file of word vectors") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{path} is not UTF-8; expected a text file of word vectors, not a binary one") from error
    return found


def _check_width(found: int, width: int, where: str) -> None:
    if found != width:
        raise InputError(f"{where}: expected a word and {width} numbers (the setting embedding), found {found} numbers")


def _numbers(parts: list[str], where: str) -> NDArray[np.float32]:
    try:
        out = np.array(parts, dtype=np.float32)
    except ValueError:
        wrong = next(p for p in parts if not _is_number(p))
        raise InputError(f"{where}: expected a number, found {wrong[:40]!r}") from None
    if not np.isfinite(out).all():
        raise InputError(f"{where}: a number is not finite")
    return out


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
