"""The readers of English by name: `ccg` needs nothing but WordNet's files, `spacy` the extra `english`."""

from __future__ import annotations

from functools import cache
from typing import Literal, TypeAlias, get_args

from provenli.english.analysis import Reader
from provenli.errors import UnknownName

Backend: TypeAlias = Literal["ccg", "spacy", "both"]


@cache
def readers_of(backend: Backend) -> tuple[Reader, ...]:
    """The first reader leads; with `both` the second has to agree before anything is called proved."""
    from provenli.english.spacy_reader import SpacyReader

    match backend:
        case "spacy":
            return (SpacyReader(),)
        case "both":
            return (_ccg(), SpacyReader())
        case "ccg":
            return (_ccg(),)
    raise UnknownName("backend", backend, get_args(Backend))


def _ccg() -> Reader:
    from provenli.english.spacy_reader import SpacyReader

    return SpacyReader()
