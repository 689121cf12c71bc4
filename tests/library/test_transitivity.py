"""The three linked sets of Yanaka et al. 2021: Boolean pairs, veridical pairs, their composition, and naturalistic
ones."""

from __future__ import annotations

import json
from collections import Counter
from itertools import islice, product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from provenli.certify import kernel
from provenli.certify.certificates import Problem
from provenli.certify.decide import decide, evidence_of
from provenli.errors import InputError, NoParse
from provenli.grammar import Derivation, parse
from provenli.grammar.morphology import past, third_person
from provenli.library.fragments import boolean, transitivity, veridical
from provenli.library.fragments.clauses.attested import AttestedPair, balanced, is_statement, pairs_of, read_pairs
from provenli.library.fragments.clauses.embedding_verbs import (
    CELLS,
    COMPOSED,
    SOMEONE,
    VARIOUS,
    VERBS,
    cell_of,
    composed,
)
from provenli.library.fragments.clauses.pairs import composite_problem, veridical_problem
from provenli.library.fragments.clauses.text import (
    capitals,
    changeable,
    complement,
    in_tense,
    inflected,
    own_tense,
    written,
)
from provenli.logic.formulas import And, Formula, Not, Or, Pred, subformulas, unmark
from provenli.pairs.abstraction import recipe_of
from provenli.pairs.classes import word_classes
from provenli.pairs.drawn import Drawn, draft_of
from provenli.pairs.fragment import Draft, Fragment
from provenli.pairs.plan import Request
from tests.library.checked import check_polarity, label

E, C, N = "entailment", "contradiction", "neutral"
FRAGMENTS = (boolean.FRAGMENT, veridical.FRAGMENT, transitivity.FRAGMENT)
VERB_TYPES = [(v, t) for t, verbs in VERBS.items() for v in verbs]


def drafts(fragment: Fragment, count: int, seed: int = 0, templates: str = "someone") -> list[Draft]:
    assert isinstance(fragment.pairs, Drawn)
    return list(islice(fragment.pairs.draw(np.random.default_rng(seed), {"templates": templates}), count))


def folded(label: str) -> str:
    return label if label == E else "non-entailment"


# --- by hand ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("verb", "verb_type"), VERB_TYPES)
@pytest.mark.parametrize("tense", ["past", "present"])
def test_every_verb_in_both_tenses(verb: str, verb_type: str, tense: str) -> None:
    form = past(verb) if tense == "past" else third_person(verb)
    swim = "swam" if tense == "past" else "swim"
    premise = f"Someone {form} that Ann and Tom {swim}."
    expected = E if verb_type == "veridical" else N
    assert label(veridical.FRAGMENT, premise, f"Ann and Tom {swim}.") == expected
    assert label(veridical.FRAGMENT, premise, "Ann swam." if tense == "past" else "Ann swims.") == expected
    assert label(veridical.FRAGMENT, premise, "Bob swam." if tense == "past" else "Bob swims.") == N


TABLE_1 = [
    ("noticed", "Henry and Daniel found Elliot, John, and Fred", "Henry found John", E, E, E),
    ("expects", "Tom and Ann admire Greg and Fred", "Tom admires Greg", N, E, N),
    ("argued", "it was not the case that Greg hated John or Elliot", "Greg hated John", N, C, N),
]


@pytest.mark.parametrize(("f", "s1", "s2", "first", "second", "whole"), TABLE_1)
def test_table_1(f: str, s1: str, s2: str, first: str, second: str, whole: str) -> None:
    premise = f"Someone {f} that {s1}."
    assert label(transitivity.FRAGMENT, premise, s1) == first
    assert label(transitivity.FRAGMENT, s1, s2) == second
    assert label(transitivity.FRAGMENT, premise, s2) == whole


