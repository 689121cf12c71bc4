"""A fragment: a grammar with meaning, what is known beside it, how its sentences are read, and how pairs are made.

From the top: the fragment itself, a draft of a pair, and what makes data sets of drafts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice, product
from typing import Any, Protocol, TypeAlias

import numpy as np

from provenli.certify.certificates import Problem, Verdict
from provenli.errors import FragmentError, InputError, ProveNLIError, SentenceError, suggestion
from provenli.grammar import Derivation, Grammar, Node, Word, parse, readings
from provenli.grammar.tolerant import TolerantParser
from provenli.grammar.tree import ORDINARY
from provenli.logic.formulas import (
    Bound,
    Compare,
    Const,
    Equal,
    Exists,
    Forall,
    Formula,
    Pred,
    Quant,
    Var,
    children,
    is_formula,
)
from provenli.logic.quantifiers import Inequality, Quantifier
from provenli.logic.reading_choices import alternatives, with_choices
from provenli.logic.readings import DEFAULT, Reading
from provenli.logic.theory import Clause, Theory
from provenli.options import Option, Options
from provenli.pairs.classes import Classes
from provenli.pairs.parts import Part
from provenli.pairs.pattern import Pattern, Pieces
from provenli.pairs.plan import Plan, Request

MOST_DERIVATIONS = 500
"""Seven relative clauses in a row can be attached in 429 ways."""
MOST_READINGS = 16
NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*")
TAKEN = ("certificates", "patterns", "manifest", "left_out", "hf")


@dataclass(frozen=True, slots=True)
class Fragment:
    name: str
    grammar: Grammar
    theory: Theory = Theory()  # noqa: RUF009  frozen value
    reading: Reading = DEFAULT
    paper: str = ""
    about: str = ""
    labels: tuple[str, ...] = ("entailment", "neutral", "contradiction")
    example: tuple[str, str] | None = None
    pairs: PairMaker | None = None
    """How its data sets are made; without it the fragment can parse and decide, but not generate."""
    varied: tuple[str, ...] = ()
    """Choices of reading that hearers of its sentences make differently; empty: any of them."""
    changed: str = ""
    """The version that changed the words or the meaning of sentences: data sets of earlier versions are refused."""
    other_scope: Callable[[Node], Node | None] | None = None
    """Gives the tree of 'did not see some cats' in which the object comes before the negation (scope.py)."""
    published: Callable[[], TolerantParser] | None = None
    """A wider grammar that reads published files of the same style (tolerant.py); sentences of the narrower grammar
    mean the same in it. It is a function, because most uses of a fragment never need it."""
    published_theory: Theory = Theory()  # noqa: RUF009  frozen value
    """What audits of published files know beside `theory`: that two words they use mean the same."""

    def __post_init__(self) -> None:
        """A fragment is a user's own Python: a value of the wrong kind is reported at once, not when it first causes
        trouble."""
        for what, value, kind in (
            ("grammar", self.grammar, Grammar),
            ("theory", self.theory, Theory),
            ("reading", self.reading, Reading),
        ):
            if not isinstance(value, kind):
                raise FragmentError(f"{what} must be a {kind.__name__}, found {value!r}")
        for clause in self.theory.clauses:
            if not isinstance(clause, Clause):
                raise FragmentError(f"the clauses of a theory come from isa and excludes, found {clause!r}")
        for axiom in self.theory.axioms:
            why = fault(axiom)
            if why is not None:
                raise FragmentError(f"an axiom of the theory is no formula: {why}")
        texts = self.example
        if texts is not None and not (isinstance(texts, tuple) and [type(t) for t in texts] == [str, str]):
            raise FragmentError(f"example must be a pair of sentences, found {texts!r}")

    @property
    def alternatives(self) -> tuple[tuple[str, Reading], ...]:
        """Other readings by name, the weakest change from the fragment's own first."""
        return alternatives(self.reading, self.varied or None)

    @property
    def published_reading(self) -> Reading:
        """For published files: most of their labels take every noun phrase to be about something."""
        strong = self.reading.existential_import == "strong"
        return replace(self.reading, existential_import="all") if strong else self.reading

    def read(self, text: str) -> tuple[Derivation, ...]:
        """One derivation for each meaning of the text, closest attachment first."""
        return self.understood(text, parse(self.grammar, text, MOST_DERIVATIONS))

    def trees(self, text: str, meaning: Formula) -> tuple[Derivation, ...]:
        """Every derivation of the text with this meaning, closest attachment first."""
        return tuple(d for d in parse(self.grammar, text, MOST_DERIVATIONS) if d.meaning == meaning)

    def understood(self, text: str, found: tuple[Derivation, ...]) -> tuple[Derivation, ...]:
        """One of these derivations of the text for each meaning."""
        try:
            read = tuple(group[0] for group in readings(found))
            wrong = next((why for d in read if (why := fault(d.meaning)) is not None), None)
        except SentenceError as e:  # a tree that is not deep, yet has no end, is the fault of a rule
            if max(d.height for d in found) > ORDINARY:
                raise
            raise self._senseless(text, "a rule's meaning calls itself for ever") from e
        except ProveNLIError:
            raise
        except Exception as e:  # rules are the user's own Python: whatever they raise is shown in one line
            raise self._senseless(text, " ".join(f"{type(e).__name__}: {e}".split())) from e
        if wrong is not None:
            raise self._senseless(text, wrong)
        return read

    def _senseless(self, text: str, why: str) -> FragmentError:
        return FragmentError(f"fragment {self.name!r}: {text!r} is grammatical, but its meaning fails: {why}")


