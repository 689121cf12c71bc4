"""What there is to decide of aligned sentences (Geiger et al. 2019): relations of phrase pairs, and a problem for
each case.

What matters of a pair of phrases such as 'tall kid' and 'kid' is their relation: equal, narrower, wider, or none known
(why that is enough: pairs.py). The label depends on the relations of the three phrase pairs (subject, verb, object),
on the four quantifiers and on the two negations; so there are 4^3 * 4^4 * 2^2 = 65,536 cases. Moving negations inward
leaves 4,096 of them: the schemas. What the calculus says of a case is composed along the tree by joint projectivity.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise, product
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from provenli.certify.certificates import Problem, Verdict
from provenli.errors import InputError
from provenli.logic.formulas import Formula, Not, Pred, Quant, Var
from provenli.logic.projectivity import project_boolean, project_terms
from provenli.logic.quantifiers import EVERY, NO, NOT_EVERY, SOME, Quantifier
from provenli.logic.readings import Reading
from provenli.logic.relations import Relation, label
from provenli.logic.theory import Theory, isa
from provenli.pairs.given import with_given
from provenli.pairs.pattern import Pattern, Pieces
from provenli.pairs.plan import PLENTY, Allotment, Request, evenly
from provenli.pairs.schemas import Schema, rests_on_given
from provenli.pairs.workers import in_processes

# --- Negation moved inward through quantifiers: no and not every are gone; what says the same looks the same. ---


AS_PLAIN = {NO: (EVERY, True), NOT_EVERY: (SOME, True), EVERY: (EVERY, False), SOME: (SOME, False)}
DUAL = {EVERY: SOME, SOME: EVERY}


def inward(f: Formula, negative: bool = False) -> Formula:
    """`f`, or its negation, with every negation over a quantifier pushed into its body."""
    match f:
        case Not(body):
            return inward(body, not negative)
        case Quant(q, x, restrictor, body) if q in AS_PLAIN:
            plain, turned = AS_PLAIN[q]
            return Quant(DUAL[plain] if negative else plain, x, restrictor, inward(body, turned != negative))
        case _:
            return Not(f) if negative else f


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
    """The relation of the whole phrases: that of the modifiers, if the heads are equal."""
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


# --- problems ---------------------------------------------------------------------------------------------------------


def problem_of(triple: tuple[Relation, ...], kinds: int) -> Problem:
    sides = Sides.of(kinds)
    clauses = [c for r, n, arity in zip(triple, "SVO", (1, 2, 1), strict=True) for c in _known(r, n, arity)]
    premise, hypothesis = (_sentence(triple, sides, k) for k in (0, 1))
    return Problem((premise,), hypothesis, Theory(tuple(clauses)), Reading(existential_import="all"))


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
    """The relations of the verb phrases, the negated verb phrases and the sentences, by joint projectivity. Noun
    phrases are assumed to be neither empty nor universal; verb phrases are not."""
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


# --- all cases --------------------------------------------------------------------------------------------------------

Tables: TypeAlias = dict[tuple[Relation, ...], Numbers]
"""The schema of each combination of quantifiers and negations, by triple of relations."""
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


# How many rows of what (Geiger et al. 2019): labels equally often, within a label every case, within a case every
# phrase pair.


@dataclass(frozen=True, slots=True)
class CaseRows:
    pattern: NDArray[np.int32]
    kinds: NDArray[np.int32]


def share(
    size: int, names: Sequence[str], tables: Tables, labels: NDArray[np.str_], rng: np.random.Generator
) -> CaseRows:
    """Labels are equally frequent; within a label every case is; within a case every kind of phrase pair."""
    triples = list(tables)
    table = np.stack([tables[t] for t in triples])
    patterns, kinds = [], []
    for name, n in zip(names, evenly(size, [PLENTY] * len(names)), strict=True):
        cases = np.argwhere(labels[table] == name)
        counts = evenly(int(n), [PLENTY] * len(cases), rng)
        case = np.repeat(np.arange(len(cases), dtype=np.int32), counts)
        patterns.append(_phrases(cases[:, 0][case], triples, rng).astype(np.int32))
        kinds.append(cases[:, 1][case].astype(np.int32))
    return CaseRows(np.concatenate(patterns), np.concatenate(kinds))


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


def grouped(rows: CaseRows, room: Numbers) -> Iterator[Allotment]:
    """Rows by pattern; within pattern and setting the serial numbers count from 0. The order of rows is settled when
    they are written, so here they are only counted: sorting in place, and numbers of four bytes, keep ten million rows
    small."""
    codes = rows.pattern * np.int32(KINDS) + rows.kinds
    codes.sort()
    starts = np.searchsorted(codes, np.arange(len(PHRASES) ** 3 + 1, dtype=np.int32) * KINDS)
    for p, (start, end) in enumerate(pairwise(starts.tolist())):
        if start < end:
            settings = codes[start:end] % np.int32(KINDS)
            serials = _counted(settings)
            if int(serials.max()) >= room[p]:
                raise InputError(
                    f"too few distinct pairs: {serials.max() + 1} of one kind are asked for, "
                    f"there are {room[p]}; ask for a smaller --size"
                )
            yield Allotment(p, settings, serials)


def _counted(settings: NDArray[np.int32]) -> NDArray[np.int32]:
    """For sorted settings, the serial number of each among its kind."""
    new = np.flatnonzero(np.diff(settings, prepend=-1))
    first = np.repeat(new, np.diff(new, append=len(settings)))
    return (np.arange(len(settings)) - first).astype(np.int32)


# --- The cases decided, also with nothing granted: some labels rest on there being what the hypothesis names, as where
# 'every dog …' is said to entail 'some red dog …'. ---

GIVEN: Pieces = ('"there are such things as the noun phrases of the hypothesis name"',)
NOTHING: Pieces = ('""',)


def decide_cases(cases: Sequence[Case], request: Request) -> list[Schema]:
    if request.answers is not None:
        return [replace(request.answers(problem), calculus=calculus) for problem, calculus in cases]
    out: list[Schema] = []
    for schema in in_processes(decided, cases, request.workers):
        out.append(schema)
        request.progress("deciding schemas", len(out), len(cases))
    return out


def decided(task: Case) -> Schema:
    from provenli.certify.decide import decide  # here, for verification asks no engine
    from provenli.pairs.decided_schemas import COUNTED, decided_strictly

    problem, calculus = task
    verdict = decide(problem.premises, problem.hypothesis, problem.theory, problem.reading, COUNTED)
    return Schema(problem, verdict, calculus, decided_strictly(problem, verdict))


def strict_labels(labels: NDArray[np.str_], schemas: Sequence[Schema]) -> NDArray[np.str_]:
    """The labels, without those that rest on what only the hypothesis presupposes."""
    return np.where([s.given for s in schemas], "", labels)


def given_of(problem: Problem, verdict: Verdict, strictly: Verdict | None) -> Pieces:
    """The hypothesis has the words; the pattern knows them only as gaps."""
    del problem
    return GIVEN if rests_on_given(verdict, strictly) else NOTHING


def with_what_is_given(pattern: Pattern, schemas: Sequence[Schema]) -> Pattern:
    known = [GIVEN if s.given else NOTHING for s in schemas]
    return with_given(pattern, {k: known[s] for k, s in enumerate(pattern.schema.tolist()) if s >= 0})
