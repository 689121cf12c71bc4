"""How fast fair splits of fragment G are made and checked, for every ratio of the published study.

    python benchmarks/fairness.py [train] [words]

By default 500,000 training examples, 10,000 for dev and test each, 100 words in each open class. The published code
takes about 17 ms for one neutral test example.
"""

from __future__ import annotations

import resource
import sys
import time

import numpy as np

from provenli.fairness.check import check_columns
from provenli.fairness.composition_trees import compose_columns
from provenli.fairness.generation import Sizes, fair_split
from provenli.fairness.tasks import CompositionTask
from provenli.library.fragments.fair import tree

RATIOS = (0, 1 / 16, 1 / 8, 1 / 4, 1 / 2, 3 / 4, 1)


def measure(task: CompositionTask, ratio: float, sizes: Sizes) -> str:
    start = time.perf_counter()
    made = fair_split(task, ratio, sizes, np.random.default_rng(1), unrestricted=ratio == 1)
    split = time.perf_counter() - start
    start = time.perf_counter()
    fair = check_columns(task.tree, made.train).fair and check_columns(task.tree, made.train, made.test).fair
    checks = time.perf_counter() - start
    start = time.perf_counter()
    compose_columns(task.tree, made.train)
    composing = time.perf_counter() - start
    rate = (sizes.train + sizes.dev + sizes.test) / split
    figures = f"{made.space.schema_count:8,}  {rate:11,.0f}/s  {checks / 2:6.2f} s  {composing:7.3f} s"
    return f"{ratio:7.4f}  {figures}  {'fair' if fair else 'unfair'}"


def main() -> None:
    given = [int(a) for a in sys.argv[1:]]
    train, words = [*given, *(500_000, 100)[len(given) :]]
    start = time.perf_counter()
    task = tree.task(tree.invented(words))
    print(f"tree of {task.tree.size:.2e} inputs: {time.perf_counter() - start:.2f} s")
    print("  ratio   schemas      examples     check    compose")
    for ratio in RATIOS:
        print(measure(task, ratio, Sizes(train)))
    print(f"memory at most {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:,.0f} MB")


if __name__ == "__main__":
    main()
