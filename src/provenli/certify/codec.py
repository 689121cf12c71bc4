"""Verdicts as JSON and back. Formulas are written as text (logic/formula_printer.py): people can read a certificate."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from provenli.certify.certificates import (
    Attested,
    Certificate,
    Countermodels,
    EngineWord,
    Inconsistent,
    Nothing,
    Proved,
    Verdict,
)
from provenli.certify.proofs import Cases, Chain, Closed, Exclusion, Instance, Proof, Step, Sum, Witness
from provenli.errors import FormulaError, Refused
from provenli.logic.formula_parser import parse_formula
from provenli.logic.formula_printer import show
from provenli.logic.models import model_from_json, model_to_json

Json = dict[str, Any]
LABELS = ("entailment", "contradiction", "neutral", "inconsistent", "undecided")


def verdict_to_json(v: Verdict) -> Json:
    out: Json = {"label": v.label, "certificate": certificate_to_json(v.certificate)}
    return {**out, "agreed": list(v.agreed)} if v.agreed else out


def verdict_from_json(value: Mapping[str, Any]) -> Verdict:
    """Malformed JSON is refused like any other false evidence."""
    try:
        label = value["label"]
        if label not in LABELS:
            raise Refused(f"{label!r} is no label; expected one of {', '.join(LABELS)}")
        return Verdict(label, _certificate(value["certificate"]), tuple(value.get("agreed", ())))
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, RecursionError, FormulaError) as e:
        raise Refused(f"the certificate cannot be read: {type(e).__name__}: {e}") from e


def certificate_to_json(c: Certificate) -> Json:
    match c:
        case Proved(proof, witness):
            return {"kind": "proof", "proof": proof_to_json(proof), "witness": model_to_json(witness)}
        case Countermodels(yes, no):
            models = {"with_hypothesis": model_to_json(yes), "without_hypothesis": model_to_json(no)}
            return {"kind": "countermodels", **models}
        case Inconsistent(proof):
            return {"kind": "inconsistent", "proof": proof_to_json(proof)}
        case Attested(source):
            return {"kind": "attested", "source": source}
        case Nothing(tried):
            return {"kind": "nothing", "tried": list(tried)}


def _certificate(value: Mapping[str, Any]) -> Certificate:
    match value["kind"]:
        case "proof":
            return Proved(_proof(value["proof"]), model_from_json(value["witness"]))
        case "countermodels":
            return Countermodels(*(model_from_json(value[k]) for k in ("with_hypothesis", "without_hypothesis")))
        case "inconsistent":
            return Inconsistent(_proof(value["proof"]))
        case "attested":
            return Attested(_text(value["source"]))
        case "nothing":
            return Nothing(tuple(value["tried"]))
        case kind:
            raise Refused(f"{kind!r} is no kind of certificate")


def proof_to_json(p: Proof | EngineWord) -> Json:
    match p:
        case Closed():
            return {"rule": "closed"}
        case Cases(formula, yes, no):
            return {
                "rule": "cases",
                "formula": show(formula),
                "if_true": proof_to_json(yes),
                "if_false": proof_to_json(no),
            }
        case Sum(weights, exclusions):
            return {
                "rule": "sum",
                "weights": [[show(f), w] for f, w in weights],
                "exclusions": [
                    {
                        "cube": [[show(f), v] for f, v in e.cube],
                        "using": [show(f) for f in e.using],
                        "proof": proof_to_json(e.proof),
                    }
                    for e in exclusions
                ],
            }
        case Witness(bounds, inner):
            return {"rule": "witness", "bounds": [show(f) for f in bounds], "proof": proof_to_json(inner)}
        case Instance(bounds, inner):
            return {"rule": "instance", "bounds": [[show(f), c] for f, c in bounds], "proof": proof_to_json(inner)}
        case Chain(start, goal, steps):
            written = [
                {
                    "path": list(s.path),
                    "new": show(s.new),
                    "using": [show(f) for f in s.using],
                    "proof": proof_to_json(s.proof),
                }
                for s in steps
            ]
            return {"rule": "chain", "start": start, "goal": goal, "steps": written}
        case EngineWord(engines):
            return {"rule": "word", "engines": list(engines)}


def _proof(value: Mapping[str, Any]) -> Proof | EngineWord:
    if value["rule"] == "word":
        return EngineWord(tuple(value["engines"]))
    return _checked_proof(value)


def _checked_proof(value: Mapping[str, Any]) -> Proof:
    match value["rule"]:
        case "closed":
            return Closed()
        case "cases":
            yes, no = _checked_proof(value["if_true"]), _checked_proof(value["if_false"])
            return Cases(parse_formula(value["formula"]), yes, no)
        case "sum":
            weights = tuple((parse_formula(f), _whole(w)) for f, w in value["weights"])
            return Sum(weights, tuple(_exclusion(e) for e in value["exclusions"]))
        case "witness":
            return Witness(tuple(parse_formula(f) for f in value["bounds"]), _checked_proof(value["proof"]))
        case "instance":
            bounds = tuple((parse_formula(f), _text(c)) for f, c in value["bounds"])
            return Instance(bounds, _checked_proof(value["proof"]))
        case "chain":
            return Chain(_whole(value["start"]), _whole(value["goal"]), tuple(_step(s) for s in value["steps"]))
        case rule:
            raise Refused(f"{rule!r} is no rule of proof")


def _exclusion(e: Mapping[str, Any]) -> Exclusion:
    cube = tuple((parse_formula(f), _truth(v)) for f, v in e["cube"])
    return Exclusion(cube, tuple(parse_formula(f) for f in e["using"]), _checked_proof(e["proof"]))


def _step(s: Mapping[str, Any]) -> Step:
    using = tuple(parse_formula(f) for f in s["using"])
    return Step(tuple(_whole(k) for k in s["path"]), parse_formula(s["new"]), using, _checked_proof(s["proof"]))


def _whole(n: object) -> int:
    if not isinstance(n, int) or isinstance(n, bool) or n < 0:
        raise Refused(f"{n!r} is no number of a proof")
    return n


def _text(v: object) -> str:
    if not isinstance(v, str):
        raise Refused(f"{v!r} is no name")
    return v


def _truth(v: object) -> bool:
    if not isinstance(v, bool):
        raise Refused(f"{v!r} is no truth value")
    return v
