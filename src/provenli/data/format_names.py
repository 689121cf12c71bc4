"""The names of the formats, apart from the formats: the command line lists them without loading numpy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from provenli.arguments import names_of
from provenli.errors import InputError, suggestion

PLAIN: Final = ("jsonl", "parquet", "snli", "mnli", "hf")
TASKS: Final = ("lm-eval", "inspect", "reasoning-gym", "verifiers")
"""Directories for other people's tools."""
NAMES: Final = (*PLAIN, *TASKS)
"""The first is always written: it is what `verify` reads."""


OTHERS: Final = {"huggingface": "hf", "datasets": "hf", "json": "jsonl", "lm-evaluation-harness": "lm-eval"}
"""What else people call them."""


def read_formats(asked: str | Sequence[str]) -> tuple[str, ...]:
    """Read `parquet,hf`, or a list of names. They come back in the order of NAMES, the first always among them."""
    words = asked.split(",") if isinstance(asked, str) else names_of("format", asked)
    names = [w.strip() for w in words if w.strip()]
    for name in names:
        if name not in NAMES:
            near = OTHERS.get(name.casefold())
            meant = f"did you mean {near!r}?" if near else suggestion(name, NAMES)
            raise InputError(f"--format: no format {name!r}; {meant}")
    return tuple(n for n in NAMES if n == NAMES[0] or n in names)
