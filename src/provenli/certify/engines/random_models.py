"""The quickest way to a countermodel: thousands of random models, evaluated together.

One pass answers two questions at once: where the facts and a further formula are true, and where the facts are true and
that formula is false. Sizes grow, and the emptiest of the first hits is kept, so that what is shown stays small.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from provenli.certify.engines.protocol import Found, GaveUp, Outcome, Question
from provenli.logic.batch import ModelBatch, Vocabulary, Words, indices, pick, random_batch, truth, vocabulary
from provenli.logic.formulas import TRUE, Formula, conj
from provenli.logic.models import Model
from provenli.logic.theory import Theory

SIZES = ((2, 256), (4, 2048), (6, 8192))
"""How many elements, and how many models of that size."""
LOOKED_AT = 8
"""Hits among which the emptiest is chosen."""
SEED = 2020


@dataclass(frozen=True, slots=True)
class RandomModels:
    name: str = "random models"

    def missing(self) -> str | None:
        return None

    def ask(self, question: Question, seconds: float) -> Outcome:  # noqa: ARG002  it always takes milliseconds
        found, _ = split(question.facts, TRUE, question.theory)
        return GaveUp(self.name, "no model among the random ones") if found is None else Found(self.name, found)


def split(facts: Sequence[Formula], f: Formula, theory: Theory) -> tuple[Model | None, Model | None]:
    """A model of the facts with `f`, and one without, as far as chance finds them."""
    words = vocabulary((*facts, f), theory)
    found: list[Model | None] = [None, None]
    for size, models in SIZES:
        batch = batch_of(words, size, models, theory)
        if not batch.models:
            continue
        true = truth(conj(*facts), batch)
        if not true.any():
            continue
        with_f = truth(f, batch)
        for k, hits in enumerate((true & with_f, true & ~with_f)):
            if found[k] is None and hits.any():
                found[k] = emptiest(batch, hits)
        if None not in found or f == TRUE:
            break
    return found[0], found[1]


@lru_cache(maxsize=16)
def batch_of(words: Vocabulary, size: int, models: int, theory: Theory) -> ModelBatch:
    """Batches depend on the vocabulary only, and neighbouring questions share theirs."""
    return random_batch(np.random.default_rng(SEED), words, size, models, theory)


def emptiest(batch: ModelBatch, hits: Words) -> Model:
    candidates = (pick(batch, k) for k in indices(hits, batch)[:LOOKED_AT])
    return min(candidates, key=lambda m: m.facts())

