from __future__ import annotations

import os
import subprocess
import sys
import time

import pytest

from provenli.certify.engines.outside_provers import E_PROVER, PROVER9, VAMPIRE, TptpProver, installed, run
from provenli.certify.engines.protocol import GaveUp, Outcome, Question, Refuted
from provenli.logic.formula_parser import parse_formula
from provenli.logic.theory import Theory, isa

# Not skipped where E is missing: an engine that is never run in the tests is not tested. Who knows that says so.
with_e = pytest.mark.skipif(os.environ.get("PROVENLI_NO_PROVERS") == "1", reason="PROVENLI_NO_PROVERS=1")

CHAIN = Theory(isa("poodle", "dog", "animal"))


def ask(*texts: str, seconds: float = 10, prover: TptpProver = E_PROVER) -> Outcome:
    return prover.ask(Question(tuple(map(parse_formula, texts)), CHAIN), seconds)


@with_e
@pytest.mark.parametrize(
    "texts",
    [
        ("every x ('Good dog'(x), ran(x))", "'Good dog'('O\\'Neil')", "~ran('O\\'Neil')"),
        ("at least 2 x (dog(x), ran(x))", "at most 1 x (dog(x), true)"),
        ("more[tall](ann, bob)", "at_least[tall](bob, chris)", "at_least[tall](chris, ann)"),
        ("poodle(rex)", "no x (animal(x), true)"),
        ("dog(dog)", "~dog(dog)"),
    ],
)
def test_e_refutes(texts: tuple[str, ...]) -> None:
    assert ask(*texts) == Refuted("E")


@with_e
def test_e_is_listed() -> None:
    assert E_PROVER in installed()


@with_e
def test_satisfiable_is_no_model() -> None:
    assert ask("poodle(rex)") == GaveUp("E", "E says satisfiable, without a finite model")


@with_e
def test_out_of_time() -> None:
    infinite = ("all x. exactly 1 y (true, f(x, y))", "all y. at most 1 x (true, f(x, y))", "no x (true, f(x, ann))")
    started = time.monotonic()
    assert isinstance(ask(*infinite, "at least 9 x (dog(x), some y (cat(y), f(x, y)))", seconds=1), GaveUp)
    assert time.monotonic() - started < 3


@with_e
def test_not_first_order() -> None:
    assert ask("most x (dog(x), ran(x))") == GaveUp("E", "not first-order: most")


def test_a_missing_prover_says_where_to_get_it() -> None:
    nowhere = TptpProver("Nowhere", ("no-such-prover", "{file}"), "Debian package nowhere")
    assert nowhere.missing() == "no-such-prover is not on PATH; Debian package nowhere"
    assert ask("p()", prover=nowhere) == GaveUp("Nowhere", "no-such-prover is not on PATH; Debian package nowhere")


@pytest.mark.parametrize(
    ("prover", "output", "outcome"),
    [
        (E_PROVER, "# SZS status Unsatisfiable\n", Refuted("E")),
        (E_PROVER, "# SZS status Theorem\n", Refuted("E")),
        (E_PROVER, "# SZS status ResourceOut\n", GaveUp("E", "E says ResourceOut")),
        (VAMPIRE, "% SZS status ContradictoryAxioms for problem\n", Refuted("Vampire")),
        (VAMPIRE, "% SZS status Satisfiable", GaveUp("Vampire", "Vampire says satisfiable, without a finite model")),
        (VAMPIRE, "", GaveUp("Vampire", "no SZS status in the output, which ends: nothing")),
        (PROVER9, "THEOREM PROVED\n", Refuted("Prover9")),
        (PROVER9, "SEARCH FAILED\n", GaveUp("Prover9", "no SZS status in the output, which ends: SEARCH FAILED")),
    ],
)
def test_outputs(prover: TptpProver, output: str, outcome: Outcome) -> None:
    assert prover.outcome(output) == outcome


def test_a_time_out_ends_the_whole_process_group() -> None:
    parent = "import subprocess, sys; subprocess.run([sys.executable, '-c', 'import time; time.sleep(987.25)'])"
    assert run([sys.executable, "-c", parent], 1) is None
    time.sleep(0.2)
    assert "987.25" not in subprocess.run(["ps", "axo", "args"], capture_output=True, text=True, check=True).stdout
