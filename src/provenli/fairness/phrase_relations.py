"""How two aligned phrases compare: the value of a node of the aligned tree, computed from those of its children.

    a noun and a noun, a clause and a clause        one of the seven relations
    a noun phrase and a noun phrase                 two quantifiers, and the relation of what they quantify over
    a name and a name                               the same or not
    other words and phrases                         the words themselves, or words of their class; how they are built

Functions are not written down. Given the values of the children, phrases are made up that have them (two fresh
predicates that are so related), the rules' own meanings are applied, and the natural-logic calculus says how the
results are related. So equal values below always give equal values above, which is what makes it a composition tree.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

from provenli.fairness.alignment import EMPTY, AlignedSide
from provenli.grammar import Word, quantify
from provenli.logic.calculus import relate, theory_lexicon
from provenli.logic.formulas import Const, Formula, Pred, Quant, Term, is_formula, substitute
from provenli.logic.quantifiers import Quantifier
from provenli.logic.relations import Relation
from provenli.logic.theory import Theory
from provenli.pairs.classes import Classes

Meanings: TypeAlias = tuple[Any, Any]
"""Meanings of the premise's and of the hypothesis's phrase; None if a phrase stands beside nothing."""
SOMETHING = Const("made-up thing")
MADE_UP = re.compile(r"made-up ([\d.]+)(.)([ph])(.*)")


def made_up(name: str) -> Callable[..., Formula]:
    """A predicate of any number of places plus one, so that nothing is assumed of it that holds only of nouns."""
    return lambda *args: Pred(f"made-up {name}", (*args, SOMETHING))


BODY = made_up("body")


# --- values -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Related:
    """Kinds of things, actions or claims that are so related; None: a phrase beside nothing."""

    relation: Relation | None
    premise: bool = True
    """If there is no relation: whether it is the premise's phrase."""
    clauses: bool = False
    """Claims mean formulas, the others functions that end in one."""

    def __str__(self) -> str:
        if self.relation is None:
            return _beside("clause" if self.clauses else "phrase", self.premise)
        return f"{self.relation} of clauses" if self.clauses else str(self.relation)

    def meanings(self, number: str) -> Meanings:
        made = (made_up(f"{number}{self.relation or EMPTY}{side}") for side in "ph")
        first, second = (m() if self.clauses else m for m in made)
        if self.relation is None:
            return (first, None) if self.premise else (None, first)
        return first, first if self.relation is Relation.EQUIVALENCE else second


@dataclass(frozen=True, slots=True)
class Named:
    """Two names, of one individual or of two."""

    same: bool | None
    premise: bool = True

    def __str__(self) -> str:
        return _beside("name", self.premise) if self.same is None else "same name" if self.same else "other name"

    def meanings(self, number: str) -> Meanings:
        first, second = (_name(Const(f"made-up {number}{side}")) for side in "ph")
        if self.same is None:
            return (first, None) if self.premise else (None, first)
        return first, first if self.same else second


@dataclass(frozen=True, slots=True)
class Worded:
    """Words that stand for themselves. A word of a class is represented by the first of the class, or the second."""

    premise: Word | None
    hypothesis: Word | None

    def __str__(self) -> str:
        return "/".join(EMPTY if w is None else w.lemma for w in (self.premise, self.hypothesis))

    def meanings(self, number: str) -> Meanings:
        del number
        return tuple(None if w is None else w.meaning for w in (self.premise, self.hypothesis))  # type: ignore[return-value]


@dataclass(frozen=True, slots=True)
class Quantified:
    """Quantified phrases: 'no dogs' beside 'some poodles'."""

    premise: Quantifier | None
    hypothesis: Quantifier | None
    over: Related

    def __str__(self) -> str:
        first, second = (EMPTY if q is None else str(q) for q in (self.premise, self.hypothesis))
        return f"{first}/{second} of {self.over}"

    def meanings(self, number: str) -> Meanings:
        first, second = self.over.meanings(number)
        return _quantified(self.premise, first), _quantified(self.hypothesis, second)


@dataclass(frozen=True, slots=True)
class Built:
    """Any other phrases, represented by how they were made."""

    made: MadePhrase
    parts: tuple[Value, ...]

    def __str__(self) -> str:
        return f"{{{self.made}: {', '.join(map(str, self.parts))}}}"

    def meanings(self, number: str) -> Meanings:
        return self.made.of([v.meanings(f"{number}.{k}") for k, v in enumerate(self.parts)])


@dataclass(frozen=True, slots=True)
class MadePhrase:
    """The rules of a node of the aligned tree, which determine its function."""

    kind: str
    premise: AlignedSide | None
    hypothesis: AlignedSide | None

    def __str__(self) -> str:
        return self.kind

    def of(self, below: Sequence[Meanings]) -> Meanings:
        return _applied(self.premise, [m[0] for m in below]), _applied(self.hypothesis, [m[1] for m in below])


Value: TypeAlias = Related | Named | Worded | Quantified | Built


def _applied(side: AlignedSide | None, below: Sequence[Any]) -> Any:
    if side is None:
        return None
    parts = [below[k] for k in side.parts]
    return parts[0] if side.rule is None else side.rule.meaning(*parts)


