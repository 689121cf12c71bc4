"""Patterns of naturalistic pairs (paper 003, section 3.2): one clause under one subject in one tense.

The switch of a pattern is the verb. Sentences of people have no meaning here. They are opaque propositions, and what is
attested of them is an axiom: labels are decided relative to it. So only the verb's type and the attested relation of s1
and s2 matter, and a handful of schemas stands for all pairs. A pattern's recipe holds its sentences: a data set can be
verified without the file that they came from.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from functools import cache
from typing import Any, get_args

import numpy as np

from provenli.certify.certificates import Problem
from provenli.errors import InputError
from provenli.grammar.morphology import past, third_person
from provenli.library.attested_files import Attested, Relation
from provenli.library.attested_pairs import is_statement
from provenli.library.clause_embedding import (
    SOMEONE,
    TENSES,
    VARIOUS,
    VERBS,
    Template,
    Tense,
    VerbType,
    cell_of,
    non_veridical,
    someone,
    veridical,
)
from provenli.library.plain_clauses import complement, inflected, written
from provenli.logic.formulas import Formula, Implies, Not, Pred, canonical
from provenli.logic.theory import Theory
from provenli.pairs.pattern import Pattern, Pieces, Switch, Told, Turn

LEMMAS = tuple((lemma, t) for t, lemmas in VERBS.items() for lemma in lemmas)
TYPES: tuple[VerbType, ...] = tuple(VERBS)
TYPE_OF = np.array([TYPES.index(t) for _, t in LEMMAS], dtype=np.int64)
TEMPLATES_OF = {"someone": (SOMEONE,), "various": VARIOUS}


# --- what is decided --------------------------------------------------------------------------------------------------

S1, S2 = Pred("s1", ()), Pred("s2", ())
ATTESTED: dict[Relation, tuple[Formula, ...]] = {
    "entailment": (Implies(S1, S2),),
    "contradiction": (Implies(S1, Not(S2)),),
    "neutral": (),
    "non-entailment": (),
}
"""What a label says of s1 and s2. Of a neutral pair nothing is known, which is why nothing follows."""


@cache
def veridical_problem(verb_type: VerbType) -> Problem:
    return Problem((_attitude(verb_type),), S1)


@cache
def composite_problem(verb_type: VerbType, relation: Relation) -> Problem:
    return Problem((_attitude(verb_type),), S2, Theory(axioms=ATTESTED[relation]))


def _attitude(verb_type: VerbType) -> Formula:
    return canonical((veridical if verb_type == "veridical" else non_veridical)("f")(someone, S1))


# --- patterns ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Embedded:
    """Everything about a pattern. `s1`: as it stands after 'that'. `s2`: as a sentence. Both in the tense of f."""

    s1: str
    s2: str
    relation: Relation
    tense: Tense
    template: str
    source: str

    def problem(self, verb: int, composite: bool) -> Problem:
        verb_type = LEMMAS[verb][1]
        return composite_problem(verb_type, self.relation) if composite else veridical_problem(verb_type)

    def pattern(self, composite: bool) -> Pattern:
        template = _template_named(self.template)
        start = written(template.text).removesuffix(".")
        return Pattern(
            premise=(f"{start} ", Turn(0), f" that {self.s1}."),
            hypothesis=(self.s2 if composite else written(self.s1),),
            slots=(),
            features=_features(self, template, composite),
            schema=np.full(len(LEMMAS), -1, dtype=np.int64),
            switches=(_switch(self.tense, template.number),),
            recipe=asdict(self),
        )


@cache
def _template_named(text: str) -> Template:
    return next(t for t in (SOMEONE, *VARIOUS) if t.text == text)


@cache
def _switch(tense: Tense, number: str) -> Switch:
    # Every verb is of its own kind, so that its lemma can be told; verbs of one type share their schema.
    return Switch(tuple(verb_form(lemma, tense, number) for lemma, _ in LEMMAS), tuple(range(len(LEMMAS))))


def verb_form(lemma: str, tense: Tense, number: str) -> str:
    present = third_person(lemma) if number == "sg" else lemma
    return past(lemma) if tense == "past" else present


def _features(e: Embedded, template: Template, composite: bool) -> tuple[tuple[str, Pieces], ...]:
    cells = tuple(cell_of(t, e.relation == "entailment") for t in TYPES)
    said = {"tense": e.tense, "template": e.template, "template_type": template.kind}
    of_s2 = {"relation": e.relation} if composite else {}
    return (
        ("verb", (Told(tuple(_json(lemma) for lemma, _ in LEMMAS), np.arange(len(LEMMAS))),)),
        ("verb_type", (Told(tuple(map(_json, TYPES)), TYPE_OF),)),
        *((name, (_json(value),)) for name, value in {**said, **of_s2}.items()),
        ("cell", (Told(tuple(_json(c if composite else c.split("/")[0]) for c in cells), TYPE_OF),)),
        ("source", (_json(e.source),)),
    )


def _json(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def from_recipe(recipe: Any, templates: str) -> Embedded:
    names = [f.name for f in fields(Embedded)]
    if not isinstance(recipe, dict) or sorted(recipe) != sorted(names) or {type(v) for v in recipe.values()} != {str}:
        raise InputError(f"a stored pattern cannot be read: expected texts {', '.join(names)}")
    known = {t.text: t for t in TEMPLATES_OF.get(templates, ())}
    e = Embedded(**recipe)
    if e.relation not in get_args(Relation) or e.tense not in TENSES or e.template not in known:
        raise InputError(f"a stored pattern cannot be read: {e.relation!r}, {e.tense!r} or {e.template!r} is unknown")
    if e.tense not in known[e.template].tenses or not (is_statement(e.s1) and is_statement(e.s2)):
        raise InputError("a stored pattern cannot be read: its tense or its sentences do not fit")
    return e


# --- from pairs to patterns -------------------------------------------------------------------------------------------


def embedded(pair: Attested, kept: frozenset[str], templates: str, rng: np.random.Generator) -> Iterator[Embedded]:
    """One for each tense that the sentences can have."""
    for tense, (s1, s2) in inflected(pair.s1, pair.s2).items():
        template = some_template(templates, tense, rng)
        clause = complement(written(s1), kept)
        yield Embedded(clause, written(s2), pair.relation, tense, template.text, pair.source)


def some_template(templates: str, tense: Tense, rng: np.random.Generator) -> Template:
    fitting = [t for t in VARIOUS if tense in t.tenses] if templates == "various" else [SOMEONE]
    return fitting[int(rng.integers(len(fitting)))]
