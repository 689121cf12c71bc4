"""Clause-embedding verbs (paper 003, Table 4) and who is the subject of them (section 3.2, Table 7).

What 'Someone knows that s' says is an attitude and, as *know* is veridical, s itself; 'Someone hopes that s' is an
attitude only. An attitude is opaque: one predicate of the subject for each verb and complement, so nothing follows from
it about other complements, not even equivalent ones.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Literal, TypeAlias

from provenli.grammar import Form, Word, fresh, name, verb
from provenli.grammar.meanings import NounPhrase, Property
from provenli.logic.formulas import And, Exists, Formula, Not, Or, Pred, conj, disj, rebuild, unmark
from provenli.logic.printing import show

VerbType: TypeAlias = Literal["veridical", "non-veridical"]
Tense: TypeAlias = Literal["past", "present"]
Embedding: TypeAlias = Callable[[NounPhrase, Formula], Formula]

VERBS: dict[VerbType, tuple[str, ...]] = {
    "veridical": (
        "realize", "acknowledge", "remember", "note", "find", "notice", "learn", "see", "reveal", "discover",
        "understand", "know", "admit", "recognize", "observe",
    ),
    "non-veridical": (
        "feel", "claim", "doubt", "hope", "predict", "imply", "suspect", "wish", "think", "believe", "hear", "expect",
        "estimate", "assume", "argue",
    ),
}  # fmt: skip
TENSES: tuple[Tense, ...] = ("past", "present")

COMPOSED = {("yes", "yes"): "yes", ("yes", "unk"): "unk", ("unk", "yes"): "unk", ("unk", "unk"): "unk"}
"""Table 3: from f(s1) -> s1 and s1 -> s2 to f(s1) -> s2."""
CELLS = tuple("/".join(basic) for basic in COMPOSED)
LABELS = {"yes": "entailment", "unk": "non-entailment"}


def cell_of(verb_type: VerbType, entailed: bool) -> str:
    return f"{'yes' if verb_type == 'veridical' else 'unk'}/{'yes' if entailed else 'unk'}"


def composed(cell: str) -> str:
    """The label that Table 3 gives."""
    first, second = cell.split("/")
    return LABELS[COMPOSED[first, second]]


def attitude(lemma: str, s: Formula) -> Property:
    """Being one who knows that s. Its name shows s, but to every engine it is one symbol."""
    plain = rebuild(unmark(s), _flattened)
    return lambda x: _opaque(Pred(f"{lemma}[{show(plain)}]", (x,)), s)


def _flattened(f: Formula) -> Formula:
    # With and without marks, conjunctions nest differently; the symbol must be the same.
    match f:
        case And(parts):
            return conj(*parts)
        case Or(parts):
            return disj(*parts)
        case _:
            return f


def _opaque(atom: Formula, s: Formula) -> Formula:
    """Where s carries marks, they are kept in both directions: nothing inside an attitude may be widened or narrowed,
    so its polarity is none."""
    return atom if unmark(s) == s else conj(atom, disj(s, Not(s)))


def veridical(lemma: str) -> Embedding:
    return lambda who, s: conj(who(attitude(lemma, s)), s)


def non_veridical(lemma: str) -> Embedding:
    return lambda who, s: who(attitude(lemma, s))


def embedding_verb(lemma: str, verb_type: VerbType) -> Word:
    """Words of the two types are never exchanged, since their categories differ."""
    meaning = veridical(lemma) if verb_type == "veridical" else non_veridical(lemma)
    return replace(verb(lemma, f"EV[type={verb_type}]", meaning=meaning), symbol=f"{lemma}_that")


EMBEDDING_VERBS = tuple(embedding_verb(v, t) for t, verbs in VERBS.items() for v in verbs)


@dataclass(frozen=True, slots=True)
class Template:
    """How the main clause begins. `number` is that of the verb after it: I and you go with plural forms."""

    text: str
    kind: Literal["someone", "pronoun", "group", "name"]
    number: Literal["sg", "pl"] = "sg"
    tenses: tuple[Tense, ...] = TENSES

    def word(self) -> Word:
        forms = tuple(Form(f"WHO[kind={self.kind},num={self.number},tense={t}]", self.text) for t in self.tenses)
        return Word(self.text, forms, someone if self.kind == "someone" else name(self.text), symbol=self.symbol)

    @property
    def symbol(self) -> str:
        return "" if self.kind == "someone" else self.text


def someone(has: Property) -> Formula:
    x = fresh()
    return Exists(x, has(x))


SOMEONE = Template("someone", "someone")
PAST: tuple[Tense, ...] = ("past",)
PRESENT: tuple[Tense, ...] = ("present",)

# Table 7 shows five of the forty that were picked from another data set; the other thirty-five are ours, of the same
# three kinds. A time that is over goes with the past tense only.
VARIOUS = (
    Template("at that moment, we", "pronoun", "pl", PAST),
    Template("then he", "pronoun"),
    Template("I", "pronoun", "pl"),
    Template("we", "pronoun", "pl"),
    Template("they", "pronoun", "pl"),
    Template("she", "pronoun"),
    Template("he", "pronoun"),
    Template("back then, they", "pronoun", "pl", PAST),
    Template("last year, I", "pronoun", "pl", PAST),
    Template("at first, she", "pronoun", "sg", PAST),
    Template("later that day, he", "pronoun", "sg", PAST),
    Template("even now, they", "pronoun", "pl", PRESENT),
    Template("today, she", "pronoun", "sg", PRESENT),
    Template("in fact, we", "pronoun", "pl"),
    Template("the customers", "group", "pl"),
    Template("some economists", "group", "pl"),
    Template("the villagers", "group", "pl"),
    Template("several witnesses", "group", "pl"),
    Template("many voters", "group", "pl"),
    Template("most of the teachers", "group", "pl"),
    Template("the two detectives", "group", "pl"),
    Template("a few neighbors", "group", "pl"),
    Template("both lawyers", "group", "pl"),
    Template("her parents", "group", "pl"),
    Template("local farmers", "group", "pl"),
    Template("the other players", "group", "pl"),
    Template("the committee", "group"),
    Template("one of the nurses", "group"),
    Template("Hanson", "name"),
    Template("Rivera", "name"),
    Template("Kowalski", "name"),
    Template("Maria", "name"),
    Template("Sakura", "name"),
    Template("Professor Okafor", "name"),
    Template("Captain Lindqvist", "name"),
    Template("Judge Moreau", "name"),
    Template("Doctor Weiss", "name"),
    Template("the Petersons", "name", "pl"),
    Template("Patel and Nakamura", "name", "pl"),
    Template("Carla and her sister", "name", "pl"),
)


# --- sentences that are only text (naturalistic.py) -------------------------------------------------------------------

def written(text: str) -> str:
    body = " ".join(text.split()).rstrip(" .")
    return f"{body[:1].upper()}{body[1:]}."


_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
# Names that are words as well; other names are in no dictionary of words.
_ALSO_WORDS = frozenset((
    "bob", "tom", "john", "chris", "fred", "greg", "mark", "will", "bill", "jack", "frank", "grace", "rose",
    "sue", "pat", "rob", "art", "may", "june", "april", "august", "dean", "drew", "gene", "miles", "norm",
    "ray", "victor", "jean", "lance", "skip", "chase", "hope", "faith", "joy", "dawn", "ivy", "iris", "lily",
    "daisy", "ruby", "violet", "heather", "robin", "martin", "carol",
))  # fmt: skip


def capitals(texts: Iterable[str]) -> frozenset[str]:
    """First words that keep their capital after 'that': those that have one inside sentences too, or are no words."""
    inside: set[str] = set()
    first: set[str] = set()
    for text in texts:
        words = _WORD.findall(text)
        first |= set(words[:1])
        inside |= set(words[1:])
    return frozenset(w for w in first if _is_name(w, inside))


def _is_name(word: str, inside: Collection[str]) -> bool:
    head = re.split("['’-]", word)[0]
    if head == "I" or any(c.isupper() for c in head[1:]):
        return True
    if word.lower() in inside or head.lower() in inside:
        return False
    return word in inside or head.lower() in _ALSO_WORDS or not _in_dictionary(head.lower())


@cache
def _in_dictionary(word: str) -> bool:
    from lemminflect import getAllLemmas  # takes 0.4 s to load

    return word in _FUNCTION_WORDS or bool(getAllLemmas(word))


_FUNCTION_WORDS = frozenset((
    "a", "an", "the", "this", "that", "these", "those", "some", "any", "no", "every", "each", "all", "both",
    "few", "many", "much", "most", "several", "one", "two", "three", "four", "five", "six", "seven", "eight",
    "nine", "ten", "he", "she", "it", "we", "you", "they", "his", "her", "its", "our", "your", "their", "my",
    "who", "what", "there", "here", "not", "nobody", "nothing", "someone", "somebody", "something", "everyone",
    "everybody", "everything", "anyone", "in", "on", "at", "by", "with", "without", "of", "for", "from", "to",
    "into", "over", "under", "behind", "near", "after", "before", "during", "while", "when", "where", "if",
    "as", "because", "although", "and", "but", "or", "another", "other",
))  # fmt: skip


def complement(sentence: str, kept: Collection[str]) -> str:
    """The sentence as it stands after 'that': no full stop, and a small letter unless it begins with a name."""
    body = sentence.removesuffix(".")
    first = _WORD.match(body)
    return body if first and first[0] in kept else body[:1].lower() + body[1:]


# The paper inflects s1 to match f. Without a grammar only forms that leave no choice are exchanged.
_TO_PAST = {"is": "was", "am": "was", "are": "were", "has": "had", "have": "had", "does": "did", "do": "did"}
_TO_PRESENT = {"was": "is", "were": "are"}
TO_PAST = {**_TO_PAST, **{f"{a}n't": f"{b}n't" for a, b in _TO_PAST.items() if a != "am"}}
TO_PRESENT = {**_TO_PRESENT, **{f"{a}n't": f"{b}n't" for a, b in _TO_PRESENT.items()}}
PAST_ONLY = frozenset({"had", "did", "hadn't", "didn't"})
_FINITE = TO_PAST.keys() | TO_PRESENT.keys() | PAST_ONLY
_BEFORE_BARE = frozenset((
    "to", "do", "does", "did", "don't", "doesn't", "didn't", "can", "could", "may", "might", "must", "shall",
    "should", "will", "would",
))  # fmt: skip
_FIXED = frozenset((
    "can", "can't", "cannot", "may", "might", "must", "shall", "will", "won't", "yesterday", "ago", "last", "now",
    "currently", "today", "tonight", "tomorrow", "next", "once", "already", "since",
))  # fmt: skip
_SHORT = re.compile(r".+'(?:m|re|ve|ll|d)|(?:he|she|it|that|there|here|who|what|where|how|let|everyone|someone)'s")


def inflected(s1: str, s2: str) -> dict[Tense, tuple[str, str]]:
    """The two sentences in each tense that f may have. Where they cannot be changed safely, as they are, under a past f
    if both are past and else under a present f. Where their tenses differ, a change might touch what follows."""
    own = own_tense(s1)
    if own is None or own != own_tense(s2):
        return {"present": (s1, s2)}
    if changeable(s1) and changeable(s2):
        return {t: (in_tense(s1, t), in_tense(s2, t)) for t in TENSES}
    return {own: (s1, s2)}


def own_tense(text: str) -> Tense | None:
    """The tense that the forms of be, have and do show, if they agree."""
    words = _words(text)
    shown = {"present" if words[k] in TO_PAST else "past" for k in finite(words)}
    return ("past" if "past" in shown else "present") if len(shown) == 1 else None


def in_tense(text: str, tense: Tense) -> str:
    """The sentence with its forms of be, have and do in that tense; `changeable` says whether that is all it takes."""
    words = _words(text)
    places = set(finite(words))
    table = TO_PAST if tense == "past" else TO_PRESENT
    numbers = iter(range(len(words)))

    def exchanged(match: re.Match[str]) -> str:
        k = next(numbers)
        if k not in places or words[k] not in table:
            return match[0]
        new = "am" if words[k] == "was" and words[k - 1] == "i" else table[words[k]]
        return new.capitalize() if match[0][0].isupper() else new

    return _WORD.sub(exchanged, text)


def _words(text: str) -> tuple[str, ...]:
    return tuple(w.lower().replace("’", "'") for w in _WORD.findall(text))


def finite(words: Sequence[str]) -> Iterator[int]:
    """Where forms of be, have and do stand, but not 'to have', 'does not have'."""
    for k, w in enumerate(words):
        before = [v for v in words[max(0, k - 3) : k] if v not in ("not", "never", "also", "even")]
        if w in _FINITE and not (w in ("have", "do") and before[-1:] and before[-1] in _BEFORE_BARE):
            yield k


def changeable(text: str) -> bool:
    """Whether nothing else would have to change: no 'can', no 'she's', no 'yesterday', no other finite verb, no 'have'
    that may be an infinitive ('is helping them have fun'), no 'did', whose present depends on the subject."""
    words = _words(text)
    places = tuple(finite(words))
    doubtful = any(words[k] in PAST_ONLY or (words[k] in ("have", "do") and k != places[0]) for k in places)
    question = places[:1] == (0,)
    of_me = any(words[k - 1 : k + 1] == ("i", "wasn't") for k in places)
    rest = [w for k, w in enumerate(words) if k not in places]
    return not (doubtful or question or of_me or any(map(_ties_tense, rest)))


def _ties_tense(word: str) -> bool:
    return word in _FIXED or _SHORT.fullmatch(word) is not None or _third_person(word)


@cache
def _third_person(word: str) -> bool:
    from lemminflect import getAllLemmas

    found = getAllLemmas(word) if word.endswith("s") else {}
    return "VERB" in found and len(found) == 1
