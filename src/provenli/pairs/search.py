"""Algorithm 1 of Richardson et al. 2020 (appendix): hypotheses from a premise by substitution, to a depth.

Each constituent has a polarity, computed from the meaning. Where it is ↑, something greater gives an inference and
something less a neutral; where it is ↓ the other way round; something that negates it gives a contradiction, whatever
the polarity. Inferences are searched further. These labels are *derived*: whether they hold is for a decision to say.

As printed, the algorithm takes inferences from the list that it returns, which is then empty; here they are kept. Equal
things (every = all) count as greater and as less for inferences only, or half of the neutrals would be inferences.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

import numpy as np

from provenli.grammar import Address, Derivation, Node, Particle
from provenli.grammar.tree import walk
from provenli.pairs.agreement import put

KnownRelation: TypeAlias = Literal["greater", "less", "equal", "negate"]
Derived: TypeAlias = Literal["entailment", "neutral", "contradiction"]

RELATIONS: dict[tuple[Derived, int | None], tuple[KnownRelation, ...]] = {
    ("entailment", 1): ("greater", "equal"),
    ("entailment", -1): ("less", "equal"),
    ("entailment", 0): ("equal",),
    ("neutral", 1): ("less",),
    ("neutral", -1): ("greater",),
    ("contradiction", 1): ("negate",),
    ("contradiction", -1): ("negate",),
    ("contradiction", 0): ("negate",),
}
"""Which replacements of a constituent with this polarity derive which label (Algorithm 1, lines 16 to 41)."""


@dataclass(frozen=True, slots=True)
class Replacement:
    node: Node
    name: str
    """What happens, in short: 'noun:up', 'drop:relative'."""


class KnowledgeBase(Protocol):
    """𝒦 of the algorithm. A replacement may have another number than what it replaces; the rest will agree."""

    def replacements(self, d: Derivation, address: Address, relation: KnownRelation) -> Iterable[Replacement]: ...

    def accepts(self, d: Derivation) -> bool:
        """Whether the new sentence is one that anybody would say."""
        ...


@dataclass(frozen=True, slots=True)
class Substituted:
    sentence: Derivation
    label: Derived
    steps: tuple[str, ...]
    """The names of all replacements that lead from the premise here."""


def substitute(d: Derivation, knowledge: KnowledgeBase, steps: tuple[str, ...] = ()) -> Iterator[Substituted]:
    """SUBSTITUTE: everything one replacement away, constituent by constituent, parents first."""
    labels: tuple[Derived, ...] = ("entailment", "neutral", "contradiction")
    for address in constituents(d):
        for label in labels:
            for found in _swaps(d, address, knowledge, label):
                made = put(d, address, found.node)
                if made is not None and knowledge.accepts(made):
                    yield Substituted(made, label, (*steps, found.name))


def search(premise: Derivation, knowledge: KnowledgeBase, depth: int) -> Iterator[Substituted]:
    """SEARCH: the three streams in one, depth first. An inference is expanded again only if found in fewer steps."""
    nearest = {premise.text: 0}
    stack: list[Substituted] = [Substituted(premise, "entailment", ())]
    while stack:
        here = stack.pop()
        if len(here.steps) == depth:
            continue
        for found in substitute(here.sentence, knowledge, here.steps):
            text, steps = found.sentence.text, len(found.steps)
            if text == premise.text:
                continue
            if found.label == "entailment":
                if nearest.get(text, depth + 1) <= steps:
                    continue
                nearest[text] = steps
                stack.append(found)
            yield found


def stroll(
    premise: Derivation, knowledge: KnowledgeBase, depth: int, label: Derived, rng: np.random.Generator
) -> Substituted | None:
    """One random way of this length down the same tree: inferences, then a last step of the requested kind. It looks
    only at the constituents that it tries, so it costs no more than the sentences it makes. None if the way ends early.
    """
    here, texts = Substituted(premise, "entailment", ()), {premise.text}
    for k in range(depth):
        found = _random_step(here, knowledge, label if k == depth - 1 else "entailment", rng, texts)
        if found is None:
            return None
        here = found
        texts.add(here.sentence.text)
    return here


def constituents(d: Derivation) -> list[Address]:
    return [address for address, node in walk(d.root) if not isinstance(node, Particle)]


def _swaps(d: Derivation, address: Address, knowledge: KnowledgeBase, label: Derived) -> Iterator[Replacement]:
    for relation in RELATIONS.get((label, d.polarity(address)), ()):
        yield from knowledge.replacements(d, address, relation)


def _random_step(
    here: Substituted, knowledge: KnowledgeBase, label: Derived, rng: np.random.Generator, texts: set[str]
) -> Substituted | None:
    addresses = constituents(here.sentence)
    for k in rng.permutation(len(addresses)):
        chosen = _one_of(list(_swaps(here.sentence, addresses[k], knowledge, label)), rng)
        if chosen is None:
            continue
        made = put(here.sentence, addresses[k], chosen.node)
        if made is not None and made.text not in texts and knowledge.accepts(made):
            return Substituted(made, label, (*here.steps, chosen.name))
    return None


def _one_of(options: list[Replacement], rng: np.random.Generator) -> Replacement | None:
    """Draw a kind first, then one of its replacements: there are many more clauses to add than adjectives."""
    if not options:
        return None
    kinds = list(dict.fromkeys(o.name for o in options))
    kind = kinds[int(rng.integers(len(kinds)))]
    same = [o for o in options if o.name == kind]
    return same[int(rng.integers(len(same)))]
