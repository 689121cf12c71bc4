"""Whether a label rests on what only the hypothesis presupposes: the same question, with nothing granted.

An entailment or a contradiction that needs what is granted comes with a second verdict, of the problem where it is not
(`ungranted`). If that has another label, the first holds only given that there is what the hypothesis speaks of. A
neutral never rests on it: its models are models with nothing granted too.
"""

from __future__ import annotations

from dataclasses import replace

from provenli.certify.certificates import Countermodels, Problem, Proved, Verdict, situate
from provenli.errors import Refused
from provenli.logic.formulas import Formula
from provenli.logic.models import Model
from provenli.logic.truth import holds


def ungranted(problem: Problem) -> Problem:
    return replace(problem, reading=replace(problem.reading, granted=False))


def in_question(problem: Problem, label: str) -> bool:
    """Whether a second verdict is needed to know."""
    if label not in ("entailment", "contradiction"):
        return False
    return situate(problem).granted != situate(ungranted(problem)).granted


def rests_on_given(verdict: Verdict, strictly: Verdict | None) -> bool:
    return strictly is not None and strictly.label != verdict.label


def given(problem: Problem, verdict: Verdict, strictly: Verdict | None) -> tuple[Formula, ...]:
    """Of what is granted, that which is missing where the label fails: in the model of the second verdict."""
    if not rests_on_given(verdict, strictly):
        return ()
    assert strictly is not None
    model = _without(verdict.label, strictly)
    return tuple(f for f in situate(problem).granted if not holds(f, model))


def _without(label: str, strictly: Verdict) -> Model:
    """A situation with the premise, in which the hypothesis is false (true) although it is said to follow (fail)."""
    match strictly.certificate:
        case Countermodels(true, false):
            return false if label == "entailment" else true
        case Proved(_, witness) if (label, strictly.label) == ("contradiction", "entailment"):
            return witness
    raise Refused(f"{strictly.label!r} with nothing granted does not go with {label!r}")
