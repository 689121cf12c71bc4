"""The shelf of studies: an explicit list, and the way from a name or a path to a study.

A user's study is one Python file that defines STUDY; it is used by its path wherever a name is accepted.
"""

from __future__ import annotations

import importlib
from pathlib import Path

from provenli.errors import InputError, UnknownName
from provenli.library.attested_files import read_pairs
from provenli.library.model_shelf import load_model
from provenli.library.shelf import load_fragment
from provenli.own_files import is_path, load_own
from provenli.study.making import Shelves
from provenli.study.study import Study

STUDIES = ("fairness", "systematicity", "transitivity", "fragments", "med", "shelf")
SHELVES = Shelves(load_fragment, load_model, read_pairs)


def load_study(name: str) -> Study:
    """The study of that name on the shelf, or the one that the file at that path defines."""
    if name in STUDIES:
        found: Study = importlib.import_module(f"provenli.library.studies.{name}").STUDY
        return found
    if is_path(name):
        return load_own(Path(name), "STUDY", Study, "STUDY = Study(name=…, about=…, paper=…, cells=…)", InputError)
    raise UnknownName("study", name, STUDIES)
