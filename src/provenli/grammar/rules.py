"""Rules: one step of syntax paired with one step of meaning."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from provenli.errors import GrammarError
from provenli.grammar.notation import Category, Item, read_rule


@dataclass(frozen=True, slots=True)
class Rule:
    """Two rules are the same where text and name are: the name tells apart two meanings of one piece of syntax."""

    text: str
    left: Category = field(compare=False)
    right: tuple[Item, ...] = field(compare=False)
    meaning: Callable[..., Any] = field(compare=False, repr=False)
    level: int = 0
    name: str = ""

    def __str__(self) -> str:
        return f"{self.text} ({self.name})" if self.name else self.text

    @property
    def parts(self) -> tuple[Category, ...]:
        """The right-hand categories: what the meaning is given."""
        return tuple(i for i in self.right if isinstance(i, Category))


def rule(text: str, meaning: Callable[..., Any] | None = None, *, level: int = 0, name: str = "") -> Rule:
    """`rule('NP[num=?n] -> Det[num=?n] N[num=?n]', lambda det, n: det(n))`.

    Without a meaning, a rule hands on the meaning of its only category. `level=1` says that the rule embeds: it adds
    one to the depth by which derivations are counted and sampled.
    """
    left, right = read_rule(text)
    normal = f"{left} -> {' '.join(map(str, right))}"
    made = Rule(normal, left, right, meaning or _handed_on, level, name)
    if level < 0:
        raise GrammarError(f"rule '{normal}': level must be 0 or more, found {level}")
    if meaning is None and len(made.parts) != 1:
        raise GrammarError(f"rule '{normal}': give a meaning; only a rule with one category can do without")
    _check_arity(made)
    return made


def _handed_on(part: Any) -> Any:
    return part


def _check_arity(r: Rule) -> None:
    """A wrong number of arguments shows when the rule is written, not when the first sentence is understood."""
    try:
        signature = inspect.signature(r.meaning)
    except ValueError:  # some builtins do not say what they take
        return
    try:
        signature.bind(*r.parts)
    except TypeError:
        n, found = len(r.parts), len(signature.parameters)
        message = f"rule '{r}': the meaning must take {n} argument(s), one for each category; it takes {found}"
        raise GrammarError(message) from None
