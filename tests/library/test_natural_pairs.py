"""Data sets of veridical and transitivity over pairs from a file or a fragment."""

from __future__ import annotations

import json
from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from provenli.data.generate import Order, generate
from provenli.data.manifest import Manifest, read_manifest
from provenli.data.verify import VerificationReport, verify
from provenli.errors import InputError
from provenli.grammar.morphology import past, third_person
from provenli.library.fragments import boolean, transitivity, veridical
from provenli.library.fragments.clauses.attested import AttestedPair, agreed, balanced, read_pairs
from provenli.library.fragments.clauses.embedding_verbs import CELLS, TENSES, VARIOUS, VERBS, Tense, composed
from provenli.library.fragments.clauses.pairs import (
    LEMMAS,
    PAIRS,
    TYPE_OF,
    EmbeddedPairs,
    NliFile,
    from_recipe,
    share,
    source,
    verb_form,
)
from provenli.library.fragments.clauses.text import written
from provenli.pairs.fragment import Fragment
from provenli.pairs.plan import Request

BOTH = {"veridical": veridical.FRAGMENT, "transitivity": transitivity.FRAGMENT}
E, N = "entailment", "non-entailment"
WHO, WHAT = ("boy", "girl", "nurse", "pilot"), ("riding a horse", "in the garden", "asleep")


def sick(where: Path, count: int = 24) -> Path:
    """Entailments and others in turn, each with an s1 of its own."""
    pairs: list[tuple[str, str, str]] = []
    for k, (a, b) in enumerate(product(WHO, WHAT)):
        pairs.append((f"A young {a} is {b}", f"A {a} is {b}", "ENTAILMENT"))
        pairs.append((f"An old {a} is {b}", f"Jennifer is {b}", "NEUTRAL" if k % 2 else "CONTRADICTION"))
    lines = [f"{k}\t{a}\t{b}\t4.5\t{r}" for k, (a, b, r) in enumerate(pairs[:count], 1)]
    file = where / "SICK.txt"
    header = "pair_ID\tsentence_A\tsentence_B\trelatedness_score\tentailment_judgment"
    file.write_text("\n".join([header, *lines]) + "\n")
    return file


def make(
    name: str, pairs: Path | str, out: Path, size: int | None = None, seed: int = 0, templates: str = "someone"
) -> tuple[Manifest, list[dict[str, Any]]]:
    fragment = BOTH[name]
    assert fragment.pairs is not None
    options = {o.name: o.default for o in fragment.pairs.options}
    options |= {"pairs": source(str(pairs)), "templates": templates}
    manifest = generate(Order(fragment, name, Request(size, seed, options), ("jsonl",), out))
    return manifest, [json.loads(line) for line in (out / "pairs.jsonl").read_text(encoding="utf-8").splitlines()]


def checked(directory: Path) -> VerificationReport:
    """With the file that pairs were drawn from, if it lies beside the data set."""
    named = read_manifest(directory).options["pairs"]
    source = directory.parent / named
    return verify(directory, BOTH.__getitem__, source=source if named and source.is_file() else None)


def texts(rows: list[dict[str, Any]]) -> list[tuple[str, str]]:
    return [(r["premise"], r["hypothesis"]) for r in rows]


# --- what comes out ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("templates", ["someone", "various"])
@pytest.mark.parametrize("name", BOTH)
def test_every_pair_under_every_verb(tmp_path: Path, name: str, templates: str) -> None:
    manifest, rows = make(name, sick(tmp_path), tmp_path / "out", templates=templates)
    assert manifest.size == len(rows) == 30 * 24
    assert len(set(texts(rows))) == len(rows)
    assert set(Counter(r["features"]["verb"] for r in rows).values()) == {24}
    assert {r["features"]["tense"] for r in rows} == set(TENSES)
    starts = {r["features"]["template"] for r in rows}
    assert starts == {"someone"} if templates == "someone" else starts <= {t.text for t in VARIOUS} and len(starts) > 10
    assert checked(tmp_path / "out").sound


def test_composite_labels_are_those_of_table_3(tmp_path: Path) -> None:
    _, rows = make("transitivity", sick(tmp_path), tmp_path / "out")
    assert Counter(r["features"]["cell"] for r in rows) == dict.fromkeys(CELLS, 180)
    for r in rows:
        f = r["features"]
        first = "yes" if f["verb"] in VERBS["veridical"] else "unk"
        assert f["cell"] == f"{first}/{'yes' if f['relation'] == E else 'unk'}"
        assert r["label"] == composed(f["cell"])
        assert f["verb_type"] == ("veridical" if first == "yes" else "non-veridical")
    assert {r["features"]["relation"] for r in rows} == {"entailment", "neutral", "contradiction"}


