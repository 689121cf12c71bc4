"""A pair maker from a stream of drafts: abstract them to patterns, decide each schema once, instantiate in bulk."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import islice
from typing import Any, ClassVar, Literal, TypeAlias

import numpy as np

from provenli.certify.certificates import Problem
from provenli.errors import FragmentError, InputError, ProveNLIError, many
from provenli.grammar import Derivation, Word
from provenli.grammar import stored_trees as storing
from provenli.labels import folded_into
from provenli.options import Option, Options, one_of, span, yes_or_no
from provenli.pairs.abstraction import abstracted, refilled, slots_of
from provenli.pairs.allotments import Gathered, allot, room_in, short_of
from provenli.pairs.classes import Classes, word_classes
from provenli.pairs.fragment import Draft, Draw, Fragment, Remade, Sentences
from provenli.pairs.given import FEATURE, given_pieces, presupposing, with_given
from provenli.pairs.parts import Part
from provenli.pairs.pattern import Pattern
from provenli.pairs.plan import Plan, Request
from provenli.pairs.schemas import Schema, key_of
from provenli.pairs.scope import ambiguous
from provenli.pairs.workers import Crew, forked

CORRECTIONS = Option(
    "corrections",
    "keep",
    one_of("keep", "drop"),
    "keep pairs whose derived label is wrong, with the decided label, or drop them",
)
STRICT = Option(
    "strict",
    False,
    yes_or_no,
    "leave out pairs whose label rests on something that only the hypothesis presupposes (feature given)",
    "no",
)
SCOPE = Option(
    "scope",
    False,
    yes_or_no,
    "keep pairs with 'did not see some (several, a few) cats', which can be understood in two ways",
    "no",
)
DEPTH = "depth"
ROUND = 200
"""At most this many drafts are drawn before the new schemas among them are decided together."""
RESERVED = frozenset({"id", "premise", "hypothesis", "label", "schema", "pattern", FEATURE})
Worded: TypeAlias = tuple[Derivation, dict[Word, int]]
"""A hypothesis, and which slot each of its words fills."""
Depths: TypeAlias = tuple[int, int] | None
"""The least and the greatest depth that is asked for; None if the fragment does not count depths."""
FRUITLESS = 1000
"""After this many drafts without anything new, drawing ends."""
TELLING = 100
"""How many patterns are needed to see that a size is out of reach."""


@dataclass(frozen=True, slots=True)
class Drawn:
    draw: Draw
    parts: tuple[Part, ...]
    options: tuple[Option, ...] = ()
    patterns: int | Callable[[Options], int] = 1500
    """About how many different patterns are drawn; each is decided once and filled with words as often as needed."""
    balance: Literal["label", "cell"] = "label"
    """What is balanced: labels or cells get equally many pairs."""
    depth: Option | None = None
    """From `depth_option`. With it, pairs can be asked for by depth, and every row has the feature depth."""
    rereads: ClassVar[bool] = True
    """Labels are decided under whatever reading the fragment has."""

    def __post_init__(self) -> None:
        depth = (self.depth,) if self.depth else ()
        object.__setattr__(self, "options", (*depth, *self.options, CORRECTIONS, STRICT, SCOPE))

    def plan(self, fragment: Fragment, request: Request) -> Plan:
        size = sum(p.size for p in self.parts) if request.size is None else request.size
        gathered = gather(self, fragment, request, size)
        return allot(self.parts, self.balance, fragment.labels, gathered, size, request)

    def all_classes(self, fragment: Fragment) -> Classes:
        return word_classes(fragment.grammar, fragment.theory)

    def remade(self, fragment: Fragment, classes: Classes, recipe: Any, options: Options) -> Remade:
        del options
        draft = draft_of(fragment, recipe)
        key = cache(lambda: key_of(problem_of(fragment, draft)))
        slots = slots_of((draft.premise, draft.hypothesis), classes)
        return Remade(
            abstracted(draft, classes)[0],
            lambda _: key(),
            lambda _: key(),
            lambda *_: None,
            lambda: Sentences(draft.premise, draft.hypothesis, slots),
            lambda premise, hypothesis, _: problem_of(fragment, Draft(premise, hypothesis)),
            partial(given_pieces, draft.hypothesis, slots) if presupposing(fragment.reading) else None,
        )


def depth_option(least: int, most: int, about: str = "how many phrases are embedded in each other") -> Option:
    """`--depth 1-2`, by the levels of the two sentences (`rule(…, level=1)`), unless drafts have the feature depth."""
    return Option(DEPTH, (least, most), span(least, most), about, f"{least}-{most}", (least, most))


def _depth_of(draft: Draft) -> int:
    return int(draft.features.get(DEPTH, max(draft.premise.level, draft.hypothesis.level)))


def gather(maker: Drawn, fragment: Fragment, request: Request, size: int) -> Gathered:
    """Draw until there are enough patterns in every group, or until drawing brings nothing new."""
    out = Gathered(word_classes(fragment.grammar, fragment.theory))
    rng = np.random.Generator(np.random.PCG64([request.seed, 1]))
    drafts = maker.draw(rng, request.options)
    patterns = maker.patterns if isinstance(maker.patterns, int) else maker.patterns(request.options)
    wanted = min(patterns, size)
    # Cells are known only from what is drawn: a first round that is too short would miss the rarer ones.
    size_of_round = ROUND if maker.balance == "cell" else min(ROUND, max(20, wanted))
    depths: Depths = request.options[DEPTH] if maker.depth else None
    fruitless = 0
    with forked(1 if request.answers else request.workers, None) as crew:
        draw = lambda: _round(fragment, request, out, islice(drafts, size_of_round), rng, depths)  # noqa: E731
        rounds = Rounds(draw, out, crew, request, wanted)
        rounds.begin()
        while True:
            drawn, fresh = rounds.finish()
            out.drawn += drawn
            fruitless = 0 if fresh else fruitless + size_of_round
            if fruitless < FRUITLESS and len(out.patterns) + len(fresh) < wanted:
                rounds.begin()
            for pattern, key, worded in fresh:
                _keep(fragment, request, out, pattern, out.numbers[key], worded)
            if len(out.patterns) >= min(TELLING, wanted):
                _refuse_hopeless(maker, fragment, out, 4 * patterns + ROUND, size)
            enough = len(out.patterns) >= wanted and _enough(maker, fragment, out, wanted, size)
            if enough or fruitless >= FRUITLESS:
                return out
            rounds.begin()


Fresh: TypeAlias = list[tuple[Pattern, Problem, Worded]]
"""Patterns that are new, each with the problem that its schema is known by."""


@dataclass
class Rounds:
    """Drafts drawn and decided, round by round. If other processes decide, the next round is drawn meanwhile.

    What is drawn does not depend on what is decided, so the data are the same however many processes decide.
    """

    draw: Callable[[], tuple[int, Fresh]]
    out: Gathered
    crew: Crew[None]
    request: Request
    wanted: int
    """How many patterns will do, unless some label is rare among them."""
    ahead: tuple[int, Fresh] | Exception | None = None
    under_way: tuple[tuple[int, Fresh], list[Problem], Iterator[Schema]] | None = None

    def begin(self) -> None:
        """Begin a round, unless one has been begun already."""
        if self.under_way is None:
            drawn, self.ahead = self.ahead or self.draw(), None
            if isinstance(drawn, Exception):
                raise drawn
            keys = list(dict.fromkeys(key for _, key, _ in drawn[1] if key not in self.out.numbers))
            self.under_way = drawn, keys, self._begun(keys)

    def _begun(self, keys: list[Problem]) -> Iterator[Schema]:
        if self.request.answers is not None:
            return iter(self.request.decided(keys))
        from provenli.pairs.decided_schemas import begun  # verification draws patterns again and asks no engine

        return begun(self.crew, keys)

    def finish(self) -> tuple[int, Fresh]:
        """Return the round that was begun, once its new schemas have been decided."""
        assert self.under_way is not None
        (drawn, keys, schemas), self.under_way = self.under_way, None
        if self.crew.pool is not None:
            self.ahead = self._drawn_ahead()
        # The problem without names is decided: its certificate is good for every pattern of the schema.
        for done, (key, schema) in enumerate(zip(keys, schemas, strict=True), 1):
            self.out.numbers[key] = len(self.out.schemas)
            self.out.schemas.append(schema)
            self._tell(len(drawn[1]) * done // len(keys))
        return drawn

    def _tell(self, fresh: int) -> None:
        """`fresh`: about how many patterns of this round are decided. Beyond those wanted no total is known: drawing
        goes on until the rarest label has enough."""
        decided = f"{many(len(self.out.schemas), 'schema')} decided"
        done = len(self.out.patterns) + fresh
        if len(self.out.patterns) < self.wanted:
            self.request.progress(f"drawing patterns, {decided}", min(done, self.wanted), self.wanted)
        else:
            self.request.progress(f"drawing more patterns for rare labels, {decided}", done, 0)

    def _drawn_ahead(self) -> tuple[int, Fresh] | Exception:
        """An error is kept and raised when the round is needed; perhaps it never is."""
        try:
            return self.draw()
        except Exception as error:
            return error


def _refuse_hopeless(maker: Drawn, fragment: Fragment, out: Gathered, limit: int, size: int) -> None:
    """Refuse at once rather than after drawing everything: patterns differ little in room, and there are rarely more
    than `limit`, four times as many as the fragment wants."""
    room, scarce = room_in(maker.parts, maker.balance, fragment.labels, out)
    most = room * limit // len(out.patterns)
    if most < size:
        raise InputError(
            f"--size {size:,} is out of reach: {len(out.patterns):,} patterns have room for {room:,} different pairs "
            f"with equally many of every {maker.balance}, and {limit:,} patterns would have room for less than "
            f"{most:,}; the scarcest {maker.balance} is {scarce}. --size {room} works, up to {most} may; for more, "
            f"draw more pairs with {scarce}, or more patterns"
        )


def _enough(maker: Drawn, fragment: Fragment, out: Gathered, wanted: int, size: int) -> bool:
    """Whether every group has half its share of patterns, unless it is hard to find, and room for all its pairs."""
    groups = out.groups(maker.balance, fragment.labels)
    number = len(groups) if maker.balance == "cell" else len(fragment.labels)
    varied = min(groups.values()) >= wanted // number // 2 or len(out.patterns) > 4 * wanted + ROUND
    return varied and len(groups) == number and not short_of(maker.parts, maker.balance, fragment.labels, out, size)


def _round(
    fragment: Fragment,
    request: Request,
    out: Gathered,
    drafts: Iterator[Draft],
    rng: np.random.Generator,
    depths: Depths = None,
) -> tuple[int, Fresh]:
    """How many drafts there were, and the new patterns among them."""
    fresh: Fresh = []
    drawn = 0
    while (draft := _next(fragment, drafts)) is not None:
        drawn += 1
        if depths is not None:
            if not depths[0] <= _depth_of(draft) <= depths[1]:
                continue
            draft = replace(draft, features={**draft.features, DEPTH: _depth_of(draft)})
        if not request.options.get(SCOPE.name) and (ambiguous(draft.premise) or ambiguous(draft.hypothesis)):
            continue
        pattern, words = abstracted(draft, out.classes)
        text = (pattern.premise, pattern.hypothesis, pattern.slots)
        if text in out.texts or pattern.premise == pattern.hypothesis:
            continue
        out.texts.add(text)
        key = key_of(problem_of(fragment, draft))
        taken = other_words(out.classes, words, rng)
        if request.answers is None:  # else the rows themselves are parsed
            check_refilled(fragment, draft, taken, key)
        fresh.append((pattern, key, (draft.hypothesis, {w: k for k, w in enumerate(words)})))
    return drawn, fresh


def _next(fragment: Fragment, drafts: Iterator[Draft]) -> Draft | None:
    """Pair makers are users' own Python: whatever they raise is shown in one line."""
    try:
        draft = next(drafts, None)
        if draft is not None and not isinstance(draft, Draft):
            raise FragmentError(f"fragment {fragment.name!r}: draw must yield a Draft, found {draft!r:.60}")
        for name in RESERVED & set(draft.features if draft else ()):
            raise FragmentError(f"fragment {fragment.name!r}: a feature cannot be called {name!r}; rename it")
        return draft
    except ProveNLIError:
        raise
    except Exception as e:
        why = " ".join(f"{type(e).__name__}: {e}".split())
        raise FragmentError(f"fragment {fragment.name!r}: drawing a pair fails: {why}") from e


