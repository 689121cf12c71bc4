"""Many pairs from a file: read, decided one by one, each answer a line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from provenli.certify import kernel
from provenli.certify.codec import verdict_to_json
from provenli.certify.decide import Budget
from provenli.errors import InputError, SentenceError
from provenli.logic.formula_printer import show
from provenli.logic.readings import Reading
from provenli.pairs.entails import Answer, entails
from provenli.pairs.fragment import Fragment


@dataclass(frozen=True, slots=True)
class Line:
    number: int
    premise: str
    hypothesis: str


def read_pairs(path: Path) -> tuple[Line, ...]:
    """Premise, tab, hypothesis. Empty lines are passed over; anything else is an error with its place."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as e:
        raise InputError(f"{path}: {e.strerror or e}; expected a file of premise, tab, hypothesis") from e
    except UnicodeDecodeError as e:
        raise InputError(f"{path}, byte {e.start}: not UTF-8 text; expected premise, tab, hypothesis") from e
    lines: list[Line] = []
    for number, row in enumerate(text.split("\n"), 1):
        fields = row.removesuffix("\r").split("\t")
        if fields == [""]:
            continue
        if len(fields) != 2:
            raise InputError(f"{path}, line {number}: expected premise, tab, hypothesis; found {len(fields)} field(s)")
        lines.append(Line(number, *fields))
    if not lines:
        raise InputError(f"{path}: no pairs; expected lines of premise, tab, hypothesis")
    return tuple(lines)


def answers(
    fragment: Fragment, lines: tuple[Line, ...], reading: Reading | None, budget: Budget
) -> Iterator[tuple[Line, Answer | SentenceError]]:
    """Each line with its answer, or with what is wrong with its sentences."""
    known: dict[tuple[str, str], Answer] = {}
    for line in lines:
        key = (line.premise, line.hypothesis)
        try:
            if key not in known:
                known[key] = entails(fragment, *key, reading, budget)
            yield line, known[key]
        except SentenceError as e:
            yield line, e


def answer_to_json(a: Answer) -> dict[str, Any]:
    verdict = verdict_to_json(a.verdict)
    return {
        "premise": a.premise.text,
        "hypothesis": a.hypothesis.text,
        "label": verdict.pop("label"),
        "reading": a.problem.reading.to_json(),
        "certificate": verdict.pop("certificate"),
        "agreed": list(a.verdict.agreed),
        "rests_on_word_of": list(kernel.check(a.problem, a.verdict)),
        "meanings": {"premise": show(a.premise.meaning), "hypothesis": show(a.hypothesis.meaning)},
        "other_readings": [
            {"premise": show(o.premise.meaning), "hypothesis": show(o.hypothesis.meaning), "label": o.verdict.label}
            for o in a.others
        ],
    }
