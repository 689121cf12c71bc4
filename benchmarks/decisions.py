"""How long a decision takes: pairs with counting determiners and up to three nested relative clauses.

Premises are random sentences of monotonicity_hard with a chain of relative clauses of the asked depth; the hypothesis
changes one to three words. Every verdict passes the kernel. Printed: labels, what the evidence rests on, milliseconds
of processor time a decision (search and check together), how much of it is the kernel's check, and the ratio to asking
E, a first-order prover, about the same pair (where E can be asked at all).

    python benchmarks/decisions.py [--pairs 200] [--seed 0]
"""

from __future__ import annotations

import argparse
import resource
import statistics
from collections import Counter

import numpy as np

from provenli.certify import kernel
from provenli.certify.certificates import Problem, Verdict, situate
from provenli.certify.decide import decide, evidence_of
from provenli.certify.engines.outside_provers import E_PROVER
from provenli.certify.engines.protocol import Question, Refuted
from provenli.grammar import Derivation
from provenli.library.fragments import monotonicity_hard as hard
from provenli.pairs.fragment import Fragment
from provenli.pairs.substitution import exchanged_words

DETERMINERS = {
    "pl": ("at least 2", "at least 3", "at most 1", "at most 2", "at most 3", "exactly 2", "exactly 3", "most", "all"),
    "sg": ("every", "some", "no", "a"),
}


def sentence(rng: np.random.Generator, depth: int) -> str:
    """A subject with `depth` nested relative clauses, some of them on the object side of their verb."""
    verb = str(rng.choice(hard.INTRANSITIVE))
    negated = rng.integers(4) == 0
    past = next(w for w in hard.WORDS if w.lemma == verb).forms[0].text
    return f"{noun_phrase(rng, depth)} {'did not ' + verb if negated else past}"


def noun_phrase(rng: np.random.Generator, depth: int) -> str:
    number = "pl" if rng.integers(3) else "sg"
    determiner = str(rng.choice(DETERMINERS[number]))
    if determiner.endswith(" 1"):
        number = "sg"
    chosen = str(rng.choice(hard.ANIMALS))
    noun = next(w for w in hard.WORDS if w.lemma == chosen)
    head = noun.forms[number == "pl"].text
    if determiner == "a" and head[0] in "aeiou":
        determiner = "an"
    phrase = f"{determiner} {'old ' if rng.integers(4) == 0 and determiner != 'a' else ''}{head}"
    if depth == 0:
        return phrase
    lemma, particle = hard.TRANSITIVE[rng.integers(len(hard.TRANSITIVE))]
    verb = next(w for w in hard.WORDS if w.lemma == f"{lemma} {particle}".strip() and "TV" in w.forms[0].category)
    inner = noun_phrase(rng, depth - 1)
    if rng.integers(3) == 0:
        return f"{phrase} who {inner} {verb.forms[0].text}"
    return f"{phrase} who {verb.forms[0].text} {inner}"


def pair(fragment: Fragment, rng: np.random.Generator, depth: int) -> tuple[Derivation, Derivation]:
    premise = fragment.read(sentence(rng, depth))[0]
    hypothesis = premise
    for _ in range(int(rng.integers(1, 4))):
        options = list(exchanged_words(hypothesis))
        hypothesis = options[rng.integers(len(options))].of(hypothesis)
    return (premise, hypothesis) if rng.integers(2) else (hypothesis, premise)


def timed(fragment: Fragment, p: Derivation, h: Derivation) -> tuple[Verdict, float, float]:
    problem = Problem((p.meaning,), h.meaning, fragment.theory, fragment.reading)
    start = seconds()
    verdict = decide(problem.premises, problem.hypothesis, problem.theory, problem.reading)
    middle = seconds()
    kernel.check(problem, verdict)
    return verdict, middle - start, seconds() - middle


def seconds() -> float:
    """Of the processor, ours and that of provers that were started and are done: load changes nothing."""
    spent = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(s.ru_utime + s.ru_stime for s in spent)


def asked_e(fragment: Fragment, p: Derivation, h: Derivation) -> float | None:
    """Seconds E takes to refute premise and negated hypothesis, or None where it gives up or cannot be asked."""
    s = situate(Problem((p.meaning,), h.meaning, fragment.theory, fragment.reading))
    start = seconds()
    outcome = E_PROVER.ask(Question(s.without_hypothesis(), s.theory), 2.0)
    return seconds() - start if isinstance(outcome, Refuted) else None


def report(fragment: Fragment, depth: int, pairs: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    chosen = [pair(fragment, rng, depth) for _ in range(pairs)]
    timed(fragment, *chosen[0])  # loading is measured elsewhere
    results = [timed(fragment, p, h) for p, h in chosen]
    verdicts, times = [r[0] for r in results], sorted(r[1] for r in results)
    print(f"depth {depth}: {pairs} pairs: {dict(Counter(v.label for v in verdicts))}")
    print(f"  evidence: {evidence_of(verdicts)}")
    print(
        f"  ms a decision: median {1e3 * statistics.median(times):.1f}, 90th percentile "
        f"{1e3 * times[9 * pairs // 10]:.1f}, mean {1e3 * statistics.mean(times):.1f}, max {1e3 * times[-1]:.1f}; "
        f"kernel check: median {1e3 * statistics.median(r[2] for r in results):.1f}"
    )
    entailed = [(c, r[1]) for c, r in zip(chosen, results, strict=True) if r[0].label == "entailment"]
    answers = [(asked_e(fragment, *c), t) for c, t in entailed] if E_PROVER.missing() is None else []
    ratios = [e / t for e, t in answers if e is not None]
    if answers:
        middle = f", median ratio E/ours {statistics.median(ratios):.2f}" if ratios else ""
        print(f"  E proves {len(ratios)} of the {len(answers)} entailments within 2 s{middle}")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--pairs", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    for depth in (1, 2, 3):
        report(hard.FRAGMENT, depth, options.pairs, options.seed)


if __name__ == "__main__":
    main()
