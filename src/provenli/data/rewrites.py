"""Sentences that differ from a given one in one place: by hypernyms and hyponyms, modifiers, *and*, *or*, operators.

Nothing here knows a label: what is made is decided afterwards, and only what is proved is kept. Draws are by word, so
that a sentence and the same sentence without its operator are changed alike (HELP: Yanaka et al. 2019b).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Literal, TypeAlias

from provenli.english.analysis import Analysis, EnglishToken
from provenli.english.omissions import NON_INTERSECTIVE
from provenli.english.place_doubts import ORDINALS
from provenli.english.word_tables import additions, words_in
from provenli.english.wordnet import Sense, WordNet

RewriteKind: TypeAlias = Literal["hypernym", "hyponym", "modifier", "adjunct", "and", "or", "shorter"]
GENERAL = 5
"""How many steps below the top of WordNet a hypernym must be: entity, object and whole say nothing."""
FAMILIAR = 4
"""How often WordNet's texts must have a word for it to be used: rarer ones make odd sentences."""
SINGLE = frozenset({"the", "this", "that", "these", "those", "my", "your", "his", "her", "its", "our", "their"})
"""Determiners that are put only before a noun that is not joined with another: *the dog or cat* need not be one of two.
"""
TIME = 28
"""WordNet's field of times, which is left out: *every last morning and year* is odd."""
DRAWN = 2
"""How many alternatives are drawn for one place and kind."""
FREE = re.compile(r"(N\\N|NP\\NP|N/N|\(S\\NP\)[\\/]\(S\\NP\)|S\\S|.+\\AND)")
"""Categories of what may be left out."""
PARTS = re.compile(r"^(\W*)(.*?)(\W*)$", re.DOTALL)
VOWEL = re.compile(r"(?!uni|use|usu|one|eu)[aeiou]|hour|honest|heir", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Rewrite:
    kind: RewriteKind
    text: str
    before: str
    after: str


@dataclass(frozen=True)
class Rewriter:
    """`attested`: adjectives of the given text by the field of the noun that they stand before."""

    net: WordNet
    seed: int
    attested: Mapping[int, Sequence[str]]

    def rewrites(self, a: Analysis) -> Iterator[Rewrite]:
        """All rewritten sentences, each text once, without the sentence itself."""
        seen = {a.text}
        for r in (*self._shorter(a), *self._nouns(a), *self._adjuncts(a)):
            if r.text not in seen:
                seen.add(r.text)
                yield r

    def _drawn(self, words: Iterable[str], *key: str) -> list[str]:
        found = sorted(set(words))
        return Random(":".join((str(self.seed), *key))).sample(found, min(DRAWN, len(found)))

    # --- Nouns ---

    def _nouns(self, a: Analysis) -> Iterator[Rewrite]:
        for k, t in enumerate(a.tokens):
            sense = self._sense(a.tokens, k)
            if sense is not None:
                yield from self._replaced(a, k, t.lemma, sense)
            if sense is not None and sense.field != TIME:
                yield from self._modified(a, k, t.lemma, sense)
                yield from self._joined(a, k, t.lemma, sense)

    def _sense(self, tokens: Sequence[EnglishToken], k: int) -> Sense | None:
        """The first sense of a noun that is no part of a compound."""
        around = [tokens[i].tag for i in (k - 1, k + 1) if 0 <= i < len(tokens)]
        if tokens[k].tag != "NOUN" or {"NOUN", "NAME", "NUM"} & set(around):
            return None
        found = self.net.senses(tokens[k].lemma, "n")
        return found[0] if found else None

    def _familiar(self, senses: Iterable[Sense]) -> Iterator[str]:
        """Words for which this sense is the usual one."""
        for s in senses:
            for word in s.words:
                known = word.isalpha() and word.islower() and self.net.counts(word).get("n", 0) >= FAMILIAR
                if known and self.net.senses(word, "n")[:1] == (s,):
                    yield word

    def _replaced(self, a: Analysis, k: int, lemma: str, sense: Sense) -> Iterator[Rewrite]:
        above = [s for s in self.net.above(sense) if len(self.net.ancestors(s)) >= GENERAL]
        options: tuple[tuple[RewriteKind, Iterable[Sense]], ...] = (
            ("hypernym", above),
            ("hyponym", self.net.below(sense)),
        )
        for kind, senses in options:
            for word in self._drawn(set(self._familiar(senses)) - {lemma}, kind, lemma):
                yield Rewrite(kind, changed(a, k, as_form(word, a.tokens[k])), lemma, word)

    def _modified(self, a: Analysis, k: int, lemma: str, sense: Sense) -> Iterator[Rewrite]:
        if k and a.tokens[k - 1].tag in ("ADJ", "VERB"):
            return
        known = (*self.attested.get(sense.field, ()), *additions(str(sense.field)))
        for word in self._drawn(known, "modifier", lemma):
            yield Rewrite("modifier", changed(a, k, f"{word} {core(a.tokens[k].text)}"), "", word)

    def _joined(self, a: Analysis, k: int, lemma: str, sense: Sense) -> Iterator[Rewrite]:
        """With a sister term: *a dog* as *a dog or a cat*."""
        sisters = [s for up in self.net.above(sense) for s in self.net.below(up) if s != sense]
        article = core(a.tokens[k - 1].text).lower() if k else ""
        if article in SINGLE or a.tokens[min(k + 1, len(a.tokens) - 1)].tag in ("VERB", "AUX"):
            return
        again = f"{article} " if article in ("a", "an") else ""
        for word in self._drawn(set(self._familiar(sisters)) - {lemma}, "sister", lemma)[:1]:
            for kind in ("and", "or"):
                more = f"{kind} {again}{as_form(word, a.tokens[k])}"
                yield Rewrite(kind, changed(a, k, f"{core(a.tokens[k].text)} {more}"), "", more)

    # --- Phrases ---

    def _adjuncts(self, a: Analysis) -> Iterator[Rewrite]:
        last = len(a.tokens) - 1
        for phrase in self._drawn(additions("adjunct"), "adjunct", a.tokens[last].lemma):
            yield Rewrite("adjunct", changed(a, last, f"{core(a.tokens[last].text)} {phrase}"), "", phrase)

    def _shorter(self, a: Analysis) -> Iterator[Rewrite]:
        for c in a.tree.constituents() if a.tree is not None else ():
            words = [t.text for t in a.tokens]
            if c.first and FREE.fullmatch(c.category) and _is_free(a.tokens[c.first]):
                left = " ".join(map(core, words[c.first : c.end]))
                end = parted(words[c.end - 1])[2]
                words[c.first - 1] += end if end and c.end == len(words) else ""
                yield Rewrite("shorter", sentence([*words[: c.first], *words[c.end :]]), left, "")


def _is_free(t: EnglishToken) -> bool:
    """Whether what begins with this word may be left out. Without a negation or an auxiliary no sentence is left."""
    return t.tag not in ("AUX", "NEG", "DET") and t.lemma not in NON_INTERSECTIVE


def attested_modifiers(analyses: Iterable[Analysis], net: WordNet) -> dict[int, list[str]]:
    """Adjectives before nouns, by the field of the noun's first sense."""
    found: dict[int, dict[str, None]] = {}
    odd = NON_INTERSECTIVE | ORDINALS | words_in("privative adjectives")
    for a in analyses:
        for one, two in pairwise(a.tokens):
            senses = net.senses(two.lemma, "n") if two.tag == "NOUN" else ()
            if senses and one.tag == "ADJ" and one.text.isalpha() and one.lemma not in odd:
                found.setdefault(senses[0].field, {})[one.text.lower()] = None
    return {field: list(words) for field, words in found.items()}


# --- Operators ---

WITHOUT: Mapping[str, str] = {
    "no": "some",
    "every": "some",
    "each": "some",
    "all": "some",
    "few": "some",
    "without": "with",
    "never": "",
    "hardly": "",
    "rarely": "",
    "seldom": "",
    "not": "",
}
"""Replacements for operators."""
DO = {"did": "VBD", "does": "VBZ", "do": "VBP"}


def without_operator(a: Analysis) -> Iterator[tuple[str, str]]:
    """Each operator that can be taken away, and the sentence without it."""
    for o in a.operators:
        words = [t.text for t in a.tokens]
        low = core(words[o.first]).lower().replace("’", "'")
        if o.end - o.first == 1 and low in WITHOUT:
            words[o.first] = words[o.first].lower().replace(low, _instead(a, o.first, low))
            yield o.name, sentence(_finite(a, words, o.first) if low == "not" else words)
        elif o.end - o.first == 1 and low.endswith("n't") and low[:-3] not in ("ca", "wo", "sha"):
            words[o.first] = words[o.first][: len(words[o.first]) - 3]
            yield o.name, sentence(_finite(a, words, o.first + 1))


def _instead(a: Analysis, k: int, operator: str) -> str:
    """*there is no doctor* as *there is a doctor*, *all the doctors* as *some of the doctors*."""
    lows = [core(t.text).lower() for t in a.tokens]
    if operator == "no" and lows[max(k - 2, 0) : k] in (["there", "is"], ["there", "was"]):
        return "a"
    partitive = WITHOUT[operator] == "some" and k + 1 < len(lows) and lows[k + 1] in SINGLE
    return "some of" if partitive else WITHOUT[operator]


def _finite(a: Analysis, words: list[str], at: int) -> list[str]:
    """*did not read* as *read*: the verb takes the tense of its auxiliary."""
    from provenli.inflections import getInflection

    tag = DO.get(words[at - 1].lower()) if at else None
    if tag is None or at >= len(a.tokens) - (words[at] == "") or not words[at - 1]:
        return words
    verb = at if words[at] else at + 1
    if a.tokens[verb].tag == "VERB":
        head, _, tail = parted(words[verb])
        words[verb] = head + getInflection(a.tokens[verb].lemma, tag)[0] + tail
        words[at - 1] = ""
    return words


# --- Words and spaces ---


def parted(word: str) -> tuple[str, str, str]:
    """What stands before a word, the word, and what stands behind it."""
    found = PARTS.match(word)
    return (found[1], found[2], found[3]) if found else ("", word, "")


def core(word: str) -> str:
    return parted(word)[1]


def changed(a: Analysis, k: int, new: str) -> str:
    words = [t.text for t in a.tokens]
    head, _, tail = parted(words[k])
    words[k] = f"{head}{new}{tail}"
    return sentence(words)


def as_form(word: str, like: EnglishToken) -> str:
    """The word in the plural, if the word that it replaces is plural."""
    from provenli.inflections import getInflection

    low = core(like.text).lower()
    found = getInflection(word, "NNS") if low != like.lemma and low.endswith(("s", "n", "e")) else ()
    return str(found[0]) if found else word


def sentence(words: Iterable[str]) -> str:
    """The sentence with *a* or *an* as the next word requires, and with a capital at the beginning."""
    said = [w for word in words for w in word.split()]
    for k, (one, two) in enumerate(pairwise(said)):
        if one.lower() in ("a", "an"):
            said[k] = one[0] + ("n" if VOWEL.match(core(two)) else "")
    text = " ".join(said)
    return text[:1].upper() + text[1:]
