"""What `leakage` reads and prints."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from provenli.data.manifest import NAME
from provenli.data.readers import KEYS, rows
from provenli.errors import InputError
from provenli.library.fragments.clauses.attested import read_pairs
from provenli.progress import shown_progress
from provenli.splits.leakage import SHOWN_WORDS, Contents, Guess, Leakage, Pair, contents_of, leakages
from provenli.splits.record import is_split_directory, read_record


def run(first: Path, second: Path | None) -> list[Leakage]:
    if second is not None:
        return _compared(first, [second])
    if not first.is_dir():
        raise InputError(f"{first}: expected a directory made by `provenli split`, or two files: TRAIN TEST")
    folders = [first / s for s in read_record(first / NAME)["splits"]] if is_split_directory(first) else [first]
    found: list[Leakage] = []
    with shown_progress() as progress:
        for k, folder in enumerate(folders, 1):
            tests = sorted(p for p in folder.glob("*.jsonl") if p.stem.startswith("test"))
            if not (folder / "train.jsonl").is_file() or not tests:
                raise InputError(f"{folder}: expected train.jsonl and test.jsonl, as `provenli split` writes them")
            found += _compared(folder / "train.jsonl", tests)
            progress("reading splits", k, len(folders))
    return found


def _compared(train: Path, tests: list[Path]) -> list[Leakage]:
    words: dict[str, int] = {}
    beside = all(t.parent.resolve() == train.parent.resolve() for t in tests)

    def read(path: Path) -> Contents:
        return contents_of(str(path), pairs_of(path, beside), words)

    first = read(train)
    if len(tests) == 1:
        return leakages(first, [read(tests[0])])
    # Parts such as the cells of Yanaka et al. 2021 have one label each, so that only all of them show what words give
    # away.
    together = Contents(f"{tests[0].parent}: {len(tests)} test parts together", words)
    apart = [contents_of(str(t), _noted(pairs_of(t, beside), together), words) for t in tests]
    return leakages(first, [together, *apart])


def _noted(pairs: Iterator[Pair], also: Contents) -> Iterator[Pair]:
    for pair in pairs:
        also.add(pair)
        yield pair


def pairs_of(path: Path, beside: bool) -> Iterator[Pair]:
    """Our own files one row at a time; others as a whole. Schemas are numbered within a data set: they are compared
    where the id says which one it is, or where both files are of one directory (`beside`)."""
    if not _is_ours(path):
        yield from (Pair(p.s1, p.s2, p.relation) for p in read_pairs(path))
        return
    for row in rows(path):
        parent, colon, _ = row.id.partition(":")
        known = row.schema if colon or beside else None
        yield Pair(row.premise, row.hypothesis, row.label, None if known is None else f"{parent * bool(colon)}:{known}")


def _is_ours(path: Path) -> bool:
    if path.suffix != ".jsonl" or not path.is_file():
        return False
    with path.open("rb") as file:
        first = file.readline(1 << 20)
    return all(f'"{key}": '.encode() in first for key in KEYS)


def shown(found: list[Leakage]) -> str:
    return "\n\n".join(map(_shown, found))


def _shown(x: Leakage) -> str:
    shares = ", ".join(f"{what} {n:,} ({100 * n / x.test_rows:.1f}%)" for what, n in x.shared.items())
    schemas = "" if x.schemas is None else f"; schemas {x.schemas[0]:,} of {x.schemas[1]:,}"
    told = ": " + ", ".join(x.new_words[:SHOWN_WORDS]) + ", …" * (len(x.new_words) > SHOWN_WORDS) if x.new_words else ""
    return "\n".join(
        [
            f"train: {x.train} ({x.train_rows:,} pairs)",
            f"test:  {x.test} ({x.test_rows:,} pairs)",
            f"  also in train: {shares}{schemas}",
            f"  words never in train: {len(x.new_words):,} of {x.words:,}, {100 * x.new_tokens:.1f}% of the text{told}",
            f"  most frequent label of the test: {x.majority[0]}, {100 * x.majority[1]:.1f}%",
            *(_guess(g) for g in x.guesses),
            f"  {_verdict(x)}",
        ]
    )


def _guess(g: Guess) -> str:
    return f"  {g.name}: {100 * g.accuracy:.1f}% (95% interval {100 * g.low:.1f} to {100 * g.high:.1f})"


def _verdict(x: Leakage) -> str:
    above = [g.name for g in x.guesses if g.above]
    if x.majority[1] == 1:
        return "all have one label, so there is nothing to be better than"
    if not above:
        return "no bag of words does better than always saying the most frequent label"
    return f"better than the most frequent label: {', '.join(above)}; words alone give part of the answer away"
