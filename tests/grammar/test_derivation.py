import sys
from collections.abc import Iterator
from functools import cache
from itertools import combinations, islice, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from provenli.errors import GrammarError, SentenceError, UnknownName
from provenli.grammar import (
    Branch,
    Derivation,
    Grammar,
    Leaf,
    Particle,
    enumerate_derivations,
    fixed,
    negated,
    parse,
    predicate,
    proper_name,
    rule,
    sample,
)
from provenli.grammar import tree as recursion_room
from provenli.logic.formulas import (
    And,
    Const,
    Formula,
    Mark,
    Not,
    Or,
    Pred,
    Quant,
    Var,
    conj,
    disj,
    free_variables,
    rebuild,
    unmark,
)
from provenli.logic.models import FiniteModel, Tuples
from provenli.logic.quantifiers import EVERY, SOME
from provenli.logic.truth import holds

from .toys import animals, boolean, tiny


def only(g: Grammar, text: str) -> Derivation:
    (d,) = parse(g, text)
    return d


def test_meaning() -> None:
    x1, x2 = Var("x1"), Var("x2")
    body = Quant(SOME, x2, Pred("owl", (x2,)), Pred("see", (x1, x2)))
    assert only(animals(), "every dog did not see an owl").meaning == Quant(EVERY, x1, Pred("dog", (x1,)), Not(body))


def test_names_and_particles() -> None:
    run = [Pred("run", (Const(n),)) for n in ("Ann", "Bob", "Chris")]
    d = only(boolean(), "it is not the case that Ann, Bob, or Chris ran")
    assert d.meaning == Not(Or(tuple(run)))
    assert d.text == "It is not the case that Ann, Bob, or Chris ran."


def test_nodes_and_addresses() -> None:
    d = only(animals(), "an owl saw an honest dog")
    texts = {address: text for address, _, text in d.nodes()}
    assert texts[""] == "an owl saw an honest dog"
    assert texts["0.0"] == "an"  # chosen by the word after it, which is not in the node
    assert texts["1.0.1.1"] == "honest dog"
    assert isinstance(d.at("1.0.1"), Branch)
    assert isinstance(d.at("0.0"), Leaf)
    assert [w.lemma for w in d.words()] == ["a", "owl", "see", "a", "honest", "dog"]
    assert [a for a, _ in d.leaves()] == ["0.0", "0.1.0", "1.0.0", "1.0.1.0", "1.0.1.1.0", "1.0.1.1.1"]


def test_level_and_shape() -> None:
    one = only(animals(), "every dog who ran saw no owl")
    two = only(animals(), "every mouse who ran saw a dog")
    assert one.level == two.level == 1
    assert one.shape == two.shape
    assert hash(one.shape) == hash(two.shape)
    assert one.shape != only(animals(), "every dog saw no owl").shape


def test_replace() -> None:
    d = only(animals(), "every dog ran")
    other = only(animals(), "no owl who was young ran")
    assert d.replace("0", other.at("0")).text == "No owl who was young ran."
    assert d.text == "Every dog ran."
    with pytest.raises(GrammarError, match=r"node '0' is NP\[anim=yes,num=sg\]; VP\[num=sg\] cannot take its place"):
        d.replace("0", other.at("1"))


def test_addresses_that_do_not_exist() -> None:
    d = only(animals(), "every dog ran")
    with pytest.raises(UnknownName, match=r"unknown address '0\.7'"):
        d.at("0.7")
    with pytest.raises(GrammarError, match="'x' is no address"):
        d.polarity("x")


def test_polarity() -> None:
    d = only(animals(), "every dog who did not see an owl saw no mouse")
    by_text = {text: d.polarity(address) for address, _, text in d.nodes()}
    expected = {
        "every dog who did not see an owl": 1,
        "every": 1,
        "dog": -1,
        "owl": 1,
        "an owl": 1,
        "who": None,
        "did not": None,
        "saw": -1,
        "mouse": -1,
        "saw no mouse": 1,
    }
    assert {text: by_text[text] for text in expected} == expected
    assert d.polarities()[""] == 1


def test_polarity_of_non_monotone_words() -> None:
    d = only(animals(), "exactly 2 dogs saw most mice")
    by_text = {text: d.polarity(address) for address, _, text in d.nodes()}
    assert (by_text["dogs"], by_text["mice"], by_text["saw"]) == (0, 0, 0)
    d = only(animals(), "most dogs ran")
    by_text = {text: d.polarity(address) for address, _, text in d.nodes()}
    assert by_text == {"most dogs ran": 1, "most dogs": 1, "most": 1, "dogs": 0, "ran": 1}


def test_parts() -> None:
    d = only(animals(), "every young dog saw an owl")
    assert d.parts("0.1.1") == (Pred("dog", (Var("x1"),)),)
    assert d.parts("") == (d.meaning,)
    coordinated = only(boolean(), "Ann and Bob ran")
    assert coordinated.parts("1") == (Pred("run", (Const("Ann"),)), Pred("run", (Const("Bob"),)))


