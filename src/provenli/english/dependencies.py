"""A dependency tree, as any parser of the English Universal or CLEAR labels gives it, without the parser.

The tree is a value of its own, so that rules about scope can be tested with trees written by hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from provenli.english.word_tables import words_in

PLACES = words_in("place nouns")
SUBJECTS = frozenset({"nsubj", "nsubjpass", "csubj", "csubjpass", "expl"})


@dataclass(frozen=True, slots=True)
class ParsedWord:
    """A word of a parser: *n't* and full stops are words too."""

    index: int
    text: str
    lemma: str
    tag: str
    """A tag of the Penn Treebank: NN, VBD, DT …"""
    dep: str
    head: int
    start: int
    end: int

    @property
    def low(self) -> str:
        return self.text.lower()

    @property
    def is_verb(self) -> bool:
        return self.tag[:2] in ("VB", "MD")

    @property
    def is_nominal(self) -> bool:
        return self.tag[:2] in ("NN", "PR", "CD") or self.dep in ("nsubj", "dobj", "pobj", "nsubjpass", "attr")


@dataclass(frozen=True)
class DependencyTree:
    text: str
    words: tuple[ParsedWord, ...]

    @cached_property
    def _children(self) -> tuple[tuple[int, ...], ...]:
        out: list[list[int]] = [[] for _ in self.words]
        for w in self.words:
            if w.head != w.index:
                out[w.head].append(w.index)
        return tuple(map(tuple, out))

    def children(self, index: int, *deps: str) -> Iterator[ParsedWord]:
        for k in self._children[index]:
            if not deps or self.words[k].dep in deps:
                yield self.words[k]

    def child(self, index: int, *deps: str) -> ParsedWord | None:
        return next(self.children(index, *deps), None)

    def subtree(self, index: int) -> frozenset[int]:
        out, stack = set(), [index]
        while stack:
            k = stack.pop()
            if k not in out:
                out.add(k)
                stack.extend(self._children[k])
        return frozenset(out)

    def without(self, index: int, left_out: Iterable[int]) -> frozenset[int]:
        """The subtree of a word, without the subtrees of some of its descendants."""
        out = set(self.subtree(index))
        for k in left_out:
            out -= self.subtree(k)
        return frozenset(out)

    def head(self, index: int) -> ParsedWord:
        return self.words[self.words[index].head]

    def clause(self, index: int) -> ParsedWord:
        """The verb, or the root, of the clause that a word stands in; prepositions and infinitives are skipped."""
        at = self.words[index]
        for _ in self.words:
            if (at.is_verb and at.dep not in ("aux", "auxpass", "amod")) or at.head == at.index:
                return at
            at = self.words[at.head]
        return at


def with_persons(tree: DependencyTree) -> DependencyTree:
    """*a dog in the house who barks*: a clause with *who* is about somebody, and not about a place."""
    words = list(tree.words)
    for w in tree.words:
        place = words[w.head]
        who = any(c.low in ("who", "whom") for c in tree.children(w.index))
        if w.dep != "relcl" or not who or place.dep != "pobj" or place.lemma not in PLACES:
            continue
        host = words[words[place.head].head]
        if not host.is_nominal:
            host = tree.child(host.index, "attr", "dobj", "nsubj") or place
        words[w.index] = replace(w, head=host.index)
    return replace(tree, words=tuple(words))


def is_doubtful(tree: DependencyTree) -> bool:
    """Whether the tree is hardly that of a sentence: its root is no verb, or that of an *if* clause; a verb has an
    article or two subjects, or is in a compound."""

    def is_odd(w: ParsedWord) -> bool:
        subjects = list(tree.children(w.index, "nsubj", "nsubjpass"))
        article = tree.child(w.index, "det")
        root = w.head == w.index and w.dep != "punct"
        return (
            (root and (not w.is_verb or tree.child(w.index, "mark") is not None))
            or len(subjects) > 1
            or (w.is_verb and w.tag != "VBG" and (article is not None or w.dep == "compound"))
        )

    return any(map(is_odd, tree.words))
