"""The shelf of prompts: text files in prompts/, by name; a user's own by its path."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from provenli.errors import UnknownName
from provenli.outside.asked_rows import AskedRows
from provenli.outside.prompts import SIDES, Prompt, load_prompt

SHELF = Path(__file__).parent / "prompts"
TWO_WAY, THREE_WAY = "two-way", "three-way"
ALL = "all"


@cache
def prompt_names() -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in SHELF.glob("*.txt")))


def prompt_named(name: str) -> Prompt:
    if name.endswith(".txt") or "/" in name:
        return load_prompt(Path(name))
    if name not in prompt_names():
        raise UnknownName("prompt", name, [*prompt_names(), ALL])
    return load_prompt(SHELF / f"{name}.txt")


def chosen_prompts(names: Sequence[str], rows: AskedRows) -> tuple[Prompt, ...]:
    """The plain one for the data's labels where none is named; `all`: every wording, order and side."""
    plain = TWO_WAY if rows.two_way else THREE_WAY
    found: dict[str, Prompt] = {}
    for name in names or (plain,):
        several = variants(plain) if name == ALL else (prompt_named(name),)
        found.update({p.name: p for p in several})
    return tuple(found.values())


def variants(start: str) -> tuple[Prompt, ...]:
    """Those that need neither examples nor room to reason."""
    named = [prompt_named(name) for name in prompt_names() if name == start or name.startswith(f"{start}-")]
    usable = [p for p in named if not p.shots and not p.reasoning]
    return tuple(sorted(usable, key=lambda p: (p.sees != SIDES, p.name)))
