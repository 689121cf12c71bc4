"""What stands in one sentence and not in the other, as typed edits with a natural-logic relation each.

An edit says how the premise's part is related to the hypothesis's (⊏: the hypothesis widens it), at which polarity,
and which word facts that rests on. Nothing here knows how a sentence was parsed: words, tags and polarity are enough.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import TypeAlias

from provenli.english.alignment import Stretch
from provenli.english.analysis import Analysis, Effect
from provenli.english.doubts import (
    NOT_THERE,
    doubt_of_addition,
    doubt_of_aspect,
    doubt_of_existence,
    doubt_of_naming,
    doubt_of_part,
    doubt_of_portion,
    doubt_of_rewording,
)
from provenli.english.edit_kinds import EditKind, EditRead
from provenli.english.embeddings import FOLLOWING
from provenli.english.knowledge import ABOVE, BELOW, LAST_RANK, SAME, UNKNOWN, WordFact, WordKnowledge
from provenli.english.licences import unlicensed
from provenli.english.omissions import AT_ALL, NEGATIVE, NEUTRAL_DETERMINERS, PORTIONS, WHOLES, one_sided
from provenli.english.pair_tokens import SIGN_OF, PairToken, Spot
from provenli.english.phrase_relations import Phrase, compound_relation, determiner_relation, phrase_relation
from provenli.english.place_doubts import OF_ANOTHER_KIND, doubt_of_place
from provenli.english.word_licences import EnglishStep
from provenli.english.word_tables import words_in
from provenli.logic.relations import Relation


@dataclass(frozen=True, slots=True)
class Edit:
    kind: EditKind
    before: str
    after: str
    relation: Relation
    sign: int
    """Polarity of the place: 1, -1, or 0 if the place is not monotone."""
    agreed: bool
    """Whether both sentences give the place the same polarity."""
    facts: tuple[WordFact, ...] = ()
    why: str = ""
    layers: tuple[Layer, ...] = ()
    """The operators over the place that do not leave it upward, the widest first."""
    doubt: str = ""
    """Why the step is not sure; empty if it is."""
    rank: int = 0
    """How far down in the dictionary the senses are: 0 the first of both."""
    doing: bool = False
    """Whether it is about a verb, what is done."""
    narrowing: Narrowing = (0.0, 0.0, 0.0, 0)
    """How much deeper in the dictionary the hypothesis's head is, how much less ambiguous, how much rarer, and whether
    it is the one that the dictionary lacks (1) or has (-1): a hint, no relation."""


Narrowing: TypeAlias = tuple[float, float, float, int]
Layer: TypeAlias = tuple[str, Effect, str]
"""An operator's name, what it does to the place, and its reason in words."""


PLACES = frozenset({"in", "on", "at", "through", "inside", "into", "onto", "over", "across", "along", "around", "to"})
"""Prepositions that people use for one place: alike enough for a forced answer, never for a proof."""


