"""Pairs of English sentences on the command line: `entails english`, and `entails` without a fragment."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from provenli.cli.app import say
from provenli.errors import InputError

if TYPE_CHECKING:
    from provenli.english.decision import Solver


@dataclass(frozen=True, slots=True)
class EnglishOptions:
    """What `entails` takes for English only, as given."""

    backend: str = "ccg"
    isa: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()
    knowledge: Path | None = None
    answers: str = "sound"

    def refuse(self, fragment: str) -> None:
        """A fragment has its own words: what is said for English would be ignored."""
        if self != EnglishOptions():
            raise InputError(
                f"--backend, --isa, --excludes, --knowledge and --answers are for English, not {fragment!r}; "
                "provenli entails english takes them"
            )

    def solver(self) -> Solver:
        from provenli.english.decision import solver_from

        return solver_from(self.backend, self.isa, self.excludes, self.knowledge, self.answers)


def given_sentences(premise: str | None, hypothesis: str | None, premises: Sequence[str] | None) -> tuple[str, ...]:
    """Premises, then the hypothesis, which is the last sentence that stands without --premise."""
    placed = [s for s in (premise, hypothesis) if s is not None]
    return (*placed[:-1], *(premises or ()), *placed[-1:])


def entails_english(
    premise: str | None,
    hypothesis: str | None,
    premises: Sequence[str],
    file: Path | None,
    as_json: bool,
    options: EnglishOptions,
) -> int:
    solver = options.solver()
    if file is not None:
        return english_file(solver, file, as_json)
    sentences = given_sentences(premise, hypothesis, premises)
    if len(sentences) < 2:
        raise InputError('entails needs two sentences: provenli entails english "PREMISE" "HYPOTHESIS", or --file')
    say(english_answer(solver, sentences, as_json))
    return 0


def english_answer(solver: Solver, sentences: Sequence[str], as_json: bool) -> str:
    from provenli.english.answers import shown_answer

    answer = solver.decide(sentences[:-1], sentences[-1])
    return json.dumps(answer.to_json(), ensure_ascii=False) if as_json else shown_answer(answer)


def english_file(solver: Solver, path: Path, as_json: bool) -> int:
    from provenli.cli.pair_lines import LabelTally, read_pairs
    from provenli.progress import watched

    lines = read_pairs(path)
    tally = LabelTally()
    for line in watched(lines, "deciding", len(lines)):
        answer = solver.decide((line.premise,), line.hypothesis)
        if as_json:
            told = tally.compared(line, answer.label)
            say(json.dumps({"line": line.number, **answer.to_json(), **told}, ensure_ascii=False))
        else:
            start = f"{answer.label}\t{answer.verdict}\t{answer.probability:.2f}"
            say(f"{start}\t{line.premise}\t{line.hypothesis}{tally.mark(line, answer.label)}")
        sys.stdout.flush()
    tally.report()
    return 0