PAIRS = [
    # Attitudes are opaque: from one complement to another nothing follows, not even to an equivalent one.
    ("Someone knows that Ann and Bob swim.", "Someone knows that Ann swims.", N),
    ("Someone knows that Ann and Bob swim.", "Someone knows that Bob and Ann swim.", N),
    ("Someone knows that Ann swims.", "Someone believes that Ann swims.", N),
    ("Someone knows that Ann swims.", "Someone knew that Ann swam.", N),
    # Who it is matters; that somebody of that name does it makes someone do it.
    ("Hanson thinks that Ann swims.", "Someone thinks that Ann swims.", E),
    ("Someone thinks that Ann swims.", "Hanson thinks that Ann swims.", N),
    ("Hanson thinks that Ann swims.", "Rivera thinks that Ann swims.", N),
    # Veridical: what follows from the complement follows, what contradicts it is contradicted.
    ("Someone saw that Ann did not swim.", "Ann swam.", C),
    ("Someone saw that Ann or Bob swam.", "Ann swam.", N),
    ("Someone doubts that Ann swims.", "Ann does not swim.", N),
    ("Someone sees that Ann swims.", "Someone hopes that it is not the case that Ann swims.", N),
    # Tenses speak of different facts.
    ("Someone knew that Ann swam.", "Ann swims.", N),
    ("Ann swims.", "Ann swam.", N),
    ("It is not the case that Ann or Bob swims.", "Ann does not swim.", E),
    ("It was not the case that Ann or Bob swam.", "Bob did not swim.", E),
    ("Tom and Ann do not admire Greg or Fred.", "Tom does not admire Fred.", E),
]


@pytest.mark.parametrize(("premise", "hypothesis", "expected"), PAIRS)
def test_pairs_checked_by_hand(premise: str, hypothesis: str, expected: str) -> None:
    assert label(veridical.FRAGMENT, premise, hypothesis) == expected


@pytest.mark.parametrize(
    ("good", "bad"),
    [
        ("Tom and Ann admire Greg.", "Tom and Ann admires Greg."),
        ("Tom or Ann admires Greg.", "Tom or Ann admire Greg."),
        ("Tom, Bob, or Ann does not swim.", "Tom, Bob, or Ann do not swim."),
        ("Tom, Bob, and Ann do not swim.", "Tom, Bob, and Ann does not swim."),
        ("Tom admires Greg and Fred.", "Tom admire Greg and Fred."),
        ("It was not the case that Ann swam.", "It is not the case that Ann swam."),
        ("Someone knows that Ann swims.", "Someone knows that Ann swam."),
        ("Someone knew that Ann swam.", "Someone knew that Ann swims."),
        ("The customers know that Ann swims.", "The customers knows that Ann swims."),
        ("I know that Ann swims.", "I knows that Ann swims."),
        ("At that moment, we knew that Ann swam.", "At that moment, we know that Ann swims."),
    ],
)
def test_agreement_and_tense(good: str, bad: str) -> None:
    (d,) = parse(veridical.GRAMMAR, good)
    assert d.text == good
    with pytest.raises(NoParse):
        parse(veridical.GRAMMAR, bad)


# --- drafts -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("fragment", FRAGMENTS, ids=lambda f: f.name)
@pytest.mark.parametrize("templates", ["someone", "various"])
def test_drafts(fragment: Fragment, templates: str) -> None:
    verdicts = []
    found = drafts(fragment, 100, 3, templates)
    for d in found:
        assert d.premise in parse(fragment.grammar, d.premise.text)
        assert d.hypothesis in parse(fragment.grammar, d.hypothesis.text)
        assert d.premise.text != d.hypothesis.text
        problem = Problem((d.premise.meaning,), d.hypothesis.meaning, fragment.theory, fragment.reading)
        verdict = decide(problem.premises, problem.hypothesis, problem.theory, problem.reading)
        assert kernel.check(problem, verdict) == ()
        assert d.derived in ("", folded(verdict.label)), d.premise.text
        verdicts.append(verdict)
    assert set(evidence_of(verdicts)) == {"checked proof", "models"}
    assert 25 <= sum(v.label == E for v in verdicts) <= 75 or fragment.name == "transitivity"
    assert sum(v.label == E for v in verdicts) >= 15
    assert len({tuple(d.features) for d in found}) == 1


