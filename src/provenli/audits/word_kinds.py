"""What kinds of words a pair uses, so that situations are told as people would: a black cat that slept.

A situation that shows a label to be wrong need not be strange. Where the words allow it, it is looked for again with no
dog that is a smell, no cat that is a bulldog, and nobody who sees himself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from provenli.certify.certificates import Countermodels, Problem, Verdict, situate
from provenli.certify.engines.protocol import Found, Question
from provenli.certify.engines.sat_models import SatModels
from provenli.certify.smaller_models import tidy, true_in, without_idle_facts
from provenli.grammar import Derivation
from provenli.grammar.open_words import OpenWord
from provenli.grammar.rules import Word
from provenli.logic.formulas import Exists, Formula, Pred, Var, negate, predicates
from provenli.logic.models import FiniteModel
from provenli.logic.names import Names
from provenli.logic.theory import Clause, Theory, excludes

KINDS = {"N": "noun", "Adj": "adjective", "Colour": "adjective", "IV": "verb", "TV": "verb"}
"""By how a category begins."""
SORTS = {"anim=yes": "animal", "anim=no": "thing", "Smell": "smell", "IV": "animal"}
EFFORT, LARGEST = 300_000, 10
"""Limits of the solver, and elements: what it does not find so is told as it was found first."""
PATIENCE = 3600.0
"""Seconds; the effort ends sooner, and is counted."""


@dataclass(frozen=True, slots=True)
class WordKind:
    kind: str
    sort: str
    shown: str
    """As it stands in a sentence: 'black', 'bulldog', 'moved towards'."""


Kinds = Mapping[str, WordKind]
"""By the numbers of a schema: P1, P2 …"""


UNSAID: Kinds = {
    "have": WordKind("verb", "", "had"),
    "visit": WordKind("verb", "", "visited"),
    "person": WordKind("noun", "", "person"),
    "place": WordKind("noun", "", "place"),
}
"""Predicates that stand in no lexicon: 'with strong smell', 'someone'."""


def kinds_of(derivations: Sequence[Derivation], names: Names) -> dict[str, WordKind]:
    found = {n: kind for d in derivations for w in d.words() for n, kind in _kind(w)}
    found = {**UNSAID, **found}
    return {names.predicates[n]: kind for n, kind in found.items() if n in names.predicates}


def _kind(word: Word) -> Iterator[tuple[str, WordKind]]:
    """Of 'brown or black', which is one word of the lexicon, both."""
    form = word.forms[0]
    kind = next((k for start, k in KINDS.items() if form.category.startswith(start)), None)
    sort = next((s for mark, s in SORTS.items() if mark in form.category), "")
    for name, text in zip((word.symbol or word.lemma).split(" or "), form.text.split(" or "), strict=False):
        if kind:
            yield name.replace(" ", "_"), WordKind(kind, sort, text)


def stored_kinds(value: Mapping[str, Sequence[str]]) -> dict[str, WordKind]:
    return {number: WordKind(*kind) for number, kind in value.items()}


def unknown_words(derivations: Iterable[Derivation]) -> tuple[str, ...]:
    """Words that are in no lexicon: nothing is known of them."""
    strange = (w for d in derivations for w in d.words() if isinstance(w, OpenWord) and w.tolerance == "unknown word")
    return tuple(dict.fromkeys(w.forms[0].text for w in strange))


# --- situations that are not strange ---


def pleasant(problem: Problem, verdict: Verdict, kinds: Kinds, published: str) -> Verdict:
    """The verdict with a model that people can picture where one is told of, and small ones; still evidence."""
    small = tidy(problem, verdict)
    if not isinstance(small.certificate, Countermodels) or not kinds:
        return small
    s, models = situate(problem), small.certificate
    if published == "contradiction":
        told = _pictured(models.with_hypothesis, s.with_hypothesis(), s.theory, kinds)
        return replace(small, certificate=replace(models, with_hypothesis=told))
    told = _pictured(models.without_hypothesis, s.without_hypothesis(), s.theory, kinds)
    return replace(small, certificate=replace(models, without_hypothesis=told))


def _pictured(model: FiniteModel, facts: tuple[Formula, ...], theory: Theory, kinds: Kinds) -> FiniteModel:
    """A model that is less strange than this one, or this one."""
    said = dict(p for f in facts for p in predicates(f))
    unary = {n: k for n, k in kinds.items() if said.get(n) == 1}
    strict, loose = tuple(_apart(unary, theory)), tuple(_of_other_sorts(unary))
    nobody = tuple(_irreflexive(n) for n, places in said.items() if places == 2)
    for clauses, more, room in ((strict, nobody, 3), (strict, nobody, 5), (loose, (), 3)):
        known = Theory((*theory.clauses, *clauses), theory.axioms)
        if true_in(model, more, known):
            return model
        if model.size + room > LARGEST:
            continue
        found = SatModels((model.size + room,), EFFORT).ask(Question((*facts, *more), known), PATIENCE)
        if isinstance(found, Found) and true_in(found.model, facts, theory):
            return without_idle_facts(found.model, (*facts, *more), known)
    return model


def _irreflexive(name: str) -> Formula:
    x = Var("x1")
    return negate(Exists(x, Pred(name, (x, x))))


def _of_other_sorts(kinds: Kinds) -> Iterator[Clause]:
    for (a, one), (b, two) in combinations(kinds.items(), 2):
        if one.sort and two.sort and one.sort != two.sort:
            yield excludes(a, b)


def _apart(kinds: Kinds, theory: Theory) -> Iterator[Clause]:
    """Nouns of which neither implies the other exclude each other, too."""
    yield from _of_other_sorts(kinds)
    above = {n: wider(n, theory) for n in kinds}
    nouns = [n for n, k in kinds.items() if k.kind == "noun"]
    for a, b in combinations(nouns, 2):
        if kinds[a].sort == kinds[b].sort and a not in above[b] and b not in above[a]:
            yield excludes(a, b)


def wider(name: str, theory: Theory) -> set[str]:
    """All that a word implies by itself."""
    out: set[str] = set()
    more = {name}
    while more:
        out |= more
        more = {h for c in theory.clauses if len(c.head) == 1 and c.body <= out for h in c.head} - out
    return out - {name}
