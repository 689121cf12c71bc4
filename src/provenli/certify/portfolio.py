"""Which engines to ask, and in which order, by what the formulas contain.

Imports stand inside the functions: loading z3 or cvc5 for a pair that three random models settle would cost more than
the decision.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from provenli.certify.engines.near import crowded
from provenli.certify.engines.protocol import Engine
from provenli.logic.formulas import Exists, Forall, Formula, Quant, constants, subformulas

AS_NEEDED: tuple[int, ...] = ()
SMALL, LARGE = (2, 3, 4, 6), (9, 12, 16)
"""Sizes of models that are looked for at once, and in those that are looked for after everything else."""

QUICK, LONGER, FEW, SOME = 60, 600, 12, 40
"""Questions after which the Venn prover lets the model finders try, where there are names and where there are none,
and steps after which the instance prover does, at first and where that was not enough: most take fewer."""


def checked_provers(facts: Sequence[Formula]) -> Iterator[Engine]:
    """Those whose proofs the kernel re-checks."""
    from provenli.certify.engines.instances import Instances
    from provenli.certify.engines.natural_logic import NaturalLogic
    from provenli.certify.engines.venn import Venn

    if crowded(facts):
        yield from near_provers()
        yield Instances(SOME)
    # Without quantifiers nothing is monotone: the Venn prover is then a truth-table and order-cycle prover.
    if any(isinstance(g, Quant | Forall | Exists) for f in facts for g in subformulas(f)):
        yield NaturalLogic()
        if not crowded(facts) and any(constants(f) for f in facts):
            yield Instances(FEW)
    yield Venn(questions=QUICK)
    if not any(constants(f) for f in facts):
        # Without names the Venn prover needs a second at most to find or to miss; small models and instances may need
        # twenty to miss (a determiner that crosses over nested 'many': four of 319 schemas took 27 of 32 s).
        yield Venn(questions=LONGER)


def near_provers() -> Iterator[Engine]:
    """Checked, and quick where the facts speak of many names."""
    from provenli.certify.engines.near import Near

    yield Near()


def harder_provers() -> Iterator[Engine]:
    """Checked too, but slower: asked where neither a quick proof nor a small model was found."""
    from provenli.certify.engines.instances import Instances
    from provenli.certify.engines.venn import Venn

    # Each in small portions first: what one of them finds at once may take the other seconds to miss.
    yield Instances(SOME)
    yield Venn(questions=300)
    yield Instances()
    yield Venn(questions=600)
    yield Venn(witnesses=True, questions=2000)


def last_provers() -> Iterator[Engine]:
    """Checked still, and slowest: asked before anybody's word is taken."""
    from provenli.certify.engines.venn import Venn

    yield Venn(thorough=True)
    yield Venn(thorough=True, witnesses=True)


def second_opinions() -> Iterator[Engine]:
    """Independent first-order provers; each gives its word only."""
    from provenli.certify.engines.cvc5_engine import Cvc5
    from provenli.certify.engines.tptp_provers import installed
    from provenli.certify.engines.z3_engine import Z3

    yield Z3()
    yield Cvc5()
    yield from installed()


def model_finders(facts: Sequence[Formula]) -> Iterator[Engine]:
    from provenli.certify.engines.random_models import RandomModels
    from provenli.certify.engines.sat_models import SatModels

    if crowded(facts):
        yield SatModels(AS_NEEDED)  # an element a name, and room for as many others
    else:
        yield RandomModels()
        yield SatModels(SMALL)


def larger_models() -> Iterator[Engine]:
    """Where numbers add up, more elements are needed, and finding them takes seconds rather than milliseconds."""
    from provenli.certify.engines.sat_models import SatModels

    yield SatModels(LARGE)
