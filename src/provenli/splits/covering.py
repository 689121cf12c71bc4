"""Training examples that show every local input, not only in the long run.

A training space is fair, but a sample of it may miss something: at ratio 1/8 some kind of word pair may be allowed in a
handful of schemas only; a few hundred of 500,000 examples then show it, where thousands of pairs are of that kind. So
a few schemas that show every local input above the cut come first; where a value of the cut is shown in fewer examples
than there are ways to fill it, more schemas that show it join them; and words are dealt out evenly.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from provenli.splits.coding import Codes, Columns, joined, length
from provenli.splits.pools import Pool
from provenli.splits.schemas import Cut

ATTEMPTS = 5


def covering(
    parts: Cut, pool: Pool, choose: Callable[[Columns | None], dict[str, Codes]], rng: np.random.Generator
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


def shortage(parts: Cut, schemas: Columns) -> dict[tuple[str, int], int]:
    """For values of the cut's nodes, how many more examples are needed to show all their fillings."""
    found: dict[tuple[str, int], int] = {}
    for node in parts.above.leaves:
        fillings = parts.fillings(node)
        lacking = fillings - np.bincount(schemas[node], minlength=len(fillings))
        found |= {(node, v): int(lacking[v]) for v in np.flatnonzero((lacking > 0) & (fillings > 0)).tolist()}
    return found
