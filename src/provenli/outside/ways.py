"""The ways to ask a model: classifier, likelihood, chat. Whatever can answer questions is a `Way`."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeAlias

from provenli.errors import InputError
from provenli.outside.asked_rows import AskedRow
from provenli.prompts import Prompt
from provenli.replies import answer_of

How: TypeAlias = Literal["classifier", "likelihood", "chat"]
HOWS: tuple[How, ...] = ("classifier", "likelihood", "chat")
LEAST = -1e4
"""Stands for minus infinity, which JSON lacks."""


@dataclass(frozen=True, slots=True)
class Sampling:
    """`max_tokens` None: 16, or 512 where a prompt lets the model reason."""

    temperature: float = 0.0
    max_tokens: int | None = None

    def room(self, prompt: Prompt) -> int:
        return self.max_tokens or (512 if prompt.reasoning else 16)


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """One row with one prompt, for one model."""

    row: AskedRow
    prompt: Prompt

    @property
    def text(self) -> str:
        return self.prompt.filled(self.row.premise, self.row.hypothesis)

    def key(self, asked: Sequence[object]) -> str:
        """`asked`: the model, the way, its settings."""
        told = [*asked, self.prompt.digest, self.row.name, self.row.premise, self.row.hypothesis]
        return hashlib.sha256(json.dumps(told).encode()).hexdigest()[:24]


@dataclass(frozen=True, slots=True)
class Reply:
    """`scores`: log-probabilities of answers (likelihood) or of labels (classifier)."""

    text: str = ""
    scores: Mapping[str, float] | None = None
    tokens_in: int | None = None
    tokens_out: int | None = None
    seconds: float = 0.0
    tries: int = 1

    def to_json(self) -> dict[str, Any]:
        scores = None if self.scores is None else {word: max(LEAST, value) for word, value in self.scores.items()}
        return {
            "reply": self.text,
            "scores": scores,
            "tokens_in": self.tokens_in,
            "tokens_out": self.tokens_out,
            "seconds": round(self.seconds, 4),
            "tries": self.tries,
        }


class Way(Protocol):
    """Answers come in any order, each as soon as it arrives."""

    @property
    def how(self) -> How: ...

    def ask(self, questions: Sequence[AskedQuestion]) -> Iterator[tuple[AskedQuestion, Reply]]: ...


def label_of(how: How, prompt: Prompt, record: Mapping[str, Any]) -> tuple[str | None, dict[str, float] | None]:
    """The label that a recorded reply gives, with the labels' probabilities where there are some; None: no answer."""
    if how == "chat":
        word = answer_of(record["reply"], tuple(prompt.answers), prompt.reasoning)
        return (None if word is None else prompt.answers[word]), None
    scores: Mapping[str, float] = record["scores"]
    if not scores or max(scores.values()) <= LEAST:
        return None, None
    best = max(scores, key=lambda word: scores[word])
    shares = _shares(scores, prompt.answers if how == "likelihood" else {label: label for label in scores})
    return (prompt.answers[best] if how == "likelihood" else best), shares


def _shares(scores: Mapping[str, float], means: Mapping[str, str]) -> dict[str, float]:
    top = max(scores.values())
    weights = {word: math.exp(value - top) for word, value in scores.items()}
    total = sum(weights.values())
    found: dict[str, float] = {}
    for word, weight in weights.items():
        found[means[word]] = found.get(means[word], 0.0) + weight / total
    return {label: round(share, 6) for label, share in found.items()}


def check_fits(how: How, prompt: Prompt) -> None:
    if how == "likelihood" and prompt.reasoning:
        raise InputError(f"--prompt {prompt.name} lets the model reason, --how likelihood does not: take --how chat")
