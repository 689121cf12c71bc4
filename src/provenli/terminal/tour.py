"""The quickstart: the whole way from a sentence to a checked label, small."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter

import numpy as np

from provenli.certify.decide import decide, evidence_of
from provenli.grammar import sample
from provenli.library.shelf import load_fragment
from provenli.pairs.fragment import Fragment, entails, tidied
from provenli.pairs.substitution import changes
from provenli.terminal import evidence, sentences

PAIRS = 40
SEED = 0


def tour() -> Iterator[str]:
    hard = load_fragment("monotonicity_hard")
    premise, hypothesis = "No dog who saw at most 2 cats ran.", "No poodle who saw at most 1 cat ran."
    yield f"1. A sentence, with the polarity of every word:\n   {sentences.with_arrows(hard.read(premise)[0])}\n"
    yield f"2. Does it follow that: {hypothesis}"
    yield _indented(_decided(hard, premise, hypothesis))
    premise, hypothesis = "Some quadruped inspected each black bat.", "Some quadruped did not inspect a black bat."
    yield f"\n3. A pair that a published rule calls a contradiction:\n   {premise}\n   {hypothesis}"
    yield _indented(_decided(hard, premise, hypothesis))
    yield f"\n4. {PAIRS} random sentences of the same fragment, with one word or modifier changed in each:"
    yield _indented(random_pairs(hard))
    yield "\nNext: provenli fragments, provenli parse, provenli entails; your own fragment: docs/own_fragment.md"


def _decided(fragment: Fragment, premise: str, hypothesis: str) -> str:
    answer = tidied(entails(fragment, premise, hypothesis))
    return evidence.shown(answer.problem, answer.verdict)


def random_pairs(fragment: Fragment) -> str:
    rng = np.random.default_rng(SEED)
    start = perf_counter()
    verdicts = []
    for _ in range(PAIRS):
        p = sample(fragment.grammar, rng, 1, by="shapes")
        options = list(changes(p))
        h = options[int(rng.integers(len(options)))].of(p)
        verdicts.append(decide([p.meaning], h.meaning, fragment.theory, fragment.reading))
    took = perf_counter() - start
    labels = {label: sum(v.label == label for v in verdicts) for label in dict.fromkeys(v.label for v in verdicts)}
    counts = ", ".join(f"{n} {label}" for label, n in labels.items())
    kinds = ", ".join(f"{n} by {kind}" for kind, n in evidence_of(verdicts).items())
    return f"{counts}\nevidence: {kinds}; {1000 * took / PAIRS:.0f} ms a pair"


def _indented(text: str) -> str:
    return "\n".join(f"   {line}".rstrip() for line in text.splitlines())
