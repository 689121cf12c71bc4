"""How fast published files are read: rows a second for each layout against plain reading, and memory of `anomalies`.

Plain reading is `csv.reader` or `json.loads` over the lines and nothing else, in the same run. Memory is the peak of a
process of its own that looks for anomalies, beside one that only imports.

    python benchmarks/published.py [--rows 200000] [--large 1000000]
"""

from __future__ import annotations

import argparse
import csv
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import process_time

import numpy as np

from provenli.published.anomalies import find
from provenli.published.source import open_published

LABELS = ("entailment", "neutral", "contradiction")
WATCHED = """
import sys
from provenli.published.anomalies import find
from provenli.published.reading import open_published
for name in sys.argv[1:]:
    find([open_published(name)])
# Not getrusage: its peak goes back to the parent process.
(line,) = (line for line in open("/proc/self/status") if line.startswith("VmHWM"))
print(int(line.split()[1]) // 1024)
"""


def sentences(rows: int) -> list[tuple[str, str, str]]:
    rng = np.random.default_rng(0)
    words = ["".join(rng.choice(list("abcdefghij"), rng.integers(3, 9))) for _ in range(2000)]

    def sentence(length: int) -> str:
        return " ".join(words[k] for k in rng.integers(0, len(words), length)).capitalize() + "."

    return [(sentence(14), sentence(8), LABELS[k % 3]) for k in range(rows)]


def snli(path: Path, rows: list[tuple[str, str, str]]) -> None:
    with path.open("w", encoding="utf-8") as file:
        for k, (premise, hypothesis, label) in enumerate(rows):
            row = {
                "annotator_labels": [label] * 5,
                "captionID": f"{k}.jpg#0",
                "gold_label": label,
                "pairID": f"{k}r1",
                "sentence1": premise,
                "sentence1_parse": f"(ROOT {premise})",
                "sentence2": hypothesis,
                "sentence2_parse": f"(ROOT {hypothesis})",
            }
            file.write(json.dumps(row) + "\n")


def multinli(path: Path, rows: list[tuple[str, str, str]]) -> None:
    header = [
        "index",
        "promptID",
        "pairID",
        "genre",
        "sentence1_parse",
        "sentence2_parse",
        "sentence1",
        "sentence2",
        "label1",
        "gold_label",
    ]
    with path.open("w", encoding="utf-8") as file:
        file.write("\t".join(header) + "\n")
        for k, (a, b, c) in enumerate(rows):
            file.write(f"{k}\t{k}\t{k}e\tfiction\t(ROOT {a})\t(ROOT {b})\t{a}\t{b}\t{c}\t{c}\n")


def plain_csv(path: Path, rows: list[tuple[str, str, str]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, quoting=csv.QUOTE_ALL)
        writer.writerow(("premise", "hypothesis", "label"))
        writer.writerows(rows)


def by_json(path: Path) -> int:
    with path.open(encoding="utf-8") as file:
        return sum(1 for line in file if json.loads(line))


def by_csv(path: Path) -> int:
    with path.open(encoding="utf-8", newline="") as file:
        return sum(1 for _ in csv.reader(file))


def by_tabs(path: Path) -> int:
    with path.open(encoding="utf-8", newline="") as file:
        return sum(1 for _ in csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def seconds(work: Callable[[], object]) -> float:
    start = process_time()
    work()
    return process_time() - start


def peak(*files: Path) -> int:
    done = subprocess.run([sys.executable, "-c", WATCHED, *map(str, files)], capture_output=True, text=True, check=True)
    return int(done.stdout)


def main() -> None:
    reader = argparse.ArgumentParser()
    reader.add_argument("--rows", type=int, default=200_000)
    reader.add_argument("--large", type=int, default=1_000_000)
    asked = reader.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        rows = sentences(asked.rows)
        print(f"{'layout':10} {'rows/s':>10} {'plain':>10} {'times':>6} {'anomalies':>10}")
        layouts = (("snli", snli, by_json), ("multinli", multinli, by_tabs), ("csv", plain_csv, by_csv))
        for name, write, plain in layouts:
            path = Path(folder) / name
            write(path, rows)
            source = open_published(path)
            ours = seconds(lambda s=source: sum(1 for _ in s.rows()))  # type: ignore[misc]
            theirs = seconds(lambda p=path, read=plain: read(p))  # type: ignore[misc]
            odd = seconds(lambda s=source: find([s]))  # type: ignore[misc]
            n = len(rows)
            print(f"{name:10} {n / ours:10,.0f} {n / theirs:10,.0f} {ours / theirs:6.2f} {n / odd:10,.0f}")
        large = Path(folder) / "large.tsv"
        multinli(large, sentences(asked.large))
        print(
            f"memory of anomalies: {peak()} MB to start, {peak(large)} MB for {asked.large:,} rows "
            f"({large.stat().st_size >> 20} MB)"
        )


if __name__ == "__main__":
    main()
