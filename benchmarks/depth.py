"""From depth 2 to depth 5: one model with several seeds on the fair split of systematicity, depth by depth.

    python benchmarks/depth.py MODEL [name=value ...] --work DIR [--pairs 20000] [--seeds 5]

Training has depths 1 and 2 of so many pairs of depths 1 to 5 (the innermost noun is changed, so that the split is fair:
docs/findings.md). A line for each seed goes to DIR/depth.jsonl; what is there already is not done again. The tables of
docs/results/depth.md are such lines.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import torch

from provenli.library.study_shelf import SHELVES
from provenli.models.protocol import Epoch, Run, accuracy, settings_of
from provenli.studies.artifacts import Store
from provenli.studies.recipes import Cut, Data, Parts, Training, all_steps
from provenli.studies.steps import fragment_finder, make, read_part

DEPTHS = range(1, 6)


def parts(pairs: int, store: Store) -> Parts:
    found = Parts(
        Cut("productivity", (("systematicity", Data("systematicity", pairs, 0, (("depth", "1-5"),))),)), "D1-2"
    )
    for step in all_steps((found.made,)):
        make(step, store, SHELVES)
    return found


def done(file: Path) -> dict[tuple[str, str, int, int], Any]:
    lines = file.read_text().splitlines() if file.is_file() else []
    values = [json.loads(line) for line in lines]
    return {(v["model"], v["settings"], v["pairs"], v["seed"]): v for v in values}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("model")
    parser.add_argument("settings", nargs="*", metavar="name=value")
    parser.add_argument("--preset", default="default")
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--pairs", type=int, default=20_000)
    parser.add_argument("--seeds", type=int, default=5)
    asked = parser.parse_args()
    torch.set_num_threads(1)
    store, file = Store(asked.work / "store"), asked.work / "depth.jsonl"
    store.run.mkdir(parents=True, exist_ok=True)
    model, made = SHELVES.model(asked.model), parts(asked.pairs, store)
    step = Training(asked.model, made, asked.preset)
    told = " ".join([asked.preset, *asked.settings])
    seeds = [s for s in range(asked.seeds) if (asked.model, told, asked.pairs, s) not in done(file)]
    read = {
        name: read_part(model, store.parts(made) / f"{name}.jsonl", fragment_finder(step, SHELVES))
        for name in ("train", "dev", *(f"test-depth-{d}" for d in DEPTHS))
        if seeds
    }
    for seed in seeds:
        begun, epochs = time.process_time(), list[Epoch]()
        run = Run(settings_of(model, asked.preset, asked.settings), seed, epoch_done=epochs.append)
        fitted = model.fit(read["train"], read["dev"], run)
        found = {
            "model": asked.model,
            "settings": told,
            "pairs": asked.pairs,
            "seed": seed,
            "dev": [round(100 * e.dev_accuracy, 2) for e in epochs],
            "depths": [round(100 * accuracy(fitted, read[f"test-depth-{d}"]), 2) for d in DEPTHS],
            "core_seconds": round(time.process_time() - begun, 1),
        }
        with file.open("a") as out:
            out.write(json.dumps(found) + "\n")
        print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
