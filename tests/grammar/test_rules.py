import pytest

from provenli.errors import GrammarError
from provenli.grammar import Category, negated, rule


def test_only_categories_reach_the_meaning() -> None:
    r = rule('VP -> "did" "not" VB', negated, level=1, name="negation")
    assert r.parts == (Category("VB"),)
    assert (r.level, str(r)) == (1, 'VP -> "did" "not" VB (negation)')


def test_rules_are_equal_by_text_and_name() -> None:
    assert rule("NP->PN") == rule("NP -> PN")
    assert rule("NP -> PN") != rule("NP -> PN", name="other")


def test_meaning_may_be_left_out_with_one_category() -> None:
    assert rule('SRC -> "who" VP').meaning(7) == 7
    with pytest.raises(GrammarError, match="give a meaning"):
        rule("NP -> Det N")


def test_wrong_number_of_arguments() -> None:
    with pytest.raises(GrammarError, match=r"rule 'NP -> Det N': the meaning must take 2 argument\(s\).* takes 1"):
        rule("NP -> Det N", lambda det: det)


def test_negative_level() -> None:
    with pytest.raises(GrammarError, match="level must be 0 or more, found -1"):
        rule("NP -> PN", level=-1)