def _keep(fragment: Fragment, request: Request, out: Gathered, pattern: Pattern, number: int, worded: Worded) -> None:
    schema = out.schemas[number]
    label = schema.label
    if label in ("undecided", "inconsistent") or (schema.strictly and schema.strictly.label == "undecided"):
        out.dropped["inconsistent" if label == "inconsistent" else "undecided"] += 1
        return
    if schema.given and request.options.get(STRICT.name):
        out.dropped["the label rests on what only the hypothesis presupposes"] += 1
        return
    if pattern.derived and folded_into(label, fragment.labels) != folded_into(pattern.derived, fragment.labels):
        out.corrections[f"{pattern.derived} -> {folded_into(label, fragment.labels)}"] += 1
        if request.options["corrections"] == "drop":
            return
    pattern = replace(pattern, schema=np.array([number], dtype=np.int64))
    if presupposing(fragment.reading):
        pattern = with_given(pattern, {0: given_pieces(*worded, schema.problem, schema.verdict, schema.strictly)})
    out.patterns.append(pattern)


def problem_of(fragment: Fragment, draft: Draft) -> Problem:
    return Problem((draft.premise.meaning,), draft.hypothesis.meaning, fragment.theory, fragment.reading)


def other_words(classes: Classes, words: Iterable[Word], rng: np.random.Generator) -> dict[Word, Word]:
    """Another word of the same class for each word, no two alike."""
    names = {w: classes.of[w] for w in words}
    free = {name: list(classes.by_name[name].words) for name in names.values()}
    return {w: free[name].pop(int(rng.integers(len(free[name])))) for w, name in names.items()}


