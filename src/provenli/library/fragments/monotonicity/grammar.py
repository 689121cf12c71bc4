"""What the two monotonicity fragments of Richardson et al. 2020 share: grammar, lexicon and knowledge base of its
Figure 8.

    S -> NP VP                     NP -> Det (Adj) N, with relative clauses and with / without phrases after the noun
    SRC -> who VP                  ORC -> who NP TV          each relative clause is one level of depth
    VP -> V | did not V | was (not) Adj

Meanings are set-theoretic: determiners count, modifiers intersect, `with strong smell` is having some strong smell.
The past tense has no meaning of its own. `good`, `bad` and `nice` are subsective: a good dog is a dog, but what counts
as good depends on the noun.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import chain

from provenli.grammar import (
    Branch,
    Form,
    Node,
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
from provenli.grammar.meanings import Property, from_subject, with_object
from provenli.logic import quantifiers as q
from provenli.logic.formulas import Const, Not, Pred, conj, subformulas
from provenli.logic.theory import Clause, Theory, excludes, isa

ANIMALS = (
    "dog",
    "cat",
    "rabbit",
    "animal",
    "mammal",
    "poodle",
    "beagle",
    "bulldog",
    "bat",
    "horse",
    "stallion",
    "badger",
    "quadruped",
)
THINGS = ("table", "wagon", "chair", "door", "object", "wheel", "box", "mailbox", "wheelbarrow", "fence")
SMELLS = ("smell", "odor", "scent")
OF_ANIMALS = ("old", "young", "newborn")
COLOURS = ("brown", "black")
OF_THINGS = ("wooden", "hardwood", "metal", "plastic", "iron", "steel")
SUBSECTIVE = ("good", "bad", "nice")
INTRANSITIVE = ("sleep", "run", "move", "swim", "waltz", "dance")
TRANSITIVE = (
    ("see", ""),
    ("stare", "at"),
    ("inspect", ""),
    ("hit", ""),
    ("touch", ""),
    ("move", "towards"),
    ("move", "away from"),
    ("scratch", ""),
    ("sniff", ""),
)
NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
HIGHEST = 100
SAMPLED = range(1, 6)
"""Numbers that are generated; all numbers up to HIGHEST are read."""

# The paper paraphrases every noun and verb in one of its development sets and does not list the words. These stand to
# each other as the originals do: a greyhound is a hound, whoever strolls walks, nobody dozes and stirs.
PARAPHRASES: Mapping[str, str] = {
    "dog": "hound",
    "cat": "goat",
    "rabbit": "hare",
    "animal": "creature",
    "mammal": "vertebrate",
    "poodle": "greyhound",
    "beagle": "foxhound",
    "bulldog": "bloodhound",
    "bat": "mouse",
    "horse": "donkey",
    "stallion": "mare",
    "badger": "otter",
    "quadruped": "pet",
    "table": "desk",
    "wagon": "cart",
    "chair": "stool",
    "door": "gate",
    "object": "item",
    "wheel": "barrel",
    "box": "crate",
    "mailbox": "bucket",
    "wheelbarrow": "ladder",
    "fence": "railing",
    "smell": "aroma",
    "odor": "stench",
    "scent": "fragrance",
    "sleep": "doze",
    "run": "crawl",
    "move": "stir",
    "swim": "climb",
    "waltz": "stroll",
    "dance": "walk",
    "see": "notice",
    "stare at": "spot",
    "inspect": "examine",
    "hit": "grab",
    "touch": "hold",
    "move towards": "approach",
    "move away from": "retreat from",
    "scratch": "bite",
    "sniff": "lick",
}


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


def past_verb(lemma: str, category: str, particle: str = "", *, sample: bool = True) -> Word:
    """Published files write 'stared-at' in one word; that is read too."""
    made = verb(lemma, category, particle, sample=sample)
    forms = tuple(
        Form(f.category, f.text, (f.text.replace(" ", "-"),) if particle else ())
        for f in made.forms
        if "past" in f.category or "base" in f.category
    )
    return Word(made.lemma, forms, made.meaning, sample, made.symbol)


def counted(text: str, make: Callable[[int], q.Quantifier], *, sample: bool = True) -> tuple[Word, ...]:
    """'at least 3' and, as a variant, 'at least three'. One takes a singular noun."""
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


# Rules by name, because premises are built from them (knowledge.py, pairs.py).
CLAUSE = rule("S -> NP[anim=yes,num=?n] VP[num=?n]", lambda np, vp: np(vp))
PHRASE = rule("NP[anim=?a,num=?n] -> Det[num=?n] Nbar[anim=?a,num=?n]", lambda det, n: det(n))
BARE = rule("Nbar[anim=?a,num=?n] -> N[anim=?a,num=?n]")
MODIFIED = rule("Nbar[anim=?a,num=?n] -> Adj[anim=?a] N[anim=?a,num=?n]", modified)
WITH_SRC = rule("Nbar[anim=yes,num=?n] -> Nbar[anim=yes,num=?n] SRC[num=?n]", intersect, level=1)
WITH_ORC = rule("Nbar[anim=yes,num=?n] -> Nbar[anim=yes,num=?n] ORC", intersect, level=1)
WITH_PP = rule("Nbar[anim=yes,num=?n] -> Nbar[anim=yes,num=?n] PP", intersect, level=1)
SRC = rule('SRC[num=?n] -> "who" VP[num=?n]')
ORC = rule('ORC -> "who" NP[anim=yes] TV[form=past]', from_subject)
WITH = rule('PP -> "with" AdjSmell NSmell', having)
WITHOUT = rule('PP -> "without" AdjSmell NSmell', lambda adj, n: negated(having(adj, n)))
DID = rule("VP[num=?n] -> VB[form=past]")
DID_NOT = rule('VP[num=?n] -> "did not" VB[form=base]', negated)
WAS = rule("VP[num=?n] -> BE[num=?n] AdjPred", lambda be, adj: be(adj))
WAS_NOT = rule('VP[num=?n] -> BE[num=?n] "not" AdjPred', lambda be, adj: negated(be(adj)))
ALONE = rule("VB[form=?f] -> IV[form=?f]")
WITH_OBJECT = rule("VB[form=?f] -> TV[form=?f] NP", with_object)

# Not in the grammar: 'did not see some cats' as 'there were cats that it did not see' (`other_scope`).
DID_NOT_SOME = rule('VP[num=?n] -> "did not" TV[form=base] NP', lambda tv, obj: lambda x: obj(lambda y: Not(tv(x, y))))

# Better English than the figure's: animals are 'that', and smells have articles.
POLISHED = {
    SRC: rule('SRC[num=?n] -> "that" VP[num=?n]'),
    ORC: rule('ORC -> "that" NP[anim=yes] TV[form=past]', from_subject),
    WITH: rule('PP -> "with a" AdjSmell NSmell', having),
    WITHOUT: rule('PP -> "without a" AdjSmell NSmell', lambda adj, n: negated(having(adj, n))),
}

RULES = (
    CLAUSE,
    PHRASE,
    BARE,
    MODIFIED,
    WITH_SRC,
    WITH_ORC,
    WITH_PP,
    SRC,
    ORC,
    WITH,
    WITHOUT,
    DID,
    DID_NOT,
    WAS,
    WAS_NOT,
    ALONE,
    WITH_OBJECT,
    *POLISHED.values(),
)


def other_scope(node: Node) -> Node | None:
    match node:
        case Branch(rule, category, (denial, Branch(inner, _, (verb_, obj)))) if (rule, inner) == (
            DID_NOT,
            WITH_OBJECT,
        ):
            return Branch(DID_NOT_SOME, category, (denial, verb_, obj))
    return None


def _nouns(sample: bool, *, paraphrased: bool = False) -> tuple[Word, ...]:
    def written(lemma: str) -> str:
        return PARAPHRASES[lemma] if paraphrased else lemma

    return (
        *(noun(written(n), "N[anim=yes]", sample=sample) for n in ANIMALS),
        *(noun(written(n), "N[anim=no]", sample=sample) for n in THINGS),
        *(fixed("NSmell", t, predicate(t), sample=sample, symbol=t) for t in map(written, SMELLS)),
    )


# brown and black have no symbol, so that no schema abstracts from them: 'brown or black' names both.
_ADJECTIVES = (
    *(fixed("Adj[anim=yes]", a, intersective(a), symbol=a) for a in OF_ANIMALS),
    *(fixed("Adj[anim=yes]", a, intersective(a)) for a in COLOURS),
    fixed("Adj[anim=yes]", "brown or black", lambda n: intersect(either(*map(predicate, COLOURS)), n)),
    *(fixed("Adj[anim=no]", a, intersective(a), symbol=a) for a in OF_THINGS),
    *(fixed("Adj[anim=?a]", a, subsective(a), sample=False) for a in SUBSECTIVE),
    *(adjective(a, "AdjPred") for a in ("happy", "sad")),
    *(adjective(a, "AdjSmell") for a in ("strong", "faint")),
)

_VERBS = (
    *(past_verb(v, "IV") for v in INTRANSITIVE),
    *(past_verb(v, "TV", particle) for v, particle in TRANSITIVE),
    *(past_verb(PARAPHRASES[v], "IV", sample=False) for v in INTRANSITIVE),
    *(
        past_verb(first, "TV", particle, sample=False)
        for v in TRANSITIVE
        for first, _, particle in (PARAPHRASES[" ".join(v).strip()].partition(" "),)
    ),
)

_BE = Word("be", (Form("BE[num=sg]", "was", ("is",)), Form("BE[num=pl]", "were", ("are",))), lambda adj: adj)

WORDS = (*_nouns(True), *_ADJECTIVES, *_VERBS, _BE, *_nouns(False, paraphrased=True))
"""All words except the determiners, in which the fragments differ. Paraphrases are read, not sampled."""

UNDER_MAMMAL = ("dog", "cat", "rabbit", "poodle", "beagle", "bulldog", "bat", "horse", "stallion", "badger")

# Figure 8, "Example Pre-order/Antonym Relations": what it lists, and no more. So a quadruped need not be an animal, a
# dog may be a cat, and the happy may be sad.
FIGURE_8 = (
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

_SYMBOLS = {a.replace(" ", "_"): b.replace(" ", "_") for a, b in PARAPHRASES.items()}


def paraphrased(c: Clause) -> Clause:
    return Clause(frozenset(_SYMBOLS.get(n, n) for n in c.body), frozenset(_SYMBOLS.get(n, n) for n in c.head), c.arity)


# What is said of the originals is said of the paraphrases, so exchanging the two vocabularies changes nothing.
KNOWLEDGE = Theory(clauses=tuple(dict.fromkeys((*FIGURE_8, *map(paraphrased, FIGURE_8)))))
