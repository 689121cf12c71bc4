"""What people are shown: premises with a span, pairs to judge, and certified test questions, as files of a study.

`premises.jsonl`, `pairs.jsonl` and `tests.jsonl` have one JSON object a line and may be read, sorted and cut with any
tool; `collect serve` takes lines that are new and keeps the answers to those that are gone.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from provenli.certify import kernel
from provenli.data.manifest import NAME as MANIFEST
from provenli.data.manifest import read_manifest
from provenli.data.readers import rows
from provenli.errors import InputError
from provenli.files import read_file
from provenli.library.fragment_shelf import load_fragment
from provenli.outside.asked_rows import OURS
from provenli.own_files import shelf_name
from provenli.pairs.entails import entails
from provenli.published.pairs import PublishedPair
from provenli.published.source import open_published
from provenli.web.collect.premise_spans import PolarisedSpan

PREMISES, PAIRS, TESTS = "premises.jsonl", "pairs.jsonl", "tests.jsonl"
Line = dict[str, Any]

QUESTIONS = (
    ("Every dog ran.", "Every black dog ran."),
    ("Every black dog ran.", "Every dog ran."),
    ("No cat slept.", "No old cat slept."),
    ("No old cat slept.", "No cat slept."),
    ("Some young rabbit moved.", "Some rabbit moved."),
    ("Some rabbit moved.", "Some young rabbit moved."),
    ("A poodle saw a cat.", "A dog saw a cat."),
    ("A dog saw a cat.", "A poodle saw a cat."),
    ("At most 2 dogs ran.", "At most 2 poodles ran."),
    ("At most 2 poodles ran.", "At most 2 dogs ran."),
    ("No dog saw a cat.", "No poodle saw a cat."),
    ("No poodle saw a cat.", "No dog saw a cat."),
    ("Every animal slept.", "Every cat slept."),
    ("Every cat slept.", "Every animal slept."),
)
"""Alternately entailed and not. The labels are not written here: each is decided when it is used."""
FRAGMENT = "monotonicity_hard"
NOT_OWN = "ask what a fragment of the shelf reads"


# --- sources ---


def sentences_of(path: Path) -> Iterator[str]:
    """Lines of a text file, or premises of a data set or of a published file."""
    if path.suffix == ".txt" and path.is_file():
        yield from (line.strip() for line in _text(path).splitlines() if line.strip())
    else:
        yield from (pair["premise"] for pair in pairs_of(path))


def pairs_of(path: Path) -> Iterator[Line]:
    """Pairs of a data set, of a part of one, or of a published file."""
    if (path / MANIFEST).is_file():
        for part in read_manifest(path).parts:
            yield from _own_pairs(path / f"{part}.jsonl")
        return
    source = open_published(path)
    if source.layout == OURS:
        yield from _own_pairs(path)
        return
    for pair in source.rows():
        if isinstance(pair, PublishedPair):
            own = {"id": pair.id or str(pair.line), "premise": pair.premise, "hypothesis": pair.hypothesis}
            yield {**own, "gold": pair.label, "features": dict(pair.tags)}


def _own_pairs(path: Path) -> Iterator[Line]:
    for row in rows(path):
        own = {"id": row.id, "premise": row.premise, "hypothesis": row.hypothesis, "gold": row.label}
        yield {**own, "features": row.features}


def _text(path: Path) -> str:
    try:
        return read_file(path).decode("utf-8-sig")
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}; expected a sentence a line") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{path}, byte {error.start}: not UTF-8; expected a sentence a line") from error


# --- lines of a study ---


def premise_line(number: int, span: PolarisedSpan) -> Line:
    own = {"id": f"p{number}", "before": span.before, "span": span.span, "after": span.after}
    return {**own, "direction": span.direction, "turned": span.turned}


def test_lines(number: int) -> list[Line]:
    """Certified pairs: each decided, its evidence checked by the kernel."""
    found = [decided({"id": f"t{k}", "premise": p, "hypothesis": h}) for k, (p, h) in enumerate(QUESTIONS[:number], 1)]
    if len(found) < number:
        raise InputError(f"[tests]: questions: {len(QUESTIONS)} are ready-made; add {number - len(found)} to {TESTS}")
    return found


def decided(line: Line) -> Line:
    name = shelf_name(line.get("fragment", FRAGMENT), f"{TESTS}: {line['id']}: fragment", NOT_OWN)
    answer = entails(load_fragment(name), line["premise"], line["hypothesis"])
    kernel.check(answer.problem, answer.verdict)
    if answer.label not in ("entailment", "neutral", "contradiction"):
        raise InputError(f"test question {line['id']} is {answer.label}: choose another pair")
    gold = "entailment" if answer.label == "entailment" else "non-entailment"
    return {**line, "gold": gold, "fragment": name}


def check_tests(lines: Iterable[Line], where: Path) -> None:
    """An owner may write test questions, but not their labels: those are decided again."""
    for line in lines:
        right = decided(line)["gold"]
        if line.get("gold") != right:
            raise InputError(
                f"{where}: {line['id']}: gold: expected {right!r}, which is proved, found {line.get('gold')!r}"
            )


def write_lines(path: Path, lines: Iterable[Line]) -> None:
    path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")


def read_lines(path: Path, needed: tuple[str, ...]) -> list[Line]:
    """Objects with an id and these texts; anything else is refused with its line."""
    if not path.exists():
        return []
    found: dict[str, Line] = {}
    for number, text in enumerate(_text(path).splitlines(), 1):
        if not text.strip():
            continue
        try:
            line = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise InputError(f"{path}, line {number}: no JSON; expected an object with {', '.join(needed)}") from error
        lacking = (
            "" if not isinstance(line, dict) else next((n for n in needed if not isinstance(line.get(n), str)), "")
        )
        if not isinstance(line, dict) or lacking:
            raise InputError(f"{path}, line {number}: expected an object with a text {lacking or 'id'!r}")
        if line["id"] in found or not 0 < len(line["id"]) <= 100:
            raise InputError(f"{path}, line {number}: id {line['id'][:40]!r} is there twice, empty or too long")
        found[line["id"]] = line
    return list(found.values())


def first(pairs: Iterator[Line], size: int | None) -> list[Line]:
    return list(islice(pairs, size))
