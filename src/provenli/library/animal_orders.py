"""Figure 8 of paper 004 as orders on words: what is greater than, less than, equal or contrary to what.

The figure gives examples and dots. What is added here in its spirit, and proved by tests: exactly n ≤ at least n and
at most n; the ≤ a; some but not all ≤ some; no ≤ few; few ⊥ many.
"""

from __future__ import annotations

from provenli.library import animals as a

NUMBERED = a.SAMPLED
EQUAL = (("every", "all", "each"), ("some", "a", "at least 1"))
BELOW = (
    ("every", "most"), ("most", "some"), ("many", "several"), ("several", "at least 3"), ("at least 2", "some"),
    ("the", "some"), ("some but not all", "some"), ("no", "at most 1"), ("no", "few"),
    *((f"at least {n + 1}", f"at least {n}") for n in NUMBERED),
    *((f"at most {n}", f"at most {n + 1}") for n in NUMBERED),
    *((f"exactly {n}", f"{bound} {n}") for n in NUMBERED for bound in ("at least", "at most")),
)  # fmt: skip
CONTRARY = (
    ("every", "some but not all"), ("many", "few"), ("at least 1", "no"),
    *((f"at most {n}", f"at least {n + 1}") for n in NUMBERED),
    *((f"exactly {n}", f"exactly {n + 1}") for n in NUMBERED),
)  # fmt: skip
DENIED = ("every", "all", "each", "some", "a", "many", "several", "most", *(f"at least {n}" for n in NUMBERED))
"""What *no* takes the place of in a subject, and the other way round."""

def orders() -> dict[str, frozenset[str]]:
    """For each lemma all that are strictly greater."""
    words = {next(iter(c.body)): set[str]() for c in a.FIGURE_8 if c.head}
    for c in a.FIGURE_8:
        if c.head:
            words[next(iter(c.body))] |= c.head
    greater = {_lemma(x): {_lemma(y) for y in ys} for x, ys in words.items()}
    greater |= {colour: {"brown or black"} for colour in a.COLOURS}
    for x, y in BELOW:
        for one in equals(x):
            greater.setdefault(one, set()).update(equals(y))
    while True:
        more = {x: ys.union(*(greater.get(y, set()) for y in ys)) for x, ys in greater.items()}
        if more == greater:
            return {x: frozenset(ys) for x, ys in greater.items()}
        greater = more


def contraries() -> dict[str, frozenset[str]]:
    pairs = [tuple(map(_lemma, c.body)) for c in a.FIGURE_8 if not c.head]
    pairs += [(x, y) for left, right in CONTRARY for x in equals(left) for y in equals(right)]
    found: dict[str, set[str]] = {}
    for x, y in pairs:
        found.setdefault(x, set()).add(y)
        found.setdefault(y, set()).add(x)
    return {x: frozenset(ys) for x, ys in found.items()}


def _lemma(symbol: str) -> str:
    return symbol.replace("_", " ")


def equals(determiner: str) -> tuple[str, ...]:
    return next((group for group in EQUAL if determiner in group), (determiner,))


GREATER = orders()
LESS = {y: frozenset(x for x, ys in GREATER.items() if y in ys) for y in frozenset().union(*GREATER.values())}
CONTRARIES = contraries()


def denied(determiner: str) -> tuple[str, ...]:
    return ("no",) if determiner in DENIED else ("some", "every", "many") if determiner == "no" else ()


def _related() -> dict[str, frozenset[str]]:
    """For each noun and verb itself, what is greater or less, and its contraries; the happy are not called sad."""
    found = {x: {x, *GREATER.get(x, ()), *LESS.get(x, ()), *CONTRARIES.get(x, ())} for x in a.PARAPHRASES}
    return {x: frozenset(ys) for x, ys in found.items()} | dict.fromkeys(("happy", "sad"), frozenset({"happy", "sad"}))


RELATED = _related()
