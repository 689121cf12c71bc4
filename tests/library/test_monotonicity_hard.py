"""The hard monotonicity fragment of Richardson et al. 2020: pairs checked by hand, Figure 8, and agreement of
calculus, polarity and proof."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import product

import numpy as np
import pytest

from provenli.certify import kernel
from provenli.certify.decide import decide
from provenli.grammar import parse, sample
from provenli.library.fragments.monotonicity import grammar as animals
from provenli.library.fragments.monotonicity_hard import FRAGMENT
from provenli.logic.calculus import calculus_label
from provenli.logic.formula_parser import parse_formula
from provenli.logic.formulas import Formula
from provenli.logic.readings import Reading
from provenli.logic.theory import Clause, Theory
from provenli.pairs.entails import entails
from tests.library.checked import (
    PLAIN,
    check_polarity,
    compare,
    label,
    one_change,
    only_definite,
    proved_label,
    short_sentences,
)

E, C, N = "entailment", "contradiction", "neutral"

# The default reading: noun phrases of both sentences are about something (IMPORT, below, says what hangs on it).
PAIRS = [
    # Determiners: every ≤ most ≤ some, many ≤ several ≤ at least 3, no ≤ at most 1 ≤ at most 2.
    ("Every dog ran.", "Most dogs ran.", E),
    ("Most dogs ran.", "A dog ran.", E),
    ("Each dog ran.", "All dogs ran.", E),
    ("Most dogs ran.", "Every dog ran.", N),
    ("Many dogs ran.", "Several dogs ran.", E),
    ("Several dogs ran.", "At least 3 dogs ran.", E),
    ("Many dogs ran.", "At least 4 dogs ran.", N),  # how many is many is open, from 3 on
    ("A few dogs ran.", "At least 2 dogs ran.", E),
    ("Few dogs ran.", "Many dogs ran.", C),
    ("Few dogs ran.", "Some dog ran.", N),  # few has no lower limit
    ("Few dogs moved.", "Few poodles ran.", E),
    ("Few poodles ran.", "Few dogs ran.", N),
    ("No dog ran.", "At most 1 dog ran.", E),
    ("At most 1 dog ran.", "At most 2 dogs ran.", E),
    ("At most 2 dogs ran.", "At most 1 dog ran.", N),
    ("At least 3 poodles ran.", "At least 2 dogs moved.", E),
    ("At most 4 dogs ran.", "At least 5 dogs ran.", C),
    ("Exactly 4 dogs ran.", "Exactly 5 dogs ran.", C),
    ("Exactly 3 dogs ran.", "At least 2 animals moved.", E),
    ("Exactly 3 dogs ran.", "Exactly 3 animals ran.", N),
    ("Exactly 3 dogs ran.", "Exactly 2 animals ran.", C),  # three of the animals did
    ("Exactly 2 dogs ran.", "Every dog ran.", N),
    ("More than 2 dogs ran.", "At least 3 dogs ran.", E),
    ("Fewer than 3 dogs ran.", "At most 2 dogs ran.", E),
    ("Less than 3 dogs ran.", "More than 2 dogs ran.", C),
    ("Exactly 0 dogs ran.", "No dog ran.", E),
    ("Both dogs ran.", "Exactly 2 dogs ran.", E),
    # Some but not all.
    ("Some but not all dogs ran.", "Every dog ran.", C),
    ("Some but not all dogs ran.", "No dog ran.", C),
    ("Some but not all dogs ran.", "Not every dog ran.", E),
    ("Some but not all dogs ran.", "Some but not all dogs did not run.", E),  # those who did and those who did not
    ("Some but not all poodles ran.", "Some but not all dogs ran.", E),
    ("Some but not all dogs ran.", "Some but not all dogs moved.", N),  # all may have moved
    ("Some but not all dogs ran.", "Most dogs ran.", N),
    # The: there is one, and no other.
    ("The dog ran.", "Every dog ran.", E),
    ("The dog ran.", "At least 2 dogs ran.", C),
    ("The dog ran.", "The dog slept.", C),
    ("The poodle ran.", "The dog ran.", N),  # there may be other dogs
    ("The dog ran.", "The animal ran.", N),
    # Nouns and verbs.
    ("Every dog waltzed.", "Every poodle moved.", E),
    ("Every dog ran.", "Every mammal ran.", N),
    ("No dog moved.", "No beagle danced.", E),
    ("No poodle ran.", "No dog ran.", N),
    ("Most poodles ran.", "Most dogs ran.", N),
    ("Most dogs ran.", "Most poodles ran.", N),
    ("A quadruped ran.", "An animal ran.", N),  # Figure 8 does not relate quadrupeds to anything
    ("A dog ran.", "A cat did not run.", N),
    # Antonyms.
    ("Most dogs ran.", "Most dogs slept.", C),  # two majorities share a dog
    ("Most dogs ran.", "Most dogs did not sleep.", E),
    ("Some dogs ran.", "Some dogs slept.", N),
    ("Every dog ran.", "Some dog slept.", C),
    ("No dog ran.", "Every dog slept.", N),  # antonyms exclude, they do not exhaust
    ("Every dog was happy.", "No dog was sad.", N),  # Figure 8 does not say so
    ("The dog moved towards every cat.", "The dog moved away from a cat.", C),
    ("A dog moved towards every cat.", "A dog moved away from every cat.", N),  # another dog
    ("Some dog moved towards every cat.", "Every dog moved away from some cat.", C),
    ("Every dog moved towards a cat.", "No dog moved away from every cat.", E),
    # Negation: below the subject, above the object.
    ("Every dog did not run.", "No dog ran.", E),
    ("Not every dog ran.", "Every dog did not run.", N),
    ("No dog did not run.", "Every dog ran.", E),
    ("No dog was not happy.", "Every dog was happy.", E),
    ("Not all dogs ran.", "Some dog did not run.", E),
    ("Every dog did not see every cat.", "No dog saw every cat.", E),
    ("Every dog did not see every cat.", "No dog saw a cat.", N),
    ("Every dog did not see no cat.", "Every dog saw a cat.", E),
    ("A dog did not see at most 2 cats.", "A dog saw at least 3 cats.", E),
    ("No dog did not see a cat.", "Every poodle saw an animal.", E),
    ("Every dog did not touch an animal.", "Every dog did not hit a cat.", E),
    ("Every dog hit a cat.", "Some dog did not touch an animal.", C),
    ("Some dog saw no cat.", "Every dog saw a cat.", C),
    # Two quantifiers.
    ("Every dog stared at a cat.", "Every poodle saw an animal.", E),
    ("Every dog saw exactly 2 cats.", "Some dog saw exactly 3 cats.", C),
    ("Some dog saw exactly 2 cats.", "Some dog saw exactly 3 cats.", N),  # another dog
    ("At least 2 dogs saw most cats.", "At least 1 dog saw a cat.", E),
    ("Most dogs saw most cats.", "Most dogs saw most animals.", N),
    # Subject relative clauses.
    ("Every dog who saw a cat ran.", "Every poodle who stared at a cat moved.", E),
    ("Every dog who saw a cat ran.", "Every dog who saw an animal ran.", N),
    ("Every dog who saw a cat ran.", "Every dog ran.", N),
    ("Every dog ran.", "Every dog who saw a cat ran.", E),
    ("Some dog who saw a cat ran.", "Some dog who ran saw a cat.", E),
    ("Every dog who ran was happy.", "No dog who ran was not happy.", E),
    ("No dog who saw at most 2 cats ran.", "No dog who saw at most 1 cat ran.", E),
    ("No dog who saw at most 2 cats ran.", "No dog who saw at most 3 cats ran.", N),
    ("No dog who saw at most 2 cats ran.", "No dog who saw at most 2 mammals ran.", E),  # cats are upward here
    ("No dog who did not see every cat ran.", "Every dog who ran saw every cat.", E),
    ("Exactly 2 dogs who saw a cat ran.", "At most 2 poodles who stared at a cat ran.", E),
    ("Exactly 2 dogs who saw a cat ran.", "At least 3 dogs who stared at a cat ran.", C),
    ("Exactly 2 dogs who saw a cat ran.", "At most 2 dogs ran.", N),
    ("Exactly 2 dogs who saw a cat ran.", "Exactly 2 dogs who saw an animal ran.", N),
    ("Most dogs who saw a cat ran.", "Most dogs ran.", N),
    ("Most dogs who saw a cat ran.", "Some dog moved.", E),
    ("Many dogs who saw at least 3 cats ran.", "Several dogs who saw at least 2 cats moved.", E),
    # Object relative clauses.
    ("Every cat saw some dog.", "Some dog who every cat saw ran.", N),
    ("Some dog who every cat saw ran.", "Some dog who most cats saw ran.", E),
    ("No dog who exactly 2 cats saw moved.", "No dog who exactly 2 cats saw ran.", E),
    ("No dog who exactly 2 cats saw ran.", "No dog who exactly 2 mammals saw ran.", N),
    ("Most dogs who no cat saw slept.", "Most dogs who no cat saw did not move.", E),
    ("Few dogs who no cat saw ran.", "Few dogs who no animal saw ran.", E),
    # Nested.
    ("Every dog who saw a cat who saw no rabbit ran.", "Every dog who saw a cat who saw no animal ran.", E),
    ("Every dog who saw a cat who saw no animal ran.", "Every dog who saw a cat who saw no rabbit ran.", N),
    ("At most 2 dogs who did not see a cat who ran slept.", "At most 2 dogs who did not see a cat slept.", E),
    ("Some dog who every cat who moved saw slept.", "Some dog who every cat who ran saw slept.", E),
    ("Some dog who every cat who ran saw slept.", "Some dog who every cat who moved saw slept.", N),
    ("No dog who saw every cat who hit at most 1 rabbit ran.", "No dog who saw every cat ran.", E),
    ("At least 2 dogs who saw exactly 3 cats who ran slept.", "At least 2 dogs who saw at least 2 cats slept.", E),
    ("Exactly 1 dog who saw most cats who ran slept.", "At least 2 dogs who saw every cat who ran slept.", C),
    # With, without.
    ("A dog with strong smell ran.", "A dog ran.", E),
    ("No dog with strong smell ran.", "No dog with faint smell ran.", N),
    ("Every dog ran.", "Every dog without faint odor ran.", E),
    ("Every dog with strong smell slept.", "No dog with strong smell moved.", E),
    ("Every dog with strong smell ran.", "Every dog without strong smell ran.", N),
    ("Every dog who ran saw a cat without strong smell.", "Every dog who ran saw a cat.", E),
    # Adjectives.
    ("Every brown or black dog ran.", "Every brown dog ran.", E),
    ("A black dog ran.", "A brown or black dog ran.", E),
    ("Every brown dog ran.", "Every brown or black dog ran.", N),
    ("No brown or black dog moved.", "No black poodle ran.", E),
    ("An old dog ran.", "A young dog ran.", N),
    ("A dog hit a steel box.", "A dog touched a metal object.", E),
    ("A dog hit a steel box.", "A dog hit an iron box.", E),  # Figure 8: steel ≤ iron
    ("Every dog inspected every wooden object.", "Every poodle inspected every hardwood table.", E),
    ("A good dog ran.", "A dog ran.", E),
    ("A good poodle ran.", "A good dog ran.", N),  # good for a poodle
    ("Every dog ran.", "Every good dog ran.", E),
    ("Every good dog ran.", "Every good poodle ran.", N),
    ("A good dog ran.", "A nice dog ran.", N),
]


@pytest.mark.parametrize(("premise", "hypothesis", "expected"), PAIRS)
def test_pairs_checked_by_hand(premise: str, hypothesis: str, expected: str) -> None:
    assert label(FRAGMENT, premise, hypothesis) == expected


def test_one_dog_for_all_cats() -> None:
    """∃∀ entails ∀∃, with a proof that needs witnesses and instances."""
    answer = entails(FRAGMENT, "Some dog who every cat saw ran.", "Every cat saw some dog.")  # that one
    assert answer.verdict.label == E
    assert kernel.check(answer.problem, answer.verdict) == ()


# Label with existential import (the default here), and without: noun phrases may then be about nothing.
IMPORT = [
    ("Every dog ran.", "Some dog ran.", E, N),
    ("Every dog ran.", "Most dogs ran.", E, N),
    ("Every dog ran.", "No dog ran.", C, N),  # both true of no dogs
    ("Every dog ran.", "Some but not all dogs ran.", C, C),  # Figure 8: every ⊥ some but not all
    ("Most dogs ran.", "Some dog ran.", E, E),  # a majority of nothing there is not
    ("The dog ran.", "The poodle ran.", E, N),  # if there is a poodle, it is the one dog
    ("A dog did not see a cat.", "A dog did not see every cat.", E, N),
    ("At most 1 dog who saw most cats ran.", "At most 1 poodle who saw every cat ran.", E, N),
    # A premise that rules out what the hypothesis is about contradicts it; without import it makes it trivially true.
    ("No dog ran.", "Every dog who ran was happy.", C, E),
    ("Every dog ran.", "Every dog who did not run slept.", C, E),
    ("Every dog saw every cat who hit every dog.", "Every dog saw some cat who hit every dog.", E, N),
]


@pytest.mark.parametrize(("premise", "hypothesis", "with_import", "without"), IMPORT)
def test_existential_import(premise: str, hypothesis: str, with_import: str, without: str) -> None:
    assert label(FRAGMENT, premise, hypothesis) == with_import
    assert label(FRAGMENT, premise, hypothesis, PLAIN) == without


def test_figure_8_orders_determiners_as_it_says() -> None:
    chains = (
        ("Every dog", "Most dogs", "A dog"),
        ("Many dogs", "Several dogs", "At least 3 dogs", "At least 2 dogs", "Some dogs"),
        ("No dog", "At most 1 dog", "At most 2 dogs", "At most 3 dogs"),
    )
    for chain in chains:
        for k, stronger in enumerate(chain):
            for weaker in chain[k + 1 :]:
                assert label(FRAGMENT, f"{stronger} ran.", f"{weaker} ran.") == E
                assert label(FRAGMENT, f"{weaker} ran.", f"{stronger} ran.") == N


# --- Figure 8: lexicon ------------------------------------------------------------------------------------------------

SINGULAR = ("every", "each", "a", "the", "no", "some", "at least 1", "at most 1", "exactly 1")
PLURAL = (
    "all",
    "many",
    "several",
    "few",
    "most",
    "some but not all",
    "no",
    "some",
    "at least 2",
    "at most 3",
    "exactly 5",
)
ANIMALS = {
    "dog": "dogs",
    "cat": "cats",
    "rabbit": "rabbits",
    "animal": "animals",
    "mammal": "mammals",
    "poodle": "poodles",
    "beagle": "beagles",
    "bulldog": "bulldogs",
    "bat": "bats",
    "horse": "horses",
    "stallion": "stallions",
    "badger": "badgers",
    "quadruped": "quadrupeds",
}
THINGS = {
    "table": "tables",
    "wagon": "wagons",
    "chair": "chairs",
    "door": "doors",
    "object": "objects",
    "wheel": "wheels",
    "box": "boxes",
    "mailbox": "mailboxes",
    "wheelbarrow": "wheelbarrows",
    "fence": "fences",
}
TRANSITIVE = {
    "saw": "see",
    "stared at": "stare at",
    "inspected": "inspect",
    "hit": "hit",
    "touched": "touch",
    "moved towards": "move towards",
    "moved away from": "move away from",
    "scratched": "scratch",
    "sniffed": "sniff",
}
INTRANSITIVE = {"slept": "sleep", "ran": "run", "moved": "move", "swam": "swim", "waltzed": "waltz", "danced": "dance"}
OF_ANIMALS = ("old", "young", "newborn", "brown", "black", "brown or black", "good", "bad", "nice")
OF_THINGS = ("wooden", "hardwood", "metal", "plastic", "iron", "steel", "good", "bad", "nice")


def every_word() -> Iterator[str]:
    yield from (f"{d} dog saw {d} table." for d in SINGULAR)
    yield from (f"{d} dogs saw {d} tables." for d in PLURAL)
    for one, more in (ANIMALS | THINGS).items():
        yield from (f"every dog saw every {one}.", f"every dog saw all {more}.")
    yield from (f"every {a} cat who all {a} dogs saw ran." for a in OF_ANIMALS)
    yield from (f"every dog saw the {a} box." for a in OF_THINGS)
    yield from (f"every dog {past} every cat who did not {base} every dog." for past, base in TRANSITIVE.items())
    yield from (f"every dog who {past} did not {base}." for past, base in INTRANSITIVE.items())
    yield from (f"every dog with {a} {n} was not happy." for a in ("strong", "faint") for n in ("smell", "odor"))
    yield from ("all dogs without faint scent were sad.", "all dogs who were not sad were happy.")


@pytest.mark.parametrize("text", tuple(every_word()))
def test_every_word_of_figure_8_is_read(text: str) -> None:
    derivations = FRAGMENT.read(text)
    assert {d.text.lower() for d in derivations} == {text}


@pytest.mark.parametrize(
    ("variant", "written"),
    [
        ("every dog is happy", "Every dog was happy."),
        ("all dogs are not sad", "All dogs were not sad."),
        ("every dog stared-at a cat", "Every dog stared at a cat."),
        ("every dog moved-away-from a cat", "Every dog moved away from a cat."),
        ("every dog didn't move-towards a cat", "Every dog did not move towards a cat."),
        ("at least three dogs ran", "At least 3 dogs ran."),
        ("exactly one dog ran", "Exactly 1 dog ran."),
        ("every dog didn't run", "Every dog did not run."),
        ("every dog wasn't happy", "Every dog was not happy."),
    ],
)
def test_variants(variant: str, written: str) -> None:
    assert {d.text for d in FRAGMENT.read(variant)} == {written}


def test_the_knowledge_base_is_what_figure_8_lists() -> None:
    mammals = ["dog", "cat", "rabbit", "poodle", "beagle", "bulldog", "bat", "horse", "stallion", "badger"]
    below = {
        "animal": [*mammals, "mammal"],
        "mammal": mammals,
        "dog": ["poodle", "beagle", "bulldog"],
        "object": [n for n in THINGS if n != "object"],
        "metal": ["iron", "steel"],
        "iron": ["steel"],
        "wooden": ["hardwood"],
        "move": ["run", "swim", "waltz", "dance"],
        "dance": ["waltz"],
    }
    listed = [Clause(frozenset({x}), frozenset({top})) for top, xs in below.items() for x in xs]
    listed += [Clause(frozenset({x}), frozenset({y}), 2) for x, y in (("stare_at", "see"), ("hit", "touch"))]
    listed += [Clause(frozenset({x, "sleep"}), frozenset()) for x in ("run", "swim", "waltz", "dance", "move")]
    listed.append(Clause(frozenset({"move_towards", "move_away_from"}), frozenset(), 2))
    assert set(animals.FIGURE_8) == set(listed)
    assert len(animals.FIGURE_8) == len(listed)
    # Paraphrases, which are never drawn, stand to each other as the words they stand in for.
    assert set(FRAGMENT.theory.clauses) == {*listed, *map(animals.paraphrased, listed)}
    assert not FRAGMENT.theory.axioms


# --- sampled sentences ------------------------------------------------------------------------------------------------

NOUNS = {**dict.fromkeys((*ANIMALS, *THINGS), "sg"), **dict.fromkeys((*ANIMALS.values(), *THINGS.values()), "pl")}
NUMBER = {
    "every": "sg",
    "each": "sg",
    "a": "sg",
    "an": "sg",
    "the": "sg",
    "all": "pl",
    "many": "pl",
    "several": "pl",
    "few": "pl",
    "most": "pl",
    "some but not all": "pl",
    "some": "",
    "no": "",
}
ADJECTIVE = rf"(?:(?:{'|'.join(sorted({*OF_ANIMALS, *OF_THINGS}, key=len, reverse=True))}) )?"
DETERMINER = r"some but not all|(?:at least|at most|exactly) \d+|" + "|".join(n for n in NUMBER if " " not in n)
NOUN_PHRASE = re.compile(rf"\b({DETERMINER}) {ADJECTIVE}({'|'.join(sorted(NOUNS, key=len, reverse=True))})\b")
PASTS = {**TRANSITIVE, **INTRANSITIVE}


def check_english(text: str) -> None:
    assert re.fullmatch(r"[A-Z][a-z0-9 ]*\.", text), text
    assert "  " not in text
    low = text[:-1].lower()
    assert not re.search(r"\ba [aeiou]|\ban [^aeiou]", low), text
    phrases = list(NOUN_PHRASE.finditer(low))
    for found in phrases:
        det, n = found.groups()
        wanted = NUMBER.get(det) if det in NUMBER else "sg" if det.endswith(" 1") else "pl"
        assert wanted in ("", NOUNS[n]), (text, found[0])
    assert sum(w in NOUNS for w in low.split()) == len(phrases), text  # no bare noun
    check_verbs(low, NOUNS[phrases[0][2]])


def check_verbs(low: str, subject: str) -> None:
    """Base forms after 'did not' and nowhere else; was and were as the noun before 'who', or the subject, asks."""
    words = low.split()
    for k, w in enumerate(words):
        after_did_not = words[max(k - 2, 0) : k] == ["did", "not"]
        bases = {b.split()[0] for b in PASTS.values()}
        pasts = {p.split()[0] for p in PASTS}
        assert not (after_did_not and w not in bases), low
        assert not (w in bases - pasts and not after_did_not), low
        if w in ("was", "were"):
            before = words[:k]
            relative = before[-1] in ("who", "that")
            number = {"was": "sg", "were": "pl"}[w]
            if relative:
                heads = [NOUNS[v] for v in before if v in NOUNS]
                assert number in heads, low
            else:
                assert number == subject, low


@pytest.mark.parametrize("seed", range(4))
def test_sampled_sentences_are_english(seed: int) -> None:
    rng = np.random.default_rng(seed)
    for k in range(50):
        d = sample(FRAGMENT.grammar, rng, k % 3, by="shapes" if k % 2 else "derivations")
        check_english(d.text)
        assert d in parse(FRAGMENT.grammar, d.text)


@pytest.mark.parametrize(
    "text",
    [
        "A old dog ran.",
        "Every dogs ran.",
        "All dog ran.",
        "Every dog did not ran.",
        "Every dog run.",
        "every dog ran.",
        "Every dog were happy.",
        "Every  dog ran.",
        "Every dog ran",
    ],
)
def test_the_check_of_english_finds_faults(text: str) -> None:
    with pytest.raises(AssertionError):
        check_english(text)


# --- calculus, polarity, proof ----------------------------------------------------------------------------------------


def test_the_calculus_proves_nothing_false() -> None:
    counts = compare(FRAGMENT, one_change(FRAGMENT, 1, 30), assume=False)
    assert not [k for k in counts if k[0] not in (k[1], N)], counts
    assert counts[E, E] > 2
    assert counts[N, "undecided"] < 2


def test_the_calculus_proves_nothing_false_of_proper_terms() -> None:
    """Under its own assumption: no term is empty or universal."""
    definite = only_definite(FRAGMENT, one_change(FRAGMENT, 2, 300))
    counts = compare(FRAGMENT, definite, assume=True)
    assert set(counts) == {(E, E), (C, C)}
    assert min(counts.values()) > 10


@pytest.mark.slow
def test_the_calculus_proves_nothing_false_at_length() -> None:
    counts = compare(FRAGMENT, one_change(FRAGMENT, 3, 1000), assume=False)
    assert not [k for k in counts if k[0] not in (k[1], N)], counts


@pytest.mark.slow
def test_the_calculus_proves_nothing_false_of_proper_terms_at_length() -> None:
    counts = compare(FRAGMENT, only_definite(FRAGMENT, one_change(FRAGMENT, 4, 4000)), assume=True)
    # Of premises that cannot be true of proper terms anything follows; the calculus does not look for those.
    assert not [k for k in counts if k[1] not in (k[0], "inconsistent")], counts
    assert sum(n for (_, proved), n in counts.items() if proved == "inconsistent") == 3


def test_a_pair_on_which_an_engine_did_not_end() -> None:
    """The venn engine once split on the same closed part for ever."""
    some = "rabbit(x) & ~some y (old(y) & badger(y), see(x, y))"
    the = "rabbit(x) & ~the y (old(y) & badger(y), see(x, y))"
    axioms = f"some x ({some}, true)", f"some x (~({the}), true)"
    p, h = (parse_formula(f"the z (badger(z), ~the x ({r}, inspect(z, x)))") for r in (some, the))
    assert proved_label(p, h, Theory(axioms=tuple(map(parse_formula, axioms)))) in (E, C, N)


def test_polarity_is_what_widening_does() -> None:
    seen = sum(check_polarity(d, (1, 2)) for d in short_sentences(FRAGMENT.grammar, 0, 40))
    assert seen > 300


@pytest.mark.slow
def test_polarity_is_what_widening_does_in_larger_models() -> None:
    seen = sum(check_polarity(d, (1, 2, 3), 1 << 20) for d in short_sentences(FRAGMENT.grammar, 1, 300))
    assert seen > 3000


SIMPLE = ("every", "no", "some", "not every", "most", "the", "at least 2", "at most 2", "exactly 2", "some but not all")


def phrase(det: str, noun: str) -> str:
    return f"{det} {noun if det in ('every', 'no', 'some', 'not every', 'the') else noun + 's'}"


@pytest.mark.slow
def test_calculus_and_proof_on_every_pair_of_determiners() -> None:
    """Exhaustive at this size: all determiners in both places, every change of one word of either noun or the verb."""
    counts: Counter[tuple[str, str]] = Counter()
    for first, second in product(SIMPLE, repeat=2):
        texts = [f"{phrase(first, 'dog')} saw {phrase(second, 'cat')}"]
        texts += [f"{phrase(first, noun)} saw {phrase(second, 'cat')}" for noun in ("poodle", "animal")]
        texts += [f"{phrase(first, 'dog')} saw {phrase(second, noun)}" for noun in ("mammal", "rabbit")]
        texts.append(f"{phrase(first, 'dog')} stared at {phrase(second, 'cat')}")
        base, *changed = (FRAGMENT.read(t)[0].meaning for t in texts)
        for p, h in [pair for other in changed for pair in ((base, other), (other, base))]:
            derived = calculus_label(p, h, FRAGMENT.theory, nontrivial=False)
            counts[derived, decide([p], h, FRAGMENT.theory, Reading()).label] += 1
    # What the calculus cannot see is that two terms are the same things: two dogs, and only one mammal.
    missed = {(N, C): 6, (N, "inconsistent"): 6, (N, E): 1}
    assert counts == {(N, N): 727, (E, E): 260, **missed}


PROFILES = ("every", "no", "some", "not every", "most", "exactly 2", "some but not all")
"""One determiner for each way in which the two arguments can be monotone."""


@pytest.mark.slow
def test_calculus_and_proof_on_every_polarity_skeleton_of_depth_three() -> None:
    """Three nested noun phrases, each with any direction in each argument, and every one-word change in either way."""
    counts: Counter[tuple[str, str]] = Counter()
    for first, second, third in product(PROFILES, repeat=3):

        def meaning(*words: str, dets: tuple[str, str, str] = (first, second, third)) -> Formula:
            a, b, c = (phrase(d, w) for d, w in zip(dets, words[:3], strict=True))
            return FRAGMENT.read(f"{a} who saw {b} who hit {c} {words[3]}")[0].meaning

        base = meaning("dog", "cat", "rabbit", "ran")
        for k, new in enumerate(("poodle", "mammal", "animal", "moved")):
            words = ["dog", "cat", "rabbit", "ran"]
            words[k] = new
            changed = meaning(*words)
            for p, h in ((base, changed), (changed, base)):
                derived = calculus_label(p, h, FRAGMENT.theory, nontrivial=False)
                counts[derived, decide([p], h, FRAGMENT.theory, Reading()).label] += 1
    assert sum(counts.values()) == 8 * len(PROFILES) ** 3
    assert not [k for k in counts if k[0] not in (k[1], N) or k[1] == "undecided"], counts
    assert counts[N, E] == counts[N, C] == 0, counts  # with all words different, the calculus sees everything
