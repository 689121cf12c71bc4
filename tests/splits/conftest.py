"""Small data sets that the tests of the protocols cut, made once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from provenli.data.generate import Order, generate
from provenli.library.fragment_shelf import load_fragment
from provenli.library.fragments.clauses.attested import read_pairs
from provenli.pairs.plan import Request
from provenli.splits.cut import SplitOrder, cut
from provenli.splits.protocols import load_protocol

Data = Callable[[str], Path]
CutBy = Callable[..., Path]

MADE: dict[str, tuple[str, int, dict[str, Any]]] = {
    "deep": ("systematicity", 1500, {"depth": (1, 3)}),
    "flat": ("systematicity", 1200, {"depth": (1, 1)}),
    "adverb": ("systematicity", 300, {"depth": (1, 1), "frame": "adverb"}),
    "boolean": ("boolean", 200, {}),
    "veridical": ("veridical", 300, {}),
    "transitivity": ("transitivity", 400, {}),
    "veridical-v": ("veridical", 100, {"templates": "various"}),
    "transitivity-v": ("transitivity", 100, {"templates": "various"}),
    "negation": ("negation", 300, {"clauses": (1, 2)}),
}


@pytest.fixture(scope="session")
def data(tmp_path_factory: pytest.TempPathFactory) -> Data:
    root = tmp_path_factory.mktemp("data")

    def made(name: str) -> Path:
        out = root / name
        if not out.exists():
            fragment_name, size, chosen = MADE[name]
            fragment = load_fragment(fragment_name)
            assert fragment.pairs is not None
            options = {o.name: o.default for o in fragment.pairs.options} | chosen
            generate(Order(fragment, fragment_name, Request(size, 0, options), ("jsonl",), out))
        return out

    return made


@pytest.fixture
def cut_by(data: Data, tmp_path: Path) -> CutBy:
    """`cut_by("productivity", "deep", train_size=100)`: the directory of the splits."""

    def made(protocol_name: str, *names: str, seed: int = 0, out: str = "out", **chosen: Any) -> Path:
        protocol = load_protocol(protocol_name)
        options = {o.name: o.default for o in protocol.options}
        options |= {k.replace("_", "-"): v for k, v in chosen.items()}
        words = tuple(str(data(n)) for n in names)
        cut(SplitOrder(protocol, words, tmp_path / out, options, seed, read_outside=read_pairs))
        return tmp_path / out

    return made