@pytest.mark.parametrize("fragment", FRAGMENTS, ids=lambda f: f.name)
def test_features(fragment: Fragment) -> None:
    seen: Counter[int] = Counter()
    for d in drafts(fragment, 150, 1):
        s1 = d.premise if fragment.name == "boolean" else clause_of(d.premise)
        words = s1.text.lower().replace(",", "").split()
        assert d.features["negation"].count("sentential") == words.count("case")
        assert len(d.features["negation"]) == words.count("not")
        assert len(d.features["coordination"]) == words.count("and") + words.count("or")
        assert d.features["connectives"] == connectives_by_hand(s1.meaning) <= 6
        names = [w for w in words if w.capitalize() in boolean.NAMES]
        assert len(names) == len(set(names))
        seen[d.features["connectives"]] += 1
    assert set(seen) >= {1, 2, 3, 4, 5, 6}


def clause_of(d: Derivation) -> Derivation:
    node = d.at("3")
    return Derivation(node, d.grammar)


def connectives_by_hand(f: Formula) -> int:
    match f:
        case Not(body):
            return 1 + connectives_by_hand(body)
        case And(parts) | Or(parts):
            return len(parts) - 1 + sum(map(connectives_by_hand, parts))
        case _:
            return 0


def truth(f: Formula, true: frozenset[Formula]) -> bool:
    match f:
        case Not(body):
            return not truth(body, true)
        case And(parts):
            return all(truth(p, true) for p in parts)
        case Or(parts):
            return any(truth(p, true) for p in parts)
        case _:
            return f in true


def by_truth_table(p: Formula, h: Formula) -> str:
    atoms = sorted({g for g in subformulas(p) if isinstance(g, Pred)}, key=str)
    rows = (frozenset(a for a, v in zip(atoms, vs, strict=True) if v) for vs in product((0, 1), repeat=len(atoms)))
    answers = {truth(h, row) for row in rows if truth(p, row)}
    return N if len(answers) == 2 else E if True in answers else C


def test_boolean_pairs_by_truth_table() -> None:
    seen: Counter[str] = Counter()
    for d in drafts(boolean.FRAGMENT, 600, 2):
        relation = by_truth_table(d.premise.meaning, d.hypothesis.meaning)
        assert d.features["relation"] == relation
        assert isinstance(d.hypothesis.meaning, Pred) == (d.features["polarity"] == "positive")
        atoms = {g for g in subformulas(d.premise.meaning) if isinstance(g, Pred)}
        assert next(g for g in subformulas(d.hypothesis.meaning) if isinstance(g, Pred)) in atoms
        seen[d.cell] += 1
    assert len(seen) == 6  # three relations, positive and negative
    assert min(seen.values()) > 40


def test_table_3_is_what_is_decided() -> None:
    seen: Counter[str] = Counter()
    for d in drafts(transitivity.FRAGMENT, 160, 5):
        s1 = clause_of(d.premise).meaning
        basics = (decide([d.premise.meaning], s1).label == E, by_truth_table(s1, d.hypothesis.meaning) == E)
        cell = "/".join("yes" if b else "unk" for b in basics)
        assert d.cell == d.features["cell"] == cell
        assert composed(cell) == d.derived == folded(decide([d.premise.meaning], d.hypothesis.meaning).label)
        seen[cell] += 1
    assert set(seen) == set(CELLS)
    assert min(seen.values()) > 20


def test_table_3() -> None:
    assert list(COMPOSED.values()) == ["yes", "unk", "unk", "unk"]
    assert cell_of("veridical", False) == "yes/unk"
    assert [composed(c) for c in CELLS] == [E] + ["non-entailment"] * 3


def test_drafts_use_every_verb_and_both_tenses() -> None:
    found = drafts(veridical.FRAGMENT, 1000, 4)
    seen = Counter((d.features["verb"].lemma, d.features["tense"]) for d in found)
    assert len(seen) == 60
    assert min(seen.values()) > 4
    assert Counter(d.features["verb_type"] for d in found)["veridical"] == pytest.approx(500, abs=80)


