"""Decides a pair of English sentences: read both, compare them, prove what can be proved, and force an answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import cast, get_args

from provenli.english.analysis import Analysis, Reader
from provenli.english.answers import Answers, EnglishAnswer, EnglishLabel, EnglishVerdict
from provenli.english.doubts import RAREST
from provenli.english.edits import Edit
from provenli.english.frames import FrameProof, bare_frame, frame_of, prove_frame
from provenli.english.implied import implied
from provenli.english.knowledge import (
    ABOVE,
    BELOW,
    WordFact,
    WordKnowledge,
    default_knowledge,
    read_fact,
    read_knowledge,
)
from provenli.english.licences import unlicensed_meanings
from provenli.english.normal_forms import clauses, denies
from provenli.english.pair_tokens import pair_tokens
from provenli.english.phrase_relations import SPELLING
from provenli.english.proof import prove as prove_meanings
from provenli.english.proof import word_theory
from provenli.english.readers import Backend, readers_of
from provenli.english.sentences import not_a_sentence
from provenli.english.solver import Calibration, ComparedSentences, compare, projected, shipped_calibration
from provenli.english.statements import state
from provenli.errors import UnknownName
from provenli.logic.relations import Relation

NEITHER = (False, False)
MEANINGS = -1
"""The number of our own reader where no other gives meanings."""
PROVABLE = frozenset({"deletion", "insertion", "substitution", "conjunction", "disjunction", "determiner", "same"})


@dataclass(frozen=True)
class Solver:
    """Readers by route (the first leads), word knowledge, and a model of how often answers are right."""

    readers: tuple[Reader, ...]
    knowledge: WordKnowledge = field(default_factory=default_knowledge)
    calibration: Calibration = field(default_factory=shipped_calibration)
    answers: Answers = "sound"
    _memory: dict[tuple[int, str], Analysis] = field(default_factory=dict, compare=False, repr=False)

    def read(self, k: int, sentence: str) -> Analysis:
        if (k, sentence) not in self._memory:
            if len(self._memory) > 5000:
                self._memory.clear()
            reader = readers_of("ccg")[0] if k == MEANINGS else self.readers[k]
            self._memory[k, sentence] = reader.read(sentence)
        return self._memory[k, sentence]

    def decide(self, premises: Sequence[str], hypothesis: str) -> EnglishAnswer:
        """One answer for all premises: that of the premise that says most about the hypothesis."""
        said = tuple(" ".join(p.split()) for p in premises)
        asked = " ".join(hypothesis.split())
        for text in (*said, asked):
            reason = not_a_sentence(text)
            if reason:
                return self._uncovered(said, asked, f"{text[:60]!r}: {reason}")
        found = [self._decide_implied(p, asked) for p in said]
        best = max(found, key=lambda a: (a.label != "neutral", a.verdict == "proved", a.probability))
        if len(said) == 1 or (best.verdict == "proved" and best.label != "neutral"):
            return replace(best, premises=said)
        together = self._together(said, asked)
        if together is not None:
            return together
        alone = best.verdict == "proved"  # of a neutral one: what one premise leaves open, all together may settle
        doubt = "no premise by itself settles it, and all together were not proved to"
        return replace(best, premises=said, verdict="supported", why=doubt) if alone else replace(best, premises=said)

    def _together(self, premises: tuple[str, ...], hypothesis: str) -> EnglishAnswer | None:
        """What the kernel proves from the meanings of all premises, if they have some, and from known word facts."""
        k = next((k for k, r in enumerate(self.readers) if self.read(k, hypothesis).route == "ccg"), MEANINGS)
        read = [self.read(k, text) for text in (*premises, hypothesis)]
        if unlicensed_meanings(read[:-1], read[-1]):
            return None
        facts, theory = word_theory(read, self.knowledge)
        found = prove_meanings(read[:-1], read[-1], theory)
        # Of one premise only entailment: who is meant by two noun phrases is open, so that both may well be true.
        if found is None or found.label not in ("entailment", "contradiction")[: len(premises)]:
            return None
        label: EnglishLabel = "entailment" if found.label == "entailment" else "contradiction"
        step = "from all premises together, by their meanings" if len(premises) > 1 else "by what the sentences mean"
        proof = FrameProof(found.problem, found.verdict)
        return EnglishAnswer(premises, hypothesis, label, "proved", TOGETHER, facts, (step,), ("ccg",), (), (proof,))

    def _uncovered(self, premises: tuple[str, ...], hypothesis: str, why: str) -> EnglishAnswer:
        return EnglishAnswer(premises, hypothesis, "neutral", "not covered", 0.5, (), (), (), why=why)

    def compared(self, premise: str, hypothesis: str) -> tuple[ComparedSentences, bool]:
        """The comparison of the first reader, and whether the others agree."""
        found = [self._compared(k, premise, hypothesis) for k in range(len(self.readers))]
        return found[0], len({c.label for c in found}) == 1

    def _compared(self, k: int, premise: str, hypothesis: str) -> ComparedSentences:
        """Compare the sentences as wholes; if that leaves something open and clauses are joined or denied, clause by
        clause."""
        p, h = self.read(k, premise), self.read(k, hypothesis)
        whole = compare(p, h, self.knowledge)
        if whole.explained or whole.uncovered or not denies(p, h):
            return whole
        parts = clauses(p), clauses(h)
        if len(parts[0]) == len(parts[1]) == 1:
            return whole
        for one in parts[0]:
            for other in parts[1]:
                found = compare(self.read(k, one), self.read(k, other), self.knowledge)
                if found.label == "contradiction" and found.negated[0] != found.negated[1]:
                    return replace(found, doubt="one clause denies another; whether they speak of the same is not said")
        return whole

    def _decide_one(self, premise: str, hypothesis: str) -> EnglishAnswer:
        lead, agreed = self.compared(premise, hypothesis)
        found = self._answer(premise, hypothesis, lead, prove(lead), agreed)
        if found.label == "contradiction" and found.verdict != "proved":
            found = self._turned(premise, hypothesis) or found
        # Steps that are understood are believed before meanings, in which attachments are chosen blindly.
        kinds = {e.kind for e in lead.edits}
        unknown = found.verdict != "proved" and "modifier" not in kinds and not (lead.explained and kinds <= PROVABLE)
        short = len(premise.split()) + len(hypothesis.split()) <= SHORT
        return (
            (found.verdict != "proved" and self._stated(premise, hypothesis, lead))
            or (unknown and short and self._together((premise,), hypothesis))
            or found
        )

    def _turned(self, premise: str, hypothesis: str) -> EnglishAnswer | None:
        """What excludes the other is excluded by it: the steps may be provable from there only."""
        lead, agreed = self.compared(hypothesis, premise)
        found = self._answer(hypothesis, premise, lead, prove(lead), agreed)
        proved = found.verdict == "proved" and found.label == "contradiction"
        return replace(found, premises=(premise,), hypothesis=hypothesis) if proved else None

    def _decide_implied(self, premise: str, hypothesis: str) -> EnglishAnswer:
        """By the sentences as they are; where that proves nothing, by what the premise says beside itself."""
        found = self._decide_one(premise, hypothesis)
        if found.verdict == "proved":
            return found
        sides = [self.read(0, text) for text in (premise, hypothesis)]
        words = [pair_tokens(a, self.knowledge.net) for a in sides]
        for said in implied(sides[0], words[0], words[1]):
            further = self._decide_one(said.text, hypothesis)
            if further.label == "neutral" or (further.verdict != "proved" and found.verdict == "supported"):
                continue
            given, steps = (said.fact, *further.given), (said.step, *further.steps)
            proofs = (said.proof(), *further.proofs)
            found = replace(further, premises=(premise,), given=given, steps=steps, proofs=proofs)
            if found.verdict == "proved":
                return found
        return found

    def _stated(self, premise: str, hypothesis: str, c: ComparedSentences) -> EnglishAnswer | None:
        """What is proved about sentences of a plain shape, from the words of the first reader."""
        sides = [pair_tokens(self.read(0, text), self.knowledge.net) for text in (premise, hypothesis)]
        found = None if c.uncovered else state(sides[0], sides[1], self.knowledge)
        if found is None:
            return None
        label: EnglishLabel = "entailment" if found.proof.label == "entailment" else "contradiction"
        proof = FrameProof(found.proof.problem, found.proof.verdict)
        routes = (self.read(0, premise).route,)
        return EnglishAnswer(
            (premise,), hypothesis, label, "proved", STATED, found.facts, (found.step,), routes, c.edits, (proof,)
        )

    def _answer(
        self, premise: str, hypothesis: str, c: ComparedSentences, proofs: tuple[FrameProof, ...] | None, agreed: bool
    ) -> EnglishAnswer:
        routes = tuple(dict.fromkeys(self.read(k, premise).route for k in range(len(self.readers))))
        why = why_not_proved(c, proofs, agreed)
        estimate = self.calibration.estimate(c, agreed)
        said = estimate.label if self.answers == "learned" and why else c.label
        given = tuple(dict.fromkeys(f for e in c.edits for f in e.facts))
        return EnglishAnswer(
            (premise,),
            hypothesis,
            said,
            verdict_of(c, why),
            estimate.shares[said],
            given,
            steps_of(c),
            routes,
            c.edits,
            proofs or (),
            why,
            said != c.label,
        )


SHORT = 24
"""If no steps lead from one sentence to the other, meanings are tried for sentences with up to this many words
together."""
STATED = 0.97
"""The probability that a proof from plain statements is right: that of most proofs."""
TOGETHER = 0.9
"""The probability that a proof from several premises is right; nothing was counted."""


def verdict_of(c: ComparedSentences, why: str) -> EnglishVerdict:
    if not why:
        return "proved"
    return "not covered" if c.uncovered or any(e.kind == "unknown" for e in c.edits) else "supported"


def solver_for(
    backend: Backend = "ccg",
    own: Sequence[WordFact] = (),
    answers: Answers = "sound",
    calibration: Calibration | None = None,
) -> Solver:
    """A solver with the readers of a backend: our own chart parser, spaCy, or both, where they have to agree."""
    return Solver(readers_of(backend), default_knowledge(own), calibration or shipped_calibration(), answers)


def solver_from(
    backend: str, isa: Sequence[str], excludes: Sequence[str], knowledge: Path | None, answers: str
) -> Solver:
    """A solver from the words of the command line."""
    if backend not in get_args(Backend):
        raise UnknownName("backend", backend, get_args(Backend))
    if answers not in get_args(Answers):
        raise UnknownName("answers", answers, get_args(Answers))
    own = [read_fact("isa", said, "--isa") for said in isa]
    own += [read_fact("excludes", said, "--excludes") for said in excludes]
    own += read_knowledge(knowledge) if knowledge is not None else ()
    return solver_for(cast(Backend, backend), own, cast(Answers, answers))


def prove(c: ComparedSentences) -> tuple[FrameProof, ...] | None:
    """A checked proof for every edit, or models against the one that is not entailed; None if one is missing."""
    told = [e for e in c.edits if e.kind != "same"]
    frames = [frame_of(e, c.negated if len(told) == 1 else NEITHER) if e.kind in PROVABLE else None for e in told]
    if len(told) != 1:
        frames.append(bare_frame(c.negated))
    proofs = [None if f is None else prove_frame(f) for f in frames]
    found = [p for p in proofs if p is not None and p.checked]
    steps = [p.verdict.label for p in found[:-1]]
    # Several steps: each but the last is entailed, and where a negation was taken off, only the hypothesis has one.
    joined = all(x == "entailment" for x in steps) and (len(found) == 1 or c.negated in (NEITHER, (False, True)))
    return tuple(found) if len(found) == len(frames) and joined else None


def own(e: Edit) -> bool:
    """Whether the user said so."""
    return any("WordNet" not in f.source and not f.everyday for f in e.facts)


def why_not_proved(c: ComparedSentences, proofs: tuple[FrameProof, ...] | None, agreed: bool) -> str:
    doubts = (c.uncovered, *map(why_not_sure, c.edits), c.doubt)
    first = next((d for d in doubts if d), "")
    if first or not agreed:
        return first or "the two routes to polarity disagree"
    if proofs is None:
        return "some step has no proof that the kernel could check"
    if c.negated[0] != c.negated[1]:
        if c.label == "neutral" and any(e.kind == "substitution" for e in c.edits):
            return "what is denied of the one may be meant of the other too"
        if c.label == "contradiction" and any(map(_may_differ, c.edits)):
            return "the two sentences may be about different ones"
    return "calculus and proof disagree" if proofs[-1].verdict.label != c.label else ""


def _may_differ(e: Edit) -> bool:
    """*a man* and *the person*: one is definite and the nouns are not the same, so two may be meant."""
    return e.kind == "substitution" and e.before.startswith("the ") != e.after.startswith("the ")


def why_not_sure(e: Edit) -> str:
    """Why an edit may not be what it looks like; empty if nothing speaks against it."""
    spelt = next((f for f in e.facts if f.source == SPELLING), None)
    if spelt is not None:
        return f"'{spelt.left}' is taken as another spelling of '{spelt.right}'"
    if max((f.rarity for f in e.facts), default=0) > RAREST:
        return f"it rests on rare senses: {e.facts[0].source}"
    unusual = next((f for f in e.facts if not f.usual), None)
    if unusual is not None:
        return f"'{unusual.left}' and '{unusual.right}' are mostly not meant so: {unusual.source}"
    if e.kind == "conjunction" and e.sign == -1 and not e.why.startswith("'every"):
        return "'and' under a negation may mean that it is neither of the two"
    determined = [name for name, effect, _ in e.layers if effect == "down"] in (["every"], ["all"], ["each"], ["no"])
    if e.kind == "substitution" and (e.relation, e.sign) == (BELOW, -1) and not own(e) and not determined:
        # Against the polarity: the wider word may well be meant for the narrower thing.
        return f"'{e.after}' may be meant as '{e.before}' here"
    if e.kind == "substitution" and (e.relation, e.sign) == (ABOVE, 1) and not own(e) and e.doing:
        return f"'{e.after}' may be another word for '{e.before}' here"
    if e.kind in ("unknown", "place", "clause"):
        return e.why
    return e.doubt if e.agreed else f"the two sentences give '{e.before or e.after}' different polarities"


# --- In words ---

WAYS = {1: "stands upward", -1: "stands downward", 0: "stands where nothing is sure"}
EFFECTS = {
    Relation.FORWARD: "which follows",
    Relation.REVERSE: "which need not follow",
    Relation.EQUIVALENCE: "which says the same",
    Relation.INDEPENDENCE: "which leaves it open",
    Relation.NEGATION: "which says the opposite",
    Relation.ALTERNATION: "which excludes it",
    Relation.COVER: "which need not follow",
}

BARE_EFFECTS = {
    **EFFECTS,
    Relation.FORWARD: "so the first implies the second",
    Relation.REVERSE: "so the second implies the first",
    Relation.COVER: "so the first or the second is true",
}
"""Where a sentence is negated, what is compared are the sentences without the negation."""
DENIALS = ("the premise denies", "the hypothesis denies")


def steps_of(c: ComparedSentences) -> tuple[str, ...]:
    if not c.edits:
        return () if c.uncovered else ("both speak of the same", *_denials(c.negated, "it", "it"))
    if not any(c.negated):
        return tuple(_step(e, EFFECTS) for e in c.edits)
    first, *rest = (_step(e, BARE_EFFECTS) for e in c.edits)
    return (f"without the negation {first}", *rest, *_denials(c.negated, "the first", "the second"))


def _denials(negated: tuple[bool, bool], first: str, second: str) -> tuple[str, ...]:
    return tuple(f"{who} {what}" for who, what, no in zip(DENIALS, (first, second), negated, strict=True) if no)


def _step(e: Edit, effects: Mapping[Relation, str]) -> str:
    turned = [why for _, effect, why in e.layers if effect != "up"]
    reasons = ", ".join(dict.fromkeys(turned))
    told = " and ".join(str(f).split(" [")[0] for f in e.facts) or e.why
    if e.kind == "words":  # compared as wholes: there is no single place to speak of
        return f"{e.why}{f' ({told})' if e.facts else ''}, {effects[projected(e)]}"
    change = _change(e)
    context = (
        f"{reasons}, so '{e.before or e.after}' {WAYS[e.sign]}"
        if reasons
        else f"'{e.before or e.after}' {WAYS[e.sign]}"
    )
    if e.kind == "same":
        return f"{change}: {told}"
    return f"{context}; {change}: {told}, {effects[projected(e)]}"


def _change(e: Edit) -> str:
    if not e.before:
        return f"'{e.after}' is added"
    if not e.after:
        return f"'{e.before}' is left out"
    return f"'{e.before}' becomes '{e.after}'"
