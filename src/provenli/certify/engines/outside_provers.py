"""Provers that others wrote.

z3 and cvc5: facts as quantified formulas over one uninterpreted sort, degrees and thresholds as integers. The encoding
is written against the interface that both share in Python. It is untrusted: a model read off is evaluated by
logic/truth.py before it counts.

E, Vampire, Prover9: first-order provers that read TPTP, run as processes. They refute; they give no models. Each run
gets a process group of its own, so that a time-out also ends the helpers a prover has started.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import product
from pathlib import Path
from typing import Any

from provenli.certify.engines.protocol import Found, GaveUp, Outcome, Question, Refuted
from provenli.errors import FormulaError
from provenli.logic.formulas import (
    And,
    Bound,
    Const,
    Degree,
    Equal,
    Exists,
    Forall,
    Formula,
    Not,
    Or,
    Pred,
    Quantity,
    Term,
    Threshold,
    Truth,
    constants,
    predicates,
    scales,
    thresholds,
)
from provenli.logic.models import FiniteModel
from provenli.logic.theory import clause_formula
from provenli.logic.tptp import NotFirstOrder, first_order, to_tptp
from provenli.logic.truth import broken_clause, holds

REFUTING = frozenset({"Theorem", "Unsatisfiable", "ContradictoryAxioms"})
SATISFIABLE = frozenset({"Satisfiable", "CounterSatisfiable"})
STATUS = re.compile(r"SZS status (\w+)")


@dataclass(frozen=True, slots=True)
class TptpProver:
    """`command` is run with {file} and {seconds} filled in; its output holds an SZS status line."""

    name: str
    command: tuple[str, ...]
    package: str = ""
    """The package that has it, for users who lack it."""
    needs: tuple[str, ...] = ()
    """Further programs that the command uses."""
    proved: str = ""
    """What the output says on success, for provers without SZS status."""

    def missing(self) -> str | None:
        for program in (self.command[0], *self.needs):
            if shutil.which(program) is None:
                return f"{program} is not on PATH" + (f"; {self.package}" if self.package else "")
        return None

    def ask(self, question: Question, seconds: float) -> Outcome:
        if why := self.missing():
            return GaveUp(self.name, why)
        started = time.monotonic()
        try:
            text = to_tptp(question.facts, question.theory)
        except NotFirstOrder as problem:
            return GaveUp(self.name, str(problem))
        left = seconds - (time.monotonic() - started)
        with tempfile.TemporaryDirectory(prefix="provenli-") as folder:
            file = Path(folder) / "problem.p"
            file.write_text(text, encoding="utf-8")
            output = run([part.format(file=file, seconds=max(1, round(left))) for part in self.command], left)
        return GaveUp(self.name, f"out of time after {seconds:g} s") if output is None else self.outcome(output)

    def outcome(self, output: str) -> Outcome:
        """What the prover's output means. Anything but a clear answer is giving up."""
        if self.proved and self.proved in output:
            return Refuted(self.name)
        found = STATUS.search(output)
        status = found.group(1) if found else ""
        if status in REFUTING:
            return Refuted(self.name)
        if status in SATISFIABLE:
            return GaveUp(self.name, f"{self.name} says satisfiable, without a finite model")
        if status:
            return GaveUp(self.name, f"{self.name} says {status}")
        last = output.strip().splitlines()[-1:] or ["nothing"]
        return GaveUp(self.name, f"no SZS status in the output, which ends: {last[0][:200]}")


def run(command: list[str], seconds: float) -> str | None:
    """The output; None when time ran out, and then nothing of the process group is left running."""
    if seconds <= 0:
        return None
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        start_new_session=True,
    )
    with process:
        try:
            return process.communicate(timeout=seconds)[0]
        except subprocess.TimeoutExpired:
            return None
        finally:
            # Also when interrupted: whatever is left of the group goes.
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)


E_PROVER = TptpProver(
    "E", ("eprover", "--auto", "--tptp3-format", "-s", "--cpu-limit={seconds}", "{file}"), "Debian package eprover"
)
VAMPIRE = TptpProver(
    "Vampire",
    ("vampire", "--mode", "casc", "--input_syntax", "tptp", "--time_limit", "{seconds}", "{file}"),
    "https://vprover.github.io",
)
# Prover9 reads LADR; the converter comes with it. It says THEOREM PROVED where others give an SZS status.
PROVER9 = TptpProver(
    "Prover9",
    ("sh", "-c", 'tptp_to_ladr < "$0" | prover9 -t {seconds}', "{file}"),
    "Debian package prover9",
    needs=("tptp_to_ladr", "prover9"),
    proved="THEOREM PROVED",
)
ALL = (E_PROVER, VAMPIRE, PROVER9)


