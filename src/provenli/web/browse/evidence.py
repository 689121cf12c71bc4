"""A pair decided while somebody looks: trees, arrows, formulas, proof or drawn models, and the individuals that make
the difference.

Sentences that no fragment reads are read as English: the answer then has a verdict, steps, and the word facts that it
rests on.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from provenli.certify import kernel
from provenli.certify.certificates import Countermodels, Proved
from provenli.certify.decide import Budget
from provenli.certify.evidence import MEANS, proof_lines
from provenli.english.answers import EnglishAnswer
from provenli.english.decision import Solver, solver_for
from provenli.errors import ProveNLIError, SentenceError
from provenli.grammar import Branch, Derivation, Leaf
from provenli.grammar.arrows import with_arrows
from provenli.grammar.tree import below
from provenli.library.fragment_shelf import FRAGMENTS, load_fragment
from provenli.logic.drawings import element_labels
from provenli.logic.formula_printer import show_pretty
from provenli.logic.formulas import Formula, Not, Quant
from provenli.logic.models import FiniteModel, model_to_json
from provenli.logic.polarity import ARROWS
from provenli.logic.reading_choices import reading_text
from provenli.logic.readings import Reading, interpret
from provenli.logic.truth import holds
from provenli.pairs.entails import Answer, entails, tidied
from provenli.pairs.fragment import Fragment

SECONDS = 10.0
"""Seconds for one pair: nobody waits longer, and nobody can keep the machine busy."""
LONGEST, LONGEST_ENGLISH = 1_000, 300
ENGLISH = "english"
FIRST_TRIED = ("monotonicity_hard", "boolean", "veridical", "systematicity")
one_at_a_time = threading.Lock()
"""Held by whoever decides or checks."""


@dataclass(frozen=True, slots=True)
class TreeNode:
    category: str
    arrow: str
    text: str
    children: tuple[TreeNode, ...]


@dataclass(frozen=True, slots=True)
class DrawnModel:
    """`who`: elements on which the truth of the hypothesis depends. `told`: the same in words."""

    caption: str
    model: dict[str, Any]
    who: tuple[int, ...]
    told: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PairEvidence:
    """What a page shows. `error`: why there is nothing else."""

    fragment: str = ""
    label: str = ""
    means: str = ""
    reading: str = ""
    arrows: tuple[str, ...] = ()
    trees: tuple[TreeNode, ...] = ()
    formulas: tuple[str, ...] = ()
    proof: tuple[str, ...] = ()
    models: tuple[DrawnModel, ...] = ()
    others: tuple[str, ...] = ()
    checked: str = ""
    error: str = ""
    english: EnglishAnswer | None = None

    @property
    def sure(self) -> bool:
        """Whether the label is decided: an estimated one neither agrees nor disagrees."""
        return (
            not self.error and self.label != "undecided" and (self.english is None or self.english.verdict == "proved")
        )


def evidence(fragment: str, premise: str, hypothesis: str, own: Fragment | None = None) -> PairEvidence:
    """`fragment`: a name on the shelf, or english; if empty, the first that reads both sentences, or else English.
    `own`: the user's own, in its place."""
    if len(premise) > LONGEST or len(hypothesis) > LONGEST:
        return PairEvidence(error=f"A sentence of more than {LONGEST:,} characters is not decided here.")
    if own is None and fragment and fragment not in (*FRAGMENTS, ENGLISH):
        return PairEvidence(error=f"No fragment {fragment!r} is on the shelf. {OWN}")
    try:
        with one_at_a_time:
            if fragment == ENGLISH and own is None:
                return _english(premise, hypothesis)
            return _shown(*_answered(fragment, premise, hypothesis, own))
    except NothingReads:
        with one_at_a_time:
            return _english(premise, hypothesis)
    except ProveNLIError as error:
        return PairEvidence(fragment, error=str(error))


OWN = "If it is a file of yours, start again with --fragment FILE."


class NothingReads(SentenceError):
    """No fragment of the shelf reads both sentences."""


def _answered(fragment: str, premise: str, hypothesis: str, own: Fragment | None) -> tuple[str, Answer]:
    if own is None:
        return _decided(fragment, premise, hypothesis)
    return own.name, tidied(entails(own, premise, hypothesis, budget=Budget(SECONDS)))


def _english(premise: str, hypothesis: str) -> PairEvidence:
    if len(premise) > LONGEST_ENGLISH or len(hypothesis) > LONGEST_ENGLISH:
        return PairEvidence(error=f"English sentences of more than {LONGEST_ENGLISH} characters are not decided here.")
    answer = _read_as_english(premise, hypothesis)
    return PairEvidence(ENGLISH, answer.label, MEANS[answer.label], english=answer)


@lru_cache(maxsize=500)
def _read_as_english(premise: str, hypothesis: str) -> EnglishAnswer:
    return _solver().decide((premise,), hypothesis)


@lru_cache(maxsize=1)
def _solver() -> Solver:
    return solver_for()


