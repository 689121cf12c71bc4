"""Every name of a meaning in the tables, with the function that gives it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from provenli.english import clause_senses as clauses
from provenli.english import determiners, senses, verbs
from provenli.english.categories import Atom, Category
from provenli.english.closure import closed, stand_in
from provenli.english.leaves import Leaf
from provenli.english.phrases import NOTHING, Build, Meaning, Noun, NounPhrase, relation
from provenli.english.type_changes import CHANGED
from provenli.logic.formulas import TRUE, Formula, conj

Sense = Callable[[Build, Leaf, str], Meaning]


def leaf_meaning(b: Build, leaf: Leaf) -> Meaning:
    sense, _, told = leaf.sense.partition(":")
    return SENSES[sense](b, leaf, told)


def _partitive(b: Build, leaf: Leaf, told: str) -> Meaning:
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


def _named(b: Build, leaf: Leaf, _: str) -> Meaning:
    """`the fact that …`."""
    b.not_said("a clause at a noun")
    return lambda clause: senses.noun(b, leaf, "").restricted(lambda _: clause(NOTHING))


def _connective(_b: Build, leaf: Leaf, _: str) -> Meaning:
    return leaf


def _attached(b: Build, leaf: Leaf, told: str) -> Meaning:
    """A preposition whose category says where it stands (CCGbank's way)."""
    if not told:
        return senses.preposition(b, leaf, "")
    return lambda np: CHANGED[told](b, senses.preposition(b, leaf, "")(np))


def _attached_turning(b: Build, leaf: Leaf, told: str) -> Meaning:
    pp = senses.negative_preposition(b, leaf, "" if leaf.lower == "without" else leaf.lower)
    return lambda np: CHANGED[told](b, pp(np)) if told else pp(np)


def _counted(_b: Build, leaf: Leaf, _: str) -> Meaning:
    return lambda n: replace(n, count=leaf)


def _opaque(b: Build, leaf: Leaf, _: str) -> Meaning:
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
    "verb": verbs.verb,
    "attitude": verbs.verb,
    "complement": verbs.complement_adjective,
    "conj": _connective,
    "comma": _connective,
}
