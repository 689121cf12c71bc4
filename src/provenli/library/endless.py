"""Pairs without end for training environments: generated with a seed, re-checked by the kernel before they are shown.

What reasoning-gym and verifiers tasks of `provenli export` draw from.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from provenli.data.generate import Order, generate
from provenli.data.readers import Row, rows
from provenli.errors import InputError
from provenli.labels import folded_into
from provenli.library.fragment_shelf import load_fragment, source_of
from provenli.library.verification import verify_directory
from provenli.options import checked_options
from provenli.pairs.entails import entails
from provenli.pairs.plan import Request
from provenli.progress import silent

BLOCK = 256
"""Pairs that are generated and re-checked at a time."""
KEPT = 8
"""Blocks that stay in memory."""


class EndlessPairs:
    """`pairs[k]` for any k: the same seed, the same pairs. `kept_out`: files whose pairs are never drawn."""

    def __init__(
        self, fragment: str, seed: int, options: Mapping[str, Any] = {}, kept_out: Iterable[Path] = ()
    ) -> None:
        self.name, self.seed, self.fragment = fragment, seed, load_fragment(fragment)
        self.options = checked_options(options, self.fragment.pairs.options if self.fragment.pairs else ())
        self.forbidden = {(r.premise, r.hypothesis) for path in kept_out for r in rows(path)}
        self.blocks: dict[int, tuple[Row, ...]] = {}

    def __getitem__(self, number: int) -> Row:
        """Blocks may differ in size, since pairs of test files are left out: each gives half of the pairs it could
        have."""
        if number < 0:
            raise IndexError(f"pairs are numbered from 0, found {number}")
        block, place = divmod(number, BLOCK // 2)
        found = self._block(block)
        if place >= len(found):
            raise InputError(
                f"{self.name}: fewer than {BLOCK // 2} new pairs of {BLOCK}: the test files hold nearly all there are"
            )
        return found[place]

    def recheck(self, number: int) -> bool:
        row = self[number]
        return rechecked(self.name, row.premise, row.hypothesis, row.label)

    def _block(self, number: int) -> tuple[Row, ...]:
        if number not in self.blocks:
            while len(self.blocks) >= KEPT:
                self.blocks.pop(next(iter(self.blocks)))
            self.blocks[number] = self._made(number)
        return self.blocks[number]

    def _made(self, number: int) -> tuple[Row, ...]:
        digest = hashlib.sha256(f"{self.seed} {number}".encode()).digest()
        seed = int.from_bytes(digest[:7], "big")
        with TemporaryDirectory(prefix="provenli-endless-") as place:
            out = Path(place) / "data"
            request = Request(BLOCK * self._parts(), seed, self.options, 1, silent)
            manifest = generate(Order(self.fragment, self.name, request, ("jsonl",), out, source_of(self.name)))
            report = verify_directory(out, self.name, 1, silent)
            if not report.sound:
                raise InputError(f"{self.name}: {report!r}; such pairs are not shown")
            part = "train" if "train" in manifest.parts else next(iter(manifest.parts))
            return tuple(r for r in rows(out / f"{part}.jsonl") if (r.premise, r.hypothesis) not in self.forbidden)

    def _parts(self) -> int:
        return len(self.fragment.pairs.parts) if self.fragment.pairs else 1


def rechecked(fragment: str, premise: str, hypothesis: str, label: str) -> bool:
    """The pair is read and decided again; the kernel re-checks the evidence of the answer."""
    found = load_fragment(fragment)
    answer = entails(found, premise, hypothesis, found.reading)
    return folded_into(answer.label, found.labels) == label
