"""What a label rests on: the files that the kernel imports, directly or through others, and their lines of code.

    python benchmarks/trusted_base.py [--from provenli.certify.kernel provenli.data.verify]

Lines of code are lines with something on them that is neither comment nor docstring. Imports are read from the text,
those inside functions too; nothing is run. The first column counts whole files, the second only the definitions whose
names are mentioned on the way from the start (a class counts whole), without import lists: what a reader must read.
"""

from __future__ import annotations

import argparse
import ast
import io
import tokenize
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeAlias

SOURCE = Path(__file__).parents[1] / "src"
SECOND = Path(__file__).parents[1] / "tools" / "second_checker.py"
FORMULA_PAIR = ("provenli.certify.kernel",)
ENTRIES = ("check", "verify")
"""The functions that judge."""
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
    return len(lines_of_code(path))


def lines_of_code(path: Path) -> set[int]:
    text = path.read_text(encoding="utf-8")
    said = {n for node in ast.walk(ast.parse(text)) if _is_docstring(node) for n in _lines(node)}
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    lines = {n for t in tokens if t.type not in SILENT for n in range(t.start[0], t.end[0] + 1)}
    return lines - said


Definition: TypeAlias = tuple[Path, str]


@dataclass(frozen=True)
class Names:
    """What the names at the top level of a file stand for."""

    own: dict[str, list[ast.stmt]]
    foreign: dict[str, tuple[str, str]]
    """Module and name; the name is empty where the whole module was imported."""
    always: list[ast.stmt]
    """What runs whoever imports the file."""


@cache
def names_of(path: Path) -> Names:
    names = Names({}, {}, [])
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        match node:
            case ast.ImportFrom(module=str(module), names=found):
                for a in found:
                    whole = path_of(f"{module}.{a.name}") is not None
                    names.foreign[a.asname or a.name] = (f"{module}.{a.name}", "") if whole else (module, a.name)
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                names.own.setdefault(name, []).append(node)
            case ast.Assign(targets=targets):
                for t in targets:
                    for n in ast.walk(t):
                        if isinstance(n, ast.Name):
                            names.own.setdefault(n.id, []).append(node)
            case ast.AnnAssign(target=ast.Name(id=name)):
                names.own.setdefault(name, []).append(node)
            case ast.Expr() | ast.AugAssign() | ast.For() | ast.If():
                names.always.append(node)
    return names


def mentioned(path: Path, nodes: Iterable[ast.stmt]) -> Iterator[Definition]:
    names = names_of(path)
    for node in (n for top in nodes for n in ast.walk(top)):
        match node:
            case ast.Name(id=name) if name in names.own:
                yield path, name
            case ast.Name(id=name) if name in names.foreign and names.foreign[name][1]:
                module, there = names.foreign[name]
                yield from ((p, there) for p in (path_of(module),) if p)
            case ast.Attribute(value=ast.Name(id=alias), attr=there) if alias in names.foreign:
                yield from ((p, there) for p in (path_of(names.foreign[alias][0]),) if p)


def needed_lines(start: Iterable[Definition]) -> dict[Path, set[int]]:
    """By file, the lines of the definitions that are mentioned on the way from these."""
    seen, waiting, lines = set[Definition](), list(start), dict[Path, set[int]]()
    while waiting:
        path, name = waiting.pop()
        if (path, name) in seen:
            continue
        seen.add((path, name))
        nodes = [*names_of(path).own.get(name, ()), *names_of(path).always]
        for n in nodes:
            first = min([n.lineno, *(d.lineno for d in getattr(n, "decorator_list", ()))])
            lines.setdefault(path, set()).update(range(first, (n.end_lineno or n.lineno) + 1))
        waiting.extend(mentioned(path, nodes))
    return lines


def _is_docstring(node: ast.AST) -> bool:
    """A text that stands alone: a docstring, or what is said after a constant or a field."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _lines(node: ast.AST) -> range:
    assert isinstance(node, ast.Expr)
    return range(node.lineno, (node.end_lineno or node.lineno) + 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--from", dest="start", nargs="+", default=FORMULA_PAIR, metavar="MODULE")
    start = parser.parse_args().start
    files = reached(start)
    tops = [(p, name) for p in map(path_of, start) if p for name in names_of(p).own if name in ENTRIES]
    needed = {p: len(lines_of_code(p) & lines) for p, lines in needed_lines(tops).items()}
    for path in files:
        print(f"{code_lines(path):>6} {needed.get(path, 0):>6}  {path.relative_to(SOURCE).as_posix()}")
    print(f"{sum(map(code_lines, files)):>6} {sum(needed.values()):>6}  in all, {len(files)} files")
    print(f"{code_lines(SECOND):>6} {'':>6}  {SECOND.name}, which imports none of them")


if __name__ == "__main__":
    main()
