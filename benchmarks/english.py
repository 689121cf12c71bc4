"""How real English is read: coverage, polarity against a user's marks, time, and the ratio to a spaCy parse alone.

python benchmarks/english.py sentences.txt
python benchmarks/english.py sentences.txt --backend spacy
python benchmarks/english.py marked.tsv       a sentence, a tab, and + - = for every word between spaces
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter

from provenli.english.analysis import Analysis
from provenli.english.conventions import PROFILES
from provenli.english.readers import reader_named
from provenli.english.spacy_reader import has_spacy, pipeline


@dataclass(frozen=True, slots=True)
class Row:
    sentence: str
    marks: tuple[str, ...]
    """Empty where the file has none."""


def rows_of(path: Path) -> list[Row]:
    rows: list[Row] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.strip():
            sentence, _, marks = line.partition("\t")
            rows.append(Row(sentence, tuple(marks.split())))
    return rows


def milliseconds(call: Callable[[str], object], sentences: Sequence[str]) -> list[float]:
    """Once before the clock starts: tables are loaded with the first sentence."""
    call(sentences[0])
    times: list[float] = []
    for sentence in sentences:
        start = perf_counter()
        call(sentence)
        times.append(1000 * (perf_counter() - start))
    return sorted(times)


def agreement(rows: Sequence[Row], read: Sequence[Analysis]) -> str:
    marked = [(r.marks, a.polarity) for r, a in zip(rows, read, strict=True) if len(r.marks) == len(a.polarity)]
    if not marked:
        return "no marks to compare with"
    tokens = [ours == theirs for marks, polarity in marked for theirs, ours in zip(marks, polarity, strict=True)]
    whole = sum(marks == polarity for marks, polarity in marked)
    return (
        f"{sum(tokens) / len(tokens):.1%} of {len(tokens)} words, {whole / len(marked):.1%} of {len(marked)} sentences"
    )


def spacy_median(sentences: Sequence[str]) -> float | None:
    """Of the pipeline that our dependency backend uses; None without it."""
    return median(milliseconds(pipeline(), sentences)) if has_spacy() else None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--backend", choices=("ccg", "spacy"), default="ccg")
    parser.add_argument("--profile", choices=sorted(PROFILES), default="literature")
    chosen = parser.parse_args()
    rows = rows_of(chosen.file)
    if not rows:
        print(f"{chosen.file}: no sentences", file=sys.stderr)
        return 2
    reader = reader_named(chosen.backend, chosen.profile)
    sentences = [r.sentence for r in rows]
    times = milliseconds(reader.read, sentences)
    read = [reader.read(s) for s in sentences]
    counts = Counter(a.coverage for a in read)
    print(f"{len(rows)} sentences; " + ", ".join(f"{c} {counts[c] / len(rows):.1%}" for c in ("full", "scope", "none")))
    print(f"polarity ({chosen.profile}): {agreement(rows, read)}")
    late = times[int(0.95 * len(times))]
    print(f"time: median {median(times):.1f} ms, 95% within {late:.1f} ms, longest {times[-1]:.1f} ms")
    other = spacy_median(sentences)
    print(
        "spaCy: not installed" if other is None else f"spaCy: median {other:.1f} ms; ratio {median(times) / other:.2f}"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
