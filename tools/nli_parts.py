"""Train, dev and test parts of SNLI and MultiNLI that the studies use as an original task, from the published files.

    python tools/nli_parts.py snli --dev snli_1.0_dev.jsonl --test snli_1.0_test.jsonl --out DIR
    python tools/nli_parts.py mnli --dev multinli_1.0_dev_matched.jsonl --out DIR

The rule. Pairs without a gold label ("-") are left out. SNLI's dev part is all for training. SNLI's test part and
MultiNLI's matched dev part are cut by premise: the SHA-256 of the premise's UTF-8 text, as a number, modulo 10; 0 to 5
is train, 6 and 7 dev, 8 and 9 test. So all pairs of a premise are on one side, and anybody gets the same parts. Rows
are written as they were read. JSON lines and tab-separated files with a header (sentence1, gold_label) are read.

The parts are small beside the whole sets (570,000 and 393,000 pairs): say so wherever a number rests on them.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from provenli.errors import InputError, ProveNLIError
from provenli.files import fresh_directory, regular

PARTS = ("train",) * 6 + ("dev",) * 2 + ("test",) * 2
"""By the hash of the premise modulo 10."""
UNLABELLED = "-"


def part_of(premise: str) -> str:
    return PARTS[int(hashlib.sha256(premise.encode()).hexdigest(), 16) % 10]


def labelled(path: Path) -> Iterator[tuple[str, bytes]]:
    """The premise of each pair that has a gold label, and its line as it stands."""
    lines = _lines(path)
    header = None if path.suffix == ".jsonl" else next(lines, (0, b""))[1].decode("utf-8").rstrip("\r\n").split("\t")
    for number, line in lines:
        where = f"{path}, line {number}"
        row = _json_row(line, where) if header is None else _tab_row(line, header, where)
        for name in ("sentence1", "gold_label"):
            if not isinstance(row.get(name), str):
                raise InputError(
                    f"{where}: expected a text {name}, found none; is this a published SNLI or MultiNLI file?"
                )
        if row["gold_label"] != UNLABELLED:
            yield str(row["sentence1"]), line.rstrip(b"\r\n") + b"\n"


def _lines(path: Path) -> Iterator[tuple[int, bytes]]:
    try:
        with open(path, "rb", opener=regular) as file:
            yield from ((n, line) for n, line in enumerate(file, 1) if line.strip())
    except OSError as e:
        raise InputError(f"{path} cannot be read: {e.strerror}; expected a published file") from e


def _json_row(line: bytes, where: str) -> dict[str, object]:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as e:
        raise InputError(f"{where}: no JSON: {e}") from e
    if not isinstance(row, dict):
        raise InputError(f"{where}: expected an object, found a {type(row).__name__}")
    return row


def _tab_row(line: bytes, header: list[str], where: str) -> dict[str, object]:
    """No quoting: published files have quotation marks inside their cells."""
    try:
        return dict(zip(header, line.decode("utf-8").rstrip("\r\n").split("\t"), strict=False))
    except UnicodeDecodeError as e:
        raise InputError(f"{where}: not UTF-8") from e


def write_parts(out: Path, whole: Path | None, divided: Path) -> dict[str, int]:
    """`whole`: all for training. Returns how many pairs each part has."""
    suffix = ".jsonl" if divided.suffix == ".jsonl" else ".tsv"
    counts = dict.fromkeys(("train", "dev", "test"), 0)
    with fresh_directory(out) as work:
        files = {name: (work / f"{name}{suffix}").open("wb") for name in counts}
        try:
            if suffix == ".tsv":
                first = next(_lines(divided))[1].rstrip(b"\r\n") + b"\n"
                for file in files.values():
                    file.write(first)
            rows = [("train", line) for _, line in labelled(whole)] if whole else []
            for name, line in (*rows, *((part_of(premise), line) for premise, line in labelled(divided))):
                files[name].write(line)
                counts[name] += 1
        finally:
            for file in files.values():
                file.close()
    return counts


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", choices=("snli", "mnli"))
    parser.add_argument("--dev", type=Path, required=True, help="SNLI's dev part, or MultiNLI's matched dev part")
    parser.add_argument("--test", type=Path, help="SNLI's test part")
    parser.add_argument("--out", type=Path, required=True, help="a new directory")
    asked = parser.parse_args()
    try:
        if (asked.test is None) == (asked.name == "snli"):
            raise InputError("snli needs its dev and its test part; mnli is made of its matched dev part alone")
        if asked.test is not None and asked.dev.suffix != asked.test.suffix:
            raise InputError(f"{asked.dev} and {asked.test} must be in the same layout: both .jsonl, or both tables")
        counts = write_parts(asked.out, asked.dev if asked.test else None, asked.test or asked.dev)
    except ProveNLIError as e:
        print(f"nli_parts: {e}", file=sys.stderr)
        return 2
    print(f"{asked.out}: " + ", ".join(f"{name} {n:,}" for name, n in counts.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
