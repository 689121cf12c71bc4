"""How fast rows become files: rows a second for each format, rendering and writing on one core.

The rows are like those of a real data set: about 45 pieces and 340 bytes a row, in blocks of 100 to 1,000 rows. Printed
for each format: rows a second of the rendering (what a worker does) and of the sink (what the parent does), both
together, and how many times longer that takes than writing the same bytes from memory in one go; then the ratio to a
plain loop with json.dumps, and the speed of reading the rows back.

    python benchmarks/stores.py [--rows 200000] [--block 300]
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import process_time

import numpy as np

from provenli.data import readers
from provenli.data.blocks import Block, Chunk, Column, Text
from provenli.data.formats import NAMES, Layout, PartFiles, format_named, kinds_of, render
from provenli.data.formats.layout import row_text

LABELS = ("entailment", "neutral", "contradiction")
LETTERS = list("abcdefghijklmnopqrstuvwxyz")
CHUNK = 50_000


def word(rng: np.random.Generator) -> str:
    return "".join(rng.choice(LETTERS, rng.integers(3, 10)))


def block(tables: list[tuple[str, ...]], number: int) -> Block:
    slots = [Column(t, k) for k, t in enumerate((*tables, *tables[:3]))]
    between: list[Text] = [(slot, " who ") for slot in slots]
    features: tuple[tuple[str, Text], ...] = (
        ("depth", (str(1 + number % 5),)),
        ("direction", ('"up"' if number % 2 else '"down"',)),
        ("replaced", ('["', slots[0], '", "', slots[1], '"]')),
    )
    premise = sum(between[:7], start=())
    hypothesis = sum(between[2:], start=())
    return Block(premise, hypothesis, (LABELS[number % 3],), (f"s{number}",), features)


def chunks(rows: int, size: int) -> list[Chunk]:
    rng = np.random.default_rng(0)
    tables = [tuple(word(rng) for _ in range(60)) for _ in range(6)]
    made: list[Chunk] = []
    for start in range(0, rows, CHUNK):
        stop = min(rows, start + CHUNK)
        blocks = [block(tables, k) for k in range(0, stop - start, size)]
        of = rng.permutation(np.arange(stop - start) // size)
        made.append(Chunk(start, blocks, of, rng.integers(0, 60, (9, stop - start))))
    return made


def seconds(work: Callable[[], object]) -> float:
    """Of the processor, the best of five: other work on the machine only ever adds."""
    times = []
    for _ in range(5):
        start = process_time()
        work()
        times.append(process_time() - start)
    return min(times)


def write(layout: Layout, name: str, rendered: list[tuple[bytes, ...]]) -> int:
    with tempfile.TemporaryDirectory() as work, PartFiles(Path(work), layout, [name]) as files:
        for content in rendered:
            files.append(content)
        return sum(written.bytes for written in files.finish().values())


def in_one_go(size: int) -> None:
    content = bytes(size)
    with tempfile.TemporaryFile() as file:
        file.write(content)


def plain_loop(chunk: Chunk, layout: Layout) -> int:
    """The obvious way: a dictionary and a json.dumps for each row."""

    lines = []
    for row, (number, cells) in enumerate(zip(chunk.of.tolist(), chunk.cells.T.tolist(), strict=True)):
        b = chunk.blocks[number]
        value = {
            "id": f"{layout.fragment}-{layout.part}-{chunk.start + row:08d}",
            "premise": row_text(b.premise, cells),
            "hypothesis": row_text(b.hypothesis, cells),
            "label": row_text(b.label, cells),
            "schema": row_text(b.schema, cells),
            "features": {name: json.loads(row_text(v, cells)) for name, v in b.features},
        }
        lines.append(json.dumps(value))
    return len("\n".join(lines).encode())


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=200_000)
    parser.add_argument("--block", type=int, default=300)
    asked = parser.parse_args()
    made = chunks(asked.rows, asked.block)
    layout = Layout("benchmark", "train", LABELS, kinds_of(made[:1]))
    jsonl_rate = 0.0
    for name in NAMES:
        rendered = [render(chunk, layout, [name]) for chunk in made]
        size = write(layout, name, rendered)
        rendering = seconds(lambda: [render(chunk, layout, [name]) for chunk in made])  # noqa: B023 - called at once
        writing = seconds(lambda: write(layout, name, rendered))  # noqa: B023 - called at once
        at_least = seconds(lambda: in_one_go(size))  # noqa: B023 - called at once
        rate = asked.rows / (rendering + writing)
        jsonl_rate = rate if name == "jsonl" else jsonl_rate
        print(
            f"{name}: {asked.rows / rendering:,.0f} rows/s rendered, {asked.rows / writing:,.0f} written, "
            f"{rate:,.0f} together; {size / asked.rows:.0f} bytes a row; "
            f"{(rendering + writing) / at_least:.1f} times writing the bytes in one go"
        )
    plain = (made[0].stop - made[0].start) / seconds(lambda: plain_loop(made[0], layout))
    print(f"a plain loop with json.dumps: {plain:,.0f} rows/s; jsonl is {jsonl_rate / plain:.1f} times as fast")
    reading(made, layout)


def reading(made: list[Chunk], layout: Layout) -> None:
    with tempfile.TemporaryDirectory() as work:
        path = Path(work, "train.jsonl")
        path.write_bytes(b"".join(format_named("jsonl").render(chunk, layout) for chunk in made))
        took = seconds(lambda: sum(1 for _ in readers.rows(path)))
    print(f"read back: {made[-1].stop / took:,.0f} rows/s")


if __name__ == "__main__":
    main()
