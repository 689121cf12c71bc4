import pytest

from provenli.errors import GrammarError, UnknownName
from provenli.grammar import Grammar, Rule, Word, fixed, noun, predicate, proper_name, rule, verb

from .toys import animals, boolean


def apply(np, vp):  # type: ignore[no-untyped-def]
    return np(vp)


S = rule("S -> NP VP", apply)
NP = rule("NP -> PN")
VP = rule("VP -> IV")
ANN = proper_name("Ann")
RAN = fixed("IV", "ran", predicate("run"))
OLD = fixed("Adj", "old", predicate("old"))


def test_words_are_kept_in_the_form_a_category_asks_for() -> None:
    g = animals()
    assert [leaf.form.text for leaf in g.leaves("N[anim=yes,num=pl]")] == ["dogs", "owls", "mice"]
    assert {leaf.form.text for leaf in g.leaves("N[num=sg]", sample=False)} == {
        "dog",
        "owl",
        "mouse",
        "ice cream",
        "table",
    }


def test_forms_that_no_rule_uses_are_left_out() -> None:
    verbs = {"IV[form=past]", "IV[form=base]", "TV[form=past]", "TV[form=base]"}
    assert set(boolean().flat.leaves) == {"PN", "CON"} | verbs


def test_a_variable_in_a_word_makes_a_form_for_each_value() -> None:
    assert "no" in {leaf.form.text for leaf in animals().leaves("Det[num=sg]")}
    assert "no" in {leaf.form.text for leaf in animals().leaves("Det[num=pl]")}


def test_one_variable_can_tie_two_features() -> None:
    g = Grammar(
        "S",
        [
            rule("S -> NP[num=?n] VP[form=?n]", apply),
            rule("NP[num=?n] -> N[num=?n]"),
            rule("VP[form=?f] -> IV[form=?f]"),
        ],
        [noun("dog"), verb("run", "IV")],
    )
    assert {(f.left, *f.right) for f in g.flat.rules["S"]} == {
        ("S", "NP[num=sg]", "VP[form=sg]"),
        ("S", "NP[num=pl]", "VP[form=pl]"),
    }


def test_unknown_category() -> None:
    with pytest.raises(UnknownName, match=r"unknown category 'Nbr'"):
        animals().matching("Nbr")


@pytest.mark.parametrize(
    ("start", "rules", "words", "message"),
    [
        ("T", [S, NP, VP], [ANN, RAN], "the start category 'T' has no rule; known: NP, S, VP"),
        (
            "S",
            [S, rule("NP -> PNN"), VP],
            [ANN, RAN],
            "rule 'NP -> PNN': the category 'PNN' has no rule and no word; did you mean 'PN'",
        ),
        ("S", [S, NP, VP, rule("X -> PN")], [ANN, RAN], "rule 'X -> PN': the category 'X' cannot be reached from 'S'"),
        (
            "S",
            [S, NP, VP, rule('VP -> "so" X'), rule('X -> "very" X', level=1)],
            [ANN, RAN],
            "rule 'X -> \"very\" X': the category 'X' derives no finite text",
        ),
        (
            "S",
            [S, NP, VP, rule('VP -> "not" VP')],
            [ANN, RAN],
            "rules can repeat for ever: 'VP -> \"not\" VP'; give level=1 to 'VP -> \"not\" VP'",
        ),
        (
            "S",
            [S, NP, VP, rule("VP -> VP", level=1)],
            [ANN, RAN],
            "rules derive VP from itself without adding a word: 'VP -> VP'",
        ),
        ("S", [S, NP, VP], [ANN, RAN, OLD], "word 'old': no rule uses the category 'Adj'; known: IV, NP, PN, S, VP"),
        ("S", [S, NP, VP, NP], [ANN, RAN], "rule 'NP -> PN' is given 2 times"),
        ("S", [S, NP, VP], [ANN, RAN, ANN], "word 'Ann' is given 2 times as PN 'Ann'"),
        (
            "S",
            [S, rule("NP -> PN[num=sg]"), VP],
            [ANN, RAN],
            "word 'Ann': its category PN must give the feature 'num', which PN has elsewhere",
        ),
        (
            "S",
            [rule("S -> NP[num=sg] VP", apply), NP, VP],
            [ANN, RAN],
            "rule 'NP -> PN': the left-hand NP must give the feature 'num', which NP has elsewhere",
        ),
        (
            "S",
            [rule("S -> NP[num=?n] VP", apply), rule("NP[num=?n] -> PN"), VP],
            [ANN, RAN],
            "the feature 'num' has variables but no value anywhere",
        ),
        (
            "S",
            [S, NP, VP, rule("NP -> PN N[num=dual]", lambda a, _: a)],
            [ANN, RAN, noun("dog")],
            "rule 'NP -> PN N[num=dual]' can never be used: no category has the features it asks for",
        ),
        (
            "S",
            [S, NP, VP, rule("NP -> N[num=sg]")],
            [ANN, RAN, noun("dog"), fixed("N[num=pl]", "mice", predicate("mouse"))],
            "word 'mice': no rule uses N[num=pl]",
        ),
        ("S", [S, NP, VP], [ANN, RAN, Word("x", (), predicate("x"))], "word 'x' has no forms"),
        ("S", [S, NP, rule("VP -> S", level=1)], [ANN], "the category 'S' derives no finite text"),
    ],
)
def test_what_can_be_wrong(start: str, rules: list[Rule], words: list[Word], message: str) -> None:
    with pytest.raises(GrammarError) as caught:
        Grammar(start, rules, words)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_rule_to_embed_is_the_one_that_contains_itself() -> None:
    rules = [
        rule("S -> NP VP", apply),
        rule("NP -> N"),
        rule("NP -> NP PP", lambda a, _: a),
        rule("PP -> P NP", lambda _, b: b),
        VP,
    ]
    words = [noun("dog"), fixed("P", "near", predicate("near")), RAN]
    with pytest.raises(GrammarError, match="give level=1 to 'NP -> NP PP'"):
        Grammar("S", rules, words)
    # With that rule embedding, the way through PP is bounded too.
    rules[2] = rule("NP -> NP PP", lambda a, _: a, level=1)
    assert Grammar("S", rules, words).start == "S"
