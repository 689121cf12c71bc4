"""The readers of English by name: `ccg` needs nothing but WordNet's files, `spacy` the extra `english`."""

from __future__ import annotations

from functools import cache
from typing import Literal, TypeAlias, get_args

from provenli.english.analysis import Reader
from provenli.errors import UnknownName

Backend: TypeAlias = Literal["ccg", "spacy", "both"]
PROFILE = "med"
"""The conventions of polarity by which pairs are decided: *the*, *many* and numerals let their nouns be narrowed."""


@cache
def readers_of(backend: Backend) -> tuple[Reader, ...]:
    """The first reader leads; with `both` the second has to agree before anything is called proved."""
    from provenli.english.readers import reader_named
    from provenli.english.spacy_reader import SpacyReader

    match backend:
        case "spacy":
            return (SpacyReader(),)
        case "both":
            return (SpacyReader(), reader_named("ccg", PROFILE))
        case "ccg":
            return (reader_named("ccg", PROFILE),)
    raise UnknownName("backend", backend, get_args(Backend))
