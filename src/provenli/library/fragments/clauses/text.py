"""Sentences of people, put after 'that': capitals and tense of what is only text (Yanaka et al. 2021, section 3.2).

They come without a grammar, so only what is safe is changed: a first word loses its capital unless it may be a name,
and a tense is exchanged only where the forms of be, have and do are all that shows it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache

from provenli.library.fragments.clauses.embedding_verbs import TENSES, Tense
from provenli.library.fragments.number_words import SMALL


def written(text: str) -> str:
    body = " ".join(text.split()).rstrip(" .")
    return f"{body[:1].upper()}{body[1:]}."


_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
# Names that are words as well; other names are in no dictionary of words.
_ALSO_WORDS = frozenset(
    (
        "bob",
        "tom",
        "john",
        "chris",
        "fred",
        "greg",
        "mark",
        "will",
        "bill",
        "jack",
        "frank",
        "grace",
        "rose",
        "sue",
        "pat",
        "rob",
        "art",
        "may",
        "june",
        "april",
        "august",
        "dean",
        "drew",
        "gene",
        "miles",
        "norm",
        "ray",
        "victor",
        "jean",
        "lance",
        "skip",
        "chase",
        "hope",
        "faith",
        "joy",
        "dawn",
        "ivy",
        "iris",
        "lily",
        "daisy",
        "ruby",
        "violet",
        "heather",
        "robin",
        "martin",
        "carol",
    )
)


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
    from provenli.inflections import getAllLemmas  # takes 0.4 s to load

    return word in _FUNCTION_WORDS or bool(getAllLemmas(word))


_FUNCTION_WORDS = frozenset(
    (
        "a",
        "an",
        "the",
        "this",
        "that",
        "these",
        "those",
        "some",
        "any",
        "no",
        "every",
        "each",
        "all",
        "both",
        "few",
        "many",
        "much",
        "most",
        "several",
        *SMALL[1:11],
        "he",
        "she",
        "it",
        "we",
        "you",
        "they",
        "his",
        "her",
        "its",
        "our",
        "your",
        "their",
        "my",
        "who",
        "what",
        "there",
        "here",
        "not",
        "nobody",
        "nothing",
        "someone",
        "somebody",
        "something",
        "everyone",
        "everybody",
        "everything",
        "anyone",
        "in",
        "on",
        "at",
        "by",
        "with",
        "without",
        "of",
        "for",
        "from",
        "to",
        "into",
        "over",
        "under",
        "behind",
        "near",
        "after",
        "before",
        "during",
        "while",
        "when",
        "where",
        "if",
        "as",
        "because",
        "although",
        "and",
        "but",
        "or",
        "another",
        "other",
    )
)


def complement(sentence: str, kept: Collection[str]) -> str:
    """The sentence as it stands after 'that': no full stop, and a small letter unless it begins with a name."""
    body = sentence.removesuffix(".")
    first = _WORD.match(body)
    return body if first and first[0] in kept else body[:1].lower() + body[1:]


# --- tense ----------------------------------------------------------------------------------------------------------

# The paper inflects s1 to match f. Without a grammar only forms that leave no choice are exchanged.
_TO_PAST = {"is": "was", "am": "was", "are": "were", "has": "had", "have": "had", "does": "did", "do": "did"}
_TO_PRESENT = {"was": "is", "were": "are"}
TO_PAST = {**_TO_PAST, **{f"{a}n't": f"{b}n't" for a, b in _TO_PAST.items() if a != "am"}}
TO_PRESENT = {**_TO_PRESENT, **{f"{a}n't": f"{b}n't" for a, b in _TO_PRESENT.items()}}
PAST_ONLY = frozenset({"had", "did", "hadn't", "didn't"})
_FINITE = TO_PAST.keys() | TO_PRESENT.keys() | PAST_ONLY
_BEFORE_BARE = frozenset(
    (
        "to",
        "do",
        "does",
        "did",
        "don't",
        "doesn't",
        "didn't",
        "can",
        "could",
        "may",
        "might",
        "must",
        "shall",
        "should",
        "will",
        "would",
    )
)
_FIXED = frozenset(
    (
        "can",
        "can't",
        "cannot",
        "may",
        "might",
        "must",
        "shall",
        "will",
        "won't",
        "yesterday",
        "ago",
        "last",
        "now",
        "currently",
        "today",
        "tonight",
        "tomorrow",
        "next",
        "once",
        "already",
        "since",
    )
)
_SHORT = re.compile(r".+'(?:m|re|ve|ll|d)|(?:he|she|it|that|there|here|who|what|where|how|let|everyone|someone)'s")


def inflected(s1: str, s2: str) -> dict[Tense, tuple[str, str]]:
    """The two sentences in each tense that f may have. If they cannot be changed safely, they stay as they are,
    under a past f if both are past and otherwise under a present f. If their tenses differ, a change might affect
    what follows."""
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
    """The places of forms of be, have and do, without 'to have' and 'does not have'."""
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
    from provenli.inflections import getAllLemmas

    found = getAllLemmas(word) if word.endswith("s") else {}
    return "VERB" in found and len(found) == 1
