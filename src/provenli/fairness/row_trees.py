"""Trees of every row of a file, for models that compose along them: each sentence's own, and the aligned one.

Words that a rule brings, such as *did not*, are leaves of their own, so that a model which sees nothing but words still
sees them. In a sentence's own tree every word is a leaf, as it stands in the text, marks left out. Aligned trees are
coarser: *at least three* is one leaf, and words without a meaning, such as *which*, are written in one way.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

from provenli.data.manifest import NAME as MANIFEST
from provenli.data.matched_rows import Group, Origin, Place, matched
from provenli.data.trees import AlignedTree, Tree
from provenli.errors import InputError, ProveNLIError
from provenli.fairness.alignment import EMPTY, AlignedSide, base
from provenli.fairness.composed_rows import composition_of, with_shared_trees
from provenli.fairness.fair import FragmentOf, places
from provenli.fairness.pair_trees import Functions, PairNode, PairTrees
from provenli.grammar import Derivation, Leaf, Particle, Word
from provenli.grammar.tree import Branch, Node
from provenli.models.examples import Examples, read_examples
from provenli.models.headed_trees import with_headed_trees
from provenli.models.parsed_trees import with_parsed_trees
from provenli.models.protocol import ALIGNED, HEADED, PARSED, TREES, Model
from provenli.pairs.abstraction import form_number
from provenli.pairs.fragment import Sentences
from provenli.pairs.pattern import Pattern
from provenli.progress import Progress, silent

PARTICLE, WORDS = "words of the rule", "words"
MEANINGLESS = -1
"""Stands in place of the form of a word that has no meaning, only a text."""
WIDEST = 4
"""Children of a node, at most, that networks compose at once (models/forest.py)."""


def read_for(
    model: Model, file: Path, fragment_of: FragmentOf, workers: int = 1, progress: Progress = silent
) -> Examples:
    """The examples of a file, with trees if the model needs them and the fragment gives them. A tree that all rows
    share costs nothing and tells where phrases are, so models of text get it too; they can do without."""
    examples = read_examples(file)
    if PARSED in model.needs and len(examples):
        return with_parsed_trees(examples, file)
    if not len(examples) or not (file.parent / MANIFEST).is_file():
        return examples
    if model.needs & {TREES, ALIGNED, HEADED}:
        found = with_trees(examples, file, places(file.parent, fragment_of)[0].origins, workers, progress)
        return with_headed_trees(found) if HEADED in model.needs else found
    try:
        task = composition_of(places(file.parent, fragment_of)[0].origins.values())
    except ProveNLIError:  # such as a data set of the user's own fragment, whose file is not at hand
        return examples
    return examples if task is None else with_shared_trees(examples, task.tree)


def with_trees(
    examples: Examples, path: Path, origins: Mapping[str, Origin], workers: int = 1, progress: Progress = silent
) -> Examples:
    """The examples of the file with the trees of their rows; unchanged if some row has none."""
    task = composition_of(origins.values())
    if task is not None:
        return with_shared_trees(examples, task.tree)
    functions = Functions()
    makers = {name: _TreeMaker(PairTrees(o, functions)) for name, o in origins.items()}
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


class _TreeMaker:
    def __init__(self, trees: PairTrees) -> None:
        self._trees, self._functions = trees, trees.functions
        self._shapes: dict[int, Outline] = {}

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
                if source is None:
                    words.append(None)
                    values.append(" + ".join(values[b] for b in children[k]))
                elif isinstance(source, tuple):
                    words.append(source)
                    values.append("/".join(source))
                else:
                    pair = given[row[source]].given
                    words.append(None if children[k] else (pair[0].lower(), pair[1].lower()))
                    values.append(names[self._functions.value_of[row[source]]])
            yield AlignedTree(kinds, children, tuple(words), tuple(values))

    def _shape(self, pattern: int, nodes: tuple[PairNode, ...]) -> Outline:
        if pattern not in self._shapes:
            self._shapes[pattern] = _outlined(nodes)
        return self._shapes[pattern]

    # --- each sentence alone ---

    def sentences(self, place: Place, group: Group) -> Iterator[tuple[Tree, Tree]]:
        remade = self._trees.origin.pattern(place.pattern)
        assert remade.sentences is not None
        found = remade.sentences()
        sides = [_outline(d, found) for d in (found.premise, found.hypothesis)]
        for words, turned in zip(group.words.tolist(), group.turned.tolist(), strict=True):
            made = [
                spelled(Tree(tuple(self._text(x, words, turned, place, remade.pattern) for x in labels), children))
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
        return word.lemma.strip().lower() if form == MEANINGLESS else word.forms[form].text.lower()


def spelled(tree: Tree) -> Tree:
    """Every word becomes a leaf; a leaf without a word, such as an omitted relative pronoun, becomes none."""
    if all(
        below or label.count(" ") == 0 < len(label) for label, below in zip(tree.labels, tree.children, strict=True)
    ):
        return tree
    labels: list[str] = []
    children: list[tuple[int, ...]] = []

    def add(label: str, below: tuple[int, ...]) -> int:
        labels.append(label)
        children.append(below)
        return len(labels) - 1

    place: list[int | None] = []
    for label, below in zip(tree.labels, tree.children, strict=True):
        found = [add(w, ()) for w in label.split()] if not below else [p for b in below if (p := place[b]) is not None]
        if not below and len(found) > 1:
            while len(found) > WIDEST:
                found[:2] = [add(WORDS, (found[0], found[1]))]
            found = [add(WORDS, tuple(found))]
        place.append(add(label, tuple(found)) if below and found else found[0] if found else None)
    return Tree(tuple(labels), tuple(children))


Outline: TypeAlias = tuple[tuple[str, ...], tuple[tuple[int, ...], ...], list[int | tuple[str, str] | None]]
"""Kinds and children; and for each node the number of the pattern's node, the words of a rule, or nothing if it only
groups children that are too many for one node."""


def _outlined(nodes: tuple[PairNode, ...]) -> Outline:
    kinds: list[str] = []
    children: list[tuple[int, ...]] = []
    sources: list[int | tuple[str, str] | None] = []
    place: dict[int, int] = {}

    def add(kind: str, below: tuple[int, ...], source: int | tuple[str, str] | None) -> int:
        kinds.append(kind)
        children.append(below)
        sources.append(source)
        return len(kinds) - 1

    for k, node in enumerate(nodes):
        below = [place[b] for b in node.below]
        if (brought := _brought(node)) != (EMPTY, EMPTY):
            below.insert(0, add(PARTICLE, (), brought))
        while len(below) > WIDEST:
            below[:2] = [add(f"{node.kind}, in part", (below[0], below[1]), None)]
        place[k] = add(node.kind, tuple(below), k)
    return tuple(kinds), tuple(children), sources


def _brought(node: PairNode) -> tuple[str, str]:
    if node.made is None:
        return EMPTY, EMPTY
    return _particles(node.made.premise), _particles(node.made.hypothesis)


def _particles(side: AlignedSide | None) -> str:
    if side is None or side.rule is None:
        return EMPTY
    return " ".join(i.text for i in side.rule.right if isinstance(i, Particle) and i.text != ",") or EMPTY


def _outline(d: Derivation, sentences: Sentences) -> tuple[list[str | tuple[int, int]], tuple[tuple[int, ...], ...]]:
    """Post-order: of a leaf its text, or its slot and form (a switch as −1 − number); of a branch its rule."""
    labels: list[str | tuple[int, int]] = []
    children: list[tuple[int, ...]] = []
    next_of = dict(sentences.in_order)

    def visit(node: Node) -> int:
        below: tuple[int, ...] = ()
        match node:
            case Branch(rule, _, parts):
                found = [visit(p) for p in parts if not (isinstance(p, Particle) and p.text == ",")]
                left = base(rule.text.partition(" -> ")[0])
                while len(found) > WIDEST:
                    labels.append(f"{left}, in part")
                    children.append((found[0], found[1]))
                    found[:2] = [len(labels) - 1]
                below = tuple(found)
                labels.append(left)
            case Leaf(word, _) if word in sentences.slots:
                labels.append((sentences.slots[word], form_number(node)))
            case Leaf(word, _) if word in sentences.switches:
                labels.append((-1 - sentences.switches[word], 0))
            case Leaf(_, form) if base(form.category) in next_of:
                labels.append((next_of[base(form.category)], MEANINGLESS))
                next_of[base(form.category)] += 1
            case Leaf(_, form):
                labels.append(form.text.lower())
            case _:
                labels.append(str(getattr(node, "text", "")).lower())
        children.append(below)
        return len(labels) - 1

    visit(d.root)
    return labels, tuple(children)