def read_edit(
    stretch: Stretch,
    left: tuple[PairToken, ...],
    right: tuple[PairToken, ...],
    analyses: tuple[Analysis, Analysis],
    knowledge: WordKnowledge,
) -> Edit:
    ours, theirs = left[stretch.first : stretch.end], right[stretch.first_h : stretch.end_h]
    contexts = _contexts(stretch, left, right, analyses)
    (sign, layers), others = contexts[0], contexts[1:]
    text = " ".join(t.low for t in ours), " ".join(t.low for t in theirs)
    kind, relation, facts, why = _classify(stretch, left, right, knowledge)
    if kind == "conjunction" and _shares_universal(analyses[0 if ours else 1], ours or theirs):
        relation, why = {BELOW: ABOVE, ABOVE: BELOW}[relation], "'every boy and girl' is about both"
    if kind == "exception" and layers:  # of every one or none: its determiner is what it takes from
        layers = layers[:-1]
        sign = prod(SIGN_OF[effect] for _, effect, _ in layers)
    if kind == "number":  # *at least two*: a bound turns its own number
        layers = tuple(layer for layer in layers if layer[0] not in LOWER_BOUNDS)
        sign = prod(SIGN_OF[effect] for _, effect, _ in layers)
    product = prod(SIGN_OF[effect] for _, effect, _ in layers)
    doubt = "" if product == sign else "the operators that were found do not explain the polarity"
    follows = (relation, sign) in ((BELOW, 1), (ABOVE, -1))
    doubt = doubt or _doubt(stretch, left, right, kind, [name for name, _, _ in layers], sign, follows)
    if doubt == NOT_THERE and any(t.lemma in words_in("verbs of what may not be there") for t in ours):
        relation, why = UNKNOWN, doubt
    if kind == "insertion" and sign == 1:
        doubt = doubt or doubt_of_addition(Spot(right, stretch.first_h, stretch.end_h), left)
    if kind == "same" and sign == -1 and doubt.startswith("whether 'th"):
        kind, relation = "determiner", BELOW
    if kind == "substitution" and doubt in OF_ANOTHER_KIND and _of_more_kinds(relation, left):
        relation, why = UNKNOWN, doubt
    if sign == 1 and any(t.low.startswith("any") for t in (*ours, *theirs)):
        doubt = doubt or "'any' may speak of all of them here"
    spots = Spot(left, stretch.first, stretch.end), Spot(right, stretch.first_h, stretch.end_h)
    doubt = doubt or unlicensed(EnglishStep(*spots, kind, relation, sign, facts), knowledge)
    rank = max((f.rank for f in facts), default=0)
    agreed, doing = all(o[0] == sign for o in others), any(t.tag == "VERB" for t in (*ours, *theirs))
    narrowing = _narrowing(ours, theirs, knowledge) if kind in ("unknown", "substitution") else (0.0, 0.0, 0.0, 0)
    return Edit(kind, *text, relation, sign, agreed, facts, why, layers, doubt, rank, doing, narrowing)


def _of_more_kinds(relation: Relation, premise: tuple[PairToken, ...]) -> bool:
    """Whether something widens or narrows what is measured; a young man is young both as a man and as a person."""
    return relation in (BELOW, ABOVE) and not any(t.low == "young" for t in premise)


def _narrowing(ours: tuple[PairToken, ...], theirs: tuple[PairToken, ...], knowledge: WordKnowledge) -> Narrowing:
    if not ours or not theirs:
        return 0.0, 0.0, 0.0, 0
    mine, yours = (knowledge.standing(part[-1].lemma) for part in (ours, theirs))
    rarer = knowledge.frequency(ours[-1].low) - knowledge.frequency(theirs[-1].low)
    strange = knowledge.has(ours[-1].low) - knowledge.has(theirs[-1].low)
    return round(yours[0] - mine[0], 3), round(mine[1] - yours[1], 3), round(rarer, 3), strange


def _doubt(
    s: Stretch,
    left: tuple[PairToken, ...],
    right: tuple[PairToken, ...],
    kind: EditKind,
    operators: list[str],
    sign: int,
    follows: bool,
) -> str:
    ours, theirs = Spot(left, s.first, s.end), Spot(right, s.first_h, s.end_h)
    if kind == "same":
        portion = {t.low for t in (*ours.words, *theirs.words)} & (PORTIONS | {"colored", "coloured"}) - {"of"}
        naming = doubt_of_naming(ours, theirs, sign) or doubt_of_portion(ours, theirs)
        return naming or doubt_of_aspect(ours, theirs) or ("a part may be less than the whole" if portion else "")
    doubt = doubt_of_existence(ours, theirs) or doubt_of_rewording(ours, theirs)
    if doubt:
        return doubt
    if kind == "conjunction" and any(t.low == "but" for t in (*ours.words, *theirs.words)):
        return "what 'not' denies may end at 'but'"
    longer = ours if ours.words else theirs
    if kind in ("conjunction", "disjunction") and {"and", "or"} <= {t.low for t in longer.sentence}:
        return "how 'and' and 'or' hang together is open"
    if kind == "conjunction" and all(t.tag in ("ADJ", "CONJ") for t in longer.words) and _several_after(longer):
        return "each of them may be one or the other"
    one_sided = not ours.words or not theirs.words
    part = doubt_of_part(longer, follows) if one_sided and kind in ("deletion", "insertion") else ""
    return part or doubt_of_place(longer, operators, kind == "substitution")


