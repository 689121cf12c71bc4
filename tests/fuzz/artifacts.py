"""Small good artifacts of every kind that a command reads, made once and copied for each case."""

from __future__ import annotations

import contextlib
import json
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

from provenli.cli.main import STOPPED
from provenli.outside import endpoint
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
TEXTS = {
    "derivations.auto": """ID=1, log probability=-1.0e-02
(<T S[dcl] 0 2> (<T S[dcl] 1 2> (<T NP 0 2> (<L NP[nb]/N DT DT No NP[nb]/N>) (<L N NN NN dog N>) ) \\
(<L S[dcl]\\NP VBD VBD ran S[dcl]\\NP>) ) (<L . . . . .>) )
""".replace("\\\n", ""),
    "knowledge.txt": "isa poodle=dog\nexcludes cat=dog\n",
    "prompt.txt": """about: mine
answers: yes = entailment, no = contradiction, maybe = neutral
---
{premise} {hypothesis}
""",
    "med.tsv": """index\tgenre\tsentence1\tsentence2\tgold_label
1\tupward_monotone:x\tAnn swam.\tAnn swam.\tentailment
2\tdownward_monotone:x\tNo dog ran.\tNo poodle ran.\tentailment
""",
    "dinner.txt": "Every guest devoured a bisque quickly.\nEvery critic devoured a bisque.\nNo guest ate a soup.\n",
    "my_boolean.py": "from provenli.library.fragments.boolean import FRAGMENT as FRAGMENT\n",
}
NOWHERE = "http://127.0.0.1:9/v1"
"""Where nobody listens."""


def done(*words: object) -> None:
    found = call([str(w) for w in words], seconds=300)
    assert found.status == 0, found


def make(root: Path) -> None:
    """Every artifact under a name of its own in `root`."""
    root.mkdir(parents=True, exist_ok=True)
    _published(root)
    for name in ("my_fragment", "my_model", "my_protocol", "my_study"):
        (root / f"{name}.py").write_text((EXAMPLES / f"{name}.py").read_text().replace('"smoke": 800', '"smoke": 200'))
    with contextlib.chdir(root):  # some are known by the paths that were typed
        _commands(Path())


def make_more(root: Path) -> None:
    """What the commands need beside those: texts of other kinds, and what is made with own files and with torch."""
    for name, text in TEXTS.items():
        (root / name).write_text(text)
    (root / "predictions_again.jsonl").write_bytes((root / "predictions0.jsonl").read_bytes())
    (root / "judgements.tsv").write_text((EXAMPLES / "judgements.tsv").read_text())
    one, own = ("--workers", "1"), root / "my_fragment.py"
    done("generate", own, "--size", 20, "--out", root / "own_data", *one)
    done("generate", own, "--size", 30, "--out", root / "own_split", *one)
    (root / "own_split" / "dev.jsonl").write_bytes((root / "own_split" / "test.jsonl").read_bytes())
    done("generate", "transitivity", "--size", 8, "--pairs", root / "snli.jsonl", "--out", root / "transitive", *one)
    (root / "vectors.txt").write_text("dog 0.1 0.2\ncat 0.3 -0.1\nran 1e-3 2\n")
    done("split", root / "my_protocol.py", root / "data", "--test-rows", 8, "--out", root / "own_cut")
    done("train", "lstm", root / "split" / "D1", "--out", root / "run_lstm", "--epochs", 1, *SMALL)
    _stopped(root)


SMALL = ("--set", "hidden=4", "--set", "batch=8", "--set", "checkpoint_every=1")


def _stopped(root: Path) -> None:
    """A training that was stopped: its checkpoint is there, and its result is not."""
    from provenli.models import training_loop

    kept, write = [], training_loop.write_saved

    def stop(path: Path, saved: Any) -> None:
        write(path, saved)
        kept.append(path)
        if len(kept) == 3:
            raise KeyboardInterrupt

    with patch.object(training_loop, "write_saved", stop):
        words = ("train", "lstm", root / "split" / "D1", "--out", root / "run_stopped", "--epochs", 2, *SMALL)
        found = call([str(w) for w in words], seconds=300)
    assert found.status == STOPPED, found


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
    _ask(root)


def _ask(root: Path) -> None:
    """A run in which everything is answered, so that no endpoint is needed to go on: another address was asked than the
    one on record."""
    client = endpoint._client
    with serving(Said(text="entailment")) as heard:
        there = patch.object(endpoint, "_client", lambda options: client(replace(options, base_url=heard.url)))
        model = ("--model", "openai:m", "--base-url", NOWHERE, "--how", "chat")
        with there:
            done("ask", root / "snli.jsonl", *model, "--out", root / "asked")
