"""What a label rests on beside the premise: what only the hypothesis presupposes, in its own words ('there are dogs who
ran'), and word facts of the theory ('every poodle is a dog').

The restrictor of a determiner is what a node of the tree contributes, so its words are the node's.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from provenli.certify import kernel
from provenli.certify.certificates import EngineWord, Inconsistent, Problem, Proved, Verdict
from provenli.certify.proofs import Chain
from provenli.errors import Refused
from provenli.grammar import Branch, Derivation, Grammar, Leaf, Word
from provenli.grammar.morphology import article
from provenli.logic.formula_printer import show_pretty
from provenli.logic.formulas import And, Formula, Mark, Pred, Quant, canonical, subformulas, unmark
from provenli.logic.readings import Reading, presupposition
from provenli.logic.theory import Clause, Theory
from provenli.pairs.abstraction import merged, spaced, tokens_in, with_articles
from provenli.pairs.pattern import Pattern, Piece, Pieces, Told
from provenli.pairs.schemas import given

FEATURE = "given"
EXACTLY = {1: "exactly one", 2: "exactly two"}


def given_texts(hypothesis: Derivation, problem: Problem, verdict: Verdict, strictly: Verdict | None) -> list[str]:
    """'there are dogs who ran', …: what the label rests on beside the premise."""
    found = given_phrases(hypothesis, problem, given(problem, verdict, strictly))
    return ["".join(map(str, _written(phrase, {}))) for phrase in found]


def given_pieces(
    hypothesis: Derivation, slots: Mapping[Word, int], problem: Problem, verdict: Verdict, strictly: Verdict | None
) -> Pieces:
    """The same as one JSON text, with gaps for words: the feature of a row."""
    out: list[Piece] = ['"']
    for k, phrase in enumerate(given_phrases(hypothesis, problem, given(problem, verdict, strictly))):
        out += [" and "] * (k > 0)
        out += [json.dumps(p, ensure_ascii=False)[1:-1] if isinstance(p, str) else p for p in _written(phrase, slots)]
    return merged([*out, '"'])


def with_given(pattern: Pattern, found: Mapping[int, Pieces]) -> Pattern:
    """`found`: what the label rests on, for each combination of kinds. With switches it may not have gaps."""
    if not pattern.switches:
        pieces = found[0]
    else:
        texts = {k: "".join(map(str, p)) for k, p in found.items()}
        values = tuple(dict.fromkeys(texts.values()))
        index = [values.index(texts[k]) if k in texts else 0 for k in range(len(pattern.schema))]
        pieces = (Told(values, np.array(index, dtype=np.int64)),)
    return replace(pattern, features=(*pattern.features, (FEATURE, pieces)))


def presupposing(reading: Reading) -> bool:
    return reading.existential_import != "no" or reading.the == "presupposed"


Part = str | Branch | Leaf
"""Words, or a node of the hypothesis."""


def given_phrases(hypothesis: Derivation, problem: Problem, missing: Sequence[Formula]) -> list[tuple[Part, ...]]:
    """`problem` may have other names than the hypothesis; its determiners come in the same order."""
    said = list(_quantified(unmark(problem.hypothesis)))
    spoken = list(_quantified(hypothesis.marked))
    nodes = [_nodes(q, hypothesis) for q in spoken] if len(said) == len(spoken) else [()] * len(said)
    out: dict[tuple[Part, ...], None] = {}
    for formula in missing:
        place = (k for k, q in enumerate(said) if _presupposed(q, problem) == formula)
        out.setdefault(_phrase(formula, next((nodes[k] for k in place if nodes[k]), ())))
    return list(out)


def _presupposed(q: Quant, problem: Problem) -> Formula | None:
    found = presupposition(q, problem.reading)
    return None if found is None else canonical(found)


def _quantified(f: Formula) -> Iterator[Quant]:
    return (g for g in subformulas(f) if isinstance(g, Quant))


def _nodes(q: Quant, d: Derivation) -> tuple[Branch | Leaf, ...]:
    """The nodes that contribute the restrictor: one, or several side by side (*strong scent*)."""
    parts = q.restrictor.parts if isinstance(q.restrictor, And) else (q.restrictor,)
    found = [d.at(p.tag) if isinstance(p, Mark) else None for p in parts]
    nodes = tuple(n for n in found if isinstance(n, (Branch, Leaf)))
    return nodes if len(nodes) == len(parts) else ()


def _phrase(formula: Formula, nodes: tuple[Branch | Leaf, ...]) -> tuple[Part, ...]:
    assert isinstance(formula, Quant)
    number = formula.quantifier.numbers[0] if formula.quantifier.numbers else 0
    if not nodes:
        return _by_formula(formula, number)
    plural = "num=pl" in nodes[-1].category
    return ("there", "are" if plural else "is", EXACTLY[number] if number else "" if plural else "a", *nodes)


def _by_formula(formula: Quant, number: int) -> tuple[Part, ...]:
    """'everyone' has no word for persons, so only its meaning tells what it is about."""
    match formula.restrictor:
        case Pred(name, (_,)):
            return ("there", "is", EXACTLY.get(number, "a"), name.replace("_", " "))
    return (f"there is {EXACTLY.get(number, 'something')} for x in {show_pretty(formula)}",)


def _written(phrase: tuple[Part, ...], slots: Mapping[Word, int]) -> list[Piece]:
    tokens: list[Piece] = []
    for part in phrase:
        tokens += part.split() if isinstance(part, str) else tokens_in(part, slots)
    return spaced(with_articles(tokens))


# --- Word facts. A proof shows only what the sentences say; which facts of the theory make that impossible is found by
# asking the kernel again without each of them. ---

MOST = 60
"""Facts that are tried one by one: each costs a check of the proof."""


def facts_used(problem: Problem, verdict: Verdict) -> tuple[Clause, ...]:
    """Facts that the proof needs together, none of which can be spared; none for a chain, whose steps show them."""
    proof = verdict.certificate.proof if isinstance(verdict.certificate, Proved | Inconsistent) else None
    if proof is None or isinstance(proof, EngineWord | Chain):
        return ()
    kept = problem.theory.about((*problem.premises, problem.hypothesis)).clauses
    if len(kept) > MOST or not _holds(problem, verdict, kept):
        return ()
    for fact in kept:
        fewer = tuple(c for c in kept if c is not fact)
        if _holds(problem, verdict, fewer):
            kept = fewer
    return kept


def _holds(problem: Problem, verdict: Verdict, facts: tuple[Clause, ...]) -> bool:
    try:
        kernel.check(replace(problem, theory=Theory(facts, problem.theory.axioms)), verdict)
    except Refused:
        return False
    return True


def fact_text(fact: Clause, grammar: Grammar) -> str:
    """In English where all words are nouns; otherwise with the symbols of the proof."""
    body, head = sorted(fact.body), sorted(fact.head)
    nouns = _nouns(grammar).issuperset((*body, *head))
    if nouns and len(body) == 1 and head:
        return f"every {_plain(body[0])} is {' or '.join(map(_one, head))}"
    if nouns and len(body) == 2 and not head:
        return f"no {_plain(body[0])} is {_one(body[1])}"
    places = ", ".join("xyzuvw"[: fact.arity])
    said = " and ".join(f"{n}({places})" for n in body) or "anything"
    then = " or ".join(f"{n}({places})" for n in head)
    return f"{said} implies {then}" if head else f"{said} exclude each other"


def _nouns(grammar: Grammar) -> set[str]:
    return {w.symbol for w in grammar.words if w.symbol and any("num=" in f.category for f in w.forms)}


def _plain(symbol: str) -> str:
    return symbol.replace("_", " ")


def _one(symbol: str) -> str:
    return f"{article(_plain(symbol))} {_plain(symbol)}"