@lru_cache(maxsize=500)
def _decided(fragment: str, premise: str, hypothesis: str) -> tuple[str, Answer]:
    """Decisions are cached; the kernel looks at one again whenever it is shown."""
    name = fragment or covering(premise, hypothesis)
    return name, tidied(entails(load_fragment(name), premise, hypothesis, budget=Budget(SECONDS)))


def covering(premise: str, hypothesis: str) -> str:
    """The first fragment that reads both sentences."""
    first: SentenceError | None = None
    for name in (*FIRST_TRIED, *(f for f in FRAGMENTS if f not in FIRST_TRIED)):
        try:
            for text in (premise, hypothesis):
                load_fragment(name).read(text)
        except SentenceError as error:
            first = first or error
        else:
            return name
    raise NothingReads(f"no fragment reads both sentences; {FIRST_TRIED[0]}: {first}")


def _shown(name: str, answer: Answer) -> PairEvidence:
    reading, both = answer.problem.reading, (answer.premise, answer.hypothesis)
    return PairEvidence(
        name,
        answer.label,
        MEANS[answer.label],
        reading_text(reading),
        tuple(with_arrows(d, reading, "\u00a0") for d in both),
        tuple(_tree(d) for d in both),
        tuple(show_pretty(d.meaning) for d in both),
        tuple(proof_lines(answer.problem, answer.verdict)),
        tuple(_models(answer, reading)),
        tuple(o.label for o in answer.others) if answer.ambiguous else (),
        _checked(answer),
    )


def _checked(answer: Answer) -> str:
    """The kernel looks at it now; what it refuses is shown as an error, not as a label."""
    words = kernel.check(answer.problem, answer.verdict)
    if answer.label == "undecided":
        return "Nothing was proved, so there is nothing to check."
    if words:
        return f"The kernel has no proof to check: the label rests on the word of {' and '.join(words)}."
    return "Checked by the kernel just now: it accepts the evidence."


def _tree(d: Derivation) -> TreeNode:
    polarities = d.polarities()
    texts = {address: text for address, _, text in d.nodes()}

    def node(address: str, at: object) -> TreeNode:
        children = at.children if isinstance(at, Branch) else ()
        category = at.category if isinstance(at, (Branch, Leaf)) else "·"
        arrow = ARROWS[polarities[address]] if address in polarities else ""
        below_it = tuple(node(below(address, k), child) for k, child in enumerate(children))
        return TreeNode(category, arrow, texts[address], below_it)

    return node("", d.root)


# --- models, and who ---


def _models(answer: Answer, reading: Reading) -> list[DrawnModel]:
    hypothesis = interpret(answer.problem.hypothesis, reading).asserted
    match answer.verdict.certificate:
        case Countermodels(both, only):
            drawn: tuple[tuple[str, FiniteModel], ...] = (
                ("The premise is true and the hypothesis false", only),
                ("The premise is true and the hypothesis true", both),
            )
        case Proved(_, witness):
            drawn = (("For instance: a situation in which the premise is true", witness),)
        case _:
            return []
    premise = interpret(answer.problem.premises[0], reading).asserted
    return [_drawn(caption, model, premise, hypothesis) for caption, model in drawn]


def _drawn(caption: str, model: FiniteModel, premise: Formula, hypothesis: Formula) -> DrawnModel:
    told = [line for side, f in (("premise", premise), ("hypothesis", hypothesis)) for line in _who(side, f, model)]
    return DrawnModel(caption, model_to_json(model), _turning(hypothesis, model), tuple(told))


def _parts(f: Formula, model: FiniteModel) -> tuple[Quant, list[int], list[int]] | None:
    """The elements that a quantified sentence is about, inside its body and outside."""
    while isinstance(f, Not):
        f = f.body
    if not isinstance(f, Quant):
        return None
    about = [e for e in range(model.size) if holds(f.restrictor, model, {f.var: e})]
    inside = [e for e in about if holds(f.body, model, {f.var: e})]
    return f, inside, [e for e in about if e not in inside]


def _who(side: str, f: Formula, model: FiniteModel) -> list[str]:
    found = _parts(f, model)
    truth = "true" if holds(f, model) else "false"
    if found is None:
        return [f"The {side} is {truth} here."]
    quant, inside, outside = found
    names = element_labels(model)

    def said(which: Sequence[int]) -> str:
        return ", ".join(names[e] for e in which) or "nobody"

    told = f"{show_pretty(quant.restrictor)} and {show_pretty(quant.body)}: {said(inside)}"
    return [f"The {side} is {truth} here. {told}; the first but not the second: {said(outside)}."]


def _turning(f: Formula, model: FiniteModel) -> tuple[int, ...]:
    """Elements that make a false sentence false: outside an upward body, inside a downward one."""
    found = _parts(f, model)
    if found is None or holds(f, model):
        return ()
    quant, inside, outside = found
    return tuple(outside if quant.quantifier.monotonicity()[1] > 0 else inside)