def reread(fragment: Fragment, choices: Iterable[str]) -> Fragment:
    """The fragment under a reading that differs in these choices, such as "existential_import=all"."""
    reading = with_choices(fragment.reading, choices) if choices else fragment.reading
    if reading != fragment.reading and not getattr(fragment.pairs, "rereads", False):
        raise InputError(f"--reading: the data sets of {fragment.name!r} are made under its own reading only")
    return replace(fragment, reading=reading)


def parallel(
    premises: tuple[Derivation, ...], hypotheses: tuple[Derivation, ...]
) -> tuple[tuple[Derivation, Derivation], ...]:
    """Which reading of one text goes with which of the other.

    Texts with equally many readings are built alike, as pairs made by substitution are: whoever says them attaches the
    same way in both. Otherwise every reading may go with every other. Only the first MOST_READINGS are decided.
    """
    if len(premises) == len(hypotheses):
        pairs: Iterable[tuple[Derivation, Derivation]] = zip(premises, hypotheses, strict=True)
    else:
        pairs = product(premises, hypotheses)
    return tuple(islice(pairs, MOST_READINGS))


@dataclass(frozen=True, slots=True)
class Draft:
    """A pair as a pair maker proposes it. Its label is not asked for: it will be decided.

    `features`: what is recorded with each example: JSON values, where a `Word` stands for whatever word is put in its
    place. `cell`: pairs are spread evenly over cells within a label. `derived`: the label that the paper's own rule
    gives, if it has one; where the decision differs the pair is a correction.
    """

    premise: Derivation
    hypothesis: Derivation
    features: Mapping[str, Any] = field(default_factory=dict)
    cell: str = ""
    derived: str = ""


Draw: TypeAlias = Callable[[np.random.Generator, Options], Iterator[Draft]]
"""An endless stream of drafts. It should visit everything the paper speaks of, rare things not too rarely."""


class PairMaker(Protocol):
    """What a fragment needs to have data sets. `Drawn` (pairs/drawn.py) makes one from a stream of drafts."""

    @property
    def options(self) -> tuple[Option, ...]: ...

    @property
    def parts(self) -> tuple[Part, ...]: ...

    def plan(self, fragment: Fragment, request: Request) -> Plan:
        """Every pair of the data set, not yet written."""
        ...

    def all_classes(self, fragment: Fragment) -> Classes:
        """The word classes from which patterns are filled."""
        ...

    def remade(self, fragment: Fragment, classes: Classes, recipe: Any, options: Options) -> Remade:
        """A pattern made again from its recipe, for verification."""
        ...


@dataclass(frozen=True, slots=True)
class Remade:
    """A pattern and what must be proved of it, for each combination of kinds of its switches. `identity` is equal only
    if the problems are equal up to names. `check` refuses a verdict whose evidence, though right for the problem, does
    not carry over to all words of these kinds. `sentences` exist if the pattern comes from a grammar. `own` is what
    must be proved of a pair of parsed sentences of these kinds, made from their trees alone; None if no grammar reads
    them. `given` writes what a label rests on (pairs/given.py); None if the reading presupposes nothing."""

    pattern: Pattern
    identity: Callable[[int], Hashable]
    problem: Callable[[int], Problem]
    check: Callable[[int, Problem, Verdict], None]
    sentences: Callable[[], Sentences] | None = None
    own: Callable[[Derivation, Derivation, int], Problem] | None = None
    given: Callable[[Problem, Verdict, Verdict | None], Pieces] | None = None


