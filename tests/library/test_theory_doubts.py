"""Slips in an own theory that break no rule are said in one line; a class without a word is none."""

from __future__ import annotations

from pathlib import Path

import pytest

from provenli.cli.main import main
from provenli.library.fragment_shelf import FRAGMENTS, load_fragment, theory_doubts
from provenli.logic.theory import Clause, Theory, excludes, isa
from provenli.pairs.fragment import Fragment

KENNEL, DINNER = (Path(__file__).parents[2] / "examples" / name for name in ("kennel.py", "my_fragment.py"))


@pytest.fixture(scope="module")
def kennel() -> Fragment:
    return load_fragment(str(KENNEL))


@pytest.mark.parametrize("name", FRAGMENTS)
def test_the_shelf_is_free_of_them(name: str) -> None:
    fragment = load_fragment(name)
    assert theory_doubts(fragment.grammar, fragment.theory) == ()


@pytest.mark.parametrize(
    ("clauses", "told"),
    [
        (isa("poodle", "dogg"), ("'dogg' is in the theory and in no word; did you mean 'dog'?",)),
        (isa("poodle", "dogs"), ("'dogs' is in the theory and in no word; did you mean 'dog'?",)),
        (isa("poodle", "Dog"), ("'Dog' is in the theory and in no word; did you mean 'dog'?",)),
        (isa("poodle", "canine"), ()),
        (
            (*isa("poodle", "dog"), excludes("dog", "poodle")),
            (
                "the theory makes 'poodle' impossible ('poodle <= dog' and 'dog & poodle <= nothing'): "
                "nothing can be one",
            ),
        ),
    ],
)
def test_doubts(kennel: Fragment, clauses: tuple[Clause, ...], told: tuple[str, ...]) -> None:
    assert theory_doubts(kennel.grammar, Theory(clauses)) == told


def test_commands_say_it_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = tmp_path / "own.py"
    own.write_text(
        DINNER.read_text(encoding="utf-8") + "\nfrom dataclasses import replace\n"
        "FRAGMENT = replace(FRAGMENT, theory=Theory(isa('bisque', 'soupp', 'dish')))\n",
        encoding="utf-8",
    )
    for words in (
        ["fragments", str(own)],
        ["entails", str(own), "Every soup devoured a dish.", "Every bisque devoured a dish."],
        ["generate", str(own), "--size", "12", "--workers", "1", "--out", str(tmp_path / "data")],
    ):
        with pytest.raises(SystemExit) as end:
            main(words)
        said = [line for line in capsys.readouterr().err.splitlines() if "warning" in line]
        assert end.value.code == 0
        assert said == [f"provenli: warning: {own}: 'soupp' is in the theory and in no word; did you mean 'soup'?"]
