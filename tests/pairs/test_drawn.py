"""Drawn: drafts become patterns, each decided once; also a toy fragment of one file, which other tests use."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from provenli.certify import kernel
from provenli.data.generate import Order, generate
from provenli.errors import FragmentError, InputError, ProveNLIError
from provenli.grammar import Grammar, fixed, name, noun, predicate, proper_name, rule, sample, verb
from provenli.labels import folded_into
from provenli.library.fragment_shelf import FRAGMENTS, load_file, load_fragment
from provenli.logic.readings import Reading
from provenli.logic.theory import Theory
from provenli.options import Options
from provenli.pairs.drawn import Drawn
from provenli.pairs.entails import entails
from provenli.pairs.fragment import Draft, Fragment
from provenli.pairs.parts import Part
from provenli.pairs.plan import Plan, Request

SOURCE = '''
"""A few animals: one quantifier, one adjective, one verb."""

from provenli.grammar import Grammar, adjective, determiner, fixed, intersect, negated, noun, rule, sample, verb
from provenli.logic import quantifiers as q
from provenli.logic.readings import Reading
from provenli.logic.theory import Theory, isa
from provenli.pairs.drawn import Drawn
from provenli.pairs.fragment import Fragment
from provenli.pairs.fragment import Draft
from provenli.pairs.parts import Part
from provenli.options import Option, whole

TRAIN, TEST = ("dog", "cat", "owl", "eel"), ("fox", "bear", "ant", "ibis")
ABOVE = ("animal",)
RULES = (
    rule("S -> Det Nb VP", lambda det, n, vp: det(n)(vp)),
    rule("Nb -> N[num=sg]"),
    rule("Nb -> H[num=sg]"),
    rule("Nb -> Adj N[num=sg]", intersect),
    rule("VP -> IV[form=past]"),
    rule('VP -> "did not" IV[form=base]', negated),
)
WORDS = (
    *(fixed("Det", d, determiner(m)) for d, m in {"every": q.EVERY, "a": q.SOME, "no": q.NO}.items()),
    *(noun(n) for n in (*TRAIN, *TEST)),
    *(noun(n, "H") for n in ABOVE),
    *(adjective(a) for a in ("old", "young", "idle")),
    *(verb(v, "IV") for v in ("run", "walk", "swim", "sleep", "eat")),
)
GRAMMAR = Grammar("S", RULES, WORDS)


def draw(rng, options):
    while True:
        p, h = sample(GRAMMAR, rng, 0, by="shapes"), sample(GRAMMAR, rng, 0, by="shapes")
        if rng.integers(2):  # often over the same words
            known = {leaf.category: leaf for _, leaf in p.leaves()}
            for address, leaf in h.leaves():
                if leaf.category in known and rng.integers(options["likeness"]):
                    h = h.replace(address, known[leaf.category])
        first = next(leaf.word for _, leaf in p.leaves() if leaf.word.symbol)
        yield Draft(p, h, {"begins": p.text.split()[0].lower(), "first": first, "words": len(p.words())})


FRAGMENT = Fragment(
    name="toy",
    grammar=GRAMMAR,
    theory=Theory(tuple(c for n in (*TRAIN, *TEST) for h in ABOVE for c in isa(n, h))),
    reading=Reading(existential_import="all"),
    pairs=Drawn(
        draw,
        (Part("train", 300, frozenset(TEST)), Part("dev", 100, frozenset(TEST)), Part("test", 100, frozenset(TRAIN))),
        (Option("likeness", 3, whole(1, 9), "how alike the sentences are"),),
        patterns=60,
    ),
)
'''


def toy_file(directory: Path) -> Path:
    path = directory / "toy.py"
    path.write_text(SOURCE)
    return path


def options(fragment: Fragment, **chosen: Any) -> Options:
    assert fragment.pairs is not None
    return {**{o.name: o.default for o in fragment.pairs.options}, **chosen}


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Fragment:
    return load_file(toy_file(tmp_path_factory.mktemp("toy")))


def plan(fragment: Fragment, size: int, seed: int = 0, **chosen: Any) -> Plan:
    assert fragment.pairs is not None
    return fragment.pairs.plan(fragment, Request(size, seed, options(fragment, **chosen)))


@pytest.fixture(scope="module")
def made(toy: Fragment) -> Plan:
    return plan(toy, 500)


def test_every_schema_has_a_label_and_evidence_for_its_problem(made: Plan) -> None:
    for s in made.schemas:
        assert s.label in ("entailment", "neutral", "contradiction")
        assert kernel.check(s.problem, s.verdict) == ()


def test_all_patterns_and_schemas_are_used(made: Plan) -> None:
    assert {a.pattern for p in made.parts for a in p.allotments} == set(range(len(made.patterns)))
    assert {int(p.schema[0]) for p in made.patterns} == set(range(len(made.schemas)))


def test_labels_are_equal_in_number_and_patterns_different(made: Plan) -> None:
    for part in made.parts:
        labels = Counter[str]()
        for a in part.allotments:
            labels[made.schemas[int(made.patterns[a.pattern].schema[0])].label] += len(a.serials)
        assert len(labels) == 3
        assert max(labels.values()) - min(labels.values()) <= 1
    texts = {(p.premise, p.hypothesis, p.slots) for p in made.patterns}
    assert len(texts) == len(made.patterns)


def test_parts_over_the_same_words_share_no_pair(made: Plan) -> None:
    taken: dict[int, set[int]] = {}
    for part in made.parts[:2]:
        for a in part.allotments:
            assert not taken.setdefault(a.pattern, set()) & set(a.serials.tolist())
            taken[a.pattern] |= set(a.serials.tolist())


def test_the_certificate_of_a_schema_is_good_for_every_pattern_made_again(toy: Fragment, made: Plan) -> None:
    """What verification does: a pattern is made again from its recipe, and its problem is the schema's up to names."""
    assert toy.pairs is not None
    first: dict[int, int] = {}
    for k, p in enumerate(made.patterns):
        first.setdefault(int(p.schema[0]), k)
    identities: dict[int, object] = {}
    for p in made.patterns:
        remade = toy.pairs.remade(toy, made.classes, p.recipe, options(toy))
        assert (remade.pattern.premise, remade.pattern.hypothesis) == (p.premise, p.hypothesis)
        assert remade.pattern.slots == p.slots
        schema = made.schemas[int(p.schema[0])]
        assert remade.given is not None
        given = remade.given(schema.problem, schema.verdict, schema.strictly)
        assert (*remade.pattern.features, ("given", given)) == p.features
        assert identities.setdefault(int(p.schema[0]), remade.identity(0)) == remade.identity(0)
    for number, k in first.items():
        remade = toy.pairs.remade(toy, made.classes, made.patterns[k].recipe, options(toy))
        assert kernel.check(remade.problem(0), made.schemas[number].verdict) == ()