def test_veridical_labels_are_those_of_the_verbs(tmp_path: Path) -> None:
    manifest, rows = make("veridical", sick(tmp_path), tmp_path / "out")
    assert manifest.balance == {"pairs": {E: 360, N: 360}}
    for r in rows:
        f = r["features"]
        assert (r["label"] == E) == (f["verb"] in VERBS["veridical"]) == (f["cell"] == "yes")
        clause = r["hypothesis"].removesuffix(".")
        assert r["premise"] == (
            f"Someone {verb_form(f['verb'], f['tense'], 'sg')} that {clause[0].lower()}{clause[1:]}."
        )
        assert (" was " in clause) == (f["tense"] == "past")


def test_names_keep_their_capital_and_sources_have_no_path(tmp_path: Path) -> None:
    file = tmp_path / "own.jsonl"
    said = [("Jennifer is here.", "Somebody is here.", E), ("Nobody is here.", "Jennifer is there.", N)]
    file.write_text("\n".join(json.dumps({"premise": a, "hypothesis": b, "label": c}) for a, b, c in said))
    manifest, rows = make("transitivity", file, tmp_path / "out")
    assert len(rows) == 60
    assert {r["features"]["source"] for r in rows} == {"own.jsonl, line 1", "own.jsonl, line 2"}
    for r in rows:
        assert (" that Jennifer " in r["premise"]) != (" that nobody " in r["premise"])
    assert manifest.options["pairs"] == "own.jsonl"
    assert manifest.notes[0].startswith("s1 -> s2 labels are those of own.jsonl (SHA-256 ")
    assert manifest.notes[0].endswith("not proved; here they are axioms over opaque s1 and s2")
    for made in (tmp_path / "out").iterdir():
        assert str(tmp_path) not in made.read_text(encoding="utf-8")


def test_clauses_are_in_the_tense_of_their_verb(tmp_path: Path) -> None:
    file = tmp_path / "own.tsv"
    said = [
        ("A boy is riding a horse", E),
        ("Two dogs are running", N),
        ("Young girls are reading", N),
        ("Jennifer has been asleep", E),
    ]
    file.write_text("premise\thypothesis\tlabel\n" + "".join(f"{s}\tIt is so\t{r}\n" for s, r in said))
    _, rows = make("transitivity", file, tmp_path / "out")
    assert len(rows) == 120
    clauses = {(r["features"]["tense"], r["premise"].split(" that ")[1]) for r in rows}
    assert clauses == {
        ("present", "a boy is riding a horse."),
        ("past", "a boy was riding a horse."),
        ("present", "two dogs are running."),
        ("past", "two dogs were running."),
        ("present", "young girls are reading."),
        ("past", "young girls were reading."),
        ("present", "Jennifer has been asleep."),
        ("past", "Jennifer had been asleep."),
    }
    assert {(r["features"]["tense"], r["hypothesis"]) for r in rows} == {
        ("present", "It is so."),
        ("past", "It was so."),
    }


@pytest.mark.parametrize("name", BOTH)
def test_various_templates_agree_with_their_verb(tmp_path: Path, name: str) -> None:
    _, rows = make(name, sick(tmp_path), tmp_path / "out", templates="various")
    for r in rows:
        f = r["features"]
        (t,) = (t for t in VARIOUS if t.text == f["template"])
        assert f["template_type"] == t.kind
        assert f["tense"] in t.tenses
        verb = past(f["verb"]) if f["tense"] == "past" else third_person(f["verb"]) if t.number == "sg" else f["verb"]
        assert r["premise"].startswith(written(f"{t.text} {verb} that")[:-1] + " ")


def test_the_two_sets_have_the_same_premises(tmp_path: Path) -> None:
    """Transitivity is about f(s1) -> s1 and f(s1) -> s2 of one f(s1)."""
    for size in (None, 100):
        sets = [make(name, sick(tmp_path), tmp_path / f"{name} {size}", size)[1] for name in BOTH]
        assert [r["premise"] for r in sets[0]] == [r["premise"] for r in sets[1]]


