"""A fragment of your own with relative clauses, and with a quantifier of two numbers. Try it:

provenli entails examples/kennel.py "Exactly 3 dogs that barked ran." "Between 2 and 5 dogs ran."
"""

from __future__ import annotations

from provenli.grammar import Grammar, determiner, fixed, intersect, noun, rule, verb
from provenli.logic import quantifiers as q
from provenli.logic.theory import Theory, isa
from provenli.pairs.fragment import Fragment

RULES = (
    rule("S -> NP VP", lambda np, vp: np(vp)),
    rule("NP -> Det N[num=pl]", lambda det, n: det(n)),
    rule("VP -> IV[form=past]"),
    rule("VP -> TV[form=past] NP", lambda tv, np: lambda x: np(lambda y: tv(x, y))),
    # dogs that barked: dogs, and they barked
    rule('N[num=?n] -> N[num=?n] "that" VP', intersect, level=1),
    # dogs that some poodles chased: dogs x, and some poodles y chased x
    rule(
        'N[num=?n] -> N[num=?n] "that" NP TV[form=past]',
        lambda n, np, tv: intersect(n, lambda x: np(lambda y: tv(y, x))),
        level=1,
    ),
)
DETERMINERS = {
    "some": q.SOME,
    "no": q.NO,
    "at least 2": q.at_least(2),
    "at most 5": q.at_most(5),
    "exactly 3": q.exactly(3),
    "between 2 and 5": q.between(2, 5),
}
WORDS = (
    *(noun(n, "N") for n in ("dog", "poodle")),
    *(verb(v, "IV") for v in ("run", "bark")),
    verb("chase", "TV"),
    *(fixed("Det", text, determiner(meaning)) for text, meaning in DETERMINERS.items()),
)
FRAGMENT = Fragment(
    name="kennel",
    grammar=Grammar("S", RULES, WORDS),
    theory=Theory(isa("poodle", "dog")),
    example=("Exactly 3 dogs that barked ran.", "At least 2 dogs ran."),
)
