"""decide: the label of a premise-hypothesis pair, with its evidence.

Order of play. Random models first: two of them make a neutral, one tells which refutation to try. Then the provers
whose proofs the kernel re-checks, chosen by what the formulas contain. Then the SAT model finder. Only what is still
open goes to provers that give no more than their word. Where many names are told apart, chance finds nothing: short
proofs from the facts near the conclusion come first, then models with an element a name. Whatever comes
out passes the kernel before anybody sees it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from time import monotonic

from provenli.certify import kernel
from provenli.certify.certificates import (
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
from provenli.certify.engines import random_models
from provenli.certify.engines.protocol import Engine, Found, GaveUp, Question, Refuted
from provenli.certify.proofs import Proof
from provenli.errors import EngineError, Refused
from provenli.logic.formulas import Exists, Forall, Formula, Quant, constants, subformulas
from provenli.logic.models import FiniteModel
from provenli.logic.readings import DEFAULT, Reading
from provenli.logic.theory import Theory, crowded

# --- Which engines to ask, and in which order, by what the formulas contain. ---


AS_NEEDED: tuple[int, ...] = ()
SMALL, MEDIUM, LARGE = (2, 3, 4, 6), (9, 12), (9, 12, 16)
"""Sizes of models that are looked for at once, before slow proofs, and after everything else."""
FEW_ELEMENTS, OTHER_SIZES = (3, 6), (7, 8, 10)
LITTLE_EFFORT, SOME_EFFORT = 200_000, 2_000_000
"""Effort of the model finder before slower proofs are looked for. A model that it misses with this effort seldom
exists."""

FIRST, QUICK, LONGER, FEW, SOME = 16, 60, 600, 12, 40
"""Numbers of questions after which the Venn prover lets the model finders try: the first time, then with and without
names. Then numbers of steps after which the instance prover does, the first time and later; most proofs take fewer."""


def quick_provers(facts: Sequence[Formula]) -> Iterator[Engine]:
    """Provers that find a proof, or miss it, within milliseconds. The kernel re-checks what they find."""
    from provenli.certify.engines.instances import Instances
    from provenli.certify.engines.natural_logic import NaturalLogic
    from provenli.certify.engines.venn import Venn

    if crowded(facts):
        yield from near_provers()
        yield Instances(SOME)
    # Without quantifiers nothing is monotone: the Venn prover is then a truth-table and order-cycle prover.
    if any(isinstance(g, Quant | Forall | Exists) for f in facts for g in subformulas(f)):
        yield NaturalLogic()
        if not crowded(facts) and any(constants(f) for f in facts):
            yield Instances(FEW)
    yield Venn(questions=FIRST)


def quick_models(facts: Sequence[Formula]) -> Iterator[Engine]:
    """Model finders for after the random models: the solver finds most models at once, or soon gives up."""
    from provenli.certify.engines.sat_models import SatModels

    if not crowded(facts):
        yield SatModels(FEW_ELEMENTS, LITTLE_EFFORT)


def checked_provers(facts: Sequence[Formula]) -> Iterator[Engine]:
    """More provers whose proofs the kernel re-checks."""
    from provenli.certify.engines.venn import Venn

    yield Venn(questions=QUICK)
    if not any(constants(f) for f in facts):
        # Without names the Venn prover needs a second at most to find or to miss; small models and instances may need
        # twenty to miss (a determiner that crosses over nested 'many': four of 319 schemas took 27 of 32 s).
        yield Venn(questions=LONGER)


def near_provers() -> Iterator[Engine]:
    """Checked, and quick where the facts speak of many names."""
    from provenli.certify.engines.instances import Near

    yield Near()


def some_instances() -> Iterator[Engine]:
    """A checked prover that misses a proof more quickly than larger models can be ruled out."""
    from provenli.certify.engines.instances import Instances

    yield Instances(SOME)


def told_models() -> Iterator[Engine]:
    from provenli.certify.engines.instances import ToldModel

    yield ToldModel()


def harder_provers() -> Iterator[Engine]:
    """Checked too, but slower: asked where neither a quick proof nor a small model was found."""
    from provenli.certify.engines.instances import Instances
    from provenli.certify.engines.venn import Venn

    # Each in small portions first: what one of them finds at once may take the other seconds to miss.
    yield Venn(questions=300)
    yield Instances()
    yield Venn(questions=600)
    yield Venn(witnesses=True, questions=2000)


def last_provers() -> Iterator[Engine]:
    """Checked still, and slowest: asked before anybody's word is taken."""
    from provenli.certify.engines.venn import Venn

    yield Venn(thorough=True)
    yield Venn(thorough=True, witnesses=True)


def second_opinions() -> Iterator[Engine]:
    """Independent first-order provers; each gives only its word."""
    from provenli.certify.engines.outside_provers import Z3, Cvc5, installed

    yield Z3()
    yield Cvc5()
    yield from installed()


