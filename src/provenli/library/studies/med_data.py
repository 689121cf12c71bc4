"""What the study of MED reads: the user's files, or our own pairs with MED's tags in their place.

Our pairs are of systematicity, to depth 2, also under negation and in conditionals. Sizes are the paper's times a
share: MED has 1,820 upward and 3,270 downward pairs (Table 5), HELP 7,784 and 21,192 (section 4.2).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from provenli.library.fragments.systematicity import DOWNWARD
from provenli.splits.where import where
from provenli.study.recipes import Data, Share, Source, Tagged

UP, DOWN, NON = "upward_monotone", "downward_monotone", "non_monotone"
NEGATIVE = tuple(DOWNWARD)
TAGS = (
    (UP, where(monotonicity="upward")),
    (DOWN, where(monotonicity="downward")),
    ("lexical_knowledge", where(replacement="hyponym")),
    # Downward twice: the second phrase under two downward quantifiers, or one under a negation or in an antecedent.
    ("reverse", where(monotonicity="upward", quantifiers=NEGATIVE, depth=2, position=2, outer="none")
     | where(monotonicity="upward", quantifiers=NEGATIVE, depth=2, outer=("negation", "antecedent"))),
    ("conjunction", where(replacement="conjunction")),
    ("disjunction", where(replacement="disjunction")),
    ("conditionals", where(outer=("antecedent", "consequent"))),
    ("crowd", where(depth=1)),
    ("paper", where(depth=2)),
)  # fmt: skip
MED, HELP = ((UP, 1820), (DOWN, 3270)), ((UP, 7784), (DOWN, 21192))
TRAIN = ((UP, 19_000), (DOWN, 1_000))
"""In place of SNLI, in which hardly anything is downward (section 4.3): so many as a file gets at `small`."""
ROWS = 64_000
ALWAYS = Tagged((Data("boolean", 200),), ())
"""For a learner that always says one label, any pairs will do: one label comes twice as often."""
WAYS = {"Up": UP, "Down": DOWN, "Non": NON, "All": ""}
GENRES: Mapping[str, str] = {**WAYS, "Crowd": "crowd", "Paper": "paper"}
PHENOMENA: Mapping[str, str] = {
    **WAYS, "Lexical": "lexical_knowledge", "non-Lexical": "-lexical_knowledge", "NPIs": "npi|npis",
    "Conditionals": "conditional|conditionals", "Conjunction": "conjunction", "Disjunction": "disjunction",
    "Reverse": "reverse",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Sources:
    """`help`: what is added to training. `examples`: of both directions, for Figure 2."""

    test: Source
    train: Source
    help: Source | None
    examples: str | Tagged | None


def sources(files: Mapping[str, str], share: float) -> Sources:
    if files:
        added = files.get("help")
        return Sources(files["med"], files["train"], added, added)
    own = Tagged((Data("systematicity", int(ROWS * share), 0, (("depth", "1-2"), ("variant", "larger"))),), TAGS)

    def part(counts: tuple[tuple[str, int], ...]) -> Share:
        return Share(own, tuple((tag, int(n * share)) for tag, n in counts))

    return Sources(part(MED), part(TRAIN), part(HELP), own)


def kinds() -> tuple[str, ...]:
    """What the tables break down by: directions, genres, and combinations."""
    ways = (UP, DOWN, NON)
    more = [g for n, g in GENRES.items() if n not in WAYS] + [t for n, t in PHENOMENA.items() if n not in WAYS]
    return (*ways, *more, *(f"{way} {tag}" for way in ways for tag in more))
