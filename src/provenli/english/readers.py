"""The readers by name, and the conventions by the name of their profile."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Literal, TypeAlias

from provenli.english.analysis import Analysis, Reader
from provenli.english.ccg_reader import CcgReader
from provenli.english.conventions import PROFILES, Conventions
from provenli.english.derivation_files import read_derivations
from provenli.english.derivation_reader import DerivationReader
from provenli.errors import InputError

Backend: TypeAlias = Literal["ccg", "spacy", "both"]
PAIRS = "med"
"""The profile for deciding pairs: the nouns of *the*, *many* and numerals can be narrowed."""


def conventions_named(profile: str) -> Conventions:
    if profile not in PROFILES:
        raise InputError(f"no profile {profile!r} of polarity conventions; known: {', '.join(PROFILES)}")
    return PROFILES[profile]


def reader_named(name: str = "ccg", profile: str = "literature") -> Reader:
    conventions = conventions_named(profile)
    if name == "spacy":
        from provenli.english.spacy_reader import SpacyReader

        return SpacyReader(conventions)
    if name != "ccg":
        raise InputError(f"no reader of English {name!r}; known: ccg, spacy")
    return CcgReader(conventions)


def analysed_derivations(text: str, profile: str = "literature") -> Iterator[Analysis]:
    """Every derivation of a file that depccg or C&C wrote."""
    reader = DerivationReader(conventions_named(profile))
    for node in read_derivations(text):
        yield reader.read_node(node)


@cache
def readers_of(backend: Backend) -> tuple[Reader, ...]:
    """For pairs. The first reader leads; with `both` the second has to agree before anything is called proved."""
    if backend != "both":
        return (reader_named(backend, PAIRS),)
    from provenli.english.spacy_reader import SpacyReader

    return (SpacyReader(conventions_named(PAIRS), alone=True), reader_named("ccg", PAIRS))
