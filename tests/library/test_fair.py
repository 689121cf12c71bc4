"""The data sets of Geiger et al. 2019: 4,096 schemas on which calculus and proof agree, and rows that the grammar
confirms."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from itertools import product
from typing import Any

import numpy as np
import pytest

from provenli.certify.decide import decide
from provenli.data.generate import Order, generate
from provenli.data.verify import verify
from provenli.errors import InputError
from provenli.fairness.fair import FairnessAnswer, ask, places
from provenli.fairness.generation import Sizes, fingerprints
from provenli.library.fragments.fair import FRAGMENT, QUANTIFIERS
from provenli.library.fragments.fair.cases import (
    HEADS,
    KINDS,
    MODIFIERS,
    PHRASES,
    RELATIONS,
    composed,
    forms,
    problem_of,
    relation,
)
from provenli.library.fragments.fair.pairs import Aligned
from provenli.library.fragments.fair.splits import read_ratio, split_of
from provenli.logic.formulas import Formula, Not, Pred, Quant, Var
from provenli.logic.models import FiniteModel
from provenli.logic.relations import Relation, label
from provenli.logic.truth import holds
from provenli.pairs.classes import word_classes
from provenli.pairs.entails import entails
from provenli.pairs.plan import Request

TRIPLES = tuple(product(RELATIONS, repeat=3))
EQUAL, NARROWER, WIDER, NONE = RELATIONS


def cases() -> list[tuple[tuple[Relation, ...], int]]:
    """One representative of every schema."""
    found: dict[object, tuple[tuple[Relation, ...], int]] = {}
    for triple in TRIPLES:
        for kinds in range(KINDS):
            found.setdefault((triple, *forms(kinds)), (triple, kinds))
    return list(found.values())


def calculus_is_proof(triple: tuple[Relation, ...], kinds: int) -> None:
    p = problem_of(triple, kinds)
    proved = decide(p.premises, p.hypothesis, p.theory, p.reading).label
    assert label(composed(triple, kinds)[2]) == proved, (triple, kinds)


def test_there_are_4096_schemas() -> None:
    assert len(cases()) == 4096
    assert len(TRIPLES) * KINDS == 65_536


def test_calculus_and_proof_agree_on_a_sample() -> None:
    found = cases()
    for k in np.random.default_rng(1).choice(len(found), 200, replace=False):
        calculus_is_proof(*found[int(k)])


@pytest.mark.slow
def test_calculus_and_proof_agree_on_every_schema() -> None:
    for triple, kinds in cases():
        calculus_is_proof(triple, kinds)


def test_cases_of_one_schema_have_one_label() -> None:
    """Negations are moved inward before cases are compared; the calculus sees them as they are."""
    found: dict[object, set[str]] = {}
    for triple in TRIPLES:
        for kinds in range(KINDS):
            found.setdefault((triple, *forms(kinds)), set()).add(label(composed(triple, kinds)[2]))
    assert all(len(labels) == 1 for labels in found.values())


# --- the lemma --------------------------------------------------------------------------------------------------------


def word_sets() -> set[tuple[frozenset[str], frozenset[str]]]:
    """The words of every aligned pair of phrases of one place: modifiers a, b and heads n, m."""
    return {
        tuple(frozenset({m.split("/")[k], h.split("/")[k]} - {"ε"}) for k in (0, 1))  # type: ignore[misc]
        for m, h in product(MODIFIERS, HEADS)
    }


def test_the_relation_of_a_pair_of_phrases_is_that_of_its_words() -> None:
    """More words, fewer things. 'a/ε' with one noun is narrower, 'a/b' is not known."""
    for phrase in PHRASES:
        (u, v) = (frozenset({phrase[0].split("/")[k], phrase[1].split("/")[k]} - {"ε"}) for k in (0, 1))
        expected = EQUAL if u == v else NARROWER if u > v else WIDER if u < v else NONE
        assert relation(phrase) is expected, phrase


def test_every_model_of_a_schema_is_one_of_its_instances() -> None:
    """All pairs of word sets of one place, all X and X' over three elements: the words can be told what to hold of."""
    subsets = [frozenset(e for e in range(3) if bits >> e & 1) for bits in range(8)]
    universe = frozenset(range(3))
    for u, v in word_sets():
        for x, y in product(subsets, repeat=2):
            if (u == v and x != y) or (u > v and not x <= y) or (u < v and not x >= y):
                continue  # no model of the schema
            holds = {w: (x if w in u else frozenset()) | (y if w in v else frozenset()) for w in u | v}
            assert universe.intersection(*(holds[w] for w in u)) == x
            assert universe.intersection(*(holds[w] for w in v)) == y


