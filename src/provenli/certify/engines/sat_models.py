"""Small models by SAT: facts are grounded over 1, 2, 3 … elements until a solver can make them all true.

Everything that can be counted is written in unary: a threshold or a degree is a row of Booleans ("at least 1", "at
least 2", …) and its value is how many of them are true. A bound is then one pseudo-Boolean constraint, whatever it
counts.

The ground problem is handed to z3 as text, in which a subformula with the same values of its free variables is written
once: building it node by node with z3's Python operators takes longer than solving it.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from importlib.util import find_spec
from typing import Any

from provenli.certify.certificates import Problem, Proved, Verdict, situate
from provenli.certify.engines.protocol import Found, GaveUp, Outcome, Question
from provenli.certify.engines.sat_clauses import Grounding, Literal, negation
from provenli.certify.engines.sat_problem import SatProblem, problem
from provenli.certify.smaller_models import true_in, without_idlers
from provenli.certify.uniform import least_thresholds, stands_for_all
from provenli.errors import Refused
from provenli.logic.bounds import at_least, at_most
from provenli.logic.formulas import Threshold
from provenli.logic.models import FiniteModel


class Thinning:
    """Makes true facts false, one after the other, while all goals stay true.

    The solver's models are full of facts that nothing asks for, and these models are shown to people. Every definition
    remembers how much room its sum leaves, so a change costs no more than what it reaches.
    """

    def __init__(self, grounding: Grounding, true: Iterable[Literal]) -> None:
        self.true = set(true)
        self._atoms = grounding.atoms
        self._room: dict[Literal, int] = {}
        self._users: dict[Literal, list[tuple[Literal, int]]] = {}
        for (limit, parts), name in grounding.definitions.items():  # each speaks only of earlier ones
            self._enter(name, limit, parts)
        self._enter("goals", 0, tuple((1, negation(x)) for x in grounding.goals if x != "true"))

    def _enter(self, name: Literal, limit: int, parts: tuple[tuple[int, Literal], ...]) -> None:
        for c, x in parts:
            positive = negation(x) if x.startswith("(") else x
            self._users.setdefault(positive, []).append((name, c if x == positive else -c))
            limit -= c if (positive in self.true) == (x == positive) else 0
        self._room[name] = limit
        if limit >= 0:
            self.true.add(name)

    def thin(self) -> set[Literal]:
        """Relations go first: arrows clutter a picture more than ticks."""
        facts = [(-len(numbers), k) for (kind, _, numbers), k in self._atoms.items() if kind == "holds"]
        for _, k in sorted(facts):
            if f"a{k}" in self.true:
                self._flip(f"a{k}")
                if "goals" not in self.true:
                    self._flip(f"a{k}")
        return self.true

    def _flip(self, name: Literal) -> None:
        up = name not in self.true
        self.true ^= {name}
        for user, weight in self._users.get(name, ()):
            before = self._room[user]
            after = self._room[user] = before - weight if up else before + weight
            if (before >= 0) != (after >= 0):
                self._flip(user)


EFFORT = 20_000_000
"""What z3 may spend on one size, in its own units: counted, so the same everywhere."""
BRIEF = 2_000_000
"""Effort that needs no clock beside the count, since it is used up in a second or two. z3's clock is a thread, and for
small problems it takes as long to start and end as the search."""
TRUE_ATOM = re.compile(r"\(define-fun (a\d+) \(\) Bool\s+true\)")


def true_atoms(text: str, seconds: float, context: Any, effort: int = EFFORT) -> set[Literal] | str | None:
    """The atoms made true; None if the text has no model; a reason if the solver gave up."""
    import z3

    solver = z3.SolverFor("QF_FD", ctx=context)
    if effort > BRIEF:
        solver.set("timeout", max(1, int(seconds * 1000)))
    solver.set("rlimit", effort)
    solver.from_string(text)
    result = solver.check()
    if result == z3.sat:
        return set(TRUE_ATOM.findall(solver.model().sexpr()))
    return None if result == z3.unsat else str(solver.reason_unknown())


LARGE = 16
"""Searches that reach this size go on to as many elements as the names and numerals ask for."""
LARGEST = 250
"""Elements in the largest model that is looked for, whatever the numerals."""


@dataclass(frozen=True, slots=True)
class SatModels:
    """`sizes` are tried in turn. Gaps between them cost nothing: an element that falls under nothing changes no
    quantifier, so what is true among three is true among six, and superfluous elements are dropped again."""

    sizes: tuple[int, ...] = tuple(range(1, 9))
    effort: int = EFFORT
    """For z3, on one size."""
    name: str = "sat models"

    def missing(self) -> str | None:
        return None if find_spec("z3") else "z3 is not installed; pip install z3-solver"

    def ask(self, question: Question, seconds: float) -> Outcome:
        import z3  # takes a fifth of a second to load: only who asks for models waits

        deadline = time.monotonic() + seconds
        # A context of its own, 3 ms: what was asked before changes nothing, so equal questions get equal models.
        context = z3.Context()
        p = problem(question)
        sizes = self.worth_trying(p.least_size, p.room, p.ample)
        for size in sizes:
            grounding = Grounding(p, size)
            if not grounding.possible():
                continue
            left = deadline - time.monotonic()
            true = true_atoms(grounding.text(), left, context, self.effort) if left > 0 else "no time left"
            if isinstance(true, str):
                return GaveUp(self.name, f"out of time at size {size} ({true})")
            if true is not None:
                return self._checked(question, p, grounding.model(Thinning(grounding, true).thin()))
        tried = ", ".join(map(str, sizes))
        return GaveUp(self.name, f"no model of size {tried}" if tried else f"more than {LARGEST} elements are needed")

    def worth_trying(self, least: int, room: int = 0, ample: int = 0) -> tuple[int, ...]:
        """The sizes from `least` on; where names and numerals ask for more than all of them, what they ask for."""
        enough = tuple(n for n in self.sizes if n >= least)
        more = () if enough and max(enough) < LARGE else (least, least + 3, max(2 * least, least + room), ample)
        beyond = max(enough, default=least - 1)
        return tuple(n for n in (*enough, *sorted({n for n in more if n > beyond})) if n <= LARGEST)

    def _checked(self, question: Question, p: SatProblem, model: FiniteModel) -> Outcome:
        """The encoding is untrusted: a model counts only if the evaluator agrees."""
        if true_in(model, p.facts, question.theory):
            return Found(self.name, without_idlers(model, p.facts, question.theory))
        return GaveUp(self.name, "says satisfiable, but its model does not re-evaluate")


# --- a witness that is good for every quantifier ---

SMALL, SECONDS = (1, 2, 3, 4), 60.0
"""Sizes of models that are looked for; most need one or two elements."""


def with_spread_witness(asked: Problem, verdict: Verdict, kinds: Mapping[str, int]) -> Verdict:
    """The verdict; a witness that is good only for other thresholds is replaced, and `stands_for_all` checks the new
    one."""
    if not isinstance(verdict.certificate, Proved):
        return verdict
    try:
        stands_for_all(asked, verdict, kinds)
    except Refused:
        s = situate(asked)
        facts = s.with_hypothesis() if verdict.label == "entailment" else s.premises
        fixed = (
            f for t, n in least_thresholds(kinds).items() for f in (at_least(Threshold(t), n), at_most(Threshold(t), n))
        )
        found = SatModels(SMALL).ask(Question((*facts, *fixed), s.theory), SECONDS)
        if isinstance(found, Found):
            return replace(verdict, certificate=replace(verdict.certificate, witness=found.model))
    return verdict
