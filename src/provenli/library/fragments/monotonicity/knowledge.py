"""The knowledge base of Richardson et al. 2020 (Figure 8) as Algorithm 1 asks for it.

Contradictions follow the paper's rules, also where these are wrong: a contrary word anywhere, the main verb negated,
the subject's determiner exchanged for *no*.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, pairwise

from provenli.grammar import Address, Branch, Derivation, Grammar, Leaf, Node, Rule
from provenli.grammar.rules import Category
from provenli.grammar.tree import nodes_of, tokens_of
from provenli.library.fragments.monotonicity import grammar as a
from provenli.pairs.agreement import fit
from provenli.pairs.search import KnownRelation, Replacement

# --- orders on words: what is greater than, less than, equal or contrary to what --------------------------------------

NUMBERED = a.SAMPLED
EQUAL = (("every", "all", "each"), ("some", "a", "at least 1"))
BELOW = (
    ("every", "most"),
    ("most", "some"),
    ("many", "several"),
    ("several", "at least 3"),
    ("at least 2", "some"),
    ("the", "some"),
    ("some but not all", "some"),
    ("no", "at most 1"),
    ("no", "few"),
    *((f"at least {n + 1}", f"at least {n}") for n in NUMBERED),
    *((f"at most {n}", f"at most {n + 1}") for n in NUMBERED),
    *((f"exactly {n}", f"{bound} {n}") for n in NUMBERED for bound in ("at least", "at most")),
)
CONTRARY = (
    ("every", "some but not all"),
    ("many", "few"),
    ("at least 1", "no"),
    *((f"at most {n}", f"at least {n + 1}") for n in NUMBERED),
    *((f"exactly {n}", f"exactly {n + 1}") for n in NUMBERED),
)
DENIED = ("every", "all", "each", "some", "a", "many", "several", "most", *(f"at least {n}" for n in NUMBERED))
"""What *no* replaces in a subject, and the other way round."""


def orders() -> dict[str, frozenset[str]]:
    """All lemmas that are strictly greater than each lemma."""
    words = {next(iter(c.body)): set[str]() for c in a.FIGURE_8 if c.head}
    for c in a.FIGURE_8:
        if c.head:
            words[next(iter(c.body))] |= c.head
    greater = {_lemma(x): {_lemma(y) for y in ys} for x, ys in words.items()}
    greater |= {colour: {"brown or black"} for colour in a.COLOURS}
    for x, y in BELOW:
        for one in equals(x):
            greater.setdefault(one, set()).update(equals(y))
    while True:
        more = {x: ys.union(*(greater.get(y, set()) for y in ys)) for x, ys in greater.items()}
        if more == greater:
            return {x: frozenset(ys) for x, ys in greater.items()}
        greater = more


def contraries() -> dict[str, frozenset[str]]:
    pairs = [tuple(map(_lemma, c.body)) for c in a.FIGURE_8 if not c.head]
    pairs += [(x, y) for left, right in CONTRARY for x in equals(left) for y in equals(right)]
    found: dict[str, set[str]] = {}
    for x, y in pairs:
        found.setdefault(x, set()).add(y)
        found.setdefault(y, set()).add(x)
    return {x: frozenset(ys) for x, ys in found.items()}


def _lemma(symbol: str) -> str:
    return symbol.replace("_", " ")


def equals(determiner: str) -> tuple[str, ...]:
    return next((group for group in EQUAL if determiner in group), (determiner,))


GREATER = orders()
LESS = {y: frozenset(x for x, ys in GREATER.items() if y in ys) for y in frozenset().union(*GREATER.values())}
CONTRARIES = contraries()


def denied(determiner: str) -> tuple[str, ...]:
    return ("no",) if determiner in DENIED else ("some", "every", "many") if determiner == "no" else ()


def _related() -> dict[str, frozenset[str]]:
    """Each noun and verb with what is greater or less, and its contraries; the happy are not called sad."""
    found = {x: {x, *GREATER.get(x, ()), *LESS.get(x, ()), *CONTRARIES.get(x, ())} for x in a.PARAPHRASES}
    return {x: frozenset(ys) for x, ys in found.items()} | dict.fromkeys(("happy", "sad"), frozenset({"happy", "sad"}))


RELATED = _related()


# What can be added to a noun of the monotonicity fragments: who ran, who some cat inspected, with strong smell.


VERBS = ("inspect", "scratch", "sniff")
"""Verbs about which Figure 8 says nothing, so nothing in the sentence can conflict with them."""
SOMEBODY = ("some", "every"), ("dog", "cat", "quadruped")


def make(rule: Rule, category: str, *parts: Node) -> Branch:
    """The rule applied to parts, its fixed words put between them."""
    rest = iter(parts)
    return Branch(rule, category, tuple(next(rest) if isinstance(i, Category) else i for i in rule.right))


def kind_of(leaf: Leaf) -> str:
    return leaf.category.partition("[")[0]


@dataclass(frozen=True)
class Modifier:
    name: str
    rule: Rule
    """The rule by which it joins a noun."""
    node: Branch

    @cached_property
    def topics(self) -> frozenset[str]:
        return frozenset(topics(self.node))


def topics(node: Node) -> Iterator[str]:
    """Topics of a phrase: smells, moods and actions count as one topic each; for what one does to others, each word
    counts by itself."""
    for leaf in nodes_of(node):
        if isinstance(leaf, Leaf):
            kind = kind_of(leaf)
            if kind in ("IV", "AdjPred", "NSmell"):
                yield kind
            elif kind in ("TV", "N"):
                yield leaf.word.lemma


@dataclass(frozen=True)
class Modifiers:
    grammar: Grammar

    def new(self, d: Derivation, num: str) -> Iterator[Modifier]:
        """Phrases about something that the sentence does not mention yet. Adding *who slept* to *every dog ran* would
        presuppose what cannot be."""
        known = frozenset(topics(d.root))
        return (m for m in self._all[num] if not m.topics & known)

    @cached_property
    def _all(self) -> dict[str, tuple[Modifier, ...]]:
        return {num: (*self._phrases(), *self._clauses(num)) for num in ("sg", "pl")}

    def _phrases(self) -> Iterator[Modifier]:
        for rule in (a.WITH, a.WITHOUT):
            for adj in self.grammar.leaves("AdjSmell"):
                for noun in self.grammar.leaves("NSmell"):
                    yield Modifier("phrase", a.WITH_PP, make(rule, "PP", adj, noun))

    def _clauses(self, num: str) -> Iterator[Modifier]:
        for vp in self._predicates(f"VP[num={num}]", num):
            yield Modifier("relative", a.WITH_SRC, make(a.SRC, f"SRC[num={num}]", vp))
        for np in self._somebody:
            for tv in self._verbs("past"):
                yield Modifier("relative", a.WITH_ORC, make(a.ORC, "ORC", np, tv))

    def _predicates(self, category: str, num: str) -> Iterator[Branch]:
        for rule, form in ((a.DID, "past"), (a.DID_NOT, "base")):
            vb = f"VB[form={form}]"
            for iv in self.grammar.leaves(f"IV[form={form}]"):
                yield make(rule, category, make(a.ALONE, vb, iv))
            for tv in self._verbs(form):
                yield from (make(rule, category, make(a.WITH_OBJECT, vb, tv, np)) for np in self._somebody)
        be = self.grammar.leaves(f"BE[num={num}]")[0]
        for rule in (a.WAS, a.WAS_NOT):
            yield from (make(rule, category, be, adj) for adj in self.grammar.leaves("AdjPred"))

    def _verbs(self, form: str) -> tuple[Leaf, ...]:
        return tuple(x for x in self.grammar.leaves(f"TV[form={form}]") if x.word.lemma in VERBS)

    @cached_property
    def _somebody(self) -> tuple[Branch, ...]:
        determiners, nouns = SOMEBODY
        return tuple(
            make(a.PHRASE, "NP[anim=yes,num=sg]", det, make(a.BARE, "Nbar[anim=yes,num=sg]", noun))
            for det in self.grammar.leaves("Det[num=sg]")
            for noun in self.grammar.leaves("N[anim=yes,num=sg]")
            if det.word.lemma in determiners and noun.word.lemma in nouns
        )


KINDS = {"Det": "determiner", "N": "noun", "NSmell": "noun", "IV": "verb", "TV": "verb"}
DROPPED = {a.MODIFIED: "adjective", a.WITH_SRC: "relative", a.WITH_ORC: "relative", a.WITH_PP: "phrase"}
MIRRORED = {a.DID: a.DID_NOT, a.DID_NOT: a.DID, a.WAS: a.WAS_NOT, a.WAS_NOT: a.WAS}
RELATIVE = (a.WITH_SRC, a.WITH_ORC)
SUBJECT_DETERMINER, MAIN_VERB = "0.0", "1"


def relative_clauses(d: Derivation) -> int:
    return sum(isinstance(n, Branch) and n.category.startswith(("SRC", "ORC")) for n in nodes_of(d.root))


@dataclass(frozen=True)
class SayableSentences:
    grammar: Grammar
    most: int
    """How many relative clauses a sentence may have."""

    def accepts(self, d: Derivation) -> bool:
        """Whether anybody would say this. Left out are 'stared at at most 2 cats'; 'did not see no cat', which few
        would read as it is meant; and sentences that are impossible or empty by their verbs alone, such as 'every dog
        who slept moved' or 'who waltzed danced'."""
        doubled = any(x == y for x, y in pairwise(tokens_of(d.root)))
        return relative_clauses(d) <= self.most and not doubled and not _denied_twice(d) and not _related_verbs(d)

    def replacements(self, d: Derivation, address: Address, relation: KnownRelation) -> Iterable[Replacement]:
        node = d.at(address)
        if isinstance(node, Leaf):
            return self._words(node, address, relation)
        return self._phrases(d, address, node, relation) if isinstance(node, Branch) else ()

    def _words(self, leaf: Leaf, address: Address, relation: KnownRelation) -> Iterator[Replacement]:
        lemma, kind = leaf.word.lemma, KINDS.get(kind_of(leaf), "adjective")
        match relation:
            case "greater":
                yield from self._leaves(leaf, GREATER.get(lemma, ()), f"{kind}:up")
            case "less":
                yield from self._leaves(leaf, LESS.get(lemma, ()), f"{kind}:down")
            case "equal" if kind == "determiner":
                yield from self._leaves(leaf, (x for x in equals(lemma) if x != lemma), "determiner:same")
            case "negate":
                no = denied(lemma) if address == SUBJECT_DETERMINER else ()
                yield from self._leaves(leaf, no, "determiner:no")
                yield from self._leaves(leaf, CONTRARIES.get(lemma, frozenset()).difference(no), f"{kind}:contrary")

    def _leaves(self, leaf: Leaf, lemmas: Iterable[str], name: str) -> Iterator[Replacement]:
        """The words in the leaf's own form; determiners without that form (every, all) in the one they have."""
        wanted = frozenset(lemmas)
        if wanted:
            other = self._determiners if kind_of(leaf) == "Det" else ()
            found = {x.word.lemma: x for x in (*other, *self.grammar.leaves(leaf.category)) if x.word.lemma in wanted}
            yield from (Replacement(found[lemma], name) for lemma in sorted(found))

    @cached_property
    def _determiners(self) -> tuple[Leaf, ...]:
        return self.grammar.leaves("Det")

    @cached_property
    def _modifiers(self) -> Modifiers:
        return Modifiers(self.grammar)

    def _phrases(self, d: Derivation, address: Address, node: Branch, relation: KnownRelation) -> Iterator[Replacement]:
        if relation == "greater" and node.rule in DROPPED:
            rest = make(a.BARE, node.category, node.children[1]) if node.rule == a.MODIFIED else node.children[0]
            yield Replacement(rest, f"drop:{DROPPED[node.rule]}")
        elif relation == "less" and node.category.startswith("Nbar"):
            yield from self._narrowed(d, address, node)
        elif relation == "negate" and address == MAIN_VERB:
            yield from self._mirrored(node)

    def _mirrored(self, vp: Branch) -> Iterator[Replacement]:
        """The main verb negated, or no longer negated."""
        parts = [c for c in vp.children if isinstance(c, Branch | Leaf)]
        if vp.rule in (a.DID, a.DID_NOT):
            form = "past" if vp.rule == a.DID_NOT else "base"
            changed = fit(self.grammar, parts[0], f"VB[form={form}]")
            parts = [changed] if isinstance(changed, Branch) else []
        if parts:
            yield Replacement(make(MIRRORED[vp.rule], vp.category, *parts), "verb:negated")

    def _narrowed(self, d: Derivation, address: Address, node: Branch) -> Iterator[Replacement]:
        anim, _, num = node.category.removeprefix("Nbar[").removesuffix("]").partition(",num=")
        if node.rule == a.BARE:
            for adj in self.grammar.leaves(f"Adj[{anim}]", sample=False):
                yield Replacement(make(a.MODIFIED, node.category, adj, node.children[0]), "add:adjective")
        above = d.at(address.rpartition(".")[0])
        if anim == "anim=yes" and isinstance(above, Branch) and above.rule == a.PHRASE and node.rule not in RELATIVE:
            # At the end of a noun phrase, and never two clauses in a row: a second one would join the nearest noun.
            for m in self._modifiers.new(d, num):
                if m.rule != a.WITH_PP or node.rule != a.WITH_PP:
                    yield Replacement(make(m.rule, node.category, node, m.node), f"add:{m.name}")


def _denied_twice(d: Derivation) -> bool:
    for node in nodes_of(d.root):
        if isinstance(node, Branch) and node.rule == a.DID_NOT:
            vb = node.children[1]
            if isinstance(vb, Branch) and vb.rule == a.WITH_OBJECT and tokens_of(vb.children[1])[0] == "no":
                return True
    return False


def _related_verbs(d: Derivation) -> bool:
    verbs = [leaf.word.lemma for _, leaf in d.leaves() if kind_of(leaf) in ("IV", "TV", "AdjPred")]
    return any(y in RELATED[x] for x, y in combinations(verbs, 2))
