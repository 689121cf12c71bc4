"""A verdict as text: proof steps that a person can follow, or the models drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from provenli.certify.certificates import (
    Attested,
    Countermodels,
    EngineWord,
    Inconsistent,
    Nothing,
    Problem,
    Proved,
    Situation,
    Verdict,
    situate,
)
from provenli.certify.proofs import HERE, Cases, Chain, Closed, Instance, Proof, Sum, Witness
from provenli.logic.drawings import draw
from provenli.logic.formula_printer import show_pretty
from provenli.logic.formulas import (
    And,
    Bound,
    Cardinal,
    Degree,
    Formula,
    Quant,
    Quantity,
    Threshold,
    Truth,
    Var,
    free_variables,
    negate,
    substitute,
)
from provenli.logic.models import FiniteModel
from provenli.logic.polarity import ARROWS, at, polarity_at, replace_at
from provenli.logic.quantifiers import SOME

MEANS = {
    "entailment": "whenever the premise is true, the hypothesis is true",
    "contradiction": "premise and hypothesis cannot be true together",
    "neutral": "the premise leaves the hypothesis open",
    "inconsistent": "the premise cannot be true, given what is known",
    "undecided": "no engine found a proof, or models for both answers",
}


HARDEST = (
    "Hardest are exact numbers over one another ('exactly 3 … that … exactly 3'), 'most' within the reach of 'most' or "
    "of a number, and clauses within clauses"
)


SUPPOSED = {
    "entailment": "the premise is true and the hypothesis false",
    "contradiction": "both are true",
    "inconsistent": "the premise is true",
}


def shown(problem: Problem, verdict: Verdict) -> str:
    s = situate(problem)
    return "\n".join([f"{verdict.label}: {MEANS[verdict.label]}", "", *_lines(problem, s, verdict)])


def proof_lines(problem: Problem, verdict: Verdict) -> list[str]:
    """The steps of a proof alone, without a drawn model; none where there is no proof."""
    s = situate(problem)
    match verdict.certificate:
        case Proved(proof, _):
            facts = s.without_hypothesis() if verdict.label == "entailment" else s.with_hypothesis()
            return list(_refutation(proof, facts, verdict))
        case Inconsistent(proof):
            return list(_refutation(proof, s.premises, verdict))
    return []


def _lines(problem: Problem, s: Situation, verdict: Verdict) -> Iterator[str]:
    formulas = (*problem.premises, problem.hypothesis)
    match verdict.certificate:
        case Countermodels(yes, no):
            yield "A situation where the premise is true and the hypothesis is true:"
            yield from _model(yes, formulas)
            yield ""
            yield "A situation where the premise is true and the hypothesis is false:"
            yield from _model(no, formulas)
        case Proved(proof, witness):
            facts = s.without_hypothesis() if verdict.label == "entailment" else s.with_hypothesis()
            yield from _refutation(proof, facts, verdict)
            yield ""
            yield "The premise can be true, for instance here:"
            yield from _model(witness, formulas)
        case Inconsistent(proof):
            yield from _refutation(proof, s.premises, verdict)
        case Attested(source):
            yield f"The label is attested by {source}; nothing is proved."
        case Nothing(tried):
            yield "What was tried:"
            yield from (f"  {t}" for t in tried)
            yield f"More seconds may settle it. {HARDEST}."


def _model(model: FiniteModel, formulas: Sequence[Formula]) -> Iterator[str]:
    yield from (f"  {line}" for line in draw(model, formulas).splitlines())


def _refutation(proof: Proof | EngineWord, facts: Sequence[Formula], verdict: Verdict) -> Iterator[str]:
    match proof:
        case EngineWord(engines):
            yield f"On the word of {' and '.join(engines)}: no proof that could be checked again."
            return
        case Chain():
            yield from _chain(proof, facts)
            yield f"       {_end(proof, facts, verdict)}"
        case _:
            yield f"Proof. Suppose that {SUPPOSED[verdict.label]}. Then all of these hold:"
            yield from (f"  {_fact(f)}" for f in facts)
            yield "That is impossible:"
            yield from _proof(proof, 1)
    agree = f" Also found by {' and '.join(verdict.agreed)}." if verdict.agreed else ""
    yield f"The kernel has re-checked this proof.{agree}"


def _fact(f: Formula) -> str:
    match f:
        case Quant(q, x, restrictor, Truth(True)) if q == SOME:
            return f"there is x such that {show_pretty(substitute(restrictor, x, Var('x')))}"
        case _:
            return bound_text(f)


def _chain(proof: Chain, facts: Sequence[Formula]) -> Iterator[str]:
    now = facts[proof.start]
    yield "Proof, by monotonicity steps:"
    yield f"       {show_pretty(now)}"
    number = 0
    for step in proof.steps:
        sign, old = polarity_at(now, step.path), at(now, step.path)
        now = replace_at(now, step.path, step.new)
        if show_pretty(old) == show_pretty(step.new):
            continue
        number += 1
        before, after = _changed(old, step.new)
        kind = "wider" if sign > 0 else "narrower"
        using = ", given that there is one" if step.using else ""
        yield f"  {number:>2} {ARROWS[sign]}  {before}  becomes the {kind}  {after}{using}"
        yield f"       {show_pretty(now)}"


def _end(proof: Chain, facts: Sequence[Formula], verdict: Verdict) -> str:
    if proof.goal != len(facts) - 1 or verdict.label == "inconsistent":
        return f"which cannot be true together with  {show_pretty(facts[proof.goal])}"
    return "which is the hypothesis." if verdict.label == "entailment" else "which is what the hypothesis denies."


def _changed(old: Formula, new: Formula) -> tuple[str, str]:
    """The quantifiers of two formulas that differ in nothing else."""
    match old, new:
        case Quant(q, x, a, b), Quant(r, y, c, d) if (x, a, b) == (y, c, d):
            return str(q), str(r)
        case _:
            return show_pretty(old), show_pretty(new)


def _proof(proof: Proof, depth: int, named: int = 0) -> Iterator[str]:
    """`named`: how many elements have been given a name on the way here."""
    pad = "  " * depth
    match proof:
        case Closed():
            yield f"{pad}this contradicts itself directly."
        case Cases(formula, yes, no):
            yield f"{pad}if {bound_text(formula)}:"
            yield from _proof(yes, depth + 1, named)
            yield f"{pad}if not:"
            yield from _proof(no, depth + 1, named)
        case Sum(weights, exclusions):
            for e in exclusions:
                said = " and ".join(bound_text(f, true) for f, true in e.cube)
                yield f"{pad}nothing can be x such that {said}, because (x being @{named + 1})"
                yield from _proof(e.proof, depth + 1, named + 1)
            so = "so these" if exclusions else "these"
            yield f"{pad}{so} cannot hold together" + (" (add them up):" if len(weights) > 1 else ":")
            for f, w in weights:
                yield f"{pad}  {f'{w} times ' if w > 1 else ''}{bound_text(f)}"
        case Witness(bounds, inner):
            for k, f in enumerate(bounds, named + 1):
                yield f"{pad}{bound_text(f)}: call one @{k};"
            yield from _proof(inner, depth, named + len(bounds))
        case Instance(bounds, inner):
            for f, name in bounds:
                yield f"{pad}{bound_text(f)}: in particular, {name} is not one;"
            yield from _proof(inner, depth, named)
        case Chain():
            yield f"{pad}by monotonicity"


def bound_text(f: Formula, true: bool = True) -> str:
    """A bound as people write it: at least, at most; other formulas as they are."""
    f = substitute(f, HERE, Var("x"))
    f = f if true else negate(f)
    if not isinstance(f, Bound):
        return show_pretty(f)
    left = [(-c, q) for c, q in f.terms if c < 0]
    right = [(c, q) for c, q in f.terms if c > 0]
    if not left:
        return f"{_side(right)} ≤ {f.limit}"
    if not right:
        return f"{_side(left)} ≥ {-f.limit}"
    offset = f" + {-f.limit}" if f.limit < 0 else f" - {f.limit}" if f.limit else ""
    return f"{_side(left)} ≥ {_side(right)}{offset}"


def _side(terms: Sequence[tuple[int, Quantity]]) -> str:
    return " + ".join((f"{c}·" if c > 1 else "") + _quantity(q) for c, q in terms)


def _body(f: Formula) -> str:
    """What is counted; a count inside it is written as a bound too."""
    parts = f.parts if isinstance(f, And) else (f,)
    if not any(isinstance(p, Bound) for p in parts):
        return show_pretty(f)
    return " ∧ ".join(f"[{bound_text(p)}]" if isinstance(p, Bound) else show_pretty(p) for p in parts)


def _quantity(q: Quantity) -> str:
    match q:
        case Cardinal(var, body):
            taken = {v.name for v in free_variables(body) - {var}}
            fresh = next(Var(n) for n in (*"xyzuvw", var.name) if n not in taken)
            return f"|{_body(substitute(body, var, fresh))}|"
        case Threshold(name):
            return f"‘{name}’"
        case Degree(scale, term):
            return f"{scale}({term.name})"