def test_a_phrase_has_text_but_no_sentence_meaning() -> None:
    d = next(enumerate_derivations(animals(), 0, "NP"))
    assert d.render(capital=False, stop=False) == "every dog"
    with pytest.raises(GrammarError, match=r"'every dog' means no sentence: the meaning of NP.* is a function"):
        _ = d.meaning
    with pytest.raises(GrammarError, match="has no meaning: fill the shape"):
        _ = Derivation(d.shape, animals()).meaning


def test_a_rule_that_leaves_a_variable_free() -> None:
    g = Grammar("S", [rule("S -> IV", lambda iv: iv(Var("x")))], [fixed("IV", "ran", predicate("run"))])
    with pytest.raises(GrammarError, match=r"the meaning of 'Ran\.' leaves x free"):
        _ = only(g, "ran").meaning


@given(st.integers(0, 2**32), st.integers(0, 2))
def test_marks_change_nothing_else(seed: int, level: int) -> None:
    """Every node with a meaning is marked under its address; without marks, equal up to flattening."""
    d = sample(animals(), np.random.default_rng(seed), level)
    addresses = {a for a, n, _ in d.nodes() if not isinstance(n, Particle)}
    assert set(d.polarities()) == addresses
    assert flattened(unmark(d.marked)) == d.meaning


def flattened(f: Formula) -> Formula:
    def flat(g: Formula) -> Formula:
        match g:
            case And(parts):
                return conj(*parts)
            case Or(parts):
                return disj(*parts)
            case _:
                return g

    return rebuild(f, flat)


# Polarity again, by a second way: widen what a node contributes and see, in every small model, where truth goes.


@cache
def relations(size: int, arity: int) -> tuple[Tuples, ...]:
    tuples = list(product(range(size), repeat=arity))
    return tuple(frozenset(c) for k in range(len(tuples) + 1) for c in combinations(tuples, k))


def small_models(arities: dict[str, int]) -> Iterator[FiniteModel]:
    for size in (1, 2):
        for chosen in product(*(relations(size, a) for a in arities.values())):
            yield FiniteModel(size, dict(zip(arities, chosen, strict=True)))


def check_polarity(d: Derivation) -> None:
    words = {"dog": 1, "run": 1, "see": 2}
    used = {p: a for p, a in words.items() if p in str(d.meaning)}
    for address, sign in d.polarities().items():
        (part,) = d.parts(address)
        free = tuple(sorted(free_variables(part), key=lambda v: v.name))

        def widen(f: Formula, tag: str = address, args: tuple[Var, ...] = free) -> Formula:
            return Mark(tag, Or((f.body, Pred("wide", args)))) if isinstance(f, Mark) and f.tag == tag else f

        wider = rebuild(d.marked, widen)
        for m in small_models({**used, "wide": len(free)}):
            before, after = holds(d.meaning, m), holds(wider, m)
            assert not (sign == 1 and before and not after), (d.text, address)
            assert not (sign == -1 and after and not before), (d.text, address)


SIMPLE = [d for d in enumerate_derivations(tiny(), 1) if "see" not in str(d.meaning)]
RELATIONAL = [d for d in islice(enumerate_derivations(tiny(), 1), 500) if "see" in str(d.meaning)]


@pytest.mark.parametrize("k", range(5))
def test_polarity_is_what_widening_does(k: int) -> None:
    chosen = SIMPLE[k::5]
    assert len(chosen) > 5
    for d in chosen:
        check_polarity(d)


@settings(max_examples=6, deadline=None, derandomize=True)
@given(st.sampled_from(RELATIONAL))
def test_polarity_is_what_widening_does_with_objects(d: Derivation) -> None:
    check_polarity(d)


def test_deep_nesting() -> None:
    d = only(boolean(), "it is not the case that " * 25 + "Ann ran")
    assert (d.level, d.polarity("1." * 24 + "1"), d.polarity("")) == (25, -1, 1)
    f = d.meaning
    for _ in range(25):
        assert isinstance(f, Not)
        f = f.body
    assert f == Pred("run", (Const("Ann"),))


def nested() -> Grammar:
    rules = [
        rule("S -> NP VP", lambda np, vp: np(vp)),
        rule("NP -> PN"),
        rule("VP -> IV"),
        rule('VP -> "not" VX', negated, level=1),
        rule("VX -> VY"),
        rule("VY -> VP"),
    ]
    return Grammar("S", rules, [proper_name("Ann"), fixed("IV", "ran", predicate("run"))])


def test_the_deepest_sentence_that_is_read() -> None:
    limit = sys.getrecursionlimit()
    d = only(nested(), "Ann " + "not " * 198 + "ran")
    assert str(d.meaning).count("Not(") == 198
    assert d.polarities()[max(d.polarities(), key=len)] == 1
    assert sys.getrecursionlimit() == limit


def test_too_deep_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recursion_room, "MOST_CALLS", 1)
    d = only(boolean(), "Ann ran")
    for _ in range(3000):
        d = Derivation(Branch(boolean().rules[1], "S", (Particle("it is not the case that"), d.root)), boolean())
    with pytest.raises(SentenceError, match=r"nests too deeply \(3002 levels\); shorten it"):
        _ = d.meaning