def model_finders(facts: Sequence[Formula]) -> Iterator[Engine]:
    from provenli.certify.engines.random_models import RandomModels
    from provenli.certify.engines.sat_models import SatModels

    if crowded(facts):
        yield SatModels(AS_NEEDED)  # an element a name, and room for as many others
    else:
        yield RandomModels()
        yield SatModels(SMALL)


def medium_models() -> Iterator[Engine]:
    """These take tens of milliseconds; slow provers take seconds to miss a proof that does not exist."""
    from provenli.certify.engines.sat_models import SatModels

    yield SatModels(MEDIUM, SOME_EFFORT)
    # The solver's luck varies with the size: what takes seconds among nine elements may be found at once among seven.
    yield from (SatModels((size,), 2 * LITTLE_EFFORT) for size in OTHER_SIZES)


def larger_models() -> Iterator[Engine]:
    """For numbers that add up: more elements are needed, and finding them takes seconds rather than milliseconds."""
    from provenli.certify.engines.sat_models import SatModels

    yield SatModels(LARGE)


def stages(facts: Sequence[Formula], budget: Budget) -> Iterator[tuple[Iterator[Engine], Iterator[Engine]]]:
    """Provers and model finders in turn, the quick ones first: what one of them finds at once, the other takes long to
    miss."""
    yield quick_provers(facts), quick_models(facts)
    yield checked_provers(facts), model_finders(facts)
    if not crowded(facts):
        yield some_instances(), medium_models()
    yield harder_provers(), larger_models() if budget.patient else iter(())
    if budget.trusting:
        yield chain(last_provers(), second_opinions()), iter(())


@dataclass(frozen=True, slots=True)
class Budget:
    seconds: float = 20.0
    """For one decision. Running out makes it undecided, never a label."""
    opinions: int = 1
    """How many engines must agree that a refutation is right; the kernel's check counts as the first."""
    trusting: bool = True
    """Whether provers that give only their word are asked when nothing else helps. They are limited by the clock, so
    without them a question has the same answer on every machine."""
    patient: bool = True
    """Whether large models are looked for, for up to twenty seconds, when everything else has failed."""


def decide(
    premises: Sequence[Formula],
    hypothesis: Formula,
    theory: Theory = Theory(),  # noqa: B008  frozen value
    reading: Reading = DEFAULT,
    budget: Budget = Budget(),
) -> Verdict:
    """Entailment, contradiction, neutral, inconsistent premises, or undecided; never a guess."""
    problem = Problem(tuple(premises), hypothesis, theory, reading)
    inquiry = Inquiry(situate(problem), monotonic() + budget.seconds, budget)
    while True:
        verdict = inquiry.verdict()
        try:
            kernel.check(problem, verdict)
        except Refused as e:
            inquiry.distrust_last(e)
        else:
            return verdict


