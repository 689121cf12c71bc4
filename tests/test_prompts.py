from __future__ import annotations

from pathlib import Path

import pytest

from provenli.errors import InputError
from provenli.prompts import SIDES, chosen_prompts, load_prompt, prompt_named, prompt_names, read_prompt, variants

GOOD = "answers: yes = entailment, no = non-entailment\n---\n{premise} So {hypothesis}?\nAnswer:\n"


@pytest.mark.parametrize("name", prompt_names())
def test_every_prompt_of_the_shelf_says_its_answers(name: str) -> None:
    prompt = prompt_named(name)
    text = prompt.filled("P ran.", "H sang.")
    assert prompt.about
    assert ("P ran." in text, "H sang." in text) == ("premise" in prompt.sees, "hypothesis" in prompt.sees)
    assert set(prompt.labels) == (
        {"entailment", "non-entailment"} if name.startswith("two-way") else {"entailment", "neutral", "contradiction"}
    )


def test_orders_are_offered_as_the_text_lists_them() -> None:
    assert list(prompt_named("two-way").answers) == ["yes", "no"]
    assert list(prompt_named("two-way-turned").answers) == ["no", "yes"]
    assert prompt_named("two-way-letters").answers["A"] != prompt_named("two-way-letters-turned").answers["A"]


def test_a_sentence_with_a_placeholder_in_it_stays_as_it_is() -> None:
    prompt = read_prompt("p", GOOD, "p.txt")
    assert prompt.filled("{hypothesis} ran.", "{premise}") == "{hypothesis} ran. So {premise}?\nAnswer:"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{premise} {hypothesis}\n", "then a line ---"),
        (GOOD.replace("{hypothesis}", "it"), "the placeholder {hypothesis} is missing"),
        (GOOD.replace("{premise}", "it"), "the placeholder {premise} is missing"),
        (GOOD.replace("So", "{conclusion}"), "unknown placeholder {conclusion}"),
        ("sees: premise\n" + GOOD, "unknown placeholder {hypothesis}"),
        (GOOD.replace("no = non-entailment", "no = wrong"), "expected WORD = LABEL"),
        (GOOD.replace("no =", "Yes ="), "comes twice"),
        (GOOD.replace(", no = non-entailment", ""), "at least two labels"),
        (GOOD.replace("answers:", "answer:"), "did you mean 'answers'"),
        ("shots: many\n" + GOOD, "shots: expected a whole number"),
        (GOOD.replace("no = non-entailment", "no = non-entailment, perhaps = neutral"), "does not go with"),
    ],
)
def test_a_bad_prompt_is_one_line(text: str, why: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text(text)
    with pytest.raises(InputError) as error:
        load_prompt(path)
    assert why in str(error.value)
    assert str(path) in str(error.value)
    assert "\n" not in str(error.value)


def test_names_are_told_from_paths(tmp_path: Path) -> None:
    own = tmp_path / "mine.txt"
    own.write_text(GOOD)
    assert [p.name for p in chosen_prompts([], True)] == ["two-way"]
    assert [p.name for p in chosen_prompts([str(own), "two-way"], True)] == ["mine", "two-way"]
    names = [p.name for p in chosen_prompts(["all"], True)]
    assert names[:1] == ["two-way"]
    assert {"two-way-premise-only", "two-way-hypothesis-only", "two-way-turned"} <= set(names)
    assert all(p.sees == SIDES for p in variants("three-way")[:3])
    with pytest.raises(Exception, match="did you mean 'two-way'"):
        prompt_named("two-ways")
