"""The shelf of fragments: an explicit list, and the way from a name or a path to a fragment.

A user's fragment is one Python file that defines FRAGMENT; it is used by its path wherever a name is accepted.
"""

from __future__ import annotations

import importlib
from pathlib import Path

from provenli.errors import FragmentError, UnknownName
from provenli.library.loading import is_path, load_value
from provenli.pairs.fragment import Fragment

FRAGMENTS = (
    "systematicity", "fair", "boolean", "veridical", "transitivity", "negation", "boolean_coordination", "quantifier",
    "counting", "conditional", "comparative", "monotonicity_simple", "monotonicity_hard",
)  # fmt: skip


def load_fragment(name: str) -> Fragment:
    """The fragment of that name on the shelf, or the one that the file at that path defines."""
    if name in FRAGMENTS:
        found: Fragment = importlib.import_module(f"provenli.library.fragments.{name}").FRAGMENT
        return found
    if is_path(name):
        return load_file(Path(name))
    raise UnknownName("fragment", name, FRAGMENTS)


def load_file(path: Path) -> Fragment:
    found = load_value(path, "FRAGMENT")
    if not isinstance(found, Fragment):
        wrong = "defines no FRAGMENT" if found is None else f"FRAGMENT is of type {type(found).__name__}"
        raise FragmentError(f"{path}: {wrong}; expected FRAGMENT = Fragment(name=…, grammar=…)")
    return found
