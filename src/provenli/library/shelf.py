"""The shelf of fragments: an explicit list, and the way from a name or a path to a fragment.

A user's fragment is one Python file that defines FRAGMENT; it is used by its path wherever a name is accepted.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
import traceback
from pathlib import Path

from provenli.errors import FragmentError, ProveNLIError, UnknownName
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
    if name.endswith(".py") or "/" in name or "\\" in name:
        return load_file(Path(name))
    raise UnknownName("fragment", name, FRAGMENTS)


def load_file(path: Path) -> Fragment:
    if not path.is_file():
        wrong = "is a directory" if path.is_dir() else "no such file"
        raise FragmentError(f"{path}: {wrong}; expected a Python file that defines FRAGMENT")
    spec = importlib.util.spec_from_file_location(f"provenli_user_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise FragmentError(f"{path}: not a Python file; expected one that defines FRAGMENT")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up by name
    try:
        spec.loader.exec_module(module)
    except ProveNLIError as e:
        raise FragmentError(f"{path}{_line(e, path)}: {e}") from e
    except SyntaxError as e:
        raise FragmentError(f"{path}, line {e.lineno}, column {e.offset}: {e.msg}") from e
    except (Exception, SystemExit) as e:  # whatever a user's file raises is the user's to see, in one line
        raise FragmentError(f"{path}{_line(e, path)}: {type(e).__name__}: {_one_line(e)}") from e
    found = getattr(module, "FRAGMENT", None)
    if not isinstance(found, Fragment):
        wrong = "defines no FRAGMENT" if found is None else f"FRAGMENT is of type {type(found).__name__}"
        raise FragmentError(f"{path}: {wrong}; expected FRAGMENT = Fragment(name=…, grammar=…)")
    return found


def _line(e: BaseException, path: Path) -> str:
    """Where in the user's own file it happened."""
    lines = [f.lineno for f in traceback.extract_tb(e.__traceback__) if Path(f.filename) == path.absolute()]
    lines += [f.lineno for f in traceback.extract_tb(e.__traceback__) if f.filename == str(path)]
    return f", line {lines[-1]}" if lines else ""


def _one_line(e: BaseException) -> str:
    return " ".join(str(e).split()) or "no message"
