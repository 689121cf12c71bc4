"""Patterns of pairs by replacement (Yanaka et al. 2020): slots for words, a switch for each quantifier.

    spec ─► two sentences ─► pattern, and a problem with blanks for quantifiers

For the label only the direction of each quantifier matters, so one schema stands for all quantifiers of its directions
(certify/uniform.py), and for all embeddings that differ in names only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from itertools import product
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from provenli.certify.certificates import Countermodels, Problem, Verdict
from provenli.certify.uniform import DOWN, UP, downward, stands_for_all, upward
from provenli.errors import Refused
from provenli.grammar import Branch, Derivation, Form, Grammar, Leaf, Node, Particle, Word, determiner
from provenli.grammar.tree import walk, with_leaves
from provenli.logic.formulas import TRUE, Formula, Pred, Quant, Var, conj, rebuild
from provenli.logic.models import FiniteModel
from provenli.logic.quantifiers import NO, SOME, Inequality, Quantifier
from provenli.pairs.abstraction import form_number, joined, merged, slots_of
from provenli.pairs.classes import Classes, WordClass
from provenli.pairs.fragment import Sentences
from provenli.pairs.pattern import Gap, Pattern, Piece, Pieces, Switch, Told, Turn
from provenli.pairs.plan import Answers
from provenli.pairs.schemas import Schema

# Pairs by replacement (Yanaka et al. 2020): one phrase of a sentence made more general or more specific, however
# embedded.


NOMINAL = ("hyponym", "adjective", "preposition", "relative clause")
VERBAL = ("adverb", "preposition", "disjunction", "conjunction")
FRAMES = ("plain", "adverb", "preposition", "object")
POSITIONS = ("innermost", "any")
OUTER = ("none", "negation", "antecedent", "consequent")
DEEPEST = 8
"""At most nine nouns and eight verbs are needed: in a pair no content word comes twice, and there are ten of each."""


@dataclass(frozen=True, slots=True)
class Spec:
    """`shapes`: those of the embedded clauses, outermost first. `position`: the number of the quantified phrase, from
    1. `change`: what the hypothesis does to the premise. `depth` counts an outer negation or conditional as one."""

    depth: int
    shapes: tuple[str, ...]
    replacement: str
    argument: str
    position: int
    change: str
    frame: str = "plain"
    outer: str = "none"

    @property
    def phrases(self) -> int:
        """How many quantified phrases there are on the way down."""
        return len(self.shapes) + 1

    @property
    def sign(self) -> int:
        """What the surroundings of the outermost phrase do to its direction."""
        return -1 if self.outer in ("negation", "antecedent") else 1


def specs(depth: int, replacements: Sequence[str], frame: str, outer: str, position: str) -> Iterator[Spec]:
    """`position`: "innermost" changes the last phrase, as the paper's examples (13) to (17) do; "any" changes each."""
    phrases = depth - (outer != "none")
    if phrases < 1:
        return
    places = range(1, phrases + 1) if position == "any" else (phrases,)
    for shapes in product(("subject", "object"), repeat=phrases - 1):
        for argument, names in (("first", NOMINAL), ("second", VERBAL)):
            if argument == "second" and (phrases > 1 or frame == "object"):
                continue
            for name, place in product((n for n in names if n in replacements), places):
                for change in ("generalise", "specialise"):
                    yield Spec(depth, shapes, name, argument, place, change, frame, outer)


def polarities(spec: Spec) -> NDArray[np.int64]:
    """The direction of the replaced position for each combination of upward and downward quantifiers."""
    bits = (np.arange(2**spec.phrases)[:, None] >> np.arange(spec.phrases)) & 1
    return np.asarray(spec.sign * np.prod(1 - 2 * bits[:, : spec.position], axis=1), dtype=np.int64)


def derived(spec: Spec) -> NDArray[np.bool_]:
    """Whether the calculus says entailment: widening an upward position, or narrowing a downward one."""
    return np.asarray((polarities(spec) > 0) == (spec.change == "generalise"))


# --- its two sentences ---


