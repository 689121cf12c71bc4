"""Rules: one step of syntax paired with one step of meaning."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NoReturn, TypeAlias

from provenli.errors import GrammarError

# --- The notation of rules: `NP[num=?n] -> Det[num=?n] N[num=?n]`, with fixed words in double quotes. ---


@dataclass(frozen=True, slots=True)
class Category:
    """A name with features, sorted; a value that starts with `?` is a variable."""

    name: str
    features: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        inside = ",".join(f"{f}={v}" for f, v in self.features)
        return f"{self.name}[{inside}]" if inside else self.name

    def extended(self, **more: str) -> Category:
        for feature in more:
            if feature in dict(self.features):
                raise GrammarError(f"category {self}: the feature {feature!r} is set by the helper; leave it out")
        return Category(self.name, tuple(sorted((*self.features, *more.items()))))

    def instance(self, values: Mapping[str, str]) -> Category:
        """The category with its variables replaced."""
        return Category(self.name, tuple((f, values.get(v, v)) for f, v in self.features))


@dataclass(frozen=True, slots=True)
class Particle:
    """Words fixed by a rule. They have no meaning of their own."""

    text: str

    def __str__(self) -> str:
        return f'"{self.text}"'


Item: TypeAlias = Category | Particle

_TOKEN = re.compile(r'\s*(->|"[^"]*"|\?\w+|\w+(?:-\w+)*|[\[\],=]|$)')
_NAME = re.compile(r"[^\W\d]\w*(?:-\w+)*")
_VALUE = re.compile(r"\??\w+(?:-\w+)*")


class _Scanner:
    """One token of lookahead over the text of a rule."""

    def __init__(self, text: str, kind: str) -> None:
        self.text = text
        self.kind = kind
        self.end = 0
        self.token = ""
        self.column = 1
        self.advance()

    def advance(self) -> str:
        """The current token; the next one becomes current."""
        read = self.token
        found = _TOKEN.match(self.text, self.end)
        if not found:
            rest = self.text[self.end :]
            self.column = len(self.text) - len(rest.lstrip()) + 1
            self.token = rest.lstrip()[0]
            if self.token == '"':
                self.fail("a closing quote")
            self.fail("a category, a quoted word, '->' or features in brackets")
        self.token, self.column, self.end = found[1], found.start(1) + 1, found.end()
        return read

    def fail(self, expected: str) -> NoReturn:
        found = repr(self.token) if self.token else "the end"
        raise GrammarError(f"{self.kind} {self.text!r}, column {self.column}: expected {expected}, found {found}")

    def take(self, pattern: re.Pattern[str], expected: str) -> str:
        if not pattern.fullmatch(self.token):
            self.fail(expected)
        return self.advance()

    def category(self) -> Category:
        name = self.take(_NAME, "a category")
        features: dict[str, str] = {}
        if self.token == "[":
            self.advance()
            while True:
                if self.token in features:
                    self.fail("each feature once")
                feature = self.take(_NAME, "a feature")
                self.take(re.compile("="), "'='")
                features[feature] = self.take(_VALUE, "a value or a variable such as ?n")
                if self.token != ",":
                    break
                self.advance()
            self.take(re.compile(r"\]"), "',' or ']'")
        return Category(name, tuple(sorted(features.items())))

    def item(self) -> Item:
        if not self.token.startswith('"'):
            return self.category()
        words = " ".join(self.token[1:-1].split())
        if not words:
            self.fail("a word between the quotes")
        self.advance()
        return Particle(words)


@lru_cache(maxsize=1 << 12)
def read_category(text: str) -> Category:
    scanner = _Scanner(text, "category")
    found = scanner.category()
    if scanner.token:
        scanner.fail("the end of the category")
    return found


def read_rule(text: str) -> tuple[Category, tuple[Item, ...]]:
    scanner = _Scanner(text, "rule")
    left = scanner.category()
    scanner.take(re.compile("->"), "'->'")
    right = [scanner.item()]
    while scanner.token:
        right.append(scanner.item())
    return left, tuple(right)


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