def _several_after(spot: Spot) -> bool:
    """*black and white dogs*"""
    noun = next((t for t in spot.sentence[spot.end :] if t.tag != "ADJ"), None)
    return noun is not None and noun.tag == "NOUN" and noun.low != noun.lemma


def _contexts(
    s: Stretch, left: tuple[PairToken, ...], right: tuple[PairToken, ...], analyses: tuple[Analysis, Analysis]
) -> list[tuple[int, tuple[Layer, ...]]]:
    """The place of the edit in both sentences, the premise's first; for a one-sided edit also its neighbour's."""
    ours, theirs = left[s.first : s.end], right[s.first_h : s.end_h]
    found = [context(a, part) for a, part in zip(analyses, (ours, theirs), strict=True) if part]
    if not ours:
        beside = analyses[0], theirs, _neighbour(theirs, left, s.first)
    elif not theirs:
        beside = analyses[1], ours, _neighbour(ours, right, s.first_h)
    else:
        return found
    # *nobody who likes cats*: the operator that the clause belongs to is not over itself
    own = beside[1][0].low in ("who", "that") and beside[2][0].low in WHOLES
    return found if own else [context(beside[0], beside[2]), *found]


def _neighbour(part: tuple[PairToken, ...], shorter: tuple[PairToken, ...], at: int) -> tuple[PairToken, ...]:
    """The word that a part of the longer sentence would stand beside in the shorter: what it modifies, mostly. What
    follows a phrase is under the same operators as that phrase, wherever a parser attaches it."""
    if part[-1].tag == "CONJ" and at < len(shorter):
        return shorter[at : at + 1]
    if at < len(shorter) and part[-1].tag == "ADV" and shorter[at].tag in ("ADJ", "ADV"):
        return shorter[at : at + 1]  # *very hot*
    if 0 < at < len(shorter) and part[-1].tag == "ADV" and (shorter[at - 1].tag, shorter[at].tag) == ("NEG", "VERB"):
        return shorter[at : at + 1]  # *did not carefully open*
    after = part[0].tag in ("PREP", "SUB", "ADV", "VERB", "CONJ", "AUX") or part[0].low in FOLLOWING
    if (after or at >= len(shorter)) and at > 0:
        return shorter[at - 1 : at]
    return shorter[at : at + 1] or shorter[-1:]


def context(analysis: Analysis, part: tuple[PairToken, ...]) -> tuple[int, tuple[Layer, ...]]:
    """The polarity of a part's place and the operators over it: operators inside the part do not count."""
    places = {t.place for t in part}
    outside = [o for o in analysis.operators if not set(range(o.first, o.end)) <= places]
    inside = len(outside) < len(analysis.operators) or all(t.tag in ("DET", "NUM") for t in part)
    over = {t.place: [(o, e) for o, e in analysis.over(t.place) if o in outside] for t in part}
    found: dict[int, list[int]] = {}
    for t in part:
        sign = prod(SIGN_OF[e] for _, e in over[t.place]) if inside or t.tag == "NUM" else t.sign
        found.setdefault(sign, []).append(t.place)
    sign, where = max(found.items(), key=lambda item: len(item[1]))
    return sign, tuple((o.name, e, o.why) for o, e in reversed(over[where[0]]) if e != "up")


