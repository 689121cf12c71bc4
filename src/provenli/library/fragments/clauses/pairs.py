"""Data sets of naturalistic pairs (Yanaka et al. 2021, section 3.2): thirty verbs over each attested pair of sentences.

    attested pairs (attested.py) ─► clauses (text.py) ─► for each verb f(s1) -> s1, or f(s1) -> s2

A thousand pairs give thirty thousand veridical or thirty thousand composite examples.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, fields, replace
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from provenli.certify.certificates import Problem
from provenli.errors import InputError, suggestion
from provenli.grammar.morphology import past, third_person
from provenli.library.fragment_shelf import FRAGMENTS, load_fragment
from provenli.library.fragments.clauses.attested import (
    AttestedPair,
    PairLabel,
    balanced,
    is_statement,
    pairs_of,
    read_pairs,
)
from provenli.library.fragments.clauses.embedding_verbs import (
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
from provenli.library.fragments.clauses.text import capitals, complement, inflected, written
from provenli.logic.formulas import Formula, Implies, Not, Pred, canonical
from provenli.logic.theory import Theory
from provenli.options import Option, Options
from provenli.pairs.allotments import trimmed
from provenli.pairs.classes import Classes
from provenli.pairs.drawn import Drawn
from provenli.pairs.fragment import Fragment, Remade
from provenli.pairs.pattern import Pattern, Pieces, Switch, Told, Turn
from provenli.pairs.plan import Allotment, Answers, PartPlan, Plan, Request, evenly, words_of
from provenli.pairs.schemas import Schema

Numbers: TypeAlias = NDArray[np.int64]
Mask: TypeAlias = NDArray[np.bool_]
PAIRS_USED = 1000
"""Section 3.2: a thousand pairs make thirty thousand examples."""
LEMMAS = tuple((lemma, t) for t, lemmas in VERBS.items() for lemma in lemmas)
TYPES: tuple[VerbType, ...] = tuple(VERBS)
TYPE_OF = np.array([TYPES.index(t) for _, t in LEMMAS], dtype=np.int64)
TEMPLATES_OF = {"someone": (SOMEONE,), "various": VARIOUS}


# --- what is decided --------------------------------------------------------------------------------------------------

S1, S2 = Pred("s1", ()), Pred("s2", ())
ATTESTED: dict[PairLabel, tuple[Formula, ...]] = {
    "entailment": (Implies(S1, S2),),
    "contradiction": (Implies(S1, Not(S2)),),
    "neutral": (),
    "non-entailment": (),
}
"""What a label says about s1 and s2. Nothing is known about a neutral pair, which is why nothing follows."""


@cache
def veridical_problem(verb_type: VerbType) -> Problem:
    return Problem((_attitude(verb_type),), S1)


@cache
def composite_problem(verb_type: VerbType, relation: PairLabel) -> Problem:
    return Problem((_attitude(verb_type),), S2, Theory(axioms=ATTESTED[relation]))


def _attitude(verb_type: VerbType) -> Formula:
    return canonical((veridical if verb_type == "veridical" else non_veridical)("f")(someone, S1))


# --- patterns ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Embedded:
    """Everything about a pattern. `s1`: as it stands after 'that'. `s2`: as a sentence. Both in the tense of f."""

    s1: str
    s2: str
    relation: PairLabel
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
    if e.relation not in get_args(PairLabel) or e.tense not in TENSES or e.template not in known:
        raise InputError(f"a stored pattern cannot be read: {e.relation!r}, {e.tense!r} or {e.template!r} is unknown")
    if e.tense not in known[e.template].tenses or not (is_statement(e.s1) and is_statement(e.s2)):
        raise InputError("a stored pattern cannot be read: its tense or its sentences do not fit")
    return e


# --- from pairs to patterns -------------------------------------------------------------------------------------------


def embedded(pair: AttestedPair, kept: frozenset[str], templates: str, rng: np.random.Generator) -> Iterator[Embedded]:
    """One for each tense that the sentences can have."""
    for tense, (s1, s2) in inflected(pair.s1, pair.s2).items():
        template = some_template(templates, tense, rng)
        clause = complement(written(s1), kept)
        yield Embedded(clause, written(s2), pair.relation, tense, template.text, pair.source)


def some_template(templates: str, tense: Tense, rng: np.random.Generator) -> Template:
    fitting = [t for t in VARIOUS if tense in t.tenses] if templates == "various" else [SOMEONE]
    return fitting[int(rng.integers(len(fitting)))]


# --- what a user asks for -------------------------------------------------------------------------------------------


class NliFile(str):
    """A file's name, which is all that a manifest records, with the path to read it from."""

    path: Path

    def __new__(cls, path: Path) -> NliFile:
        whole = os.path.abspath(path)  # '..' has a name only as a whole path; the root has none, and "" is no file
        made = super().__new__(cls, os.path.basename(whole) or whole)
        made.path = path
        return made