@dataclass(frozen=True)
class Builder:
    """Sentences of a spec over fixed words; the quantifiers are placeholders, one for each phrase."""

    grammar: Grammar

    def sentences(self, spec: Spec) -> tuple[Derivation, Derivation]:
        """For `generalise` the more specific sentence comes first, for `specialise` the more general one."""
        specific, general = (Derivation(self._outer(spec, g), self.grammar) for g in (False, True))
        # A disjunction is the more general phrase; every other replacement adds to the more specific one.
        return (specific, general) if spec.change == "generalise" else (general, specific)

    def _outer(self, spec: Spec, general: bool) -> Node:
        inner = self._sentence(spec, general)
        match spec.outer:
            case "negation":
                return self.branch("S", Particle("it is not the case that"), inner)
            case "antecedent":
                return self.branch("S", Particle("if"), inner, Particle(","), self._side())
            case "consequent":
                return self.branch("S", Particle("if"), self._side(), Particle(","), inner)
        return inner

    def _side(self) -> Node:
        return self.branch("Side", Particle("some"), self.word("N", 9, "pl"), self.word("IV", 1, "past"))

    def _sentence(self, spec: Spec, general: bool) -> Node:
        np = self._phrase(spec, 1, general)
        match spec.frame:
            case "adverb":
                return self.branch("S", self.word("Adv", 1), Particle(","), np, self._verb(spec, general))
            case "preposition":
                return self.branch("S", self.word("PP", 1), Particle(","), np, self._verb(spec, general))
            case "object":
                return self.branch("S", Particle("some"), self.word("N", 8, "pl"), self.word("TV", 9, "past"), np)
        return self.branch("S", np, self._verb(spec, general))

    def _verb(self, spec: Spec, general: bool) -> Node:
        iv = self.word("IV", 0, "past")
        if spec.argument == "second":
            if spec.replacement == "disjunction" and general:
                return self.branch("VP", iv, Particle("or"), self.word("IV2", 0, "past"))
            if spec.replacement == "conjunction" and not general:
                return self.branch("VP", iv, Particle("and"), self.word("IV2", 0, "past"))
            if spec.replacement in ("adverb", "preposition") and not general:
                return self.branch("VP", iv, self.word("Adv" if spec.replacement == "adverb" else "PP", 0))
        return self.branch("VP", iv)

    def _phrase(self, spec: Spec, k: int, general: bool) -> Node:
        n = self._noun(spec, k, general)
        if k == spec.phrases:
            return self.branch("NP", placeholder(k), n)
        inner = self._phrase(spec, k + 1, general)
        wh, tv = self.word("Wh", 0), self.word("TV", k - 1, "past")
        clause = (wh, tv, inner) if spec.shapes[k - 1] == "subject" else (wh, inner, tv)
        return self.branch("NP", placeholder(k), n, self.branch("Sbar", *clause))

    def _noun(self, spec: Spec, k: int, general: bool) -> Node:
        n = self.word("N", k - 1, "pl")
        if spec.argument == "first" and spec.position == k:
            if spec.replacement == "hyponym" and general:
                return self.branch("Nbar", self.word("Hypernym", 0, "pl"))
            if not general and spec.replacement != "hyponym":
                extra = {"adjective": "Adj", "preposition": "PP", "relative clause": "RelC"}[spec.replacement]
                word = self.word(extra, 0)
                return self.branch("Nbar", *((word, n) if extra == "Adj" else (n, word)))
        return self.branch("Nbar", n)

    def branch(self, category: str, *parts: Node) -> Branch:
        return Branch(_rules(self.grammar)[category, _looks(parts)], category, parts)

    def word(self, category: str, k: int, form: str = "") -> Leaf:
        key = "num" if category in ("N", "Hypernym") else "form"
        return self.grammar.leaves(f"{category}[{key}={form}]" if form else category)[k]


def _looks(parts: Sequence[Node]) -> tuple[str, ...]:
    return tuple(str(p) if isinstance(p, Particle) else p.category for p in parts)


@lru_cache(maxsize=8)
def _rules(grammar: Grammar) -> dict[tuple[str, tuple[str, ...]], Any]:
    return {(left, tuple(map(str, r.right))): r.rule for left, flat in grammar.flat.rules.items() for r in flat}


@lru_cache(maxsize=64)
def placeholder(k: int) -> Leaf:
    text = f"Q{k}"
    return Leaf(Word(text, (Form("Q", text),), determiner(blank(k))), Form("Q", text))


def blanked(d: Derivation) -> Derivation:
    """The sentence with the placeholders for its quantifiers, from left to right."""
    order = iter(range(1, len(d.leaves()) + 1))

    def other(leaf: Any) -> Any:
        return placeholder(next(order)) if isinstance(leaf, Leaf) and leaf.category == "Q" else leaf

    return Derivation(with_leaves(d.root, other), d.grammar)


# Blanks for quantifiers (Yanaka et al. 2020), what they are filled with, and the certificate that is good for
# all.


def blank(k: int) -> Quantifier:
    return Quantifier("blank", (Inequality(-1, 0, -1),), (k,))


def exact(problem: Problem, kinds: Sequence[int]) -> Problem:
    """Gives every quantifier a threshold of its own: |A ∩ B| is at least, or at most, t."""
    return _with(problem, tuple((downward if k == DOWN else upward)(f"t{n}") for n, k in enumerate(kinds, 1)))


