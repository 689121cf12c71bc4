"""Forms of words without spaCy, even where it is installed."""

from __future__ import annotations

import subprocess
import sys

LOADED = """
import importlib.util, sys
from provenli.inflections import getInflection
found = importlib.util.find_spec("spacy") is not None
print(getInflection("mouse", tag="NNS")[0], found, "spacy" in sys.modules, "torch" in sys.modules)
"""


def test_inflections_load_no_parser() -> None:
    """spaCy is there (the tests need it), can be found afterwards, and was not loaded."""
    told = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True).stdout
    assert told.split() == ["mice", "True", "False", "False"]