def test_every_model_of_an_instance_is_one_of_its_schema() -> None:
    """The other way round, so that proofs carry over: intersections of words are related as the schema says."""
    subsets = [frozenset(e for e in range(3) if bits >> e & 1) for bits in range(8)]
    for u, v in word_sets():
        names = sorted(u | v)
        for chosen in product(subsets, repeat=len(names)):
            holds = dict(zip(names, chosen, strict=True))
            x, y = (frozenset(range(3)).intersection(*(holds[w] for w in s)) for s in (u, v))
            assert u != v or x == y
            assert not u >= v or x <= y
            assert not u <= v or x >= y


# --- the relations of phrase pairs ------------------------------------------------------------------------------------


def test_relations_of_verb_phrases_hold_in_all_small_models() -> None:
    """What the calculus says of two verb phrases is true of them in every model with nonempty nouns."""
    x, y = Var("x1"), Var("x2")
    quantifiers = tuple(QUANTIFIERS.values())
    rng = np.random.default_rng(2)
    for _ in range(40):
        triple = TRIPLES[int(rng.integers(len(TRIPLES)))]
        kinds = int(rng.integers(KINDS))
        digits = []
        rest = kinds
        for base in (4, 2, 4, 4, 2, 4):
            rest, d = divmod(rest, base)
            digits.append(d)
        phrases: list[Formula] = []
        for k in (0, 1):
            v, o = (f"{n}{1 if r is EQUAL else k + 1}" for n, r in zip("VO", triple[1:], strict=True))
            f: Formula = Quant(quantifiers[digits[3 * k + 2]], y, Pred(o, (y,)), Pred(v, (x, y)))
            phrases.append(Not(f) if digits[3 * k + 1] else f)
        said = composed(triple, kinds)[1]
        for m in models(triple, rng, 60):
            u, w = ({e for e in range(m.size) if holds(p, m, {x: e})} for p in phrases)
            assert consistent(said, u, w, m.size), (triple, kinds, said, m)


def models(triple: tuple[Relation, ...], rng: np.random.Generator, n: int) -> list[FiniteModel]:
    out: list[FiniteModel] = []
    while len(out) < n:
        size = int(rng.integers(1, 4))
        o1 = {(e,) for e in range(size) if rng.integers(2)}
        o2 = {(e,) for e in range(size) if rng.integers(2)}
        v1 = {(a, b) for a in range(size) for b in range(size) if rng.integers(2)}
        v2 = {(a, b) for a in range(size) for b in range(size) if rng.integers(2)}
        o1, o2 = _related(triple[2], o1, o2)
        v1, v2 = _related(triple[1], v1, v2)
        if o1 and o2:
            found = {"O1": o1, "O2": o2, "V1": v1, "V2": v2}
            out.append(FiniteModel(size, {k: frozenset(v) for k, v in found.items()}))
    return out


def _related(r: Relation, a: set[Any], b: set[Any]) -> tuple[set[Any], set[Any]]:
    return {EQUAL: (a, a), NARROWER: (a & b, b), WIDER: (a, a & b), NONE: (a, b)}[r]


def consistent(r: Relation, u: set[int], w: set[int], size: int) -> bool:
    """What a relation promises of two sets, whether or not they are empty."""
    everything = set(range(size))
    promised = {
        Relation.EQUIVALENCE: u == w,
        Relation.FORWARD: u <= w,
        Relation.REVERSE: u >= w,
        Relation.NEGATION: u == everything - w,
        Relation.ALTERNATION: not u & w,
        Relation.COVER: u | w == everything,
        Relation.INDEPENDENCE: True,
    }
    return promised[r]


