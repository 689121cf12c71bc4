"""Rows as aligned trees with values: what is shown at each node, whether the rows bring trees or are of fragment G."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from provenli.models.examples import Examples
from provenli.models.fair_tree import CHILDREN, NODES, PLACES


@dataclass(frozen=True, slots=True)
class Composed:
    """Children first, the root last. `given`: at a leaf its words; None at inner nodes."""

    kinds: tuple[str, ...]
    children: tuple[tuple[int, ...], ...]
    given: tuple[tuple[str, ...] | None, ...]
    values: tuple[str, ...]
    """Labels of the nodes; "" where none is recorded."""


def composed(examples: Examples) -> Iterator[Composed]:
    if examples.aligned is not None:
        for t in examples.aligned:
            yield Composed(t.kinds, t.children, t.words, t.values)
        return
    columns = [examples.features.get(name) for name in NODES]
    for k, texts in enumerate(zip(examples.premises, examples.hypotheses, strict=True)):
        pairs = tuple(zip(*(t.split(" ") for t in texts), strict=True))
        values = tuple("" if c is None or c.codes[k] < 0 else str(c.values[c.codes[k]]) for c in columns)
        # Quantifiers and negations are recorded nowhere: their value is the two words.
        named = tuple("/".join(pairs[n]) if n < len(PLACES) and not v else v for n, v in enumerate(values))
        yield Composed(NODES, CHILDREN, (*pairs, *((None,) * (len(NODES) - len(PLACES)))), named)
