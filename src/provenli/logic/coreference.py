"""Coreference: the indefinite subject of a hypothesis is identified with that of the premise.

*Some dog ran* / *some dog did not run* can both be true of two dogs. Whoever hears one dog in both hears a
contradiction. For one individual, both sentences speak of the same constant. For a group (*at least 3 dogs*, *many
dogs*), the premise says who the group is, namely all of whom it is true (Evans 1980), and the hypothesis speaks of all
of them, as many as it says. If premise or hypothesis has no indefinite subject, nothing changes.
"""

from __future__ import annotations

from collections.abc import Sequence

from provenli.logic.formulas import And, Const, Formula, Pred, Quant, conj, substitute
from provenli.logic.quantifiers import A_FEW, EVERY, MANY, MOST, SEVERAL, SOME, Quantifier, at_least

SAME = "the same one"
GROUP = "the same group"


def corefer(premises: Sequence[Formula], hypothesis: Formula) -> tuple[tuple[Formula, ...], Formula]:
    """Premises and hypothesis with the subjects identified: that of the last premise which has one."""
    asked = _subject(hypothesis)
    for k in reversed(range(len(premises))):
        said = _subject(premises[k])
        if said is None or asked is None:
            continue
        alone = _single(said.quantifier) and _single(asked.quantifier)
        premise = _replaced(premises[k], said, _individual(said) if alone else _introduced(said))
        conclusion = _replaced(hypothesis, asked, _individual(asked) if alone else _resumed(asked))
        return (*premises[:k], premise, *premises[k + 1 :]), conclusion
    return tuple(premises), hypothesis


def _subject(f: Formula) -> Quant | None:
    """The indefinite with which a sentence begins; what names presuppose may stand beside it."""
    for part in f.parts if isinstance(f, And) else (f,):
        if isinstance(part, Quant) and _indefinite(part.quantifier):
            return part
    return None


def _indefinite(q: Quantifier) -> bool:
    counts_up = bool(q.numbers) and 0 not in q.numbers and any(i.inside < 0 for i in q.inequalities)
    return counts_up or q in (SOME, MANY, SEVERAL, A_FEW, MOST)


def _single(q: Quantifier) -> bool:
    return q == SOME or q == at_least(1)


def _replaced(f: Formula, old: Formula, new: Formula) -> Formula:
    return conj(*(new if p == old else p for p in f.parts)) if isinstance(f, And) else new


def _individual(f: Quant) -> Formula:
    one = Const(SAME)
    return conj(substitute(f.restrictor, f.var, one), substitute(f.body, f.var, one))


def _introduced(f: Quant) -> Formula:
    who, group = conj(f.restrictor, f.body), Pred(GROUP, (f.var,))
    return conj(f, Quant(EVERY, f.var, who, group), Quant(EVERY, f.var, group, who))


def _resumed(f: Quant) -> Formula:
    who, group = conj(f.restrictor, f.body), Pred(GROUP, (f.var,))
    number = () if f.quantifier == MOST else (Quant(f.quantifier, f.var, group, who),)
    return conj(Quant(EVERY, f.var, group, who), *number)
