"""Data sets of naturalistic pairs (paper 003, section 3.2): thirty verbs over each attested pair of sentences.

    attested pairs (attested_pairs.py) ─► clauses (embedded_clauses.py) ─► for each verb f(s1) -> s1, or f(s1) -> s2

A thousand pairs give thirty thousand veridical or thirty thousand composite examples.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from provenli.certify.certificates import Problem
from provenli.errors import InputError, suggestion
from provenli.library.attested_files import Attested, read_pairs
from provenli.library.attested_pairs import balanced, pairs_of
from provenli.library.embedded_clauses import LEMMAS, TYPE_OF, TYPES, Embedded, embedded, from_recipe
from provenli.library.plain_clauses import capitals
from provenli.library.shelf import FRAGMENTS, load_fragment
from provenli.pairs.allotting import trimmed
from provenli.pairs.classes import Classes
from provenli.pairs.drawn import Drawn
from provenli.pairs.making import Option, Options, Remade
from provenli.pairs.pattern import Pattern
from provenli.pairs.plan import Allotment, PartPlan, Plan, Request, words_of
from provenli.pairs.schemas import Schema, decide_all
from provenli.pairs.sharing import evenly

if TYPE_CHECKING:
    from provenli.pairs.fragment import Fragment

Numbers: TypeAlias = NDArray[np.int64]
Mask: TypeAlias = NDArray[np.bool_]
PAIRS_USED = 1000
"""Section 3.2: a thousand pairs make thirty thousand examples."""


# --- what a user asks for -------------------------------------------------------------------------------------------


class NliFile(str):
    """A file's name, which is all that a manifest should tell, with the path to read it from."""

    path: Path

    def __new__(cls, path: Path) -> NliFile:
        made = super().__new__(cls, os.path.basename(os.path.abspath(path)))  # '..' has a name only as a whole path
        made.path = path
        return made


def source(text: str) -> str:
    if text in ("", *FRAGMENTS):
        return text
    if not os.path.exists(text):
        raise InputError(f"no file or fragment {text!r}; expected an NLI file (.jsonl, .tsv, .txt), a data set's "
                         f"directory, or the name of a fragment; {suggestion(text, FRAGMENTS)}")  # fmt: skip
    return NliFile(Path(text))


PAIRS = Option(
    "pairs", "", source,
    "where s1 -> s2 comes from: an NLI file, or the name of a fragment; without it, from Boolean sentences",
    '""',
)  # fmt: skip


