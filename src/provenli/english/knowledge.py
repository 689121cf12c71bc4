"""What is known about words, always with its source: WordNet, the user, or a short list of this file.

`WordKnowledge.relation("novel", "book")` gives the natural-logic relation of the two and the facts that it rests on.
Facts say where they come from, so that an answer can list what it takes as given.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import log1p
from pathlib import Path
from typing import Literal, TypeAlias

from provenli.english.word_tables import everyday_kinds, words_in
from provenli.english.wordnet import SIMILAR, Pos, Sense, WordNet, wordnet, wordnet_directory
from provenli.errors import InputError
from provenli.files import read_file
from provenli.grammar.morphology import article
from provenli.logic.relations import Relation

FactKind: TypeAlias = Literal["isa", "same", "excludes", "in", "says"]
SAME, BELOW, ABOVE, APART, UNKNOWN = (
    Relation.EQUIVALENCE,
    Relation.FORWARD,
    Relation.REVERSE,
    Relation.ALTERNATION,
    Relation.INDEPENDENCE,
)
SAYINGS: dict[FactKind, str] = {
    "isa": "every {} is {}",
    "same": "{} is the same as {}",
    "excludes": "no {} is {}",
    "in": "what is in {} is in {}",
    "says": "'{}' says that {}",
}
PART_OF, PLACE = "#p", 15
"""WordNet's pointer to a whole, and its field of places."""
ALIASES = {"clothes": "clothing", "people": "person", "photo": "photograph", "tv": "television"}
"""Words that WordNet keeps apart from the word that everybody equates with them."""
LAST_RANK = 20
"""The rank of facts by two steps through the dictionary: anything else comes before them, and they prove nothing."""
USUAL_DEPTH = 5.0
ANY: tuple[Pos, ...] = ("n", "v", "a", "r")
USUAL = 0.65
"""If a fact holds of this share of a word's uses, a proof may rest on it."""
REGULAR = ({6, 10}, {14, 15})
"""Fields of WordNet between which senses alternate by rule: a book as a thing and as what it says, a country as a place
and as its people (Apresjan 1974)."""
SHADED = words_in("colours")
SENSES = 12
"""How many senses of a word are looked at: with six, more of MED's pairs stay unknown."""


@dataclass(frozen=True, slots=True)
class WordFact:
    kind: FactKind
    left: str
    right: str
    source: str
    rank: int = 0
    """How far down the senses are, and how long the way: 0 is the first sense of both, one step."""
    usual: bool = True
    """Whether the words are mostly meant so: only in a third of its uses is a plant an organism."""
    rarity: int = 0
    """How far down the sense of the narrower word is, and half as far that of the wider, which is read charitably."""
    everyday: bool = False
    """Whether a list says that everybody uses the words so."""

    def __str__(self) -> str:
        right = f"{article(self.right)} {self.right}" if self.kind in ("isa", "excludes") else self.right
        return f"{SAYINGS[self.kind].format(self.left, right)} [{self.source}]"


@dataclass(frozen=True, slots=True)
class Known:
    """How two words are related, and by which facts; without facts, nothing is known."""

    relation: Relation
    facts: tuple[WordFact, ...] = ()

    @property
    def rank(self) -> int:
        return max((f.rank for f in self.facts), default=0)


Sensed: TypeAlias = tuple[str, int, Sense]
"""A word, the number of one of its senses from 0, and the sense."""


