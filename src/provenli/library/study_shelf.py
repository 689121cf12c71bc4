"""The shelf of studies: an explicit list, and the way from a name or a path to a study.

A user's study is one Python file that defines STUDY; it is used by its path wherever a name is accepted.
"""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from provenli.errors import InputError, UnknownName
from provenli.library.fragment_shelf import load_fragment
from provenli.library.fragments.clauses.attested import read_pairs
from provenli.library.model_shelf import load_model
from provenli.own_files import is_path, load_own, slips_told
from provenli.studies.steps import Shelves
from provenli.studies.study import Cell, Files, Study

STUDIES = ("fairness", "systematicity", "transitivity", "fragments", "med", "shelf")
SHELVES = Shelves(load_fragment, load_model, read_pairs)


def _own_cells(study: Study, path: Path, scale: str, files: Files) -> Sequence[Cell]:
    """Whatever a user's file raises is reported to the user in one line."""
    with slips_told(path, InputError):
        return study.cells(scale, files)


def load_study(name: str) -> Study:
    """The study of that name on the shelf, or the one that the file at that path defines."""
    if name in STUDIES:
        found: Study = importlib.import_module(f"provenli.library.studies.{name}").STUDY
        return found
    if is_path(name):
        path = Path(name)
        own = load_own(path, "STUDY", Study, "STUDY = Study(name=…, about=…, paper=…, cells=…)", InputError)
        return replace(own, cells=partial(_own_cells, own, path))
    raise UnknownName("study", name, STUDIES)
