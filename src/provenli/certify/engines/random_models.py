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
from provenli.logic.batch import Evaluation, ModelBatch, Signature, Words, indices, pick, random_batch, signature_of
from provenli.logic.formulas import TRUE, Formula
from provenli.logic.models import FiniteModel
from provenli.logic.theory import Theory

SIZES = ((2, 256), (4, 2048), (6, 8192))
"""How many elements, and how many models of that size."""
ENOUGH, TELLING = 4, 16
"""A batch with models of this many elements, and this many of them, tells: if all agree about the question, that is no
accident."""
LOOKED_AT = 8
"""Hits among which the emptiest is chosen."""
MOST_KNOWN = 2048
"""Formulas whose truth in a batch is remembered, a kilobyte each in the largest."""
SEED = 2020


@dataclass(frozen=True, slots=True)
class RandomModels:
    name: str = "random models"

    def missing(self) -> str | None:
        return None

    def ask(self, question: Question, seconds: float) -> Outcome:  # noqa: ARG002  it always takes milliseconds
        found, _ = split(question.facts, TRUE, question.theory)
        return GaveUp(self.name, "no model among the random ones") if found is None else Found(self.name, found)


def split(facts: Sequence[Formula], f: Formula, theory: Theory) -> tuple[FiniteModel | None, FiniteModel | None]:
    """A model of the facts in which `f` is true, and one in which it is false, as far as random models have some."""
    words = signature_of((*facts, f), theory)
    found: list[FiniteModel | None] = [None, None]
    for size, models in SIZES:
        sample = sample_of(words, size, models, theory)
        batch = sample.batch
        if not batch.models:
            continue
        evaluation = Evaluation(batch)
        true = sample.truth_of_all(facts, evaluation)
        if not true.any():
            continue
        with_f = sample.truth(f, evaluation)
        for k, hits in enumerate((true & with_f, true & ~with_f)):
            if found[k] is None and hits.any():
                found[k] = emptiest(batch, hits)
        if None not in found or f == TRUE or (size >= ENOUGH and len(indices(true, batch)) >= TELLING):
            break
    return found[0], found[1]


@dataclass(frozen=True, slots=True)
class Sample:
    """A batch, and which sentences are known to be true in it: plans ask about the same few hundred sentences again and
    again."""

    batch: ModelBatch
    known: dict[Formula, Words]

    def truth(self, f: Formula, evaluation: Evaluation) -> Words:
        if f not in self.known:
            if len(self.known) >= MOST_KNOWN:
                self.known.clear()
            self.known[f] = evaluation.truth(f)
        return self.known[f]

    def truth_of_all(self, facts: Sequence[Formula], evaluation: Evaluation) -> Words:
        """Stops as soon as one fact leaves no model."""
        true = self.batch.mask()
        for f in facts:
            true = true & self.truth(f, evaluation)
            if not true.any():
                break
        return true


@lru_cache(maxsize=16)
def sample_of(words: Signature, size: int, models: int, theory: Theory) -> Sample:
    """Batches depend only on the vocabulary, so neighbouring questions share theirs."""
    return Sample(random_batch(np.random.default_rng(SEED), words, size, models, theory), {})


def emptiest(batch: ModelBatch, hits: Words) -> FiniteModel:
    """The first of the emptiest models. Facts are counted in the batch, since taking a model out of it costs more."""
    looked_at = np.array(indices(hits, batch)[:LOOKED_AT])
    words, shifts = looked_at // 64, (looked_at % 64).astype(np.uint64)
    facts = np.zeros(len(looked_at), dtype=np.int64)
    for relation in batch.relations.values():
        bits = relation[..., words] >> shifts & np.uint64(1)
        facts += bits.reshape(-1, len(looked_at)).sum(axis=0).astype(np.int64)
    return pick(batch, int(looked_at[facts.argmin()]))
