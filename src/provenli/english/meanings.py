"""From a derivation to a meaning: each leaf's, put together by the rules that built the tree. Every
name of a meaning in the tables stands here with the function that gives it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from provenli.english import clause_senses as clauses
from provenli.english import determiners, senses
from provenli.english.categories import Atom, Category, Functor, category, matches
from provenli.english.closure import closed, stand_in
from provenli.english.combinators import CHANGED, NP, VP, N
from provenli.english.derivations import Derived
from provenli.english.leaves import WordLeaf
from provenli.english.phrases import (
    NOTHING,
    Build,
    Half,
    Meaning,
    Noun,
    NounPhrase,
    Prepositional,
    Property,
    flat_prepositional,
    lifted,
    relation,
)
from provenli.logic.formulas import TRUE, Formula, Quant, conj, disj
from provenli.logic.quantifiers import EVERY

Sense = Callable[[Build, WordLeaf, str], Meaning]


def leaf_meaning(b: Build, leaf: WordLeaf) -> Meaning:
    sense, _, told = leaf.sense.partition(":")
    return SENSES[sense](b, leaf, told)


def _partitive(b: Build, leaf: WordLeaf, told: str) -> Meaning:
    return lambda np: determiners.determiner(b, leaf, told)(_members(b, np))


def _members(b: Build, np: NounPhrase) -> Noun:
    """What `all the cats` and `none of them` are about."""
    noun, the = np.noun, np.the
    if noun.head and the is not None:
        if b.conventions.partitives == "non":
            return replace(noun, says=lambda x: b.mark(the, b.neither(noun(x))))
        return replace(noun, says=lambda x: b.mark(the, noun(x)))
    if noun.head:
        return noun
    return Noun(lambda x: np(lambda y: relation("of", x, y)), "", True)


def _named(b: Build, leaf: WordLeaf, _: str) -> Meaning:
    """`the fact that …`."""
    b.not_said("a clause at a noun")
    return lambda clause: senses.noun(b, leaf, "").restricted(lambda _: clause(NOTHING))


def _connective(_b: Build, leaf: WordLeaf, _: str) -> Meaning:
    return leaf


def _attached(b: Build, leaf: WordLeaf, told: str) -> Meaning:
    """A preposition whose category says where it stands (CCGbank's way)."""
    if not told:
        return senses.preposition(b, leaf, "")
    return lambda np: CHANGED[told](b, senses.preposition(b, leaf, "")(np))


def _attached_turning(b: Build, leaf: WordLeaf, told: str) -> Meaning:
    pp = senses.negative_preposition(b, leaf, "" if leaf.lower == "without" else leaf.lower)
    return lambda np: CHANGED[told](b, pp(np)) if told else pp(np)


def _counted(_b: Build, leaf: WordLeaf, _: str) -> Meaning:
    return lambda n: replace(n, count=leaf)


def _opaque(b: Build, leaf: WordLeaf, _: str) -> Meaning:
    """What no meaning here covers: it says what its arguments say."""
    b.not_said(leaf.text)
    return _gathered(b, leaf.category, TRUE)


def _gathered(b: Build, c: Category, said: Formula) -> Meaning:
    if isinstance(c, Atom):
        return stand_in(c, said)
    return lambda given: _gathered(b, c.result, conj(said, closed(b, c.argument, given, TRUE)))


def _turning(about: str) -> Sense:
    return lambda b, leaf, _: senses.negative_preposition(b, leaf, about)


SENSES: Mapping[str, Sense] = {
    "noun": senses.noun,
    "name": senses.name,
    "pronoun": senses.pronoun,
    "adjective": senses.predicative,
    "attributive": senses.adjective,
    "compound": senses.compound,
    "possessive": senses.possessive,
    "aux": senses.auxiliary,
    "copula": senses.copula,
    "is": senses.identity,
    "is at": senses.located,
    "there is": senses.there_is,
    "there": clauses.there,
    "adverb": senses.adverb,
    "sentence adverb": senses.sentence_adverb,
    "degree": senses.degree,
    "degree adjective": senses.degree_adjective,
    "degree adverb": senses.degree_adverb,
    "preposition": _attached,
    "turning preposition": _attached_turning,
    "counted": _counted,
    "opaque": _opaque,
    "stranded": senses.stranded,
    "without": _turning(""),
    "before np": _turning("before"),
    "except pp": _turning("except"),
    "relative": clauses.relative,
    "object relative": clauses.object_relative,
    "relative np": clauses.relative,
    "object relative np": clauses.object_relative,
    "clause relative": clauses.clause_relative,
    "free relative": clauses.free_relative,
    "free relative object": clauses.free_relative,
    "empty": clauses.empty,
    "empty question": clauses.empty_question,
    "empty question of": clauses.empty_question_of,
    "both clauses": clauses.both_clauses,
    "aside": clauses.aside,
    "aside np": clauses.aside_np,
    "if": clauses.conditional,
    "unless": clauses.unless,
    "before": clauses.before,
    "not": clauses.negation,
    "not np": clauses.not_np,
    "not pp": clauses.not_pp,
    "not but": clauses.not_but,
    "neither nor": clauses.neither_nor,
    "not clause": clauses.not_clause,
    "not adjective": clauses.not_modifier,
    "not noun": clauses.not_noun,
    "not adverb": clauses.not_adverb,
    "only np": clauses.only_np,
    "only": clauses.only,
    "except": clauses.exception,
    "lack": clauses.lack,
    "too to": clauses.too_to,
    "enough to": clauses.enough_to,
    "not being": clauses.not_being,
    "let us": clauses.let_us,
    "determiner": determiners.determiner,
    "compared": determiners.compared,
    "quantified": determiners.quantified_pronoun,
    "partitive": _partitive,
    "number alone": determiners.number_alone,
    "named": _named,
    "verb": senses.verb,
    "attitude": senses.verb,
    "complement": senses.complement_adjective,
    "conj": _connective,
    "comma": _connective,
}


def meaning_of(b: Build, tree: Derived) -> Meaning:
    """Bottom-up; a tree is no deeper than its sentence is long."""
    if isinstance(tree.leaf, WordLeaf):
        return leaf_meaning(b, tree.leaf)
    parts = [meaning_of(b, child) for child in tree.children]
    if len(parts) == 1:
        return CHANGED[tree.rule](b, parts[0])
    _anchor(b, tree)
    return joined(b, tree, parts[0], parts[1])


def _anchor(b: Build, tree: Derived) -> None:
    """A word without a meaning of its own goes with the head of its argument; `did` of `did not` goes with the verb."""
    first, second = tree.children
    if tree.rule == "bx":
        return
    for child, other in ((first, second), (second, first)):
        while child.rule == "bx":
            child = child.children[0]
        if child.leaf is not None and is_empty(child.leaf) and child.leaf.token != other.head:
            # `of` of `none of the cats` goes with what follows it at once.
            anchor = child.leaf.end if child.leaf.category is OF else other.head
            b.anchors.setdefault(child.leaf.token, (anchor, 1))


OF = category("PO/NP")


def is_empty(leaf: WordLeaf) -> bool:
    return leaf.sense.split(":")[0] in EMPTY


EMPTY = frozenset(
    {"empty", "aux", "copula", "is", "is at", "empty question"}
    | {"empty question of", "clause relative", "comma", "possessive"}
)


def joined(b: Build, tree: Derived, left: Meaning, right: Meaning) -> Meaning:
    match tree.rule:
        case ">":
            return left(right)
        case "<":
            if (
                isinstance(tree.children[1].category, Functor)
                and tree.children[1].category.argument is NP
                and isinstance(left, NounPhrase)
            ):
                left = subject(b, left)
            return right(left)
        case "TB":
            return lambda z: right(z)(left)
        case "bx":
            return lambda z: right(left(z))
        case "fc":
            return lambda z: left(right(z))
        case "gfc":
            return lambda w: lambda z: left(right(w)(z))
        case "conj":
            return Half(left, right)
        case "and":
            return coordinate(b, tree.category, right.connective, left, right.second)
        case "rp":
            return left
        case "lp":
            return right
        case _:
            raise TypeError(f"no rule joins {tree.children[0].category} and {tree.children[1].category}")


def subject(b: Build, np: NounPhrase) -> NounPhrase:
    """A bare plural subject is generic if the convention says so."""
    if np.kinds is not None and b.conventions.generics == "universal":
        np = NounPhrase(np.how, np.kinds.restricted(np.noun), bare=True)
    if not np.bare or not np.noun.plural:
        return np
    if b.conventions.generics == "universal":

        def every(n: Property, scope: Property) -> Formula:
            x = b.fresh()
            return Quant(EVERY, x, n(x), scope(x))

        return NounPhrase(every, np.noun)
    b.not_said("a bare plural as subject: all, or some")
    return np


# --- Coordination: point by point, with subject and object over both ---


def coordinate(b: Build, c: Category, connective: WordLeaf, left: Meaning, right: Meaning) -> Meaning:
    join = (
        disj if (connective.sense == "conj" and connective.lower in ("or", "nor")) or connective.lemma == "or" else conj
    )

    def both(f: Formula, g: Formula) -> Formula:
        return b.mark(connective.token, join(f, g))

    if isinstance(left, Noun) and isinstance(right, Noun):
        return _either(left, right) if join is disj else _each(left, right)
    if isinstance(left, NounPhrase) and isinstance(right, NounPhrase):
        return NounPhrase(
            lambda n, scope: both(left.restricted(n)(scope), right.restricted(n)(scope)),
            Noun(lambda _: TRUE),
            left.bare and right.bare and False,
        )
    if isinstance(left, Prepositional) and isinstance(right, Prepositional):
        return flat_prepositional(left.token, left.name, lambda x: both(left.says(x), right.says(x)))
    if matches(VP, c) is not None:
        return lambda np: lambda f: np(lambda x: both(left(lifted(x))(f), right(lifted(x))(f)))
    if isinstance(c, Functor) and c.result is N:
        return lambda n: replace(n, says=lambda x: both(left(n)(x), right(n)(x)), parts=())
    if isinstance(c, Functor):
        return _pointwise(b, c, connective, left, right)
    return lambda f: both(left(f), right(f))


def _either(left: Noun, right: Noun) -> Noun:
    return Noun(lambda x: disj(left(x), right(x)), left.head, left.plural)


def _each(left: Noun, right: Noun) -> Noun:
    """`every man and woman` is about both kinds; a singer and dancer is both, and a bare pair is some of each."""
    parts = (*(left.parts or (left,)), *(right.parts or (right,)))
    return Noun(lambda x: disj(left(x), right(x)), left.head, True, parts=parts)


def _pointwise(b: Build, c: Functor, connective: WordLeaf, left: Meaning, right: Meaning) -> Meaning:
    if c.argument is NP and isinstance(c.result, Functor):
        return lambda obj: (
            lambda np: (
                lambda f: np(
                    lambda x: obj(
                        lambda y: coordinate(b, c.result, connective, left(lifted(y)), right(lifted(y)))(lifted(x))(f)
                    )
                )
            )
        )
    return lambda z: coordinate(b, c.result, connective, left(z), right(z))
