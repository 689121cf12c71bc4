"""A second reading of the monotonicity fragments' English, for tests: its own words, parser and evaluator, over models
that are drawn at random and looked at all at once. Nothing of provenli is used.

A model gives each noun, adjective and intransitive verb a set, each transitive verb a relation. Truth is an array with
one entry for each model. Phrases attach to the noun before them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Truth = NDArray[np.bool_]
"""For each model; of a property, for each model and element."""

MAMMALS = ("dog", "cat", "rabbit", "poodle", "beagle", "bulldog", "bat", "horse", "stallion", "badger")
THINGS = ("table", "wagon", "chair", "door", "wheel", "box", "mailbox", "wheelbarrow", "fence")
NOUNS = (*MAMMALS, "animal", "mammal", "quadruped", *THINGS, "object")
PLURAL = {**{f"{n}s": n for n in NOUNS}, "boxes": "box", "mailboxes": "mailbox", "fences": "fence"}
NOUN = {**{n: n for n in NOUNS}, **PLURAL}
ADJECTIVES = ["old", "young", "newborn", "brown", "black", "wooden", "hardwood", "metal", "plastic", "iron", "steel"]
IV = {"slept": "sleep", "ran": "run", "moved": "move", "swam": "swim", "waltzed": "waltz", "danced": "dance"}
TV = {
    "saw": "see",
    "stared at": "stare at",
    "inspected": "inspect",
    "hit": "hit",
    "touched": "touch",
    "moved towards": "move towards",
    "moved away from": "move away from",
    "scratched": "scratch",
    "sniffed": "sniff",
}
SUBSETS = (
    *((n, "mammal") for n in MAMMALS),
    *((n, "dog") for n in ("poodle", "beagle", "bulldog")),
    ("mammal", "animal"),
    *((n, "object") for n in THINGS),
    ("steel", "iron"),
    ("iron", "metal"),
    ("hardwood", "wooden"),
    ("waltz", "dance"),
    *((v, "move") for v in ("run", "swim", "dance")),
    ("stare at", "see"),
    ("hit", "touch"),
)
DISJOINT = (("move", "sleep"), ("move towards", "move away from"))
STRONG = ("every", "all", "each", "most", "no", "the")


class NotRead(Exception):
    """The sentence has something in it that is not known here."""


class Models:
    """Many models of one size. What a word means is drawn when it is first asked for, and then put right: what is in a
    smaller set is taken out of it unless it is in the larger."""

    def __init__(self, count: int, size: int, rng: np.random.Generator) -> None:
        self.count, self.size, self.rng = count, size, rng
        self.known: dict[str, Truth] = {}

    def meaning(self, word: str, places: int) -> Truth:
        if word not in self.known:
            density = self.rng.choice([0.1, 0.5, 0.9], size=(self.count,) + (1,) * places)
            drawn = self.rng.random((self.count,) + (self.size,) * places) < density
            for small, large in SUBSETS:
                if small == word:
                    drawn = drawn & self.meaning(large, places)
            for one, other in DISJOINT:
                if other == word:
                    drawn = drawn & ~self.meaning(one, places)
            self.known[word] = drawn
        return self.known[word]


@dataclass
class Said:
    """A sentence: whether it is true, and which restrictors its determiners have."""

    true: Truth
    restrictors: list[tuple[str, Truth]]

    def presupposed(self, strength: str) -> Truth:
        """True where whatever is spoken of exists."""
        out = np.ones(len(self.true), dtype=bool)
        for determiner, restrictor in self.restrictors:
            if strength == "all" or (strength == "strong" and determiner in STRONG):
                out &= restrictor.any(axis=1)
        return out


def read(text: str, models: Models) -> Said:
    return _Sentence(text, models).whole()


Predicate = Callable[[Truth], Truth]


class _Sentence:
    def __init__(self, text: str, models: Models) -> None:
        self.words = text.rstrip(".").lower().split()
        self.models = models
        self.restrictors: list[tuple[str, Truth]] = []

    def whole(self) -> Said:
        determiner, restrictor = self.noun_phrase()
        true = self.counted(determiner, restrictor, self.verb_phrase())
        if self.words:
            raise NotRead(" ".join(self.words))
        return Said(true, self.restrictors)

    def take(self, *texts: str) -> str:
        """The first of these that stands next."""
        for text in texts:
            parts = text.split()
            if self.words[: len(parts)] == parts:
                del self.words[: len(parts)]
                return text
        return ""

    def noun_phrase(self) -> tuple[str, Truth]:
        number = ""
        determiner = self.take(*STRONG, "some but not all", "some", "an", "a few", "a")
        if not determiner:
            determiner = self.take("several", "many", "few", "at least", "at most", "exactly")
            if determiner in ("at least", "at most", "exactly"):
                number = self.words.pop(0)
        if not determiner or determiner in ("several", "many", "few", "a few"):
            raise NotRead("a vague determiner" if determiner else " ".join(self.words[:2]))
        adjective = self.take(*ADJECTIVES)
        noun = self.take(*sorted(NOUN, key=len, reverse=True))
        if not noun:
            raise NotRead(" ".join(self.words[:2]))
        out = self.models.meaning(NOUN[noun], 1)
        if adjective:
            out = out & self.models.meaning(adjective, 1)
        out = self.modified(out)
        self.restrictors.append((determiner, out))
        return f"{determiner} {number}".strip(), out

    def modified(self, noun: Truth) -> Truth:
        while self.take("who"):
            if self.words[0] in ("did", "was", "were") or self.verb_next():
                noun = noun & self.verb_phrase()
            else:  # who NP saw
                determiner, restrictor = self.noun_phrase()
                relation = self.transitive(TV)
                noun = noun & self.counted(determiner, restrictor, np.swapaxes(relation, 1, 2))
        if self.words[:1] in (["with"], ["without"]):
            raise NotRead("with")
        return noun

    def verb_next(self) -> bool:
        here = " ".join(self.words)
        return any(here == v or here.startswith(f"{v} ") for v in (*IV, *TV))

    def transitive(self, forms: dict[str, str]) -> Truth:
        found = self.take(*sorted(forms, key=len, reverse=True))
        if not found:
            raise NotRead(" ".join(self.words[:2]))
        return self.models.meaning(forms[found], 2)

    def verb_phrase(self) -> Truth:
        """For each model and element."""
        negative = bool(self.take("did not"))
        alone, with_object = ({v: v for v in IV.values()}, {v: v for v in TV.values()}) if negative else (IV, TV)
        found = self.take(*sorted((*alone, *with_object), key=len, reverse=True))
        if found in with_object:
            relation = self.models.meaning(with_object[found], 2)
            determiner, restrictor = self.noun_phrase()
            out = self.counted(determiner, restrictor, relation)
        elif found:
            out = self.models.meaning(alone[found], 1)
        else:
            raise NotRead(" ".join(self.words[:2]))
        return ~out if negative else out

    @staticmethod
    def counted(determiner: str, a: Truth, b: Truth) -> Truth:
        """`b` may have one more axis before the last: then the answer has it too."""
        if b.ndim == 3:
            a = a[:, None, :]
        inside, outside = (a & b).sum(axis=-1), (a & ~b).sum(axis=-1)
        word, _, number = determiner.rpartition(" ") if determiner[-1].isdigit() else (determiner, "", "")
        match word:
            case "every" | "all" | "each":
                return np.asarray(outside == 0)
            case "most":
                return np.asarray(inside > outside)
            case "no":
                return np.asarray(inside == 0)
            case "the":
                return np.asarray((inside == 1) & (outside == 0))
            case "some" | "a" | "an":
                return np.asarray(inside > 0)
            case "some but not all":
                return np.asarray((inside > 0) & (outside > 0))
            case "at least":
                return np.asarray(inside >= int(number))
            case "at most":
                return np.asarray(inside <= int(number))
            case _:
                return np.asarray(inside == int(number))
