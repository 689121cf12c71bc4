"""Published generalisation tasks that are unfair (Geiger et al. 2019, Appendix A).

Sentences with one quantifier, as in Bowman (2013): "all dogs run" beside "some animals move". SUBCLASS-OUT and PAIR-OUT
are his; the De Morgan hold-out is that of Veldhoen and Zuidema (2018). Each holds out what no other example can show.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from provenli.errors import InputError
from provenli.fairness.check import CompositionReport, check_columns
from provenli.fairness.codes import Codes, Columns, taken
from provenli.fairness.composition_trees import CompositionLeaf, CompositionTree, Inner, composition_tree
from provenli.logic.projectivity import project
from provenli.logic.quantifiers import EVERY, NO, NOT_EVERY, SOME, Quantifier
from provenli.logic.relations import Relation, classify

QUANTIFIERS: Mapping[str, Quantifier] = {"all": EVERY, "some": SOME, "no": NO, "not all": NOT_EVERY}

# Four things, such as a dog that is a pet, a stray dog, a cat that is a pet, a stone: enough for all seven relations.
NOUNS = {"dogs": {0, 1}, "animals": {0, 1, 2}, "cats": {2}, "pets": {0, 2}, "non-dogs": {2, 3}}
VERBS = {"run": {0, 1}, "move": {0, 1, 2}, "sleep": {2}, "sing": {0, 2}, "do not run": {2, 3}}


@dataclass(frozen=True)
class HoldOut:
    name: str
    tree: CompositionTree
    train: Columns
    test: Columns
    """Both with the labels of all nodes."""

    @property
    def report(self) -> CompositionReport:
        return check_columns(self.tree, self.train, self.test)


@cache
def quantified_tree() -> CompositionTree:
    """Premise and hypothesis side by side: a signature, two relations, and what the signature makes of them."""
    sides = ("premise", "hypothesis")
    return composition_tree(
        [
            *(CompositionLeaf(f"quantifier {s}", tuple(QUANTIFIERS)) for s in sides),
            *(CompositionLeaf(f"noun {s}", tuple(NOUNS)) for s in sides),
            *(CompositionLeaf(f"verb {s}", tuple(VERBS)) for s in sides),
            Inner("signature", ("quantifier premise", "quantifier hypothesis"), lambda p, h: f"{p}/{h}"),
            Inner("nouns", ("noun premise", "noun hypothesis"), lambda p, h: _related(NOUNS[p], NOUNS[h])),
            Inner("verbs", ("verb premise", "verb hypothesis"), lambda p, h: _related(VERBS[p], VERBS[h])),
            Inner("sentence", ("signature", "nouns", "verbs"), _composed),
        ]
    )


def _related(first: set[int], second: set[int]) -> Relation:
    return classify((e in first, e in second) for e in range(4))


def _composed(signature: str, nouns: Relation, verbs: Relation) -> Relation:
    f, g = (QUANTIFIERS[q] for q in signature.split("/"))
    return project(f, g, nouns, verbs)


@cache
def everything() -> dict[str, Codes]:
    return quantified_tree().all_columns()


def subclass_out(premise: str, hypothesis: str, nouns: Relation, verbs: Relation) -> HoldOut:
    """Hold out the examples that expose one signature to one pair of relations."""
    held = _is("signature", f"{premise}/{hypothesis}") & _is("nouns", nouns) & _is("verbs", verbs)
    return _held_out(f"SUBCLASS-OUT {premise}/{hypothesis} {nouns} {verbs}", held)


def pair_out(premise: str, hypothesis: str) -> HoldOut:
    """Hold out the examples with one signature."""
    return _held_out(f"PAIR-OUT {premise}/{hypothesis}", _is("signature", f"{premise}/{hypothesis}"))


def de_morgan_out() -> HoldOut:
    """Hold out the examples whose sentences are equivalent though their quantifiers differ: 'all dogs run' and
    'no dogs do not run'."""
    same = everything()["quantifier premise"] == everything()["quantifier hypothesis"]
    return _held_out("De Morgan", _is("sentence", Relation.EQUIVALENCE) & ~same)


def _is(node: str, value: object) -> NDArray[np.bool_]:
    code = quantified_tree().numbers[node].get(value)
    if code is None:
        raise InputError(f"{value!s} is no value of {node}")
    return np.equal(everything()[node], code)


def _held_out(name: str, held: NDArray[np.bool_]) -> HoldOut:
    return HoldOut(name, quantified_tree(), taken(everything(), ~held), taken(everything(), held))
