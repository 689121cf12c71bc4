"""cvc5: first as a prover, then, with the rest of the time, as a finder of finite models."""

from __future__ import annotations

import time
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

from provenli.certify.engines.protocol import GaveUp, Outcome, Question, Refuted
from provenli.certify.engines.z3_engine import Encoding
from provenli.logic.tptp import NotFirstOrder


@dataclass(frozen=True, slots=True)
class Cvc5:
    name: str = "cvc5"
    proving: float = 0.5
    """The share of the time for proving; the rest is for finite models."""

    def missing(self) -> str | None:
        return None if find_spec("cvc5") else "cvc5 is not installed; pip install cvc5"

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
