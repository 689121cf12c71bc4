"""Word classes: exactly the words that the theory and the grammar cannot tell apart."""

from __future__ import annotations

from itertools import combinations

import pytest

from provenli.errors import FragmentError
from provenli.grammar import Grammar, adjective, determiner, fixed, intersect, noun, proper_name, rule, verb
from provenli.library.fragment_shelf import FRAGMENTS, load_fragment
from provenli.logic import quantifiers as q
from provenli.logic.formulas import Const, Not, Pred
from provenli.logic.names import Names
from provenli.logic.theory import Theory, excludes, isa
from provenli.pairs.classes import renamed_words, word_classes
from provenli.pairs.parts import Part

RULES = (
    rule("S -> PN IV[form=past]", lambda np, vp: np(vp)),
    rule("S -> Det Nb IV[form=past]", lambda det, n, v: det(n)(v)),
    rule("Nb -> N[num=sg]"),
    rule("Nb -> Adj N[num=sg]", intersect),
)
WORDS = (
    *(proper_name(n) for n in ("Ann", "Bob", "Cid")),
    *(noun(n) for n in ("dog", "cat", "animal", "stone", "rock")),
    *(verb(v, "IV") for v in ("run", "move", "walk", "sleep")),
    adjective("old"),
    fixed("Det", "every", determiner(q.EVERY)),
    noun("unicorn", sample=False),
)
GRAMMAR = Grammar("S", RULES, WORDS)


def groups(theory: Theory) -> set[frozenset[str]]:
    return {frozenset(w.lemma for w in c.words) for c in word_classes(GRAMMAR, theory).by_name.values()}


def test_without_a_theory_the_forms_decide() -> None:
    assert groups(Theory()) == {
        frozenset({"Ann", "Bob", "Cid"}),
        frozenset({"dog", "cat", "animal", "stone", "rock"}),
        frozenset({"run", "move", "walk", "sleep"}),
        frozenset({"old"}),
    }


def test_the_theory_tells_words_apart() -> None:
    found = groups(Theory((*isa("dog", "animal"), *isa("cat", "animal"), *isa("run", "move"), *isa("walk", "move"))))
    assert {frozenset({"dog", "cat"}), frozenset({"animal"}), frozenset({"stone", "rock"})} <= found
    assert {frozenset({"run", "walk"}), frozenset({"move"}), frozenset({"sleep"})} <= found


def test_symmetric_knowledge_keeps_words_together() -> None:
    assert frozenset({"stone", "rock"}) in groups(Theory((*isa("dog", "animal"), excludes("stone", "rock"))))
    both = Theory((*isa("dog", "stone"), *isa("cat", "rock")))
    assert frozenset({"dog"}) in groups(both), "dog and cat have each a word of their own above them"
    assert frozenset({"run", "sleep"}) <= next(g for g in groups(Theory((excludes("run", "sleep"),))) if "run" in g)


def test_axioms_count_too() -> None:
    axiom = Not(Pred("run", (Const("Ann"),)))
    found = groups(Theory((), (axiom,)))
    assert {frozenset({"Ann"}), frozenset({"Bob", "Cid"}), frozenset({"run"})} <= found


def test_words_that_are_not_sampled_or_have_no_symbol_have_no_class() -> None:
    known = word_classes(GRAMMAR, Theory()).of
    assert {w.lemma for w in GRAMMAR.words} - {w.lemma for w in known} == {"every", "unicorn"}


@pytest.mark.parametrize("name", FRAGMENTS)
def test_classes_of_the_shelf_are_what_the_theory_cannot_tell(name: str) -> None:
    """Every swap within a class maps the theory to itself; swaps between classes with the same forms do not."""
    fragment = load_fragment(name)
    classes = word_classes(fragment.grammar, fragment.theory)
    whole = (set(fragment.theory.clauses), set(fragment.theory.axioms))

    def alike(a: str, b: str) -> bool:
        moved = Names({a: b, b: a}, {a: b, b: a}).theory(fragment.theory)
        return (set(moved.clauses), set(moved.axioms)) == whole

    for c in classes.by_name.values():
        for a, b in combinations(c.words[:6], 2):
            assert alike(a.symbol, b.symbol), (a.lemma, b.lemma)
            assert [f.category for f in a.forms] == [f.category for f in b.forms]
    firsts = [c.words[0] for c in classes.by_name.values()]
    for a, b in combinations(firsts[:30], 2):
        if [f.category for f in a.forms] == [f.category for f in b.forms]:
            assert not alike(a.symbol, b.symbol), (a.lemma, b.lemma)


def test_stand_ins() -> None:
    theory = Theory((*isa("dog", "animal"), *isa("cat", "animal")))
    out = frozenset({"cat", "stone", "run"})  # what stands in for another word is not drawn itself
    found = renamed_words(GRAMMAR, theory, Part("test", 1, out, {"dog": "cat"}))
    assert {a.lemma: b.lemma for a, b in found.items()} == {"dog": "cat"}
    for wrong in ({"dog": "stone"}, {"dog": "run"}, {"dog": "every"}, {"dog": "zebra"}, {"dog": "cat", "stone": "cat"}):
        with pytest.raises(FragmentError):
            renamed_words(GRAMMAR, theory, Part("test", 1, out, wrong))
    with pytest.raises(FragmentError, match="drawn itself"):
        renamed_words(GRAMMAR, theory, Part("test", 1, frozenset(), {"dog": "cat"}))
