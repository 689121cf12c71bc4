"""Sentences that a premise says by one word of it: what was managed was done, what is known is so, and who alone did it
did it.

*Paul managed to open the jar*: *Paul opened the jar*; *Tom knows that it rains*: *it rains*; *only Ann sang*: *Ann
sang*, and Bob did not. Each comes with the fact that it rests on; what follows from such a sentence, or cannot be true
with it, follows from the premise or cannot be true with it. Nothing else is concluded here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from provenli.certify.certificates import Problem
from provenli.english.analysis import Analysis
from provenli.english.count_statements import count_at
from provenli.english.doubts import OF_ALL
from provenli.english.frames import FrameProof
from provenli.english.knowledge import WordFact
from provenli.english.pair_tokens import PairToken
from provenli.english.proof import decided
from provenli.english.statements import is_thought
from provenli.english.word_tables import words_in
from provenli.logic.formulas import Const, Pred
from provenli.logic.theory import Theory, isa

Words: TypeAlias = Sequence[PairToken]


@dataclass(frozen=True, slots=True)
class ImpliedSentence:
    text: str
    fact: WordFact
    step: str

    def proof(self) -> FrameProof:
        """That it follows, given the fact: one statement implies the other."""
        it = (Const("it"),)
        problem = Problem((Pred("said", it),), Pred("implied", it), Theory(isa("said", "implied")))
        return FrameProof(problem, decided(problem))


@dataclass(frozen=True, slots=True)
class _Clause:
    """A sentence with its pair tokens, and where its first verb is."""

    analysis: Analysis
    tokens: Words
    verb: int
    """The first verb that is no auxiliary."""
    first: int
    """Where the verb phrase begins, auxiliaries and negation with it."""

    def text(self, first: int, end: int | None = None) -> str:
        """The words as they are written, between two tokens."""
        places = [t.place for t in self.tokens[first:end]]
        said = [t.text for t in self.analysis.tokens[places[0] : places[-1] + 1]] if places else []
        return " ".join(said).rstrip(" .,;!")

    @property
    def helpers(self) -> list[str]:
        return [t.low for t in self.tokens[self.first : self.verb]]


def implied(premise: Analysis, tokens: Words, hypothesis: Words) -> Iterator[ImpliedSentence]:
    """What a premise says beside itself, as far as its hypothesis may be about it."""
    clause = _clause(premise, tokens)
    if clause is None or {t.low for t in tokens} & OPEN:
        return
    for rule in RULES:
        yield from rule(clause, hypothesis)


OPEN = frozenset({"if", "unless", "or", "either", "whether", "would", "could", "might", "may", "should", "not only"})


def _clause(analysis: Analysis, tokens: Words) -> _Clause | None:
    verb = next((k for tag in ("VERB", "AUX") for k, t in enumerate(tokens) if t.tag == tag), None)
    if verb is None or any(t.low in RELATIVES or t.tag == "SUB" for t in tokens[:verb]):
        return None
    first = next((k for k, t in enumerate(tokens) if t.tag in ("AUX", "NEG", "VERB") or t.low == "never"), verb)
    return _Clause(analysis, tokens, verb, first) if first else None


RELATIVES = frozenset({"who", "which", "that", "whose", "whom"})


# --- Managed to, failed to ---


def _to_do(c: _Clause, _hypothesis: Words) -> Iterator[ImpliedSentence]:
    t = c.tokens
    if [x.low for x in t[c.verb + 1 : c.verb + 2]] != ["to"] or c.verb + 2 >= len(t):
        return
    verb, done = t[c.verb], t[c.verb + 2]
    turns = verb.lemma in words_in("verbs of what was not done") | words_in("verbs of what was refused")
    if not turns and verb.lemma not in words_in("verbs of what was done"):
        return
    denied = c.helpers in DENIED
    if done.low != done.lemma or done.tag != "VERB" or done.lemma == "be" or (c.helpers and not denied):
        return
    if denied and verb.lemma in words_in("verbs of what was refused"):
        return
    if denied == turns:
        rest = f"{_finite(done.lemma, _tense(c))} {c.text(c.verb + 3)}"
    else:
        rest = f"{HELPERS[_tense(c)]} not {done.lemma} {c.text(c.verb + 3)}"
    several = any(x.low in OF_ALL for x in t[: c.first]) or count_at(t, 0) is not None
    if turns and several:  # *every boy failed to sing*: what *not* is over is open
        return
    said = f"{'not ' if denied else ''}{verb.lemma} to"
    yield _made(f"{c.text(0, c.first)} {rest}", said, so=denied == turns)


DENIED = (["did", "not"], ["does", "not"], ["do", "not"])
HELPERS = {"VBD": "did", "VBZ": "does", "VBP": "do"}


def _tense(c: _Clause) -> str:
    if c.helpers:
        return next(tag for tag, word in HELPERS.items() if word == c.helpers[0])
    verb = c.tokens[c.verb]
    if verb.low == verb.lemma:
        return "VBP"
    return "VBZ" if verb.low.endswith("s") else "VBD"


def _finite(lemma: str, tag: str) -> str:
    from provenli.inflections import getInflection

    found = getInflection(lemma, tag)
    return str(found[0]) if found else lemma


def _made(text: str, word: str, *, so: bool) -> ImpliedSentence:
    told = "it is so" if so else "it is not so"
    sentence = " ".join(text.split()) + "."
    fact = WordFact("says", word, told, "its signature")
    return ImpliedSentence(sentence[:1].upper() + sentence[1:], fact, f"'{word}' says that {told}: {sentence}")


# --- Knows that ---


def _known(c: _Clause, _hypothesis: Words) -> Iterator[ImpliedSentence]:
    t, verb = c.tokens, c.tokens[c.verb]
    rest = t[c.verb + 2 :]
    if [x.low for x in t[c.verb + 1 : c.verb + 2]] != ["that"] or not rest:
        return
    known = not c.helpers and verb.lemma in words_in("verbs whose clause is so")
    granted = c.helpers in DENIED and verb.lemma in words_in("verbs whose clause is granted")
    subject = rest[0].tag in ("DET", "PRON", "NAME", "NUM") or rest[0].low != rest[0].lemma
    whole = any(x.tag in ("VERB", "AUX") for x in rest) and not any(x.tag == "SUB" or x.low in CUT for x in rest)
    if (known or granted) and subject and whole:
        yield _made(c.text(c.verb + 2), f"{'not ' if granted else ''}{verb.lemma} that", so=True)


CUT = frozenset({"but", "because", "when", "although", "though", "while", "before", "after"})


# --- Because: both clauses are so ---


def _both_clauses(c: _Clause, _hypothesis: Words) -> Iterator[ImpliedSentence]:
    lows = [t.low for t in c.tokens]
    joins = [k for k, low in enumerate(lows) if low in ("because", "although", "though")]
    if len(joins) != 1 or lows[joins[0] + 1 : joins[0] + 2] == ["of"] or is_thought(c.tokens):
        return
    cut = joins[0]
    sides = ((0, cut), (cut + 1, len(lows)))
    plain = not any(t.tag == "NEG" or t.low in OF_ALL for t in c.tokens[:cut])
    if cut > c.verb and plain and all(any(t.tag in ("VERB", "AUX") for t in c.tokens[a:z]) for a, z in sides):
        for first, end in sides:
            yield _made(c.text(first, end), lows[cut], so=True)


# --- Only Ann, nobody but Ann, everyone but Ann ---


def _alone(c: _Clause, hypothesis: Words) -> Iterator[ImpliedSentence]:
    lows = [t.low for t in c.tokens]
    opens = next((n for n in (3, 2, 1) if " ".join(lows[:n]) in ALONE), 0)
    who = c.tokens[opens : c.first]
    if not opens or not _is_named(who):
        return
    word = " ".join(lows[:opens])
    did = ALONE[word]
    name = c.text(opens, c.first)
    yield _made(f"{name} {c.text(c.first) if did else _denial(c)}", word, so=did)
    others = [t for t in hypothesis[:1] if t.tag == "NAME" or t.low in words_in("first names")]
    single = len(hypothesis) > 1 and hypothesis[1].tag not in ("NAME", "CONJ", "PREP") and hypothesis[1].low != "'s"
    if others and single and others[0].low not in lows and all(t.tag == "NAME" for t in who):
        other = others[0].low.capitalize()
        yield _made(f"{other} {_denial(c) if did else c.text(c.first)}", f"{word} {name}", so=not did)


ALONE = {
    "only": True,
    **{f"{nobody} {but}": True for nobody in ("nobody", "no one") for but in ("but", "except")},
    **{f"{everyone} {but}": False for everyone in ("everyone", "everybody") for but in ("but", "except")},
}
"""Words before a name, and whether what is said is so of that one."""


def _is_named(who: Words) -> bool:
    named = bool(who) and all(t.tag == "NAME" for t in who)
    return named or (len(who) == 2 and who[0].low == "the" and who[1].tag == "NOUN" and who[1].low == who[1].lemma)


def _denial(c: _Clause) -> str:
    """*sang a song*: *did not sing a song*; *is asleep*: *is not asleep*."""
    helper = c.tokens[c.first]
    if helper.tag == "AUX" or helper.lemma == "be":
        return f"{helper.low} not {c.text(c.first + 1)}"
    return f"{HELPERS[_tense(c)]} not {c.tokens[c.verb].lemma} {c.text(c.verb + 1)}"


RULES: tuple[Callable[[_Clause, Words], Iterator[ImpliedSentence]], ...] = (_to_do, _known, _both_clauses, _alone)
