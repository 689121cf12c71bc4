"""Pairs for which no fragment is named: the first fragment that reads both sentences and decides them answers, and
English where there is none. The answer says which one it was."""

from __future__ import annotations

import json
import sys
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from provenli.cli.app import say
from provenli.cli.english import EnglishOptions
from provenli.cli.shown_pair import shown_pair
from provenli.errors import SentenceError

if TYPE_CHECKING:
    from provenli.certify.decide import Budget
    from provenli.english.answers import EnglishAnswer
    from provenli.english.decision import Solver
    from provenli.pairs.entails import Answer


class AnyFragment:
    """Asks the fragments in the order of `provenli fragments`, then English. If an option for English is given
    (`--isa`, for one), only English is asked."""

    def __init__(self, budget: Budget, options: EnglishOptions) -> None:
        self.budget = budget
        self.options = options

    @cached_property
    def solver(self) -> Solver:
        return self.options.solver()

    def ask(self, premise: str, hypothesis: str) -> tuple[str, Answer | EnglishAnswer]:
        from provenli.library.fragment_shelf import FRAGMENTS, load_fragment
        from provenli.pairs.entails import entails

        for name in FRAGMENTS if self.options == EnglishOptions() else ():
            fragment = load_fragment(name)
            try:
                answer = entails(fragment, premise, hypothesis, fragment.reading, self.budget)
            except SentenceError:
                continue
            if answer.label != "undecided":
                return name, answer
        return "english", self.solver.decide((premise,), hypothesis)


def entails_anywhere(premise: str, hypothesis: str, budget: Budget, as_json: bool, options: EnglishOptions) -> str:
    from provenli.english.answers import EnglishAnswer, check_said, shown_answer
    from provenli.library.fragment_shelf import load_fragment
    from provenli.pairs.entails import tidied

    check_said("premise", premise)
    check_said("hypothesis", hypothesis)
    name, answer = AnyFragment(budget, options).ask(premise, hypothesis)
    if not isinstance(answer, EnglishAnswer):
        answer = tidied(answer)
    if as_json:
        return json.dumps({"fragment": name, **answer.to_json()}, ensure_ascii=False)
    if isinstance(answer, EnglishAnswer):
        return f"fragment:   {name}\n{shown_answer(answer)}"
    return f"fragment:   {name}\n{shown_pair(answer, load_fragment(name).reading, budget)}"


def decide_file_anywhere(path: Path, budget: Budget, as_json: bool, options: EnglishOptions) -> int:
    """Each pair of the file by itself, so that different fragments may answer."""
    from provenli.cli.pair_lines import LabelTally, read_pairs
    from provenli.english.answers import EnglishAnswer
    from provenli.progress import watched

    asked, tally, lines = AnyFragment(budget, options), LabelTally(), read_pairs(path)
    for line in watched(lines, "deciding", len(lines)):
        name, answer = asked.ask(line.premise, line.hypothesis)
        if as_json:
            compared = tally.compared(line, answer.label)
            say(json.dumps({"line": line.number, "fragment": name, **answer.to_json(), **compared}, ensure_ascii=False))
        else:
            by = f"{name}, {answer.verdict}" if isinstance(answer, EnglishAnswer) else name
            say(f"{answer.label}\t{by}\t{line.premise}\t{line.hypothesis}{tally.mark(line, answer.label)}")
        sys.stdout.flush()
    tally.report()
    return 0
