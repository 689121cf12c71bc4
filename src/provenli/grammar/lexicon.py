"""Words: a lemma, a meaning, and the forms in which it shows."""

from __future__ import annotations

from dataclasses import dataclass, field

from provenli.errors import GrammarError
from provenli.grammar.meanings import Meaning, name, predicate
from provenli.grammar.morphology import past, plural, third_person
from provenli.grammar.rules import read_category


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
    """Forms with num=sg and num=pl. Of several words the last is inflected: ice cream, ice creams."""
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
    """Forms with form=past, base, sg, pl. Of several words the first is inflected: give up, gave up.

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
