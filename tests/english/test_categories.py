"""Categories are read, printed and matched."""

from __future__ import annotations

import pytest

from provenli.english.categories import arguments, category, matches, with_feature
from provenli.english.combinators import combine
from provenli.errors import InputError


@pytest.mark.parametrize("text", ["NP", "S[dcl]", r"S[dcl]\NP", r"(S[dcl]\NP)/NP", r"((S\NP)\(S\NP))/NP"])
def test_a_category_is_printed_as_it_was_written(text: str) -> None:
    assert str(category(text)) == text
    assert category(text) is category(text)


@pytest.mark.parametrize("text", ["", "(NP", "NP)", "/NP", "S[dcl", "(" * 100 + "NP"])
def test_what_is_no_category_gets_one_line(text: str) -> None:
    with pytest.raises(InputError, match="category"):
        category(text)


def test_a_modifier_takes_the_feature_of_what_it_modifies() -> None:
    adverb = category(r"(S\NP)\(S\NP)")
    assert matches(category(r"S\NP"), category(r"S[ng]\NP")) == "ng"
    assert with_feature(category(r"S\NP"), "ng") is category(r"S[ng]\NP")
    (step,) = combine(category(r"S[ng]\NP"), adverb)
    assert str(step.result) == r"S[ng]\NP"


def test_there_is_no_noun_phrase() -> None:
    assert matches(category("NP"), category("NP[thr]")) is None


def test_arguments_in_the_order_in_which_they_are_given() -> None:
    assert [str(c) for c in arguments(category(r"((S\NP)/PP)/NP"))] == ["NP", "PP", "NP"]


def test_not_goes_with_the_auxiliary() -> None:
    (step,) = combine(category(r"(S[dcl]\NP)/(S[b]\NP)"), category(r"(S\NP)\(S\NP)"))
    assert (str(step.result), step.rule) == (r"(S[dcl]\NP)/(S[b]\NP)", "bx")
