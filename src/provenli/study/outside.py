"""Published NLI files as a directory with train, dev and test. Labels are attested, not proved."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from provenli.errors import InputError
from provenli.models.checkpoints import write_whole
from provenli.published.pairs import PublishedPair, Unreadable
from provenli.published.reading import Source, open_published
from provenli.study.recipes import Outside

DEV = 0.1


def write_outside(step: Outside, out: Path) -> None:
    """Training takes neutral as neutral; the test part has the labels that its own file means."""
    out.mkdir()
    train = [row for k, path in enumerate(step.train, 1) for row in _rows(open_published(path).unfolded(), f"train{k}")]
    order = np.random.default_rng(step.seed).permutation(len(train))[: step.size].tolist()
    held = int(len(order) * DEV)
    for part, chosen in (("dev", order[:held]), ("train", order[held:])):
        _write(out / f"{part}.jsonl", (train[k] for k in chosen))
    _write(out / "test.jsonl", _rows(open_published(step.test), "test"))


def check_outside(step: Outside) -> None:
    for path in (*step.train, step.test):
        open_published(path)


def _rows(source: Source, name: str) -> Iterator[dict[str, Any]]:
    """Pairs with a gold label; a row that cannot be read is refused."""
    found = False
    for file in source.files():
        for pair in file.rows():
            if isinstance(pair, Unreadable):
                raise InputError(f"{file.path}, line {pair.line}: {pair.why}")
            if pair.label is not None:
                found = True
                yield _row(pair, name)
    if not found:
        raise InputError(f"{source.path}: expected pairs of sentences with labels, found none")


def _row(pair: PublishedPair, name: str) -> dict[str, Any]:
    """What stands in `genre`, joined by colons, becomes the feature `tags`."""
    genre = dict(pair.tags).get("genre", "")
    tags = [t.strip() for t in genre.split(":") if t.strip()]
    return {
        "id": f"{name}-{pair.line:08}", "premise": pair.premise, "hypothesis": pair.hypothesis, "label": pair.label,
        "schema": f"{name}-{pair.line:08}", "features": {"tags": tags} if tags else {},
    }  # fmt: skip


def _write(path: Path, rows: Iterable[dict[str, Any]]) -> None:
    write_whole(path, "".join(f"{json.dumps(r, ensure_ascii=False)}\n" for r in rows).encode())
