"""Models made smaller, for people: elements and facts that nothing depends on are dropped."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from provenli.certify.certificates import Countermodels, Problem, Proved, Verdict, situate
from provenli.logic.formulas import Formula, predicates
from provenli.logic.models import FiniteModel, fact_count, without_element
from provenli.logic.theory import Theory
from provenli.logic.truth import broken_clause, holds

MOST_ELEMENTS, MOST_FACTS = 16, 600
"""Nobody looks at larger models, and each fact dropped costs an evaluation."""


def tidy(problem: Problem, verdict: Verdict) -> Verdict:
    """The same verdict with models as small as dropping alone makes them; still evidence, as the kernel can see."""
    s = situate(problem)
    match verdict.certificate:
        case Countermodels(yes, no):
            models = Countermodels(
                smaller(yes, s.with_hypothesis(), s.theory), smaller(no, s.without_hypothesis(), s.theory)
            )
            return replace(verdict, certificate=models)
        case Proved(proof, witness):
            facts = s.with_hypothesis() if verdict.label == "entailment" else s.premises
            return replace(verdict, certificate=Proved(proof, smaller(witness, facts, s.theory)))
        case _:
            return verdict


def smaller(model: FiniteModel, facts: Sequence[Formula], theory: Theory) -> FiniteModel:
    less = without_idle_facts(without_idlers(model, facts, theory), facts, theory)
    return without_idlers(less, facts, theory)


def in_order(model: FiniteModel) -> FiniteModel:
    """The same model with similar elements side by side: the dogs that ran, then those that did not. What is true of an
    element by itself counts first, then what it does to whom; otherwise elements stay in their order."""
    kinds = [tuple(sorted(n for n, r in model.relations.items() if (e,) in r)) for e in range(model.size)]
    doing = [
        tuple(
            sorted(
                (n, e == t[0], kinds[t[1] if e == t[0] else t[0]])
                for n, r in model.relations.items()
                for t in r
                if len(t) == 2 and e in t
            )
        )
        for e in range(model.size)
    ]
    first = {key: e for e, key in reversed(list(enumerate(kinds)))}
    then = {key: e for e, key in reversed(list(enumerate(zip(kinds, doing, strict=True))))}
    order = sorted(range(model.size), key=lambda e: (first[kinds[e]], then[kinds[e], doing[e]], e))
    place = {e: k for k, e in enumerate(order)}
    return FiniteModel(
        model.size,
        {n: frozenset(tuple(place[e] for e in t) for t in r) for n, r in model.relations.items()},
        {n: place[e] for n, e in model.names.items()},
        {s: tuple(d[e] for e in order) for s, d in model.degrees.items()},
        model.thresholds,
    )


def true_in(model: FiniteModel, facts: Sequence[Formula], theory: Theory) -> bool:
    return broken_clause(theory, model) is None and all(holds(f, model) for f in facts)


def _still_true(model: FiniteModel, facts: list[Formula], theory: Theory) -> bool:
    """Like `true_in`, but the formula that was false last is asked first: mostly it is false again."""
    if broken_clause(theory, model) is not None:
        return False
    for k, f in enumerate(facts):
        if not holds(f, model):
            facts.insert(0, facts.pop(k))
            return False
    return True


def without_idlers(model: FiniteModel, facts: Sequence[Formula], theory: Theory) -> FiniteModel:
    """The model without elements that the facts do not need."""
    if model.size > MOST_ELEMENTS:
        return model
    asked = list(facts)
    for element in reversed(range(model.size)):
        if model.size > 1 and element not in model.names.values():
            less = without_element(model, element)
            if _still_true(less, asked, theory):
                model = less
    return model


def without_idle_facts(model: FiniteModel, facts: Sequence[Formula], theory: Theory) -> FiniteModel:
    """The model in which as little as possible holds of anything. Hypernyms go once the words below them are gone."""
    changed = fact_count(model) <= MOST_FACTS
    about = {name: _about(name, facts, theory) for name in model.relations}
    while changed:
        changed = False
        for name, tuples in model.relations.items():
            for t in sorted(tuples):
                less = replace(model, relations={**model.relations, name: model.relations[name] - {t}})
                if _still_true(less, *about[name]):
                    model, changed = less, True
    return model


def _about(name: str, facts: Sequence[Formula], theory: Theory) -> tuple[list[Formula], Theory]:
    """All formulas that a change of this relation can make false."""
    said = [f for f in facts if any(n == name for n, _ in predicates(f))]
    return said, Theory(tuple(c for c in theory.clauses if name in c.body or name in c.head))
