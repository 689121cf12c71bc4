"""The knowledge base of paper 004 (Figure 8) as Algorithm 1 asks for it.

Contradictions follow the paper's rules, also where these are wrong: a contrary word anywhere, the main verb negated,
the subject's determiner exchanged for *no*.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, pairwise

from provenli.grammar import Address, Branch, Derivation, Grammar, Leaf
from provenli.grammar.tree import tokens_of, walk
from provenli.library import animals as a
from provenli.library.animal_modifiers import Modifiers, kind_of, make
from provenli.library.animal_orders import CONTRARIES, GREATER, LESS, RELATED, denied, equals
from provenli.pairs.agreement import fit
from provenli.pairs.search import Relation, Replacement

KINDS = {"Det": "determiner", "N": "noun", "NSmell": "noun", "IV": "verb", "TV": "verb"}
DROPPED = {a.MODIFIED: "adjective", a.WITH_SRC: "relative", a.WITH_ORC: "relative", a.WITH_PP: "phrase"}
MIRRORED = {a.DID: a.DID_NOT, a.DID_NOT: a.DID, a.WAS: a.WAS_NOT, a.WAS_NOT: a.WAS}
RELATIVE = (a.WITH_SRC, a.WITH_ORC)
SUBJECT_DETERMINER, MAIN_VERB = "0.0", "1"


def relative_clauses(d: Derivation) -> int:
    return sum(isinstance(n, Branch) and n.category.startswith(("SRC", "ORC")) for _, n in walk(d.root))


@dataclass(frozen=True)
class Knowledge:
    grammar: Grammar
    most: int
    """How many relative clauses a sentence may have."""

    def accepts(self, d: Derivation) -> bool:
        """Whether anybody would say this.

        Left out: 'stared at at most 2 cats'; 'did not see no cat', which few would read as it is meant; sentences that
        are impossible or empty by their verbs alone, such as 'every dog who slept moved' or 'who waltzed danced'.
        """
        doubled = any(x == y for x, y in pairwise(tokens_of(d.root)))
        return relative_clauses(d) <= self.most and not doubled and not _denied_twice(d) and not _related_verbs(d)

    def replacements(self, d: Derivation, address: Address, relation: Relation) -> Iterable[Replacement]:
        node = d.at(address)
        if isinstance(node, Leaf):
            return self._words(node, address, relation)
        return self._phrases(d, address, node, relation) if isinstance(node, Branch) else ()

    def _words(self, leaf: Leaf, address: Address, relation: Relation) -> Iterator[Replacement]:
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
        """The words in the leaf's own form; determiners without it (every, all) in the one they have."""
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

    def _phrases(self, d: Derivation, address: Address, node: Branch, relation: Relation) -> Iterator[Replacement]:
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
    for _, node in walk(d.root):
        if isinstance(node, Branch) and node.rule == a.DID_NOT:
            vb = node.children[1]
            if isinstance(vb, Branch) and vb.rule == a.WITH_OBJECT and tokens_of(vb.children[1])[0] == "no":
                return True
    return False


def _related_verbs(d: Derivation) -> bool:
    verbs = [leaf.word.lemma for _, leaf in d.leaves() if kind_of(leaf) in ("IV", "TV", "AdjPred")]
    return any(y in RELATED[x] for x, y in combinations(verbs, 2))
