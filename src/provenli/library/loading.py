"""From a path to what a user's Python file defines, with every mistake in it told in one line."""

from __future__ import annotations

import importlib.util
import sys
import traceback
from pathlib import Path
from typing import Any

from provenli.errors import FragmentError, ProveNLIError


def is_path(name: str) -> bool:
    return name.endswith(".py") or "/" in name or "\\" in name


def load_value(path: Path, name: str) -> Any:
    """What the file at that path calls `name`, such as FRAGMENT or MODEL; None if it defines none."""
    if not path.is_file():
        wrong = "is a directory" if path.is_dir() else "no such file"
        raise FragmentError(f"{path}: {wrong}; expected a Python file that defines {name}")
    spec = importlib.util.spec_from_file_location(f"provenli_user_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise FragmentError(f"{path}: not a Python file; expected one that defines {name}")
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
    return getattr(module, name, None)


def _line(e: BaseException, path: Path) -> str:
    """Where in the user's own file it happened."""
    lines = [f.lineno for f in traceback.extract_tb(e.__traceback__) if Path(f.filename) == path.absolute()]
    lines += [f.lineno for f in traceback.extract_tb(e.__traceback__) if f.filename == str(path)]
    return f", line {lines[-1]}" if lines else ""


def _one_line(e: BaseException) -> str:
    return " ".join(str(e).split()) or "no message"
