"""Two phrases that stand for each other: heads are compared by word knowledge, modifiers by which side has them.

*sci-fi novels* ⊏ *books*: a novel is a book, and the broader side adds no modifier.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from provenli.english.doubts import OTHER_WORD, RAREST
from provenli.english.knowledge import ABOVE, APART, BELOW, SAME, UNKNOWN, WordFact, WordKnowledge
from provenli.english.pair_tokens import ANY_POS, TAG_POS, PairToken
from provenli.english.word_tables import words_in
from provenli.english.wordnet import Pos
from provenli.logic.relations import Relation

DETERMINERS = words_in("words before a phrase")
ANYTHING = words_in("words for anything")
PRIVATIVE = words_in("privative adjectives") | {"animated", "cartoon", "stuffed"}
ENDING = frozenset({"stop", "quit", "cease", "avoid"})
"""Verbs after which something is no longer so."""
OWNERS = frozenset({"my", "his", "her", "their", "its", "our", "your"})


@dataclass(frozen=True, slots=True)
class Phrase:
    words: tuple[PairToken, ...]
    """Content words only."""

    @staticmethod
    def of(part: tuple[PairToken, ...]) -> Phrase:
        return Phrase(tuple(t for t in part if t.low not in DETERMINERS))

    @property
    def text(self) -> str:
        return " ".join(t.low for t in self.words)

    def head(self) -> int:
        """The last noun of a noun phrase before a preposition; otherwise the last word."""
        end = next((k for k, t in enumerate(self.words) if t.tag in ("PREP", "SUB") and k), len(self.words))
        return end - 1


def phrase_relation(a: Phrase, b: Phrase, knowledge: WordKnowledge) -> tuple[Relation, tuple[WordFact, ...], str]:
    if not a.words or not b.words:
        if not a.words and not b.words:
            return SAME, (), "only small words differ"
        told = (a.words or b.words)[-1]
        if any(t.low in PRIVATIVE for t in (*a.words, *b.words)):
            return UNKNOWN, (), f"what is '{a.text or b.text}' need not be one"
        if told.tag == "PREP":
            return UNKNOWN, (), f"'{a.text or b.text}' cannot be left out by itself"
        return (ABOVE if not a.words else BELOW), (), "with more words, narrower"
    if len(a.words) == len(b.words) == 1 and {a.words[0].low, b.words[0].low} <= OWNERS:
        return SAME, (), "whose it is follows who it is about"
    whole = compound_relation(a, b, knowledge)
    if whole is not None:
        return whole
    return _by_heads(a, b, knowledge)


AMOUNTS = {
    **dict.fromkeys(("a", "an", "some", "any", "the", "this", "these", "one", "that", "those", "another"), 1),
    **dict.fromkeys(("several", "a few", "many", "a lot of", "lots of", "both", "a couple of", "multiple"), 2),
    **dict.fromkeys(("most", "almost all", "nearly all", "most of the", "the majority of"), 3),
    **dict.fromkeys(("every", "each", "all", "all the", "each of the", "all of the", "every single"), 4),
}
"""How much a determiner says in an upward place: one that says more implies one that says less. *several*, *many* and
*both* are not compared with one another, nor with numbers."""


def determiner_relation(a: tuple[PairToken, ...], b: tuple[PairToken, ...]) -> tuple[Relation, str] | None:
    """How *two* relates to *a*, *every* to *most*; None if one is no determiner, or the relation is not known."""
    sizes = [_amount(part) for part in (a, b)]
    if sizes[0] is None or sizes[1] is None:
        return None
    (rank, number), (other, others) = sizes[0], sizes[1]
    said = f"'{_said(a)}'", f"'{_said(b)}'"
    if rank == other == 2:
        same = number == others if number and others else _said(a) == _said(b)
        relation = SAME if same else UNKNOWN if not (number and others) else BELOW if number > others else ABOVE
    elif rank == other == 3 and _is_nearly(a) != _is_nearly(b):
        relation = BELOW if _is_nearly(a) else ABOVE
    elif {rank, other} == {2, 3} or {rank, other} == {2, 4}:
        relation = UNKNOWN
    else:
        relation = SAME if rank == other else BELOW if rank > other else ABOVE
    told = {SAME: "says as much as", BELOW: "says more than", ABOVE: "says less than", UNKNOWN: "is not compared with"}
    return relation, f"{said[0]} {told[relation]} {said[1]}"


def _is_nearly(part: tuple[PairToken, ...]) -> bool:
    return part[0].low in ("almost", "nearly")


def _said(part: tuple[PairToken, ...]) -> str:
    return " ".join(t.low for t in part)


def _amount(part: tuple[PairToken, ...]) -> tuple[int, int] | None:
    """The rank of a determiner, and its number if it has one."""
    if _said(part) in AMOUNTS:
        return AMOUNTS[_said(part)], 0
    digits = [f for f in part[0].forms if f.isdecimal()] if len(part) == 1 else []
    return (2, int(digits[0])) if digits and int(digits[0]) > 1 else None


def compound_relation(
    a: Phrase, b: Phrase, knowledge: WordKnowledge
) -> tuple[Relation, tuple[WordFact, ...], str] | None:
    """Both as entries of the dictionary: *ice cream*, *sports car*."""
    for x in _names(a):
        for y in _names(b):
            known = knowledge.relation(x, y, _poses(a.words[a.head()], b.words[b.head()]))
            if known.facts:
                return known.relation, known.facts, str(known.facts[0])
    for short, whole in ((a, b), (b, a)):
        # *cell phone*: a cell is a mobile phone too
        for y in _names(whole) if len(short.words) == 2 and short.words[1].forms & whole.words[-1].forms else ():
            known = knowledge.relation(short.words[0].low, y, ("n",))
            if known.facts and known.relation is SAME:
                return SAME, known.facts, str(known.facts[0])
    return None


def _names(p: Phrase) -> tuple[str, ...]:
    if len(p.words) == 1:
        return _forms(p.words[0])
    start = "_".join(t.low for t in p.words[:-1])
    return (f"{start}_{p.words[-1].low}", *(f"{start}_{f}" for f in _forms(p.words[-1])))


def _forms(t: PairToken) -> tuple[str, ...]:
    return t.bases


def _poses(x: PairToken, y: PairToken) -> tuple[Pos, ...]:
    return tuple(dict.fromkeys((*TAG_POS.get(x.tag, ()), *TAG_POS.get(y.tag, ())))) or ("n", "v", "a", "r")


def _by_heads(a: Phrase, b: Phrase, knowledge: WordKnowledge) -> tuple[Relation, tuple[WordFact, ...], str]:
    i, j = a.head(), b.head()
    relation, facts = word_relation(a.words[i], b.words[j], knowledge)
    if relation is UNKNOWN:
        return UNKNOWN, (), f"how '{a.text}' and '{b.text}' are related is not known"
    for t in (*a.words, *b.words):
        if t.low in PRIVATIVE:
            return UNKNOWN, (), f"what is '{t.low}' need not be one"
        if t.tag == "VERB" and t.lemma in ENDING:
            return UNKNOWN, (), f"what '{t.low}' speaks of may no longer be so"
    rest_a = [t for k, t in enumerate(a.words) if k != i]
    rest_b = [t for k, t in enumerate(b.words) if k != j]
    only_a, only_b = _minus(rest_a, rest_b), _minus(rest_b, rest_a)
    if relation is BELOW:
        only_b = [t for t in only_b if not knowledge.includes(a.words[i].lemma, t.low)]
    if relation is ABOVE:
        only_a = [t for t in only_a if not knowledge.includes(b.words[j].lemma, t.low)]
    if relation in (SAME, BELOW) and not only_b and (only_a or relation is BELOW):
        return BELOW, facts, "; ".join(map(str, facts)) or "with more words, narrower"
    if relation in (SAME, ABOVE) and not only_a and (only_b or relation is ABOVE):
        return ABOVE, facts, "; ".join(map(str, facts)) or "with more words, narrower"
    if relation is SAME and not only_a and not only_b:
        return SAME, facts, "the same words"
    if relation is APART:
        return APART, facts, str(facts[0])
    return UNKNOWN, (), f"'{a.text}' and '{b.text}' each say something of their own"


def _minus(a: list[PairToken], b: list[PairToken]) -> list[PairToken]:
    return [t for t in a if not any(t.forms & u.forms for u in b)]


def word_relation(
    a: PairToken, b: PairToken, knowledge: WordKnowledge, *, strict: bool = False
) -> tuple[Relation, tuple[WordFact, ...]]:
    """`strict`: only as the parts of speech that they were read as."""
    if a.forms & b.forms:
        return SAME, ()
    if misspelt(a, b, knowledge):
        return SAME, (WordFact("same", a.low, b.low, SPELLING, OTHER_WORD, True, OTHER_WORD),)
    for wide, narrow, relation in ((b, a, BELOW), (a, b, ABOVE)):
        if wide.low in ANYTHING and narrow.tag in ("NOUN", "NAME", "PRON") and narrow.low not in ANYTHING:
            return relation, (WordFact("isa", narrow.lemma, wide.low, "whoever or whatever it is"),)
    widened = _wide_noun(a, b, knowledge)
    if widened is not None:
        return widened
    for poses in (_poses(a, b),) if strict else (_poses(a, b), ANY_POS):
        for x in _forms(a):
            for y in _forms(b):
                known = knowledge.relation(x, y, poses)
                if known.facts:
                    meant = (x, y) == (a.lemma, b.lemma) and _kind(a) == _kind(b)
                    return known.relation, known.facts if meant else tuple(map(_of_other_word, known.facts))
    return UNKNOWN, ()


def _wide_noun(a: PairToken, b: PairToken, knowledge: WordKnowledge) -> tuple[Relation, tuple[WordFact, ...]] | None:
    """*place* and *thing* are wider in use than in the dictionary; that proves nothing."""
    for wide, narrow, relation in ((b, a, BELOW), (a, b, ABOVE)):
        above = WIDE_NOUNS.get(wide.lemma, frozenset()) if narrow.tag == "NOUN" else frozenset()
        if narrow.lemma not in WIDE_NOUNS and knowledge.is_under(narrow.lemma, above):
            return relation, (
                WordFact("isa", narrow.lemma, wide.lemma, "WordNet, widely taken", OTHER_WORD, True, OTHER_WORD),
            )
    return None


WIDE_NOUNS = {
    "place": frozenset({"location", "structure", "area", "region", "land"}),
    "thing": frozenset({"object", "artifact", "act", "substance", "matter", "cognition", "attribute"}),
}
"""What the dictionary has above the nouns that people use so."""


def _kind(t: PairToken) -> str:
    return {"NAME": "NOUN", "PRON": "NOUN", "AUX": "VERB"}.get(t.tag, t.tag)


def _of_other_word(f: WordFact) -> WordFact:
    """A fact about a word that the reader did not take this one for proves nothing, unless the user stated it."""
    return replace(f, rank=f.rank + OTHER_WORD, rarity=OTHER_WORD) if "WordNet" in f.source else f


def another_kind(sentence: Sequence[PairToken], end: int, knowledge: WordKnowledge) -> str:
    """*hot dog* is in the dictionary, and not as a dog; a *stone lion* is no lion: whether a noun is something else
    with the word before `end` than without it."""
    modifier, head = sentence[end - 1], sentence[end] if end < len(sentence) else None
    longer = end + 1 < len(sentence) and sentence[end + 1].tag == "NOUN"
    if head is None or head.tag != "NOUN" or knowledge.net is None or longer:
        return ""
    name = f"{modifier.low}_{head.lemma}"
    said = f"'{modifier.low} {head.low}' may be something of its own, no '{head.lemma}'"
    if f"{modifier.low} {head.lemma}" in words_in("phrases that mean what they say"):
        return ""
    if "n" in knowledge.net.parts_of_speech(name):
        known = knowledge.relation(name, head.lemma, ("n",))
        return "" if known.relation in (BELOW, SAME) and known.rank <= RAREST else said
    counts = knowledge.net.counts(modifier.low)
    made = modifier.tag == "NOUN" or counts.get("n", 0) >= counts.get("a", 0)
    made = made and knowledge.is_under(modifier.low, MATERIALS)
    return said if made and knowledge.is_under(head.lemma, LIVING) else ""


def with_particle(sentence: Sequence[PairToken], first: int, knowledge: WordKnowledge) -> str:
    """*ran into a friend*, *fell through*: whether the dictionary has the verb together with the word that is left
    out."""
    if not 0 < first < len(sentence) or sentence[first - 1].tag != "VERB" or knowledge.net is None:
        return ""
    verb, word = sentence[first - 1], sentence[first]
    own = word.low not in PLAIN and "v" in knowledge.net.parts_of_speech(f"{verb.lemma}_{word.low}")
    return f"'{verb.low} {word.low}' may have a meaning of its own" if own else ""


PLAIN = frozenset({"in", "on", "at", "to", "with", "from", "of", "for", "by"})
"""Prepositions of where, when and how: *live in* stands in the dictionary too."""


def figurative(sentence: Sequence[PairToken], first: int, knowledge: WordKnowledge) -> str:
    """*time flies* and does not move: a verb with an abstract subject is mostly figurative."""
    before = next((t for t in reversed(sentence[:first]) if t.tag not in ("AUX", "ADV", "NEG")), None)
    told = before is not None and before.tag == "NOUN" and knowledge.is_under(before.lemma, frozenset({"abstraction"}))
    plain = before is None or not told or knowledge.is_under(before.lemma, frozenset({"group"}), 3)
    return "" if plain or before is None else f"what '{before.low}' does may be meant as a figure"


def of_what(sentence: Sequence[PairToken], first: int, knowledge: WordKnowledge) -> str:
    """*a glass of wine*: without its *of* phrase, a measure is a thing."""
    if not 0 < first < len(sentence) or sentence[first].low != "of":
        return ""
    measure = knowledge.is_under(sentence[first - 1].lemma, MEASURING, 3)
    return f"'{sentence[first - 1].low} of' may only say how much there is" if measure else ""


MEASURING = frozenset({"container", "measure", "collection", "part", "kind", "definite_quantity"})
MATERIALS, LIVING = frozenset({"material", "matter", "natural_object"}), frozenset({"animal", "plant"})


def misspelt(a: PairToken, b: PairToken, knowledge: WordKnowledge) -> bool:
    """One letter wrong, missing, superfluous or swapped, in a long word that the dictionary lacks while it has the
    other: likely a slip, so it proves nothing. Two names, or two unknown words, are two."""
    net, names = knowledge.net, "NAME" in (a.tag, b.tag)
    if net is None or names or min(len(a.low), len(b.low)) < 5 or not a.low.isalpha() or not b.low.isalpha():
        return False
    known = [bool(net.parts_of_speech(t.low)) for t in (a, b)]
    return known.count(True) == 1 and _one_off(a.low, b.low)


SPELLING = "spelling"
"""The source of such a fact."""


def _one_off(x: str, y: str) -> bool:
    if len(x) > len(y):
        x, y = y, x
    k = next((i for i in range(len(x)) if x[i] != y[i]), len(x))
    if len(x) == len(y):
        return x[k + 1 :] == y[k + 1 :] or (x[k : k + 2] == y[k : k + 2][::-1] and x[k + 2 :] == y[k + 2 :])
    return len(y) - len(x) == 1 and x[k:] == y[k + 1 :]