def source(text: str) -> str:
    if text in ("", *FRAGMENTS):
        return text
    if not os.path.exists(text):
        raise InputError(
            f"no file or fragment {text!r}; expected an NLI file (.jsonl, .tsv, .txt), a data set's "
            f"directory, or the name of a fragment; {suggestion(text, FRAGMENTS)}"
        )
    return NliFile(Path(text))


PAIRS = Option(
    "pairs",
    "",
    source,
    "an NLI file or a fragment whose pairs s1 -> s2 are put under the verbs; without it, Boolean sentences are",
    '""',
)


# --- the maker ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EmbeddedPairs(Drawn):
    """Drawn from the grammar, unless `pairs` names a source. `composite`: f(s1) -> s2 instead of f(s1) -> s1."""

    composite: bool = False

    def plan(self, fragment: Fragment, request: Request) -> Plan:
        if not request.options.get(PAIRS.name):
            return Drawn.plan(self, fragment, request)
        pairs, notes, others = self._chosen(request)
        size = len(LEMMAS) * len(pairs) if request.size is None else request.size
        rng = np.random.Generator(np.random.PCG64([request.seed, 2]))
        kept = capitals(t for p in pairs for t in (p.s1, p.s2))
        groups = [list(embedded(p, kept, str(request.options["templates"]), rng)) for p in pairs]
        wanted = share(size, np.array([p.entailed for p in pairs]), rng)
        schemas, numbers = self._schemas([e for g in groups for e in g], request)
        patterns: list[Pattern] = []
        allotments: list[Allotment] = []
        for group, verbs in zip(groups, wanted, strict=True):
            tense = rng.integers(len(group), size=len(LEMMAS))
            for k, e in enumerate(group):
                settings = np.flatnonzero(verbs & (tense == k))
                if len(settings):
                    allotments.append(Allotment(len(patterns), settings, np.zeros_like(settings)))
                    table = [numbers[e.problem(v, self.composite)] for v in range(len(LEMMAS))]
                    patterns.append(replace(e.pattern(self.composite), schema=np.array(table, dtype=np.int64)))
        classes = self.all_classes(fragment)
        part = PartPlan(self.parts[0], words_of(self.parts[0], classes), tuple(allotments))
        return trimmed(Plan(classes, tuple(patterns), schemas, (part,), {}, notes, others))

    def outside(self, options: Options) -> str:
        """The option that names a file, which is needed to draw the pairs again."""
        return "" if options.get(PAIRS.name, "") in ("", *FRAGMENTS) else PAIRS.name

    def _chosen(self, request: Request) -> tuple[tuple[AttestedPair, ...], tuple[str, ...], tuple[Schema, ...]]:
        named = request.options[PAIRS.name]
        size = len(LEMMAS) * PAIRS_USED if request.size is None else request.size
        # Even, never more than there are rows, and enough for them where a thousand are not.
        count = max(min(PAIRS_USED, size + size % 2), 2 * -(-size // (2 * len(LEMMAS))))
        rng = np.random.Generator(np.random.PCG64([request.seed, 1]))
        found, note, others = attested(named, count, rng, request.answers)
        pairs = balanced(found, count, rng, distinct=not self.composite)
        if request.size is not None and size > len(LEMMAS) * len(pairs):
            raise InputError(
                f"too few distinct pairs: --size {size} asked for, {named} has {len(pairs)} to put under "
                f"{len(LEMMAS)} verbs, which makes {len(LEMMAS) * len(pairs)}"
            )
        role = "axioms over opaque s1 and s2" if self.composite else "no part of f(s1) -> s1, where s1 is opaque"
        notes = (f"{note}; here they are {role}", f"{len(pairs)} of {len(found)} pairs s1 -> s2 are used")
        return pairs, notes, others

    def _schemas(self, made: Sequence[Embedded], request: Request) -> tuple[tuple[Schema, ...], dict[Problem, int]]:
        problems = list(dict.fromkeys(e.problem(v, self.composite) for e in made for v in (0, len(LEMMAS) - 1)))
        return tuple(request.decided(problems)), {p: k for k, p in enumerate(problems)}

    def remade(self, fragment: Fragment, classes: Classes, recipe: Any, options: Options) -> Remade:
        if not options.get(PAIRS.name):
            return Drawn.remade(self, fragment, classes, recipe, options)
        e = from_recipe(recipe, str(options["templates"]))

        def problem(kinds: int) -> Problem:
            return e.problem(kinds, self.composite)

        # The names are always f, s1 and s2, so equal problems are equal as they stand.
        return Remade(e.pattern(self.composite), problem, problem, lambda *_: None)


def attested(
    named: str, count: int, rng: np.random.Generator, answers: Answers | None
) -> tuple[tuple[AttestedPair, ...], str, tuple[Schema, ...]]:
    """The pairs of the source, the notes about their labels, and what was decided for them."""
    if named in FRAGMENTS and not isinstance(named, NliFile):
        # Half as many again, since some pairs may begin alike.
        found, decided = pairs_of(load_fragment(named), count + count // 2, rng, answers)
        return found, f"s1 -> s2 labels were decided in fragment {named}", decided
    file = named if isinstance(named, NliFile) else NliFile(Path(named))
    return read_pairs(file.path), f"s1 -> s2 labels are those of {file}{_hash(file.path)}, not proved", ()


def _hash(path: Path) -> str:
    return f" (SHA-256 {hashlib.sha256(path.read_bytes()).hexdigest()})" if path.is_file() else ""


def share(size: int, entailed: Mask, rng: np.random.Generator) -> Mask:
    """Which verbs go with which pair: evenly over the types of verbs, the labels, then over pairs and verbs."""
    out = np.zeros((len(entailed), len(LEMMAS)), dtype=np.bool_)
    verbs = [np.flatnonzero(t == TYPE_OF) for t in range(len(TYPES))]
    for mine, n in zip(verbs, evenly(size, [len(v) * len(entailed) for v in verbs]), strict=True):
        groups = [np.flatnonzero(entailed == e) for e in (True, False)]
        for pairs, m in zip(groups, evenly(int(n), [len(mine) * len(g) for g in groups]), strict=True):
            _spread(out, pairs, rng.permutation(mine), evenly(int(m), [len(mine)] * len(pairs), rng))
    return out


def _spread(out: Mask, pairs: Numbers, verbs: Numbers, counts: Numbers) -> None:
    """Verbs take turns, starting where the last pair stopped, so that none comes much more often than another."""
    starts = np.cumsum(counts) - counts
    for pair, start, count in zip(pairs, starts, counts, strict=True):
        out[pair, verbs[(start + np.arange(count)) % len(verbs)]] = True
