"""Published NLI files, or data sets in their place, as a directory with train, dev and test. Labels of files are
attested, not proved."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from provenli.errors import InputError
from provenli.files import write_whole
from provenli.models.examples import split_parts
from provenli.published.pairs import PublishedPair, Unreadable
from provenli.published.source import Source as Published
from provenli.published.source import open_published
from provenli.studies.recipes import Data, Outside, Reworded, Share, Source, Tagged

DEV = 0.1

JsonRow: TypeAlias = dict[str, Any]


def write_outside(step: Outside, out: Path, made: Mapping[Data, Path]) -> None:
    """In training, neutral counts as neutral; the test part has the labels that its own file means. `made`: where data
    sets lie that replace files."""
    out.mkdir()
    reader = _ShareReader(step.seed, made)
    test = [_with_kinds(row, step.kinds) for row in reader.rows(step.test, "test", folded=True)]
    _write(out / "test.jsonl", test)
    if not step.train:
        return
    train = [row for k, source in enumerate(step.train, 1) for row in reader.rows(source, f"train{k}")]
    order = np.random.default_rng(step.seed).permutation(len(train))[: step.size].tolist()
    held = 0 if step.dev else int(len(order) * DEV)
    if step.dev:
        _write(out / "dev.jsonl", reader.rows(step.dev, "dev"))
    else:
        _write(out / "dev.jsonl", (train[k] for k in order[:held]))
    _write(out / "train.jsonl", (train[k] for k in order[held:]))


def check_outside(step: Outside) -> None:
    for path in step.paths:
        open_published(path)


@dataclass
class _ShareReader:
    """`taken`: pairs that a share has already."""

    seed: int
    made: Mapping[Data, Path]
    taken: set[tuple[str, str]] = field(default_factory=set)

    def rows(self, source: Source, name: str, folded: bool = False) -> Iterator[JsonRow]:
        match source:
            case str():
                opened = open_published(source)
                return _rows(opened if folded else opened.unfolded(), name)
            case Tagged():
                return _tagged(source, self.made, name)
            case Share():
                return self._share(source, list(self.rows(source.source, name, folded)))
            case Reworded():
                return _reworded(source, self.rows(source.source, name, folded))

    def _share(self, share: Share, rows: list[JsonRow]) -> Iterator[JsonRow]:
        left = dict(share.counts)
        for k in np.random.default_rng([self.seed, 1]).permutation(len(rows)).tolist():
            row = rows[k]
            has = {row["label"], *row["features"].get("tags", ())}
            tag = next((t for t in left if t in has), None)
            pair = row["premise"], row["hypothesis"]
            if tag is not None and left[tag] and pair not in self.taken:
                left[tag] -= 1
                self.taken.add(pair)
                yield row
        short = {tag: share_of for tag, share_of in left.items() if share_of}
        if short:
            tag, missing = next(iter(short.items()))
            raise InputError(
                f"{_named(share.source)}: {dict(share.counts)[tag]:,} pairs with {tag} asked for, "
                f"{missing:,} are missing; name a larger file or choose a smaller scale"
            )


TURNED = {"entailment": "non-entailment", "non-entailment": "entailment"}


def _reworded(probe: Reworded, rows: Iterable[JsonRow]) -> Iterator[JsonRow]:
    before = "".join(rf"(?<!\b{re.escape(w)} )" for w in probe.unless)
    word = re.compile(rf"{before}\b{re.escape(probe.word)}\b" + ("" if probe.by else "(?: of)? "), re.IGNORECASE)
    found = 0
    for row in rows:
        sides = {side: row[side] for side in ("premise", "hypothesis")}
        if probe.tag in row["features"].get("tags", ()) and all(map(word.search, sides.values())):
            found += 1
            if probe.by == probe.word:
                yield row
            else:
                new = {side: _capitalised(word.sub(probe.by, text)) for side, text in sides.items()}
                yield {**row, **new, "label": TURNED[row["label"]]}
    if not found:
        raise InputError(f"no pair that is {probe.tag} has {probe.word!r} in both sentences: nothing to reword")


def _capitalised(text: str) -> str:
    return text[:1].upper() + text[1:]


def _named(source: str | Tagged) -> str:
    return source if isinstance(source, str) else " and ".join(d.fragment for d in source.data)


def _tagged(source: Tagged, made: Mapping[Data, Path], name: str) -> Iterator[JsonRow]:
    """Labels are two-way, as MED's are. Schemas are kept, since pairs of one schema are alike."""
    for number, data in enumerate(source.data):
        for path in split_parts(made[data]).values():
            for line in path.read_bytes().splitlines():
                row = json.loads(line)
                features = row["features"]
                tags = [tag for tag, where in source.tags if where.holds(features)]
                label = row["label"] if row["label"] == "entailment" else "non-entailment"
                yield {
                    **row,
                    "id": f"{name}:{number}:{row['id']}",
                    "label": label,
                    "schema": f"{number}-{row['schema']}",
                    "features": {"tags": tags} if tags else {},
                }


def _with_kinds(row: JsonRow, kinds: tuple[str, ...]) -> JsonRow:
    has = set(row["features"].get("tags", ()))
    found = [k for k in kinds if all(_holds(word, has) for word in k.split())]
    return {**row, "features": {**row["features"], "kinds": found}} if found else row


def _holds(word: str, tags: set[str]) -> bool:
    if word.startswith("-"):
        return word[1:] not in tags
    return not tags.isdisjoint(word.split("|"))


def _rows(source: Published, name: str) -> Iterator[JsonRow]:
    """Pairs with a gold label; a row that cannot be read is refused."""
    found = False
    for file in source.files():
        for pair in file.rows():
            if isinstance(pair, Unreadable):
                raise InputError(f"{file.path}, line {pair.line}: {pair.why}")
            if pair.label is not None:
                found = True
                yield _row(pair, name)
    if not found:
        raise InputError(f"{source.path}: expected pairs of sentences with labels, found none")


def _row(pair: PublishedPair, name: str) -> JsonRow:
    """The column `genre`, joined by colons, becomes the feature `tags`; in HELP the column is `monotonicity`."""
    told = dict(pair.tags)
    genre = told.get("genre") or told.get("monotonicity", "")
    tags = [t.strip() for t in genre.split(":") if t.strip()]
    return {
        "id": f"{name}-{pair.line:08}",
        "premise": pair.premise,
        "hypothesis": pair.hypothesis,
        "label": pair.label,
        "schema": f"{name}-{pair.line:08}",
        "features": {"tags": tags} if tags else {},
    }


def _write(path: Path, rows: Iterable[JsonRow]) -> None:
    write_whole(path, "".join(f"{json.dumps(r, ensure_ascii=False)}\n" for r in rows).encode())
