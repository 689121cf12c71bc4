"""Parts are a fragment's own Python: what cannot be is said before anything is drawn."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from provenli.errors import FragmentError, suggestion
from provenli.pairs.making import Options, PairMaker, Part

if TYPE_CHECKING:
    from provenli.pairs.fragment import Fragment

NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*")
TAKEN = ("certificates", "patterns", "manifest", "hf")


def check_parts(fragment: Fragment, maker: PairMaker) -> tuple[Part, ...]:
    """The parts, if they can be written."""
    if not NAME.fullmatch(fragment.name):
        raise FragmentError(f"the fragment's name {fragment.name!r} cannot be in a file name: use letters, digits, _")
    if not maker.parts:
        raise FragmentError(f"fragment {fragment.name!r} has no parts; give at least Part('pairs', 100)")
    lemmas = {w.lemma for w in fragment.grammar.words}
    names: set[str] = set()
    for part in maker.parts:
        where = f"fragment {fragment.name!r}, part {part.name!r}"
        if not NAME.fullmatch(part.name) or part.name in TAKEN or part.name in names:
            raise FragmentError(f"{where}: another name is needed; letters, digits and _, each name once")
        if type(part.size) is not int or part.size < 1:
            raise FragmentError(f"{where}: the size must be 1 or more, found {part.size!r}")
        for lemma in sorted(part.without):
            if lemma not in lemmas:
                raise FragmentError(f"{where}: without names {lemma!r}, which is no word; {suggestion(lemma, lemmas)}")
        names.add(part.name)
    return maker.parts


def parts_with(maker: PairMaker, options: Options) -> tuple[Part, ...]:
    """The parts of a data set made with these options: all, unless the maker says which."""
    chosen = getattr(maker, "parts_with", None)
    return maker.parts if chosen is None else chosen(options)
