"""What help says there is to choose is what the code knows."""

from __future__ import annotations

import re

from provenli.cli.app import tiny_tests
from provenli.data.formats import NAMES, format_named
from provenli.logic.reading_choices import choices, with_choices
from provenli.logic.readings import DEFAULT
from provenli.splits.protocols import PROTOCOLS
from tests.test_public import help_of


def words_of(option: str, *command: str) -> str:
    """The help of one option, without the frame around it."""
    text = " ".join(re.sub(r"[│╭╮╰╯─]", " ", help_of(*command)).split())
    return re.split(r" --[a-z]", text.split(f" {option} ", 1)[1], maxsplit=1)[0]


def test_formats() -> None:
    said = words_of("--format", "generate")
    listed = re.search(r"beside (\w+), with commas between: ([\w, -]+)\.", said)
    assert listed is not None
    assert (listed[1], *listed[2].split(", ")) == NAMES
    assert all(format_named(name) for name in NAMES)


def test_readings() -> None:
    for command in ("entails", "audit"):
        said = words_of("--reading", command)
        yes_or_no, named = re.search(r"Yes or no: ([\w, ]+)\. (.*?)\.", said).groups()  # type: ignore[union-attr]
        found = dict.fromkeys(yes_or_no.split(", "), ("yes", "no"))
        for choice in named.split("; "):
            name, _, values = choice.partition("=")
            found[name] = tuple(re.split(", | or ", values))
        assert found == choices()


def test_choices_are_those_that_are_accepted() -> None:
    assert list(choices()) == list(DEFAULT.to_json())
    for name, values in choices().items():
        assert len({with_choices(DEFAULT, [f"{name}={value}"]) for value in values}) == len(values)


def test_protocols_are_listed_by_the_code() -> None:
    from provenli.cli.splits import protocols_json, protocols_text

    assert [p["name"] for p in protocols_json()] == list(PROTOCOLS)
    assert all(f"{name} (" in protocols_text() for name in PROTOCOLS)


def test_a_fragment_named_lists_its_own_options() -> None:
    said = help_of("generate", "boolean")
    assert "Options of boolean:" in said
    assert "[default: 0-2]" in said
    assert "--corrections keep|drop" in said
    assert said.index("Options of boolean:") < said.index("Example:")
    assert "Options of" not in help_of("generate")
    assert "Options of" not in help_of("generate", "no_such_fragment")


def test_small_tests_are_said() -> None:
    assert tiny_tests({"train": 5, "test": 100}) == []
    assert tiny_tests({"test": 0})[0].startswith("note: test has 0 pairs: ")
    assert "2 test parts are small, and a/test has only 24 pairs" in tiny_tests({"a/test": 24, "b/test-2": 60})[0]
