"""Truth in thousands of models at once: 64 models to a word, one bit each.

Connectives are word operations. Counting adds bits in carry-save fashion into binary digits ("planes"), again one bit a
model, so `exactly 2`, `most` and every linear bound are exact. The single-model evaluator (truth.py) stays the judge:
a model picked from a batch is an ordinary FiniteModel.

Axes: an array has one axis of n elements per place of a relation (or per free variable of a formula), and words last.
Words last makes the slice that belongs to one element contiguous, which is what counting loops over.
"""

from provenli.logic.batch.evaluation import Evaluation, all_models, count_true, random_batch, truth
from provenli.logic.batch.models import ModelBatch, Signature, Words, indices, pick, select, signature_of

__all__ = [
    "Evaluation",
    "ModelBatch",
    "Signature",
    "Words",
    "all_models",
    "count_true",
    "indices",
    "pick",
    "random_batch",
    "select",
    "signature_of",
    "truth",
]
