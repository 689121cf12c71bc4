"""The kinds of words in a pair, so that situations are described as people would: a black cat that slept.

A situation that shows a label to be wrong need not be strange. Where the words allow it, another one is looked for in
which no dog is a smell, no cat is a bulldog, and nobody sees himself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product

from provenli.certify.certificates import Countermodels, Problem, Verdict, situate
from provenli.certify.engines.protocol import Found, Question
from provenli.certify.engines.sat_models import SatModels
from provenli.certify.smaller_models import evened, in_order, tidy, true_in, without_idle_facts, without_idlers
from provenli.grammar import Derivation
from provenli.grammar.open_words import OpenWord
from provenli.grammar.rules import Word
from provenli.logic.formulas import Exists, Formula, Pred, Var, negate, predicates
from provenli.logic.models import FiniteModel
from provenli.logic.names import Names
from provenli.logic.theory import Clause, Theory, excludes

KINDS = {"N": "noun", "Adj": "adjective", "Colour": "adjective", "IV": "verb", "TV": "verb"}
"""Kinds by the beginning of a category's name."""
SORTS = {"anim=yes": "animal", "anim=no": "thing", "Smell": "smell", "IV": "animal"}
LIFELESS = ("thing", "smell")
"""Sorts of things that do nothing to anybody."""
EFFORT, LARGEST = 300_000, 14
"""Limits for the solver and for the number of elements. If it finds nothing within them, the first situation is used.
"""
PATIENCE = 3600.0
"""Seconds. The effort, which is counted, runs out sooner."""


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
    found |= {n: kind for n in names.predicates for kind in _compound(n, found)}
    return {names.predicates[n]: kind for n, kind in found.items() if n in names.predicates}


def _compound(name: str, found: Kinds) -> Iterator[WordKind]:
    """*nice mammal*, *very old*: one predicate, true only of mammals and of what is old."""
    before, _, head = name.rpartition(" ")
    if before and head in found and name not in found:
        noun = found[head].kind == "noun"
        yield WordKind("adjective", found[head].sort, before if noun else f"{before} {found[head].shown}")


def _kind(word: Word) -> Iterator[tuple[str, WordKind]]:
    """Both words of 'brown or black', which is one word of the lexicon."""
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


# --- what somebody might know, and an audit does not ---


MayImply = Callable[[str, str], bool]
"""Whether one word (by number) might imply another."""


def anything(narrow: str, wide: str) -> bool:
    del narrow, wide
    return True


def sensible(words: Mapping[str, str], kinds: Kinds, theory: Theory) -> MayImply:
    """Whether two words are of one kind and nothing is known of at least one of them. Nobody would say that every bat
    is a horse if both are known, that every animal is a sleep, or that what is faint is strong."""
    known = {n for c in theory.clauses for n in c.body | c.head}

    def might(narrow: str, wide: str) -> bool:
        one, other = kinds.get(narrow), kinds.get(wide)
        alike = one is None or other is None or one.kind == other.kind != "adjective"
        return alike and not {words.get(narrow), words.get(wide)} <= known

    return might


# --- situations that are not strange ---


def pleasant(problem: Problem, verdict: Verdict, kinds: Kinds, published: str) -> Verdict:
    """The verdict with a model that people can picture, if one is shown, and with small models; still evidence."""
    small = tidy(problem, verdict)
    if not isinstance(small.certificate, Countermodels) or not kinds:
        return small
    s, models = situate(problem), small.certificate
    if published == "contradiction":
        told = _shown(models.with_hypothesis, s.with_hypothesis(), s.theory, kinds)
        return replace(small, certificate=replace(models, with_hypothesis=told))
    told = _shown(models.without_hypothesis, s.without_hypothesis(), s.theory, kinds)
    return replace(small, certificate=replace(models, without_hypothesis=told))


def _shown(model: FiniteModel, facts: tuple[Formula, ...], theory: Theory, kinds: Kinds) -> FiniteModel:
    even = evened(_pictured(model, facts, theory, kinds), facts, theory)
    return in_order(without_idlers(even, facts, theory))