@dataclass(slots=True)
class Inquiry:
    """What is known so far about one situation."""

    situation: Situation
    deadline: float
    budget: Budget
    tried: list[str] = field(default_factory=list)
    distrusted: set[str] = field(default_factory=set)
    last: str = ""
    """The engine that refuted last."""
    exhausted: set[tuple[str, tuple[Formula, ...]]] = field(default_factory=set)
    """Engines that have looked at everything in vain, and at what."""

    def distrust_last(self, refused: Refused) -> None:
        """An engine whose proof the kernel refuses is not asked again for this problem."""
        if not self.last or self.last in self.distrusted:
            raise refused
        self.tried.append(f"{self.last}: its proof was refused: {refused}")
        self.distrusted.add(self.last)

    def verdict(self) -> Verdict:
        s = self.situation
        if crowded(s.premises):
            return self.among_names()
        with_h, without_h = random_models.split((*s.premises, *s.granted), s.hypothesis, s.theory)
        entailed = contradicted = None
        if without_h is None:
            entailed, without_h = self.settle(s.without_hypothesis(), "entailment")
        if with_h is None and entailed:  # almost always the premises are possible, and only a witness is missing
            with_h = self.model(s.with_hypothesis(), model_finders(s.with_hypothesis()))
        if with_h is None:
            contradicted, with_h = self.settle(s.with_hypothesis(), "contradiction")
        return self.conclude(with_h, without_h, entailed, contradicted)

    def among_names(self) -> Verdict:
        """Random search finds no model in which many names differ, so this tries a model of what is stated, then short
        proofs, then models made to measure."""
        yes, no = self.situation.with_hypothesis(), self.situation.without_hypothesis()
        with_h, without_h = self.model(yes, told_models()), self.model(no, told_models())
        entailed = None if without_h else self.refute(no, "entailment", near_provers())
        contradicted = None if entailed or with_h else self.refute(yes, "contradiction", near_provers())
        with_h = with_h or (None if contradicted else self.model(yes, model_finders(yes)))
        without_h = without_h or (None if entailed else self.model(no, model_finders(no)))
        if not (entailed or contradicted or without_h):
            entailed, without_h = self.settle(no, "entailment")
        if not (contradicted or with_h):
            contradicted, with_h = self.settle(yes, "contradiction")
        return self.conclude(with_h, without_h, entailed, contradicted)

    def conclude(
        self,
        with_h: FiniteModel | None,
        without_h: FiniteModel | None,
        entailed: Evidence | None,
        contradicted: Evidence | None,
    ) -> Verdict:
        if with_h and without_h:
            return Verdict("neutral", Countermodels(with_h, without_h))
        if entailed and with_h:
            return Verdict("entailment", Proved(entailed.proof, with_h), entailed.agreed)
        if contradicted:
            # Models of the premises alone may break what the hypothesis presupposes: it contradicts them all the same.
            witness, inconsistent = without_h, None
            if witness is None:
                inconsistent, witness = self.settle(self.situation.premises, "inconsistency")
            if witness:
                return Verdict("contradiction", Proved(contradicted.proof, witness), contradicted.agreed)
            if inconsistent:
                return Verdict("inconsistent", Inconsistent(inconsistent.proof), inconsistent.agreed)
        return Verdict("undecided", Nothing(tuple(self.tried)))

    def settle(self, facts: tuple[Formula, ...], what: str) -> tuple[Evidence | None, FiniteModel | None]:
        """Find a refutation or a model: first with evidence that can be checked in full, last on an engine's word."""
        found: Evidence | None = None
        model: FiniteModel | None = None
        for provers, finders in stages(facts, self.budget):
            found = self.refute(facts, what, provers)
            model = None if found else self.model(facts, finders)
            if found or model:
                break
        return found, model

    def refute(self, facts: tuple[Formula, ...], what: str, engines: Iterable[Engine]) -> Evidence | None:
        question = Question(facts, self.situation.theory)
        for engine in engines:
            if engine.name in self.distrusted or (engine.name, facts) in self.exhausted:
                continue
            outcome = self.ask(engine, question, what)
            if isinstance(outcome, Refuted):
                self.last = engine.name
                return self.confirmed(outcome, question, what)
            if isinstance(outcome, GaveUp) and outcome.final:
                self.exhausted.add((engine.name, facts))
        return None

    def confirmed(self, first: Refuted, question: Question, what: str) -> Evidence:
        agreed: list[str] = []
        for engine in self.others(first.engine):
            if len(agreed) + 1 >= self.budget.opinions:
                break
            outcome = self.ask(engine, question, what)
            if isinstance(outcome, Found):
                raise EngineError(f"{first.engine} and {engine.name} contradict each other; please report this problem")
            if isinstance(outcome, Refuted):
                agreed.append(engine.name)
        if first.proof is None:
            return Evidence(EngineWord((first.engine, *agreed)), ())
        return Evidence(first.proof, tuple(agreed))

    def others(self, first: str) -> Iterator[Engine]:
        if self.budget.opinions > 1:
            yield from (e for e in second_opinions() if e.name != first)

    def model(self, facts: tuple[Formula, ...], engines: Iterable[Engine]) -> FiniteModel | None:
        question = Question(facts, self.situation.theory)
        for engine in engines:
            outcome = self.ask(engine, question, "a model")
            if isinstance(outcome, Found):
                return outcome.model
        return None

    def ask(self, engine: Engine, question: Question, what: str) -> Refuted | Found | GaveUp:
        left = self.deadline - monotonic()
        missing = engine.missing()
        if missing or left <= 0:
            outcome: Refuted | Found | GaveUp = GaveUp(engine.name, missing or "no time left")
        else:
            outcome = engine.ask(question, left)
        if isinstance(outcome, GaveUp):
            self.tried.append(f"{what}: {outcome.engine}: {outcome.why}")
        return outcome


@dataclass(frozen=True, slots=True)
class Evidence:
    proof: Proof | EngineWord
    agreed: tuple[str, ...]


def evidence_of(verdicts: Iterable[Verdict]) -> dict[str, int]:
    """How many verdicts rest on which kind of evidence: a checked proof, models, or an engine's word."""
    counts: dict[str, int] = {}
    for v in verdicts:
        match v.certificate:
            case Countermodels():
                kind = "models"
            case Proved(EngineWord(engines), _) | Inconsistent(EngineWord(engines)):
                kind = "word of " + ", ".join(engines)
            case Proved() | Inconsistent():
                kind = "checked proof"
            case _:
                kind = "nothing"
        counts[kind] = counts.get(kind, 0) + 1
    return counts