def _shares_universal(analysis: Analysis, part: tuple[PairToken, ...]) -> bool:
    """*all boys and girls*: nouns that share a universal determiner are taken together, not cut."""
    content = [t for t in part if t.low not in ("and", "but")]
    if not content or any(t.tag in ("DET", "PREP", "VERB", "ADJ") for t in content[:1]):
        return False
    over = [o for o, effect in analysis.over(content[0].place) if effect == "down"]
    return len(over) == 1 and over[0].name in ("every", "all", "each", "any")


def _classify(
    s: Stretch, left: tuple[PairToken, ...], right: tuple[PairToken, ...], knowledge: WordKnowledge
) -> EditRead:
    ours, theirs = left[s.first : s.end], right[s.first_h : s.end_h]
    if not ours or not theirs:
        longer, place, words = (left, s.first, ours) if ours else (right, s.first_h, theirs)
        if words[0].low == "than" and place and left[s.first - 1].low != right[s.first_h - 1].low:
            return "unknown", UNKNOWN, (), f"what is '{longer[place - 1].low}' than something need not be so by itself"
        read = one_sided(longer, place, words)
        return read if ours else _turned(read)
    if all(t.tag == "NUM" for t in (*ours, *theirs)):
        if _counts_nothing(left, s.end) and _counts_nothing(right, s.end_h):
            return "unknown", UNKNOWN, (), f"'{_text(ours)}' and '{_text(theirs)}' may be times or names"
        if _is_measured(left, s.first):
            return "unknown", UNKNOWN, (), f"'{_text(ours)}' may say exactly how much"
    bounded = any(k and sentence[k - 1].low in BOUNDS for sentence, k in ((left, s.first), (right, s.first_h)))
    counts = (
        determiner_relation(ours, theirs) if _lower_bound(left, s.first) and _lower_bound(right, s.first_h) else None
    )
    if counts is not None and _amounts_only(ours, theirs):
        return "number", counts[0], (), counts[1]
    if _amounts_only(ours, theirs) and (bounded or determiner_relation(ours, theirs) is None):
        said = " ".join(t.low for t in ours), " ".join(t.low for t in theirs)
        return "unknown", UNKNOWN, (), f"how '{said[0]}' and '{said[1]}' are related here is not known"
    read = _substitution(ours, theirs, knowledge)
    if any(f.rank >= LAST_RANK for f in read[2]) and s.end < len(left) and left[s.end].tag == "NOUN":
        return "unknown", UNKNOWN, (), f"'{_text(ours)}' and '{_text(theirs)}' may be of two things"
    if read[0] == "unknown":
        # *cell phone*, *mobile phone*: with the noun that follows both
        mine, yours = left[s.first : s.end + 1], right[s.first_h : s.end_h + 1]
        if len(mine) > len(ours) and len(yours) > len(theirs):
            phrases = Phrase.of(mine), Phrase.of(yours)
            compound = compound_relation(*phrases, knowledge) if phrases[0].words and phrases[1].words else None
            if compound is not None:
                return "substitution", *compound
    return read


BOUNDS = frozenset({"most", "least", "than", "exactly", "precisely", "only", "just", "about", "over", "under", "to"})
"""Words before a number that say how it is meant: *at most two* says more than *at most three*."""


def _counts_nothing(sentence: tuple[PairToken, ...], end: int) -> bool:
    """*at three*, *room three*, *three o'clock*: nothing follows that there could be three of."""
    after = sentence[end] if end < len(sentence) else None
    return after is None or after.low == "o'clock" or (after.tag not in ("NOUN", "ADJ", "NAME") and after.low != "of")


LOWER_BOUNDS = frozenset({"at least", "more than"})
MEASURED = frozenset({"be", "cost", "weigh", "measure", "last"})


def _is_measured(sentence: tuple[PairToken, ...], first: int) -> bool:
    """*it costs ten dollars* is no dollar less; *there are ten dogs* are nine dogs too."""
    return first > 0 and sentence[first - 1].lemma in MEASURED and all(t.low != "there" for t in sentence[:first])


