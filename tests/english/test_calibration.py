from __future__ import annotations

from provenli.english.calibration import LEAST, Calibration, keys, shipped_calibration
from provenli.english.edits import Edit
from provenli.english.solver import Comparison
from provenli.logic.relations import Relation

UNKNOWN = Edit("unknown", "choice", "chance", Relation.INDEPENDENCE, -1, True)


def test_a_row_that_saw_enough_is_believed_and_a_thin_one_is_not() -> None:
    c = Comparison((UNKNOWN,), Relation.INDEPENDENCE)
    fine, coarse, *_ = keys(c, True)
    much = Calibration({fine: [1, 0, 1], coarse: [3 * LEAST, 0, LEAST]}).estimate(c, True)
    assert much.label == "entailment"
    assert 0.7 < much.shares["entailment"] < 0.75
    assert Calibration({}).estimate(c, True).label == "neutral"


def test_shares_are_a_distribution() -> None:
    shares = shipped_calibration().estimate(Comparison((UNKNOWN,), Relation.INDEPENDENCE), True).shares
    assert abs(sum(shares.values()) - 1) < 1e-9


def test_the_shipped_table_holds_counts_only() -> None:
    table = shipped_calibration().counts
    assert len(table) > 40
    assert all(len(row) == 3 and min(row) >= 0 for row in table.values())
