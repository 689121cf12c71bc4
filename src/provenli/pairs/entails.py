"""Deciding a pair of sentences of a fragment: every reading, the closest attachment first.

answer = entails(load_fragment("monotonicity_hard"), "No dog ran.", "No poodle ran.")
answer.label, answer.proof, answer.models, print(answer.evidence); a notebook shows the answer by itself
"""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from provenli.certify import kernel
from provenli.certify.certificates import Countermodels, EngineWord, Inconsistent, Problem, Proved, Verdict
from provenli.certify.codec import verdict_to_json
from provenli.certify.decide import Budget, decide
from provenli.certify.evidence import proof_lines, shown
from provenli.certify.proofs import Proof
from provenli.certify.smaller_models import tidy
from provenli.errors import SentenceError
from provenli.grammar import Derivation
from provenli.grammar.arrows import LEGEND, with_arrows
from provenli.logic.formula_printer import show
from provenli.logic.models import FiniteModel
from provenli.logic.readings import Reading
from provenli.pairs.fragment import Fragment, parallel
from provenli.pairs.given import fact_text, facts_used, given_texts
from provenli.pairs.schemas import in_question, ungranted
from provenli.pairs.scope import other_scope

SIGNS = {"entailment": "⊢", "contradiction": "⊢ not", "neutral": "⊬"}


@dataclass(frozen=True, slots=True)
class Answer:
    """A decided pair: which derivations were meant, and what the other readings of the text would give."""

    premise: Derivation
    hypothesis: Derivation
    problem: Problem
    verdict: Verdict
    others: tuple[Answer, ...] = ()
    strictly: Verdict | None = None
    """The verdict with nothing granted, if the label might rest on what only the hypothesis presupposes."""
    other_scope: Answer | None = None
    """The answer if 'did not see some cats' is understood the other way."""
    further: tuple[Derivation, ...] = ()
    """Further premises, each by its closest attachment."""

    @property
    def label(self) -> str:
        return self.verdict.label

    @property
    def proof(self) -> Proof | None:
        """The proof that the kernel has checked; None if the label rests on models, an engine's word or nothing."""
        match self.verdict.certificate:
            case Proved(proof) | Inconsistent(proof) if not isinstance(proof, EngineWord):
                return proof
        return None

    @property
    def models(self) -> tuple[FiniteModel, ...]:
        """Two models of a neutral pair, with the hypothesis true in one and false in the other; otherwise none."""
        match self.verdict.certificate:
            case Countermodels(true, false):
                return true, false
        return ()

    @property
    def given(self) -> tuple[str, ...]:
        """What the label rests on beside the premise: ('there are dogs who ran',)."""
        if self.strictly is not None and self.strictly.label == "undecided":
            return ()
        return tuple(given_texts(self.hypothesis, self.problem, self.verdict, self.strictly))

    @property
    def evidence(self) -> str:
        """What the label rests on, and the proof or the models, as text."""
        head, _, rest = shown(self.problem, self.verdict).partition("\n")
        return "\n".join([head, *_given_lines(self), *_fact_lines(self), rest])

    @property
    def ambiguous(self) -> bool:
        """Whether another reading of the text has another label."""
        others = self.others if self.other_scope is None else (*self.others, self.other_scope)
        return any(o.label != self.label for o in others)

    def to_json(self) -> dict[str, Any]:
        """The label, the certificate, and whatever else the answer says; the kernel checks the certificate again."""
        return _as_json(self)

    def __repr__(self) -> str:
        sign = SIGNS.get(self.label, "/")
        return f"<{self.label}: {self.premise.text!r} {sign} {self.hypothesis.text!r} ({_summary(self)})>"

    def _repr_html_(self) -> str:
        """For notebooks."""
        reading = self.problem.reading
        sentences = "<br>".join(
            f"{side}: <code>{html.escape(with_arrows(d, reading))}</code>"
            for side, d in (("premise", self.premise), ("hypothesis", self.hypothesis))
        )
        scoped = () if self.other_scope is None else (self.other_scope,)
        labels = ", ".join(o.label for o in (*self.others, *scoped))
        others = f"<p>other readings of the text: {html.escape(labels)}</p>" if self.ambiguous else ""
        return (
            f"<div><p><b>{html.escape(self.label)}</b></p><p>{sentences}<br><small>{html.escape(LEGEND)}</small></p>"
            f"<pre>{html.escape(self.evidence)}</pre>{others}</div>"
        )


