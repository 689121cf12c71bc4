"""A witness that is good for every quantifier, where the one that came with a proof is good for some thresholds only.

Untrusted, as every engine is: `uniform.stands_for_all` checks what is found here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from provenli.certify.certificates import Problem, Proved, Verdict, situate
from provenli.certify.engines.protocol import Found, Question
from provenli.certify.engines.sat_models import SatModels
from provenli.certify.uniform import least_thresholds, stands_for_all
from provenli.errors import Refused
from provenli.logic.bounds import at_least, at_most
from provenli.logic.formulas import Threshold

SMALL, SECONDS = (1, 2, 3, 4), 60.0
"""Sizes of models that are looked for; most need one or two elements."""


def with_spread_witness(problem: Problem, verdict: Verdict, kinds: Mapping[str, int]) -> Verdict:
    """The verdict, its witness replaced if it is not one for the least thresholds."""
    if not isinstance(verdict.certificate, Proved):
        return verdict
    try:
        stands_for_all(problem, verdict, kinds)
    except Refused:
        s = situate(problem)
        facts = s.with_hypothesis() if verdict.label == "entailment" else s.premises
        fixed = (
            f for t, n in least_thresholds(kinds).items() for f in (at_least(Threshold(t), n), at_most(Threshold(t), n))
        )
        found = SatModels(SMALL).ask(Question((*facts, *fixed), s.theory), SECONDS)
        if isinstance(found, Found):
            return replace(verdict, certificate=replace(verdict.certificate, witness=found.model))
    return verdict
