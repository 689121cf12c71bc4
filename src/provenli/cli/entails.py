"""The `entails` command: one pair, or a file of them."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from rich.console import Console
from rich.progress import track

from provenli.certify.certificates import Inconsistent, Proved
from provenli.certify.decide import Budget
from provenli.certify.evidence import shown
from provenli.cli.pairs import answer_to_json, answers, read_pairs
from provenli.errors import SentenceError
from provenli.grammar.arrows import with_arrows
from provenli.logic.formula_printer import show_pretty
from provenli.logic.readings import Reading, reading_text
from provenli.pairs.entails import Answer, entails, tidied
from provenli.pairs.fragment import Fragment


def decide_one(
    fragment: Fragment, premise: str, hypothesis: str, reading: Reading, budget: Budget, as_json: bool
) -> str:
    answer = tidied(entails(fragment, premise, hypothesis, reading, budget))
    if as_json:
        return json.dumps(answer_to_json(answer), ensure_ascii=False)
    return "\n".join(
        [
            f"premise:    {with_arrows(answer.premise, reading)}",
            f"hypothesis: {with_arrows(answer.hypothesis, reading)}",
            f"reading:    {reading_text(reading)}",
            "",
            shown(answer.problem, answer.verdict),
            *missing_opinions(answer, budget),
            *other_readings(answer),
        ]
    )


def missing_opinions(answer: Answer, budget: Budget) -> list[str]:
    """Said where fewer provers agree than were asked for: others gave up, cannot say it, or are not installed."""
    agree = len(answer.verdict.agreed) + 1
    if isinstance(answer.verdict.certificate, Proved | Inconsistent) and agree < budget.opinions:
        return ["", f"{budget.opinions} provers were asked for; {agree} could say so, the kernel's check included."]
    return []


def other_readings(answer: Answer) -> list[str]:
    if not answer.others:
        return []
    total = len(answer.others) + 1
    if not answer.ambiguous:
        return ["", f"The text has {total} readings (what attaches to what); all have the same label."]
    return [
        "",
        f"The text has {total} readings; the one above attaches everything as closely as possible. The others:",
        *(line for o in answer.others for line in _other(o)),
    ]


def _other(answer: Answer) -> list[str]:
    return [
        f"  {answer.verdict.label}",
        f"    premise:    {show_pretty(answer.premise.meaning)}",
        f"    hypothesis: {show_pretty(answer.hypothesis.meaning)}",
    ]


def decide_file(fragment: Fragment, path: Path, reading: Reading, budget: Budget, as_json: bool) -> int:
    """Exit status 2 if some line could not be read; those lines say why, and all others are decided."""
    lines = read_pairs(path)
    console = Console(stderr=True)
    unread = 0
    decided = answers(fragment, lines, reading, budget)
    for line, answer in track(decided, "deciding", len(lines), console=console, disable=not sys.stderr.isatty()):
        if isinstance(answer, SentenceError):
            unread += 1
            print(f"provenli: {path}, line {line.number}: {answer}", file=sys.stderr)
            if as_json:
                print(json.dumps({"line": line.number, "label": None, "error": str(answer)}, ensure_ascii=False))
        elif as_json:
            print(json.dumps({"line": line.number, **answer_to_json(answer)}, ensure_ascii=False))
        else:
            mark = " (other readings differ)" if answer.ambiguous else ""
            print(f"{answer.verdict.label}\t{line.premise}\t{line.hypothesis}{mark}")
        sys.stdout.flush()
    return 2 if unread else 0
