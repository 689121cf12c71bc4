"""The records of runs that docs/results keeps: a report can be made of them, and the pages say what they hold."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from provenli.reports.study_item import study_item

DOCS = Path(__file__).parents[2] / "docs"
PAGES = {
    "fragments_published": "fragments_medium",
    "fairness_medium": "fairness_medium",
    "systematicity_medium": "systematicity_medium",
    "transitivity_sick": "transitivity_medium",
    "med_files": "med_medium",
    "shelf_medium": "shelf_medium",
}
"""Pages of docs/results, and the records that they show."""
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


@pytest.mark.parametrize(("page", "run"), PAGES.items())
def test_pages_are_the_reports_of_their_records(page: str, run: str) -> None:
    """Apart from line ends, which a page has at 100 columns, and from what was not run at all. Last may come what
    single predictions told, which records do not have."""
    told = study_item(DOCS / "results" / "runs" / run).markdown(())
    begin = next(b for b in ("What counts was fixed", "## ") if b in told)
    parts = re.split(r"(?m)^(?=## )", told[told.index(begin) :])
    shown = "".join(p for p in parts if not re.search(r"(?m)^Not run\.$", p)).split()
    found = (DOCS / "results" / f"{page}.md").read_text(encoding="utf-8")
    words = found[found.index(begin) :].split()
    assert words[: len(shown)] == shown
    rest = " ".join(words[len(shown) :])
    assert not rest or rest.startswith("## Pairs that every model gets wrong")


def test_the_readme_counts_the_verdicts_of_the_records() -> None:
    text = (DOCS.parent / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"(?m)^\|.*\(docs/results/(\w+)\.md\).*\| (\d+) \| (\d+) \| (\d+) \|$", text)
    judged = {page: study_item(DOCS / "results" / "runs" / run).verdicts for page, run in PAGES.items()}
    assert {page for page, *_ in rows} == {page for page, found in judged.items() if found}
    for page, *told in rows:
        verdicts = [v.told.partition(":")[0] for v in judged[page]]
        assert [verdicts.count(v) for v in ("comes out", "does not", "open")] == list(map(int, told)), page
        assert sum(map(int, told)) == len(verdicts)
