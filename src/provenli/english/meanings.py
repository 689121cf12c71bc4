"""From a derivation to a meaning: each leaf's, put together by the rules that built the tree."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from provenli.english.categories import Category, Functor, arguments, is_modifier, matches
from provenli.english.combinators import NP, VP, N
from provenli.english.determiners import determiner
from provenli.english.derivations import Derived
from provenli.english.leaves import Leaf
from provenli.english.phrases import (
    NOTHING,
    After,
    Build,
    Meaning,
    Noun,
    NounPhrase,
    Prepositional,
    lifted,
    relation,
)
from provenli.english.senses import SENSES, later
from provenli.english.verbs import complement_adjective, verb
from provenli.logic.formulas import TRUE, Const, Formula, Quant, Term, conj, disj
from provenli.logic.quantifiers import EVERY, SOME


def meaning_of(b: Build, tree: Derived) -> Meaning:
    """Bottom-up; a tree is no deeper than its sentence is long."""
    if isinstance(tree.leaf, Leaf):
        return leaf_meaning(b, tree.leaf)
    parts = [meaning_of(b, child) for child in tree.children]
    if len(parts) == 1:
        return changed(b, tree.rule, tree.children[0], tree.category, parts[0])
    _anchor(b, tree)
    return joined(b, tree, parts[0], parts[1])


def _anchor(b: Build, tree: Derived) -> None:
    """A word without a meaning of its own goes with the head of what it takes."""
    first, second = tree.children
    for child, other in ((first, second), (second, first)):
        if child.leaf is not None and is_empty(child.leaf) and child.leaf.token != other.head:
            b.anchors.setdefault(child.leaf.token, (other.head, 1))


def is_empty(leaf: Leaf) -> bool:
    return leaf.sense.split(":")[0] in EMPTY


EMPTY = frozenset({"empty", "aux", "copula", "is", "is at", "there", "relative", "object relative", "relative np", "object relative np", "free relative",
                   "free relative object", "empty question", "empty question of", "clause relative", "conj", "comma", "possessive"})


def leaf_meaning(b: Build, leaf: Leaf) -> Meaning:
    sense, _, told = leaf.sense.partition(":")
    if sense == "verb":
        return verb(b, leaf)
    if sense == "attitude":
        return verb(b, leaf)
    if sense == "complement":
        return complement_adjective(b, leaf, "")
    if sense in ("conj", "comma"):
        return leaf
    if sense == "partitive":
        return lambda np: determiner(b, leaf, told)(_members(np))
    if sense == "number alone":
        return determiner(b, leaf, "number")(Noun(lambda x: relation("thing", x), "thing"))
    if sense == "named":
        b.not_said("a clause at a noun")
        return lambda clause: SENSES["noun"](b, leaf, "").restricted(lambda _: clause(NOTHING))
    return SENSES[sense](b, leaf, told)


def _members(np: NounPhrase) -> Noun:
    """What `all the cats` and `none of them` are about."""
    if np.noun.head:
        return np.noun
    return Noun(lambda x: np(lambda y: relation("of", x, y)), "", True)


def joined(b: Build, tree: Derived, left: Meaning, right: Meaning) -> Meaning:
    match tree.rule:
        case ">":
            return left(right)
        case "<":
            if isinstance(tree.children[1].category, Functor) and tree.children[1].category.argument is NP and isinstance(left, NounPhrase):
                left = subject(b, left, tree)
            return right(left)
        case "TB":
            return lambda z: right(z)(left)
        case "bx":
            return lambda z: right(left(z))
        case "fc":
            return lambda z: left(right(z))
        case "conj":
            return (left, right)
        case "and":
            connective, second = right
            return coordinate(b, tree.category, connective, left, second)
        case "rp":
            return left
        case _:
            return right


EPISODIC = frozenset({"past", "progressive"})


def subject(b: Build, np: NounPhrase, tree: Derived) -> NounPhrase:
    """A bare plural subject is generic where the convention says so."""
    if not np.bare or not np.noun.plural:
        return np
    if b.conventions.generics == "universal":
        def every(n: Callable[[Term], Formula], scope: Callable[[Term], Formula]) -> Formula:
            x = b.fresh()
            return Quant(EVERY, x, n(x), scope(x))
        return NounPhrase(every, np.noun)
    b.not_said("a bare plural as subject: all, or some")
    return np


# --- Coordination: point by point, with subject and object over both ---


def coordinate(b: Build, c: Category, connective: Leaf, left: Meaning, right: Meaning) -> Meaning:
    join = disj if connective.sense == "conj" and connective.lower in ("or", "nor") or connective.lemma == "or" else conj
    if isinstance(left, tuple):  # half of a longer list
        left = left[1]

    def both(f: Formula, g: Formula) -> Formula:
        # conj and disj drop repeated parts, and with them marks: so they are joined as they are.
        return join(f, g)

    if isinstance(left, Noun) and isinstance(right, Noun):
        if left.plural or right.plural:
            return Noun(lambda x: disj(left(x), right(x)), left.head, True)
        return Noun(lambda x: both(left(x), right(x)), left.head)
    if isinstance(left, NounPhrase) and isinstance(right, NounPhrase):
        return NounPhrase(lambda n, scope: both(left.restricted(n)(scope), right.restricted(n)(scope)), Noun(lambda _: TRUE), left.bare and right.bare and False)
    if isinstance(left, Prepositional) and isinstance(right, Prepositional):
        said = lambda x: both(left.says(x), right.says(x))
        return Prepositional(left.token, left.name, said, lambda build: build(said))
    if matches(VP, c) is not None:
        return lambda np: lambda f: np(lambda x: both(left(lifted(x))(f), right(lifted(x))(f)))
    if isinstance(c, Functor):
        return _pointwise(b, c, connective, left, right)
    return lambda f: both(left(f), right(f))


def _pointwise(b: Build, c: Functor, connective: Leaf, left: Meaning, right: Meaning) -> Meaning:
    if c.argument is NP and isinstance(c.result, Functor):
        return lambda obj: lambda np: lambda f: np(lambda x: obj(lambda y: coordinate(b, c.result, connective, left(lifted(y)), right(lifted(y)))(lifted(x))(f)))
    return lambda z: coordinate(b, c.result, connective, left(z), right(z))


# --- One constituent in another category ---


def changed(b: Build, rule: str, child: Derived, result: Category, meaning: Meaning) -> Meaning:
    return CHANGED[rule](b, child, meaning)


def _bare(b: Build, child: Derived, n: Noun) -> NounPhrase:
    if n.name and not n.plural:
        c = Const(n.name)
        return NounPhrase(lambda noun, scope: conj(n(c), noun(c), scope(c)), Noun(lambda _: TRUE))

    def how(noun: Callable[[Term], Formula], scope: Callable[[Term], Formula]) -> Formula:
        x = b.fresh()
        return Quant(SOME, x, noun(x), scope(x))

    return NounPhrase(how, n, bare=True)


def _at_verb(b: Build, child: Derived, pp: Prepositional) -> Meaning:
    return lambda vp: lambda np: lambda f: np(
        lambda x: pp.wide(lambda related: vp(lifted(x))(later(f, related)))
    )


def _at_sentence(b: Build, child: Derived, pp: Prepositional) -> Meaning:
    return lambda clause: lambda f: pp.wide(lambda related: clause(later(f, related)))


def _reduced(b: Build, child: Derived, vp: Meaning) -> Meaning:
    return lambda n: n.restricted(lambda x: vp(lifted(x))(NOTHING))


def _gerund(b: Build, child: Derived, vp: Meaning) -> NounPhrase:
    """`swimming in pools`: something of which the verb phrase is said."""
    b.not_said("a verb phrase as a noun phrase")
    said = vp(lifted(Const("that one")))
    return NounPhrase(lambda n, scope: said(After(lambda e: conj(n(e), scope(e)))), Noun(lambda _: TRUE))


def _clause_as_np(b: Build, child: Derived, clause: Meaning) -> NounPhrase:
    b.not_said("a clause as a noun phrase")
    return NounPhrase(lambda n, scope: clause(After(lambda e: conj(n(e), scope(e)))), Noun(lambda _: TRUE))


def _purpose(b: Build, child: Derived, inner: Meaning) -> Meaning:
    b.not_said("a verb phrase as an adjunct")
    return lambda vp: lambda np: lambda f: np(
        lambda x: vp(lifted(x))(later(f, lambda _: inner(lifted(x))(NOTHING)))
    )


def _purpose_sentence(b: Build, child: Derived, inner: Meaning) -> Meaning:
    b.not_said("a verb phrase as an adjunct")
    return lambda clause: lambda f: conj(inner(lifted(Const("that one")))(NOTHING), clause(f))


def _when(b: Build, child: Derived, np: NounPhrase) -> Meaning:
    return lambda vp: lambda subj: lambda f: subj(
        lambda x: np(lambda y: vp(lifted(x))(later(f, lambda e: relation("at", e, y))))
    )


def _when_sentence(b: Build, child: Derived, np: NounPhrase) -> Meaning:
    return lambda clause: lambda f: np(lambda y: clause(later(f, lambda e: relation("at", e, y))))


CHANGED: Mapping[str, Callable[[Build, Derived, Meaning], Meaning]] = {
    "bare": _bare,
    "at noun": lambda b, child, pp: lambda n: n.restricted(pp.says),
    "at np": lambda b, child, pp: lambda n: n.restricted(pp.says),
    "at verb": _at_verb,
    "at sentence": _at_sentence,
    "as predicate": lambda b, child, pp: lambda np: lambda f: np(lambda x: conj(pp.says(x), f(x))),
    "reduced": _reduced,
    "reduced np": _reduced,
    "reduced object": lambda b, child, gap: lambda n: n.restricted(lambda x: gap(lifted(x))(NOTHING)),
    "reduced object np": lambda b, child, gap: lambda n: n.restricted(lambda x: gap(lifted(x))(NOTHING)),
    "gerund": _gerund,
    "infinitive": _gerund,
    "that": _clause_as_np,
    "purpose": _purpose,
    "purpose sentence": _purpose_sentence,
    "when": _when,
    "when sentence": _when_sentence,
}
