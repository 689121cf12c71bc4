"""Operators over a dependency tree: which words they are, and what they do.

Those of Yanaka et al. 2019, Tables 1 and 2, and some that MED's sentences need beside them (*only*, *exactly*, *no
longer*, *before*, *too … to*).
"""

from __future__ import annotations

from dataclasses import dataclass

UP, DOWN, NON = 1, -1, 0

NEGATIONS = frozenset({"not", "n't", "never", "n’t", "nor"})
SELDOM = frozenset({"hardly", "scarcely", "rarely", "seldom", "barely"})
DETERMINERS: dict[str, tuple[int, int]] = {
    "every": (DOWN, UP),
    "each": (DOWN, UP),
    "all": (DOWN, UP),
    "any": (DOWN, UP),
    "no": (DOWN, DOWN),
    "few": (DOWN, DOWN),
    "neither": (DOWN, DOWN),
    "most": (NON, UP),
}
"""What each does to its noun, and to its clause. *any* is looked at last: if something licenses it, it is *a*."""
PRONOUNS = {
    **dict.fromkeys(("everyone", "everybody", "everything", "everywhere", "whoever", "whatever"), (DOWN, UP)),
    **dict.fromkeys(("none", "nobody", "nothing", "noone", "nowhere"), (DOWN, DOWN)),
    **dict.fromkeys(("anyone", "anybody", "anything"), (DOWN, UP)),
}
BOUNDS: tuple[tuple[tuple[str, ...], tuple[int, int]], ...] = (
    (("at", "least"), (UP, UP)),
    (("more", "than"), (UP, UP)),
    (("over",), (UP, UP)),
    (("no", "more", "than"), (DOWN, DOWN)),
    (("not", "more", "than"), (DOWN, DOWN)),
    (("no", "fewer", "than"), (UP, UP)),
    (("no", "less", "than"), (UP, UP)),
    (("not", "less", "than"), (UP, UP)),
    (("at", "most"), (DOWN, DOWN)),
    (("fewer", "than"), (DOWN, DOWN)),
    (("less", "than"), (DOWN, DOWN)),
    (("up", "to"), (DOWN, DOWN)),
    (("exactly",), (NON, NON)),
    (("precisely",), (NON, NON)),
    (("only",), (NON, NON)),
    (("just",), (NON, NON)),
    (("all", "but"), (NON, NON)),
)
"""Before a numeral, which goes against its noun: `at most four` follows from `at most three`."""
DEFINITE = frozenset({"the", "this", "that", "these", "those", "both"})
QUANTITIES = frozenset(
    {"many", "few", "several", "most", "more", "fewer", "less", "enough", "such", "various", "numerous", "some", "much"}
)
"""Adjectives that stand where a determiner would: their noun is no bare plural."""
SUBORDINATORS = frozenset({"if", "unless", "whenever", "before", "lest", "when"})
PREPOSITIONS = frozenset({"without", "except", "excluding", "unlike", "than", "but", "against", "until"})
VERBS = frozenset(
    {
        "deny",
        "prohibit",
        "avoid",
        "refuse",
        "fail",
        "forbid",
        "doubt",
        "prevent",
        "lack",
        "decline",
        "reject",
        "ban",
        "neglect",
        "discourage",
        "oppose",
        "omit",
        "dissuade",
        "escape",
    }
)
NOUNS = frozenset({"lack", "absence", "prohibition", "ban", "shortage", "scarcity", "denial"})
NPI = frozenset({"any", "anyone", "anybody", "anything", "anywhere", "ever"})


@dataclass(frozen=True, slots=True)
class Scope:
    words: tuple[int, ...]
    name: str
    arguments: tuple[int, ...]
    effects: tuple[tuple[int, int], ...]
    """Word, what is done to it."""
    why: str

    def on(self, word: int) -> int | None:
        return dict(self.effects).get(word)
