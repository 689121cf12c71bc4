"""WordNet's own files (Miller 1995; Debian's package `wordnet-base`): lemmas, senses, and the pointers between them.

Nothing is loaded in advance: the index files are sorted, so a word is found by binary search, and a sense by its place.
The layout is that of the manual page wndb(5WN).
"""

from __future__ import annotations

import mmap
import os
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal, TypeAlias

from provenli.errors import InputError

Pos: TypeAlias = Literal["n", "v", "a", "r"]
"""Noun, verb, adjective, adverb."""

PLACES = ("/usr/share/wordnet", "/usr/share/wordnet-3.0/dict")
FILES: dict[Pos, str] = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}
POS_LETTERS: dict[str, Pos] = {"n": "n", "v": "v", "a": "a", "s": "a", "r": "r"}
ENDINGS: dict[Pos, tuple[tuple[str, str], ...]] = {
    "n": (
        ("s", ""),
        ("ses", "s"),
        ("xes", "x"),
        ("zes", "z"),
        ("ches", "ch"),
        ("shes", "sh"),
        ("men", "man"),
        ("ies", "y"),
    ),
    "v": (("s", ""), ("ies", "y"), ("es", "e"), ("es", ""), ("ed", "e"), ("ed", ""), ("ing", "e"), ("ing", "")),
    "a": (("er", ""), ("est", ""), ("er", "e"), ("est", "e")),
    "r": (),
}
"""Endings that are taken off, and what is put in their place: morphy(7WN)."""
TYPES: tuple[Pos, ...] = ("n", "v", "a", "r", "a")
"""The part of speech by the digit of a sense key; the fifth are adjectives that stand beside another."""
HYPERNYM, INSTANCE, ANTONYM, SIMILAR, ENTAILS, HYPONYM = "@", "@i", "!", "&", "*", "~"
DERIVED = frozenset({"+", "\\"})
"""Pointers to what a word is made from, or to what is made from it; for adjectives and adverbs also to what they
pertain to."""


@dataclass(frozen=True, slots=True)
class Pointer:
    symbol: str
    pos: Pos
    offset: int
    source: int
    """The number of the word that it starts from; 0: it holds of the whole sense."""
    target: int


@dataclass(frozen=True, slots=True)
class Sense:
    """A set of words with one meaning (a synset)."""

    pos: Pos
    offset: int
    words: tuple[str, ...]
    field: int
    """The lexicographer's file: 5 animals, 15 places, 18 persons, 28 times, 38 verbs of motion ..."""
    pointers: tuple[Pointer, ...]