def least(problem: Problem, kinds: Sequence[int]) -> Problem:
    """Makes all thresholds as small as possible: some and no."""
    return _with(problem, tuple(NO if k == DOWN else SOME for k in kinds))


def opaque(problem: Problem, kinds: Sequence[int]) -> Problem:
    """The paper's encoding: some and no of those that are, say, few. Only the direction of the number is said."""

    def change(f: Formula) -> Formula:
        match f:
            case Quant(Quantifier("blank", _, (k,)), Var() as x, restrictor, body):
                q = NO if kinds[k - 1] == DOWN else SOME
                return Quant(q, x, conj(restrictor, Pred(f"number{k}", (x,))), body)
        return f

    return _changed(problem, change)


def _with(problem: Problem, quantifiers: Sequence[Quantifier]) -> Problem:
    def change(f: Formula) -> Formula:
        match f:
            case Quant(Quantifier("blank", _, (k,)), x, restrictor, body):
                return Quant(quantifiers[k - 1], x, restrictor, body)
        return f

    return _changed(problem, change)


def _changed(problem: Problem, change: Any) -> Problem:
    premises = tuple(rebuild(p, change) for p in problem.premises)
    return Problem(premises, rebuild(problem.hypothesis, change), problem.theory, problem.reading)


# --- one certificate for all quantifiers of given directions ---

BlankTask: TypeAlias = tuple[Problem, tuple[int, ...], bool, str]
"""A problem with blanks, the direction of each quantifier, whether the calculus says entailment, and the encoding."""


def on_record(answers: Answers, task: BlankTask) -> Schema:
    blank, kinds, entailed, numerals = task
    schema = answers((opaque if numerals == "opaque" else exact)(blank, kinds))
    return replace(schema, calculus="entailment" if entailed else "neutral")


def decided(task: BlankTask) -> Schema:
    """Entailments are proved for any thresholds; the others are refuted for the least ones, which stand for all."""
    from provenli.certify.decide import decide  # here, for verification asks no engine
    from provenli.certify.engines.sat_models import with_spread_witness
    from provenli.pairs.decided_schemas import COUNTED

    blank, kinds, entailed, numerals = task
    problem = (opaque if numerals == "opaque" else exact)(blank, kinds)
    asked = problem if entailed else least(blank, kinds)
    verdict = decide(asked.premises, asked.hypothesis, asked.theory, asked.reading, COUNTED)
    if isinstance(verdict.certificate, Countermodels):
        c = verdict.certificate
        verdict = Verdict(
            verdict.label,
            Countermodels(widened(c.with_hypothesis, kinds, numerals), widened(c.without_hypothesis, kinds, numerals)),
        )
    if numerals == "exact":
        verdict = with_spread_witness(problem, verdict, thresholds_of(kinds))
    check(problem, verdict, kinds, numerals)
    return Schema(problem, verdict, "entailment" if entailed else "neutral")


def widened(model: FiniteModel, kinds: Sequence[int], numerals: str) -> FiniteModel:
    """Turn a model for 'some' and 'no' into one for the encoding."""
    if numerals == "exact":
        return replace(model, thresholds={f"t{k}": 1 if kind == UP else 0 for k, kind in enumerate(kinds, 1)})
    everything = frozenset((e,) for e in range(model.size))
    return replace(model, relations={**model.relations, **{f"number{k + 1}": everything for k in range(len(kinds))}})


def bits(kinds: int, n: int) -> tuple[int, ...]:
    return tuple(kinds >> k & 1 for k in range(n))


def thresholds_of(kinds: Sequence[int]) -> dict[str, int]:
    return {f"t{k}": kind for k, kind in enumerate(kinds, 1)}


def check(problem: Problem, verdict: Verdict, kinds: Sequence[int], numerals: str) -> None:
    """Beyond the kernel's check: the evidence must be good for every quantifier of these directions."""
    if numerals == "exact":
        stands_for_all(problem, verdict, thresholds_of(kinds))
    elif isinstance(verdict.certificate, Countermodels):
        for m in (verdict.certificate.with_hypothesis, verdict.certificate.without_hypothesis):
            everything: frozenset[tuple[int, ...]] = frozenset((e,) for e in range(m.size))
            if any(m.relations.get(f"number{k}") != everything for k in range(1, len(kinds) + 1)):
                raise Refused("the model says something of numbers, so it is none for plain 'some' and 'no'")


def opening(text: str, shape: str) -> Word:
    """How a clause begins; its one form names the shape of the clause, for the record."""
    return Word(text, (Form("Shape", shape),), TRUE)


