"""Fits what is learned about forced answers on a labelled file, for `english/calibration.json`.

python tools/calibrate_english.py PAIRS.tsv OUT.json

PAIRS.tsv has a header with the columns sentence1, sentence2 and gold_label, as MED has. Only weights are written.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator
from pathlib import Path

from provenli.english.decision import Solver, solver_for
from provenli.english.solver import Calibration, ComparedSentences, fitted
from provenli.files import write_json


def compared(solver: Solver, path: Path) -> Iterator[tuple[ComparedSentences, bool]]:
    with path.open(encoding="utf-8", newline="") as f:
        for row in csv.DictReader(f, delimiter="\t", quoting=csv.QUOTE_NONE):
            comparison, _ = solver.compared(row["sentence1"], row["sentence2"])
            yield comparison, row["gold_label"] == "entailment"


def main() -> None:
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    found = fitted(list(compared(solver_for(calibration=Calibration({})), Path(sys.argv[1]))))
    write_json(Path(sys.argv[2]), dict(found.weights))


if __name__ == "__main__":
    main()
