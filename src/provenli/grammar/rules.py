"""Rules: one step of syntax paired with one step of meaning."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NoReturn, TypeAlias

from provenli.errors import GrammarError
from provenli.grammar.meanings import Meaning, name, predicate
from provenli.grammar.morphology import past, plural, third_person

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
        """Return the current token; the next one becomes current."""
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
    """Two rules are the same if text and name are: the name distinguishes two meanings of one piece of syntax."""

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
    """A wrong number of arguments is reported when the rule is written, not when the first sentence is understood."""
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


# --- Words ---


@dataclass(frozen=True, slots=True)
class Form:
    """One form of a word; `variants` are read as this form too, but never written."""

    category: str
    text: str
    variants: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        # One spelling for each category, so that categories can be compared as text.
        object.__setattr__(self, "category", str(read_category(self.category)))
        for text in (self.text, *self.variants):
            if not text.split():
                raise GrammarError(f"a form of category {self.category} has no text")


@dataclass(frozen=True, slots=True)
class Word:
    """`sample=False`: the word is read, but neither sampled nor counted.

    `symbol`: the one predicate or constant through which the word enters a meaning, if there is exactly one and nothing
    else about the word matters; words with symbols are what a schema abstracts from.
    """

    lemma: str
    forms: tuple[Form, ...]
    meaning: Meaning = field(compare=False, repr=False)
    sample: bool = True
    symbol: str = ""


def noun(
    lemma: str, category: str = "N", meaning: Meaning | None = None, *, plural_text: str = "", sample: bool = True
) -> Word:
    """Forms with num=sg and num=pl. In a lemma of several words the last one is inflected: ice cream, ice creams."""
    texts = {"sg": lemma, "pl": plural_text or plural(lemma)}
    forms = tuple(Form(_with(category, num=k), t) for k, t in texts.items())
    return Word(lemma, forms, meaning or predicate(_symbol(lemma)), sample, "" if meaning else _symbol(lemma))


def verb(
    lemma: str,
    category: str = "TV",
    particle: str = "",
    meaning: Meaning | None = None,
    *,
    past_text: str = "",
    present_text: str = "",
    sample: bool = True,
) -> Word:
    """Forms with form=past, base, sg, pl. In a lemma of several words the first one is inflected.

    The present forms are called sg and pl, so that one variable can tie them to the number of a subject:
    `S -> NP[num=?n] VP[form=?n]`.
    """
    texts = {"past": past_text or past(lemma), "base": lemma, "sg": present_text or third_person(lemma), "pl": lemma}
    whole = f"{lemma} {particle}".strip()
    forms = tuple(Form(_with(category, form=k), f"{t} {particle}".strip()) for k, t in texts.items())
    return Word(whole, forms, meaning or predicate(_symbol(whole)), sample, "" if meaning else _symbol(whole))


def adjective(text: str, category: str = "Adj", meaning: Meaning | None = None, *, sample: bool = True) -> Word:
    symbol = "" if meaning else _symbol(text)
    return fixed(category, text, meaning or predicate(symbol), sample=sample, symbol=symbol)


def proper_name(text: str, category: str = "PN", meaning: Meaning | None = None, *, sample: bool = True) -> Word:
    return fixed(category, text, meaning or name(text), sample=sample, symbol="" if meaning else text)


def fixed(
    category: str, text: str, meaning: Meaning, *, variants: tuple[str, ...] = (), sample: bool = True, symbol: str = ""
) -> Word:
    """A word with one form. A variable in its category (`Det[num=?n]`) makes one form for each value."""
    return Word(text, (Form(category, text, variants),), meaning, sample, symbol)


def _with(category: str, **features: str) -> str:
    return str(read_category(category).extended(**features))


def _symbol(lemma: str) -> str:
    return lemma.replace(" ", "_")
