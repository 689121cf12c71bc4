"""Trees of every row of a file, for models that compose along them: each sentence's own, and the aligned one.

Words that a rule brings, such as *did not*, are leaves of their own, so that a model which sees nothing but words still
sees them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from provenli.data.matched_rows import Group, Origin, Place, matched
from provenli.data.trees import AlignedTree, Tree
from provenli.errors import InputError
from provenli.grammar import Derivation, Leaf, Particle, Word
from provenli.grammar.tree import Branch, Node
from provenli.models.examples import Examples
from provenli.pairs.abstracting import form_number
from provenli.pairs.aligning import EMPTY, Side, base
from provenli.pairs.making import Sentences
from provenli.pairs.pattern import Pattern
from provenli.pairs.schemas import Progress, silent
from provenli.splits.pair_trees import Functions, PairTrees
from provenli.splits.pair_trees import Node as PairNode

PARTICLE = "words of the rule"


def with_trees(
    examples: Examples, path: Path, origins: Mapping[str, Origin], workers: int = 1, progress: Progress = silent
) -> Examples:
    """The examples of the file with the trees of their rows; as they are, where some row has none."""
    functions = Functions()
    makers = {name: _Maker(PairTrees(o, functions)) for name, o in origins.items()}
    sentences: list[tuple[Tree, Tree] | None] = [None] * len(examples)
    aligned: list[AlignedTree | None] = [None] * len(examples)
    for place, group in matched(path, origins, workers, progress).items():
        maker = makers[place.origin]
        if not maker.has_trees(place):
            return examples
        for line, tree in zip(group.lines.tolist(), maker.aligned(place, group), strict=True):
            aligned[line - 1] = tree
        for line, pair in zip(group.lines.tolist(), maker.sentences(place, group), strict=True):
            sentences[line - 1] = pair
    if None in aligned or None in sentences:
        raise InputError(f"{path} was changed while it was read")
    return replace(examples, trees=[t for t in sentences if t], aligned=[t for t in aligned if t])


class _Maker:
    def __init__(self, trees: PairTrees) -> None:
        self._trees, self._functions = trees, trees.functions
        self._shapes: dict[int, tuple[tuple[str, ...], tuple[tuple[int, ...], ...], list[int | tuple[str, str]]]] = {}

    def has_trees(self, place: Place) -> bool:
        return self._trees.origin.pattern(place.pattern).sentences is not None

    # --- premise and hypothesis side by side ---

    def aligned(self, place: Place, group: Group) -> Iterator[AlignedTree]:
        nodes = self._trees.tree(place)
        assert nodes is not None
        locals_ = self._trees.locals(place, group)[:, :-1]
        kinds, children, sources = self._shape(place.pattern, nodes)
        names, given = self._functions.names, self._functions.locals
        for row in locals_.tolist():
            words: list[tuple[str, str] | None] = []
            values: list[str] = []
            for k, source in enumerate(sources):
                if isinstance(source, tuple):
                    words.append(source)
                    values.append("/".join(source))
                else:
                    pair = given[row[source]].given
                    words.append(None if children[k] else (pair[0].lower(), pair[1].lower()))
                    values.append(names[self._functions.value_of[row[source]]])
            yield AlignedTree(kinds, children, tuple(words), tuple(values))

    def _shape(
        self, pattern: int, nodes: tuple[PairNode, ...]
    ) -> tuple[tuple[str, ...], tuple[tuple[int, ...], ...], list[int | tuple[str, str]]]:
        """Kinds and children; and for each node the number of the pattern's node, or the words of a rule."""
        if pattern not in self._shapes:
            kinds: list[str] = []
            children: list[tuple[int, ...]] = []
            sources: list[int | tuple[str, str]] = []
            place: dict[int, int] = {}
            for k, node in enumerate(nodes):
                below = [place[b] for b in node.below]
                brought = _brought(node)
                if brought != (EMPTY, EMPTY):
                    below.insert(0, len(kinds))
                    kinds.append(PARTICLE)
                    children.append(())
                    sources.append(brought)
                place[k] = len(kinds)
                kinds.append(node.kind)
                children.append(tuple(below))
                sources.append(k)
            self._shapes[pattern] = tuple(kinds), tuple(children), sources
        return self._shapes[pattern]

    # --- each sentence alone ---

    def sentences(self, place: Place, group: Group) -> Iterator[tuple[Tree, Tree]]:
        remade = self._trees.origin.pattern(place.pattern)
        assert remade.sentences is not None
        found = remade.sentences()
        sides = [_outline(d, found) for d in (found.premise, found.hypothesis)]
        for words, turned in zip(group.words.tolist(), group.turned.tolist(), strict=True):
            made = [
                Tree(tuple(self._text(x, words, turned, place, remade.pattern) for x in labels), children)
                for labels, children in sides
            ]
            yield made[0], made[1]

    def _text(
        self, label: str | tuple[int, int], words: list[int], turned: list[int], place: Place, pattern: Pattern
    ) -> str:
        if isinstance(label, str):
            return label
        slot, form = label
        if slot < 0:
            return pattern.switches[-1 - slot].words[turned[-1 - slot]].lower()
        word: Word = self._trees.origin.word(place.part, pattern.slots[slot], words[slot])
        return word.forms[form].text.lower()


def _brought(node: PairNode) -> tuple[str, str]:
    if node.made is None:
        return EMPTY, EMPTY
    return _particles(node.made.premise), _particles(node.made.hypothesis)


def _particles(side: Side | None) -> str:
    if side is None or side.rule is None:
        return EMPTY
    return " ".join(i.text for i in side.rule.right if isinstance(i, Particle) and i.text != ",") or EMPTY


def _outline(
    d: Derivation, sentences: Sentences
) -> tuple[list[str | tuple[int, int]], tuple[tuple[int, ...], ...]]:
    """Post-order: of a leaf its text, or its slot and form (a switch as −1 − number); of a branch its rule."""
    labels: list[str | tuple[int, int]] = []
    children: list[tuple[int, ...]] = []

    def visit(node: Node) -> int:
        below: tuple[int, ...] = ()
        match node:
            case Branch(rule, _, parts):
                below = tuple(visit(p) for p in parts if not (isinstance(p, Particle) and p.text == ","))
                labels.append(base(rule.text.partition(" -> ")[0]))
            case Leaf(word, _) if word in sentences.slots:
                labels.append((sentences.slots[word], form_number(node)))
            case Leaf(word, _) if word in sentences.switches:
                labels.append((-1 - sentences.switches[word], 0))
            case Leaf(_, form):
                labels.append(form.text.lower())
            case _:
                labels.append(str(getattr(node, "text", "")).lower())
        children.append(below)
        return len(labels) - 1

    visit(d.root)
    return labels, tuple(children)
