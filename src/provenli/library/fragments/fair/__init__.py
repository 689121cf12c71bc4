"""The multiply-quantified fragment G of Geiger et al. 2019 (section 4.2): every sentence has nine places.

    Q AdjS NS Neg Adv V Q AdjO NO        Q: every, not-every, some, no        AdjS, Neg, Adv, AdjO may be empty: ε

Words are invented, a hundred in each open class, and each is one token; scope is the order of the words. No phrase is
empty. (Nor is any universal, but with quantifiers that are all restricted this cannot show: an element outside
everything can always be added.)
"""

from __future__ import annotations

from provenli.grammar import Form, Grammar, Word, determiner, fixed, intersect, negated, predicate, rule
from provenli.grammar.meanings import Meaning, NounPhrase, Property
from provenli.library.fragments.fair.pairs import Aligned
from provenli.library.fragments.fair.splits import SPLIT
from provenli.library.fragments.fair.tree import EMPTY, NEGATIONS, QUANTIFIERS
from provenli.logic.formulas import Formula
from provenli.logic.readings import Reading
from provenli.pairs.fragment import Fragment
from provenli.pairs.parts import Part

STEMS = tuple(a + b for a in "bdfgklmptz" for b in ("al", "em", "in", "or", "ub", "ack", "esh", "iv", "op", "und"))
CLASSES = {"AdjS": "ish", "NS": "er", "Adv": "ily", "V": "s", "AdjO": "ous", "NO": "et"}
"""The open classes, and the ending that tells them apart."""


def word(category: str, stem: str) -> Word:
    sibilant = category == "V" and stem.endswith("sh")  # 'keshes', as English writes it
    text = stem + ("e" if sibilant else "") + CLASSES[category]
    meaning = predicate(text) if category in ("NS", "V", "NO") else modifier(text)
    return Word(text, (Form(category, text),), meaning, symbol=text)


def modifier(text: str) -> Meaning:
    return lambda phrase: intersect(phrase, predicate(text))


def sentence(
    qs: object, adj_s: object, n_s: object, neg: object, adv: object, v: object, qo: object, adj_o: object, n_o: object
) -> Formula:
    subject: NounPhrase = qs(adj_s(n_s))  # type: ignore[operator]
    obj: NounPhrase = qo(adj_o(n_o))  # type: ignore[operator]
    verb = adv(v)  # type: ignore[operator]
    phrase: Property = lambda x: obj(lambda y: verb(x, y))  # noqa: E731
    return subject(neg(phrase))  # type: ignore[operator]


WORDS = (
    *(fixed("Q", text, determiner(quantifier)) for text, quantifier in QUANTIFIERS.items()),
    *(word(category, stem) for category in CLASSES for stem in STEMS),
    *(fixed(category, EMPTY, lambda phrase: phrase) for category in ("AdjS", "Adv", "AdjO", "Neg")),
    fixed("Neg", NEGATIONS[1], negated),
)

FRAGMENT = Fragment(
    name="fair",
    paper="Geiger et al. 2019, section 4.2",
    about="two quantifiers, negation, empty or intersective modifiers; relations of twelve phrase pairs",
    grammar=Grammar("S", (rule("S -> Q AdjS NS Neg Adv V Q AdjO NO", sentence),), WORDS),
    reading=Reading(existential_import="all"),
    labels=("entailment", "neutral", "contradiction"),
    example=("every balish baler ε balily bals every ε balet", "no balish baler does-not ε bals some balous balet"),
    changed="0.2.0",
    pairs=Aligned(tuple(QUANTIFIERS), NEGATIONS, EMPTY, (Part("pairs", 500_000), *SPLIT)),
)
