"""The encoder column of every study: a small pretrained encoder, and one of the same shape that was never trained.

On two cores an encoder is fine-tuned on 4,000 pairs at most a cell, and asked about a sample. The encoder that comes as
a package (six layers, `library/models/transformer.py`) was trained on NLI pairs, among others; a column of it says what
such pretraining gives, the other what the shape alone gives.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from provenli.studies.recipes import Parts, Training, Words
from provenli.studies.study import Ask

NARROW_TENSORS = (
    ("batch", "64"),
    ("l2", "0.0001"),
    ("tensor_start", "0.5"),
    ("tensor_step", "0"),
    ("decay", "no"),
    ("judged_every", "0"),
)
"""CompTreeNTN where it is narrow: what was best 25 wide. The model's own settings are for its full width."""
PAIRS, ASKED = 4_000, 1_000
PRETRAINED, NOT_PRETRAINED = "transformer", "not-pretrained"
PRESETS: Mapping[str, str] = {PRETRAINED: "default", NOT_PRETRAINED: "not-pretrained"}
"""Presets by the name that a cell uses."""
LABELS: Mapping[str, str] = {PRETRAINED: "MiniLM", NOT_PRETRAINED: "the same, not pretrained"}
SAID = (
    f"The encoder is a six-layer MiniLM, fine-tuned on at most {PAIRS:,} pairs a cell; it saw NLI pairs in its "
    "training. Beside it stands a transformer of the same shape with random weights at the start."
)
OTHER_MODEL = "the paper's encoder is BERT; ours is a smaller one, which was pretrained on NLI pairs among others"


def tuned(kind: str, parts: Parts, settings: Words, most: int | None) -> Training:
    return Training("transformer", parts, PRESETS[kind], settings, most=most)


def sampled(asks: Iterable[Ask], most: int | None) -> tuple[Ask, ...]:
    return tuple(a if most is None else replace(a, most=min(most, a.most or most)) for a in asks)
