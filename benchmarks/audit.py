"""How quick an audit is: generated monotonicity_hard pairs with some labels made wrong, with and without schemas.

Printed: pairs a second with schemas shared (as `provenli audit` works), without (each pair decided alone, on a sample),
how many schemas there are, and the most memory this process used. With a directory of your own files, such as
quantifier_dev.tsv (named by the fragment that reads them), for each file instead: how many pairs are read, how many
labels are right, and processor seconds, rescues and all.

    python benchmarks/audit.py [--pairs 1000] [--wrong 0.1] [--workers 2] [--alone 100]
    python benchmarks/audit.py DIRECTORY [--part dev]
"""

from __future__ import annotations

import argparse
import json
import resource
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

import numpy as np

from provenli.audits.audit import AuditOrder, run
from provenli.audits.pair_reader import read_pair
from provenli.certify.certificates import Problem
from provenli.cli.data_sets import made
from provenli.data.readers import rows
from provenli.library.fragment_shelf import load_fragment
from provenli.pairs.decided_schemas import COUNTED, decided
from provenli.pairs.fragment import Fragment
from provenli.published.pairs import PublishedPair, Unreadable
from provenli.published.source import open_published

LABELS = ("entailment", "neutral", "contradiction")


def corrupted(place: Path, pairs: int, wrong: float, rng: np.random.Generator) -> Path:
    """A file of `pairs` pairs in which about the share `wrong` of the labels is another one."""
    made("monotonicity_hard", place / "data", pairs, 0, ("jsonl",), 2, ())
    out = place / "published.jsonl"
    with out.open("w", encoding="utf-8") as file:
        for part in ("train", "dev", "test", "paraphrased_dev"):
            for row in rows(place / "data" / f"{part}.jsonl"):
                others = [x for x in LABELS if x != row.label]
                label = str(rng.choice(others)) if rng.random() < wrong else row.label
                line = {"id": row.id, "premise": row.premise, "hypothesis": row.hypothesis, "label": label}
                file.write(json.dumps(line) + "\n")
    return out


def alone(fragment: Fragment, pairs: list[PublishedPair | Unreadable]) -> float:
    """Seconds to read and decide each pair by itself, rescues not counted."""
    start = perf_counter()
    for pair in pairs:
        if isinstance(pair, PublishedPair):
            first = read_pair(fragment, pair)[0][0]
            decided(Problem((first[0].meaning,), first[1].meaning, fragment.theory, fragment.reading))
    return perf_counter() - start


NAMES = {"boolean": "boolean_coordination"}
"""Files whose name is not that of their fragment."""


def of_files(place: Path, part: str) -> None:
    for file in sorted(place.glob(f"*_{part}.*")):
        name = file.name.split(f"_{part}.")[0]
        fragment = load_fragment(NAMES.get(name, name))
        start = process_time()
        told = run(AuditOrder(file, fragment, fragment.published_reading, choosing=True)).summary.to_json()
        print(
            f"{file.name}: {told['pairs']:,} pairs, {told['covered']:,} read, {told['agree']:,} agree, "
            f"{told['disputed']:,} disputed, {told['undecided']:,} undecided; {process_time() - start:.1f} CPU seconds"
        )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("directory", type=Path, nargs="?")
    parser.add_argument("--part", default="dev")
    parser.add_argument("--pairs", type=int, default=1000)
    parser.add_argument("--wrong", type=float, default=0.1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--alone", type=int, default=100)
    chosen = parser.parse_args()
    if chosen.directory:
        return of_files(chosen.directory, chosen.part)
    fragment = load_fragment("monotonicity_hard")
    with TemporaryDirectory() as name:
        file = corrupted(Path(name), chosen.pairs, chosen.wrong, np.random.default_rng(0))
        source = open_published(file)
        start = perf_counter()
        found = run(AuditOrder(file, fragment, fragment.reading, workers=chosen.workers))
        seconds = perf_counter() - start
        told = found.summary.to_json()
        print(
            f"with schemas: {told['read']:,} pairs in {seconds:.1f} s, {told['read'] / seconds:.0f} a second on "
            f"{chosen.workers} workers; {told['schemas']:,} schemas, {told['disputed']:,} disputed"
        )
        sample = list(islice(source.rows(), 0, None, max(1, chosen.pairs // chosen.alone)))
        took = alone(fragment, sample)
        print(
            f"each alone:   {len(sample):,} pairs in {took:.1f} s, {len(sample) / took:.0f} a second on one worker, "
            f"rescues not counted; limit {COUNTED.seconds:.0f} s a pair"
        )
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss + resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    print(f"memory: at most {most / 1024:.0f} MB")


if __name__ == "__main__":
    main()