def test_same_seed_same_plan_other_seed_another(toy: Fragment, made: Plan) -> None:
    again, other = plan(toy, 500), plan(toy, 500, seed=1)
    assert [p.recipe for p in again.patterns] == [p.recipe for p in made.patterns]
    assert [p.recipe for p in other.patterns] != [p.recipe for p in made.patterns]


def test_options_reach_the_draw(toy: Fragment) -> None:
    alike, unlike = (plan(toy, 50, likeness=n).patterns for n in (9, 1))
    assert [p.recipe for p in alike] != [p.recipe for p in unlike]


def test_folded() -> None:
    assert folded_into("contradiction", ("entailment", "non-entailment")) == "non-entailment"
    assert folded_into("neutral", ("entailment", "non-entailment")) == "non-entailment"
    assert folded_into("contradiction", ("entailment", "neutral", "contradiction")) == "contradiction"


def test_a_size_beyond_what_there_is_says_how_many_there_are() -> None:
    small = hand((*NAMES, verb("run", "IV"), verb("sing", "IV")))
    # A name and two verbs, two names and a verb, two of each; in both orders.
    there = 3 * 2 + 6 * 2 + 6 * 2
    assert sum(p.size for p in plan(small, there).parts) == there
    with pytest.raises(InputError, match=rf"too few distinct pairs.*there are {there}"):
        plan(small, there + 1)


@pytest.mark.parametrize("size", [1, 2, 3, 4, 7])
def test_small_sizes(toy: Fragment, size: int) -> None:
    assert sum(p.size for p in plan(toy, size).parts) == size


@pytest.mark.parametrize(
    "recipe",
    [
        None,
        3,
        [],
        {},
        {"premise": 1},
        {"premise": [0], "hypothesis": [0], "features": {}},
        {"premise": "a", "hypothesis": "b", "features": {}},
    ],
)
def test_recipes_that_are_none(toy: Fragment, made: Plan, recipe: Any) -> None:
    assert toy.pairs is not None
    with pytest.raises(ProveNLIError):
        toy.pairs.remade(toy, made.classes, recipe, options(toy))