@dataclass(frozen=True)
class WordKnowledge:
    """The user's own facts come first, then WordNet."""

    own: tuple[WordFact, ...] = ()
    net: WordNet | None = None
    _memory: dict[tuple[str, str, str], Known] = field(default_factory=dict, compare=False, repr=False)

    def relation(self, left: str, right: str, poses: tuple[Pos, ...] = ("n", "v", "a", "r")) -> Known:
        key = (left, right, "".join(poses))
        if key not in self._memory:
            self._memory[key] = self._find(left, right, poses)
        return self._memory[key]

    def _find(self, left: str, right: str, poses: tuple[Pos, ...]) -> Known:
        if left == right:
            return Known(SAME)
        mine, everyday = self._own_relation(left, right), _everyday(left, right) if "n" in poses else None
        if mine is not None or self.net is None:
            return mine or everyday or Known(UNKNOWN)
        left, right = ALIASES.get(left, left), ALIASES.get(right, right)
        found = [k for p in poses for k in self._from_net(left, right, p)]
        best = min(found, key=lambda k: k.rank, default=Known(UNKNOWN))
        shown = everyday is not None and best.relation is everyday.relation
        return (
            best if everyday is None else Known(best.relation, tuple(map(_as_used, best.facts))) if shown else everyday
        )

    def _usual(self, low: Sensed, high: Sensed) -> bool:
        """Whether most uses of the one are uses of something under a sense of the other."""
        assert self.net is not None
        senses, pos = self.net.senses(low[0], low[2].pos), low[2].pos
        above = {(s.pos, s.offset) for s in self.net.senses(high[0], pos)}
        under = [bool(above & {(s.pos, s.offset), *self.net.ancestors(s)}) for s in senses]
        fields = {s.field for s, told in zip(senses, under, strict=True) if told}
        told = [u or any({s.field, f} in REGULAR for f in fields) for s, u in zip(senses, under, strict=True)]
        weights = self.net.weights(low[0], pos)
        return sum(w for w, t in zip(weights, told, strict=True) if t) >= USUAL * sum(weights)

    def includes(self, noun: str, modifier: str) -> bool:
        """Whether the dictionary's way up from a noun says the modifier: a sister is a female_sibling."""
        if self.net is None:
            return False
        above = [
            s for sense in self.net.senses(noun, "n")[:3] for way in self.net.ancestors(sense).values() for s in way
        ]
        return any(modifier in word.lower().split("_")[:-1] for s in above for word in s.words)

    def is_under(self, noun: str, above: frozenset[str], most: int = 1) -> bool:
        """Whether one of the first senses of a noun lies under one of some words."""
        senses = self.net.senses(noun, "n")[:most] if self.net is not None else ()
        ways = (way for s in senses if self.net is not None for way in self.net.ancestors(s).values())
        return any(word.lower() in above for way in ways for word in way[-1].words)

    def standing(self, word: str) -> tuple[float, float]:
        """How deep a word's first sense as a noun or verb lies, and the logarithm of how many senses it has."""
        if self.net is None:
            return USUAL_DEPTH, 0.0
        first = [s for p in ("n", "v") for s in self.net.senses(word, p)[:1]]
        deep = [max((len(way) for way in self.net.ancestors(s).values()), default=0) for s in first]
        return float(max(deep, default=USUAL_DEPTH)), log1p(sum(len(self.net.senses(word, p)) for p in ANY))

    def frequency(self, form: str) -> float:
        """The logarithm of how often a word was met, in the commonest word that a form may be of."""
        found = {b for p in ANY for b in self.net.base_forms(form, p)} if self.net is not None else ()
        return log1p(max((sum(self.net.counts(b).values()) for b in found if self.net is not None), default=0))

    def has(self, form: str) -> bool:
        return self.net is not None and bool(self.net.parts_of_speech(form))

    def derived(self, left: str, right: str) -> bool:
        """Whether one of two words is made from the other: *rocky* from *rock*."""
        if self.net is None:
            return False
        short, long = sorted((left, right), key=len)
        ended = long.startswith(short) and long[len(short) :] in ("y", f"{short[-1]}y", "en", "ly")
        ours, theirs = self.net.derived(left) | {left}, self.net.derived(right) | {right}
        return len(short) > 2 and left[:3] == right[:3] and (ended or bool(ours & theirs))

    # --- The user's own facts, chained ---

    @cached_property
    def _up(self) -> dict[str, list[WordFact]]:
        out: dict[str, list[WordFact]] = {}
        for f in self.own:
            if f.kind in ("isa", "same"):
                out.setdefault(f.left, []).append(f)
            if f.kind == "same":
                out.setdefault(f.right, []).append(WordFact("same", f.right, f.left, f.source))
        return out

    def chain(self, left: str, right: str) -> tuple[WordFact, ...] | None:
        """The user's facts that lead up from one word to another."""
        ways: dict[str, tuple[WordFact, ...]] = {left: ()}
        edge = [left]
        while edge and right not in ways:
            step = [(w, f) for w in edge for f in self._up.get(w, ()) if f.right not in ways]
            for w, f in step:
                ways.setdefault(f.right, (*ways[w], f))
            edge = [f.right for _, f in step]
        return ways.get(right)

    def _own_relation(self, left: str, right: str) -> Known | None:
        up, down = self.chain(left, right), self.chain(right, left)
        if up and down:
            return Known(SAME, up)
        if up:
            return Known(BELOW, up)
        if down:
            return Known(ABOVE, down)
        for f in self.own:
            if f.kind == "excludes":
                for a, b in ((f.left, f.right), (f.right, f.left)):
                    one, other = self.chain(left, a), self.chain(right, b)
                    if one is not None and other is not None:
                        return Known(APART, (*one, *other, f))
        return None

    # --- WordNet ---

    def _from_net(self, left: str, right: str, pos: Pos) -> Iterable[Known]:
        assert self.net is not None
        if right in self.net.antonyms(left, pos):
            yield Known(APART, (WordFact("excludes", left, right, f"WordNet {left} ! {right}", -1),))
        elif pos == "a" and (self._beside(left) & self._opposed(right) or self._beside(right) & self._opposed(left)):
            yield Known(APART, (WordFact("excludes", left, right, f"WordNet {left} & ! {right}", LAST_RANK),))
        ours, theirs = self.net.senses(left, pos)[:SENSES], self.net.senses(right, pos)[:SENSES]
        for i, a in enumerate(ours):
            for j, b in enumerate(theirs):
                yield from self._of_senses((left, i, a), (right, j, b))

    def _beside(self, adjective: str) -> frozenset[str]:
        """The adjectives beside the usual senses of one, as *huge* is beside *large*; itself among them."""
        assert self.net is not None
        near = (p for s in self.net.senses(adjective, "a")[:2] for p in s.pointers if p.symbol == SIMILAR)
        return frozenset({adjective, *(w.lower() for p in near for w in self.net.sense(p.pos, p.offset).words)})

    def _opposed(self, adjective: str) -> frozenset[str]:
        assert self.net is not None
        return self.net.antonyms(adjective, "a")

    def _of_senses(self, one: Sensed, other: Sensed) -> Iterable[Known]:
        assert self.net is not None
        (left, i, a), (right, j, b) = one, other
        if a == b:
            source = f"WordNet {left}#{i + 1} = {right}#{j + 1}"
            usual = self._usual(one, other) and self._usual(other, one)
            shade = SHADED & {left, right} == {right}
            if shade or SHADED & {left, right} == {left}:  # WordNet has *crimson* as a synonym of *red*
                below, above = (left, right) if shade else (right, left)
                yield Known(BELOW if shade else ABOVE, (WordFact("isa", below, above, source, i + j, usual, i + j),))
            else:
                yield Known(SAME, (WordFact("same", left, right, source, i + j, usual, i + j),))
            return
        for low, high, relation in ((one, other, BELOW), (other, one, ABOVE)):
            way = self.net.ancestors(low[2]).get((high[2].pos, high[2].offset))
            if way is not None:
                between = "".join(f" < {s.words[0]}" for s in way[:-1])
                source = f"WordNet {low[0]}#{low[1] + 1}{between} < {high[0]}#{high[1] + 1}"
                rank, usual = i + j + len(way) - 1, self._usual(low, high)
                rarity = low[1] + high[1] // 2 + min(len(way) - 1, NEAR)
                yield Known(relation, (WordFact("isa", low[0], high[0], source, rank, usual, rarity),))
            elif low[2].field == high[2].field == PLACE and high[2].offset in self._wholes(low[2]):
                source = f"WordNet {low[0]}#{low[1] + 1} part of {high[0]}#{high[1] + 1}"
                yield Known(relation, (WordFact("in", low[0], high[0], source, i + j + 1),))

    def _wholes(self, sense: Sense) -> frozenset[int]:
        """The places that a place is part of."""
        assert self.net is not None
        out: set[int] = set()
        edge = [sense] if sense.field == PLACE else []
        for _ in range(6):
            edge = [self.net.sense(p.pos, p.offset) for s in edge for p in s.pointers if p.symbol == PART_OF]
            out |= {s.offset for s in edge}
        return frozenset(out)


