"""Scopes in a dependency tree where the literature does not agree (`conventions.py`): definites, numerals, generics."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

from provenli.english.conventions import Conventions
from provenli.english.dependencies import DependencyTree, ParsedWord
from provenli.english.scope_determiners import (
    EXCEPT,
    clause_scope,
    counted,
    determiner_scope,
    is_universal,
    noun_of,
    own_determiners,
)
from provenli.english.scope_words import BOUNDS, DEFINITE, DOWN, NEGATIONS, NON, QUANTITIES, UP, Scope

ScopeRule: TypeAlias = Callable[[DependencyTree, frozenset[int]], Iterator[Scope]]


def conventional_rules(c: Conventions) -> tuple[ScopeRule, ...]:
    """Rules for what is upward in other profiles, and so needs no rule there."""
    rules = (
        (c.definites == "non", definites),
        (c.numerals == "exact", numerals),
        (c.many == "non", shares),
        (c.generics == "universal", generics),
        (c.exceptions == "non", exceptions),
    )
    return tuple(rule for wanted, rule in rules if wanted)


def _blocked(w: ParsedWord, inside: Iterable[int], effect: int = NON) -> Scope:
    does = {DOWN: "turns", NON: "blocks"}[effect]
    return Scope(
        (w.index,), w.low, (effect, UP), tuple((k, effect) for k in sorted(inside)), f"{w.low} {does} its noun"
    )


def definites(tree: DependencyTree, _taken: frozenset[int]) -> Iterator[Scope]:
    for w in tree.words:
        noun = tree.words[w.head]
        if w.low in DEFINITE and w.dep == "det" and noun.index > w.index and noun.low != "case":  # it is the case that
            phrase = tree.without(noun.index, own_determiners(tree, noun))
            yield _blocked(w, (k for k in phrase if k > w.index))


def numerals(tree: DependencyTree, taken: frozenset[int]) -> Iterator[Scope]:
    """*three dogs*: as many as are said. *two a day*, *two of them*: no noun follows. *three out of five*: a share."""
    for w in tree.words:
        if (
            w.tag != "CD"
            or tree.child(w.index, "det") is not None
            or (w.index and w.index - 1 in taken and tree.words[w.index - 1].low in BOUNDING)
        ):
            continue
        if w.index and tree.words[w.index - 1].low in NEGATIONS:  # not one pilot
            continue
        after = [x.low for x in tree.words[w.index + 1 : w.index + 3]]
        noun = counted(tree, w.index)
        if w.low in ("one", "1") and noun.index > w.index and after[:1] != ["out"]:  # one hour: an hour
            continue
        if after == ["out", "of"]:
            effects = {w.index: NON, w.index + 1: DOWN, w.index + 2: DOWN, w.index + 3: NON}
            known = tuple((k, e) for k, e in effects.items() if k < len(tree.words))
            yield Scope((w.index,), w.low, (UP, UP), known, "a share of a number")
        elif noun.index != w.index and [x.low for x in tree.words[max(w.index - 2, 0) : w.index]] != ["out", "of"]:
            phrase = tree.without(noun.index, own_determiners(tree, noun)) | _rate(tree, noun)
            yield _blocked(w, (k for k in phrase if k >= w.index))
        elif noun.index == w.index and tree.child(w.index, "prep") is not None:
            yield _blocked(w, tree.subtree(w.index))
        elif noun.index == w.index and after[:1] != ["or"] and w.dep in ALONE:
            yield Scope((w.index,), w.low, (UP, UP), ((w.index, DOWN),), f"{w.low} is at least so many")


def _rate(tree: DependencyTree, noun: ParsedWord) -> frozenset[int]:
    """*three pills a day*: so many a day, though parsers attach it to the verb."""
    if not any(
        tree.words[k].low in ("a", "an", "per") for k in range(noun.index + 1, min(noun.index + 2, len(tree.words)))
    ):
        return frozenset()
    found = (c for c in tree.children(noun.head, "npadvmod", "prep") if c.index in (noun.index + 1, noun.index + 2))
    return frozenset(k for c in found for k in tree.subtree(c.index))


BOUNDING = frozenset(words[-1] for words, _ in BOUNDS)
ALONE = ("dobj", "nsubj", "nsubjpass", "attr", "pobj")


def shares(tree: DependencyTree, _taken: frozenset[int]) -> Iterator[Scope]:
    """*many dogs*, *a lot of dogs*: a share of the dogs."""
    for w in tree.words:
        of = next((c for c in tree.children(w.index, "prep") if c.low == "of"), None)
        if w.low == "many" and (of is not None or noun_of(tree, w) is not w):
            yield _blocked(w, tree.subtree(noun_of(tree, w).index) - tree.subtree(w.index) | _within(tree, w))
        elif w.low in ("lot", "lots") and of is not None:
            yield _blocked(w, _within(tree, of))


def _within(tree: DependencyTree, w: ParsedWord) -> frozenset[int]:
    """What stands under a word and after it."""
    return frozenset(k for k in tree.subtree(w.index) if k > w.index)


def generics(tree: DependencyTree, _taken: frozenset[int]) -> Iterator[Scope]:
    """A bare plural subject is about all of its kind."""
    for w in tree.words:
        own = [c for c in tree.children(w.index) if c.dep in ("det", "nummod", "poss", "predet", "quantmod", "preconj")]
        counted = any(c.low in QUANTITIES or c.low == "only" for c in tree.children(w.index, "amod", "advmod"))
        than = w.index > 0 and tree.words[w.index - 1].low == "than"
        if w.tag == "NNS" and w.dep in ("nsubj", "nsubjpass") and w.low != "lots" and not (own or counted or than):
            yield _blocked(w, tree.without(w.index, own_determiners(tree, w)), DOWN)


def exceptions(tree: DependencyTree, _taken: frozenset[int]) -> Iterator[Scope]:
    """*all students except engineers*: the word stands where the noun does, and what is excepted goes neither way."""
    for w in tree.words:
        host = tree.words[w.head]
        joined = w.low == "but" and w.dep == "cc" and tree.child(w.index, "pobj") is None
        excepted = tree.child(host.index, "conj") if joined else w
        if w.low not in EXCEPT or excepted is None or not is_universal(tree, host):
            continue
        inside = tree.subtree(excepted.index) - {w.index}
        effects = {} if w.low == "but" else {w.index: DOWN}
        if any(tree.words[k].is_nominal and tree.words[k].tag != "CD" for k in inside):
            effects.update(dict.fromkeys(inside, NON))
        else:  # as many as are said: so the clause goes neither way
            effects.update(dict.fromkeys(clause_scope(tree, host) - inside, NON))
        yield Scope((w.index,), w.low, (NON, UP), tuple(sorted(effects.items())), f"{w.low} blocks what is excepted")


def universal_any(tree: DependencyTree, found: list[Scope]) -> Iterator[Scope]:
    """*any* that nothing licenses is *every*; under negation or a condition it is *a*."""
    for w in tree.words:
        if w.low in ("any", "anyone", "anybody", "anything") and all(s.on(w.index) in (None, UP) for s in found):
            noun = w if w.low != "any" else noun_of(tree, w)
            yield determiner_scope(tree, (w.index,), w.low, noun, (DOWN, UP))