@pytest.mark.parametrize("fragment", FRAGMENTS, ids=lambda f: f.name)
def test_data_sets_are_balanced(fragment: Fragment) -> None:
    assert isinstance(fragment.pairs, Drawn)
    options = {o.name: o.default for o in fragment.pairs.options}
    plan = fragment.pairs.plan(fragment, Request(240, 7, options))
    labels: Counter[str] = Counter()
    cells: Counter[str] = Counter()
    for a in plan.parts[0].allotments:
        pattern = plan.patterns[a.pattern]
        labels[folded(plan.schemas[int(pattern.schema[0])].label)] += len(a.serials)
        cells[pattern.cell] += len(a.serials)
    assert not plan.corrections
    if fragment.name == "transitivity":
        assert set(cells.values()) == {60}
        assert labels == {E: 60, "non-entailment": 180}  # section 3.2: 1:3
    else:
        assert labels == {E: 120, "non-entailment": 120}


def test_a_stored_draft_comes_back() -> None:
    """See and find are verbs of both kinds: with a clause and with an object."""
    found = drafts(transitivity.FRAGMENT, 150, 6)
    assert {"see", "find"} <= {d.features["verb"].lemma for d in found}
    for d in found:
        again = draft_of(transitivity.FRAGMENT, json.loads(json.dumps(recipe_of(d))))
        assert (again.premise, again.hypothesis, again.features) == (d.premise, d.hypothesis, d.features)


def test_verbs_of_the_two_types_never_mix() -> None:
    classes = word_classes(veridical.GRAMMAR, veridical.FRAGMENT.theory)
    found = [{w.lemma for w in c.words} for c in classes.by_name.values() if c.name.startswith("EV")]
    assert sorted(map(sorted, found)) == sorted(map(sorted, VERBS.values()))
    assert [len(v) for v in VERBS.values()] == [15, 15]


# --- templates and meaning --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("template", VARIOUS, ids=lambda t: t.text)
def test_templates(template: object) -> None:
    (t,) = (v for v in VARIOUS if v == template)
    for tense in t.tenses:
        present = ("knows" if t.number == "sg" else "know", "Ann swims")
        verb, s = ("knew", "Ann swam") if tense == "past" else present
        text = written(f"{t.text} {verb} that {s}")
        assert label(veridical.FRAGMENT, text, s) == E
        assert parse(veridical.GRAMMAR, text)[0].text == text
    assert not set(t.text.split()) & set(boolean.NAMES)


def test_there_are_forty_templates_besides_someone() -> None:
    assert len({t.text for t in VARIOUS}) == 40
    assert {t.kind for t in VARIOUS} == {"pronoun", "group", "name"}
    assert SOMEONE not in VARIOUS
    various = drafts(veridical.FRAGMENT, 600, 1, "various")
    assert {d.features["template"].lemma for d in various} == {t.text for t in VARIOUS}
    assert not any(d.premise.text.startswith("Someone") for d in various)
    assert {d.features["template"] for d in drafts(veridical.FRAGMENT, 50)} == {"someone"}


@pytest.mark.parametrize("verb", ["knows", "hopes"])
def test_nothing_inside_an_attitude_has_a_polarity(verb: str) -> None:
    (d,) = parse(veridical.GRAMMAR, f"Someone {verb} that Ann, Bob, and Tom do not see Greg or Fred.")
    signs = d.polarities()
    assert {s for address, s in signs.items() if address.startswith("3")} == {0}
    assert decide([d.meaning], unmark(d.marked)).label == decide([unmark(d.marked)], d.meaning).label == E
    check_polarity(d, (1,))


# --- naturalistic -----------------------------------------------------------------------------------------------------

