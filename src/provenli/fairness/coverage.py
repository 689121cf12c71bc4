"""Training examples that show every local input by construction: which schemas are needed, and how often.

A schema says what stands at the nodes of the cut; below it there are fillings, such as the 9,900 pairs of different
nouns. So a value of a node that has f fillings needs at least f examples. The schema that shows the most of what is
still needed comes next, a hundred times or until something is no longer needed. What is left of the training set is
then drawn as ever.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from provenli.fairness.codes import Codes, Columns, joined, length, taken
from provenli.fairness.cuts import TreeCut
from provenli.fairness.pools import ListedPool, Pool

Needed: TypeAlias = dict[str, NDArray[np.int64]]
"""By node and value, how many more examples."""

ATTEMPTS = 5
STEP, STEEP = 100, 8
"""Of one schema at a time; and how much more what is needed most weighs."""
SWAPS = 100


def complete(parts: TreeCut, pool: Pool) -> dict[str, Codes] | None:
    """Schemas that show every local input, if `filled` evenly; None for a pool whose schemas cannot be listed."""
    if not isinstance(pool, ListedPool):
        return None
    first = pool.covering(np.random.default_rng(0))
    needed: Needed = {}
    for node in parts.above.leaves:
        fillings = parts.fillings(node)
        needed[node] = fillings - np.bincount(first[node], minlength=len(fillings))
    chosen: list[NDArray[np.int64]] = []
    while (row := _most_needed(pool, needed)) is not None:
        values = {node: int(pool.columns[node][row]) for node in needed}
        count = min(STEP, *(int(needed[n][v]) for n, v in values.items() if needed[n][v] > 0))
        for node, value in values.items():
            needed[node][value] -= count
        chosen.append(np.full(count, row, dtype=np.int64))
    return joined([first, taken(pool.columns, np.concatenate([np.zeros(0, dtype=np.int64), *chosen]))])


def _most_needed(pool: ListedPool, needed: Needed) -> int | None:
    """What is needed most often weighs far more: so needs dwindle together, and one schema serves many of them to the
    end. That comes within a few in a hundred of the linear program's optimum."""
    top = max(int(counts.max()) for counts in needed.values())
    if top <= 0:
        return None
    weights = np.zeros(len(pool.labels))
    for node, counts in needed.items():
        weights += ((np.maximum(counts, 0) / top) ** STEEP)[pool.columns[node]]
    return int(weights.argmax())


def least(needed: Columns, label_of_value: Codes, root: str, labels: int) -> int:
    """How many examples a training set must have, labels being equally frequent, to hold all of these."""
    counts = np.bincount(label_of_value[needed[root]], minlength=labels)
    # A training set gives the first labels one more than the last where it cannot be divided.
    return int(max(labels * (int(n) - 1) + k + 1 for k, n in enumerate(counts)))


# --- as much as there is room for ---


def covering(
    parts: TreeCut, pool: Pool, choose: Callable[[Columns | None], dict[str, Codes]], rng: np.random.Generator
) -> dict[str, Codes]:
    """What `choose` makes of the schemas that have to be there. A set too small for all it should show is left as it
    is: it would be unfair anyhow, and out of balance besides."""
    first = pool.covering(rng)
    schemas = choose(first)
    for _ in range(ATTEMPTS):
        missing = shortage(parts, schemas)
        if not missing or 2 * (sum(missing.values()) + length(first)) > length(schemas):
            break
        first = joined([first, *(pool.showing(node, value, n, rng) for (node, value), n in missing.items())])
        schemas = choose(first)
    return schemas


def shortage(parts: TreeCut, schemas: Columns) -> dict[tuple[str, int], int]:
    """For values of the cut's nodes, how many more examples are needed to show all their fillings."""
    found: dict[tuple[str, int], int] = {}
    for node in parts.above.leaves:
        fillings = parts.fillings(node)
        lacking = fillings - np.bincount(schemas[node], minlength=len(fillings))
        found |= {(node, v): int(lacking[v]) for v in np.flatnonzero((lacking > 0) & (fillings > 0)).tolist()}
    return found


# --- repetitions ---


def swap_below(
    parts: TreeCut, schemas: Columns, leaves: dict[str, Codes], rows: NDArray[np.int64], rng: np.random.Generator
) -> None:
    """Each of the rows changes places, at one node of the cut, with another row that has the same value there: so no
    filling is lost."""
    for row in rows.tolist():
        nodes = [n for n in parts.above.leaves if parts.fillings(n)[schemas[n][row]] > 1]
        if nodes:
            node = nodes[int(rng.integers(len(nodes)))]
            others = np.flatnonzero(schemas[node] == schemas[node][row])
            other = int(others[rng.integers(len(others))])
            for leaf in parts.below[node].leaves:
                leaves[leaf][[row, other]] = leaves[leaf][[other, row]]
