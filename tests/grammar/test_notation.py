import pytest

from provenli.errors import GrammarError
from provenli.grammar.rules import Category, Particle, read_category, read_rule


def test_rule_with_features_and_particles() -> None:
    left, right = read_rule('VP[num=?n,form=past] -> "did  not" VB[form=base] ","')
    assert left == Category("VP", (("form", "past"), ("num", "?n")))
    assert right == (Particle("did not"), Category("VB", (("form", "base"),)), Particle(","))


def test_category_is_written_with_sorted_features() -> None:
    assert str(read_category("N[num=sg, anim=yes]")) == "N[anim=yes,num=sg]"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("NP Det N", "rule 'NP Det N', column 4: expected '->', found 'Det'"),
        ("NP ->", "rule 'NP ->', column 6: expected a category, found the end"),
        ("NP[num] -> N", "rule 'NP[num] -> N', column 7: expected '=', found ']'"),
        ("NP[num= -> N", "column 9: expected a value or a variable such as ?n, found '->'"),
        ("NP[num=sg -> N", "column 11: expected ',' or ']', found '->'"),
        ("NP[a=b,a=c] -> N", "column 8: expected each feature once, found 'a'"),
        ('NP -> "did N', "column 7: expected a closing quote"),
        ('NP -> ""', "column 7: expected a word between the quotes"),
        ("NP -> N | PN", "column 9: expected a category, a quoted word, '->' or features in brackets, found '|'"),
        ("-> N", "column 1: expected a category, found '->'"),
        ("NP -> 3", "column 7: expected a category, found '3'"),
    ],
)
def test_malformed_rules(text: str, message: str) -> None:
    with pytest.raises(GrammarError) as caught:
        read_rule(text)
    assert message in str(caught.value)


def test_malformed_category() -> None:
    with pytest.raises(GrammarError) as caught:
        read_category("N[num=sg] x")
    assert str(caught.value) == "category 'N[num=sg] x', column 11: expected the end of the category, found 'x'"