def _pictured(model: FiniteModel, facts: tuple[Formula, ...], theory: Theory, kinds: Kinds) -> FiniteModel:
    """A model that is less strange than this one, or this one."""
    said = dict(p for f in facts for p in predicates(f))
    unary = {n: k for n, k in kinds.items() if said.get(n) == 1}
    strict, loose = tuple(_apart(unary, theory)), tuple(_of_other_sorts(unary))
    nobody = tuple(_irreflexive(n) for n, places in said.items() if places == 2)
    for clauses, more, room in ((strict, nobody, 3), (strict, nobody, 5), (strict, (), 0), (loose, (), 3)):
        known = Theory((*theory.clauses, *clauses), theory.axioms)
        if true_in(model, more, known):
            return model
        found = _sought(model.size + room, (*facts, *more), known) if room else _split(model, theory, unary)
        if found is not None and true_in(found, facts, known):
            return without_idlers(without_idle_facts(found, (*facts, *more), known), (*facts, *more), known)
    return model


def _sought(size: int, facts: tuple[Formula, ...], theory: Theory) -> FiniteModel | None:
    found = SatModels((size,), EFFORT).ask(Question(facts, theory), PATIENCE) if size <= LARGEST else None
    return found.model if isinstance(found, Found) else None


def _split(model: FiniteModel, theory: Theory, kinds: Kinds) -> FiniteModel:
    """The model with a bulldog and a wheel in place of each bulldog that is a wheel. As many bulldogs, wheels and
    horses do the same to as many of each, so mostly the same sentences are true."""
    new = _copies(model, theory, kinds)
    places = {e: [k for k, (old, _) in enumerate(new) if old == e] for e in range(model.size)}
    relations = {
        name: frozenset(
            t
            for old in tuples
            for t in product(*(places[e] for e in old))
            if not t or _fits(name, new[t[0]][1], theory, kinds)
        )
        for name, tuples in model.relations.items()
    }
    names = {n: places[e][0] for n, e in model.names.items()}
    degrees = {s: tuple(d[e] for e, _ in new) for s, d in model.degrees.items()}
    return FiniteModel(len(new), relations, names, degrees, model.thresholds)


def _copies(model: FiniteModel, theory: Theory, kinds: Kinds) -> list[tuple[int, str]]:
    """Copies of an element, one for each noun that is true of it, without the wider nouns; "" if no noun is."""
    nouns = [n for n, k in kinds.items() if k.kind == "noun"]
    told = [[n for n in nouns if (e,) in model.relations.get(n, ())] for e in range(model.size)]
    return [(e, n) for e, ns in enumerate(told) for n in ([n for n in ns if n not in implied(ns, theory)] or [""])]


def _fits(name: str, noun: str, theory: Theory, kinds: Kinds) -> bool:
    """Whether the word goes with what the noun says: a wheel does nothing, and no bulldog is faint."""
    if noun not in kinds:
        return True
    if name not in kinds:
        return kinds[noun].sort not in LIFELESS
    if kinds[name].kind == "noun":
        return name == noun or name in wider(noun, theory)
    return kinds[name].sort in ("", kinds[noun].sort) or not kinds[noun].sort


def _irreflexive(name: str) -> Formula:
    x = Var("x1")
    return negate(Exists(x, Pred(name, (x, x))))


def _of_other_sorts(kinds: Kinds) -> Iterator[Clause]:
    for (a, one), (b, two) in combinations(kinds.items(), 2):
        if one.sort and two.sort and one.sort != two.sort:
            yield excludes(a, b)


def _apart(kinds: Kinds, theory: Theory) -> Iterator[Clause]:
    """Nouns of which neither implies the other exclude each other, too; and no smell is faint and strong."""
    yield from _of_other_sorts(kinds)
    smells = [n for n, k in kinds.items() if (k.kind, k.sort) == ("adjective", "smell")]
    yield from (excludes(a, b) for a, b in combinations(smells, 2))
    above = {n: wider(n, theory) for n in kinds}
    nouns = [n for n, k in kinds.items() if k.kind == "noun"]
    yield from (excludes(a, b) for a, b in combinations(nouns, 2) if a not in above[b] and b not in above[a])


def implied(names: Sequence[str], theory: Theory) -> set[str]:
    """The names that another of the names implies; of two words for one thing, the first implies the other."""
    above = {n: wider(n, theory) for n in names}
    return {
        n for k, n in enumerate(names) for j, m in enumerate(names) if n in above[m] and (m not in above[n] or j < k)
    }


def wider(name: str, theory: Theory) -> set[str]:
    """All that a word implies by itself."""
    out: set[str] = set()
    more = {name}
    while more:
        out |= more
        more = {h for c in theory.clauses if len(c.head) == 1 and c.body <= out for h in c.head} - out
    return out - {name}