SICK = """pair_ID	sentence_A	sentence_B	entailment_label	relatedness_score
1	A boy is riding a horse	A child is riding an animal	ENTAILMENT	4.5
2	Two dogs are running	No dog is running	CONTRADICTION	3.5
3	Young girls are reading	The books are old	NEUTRAL	2
4	Jennifer has been asleep	A woman has been resting	ENTAILMENT	4
"""
SNLI = [
    {"gold_label": "entailment", "sentence1": "Rain is falling.", "sentence2": "It is wet.", "annotator_labels": ["x"]},
    {"gold_label": "-", "sentence1": "A man is here.", "sentence2": "He is late.", "annotator_labels": []},
    {"gold_label": "contradiction", "sentence1": "The sun is out.", "sentence2": "The sun is not out."},
]


def sick(tmp_path: Path) -> Path:
    file = tmp_path / "SICK.txt"
    file.write_text(SICK, encoding="utf-8")
    return file


def test_reading_sick(tmp_path: Path) -> None:
    found = read_pairs(sick(tmp_path))
    assert [p.relation for p in found] == [E, C, N, E]
    assert (found[0].s1, found[0].s2) == ("A boy is riding a horse", "A child is riding an animal")
    assert found[1].source.endswith("SICK.txt, line 3")


def test_the_older_header_of_sick(tmp_path: Path) -> None:
    file = tmp_path / "sick.tsv"
    file.write_text(SICK.replace("entailment_label", "entailment_judgment").replace("\n", "\r\n"), encoding="utf-8-sig")
    assert [p.relation for p in read_pairs(file)] == [E, C, N, E]


def test_reading_json_lines(tmp_path: Path) -> None:
    file = tmp_path / "snli.jsonl"
    file.write_text("\n".join(map(json.dumps, SNLI)), encoding="utf-8")
    assert [(p.s1, p.relation) for p in read_pairs(file)] == [("Rain is falling.", E), ("The sun is out.", C)]


def test_reading_a_data_set_of_our_own(tmp_path: Path) -> None:
    rows = [
        {"id": "1", "premise": "Ann swam.", "hypothesis": "Bob swam.", "label": "non-entailment", "features": {}},
        {"id": "2", "premise": "Ann and Bob swam.", "hypothesis": "Bob swam.", "label": "entailment", "features": {}},
    ]
    (tmp_path / "pairs.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    for other in ("certificates.jsonl", "patterns.jsonl", "pairs.snli.jsonl"):
        (tmp_path / other).write_text("{}", encoding="utf-8")
    assert [p.relation for p in read_pairs(tmp_path)] == ["non-entailment", E]


def test_numbers_for_labels(tmp_path: Path) -> None:
    """In the usual order, unless something beside the file gives them names."""
    rows = [{"premise": "It rains.", "hypothesis": "It is wet.", "label": k} for k in (0, 1, 2, -1)]
    (tmp_path / "a.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    assert [p.relation for p in read_pairs(tmp_path / "a.jsonl")] == [E, N, C]
    names = {"default": {"features": {"label": {"names": [C, N, E]}}}}
    (tmp_path / "dataset_infos.json").write_text(json.dumps(names), encoding="utf-8")
    assert [p.relation for p in read_pairs(tmp_path / "a.jsonl")] == [C, N, E]


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("a.txt", "", "a.txt: the file is empty"),
        ("a.jsonl", "\n \n", "a.jsonl: the file is empty"),
        (
            "a.tsv",
            "sentence_A\tsentence_B\nx\ty\n",
            "a.tsv: expected a column gold_label, label, entailment_label, "
            "entailment_judgment, gold or gold_label_log, found sentence_A, sentence_B",
        ),
        ("a.jsonl", '{"premise": "x", "label": "neutral"}', "a.jsonl: expected a column hypothesis, sentence2, "),
        ("a.jsonl", '{"premise": "x"\n', 'a.jsonl, line 1: expected a JSON object, found \'{"premise"'),
        ("a.jsonl", "[1]", "a.jsonl, line 1: expected a JSON object, found '[1]'"),
        (
            "a.jsonl",
            '{"premise": "x", "hypothesis": "y", "label": 3}',
            "a.jsonl, column label: labels are numbers (3) and "
            "nothing says what they mean; expected names such as entailment",
        ),
        ("a.tsv", "premise\thypothesis\tlabel\nx\ty\tneutral\nx\ty\n", "a.tsv, line 3: expected 3 columns, found 2"),
        (
            "a.tsv",
            "premise\thypothesis\tlabel\nx\ty\tmaybe\n",
            "a.tsv, column label: labels 'maybe' are not known; expected names such as entailment",
        ),
        (
            "a.tsv",
            "premise\thypothesis\tlabel\nx\ty\tneutral\nx\ty\tmaybe\n",
            "a.tsv, line 3: column label: expected a label such as entailment, neutral or contradiction, found 'maybe'",
        ),
        ("a.tsv", "premise\thypothesis\tlabel\n \ty\tneutral\n", "a.tsv, line 2: the premise is empty"),
        (
            "a.tsv",
            "premise\thypothesis\tlabel\nx\ty\t-\n",
            "a.tsv: expected pairs of sentences with labels, found none",
        ),
    ],
)
def test_bad_files(tmp_path: Path, name: str, text: str, said: str) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as e:
        read_pairs(tmp_path / name)
    assert said in str(e.value)
    assert "\n" not in str(e.value)


