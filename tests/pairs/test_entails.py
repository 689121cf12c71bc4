"""An answer shows itself: in one line, as text, and in a notebook."""

from __future__ import annotations

from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from provenli.certify.certificates import EngineWord, Nothing, Proved, Verdict
from provenli.certify.evidence import shown
from provenli.certify.proofs import Chain
from provenli.library.fragment_shelf import load_fragment
from provenli.logic.truth import holds
from provenli.pairs.entails import Answer, entails
from provenli.pairs.fragment import Fragment

KENNEL = Path(__file__).parents[2] / "examples" / "kennel.py"


@pytest.fixture(scope="module")
def kennel() -> Fragment:
    return load_fragment(str(KENNEL))


@pytest.fixture(scope="module")
def proved(kennel: Fragment) -> Answer:
    return entails(kennel, "No dogs ran.", "No poodles ran.")


@pytest.fixture(scope="module")
def ambiguous(kennel: Fragment) -> Answer:
    return entails(kennel, "Some dogs that chased no poodles that barked ran.", "Some dogs that barked ran.")


def test_a_proved_answer(proved: Answer) -> None:
    assert proved.label == "entailment"
    assert isinstance(proved.proof, Chain)
    assert proved.models == ()
    assert proved.evidence == shown(proved.problem, proved.verdict)
    assert repr(proved) == "<entailment: 'No dogs ran.' ⊢ 'No poodles ran.' (proof, 1 step)>"


def test_a_neutral_answer(kennel: Fragment) -> None:
    answer = entails(kennel, "Between 2 and 5 dogs ran.", "Exactly 3 dogs ran.")
    assert (answer.label, answer.proof) == ("neutral", None)
    assert [holds(answer.hypothesis.meaning, m) for m in answer.models] == [True, False]
    assert all(holds(answer.premise.meaning, m) for m in answer.models)
    assert repr(answer) == "<neutral: 'Between 2 and 5 dogs ran.' ⊬ 'Exactly 3 dogs ran.' (2 models)>"


def test_a_contradiction(kennel: Fragment) -> None:
    answer = entails(kennel, "No dogs ran.", "Exactly 3 poodles ran.")
    assert answer.proof is not None
    assert repr(answer).startswith("<contradiction: 'No dogs ran.' ⊢ not 'Exactly 3 poodles ran.' (proof")


def test_a_word_is_no_proof_and_nothing_neither(proved: Answer) -> None:
    assert isinstance(proved.verdict.certificate, Proved)
    told = replace(
        proved, verdict=Verdict("entailment", replace(proved.verdict.certificate, proof=EngineWord(("z3",))))
    )
    unknown = replace(proved, verdict=Verdict("undecided", Nothing(("venn: gave up",))))
    for answer in (told, unknown):
        assert (answer.proof, answer.models) == (None, ())
        assert repr(answer).endswith("(no proof)>")


class Shown(HTMLParser):
    """The text of a page by the tag it stands in; tags must be closed in order."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.texts: dict[str, list[str]] = {}
        self.feed(page)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: object) -> None:  # noqa: ARG002  the base class names it
        if tag != "br":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.setdefault(self.open[-1], []).append(data)


def test_in_a_notebook(proved: Answer) -> None:
    page = Shown(proved._repr_html_())
    assert page.texts["b"] == ["entailment"]
    assert page.texts["code"] == ["no↑ dogs↓ ran↓", "no↑ poodles↓ ran↓"]
    assert "".join(page.texts["pre"]) == proved.evidence
    assert "other readings" not in proved._repr_html_()


def test_everything_is_escaped(proved: Answer) -> None:
    unknown = replace(proved, verdict=Verdict("undecided", Nothing(("<script>alert(1)</script> & more",))))
    assert "<script>" not in unknown._repr_html_()
    assert "".join(Shown(unknown._repr_html_()).texts["pre"]) == unknown.evidence


def test_other_readings_are_told(ambiguous: Answer) -> None:
    assert ambiguous.ambiguous
    assert [o.label for o in ambiguous.others] == ["entailment"]
    assert "other readings of the text: entailment" in ambiguous._repr_html_()
