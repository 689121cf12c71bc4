"""Compares two sentences by natural logic: align, read the edits, project each through its place, join them.

How likely a forced answer is right is told by a logistic model of the edits of a pair, fitted on labelled pairs. The
shipped weights were fitted on half of MED (Yanaka et al. 2019) with `tools/calibrate_english.py`: numbers only, no
sentence. What they see is general: kinds of edits, relations, polarity, operators, and which of two words that nobody
knows is likely the narrower one. It is learned, so whatever rests on it is called estimated.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from math import exp
from pathlib import Path

from provenli.checked_json import read_checked
from provenli.english.alignment import align, matched
from provenli.english.analysis import Analysis
from provenli.english.answers import LABELS, EnglishLabel
from provenli.english.doubts import RAREST, SEEMING
from provenli.english.edits import Edit, read_edit
from provenli.english.knowledge import ABOVE, BELOW, WordKnowledge
from provenli.english.normal_forms import NAMING, NormalForm, normal_form
from provenli.english.omissions import MODALS, PARTS, UNDER_NOT
from provenli.english.pair_tokens import PairToken, Spot, pair_tokens
from provenli.english.phrase_relations import another_kind, figurative, of_what, with_particle
from provenli.english.role_coverage import covered
from provenli.english.sentence_doubts import doubt_of_collective, doubt_of_idiom, doubt_of_match, doubt_of_tense
from provenli.english.sentences import not_english
from provenli.english.word_tables import words_in
from provenli.logic.relations import CELLS, Relation, classify, join

TURNED = {
    Relation.FORWARD: Relation.REVERSE,
    Relation.REVERSE: Relation.FORWARD,
    Relation.ALTERNATION: Relation.COVER,
    Relation.COVER: Relation.ALTERNATION,
}

LABEL_OF: dict[Relation, EnglishLabel] = {
    Relation.EQUIVALENCE: "entailment",
    Relation.FORWARD: "entailment",
    Relation.NEGATION: "contradiction",
    Relation.ALTERNATION: "contradiction",
}
NAMED = "whether 'the' speaks"
LIKENESS = frozenset({"like", "resemble", *SEEMING})
"""Who looks like a doctor need not be one."""


@dataclass(frozen=True, slots=True)
class ComparedSentences:
    """Two sentences side by side: the edits, and the relation of the premise to the hypothesis."""

    edits: tuple[Edit, ...]
    relation: Relation
    negated: tuple[bool, bool] = (False, False)
    """Which of the two sentences was compared without its negation; the edits are about what it negates."""
    doubt: str = ""
    uncovered: str = ""
    """Why the sentences could not be compared; empty if they could."""

    @property
    def explained(self) -> bool:
        """Whether every difference is understood, so that no other way of comparing need be tried."""
        told = [e for e in self.edits if e.kind != "same"]
        if any(e.kind in ("unknown", "negation") for e in told):
            return False
        directions = {projected(e) for e in told}
        return not {Relation.FORWARD, Relation.REVERSE} <= directions

    @property
    def label(self) -> EnglishLabel:
        return LABEL_OF.get(self.relation, "neutral")


def compare(premise: Analysis, hypothesis: Analysis, knowledge: WordKnowledge) -> ComparedSentences:
    """Compare the sentences as they stand; if that leaves words unexplained, in normal form; and if that does too, as
    bags of words."""
    for a in (premise, hypothesis):
        if a.coverage == "none":
            return ComparedSentences((), Relation.INDEPENDENCE, uncovered=a.stopped or "the sentence could not be read")
    left, right = pair_tokens(premise, knowledge.net), pair_tokens(hypothesis, knowledge.net)
    for tokens in (left, right):
        odd = not_english(tokens, knowledge)
        if odd:
            return ComparedSentences((), Relation.INDEPENDENCE, uncovered=odd)
    plain = _joined(left, right, (premise, hypothesis), knowledge)
    if plain.explained or plain.uncovered:
        return plain
    forms = normal_form(premise, knowledge.net), normal_form(hypothesis, knowledge.net)
    turned = _in_normal_form(*forms, knowledge)
    if turned.explained:
        return turned
    words = _by_words(*forms, knowledge)
    if words is not None:
        return words
    return turned if forms[0].negated != forms[1].negated else plain


def _joined(
    left: tuple[PairToken, ...],
    right: tuple[PairToken, ...],
    analyses: tuple[Analysis, Analysis],
    knowledge: WordKnowledge,
) -> ComparedSentences:
    stretches = align(left, right)
    spots = [Spot(*side) for s in stretches for side in ((left, s.first, s.end), (right, s.first_h, s.end_h))]
    idiom = next((found for spot in spots if (found := doubt_of_idiom(spot, knowledge.net))), "")
    alone = [spot for k, spot in enumerate(spots) if not spots[k ^ 1].words]
    other = next((told for s in alone if (told := _another(s, knowledge))), "")
    if idiom:
        return ComparedSentences((), Relation.INDEPENDENCE, uncovered=idiom)
    edits = tuple(read_edit(s, left, right, analyses, knowledge) for s in stretches)
    doing = [s.first for s, e in zip(stretches, edits, strict=True) if e.kind == "substitution" and e.doing]
    other = other or next((told for k in doing if (told := figurative(left, k, knowledge))), "")
    relation = Relation.EQUIVALENCE
    for e in edits:
        relation = join(relation, projected(e))
    both = tuple(matched(left, right, stretches))
    numbers = (doubt_of_match(*each) for each in both)
    number = next(filter(None, numbers), "") if relation is not Relation.REVERSE else ""
    cut = any(e.kind == "conjunction" for e in edits)
    several = doubt_of_collective(left, both, cut) if relation is not Relation.REVERSE else ""
    when = doubt_of_tense(left, right) if relation is not Relation.REVERSE else ""
    return ComparedSentences(edits, relation, doubt=other or number or several or when)


def _another(s: Spot, knowledge: WordKnowledge) -> str:
    """Why a phrase may be another thing without words of it."""
    kind = another_kind(s.sentence, s.end, knowledge) or of_what(s.sentence, s.first, knowledge)
    return kind or with_particle(s.sentence, s.first, knowledge)


def _in_normal_form(p: NormalForm, h: NormalForm, knowledge: WordKnowledge) -> ComparedSentences:
    """The relation of the negated or inverted sentences, from that of what they negate."""
    inner = _joined(p.tokens, h.tokens, (p.analysis, h.analysis), knowledge)
    doubt = "" if p.closed and h.closed else "whether both speak of the same one is not said"
    if not p.negated and not h.negated:
        return inner
    doubt = doubt or inner.doubt
    if any(e.before in UNDER_NOT and not e.after for e in inner.edits):
        return ComparedSentences(inner.edits, Relation.INDEPENDENCE, (p.negated, h.negated), "'not' denies that word")
    if p.negated and not h.negated:  # no dog: not the dog either
        inner = replace(
            inner, edits=tuple(replace(e, doubt="") if e.doubt.startswith(NAMED) else e for e in inner.edits)
        )
    relation = negated_relation(inner.relation, p.negated, h.negated)
    other = [e for e in inner.edits if _names_another(e, p, h)] if p.negated != h.negated else []
    if other:
        doubt = "whether both speak of the same one is not said"
        named = any(e.kind == "substitution" and e.relation in (BELOW, ABOVE) for e in other)
        relation = Relation.INDEPENDENCE if named else relation
    if p.negated != h.negated and any(e.relation is Relation.ALTERNATION and _is_subject(e, p) for e in inner.edits):
        relation = Relation.INDEPENDENCE  # a woman who plays says nothing about whether a man does
    return ComparedSentences(inner.edits, relation, (p.negated, h.negated), doubt)


def _names_another(e: Edit, p: NormalForm, h: NormalForm) -> bool:
    """Whether a definite phrase has another name: *the person is not going*, *the man is going*."""
    words = (e.before or e.after).split()
    lows = [t.low for t in (p if e.before else h).tokens]
    first = next((k for k in range(len(lows)) if lows[k : k + len(words)] == words), 0)
    return e.kind not in ("same", "words") and first > 0 and lows[first - 1] in NAMING


def _is_subject(e: Edit, p: NormalForm) -> bool:
    """Whether an edit ends before the first verb."""
    lows = [t.low for t in p.tokens]
    verb = next((k for k, t in enumerate(p.tokens) if t.tag in ("AUX", "VERB")), len(lows))
    return bool(e.before) and e.before.split()[0] in lows[:verb]


def negated_relation(inner: Relation, first: bool, second: bool) -> Relation:
    """The relation of ¬P to H, P to ¬H, or ¬P to ¬H, from that of P to H: complements in a table of four cells."""
    cells = frozenset(CELLS) - inner.empty
    return classify((a != first, b != second) for a, b in cells)


def _by_words(p: NormalForm, h: NormalForm, knowledge: WordKnowledge) -> ComparedSentences | None:
    if _differ_beyond_words(p, h):
        return None
    if any(o.name not in NAMING for a in (p.analysis, h.analysis) for o in a.operators):
        return None
    if all(_is_copula(form) for form in (p, h)):  # cats are animals: animals are not cats
        return None
    facts, back = covered(h.said, p.said, knowledge), covered(p.said, h.said, knowledge)
    if facts is None and back is None:
        return None
    relation = Relation.REVERSE if facts is None else Relation.FORWARD if back is None else Relation.EQUIVALENCE
    edit = Edit(
        "words",
        "",
        "",
        relation,
        1,
        True,
        facts or back or (),
        "every word of one is said by the other, in another order",
    )
    edit = replace(edit, doubt="the words are covered, but how they hang together was not compared")
    turned = negated_relation(relation, p.negated, h.negated)
    return ComparedSentences((edit,), turned, (p.negated, h.negated))


def _differ_beyond_words(p: NormalForm, h: NormalForm) -> bool:
    """Whether one has a small word that changes what the others say: somebody taller need not be tall, and some of the
    cake is not the cake; what is wanted or ordered need not be so."""
    lows = [frozenset(t.low for t in form.said) for form in (p, h)]
    lemmas = [frozenset(t.lemma for t in form.said) for form in (p, h)]
    parts = [{t.low for t, of in pairwise(form.said) if of.low == "of"} & PARTS for form in (p, h)]
    turning = TURNING if p.negated == h.negated else MODALS | {"than"}
    small = lows[0] & turning != lows[1] & turning or parts[0] != parts[1]
    wanted = words_in("object to verbs") | words_in("clause verbs") | words_in("verbs of what may not be there")
    sought = any((t.lemma, after.low) == ("look", "for") for t, after in pairwise(p.said))
    lost = (lemmas[0] - lemmas[1]) & (wanted - words_in("veridical verbs"))
    open_ = (bool(lost) or sought) and lemmas[1] - lemmas[0] <= {"there", "be"}
    return small or bool(lemmas[0] & LIKENESS) != bool(lemmas[1] & LIKENESS) or open_


TURNING = MODALS | {"than", "or", "either", "each"}


def _is_copula(form: NormalForm) -> bool:
    """*cats are animals*: whether nouns stand on both sides of the only verb."""
    verbs = [k for k, t in enumerate(form.said) if t.tag in ("VERB", "AUX")]
    last = form.said[-1].tag if not any(t.low.endswith("ing") for t in form.said) else ""
    return len(verbs) == 1 and form.said[verbs[0]].lemma == "be" and last == "NOUN" and 0 < verbs[0] < 4


def projected(e: Edit) -> Relation:
    """What an edit does to the whole sentence."""
    if e.relation is Relation.EQUIVALENCE or e.sign == 1:
        return e.relation
    if e.relation is Relation.NEGATION:
        return e.relation if e.sign else Relation.INDEPENDENCE
    return TURNED.get(e.relation, e.relation) if e.sign == -1 else Relation.INDEPENDENCE


# --- How likely an answer is right ---

UNCOUNTED = 0.9
"""MED has no contradictions: the calculus is assumed to be right nine times in ten about them."""
TABLE = Path(__file__).parent / "calibration.json"


@dataclass(frozen=True, slots=True)
class LabelEstimate:
    label: EnglishLabel
    """The likeliest."""
    shares: Mapping[EnglishLabel, float]


@dataclass(frozen=True, slots=True)
class Calibration:
    """Feature → its weight for entailment."""

    weights: Mapping[str, float]

    def estimate(self, c: ComparedSentences, agreed: bool) -> LabelEstimate:
        """`agreed`: whether all routes to polarity agree; if not, the estimate is half as sure."""
        if not self.weights or c.label == "contradiction":
            rest = (1 - UNCOUNTED) / 2
            return LabelEstimate(c.label, {x: UNCOUNTED if x == c.label else rest for x in LABELS})
        score = sum(self.weights.get(name, 0.0) * value for name, value in features(c).items())
        p = 1 / (1 + exp(-max(-30.0, min(30.0, score)) * (1.0 if agreed else 0.5)))
        # A little of what is not entailed is contradicted: none was seen, which does not say that there is none.
        shares: dict[EnglishLabel, float] = {
            "entailment": p,
            "contradiction": (1 - p) * 0.01,
            "neutral": (1 - p) * 0.99,
        }
        return LabelEstimate(max(LABELS, key=lambda x: shares[x]), shares)


def features(c: ComparedSentences) -> dict[str, float]:
    """The features of a comparison, by name: 1 if a feature is present, or its amount."""
    told = [e for e in c.edits if e.kind != "same"]
    unknown = sum(e.kind == "unknown" for e in told)
    relations = "".join(sorted({projected(e).symbol for e in told if e.kind != "unknown"}))
    out = {"always": 1.0, f"answer {c.label}": 1.0, f"{min(len(told), 3)} edits {min(unknown, 2)} unknown": 1.0}
    out[f"relations {relations}"] = 1.0
    out[f"denied {c.negated[0]:d}{c.negated[1]:d}"] = 1.0
    for e in told:
        for name, value in _of_edit(e):
            out[name] = out.get(name, 0.0) + value
    return out


def _of_edit(e: Edit) -> Iterator[tuple[str, float]]:
    kind = f"{e.kind} {e.relation.symbol} {e.sign:+d}"
    sizes = [min(len(text.split()), 4) for text in (e.before, e.after)]
    yield kind, 1.0
    yield f"{e.kind} {e.sign:+d} of {sizes[0]} to {sizes[1]} words", 1.0
    if not e.agreed:
        yield f"{kind} disputed", 1.0
    if e.doubt:
        yield f"{e.kind} {e.sign:+d} doubted", 1.0
    if e.layers:
        yield f"{e.kind} {e.relation.symbol} under {e.layers[-1][0]}", 1.0
    if len(e.layers) > 1:
        yield f"{e.kind} deep", 1.0
    if e.rank > RAREST:
        yield f"{kind} rare", 1.0
    if e.kind in ("unknown", "substitution"):
        yield from _narrowing(e)


def _narrowing(e: Edit) -> Iterator[tuple[str, float]]:
    """How much the hypothesis's words look like the narrower ones, turned by the polarity of their place: more and
    longer words, deeper in the dictionary, with fewer senses, met less often."""
    heads = [text.split()[-1:] for text in (e.before, e.after)]
    longer = sum(map(len, heads[1])) - sum(map(len, heads[0])) if all(heads) else 0
    for name, value in (
        ("more words", max(-3, min(3, len(e.after.split()) - len(e.before.split())))),
        ("longer", longer / 5),
        ("deeper", e.narrowing[0] / 3),
        ("fewer senses", e.narrowing[1]),
        ("rarer", e.narrowing[2] / 2),
        ("unknown to the dictionary", e.narrowing[3]),
    ):
        if value:
            yield f"{e.kind} {name}", -e.sign * value


def fitted(pairs: Sequence[tuple[ComparedSentences, bool]], strength: float = 1.0) -> Calibration:
    """Weights from comparisons and whether they were labelled as entailed: logistic regression with a quadratic
    penalty, by Newton's steps. The smaller `strength`, the smaller the weights."""
    import numpy as np

    shown = [features(c) for c, _ in pairs]
    names = sorted({name for f in shown for name in f})
    x = np.array([[f.get(name, 0.0) for name in names] for f in shown])
    y = np.array([float(entailed) for _, entailed in pairs])
    w = np.zeros(len(names))
    for _ in range(25):
        p = 1 / (1 + np.exp(-np.clip(x @ w, -30, 30)))
        slope = x.T @ (p - y) * strength + w
        bend = (x * (p * (1 - p) * strength)[:, None]).T @ x + np.eye(len(names))
        step = np.linalg.solve(bend, slope)
        w = w - step
        if np.abs(step).max() < 1e-8:
            break
    return Calibration({name: round(float(v), 4) for name, v in zip(names, w, strict=True) if abs(v) >= 1e-3})


@cache
def shipped_calibration() -> Calibration:
    return Calibration(read_checked(TABLE, dict[str, float]))
