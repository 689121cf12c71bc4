"""Clause-embedding verbs (Yanaka et al. 2021, Table 4) and who is the subject of them (section 3.2, Table 7).

What 'Someone knows that s' says is an attitude and, as *know* is veridical, s itself; 'Someone hopes that s' is an
attitude only. An attitude is opaque: one predicate of the subject for each verb and complement, so nothing follows from
it about other complements, not even equivalent ones.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from provenli.grammar import Form, Word, fresh, name, verb
from provenli.grammar.meanings import NounPhrase, Property
from provenli.logic.formula_printer import show
from provenli.logic.formulas import And, Exists, Formula, Not, Or, Pred, conj, disj, rebuild, unmark

VerbType: TypeAlias = Literal["veridical", "non-veridical"]
Tense: TypeAlias = Literal["past", "present"]
Embedding: TypeAlias = Callable[[NounPhrase, Formula], Formula]

VERBS: dict[VerbType, tuple[str, ...]] = {
    "veridical": (
        "realize",
        "acknowledge",
        "remember",
        "note",
        "find",
        "notice",
        "learn",
        "see",
        "reveal",
        "discover",
        "understand",
        "know",
        "admit",
        "recognize",
        "observe",
    ),
    "non-veridical": (
        "feel",
        "claim",
        "doubt",
        "hope",
        "predict",
        "imply",
        "suspect",
        "wish",
        "think",
        "believe",
        "hear",
        "expect",
        "estimate",
        "assume",
        "argue",
    ),
}
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
    """The property of knowing that s. Its name shows s, but for every engine it is one symbol."""
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
    """If s carries marks, they are kept in both directions: nothing inside an attitude may be widened or narrowed, so
    it has no polarity."""
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
