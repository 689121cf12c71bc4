"""What single answers of a study's models show: pairs that every model gets wrong, and answers that stay the same when
one word replaces another (Yanaka et al. 2019, section 5). Both are read from the predictions of a run. Models that see
only one of the two sentences are left out."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias, TypedDict

from provenli.checked_json import check
from provenli.errors import InputError
from provenli.files import plain_name, read_file
from provenli.labels import NOT, folded
from provenli.reports.guarded_text import markdown_table, plain_markdown
from provenli.reports.numbers import Results

MODELS = 3
"""With fewer models, that all are wrong says little."""
SHOWN, COMMON, OFTEN = 5, 5, 5
"""How many pairs and values are shown; how many missed pairs must have a value; how much more often."""
REWORDED = " → "
"""A test called `few → a few` asks about the pairs of the test `few`, reworded."""
WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")


Scalar: TypeAlias = str | int | float | bool | None


class _Answer(TypedDict):
    id: str
    gold: str
    label: str
    features: dict[str, Scalar | list[Scalar]]


class _Text(TypedDict):
    id: str
    premise: str
    hypothesis: str


Answers: TypeAlias = Mapping[str, _Answer]
"""By id."""


@dataclass(frozen=True, slots=True)
class Missed:
    """`cells`: the models, all asked the same `pairs`. `common`: tags and words that missed pairs have more often than
    the others, each with the number of missed pairs and of all that have it. `shown`: premise, hypothesis, label."""

    group: str
    test: str
    cells: tuple[str, ...]
    pairs: int
    missed: int
    common: tuple[tuple[str, int, int], ...]
    shown: tuple[tuple[str, str, str], ...]

    @property
    def told(self) -> str:
        return ", ".join(f"{value} ({missed} of {pairs})" for value, missed, pairs in self.common)


@dataclass(frozen=True, slots=True)
class Kept:
    """How many answers of a cell, over all its seeds, stay the same between a test and a reworded one."""

    cell: str
    test: str
    same: int
    pairs: int


def missed_by_all(run: Path, results: Results) -> tuple[Missed, ...]:
    """The test that the most models share, for each group of cells (`train/…`)."""
    groups: dict[str, list[str]] = {}
    for cell, seeds in results.items():
        if not _one_sided(next(iter(seeds[min(seeds)].values()))["run"]):
            groups.setdefault(cell.rpartition("/")[0], []).append(cell)
    found = (_missed(run, results, group, cells) for group, cells in groups.items() if len(cells) >= MODELS)
    return tuple(m for m in found if m is not None)


def _one_sided(ran: Mapping[str, Any]) -> bool:
    return str(ran["preset"]).endswith("-only") or not ran["history"]


def _missed(run: Path, results: Results, group: str, cells: Sequence[str]) -> Missed | None:
    asked: dict[tuple[str, str], list[str]] = {}
    for cell in cells:
        for name, test in results[cell][min(results[cell])].items():
            if name not in ("train", "dev"):
                asked.setdefault((name, str(test.get("data") or "")), []).append(cell)
    several = [(place, found) for place, found in asked.items() if len(found) >= MODELS and REWORDED not in place[0]]
    if not several:
        return None
    (test, data), same = several[-1]
    runs = [answers(run, tests[test]["artifact"]) for c in same for tests in results[c].values() if test in tests]
    wrong = set.intersection(*({k for k, a in r.items() if a["label"] != a["gold"]} for r in runs))
    texts = _texts(run, data)
    values = {k: _values(a, texts.get(k)) for k, a in runs[0].items()}
    shown = tuple(
        (texts[k]["premise"], texts[k]["hypothesis"], runs[0][k]["gold"]) for k in sorted(wrong) if k in texts
    )
    return Missed(group, test, tuple(same), len(runs[0]), len(wrong), _common(values, wrong), shown[:SHOWN])


def _values(answer: _Answer, text: _Text | None) -> set[str]:
    """What characterises a pair: its tags, and the words of its premise."""
    tags = answer["features"].get("tags")
    found = {str(v) for v in tags} if isinstance(tags, list) else set()
    return found | ({f"“{w.lower()}”" for w in WORD.findall(text["premise"])} if text else set())


def _common(values: Mapping[str, set[str]], wrong: set[str]) -> tuple[tuple[str, int, int], ...]:
    everywhere = Counter(v for found in values.values() for v in found)
    missed = Counter(v for k in wrong for v in values[k])
    share = len(wrong) / len(values)
    often = [(v, n, everywhere[v]) for v, n in missed.items() if n >= OFTEN and n > 1.5 * share * everywhere[v]]
    return tuple(sorted(often, key=lambda x: (share * x[2] - x[1], x[0]))[:COMMON])


def kept_answers(run: Path, results: Results) -> tuple[Kept, ...]:
    return tuple(_kept(run, results))


def _kept(run: Path, results: Results) -> Iterator[Kept]:
    for cell, seeds in results.items():
        for name in next(iter(seeds.values())):
            before = name.partition(REWORDED)[0]
            tested = [t for t in seeds.values() if REWORDED in name and name in t and before in t]
            both = [[answers(run, t[n]["artifact"]) for n in (before, name)] for t in tested]
            if both:
                pairs = [(x, y) for first, second in both for k, x in first.items() if (y := second.get(k))]
                yield Kept(cell, name, sum(x["label"] == y["label"] for x, y in pairs), len(pairs))


def answers(run: Path, artifact: str) -> Answers:
    """Answers by id. If gold labels are two-way, so are the answers, as in scoring."""
    path = run / "artifacts" / plain_name(artifact, "artifact") / "predictions.jsonl"
    found: list[_Answer] = list(_lines(path, _Answer)) if path.is_file() else []
    two_way = any(a["gold"] == NOT for a in found)
    return {a["id"]: {**a, "label": folded(a["label"], two_way)} for a in found}


def _texts(run: Path, data: str) -> Mapping[str, _Text]:
    """The pairs that a test asks about: the artifact, perhaps a split in it, and the part."""
    words = data.split(" ")
    path = run / "artifacts" / plain_name(words[0], "data") / "set"
    for name in words[1:3]:
        path = path / plain_name(name, "data")
        part = path.with_name(f"{path.name}.jsonl")
        if part.is_file():
            return {t["id"]: t for t in _lines(part, _Text)}
    return {}


def _lines(path: Path, shape: Any) -> Iterator[Any]:
    for number, line in enumerate(read_file(path).splitlines(), 1):
        try:
            value = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise InputError(f"{path}, line {number}: expected JSON; the file is damaged") from error
        known = {k: value[k] for k in shape.__annotations__ if k in value} if isinstance(value, dict) else value
        check(known, shape, f"{path}, line {number}")
        yield known


# --- as Markdown ---


def answers_markdown(missed: Sequence[Missed], kept: Sequence[Kept]) -> str:
    parts = [_missed_markdown(missed), _kept_markdown(kept)]
    return "\n".join(p for p in parts if p)


def _missed_markdown(missed: Sequence[Missed]) -> str:
    if not missed:
        return ""
    rows = [
        (m.group, m.test, ", ".join(c.rpartition("/")[2] for c in m.cells), f"{m.missed:,} of {m.pairs:,}", m.told)
        for m in missed
    ]
    table = markdown_table(("cells", "test", "models", "wrong in every run", "more often than others"), rows)
    pairs = [f"- {plain_markdown(f'{m.group}: {p} / {h} ({gold})')}" for m in missed for p, h, gold in m.shown]
    return "\n".join(["## Pairs that every model gets wrong", "", *table, "", *pairs, ""])


def _kept_markdown(kept: Sequence[Kept]) -> str:
    if not kept:
        return ""
    rows = [(k.cell, k.test, f"{100 * k.same / k.pairs:.1f}% of {k.pairs:,}") for k in kept if k.pairs]
    return "\n".join(
        ["## Answers that stay the same", "", *markdown_table(("cell", "reworded", "the same answer"), rows), ""]
    )