def _as_json(a: Answer) -> dict[str, Any]:
    verdict = verdict_to_json(a.verdict)
    return {
        "premise": a.premise.text,
        "premises": [a.premise.text, *(p.text for p in a.further)],
        "hypothesis": a.hypothesis.text,
        "label": verdict.pop("label"),
        "reading": a.problem.reading.to_json(),
        "certificate": verdict.pop("certificate"),
        "agreed": list(a.verdict.agreed),
        "rests_on_word_of": list(kernel.check(a.problem, a.verdict)),
        "given": list(a.given),
        "strictly": None if a.strictly is None else a.strictly.label,
        "meanings": {"premise": show(a.premise.meaning), "hypothesis": show(a.hypothesis.meaning)},
        "scope": None
        if a.other_scope is None
        else {
            "taken": "not > some",
            "other": "some > not",
            "premise": show(a.other_scope.premise.meaning),
            "hypothesis": show(a.other_scope.hypothesis.meaning),
            "label": a.other_scope.label,
        },
        "other_readings": [
            {"premise": show(o.premise.meaning), "hypothesis": show(o.hypothesis.meaning), "label": o.verdict.label}
            for o in a.others
        ],
    }


def _given_lines(answer: Answer) -> list[str]:
    if answer.strictly is None or answer.strictly.label == answer.label:
        return []
    if answer.strictly.label == "undecided":
        return ["whether it rests on what only the hypothesis presupposes was not decided"]
    told = " and that ".join(answer.given)
    return [f"given that {told}, which only the hypothesis presupposes: without it, {answer.strictly.label}"]


def _fact_lines(answer: Answer) -> list[str]:
    """What the proof takes from the theory."""
    facts = [fact_text(f, answer.premise.grammar) for f in facts_used(answer.problem, answer.verdict)]
    return [f"given: {'; '.join(facts)}"] if facts else []


def _summary(answer: Answer) -> str:
    """What the label rests on, in a few words; steps are counted as `evidence` shows them."""
    if answer.models:
        return f"{len(answer.models)} models"
    if answer.proof is None:
        return "no proof"
    steps = sum(" becomes the " in line for line in proof_lines(answer.problem, answer.verdict))
    return f"proof, {steps} step{'s' * (steps > 1)}" if steps else "proof"


def entails(
    fragment: Fragment,
    premise: str,
    hypothesis: str,
    reading: Reading | None = None,
    budget: Budget = Budget(),  # noqa: B008  frozen value
    further: Sequence[str] = (),
) -> Answer:
    """Decide a pair of texts under their readings, closest attachment first. `further`: more premises."""
    chosen = fragment.reading if reading is None else reading
    pairs = parallel(_read(fragment, premise, "premise"), _read(fragment, hypothesis, "hypothesis"))
    more = tuple(_read(fragment, text, f"premise {k}")[0] for k, text in enumerate(further, 2))
    first, *rest = (_decided(fragment, (p, *more), h, chosen, budget) for p, h in pairs)
    return replace(first, others=tuple(rest), other_scope=_rescoped(fragment, first, chosen, budget))


def _rescoped(fragment: Fragment, answer: Answer, reading: Reading, budget: Budget) -> Answer | None:
    """Both sentences understood the other way, as far as possible; only if scope follows the order of the words."""
    if fragment.other_scope is None or reading.scope != "surface":
        return None
    sides = (answer.premise, answer.hypothesis)
    found = [other_scope(d, fragment.other_scope) for d in sides]
    if found == [None, None]:
        return None
    premise, hypothesis = (new or old for new, old in zip(found, sides, strict=True))
    return _decided(fragment, (premise, *answer.further), hypothesis, reading, budget)


def _read(fragment: Fragment, text: str, side: str) -> tuple[Derivation, ...]:
    try:
        return fragment.read(text)
    except SentenceError as e:
        raise type(e)(f"{side}: {e}") from e


def _decided(
    fragment: Fragment, premises: tuple[Derivation, ...], h: Derivation, reading: Reading, budget: Budget
) -> Answer:
    problem = Problem(tuple(p.meaning for p in premises), h.meaning, fragment.theory, reading)
    verdict = decide(problem.premises, problem.hypothesis, problem.theory, reading, budget)
    strictly = None
    if in_question(problem, verdict.label):
        strictly = decide(problem.premises, problem.hypothesis, problem.theory, ungranted(problem).reading, budget)
    return Answer(premises[0], h, problem, verdict, strictly=strictly, further=premises[1:])


def tidied(answer: Answer) -> Answer:
    """The answer with small models that a person can take in."""
    return replace(answer, verdict=tidy(answer.problem, answer.verdict))
