"""Labels by name, and the folding of three labels into two.

Labels are never numbers here: which number means which label differs from data set to data set and from model to model,
and a wrong order goes unnoticed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from provenli.errors import InputError, suggestion

ENTAILMENT, NEUTRAL, CONTRADICTION, NOT = "entailment", "neutral", "contradiction", "non-entailment"
ABSTAINED = "abstained"
"""The answer of a learner that does not know: never a gold label, so always wrong."""
THREE = (ENTAILMENT, NEUTRAL, CONTRADICTION)
TWO = (ENTAILMENT, NOT)
LABELS = (*THREE, NOT)
"""The labels of pairs, in the usual order."""
KNOWN = (*LABELS, ABSTAINED)
SPELLINGS = {"non_entailment": NOT, "not_entailment": NOT, "not-entailment": NOT, "nonentailment": NOT}
NO_LABEL = ("", "-", "hidden")
"""Gold labels in published files that stand for none: annotators did not agree, or the label is withheld."""


def label_named(text: str, own: Sequence[str]) -> str | None:
    """The label that a text names: one of the user's own, exactly or by its number in their order, or else a known one
    in any usual spelling; None if there is none."""
    if own:
        return text if text in own else _numbered(text, own)
    plain = text.strip().lower()
    plain = SPELLINGS.get(plain, plain)
    return plain if plain in KNOWN else None


def _numbered(text: str, own: Sequence[str]) -> str | None:
    number = int(text) if text.strip().isdecimal() and len(text) < 4 else len(own)
    return own[number] if number < len(own) else None


def unknown_label(text: str, own: Sequence[str]) -> str:
    """Why a text names no label."""
    if text.strip().lstrip("-").isdigit():
        return f"expected a label by name, found the number {text!r}: write names, since numbers differ between models"
    return f"unknown label {text!r}; {suggestion(text, own or LABELS)}"


def ordered(labels: Iterable[str]) -> tuple[str, ...]:
    """Known labels in their usual order, the user's own after them in alphabetical order."""
    given = set(labels)
    return (*(k for k in KNOWN if k in given), *sorted(given.difference(KNOWN)))


def folded(label: str, two_way: bool = True) -> str:
    """Neutral and contradiction are non-entailment; doing it twice changes nothing."""
    return NOT if two_way and label in (NEUTRAL, CONTRADICTION) else label


def folded_into(label: str, labels: Sequence[str]) -> str:
    """A decided label in a label set: if the set is two-way, everything except entailment is non-entailment."""
    return label if label in labels else NOT


def must_fold(gold: Iterable[str], predicted: Iterable[str], name: str) -> bool:
    """Whether predictions have to be folded because gold labels are two-way; labels that cannot be compared are
    refused."""
    kinds, answers = set(gold), set(predicted)
    if NOT in kinds and kinds & {NEUTRAL, CONTRADICTION}:
        raise InputError(f"{name}: gold labels are two-way in some rows and three-way in others; --two-way folds them")
    if NOT in answers and kinds & {NEUTRAL, CONTRADICTION}:
        raise InputError(f"{name}: gold labels are three-way, predictions say {NOT!r}; --two-way folds both")
    return NOT in kinds and bool(answers & {NEUTRAL, CONTRADICTION})