# --- the maker ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EmbeddedPairs(Drawn):
    """Drawn from the grammar, unless `pairs` names a source. `composite`: f(s1) -> s2 instead of f(s1) -> s1."""

    composite: bool = False

    def plan(self, fragment: Fragment, request: Request) -> Plan:
        if not request.options.get(PAIRS.name):
            return Drawn.plan(self, fragment, request)
        pairs, notes = self._chosen(request)
        size = len(LEMMAS) * len(pairs) if request.size is None else request.size
        rng = np.random.Generator(np.random.PCG64([request.seed, 2]))
        kept = capitals(t for p in pairs for t in (p.s1, p.s2))
        groups = [list(embedded(p, kept, str(request.options["templates"]), rng)) for p in pairs]
        wanted = share(size, np.array([p.entailed for p in pairs]), rng)
        schemas, numbers = self._schemas([e for g in groups for e in g], request)
        patterns: list[Pattern] = []
        allotments: list[Allotment] = []
        for group, verbs in zip(groups, wanted, strict=True):
            tense = rng.integers(len(group), size=len(LEMMAS))
            for k, e in enumerate(group):
                settings = np.flatnonzero(verbs & (tense == k))
                if len(settings):
                    allotments.append(Allotment(len(patterns), settings, np.zeros_like(settings)))
                    table = [numbers[e.problem(v, self.composite)] for v in range(len(LEMMAS))]
                    patterns.append(replace(e.pattern(self.composite), schema=np.array(table, dtype=np.int64)))
        classes = self.all_classes(fragment)
        part = PartPlan(self.parts[0], words_of(self.parts[0], classes), tuple(allotments))
        return trimmed(Plan(classes, tuple(patterns), schemas, (part,), {}, notes))

    def _chosen(self, request: Request) -> tuple[tuple[Attested, ...], tuple[str, ...]]:
        named = request.options[PAIRS.name]
        size = len(LEMMAS) * PAIRS_USED if request.size is None else request.size
        # Even, never more than there are rows, and enough for them where a thousand are not.
        count = max(min(PAIRS_USED, size + size % 2), 2 * -(-size // (2 * len(LEMMAS))))
        rng = np.random.Generator(np.random.PCG64([request.seed, 1]))
        found, note = attested(named, count, rng)
        pairs = balanced(found, count, rng, distinct=not self.composite)
        if request.size is not None and size > len(LEMMAS) * len(pairs):
            raise InputError(f"too few distinct pairs: --size {size} asked for, {named} has {len(pairs)} to put under "
                             f"{len(LEMMAS)} verbs, which makes {len(LEMMAS) * len(pairs)}")  # fmt: skip
        role = "axioms over opaque s1 and s2" if self.composite else "no part of f(s1) -> s1, where s1 is opaque"
        return pairs, (f"{note}; here they are {role}", f"{len(pairs)} of {len(found)} pairs s1 -> s2 are used")

    def _schemas(self, made: Sequence[Embedded], request: Request) -> tuple[tuple[Schema, ...], dict[Problem, int]]:
        problems = list(dict.fromkeys(e.problem(v, self.composite) for e in made for v in (0, len(LEMMAS) - 1)))
        schemas = decide_all(problems, request.workers, request.progress)
        return tuple(schemas), {p: k for k, p in enumerate(problems)}

    def remade(self, fragment: Fragment, classes: Classes, recipe: Any, options: Options) -> Remade:
        if not options.get(PAIRS.name):
            return Drawn.remade(self, fragment, classes, recipe, options)
        e = from_recipe(recipe, str(options["templates"]))

        def problem(kinds: int) -> Problem:
            return e.problem(kinds, self.composite)

        # The names are always f, s1 and s2, so equal problems are equal as they stand.
        return Remade(e.pattern(self.composite), problem, problem, lambda *_: None)


def attested(named: str, count: int, rng: np.random.Generator) -> tuple[tuple[Attested, ...], str]:
    """The pairs of the source, and what is to be said of their labels."""
    if named in FRAGMENTS and not isinstance(named, NliFile):
        # Half as many again, since some pairs may begin alike.
        return pairs_of(load_fragment(named), count + count // 2, rng), (
            f"s1 -> s2 labels were decided in fragment {named}"
        )
    file = named if isinstance(named, NliFile) else NliFile(Path(named))
    return read_pairs(file.path), (
        f"s1 -> s2 labels are those of {file}{_hash(file.path)}, not proved"
    )


def _hash(path: Path) -> str:
    return f" (SHA-256 {hashlib.sha256(path.read_bytes()).hexdigest()})" if path.is_file() else ""


def share(size: int, entailed: Mask, rng: np.random.Generator) -> Mask:
    """Which verbs go with which pair: evenly over the types of verbs, the labels, then over pairs and verbs."""
    out = np.zeros((len(entailed), len(LEMMAS)), dtype=np.bool_)
    verbs = [np.flatnonzero(t == TYPE_OF) for t in range(len(TYPES))]
    for mine, n in zip(verbs, evenly(size, [len(v) * len(entailed) for v in verbs]), strict=True):
        groups = [np.flatnonzero(entailed == e) for e in (True, False)]
        for pairs, m in zip(groups, evenly(int(n), [len(mine) * len(g) for g in groups]), strict=True):
            _spread(out, pairs, rng.permutation(mine), evenly(int(m), [len(mine)] * len(pairs), rng))
    return out


def _spread(out: Mask, pairs: Numbers, verbs: Numbers, counts: Numbers) -> None:
    """Verbs in turn, on from where the last pair stopped: none comes much more often than another."""
    starts = np.cumsum(counts) - counts
    for pair, start, count in zip(pairs, starts, counts, strict=True):
        out[pair, verbs[(start + np.arange(count)) % len(verbs)]] = True