# --- sentences --------------------------------------------------------------------------------------------------------

COLUMNS = ("adjective of subject", "noun of subject", "adverb", "verb", "adjective of object", "noun of object")


def test_sentences_of_every_kind_of_phrase_pair_have_the_label_of_their_relations() -> None:
    """Texts are read by the grammar: relations of phrases, schemas, negation moved inward are all put to the test."""
    classes = word_classes(FRAGMENT.grammar, FRAGMENT.theory)
    rng = np.random.default_rng(4)
    for _ in range(150):
        phrases = tuple(PHRASES[int(k)] for k in rng.integers(len(PHRASES), size=3))
        kinds = int(rng.integers(KINDS))
        pattern = FRAGMENT.pairs.pattern(phrases, classes, np.zeros(KINDS, dtype=np.int64))  # type: ignore[union-attr]
        words = [classes.by_name[c].words[k] for k, c in enumerate(pattern.slots)]
        premise, hypothesis = (pattern.text(side, words, kinds) for side in (pattern.premise, pattern.hypothesis))
        assert len(premise.split()) == len(hypothesis.split()) == 9
        answer = entails(FRAGMENT, premise, hypothesis)
        assert answer.verdict.label == label(composed(tuple(map(relation, phrases)), kinds)[2]), (premise, hypothesis)


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    out = tmp_path_factory.mktemp("fair") / "out"
    manifest = generate(Order(FRAGMENT, "fair", Request(9001, 0, {}), ("jsonl",), out))
    assert manifest.schemas == 4096
    assert manifest.certificates["checked by the kernel"] == 4096
    assert manifest.certificates["calculus disagrees"] == 0
    return [json.loads(line) for line in (out / "pairs.jsonl").read_text().splitlines()]


def expected(left: Sequence[str], right: Sequence[str]) -> str:
    """The relation of two phrases of invented words, ε left out."""
    u, v = ({w for w in side if w != "ε"} for side in (left, right))
    return str(EQUAL if u == v else NARROWER if u > v else WIDER if u < v else NONE)


@pytest.mark.slow
def test_a_generated_set(rows: list[dict[str, Any]]) -> None:
    assert len(rows) == 9001
    assert len({(r["premise"], r["hypothesis"]) for r in rows}) == 9001
    labels = Counter(r["label"] for r in rows)
    assert max(labels.values()) - min(labels.values()) <= 1
    schemas = {label_: Counter(r["schema"] for r in rows if r["label"] == label_) for label_ in labels}
    assert all(max(c.values()) > 0 for c in schemas.values())


@pytest.mark.slow
def test_relations_of_phrases_in_a_generated_set(rows: list[dict[str, Any]]) -> None:
    places = (1, 2, 4, 5, 7, 8)
    for r in rows:
        p, h, f = r["premise"].split(), r["hypothesis"].split(), r["features"]
        for name, k in zip(COLUMNS, places, strict=True):
            assert f[name] == expected(p[k : k + 1], h[k : k + 1]), (name, r)
        for name, k in (("subject", 1), ("adverb and verb", 4), ("object", 7)):
            assert f[name] == expected(p[k : k + 2], h[k : k + 2]), (name, r)
        assert label(Relation(f["sentence"])) == r["label"]


@pytest.mark.slow
def test_grammar_and_decision_agree_with_a_generated_set(rows: list[dict[str, Any]]) -> None:
    for k in np.random.default_rng(0).choice(len(rows), 150, replace=False):
        r = rows[int(k)]
        assert entails(FRAGMENT, r["premise"], r["hypothesis"]).verdict.label == r["label"], r


# --- fair splits ------------------------------------------------------------------------------------------------------


def fair_order(out: Any, ratio: str, size: int, workers: int = 1, cover: str = "most") -> Order:
    options = {"ratio": ratio, "cover": cover, "strict": False}
    return Order(FRAGMENT, "fair", Request(size, 3, options, workers), ("jsonl",), out)


