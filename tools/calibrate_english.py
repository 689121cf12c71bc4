"""Counts how often each kind of answer is right on a labelled file, for `english/calibration.json`.

python tools/calibrate_english.py PAIRS.tsv OUT.json

PAIRS.tsv has a header with the columns sentence1, sentence2 and gold_label, as MED has. Only counts are written.
"""

from __future__ import annotations

import csv
import sys
from collections import defaultdict
from pathlib import Path

from provenli.english.answers import LABELS
from provenli.english.calibration import LEAST, Calibration, keys
from provenli.english.decision import Solver, solver_for
from provenli.files import write_json


def count(solver: Solver, path: Path) -> dict[str, list[int]]:
    table: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    with path.open(encoding="utf-8", newline="") as f:
        for row in csv.DictReader(f, delimiter="\t", quoting=csv.QUOTE_NONE):
            comparison, agreed = solver.compared(row["sentence1"], row["sentence2"])
            for key in keys(comparison, agreed):
                table[key][LABELS.index(row["gold_label"])] += 1
    return {k: table[k] for k in sorted(table) if sum(table[k]) >= LEAST or k.startswith(("any", "several"))}


def main() -> None:
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    table = count(solver_for(calibration=Calibration({})), Path(sys.argv[1]))
    write_json(Path(sys.argv[2]), table)


if __name__ == "__main__":
    main()
