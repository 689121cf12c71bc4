"""What a label rests on: the files that the kernel imports, directly or through others, and their lines of code.

    python benchmarks/trusted_base.py [--from provenli.certify.kernel provenli.data.verify]

Lines of code are lines with something on them that is neither comment nor docstring. Imports are read from the text,
those inside functions too; nothing is run.
"""

from __future__ import annotations

import argparse
import ast
import io
import tokenize
from collections.abc import Iterable, Iterator
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src"
SECOND = Path(__file__).parents[1] / "tools" / "second_checker.py"
FORMULA_PAIR = ("provenli.certify.kernel",)
DATA_SET = ("provenli.certify.kernel", "provenli.data.verify")
SILENT = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}


def path_of(module: str) -> Path | None:
    base = SOURCE.joinpath(*module.split("."))
    return next((p for p in (base.with_suffix(".py"), base / "__init__.py") if p.exists()), None)


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (a.name for a in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{a.name}" for a in node.names)


def reached(modules: Iterable[str]) -> list[Path]:
    """The files of provenli that the modules import, themselves included, by name."""
    found, waiting = set[Path](), list(modules)
    while waiting:
        path = path_of(waiting.pop())
        if path is not None and path not in found:
            found.add(path)
            waiting.extend(m for m in imported(path) if m.startswith("provenli"))
    return sorted(found)


def code_lines(path: Path) -> int:
    text = path.read_text(encoding="utf-8")
    said = {n for node in ast.walk(ast.parse(text)) if _is_docstring(node) for n in _lines(node)}
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    lines = {n for t in tokens if t.type not in SILENT for n in range(t.start[0], t.end[0] + 1)}
    return len(lines - said)


def _is_docstring(node: ast.AST) -> bool:
    """A text that stands alone: a docstring, or what is said after a constant or a field."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _lines(node: ast.AST) -> range:
    assert isinstance(node, ast.Expr)
    return range(node.lineno, (node.end_lineno or node.lineno) + 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--from", dest="start", nargs="+", default=FORMULA_PAIR, metavar="MODULE")
    files = reached(parser.parse_args().start)
    for path in files:
        print(f"{code_lines(path):>6}  {path.relative_to(SOURCE).as_posix()}")
    print(f"{sum(map(code_lines, files)):>6}  in all, {len(files)} files")
    print(f"{code_lines(SECOND):>6}  {SECOND.name}, which imports none of them")


if __name__ == "__main__":
    main()
