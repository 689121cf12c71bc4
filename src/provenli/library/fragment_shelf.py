"""The shelf of fragments: an explicit list, and the way from a name or a path to a fragment.

A user's fragment is one Python file that defines FRAGMENT; it is used by its path wherever a name is accepted.
"""

from __future__ import annotations

import importlib
from pathlib import Path

from provenli.errors import FragmentError, UnknownName
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
