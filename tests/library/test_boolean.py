"""The Boolean fragment of Yanaka et al. 2021: pairs checked by hand, grammar, and agreement of calculus, polarity and
proof."""

from __future__ import annotations

import re
from itertools import product

import numpy as np
import pytest

from provenli.certify.decide import decide
from provenli.grammar import parse, sample
from provenli.library.fragments.boolean import FRAGMENT, INTRANSITIVE, NAMES, TRANSITIVE
from provenli.logic.calculus import calculus_label
from provenli.logic.formula_parser import parse_formula
from provenli.logic.formulas import Not, Pred, subformulas
from tests.library.checked import check_polarity, compare, label, one_change, only_definite, short_sentences

NOT = "It is not the case that"
E, C, N = "entailment", "contradiction", "neutral"

PAIRS = [
    # Verbal negation is below the subject, sentential negation above it.
    ("Ann and Bob did not swim.", f"{NOT} Ann and Bob swam.", E),  # neither did, so not both
    (f"{NOT} Ann and Bob swam.", "Ann and Bob did not swim.", N),  # one of them may have
    (f"{NOT} Ann or Bob swam.", "Ann and Bob did not swim.", E),
    ("Ann and Bob did not swim.", f"{NOT} Ann or Bob swam.", E),
    (f"{NOT} Ann and Bob swam.", "Ann or Bob did not swim.", E),
    ("Ann or Bob did not swim.", f"{NOT} Ann and Bob swam.", E),
    ("Ann or Bob did not swim.", "Ann and Bob did not swim.", N),
    ("Ann or Bob did not swim.", f"{NOT} Ann or Bob swam.", N),
    # Yanaka et al. 2021, appendix A, writes ¬(swim(ann) ∧ swim(bob)) for the next premise; its own Table 11 gives
    # ¬(¬a ∧ ¬b).
    (f"{NOT} Ann and Bob did not swim.", "Ann or Bob swam.", E),
    (f"{NOT} Ann and Bob did not swim.", f"{NOT} Ann and Bob swam.", N),
    (f"{NOT} Ann or Bob did not swim.", "Ann and Bob swam.", E),
    # Double and triple negation.
    (f"{NOT} it is not the case that Ann swam.", "Ann swam.", E),
    (f"{NOT} Ann did not swim.", "Ann swam.", E),
    (f"{NOT} it is not the case that Ann did not swim.", "Ann swam.", C),
    ("Ann did not swim.", f"{NOT} Ann swam.", E),
    ("Ann swam.", "Ann did not swim.", C),
    # And, or.
    ("Ann and Bob swam.", "Ann swam.", E),
    ("Ann swam.", "Ann and Bob swam.", N),
    ("Ann swam.", "Ann or Bob swam.", E),
    ("Ann or Bob swam.", "Ann swam.", N),
    ("Ann, Bob, and Chris swam.", "Chris swam.", E),
    ("Ann, Bob, or Chris swam.", "Ann or Bob swam.", N),
    ("Ann or Bob swam.", "Ann, Bob, or Chris swam.", E),
    ("Ann, Bob, and Chris did not swim.", "Bob swam.", C),
    ("Ann and Bob swam.", "Ann or Bob did not swim.", C),
    ("Ann or Bob swam.", "Ann and Bob did not swim.", C),
    ("Ann or Bob swam.", "Ann or Bob did not swim.", N),  # one each
    ("Ann and Ann swam.", "Ann swam.", E),
    # Objects are below verbal negation.
    ("Ann did not see Bob or Chris.", "Ann did not see Bob.", E),  # neither of them
    ("Ann did not see Bob and Chris.", "Ann did not see Bob.", N),  # not both
    ("Ann did not see Bob and Chris.", f"{NOT} Ann saw Bob and Chris.", E),
    ("Ann did not see Bob.", "Ann did not see Bob and Chris.", E),
    ("Ann saw Bob and Chris.", "Ann saw Chris.", E),
    ("Ann saw Bob or Chris.", "Ann saw Bob.", N),
    ("Ann and Bob saw Chris or Daniel.", "Ann saw Chris or Daniel.", E),
    ("Ann and Bob saw Chris or Daniel.", "Ann and Bob saw Chris.", N),  # each may have seen another
    ("Ann or Bob saw Chris and Daniel.", "Ann or Bob saw Chris.", E),
    ("Ann or Bob did not see Chris and Daniel.", f"{NOT} Ann and Bob saw Chris and Daniel.", E),
    (f"{NOT} Ann and Bob saw Chris and Daniel.", "Ann or Bob did not see Chris and Daniel.", E),
    ("Ann saw Bob.", "Bob saw Ann.", N),
    # Different words say nothing of each other; neither do different names.
    ("Ann swam.", "Ann ran.", N),
    ("Ann swam.", "Bob did not swim.", N),
    ("Ann admired Bob.", "Ann hated Bob.", N),
]


