"""Models made smaller and more even, for people: elements and facts that nothing depends on are dropped, and elements
of one kind do the same to the same wherever the facts allow it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, permutations

from provenli.certify.certificates import Countermodels, Problem, Proved, Verdict, situate
from provenli.logic.formulas import Formula, predicates
from provenli.logic.models import FiniteModel, Tuples, fact_count, without_element
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


# --- even models ---

# A search gives each poodle some bulldogs or other that stared at it, and each cat a smell of its own. Where *four
# bulldogs stared at all poodles* and one smell make the same sentences true, a reader takes that in at a glance.

MOST_TRIALS = 300
"""Each trial costs an evaluation."""
Ends = tuple[tuple[str, frozenset[int]], ...]


def evened(model: FiniteModel, facts: Sequence[Formula], theory: Theory) -> FiniteModel:
    """The model with as few elements as possible that differ from others of their kind in what they do, or in what is
    done to them."""
    asked, trials = list(facts), 0
    for changed in (_merged, _alike):
        again = True
        while again:
            again = False
            for other in changed(model):
                if _unevenness(other) >= _unevenness(model):
                    continue
                trials += 1
                if trials > MOST_TRIALS:
                    return model
                if _still_true(other, asked, theory):
                    model, again = other, True
                    break
    return model


def _unevenness(model: FiniteModel) -> tuple[int, int]:
    """How many elements there are, and how many sentences it takes to tell who does what to whom: one for each set of
    those whom somebody reaches or by whom somebody is reached."""
    ends = {x for e in range(model.size) for place in (0, 1) for x in ((place, *y) for y in _ends(model, e, place))}
    return model.size, len(ends)


def _ends(model: FiniteModel, element: int, place: int) -> Ends:
    """Whom the element reaches by each relation (place 0), or who reaches it (place 1)."""
    reached = (
        (n, frozenset(t[1 - place] for t in r if len(t) == 2 and t[place] == element))
        for n, r in model.relations.items()
    )
    return tuple((n, others) for n, others in reached if others)


def _kind(model: FiniteModel, e: int) -> frozenset[str]:
    return frozenset(n for n, r in model.relations.items() if (e,) in r)


def _merged(model: FiniteModel) -> Iterator[FiniteModel]:
    """Models in which one element stands for two of its kind, unless it would then do something to itself."""
    named = set(model.names.values())
    met = {frozenset(t) for r in model.relations.values() for t in r if len(t) == 2}
    for keep, e in combinations(range(model.size), 2):
        apart = e not in named and not model.degrees and {keep, e} not in met
        if apart and _kind(model, keep) == _kind(model, e):
            moved = {
                n: frozenset(tuple(keep if x == e else x for x in t) for t in r) for n, r in model.relations.items()
            }
            yield without_element(replace(model, relations=moved), e)


def _alike(model: FiniteModel) -> Iterator[FiniteModel]:
    """Models in which elements do what another of their kind does, or have done to them what the other has. Those that
    are alike so far change together."""
    for place in (0, 1):
        blocks: dict[tuple[frozenset[str], Ends], list[int]] = {}
        for e in range(model.size):
            blocks.setdefault((_kind(model, e), _ends(model, e, place)), []).append(e)
        for (one, those), (other, like) in permutations(blocks.items(), 2):
            if one[0] == other[0]:
                yield _with_ends_of(model, those, like[0], place)


def _with_ends_of(model: FiniteModel, those: Iterable[int], like: int, place: int) -> FiniteModel:
    for e in those:
        swapped = {e: like, like: e}

        def changed(tuples: Tuples, e: int = e, swapped: dict[int, int] = swapped) -> Tuples:
            kept = {t for t in tuples if len(t) != 2 or t[place] != e}
            ends = {swapped.get(t[1 - place], t[1 - place]) for t in tuples if len(t) == 2 and t[place] == like}
            return frozenset(kept | {(e, x) if place == 0 else (x, e) for x in ends})

        model = replace(model, relations={n: changed(r) for n, r in model.relations.items()})
    return model
