"""The readers by name, and the conventions by the name of their profile."""

from __future__ import annotations

from provenli.english.analysis import Reader
from provenli.english.ccg_reader import CcgReader
from provenli.english.conventions import PROFILES, Conventions
from provenli.errors import InputError


def conventions_named(profile: str) -> Conventions:
    if profile not in PROFILES:
        raise InputError(f"no profile {profile!r} of polarity conventions; known: {', '.join(PROFILES)}")
    return PROFILES[profile]


def reader_named(name: str = "ccg", profile: str = "literature") -> Reader:
    if name != "ccg":
        raise InputError(f"no reader of English {name!r}; known: ccg")
    return CcgReader(conventions_named(profile))
