"""The records of runs that docs/results keeps: a report can be made of them, and the pages say what they hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from provenli.reports.study_item import study_item

DOCS = Path(__file__).parents[2] / "docs"
RUNS = sorted(p.parent for p in (DOCS / "results" / "runs").glob("*/study.json"))


@pytest.mark.parametrize("run", RUNS, ids=lambda p: p.name)
def test_a_report_is_made_of_records_alone(run: Path) -> None:
    item = study_item(run)
    assert item.results
    assert item.core_minutes > 0


def test_findings_quote_the_records() -> None:
    tests = study_item(DOCS / "results" / "runs" / "fairness_medium").results["hardest/comp_tree_ntn"][0]
    told = {name: f"{100 * t['accuracy']:.1f}" for name, t in tests.items()}
    low, high = (f"{100 * end:.1f}" for end in tests["test"]["clustered"])
    said = " ".join((DOCS / "findings.md").read_text(encoding="utf-8").split())
    assert f"{told['train']} on training pairs and {told['test']} [{low}, {high}] on the test" in said


def test_the_page_of_the_published_fragments_is_the_report_of_its_records() -> None:
    """Line ends apart, which the page has at 100 columns."""
    told = study_item(DOCS / "results" / "runs" / "fragments_medium").markdown(())
    page = (DOCS / "results" / "fragments_published.md").read_text(encoding="utf-8")
    begin = "What counts was fixed"
    assert page[page.index(begin) :].split() == told[told.index(begin) :].split()
