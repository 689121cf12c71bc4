"""How fast a million predictions are scored with a breakdown, against a plain Python loop over the same file.

    python benchmarks/score.py [rows] [schemas]

Both read the same lines and must find the same accuracies. The loop computes no interval.
"""

from __future__ import annotations

import json
import resource
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import numpy as np

from provenli.scoring import load, score

WORDS = ("some", "no", "few", "a few", "at least three", "at most three", "more than three", "less than three")


def write(path: Path, rows: int, schemas: int) -> None:
    rng = np.random.default_rng(0)
    depth, right, schema = rng.integers(1, 6, rows), rng.random(rows) < 0.8, rng.integers(0, schemas, rows)
    words = rng.integers(0, len(WORDS), (rows, 5))
    with path.open("w", encoding="utf-8") as file:
        for k in range(rows):
            gold = "entailment" if schema[k] % 2 else "non-entailment"
            other = "non-entailment" if schema[k] % 2 else "entailment"
            features = {
                "depth": int(depth[k]),
                "quantifiers": [WORDS[w] for w in words[k, : depth[k]]],
                "monotonicity": "upward" if words[k, 0] % 2 else "downward",
            }
            value = {
                "id": f"systematicity-test-{k:08d}",
                "gold": gold,
                "label": gold if right[k] else other,
                "probabilities": {"entailment": 0.25, "non-entailment": 0.75},
                "schema": f"s{schema[k]}",
                "features": features,
            }
            file.write(json.dumps(value) + "\n")


def loop(path: Path) -> dict[tuple[str, str], tuple[int, int]]:
    sizes: Counter[tuple[str, str]] = Counter()
    rights: Counter[tuple[str, str]] = Counter()
    seen: set[str] = set()
    with path.open(encoding="utf-8") as file:
        for line in file:
            value = json.loads(line)
            if value["id"] in seen:
                raise ValueError(value["id"])
            seen.add(value["id"])
            right = value["gold"] == value["label"]
            for word in set(value["features"]["quantifiers"]):
                cell = (str(value["features"]["depth"]), word)
                sizes[cell] += 1
                rights[cell] += right
    return {cell: (sizes[cell], rights[cell]) for cell in sizes}


def ours(path: Path) -> dict[tuple[str, str], tuple[int, int]]:
    found = score(load(path), [("depth", "quantifiers")])
    return {(c.values[0], c.values[1]): (c.size, c.right) for c in found.breakdowns[0].cells}


def main() -> None:
    given = [int(a) for a in sys.argv[1:]]
    rows, schemas = [*given, *(1_000_000, 1_040)[len(given) :]]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "predictions.jsonl"
        write(path, rows, schemas)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        start = time.perf_counter()
        first = ours(path)
        middle = time.perf_counter()
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
        second = loop(path)
        end = time.perf_counter()
        size = path.stat().st_size / 2**20
    if first != second:
        raise SystemExit("the two ways disagree")
    print(f"{rows:,} predictions, {size:.0f} MB: {middle - start:.2f} s with intervals, {memory / 1024:,.0f} MB memory")
    print(f"plain loop: {end - middle:.2f} s, {(end - middle) / (middle - start):.1f} times as long")


if __name__ == "__main__":
    main()