@pytest.mark.parametrize("ratio", ["0", *(pytest.param(r, marks=pytest.mark.slow) for r in ("1/16", "3/4", "1"))])
def test_a_fair_split_is_a_data_set_that_verifies(tmp_path: Any, ratio: str) -> None:
    manifest = generate(fair_order(tmp_path / "fair", ratio, 5200))
    assert {name: p.rows for name, p in manifest.parts.items()} == {"train": 5000, "dev": 100, "test": 100}
    assert verify(tmp_path / "fair", lambda _: FRAGMENT).sound
    again = generate(fair_order(tmp_path / "again", ratio, 5200, workers=2))
    assert again.files == manifest.files


def test_at_ratio_0_few_schemas_train_and_none_of_them_is_tested(tmp_path: Any) -> None:
    """A schema of the split: relations of the word pairs, quantifiers, negations."""
    manifest = generate(fair_order(tmp_path / "fair", "0", 20_800))
    assert any("536 of 524,288 alignments" in note for note in manifest.notes)
    files = {name: rows_in(tmp_path / "fair" / f"{name}.jsonl") for name in ("train", "test")}
    seen = {name: set(map(split_schema, rows)) for name, rows in files.items()}
    assert len(seen["train"]) <= 536
    assert not seen["train"] & seen["test"]
    (dev, test) = asked(tmp_path / "fair")
    assert dev.routes_agree
    assert test.routes_agree
    # So few examples do not show every pair of words, but they show all there is to composition.
    assert test.right < test.tested
    assert test.right_but_for_words == test.tested


def test_every_local_input_is_shown_by_construction() -> None:
    """As large as `--size 60000` makes it, for each of some seeds; distinct and balanced all the same."""
    assert isinstance(FRAGMENT.pairs, Aligned)
    task = FRAGMENT.pairs.composition(FRAGMENT)
    for seed in (0, 3):
        made = split_of(task, "0", Sizes(57_692, 1_154, 1_154), seed, every=True)
        assert made.report.fair
        assert made.space.least <= 57_692
        assert len(np.unique(fingerprints(task.tree, made.train))) == 57_692
        assert np.ptp(np.bincount(task.label_of_value[made.train["sentence"]])) <= 1


def test_too_small_a_size_names_the_least(tmp_path: Any) -> None:
    with pytest.raises(InputError, match=r"is 19231 for train.* ask for size \d{5} or more, or for cover most"):
        generate(fair_order(tmp_path / "fair", "0", 20_000, cover="every"))
    assert not (tmp_path / "fair").exists()


def asked(directory: Any) -> list[FairnessAnswer]:
    return ask(places(directory, lambda *_: FRAGMENT)[0], None, ())


def rows_in(path: Any) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def split_schema(row: dict[str, Any]) -> tuple[str, ...]:
    words = [row[side].split() for side in ("premise", "hypothesis")]
    closed = [f"{w[0]} {w[3]} {w[6]}" for w in words]
    related = [row["features"][name] for name in row["features"] if " " in name or name in ("adverb", "verb")][:8]
    return (*closed, *related)


@pytest.mark.parametrize("ratio", ["-0.1", "2", "1/0", "half", ""])
def test_a_ratio_outside_of_0_to_1_is_refused(ratio: str) -> None:
    with pytest.raises(InputError, match="expected a number from 0 to 1"):
        read_ratio(ratio)


def test_a_missing_node_label_is_named(tmp_path: Any) -> None:
    generate(fair_order(tmp_path / "fair", "1/2", 520))
    path = tmp_path / "fair" / "train.jsonl"
    path.write_text(path.read_text().replace('"verb phrase": ', '"verbphrase": ', 1))
    with pytest.raises(InputError, match=r"train\.jsonl, line \d+: no label for node 'verb phrase'"):
        asked(tmp_path / "fair")


def test_a_wrong_node_label_is_named(tmp_path: Any) -> None:
    generate(fair_order(tmp_path / "fair", "1/2", 520))
    path = tmp_path / "fair" / "train.jsonl"
    text = path.read_text()
    path.write_text(text.replace('"noun of subject": "≡"', '"noun of subject": "#"', 1))
    with pytest.raises(InputError, match=r"train\.jsonl: .*node 'noun of subject'"):
        asked(tmp_path / "fair")