def test_signs_that_json_and_expressions_care_about(tmp_path: Path) -> None:
    file = tmp_path / "a.tsv"
    file.write_text(
        "premise\thypothesis\tlabel\n"
        "A man (who is 5\\6) is in C++\tA man is $1 | 2.*\tentailment\n"
        "Zoë’s café is [open]\tThe {0} is <1>\tneutral\n",
        encoding="utf-8",
    )
    _, rows = make("transitivity", file, tmp_path / "out")
    assert len(rows) == 60
    assert any("C++." in r["premise"] and "5\\6" in r["premise"] for r in rows)
    assert any(r["premise"].endswith("that Zoë’s café is [open].") for r in rows)
    assert checked(tmp_path / "out").sound


# --- how many ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "size"), [("transitivity", 4), ("transitivity", 100), ("veridical", 2), ("veridical", 90)]
)
def test_a_smaller_size_is_even(tmp_path: Path, name: str, size: int) -> None:
    manifest, rows = make(name, sick(tmp_path), tmp_path / "out", size)
    cells = Counter(r["features"]["cell"] for r in rows)
    assert len(set(cells.values())) == 1
    assert sum(cells.values()) == size == manifest.size
    assert checked(tmp_path / "out").sound


def test_too_large_a_size_says_how_many_there_are(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"size 721 asked for, SICK.txt has 24 .* which makes 720"):
        make("transitivity", sick(tmp_path), tmp_path / "out", 721)
    assert not (tmp_path / "out").exists()


def test_labels_of_a_file_are_made_equal(tmp_path: Path) -> None:
    file = tmp_path / "a.tsv"
    rows = [f"A {w} is {x}\tIt is so\tentailment" for w in WHO for x in WHAT] + ["A dog is here\tIt is late\tneutral"]
    file.write_text("premise\thypothesis\tlabel\n" + "\n".join(rows))
    manifest, _ = make("transitivity", file, tmp_path / "composite")
    assert manifest.size == 60
    # For f(s1) -> s1 it does not matter what follows from s1.
    manifest, _ = make("veridical", file, tmp_path / "veridical")
    assert manifest.size == 30 * 13


@given(st.integers(1, 12), st.integers(1, 12), st.data())
def test_sharing(entailed: int, others: int, data: st.DataObject) -> None:
    follows = np.array([True] * entailed + [False] * others)
    size = data.draw(st.integers(1, 30 * len(follows)))
    found = share(size, follows, np.random.default_rng(0))
    assert found.sum() == size
    by_type = [int(found[:, t == TYPE_OF].sum()) for t in (0, 1)]
    assert abs(by_type[0] - by_type[1]) <= 1
    for t, e in product((0, 1), (True, False)):
        block = found[follows == e][:, t == TYPE_OF]
        for axis in (0, 1):
            counts = block.sum(axis=axis)
            assert counts.max() - counts.min() <= 1


def one(s1: str, s2: str, relation: str = E) -> AttestedPair:
    return AttestedPair(s1, s2, relation, "made, line 1")  # type: ignore[arg-type]


def test_which_pairs_are_taken() -> None:
    twice = [one("It is wet", "It rains"), one("It is wet.", "It rains.")]
    disputed = [one("He is here", "He is there"), one("He is here", "He is there", "neutral")]
    strange = [one("It is\x00 wet", "It rains"), one("It is \ud800", "It rains"), one("It is dry", "It is dry.")]
    assert agreed([*twice, *disputed, *strange]) == (twice[0],)


def test_sentences_that_become_equal_in_another_tense_are_taken_once() -> None:
    pairs = [one("A dog is out", "It is so"), one("A dog was out", "It was so", "neutral")]
    pairs.append(one("No dog is out", "It is so"))
    rng = np.random.default_rng(0)
    assert len(balanced(pairs, 10, rng, distinct=True)) == 2
    for _ in range(10):
        chosen = [*balanced([*pairs, one("Cats are out", "It is so", "neutral")], 10, rng)]
        assert len({p.s1.replace("was", "is") for p in chosen}) == len(chosen)


