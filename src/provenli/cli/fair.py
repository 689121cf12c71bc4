"""What `provenli fair` prints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from provenli.errors import InputError
from provenli.fairness.fair import Answer, Node, ask, places
from provenli.library.fragment_shelf import fragment_for
from provenli.pairs.fragment import Fragment
from provenli.progress import shown_progress

Answers: TypeAlias = list[Answer] | str
"""Or why there are none."""


def run(
    directory: Path, train: str | None, tests: Sequence[str], fragment: str | None, workers: int
) -> dict[Path, Answers]:
    """For the data set, or for each split of the directory; one of several that cannot be asked (its labels may be
    flipped on purpose) does not stop the others."""

    def found(origin: Path, name: str) -> Fragment:
        return fragment_for(origin, fragment)(name)

    answers: dict[Path, Answers] = {}
    with shown_progress() as progress:
        for place in places(directory, found):
            try:
                answers[place.directory] = ask(place, train, tests, workers, progress)
            except InputError as error:
                answers[place.directory] = str(error)
    if all(isinstance(a, str) for a in answers.values()):
        raise InputError(str(next(iter(answers.values()))))
    return answers


def to_json(directory: Path, answers: Answers) -> list[dict[str, Any]]:
    values = [{"error": answers}] if isinstance(answers, str) else [a.to_json() for a in answers]
    return [{"directory": str(directory), **v} for v in values]


def all_fair(found: Mapping[Path, Answers]) -> bool:
    return all(not isinstance(answers, str) and all(a.fair for a in answers) for answers in found.values())


def shown(answers: Answers, directory: Path, most: int) -> str:
    if isinstance(answers, str):
        return f"{directory}: cannot be asked: {answers}"
    return "\n\n".join("\n".join(_lines(a, directory, most)) for a in answers)


def _lines(a: Answer, directory: Path, most: int) -> list[str]:
    against = "every input there is" if a.test is None else a.test
    lines = [f"{directory}: {a.train} against {against}"]
    what = "inputs tried" if a.test is None else "test pairs"
    verdict = "fair" if a.fair else "UNFAIR"
    lines.append(f"{verdict}: the memorising learner gets {a.right:,} of {a.tested:,} {what} right")
    if a.right_but_for_words != a.right:
        lines.append(f"if it knew how all words are related: {a.right_but_for_words:,}")
    short = [n for n in a.nodes if n.missing]
    lines.append(f"{len(a.nodes)} functions, {len(a.nodes) - len(short)} of them shown all the local inputs they need")
    for n in sorted(short, key=lambda n: -sum(m.pairs or 1 for m in n.missing)):
        lines += _missing(n, a.test, most)
    if a.whole:
        lines.append(f"{a.whole:,} test pairs were decided as wholes: their labels follow from several parts together")
    lines.append(f"labels of inner nodes: {a.labels}")
    if not a.routes_agree:
        lines.append("the two routes DISAGREE: please report this")
    return lines


def _missing(n: Node, test: str | None, most: int) -> list[str]:
    head = f"  {n.name}: {n.needed - len(n.missing):,} of {n.needed:,} local inputs shown"
    if not most:
        return [f"{head}; {len(n.missing):,} never shown"]
    lines = [f"{head}; never shown:"]
    for m in n.missing[:most]:
        many = "1 pair needs" if m.pairs == 1 else f"{m.pairs or 0:,} pairs need"
        need = "" if m.pairs is None else f"  {many} it, the first in line {m.line} of {test}"
        lines.append(f"    {m.given}{need}")
    if len(n.missing) > most:
        lines.append(f"    and {len(n.missing) - most:,} more")
    return lines