def installed() -> tuple[TptpProver, ...]:
    """Those whose programs are on PATH."""
    return tuple(p for p in ALL if p.missing() is None)


Expr = Any
"""An expression of z3 or of cvc5.pythonic; neither publishes types."""


class Encoding:
    """A question in the terms of a solver. `api` is the module z3 or cvc5.pythonic; `ctx` is z3's context."""

    def __init__(self, api: Any, question: Question, ctx: Any = None) -> None:
        theory = question.theory.about(question.facts)
        self.api = api
        self.ctx = ctx
        self.facts = question.facts + theory.axioms
        said = (*self.facts, *(clause_formula(c) for c in theory.clauses))
        self.sort = api.DeclareSort("thing", ctx=ctx)
        truth, number = api.BoolSort(ctx=ctx), api.IntSort(ctx=ctx)
        self.relations: dict[tuple[str, int], Expr] = {
            (n, k): self._symbol(f"pred {n}/{k}", [self.sort] * k, truth) for n, k in _all(said, predicates)
        }
        self.names = {n: api.Const(f"name {n}", self.sort) for n in _all(said, constants)}
        self.degrees = {s: self._symbol(f"degree {s}", [self.sort], number) for s in _all(said, scales)}
        self.thresholds = {t: self._symbol(f"threshold {t}", [], number) for t in _all(said, thresholds)}
        self.assertions: list[Expr] = [self._formula(first_order(f), {}) for f in said]
        self.assertions += [t >= 0 for t in self.thresholds.values()]
        # Solvers list the elements of a sort only where something has been said of it.
        self.anything = api.Const("anything", self.sort)
        self.assertions.append(self.anything == self.anything)

    def _symbol(self, name: str, places: list[Expr], result: Expr) -> Expr:
        return self.api.Function(name, *places, result) if places else self.api.Const(name, result)

    def _formula(self, f: Formula, env: Mapping[Term, Expr]) -> Expr:
        api = self.api
        match f:
            case Truth(value):
                return api.BoolVal(value, ctx=self.ctx)
            case Pred(name, args):
                symbol = self.relations[name, len(args)]
                return symbol(*(self._term(a, env) for a in args)) if args else symbol
            case Equal(left, right):
                return self._term(left, env) == self._term(right, env)
            case Not(body):
                return api.Not(self._formula(body, env))
            case And(parts):
                return api.And(*(self._formula(p, env) for p in parts))
            case Or(parts):
                return api.Or(*(self._formula(p, env) for p in parts))
            case Forall(var, body) | Exists(var, body):
                x = api.Const(var.name, self.sort)
                binder = api.ForAll if isinstance(f, Forall) else api.Exists
                return binder([x], self._formula(body, {**env, var: x}))
            case Bound(terms, limit):
                return sum((c * self._quantity(q, env) for c, q in terms), start=api.IntVal(0, ctx=self.ctx)) <= limit
            case _:
                raise FormulaError(f"expected a first-order formula, found {type(f).__name__}")

    def _quantity(self, q: Quantity, env: Mapping[Term, Expr]) -> Expr:
        match q:
            case Threshold(name):
                return self.thresholds[name]
            case Degree(scale, term):
                return self.degrees[scale](self._term(term, env))
            case _:
                raise FormulaError("a count is left in a first-order formula")

    def _term(self, t: Term, env: Mapping[Term, Expr]) -> Expr:
        return self.names[t.name] if isinstance(t, Const) else env[t]

    def read(self, model: Any, universe: list[Expr]) -> FiniteModel:
        """The solver's model over the elements of its universe."""

        def value(e: Expr) -> Expr:
            return model.eval(e, model_completion=True)

        def true(e: Expr) -> bool:
            return str(value(e)) == "True"

        elements = list(dict.fromkeys(map(str, universe)))
        position = {e: k for k, e in enumerate(elements)}
        members = dict(zip(map(str, universe), universe, strict=True))
        things = [members[e] for e in elements]
        n = range(len(things))
        return FiniteModel(
            len(things),
            _merged(
                (name, [es for es in product(n, repeat=k) if true(symbol(*(things[e] for e in es)) if k else symbol)])
                for (name, k), symbol in self.relations.items()
            ),
            {name: position[str(value(c))] for name, c in self.names.items()},
            {s: tuple(int(str(value(d(t)))) for t in things) for s, d in self.degrees.items()},
            {t: int(str(value(c))) for t, c in self.thresholds.items()},
        )

    def accepted(self, question: Question, engine: str, model: FiniteModel) -> Outcome:
        """Found, if our own evaluator agrees."""
        if all(holds(f, model) for f in self.facts) and broken_clause(question.theory, model) is None:
            return Found(engine, model)
        return GaveUp(engine, "says satisfiable, but its model does not re-evaluate")


