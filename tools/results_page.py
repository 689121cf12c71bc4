"""Puts the records of a study's run into docs/results, and its tables into a page there.

python tools/results_page.py runs/transitivity docs/results/transitivity_sick.md docs/results/runs/transitivity_medium

What a person wrote at the head of the page stays. Tables of which nothing was run are left out, and so are single
predictions, which records do not have; what the page has of them stays too.
"""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

from wrap_docs import wrapped_page

from provenli.reports.study_item import study_item
from provenli.reports.tables import csv_lines
from provenli.scoring.grids import csv_text

RECORDS = ("study.json", "findings.json", "made.json")
BEGIN, SINGLE = "Scale ", "## Pairs that every model gets wrong"


def keep_records(run: Path, to: Path) -> None:
    shutil.rmtree(to, ignore_errors=True)
    shutil.copytree(run / "cells", to / "cells")
    for name in RECORDS:
        shutil.copy(run / name, to / name)


def tables(records: Path) -> str:
    """The report of records, from its first number on."""
    told = study_item(records).markdown(())
    parts = re.split(r"(?m)^(?=## )", told[told.index(BEGIN) :])
    return "".join(p for p in parts if not re.search(r"(?m)^Not run\.$", p)).rstrip("\n") + "\n"


def with_tables(page: str, told: str) -> str:
    head = re.split(rf"(?m)^{BEGIN}", page)[0]
    single = page[page.index(SINGLE) :] if SINGLE in page else ""
    return wrapped_page(head + told + ("\n" + single if single else ""))


def main(run: str, page: str, records: str) -> None:
    keep_records(Path(run), Path(records))
    written, item = Path(page), study_item(Path(records))
    written.write_text(with_tables(written.read_text(encoding="utf-8"), tables(Path(records))), encoding="utf-8")
    written.with_suffix(".csv").write_text(csv_text(csv_lines(item.csv_lines())), encoding="utf-8")
    print(f"{page}: {item.summary}, {item.core_minutes:.1f} core-minutes")


if __name__ == "__main__":
    if len(sys.argv) != 4:
        raise SystemExit("expected three arguments: the run, the page, where records go")
    main(*sys.argv[1:])
