"""What an engine is: something that is asked whether facts can be true together, and may answer, or give up.

Engines are untrusted. A model they find is re-evaluated; a proof they give is re-checked by the kernel; a bare word
("refuted", with no proof) is kept as a bare word and named. Running out of time is `GaveUp`, never an answer.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, TypeAlias

from provenli.certify.proofs import Proof
from provenli.logic.formulas import Formula
from provenli.logic.models import FiniteModel
from provenli.logic.theory import Theory


@dataclass(frozen=True, slots=True)
class Question:
    """Can these closed formulas be true together, in a non-empty domain that obeys the theory?"""

    facts: tuple[Formula, ...]
    theory: Theory = Theory()  # noqa: RUF009  frozen value


@dataclass(frozen=True, slots=True)
class Refuted:
    """The answer is no. `proof` is None if the engine gives only its word."""

    engine: str
    proof: Proof | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """The answer is yes, and this model shows it."""

    engine: str
    model: FiniteModel


@dataclass(frozen=True, slots=True)
class GaveUp:
    engine: str
    why: str
    final: bool = False
    """Everything was looked at: asking the same engine again with more patience brings nothing new."""


Outcome: TypeAlias = Refuted | Found | GaveUp


class Engine(Protocol):
    @property
    def name(self) -> str: ...

    def missing(self) -> str | None:
        """Why the engine cannot be used here (not installed, not on PATH), or None."""

    def ask(self, question: Question, seconds: float) -> Outcome: ...
