"""Deciding formulas from Python: no grammar, no sentences, only premises, a hypothesis and what is known.

python examples/decide_formulas.py
"""

from __future__ import annotations

from provenli.certify.certificates import Problem
from provenli.certify.decide import decide
from provenli.certify.evidence import shown
from provenli.logic.formula_parser import parse_formula
from provenli.logic.theory import Theory, isa

KNOWN = Theory(clauses=isa("owl", "bird"))
PAIRS = (
    ("no x (bird(x), sleep(x))", "no x (owl(x), sleep(x))"),
    ("most x (owl(x), hoot(x))", "most x (bird(x), hoot(x))"),
    ("exactly 2 x (owl(x), hoot(x))", "every x (bird(x), ~hoot(x))"),
)

for premise, hypothesis in PAIRS:
    problem = Problem((parse_formula(premise),), parse_formula(hypothesis), KNOWN)
    verdict = decide(problem.premises, problem.hypothesis, KNOWN)
    print(f"{premise}  /  {hypothesis}", shown(problem, verdict), sep="\n", end="\n\n")
