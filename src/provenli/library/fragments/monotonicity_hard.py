"""Monotonicity (hard) of paper 004: grammar, lexicon and knowledge base of its Figure 8.

    S -> NP VP                     NP -> Det (Adj) N, with relative clauses and with / without phrases after the noun
    SRC -> who VP                  ORC -> who NP TV          each relative clause is one level of depth
    VP -> V | did not V | was (not) Adj

Meanings are set-theoretic: determiners count, modifiers intersect, `with strong smell` is having some strong smell.
The past tense has no meaning of its own. `good`, `bad` and `nice` are subsective: a good dog is a dog, but what counts
as good depends on the noun.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain

from provenli.grammar import (
    Form,
    Grammar,
    Word,
    adjective,
    determiner,
    either,
    fixed,
    intersect,
    negated,
    noun,
    predicate,
    quantify,
    rule,
    verb,
)
from provenli.grammar.meanings import NounPhrase, Property
from provenli.logic import quantifiers as q
from provenli.logic.formulas import Const, Formula, Pred, conj, subformulas
from provenli.logic.readings import Reading
from provenli.logic.theory import Theory, excludes, isa
from provenli.pairs.fragment import Fragment

ANIMALS = (
    "dog", "cat", "rabbit", "animal", "mammal", "poodle", "beagle", "bulldog", "bat", "horse", "stallion", "badger",
    "quadruped",
)  # fmt: skip
THINGS = ("table", "wagon", "chair", "door", "object", "wheel", "box", "mailbox", "wheelbarrow", "fence")
SMELLS = ("smell", "odor", "scent")
OF_ANIMALS = ("old", "young", "newborn", "brown", "black")
OF_THINGS = ("wooden", "hardwood", "metal", "plastic", "iron", "steel")
SUBSECTIVE = ("good", "bad", "nice")
INTRANSITIVE = ("sleep", "run", "move", "swim", "waltz", "dance")
TRANSITIVE = (
    ("see", ""), ("stare", "at"), ("inspect", ""), ("hit", ""), ("touch", ""), ("move", "towards"),
    ("move", "away from"), ("scratch", ""), ("sniff", ""),
)  # fmt: skip
NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
HIGHEST = 100
SAMPLED = range(1, 6)
"""Numbers that are generated; all numbers up to HIGHEST are read."""


def with_object(verb: Callable[..., Formula], obj: NounPhrase) -> Property:
    return lambda x: obj(lambda y: verb(x, y))


def from_subject(subject: NounPhrase, verb: Callable[..., Formula]) -> Property:
    """What somebody did to x: 'who every dog saw'."""
    return lambda x: subject(lambda y: verb(y, x))


def having(adj: Property, smell: Property) -> Property:
    return lambda x: quantify(q.SOME, intersect(adj, smell), lambda y: Pred("have", (x, y)))


def modified(adj: Callable[[Property], Property], n: Property) -> Property:
    return adj(n)


def intersective(text: str) -> Callable[[Property], Property]:
    return lambda n: intersect(predicate(text), n)


def subsective(text: str) -> Callable[[Property], Property]:
    """Good for a dog: one property for each noun, and it implies nothing about other nouns."""

    def meaning(n: Property) -> Property:
        head = next(f.name for f in subformulas(n(Const("it"))) if isinstance(f, Pred))
        return lambda x: conj(Pred(f"{text} {head}", (x,)), n(x))

    return meaning


def past_verb(lemma: str, category: str, particle: str) -> Word:
    """Published files write 'stared-at' in one word; that is read too."""
    made = verb(lemma, category, particle)
    forms = tuple(
        Form(f.category, f.text, (f.text.replace(" ", "-"),) if particle else ())
        for f in made.forms
        if "past" in f.category or "base" in f.category
    )
    return Word(made.lemma, forms, made.meaning)


def counted(text: str, make: Callable[[int], q.Quantifier], *, sample: bool = True) -> tuple[Word, ...]:
    """'at least 3' and, as a variant, 'at least three'. One goes with a singular noun."""
    return tuple(
        Word(
            f"{text} {n}",
            (Form(f"Det[num={'sg' if n == 1 else 'pl'}]", f"{text} {n}", _spelled(text, n)),),
            determiner(make(n)),
            sample and n in SAMPLED,
        )
        for n in range(HIGHEST + 1)
    )


def _spelled(text: str, n: int) -> tuple[str, ...]:
    return (f"{text} {NUMBERS[n - 1]}",) if 1 <= n <= len(NUMBERS) else ()


RULES = (
    rule("S -> NP[anim=yes,num=?n] VP[num=?n]", lambda np, vp: np(vp)),
    rule("NP[anim=?a,num=?n] -> Det[num=?n] Nbar[anim=?a,num=?n]", lambda det, n: det(n)),
    rule("Nbar[anim=?a,num=?n] -> N[anim=?a,num=?n]"),
    rule("Nbar[anim=?a,num=?n] -> Adj[anim=?a] N[anim=?a,num=?n]", modified),
    rule("Nbar[anim=yes,num=?n] -> Nbar[anim=yes,num=?n] SRC[num=?n]", intersect, level=1),
    rule("Nbar[anim=yes,num=?n] -> Nbar[anim=yes,num=?n] ORC", intersect, level=1),
    rule("Nbar[anim=yes,num=?n] -> Nbar[anim=yes,num=?n] PP", intersect, level=1),
    rule('SRC[num=?n] -> "who" VP[num=?n]'),
    rule('ORC -> "who" NP[anim=yes] TV[form=past]', from_subject),
    rule('PP -> "with" AdjSmell NSmell', having),
    rule('PP -> "without" AdjSmell NSmell', lambda adj, n: negated(having(adj, n))),
    rule("VP[num=?n] -> VB[form=past]"),
    rule('VP[num=?n] -> "did not" VB[form=base]', negated),
    rule("VP[num=?n] -> BE[num=?n] AdjPred", lambda be, adj: be(adj)),
    rule('VP[num=?n] -> BE[num=?n] "not" AdjPred', lambda be, adj: negated(be(adj))),
    rule("VB[form=?f] -> IV[form=?f]"),
    rule("VB[form=?f] -> TV[form=?f] NP", with_object),
)

DETERMINERS = (
    fixed("Det[num=sg]", "every", determiner(q.EVERY)),
    fixed("Det[num=pl]", "all", determiner(q.EVERY)),
    fixed("Det[num=sg]", "each", determiner(q.EVERY)),
    fixed("Det[num=sg]", "a", determiner(q.SOME)),
    fixed("Det[num=?n]", "some", determiner(q.SOME)),
    fixed("Det[num=pl]", "many", determiner(q.MANY)),
    fixed("Det[num=pl]", "several", determiner(q.SEVERAL)),
    fixed("Det[num=pl]", "a few", determiner(q.A_FEW), sample=False),
    fixed("Det[num=pl]", "few", determiner(q.FEW)),
    fixed("Det[num=pl]", "most", determiner(q.MOST)),
    fixed("Det[num=sg]", "the", determiner(q.THE)),
    fixed("Det[num=pl]", "both", determiner(q.BOTH), sample=False),
    fixed("Det[num=pl]", "some but not all", determiner(q.SOME_BUT_NOT_ALL)),
    fixed("Det[num=?n]", "no", determiner(q.NO)),
    fixed("Det[num=sg]", "not every", determiner(q.NOT_EVERY), sample=False),
    fixed("Det[num=pl]", "not all", determiner(q.NOT_EVERY), sample=False),
    *counted("at least", q.at_least),
    *counted("at most", q.at_most),
    *counted("exactly", q.exactly),
    *counted("more than", q.more_than, sample=False),
    *counted("less than", q.less_than, sample=False),
    *counted("fewer than", q.fewer_than, sample=False),
)

WORDS = (
    *DETERMINERS,
    *(noun(n, "N[anim=yes]") for n in ANIMALS),
    *(noun(n, "N[anim=no]") for n in THINGS),
    *(fixed("NSmell", n, predicate(n)) for n in SMELLS),
    *(fixed("Adj[anim=yes]", a, intersective(a)) for a in OF_ANIMALS),
    fixed(
        "Adj[anim=yes]", "brown or black", lambda n: intersect(either(predicate("brown"), predicate("black")), n)
    ),
    *(fixed("Adj[anim=no]", a, intersective(a)) for a in OF_THINGS),
    *(fixed("Adj[anim=?a]", a, subsective(a), sample=False) for a in SUBSECTIVE),
    *(adjective(a, "AdjPred") for a in ("happy", "sad")),
    *(adjective(a, "AdjSmell") for a in ("strong", "faint")),
    *(past_verb(v, "IV", "") for v in INTRANSITIVE),
    *(past_verb(v, "TV", particle) for v, particle in TRANSITIVE),
    Word(
        "be",
        (Form("BE[num=sg]", "was", ("is",)), Form("BE[num=pl]", "were", ("are",))),
        lambda adj: adj,
    ),
)

UNDER_MAMMAL = ("dog", "cat", "rabbit", "poodle", "beagle", "bulldog", "bat", "horse", "stallion", "badger")

# Figure 8, "Example Pre-order/Antonym Relations": what it lists, and no more. So a quadruped need not be an animal, a
# dog may be a cat, and the happy may be sad.
KNOWLEDGE = Theory(
    clauses=(
        *chain.from_iterable(isa(x, "animal") for x in (*UNDER_MAMMAL, "mammal")),
        *chain.from_iterable(isa(x, "mammal") for x in UNDER_MAMMAL),
        *chain.from_iterable(isa(x, "dog") for x in ("poodle", "beagle", "bulldog")),
        *chain.from_iterable(isa(x, "object") for x in THINGS if x != "object"),
        *isa("iron", "metal"),
        *isa("steel", "metal"),
        *isa("steel", "iron"),
        *isa("hardwood", "wooden"),
        *chain.from_iterable(isa(x, "move") for x in ("run", "swim", "waltz", "dance")),
        *isa("waltz", "dance"),
        *isa("stare_at", "see", arity=2),
        *isa("hit", "touch", arity=2),
        excludes("move_towards", "move_away_from", arity=2),
        *(excludes(x, "sleep") for x in ("run", "swim", "waltz", "dance", "move")),
    )
)

FRAGMENT = Fragment(
    name="monotonicity_hard",
    paper="004, Figure 8",
    about="fourteen determiners, relative clauses to three levels, negation, with / without, antonyms",
    grammar=Grammar("S", RULES, WORDS),
    theory=KNOWLEDGE,
    # every <= most <= some (Figure 8) holds only where noun phrases are about something.
    reading=Reading(existential_import=True),
    labels=("entailment", "neutral", "contradiction"),
    example=("All black mammals saw exactly 5 stallions who danced.", "A black mammal saw at least 2 stallions."),
)
