"""The data sets of Geiger et al. 2019: aligned sentences of fragment G with the relations of twelve phrase pairs.

    cases (cases.py) ─► rows ─► the cases that they show, decided ─► patterns

Why relations are enough. A phrase is the intersection of its words. Words of different places are never compared, so a
pair of phrases is two sets of words U and U' of one place in the sentence, and a model of the schema gives two sets X
and X' with X = X', X ⊆ X', X ⊇ X' as U = U', U ⊇ U', U ⊆ U'. Let each word hold of the union of the phrases that
contain it. Then each phrase is its own set again: a word that is in one phrase only gives that set; if there is none,
the words of the phrase are all in the other, and it is the wider one. So a model of a schema is one of each instance.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from provenli.certify.certificates import Problem
from provenli.errors import InputError
from provenli.fairness.codes import Codes, Columns, length
from provenli.fairness.generation import Sizes
from provenli.fairness.tasks import CompositionTask
from provenli.grammar import Derivation
from provenli.library.fragments.fair import tree
from provenli.library.fragments.fair.cases import (
    EQUAL,
    HEADS,
    KINDS,
    MODIFIERS,
    NARROWER,
    PATTERNS,
    PHRASES,
    PLACES,
    WIDER,
    Case,
    CaseRows,
    Numbers,
    Phrase,
    Tables,
    all_cases,
    composed,
    decide_cases,
    forms,
    given_of,
    grouped,
    problem_of,
    relation,
    share,
    strict_labels,
    with_what_is_given,
)
from provenli.library.fragments.fair.cases import NONE as UNRELATED
from provenli.library.fragments.fair.splits import COVER, NONE, RATIO, notes_of, split_of
from provenli.logic.relations import Relation
from provenli.options import Option, Options
from provenli.pairs.allotments import trimmed
from provenli.pairs.classes import Classes, word_classes
from provenli.pairs.drawn import STRICT
from provenli.pairs.fragment import Fragment, Remade
from provenli.pairs.parts import Part
from provenli.pairs.pattern import Gap, Pattern, Piece, Pieces, Switch, Told, Turn
from provenli.pairs.plan import Allotment, PartPlan, Plan, Request, capacity, proportionally, words_of
from provenli.pairs.schemas import Schema

# --- from inputs to rows ----------------------------------------------------------------------------------------------


def rows_of(columns: Columns) -> CaseRows:
    """Pattern and setting of each input."""
    pattern = np.zeros(length(columns), dtype=np.int32)
    for modifier, head in zip(tree.MODIFIERS, tree.HEADS, strict=True):
        pattern = pattern * len(PHRASES) + _phrase(_pair(columns, modifier), _pair(columns, head))
    kinds = np.zeros(length(columns), dtype=np.int32)
    for leaf, size in reversed(_switches()):
        kinds = kinds * size + columns[leaf]
    return CaseRows(pattern, kinds)


def _switches() -> list[tuple[str, int]]:
    """The switches in the order of the patterns: quantifier, negation, quantifier of the premise, then of the
    hypothesis."""
    sizes = {"QS": 4, "Neg": 2, "QO": 4}
    return [(f"{place} {side}", n) for side in ("premise", "hypothesis") for place, n in sizes.items()]


def _pair(columns: Columns, place: str) -> tuple[Codes, Codes]:
    return columns[f"{place} premise"], columns[f"{place} hypothesis"]


def _phrase(modifiers: tuple[Codes, Codes], heads: tuple[Codes, Codes]) -> NDArray[np.int32]:
    """The kind of phrase pair; code 0 of a modifier is the empty word."""
    p, h = modifiers
    kinds = list(MODIFIERS)
    modifier = np.select(
        [(p == 0) & (h == 0), p == h, h == 0, p == 0],
        [kinds.index(k) for k in ("ε/ε", "a/a", "a/ε", "ε/a")],
        kinds.index("a/b"),
    )
    head = np.where(heads[0] == heads[1], list(HEADS).index("n/n"), list(HEADS).index("n/m"))
    return (modifier * len(HEADS) + head).astype(np.int32)


def allotments(columns: Columns, rows: CaseRows) -> Iterator[Allotment]:
    """Rows by pattern, with the words that the split chose."""
    order = np.argsort(rows.pattern, kind="stable")
    patterns, starts = np.unique(rows.pattern[order], return_index=True)
    for p, chosen in zip(patterns.tolist(), np.split(order, starts[1:]), strict=True):
        yield Allotment(p, rows.kinds[chosen], np.arange(len(chosen), dtype=np.int32), _words(p, columns, chosen))


def _words(pattern: int, columns: Columns, chosen: NDArray[np.int64]) -> NDArray[np.int16]:
    """Words in the order of the pattern's slots: for each phrase its modifiers, then its heads; equal letters share a
    slot."""
    found: list[Codes] = []
    kinds = [pattern // len(PHRASES) ** k % len(PHRASES) for k in (2, 1, 0)]
    for kind, *places in zip(kinds, tree.MODIFIERS, tree.HEADS, strict=True):
        for names, place, empty in zip(PHRASES[kind], places, (1, 0), strict=True):
            letters = dict.fromkeys(n for n in names.split("/") if n != "ε")
            for letter in letters:
                side = ("premise", "hypothesis")[names.split("/").index(letter)]
                found.append(columns[f"{place} {side}"][chosen] - empty)
    return np.stack(found, axis=1).astype(np.int16)


@dataclass(frozen=True, slots=True)
class Aligned:
    quantifiers: tuple[str, ...]
    negations: tuple[str, ...]
    empty: str
    parts: tuple[Part, ...]
    """The first without a ratio, the others with one."""
    options: tuple[Option, ...] = (RATIO, COVER, STRICT)

    def parts_with(self, options: Options) -> tuple[Part, ...]:
        return self.parts[:1] if options[RATIO.name] == NONE else self.parts[1:]

    def all_classes(self, fragment: Fragment) -> Classes:
        return word_classes(fragment.grammar, fragment.theory)

    def plan(self, fragment: Fragment, request: Request) -> Plan:
        if request.options[RATIO.name] != NONE:
            return self._fair_plan(fragment, request)
        size = self.parts[0].size if request.size is None else request.size
        classes = self.all_classes(fragment)
        words = words_of(self.parts[0], classes)
        tables, cases = all_cases()
        rng = np.random.Generator(np.random.PCG64([request.seed, 1]))
        labels = np.array([calculus for _, calculus in cases])
        known = decide_cases(cases, request) if request.options.get(STRICT.name) else []
        labels = strict_labels(labels, known) if known else labels
        rows = share(size, fragment.labels, tables, labels, rng)
        numbers, schemas = decide_used(rows, tables, cases, request)
        patterns = self._patterns(classes, tables, numbers, schemas)
        room = np.array([capacity(p, classes, words) for p in patterns])
        part = PartPlan(self.parts[0], words, tuple(grouped(rows, room)))
        others = tuple(s for s, number in zip(known, numbers, strict=False) if number < 0)
        return trimmed(Plan(classes, patterns, schemas, (part,), {}, left_out=others))

    def _patterns(
        self, classes: Classes, tables: Tables, numbers: Numbers, schemas: Sequence[Schema]
    ) -> tuple[Pattern, ...]:
        plain = (self.pattern(p, classes, numbers[tables[tuple(map(relation, p))]]) for p in PATTERNS)
        return tuple(with_what_is_given(p, schemas) for p in plain)

    def composition(self, fragment: Fragment) -> CompositionTask:
        """The tree of Figure 3 over the fragment's words."""
        classes = self.all_classes(fragment)
        places = (*tree.MODIFIERS, *tree.HEADS)
        return tree.task({p: [w.lemma for w in classes.by_name[_class(classes, p)].words] for p in places})

    def _fair_plan(self, fragment: Fragment, request: Request) -> Plan:
        """Training from a space that is fair and no larger than the ratio allows, dev and test from outside of it."""
        ratio, parts = str(request.options[RATIO.name]), self.parts_with(request.options)
        if request.options.get(STRICT.name):
            raise InputError("--strict does not go with --ratio: a fair split has every kind of pair")
        total = sum(p.size for p in parts) if request.size is None else request.size
        sizes = Sizes(*map(int, proportionally(total, [p.size for p in parts])))
        if min(sizes.dev, sizes.test) < len(fragment.labels):
            raise InputError(
                f"--size {total} is {sizes.train} for train; the others would be empty or lack labels: "
                f"{sizes.dev} and {sizes.test}; ask for at least 200"
            )
        classes = self.all_classes(fragment)
        every = request.options[COVER.name] == "every"
        made = split_of(self.composition(fragment), ratio, sizes, request.seed, every=every)
        tables, cases = all_cases()
        rows = [rows_of(columns) for columns in (made.train, made.dev, made.test)]
        all_rows = CaseRows(*(np.concatenate([getattr(r, name) for r in rows]) for name in ("pattern", "kinds")))
        numbers, schemas = decide_used(all_rows, tables, cases, request)
        planned = tuple(
            PartPlan(part, words_of(part, classes), tuple(allotments(columns, r)))
            for part, columns, r in zip(parts, (made.train, made.dev, made.test), rows, strict=True)
        )
        patterns = self._patterns(classes, tables, numbers, schemas)
        return trimmed(Plan(classes, patterns, schemas, planned, {}, notes_of(made, ratio, every=every)))

    def pattern(self, phrases: tuple[Phrase, ...], classes: Classes, schema: Numbers) -> Pattern:
        triple = tuple(map(relation, phrases))
        slots: list[str] = []
        made = [self._words(p, place, slots) for p, place in zip(phrases, PLACES, strict=True)]
        modifiers, heads = zip(*made, strict=True)
        turning = (self.quantifiers, self.negations, self.quantifiers) * 2
        return Pattern(
            premise=_side(0, modifiers, heads),
            hypothesis=_side(1, modifiers, heads),
            slots=tuple(_class(classes, s) for s in slots),
            features=_features(phrases, triple),
            schema=schema,
            switches=tuple(Switch(w, tuple(range(len(w)))) for w in turning),
            recipe=[list(p) for p in phrases],
        )

    def _words(self, phrase: Phrase, place: tuple[str, str], slots: list[str]) -> tuple[list[Piece], list[Piece]]:
        """The modifiers and the heads of premise and hypothesis: letters of one kind that are equal share a slot."""
        out: list[list[Piece]] = []
        for names, category in zip(phrase, place, strict=True):
            known: dict[str, Piece] = {"ε": self.empty}
            pieces = []
            for letter in names.split("/"):
                if letter not in known:
                    known[letter] = Gap(len(slots), 0)
                    slots.append(category)
                pieces.append(known[letter])
            out.append(pieces)
        return out[0], out[1]

    def remade(self, fragment: Fragment, classes: Classes, recipe: Any, options: Options) -> Remade:
        del fragment, options
        try:
            phrases = tuple((str(m), str(h)) for m, h in recipe)
            if len(phrases) != 3 or not set(phrases) <= set(PHRASES):
                raise ValueError(recipe)
        except (TypeError, ValueError) as e:
            raise InputError(f"a stored pattern cannot be read: {recipe!r}") from e
        triple = tuple(map(relation, phrases))
        pattern = self.pattern(phrases, classes, np.full(KINDS, -1))
        return Remade(
            pattern,
            lambda kinds: (triple, *forms(kinds)),
            lambda kinds: problem_of(triple, kinds),
            lambda *_: None,
            own=lambda p, h, _: self._own(p, h),
            given=given_of,
        )

    def _own(self, p: Derivation, h: Derivation) -> Problem:
        """For parsed sentences, the relations of their phrases, as sets of words, and their switches."""
        sides = [[leaf.form.text for _, leaf in d.leaves()] for d in (p, h)]
        phrases = [[frozenset({s[m], s[m + 1]} - {self.empty}) for s in sides] for m in (1, 4, 7)]
        triple = tuple(EQUAL if a == b else NARROWER if a > b else WIDER if a < b else UNRELATED for a, b in phrases)
        kinds, weight = 0, 1
        switches = ((0, self.quantifiers), (3, self.negations), (6, self.quantifiers))
        for text, words in ((s[k], w) for s in sides for k, w in switches):
            kinds, weight = kinds + weight * words.index(text), weight * len(words)
        return problem_of(triple, kinds)


