"""Small good artifacts of every kind that a command reads, made once and copied for each case."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from tests.fuzz.calls import call
from tests.outside.server import Said, serving

EXAMPLES = Path(__file__).parents[2] / "examples"
PAIRS = (
    ("Ann and Bob swam.", "Ann swam.", "entailment"),
    ("Ann swam.", "Ann did not swim.", "contradiction"),
    ("Ann swam.", "Bob swam.", "neutral"),
    ("Ann or Bob swam.", "Ann swam.", "entailment"),
    ("Ann swam.", "Ann or Bob swam.", "entailment"),
    ("Ann swam.", "Ann flew.", "neutral"),
)
NOWHERE = "http://127.0.0.1:9/v1"
"""Where nobody listens."""


def make(root: Path) -> None:
    """Every artifact under a name of its own in `root`."""
    root.mkdir(parents=True, exist_ok=True)
    _published(root)
    for name in ("my_fragment", "my_model", "my_protocol", "my_study"):
        (root / f"{name}.py").write_text((EXAMPLES / f"{name}.py").read_text().replace('"smoke": 800', '"smoke": 200'))
    _commands(root)


def _published(root: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    rows = [
        {"pairID": str(k), "sentence1": p, "sentence2": h, "gold_label": label} for k, (p, h, label) in enumerate(PAIRS)
    ]
    (root / "snli.jsonl").write_text("".join(json.dumps(r) + "\n" for r in rows))
    (root / "array.json").write_text(json.dumps(rows, indent=1))
    (root / "table.tsv").write_text(
        "\n".join("\t".join(r) for r in [tuple(rows[0]), *(r.values() for r in rows)]) + "\n"
    )
    (root / "bare.tsv").write_text("".join(f"{p}\t{h}\t{label.upper()}\n" for p, h, label in PAIRS))
    quoted = [tuple(rows[0]), *(tuple(r.values()) for r in rows)]
    (root / "table.csv").write_text("".join(",".join(f'"{c}"' for c in r) + "\n" for r in quoted))
    (root / "pairs.tsv").write_text("".join(f"{p}\t{h}\n" for p, h, _ in PAIRS[:3]))
    answers = {"entailment": "yes", "contradiction": "no", "neutral": "unknown"}
    problems = (
        f'<problem id="{k}" fracas_answer="{answers[label]}"><p idx="1">{p}</p><q>?</q><h>{h}</h><a>x</a></problem>\n'
        for k, (p, h, label) in enumerate(PAIRS)
    )
    (root / "fracas.xml").write_text(
        f'<?xml version="1.0"?>\n<fracas-problems>\n{"".join(problems)}</fracas-problems>\n'
    )
    pq.write_table(pa.Table.from_pylist(rows), root / "table.parquet")


def _commands(root: Path) -> None:
    def done(*words: object) -> None:
        found = call([str(w) for w in words], seconds=300)
        assert found.status == 0, found

    one = ("--workers", "1")
    done("generate", "systematicity", "--size", 120, "--depth", "1-2", "--out", root / "data", *one)
    done("generate", "boolean", "--size", 30, "--out", root / "boolean", *one)
    done("split", "productivity", root / "data", "--out", root / "split")
    part = root / "split" / "D1-2"
    for model in ("majority", "bag_of_words"):
        done("train", model, part, "--out", root / f"run_{model}", "--epochs", 1)
    done("train", root / "my_model.py", part, "--out", root / "run_own", "--epochs", 1)
    for k in (0, 1):
        test = part / f"test-depth-{k + 1}.jsonl"
        done("predict", root / "run_bag_of_words", test, "--out", root / f"predictions{k}.jsonl")
    (root / "predictions.csv").write_text("id,gold,label\na,entailment,neutral\nb,neutral,neutral\n")
    done("audit", root / "snli.jsonl", "--fragment", "boolean", "--out", root / "audit", *one)
    done("study", root / "my_study.py", "--scale", "smoke", "--out", root / "study", *one)
    (root / "sentences.txt").write_text("No dog who saw a cat ran.\nSome dog who saw some old cat moved.\n")
    for task, source, fragment in (
        ("rewrite", "sentences.txt", "monotonicity_hard"),
        ("judge", "snli.jsonl", "boolean"),
    ):
        done("collect", "new", root / task, "--from", root / source, "--fragment", fragment, "--task", task)
        done("collect", "export", root / task, "--out", root / f"{task}-export")  # which makes the database
    _ask(root, done)


def _ask(root: Path, done: Callable[..., None]) -> None:
    """A run in which everything is answered, so that no endpoint is needed to go on."""
    with serving(Said(text="entailment")) as heard:
        model = ("--model", "openai:m", "--base-url", heard.url, "--how", "chat")
        done("ask", root / "snli.jsonl", *model, "--out", root / "asked")
    run = root / "asked" / "run.json"
    run.write_text(run.read_text().replace(heard.url, NOWHERE))
