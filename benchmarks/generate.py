"""How fast data sets are made, fragment by fragment.

For each fragment, in one process and on one core unless --workers says otherwise: patterns and schemas; seconds to
certify (drawing, deciding and checking all schemas); pairs filled a second (which word stands in which gap, for every
text and feature, on one core), and pairs written a second (filled, rendered as JSON, hashed, on disk); the ratio of
that to writing the same bytes from memory, both in processor seconds and in turn, the median of seven rounds; and to a
plain Python loop that fills the same patterns; peak memory of the whole run. Each fragment runs in a process of its
own, so that memory is its own.

    python benchmarks/generate.py [--fragments systematicity,fair] [--size 320000] [--workers 1]
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

SIZES = {"systematicity": 320_000, "fair": 500_000}
OTHERS = 100_000
ROUNDS = 7
PLAIN = 5_000
"""Rows that the plain loop writes."""


def measured(name: str, size: int, workers: int) -> dict[str, Any]:
    from provenli.data.formats import Layout, kinds_of
    from provenli.data.generate import stand_ins
    from provenli.data.rows import cut
    from provenli.labels import folded_into
    from provenli.library.fragment_shelf import load_fragment
    from provenli.pairs.plan import Request

    fragment = load_fragment(name)
    maker = fragment.pairs
    assert maker is not None
    begin = perf_counter()
    plan = maker.plan(fragment, Request(size, 0, {o.name: o.default for o in maker.options}, workers))
    certified = perf_counter() - begin
    labels = tuple(folded_into(s.label, fragment.labels) for s in plan.schemas)
    cuts = [cut(plan, k, 0, labels, stand_ins(fragment, part)) for k, part in enumerate(plan.parts)]
    parts = [
        (c, Layout(name, p.part.name, fragment.labels, kinds_of([c.samples()])))
        for c, p in zip(cuts, plan.parts, strict=True)
    ]
    rows = sum(c.rows for c in cuts)
    begin = perf_counter()
    for rows_of_part in cuts:
        for k in range(rows_of_part.chunks):
            rows_of_part.chunk(k)
    filling = perf_counter() - begin
    seconds, limit, written = writing_times(parts, workers)
    plain = plain_rate(plan, labels)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {
        "fragment": name,
        "pairs": int(rows),
        "patterns": len(plan.patterns),
        "schemas": len(plan.schemas),
        "certify_s": certified,
        "filled_per_s": rows / filling,
        "pairs_per_s": rows / seconds,
        "to_writing": seconds / limit,
        "whole_to_limit": (certified + seconds) / (8 * limit + 20),
        "to_plain": rows / seconds / plain,
        "bytes": int(written),
        "peak_mb": peak,
        "checked": sum(s.evidence in ("proof", "models") for s in plan.schemas) / len(plan.schemas),
    }


def writing_times(parts: list[tuple[Any, Any]], workers: int) -> tuple[float, float, int]:
    """Seconds for the rows, seconds for the same bytes from memory to disk, and how many bytes. Of the processor:
    other work on the machine makes the longer of the two wait more often, and would be taken for its own. All rounds
    stay on disk until the end, as a user's files do: memory that a deleted file has just given back makes the next
    write up to ten times as fast, by luck."""
    rows, plain = [], []
    with tempfile.TemporaryDirectory() as name:
        for k in range(ROUNDS):
            place = Path(name) / str(k)
            place.mkdir()
            begin = spent()
            written = write_rows(place, parts, workers)
            rows.append(spent() - begin)
            plain.append(writing_time(place))
    return median(rows), median(plain), written


def spent() -> float:
    """Processor seconds of this process and of workers that are done."""
    each = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(s.ru_utime + s.ru_stime for s in each)


def write_rows(directory: Path, parts: list[tuple[Any, Any]], workers: int) -> int:
    """As `provenli generate` does it. How many bytes."""
    from provenli.data.formats import PartFiles
    from provenli.data.generate import rendered_chunks

    written = 0
    for cuts, layout in parts:
        with PartFiles(directory, layout, ("jsonl",)) as files:
            for chunk in rendered_chunks(cuts, layout, ("jsonl",), workers):
                files.append(chunk)
            written += sum(w.bytes for w in files.finish().values())
    return written


def writing_time(directory: Path) -> float:
    """The limit: the same bytes, from memory to disk."""
    content = b"".join(p.read_bytes() for p in sorted(directory.glob("*.jsonl")))
    begin = spent()
    with (directory / "again").open("wb") as file:
        file.write(content)
    return spent() - begin


def plain_rate(plan: Any, labels: tuple[str, ...]) -> float:
    """Rows a second of a loop that picks words one by one and dumps each row as JSON."""
    import numpy as np

    rng = np.random.default_rng(0)
    begin, done = perf_counter(), 0
    while done < PLAIN:
        p = plan.patterns[int(rng.integers(len(plan.patterns)))]
        setting = int(rng.integers(p.settings))
        words = [plan.classes.by_name[c].words[int(rng.integers(len(plan.classes.by_name[c].words)))] for c in p.slots]
        schema = int(p.schema[int(p.kinds(np.array([setting]))[0])])
        row = {
            "id": f"{done:08}",
            "premise": p.text(p.premise, words, setting),
            "hypothesis": p.text(p.hypothesis, words, setting),
            "label": labels[schema],
            "schema": f"s{schema}",
            "features": {name: json.loads(p.text(value, words, setting)) for name, value in p.features},
        }
        json.dumps(row, ensure_ascii=False)
        done += 1
    return done / (perf_counter() - begin)


HEAD = (
    f"{'fragment':22}{'pairs':>9}{'patterns':>9}{'schemas':>8}{'certify s':>10}{'filled/s':>10}{'written/s':>10}"
    f"{'x writing':>10}"
    f"{'x plain':>8}{'of limit':>9}{'peak MB':>8}{'checked':>8}"
)


def line(m: dict[str, Any]) -> str:
    return (
        f"{m['fragment']:22}{m['pairs']:>9,}{m['patterns']:>9,}{m['schemas']:>8,}{m['certify_s']:>10.1f}"
        f"{m['filled_per_s']:>10,.0f}{m['pairs_per_s']:>10,.0f}{m['to_writing']:>10.1f}{m['to_plain']:>8.0f}{m['whole_to_limit']:>9.2f}"
        f"{m['peak_mb']:>8.0f}{m['checked']:>8.0%}"
    )


def main() -> None:
    from provenli.library.fragment_shelf import FRAGMENTS

    parser = argparse.ArgumentParser()
    parser.add_argument("--fragments", default=",".join(FRAGMENTS))
    parser.add_argument("--size", type=int, default=0)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--one", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        print(json.dumps(measured(options.one, options.size, options.workers)))
        return
    print(HEAD)
    for name in options.fragments.split(","):
        size = options.size or SIZES.get(name, OTHERS)
        words = [sys.executable, __file__, "--one", name, "--size", str(size), "--workers", str(options.workers)]
        print(line(json.loads(subprocess.run(words, capture_output=True, text=True, check=True).stdout)), flush=True)
    print("\n'of limit': the whole time against 8 times writing the bytes plus 20 s; 'x writing': rows against writing")


if __name__ == "__main__":
    main()
