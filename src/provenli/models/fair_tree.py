"""The one aligned tree of fragment G (Geiger et al. 2019, Figure 3) and its twelve prediction tasks (Figure 4).

Names are those of the features that rows of the fragment `fair` carry.
"""

from __future__ import annotations

PLACES = (
    "quantifier of subject",
    "adjective of subject",
    "noun of subject",
    "negation",
    "adverb",
    "verb",
    "quantifier of object",
    "adjective of object",
    "noun of object",
)
"""Of the words of a sentence, from left to right."""

NODES = (*PLACES, "subject", "adverb and verb", "object", "verb phrase", "negated verb phrase", "sentence")
CHILDREN: tuple[tuple[int, ...], ...] = (*((),) * 9, (1, 2), (4, 5), (7, 8), (10, 6, 11), (3, 12), (0, 9, 13))
"""Of each of NODES, as numbers into it. Children come before parents, the root is last."""

SPANS: dict[str, tuple[int, int]] = {
    "adjective of subject": (1, 2),
    "noun of subject": (2, 3),
    "adverb": (4, 5),
    "verb": (5, 6),
    "adjective of object": (7, 8),
    "noun of object": (8, 9),
    "subject": (1, 3),
    "adverb and verb": (4, 6),
    "object": (7, 9),
    "verb phrase": (4, 9),
    "negated verb phrase": (3, 9),
    "sentence": (0, 9),
}
TASKS = tuple(SPANS)
"""The twelve. At "sentence" the three-way label is predicted, elsewhere a relation."""


def weights() -> dict[str, float]:
    """The paper weights "according to the length of the expressions" and says no more.

    Here all expressions of one length weigh together as much as the sentence: six words, three pairs of words.
    """
    lengths = {name: end - start for name, (start, end) in SPANS.items()}
    of_length = [*lengths.values()]
    return {name: 1 / of_length.count(n) for name, n in lengths.items()}
