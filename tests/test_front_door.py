"""The front door: fifteen names or so, typed, each with a docstring that shows real output, and a page that does."""

from __future__ import annotations

import doctest
import inspect
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import provenli as nli
from provenli import front_door

ROOT = Path(__file__).parents[1]
OPERATIONS = (
    "ask",
    "audit",
    "entails",
    "fair",
    "generate",
    "load",
    "parse",
    "predict",
    "report",
    "score",
    "split",
    "study",
    "train",
    "verify",
)
VALUES = ("Answer", "Dataset", "ProveNLIError", "__version__")


def test_the_names_are_these_and_no_others() -> None:
    assert sorted(nli.__all__) == sorted((*OPERATIONS, *VALUES))
    assert [n for n in dir(nli) if not n.startswith("_")] == sorted(n for n in nli.__all__ if n != "__version__")


@pytest.mark.parametrize("name", OPERATIONS)
def test_every_operation_is_typed_and_shows_output(name: str) -> None:
    operation = getattr(nli, name)
    assert operation is getattr(front_door, name)
    signature = inspect.signature(operation)
    assert signature.return_annotation is not inspect.Signature.empty
    assert all(p.annotation is not inspect.Parameter.empty for p in signature.parameters.values())
    assert ">>> nli." in operation.__doc__ or f"= nli.{name}(" in operation.__doc__


def test_what_docstrings_show_is_what_comes_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = doctest.testmod(front_door)
    assert result.failed == 0
    assert result.attempted > 15


def test_the_page_on_python_runs_as_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    result = doctest.testfile(str(ROOT / "docs" / "python.md"), module_relative=False, encoding="utf-8")
    assert result.failed == 0
    assert result.attempted > 20


def test_rooms_do_not_hide_operations() -> None:
    """A room called `report` would take the place of the function as soon as it is imported."""

    assert callable(nli.audit)
    assert callable(nli.report)
    assert callable(nli.study)


WALK = """
import provenli as nli

answer = nli.entails("monotonicity_hard", "No dog ran.", "No poodle ran.")
assert answer.label == "entailment" and answer.proof is not None
data = nli.generate("systematicity", "data/s", size=2_000, depth=(1, 3), seed=7)
assert data.verify().sound
assert len(data.to_pandas()) == 2_000
assert nli.load("data/s").size == 2_000
splits = nli.split("productivity", data, "splits/s")
run = nli.train("lstm", splits["D1-2"], "runs/lstm", seed=1, epochs=1)
scores = nli.score(run.predict(splits["D1-2"]["test-depth-3"]), by=["monotonicity"])
print(scores)
fair = nli.fair(splits["D1-2"])
audit = nli.audit("file.tsv", "monotonicity_hard")
page = nli.report([run], "report")
assert page.is_file()
for value in (answer, data, scores, fair, audit):
    assert len(repr(value)) < 200, repr(value)
    assert value._repr_html_().startswith("<")
print(nli.__file__)
"""


def test_a_researchers_walk_from_an_installed_wheel(tmp_path: Path) -> None:
    """In a directory that is not the repository, from a wheel: package data and all."""
    site, work = tmp_path / "site", tmp_path / "work"
    work.mkdir()
    pip = [sys.executable, "-m", "pip", "-q", "--disable-pip-version-check"]
    source = tmp_path / "source"
    ignored = shutil.ignore_patterns(".git", ".venv", "build", "*.egg-info", "__pycache__", "tests", "docs")
    shutil.copytree(ROOT, source, ignore=ignored)
    subprocess.run([*pip, "wheel", "--no-deps", "--no-build-isolation", "-w", tmp_path, source], check=True)
    (wheel,) = tmp_path.glob("provenli-*.whl")
    subprocess.run([*pip, "install", "--no-deps", "--target", site, wheel], check=True)
    shutil.copyfile(ROOT / "examples" / "published.tsv", work / "file.tsv")
    done = subprocess.run(
        [sys.executable, "-c", WALK],
        cwd=work,
        env={**os.environ, "PYTHONPATH": str(site)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert str(site) in done.stdout.splitlines()[-1]
