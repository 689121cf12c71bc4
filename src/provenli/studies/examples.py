"""Some predictions of a test, right and wrong, with the polarity of the words where the fragment's grammar gives it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from provenli.data.manifest import NAME as MANIFEST
from provenli.errors import SentenceError
from provenli.fairness.fair import FragmentOf, places
from provenli.grammar.arrows import with_arrows
from provenli.models.examples import Examples
from provenli.pairs.fragment import Fragment

SHOWN = 3
"""Right and wrong predictions of each test that are kept with their sentences."""
NO_BREAK = "\N{NO-BREAK SPACE}"


def some(values: Sequence[Mapping[str, Any]], examples: Examples, fragments: Sequence[Fragment]) -> dict[str, Any]:
    """The first predictions that are right, and those that are wrong, one of each schema."""
    return {
        name: [_shown(values[k], examples, k, fragments) for k in _first(values, right)]
        for name, right in (("right", True), ("wrong", False))
    }


def _first(values: Sequence[Mapping[str, Any]], right: bool) -> list[int]:
    found: dict[str, int] = {}
    for k, v in enumerate(values):
        if (v["label"] == v["gold"]) == right and len(found) < SHOWN:
            found.setdefault(v["schema"], k)
    return list(found.values())


def _shown(value: Mapping[str, Any], examples: Examples, k: int, fragments: Sequence[Fragment]) -> dict[str, Any]:
    told = {name: value[name] for name in ("id", "gold", "label", "probabilities")}
    texts = {"premise": examples.premises[k], "hypothesis": examples.hypotheses[k]}
    return {name: marked(text, fragments) for name, text in texts.items()} | told


def fragments_of(directory: Path, fragment_of: FragmentOf) -> tuple[Fragment, ...]:
    """Whose sentences the files of a directory have; none if they come from elsewhere."""
    if not (directory / MANIFEST).is_file():
        return ()
    return tuple(o.subject.fragment for o in places(directory, fragment_of)[0].origins.values())


def marked(text: str, fragments: Sequence[Fragment]) -> str:
    """With arrows, if some fragment reads the text and all its readings agree on them; otherwise as it is."""
    for fragment in fragments:
        try:
            found = {with_arrows(d, fragment.reading, NO_BREAK) for d in fragment.read(text)}
        except SentenceError:
            continue
        return found.pop() if len(found) == 1 else text
    return text
