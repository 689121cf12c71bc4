"""Naturalistic transitivity (paper 003, section 3.2): s1 -> s2 from people's data instead of a grammar.

    file or fragment ─► attested pairs ─► balanced ─► embedded: for each of thirty verbs f(s1) -> s1 and f(s1) -> s2

Data sets are made of them in natural_pairs.py.

Such sentences have no meaning here. They are opaque propositions, and what is attested of them is an axiom: labels are
decided relative to it. A thousand pairs give thirty thousand veridical and thirty thousand composite examples.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal, TypeAlias

import numpy as np

from provenli.certify.certificates import Problem
from provenli.certify.decide import decide
from provenli.data.blocks import Text
from provenli.data.rows import cut
from provenli.errors import InputError
from provenli.grammar.morphology import past, third_person
from provenli.library.clause_embedding import (
    LABELS,
    SOMEONE,
    VARIOUS,
    VERBS,
    Template,
    Tense,
    VerbType,
    capitals,
    cell_of,
    complement,
    in_tense,
    inflected,
    non_veridical,
    someone,
    veridical,
    written,
)
from provenli.logic.formulas import Formula, Implies, Not, Pred, canonical
from provenli.logic.theory import Theory
from provenli.pairs.classes import renamed_words
from provenli.pairs.fragment import Fragment
from provenli.pairs.plan import Plan, Request

Relation: TypeAlias = Literal["entailment", "neutral", "contradiction", "non-entailment"]


@dataclass(frozen=True, slots=True)
class Attested:
    """A pair s1 -> s2 with the label that its source gives. `source`: 'SICK.txt, line 7'."""

    s1: str
    s2: str
    relation: Relation
    source: str

    @property
    def entailed(self) -> bool:
        return self.relation == "entailment"


@dataclass(frozen=True, slots=True)
class Example:
    """`problem` is shared by all examples of one kind; its certificate holds for each of them."""

    premise: str
    hypothesis: str
    label: str
    cell: str
    features: Mapping[str, Any]
    problem: Problem


@dataclass(frozen=True, slots=True)
class Linked:
    """Two examples with one premise f(s1)."""

    veridical: Example
    composite: Example


@dataclass(frozen=True, slots=True)
class Embedder:
    """f: a verb with its subject."""

    lemma: str
    verb_type: VerbType
    tense: Tense
    template: Template

    @property
    def text(self) -> str:
        return f"{self.template.text} {verb_form(self.lemma, self.tense, self.template.number)}"

    @property
    def features(self) -> dict[str, Any]:
        said = {"verb": self.lemma, "verb_type": self.verb_type, "tense": self.tense}
        return {**said, "template": self.template.text, "template_type": self.template.kind}


def verb_form(lemma: str, tense: Tense, number: str) -> str:
    present = third_person(lemma) if number == "sg" else lemma
    return past(lemma) if tense == "past" else present


# --- pairs from a file ------------------------------------------------------------------------------------------------

# Our own files, SNLI and MNLI, SICK in both of its spellings; the first column that is there counts.
COLUMNS = {
    "premise": ("premise", "sentence1", "sentence_A"),
    "hypothesis": ("hypothesis", "sentence2", "sentence_B"),
    "label": ("gold_label", "label", "entailment_label", "entailment_judgment"),
}
RELATIONS: dict[str, Relation] = {
    "entailment": "entailment", "neutral": "neutral", "contradiction": "contradiction",
    "non-entailment": "non-entailment", "non_entailment": "non-entailment", "not_entailment": "non-entailment",
    "0": "entailment", "1": "neutral", "2": "contradiction",
}  # fmt: skip
NO_LABEL = ("-", "-1", "hidden")
"""Pairs whose annotators did not agree, or whose label is kept back; they are passed over."""
NO_PAIRS = ("certificates.jsonl", "patterns.jsonl")
"""What else a data set of ours has; PART.snli.jsonl and the like repeat PART.jsonl."""
Row: TypeAlias = tuple[str, Mapping[str, Any]]
"""Where it stands, and its columns."""


def read_pairs(path: Path) -> tuple[Attested, ...]:
    """The pairs of an NLI file: JSON lines, or columns divided by tabs under a header. A directory: a data set."""
    if path.is_dir():
        files = sorted(f for f in path.glob("*.jsonl") if f.name not in NO_PAIRS and f.name.count(".") == 1)
        if not files:
            raise InputError(f"{path}: the directory has no .jsonl file with pairs")
        return tuple(pair for f in files for pair in read_pairs(f))
    if not path.is_file():
        raise InputError(f"{path}: no such file; expected an NLI file (.jsonl, .tsv, .txt) or the name of a fragment")
    found = tuple(pair for row in _rows(path) if (pair := _attested(row)) is not None)
    if not found:
        raise InputError(f"{path}: expected pairs of sentences with labels, found none")
    return found


def _rows(path: Path) -> Iterator[Row]:
    try:
        lines = path.read_text(encoding="utf-8-sig").split("\n")
    except (UnicodeDecodeError, OSError) as e:
        raise InputError(f"{path}: expected text in UTF-8: {e}") from e
    numbered = [(n, line.rstrip("\r")) for n, line in enumerate(lines, 1) if line.strip()]
    if not numbered:
        raise InputError(f"{path}: the file is empty; expected pairs of sentences with labels")
    as_json = path.suffix in (".jsonl", ".json") or numbered[0][1].startswith("{")
    return _json_rows(path, numbered) if as_json else _tab_rows(path, numbered)


def _json_rows(path: Path, lines: Sequence[tuple[int, str]]) -> Iterator[Row]:
    for n, line in lines:
        try:
            value = json.loads(line)
        except (ValueError, RecursionError):
            value = None
        if not isinstance(value, dict):
            raise InputError(f"{path}, line {n}: expected a JSON object, found {line[:40]!r}")
        yield f"{path}, line {n}", value


def _tab_rows(path: Path, lines: Sequence[tuple[int, str]]) -> Iterator[Row]:
    header = lines[0][1].split("\t")
    for column in COLUMNS:
        _column(f"{path}, line {lines[0][0]}", dict.fromkeys(header), column)
    for n, line in lines[1:]:
        cells = line.split("\t")
        # Some lines of MNLI have annotators' labels beyond the header, which nobody needs.
        if len(cells) < len(header):
            raise InputError(f"{path}, line {n}: expected {len(header)} columns, found {len(cells)}")
        yield f"{path}, line {n}", dict(zip(header, cells, strict=False))


def _column(where: str, row: Mapping[str, Any], column: str) -> str:
    names = COLUMNS[column]
    found = next((c for c in names if c in row), None)
    if found is None:
        raise InputError(f"{where}: expected a column {', '.join(names[:-1])} or {names[-1]}, "
                         f"found {', '.join(map(str, row)) or 'none'}")  # fmt: skip
    return found


def _attested(row: Row) -> Attested | None:
    where, columns = row
    s1, s2, given = (columns[_column(where, columns, c)] for c in COLUMNS)
    label = str(given).strip()
    if label.lower() in NO_LABEL:
        return None
    if label.lower() not in RELATIONS:
        raise InputError(f"{where}: expected a label such as entailment, neutral or contradiction, found {label!r}")
    for column, text in (("premise", s1), ("hypothesis", s2)):
        if not isinstance(text, str):
            raise InputError(f"{where}: expected a sentence as {column}, found {str(text)[:40]!r}")
        if not text.strip():
            raise InputError(f"{where}: the {column} is empty; expected a sentence")
    file, _, line = where.rpartition(", line ")
    return Attested(s1.strip(), s2.strip(), RELATIONS[label.lower()], f"{Path(file).name}, line {line}")


# --- pairs from a fragment, and which pairs are taken -----------------------------------------------------------------


def pairs_of(fragment: Fragment, count: int, rng: np.random.Generator) -> tuple[Attested, ...]:
    """Decided pairs of a fragment with its default options, both labels equally often."""
    if fragment.pairs is None:
        raise InputError(f"fragment {fragment.name!r} draws no pairs; expected one that does, or an NLI file")
    options = {o.name: o.default for o in fragment.pairs.options}
    # Of a fragment with four cells, one pair in four is an entailment: then twice as many are just enough.
    request = Request(2 * count, int(rng.integers(1 << 32)), options)
    pairs = sorted(_planned(fragment, fragment.pairs.plan(fragment, request), request.seed), key=lambda p: (p.s1, p.s2))
    groups = [[p for p in pairs if p.entailed is e] for e in (True, False)]
    return tuple(g[int(k)] for g in groups for k in rng.permutation(len(g))[: count // 2])


def _planned(fragment: Fragment, plan: Plan, seed: int) -> Iterator[Attested]:
    labels = tuple(s.label for s in plan.schemas)
    for number, part in enumerate(plan.parts):
        rows = cut(plan, number, seed, labels, renamed_words(fragment.grammar, fragment.theory, part.part.renamed))
        for block in (b for c in range(rows.chunks) for b in rows.chunk(c).blocks):
            for k in range(len(block.positions)):
                s1, s2, label = (_row_text(t, k) for t in (block.premise, block.hypothesis, block.label))
                if label in RELATIONS:
                    yield Attested(s1, s2, RELATIONS[label], f"fragment {fragment.name}")


def _row_text(text: Text, row: int) -> str:
    return "".join(p if isinstance(p, str) else p.table[int(p.index[row])] for p in text)


def balanced(
    pairs: Sequence[Attested], count: int, rng: np.random.Generator, *, distinct: bool = False
) -> tuple[Attested, ...]:
    """At most `count` pairs that can be embedded, entailments and others 1:1 (section 3.2), in random order.

    With `distinct` no s1 comes twice, and where one label is rare the other fills up. As long as there are enough, the
    same pairs are chosen either way: f(s1) -> s1 and f(s1) -> s2 then have the same premises.
    """
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


def agreed(pairs: Sequence[Attested]) -> tuple[Attested, ...]:
    """Pairs of two statements, each once; none that is an entailment in one place and not in another."""
    said: dict[tuple[str, str], set[bool]] = {}
    first: dict[tuple[str, str], Attested] = {}
    for p in pairs:
        key = written(p.s1), written(p.s2)
        if key[0] != key[1] and is_statement(p.s1) and is_statement(p.s2):
            said.setdefault(key, set()).add(p.entailed)
            first.setdefault(key, p)
    return tuple(p for key, p in first.items() if len(said[key]) == 1)


def _by_s1(pairs: Iterable[Attested], each: int) -> tuple[dict[bool, list[Attested]], list[Attested]]:
    """For each label pairs with an s1 of their own, until there are enough; and those that were met on the way."""
    new: dict[bool, list[Attested]] = {True: [], False: []}
    rest: list[Attested] = []
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


def _both(pair: Attested) -> tuple[str, str]:
    return _tenseless(pair.s1), _tenseless(pair.s2)


def _unlike(pairs: Iterable[Attested], key: Callable[[Attested], Hashable]) -> list[Attested]:
    first: dict[Hashable, Attested] = {}
    for p in pairs:
        first.setdefault(key(p), p)
    return list(first.values())


def is_statement(text: str) -> bool:
    """One sentence that can stand after 'that': no question, no exclamation, no second sentence, no quotation. What
    cannot be shown, such as a control character, cannot be written to every format either."""
    body = " ".join(text.split()).rstrip(" .")
    return bool(body) and body.isprintable() and not re.search(r'[.;:]\s|[?!"“”]', body)


# --- embedding --------------------------------------------------------------------------------------------------------


def embedded(pairs: Sequence[Attested], rng: np.random.Generator, templates: str = "someone") -> Iterator[Linked]:
    """For each pair and verb f(s1) -> s1 and f(s1) -> s2, all clauses in the tense of f."""
    kept = capitals(t for p in pairs for t in (p.s1, p.s2))
    for pair in pairs:
        texts = inflected(pair.s1, pair.s2)
        tenses = tuple(texts)
        for verb_type, verbs in VERBS.items():
            for lemma in verbs:
                tense = tenses[int(rng.integers(len(tenses)))]
                f = Embedder(lemma, verb_type, tense, some_template(templates, tense, rng))
                yield _linked(pair, f, texts[tense], kept)


def some_template(templates: str, tense: Tense, rng: np.random.Generator) -> Template:
    fitting = [t for t in VARIOUS if tense in t.tenses] if templates == "various" else [SOMEONE]
    return fitting[int(rng.integers(len(fitting)))]


def _linked(pair: Attested, f: Embedder, texts: tuple[str, str], kept: Collection[str]) -> Linked:
    s1, s2 = map(written, texts)
    premise = written(f"{f.text} that {complement(s1, kept)}")
    cell = cell_of(f.verb_type, pair.entailed)
    features = {**f.features, "relation": pair.relation, "source": pair.source}
    first, second = veridical_problem(f.verb_type), composite_problem(f.verb_type, pair.relation)
    return Linked(
        Example(premise, s1, label_of(first), cell.split("/")[0], features, first),
        Example(premise, s2, label_of(second), cell, features, second),
    )


def basic_examples(pairs: Iterable[Attested]) -> Iterator[Example]:
    """s1 -> s2 itself, as attested."""
    for p in pairs:
        problem = basic_problem(p.relation)
        features = {"relation": p.relation, "source": p.source}
        yield Example(written(p.s1), written(p.s2), label_of(problem), "", features, problem)


# --- what is decided --------------------------------------------------------------------------------------------------

S1, S2 = Pred("s1", ()), Pred("s2", ())
ATTESTED: dict[Relation, tuple[Formula, ...]] = {
    "entailment": (Implies(S1, S2),),
    "contradiction": (Implies(S1, Not(S2)),),
    "neutral": (),
    "non-entailment": (),
}
"""What a label says of s1 and s2. Of a neutral pair nothing is known, which is why nothing follows."""


@cache
def veridical_problem(verb_type: VerbType) -> Problem:
    return Problem((_attitude(verb_type),), S1)


@cache
def composite_problem(verb_type: VerbType, relation: Relation) -> Problem:
    return Problem((_attitude(verb_type),), S2, Theory(axioms=ATTESTED[relation]))


@cache
def basic_problem(relation: Relation) -> Problem:
    return Problem((S1,), S2, Theory(axioms=ATTESTED[relation]))


def _attitude(verb_type: VerbType) -> Formula:
    return canonical((veridical if verb_type == "veridical" else non_veridical)("f")(someone, S1))


@cache
def label_of(problem: Problem) -> str:
    """Decided, then folded to two labels."""
    label = decide(problem.premises, problem.hypothesis, problem.theory, problem.reading).label
    return label if label == LABELS["yes"] else LABELS["unk"]
