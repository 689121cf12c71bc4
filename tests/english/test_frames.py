from __future__ import annotations

import pytest

from provenli.certify import kernel
from provenli.certify.certificates import Countermodels, Proved
from provenli.english.analysis import Effect
from provenli.english.edits import Edit
from provenli.english.frames import frame_of, prove_frame
from provenli.logic.relations import Relation

UP, DOWN, AGAINST = Relation.FORWARD, -1, Relation.REVERSE


def edit(relation: Relation, *layers: tuple[str, Effect], kind: str = "substitution") -> Edit:
    signs = {"up": 1, "down": -1, "non": 0}
    sign = 1
    for _, effect in layers:
        sign *= signs[effect]
    told = tuple((name, effect, f"{name} turns it") for name, effect in layers)
    return Edit(kind, "a", "b", relation, sign, True, layers=told)  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", ["substitution", "insertion", "deletion", "conjunction", "disjunction"])
@pytest.mark.parametrize(
    ("layers", "downward"),
    [
        ((), False),
        ((("every", "down"),), True),
        ((("no", "down"),), True),
        ((("few", "down"),), True),
        ((("if", "down"),), True),
        ((("deny", "down"),), True),
        ((("at most", "down"),), True),
        ((("no", "down"), ("without", "down")), False),
        ((("not every", "down"),), True),
    ],
)
def test_a_frame_is_proved_with_the_polarity_and_refuted_against_it(
    kind: str, layers: tuple[tuple[str, Effect], ...], downward: bool
) -> None:
    for relation in (Relation.FORWARD, Relation.REVERSE):
        frame = frame_of(edit(relation, *layers, kind=kind))
        assert frame is not None
        proof = prove_frame(frame)
        assert proof is not None
        assert proof.checked
        entailed = (relation is Relation.REVERSE) == downward
        assert proof.verdict.label == ("entailment" if entailed else "neutral")
        assert isinstance(proof.verdict.certificate, Proved if entailed else Countermodels)
        kernel.check(proof.problem, proof.verdict)


def test_exactly_lets_nothing_through() -> None:
    for relation in (Relation.FORWARD, Relation.REVERSE):
        frame = frame_of(edit(relation, ("exactly", "non")))
        assert frame is not None
        proof = prove_frame(frame)
        assert proof is not None
        assert proof.verdict.label == "neutral"


def test_an_operator_without_a_formula_has_no_frame() -> None:
    assert frame_of(edit(Relation.FORWARD, ("eldest", "non"))) is None
