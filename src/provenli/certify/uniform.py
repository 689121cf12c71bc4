"""One certificate for many quantifiers.

The quantifiers of Yanaka et al. 2020 compare |A ∩ B| with a number: at least t (some: t = 1, a few: t unknown), or at
most t (no: t = 0, few: t unknown). A problem in which each quantifier has a threshold of its own stands for all of
them:

- a proof holds whatever the thresholds are, since the kernel treats them as unknown numbers;
- a model in which every upward threshold is 1 and every downward one 0 stands for a model for any thresholds: put k
  copies in the place of each element, k larger than all of them. Nothing in the formulas tells copies apart (no names,
  no equality), so every count is a multiple of k: 0, or at least k. Then `at least t` is true just where `some` is,
  and `at most t` just where `no` is.

The witness of a proof shows that the premises can be true. It may do so with other thresholds (at least 0 is true of
nothing), and would then show it of no quantifier. So it must be true with the least thresholds too; where an engine's
witness is not, `engines/sat_models.py` looks for another when the data set is made.

So the kernel's check of the verdict and `stands_for_all` together prove the label for every choice of quantifiers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from provenli.certify.certificates import Countermodels, Problem, Proved, Verdict, situate
from provenli.certify.kernel import check_model
from provenli.errors import Refused
from provenli.logic.formulas import And, Formula, Implies, Not, Or, Pred, Quant, Var, subformulas, terms_of
from provenli.logic.models import FiniteModel
from provenli.logic.quantifiers import NO, SOME, Inequality, Quantifier

UP, DOWN = 0, 1


def upward(threshold: str) -> Quantifier:
    return Quantifier(f"at least {threshold}", (Inequality(-1, 0, 0, threshold, 1),))


def downward(threshold: str) -> Quantifier:
    return Quantifier(f"at most {threshold}", (Inequality(1, 0, 0, threshold, -1),))


def covers(q: Quantifier, kind: int) -> bool:
    """Whether q is `at least t` with t >= 1, or `at most t` with t >= 0; an unknown threshold counts as some such t."""
    match q.inequalities:
        case (Inequality(-1, 0, limit, threshold, weight),) if kind == UP:
            return (limit <= -1 and not threshold) or (limit == 0 and threshold != "" and weight == 1)
        case (Inequality(1, 0, limit, threshold, weight),) if kind == DOWN:
            return (limit >= 0 and not threshold) or (limit == 0 and threshold != "" and weight == -1)
    return False


def stands_for_all(problem: Problem, verdict: Verdict, kinds: Mapping[str, int]) -> None:
    """Refused unless the verdict's evidence is good for any thresholds; `kinds` says which way each threshold works."""
    for f in (*problem.premises, problem.hypothesis):
        if not all(_plain(g, kinds) for g in subformulas(f)):
            raise Refused("a formula tells copies of an element apart, or counts in another way")
    if problem.theory.axioms:
        raise Refused("a theory with axioms may tell copies of an element apart")
    match verdict.certificate:
        case Proved(_, witness):  # for the proof nothing is assumed of the thresholds
            _carries_over(problem, verdict, witness, kinds)
        case Countermodels(one, other):
            for model in (one, other):
                _least(model, kinds)
        case _:
            raise Refused("neither a proof nor a pair of models")


def _carries_over(problem: Problem, verdict: Verdict, witness: FiniteModel, kinds: Mapping[str, int]) -> None:
    """The witness with the least thresholds in place of its own: it may still be a witness with them."""
    s = situate(problem)
    facts = s.with_hypothesis() if verdict.label == "entailment" else s.premises
    try:
        check_model(replace(witness, thresholds=least_thresholds(kinds)), facts, s.theory)
    except Refused as error:
        raise Refused(f"the witness is one for other thresholds only ({error})") from None


def least_thresholds(kinds: Mapping[str, int]) -> dict[str, int]:
    return {t: 1 if kind == UP else 0 for t, kind in kinds.items()}


def _least(model: FiniteModel, kinds: Mapping[str, int]) -> None:
    if dict(model.thresholds) != least_thresholds(kinds) or model.names:
        raise Refused("the model is not one whose elements can be multiplied")


def _plain(f: Formula, kinds: Mapping[str, int]) -> bool:
    """Some, no, and thresholds that work the way they are said to; a fixed number could tell copies apart."""
    match f:
        case Quant(q):
            given = {(upward if kind == UP else downward)(t).inequalities for t, kind in kinds.items()}
            return q.inequalities in (SOME.inequalities, NO.inequalities, *given)
        case Pred() | And() | Or() | Not() | Implies():
            return all(isinstance(t, Var) for t in terms_of(f))
    return False