def _all(formulas: Iterable[Formula], part: Any) -> list[Any]:
    return sorted(set().union(*(part(f) for f in formulas)))


def _merged(tables: Iterable[tuple[str, list[tuple[int, ...]]]]) -> dict[str, frozenset[tuple[int, ...]]]:
    """One relation a name, also where a name is used with different numbers of places; empty ones are not listed."""
    out: dict[str, frozenset[tuple[int, ...]]] = {}
    for name, tuples in tables:
        if tuples:
            out[name] = out.get(name, frozenset()) | frozenset(tuples)
    return out


@dataclass(frozen=True, slots=True)
class Z3:
    name: str = "z3"

    def missing(self) -> str | None:
        return None if find_spec("z3") else "z3 is not installed; pip install z3-solver"

    def ask(self, question: Question, seconds: float) -> Outcome:
        import z3  # takes a fifth of a second to load

        # A context of its own: what was asked before changes nothing, so equal questions get equal answers.
        context = z3.Context()
        try:
            encoding = Encoding(z3, question, context)
        except NotFirstOrder as problem:
            return GaveUp(self.name, str(problem))
        solver = z3.Solver(ctx=context)
        solver.set("timeout", max(1, int(seconds * 1000)))
        solver.add(encoding.assertions)
        result = solver.check()
        if result == z3.unsat:
            return Refuted(self.name)
        if result != z3.sat:
            return GaveUp(self.name, f"unknown: {solver.reason_unknown()}")
        model = solver.model()
        universe = model.get_universe(encoding.sort) or [model.eval(encoding.anything, model_completion=True)]
        return encoding.accepted(question, self.name, encoding.read(model, list(universe)))


# --- cvc5: first as a prover, then, with the rest of the time, as a finder of finite models ---


@dataclass(frozen=True, slots=True)
class Cvc5:
    name: str = "cvc5"
    proving: float = 0.5
    """The share of the time for proving; the rest is for finite models."""

    def missing(self) -> str | None:
        return None if find_spec("cvc5") else "cvc5 is not installed; pip install 'provenli[provers]'"

    def ask(self, question: Question, seconds: float) -> Outcome:
        import cvc5.pythonic as api

        deadline = time.monotonic() + seconds
        try:
            encoding = Encoding(api, question)
        except NotFirstOrder as problem:
            return GaveUp(self.name, str(problem))
        outcome = self._attempt(api, encoding, question, seconds * self.proving, finite=False)
        if isinstance(outcome, GaveUp):
            outcome = self._attempt(api, encoding, question, deadline - time.monotonic(), finite=True)
        return outcome

    def _attempt(self, api: Any, encoding: Encoding, question: Question, seconds: float, *, finite: bool) -> Outcome:
        if seconds <= 0:
            return GaveUp(self.name, "out of time")
        solver = api.Solver()
        solver.setOption("tlimit-per", str(max(1, int(seconds * 1000))))
        solver.setOption("produce-models", "true")
        solver.setOption("finite-model-find", "true" if finite else "false")
        solver.add(*encoding.assertions)
        result = solver.check()
        if result == api.unsat:
            return Refuted(self.name)
        if result != api.sat:
            return GaveUp(self.name, f"unknown: {solver.reason_unknown()}")
        if not finite:  # without finite-model-find its models need not list their elements
            return GaveUp(self.name, "satisfiable, but no finite model yet")
        elements = solver.solver.getModelDomainElements(encoding.sort.ast)
        universe = [api.ExprRef(e, encoding.sort.ctx) for e in elements]
        return encoding.accepted(question, self.name, encoding.read(solver.model(), universe))
