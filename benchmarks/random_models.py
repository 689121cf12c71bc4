"""How fast truth in random models is: batches of bit-sliced models against one model at a time.

    python benchmarks/random_models.py [models] [elements]

Non-entailment is shown by a countermodel, and most are found by trying random ones, so this rate
bounds how fast neutral pairs can be found. The sentence has three nested relative clauses with counting quantifiers:
"most dogs who chase exactly 2 cats who like at most 2 boys who saw most girls ran".
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

import numpy as np

from provenli.logic.batch import ModelBatch, pick, random_batch, signature_of, truth
from provenli.logic.formulas import And, Formula, Pred, Quant, Var
from provenli.logic.quantifiers import MOST, Quantifier, at_most, exactly
from provenli.logic.truth import holds

SECONDS = 1.0


def relative(noun: str, var: str, verb: str, quantifier: Quantifier, other: str, inner: Formula) -> Formula:
    """`noun` who `verb` `quantifier` of the others that are `inner`."""
    x, y = Var(var), Var(other)
    return And((Pred(noun, (x,)), Quant(quantifier, y, inner, Pred(verb, (x, y)))))


def sentence() -> Formula:
    boys = relative("boy", "z", "saw", MOST, "w", Pred("girl", (Var("w"),)))
    cats = relative("cat", "y", "like", at_most(2), "z", boys)
    dogs = relative("dog", "x", "chase", exactly(2), "y", cats)
    return Quant(MOST, Var("x"), dogs, Pred("ran", (Var("x"),)))


def rate(work: Callable[[], int]) -> float:
    """Evaluations a second; `work` says how many it did. The first call warms up."""
    work()
    done, start = 0, time.perf_counter()
    while (spent := time.perf_counter() - start) < SECONDS:
        done += work()
    return done / spent


def batch_work(f: Formula, batch: ModelBatch) -> Callable[[], int]:
    def work() -> int:
        truth(f, batch)
        return batch.models

    return work


def plain_work(f: Formula, batch: ModelBatch) -> Callable[[], int]:
    models = [pick(batch, k) for k in range(min(batch.models, 20))]

    def work() -> int:
        for model in models:
            holds(f, model)
        return len(models)

    return work


def main(models: int = 4096, elements: int = 7) -> None:
    f = sentence()
    words = signature_of([f])
    rng = np.random.default_rng(0)
    batch = random_batch(rng, words, elements, models)

    def draw() -> int:
        return random_batch(rng, words, elements, models).models

    def fresh() -> int:
        truth(f, random_batch(rng, words, elements, models))
        return models

    fast, slow = rate(batch_work(f, batch)), rate(plain_work(f, batch))
    print(f"{models} models of {elements} elements, depth 3")
    print(f"batch evaluation      {fast:14,.0f} evaluations/s")
    print(f"one model at a time   {slow:14,.0f} evaluations/s")
    print(f"ratio                 {fast / slow:14,.0f}")
    print(f"drawing models        {rate(draw):14,.0f} models/s")
    print(f"drawing and evaluating{rate(fresh):14,.0f} evaluations/s")


if __name__ == "__main__":
    main(*(int(a) for a in sys.argv[1:]))
