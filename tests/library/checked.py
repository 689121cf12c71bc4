"""What the tests of all fragments share: decide and re-check a pair, and compare proofs with calculus and polarity."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np

from provenli.certify import kernel
from provenli.certify.certificates import Problem
from provenli.certify.decide import decide
from provenli.grammar import Branch, Derivation, Grammar, Leaf, sample
from provenli.grammar.tree import walk
from provenli.logic import batch
from provenli.logic.calculus import calculus_label
from provenli.logic.formulas import (
    TRUE,
    Formula,
    Mark,
    Not,
    Or,
    Pred,
    Quant,
    Truth,
    Var,
    free_variables,
    predicates,
    rebuild,
    subformulas,
    unmark,
)
from provenli.logic.polarity import mark_polarities
from provenli.logic.quantifiers import SOME
from provenli.logic.readings import Reading
from provenli.logic.theory import Theory
from provenli.pairs.entails import entails
from provenli.pairs.fragment import Fragment
from provenli.pairs.substitution import Exchange, exchanged_words

PLAIN = Reading(existential_import="no")


def label(fragment: Fragment, premise: str, hypothesis: str, reading: Reading | None = None) -> str:
    """The label of the closest attachment; its certificate must pass the kernel and rest on nobody's word."""
    answer = entails(fragment, premise, hypothesis, reading)
    assert kernel.check(answer.problem, answer.verdict) == ()
    return answer.verdict.label


def proved_label(p: Formula, h: Formula, theory: Theory) -> str:
    problem = Problem((p,), h, theory, PLAIN)
    verdict = decide([p], h, theory, PLAIN)
    assert kernel.check(problem, verdict) == (), (p, h)
    return verdict.label


# --- calculus and proof -----------------------------------------------------------------------------------------------


def embeddings(d: Derivation) -> int:
    """Rules with a level, counted over the whole tree (`level` counts the longest way down)."""
    return sum(getattr(getattr(n, "rule", None), "level", 0) for _, n, _ in d.nodes())


def short_sentences(grammar: Grammar, seed: int, count: int, depth: int = 3, most: int = 3) -> Iterator[Derivation]:
    rng = np.random.default_rng(seed)
    while count:
        d = sample(grammar, rng, int(rng.integers(depth + 1)), by="shapes")
        if embeddings(d) <= most:
            count -= 1
            yield d


def dropped_modifiers(d: Derivation) -> Iterator[Exchange]:
    """A node gives way to a child of its own category: 'dog who ran' to 'dog'."""
    for address, node in walk(d.root):
        if isinstance(node, Branch):
            for child in node.children:
                if isinstance(child, Branch | Leaf) and child.category == node.category:
                    yield Exchange(address, child)


def one_change(fragment: Fragment, seed: int, count: int) -> Iterator[tuple[Formula, Formula]]:
    """Meanings of a sentence and of the same sentence with one word exchanged or one modifier dropped, both ways."""
    rng = np.random.default_rng(seed)
    for d in short_sentences(fragment.grammar, seed, count):
        options = [*exchanged_words(d), *dropped_modifiers(d)]
        h = options[int(rng.integers(len(options)))].of(d).meaning
        yield (d.meaning, h) if rng.integers(2) else (h, d.meaning)


def nontrivial(theory: Theory, formulas: Iterable[Formula]) -> Theory:
    """The theory with what the calculus may assume: one-place predicates, and restrictors that stand by themselves,
    are neither empty nor universal."""
    x = Var("x")
    terms: dict[Formula, Var] = {}
    for f in formulas:
        terms |= {Pred(name, (x,)): x for name, places in sorted(predicates(f)) if places == 1}
        for g in subformulas(unmark(f)):
            if isinstance(g, Quant) and not isinstance(g.restrictor, Truth) and free_variables(g.restrictor) == {g.var}:
                terms[g.restrictor] = g.var
    said = (Quant(SOME, v, part, TRUE) for t, v in terms.items() for part in (t, Not(t)))
    return replace(theory, axioms=(*theory.axioms, *said))


def compare(fragment: Fragment, pairs: Iterable[tuple[Formula, Formula]], *, assume: bool) -> Counter[tuple[str, str]]:
    """How often the calculus says what and decide() says what."""
    found: Counter[tuple[str, str]] = Counter()
    for p, h in pairs:
        theory = nontrivial(fragment.theory, (p, h)) if assume else fragment.theory
        calculus = calculus_label(p, h, fragment.theory, nontrivial=assume)
        found[calculus, proved_label(p, h, theory)] += 1
    return found


def only_definite(fragment: Fragment, pairs: Iterable[tuple[Formula, Formula]]) -> list[tuple[Formula, Formula]]:
    return [(p, h) for p, h in pairs if calculus_label(p, h, fragment.theory) != "neutral"]


# --- polarity and models ----------------------------------------------------------------------------------------------


def widened(d: Derivation, address: str) -> tuple[Formula, int]:
    """The meaning where each thing the node contributes may hold of more (a new predicate for each place), and the
    number of places."""
    places = 0

    def widen(f: Formula) -> Formula:
        nonlocal places
        if not isinstance(f, Mark) or f.tag != address:
            return f
        places += 1
        free = tuple(sorted(free_variables(f.body), key=lambda v: v.name))
        return Mark(f.tag, Or((f.body, Pred(f"wide {places}", free))))

    return unmark(rebuild(d.marked, widen)), places


def check_polarity(d: Derivation, sizes: Iterable[int], most: int = 1 << 18) -> int:
    """Widening a node keeps truth where its polarity is +1 and never makes truth where it is −1, in all small models.

    Returns how many nodes were looked at: those whose models are few enough to be listed."""
    assert mark_polarities(d.marked) == d.polarities()
    seen = 0
    for address, sign in d.polarities().items():
        wider, _ = widened(d, address)
        words = batch.signature_of((d.meaning, wider))
        for size in sizes:
            bits = sum(size**places for _, places in words.predicates)
            if size ** len(words.constants) * 2**bits * 5 ** len(words.thresholds) > most or not sign:
                continue
            models = batch.all_models(words, size)
            before, after = batch.truth(d.meaning, models), batch.truth(wider, models)
            lost, won = before & ~after, after & ~before
            assert not (sign > 0 and lost.any()), (d.text, address)
            assert not (sign < 0 and won.any()), (d.text, address)
            seen += 1
    return seen
