"""What a check of fairness says to Python and to a notebook."""

from __future__ import annotations

import json
from pathlib import Path

from provenli.fairness.answers import FairnessAnswer, FairnessReport, NeverShown, NodeCoverage, SplitFairness


def answer(test: str | None, missing: int) -> FairnessAnswer:
    never = tuple(NeverShown(f"(<{k}>, ≡)", 2, k + 1) for k in range(missing))
    nodes = (NodeCoverage("NP & VP", 9, never), NodeCoverage("label", 3, ()))
    return FairnessAnswer("train", test, not missing, 8, 8 - missing, nodes, tuple(range(missing)), True, "computed", 8)


def test_a_report_is_fair_only_where_every_answer_is() -> None:
    fair, unfair = answer("dev", 0), answer("test", 5)
    assert FairnessReport((SplitFairness(Path("a"), (fair,)),)).fair
    both = FairnessReport((SplitFairness(Path("a"), (fair, unfair)), SplitFairness(Path("b"), (fair,))))
    assert not both.fair
    assert both.answers == (fair, unfair, fair)
    assert repr(both) == "FairnessReport(2 of 3 tests fair)"
    assert [n.name for n in unfair.lacking] == ["NP & VP"]


def test_a_split_that_cannot_be_asked_is_not_fair() -> None:
    asked, refused = SplitFairness(Path("a"), (answer("dev", 0),)), SplitFairness(Path("b"), (), "labels are flipped")
    report = FairnessReport((asked, refused))
    assert not report.fair
    assert repr(report) == "FairnessReport(1 of 1 tests fair, 1 of 2 splits cannot be asked)"
    values = json.loads(json.dumps(report.to_json()))
    assert [v["directory"] for v in values] == ["a", "b"]
    assert values[1] == {"directory": "b", "error": "labels are flipped"}


def test_a_notebook_shows_every_test_and_no_markup_of_the_data() -> None:
    report = FairnessReport((SplitFairness(Path("x/<b>"), (answer("dev", 0), answer(None, 5))),))
    page = report._repr_html_()
    assert page.count("<tr>") == 3
    assert "<td>UNFAIR</td><td>37.5% of 8</td>" in page
    assert "every input there is" in page
    assert "NP &amp; VP: (&lt;0&gt;, ≡) (&lt;1&gt;, ≡) (&lt;2&gt;, ≡) and 2 more" in page
    assert "<td>&lt;b&gt;</td>" in page
    assert "<0>" not in page