def test_two_words_above_a_noun_may_be_exchanged(tmp_path: Path) -> None:
    """Dogs are animals and creatures. Whichever a sentence mentions, the other one stands in the theory only: it is the
    same problem but for names, and nothing is wrong with such a fragment."""
    path = tmp_path / "two.py"
    path.write_text(SOURCE.replace('ABOVE = ("animal",)', 'ABOVE = ("animal", "creature")'))
    assert sum(p.size for p in plan(load_file(path), 60).parts) == 60


# --- fragments whose labels would be wrong ----------------------------------------------------------------------------

S = rule("S -> PN IV[form=past]", lambda np, vp: np(vp))


def hand(words: tuple[Any, ...], rules: tuple[Any, ...] = (S,)) -> Fragment:
    grammar = Grammar("S", rules, words)

    def draw(rng: np.random.Generator, _: Options) -> Iterator[Draft]:
        while True:
            yield Draft(sample(grammar, rng, 0), sample(grammar, rng, 0), {})

    labels = ("entailment", "non-entailment")
    pairs = Drawn(draw, (Part("all", 10),), balance="cell")
    return Fragment("hand", grammar, Theory(), Reading(), labels=labels, pairs=pairs)


def honest(fragment: Fragment, directory: Path, doubtful: Callable[[str], bool]) -> None:
    """Of nearly all pairs there are, those in doubt have the label of their texts; or the fragment is refused."""
    order = Order(fragment, "hand", Request(6000, 0, options(fragment)), ("jsonl",), directory / "out")
    try:
        generate(order)
    except FragmentError:
        return
    rows = [json.loads(line) for line in (directory / "out" / "all.jsonl").read_text().splitlines()]
    seen = [r for r in rows if doubtful(f"{r['premise']} {r['hypothesis']}")]
    assert seen
    for row in seen:
        answer = entails(fragment, row["premise"], row["hypothesis"])
        assert folded_into(answer.verdict.label, fragment.labels) == row["label"], row


NAMES = tuple(proper_name(n) for n in ("Ann", "Bob", "Cid"))


STEMS = ("wal", "tal", "bar", "coo", "jum", "loo")
VERBS = tuple(verb(a + b, "IV") for a in STEMS for b in ("k", "kle", "ster", "ple"))


def test_synonyms_with_one_symbol(tmp_path: Path) -> None:
    """nap and doze mean the same; a pattern 'Ann V1 / Ann V2' must not take them for two different verbs."""
    doze = replace(verb("doze", "IV"), meaning=predicate("nap"), symbol="nap")
    honest(hand((*NAMES, verb("nap", "IV"), doze, *VERBS)), tmp_path, lambda text: "napped" in text and "dozed" in text)


def test_one_symbol_in_two_classes(tmp_path: Path) -> None:
    """The noun 'fish' and the verb 'fish' are one predicate to the logic, so they are not exchangeable at will."""
    rules = (rule('S -> PN "is a" N[num=sg]', lambda np, n: np(n)), S)
    nouns = tuple(noun(a + b) for a in ("lam", "boa", "tre", "hou") for b in ("p", "t", "de", "se"))
    words = (*NAMES, noun("fish"), verb("fish", "IV"), *nouns, *VERBS)
    honest(hand(words, rules), tmp_path, lambda text: "fished" in text and "a fish" in text)


def test_a_word_whose_meaning_is_more_than_its_symbol_is_refused() -> None:
    """'Bob' says something else than the other names: a schema over names would be wrong for him."""
    odd = fixed("PN", "Bob", lambda p: name("Bob")(lambda x: p(x) if False else predicate("odd")(x)), symbol="Bob")
    fragment = hand((*NAMES[:1], odd, verb("run", "IV"), verb("sing", "IV")))
    with pytest.raises(FragmentError, match="symbol"):
        plan(fragment, 4)


def test_symbols_of_the_shelf_are_one_per_word() -> None:
    """Within a fragment no two sampled words with symbols share one."""
    for fragment_name in FRAGMENTS:
        words = [w for w in load_fragment(fragment_name).grammar.words if w.symbol and w.sample]
        shared = [s for s, n in Counter(w.symbol for w in words).items() if n > 1]
        assert not shared, (fragment_name, shared)