@dataclass(frozen=True, slots=True)
class Sentences:
    """The trees of a pattern over some words: those that stand for a slot, and those that stand for a switch."""

    premise: Derivation
    hypothesis: Derivation
    slots: Mapping[Word, int]
    switches: Mapping[Word, int] = field(default_factory=dict)
    in_order: Mapping[str, int] = field(default_factory=dict)
    """Leaves of a category that stand, from left to right, for slots from this number on: words without a meaning."""


def check_parts(fragment: Fragment, maker: PairMaker) -> tuple[Part, ...]:
    """The parts, if they can be written."""
    if not NAME.fullmatch(fragment.name):
        raise FragmentError(f"the fragment's name {fragment.name!r} cannot be in a file name: use letters, digits, _")
    if not maker.parts:
        raise FragmentError(f"fragment {fragment.name!r} has no parts; give at least Part('pairs', 100)")
    lemmas = {w.lemma for w in fragment.grammar.words}
    names: set[str] = set()
    for part in maker.parts:
        where = f"fragment {fragment.name!r}, part {part.name!r}"
        if not NAME.fullmatch(part.name) or part.name in TAKEN or part.name in names:
            raise FragmentError(f"{where}: another name is needed; letters, digits and _, each name once")
        if type(part.size) is not int or part.size < 1:
            raise FragmentError(f"{where}: the size must be 1 or more, found {part.size!r}")
        for lemma in sorted(part.without):
            if lemma not in lemmas:
                raise FragmentError(f"{where}: without names {lemma!r}, which is no word; {suggestion(lemma, lemmas)}")
        names.add(part.name)
    return maker.parts


def parts_with(maker: PairMaker, options: Options) -> tuple[Part, ...]:
    """The parts of a data set made with these options: all, unless the maker says which."""
    chosen = getattr(maker, "parts_with", None)
    return maker.parts if chosen is None else chosen(options)


def outside_of(maker: PairMaker, options: Options) -> str:
    """The option that names an outside file from which pairs were drawn; empty if there is none."""
    named = getattr(maker, "outside", None)
    return "" if named is None else str(named(options))


# --- Formulas of an own fragment that do not fit together ---


def fault(value: object) -> str | None:
    """Why the value is no formula, in a few words; None if it is one."""
    return next(_faults(value), None)


def _faults(f: object) -> Iterator[str]:
    if not is_formula(f):
        yield f"expected a formula, found {f!r}"
        return
    match f:
        case Pred(name, args):
            if not isinstance(args, tuple):
                yield f"the arguments of {name!r} must be a tuple of terms, found {args!r}"
            else:
                yield from (_not_a_term(a, name) for a in args if not isinstance(a, Var | Const))
        case Equal(left, right) | Compare(_, _, left, right):
            yield from (_not_a_term(a, "a comparison") for a in (left, right) if not isinstance(a, Var | Const))
        case Quant(q, var, _, _):
            yield from _quantifier_faults(q)
            yield from _variable_faults(var)
        case Forall(var, _) | Exists(var, _):
            yield from _variable_faults(var)
        case Bound(terms, limit):
            if not all(type(n) is int for n in (limit, *(c for c, _ in terms))):
                yield f"a bound counts in whole numbers, found {limit!r}"
    for child in children(f):  # type: ignore[arg-type]  # checked by is_formula above
        yield from _faults(child)


def _not_a_term(value: object, where: str) -> str:
    return f"expected a variable or a constant as argument of {where!r}, found {value!r}"


def _variable_faults(var: object) -> Iterator[str]:
    if not isinstance(var, Var):
        yield f"a quantifier binds a variable, found {var!r}"


def _quantifier_faults(q: object) -> Iterator[str]:
    if not isinstance(q, Quantifier):
        yield f"expected a quantifier such as EVERY or at_most(2), found {q!r}"
        return
    if list(q.numbers) != sorted(q.numbers):
        yield f"quantifier {q} can never hold: the smaller number comes first"
    for i in q.inequalities:
        numbers = (i.inside, i.outside, i.limit, i.weight) if isinstance(i, Inequality) else (None,)
        if not all(type(n) is int for n in numbers):
            yield f"quantifier {q} counts in whole numbers, found {numbers}"