def _class(classes: Classes, category: str) -> str:
    return next(c.name for c in classes.by_name.values() if c.words[0].forms[0].category == category)


def _side(k: int, modifiers: Sequence[Sequence[Piece]], heads: Sequence[Sequence[Piece]]) -> Pieces:
    (adj_s, adv, adj_o), (n_s, v, n_o) = ([m[k] for m in modifiers], [h[k] for h in heads])
    tokens: list[Piece] = [Turn(3 * k), adj_s, n_s, Turn(3 * k + 1), adv, v, Turn(3 * k + 2), adj_o, n_o]
    return tuple(p for t in tokens for p in (" ", t))[1:]


def _features(phrases: tuple[Phrase, ...], triple: tuple[Relation, ...]) -> tuple[tuple[str, Pieces], ...]:
    """The twelve prediction tasks of Figure 4, six pairs of words first."""
    words = [
        (f"{kind} {place}", (MODIFIERS, HEADS)[n][p[n]])
        for p, place, kinds in zip(
            phrases,
            ("of subject", "", "of object"),
            (("adjective", "noun"), ("adverb", "verb"), ("adjective", "noun")),
            strict=True,
        )
        for n, kind in enumerate(kinds)
    ]
    fixed = [*words, ("subject", triple[0]), ("adverb and verb", triple[1]), ("object", triple[2])]
    told = _told(triple)
    return (
        *((name.strip(), (f'"{r}"',)) for name, r in fixed),
        ("verb phrase", (told[0],)),
        ("negated verb phrase", (told[1],)),
        ("sentence", (told[2],)),
    )


@cache
def _told(triple: tuple[Relation, ...]) -> tuple[Told, ...]:
    symbols = tuple(f'"{r}"' for r in Relation)
    number = {r: k for k, r in enumerate(Relation)}
    found = [composed(triple, k) for k in range(KINDS)]
    return tuple(Told(symbols, np.array([number[f[n]] for f in found])) for n in range(3))


# --- deciding ---------------------------------------------------------------------------------------------------------


def decide_used(
    rows: CaseRows, tables: Tables, cases: list[Case], request: Request
) -> tuple[Numbers, tuple[Schema, ...]]:
    """The schemas of the cases that the rows show, and for every case the number of its schema, or -1."""
    per_pattern = np.stack([tables[tuple(map(relation, p))] for p in PATTERNS])
    used = np.unique(per_pattern[rows.pattern, rows.kinds])
    schemas = decide_cases([cases[n] for n in used], request)
    numbers = np.full(len(cases), -1, dtype=np.int64)
    numbers[used] = np.arange(len(used))
    return numbers, tuple(schemas)
