"""Options that several protocols have, and sizes made from them."""

from __future__ import annotations

from typing import Any

from provenli.options import Option, whole
from provenli.splits.protocol import Size

MOST = 10**9
TRAIN_SIZE = Option("train-size", None, whole(1, MOST), "rows of train", "the paper's, or all there are")
DEV_SIZE = Option("dev-size", None, whole(1, MOST), "rows of dev", "see docs/splits.md")
TEST_SIZE = Option("test-size", None, whole(1, MOST), "rows of each test part", "the paper's, where there are enough")
SIZES = (TRAIN_SIZE, DEV_SIZE, TEST_SIZE)


def size(asked: int | None, rows: int | None = None, share: float | None = None) -> Size:
    """What the user asked for, exactly; otherwise at most the paper's number and this share."""
    return Size(rows, share) if asked is None else Size(asked, exact=True)


def slug(value: Any) -> str:
    """A text as part of a file name."""
    return "-".join(str(value).replace("/", "-").split())
