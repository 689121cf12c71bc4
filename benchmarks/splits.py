"""How long cutting takes, against copying the same bytes: a data set of systematicity cut by `productivity`.

Printed: the time of cutting and its ratio to copying the written files (links once, with fsync); then the time of
`verify` and of `leakage` on the largest split.

    python benchmarks/splits.py [--rows 100000]
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter, process_time

from provenli.cli.splits import leakage_of
from provenli.data.generate import Order, generate
from provenli.library.fragment_shelf import load_fragment
from provenli.library.verification import verify_directory
from provenli.pairs.plan import Request
from provenli.splits.cut import SplitOrder, cut
from provenli.splits.protocols import load_protocol


def seconds(work: Callable[[], object]) -> tuple[float, float]:
    """Of the processor, and on the wall: the disk counts too."""
    start = process_time(), perf_counter()
    work()
    return process_time() - start[0], perf_counter() - start[1]


def make(rows: int, out: Path) -> None:
    fragment = load_fragment("systematicity")
    assert fragment.pairs is not None
    options = {o.name: o.default for o in fragment.pairs.options}
    generate(Order(fragment, fragment.name, Request(rows, 0, options, os.cpu_count() or 1), ("jsonl",), out))


def copy(source: Path, target: Path) -> None:
    """Every file that was really written: links are not copied again."""
    seen: set[int] = set()
    for path in sorted(source.rglob("*")):
        if path.is_file() and path.stat().st_ino not in seen:
            seen.add(path.stat().st_ino)
            to = target / path.relative_to(source)
            to.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, to)
            with to.open("rb") as file:
                os.fsync(file.fileno())


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=100_000)
    asked = parser.parse_args()
    protocol = load_protocol("productivity")
    options = {o.name: o.default for o in protocol.options}
    with tempfile.TemporaryDirectory() as work:
        data, out = Path(work, "data"), Path(work, "out")
        make(asked.rows, data)
        cutting = seconds(lambda: cut(SplitOrder(protocol, (str(data),), out, options)))
        copying = seconds(lambda: copy(out, Path(work, "copy")))
        written = sum(p["rows"] for s in cut_manifest(out).values() for p in s["parts"].values())
        print(
            f"{asked.rows:,} rows cut into {written:,}: {cutting[0]:.1f} s of the processor, {cutting[1]:.1f} s in all"
        )
        print(
            f"copying the same bytes: {copying[0]:.2f} s, {copying[1]:.1f} s; "
            f"cutting takes {cutting[1] / copying[1]:.1f} times as long"
        )
        print(f"verified in {seconds(lambda: verify_directory(out))[0]:.1f} s")
        largest = list(cut_manifest(out))[-1]
        print(f"leakage of {largest}: {seconds(lambda: leakage_of(out / largest, None))[0]:.1f} s")


def cut_manifest(out: Path) -> dict[str, dict[str, dict[str, dict[str, int]]]]:
    found: dict[str, dict[str, dict[str, dict[str, int]]]] = json.loads((out / "manifest.json").read_text())["splits"]
    return found


if __name__ == "__main__":
    main()
