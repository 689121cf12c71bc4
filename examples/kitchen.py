"""A fragment of your own with sorts, so that no carrot burns a chef, and with data sets by depth. Try it:

provenli generate examples/kitchen.py --size 300 --depth 0-1 --parts 0.8,0.1,0.1 --out data/kitchen
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from provenli.grammar import Grammar, determiner, fixed, intersect, noun, rule, sample, verb
from provenli.logic import quantifiers as q
from provenli.logic.theory import Theory, isa
from provenli.options import Options
from provenli.pairs.drawn import Drawn, depth_option
from provenli.pairs.fragment import Draft, Fragment
from provenli.pairs.parts import Part
from provenli.pairs.substitution import exchanged_words

RULES = (
    # Who does something is animate; what it is done to is not.
    rule("S -> NP[anim=yes] VP", lambda np, vp: np(vp)),
    rule("NP[anim=?a] -> Det N[anim=?a,num=pl]", lambda det, n: det(n)),
    rule("VP -> TV[form=past] NP[anim=no]", lambda tv, np: lambda x: np(lambda y: tv(x, y))),
    # chefs that burned some carrots; carrots that some chefs burned
    rule('N[anim=yes,num=pl] -> N[anim=yes,num=pl] "that" VP', intersect, level=1),
    rule(
        'N[anim=no,num=pl] -> N[anim=no,num=pl] "that" NP[anim=yes] TV[form=past]',
        lambda n, np, tv: intersect(n, lambda x: np(lambda y: tv(y, x))),
        level=1,
    ),
)
WORDS = (
    *(noun(n, "N[anim=yes]") for n in ("cook", "chef")),
    *(noun(n, "N[anim=no]") for n in ("vegetable", "carrot")),
    *(verb(v, "TV") for v in ("burn", "peel")),
    *(fixed("Det", t, determiner(m)) for t, m in {"some": q.SOME, "no": q.NO, "all": q.EVERY}.items()),
)
GRAMMAR = Grammar("S", RULES, WORDS)


def draw(rng: np.random.Generator, options: Options) -> Iterator[Draft]:
    """A sentence, and the same with one or two words exchanged."""
    del options  # --depth is seen to by depth_option below
    while True:
        premise = hypothesis = sample(GRAMMAR, rng, level=int(rng.integers(3)), exactly=True)
        for _ in range(int(rng.integers(1, 3))):
            possible = list(exchanged_words(hypothesis))
            hypothesis = possible[int(rng.integers(len(possible)))].of(hypothesis)
        yield Draft(premise, hypothesis)


FRAGMENT = Fragment(
    name="kitchen",
    grammar=GRAMMAR,
    theory=Theory((*isa("chef", "cook"), *isa("carrot", "vegetable"))),
    example=("No cooks burned some carrots.", "No chefs burned some carrots."),
    pairs=Drawn(draw, (Part("pairs", 300),), patterns=400, depth=depth_option(0, 2)),
)
