"""Systematicity of monotonicity (Yanaka et al. 2020): the grammar, lexicon and replacements of its Table 6.

    S    -> NP VP                                     NP   -> Q Nbar | Q Nbar Sbar
    Sbar -> Wh TV NP | Wh NP TV | NP TV               one peripheral and two centre embeddings
    Nbar -> N | Hypernym | Adj N | N PP | N RelC      VP   -> IV | IV Adv | IV PP | IV or IV2 | IV and IV2

Around the sentence there may be a fronted adverb or phrase, or the quantified phrase may be an object (section 2.2),
and in the larger variant a negation or a conditional. Nouns are plural throughout, so that every quantifier can stand
before every noun. Modifiers intersect, and the noun comes first in a meaning: what says the same then looks the same.

Here: grammar, fragment, and how many pairs of what. patterns.py: what a pair is but for its words (read it first),
certificates for all quantifiers of a direction, slots and switches.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache, partial
from itertools import chain
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from provenli.certify.certificates import Problem
from provenli.certify.uniform import DOWN, UP, covers
from provenli.errors import FragmentError, InputError, Refused
from provenli.grammar import (
    Derivation,
    Grammar,
    adjective,
    determiner,
    either,
    fixed,
    intersect,
    negated,
    noun,
    predicate,
    quantify,
    rule,
    verb,
)
from provenli.grammar.meanings import Property, from_subject, with_object
from provenli.library.fragments.systematicity.patterns import (
    DEEPEST,
    FRAMES,
    NOMINAL,
    OUTER,
    POSITIONS,
    VERBAL,
    WH_CLASSES,
    BlankTask,
    Builder,
    Spec,
    bits,
    blanked,
    check,
    decided,
    derived,
    exact,
    on_record,
    opaque,
    pattern_of,
    sentences_of,
    specs,
)
from provenli.logic import quantifiers as q
from provenli.logic.formulas import Formula, Implies, Quant
from provenli.logic.readings import Reading
from provenli.logic.theory import Theory, isa
from provenli.options import Option, Options, one_of, some_of, span
from provenli.pairs.classes import Classes, word_classes
from provenli.pairs.fragment import Fragment, Remade
from provenli.pairs.parts import Part
from provenli.pairs.pattern import Pattern, Switch
from provenli.pairs.plan import PLENTY, Allotment, PartPlan, Plan, Request, capacity, evenly, words_of
from provenli.pairs.polish import polished_option
from provenli.pairs.schemas import Schema, key_of
from provenli.pairs.workers import in_processes
from provenli.permutations import permuted

# The data sets of Yanaka et al. 2020: every combination of quantifiers at every depth, labels and directions 1:1.


Numbers: TypeAlias = NDArray[np.int64]
ALL = tuple(dict.fromkeys((*NOMINAL, *VERBAL)))
MOST_UNITS = 800
"""How many ways to embed and replace are used at one depth; deeper than five there are more, and some are drawn."""

OPTIONS = (
    Option("depth", (1, 5), span(1, DEEPEST), "how many quantified phrases are embedded in each other", "1-5"),
    Option("replacements", ALL, some_of(*ALL), "what may be replaced, with commas between", ",".join(ALL)),
    Option(
        "position",
        "innermost",
        one_of(*POSITIONS),
        "which noun changes: the innermost one, or any noun that the embedding goes through",
        formerly="any",
    ),
    Option("frame", "plain", one_of(*FRAMES), "what stands in front of the sentence; object: the object changes"),
    Option(
        "variant", "basic", one_of("basic", "larger"), "larger also puts sentences under negation and into conditionals"
    ),
    polished_option("'fewer than three', and clauses in clauses begin with that or which"),
    Option(
        "numerals",
        "exact",
        one_of("exact", "opaque"),
        "exact numbers count; opaque ones only have a direction, as in the paper",
    ),
)


@dataclass(frozen=True, slots=True)
class Unit:
    """A pattern from which pairs of rows are made."""

    pattern: int
    settings: int
    """How many choices of quantifiers there are with an upward one outermost."""
    room: int


@dataclass(frozen=True, slots=True)
class Replacements:
    upward: tuple[str, ...]
    downward: tuple[str, ...]
    parts: tuple[Part, ...] = (Part("pairs", 320_000),)
    options: tuple[Option, ...] = OPTIONS

    def switch(self, options: Options) -> Switch:
        words = (*self.upward, *self.downward)
        if options.get("polished"):
            words = tuple(POLISHED.get(w, w) for w in words)
        return Switch(words, (UP,) * len(self.upward) + (DOWN,) * len(self.downward))

    def plan(self, fragment: Fragment, request: Request) -> Plan:
        size = self.parts[0].size if request.size is None else request.size
        making = _Making(self, fragment, request)
        low, high = request.options["depth"]
        units = {d: making.units(d) for d in range(low, high + 1)}
        units = {d: found for d, found in units.items() if found}
        if not units:
            raise InputError(
                "no pair is of this kind: in the larger variant the least depth is 2, and replacements of "
                "the verb phrase need depth 1 and a frame other than object"
            )
        making.share(size, units)
        schemas = making.decide()
        part = PartPlan(self.parts[0], words_of(self.parts[0], making.classes), tuple(making.allotments))
        return Plan(making.classes, tuple(making.patterns), schemas, (part,), {}, tuple(making.notes))

    def remade(self, fragment: Fragment, classes: Classes, recipe: Any, options: Options) -> Remade:
        try:
            spec = Spec(**{**recipe, "shapes": tuple(recipe["shapes"])})
            if spec not in possible(spec.depth, spec.frame, spec.outer):
                raise ValueError("there is no such pair")
            made = Builder(fragment.grammar), classes.adding(*WH_CLASSES), self.switch(options)
            pattern, problem = pattern_of(spec, *made, polished=bool(options.get("polished")))
        except (TypeError, KeyError, AttributeError, ValueError) as e:
            raise InputError(f"a stored pattern cannot be read: {type(e).__name__}: {e}") from e
        problem = replace(problem, theory=fragment.theory, reading=fragment.reading)
        encode = opaque if options["numerals"] == "opaque" else exact
        n, key = spec.phrases, cache(lambda: key_of(problem))
        return Remade(
            pattern,
            lambda kinds: (key(), kinds),
            lambda kinds: encode(problem, bits(kinds, n)),
            lambda kinds, p, v: check(p, v, bits(kinds, n), options["numerals"]),
            lambda: sentences_of(spec, Builder(fragment.grammar), classes),
            lambda p, h, kinds: encode(self._blanked(fragment, p, h, bits(kinds, n), options), bits(kinds, n)),
        )

    def _blanked(
        self, fragment: Fragment, p: Derivation, h: Derivation, kinds: tuple[int, ...], options: Options
    ) -> Problem:
        """Parsed sentences with blanks for their quantifiers, which must have these directions, the same in both
        sentences."""
        texts = [tuple(leaf.form.text for _, leaf in d.leaves() if leaf.category == "Q") for d in (p, h)]
        switch = self.switch(options)
        known = dict(zip(switch.words, switch.kinds, strict=True))
        if texts[0] != texts[1] or tuple(known.get(t) for t in texts[0]) != kinds:
            raise Refused(f"its quantifiers are {', '.join(texts[0])} and {', '.join(texts[1])}")
        return Problem((blanked(p).meaning,), blanked(h).meaning, fragment.theory, fragment.reading)

    def all_classes(self, fragment: Fragment) -> Classes:
        self._check_quantifiers(fragment)
        return word_classes(fragment.grammar, fragment.theory).adding(*WH_CLASSES)

    def _check_quantifiers(self, fragment: Fragment) -> None:
        """A certificate stands for all quantifiers of a direction, so each word must mean one that it covers."""
        words = {w.lemma: w for w in fragment.grammar.words if w.forms[0].category == "Q"}
        both = [self.switch({"polished": p}) for p in (False, True)]
        for text, kind in (pair for s in both for pair in zip(s.words, s.kinds, strict=True)):
            meaning: Any = words[text].meaning if text in words else lambda _: lambda _: None
            said = meaning(predicate("a"))(predicate("b"))
            if not isinstance(said, Quant) or not covers(said.quantifier, kind):
                direction = "upward: at least so many" if kind == UP else "downward: at most so many"
                raise FragmentError(f"fragment {fragment.name!r}: {text!r} is no quantifier that goes {direction}")


@lru_cache(maxsize=64)
def possible(depth: int, frame: str, outer: str) -> frozenset[Spec]:
    if not (type(depth) is int and 1 <= depth <= DEEPEST and frame in FRAMES and outer in OUTER):
        return frozenset()
    return frozenset(specs(depth, ALL, frame, outer, "any"))


@dataclass
class _Making:
    maker: Replacements
    fragment: Fragment
    request: Request

    def __post_init__(self) -> None:
        self.classes = self.maker.all_classes(self.fragment)
        self.builder = Builder(self.fragment.grammar)
        self.patterns: list[Pattern] = []
        self.specs: list[Spec] = []
        self.blanks: list[Problem] = []
        self.allotments: list[Allotment] = []
        self.notes: list[str] = []
        self.words = words_of(self.maker.parts[0], self.classes)
        self.rng = np.random.Generator(np.random.PCG64([self.request.seed, 1]))

    def units(self, depth: int) -> list[Unit]:
        o = self.request.options
        outer = OUTER if o["variant"] == "larger" else OUTER[:1]
        found = [s for w in outer for s in specs(depth, o["replacements"], o["frame"], w, o["position"])]
        if len(found) > MOST_UNITS:
            chosen = sorted(self.rng.choice(len(found), MOST_UNITS, replace=False))
            self.notes.append(f"depth {depth}: {MOST_UNITS} of {len(found)} ways to embed and replace, drawn at random")
            found = [found[k] for k in chosen]
        return [self._unit(s) for s in found]

    def _unit(self, spec: Spec) -> Unit:
        options = self.request.options
        made = self.builder, self.classes, self.maker.switch(options)
        pattern, problem = pattern_of(spec, *made, polished=bool(options.get("polished")))
        self.patterns.append(pattern)
        self.specs.append(spec)
        self.blanks.append(replace(problem, theory=self.fragment.theory, reading=self.fragment.reading))
        settings = pattern.settings // 2
        room = min(PLENTY, settings * capacity(pattern, self.classes, self.words))
        return Unit(len(self.patterns) - 1, settings, room)

    # --- how many of what ---

    def share(self, size: int, units: dict[int, list[Unit]]) -> None:
        room = {d: min(PLENTY, 2 * sum(u.room for u in found)) for d, found in units.items()}
        if size > sum(room.values()):
            there = sum(room.values())
            raise InputError(f"too few distinct pairs: --size {size} asked for, there are {there} of this kind")
        sizes = _twos(size, list(room.values()))
        for (depth, found), n in zip(units.items(), sizes, strict=True):
            if n == room[depth] and n < size // len(sizes):
                self.notes.append(f"depth {depth}: all {n} distinct pairs there are; the other depths get more")
            self._depth(depth, found, int(n))

    def _depth(self, depth: int, units: list[Unit], rows: int) -> None:
        twos = -(-rows // 2)
        counts = evenly(twos, [u.room for u in units], self.rng)
        combinations = max(u.settings for u in units)
        if twos < combinations:
            self.notes.append(f"depth {depth}: {rows} pairs cannot show all {2 * combinations} choices of quantifiers")
        start = 0
        for unit, n in zip(units, counts, strict=True):
            self._rows(depth, unit, int(n), start)
            start += int(n)
        if rows % 2:
            last = self.allotments[-1]
            self.allotments[-1] = replace(last, settings=last.settings[:-1], serials=last.serials[:-1])

    def _rows(self, depth: int, unit: Unit, n: int, start: int) -> None:
        """One order goes through all choices of quantifiers for the whole depth; each pattern gets a stretch of it."""
        if n:
            count = np.arange(n, dtype=np.int64)
            key = np.full(n, np.random.SeedSequence([self.request.seed, 6, depth]).generate_state(1, np.uint64)[0])
            base = permuted((start + count) % unit.settings, np.full(n, unit.settings), key)
            up = len(self.maker.upward)
            settings = base % up + 2 * up * (base // up)
            both = np.stack([settings, settings + up], axis=1).ravel()
            self.allotments.append(Allotment(unit.pattern, both, np.repeat(count // unit.settings, 2)))

    # --- what is to be decided ---

    def decide(self) -> tuple[Schema, ...]:
        numbers: dict[tuple[Problem, int], int] = {}
        numerals: str = self.request.options["numerals"]
        tasks: list[BlankTask] = []
        used = sorted({a.pattern for a in self.allotments})
        shown = {a.pattern: np.unique(self.patterns[a.pattern].kinds(a.settings)) for a in self.allotments}
        for k in used:
            key, table = key_of(self.blanks[k]), self.patterns[k].schema.copy()
            entailed = derived(self.specs[k])
            for kinds in map(int, shown[k]):
                if (key, kinds) not in numbers:
                    numbers[key, kinds] = len(tasks)
                    directions = bits(kinds, self.specs[k].phrases)
                    tasks.append((self.blanks[k], directions, bool(entailed[kinds]), numerals))
                table[kinds] = numbers[key, kinds]
            self.patterns[k] = replace(self.patterns[k], schema=table)
        return tuple(self._decided(tasks))

    def _decided(self, tasks: list[BlankTask]) -> Iterator[Schema]:
        answers, workers = self.request.answers, self.request.workers
        found = in_processes(decided, tasks, workers) if answers is None else map(partial(on_record, answers), tasks)
        for k, schema in enumerate(found, 1):
            self.request.progress("deciding schemas", k, len(tasks))
            yield schema


def _twos(size: int, room: list[int]) -> list[int]:
    """Distribute rows over the depths in twos, as evenly as there is room; the last depth takes what is left over."""
    out = [2 * int(n) for n in evenly(-(-size // 2), [r // 2 for r in room])]
    if sum(out) > size:
        out[max(k for k, n in enumerate(out) if n)] -= 1
    return out


NOUNS = ("dog", "rabbit", "lion", "cat", "bear", "tiger", "elephant", "fox", "monkey", "wolf")
HYPERNYMS = ("animal", "creature", "mammal", "beast")
IV1 = ("run", "walk", "come", "waltz", "swim", "rush", "dance", "dawdle", "escape", "leave")
IV2 = ("laugh", "groan", "roar", "scream", "cry")
TV = ("kiss", "kick", "hit", "clean", "touch", "love", "accept", "hurt", "lick", "follow")
ADJECTIVES = ("small", "large", "crazy", "polite", "wild")
PHRASES = ("in the area", "on the ground", "at the park", "near the shore", "around the island")
CLAUSES = ("which ate dinner", "that liked flowers", "which hated the sun", "that stayed up late")
ADVERBS = ("slowly", "quickly", "seriously", "suddenly", "lazily")

UPWARD = {"some": q.SOME, "at least three": q.at_least(3), "more than three": q.more_than(3), "a few": q.A_FEW}
DOWNWARD = {"no": q.NO, "at most three": q.at_most(3), "less than three": q.less_than(3), "few": q.FEW}


POLISHED = {"less than three": "fewer than three"}


def some(n: Property, body: Property) -> Formula:
    return quantify(q.SOME, n, body)


RULES = (
    rule("S -> NP VP", lambda np, vp: np(vp)),
    rule('S -> Adv "," NP VP', lambda adv, np, vp: np(intersect(vp, adv))),
    rule('S -> PP "," NP VP', lambda pp, np, vp: np(intersect(vp, pp))),
    rule('S -> "some" N[num=pl] TV[form=past] NP', lambda n, tv, obj: some(n, with_object(tv, obj))),
    rule('S -> "it is not the case that" S', negated, level=1),
    rule('S -> "if" Side "," S', Implies, level=1),
    rule('S -> "if" S "," Side', Implies, level=1),
    rule('Side -> "some" N[num=pl] IV[form=past]', some),
    rule("NP -> Q Nbar", lambda det, n: det(n)),
    rule("NP -> Q Nbar Sbar", lambda det, n, s: det(intersect(n, s)), level=1),
    rule("Sbar -> Wh TV[form=past] NP", lambda _, tv, np: with_object(tv, np)),
    rule("Sbar -> Wh NP TV[form=past]", lambda _, np, tv: from_subject(np, tv)),
    rule("Sbar -> NP TV[form=past]", from_subject),
    rule("Nbar -> N[num=pl]"),
    rule("Nbar -> Hypernym[num=pl]"),
    rule("Nbar -> Adj N[num=pl]", lambda adj, n: intersect(n, adj)),
    rule("Nbar -> N[num=pl] PP", intersect),
    rule("Nbar -> N[num=pl] RelC", intersect),
    rule("VP -> IV[form=past]"),
    rule("VP -> IV[form=past] Adv", intersect),
    rule("VP -> IV[form=past] PP", intersect),
    rule('VP -> IV[form=past] "or" IV2[form=past]', either),
    rule('VP -> IV[form=past] "and" IV2[form=past]', intersect),
)

WORDS = (
    *(fixed("Q", text, determiner(quantifier)) for text, quantifier in {**UPWARD, **DOWNWARD}.items()),
    *(fixed("Q", new, determiner(DOWNWARD[old]), sample=False) for old, new in POLISHED.items()),
    *(noun(n) for n in NOUNS),
    *(noun(n, "Hypernym") for n in HYPERNYMS),
    *(verb(v, "IV") for v in IV1),
    *(verb(v, "IV2") for v in IV2),
    *(verb(v, "TV") for v in TV),
    *(adjective(a, "Adj") for a in ADJECTIVES),
    *(adjective(p, "PP") for p in PHRASES),
    *(adjective(c, "RelC") for c in CLAUSES),
    *(adjective(a, "Adv") for a in ADVERBS),
    *(fixed("Wh", text, lambda phrase: phrase) for text in ("that", "which")),
)

FRAGMENT = Fragment(
    name="systematicity",
    paper="Yanaka et al. 2020, Table 6",
    about="eight quantifiers, clauses embedded to any depth, seven replacements in both directions",
    grammar=Grammar("S", RULES, WORDS),
    theory=Theory(tuple(chain.from_iterable(isa(n, h) for n in NOUNS for h in HYPERNYMS))),
    reading=Reading(),
    labels=("entailment", "non-entailment"),
    example=("Some dogs which kissed no cats ran.", "Some animals which kissed no cats ran."),
    pairs=Replacements(upward=tuple(UPWARD), downward=tuple(DOWNWARD)),
)