@pytest.mark.parametrize(("premise", "hypothesis", "expected"), PAIRS)
def test_pairs_checked_by_hand(premise: str, hypothesis: str, expected: str) -> None:
    assert label(FRAGMENT, premise, hypothesis) == expected


def test_surface_scope_of_two_coordinations() -> None:
    """Yanaka et al. 2021, appendix A: the subject over the object."""
    (d,) = FRAGMENT.read("Ann and Bob saw Chris or Daniel.")
    said = "(see(Ann, Chris) | see(Ann, Daniel)) & (see(Bob, Chris) | see(Bob, Daniel))"
    assert d.meaning == parse_formula(said)


def test_table_11_counts_ten_items_of_each_class() -> None:
    assert len(set(NAMES)) == len(set(INTRANSITIVE)) == len(set(TRANSITIVE)) == 10
    assert set(NAMES) >= {"Ann", "Bob", "Chris"}
    assert set(INTRANSITIVE) >= {"swim", "drink", "smoke"}
    assert set(TRANSITIVE) >= {"see", "visit", "touch"}


PAST = {
    "swim": "swam",
    "drink": "drank",
    "smoke": "smoked",
    "dance": "danced",
    "sing": "sang",
    "run": "ran",
    "walk": "walked",
    "laugh": "laughed",
    "sleep": "slept",
    "jump": "jumped",
    "see": "saw",
    "visit": "visited",
    "touch": "touched",
    "find": "found",
    "admire": "admired",
    "hate": "hated",
    "praise": "praised",
    "help": "helped",
    "follow": "followed",
    "meet": "met",
}


@pytest.mark.parametrize("verb", [*INTRANSITIVE, *TRANSITIVE])
def test_every_verb_in_both_forms(verb: str) -> None:
    obj = " Bob" if verb in TRANSITIVE else ""
    assert label(FRAGMENT, f"Ann {PAST[verb]}{obj}.", f"Ann did not {verb}{obj}.") == C


@pytest.mark.parametrize("name", NAMES)
def test_every_name(name: str) -> None:
    assert label(FRAGMENT, f"{name} and Ann saw {name}.", f"{name} saw {name}.") == E


@pytest.mark.parametrize(
    ("variant", "written"),
    [
        ("ann didn't swim", "Ann did not swim."),
        ("IT IS NOT THE CASE THAT Ann swam!", "It is not the case that Ann swam."),
        ("Ann , Bob , and Chris swam", "Ann, Bob, and Chris swam."),
    ],
)
def test_variants(variant: str, written: str) -> None:
    assert FRAGMENT.read(variant)[0].text == written


