"""Rooms that explain themselves: how modules hang together, and a page that lists the rooms as they are.

What is counted, and how, is in benchmarks/rooms.py. A number here may only go down.
"""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "architecture.md"


def counting() -> ModuleType:
    spec = importlib.util.spec_from_file_location("rooms_benchmark", ROOT / "benchmarks" / "rooms.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


rooms = counting()
NAMED = rooms.modules()
GRAPH = rooms.imports(NAMED)


def test_modules_that_one_other_module_alone_imports() -> None:
    found = rooms.single_importers(GRAPH, NAMED)
    assert len(found) <= rooms.TARGETS["single importers"], sorted(found)


def test_files_are_named_after_things() -> None:
    found = rooms.named_after_doing(NAMED)
    assert len(found) <= 15, found


def test_a_class_name_stands_in_one_module() -> None:
    assert rooms.shared_class_names(NAMED) == {}


def test_imports_run_one_way() -> None:
    found = rooms.cycles(GRAPH)
    assert not found


def test_functions_are_short() -> None:
    assert rooms.ninetieth(rooms.function_lengths(NAMED)) <= 15


def test_a_command_enters_few_files() -> None:
    """In a process of its own: what is already imported would not be seen."""
    counted = "import sys; sys.path.insert(0, 'benchmarks'); import rooms; print(len(rooms.traced_generate().calls))"
    found = subprocess.run([sys.executable, "-c", counted], cwd=ROOT, capture_output=True, text=True, check=True)
    assert 30 < int(found.stdout) <= 60


def test_cycles_are_found() -> None:
    graph = {"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"a"}}
    assert rooms.cycles({m: frozenset(t) for m, t in graph.items()}) == [frozenset("bc")]


# --- docs/architecture.md ---


def layers() -> list[str]:
    """The rooms of pyproject.toml, from the top."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    found = next(c["layers"] for c in contracts if c["type"] == "layers")
    return [room.strip().removeprefix("provenli.") for layer in found for room in layer.split("|")]


def listed() -> list[str]:
    """The rooms that the page's table names in its first column."""
    rows = re.findall(r"^\| (`[^|]+) \|", PAGE.read_text(), re.MULTILINE)
    return [name.removesuffix("/").removesuffix(".py") for row in rows for name in re.findall(r"`([^`]+)`", row)]


def test_the_page_lists_the_rooms_as_they_are_layered() -> None:
    assert listed() == layers()


@pytest.mark.parametrize("page", ["architecture.md", "decisions.md"])
def test_files_that_the_page_names_exist(page: str) -> None:
    """By path within the package, or by name in any room."""
    named = set(re.findall(r"`((?:[\w*]+/)*\w+\.py)\b", (ROOT / "docs" / page).read_text()))
    there = {str(p.relative_to(ROOT / "src" / "provenli")) for p in NAMED.values()}
    tails = {tail for path in there for tail in _tails(path)}
    outside = {str(p.relative_to(ROOT)) for p in ROOT.glob("benchmarks/*.py")}
    assert sorted(named - tails - outside) == []


def _tails(path: str) -> list[str]:
    parts = path.split("/")
    return ["/".join(parts[k:]) for k in range(len(parts))]
