"""The composition tree of a pair, given by the fragment's own grammar: premise and hypothesis side by side.

Pairs have trees of different shapes, but nodes that are made by the same rules share a function (phrase_relations.py).
So what a training set shows is, for each function, which local inputs it has been given, wherever in a tree that was.
At the top the relation of the sentences becomes the label. Sometimes the tree is not enough for that, since the label
follows only from several parts together (a is taller than b, and b than c). Then the schema of the pair is a second
input at the top: it was decided as a whole, so it can only be shown as a whole.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import prod
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from provenli.data.matched_rows import Group, Origin, Place
from provenli.fairness.alignment import EMPTY, AlignedSide, Pairing, aligned, base
from provenli.fairness.phrase_relations import Comparing, MadePhrase, Related, Value
from provenli.grammar import Word
from provenli.labels import LABELS, folded_into
from provenli.logic.relations import label
from provenli.pairs.fragment import Sentences
from provenli.pairs.pattern import Pattern, Turn

Numbers: TypeAlias = NDArray[np.int64]
TOP = "label of the pair"
SOURCE = "sentences of a source"
OPAQUE = "opaque"


@dataclass(frozen=True, slots=True)
class Local:
    """A local input: the function, and what it is given."""

    function: str
    given: tuple[str, ...]

    def __str__(self) -> str:
        return f"({', '.join(self.given)})"


class Functions:
    """All local inputs, numbered, with their values. A local input must have one value: it is a function, as the tree
    claims."""

    def __init__(self) -> None:
        self.locals: list[Local] = []
        self.value_of: list[int] = []
        self.names: list[str] = []
        self._values: dict[str, int] = {}
        self._numbers: dict[Local, int] = {}
        self._column: Numbers = np.zeros(0, dtype=np.int64)
        self.of_words: set[int] = set()
        """The local inputs that are words, or sentences of a source."""

    def value(self, name: str) -> int:
        if name not in self._values:
            self._values[name] = len(self.names)
            self.names.append(name)
        return self._values[name]

    def values_of(self, locals_: Numbers) -> Numbers:
        """An array of the list, kept up to date with it: it is needed at every node."""
        known = len(self._column)
        if known < len(self.value_of):
            self._column = np.concatenate([self._column, np.array(self.value_of[known:], dtype=np.int64)])
        return self._column[locals_]

    def local(self, function: str, given: tuple[str, ...], value: str, full: str = "") -> int:
        """`full`: the name that distinguishes a function from another that looks the same without agreement
        features."""
        local, wanted = Local(function, given), self.value(value)
        number = self._numbers.get(local)
        if number is not None and self.value_of[number] != wanted:
            assert full not in ("", function), f"{local} of {function} has two values"
            return self.local(full, given, value)
        if number is None:
            number = self._numbers[local] = len(self.locals)
            self.locals.append(local)
            self.value_of.append(wanted)
        return number


# --- the tree of a pattern --------------------------------------------------------------------------------------------


Word_: TypeAlias = Word | int | None
"""What stands at a leaf: a word, a slot (its number), a switch (as −1 − number), or nothing."""


@dataclass(frozen=True, slots=True)
class PairNode:
    """`leaf`: premise and hypothesis. `below`: the places of the children, which come before."""

    kind: str
    leaf: tuple[Word_, Word_] | None
    below: tuple[int, ...] = ()
    made: MadePhrase | None = None
    full: str = ""


def nodes_of(sentences: Sentences) -> tuple[PairNode, ...]:
    """Children first, the root last."""
    out: list[PairNode] = []

    def visit(p: Pairing) -> int:
        below = tuple(map(visit, p.children))
        if p.leaf:
            out.append(PairNode(p.kind, (_word(p.premise, sentences), _word(p.hypothesis, sentences))))
        else:
            full = " / ".join(EMPTY if s is None else str(s.rule or EMPTY) for s in p.sides)
            out.append(PairNode(p.kind, None, below, MadePhrase(p.kind, p.premise, p.hypothesis), full))
        return len(out) - 1

    visit(aligned(sentences.premise, sentences.hypothesis))
    return tuple(out)


def _word(side: AlignedSide | None, sentences: Sentences) -> Word_:
    if side is None or side.word is None:
        return None
    word = side.word.word
    return sentences.slots.get(word, -1 - sentences.switches[word] if word in sentences.switches else word)


# --- rows -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PairTrees:
    """Trees of the rows of one data set, as numbers of local inputs."""

    origin: Origin
    functions: Functions
    _trees: dict[int, tuple[PairNode, ...]] = field(default_factory=dict)
    _objects: dict[int, Value] = field(default_factory=dict)
    _worded: dict[tuple[str, Word | None, Word | None], int] = field(default_factory=dict)
    _composed: dict[tuple[MadePhrase, tuple[int, ...]], int] = field(default_factory=dict)

    @cached_property
    def comparing(self) -> Comparing:
        s = self.origin.subject
        return Comparing(s.fragment.theory, s.classes, s.fragment.reading.existential_import != "no")

    @cached_property
    def _switched(self) -> Mapping[tuple[str, str], Word]:
        words = self.origin.subject.fragment.grammar.words
        return {(base(f.category), w.lemma): w for w in words for f in w.forms}

    def locals(self, place: Place, group: Group) -> Numbers:
        """The local input of each row at each node, the label's last."""
        remade = self.origin.pattern(place.pattern)
        if remade.sentences is None:
            columns = list(self._of_source(remade.pattern, group))
            top = np.full(len(group.lines), self.functions.value(OPAQUE))
        else:
            columns = self._of_tree(place, remade.pattern, remade.sentences, group)
            top = self._values(columns[-1])
        return np.stack([*columns, self._labels(top, group)], axis=1)

    def tree(self, place: Place) -> tuple[PairNode, ...] | None:
        sentences = self.origin.pattern(place.pattern).sentences
        if sentences is not None and place.pattern not in self._trees:
            self._trees[place.pattern] = nodes_of(sentences())
        return self._trees.get(place.pattern)

    def _values(self, locals_: Numbers) -> Numbers:
        return self.functions.values_of(locals_)

    def _of_tree(
        self, place: Place, pattern: Pattern, sentences: Callable[[], Sentences], group: Group
    ) -> list[Numbers]:
        nodes = self.tree(place)
        assert nodes is not None
        stand_ins = {-1 - k: base(w.forms[0].category) for w, k in sentences().switches.items()}
        found: list[Numbers] = []
        values: list[Numbers] = []
        for node in nodes:
            if node.leaf is not None:
                found.append(self._leaf(node, place, pattern, stand_ins, group))
            else:
                given = np.stack([values[k] for k in node.below], axis=1)
                found.append(each(given, lambda row, n=node: self._compose(n, row)))  # type: ignore[misc]
            values.append(self._values(found[-1]))
        return found

    def _leaf(
        self, node: PairNode, place: Place, pattern: Pattern, stand_ins: Mapping[int, str], group: Group
    ) -> Numbers:
        assert node.leaf is not None
        columns = np.stack([_column(side, group) for side in node.leaf], axis=1)

        def words(row: tuple[int, ...]) -> int:
            sides = zip(node.leaf or (), row, strict=True)
            return self._of_words(node.kind, *(self._found(s, k, place, pattern, stand_ins) for s, k in sides))

        return each(columns, words)

    def _of_words(self, kind: str, premise: Word | None, hypothesis: Word | None) -> int:
        key = kind, premise, hypothesis
        if key not in self._worded:
            value = self.comparing.words(premise, hypothesis)
            given = tuple(EMPTY if w is None else w.lemma for w in (premise, hypothesis))
            self._worded[key] = self.functions.local(kind, given, str(value))
            self.functions.of_words.add(self._worded[key])
            self._objects[self.functions.value_of[self._worded[key]]] = value
        return self._worded[key]

    def _found(
        self, side: Word_, number: int, place: Place, pattern: Pattern, stand_ins: Mapping[int, str]
    ) -> Word | None:
        if side is None or isinstance(side, Word):
            return side
        if side >= 0:
            return self.origin.word(place.part, pattern.slots[side], number)
        return self._switched[stand_ins[side], pattern.switches[-1 - side].words[number]]

    def _compose(self, node: PairNode, below: tuple[int, ...]) -> int:
        assert node.made is not None
        key = node.made, below
        if key not in self._composed:
            value = self.comparing.phrases(node.made, tuple(self._objects[k] for k in below))
            given = tuple(self.functions.names[k] for k in below)
            number = self.functions.local(node.kind, given, str(value), node.full)
            self._objects[self.functions.value_of[number]] = value
            self._composed[key] = number
        return self._composed[key]

    def _of_source(self, pattern: Pattern, group: Group) -> list[Numbers]:
        """Sentences without a meaning here, and the word that was switched: each is an input as a whole."""
        text = tuple(
            "".join("…" if isinstance(p, Turn) else str(p) for p in side)
            for side in (pattern.premise, pattern.hypothesis)
        )
        whole = self.functions.local(SOURCE, text, OPAQUE)
        self.functions.of_words.add(whole)
        columns = [np.full(len(group.lines), whole)]
        for k, switch in enumerate(pattern.switches):

            def word(row: tuple[int, ...], words: tuple[str, ...] = switch.words) -> int:
                number = self.functions.local("word before a source", (words[row[0]],), OPAQUE)
                self.functions.of_words.add(number)
                return number

            columns.append(each(group.turned[:, k : k + 1].astype(np.int64), word))
        return columns

    def _labels(self, top: Numbers, group: Group) -> Numbers:
        schemas, labels = self.origin.schemas, self.origin.subject.fragment.labels
        given = np.stack([top, group.schemas.astype(np.int64), group.labels.astype(np.int64)], axis=1)

        def of_pair(row: tuple[int, ...]) -> int:
            value, decided = self._objects.get(row[0]), LABELS[row[2]]
            known = isinstance(value, Related) and value.relation is not None
            enough = known and folded_into(label(value.relation), labels) == decided  # type: ignore[union-attr, arg-type]
            inputs = (self.functions.names[row[0]], *(() if enough else (schemas[row[1]][1],)))
            return self.functions.local(TOP, inputs, decided)

        return each(given, of_pair)


def _column(side: Word_, group: Group) -> Numbers:
    if isinstance(side, int):
        found = group.words[:, side] if side >= 0 else group.turned[:, -1 - side]
        return found.astype(np.int64)
    return np.zeros(len(group.lines), dtype=np.int64)


def each(rows: Numbers, work: Callable[[tuple[int, ...]], int]) -> Numbers:
    """The result of `work` for every row; it is called once for equal rows."""
    low, high = rows.min(axis=0), rows.max(axis=0)
    if (low == high).all():
        return np.full(len(rows), work(tuple(low.tolist())))
    sizes = (high - low + 1).tolist()
    if prod(sizes) < 2**62:
        weights = [prod(sizes[k + 1 :]) for k in range(len(sizes))]
        keys = (rows - low) @ np.array(weights, dtype=np.int64)
    else:
        keys = np.unique(rows, axis=0, return_inverse=True)[1].ravel()
    _, first, back = np.unique(keys, return_index=True, return_inverse=True)
    return np.array([work(tuple(row)) for row in rows[first].tolist()])[back]