def test_files_that_are_no_text_or_not_there(tmp_path: Path) -> None:
    (tmp_path / "a.tsv").write_bytes(b"\xff\xfe\x00")
    for path, said in (
        (tmp_path / "a.tsv", "expected text in UTF-8"),
        (tmp_path / "none.tsv", "none.tsv: no such file"),
        (tmp_path, "expected text in UTF-8, found UTF-16"),
    ):
        with pytest.raises(InputError, match=said):
            read_pairs(path)


@pytest.mark.parametrize("verb_type", list(VERBS))
@pytest.mark.parametrize("relation", [E, N, C, "non-entailment"])
def test_composite_labels_are_decided_from_what_is_attested(verb_type: str, relation: str) -> None:
    problem = composite_problem(verb_type, relation)  # type: ignore[arg-type]
    verdict = decide(problem.premises, problem.hypothesis, problem.theory, problem.reading)
    assert kernel.check(problem, verdict) == ()
    expected = relation if verb_type == "veridical" and relation in (E, C) else N
    assert verdict.label == expected
    assert folded(expected) == composed(cell_of(verb_type, relation == E))  # type: ignore[arg-type]
    alone = veridical_problem(verb_type)  # type: ignore[arg-type]
    assert decide(alone.premises, alone.hypothesis).label == (E if verb_type == "veridical" else N)


def attested(s1: str, relation: str = E) -> AttestedPair:
    return AttestedPair(s1, "It is so.", relation, "made, line 1")  # type: ignore[arg-type]


def test_balanced_takes_both_labels_and_only_statements() -> None:
    rng = np.random.default_rng(0)
    pairs = [attested(f"Dog {k} is here") for k in "abcdef"] + [attested(f"Cat {k} is here", N) for k in "abc"]
    pairs += [attested("Is it?", N), attested("He is here. She is not.", N)]
    found = balanced(pairs, 1000, rng)
    assert Counter(p.relation for p in found) == {E: 3, N: 3}
    assert len(set(found)) == 6
    assert Counter(p.relation for p in balanced(pairs, 4, rng)) == {E: 2, N: 2}
    with pytest.raises(InputError, match="made: expected statements with both labels, found 6 and 0 of 6"):
        balanced(pairs[:6], 10, rng)
    with pytest.raises(InputError, match="no pairs"):
        balanced([], 10, rng)


def test_pairs_from_a_fragment() -> None:
    found, _ = pairs_of(boolean.FRAGMENT, 20, np.random.default_rng(0))
    assert Counter(p.entailed for p in found) == {True: 10, False: 10}
    for p in found:
        assert label(boolean.FRAGMENT, p.s1, p.s2) == p.relation
    plain = Fragment("plain", boolean.GRAMMAR)
    with pytest.raises(InputError, match="'plain' draws no pairs"):
        pairs_of(plain, 2, np.random.default_rng(0))


