"""How quickly `provenli browse` answers: a filtered page of 50 rows of a large file, and how much memory that takes.

    provenli generate systematicity --size 10000000 --depth 1-3 --out data/large
    python benchmarks/browse.py data/large/pairs.jsonl

The first call makes the index; later ones measure with the index there.
"""

from __future__ import annotations

import argparse
import resource
import time
from pathlib import Path

from starlette.testclient import TestClient

from provenli.progress import shown_progress
from provenli.web.browse.app import browse_app
from provenli.web.browse.sources import BrowsedFile, open_sources

REPEATS = 5


def queries(file: BrowsedFile) -> list[str]:
    """By each of the first facets, by two together, and with a word; from the start and from far behind."""
    chosen = [(f"f.{f.name}", f.values[-1]) for f in file.index.facets.values() if 1 < len(f.values) < 100][:5]
    single = [f"?{name}={value}" for name, value in chosen]
    both = [f"?{chosen[0][0]}={chosen[0][1]}&{n}={v}" for n, v in chosen[1:]]
    words = [f"{q}&words=did+not" for q in single[:2]]
    return [*single, *both, *words, "?words=every", *(f"{q}&first=100000" for q in single[:2])]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    place = parser.parse_args().file
    began = time.perf_counter()
    with shown_progress() as progress:
        (file, *_) = open_sources([place], progress)
    print(f"{file.index.rows:,} rows opened in {time.perf_counter() - began:.1f} s")
    browser = TestClient(browse_app([file], ("testserver",)))
    browser.get(f"/{file.slug}")  # templates and words are read once
    browser.get(f"/{file.slug}?words=a")
    for query in queries(file):
        file.index.forget()
        times = [timed(browser, f"/{file.slug}{query}") for _ in range(REPEATS)]
        print(f"{1000 * times[0]:6.0f} ms the first time, {1000 * sorted(times)[REPEATS // 2]:6.0f} ms again  {query}")
    print(f"memory at most {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:,.0f} MB")


def timed(browser: TestClient, address: str) -> float:
    began = time.perf_counter()
    answer = browser.get(address)
    assert answer.status_code == 200
    return time.perf_counter() - began


if __name__ == "__main__":
    main()
