"""Every file in examples/ runs, and the user's fragment works wherever a name is accepted."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from provenli.cli.main import main
from provenli.library.fragment_shelf import load_fragment
from tests.library.checked import label

EXAMPLES = Path(__file__).parents[1] / "examples"
DINNER = EXAMPLES / "my_fragment.py"


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.py")), ids=lambda p: p.name)
def test_it_runs(path: Path) -> None:
    done = subprocess.run([sys.executable, "-W", "error", str(path)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_formulas_are_decided() -> None:
    done = subprocess.run([sys.executable, str(EXAMPLES / "decide_formulas.py")], capture_output=True, text=True)
    for text in ("\nentailment: ", "\nneutral: ", "\ncontradiction: "):
        assert done.stdout.count(text) == 1


def test_the_fragment_is_short() -> None:
    assert len(DINNER.read_text(encoding="utf-8").splitlines()) < 90


@pytest.mark.parametrize(
    ("premise", "hypothesis", "expected"),
    [
        ("Every guest devoured a bisque.", "Ada ate a dish.", "entailment"),
        ("Most guests did not eat a soup.", "Some guests did not devour a bisque.", "entailment"),
        ("No guest spurned a dish.", "Kurt spurned a bisque.", "contradiction"),
        ("Ada was hungry.", "Ada was full.", "contradiction"),
        ("Most guests were hungry.", "Most guests were full.", "contradiction"),
        ("Ada ate every soup.", "Ada did not spurn a dish.", "neutral"),  # there are other dishes than soups
        ("Ada ate every dish.", "Ada did not spurn a soup.", "entailment"),
        ("Every critic was full.", "Ada was full.", "neutral"),
    ],
)
def test_the_fragment_decides(premise: str, hypothesis: str, expected: str) -> None:
    assert label(load_fragment(str(DINNER)), premise, hypothesis) == expected


def test_the_fragment_by_its_path(capsys: pytest.CaptureFixture[str]) -> None:
    fragment = load_fragment(str(DINNER))
    assert fragment.example is not None
    with pytest.raises(SystemExit, match="0"):
        main(["entails", str(DINNER), *fragment.example, "--json"])
    assert json.loads(capsys.readouterr().out)["label"] == "entailment"
    with pytest.raises(SystemExit, match="0"):
        main(["parse", str(DINNER), fragment.example[0]])
    assert "every↑ guest↓ devoured↑ a↑ bisque↑" in capsys.readouterr().out


KENNEL = EXAMPLES / "kennel.py"


@pytest.mark.parametrize(
    ("premise", "hypothesis", "expected"),
    [
        ("Between 2 and 5 dogs ran.", "At least 2 dogs ran.", "entailment"),
        ("Between 2 and 5 dogs ran.", "At most 5 poodles ran.", "entailment"),
        ("Exactly 3 dogs ran.", "Between 2 and 5 dogs ran.", "entailment"),
        ("At least 2 dogs ran.", "Between 2 and 5 dogs ran.", "neutral"),
        ("Between 2 and 5 dogs ran.", "No dogs ran.", "contradiction"),
        ("Between 2 and 5 dogs that barked ran.", "At least 2 dogs ran.", "entailment"),
        ("No dogs that some dogs chased barked.", "No poodles that some poodles chased barked.", "entailment"),
        ("Some dogs that chased some poodles ran.", "Some poodles that some dogs chased ran.", "neutral"),
    ],
)
def test_two_numbers_and_relative_clauses(premise: str, hypothesis: str, expected: str) -> None:
    assert label(load_fragment(str(KENNEL)), premise, hypothesis) == expected


def test_two_numbers_from_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["parse", str(KENNEL), "Between 2 and 5 dogs ran."])
    assert "between-2-and-5↑ dogs= ran=" in (out := capsys.readouterr().out)
    assert "meaning: between 2 and 5 x (dog(x), run(x))" in out
    with pytest.raises(SystemExit, match="0"):
        main(["entails", str(KENNEL), "Exactly 3 dogs ran.", "Between 2 and 5 dogs ran."])
    assert "1 ↑  exactly 3  becomes the wider  between 2 and 5" in capsys.readouterr().out
