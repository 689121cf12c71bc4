"""A small file of pairs, and no key of the user's own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

NOUNS = ("dog", "cat", "horse", "bird", "fish")


def row(k: int) -> dict[str, object]:
    noun, label = NOUNS[k % 5], ("entailment", "non-entailment")[k % 2]
    return {
        "id": f"r{k}",
        "premise": f"Every {noun} {k} ran.",
        "hypothesis": f"Some {noun} {k} {'moved' if k % 2 == 0 else 'sang'}.",
        "label": label,
        "schema": f"s{k % 4}",
        "features": {"depth": k % 3 + 1, "quantifiers": ["every"]},
    }


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    """Twenty pairs in the layout of our data sets."""
    path = tmp_path / "pairs.jsonl"
    path.write_text("".join(json.dumps(row(k)) + "\n" for k in range(20)))
    return path


@pytest.fixture(autouse=True)
def _no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