@pytest.mark.parametrize(
    ("present", "past_text"),
    [
        ("A dog is barking", "A dog was barking"),
        ("Dogs are not barking", "Dogs were not barking"),
        ("I am tired", "I was tired"),
        ("A man who is old isn't sleeping", "A man who was old wasn't sleeping"),
        ("A man's face is being painted", "A man's face was being painted"),
        ("There are no boys there", "There were no boys there"),
    ],
)
def test_tense_both_ways(present: str, past_text: str) -> None:
    assert in_tense(present, "past") == past_text
    assert in_tense(past_text, "present") == present
    assert in_tense(present, "present") == present
    assert own_tense(present) == "present"
    assert own_tense(past_text) == "past"
    assert changeable(present)
    assert changeable(past_text)


@pytest.mark.parametrize(
    ("present", "past_text"),
    [
        ("The boys have toys", "The boys had toys"),
        ("She does not have to have lunch", "She did not have to have lunch"),
        ("They don't do it", "They didn't do it"),
        ("He has been there", "He had been there"),
    ],
)
def test_have_and_do_go_to_the_past_only(present: str, past_text: str) -> None:
    assert changeable(present)
    assert in_tense(present, "past") == past_text
    assert not changeable(past_text)
    assert inflected(past_text, past_text) == {"past": (past_text, past_text)}


@pytest.mark.parametrize(
    "text",
    [
        "She's reading and the boy is asleep",
        "The man can see what is there",
        "A boy is helping his friends have fun",
        "The city was quiet yesterday",
        "They're sure that it is late",
        "Is it late",
        "I wasn't there",
    ],
)
def test_tense_is_left_alone_where_more_would_have_to_change(text: str) -> None:
    assert not changeable(text)
    assert inflected(text, text) == {own_tense(text): (text, text)}


def test_tenses_that_differ_are_left_alone() -> None:
    assert inflected("It has rained", "It was wet") == {"present": ("It has rained", "It was wet")}
    assert inflected("It is wet", "It rained") == {"present": ("It is wet", "It rained")}


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (["A man is here."], "a man is here"),
        (["I am here."], "I am here"),
        (["NASA is here."], "NASA is here"),
        (["Jennifer is here."], "Jennifer is here"),
        (["Bob is here."], "Bob is here"),
        (["Young boys are here."], "young boys are here"),
        (["Water is here."], "water is here"),
        (["Pepper is here.", "He saw Pepper."], "Pepper is here"),
        (["Pepper is here.", "He ate pepper."], "pepper is here"),
        (["Jennifer's dog is here."], "Jennifer's dog is here"),
        (["There's a dog."], "there's a dog"),
        (["3 men are here."], "3 men are here"),
    ],
)
def test_the_first_word_after_that(texts: list[str], expected: str) -> None:
    assert complement(written(texts[0]), capitals(texts)) == expected


SUBJECTS: list[tuple[str, str]] = [("A dog", "is"), ("Two men", "are"), ("The old woman", "is"), ("Nobody", "is")]
RESTS = ["", " not", " sleeping", " in the garden", " not in Paris", " being watched", " to have lunch"]


@given(st.sampled_from(SUBJECTS), st.sampled_from(RESTS), st.sampled_from([" ", "  ", "\t"]))
def test_going_to_the_past_and_back(subject: tuple[str, str], rest: str, space: str) -> None:
    text = f"{subject[0]}{space}{subject[1]}{rest}"
    assert in_tense(in_tense(text, "past"), "present") == text
    assert in_tense(text, "past") != text


@given(st.text(max_size=40))
def test_any_text_can_be_looked_at(text: str) -> None:
    assert own_tense(text) in ("past", "present", None)
    assert not changeable(text) or own_tense(in_tense(text, "past")) in ("past", None)
    assert is_statement(text) in (True, False)
    assert written(text).endswith(".")
