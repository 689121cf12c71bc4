"""`provenli doctor`: what is installed here, and what each missing part would add."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from provenli.cli.app import AsJson, app, say
from provenli.cli.commands import command
from provenli.version import VERSION

WORDNET = Path("/usr/share/wordnet/data.noun")
"""Where Debian's package wordnet-base keeps it."""


@dataclass(frozen=True, slots=True)
class Extra:
    name: str
    found: Callable[[], str | None]
    """The version or place; nothing where it is missing."""
    adds: str
    get: str


def package(name: str) -> Callable[[], str | None]:
    def find() -> str | None:
        try:
            return version(name)
        except PackageNotFoundError:
            return None

    return find


def program(*names: str) -> Callable[[], str | None]:
    return lambda: next((found for n in names if (found := shutil.which(n))), None)


def wordnet() -> str | None:
    return str(WORDNET.parent) if WORDNET.exists() else None


def parser() -> str | None:
    from provenli.models.parsed_trees import parser_version

    return parser_version()


PARTS = (
    Extra("z3", package("z3-solver"), "searches for small models", "pip install z3-solver"),
    Extra("cvc5", package("cvc5"), "a further opinion (entails --engines 3)", "pip install 'provenli[provers]'"),
    Extra("pyarrow", package("pyarrow"), "the formats parquet and hf", "pip install 'provenli[parquet]'"),
    Extra("PyYAML", package("pyyaml"), "label names in cards of data sets", "pip install 'provenli[parquet]'"),
    Extra("E", program("eprover"), "a first-order prover as a further opinion", "apt-get install eprover"),
    Extra("Vampire", program("vampire"), "a first-order prover as a further opinion", "put vampire on PATH"),
    Extra("Prover9", program("prover9"), "a first-order prover as a further opinion", "apt-get install prover9"),
    Extra("WordNet", wordnet, "word knowledge for sentences of your own", "apt-get install wordnet-base"),
    Extra("spaCy", parser, "a second reader of English; trees for tree_lstm_parsed", "pip install 'provenli[english]'"),
    Extra("torch", package("torch"), "models: train, predict, studies", "pip install 'provenli[models]'"),
    Extra("transformers", package("transformers"), "pretrained encoders", "pip install 'provenli[pretrained]'"),
    Extra("matplotlib", package("matplotlib"), "figures in reports", "pip install 'provenli[report]'"),
    Extra("ray", package("ray"), "studies on several machines", "pip install 'provenli[ray]'"),
    Extra("openai", package("openai"), "asking language models behind an endpoint", "pip install 'provenli[ask]'"),
    Extra("fastapi", package("fastapi"), "pages: browse and collect", "pip install 'provenli[web]'"),
    Extra("chromium", program("chromium", "google-chrome"), "browser tests", "apt-get install chromium"),
)


@command(app, epilog="Example: provenli doctor")
def doctor(as_json: AsJson = False) -> None:
    """Say what is installed here, and what each missing part would add."""
    found = [(part, part.found()) for part in PARTS]
    if as_json:
        rows = [{"name": p.name, "found": place, "adds": p.adds, "get": p.get} for p, place in found]
        say(json.dumps({"provenli": VERSION, "python": sys.version.split()[0], "parts": rows}))
        return
    say(f"ProveNLI {VERSION}, Python {sys.version.split()[0]}")
    width = max(len(p.name) for p in PARTS)
    for part, place in found:
        state = place or f"missing ({part.get})"
        say(f"{part.name:<{width}}  {part.adds}: {state}")
