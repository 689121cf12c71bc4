"""The data sets of paper 001: aligned sentences of fragment G with the relations of twelve phrase pairs.

What matters of a pair of phrases such as 'tall kid' and 'kid' is their relation: equal, narrower, wider, or none known.
The label depends on the relations of the three phrase pairs (subject, verb, object), on the four quantifiers and on the
two negations; so there are 4^3 * 4^4 * 2^2 = 65,536 cases. Moving negations inward leaves 4,096 of them: the schemas.

Why relations are enough. A phrase is the intersection of its words. Words of different places are never compared, so a
pair of phrases is two sets of words U and U' of one place in the sentence, and a model of the schema gives two sets X
and X' with X = X', X ⊆ X', X ⊇ X' as U = U', U ⊇ U', U ⊆ U'. Let each word hold of the union of the phrases that
contain it. Then each phrase is its own set again: a word that is in one phrase only gives that set; if there is none,
the words of the phrase are all in the other, and it is the wider one. So a model of a schema is one of each instance.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from provenli.certify.certificates import Problem
from provenli.certify.decide import decide
from provenli.errors import InputError
from provenli.logic.formulas import Formula, Not, Pred, Quant, Var
from provenli.logic.inward import inward
from provenli.logic.projectivity import project_boolean, project_terms
from provenli.logic.quantifiers import EVERY, NO, NOT_EVERY, SOME, Quantifier
from provenli.logic.readings import Reading
from provenli.logic.relations import Relation, label
from provenli.logic.theory import Theory, isa
from provenli.pairs.allotting import trimmed
from provenli.pairs.classes import Classes, word_classes
from provenli.pairs.making import Option, Options, Part, Remade
from provenli.pairs.pattern import Gap, Pattern, Piece, Pieces, Switch, Told, Turn
from provenli.pairs.plan import Allotment, PartPlan, Plan, Request, capacity, words_of
from provenli.pairs.schemas import COUNTED, Schema
from provenli.pairs.sharing import PLENTY, evenly
from provenli.pairs.workers import in_processes

if TYPE_CHECKING:
    from provenli.pairs.fragment import Fragment

EQUAL, NARROWER, WIDER, NONE = Relation.EQUIVALENCE, Relation.FORWARD, Relation.REVERSE, Relation.INDEPENDENCE
RELATIONS = (EQUAL, NARROWER, WIDER, NONE)
MODIFIERS = {"ε/ε": EQUAL, "a/a": EQUAL, "a/ε": NARROWER, "ε/a": WIDER, "a/b": NONE}
"""Two modifiers, and how they are related; an empty one restricts nothing."""
HEADS = {"n/n": EQUAL, "n/m": NONE}
Phrase: TypeAlias = tuple[str, str]
"""Modifiers and heads of an aligned pair of phrases."""
PHRASES: tuple[Phrase, ...] = tuple(product(MODIFIERS, HEADS))
PATTERNS: tuple[tuple[Phrase, ...], ...] = tuple(product(PHRASES, repeat=3))
PLACES = (("AdjS", "NS"), ("Adv", "V"), ("AdjO", "NO"))
MEANT: tuple[Quantifier, ...] = (EVERY, NOT_EVERY, SOME, NO)
KINDS = 4**4 * 2**2
Numbers: TypeAlias = NDArray[np.int64]


def relation(phrase: Phrase) -> Relation:
    """Of the whole phrases: as the modifiers are, where the heads are equal."""
    return MODIFIERS[phrase[0]] if phrase[1] == "n/n" else NONE


@dataclass(frozen=True, slots=True)
class Sides:
    """The switches of a pair: quantifiers by number, negation as 0 or 1, premise before hypothesis."""

    subject: tuple[int, int]
    negation: tuple[int, int]
    object: tuple[int, int]

    @staticmethod
    def of(kinds: int) -> Sides:
        digits = []
        for base in (4, 2, 4, 4, 2, 4):
            kinds, d = divmod(kinds, base)
            digits.append(d)
        return Sides((digits[0], digits[3]), (digits[1], digits[4]), (digits[2], digits[5]))


# --- what is decided ------------------------------------------------------------------------------------------------


def problem_of(triple: tuple[Relation, ...], kinds: int) -> Problem:
    sides = Sides.of(kinds)
    clauses = [c for r, n, arity in zip(triple, "SVO", (1, 2, 1), strict=True) for c in _known(r, n, arity)]
    premise, hypothesis = (_sentence(triple, sides, k) for k in (0, 1))
    return Problem((premise,), hypothesis, Theory(tuple(clauses)), Reading(existential_import=True))


def _known(r: Relation, name: str, arity: int) -> Iterator[Any]:
    if r is NARROWER:
        yield from isa(f"{name}1", f"{name}2", arity=arity)
    if r is WIDER:
        yield from isa(f"{name}2", f"{name}1", arity=arity)


def _sentence(triple: tuple[Relation, ...], sides: Sides, k: int) -> Formula:
    s, v, o = (f"{n}{1 if r is EQUAL else k + 1}" for n, r in zip("SVO", triple, strict=True))
    x, y = Var("x1"), Var("x2")
    phrase: Formula = Quant(MEANT[sides.object[k]], y, Pred(o, (y,)), Pred(v, (x, y)))
    if sides.negation[k]:
        phrase = Not(phrase)
    return inward(Quant(MEANT[sides.subject[k]], x, Pred(s, (x,)), phrase))


@cache
def forms(kinds: int) -> tuple[Formula, Formula]:
    """Premise and hypothesis with names of their own: pairs of one triple with equal forms are the same problem."""
    sides = Sides.of(kinds)
    return _sentence((NONE,) * 3, sides, 0), _sentence((NONE,) * 3, sides, 1)


@cache
def composed(triple: tuple[Relation, ...], kinds: int) -> tuple[Relation, Relation, Relation]:
    """The relations of the verb phrases, the negated verb phrases and the sentences, by joint projectivity.

    Of a verb phrase it is not assumed that it is neither empty nor universal; of a noun phrase it is."""
    sides = Sides.of(kinds)
    verb = _quantified(*sides.object, triple[2], triple[1])
    negated = _negated(*sides.negation, verb)
    return verb, negated, _quantified(*sides.subject, triple[0], negated)


@cache
def _quantified(f: int, g: int, noun: Relation, verb: Relation) -> Relation:
    return project_terms(MEANT[f], MEANT[g], noun, verb, (True, True, False, False))


@cache
def _negated(f: int, g: int, verb: Relation) -> Relation:
    names = ("ε", "not")
    return project_boolean(names[f], names[g], verb)


def decided(task: Case) -> Schema:
    problem, calculus = task
    verdict = decide(problem.premises, problem.hypothesis, problem.theory, problem.reading, COUNTED)
    return Schema(problem, verdict, calculus)


# --- patterns -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Aligned:
    quantifiers: tuple[str, ...]
    negations: tuple[str, ...]
    empty: str
    parts: tuple[Part, ...] = (Part("pairs", 500_000),)
    options: tuple[Option, ...] = ()

    def all_classes(self, fragment: Fragment) -> Classes:
        return word_classes(fragment.grammar, fragment.theory)

    def plan(self, fragment: Fragment, request: Request) -> Plan:
        size = self.parts[0].size if request.size is None else request.size
        classes = self.all_classes(fragment)
        words = words_of(self.parts[0], classes)
        tables, cases = all_cases()
        rng = np.random.Generator(np.random.PCG64([request.seed, 1]))
        rows = share(size, fragment.labels, tables, np.array([calculus for _, calculus in cases]), rng)
        numbers, schemas = decide_used(rows, tables, cases, request)
        patterns = [self.pattern(p, classes, numbers[tables[tuple(map(relation, p))]]) for p in PATTERNS]
        room = np.array([capacity(p, classes, words) for p in patterns])
        part = PartPlan(self.parts[0], words, tuple(grouped(rows, room)))
        return trimmed(Plan(classes, tuple(patterns), schemas, (part,), {}))

    def pattern(self, phrases: tuple[Phrase, ...], classes: Classes, schema: Numbers) -> Pattern:
        triple = tuple(map(relation, phrases))
        slots: list[str] = []
        made = [self._words(p, place, slots) for p, place in zip(phrases, PLACES, strict=True)]
        modifiers, heads = zip(*made, strict=True)
        turning = (self.quantifiers, self.negations, self.quantifiers) * 2
        return Pattern(
            premise=_side(0, modifiers, heads),
            hypothesis=_side(1, modifiers, heads),
            slots=tuple(_class(classes, s) for s in slots),
            features=_features(phrases, triple),
            schema=schema,
            switches=tuple(Switch(w, tuple(range(len(w)))) for w in turning),
            recipe=[list(p) for p in phrases],
        )

    def _words(self, phrase: Phrase, place: tuple[str, str], slots: list[str]) -> tuple[list[Piece], list[Piece]]:
        """The modifiers and the heads of premise and hypothesis: letters of one kind that are equal share a slot."""
        out: list[list[Piece]] = []
        for names, category in zip(phrase, place, strict=True):
            known: dict[str, Piece] = {"ε": self.empty}
            pieces = []
            for letter in names.split("/"):
                if letter not in known:
                    known[letter] = Gap(len(slots), 0)
                    slots.append(category)
                pieces.append(known[letter])
            out.append(pieces)
        return out[0], out[1]

    def remade(self, fragment: Fragment, classes: Classes, recipe: Any, options: Options) -> Remade:
        del fragment, options
        try:
            phrases = tuple((str(m), str(h)) for m, h in recipe)
            if len(phrases) != 3 or not set(phrases) <= set(PHRASES):
                raise ValueError(recipe)
        except (TypeError, ValueError) as e:
            raise InputError(f"a stored pattern cannot be read: {recipe!r}") from e
        triple = tuple(map(relation, phrases))
        pattern = self.pattern(phrases, classes, np.full(KINDS, -1))
        return Remade(
            pattern, lambda kinds: (triple, *forms(kinds)), lambda kinds: problem_of(triple, kinds), lambda *_: None
        )


def _class(classes: Classes, category: str) -> str:
    return next(c.name for c in classes.by_name.values() if c.words[0].forms[0].category == category)


def _side(k: int, modifiers: Sequence[Sequence[Piece]], heads: Sequence[Sequence[Piece]]) -> Pieces:
    (adj_s, adv, adj_o), (n_s, v, n_o) = ([m[k] for m in modifiers], [h[k] for h in heads])
    tokens: list[Piece] = [Turn(3 * k), adj_s, n_s, Turn(3 * k + 1), adv, v, Turn(3 * k + 2), adj_o, n_o]
    return tuple(p for t in tokens for p in (" ", t))[1:]


def _features(phrases: tuple[Phrase, ...], triple: tuple[Relation, ...]) -> tuple[tuple[str, Pieces], ...]:
    """The twelve prediction tasks of Figure 4, six pairs of words first."""
    words = [(f"{kind} {place}", (MODIFIERS, HEADS)[n][p[n]]) for p, place, kinds in zip(
        phrases, ("of subject", "", "of object"), (("adjective", "noun"), ("adverb", "verb"), ("adjective", "noun")),
        strict=True) for n, kind in enumerate(kinds)]  # fmt: skip
    fixed = [*words, ("subject", triple[0]), ("adverb and verb", triple[1]), ("object", triple[2])]
    told = _told(triple)
    return (
        *((name.strip(), (f'"{r}"',)) for name, r in fixed),
        ("verb phrase", (told[0],)),
        ("negated verb phrase", (told[1],)),
        ("sentence", (told[2],)),
    )


@cache
def _told(triple: tuple[Relation, ...]) -> tuple[Told, ...]:
    symbols = tuple(f'"{r}"' for r in Relation)
    number = {r: k for k, r in enumerate(Relation)}
    found = [composed(triple, k) for k in range(KINDS)]
    return tuple(Told(symbols, np.array([number[f[n]] for f in found])) for n in range(3))


# --- how many of what -----------------------------------------------------------------------------------------------

Tables: TypeAlias = dict[tuple[Relation, ...], Numbers]
"""For each triple of relations the schema of each combination of quantifiers and negations."""


Case: TypeAlias = tuple[Problem, str]
"""What is to be decided, and what the calculus says."""


def all_cases() -> tuple[Tables, list[Case]]:
    tables: Tables = {}
    numbers: dict[object, int] = {}
    cases: list[Case] = []
    for triple in product(RELATIONS, repeat=3):
        table = np.zeros(KINDS, dtype=np.int64)
        for kinds in range(KINDS):
            case = (triple, *forms(kinds))
            if case not in numbers:
                numbers[case] = len(cases)
                cases.append((problem_of(triple, kinds), label(composed(triple, kinds)[2])))
            table[kinds] = numbers[case]
        tables[triple] = table
    return tables, cases


def decide_used(
    rows: Rows, tables: Tables, cases: list[Case], request: Request
) -> tuple[Numbers, tuple[Schema, ...]]:
    """The schemas of the cases that the rows show, and for every case the number of its schema, or -1."""
    per_pattern = np.stack([tables[tuple(map(relation, p))] for p in PATTERNS])
    used = np.unique(per_pattern[rows.pattern, rows.kinds])
    schemas = []
    for k, schema in enumerate(in_processes(decided, [cases[n] for n in used], request.workers), 1):
        schemas.append(schema)
        request.progress("deciding schemas", k, len(used))
    numbers = np.full(len(cases), -1, dtype=np.int64)
    numbers[used] = np.arange(len(used))
    return numbers, tuple(schemas)


@dataclass(frozen=True, slots=True)
class Rows:
    pattern: NDArray[np.int32]
    kinds: NDArray[np.int32]


def share(
    size: int, names: Sequence[str], tables: Tables, labels: NDArray[np.str_], rng: np.random.Generator
) -> Rows:
    """Labels equally often; within a label every case equally often; within a case every kind of phrase pair."""
    triples = list(tables)
    table = np.stack([tables[t] for t in triples])
    patterns, kinds = [], []
    for name, n in zip(names, evenly(size, [PLENTY] * len(names)), strict=True):
        cases = np.argwhere(labels[table] == name)
        counts = evenly(int(n), [PLENTY] * len(cases), rng)
        case = np.repeat(np.arange(len(cases), dtype=np.int32), counts)
        patterns.append(_phrases(cases[:, 0][case], triples, rng).astype(np.int32))
        kinds.append(cases[:, 1][case].astype(np.int32))
    return Rows(np.concatenate(patterns), np.concatenate(kinds))


def _phrases(triple: Numbers, triples: Sequence[tuple[Relation, ...]], rng: np.random.Generator) -> Numbers:
    """A pattern for each row, by number: for each of the three places a kind of phrase pair with the right relation."""
    out = np.zeros(len(triple), dtype=np.int64)
    for place in range(3):
        chosen = np.zeros(len(triple), dtype=np.int64)
        for r in RELATIONS:
            here = np.array([t[place] is r for t in triples])[triple]
            kinds = np.array([k for k, p in enumerate(PHRASES) if relation(p) is r])
            chosen[here] = kinds[rng.integers(0, len(kinds), size=int(here.sum()))]
        out = out * len(PHRASES) + chosen
    return out


def grouped(rows: Rows, room: Numbers) -> Iterator[Allotment]:
    """Rows by pattern; within pattern and setting the serial numbers count from 0."""
    order = np.lexsort((rows.kinds, rows.pattern))
    pattern, kinds = rows.pattern[order], rows.kinds[order].astype(np.int64)
    new = np.flatnonzero(np.diff(pattern.astype(np.int64) * KINDS + kinds, prepend=-1))
    serial = np.arange(len(order)) - np.repeat(new, np.diff(new, append=len(order)))
    ends = np.flatnonzero(np.diff(pattern, append=-1)) + 1
    start = 0
    for end in map(int, ends):
        p = int(pattern[start])
        if int(serial[start:end].max()) >= room[p]:
            raise InputError(f"too few distinct pairs: {serial[start:end].max() + 1} of one kind are asked for, "
                             f"there are {room[p]}; ask for a smaller --size")  # fmt: skip
        yield Allotment(p, kinds[start:end], serial[start:end])
        start = end