def test_premises_with_several_hypotheses_count_once_for_veridical(tmp_path: Path) -> None:
    """As in SNLI, where each premise comes with three."""
    file = tmp_path / "snli.jsonl"
    labels = ("entailment", "neutral", "contradiction")
    rows = [{"sentence1": f"A {w} is out.", "sentence2": f"It is {r}.", "gold_label": r} for w in WHO for r in labels]
    rows.append({"sentence1": "A cat is out.", "sentence2": "It is so.", "gold_label": "-"})
    file.write_text("\n".join(map(json.dumps, rows)))
    _, found = make("veridical", file, tmp_path / "veridical")
    assert len(found) == len(set(texts(found))) == 30 * 4
    _, found = make("transitivity", file, tmp_path / "transitivity")
    assert len(found) == len(set(texts(found))) == 30 * 8


# --- again ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BOTH)
def test_equal_seeds_equal_bytes(tmp_path: Path, name: str) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    for directory, file, seed in (("a", sick(tmp_path), 5), ("b", sick(elsewhere), 5), ("c", sick(tmp_path), 6)):
        make(name, file, tmp_path / directory, 200, seed, "various")
    files = sorted(p.name for p in (tmp_path / "a").iterdir())
    assert [(tmp_path / "a" / f).read_bytes() for f in files] == [(tmp_path / "b" / f).read_bytes() for f in files]
    assert (tmp_path / "a" / "pairs.jsonl").read_bytes() != (tmp_path / "c" / "pairs.jsonl").read_bytes()


def test_our_own_files_and_directories_are_read(tmp_path: Path) -> None:
    make("veridical", sick(tmp_path), tmp_path / "first", 40)
    for k, path in enumerate((tmp_path / "first" / "pairs.jsonl", tmp_path / "first")):
        assert len(read_pairs(path)) == 40
        manifest, rows = make("transitivity", path, tmp_path / f"second {k}", 100)
        assert manifest.options["pairs"] == path.name
        assert all(r["premise"].startswith("Someone ") and " that someone " in r["premise"] for r in rows)


def test_pairs_of_a_fragment(tmp_path: Path) -> None:
    manifest, rows = make("transitivity", "boolean", tmp_path / "out", 40)
    assert manifest.options["pairs"] == "boolean"
    assert "decided in fragment boolean" in manifest.notes[0]
    assert Counter(r["features"]["cell"] for r in rows) == dict.fromkeys(CELLS, 10)
    assert len({r["features"]["verb"] for r in rows}) > 20
    assert all(any(f" {n}" in r["premise"] for n in boolean.NAMES) for r in rows)
    assert checked(tmp_path / "out").sound


def test_without_pairs_it_is_the_synthetic_side(tmp_path: Path) -> None:
    manifest, rows = make("transitivity", "", tmp_path / "out", 80)
    assert manifest.options["pairs"] == ""
    assert manifest.notes == ()
    assert all("connectives" in r["features"] and "source" not in r["features"] for r in rows)


# --- verification -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BOTH)
def test_verified_when_the_file_is_gone(tmp_path: Path, name: str) -> None:
    file = sick(tmp_path)
    make(name, file, tmp_path / "out", templates="various")
    file.unlink()
    report = checked(tmp_path / "out")
    assert not report.faults
    assert ['file "SICK.txt"; give it: --from FILE' in what for what in report.unchecked] == [True]
    assert report.rows == 720
    assert not report.trusting
    assert report.certificates == (2 if name == "veridical" else 6)


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("label", lambda r: N if r["label"] == E else E, "label: expected"),
        ("hypothesis", lambda r: "Another " + r["hypothesis"], "no instance of the pattern"),
        ("premise", lambda r: r["premise"].replace("Someone", "Nobody"), "no instance of the pattern"),
        ("schema", lambda r: "s1" if r["schema"] == "s0" else "s0", "schema: expected"),
        ("features", lambda r: {**r["features"], "verb": "deny"}, "feature 'verb'"),
        ("features", lambda r: {**r["features"], "source": "other, line 1"}, "feature 'source'"),
    ],
)
def test_an_edited_row_is_found(tmp_path: Path, field: str, value: Any, said: str) -> None:
    _, rows = make("transitivity", sick(tmp_path), tmp_path / "out", 60)
    rows[7][field] = value(rows[7])
    lines = [json.dumps(r, ensure_ascii=False) + "\n" for r in rows]
    (tmp_path / "out" / "pairs.jsonl").write_text("".join(lines), encoding="utf-8")
    faults = [str(f) for f in checked(tmp_path / "out").faults]
    assert any(said in f and "pairs.jsonl, line 8" in f for f in faults), faults


