"""A grammar: rules, words and a start, checked when made and compiled once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import chain

from provenli.errors import GrammarError, UnknownName, suggestion
from provenli.grammar.chart import Index
from provenli.grammar.flat import FlatGrammar, FlatRule, feature_names, feature_values, flatten, productive
from provenli.grammar.open_words import OpenClass
from provenli.grammar.rules import Rule, Word, read_category
from provenli.grammar.tables import Tables
from provenli.grammar.tree import Leaf

# --- What can be wrong with a grammar, each said in one line when the grammar is made. ---


def check_source(start: str, rules: tuple[Rule, ...], words: tuple[Word, ...]) -> None:
    """Check what can be seen in the rules and words as written."""
    _check_duplicates(rules, words)
    _check_names(start, rules, words)
    _check_reach(start, rules)
    _check_features(rules, words)
    _check_productive(rules, words)


def check_flat(flat: FlatGrammar, rules: tuple[Rule, ...], words: tuple[Word, ...]) -> None:
    """Check what can be seen only once features are spelled out."""
    live = {f.rule for fs in flat.rules.values() for f in fs}
    for r in rules:
        if r not in live:
            raise GrammarError(f"rule '{r}' can never be used: no category has the features it asks for")
    used = {leaf.word for leaves in flat.leaves.values() for leaf in leaves}
    for w in words:
        if w not in used:
            raise GrammarError(f"word {w.lemma!r}: no rule uses {' or '.join(f.category for f in w.forms)}")
    _check_cycles(flat)


def _check_duplicates(rules: tuple[Rule, ...], words: tuple[Word, ...]) -> None:
    for r, times in Counter((r.text, r.name) for r in rules).items():
        if times > 1:
            raise GrammarError(f"rule '{r[0]}' is given {times} times; where two meanings are meant, give them names")
    for entry, times in Counter((w.lemma, f.category, f.text) for w in words for f in w.forms).items():
        if times > 1:
            raise GrammarError(f"word {entry[0]!r} is given {times} times as {entry[1]} {entry[2]!r}")


def _check_names(start: str, rules: tuple[Rule, ...], words: tuple[Word, ...]) -> None:
    made = {r.left.name for r in rules}
    known = made | {read_category(f.category).name for w in words for f in w.forms}
    name = read_category(start).name
    if name not in made:
        raise GrammarError(f"the start category {start!r} has no rule; {suggestion(name, made)}")
    for r in rules:
        for c in r.parts:
            if c.name not in known:
                raise GrammarError(
                    f"rule '{r}': the category {c.name!r} has no rule and no word; {suggestion(c.name, known)}"
                )
    used = {c.name for r in rules for c in r.parts} | {name}
    for w in words:
        names = [read_category(f.category).name for f in w.forms]
        if not used.intersection(names):
            raise GrammarError(
                f"word {w.lemma!r}: no rule uses the category {names[0]!r}; {suggestion(names[0], used)}"
                if names
                else f"word {w.lemma!r} has no forms"
            )


def _check_reach(start: str, rules: tuple[Rule, ...]) -> None:
    reached = {read_category(start).name}
    while True:
        more = {c.name for r in rules if r.left.name in reached for c in r.parts} - reached
        if not more:
            break
        reached |= more
    for r in rules:
        if r.left.name not in reached:
            raise GrammarError(f"rule '{r}': the category {r.left.name!r} cannot be reached from {start!r}")


def _check_features(rules: tuple[Rule, ...], words: tuple[Word, ...]) -> None:
    names = feature_names(rules, words)
    values = feature_values(rules, words)
    for r in rules:
        for feature in names[r.left.name]:
            if feature not in dict(r.left.features):
                raise GrammarError(
                    f"rule '{r}': the left-hand {r.left} must give the feature {feature!r}, "
                    f"which {r.left.name} has elsewhere"
                )
    for w in words:
        for f in w.forms:
            c = read_category(f.category)
            for feature in names[c.name]:
                if feature not in dict(c.features):
                    raise GrammarError(
                        f"word {w.lemma!r}: its category {c} must give the feature {feature!r}, "
                        f"which {c.name} has elsewhere"
                    )
    for feature, seen in values.items():
        if not seen:
            raise GrammarError(f"the feature {feature!r} has variables but no value anywhere; give some word a value")


def _check_productive(rules: tuple[Rule, ...], words: tuple[Word, ...]) -> None:
    by_left, leaves = productive(rules, words)
    alive = {read_category(c).name for c in (*by_left, *leaves)}
    for r in rules:
        if r.left.name not in alive:
            raise GrammarError(
                f"rule '{r}': the category {r.left.name!r} derives no finite text; "
                "give it a word, or a rule that does not lead back to it"
            )


def _check_cycles(flat: FlatGrammar) -> None:
    rules = [f for fs in flat.rules.values() for f in fs]
    alone = find_cycle(f for f in rules if len(f.right) == 1 and f.parts)
    if alone:
        raise GrammarError(
            f"rules derive {alone[0].left} from itself without adding a word: {_list(alone)}; "
            "every such sentence would have endlessly many derivations"
        )
    free = find_cycle(f for f in rules if not f.rule.level)
    if free:
        # The rule that puts a category directly inside itself is the one a reader would call the embedding.
        direct = [f for f in free if f.left in f.parts]
        raise GrammarError(f"rules can repeat for ever: {_list(free)}; give level=1 to '{(direct or free)[-1].rule}'")


def _list(cycle: list[FlatRule]) -> str:
    return ", ".join(dict.fromkeys(f"'{f.rule}'" for f in cycle))


def find_cycle(rules: Iterable[FlatRule]) -> list[FlatRule]:
    """Some rules that lead from a category back to it, or nothing."""
    edges: dict[str, list[tuple[str, FlatRule]]] = {}
    for f in rules:
        edges.setdefault(f.left, []).extend((c, f) for c in f.parts)
    finished: set[str] = set()
    for c in edges:
        found = _descend(c, edges, [], [], finished)
        if found:
            return found
    return []


def _descend(
    c: str, edges: Mapping[str, list[tuple[str, FlatRule]]], path: list[str], taken: list[FlatRule], finished: set[str]
) -> list[FlatRule]:
    if c in path:
        return taken[path.index(c) :]
    if c in finished:
        return []
    for target, f in edges.get(c, ()):
        found = _descend(target, edges, [*path, c], [*taken, f], finished)
        if found:
            return found
    finished.add(c)
    return []


class Grammar:
    """Never changed once made; two grammars are the same only if they are one object, since meanings are functions."""

    def __init__(
        self, start: str, rules: Iterable[Rule], words: Iterable[Word], open_classes: Iterable[OpenClass] = ()
    ) -> None:
        self.start = start
        self.rules = tuple(rules)
        self.words = tuple(words)
        self.open_classes = tuple(open_classes)
        check_source(self.start, self.rules, self.words)
        self.flat: FlatGrammar = flatten(self.start, self.rules, self.words)
        check_flat(self.flat, self.rules, self.words)

    def __repr__(self) -> str:
        return f"Grammar({self.start!r}, {len(self.rules)} rules, {len(self.words)} words)"

    @cached_property
    def derivation_table(self) -> Tables:
        return Tables(self.flat, words=True)

    @cached_property
    def shape_table(self) -> Tables:
        return Tables(self.flat, words=False)

    @cached_property
    def index(self) -> Index:
        return Index(self.flat)

    def matching(self, category: str | None = None) -> tuple[str, ...]:
        """The flat categories meant by `category`: NP stands for NP[num=sg] and NP[num=pl]; None for the start."""
        if category is None:
            return self.flat.starts
        found = self.flat.matching(category)
        if not found:
            raise UnknownName("category", category, self.flat.categories)
        return found

    @cached_property
    def _sampled(self) -> dict[str, tuple[Leaf, ...]]:
        return {c: tuple(leaf for leaf in leaves if leaf.word.sample) for c, leaves in self.flat.leaves.items()}

    def leaves(self, category: str, *, sample: bool = True) -> tuple[Leaf, ...]:
        """The words that can stand in a category, in the form it asks for; all words, or those that are sampled."""
        table = self._sampled if sample else self.flat.leaves
        return tuple(chain.from_iterable(table.get(c, ()) for c in self.matching(category)))