def _everyday(left: str, right: str) -> Known | None:
    """*wine* and *drink*, as everybody uses the words; the dictionary has other senses first for some of them."""
    for low, high, relation in ((left, right, BELOW), (right, left, ABOVE)):
        if high in everyday_kinds().get(low, ()):
            return Known(relation, (WordFact("isa", low, high, EVERYDAY, everyday=True),))
    return None


def _as_used(f: WordFact) -> WordFact:
    """The dictionary's fact where its senses are the usual ones, and everybody's use where they are not."""
    source = f.source if f.usual and f.rarity <= NEAR else EVERYDAY
    return replace(f, source=source, usual=True, rarity=0, everyday=True)


EVERYDAY = "the list of everyday kinds"
NEAR = 3
"""How many steps up count for the certainty of a fact: a cat is an animal, however many kinds lie between."""


def default_knowledge(own: Iterable[WordFact] = ()) -> WordKnowledge:
    """With WordNet if its files are installed; otherwise only the user's own facts."""
    return WordKnowledge(tuple(own), wordnet() if wordnet_directory() is not None else None)


def read_fact(kind: FactKind, said: str, source: str) -> WordFact:
    """Read `novel=book`, as --isa and --excludes take it."""
    left, equals, right = said.partition("=")
    left, right = left.strip().lower(), right.strip().lower()
    if not equals or not left or not right:
        raise InputError(f"{source}: expected two words as novel=book, found {said!r}")
    return WordFact(kind, left, right, source)


def read_knowledge(path: Path) -> tuple[WordFact, ...]:
    """A file of lines `isa novel=book`, `same sofa=couch`, `excludes cat=dog`; # begins a remark."""
    try:
        lines = read_file(path).decode("utf-8-sig").split("\n")
    except OSError as e:
        raise InputError(f"{path}: {e.strerror or e}; expected lines such as isa novel=book") from e
    except UnicodeDecodeError as e:
        raise InputError(f"{path}, byte {e.start}: not UTF-8 text; expected lines such as isa novel=book") from e
    facts = []
    for number, line in enumerate(lines, 1):
        said = line.partition("#")[0].strip()
        if not said:
            continue
        kind, _, rest = said.partition(" ")
        match kind:
            case "isa" | "same" | "excludes":
                facts.append(read_fact(kind, rest, f"{path}, line {number}"))
            case _:
                raise InputError(f"{path}, line {number}: expected isa, same or excludes, found {kind!r}")
    return tuple(facts)
