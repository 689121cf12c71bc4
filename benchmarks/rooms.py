"""How far a reader has to walk: files that a command enters, and how the rooms hang together.

Traced: `generate systematicity --size 100` in one process. A file is entered when one of its functions is called, other
than while modules are being imported; rooms change where a call is in another room than the call before it. Counted in
the source: modules that one other module alone imports, files called *ing.py, import cycles (imports inside functions
and under TYPE_CHECKING count), functions and how long they are.

    python benchmarks/rooms.py [--files] [--singles]
"""

from __future__ import annotations

import argparse
import ast
import inspect
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from types import FrameType
from typing import Any

SOURCE = Path(__file__).resolve().parent.parent / "src"
TARGETS = {"files entered": 60, "single importers": 60, "*ing.py": 15, "cycles": 0, "p90": 15, "shared names": 0}
"""What the rooms were rebuilt for."""
Graph = Mapping[str, frozenset[str]]
"""Module to the modules that it imports."""

# --- in the source ---


def modules(source: Path = SOURCE) -> dict[str, Path]:
    found = {}
    for path in sorted(source.rglob("*.py")):
        parts = path.relative_to(source).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imports(named: Mapping[str, Path]) -> Graph:
    return {m: frozenset(t for t in _imported(path, named) if t != m) for m, path in named.items()}


def _imported(path: Path, named: Mapping[str, Path]) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {a.name for a in node.names if a.name in named}
        elif isinstance(node, ast.ImportFrom) and node.module:
            inner = [f"{node.module}.{a.name}" for a in node.names]
            found |= {i if i in named else node.module for i in inner if i in named or node.module in named}
    return found


def single_importers(graph: Graph, named: Mapping[str, Path]) -> dict[str, str]:
    """Module to the only one that imports it; packages' own files do not count."""
    importers: dict[str, list[str]] = {m: [] for m in graph}
    for module, targets in graph.items():
        for target in targets:
            importers[target].append(module)
    return {m: by[0] for m, by in importers.items() if len(by) == 1 and named[m].name != "__init__.py"}


def named_after_doing(named: Mapping[str, Path]) -> list[str]:
    return [m for m, path in named.items() if path.name.endswith("ing.py")]


def shared_class_names(named: Mapping[str, Path]) -> dict[str, list[str]]:
    """Classes of one name that stand in several modules: a reader takes one for the other."""
    homes: dict[str, list[str]] = {}
    for module, path in named.items():
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.ClassDef):
                homes.setdefault(node.name, []).append(module)
    return {name: at for name, at in homes.items() if len(at) > 1}


def cycles(graph: Graph) -> list[frozenset[str]]:
    """Modules that reach one another."""
    reached = {m: _reached(m, graph) for m in graph}
    return list({frozenset(n for n in reached[m] if m in reached[n]) for m in graph if m in reached[m]})


def _reached(module: str, graph: Graph) -> set[str]:
    seen: set[str] = set()
    open_ = [module]
    while open_:
        for target in graph[open_.pop()] - seen:
            seen.add(target)
            open_.append(target)
    return seen


def function_lengths(named: Mapping[str, Path]) -> list[int]:
    """In lines, from `def` to the end, the shortest first."""
    nodes = (n for path in named.values() for n in ast.walk(ast.parse(path.read_text())))
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    return sorted((n.end_lineno or n.lineno) - n.lineno + 1 for n in nodes if isinstance(n, kinds))


def ninetieth(lengths: list[int]) -> int:
    return lengths[int(len(lengths) * 0.9)]


# --- in a run ---


@dataclass
class Trace:
    """What was called, by file, and how often one call was in another room than the call before."""

    root: str
    calls: Counter[str] = field(default_factory=Counter)
    changes: Counter[tuple[str, str]] = field(default_factory=Counter)
    importing: int = 0
    last: str = ""

    def __call__(self, frame: FrameType, event: str, argument: Any) -> None:
        del argument
        code = frame.f_code
        if event not in ("call", "return") or not code.co_filename.startswith(self.root):
            return
        if code.co_name == "<module>":
            self.importing += 1 if event == "call" else -1
        elif event == "call" and not self.importing and code.co_flags & inspect.CO_OPTIMIZED:  # no class bodies
            self._called(code.co_filename.removeprefix(self.root))

    def _called(self, file: str) -> None:
        room = file.split("/")[0]
        if self.last not in ("", room):
            self.changes[self.last, room] += 1
        self.calls[file] += 1
        self.last = room


def traced(words: list[str]) -> Trace:
    """The command run in this process, whose imports must not have been made before."""
    trace = Trace(f"{SOURCE / 'provenli'}/")
    sys.setprofile(trace)
    try:
        with suppress(SystemExit), redirect_stdout(StringIO()), redirect_stderr(StringIO()):
            from provenli.cli.main import main

            main(words)
    finally:
        sys.setprofile(None)
    return trace


def traced_generate() -> Trace:
    with tempfile.TemporaryDirectory() as directory:
        out = Path(directory) / "data"
        trace = traced(["generate", "systematicity", "--size", "100", "--workers", "1", "--out", str(out)])
        if not out.is_dir():
            raise SystemExit("generate systematicity --size 100 wrote nothing: nothing was counted")
        return trace


# --- told ---


def told(name: str, found: object, target: str = "") -> str:
    goal = f"   (at most {TARGETS[target]})" if target else ""
    return f"{name:<52}{found!s:>8}{goal}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--files", action="store_true", help="list the files that were entered")
    parser.add_argument("--singles", action="store_true", help="list modules that one other imports")
    asked = parser.parse_args()
    trace, named = traced_generate(), modules()
    graph, lengths = imports(named), function_lengths(named)
    singles = single_importers(graph, named)
    print(told("files entered by generate systematicity --size 100", len(trace.calls), "files entered"))
    print(told("changes of room on the way", sum(trace.changes.values())))
    print(told("  between so many pairs of rooms", len(trace.changes)))
    print(told("modules", len(named)))
    print(told("modules that one other module alone imports", len(singles), "single importers"))
    print(told("files called *ing.py", len(named_after_doing(named)), "*ing.py"))
    print(told("import cycles", len(cycles(graph)), "cycles"))
    print(told("class names that several modules share", len(shared_class_names(named)), "shared names"))
    print(told("functions", len(lengths)))
    print(told("lines of a function, 90th percentile", ninetieth(lengths), "p90"))
    for found in cycles(graph):
        print("cycle:", ", ".join(sorted(found)))
    for file, calls in sorted(trace.calls.items()) if asked.files else ():
        print(f"{calls:>10,} {file}")
    for module, by in sorted(singles.items()) if asked.singles else ():
        print(f"{module} <- {by} ({len(named[module].read_text().splitlines())} lines)")


if __name__ == "__main__":
    main()