class WordNet:
    """The files of one directory."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self._maps = {name: _mapped(directory / name) for p in FILES.values() for name in (f"index.{p}", f"data.{p}")}
        self.senses = cache(self._senses)
        self.sense = cache(self._sense)
        self.base_forms = cache(self._base_forms)
        self.ancestors = cache(self._ancestors)
        self.derived = cache(self._derived)

    def has(self, lemma: str, pos: Pos) -> bool:
        return self._entry(lemma, pos) is not None

    def _senses(self, lemma: str, pos: Pos) -> tuple[Sense, ...]:
        """All senses of a base form, the most frequent first."""
        entry = self._entry(lemma, pos)
        return tuple(self.sense(pos, int(o)) for o in entry[-int(entry[2]) :]) if entry else ()

    def counts(self, lemma: str) -> dict[Pos, int]:
        """How often a base form was met in text, by part of speech: WordNet's own count of tagged senses."""
        return {pos: sum(by_number.values()) for pos, by_number in self._counted(lemma).items()}

    def _counted(self, lemma: str) -> dict[Pos, dict[int, int]]:
        return self._by_lemma().get(lemma.lower().replace(" ", "_"), {})

    def weights(self, lemma: str, pos: Pos) -> tuple[float, ...]:
        """How usual each sense of a base form is, in their order; one that was never met counts as one half."""
        found = self._counted(lemma).get(pos, {})
        return tuple(found.get(k, 0) + 0.5 for k in range(1, len(self.senses(lemma, pos)) + 1))

    def _base_forms(self, word: str, pos: Pos) -> tuple[str, ...]:
        """What a form may be an inflection of, as WordNet knows it: irregular forms first, then endings."""
        low = word.lower().replace(" ", "_")
        found = [*self._exceptions(pos).get(low, ()), low]
        found += [low[: -len(e)] + new for e, new in ENDINGS[pos] if low.endswith(e) and len(low) > len(e) + 1]
        return tuple(dict.fromkeys(f for f in found if self.has(f, pos)))

    def parts_of_speech(self, word: str) -> tuple[Pos, ...]:
        return tuple(p for p in FILES if self.base_forms(word, p))

    def _ancestors(self, sense: Sense, most: int = 20) -> dict[tuple[Pos, int], tuple[Sense, ...]]:
        """Everything above a sense, each with the shortest way up, without the sense itself and with the ancestor
        last."""
        ways: dict[tuple[Pos, int], tuple[Sense, ...]] = {}
        edge: list[tuple[Sense, tuple[Sense, ...]]] = [(sense, ())]
        for _ in range(most):
            step: list[tuple[Sense, tuple[Sense, ...]]] = []
            for below, way in edge:
                for above in self.above(below):
                    if (above.pos, above.offset) not in ways and above != sense:
                        ways[above.pos, above.offset] = (*way, above)
                        step.append((above, (*way, above)))
            edge = step
        return ways

    def above(self, sense: Sense) -> tuple[Sense, ...]:
        return tuple(self.sense(p.pos, p.offset) for p in sense.pointers if p.symbol in (HYPERNYM, INSTANCE))

    def below(self, sense: Sense) -> tuple[Sense, ...]:
        return tuple(self.sense(p.pos, p.offset) for p in sense.pointers if p.symbol == HYPONYM)

    def antonyms(self, lemma: str, pos: Pos) -> frozenset[str]:
        """Words that some sense of this very word is opposed to."""
        out: set[str] = set()
        for sense in self.senses(lemma, pos):
            for p in sense.pointers:
                if p.symbol == ANTONYM and sense.words[p.source - 1].lower() == lemma:
                    out.add(self.sense(p.pos, p.offset).words[p.target - 1].lower())
        return frozenset(out)

    def _derived(self, lemma: str) -> frozenset[str]:
        """Words that this one is made from, or that are made from it, in its usual senses."""
        out: set[str] = set()
        for sense in (s for p in FILES for s in self.senses(lemma, p)[:3]):
            for p in sense.pointers:
                if p.symbol in DERIVED and sense.words[p.source - 1].lower() == lemma:
                    out.add(self.sense(p.pos, p.offset).words[p.target - 1].lower())
        return frozenset(out)

    def _entry(self, lemma: str, pos: Pos) -> list[str] | None:
        """The line of a lemma, found by binary search: the lines are in the order of their bytes."""
        text, key = self._maps[f"index.{FILES[pos]}"], lemma.lower().replace(" ", "_").encode() + b" "
        low, high = 0, len(text)
        while low < high:
            middle = (low + high) // 2
            start = text.rfind(b"\n", 0, middle) + 1
            end = text.find(b"\n", start)
            end = len(text) if end < 0 else end
            line = text[start:end]
            if line.startswith(key):
                return line.decode().split()
            low, high = (end + 1, high) if line[: len(key)] < key else (low, start)
        return None

    def _sense(self, pos: Pos, offset: int) -> Sense:
        text = self._maps[f"data.{FILES[pos]}"]
        fields = text[offset : text.find(b"\n", offset)].split(b"|")[0].decode().split()
        number = int(fields[3], 16)
        words = tuple(w.split("(")[0] for w in fields[4 : 4 + 2 * number : 2])
        start = 4 + 2 * number
        rows = (fields[start + 1 + 4 * k : start + 5 + 4 * k] for k in range(int(fields[start])))
        pointers = tuple(Pointer(s, POS_LETTERS[p], int(o), int(n[:2], 16), int(n[2:], 16)) for s, o, p, n in rows)
        return Sense(pos, offset, words, int(fields[1]), pointers)

    def gloss(self, sense: Sense) -> str:
        """What the dictionary says of a sense in words, with its examples."""
        text = self._maps[f"data.{FILES[sense.pos]}"]
        return text[sense.offset : text.find(b"\n", sense.offset)].partition(b"|")[2].decode().strip()

    @cache  # noqa: B019  one for each directory, and they live as long as the program
    def _exceptions(self, pos: Pos) -> dict[str, tuple[str, ...]]:
        lines = (self.directory / f"{FILES[pos]}.exc").read_text("utf-8").splitlines()
        return {form: tuple(bases) for form, *bases in map(str.split, lines) if bases}

    @cache  # noqa: B019
    def _by_lemma(self) -> dict[str, dict[Pos, dict[int, int]]]:
        """From cntlist.rev: lemma%type:..., number of the sense, count. Without the file nothing was counted."""
        path = self.directory / "cntlist.rev"
        out: dict[str, dict[Pos, dict[int, int]]] = {}
        for line in path.read_text("utf-8").splitlines() if path.is_file() else ():
            key, number, count = line.split()
            word, _, rest = key.partition("%")
            out.setdefault(word, {}).setdefault(TYPES[int(rest[0]) - 1], {})[int(number)] = int(count)
        return out


def _mapped(path: Path) -> mmap.mmap:
    try:
        with path.open("rb") as f:
            return mmap.mmap(f.fileno(), 0, access=mmap.ACCESS_READ)
    except (OSError, ValueError) as error:
        raise InputError(f"{path}: cannot be read as a file of WordNet ({error})") from error


def wordnet_directory() -> Path | None:
    """Where the files are: $WORDNET, or where Debian puts them."""
    named = os.environ.get("WORDNET", "")
    found = [Path(d) for d in ([named] if named else PLACES) if (Path(d) / "data.noun").is_file()]
    return found[0] if found else None


@cache
def _opened(directory: Path) -> WordNet:
    return WordNet(directory)


def wordnet() -> WordNet:
    """The WordNet of this machine."""
    directory = wordnet_directory()
    if directory is None:
        where = os.environ.get("WORDNET", "") or " and ".join(PLACES)
        raise InputError(f"no WordNet at {where}: apt install wordnet-base, or put its directory into $WORDNET")
    return _opened(directory)
