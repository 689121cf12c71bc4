"""The Venn-region prover: Boolean case distinction over linear arithmetic on how many elements each region holds.

Facts about quantifiers are bounds on cardinalities of concepts. The regions of all concepts partition the domain, so
the bounds are linear inequalities over non-negative region sizes. If those have no solution, Farkas multipliers are the
proof. If they have one, each region it uses is looked at from inside: an element with those properties is given a name,
and what the properties say of it (whom it saw, how tall it is) becomes a question of the same kind, one level down.
A refuted region is excluded and the programme is solved again. No domain bound is involved.

Giving up proves nothing: looking at elements one at a time is a relaxation, and model finders decide the rest.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, field
from fractions import Fraction
from math import floor
from time import monotonic

from provenli.certify.engines.linear_programme import Infeasible, Programme, completed, solve, weighted, whole_solution
from provenli.certify.engines.protocol import GaveUp, Outcome, Question, Refuted
from provenli.certify.engines.regions import Regions
from provenli.certify.kernel import new_for, said_of, witnesses
from provenli.certify.proofs import Cases, Closed, Cube, Exclusion, Proof, Sum, Witness
from provenli.certify.propagation import Forced, closed_parts, force, normal
from provenli.certify.sums import Region, always_true, atoms_of, concept, negative_regions
from provenli.logic.formulas import (
    Bound,
    Cardinal,
    Equal,
    Formula,
    Not,
    Pred,
    constants,
    depth,
    free_variables,
    negate,
    predicates,
)
from provenli.logic.theory import Theory

MOST_NAMED = 5
"""How many witnesses elements are compared with."""
MAX_SPLITS = 4
"""How often a fractional solution may be cut before the search gives up."""


class OutOfTime(Exception):
    pass


class OutOfQuestions(Exception):
    pass


@dataclass(frozen=True, slots=True)
class Venn:
    """`witnesses`: also name what must exist, where it is unique or where something follows from its existing.

    That closes gaps of the relaxation (two elements turn out to be one) and costs more, so it comes as a second try.
    """

    witnesses: bool = False
    thorough: bool = False
    """Ask an element everything that is known of it, and compare elements: relations matter from both sides."""
    questions: int = 3000
    """How many sets of facts may be looked at. Counted, not timed: what is found must not depend on the machine."""

    @property
    def name(self) -> str:
        return "venn" + (", thorough" if self.thorough else "") + (", with witnesses" if self.witnesses else "")

    def missing(self) -> str | None:
        return None

    def ask(self, question: Question, seconds: float) -> Outcome:
        facts = tuple(normal(f) for f in question.facts)
        deepest = max((depth(f) for f in facts), default=0) + 1
        theory = question.theory.about(facts)
        search = RegionSearch(theory, monotonic() + seconds, deepest, self.questions, self.thorough)
        try:
            proof = search.with_witnesses(facts) if self.witnesses else search.refute(facts, 0)
        except OutOfTime:
            return GaveUp(self.name, f"no refutation within {seconds:g} s")
        except OutOfQuestions:
            return GaveUp(self.name, f"no refutation within {self.questions} questions")
        if proof is None:
            return GaveUp(self.name, "no refutation: the regions can be filled", final=True)
        return Refuted(self.name, proof)


@dataclass(slots=True)
class RegionSearch:
    theory: Theory
    deadline: float
    deepest: int
    questions: int = 1000
    thorough: bool = False
    regions: int = 50_000
    """How many partial regions may be looked at for rows that a table lacks. Counted, like questions."""
    known: dict[tuple[Formula, ...], Proof | None] = field(default_factory=dict)
    """Answers by facts: the same inner question comes up in many regions."""
    named: frozenset[str] = frozenset()
    """Witnesses that are known to be the only ones of their kind. Elements are compared with them."""

    def refute(self, facts: tuple[Formula, ...], level: int, splits: int = 0) -> Proof | None:
        if facts not in self.known:
            self.known[facts] = self._refute(facts, level, splits)
        return self.known[facts]

    def _refute(self, facts: tuple[Formula, ...], level: int, splits: int) -> Proof | None:
        self.tick()
        forced = force(facts, self.theory)
        if forced is None:
            return Closed()
        closed = next(self.closed(forced), None)
        if closed is not None:
            return self.split(closed, forced, level, splits)
        found = self.sum(forced, level, splits)
        if found is not None:
            return found
        formula = next(self.undecided(forced), None)
        return None if formula is None else self.split(formula, forced, level, splits)

    def tick(self) -> None:
        self.questions -= 1
        if self.questions < 0:
            raise OutOfQuestions
        if monotonic() > self.deadline:
            raise OutOfTime

    def with_witnesses(self, facts: tuple[Formula, ...]) -> Proof | None:
        forced = force(facts, self.theory)
        if forced is None:
            return Closed()
        closed = next(self.closed(forced), None) or next(self.undecided(forced), None)
        if closed is not None:
            if_true = self.with_witnesses((*forced.all(), closed))
            if_false = if_true and self.with_witnesses((*forced.all(), normal(negate(closed))))
            return Cases(closed, if_true, if_false) if if_true and if_false else None
        bounds = tuple(worth_naming(forced))
        said = witnesses(bounds, forced)
        unique = frozenset(f"@{k + 1}" for k, b in enumerate(bounds) if is_unique(b, forced))
        everyone = frozenset(f"@{k + 1}" for k in range(len(bounds)))
        # Comparing elements with witnesses is what proves "some … every" from "every … some"; it costs an atom a name.
        for named in dict.fromkeys((unique, everyone)) if len(everyone) <= MOST_NAMED else (unique,):
            self.named = named
            self.known.clear()
            proof = self.refute((*forced.all(), *said), 0)
            if proof is not None:
                return Witness(bounds, proof)
        return None

    def split(self, formula: Formula, forced: Forced, level: int, splits: int) -> Proof | None:
        if_true = self.refute((*forced.all(), formula), level, splits)
        if if_true is None:
            return None
        if_false = self.refute((*forced.all(), normal(negate(formula))), level, splits)
        return None if if_false is None else Cases(formula, if_true, if_false)

    def closed(self, forced: Forced) -> Iterator[Formula]:
        """Closed formulas inside what is counted ("there is one dog" in "a cat who the dog saw"): set first."""
        for f in forced.literals:
            yield from closed_parts(f) if isinstance(f, Bound) else ()

    def undecided(self, forced: Forced) -> Iterator[Formula]:
        """Atoms of open disjunctions, from the shortest one."""
        for f in sorted(forced.open, key=lambda f: len(list(atoms_of(f)))):
            yield from atoms_of(f)

    # --- arithmetic ---------------------------------------------------------------------------------------------

    def sum(self, forced: Forced, level: int, splits: int) -> Proof | None:
        bounds = [f for f in forced.literals if isinstance(f, Bound)]
        if not bounds:
            return None
        bounds += names_and_domain(forced, bounds, self.named | (spoken_of(forced) if self.thorough else set()))
        programme = Programme.of(bounds, self.theory)
        exclusions: list[Exclusion] = []
        filled: set[tuple[tuple[Formula, bool], ...]] = set()
        while True:
            self.tick()
            columns, rows = programme.columns()
            limits = [b.limit for b in bounds]
            answer = solve(columns, limits)
            if isinstance(answer, Infeasible):
                weights = tuple((b, w) for b, w in zip(bounds, answer.weights, strict=True) if w)
                missing = None if programme.regions.complete else self.missing_row(programme, weights, exclusions)
                if missing is None:
                    return Sum(weights, needed(exclusions, weights, self.theory))
                programme = programme.plus(missing)
                continue
            found = None
            values: Sequence[Fraction] | None = answer.values
            while found is None and values is not None:
                used = [rows[k] for k, v in enumerate(values[: len(rows)]) if v]
                found = self.exclude(programme.regions, used, filled, forced, level)
                if found is None and all(v.denominator == 1 for v in values):
                    return None  # whole numbers of elements, each of them possible by itself: nothing to refute
                if found is None:
                    values = whole_solution(columns, limits)
            if found is None:
                return self.cut(programme, answer.values, rows, forced, level, splits)
            exclusions.append(found)
            programme = programme.without(found.cube)

    def look(self) -> None:
        """Look at one partial region. With thirty names there are more than anybody can look at."""
        self.regions -= 1
        if self.regions < 0:
            raise OutOfQuestions

    def missing_row(
        self, programme: Programme, weights: Sequence[tuple[Formula, int]], exclusions: Sequence[Exclusion]
    ) -> Region | None:
        """A region that the table lacks and that the weighted sum does not rule out."""
        cubes = [e.cube for e in exclusions]
        for part in negative_regions(weighted(weights), cubes, self.theory, self.look):
            whole = completed(dict(part), programme.regions.atoms, cubes, self.theory)
            if whole is not None:
                return whole
        return None

    def exclude(
        self, table: Regions, used: Sequence[int], filled: set[Cube], forced: Forced, level: int
    ) -> Exclusion | None:
        """The first used region that no element can be in."""
        if level >= self.deepest:
            return None
        for k in used:
            for cube in inner_questions(table.row(k), self.thorough):
                if cube in filled:
                    continue
                found = self.refute_cube(cube, forced, level)
                if found is not None:
                    return self.smaller(found, forced, level)
                filled.add(cube)
        return None

    def refute_cube(self, cube: Cube, forced: Forced, level: int) -> Exclusion | None:
        inside = said_of(cube, new_for(cube, forced))
        using = related(forced, inside, self.thorough)
        proof = self.refute((*using, *inside), level + 1)
        return None if proof is None else Exclusion(cube, using, proof)

    def smaller(self, e: Exclusion, forced: Forced, level: int) -> Exclusion:
        """Properties that the refutation does not need are dropped: the exclusion then covers more regions."""
        for literal in e.cube:
            cube = tuple(x for x in e.cube if x != literal)
            found = self.refute_cube(cube, forced, level) if cube else None
            if found is not None:
                e = found
        return e

    def cut(
        self,
        programme: Programme,
        values: Sequence[Fraction],
        rows: Sequence[int],
        forced: Forced,
        level: int,
        splits: int,
    ) -> Proof | None:
        """Region sizes are whole numbers: a fractional one is at most its floor or at least one more."""
        if splits >= MAX_SPLITS:
            return None
        broken = next((k for k in range(len(rows)) if values[k].denominator != 1), None)
        if broken is None:
            return None
        return self.split(programme.at_most(rows[broken], floor(values[broken])), forced, level, splits + 1)


def worth_naming(forced: Forced) -> Iterator[Formula]:
    """Facts that something exists: the only one of its kind, or one whose quantified properties may matter."""
    for f in forced.literals:
        match f:
            case Bound(((c, Cardinal()),), limit) if c < 0 and limit < 0:
                if is_unique(f, forced) or any(isinstance(a, Bound) for a in _concept_atoms(f)):
                    yield f


def is_unique(exists: Formula, forced: Forced) -> bool:
    """Whether the facts also say that there is at most one of what exists."""
    return isinstance(exists, Bound) and Bound(((1, exists.terms[0][1]),), 1) in forced.literals


def names_and_domain(forced: Forced, bounds: Sequence[Bound], named: Set[str]) -> list[Bound]:
    """The bounds that always hold, for the names in use. Names matter only where something is counted."""
    if not any(isinstance(q, Cardinal) for b in bounds for _, q in b.terms):
        return []
    names = {n for f in forced.literals for n in constants(f) if n in named or not n.startswith("@")}
    return [f for f in always_true(names) if isinstance(f, Bound) and f not in bounds]


def spoken_of(forced: Forced) -> set[str]:
    """Constants of which something simple is known."""
    ground = (f.body if isinstance(f, Not) else f for f in forced.literals)
    return {n for f in ground if isinstance(f, Pred) for n in constants(f)}


def inner_questions(row: dict[Formula, bool], thorough: bool) -> Iterator[Cube]:
    """What to ask of an element of a region: its quantified properties; with a name, everything about it."""
    inner = tuple((a, v) for a, v in row.items() if isinstance(a, Bound))
    if len(inner) > 0:
        yield inner
    named = any(isinstance(a, Equal) and v for a, v in row.items())
    if named or (thorough and inner):
        yield tuple(row.items())


def related(forced: Forced, inside: Sequence[Formula], thorough: bool) -> tuple[Formula, ...]:
    """Facts that may help one level down: those about the same concepts without further quantified ones, or about
    names."""
    topics = {a for f in inside for a in _concept_atoms(f)}
    words = {p for f in inside for p in predicates(f)}
    named = any(isinstance(f, Equal) for f in inside)
    kept: list[Formula] = []
    for f in forced.literals:
        atoms = set(_concept_atoms(f))
        quantified = {a for a in atoms if not isinstance(a, Pred)}
        same_topic = isinstance(f, Bound) and predicates(f) & words and (thorough or quantified <= topics)
        ground = not atoms and (thorough or named or isinstance(f, Bound))  # names, order of thresholds and degrees
        if same_topic or ground:
            kept.append(f)
    return tuple(kept)


def _concept_atoms(f: Formula) -> Iterator[Formula]:
    atom = f.body if isinstance(f, Not) else f
    if isinstance(atom, Bound):
        for _, q in atom.terms:
            if isinstance(q, Cardinal):
                yield from (a for a in atoms_of(concept(q.var, q.body)) if free_variables(a))


def needed(
    exclusions: Sequence[Exclusion], weights: Sequence[tuple[Formula, int]], theory: Theory
) -> tuple[Exclusion, ...]:
    """Exclusions that the sum cannot do without. Dropping each is tried in turn, the latest first."""
    cardinals = weighted(weights)
    kept = list(exclusions)
    for e in reversed(exclusions):
        rest = [x for x in kept if x is not e]
        if next(negative_regions(cardinals, [x.cube for x in rest], theory), None) is None:
            kept = rest
    return tuple(kept)
