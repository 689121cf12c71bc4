"""How long a user waits for one answer: `provenli entails` from a cold start, import time included.

Printed: seconds for a neutral and for an entailment at depth 3, and the ratio to starting Python alone.

    python benchmarks/cold_start.py [--runs 5]
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
from time import perf_counter

PAIRS = {
    "neutral, models": ("Most dogs who saw exactly 2 cats who hit no rabbit ran.", "Most dogs ran."),
    "entailment, proof": (
        "At most 3 dogs who saw exactly 2 cats who hit no rabbit moved.",
        "At most 3 poodles who saw exactly 2 cats who hit no rabbit ran.",
    ),
}


def seconds(command: list[str], runs: int) -> float:
    def once() -> float:
        start = perf_counter()
        subprocess.run(command, check=True, capture_output=True)
        return perf_counter() - start

    once()  # the first run may still read files from disk
    return statistics.median(once() for _ in range(runs))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=5)
    runs = parser.parse_args().runs
    plain = seconds([sys.executable, "-c", "pass"], runs)
    for kind, pair in PAIRS.items():
        took = seconds([sys.executable, "-m", "provenli", "entails", "monotonicity_hard", *pair], runs)
        print(f"{kind}: {took:.2f} s, {took / plain:.0f} times starting Python ({plain * 1000:.0f} ms)")


if __name__ == "__main__":
    main()
