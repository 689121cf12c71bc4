"""The names of the formats, apart from the formats: the command line lists them without loading numpy."""

from __future__ import annotations

from typing import Final

NAMES: Final = ("jsonl", "parquet", "snli", "mnli", "hf")
"""The first is always written: it is what `verify` reads."""
