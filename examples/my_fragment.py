"""A fragment of your own: a dinner, its guests and what they ate. Try it:

provenli entails examples/my_fragment.py "Every guest devoured a bisque." "Ada ate a dish."
provenli generate examples/my_fragment.py --size 90 --out data/dinner
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from provenli.grammar import Grammar, adjective, determiner, fixed, negated, noun, proper_name, rule, sample, verb
from provenli.grammar.meanings import NounPhrase, Property
from provenli.logic import quantifiers as q
from provenli.logic.formulas import Const, Formula, Pred
from provenli.logic.readings import Reading
from provenli.logic.theory import Theory, distinct, excludes, isa
from provenli.options import Options
from provenli.pairs.drawn import Drawn
from provenli.pairs.fragment import Draft, Fragment
from provenli.pairs.parts import Part
from provenli.pairs.substitution import exchanged_words

GUESTS = ("Ada", "Kurt")


def with_object(verb: Callable[..., Formula], obj: NounPhrase) -> Property:
    return lambda x: obj(lambda y: verb(x, y))  # x ate a soup: for a soup y, x ate y


RULES = (
    rule("S -> NP[num=?n] VP[num=?n]", lambda np, vp: np(vp)),
    rule("NP[num=sg] -> PN"),
    rule("NP[num=?n] -> Det[num=?n] N[num=?n]", lambda det, n: det(n)),
    rule("VP[num=?n] -> TV[form=past] NP", with_object),
    rule('VP[num=?n] -> "did not" TV[form=base] NP', lambda tv, np: negated(with_object(tv, np))),
    rule('VP[num=sg] -> "was" Adj'),  # without a meaning of its own, a rule hands on that of its only category
    rule('VP[num=pl] -> "were" Adj'),
)
WORDS = (
    *(proper_name(n) for n in GUESTS),
    *(noun(n, "N") for n in ("guest", "critic", "dish", "soup", "bisque")),
    *(verb(v, "TV") for v in ("eat", "devour", "spurn")),
    *(adjective(a) for a in ("hungry", "full")),
    *(fixed("Det[num=sg]", d, determiner(m)) for d, m in {"every": q.EVERY, "a": q.SOME, "no": q.NO}.items()),
    *(fixed("Det[num=pl]", d, determiner(m)) for d, m in {"some": q.SOME, "most": q.MOST}.items()),
)
KNOWN = Theory(
    (
        *isa("bisque", "soup", "dish"),  # every bisque is a soup, every soup a dish
        *isa("critic", "guest"),
        *isa("devour", "eat", arity=2),
        excludes("eat", "spurn", arity=2),  # nobody eats what they spurn
        excludes("hungry", "full"),
    ),
    axioms=(*(Pred("guest", (Const(n),)) for n in GUESTS), *distinct(GUESTS)),
)
GRAMMAR = Grammar("S", RULES, WORDS)


def draw(rng: np.random.Generator, options: Options) -> Iterator[Draft]:
    """A sentence, and the same with one or two words exchanged for others of their kind; labels come later."""
    del options  # there are none
    while True:
        premise = hypothesis = sample(GRAMMAR, rng, level=0)
        changes = int(rng.integers(1, 3))
        for _ in range(changes):
            possible = list(exchanged_words(hypothesis))
            hypothesis = possible[int(rng.integers(len(possible)))].of(hypothesis)
        yield Draft(premise, hypothesis, {"changes": changes})


FRAGMENT = Fragment(
    name="dinner",
    grammar=GRAMMAR,
    theory=KNOWN,
    reading=Reading(existential_import="strong"),  # whoever says 'every critic' takes it that there are critics
    example=("Every guest devoured a bisque.", "Ada ate a dish."),
    pairs=Drawn(draw, (Part("train", 60), Part("test", 30)), patterns=90),
)
