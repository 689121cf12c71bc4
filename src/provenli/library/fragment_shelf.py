"""The shelf of fragments: an explicit list, and the way from a name or a path to a fragment.

A user's fragment is one Python file that defines FRAGMENT; it is used by its path wherever a name is accepted.
"""

from __future__ import annotations

import hashlib
import importlib
from collections.abc import Callable
from pathlib import Path

from provenli.data.manifest import read_manifest
from provenli.errors import FragmentError, InputError, UnknownName
from provenli.own_files import is_path, load_own
from provenli.pairs.fragment import Fragment

FRAGMENTS = (
    "systematicity",
    "fair",
    "boolean",
    "veridical",
    "transitivity",
    "negation",
    "boolean_coordination",
    "quantifier",
    "counting",
    "conditional",
    "comparative",
    "monotonicity_simple",
    "monotonicity_hard",
)


def load_fragment(name: str) -> Fragment:
    """The fragment of that name on the shelf, or the one that the file at that path defines."""
    if name in FRAGMENTS:
        found: Fragment = importlib.import_module(f"provenli.library.fragments.{name}").FRAGMENT
        return found
    if is_path(name):
        return load_file(Path(name))
    raise UnknownName("fragment", name, FRAGMENTS)


def load_file(path: Path) -> Fragment:
    return load_own(path, "FRAGMENT", Fragment, "FRAGMENT = Fragment(name=…, grammar=…)", FragmentError)


def source_of(name: str) -> str | None:
    """A user's own file is known by its hash: a data set can only be verified with the file that made it."""
    if name in FRAGMENTS:
        return None
    try:
        return hashlib.sha256(Path(name).read_bytes()).hexdigest()
    except OSError as e:
        raise InputError(f"{name} cannot be read: {e.strerror}; expected the file of a fragment") from e


def fragment_for(directory: Path, given: str | None) -> Callable[[str], Fragment]:
    """The fragment of a data set: from the shelf by its name, or the user's own file, which must be the same file."""

    def find(name: str) -> Fragment:
        source = read_manifest(directory).source
        if given is None and source is None:
            return load_fragment(name)
        if given is None:
            raise InputError(f"{directory} was made from a file of your own: say which with --fragment FILE")
        if source is not None and source_of(given) != source:
            raise InputError(f"{given} is not the file that {directory} was made from: its hash differs")
        return load_fragment(given)

    return find
