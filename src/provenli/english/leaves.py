"""A leaf of a derivation: a word, or several read as one, in one of its uses."""

from __future__ import annotations

from dataclasses import dataclass

from provenli.english.categories import Category


@dataclass(frozen=True, slots=True)
class WordLeaf:
    first: int
    end: int
    """Pieces of the sentence: the first, and one after the last."""
    token: int
    """The piece that stands for it in marks."""
    text: str
    lemma: str
    tag: str
    category: Category
    sense: str
    cost: float
    capital: bool = False
    plural: bool = False
    form: str = ""
    """For a verb: past, present, or nothing."""
    following: str = ""
    """The word after it, lower case: what `very` makes stronger."""
    number: int | None = None
    """The piece with the number in it, in `at least three`."""
    value: int = 0
    licensed: bool = True
    """For `any`: whether something before it turns its place downward."""

    @property
    def lower(self) -> str:
        return self.text.lower()