def check_refilled(fragment: Fragment, draft: Draft, taken: dict[Word, Word], key: Problem) -> None:
    """Other words of the same classes must give the same schema; otherwise a word's meaning depends on more than its
    symbol."""
    other = replace(draft, premise=refilled(draft.premise, taken), hypothesis=refilled(draft.hypothesis, taken))
    if key_of(problem_of(fragment, other)) != key:
        raise FragmentError(
            f"fragment {fragment.name!r}: {draft.premise.text!r} and {other.premise.text!r} differ in words of one "
            f"class, but not only in names: a word's symbol must be all that its meaning depends on"
        )


def draft_of(fragment: Fragment, recipe: Any) -> Draft:
    words = {(w.lemma, w.forms[0].category): w for w in fragment.grammar.words}

    def valued(v: Any) -> Any:
        match v:
            case {"word": str(lemma), "form": str(category)}:
                return words[lemma, category]
            case list():
                return [valued(x) for x in v]
        return v

    try:
        return Draft(
            storing.from_json(recipe["premise"], fragment.grammar),
            storing.from_json(recipe["hypothesis"], fragment.grammar),
            {k: valued(v) for k, v in recipe["features"].items()},
            recipe.get("cell", ""),
            recipe.get("derived", ""),
        )
    except (KeyError, TypeError, AttributeError) as e:
        raise InputError(f"a stored pattern cannot be read: {type(e).__name__}: {e}") from e