NP = rf"(?:{'|'.join(NAMES)})"
COORDINATED = rf"{NP}(?: (?:and|or) {NP}|, {NP}, (?:and|or) {NP})?"
BASE = {"iv": "|".join(INTRANSITIVE), "tv": "|".join(TRANSITIVE)}
FINITE = {"iv": "|".join(PAST[v] for v in INTRANSITIVE), "tv": "|".join(PAST[v] for v in TRANSITIVE)}
CLAUSE = "{np} (?:(?:{0[iv]})|(?:{0[tv]}) {np}|did not (?:{1[iv]})|did not (?:{1[tv]}) {np})"
SENTENCE = re.compile(rf"(?:it is not the case that )*{CLAUSE.format(FINITE, BASE, np=COORDINATED)}\.", re.IGNORECASE)


@pytest.mark.parametrize("seed", range(4))
def test_sampled_sentences_are_english(seed: int) -> None:
    rng = np.random.default_rng(seed)
    for k in range(50):
        d = sample(FRAGMENT.grammar, rng, k % 4, by="shapes" if k % 2 else "derivations")
        assert SENTENCE.fullmatch(d.text), d.text
        assert d.text[0].isupper()
        assert "  " not in d.text
        assert d in parse(FRAGMENT.grammar, d.text)


def test_the_calculus_proves_nothing_false() -> None:
    counts = compare(FRAGMENT, one_change(FRAGMENT, 1, 150), assume=False)
    assert not [k for k in counts if k[0] not in (k[1], N)], counts
    assert counts == {(N, N): 135, (E, E): 14, (C, C): 1}  # and of what follows it misses nothing here


@pytest.mark.slow
def test_the_calculus_proves_nothing_false_at_length() -> None:
    counts = compare(FRAGMENT, one_change(FRAGMENT, 2, 3000), assume=False)
    counts += compare(FRAGMENT, only_definite(FRAGMENT, one_change(FRAGMENT, 3, 3000)), assume=True)
    assert not [k for k in counts if k[0] not in (k[1], N)], counts


def test_polarity_is_what_widening_does() -> None:
    seen = sum(check_polarity(d, (1, 2)) for d in short_sentences(FRAGMENT.grammar, 0, 60))
    assert seen > 500


@pytest.mark.slow
def test_polarity_is_what_widening_does_in_larger_models() -> None:
    seen = sum(check_polarity(d, (1, 2, 3), 1 << 20) for d in short_sentences(FRAGMENT.grammar, 1, 400))
    assert seen > 4000


def test_negations_in_any_order() -> None:
    """Of n negations before a sentence, with or without verbal negation, only the parity shows."""
    for n, verbal in product(range(5), (False, True)):
        text = "it is not the case that " * n + ("Ann did not swim" if verbal else "Ann swam")
        assert label(FRAGMENT, text, "Ann swam.") == (C if (n + verbal) % 2 else E)


@pytest.mark.slow
def test_calculus_and_proof_on_every_shape() -> None:
    """All shapes up to three sentential negations; every atom, positive and negated, as hypothesis."""
    phrases = ("{0}", "{0} and {1}", "{0} or {1}", "{0}, {1}, and {2}", "{0}, {1}, or {2}")
    subjects = [p.format("Ann", "Bob", "Chris") for p in phrases]
    objects = ["", *(p.format("Tom", "Greg", "Fred") for p in phrases)]
    wrong = []
    decided = 0
    for depth, subject, negated, obj in product(range(4), subjects, (False, True), objects):
        verb = ("did not see" if negated else "saw") if obj else ("did not swim" if negated else "swam")
        premise = FRAGMENT.read(f"{'it is not the case that ' * depth}{subject} {verb} {obj}".strip())[0].meaning
        for atom in {g for g in subformulas(premise) if isinstance(g, Pred)}:
            for hypothesis in (atom, Not(atom)):
                derived = calculus_label(premise, hypothesis, FRAGMENT.theory, nontrivial=False)
                proved = decide([premise], hypothesis, FRAGMENT.theory, FRAGMENT.reading).label
                decided += 1
                if derived != proved:
                    wrong.append((depth, subject, verb, obj, hypothesis, derived, proved))
    assert decided > 1500
    assert not wrong
