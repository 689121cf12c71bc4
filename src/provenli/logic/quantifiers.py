"""The generalised quantifiers, each defined once, by counting.

A quantifier relates a restrictor A to a body B. Its truth depends only on |A ∩ B| (`inside`) and |A − B| (`outside`),
and is a conjunction of linear inequalities over these two numbers and, for vague words, an unknown threshold.
Everything else about a quantifier (truth in a model, monotonicity, projectivity, arithmetic proof) follows from this
table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from provenli.errors import FormulaError


@dataclass(frozen=True, slots=True)
class Inequality:
    """inside*|A∩B| + outside*|A−B| + weight*threshold <= limit."""

    inside: int
    outside: int
    limit: int
    threshold: str = ""
    weight: int = 0

    def __eq__(self, other: object) -> bool:
        """False for 1 and 1.0 or True: a result for one of them must never be used for the other."""
        return type(other) is Inequality and self._typed() == other._typed()

    def _typed(self) -> tuple[object, ...]:
        numbers = (self.inside, self.outside, self.limit, self.weight)
        return self.threshold, numbers, tuple(map(type, numbers))


@dataclass(frozen=True, slots=True)
class Quantifier:
    name: str
    inequalities: tuple[Inequality, ...]
    numbers: tuple[int, ...] = ()
    """The numbers after the name: none in `most`, one in `at least 3`, two in `between 2 and 5`."""

    def __hash__(self) -> int:
        return hash((self.name, self.numbers))

    def __str__(self) -> str:
        return f"{self.name} {' and '.join(map(str, self.numbers))}" if self.numbers else self.name

    def holds(self, inside: int, outside: int, thresholds: Mapping[str, int] = {}) -> bool:
        """Truth from the two counts: the plain reading of the table, used by the evaluator."""
        return all(
            i.inside * inside + i.outside * outside + (i.weight * thresholds[i.threshold] if i.threshold else 0)
            <= i.limit
            for i in self.inequalities
        )

    def monotonicity(self) -> tuple[int, int]:
        """How truth moves as A, B grow: +1 up, -1 down, 0 neither. Read off the signs; tests derive it from models too.

        An element that enters A adds to one count; an element of A that enters B moves from `outside` to `inside`.
        """
        first = {-_sign(c) for i in self.inequalities for c in (i.inside, i.outside) if c}
        second = {-_sign(i.inside - i.outside) for i in self.inequalities if i.inside != i.outside}
        return _common(first), _common(second)


def _sign(n: int) -> int:
    return (n > 0) - (n < 0)


def _common(signs: set[int]) -> int:
    return signs.pop() if len(signs) == 1 else 0


def _at_least(n: int) -> Inequality:
    return Inequality(-1, 0, -n)


def _at_most(n: int) -> Inequality:
    return Inequality(1, 0, n)


EVERY = Quantifier("every", (Inequality(0, 1, 0),))
SOME = Quantifier("some", (_at_least(1),))
NO = Quantifier("no", (_at_most(0),))
NOT_EVERY = Quantifier("not every", (Inequality(0, -1, -1),))
MOST = Quantifier("most", (Inequality(-1, 1, -1),))
SOME_BUT_NOT_ALL = Quantifier("some but not all", (_at_least(1), Inequality(0, -1, -1)))
# Unique existence is written as |A| <= 1 and |A∩B| >= 1: B stands in upward positions only (Yanaka et al. 2019, Table
# 1).
THE = Quantifier("the", (Inequality(1, 1, 1), _at_least(1)))
BOTH = Quantifier("both", (Inequality(1, 1, 2), _at_least(2)))
# A name as a quantifier: its restrictor is {x : x = name}, which has one element.
NAME = Quantifier("name", (_at_least(1),))
# Vague words compare with a threshold that a model fixes (cardinal reading; Yanaka et al. 2019, Table 1 gives their
# directions).
MANY = Quantifier("many", (Inequality(-1, 0, 0, "many", 1),))
FEW = Quantifier("few", (Inequality(1, 0, 0, "few", -1),))
SEVERAL = Quantifier("several", (Inequality(-1, 0, 0, "several", 1),))
A_FEW = Quantifier("a few", (Inequality(-1, 0, 0, "a few", 1),))

PLAIN = (EVERY, SOME, NO, NOT_EVERY, MOST, SOME_BUT_NOT_ALL, THE, BOTH, NAME, MANY, FEW, SEVERAL, A_FEW)


def at_least(n: int) -> Quantifier:
    return Quantifier("at least", (_at_least(n),), (n,))


def at_most(n: int) -> Quantifier:
    return Quantifier("at most", (_at_most(n),), (n,))


def more_than(n: int) -> Quantifier:
    return Quantifier("more than", (_at_least(n + 1),), (n,))


def less_than(n: int) -> Quantifier:
    return Quantifier("less than", (_at_most(n - 1),), (n,))


def fewer_than(n: int) -> Quantifier:
    return Quantifier("fewer than", (_at_most(n - 1),), (n,))


def exactly(n: int) -> Quantifier:
    return Quantifier("exactly", (_at_least(n), _at_most(n)), (n,))


def between(n: int, m: int) -> Quantifier:
    """Both numbers are included."""
    return Quantifier("between", (_at_least(n), _at_most(m)), (n, m))


NUMERIC: Mapping[str, Callable[[int], Quantifier]] = {
    "at least": at_least,
    "at most": at_most,
    "more than": more_than,
    "less than": less_than,
    "fewer than": fewer_than,
    "exactly": exactly,
}
TWO_NUMBERS: Mapping[str, Callable[[int, int], Quantifier]] = {"between": between}

THRESHOLDS: Mapping[str, tuple[int, str | None]] = {"several": (3, None), "many": (3, "several"), "a few": (2, None)}
"""What is known about a vague word: a least number, and another word whose threshold is not larger. several >= 3 and
many >= several: Richardson et al. 2020, Figure 8 (many <= several <= at least 3); a few >= 2: it is plural. `few` has
no lower limit, and lies below `many` (theory.py writes these as axioms)."""


def quantifier(name: str, *numbers: int) -> Quantifier:
    """The quantifier of that name and numbers, which must not be negative, the smaller first."""
    if list(numbers) == sorted(numbers) and min(numbers, default=0) >= 0:
        match numbers:
            case (n,) if name in NUMERIC:
                return NUMERIC[name](n)
            case (n, m) if name in TWO_NUMBERS:
                return TWO_NUMBERS[name](n, m)
            case ():
                for q in PLAIN:
                    if q.name == name:
                        return q
    said = f"{name} {' and '.join(map(str, numbers))}".strip()
    raise FormulaError(f"no quantifier {said!r}; {_known()}")


def _known() -> str:
    one, two = (
        ", ".join(f"{name} {letters}" for name in names)
        for names, letters in ((NUMERIC, "n"), (TWO_NUMBERS, "n and m"))
    )
    return f"known: {', '.join(q.name for q in PLAIN)}, {one} with n >= 0, {two} with n <= m"


# --- Monotonicity derived from models: what happens to a sentence when something enters the restrictor or the body ---
# The second route to `Quantifier.monotonicity`, which reads signs off the definition: here the definition is only asked
# for truth, count by count.


Directions = frozenset[int]
"""+1: truth survives growth of the argument; -1: shrinking. Both: it does not matter. Neither: non-monotone."""


def directions(q: Quantifier) -> tuple[Directions, Directions]:
    """The sure directions of restrictor and body.

    Growth is a sequence of single steps, so single steps decide: an element enters A inside or outside B; or an element
    of A enters B (what is outside A does not count: quantifiers are conservative by construction).
    """
    return _sure(q, ((1, 0), (0, 1))), _sure(q, ((1, -1),))


def _sure(q: Quantifier, steps: tuple[tuple[int, int], ...]) -> Directions:
    sure = {1, -1}
    # Truth depends on counts only up to the largest number in the definition (and, for `most`, on which count is
    # larger); all changes of truth value have happened two above it.
    top = largest_number(q) + 2
    for values in threshold_choices(vague_words(q), top):
        for inside, outside in product(range(top + 1), repeat=2):
            before = q.holds(inside, outside, values)
            for more_inside, more_outside in steps:
                if outside + more_outside < 0:
                    continue
                after = q.holds(inside + more_inside, outside + more_outside, values)
                if before != after:
                    sure.discard(1 if before else -1)
    return frozenset(sure)


def vague_words(*quantifiers: Quantifier) -> tuple[str, ...]:
    return tuple(sorted({i.threshold for q in quantifiers for i in q.inequalities if i.threshold}))


def largest_number(*quantifiers: Quantifier) -> int:
    """The largest count that a definition mentions; at least 3, where a vague word may start."""
    limits = [abs(i.limit) for q in quantifiers for i in q.inequalities]
    return max([*limits, *(3 for _ in vague_words(*quantifiers)), 1])


def threshold_choices(words: Iterable[str], top: int) -> Iterator[Mapping[str, int]]:
    """Every way to fix the thresholds of vague words from 0 to `top` that quantifiers.THRESHOLDS allows."""
    names = tuple(words)
    for values in product(range(top + 1), repeat=len(names)):
        chosen = dict(zip(names, values, strict=True))
        if _allowed(chosen):
            yield chosen


def _allowed(chosen: Mapping[str, int]) -> bool:
    for name, value in chosen.items():
        least, other = THRESHOLDS.get(name, (0, None))
        if value < least or (other in chosen and other is not None and value < chosen[other]):
            return False
    return not {"few", "many"} <= set(chosen) or chosen["few"] < chosen["many"]
