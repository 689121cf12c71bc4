from __future__ import annotations

from dataclasses import replace

from provenli.english.edits import Edit
from provenli.english.solver import Calibration, ComparedSentences, features, fitted, shipped_calibration
from provenli.logic.relations import Relation

UNKNOWN = Edit("unknown", "choice", "chance", Relation.INDEPENDENCE, -1, True)
OPEN = ComparedSentences((UNKNOWN,), Relation.INDEPENDENCE)


def up(c: ComparedSentences) -> ComparedSentences:
    return replace(c, edits=tuple(replace(e, sign=1) for e in c.edits))


def test_what_is_fitted_says_what_it_saw() -> None:
    model = fitted([(OPEN, True)] * 30 + [(OPEN, False)] * 10 + [(up(OPEN), False)] * 40)
    assert model.estimate(OPEN, True).label == "entailment"
    assert 0.6 < model.estimate(OPEN, True).shares["entailment"] < 0.8
    assert model.estimate(up(OPEN), True).label == "neutral"


def test_narrower_words_speak_for_entailment_only_where_the_place_is_downward() -> None:
    narrow = replace(OPEN, edits=(replace(UNKNOWN, narrowing=(3.0, 0.0, 0.0, 0)),))
    assert features(narrow)["unknown deeper"] > 0 > features(up(narrow))["unknown deeper"]


def test_where_routes_disagree_it_is_less_sure() -> None:
    model = Calibration({"always": 2.0})
    sure, unsure = (model.estimate(OPEN, agreed).shares["entailment"] for agreed in (True, False))
    assert 0.5 < unsure < sure


def test_shares_are_a_distribution() -> None:
    for c in (OPEN, replace(OPEN, relation=Relation.ALTERNATION)):
        assert abs(sum(shipped_calibration().estimate(c, True).shares.values()) - 1) < 1e-9


def test_nothing_is_learned_about_contradictions() -> None:
    apart = replace(OPEN, relation=Relation.ALTERNATION)
    assert shipped_calibration().estimate(apart, True).label == "contradiction"


def test_the_shipped_weights_are_numbers_of_general_features() -> None:
    weights = shipped_calibration().weights
    assert len(weights) > 100
    assert {"answer entailment", "unknown deeper"} <= set(weights)