def _name(c: Term) -> Any:
    return lambda body: body(c)


def _quantified(q: Quantifier | None, restrictor: Any) -> Any:
    return None if q is None else lambda body: quantify(q, restrictor, body)


def _beside(what: str, premise: bool) -> str:
    return f"{what}/{EMPTY}" if premise else f"{EMPTY}/{what}"


# --- functions --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Comparing:
    """`nontrivial`: no noun phrase is empty, as existential import says."""

    theory: Theory
    classes: Classes
    nontrivial: bool = False

    @cached_property
    def _known(self) -> dict[tuple[MadePhrase, tuple[Value, ...]], Value]:
        return {}

    @cached_property
    def _lexical(self) -> Callable[[Pred, Pred], Relation]:
        return theory_lexicon(self.theory)

    def words(self, premise: Word | None, hypothesis: Word | None) -> Value:
        """REL and PROJ of Geiger et al. 2019, for two words, or for a word beside nothing."""
        given = [w for w in (premise, hypothesis) if w is not None]
        both = premise is not None and hypothesis is not None
        if all(_is_predicate(w) for w in given):
            return Related(self._of_predicates(*given) if both else None, premise is not None)
        if all(_is_name(w) for w in given):
            return Named(premise == hypothesis if both else None, premise is not None)
        alike = both and premise != hypothesis and len({self.classes.of.get(w, w.lemma) for w in given}) == 1
        return Worded(self._stand_in(premise, 0), self._stand_in(hypothesis, 1 if alike else 0))

    def _of_predicates(self, p: Word, h: Word) -> Relation:
        told = {c.arity for c in self.theory.clauses if p.symbol in c.body | c.head}
        args = (SOMETHING,) * min(told, default=1)
        return self._lexical(Pred(p.symbol, args), Pred(h.symbol, args))

    def _stand_in(self, w: Word | None, k: int) -> Word | None:
        if w is None or w not in self.classes.of:
            return w
        alike = self.classes.by_name[self.classes.of[w]].words
        return alike[min(k, len(alike) - 1)]

    def phrases(self, made: MadePhrase, below: tuple[Value, ...]) -> Value:
        """COMP of Geiger et al. 2019: remembered, so that it is a function."""
        key = made, below
        if key not in self._known:
            try:
                self._known[key] = self._compared(made, below)
            except Exception:  # a user's rule may look into meanings that made-up phrases do not have
                self._known[key] = Built(made, below)
        return self._known[key]

    def _compared(self, made: MadePhrase, below: tuple[Value, ...]) -> Value:
        meanings = made.of([v.meanings(str(k)) for k, v in enumerate(below)])
        p, h = (None if m is None else _claim(m) for m in meanings)
        if (p is None) != (meanings[0] is None) or (h is None) != (meanings[1] is None):
            return self._noun_phrases(meanings) or Built(made, below)
        clauses = any(map(is_formula, meanings))
        if p is None or h is None:
            return Related(None, p is not None, clauses)
        return Related(relate(p, h, self._related, nontrivial=self.nontrivial), clauses=clauses)

    def _noun_phrases(self, meanings: Meanings) -> Quantified | None:
        p, h = (None if m is None else _quant(m) for m in meanings)
        if (p is None) != (meanings[0] is None) or (h is None) != (meanings[1] is None):
            return None
        if p is not None and h is not None:
            over = relate(_restrictor(p), _restrictor(h), self._related, nontrivial=self.nontrivial)
            return Quantified(p.quantifier, h.quantifier, Related(over))
        first, second = (None if q is None else q.quantifier for q in (p, h))
        return Quantified(first, second, Related(None, p is not None))

    def _related(self, left: Pred, right: Pred) -> Relation:
        """Made-up predicates are related as was made up, words as the theory says."""
        if left == right:
            return Relation.EQUIVALENCE
        first, second = MADE_UP.fullmatch(left.name), MADE_UP.fullmatch(right.name)
        if first is None or second is None:
            return self._lexical(left, right)
        same = left.args == right.args and first.group(1, 2, 4) == second.group(1, 2, 4)
        return Relation(first[2]) if same and first[3] == "p" else Relation.INDEPENDENCE


def _is_predicate(w: Word) -> bool:
    claim = _claim(w.meaning) if w.symbol else None
    return isinstance(claim, Pred) and claim.name == w.symbol


def _is_name(w: Word) -> bool:
    claim = _called(w.meaning, BODY) if w.symbol else None
    return claim == BODY(Const(w.symbol))


def _claim(meaning: Any) -> Formula | None:
    """A sentence as it is; for a property, that something has it. None if it is neither."""
    return meaning if is_formula(meaning) else _called(meaning, SOMETHING)


def _quant(meaning: Any) -> Quant | None:
    claim = _called(meaning, BODY)
    return claim if isinstance(claim, Quant) and claim.body == BODY(claim.var) else None


def _called(meaning: Any, argument: Any) -> Formula | None:
    """Meanings are functions, and only trying shows what they take."""
    try:
        claim = meaning(argument)
    except (TypeError, AttributeError):
        return None
    return claim if is_formula(claim) else None


def _restrictor(f: Quant) -> Formula:
    return substitute(f.restrictor, f.var, SOMETHING)
