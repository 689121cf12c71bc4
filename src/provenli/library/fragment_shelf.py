"""The shelf of fragments: an explicit list, and the way from a name or a path to a fragment.

A user's fragment is one Python file that defines FRAGMENT; it is used by its path wherever a name is accepted.
"""

from __future__ import annotations

import hashlib
import importlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from provenli.data.manifest import Manifest, read_manifest
from provenli.errors import FragmentError, InputError, UnknownName
from provenli.files import read_file
from provenli.options import Option
from provenli.own_files import is_path, load_own, shelf_name
from provenli.pairs.fragment import Fragment, reread
from provenli.pairs.plan import Request

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
    "syllogism",
)


def load_fragment(name: str) -> Fragment:
    """The fragment of that name on the shelf, or the one that the file at that path defines."""
    return shelf_fragment(name) if name in FRAGMENTS or not is_path(name) else load_file(Path(name))


def shelf_fragment(name: str) -> Fragment:
    if name == "english":
        raise InputError("english is no fragment: `parse`, `entails`, `tag`, `audit` and `generate --from` read it")
    if name not in FRAGMENTS:
        if " " in name.strip():
            raise InputError(f"{name!r} is no fragment but a sentence: the fragment comes first, then the sentences")
        raise UnknownName("fragment", name, (*FRAGMENTS, "english"))
    found: Fragment = importlib.import_module(f"provenli.library.fragments.{name}").FRAGMENT
    return found


def load_file(path: Path, sha256: str | None = None) -> Fragment:
    """`sha256`: the recorded hash; a file with another hash is not run."""
    return load_own(path, "FRAGMENT", Fragment, "FRAGMENT = Fragment(name=…, grammar=…)", FragmentError, sha256)


def source_of(name: str) -> str | None:
    """A user's own file is known by its hash: a data set can only be verified with the file that made it."""
    if name in FRAGMENTS:
        return None
    try:
        return hashlib.sha256(read_file(Path(name))).hexdigest()
    except OSError as e:
        raise InputError(f"{name} cannot be read: {e.strerror}; expected the file of a fragment") from e


def fragment_for(directory: Path, given: str | None) -> Callable[[str], Fragment]:
    """The fragment of a data set: from the shelf by its name, or the user's own file, which must be the same file."""

    def find(name: str) -> Fragment:
        return recorded_fragment(directory, name, read_manifest(directory).source, given)

    return find


HOW = "give it with --fragment FILE"


def recorded_fragment(place: Path, name: Any, source: str | None, given: str | None) -> Fragment:
    """The fragment that the files in `place` were made with: `name`, and for a user's own file the hash `source`. It
    comes from the shelf, or from the file that the user gives again, which is compared before it is run."""
    if source is None:
        return shelf_fragment(shelf_name(name if given is None or is_path(given) else given, place, HOW))
    if given is None:
        raise InputError(f"{place} was made from a file of your own: say which with --fragment FILE")
    if source_of(given) != source:
        raise InputError(f"{given} is not the file that {place} was made from: its hash differs; it was not run")
    return load_file(Path(given), source)


# --- Who makes a data set ---

DataMaker: TypeAlias = Callable[[Request, tuple[str, ...], Path], Manifest]


def data_maker(name: str, choices: Sequence[str], shares: str = "") -> tuple[Sequence[Option], DataMaker]:
    """The options of a fragment, or of English, and the function that writes its data. `shares`: the value of --parts,
    which English reads as an option of its own."""
    if name == "english":
        from provenli.data.sentence_pairs import OPTIONS
        from provenli.library.sentence_data import generate_english

        if choices:
            raise InputError("--reading: english has one reading of its own; leave it out")
        return OPTIONS, generate_english
    from provenli.data.generate import Order, generate

    found = _dealt(reread(load_fragment(name), choices), shares)
    known = found.pairs.options if found.pairs else ()
    return known, lambda request, asked, place: generate(Order(found, name, request, asked, place, source_of(name)))


def _dealt(fragment: Fragment, shares: str) -> Fragment:
    """The fragment in parts as --parts asks for them, if it does."""
    if not shares:
        return fragment
    from provenli.pairs.random_parts import read_shares, with_shares

    return with_shares(fragment, read_shares(shares))