WH_SUBJECT = WordClass("Wh:subject", (opening("that ", "wh V NP"), opening("which ", "wh V NP")), (1, 1))
WH_FULL = WordClass("Wh:full", (opening("that ", "wh NP V"), opening("which ", "wh NP V")), (1, 1))
# Table 6 has three embeddings, two of them with that or which: of object clauses half have neither.
WH_OBJECT = WordClass("Wh:object", (*WH_FULL.words, opening("", "NP V")), (1, 1, 2))
WH_CLASSES = (WH_SUBJECT, WH_FULL, WH_OBJECT)


def pattern_of(
    spec: Spec, builder: Builder, classes: Classes, switch: Switch, *, polished: bool = False
) -> tuple[Pattern, Problem]:
    """The pattern, and its problem with blanks for quantifiers."""
    premise, hypothesis = builder.sentences(spec)
    slots = slots_of((premise, hypothesis), classes)
    first = len(slots)
    kinds = [*(classes.of[w] for w in slots), *(_wh_class(spec, k, polished) for k in range(len(spec.shapes)))]
    pieces = [pieces_of(d, slots, first) for d in (premise, hypothesis)]
    pattern = Pattern(
        premise=pieces[0],
        hypothesis=pieces[1],
        slots=tuple(kinds),
        features=features_of(spec, first),
        schema=np.full(2**spec.phrases, -1, dtype=np.int64),
        switches=(switch,) * spec.phrases,
        recipe=asdict(spec),
    )
    return pattern, Problem((premise.meaning,), hypothesis.meaning)


def sentences_of(spec: Spec, builder: Builder, classes: Classes) -> Sentences:
    """*That* and *which* mean nothing: they stand for slots in their order."""
    premise, hypothesis = builder.sentences(spec)
    switches = {placeholder(k).word: k - 1 for k in range(1, spec.phrases + 1)}
    slots = slots_of((premise, hypothesis), classes)
    return Sentences(premise, hypothesis, slots, switches, {"Wh": len(slots)})


def _wh_class(spec: Spec, k: int, polished: bool) -> str:
    if spec.shapes[k] == "subject":
        return WH_SUBJECT.name
    # After a relative clause, a clause without a pronoun of its own would be read as part of it.
    stacked = spec.replacement == "relative clause" and spec.position == k + 1
    # 'cats dogs some lions kicked hit ran' is hard to follow.
    nested = polished and len(spec.shapes) > 1
    return WH_FULL.name if stacked or nested else WH_OBJECT.name


def pieces_of(d: Derivation, slots: dict[Any, int], first_wh: int) -> Pieces:
    tokens: list[Piece] = []
    switches = clauses = 0
    for _, node in walk(d.root):
        match node:
            case Leaf(word, _) if word in slots:
                tokens.append(Gap(slots[word], form_number(node)))
            case Leaf(_, Form("Q", _)):
                tokens.append(Turn(switches))
                switches += 1
            case Leaf(_, Form("Wh", _)):
                tokens.append(Gap(first_wh + clauses, -1))
                clauses += 1
            case Particle(text):
                tokens += text.split()
    return _closed_up(joined(tokens), first_wh)


def _closed_up(pieces: Pieces, first_wh: int) -> Pieces:
    """*That* and *which* bring their own space, since sometimes neither is there."""
    out: list[Piece] = []
    for p in pieces:
        after = out and isinstance(out[-1], Gap) and out[-1].slot >= first_wh
        out.append(p.removeprefix(" ") if after and isinstance(p, str) else p)
    return merged([p for p in out if p != ""])


def features_of(spec: Spec, first_wh: int) -> tuple[tuple[str, Pieces], ...]:
    quantifiers: list[Piece] = ["["]
    for k in range(spec.phrases):
        quantifiers += [", "] * (k > 0) + ['"', Turn(k), '"']
    shapes: list[Piece] = ["["]
    for k in range(len(spec.shapes)):
        shapes += [", "] * (k > 0) + ['"', Gap(first_wh + k, 0), '"']
    return (
        ("depth", (str(spec.depth),)),
        ("quantifiers", merged([*quantifiers, "]"])),
        ("replacement", (f'"{spec.replacement}"',)),
        ("argument", (f'"{spec.argument}"',)),
        ("position", (str(spec.position),)),
        ("change", (f'"{spec.change}"',)),
        ("monotonicity", (Told(('"upward"', '"downward"'), (polarities(spec) < 0).astype(np.int64)),)),
        ("embedding", merged([*shapes, "]"])),
        ("frame", (f'"{spec.frame}"',)),
        ("outer", (f'"{spec.outer}"',)),
    )
