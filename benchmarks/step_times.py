"""How long steps of studies take: seconds a row for reading, training and answering, by model, settings and data.

    python benchmarks/step_times.py STUDY[:SCALE] ... --work DIR [--add]

Data sets and splits of the scale are made (and kept in DIR), then of every kind of training a few hundred rows are
trained for one epoch. The table is what `provenli study --estimate` reckons with; --add writes it to where that looks.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import torch

from provenli.files import write_json
from provenli.library.study_shelf import SHELVES, load_study
from provenli.models.protocol import Run
from provenli.studies.artifacts import Store
from provenli.studies.estimate import SPEEDS, data_kind, parts_kind, training_kind
from provenli.studies.recipes import Cut, Data, Outside, Parts, Step, Training, all_steps
from provenli.studies.steps import chosen_settings, fragment_finder, make, read_part, sampled
from provenli.studies.study import cells_of

ROWS, ENCODER_ROWS = 256, 48


def steps_of(name: str, scale: str) -> tuple[Step, ...]:
    cells = cells_of(load_study(name), scale, {})
    return all_steps(tuple(t for c in cells for t in c.tests(0).values()))


def made(steps: tuple[Step, ...], store: Store) -> Iterator[tuple[str, dict[str, Any]]]:
    """Seconds a row of making, and bytes."""
    for step in steps:
        if isinstance(step, Data | Cut | Outside):
            begun, there = time.process_time(), store.has(step)
            make(step, store, SHELVES)
            files = [p for p in store.path(step).rglob("*") if p.is_file()]
            rows = sum(p.read_bytes().count(b"\n") for p in files if p.suffix == ".jsonl")
            took = store.seconds(step) if there else time.process_time() - begun
            size = sum(p.stat().st_size for p in files)
            yield data_kind(step), {"row": (took or 0.0) / max(1, rows), "bytes": size / max(1, rows)}


def counted(steps: tuple[Step, ...], store: Store) -> Iterator[tuple[str, dict[str, float]]]:
    """Rows of the parts that trainings use, as shares of all rows of the data they are cut from."""
    for parts in dict.fromkeys(s.parts for s in steps if isinstance(s, Training)):
        if isinstance(parts.made, Outside):
            continue
        total = sum(rows_of(store, d) for d in all_steps((parts.made,)) if isinstance(d, Data))
        files = [p for p in store.parts(parts).glob("*.jsonl") if p.stem not in ("certificates", "patterns")]
        yield parts_kind(parts), {p.stem: p.read_bytes().count(b"\n") / total for p in files}


def rows_of(store: Store, data: Data) -> int:
    files = [p for p in store.parts(Parts(data)).glob("*.jsonl") if p.stem not in ("certificates", "patterns")]
    return sum(p.read_bytes().count(b"\n") for p in files)


def timed(steps: tuple[Step, ...], store: Store) -> Iterator[tuple[str, dict[str, float]]]:
    seen: set[str] = set()
    for step in steps:
        if isinstance(step, Training) and step.start is None and training_kind(step) not in seen:
            seen.add(training_kind(step))
            yield training_kind(step), _timed(step, store)


def _timed(step: Training, store: Store) -> dict[str, float]:
    model = SHELVES.model(step.model)
    clock = time.process_time
    begun = clock()
    file = store.parts(step.parts) / "train.jsonl"
    whole = read_part(model, file, fragment_finder(step, SHELVES))
    read = (clock() - begun) / len(whole)
    rows = sampled(whole, ENCODER_ROWS if step.model == "transformer" else ROWS)
    settings = replace(chosen_settings(model, step), epochs=1, checkpoint_every=10**6)
    few = rows.taken(range(8))
    model.fit(rows.taken(range(min(32, len(rows)))), few, Run(settings))  # to warm up
    begun = clock()
    fitted = model.fit(rows, few, Run(settings))
    train = (clock() - begun) / len(rows)
    begun = clock()
    fitted.probabilities(rows)
    return {"read": read, "train": train, "answer": (clock() - begun) / len(rows)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("studies", nargs="+", metavar="STUDY[:SCALE]")
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--add", action="store_true", help="write what was found to where --estimate looks")
    asked = parser.parse_args()
    torch.set_num_threads(1)
    found: dict[str, dict[str, Any]] = json.loads(SPEEDS.read_text()) if SPEEDS.is_file() else {}
    for word in asked.studies:
        name, _, scale = word.partition(":")
        store = Store(asked.work / f"{name}-{scale or 'small'}")
        store.run.mkdir(parents=True, exist_ok=True)
        steps = steps_of(name, scale or "small")
        for table, lines in (("data", made), ("rows", counted), ("training", timed)):
            for kind, values in lines(steps, store):
                shown = {k: float(f"{v:.4g}") for k, v in values.items()}
                found.setdefault(table, {})[kind] = shown
                print(table, kind, shown, flush=True)
            if asked.add:
                write_json(SPEEDS, {t: dict(sorted(found[t].items())) for t in found})


if __name__ == "__main__":
    main()
