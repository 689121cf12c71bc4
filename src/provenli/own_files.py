"""A user's own Python file that defines FRAGMENT, PROTOCOL, MODEL or STUDY; its path may stand wherever a name can.

Such a file is executed with all rights of whoever calls ProveNLI. So it is loaded only if an argument or a Python call
names it, never because another file does (docs/security.md). If its hash is on record, the bytes that were hashed are
the bytes that are executed. Whatever goes wrong in it is reported to the user in one line.
"""

from __future__ import annotations

import hashlib
import importlib.util
import re
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, TypeVar

from provenli.errors import InputError, ProveNLIError

T = TypeVar("T")
PREFIX = "provenli_user_"
"""The prefix of the module names of own files."""


def own_modules() -> list[ModuleType]:
    """The users' files that have been loaded here."""
    return [m for name, m in sys.modules.items() if name.startswith(PREFIX)]


def is_path(name: str) -> bool:
    return name.endswith(".py") or "/" in name or "\\" in name


def shelf_name(name: Any, where: object, how: str) -> str:
    """A name from a file, which may only be one on the shelf. `how` the user can give a file, such as `give it with
    --model`."""
    if not isinstance(name, str):
        raise InputError(f"{where}: expected a name, found {repr(name)[:60]}")
    if is_path(name):
        raise InputError(f"{where} names the file {name[:80]!r}: what a file names is not run; if it is yours, {how}")
    return name


def load_own(
    path: Path, what: str, kind: type[T], expected: str, error: type[ProveNLIError], sha256: str | None = None
) -> T:
    """What the file defines as `what`, which must be of that kind. `expected`: what the definition would look like."""
    found = load_value(path, what, error, sha256)
    with slips_told(path, error):
        # Of the class that it has, not of the one that it says it has.
        if type.__subclasscheck__(kind, type(found)):
            right: T = found
            return right
        wrong = f"defines no {what}" if found is None else f"{what} is of type {_class_name(found)}"
    raise error(f"{path}: {wrong}; expected {expected}")


def load_value(path: Path, what: str, error: type[ProveNLIError], sha256: str | None = None) -> Any:
    """The value, or None if the file does not define it. `sha256`: the recorded hash; a file with another hash is not
    executed."""
    content = _content(path, what, error)
    if sha256 is not None and hashlib.sha256(content).hexdigest() != sha256:
        raise InputError(f"{path} is not the file on record: its hash differs; nothing of it was run")
    # Not by way of the file's loader, which may take an older compiled file for it.
    code = _compiled(path, content, error)
    spec = importlib.util.spec_from_file_location(f"{PREFIX}{path.stem}", path)
    if spec is None:
        raise error(f"{path}: not a Python file; expected one that defines {what}")
    module = importlib.util.module_from_spec(spec)
    names = vars(module)
    sys.modules[spec.name] = module  # dataclasses look their module up by name
    with slips_told(path, error):
        exec(code, names)
    return names.get(what)


def _content(path: Path, what: str, error: type[ProveNLIError]) -> bytes:
    try:
        if path.is_file():
            return path.read_bytes()
    except OSError as e:
        raise error(f"{path} cannot be read: {e.strerror}") from e
    expected = f"expected a Python file that defines {what}"
    raise error(f"{path}: {'is a directory' if path.is_dir() else 'no such file'}; {expected}")


def _compiled(path: Path, content: bytes, error: type[ProveNLIError]) -> CodeType:
    try:
        return compile(content, str(path.absolute()), "exec", dont_inherit=True)
    except SyntaxError as e:
        raise error(f"{path}, line {e.lineno}, column {e.offset}: {e.msg}") from e
    except (ValueError, RecursionError, MemoryError, OverflowError) as e:
        raise error(f"{path}: not a Python file: {one_line(e)}") from e


# --- what an own file raises ---


@contextmanager
def slips_told(path: Path, error: type[ProveNLIError]) -> Iterator[None]:
    """Surrounds code of the user's own file: whatever it raises becomes one line with its place. Ctrl-C stays what it
    is."""
    try:
        yield
    except BaseException as e:
        if type(e) is KeyboardInterrupt:
            raise
        ours = type.__subclasscheck__(ProveNLIError, type(e))
        what = one_line(e) if ours else f"{_class_name(e)}: {one_line(e)}"
        raise error(f"{path}{line_in(e, path)}: {what}") from e


def slip_in_own_file(e: BaseException) -> str | None:
    """One line for an error that an own file raised at work; None if it came from elsewhere."""
    for name, module in list(sys.modules.items()):
        file = vars(module).get("__file__") if name.startswith(PREFIX) else None
        if isinstance(file, str) and (line := line_in(e, Path(file)) or _line_in_worker(e, file)):
            return f"{file}{line}: {_class_name(e)}: {one_line(e)}"
    return None


def line_in(e: BaseException, path: Path) -> str:
    """Where in the user's own file it happened."""
    frames = traceback.walk_tb(BaseException.__dict__["__traceback__"].__get__(e))
    names = {str(path), str(path.absolute())}
    lines = [number for frame, number in frames if frame.f_code.co_filename in names]
    return f", line {lines[-1]}" if lines else ""


def _line_in_worker(e: BaseException, file: str) -> str:
    """Errors from other processes carry their traceback as text."""
    cause = BaseException.__dict__["__cause__"].__get__(e)
    told = one_line(cause) if cause is not None else ""
    lines = re.findall(rf'File "{re.escape(file)}", line (\d+)', told)
    return f", line {lines[-1]}" if lines else ""


def one_line(e: BaseException) -> str:
    try:
        return " ".join(str(e).split()) or "no message"
    except BaseException as again:  # an error of the user's own whose text cannot be had
        if type(again) is KeyboardInterrupt:
            raise
        return "no message"


def _class_name(value: object) -> str:
    """The real name, whatever the class claims."""
    return str(type.__dict__["__name__"].__get__(type(value)))
