"""A user's own Python file that defines FRAGMENT, PROTOCOL, MODEL or STUDY; its path stands where a name could."""

from __future__ import annotations

import importlib.util
import sys
import traceback
from pathlib import Path
from typing import Any, TypeVar

from provenli.errors import ProveNLIError

T = TypeVar("T")


def is_path(name: str) -> bool:
    return name.endswith(".py") or "/" in name or "\\" in name


def load_own(path: Path, what: str, kind: type[T], expected: str, error: type[ProveNLIError]) -> T:
    """What the file defines as `what`, which must be of that kind. `expected`: how the definition would look."""
    found = load_value(path, what, error)
    if not isinstance(found, kind):
        wrong = f"defines no {what}" if found is None else f"{what} is of type {type(found).__name__}"
        raise error(f"{path}: {wrong}; expected {expected}")
    return found


def load_value(path: Path, what: str, error: type[ProveNLIError]) -> Any:
    """None if the file does not define it."""
    if not path.is_file():
        wrong = "is a directory" if path.is_dir() else "no such file"
        raise error(f"{path}: {wrong}; expected a Python file that defines {what}")
    spec = importlib.util.spec_from_file_location(f"provenli_user_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise error(f"{path}: not a Python file; expected one that defines {what}")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up by name
    try:
        spec.loader.exec_module(module)
    except ProveNLIError as e:
        raise error(f"{path}{line_in(e, path)}: {e}") from e
    except SyntaxError as e:
        raise error(f"{path}, line {e.lineno}, column {e.offset}: {e.msg}") from e
    except (Exception, SystemExit) as e:  # whatever a user's file raises is the user's to see, in one line
        raise error(f"{path}{line_in(e, path)}: {type(e).__name__}: {one_line(e)}") from e
    return getattr(module, what, None)


def line_in(e: BaseException, path: Path) -> str:
    """Where in the user's own file it happened."""
    lines = [f.lineno for f in traceback.extract_tb(e.__traceback__) if Path(f.filename) == path.absolute()]
    lines += [f.lineno for f in traceback.extract_tb(e.__traceback__) if f.filename == str(path)]
    return f", line {lines[-1]}" if lines else ""


def one_line(e: BaseException) -> str:
    return " ".join(str(e).split()) or "no message"
