"""Which attested pairs s1 -> s2 are put under verbs (Yanaka et al. 2021, section 3.2), whether people or a fragment
made them.

    published file or fragment ─► statements on which all agree ─► entailments and others 1:1
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias, cast, get_args

import numpy as np

from provenli.data.formats.layout import row_text
from provenli.data.rows import cut
from provenli.errors import InputError
from provenli.library.fragments.clauses.text import in_tense, written
from provenli.pairs.classes import renamed_words
from provenli.pairs.fragment import Fragment
from provenli.pairs.plan import Answers, Plan, Request
from provenli.pairs.schemas import Schema
from provenli.published.pairs import PublishedPair, Unreadable
from provenli.published.source import Source, UnknownLabels, open_published

PairLabel: TypeAlias = Literal["entailment", "neutral", "contradiction", "non-entailment"]
RELATIONS: tuple[PairLabel, ...] = get_args(PairLabel)
NUMBERS = {"0": "entailment", "1": "neutral", "2": "contradiction"}


@dataclass(frozen=True, slots=True)
class AttestedPair:
    """A pair s1 -> s2 with the label that its source gives. `source`: 'SICK.txt, line 7'."""

    s1: str
    s2: str
    relation: PairLabel
    source: str

    @property
    def entailed(self) -> bool:
        return self.relation == "entailment"


def read_pairs(path: Path) -> tuple[AttestedPair, ...]:
    """The pairs of a published file or directory that have a label. A row that cannot be read is refused."""
    found = tuple(pair for file in _opened(path).files() for pair in _labelled(file.unfolded()))
    if not found:
        raise InputError(f"{path}: expected pairs of sentences with labels, found none")
    return found


def _opened(path: Path) -> Source:
    """Numbered labels are read as on most of the Hugging Face hub, but only if no metadata or card names them:
    `--pairs` has no option to say what they mean."""
    try:
        return open_published(path)
    except UnknownLabels:
        pass
    try:
        return open_published(path, labels=NUMBERS)
    except UnknownLabels as e:
        reason = str(e).partition("; say ")[0]
        raise InputError(f"{reason}; expected names such as entailment, neutral, contradiction: write them") from e


def _labelled(source: Source) -> list[AttestedPair]:
    out: list[AttestedPair] = []
    for row in source.rows():
        if isinstance(row, Unreadable):
            raise InputError(f"{source.path}, line {row.line}: {row.why}")
        if row.label is not None:
            out.append(_attested(source.path, row))
    return out


def _attested(path: Path, row: PublishedPair) -> AttestedPair:
    for role, text in (("premise", row.premise), ("hypothesis", row.hypothesis)):
        if not text.strip():
            raise InputError(f"{path}, line {row.line}: the {role} is empty; expected a sentence")
    return AttestedPair(
        row.premise.strip(), row.hypothesis.strip(), cast(PairLabel, row.label), f"{path.name}, line {row.line}"
    )


def pairs_of(
    fragment: Fragment, count: int, rng: np.random.Generator, answers: Answers | None = None
) -> tuple[tuple[AttestedPair, ...], tuple[Schema, ...]]:
    """Decided pairs of a fragment with its default options, both labels equally often; and everything that was
    decided."""
    if fragment.pairs is None:
        raise InputError(f"fragment {fragment.name!r} draws no pairs; expected one that does, or an NLI file")
    options = {o.name: o.default for o in fragment.pairs.options}
    # In a fragment with four cells, one pair in four is an entailment: then twice as many are just enough.
    request = Request(2 * count, int(rng.integers(1 << 32)), options, answers=answers)
    plan = fragment.pairs.plan(fragment, request)
    pairs = sorted(_planned(fragment, plan, request.seed), key=lambda p: (p.s1, p.s2))
    groups = [[p for p in pairs if p.entailed is e] for e in (True, False)]
    chosen = tuple(g[int(k)] for g in groups for k in rng.permutation(len(g))[: count // 2])
    return chosen, (*plan.schemas, *plan.left_out)


def _planned(fragment: Fragment, plan: Plan, seed: int) -> Iterator[AttestedPair]:
    labels = tuple(s.label for s in plan.schemas)
    for number, part in enumerate(plan.parts):
        rows = cut(plan, number, seed, labels, renamed_words(fragment.grammar, fragment.theory, part.part))
        for chunk in map(rows.chunk, range(rows.chunks)):
            for which, cells in zip(chunk.of.tolist(), chunk.cells.T.tolist(), strict=True):
                block = chunk.blocks[which]
                s1, s2, label = (row_text(t, cells) for t in (block.premise, block.hypothesis, block.label))
                if label in RELATIONS:
                    yield AttestedPair(s1, s2, label, f"fragment {fragment.name}")


def balanced(
    pairs: Sequence[AttestedPair], count: int, rng: np.random.Generator, *, distinct: bool = False
) -> tuple[AttestedPair, ...]:
    """At most `count` pairs that can be embedded, entailments and others 1:1 (section 3.2), in random order. With
    `distinct` no s1 comes twice, and if one label is rare the other fills up. As long as there are enough, the same
    pairs are chosen either way: f(s1) -> s1 and f(s1) -> s2 then have the same premises."""
    usable = agreed(pairs)
    new, rest = _by_s1([usable[int(k)] for k in rng.permutation(len(usable))], count // 2)
    chosen = _unlike([*new[True], *new[False], *rest], (lambda p: _tenseless(p.s1)) if distinct else _both)
    if distinct:
        chosen = chosen[: 2 * (count // 2)]
    else:
        groups = [[p for p in chosen if p.entailed is e] for e in (True, False)]
        each = min(count // 2, *map(len, groups))
        chosen = [p for g in groups for p in g[:each]]
    if not chosen:
        found = f"{sum(p.entailed for p in usable)} and {sum(not p.entailed for p in usable)} of {len(pairs)}"
        where = pairs[0].source.rpartition(", line")[0] or pairs[0].source if pairs else "no pairs"
        raise InputError(f"{where}: expected statements with both labels, found {found}")
    return tuple(chosen[int(k)] for k in rng.permutation(len(chosen)))


def agreed(pairs: Sequence[AttestedPair]) -> tuple[AttestedPair, ...]:
    """Pairs of two statements, each once; none that is an entailment in one place and not in another."""
    said: dict[tuple[str, str], set[bool]] = {}
    first: dict[tuple[str, str], AttestedPair] = {}
    for p in pairs:
        key = written(p.s1), written(p.s2)
        if key[0] != key[1] and is_statement(p.s1) and is_statement(p.s2):
            said.setdefault(key, set()).add(p.entailed)
            first.setdefault(key, p)
    return tuple(p for key, p in first.items() if len(said[key]) == 1)


def _by_s1(pairs: Iterable[AttestedPair], each: int) -> tuple[dict[bool, list[AttestedPair]], list[AttestedPair]]:
    """Enough pairs of each label, each with an s1 of its own; and those that were met on the way."""
    new: dict[bool, list[AttestedPair]] = {True: [], False: []}
    rest: list[AttestedPair] = []
    known: set[str] = set()
    for p in pairs:
        if min(map(len, new.values())) >= each:
            break
        s1 = _tenseless(p.s1)
        if s1 in known or len(new[p.entailed]) >= each:
            rest.append(p)
        else:
            known.add(s1)
            new[p.entailed].append(p)
    return new, rest


def _tenseless(text: str) -> str:
    """Equal for sentences that may become equal when they are put into the tense of f."""
    return in_tense(written(text), "past").casefold()


def _both(pair: AttestedPair) -> tuple[str, str]:
    return _tenseless(pair.s1), _tenseless(pair.s2)


def _unlike(pairs: Iterable[AttestedPair], key: Callable[[AttestedPair], Hashable]) -> list[AttestedPair]:
    first: dict[Hashable, AttestedPair] = {}
    for p in pairs:
        first.setdefault(key(p), p)
    return list(first.values())


def is_statement(text: str) -> bool:
    """Whether it is one sentence that can stand after 'that': no question, no exclamation, no second sentence, no
    quotation. Characters that cannot be shown, such as control characters, cannot be written to every format either."""
    body = " ".join(text.split()).rstrip(" .")
    return bool(body) and body.isprintable() and not re.search(r'[.;:]\s|[?!"“”]', body)
