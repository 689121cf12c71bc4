"""Small files in a published layout, with labels that are known to be right or wrong."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from provenli.cli.main import main

Pair = tuple[str, str, str | None]

BAT = ("Some quadruped inspected each black bat.", "Some quadruped did not inspect a black bat.", "contradiction")
"""Richardson et al. 2020's own rules call this a contradiction; two quadrupeds make both sentences true."""
PAIRS: tuple[Pair, ...] = (
    BAT,
    ("Every dog ran.", "Some dog ran.", "neutral"),
    ("Every cat moved.", "Some cat moved.", "neutral"),
    ("Every dog ran.", "Every poodle ran.", "entailment"),
    ("Every dog ran.", "Every animal ran.", "entailment"),
    ("No dog ran.", "Some poodle ran.", "contradiction"),
    ("Ran dog every.", "Some poodle ran.", "neutral"),
    ("Most cats danced.", "Some cats did not dance.", "contradiction"),
    ("Each dog saw a cat.", "A cat was happy.", None),
    ("Exactly 2 black horses ran.", "Exactly 5 black horses ran.", "neutral"),
    ("Every dog saw some cat.", "Some cat scratched every dog.", "entailment"),
    ("All rabbits saw some cat.", "Every rabbit saw some cat.", "entailment"),
    ("Every dog who saw a cat who danced ran.", "Every dog who saw a cat ran.", "neutral"),
    ("The dog ran.", "Exactly 1 dog ran.", "contradiction"),
    ("Some dog slept and slept.", "Some dog slept.", "entailment"),
)
IMPOSSIBLE: Pair = ("At least 3 dogs who slept ran.", "Some dog ran.", "entailment")
"""Sleeping excludes running: no situation makes the premise true."""


def write_pairs(path: Path, pairs: Iterable[Pair] = PAIRS) -> Path:
    lines = [
        {"pairID": f"p{k}", "sentence1": p, "sentence2": h, "gold_label": "-" if label is None else label}
        for k, (p, h, label) in enumerate(pairs, 1)
    ]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def command(*words: str | Path) -> int:
    with pytest.raises(SystemExit) as stop:
        main(["audit", *map(str, words)])
    assert isinstance(stop.value.code, int)
    return stop.value.code


def lines_of(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
