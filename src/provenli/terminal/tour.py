"""The quickstart: the whole way from a sentence to a checked label, small."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from time import perf_counter

from provenli.data.readers import rows
from provenli.data.verify import verify
from provenli.grammar.arrows import with_arrows
from provenli.library.shelf import load_fragment
from provenli.pairs.fragment import Fragment, entails, tidied
from provenli.terminal import evidence, generating

PAIRS = 2_000
SHOWN = 3
SEED = 0


def tour() -> Iterator[str]:
    hard = load_fragment("monotonicity_hard")
    premise, hypothesis = "No dog who saw at most 2 cats ran.", "No poodle who saw at most 1 cat ran."
    yield f"1. A sentence, with the polarity of every word:\n   {with_arrows(hard.read(premise)[0])}\n"
    yield f"2. Does it follow that: {hypothesis}"
    yield _indented(_decided(hard, premise, hypothesis))
    premise, hypothesis = "Some quadruped inspected each black bat.", "Some quadruped did not inspect a black bat."
    yield f"\n3. A pair that a published rule calls a contradiction:\n   {premise}\n   {hypothesis}"
    yield _indented(_decided(hard, premise, hypothesis))
    out = free_name(Path("provenli-quickstart"))
    yield f"\n4. {PAIRS:,} pairs of another fragment, each with a label that is proved (written to {out}):"
    yield _indented(data_set(out))
    yield "\nNext: provenli fragments, generate, entails, parse; your own fragment: docs/own_fragment.md"


def free_name(path: Path) -> Path:
    """The path, or with a number if there is something there already."""
    names = (path, *(path.with_name(f"{path.name}-{k}") for k in range(2, 1000)))
    return next(p for p in names if not p.exists())


def data_set(out: Path) -> str:
    start = perf_counter()
    manifest = generating.run("systematicity", out, PAIRS, SEED, "jsonl", 1, ["--depth", "1-3"])
    made = perf_counter() - start
    report = verify(out, generating.fragment_for(out, None))
    checked = perf_counter() - start - made
    lines = [f"{r.premise}  /  {r.hypothesis}  →  {r.label}" for r in islice(rows(out / "pairs.jsonl"), SHOWN)]
    told = generating.summary(manifest, out).splitlines()[1:]
    told += [f"made in {made:.1f} s", f"{generating.verified(report, out)}, in {checked:.1f} s"]
    return "\n".join([*lines, *told])


def _decided(fragment: Fragment, premise: str, hypothesis: str) -> str:
    answer = tidied(entails(fragment, premise, hypothesis))
    return evidence.shown(answer.problem, answer.verdict)


def _indented(text: str) -> str:
    return "\n".join(f"   {line}".rstrip() for line in text.splitlines())