def _lower_bound(sentence: tuple[PairToken, ...], k: int) -> bool:
    return " ".join(t.low for t in sentence[max(k - 2, 0) : k]) in LOWER_BOUNDS


def _amounts_only(ours: tuple[PairToken, ...], theirs: tuple[PairToken, ...]) -> bool:
    """Whether only determiners or numbers differ, and none of them is negative or one of the small ones."""
    both = (*ours, *theirs)
    plain = all(t.low in NEUTRAL_DETERMINERS for t in both) or any(t.low in NEGATIVE for t in both)
    return not plain and all(t.tag in ("DET", "NUM") for t in both)


def _turned(read: EditRead) -> EditRead:
    kind, relation, facts, why = read
    turned = {BELOW: ABOVE, ABOVE: BELOW}.get(relation, relation)
    return ("insertion" if kind == "deletion" else kind), turned, facts, why


def _text(part: tuple[PairToken, ...]) -> str:
    return " ".join(t.low for t in part)


THOUGHT = (words_in("clause verbs") | words_in("object to verbs")) - words_in("veridical verbs")


def _without_portion(part: tuple[PairToken, ...]) -> tuple[PairToken, ...]:
    """*a group of*: *a*."""
    portion = len(part) > 1 and part[-1].low == "of" and part[-2].low in PORTIONS
    return part[:-2] if portion else part


def _substitution(ours: tuple[PairToken, ...], theirs: tuple[PairToken, ...], knowledge: WordKnowledge) -> EditRead:
    amounts = determiner_relation(ours, theirs)
    if amounts is not None:
        kinds: dict[Relation, EditKind] = {UNKNOWN: "unknown", SAME: "same"}
        return kinds.get(amounts[0], "determiner"), amounts[0], (), amounts[1]
    if len(ours) == len(theirs) == 1 and {ours[0].low, theirs[0].low} <= PLACES:
        return "place", SAME, (), f"'{ours[0].low}' and '{theirs[0].low}' may speak of the same place"
    if {_text(ours), _text(theirs)} <= AT_ALL:
        return "same", SAME, (), f"'{_text(ours)}' and '{_text(theirs)}' change nothing here"
    if (
        len(ours) == len(theirs) == 1
        and {"be"} < {ours[0].lemma, theirs[0].lemma}
        and "VERB" in (ours[0].tag, theirs[0].tag)
    ):
        return "unknown", UNKNOWN, (), f"'{_text(ours)}' is not '{_text(theirs)}'"
    plain = _without_portion(ours), _without_portion(theirs)
    if plain != (ours, theirs) and all(t.low in NEUTRAL_DETERMINERS for part in plain for t in part):
        return "same", SAME, (), f"'{_text(ours)}' and '{_text(theirs)}' may speak of the same ones"
    negative = [sum(t.low in NEGATIVE for t in part) for part in (ours, theirs)]
    if negative[0] != negative[1]:
        return "negation", Relation.NEGATION if len(ours) + len(theirs) < 4 else UNKNOWN, (), "a negation comes or goes"
    if any(negative):
        return "negation", UNKNOWN, (), f"'{_text(ours)}' and '{_text(theirs)}' both deny, each in its own way"
    thought = [any(t.tag == "VERB" and t.lemma in THOUGHT for t in part) for part in (ours, theirs)]
    if thought[0] != thought[1] and len(ours) + len(theirs) > 2:
        return "unknown", UNKNOWN, (), f"what is under '{_text(ours if thought[0] else theirs)}' may be so or not"
    relation, facts, why = phrase_relation(Phrase.of(ours), Phrase.of(theirs), knowledge)
    kind: EditKind = (
        "unknown" if relation is UNKNOWN and not facts else "same" if relation is SAME and not facts else "substitution"
    )
    return kind, relation, facts, why