def test_another_file_than_the_one_it_was_drawn_from(tmp_path: Path) -> None:
    make("transitivity", sick(tmp_path), tmp_path / "out", 60)
    sick(tmp_path, 20)
    assert any("SHA-256" in f.what for f in checked(tmp_path / "out").faults)


def test_a_relation_that_is_changed_afterwards_is_found(tmp_path: Path) -> None:
    make("transitivity", sick(tmp_path), tmp_path / "out", 60)
    path = tmp_path / "out" / "patterns.jsonl"
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    # The last: what a schema means is told by the first pattern that has it.
    changed = [k for k, p in enumerate(lines) if p["recipe"]["relation"] == "neutral"][-1]
    lines[changed]["recipe"]["relation"] = E
    path.write_text("".join(json.dumps(p) + "\n" for p in lines), encoding="utf-8")
    faults = [str(f) for f in checked(tmp_path / "out").faults]
    assert any(f"patterns.jsonl, line {changed + 1}: schema s" in f and "another problem" in f for f in faults), faults


RECIPE = {"s1": "it is wet", "s2": "It rains.", "relation": E, "tense": "past", "template": "someone", "source": "a"}


@pytest.mark.parametrize(
    "recipe",
    [
        None,
        [],
        {},
        {**RECIPE, "more": "a"},
        {**RECIPE, "s1": 3},
        {**RECIPE, "relation": "maybe"},
        {**RECIPE, "tense": "future"},
        {**RECIPE, "template": "we"},
        {**RECIPE, "s2": ""},
        {**RECIPE, "s1": "it is. It is"},
    ],
)
def test_recipes_that_cannot_be_read(recipe: Any) -> None:
    assert from_recipe(RECIPE, "someone").s1 == "it is wet"
    with pytest.raises(InputError, match="a stored pattern cannot be read"):
        from_recipe(recipe, "someone")


def test_recipes_follow_the_templates_asked_for() -> None:
    today = {**RECIPE, "template": "today, she"}
    assert from_recipe({**today, "tense": "present"}, "various").template == "today, she"
    with pytest.raises(InputError, match="its tense"):
        from_recipe(today, "various")


# --- options ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("premise\thypothesis\nx\ty\n", "a.tsv: expected a column gold_label"),
        (
            "premise\thypothesis\tlabel\nIs it?\tNo\tneutral\n",
            "a.tsv: expected statements with both labels, found 0 and 0",
        ),
        (
            '{"premise": null, "hypothesis": "x", "label": "neutral"}',
            "a.tsv, line 1: column premise: expected a sentence as premise, found None",
        ),
        ("", "the file is empty"),
    ],
)
@pytest.mark.parametrize("name", BOTH)
def test_files_that_cannot_be_used(tmp_path: Path, name: str, text: str, said: str) -> None:
    (tmp_path / "a.tsv").write_text(text)
    with pytest.raises(InputError) as e:
        make(name, tmp_path / "a.tsv", tmp_path / "out")
    assert said in str(e.value)
    assert "\n" not in str(e.value)
    assert not (tmp_path / "out").exists()


def test_sources(tmp_path: Path) -> None:
    file = sick(tmp_path)
    found = source(str(file))
    assert isinstance(found, NliFile)
    assert (found, found.path) == ("SICK.txt", file)
    assert json.dumps({"pairs": found}) == '{"pairs": "SICK.txt"}'
    assert source("boolean") == "boolean"
    assert source(PAIRS.default) == ""
    with pytest.raises(InputError, match=r"no file or fragment 'bolean'; .* did you mean 'boolean'"):
        source("bolean")
    with pytest.raises(InputError, match="no file or fragment"):
        source(str(tmp_path / "none.tsv"))


@pytest.mark.parametrize("fragment", BOTH.values(), ids=BOTH)
def test_the_option_is_offered(fragment: Fragment) -> None:
    assert isinstance(fragment.pairs, EmbeddedPairs)
    names = ["templates", "pairs", "polished", "corrections", "strict", "scope"]
    assert [o.name for o in fragment.pairs.options] == names


@pytest.mark.parametrize("tense", TENSES)
@pytest.mark.parametrize("number", ["sg", "pl"])
def test_no_two_verbs_look_alike(tense: Tense, number: str) -> None:
    """Else a sentence would not tell which verb it has."""
    assert len({verb_form(lemma, tense, number) for lemma, _ in LEMMAS}) == 30
