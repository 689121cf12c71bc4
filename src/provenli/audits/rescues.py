"""The weakest change of reading that makes a published label right.

Changes are tried from weak to strong. First comes what the text itself leaves open: a bare number may be exact (*13
places*), and words may be attached otherwise. Then comes one change of reading, in the order of
`reading_choices.alternatives`, and then two changes at once; a pair is as weak as the stronger of its two. Last comes
missing knowledge: a word of one sentence may imply one of the other. Changes that cannot matter are not decided. They
leave the facts as they are, add facts to what is proved already, take facts away from what has models both ways, or
leave a known model that refutes the label.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, fields, replace
from functools import lru_cache
from itertools import combinations, product

from provenli.audits.verdicts import right
from provenli.audits.word_kinds import MayImply, anything, wider
from provenli.certify.certificates import Countermodels, Problem, Proved, Situation, Verdict, situate
from provenli.certify.smaller_models import true_in
from provenli.logic.formulas import Formula, Quant, constants, predicates, rebuild, thresholds
from provenli.logic.models import FiniteModel
from provenli.logic.quantifiers import at_least
from provenli.logic.reading_choices import alternatives
from provenli.logic.readings import Reading
from provenli.logic.theory import Theory, isa

NUMBERS = "exact numbers"
ATTACHMENT = "another attachment"
KNOWLEDGE = "knowledge"
NONE = "none"
UNSETTLED = "not decided"
"""Said when no decided change helps and some changes stayed undecided."""
OTHER_SENSE, OTHER_SCOPE = "another sense of a word", "another scope"
"""What a verdict on an English pair rests on, and what might therefore be otherwise. These are named, not tried."""
JOIN = " + "
MOST_WORDS = 4
"""How many words of one sentence alone are tried. With more of them, the sentences are not about the same thing."""

Decider = Callable[[Problem], Verdict]


@dataclass(frozen=True, slots=True)
class ReadingChange:
    """`kind`: which choices change ('existential_import', 'scope + the'). `detail`: to what ('the=existential')."""

    kind: str
    detail: str
    problem: Problem


@dataclass(frozen=True, slots=True)
class Rescue:
    """`change` is None if nothing helps. `tried`: every change that was asked about, weakest first, each with its label
    or with the fact that it is not the published one. If one of them is undecided, nobody can say that nothing helps.
    """

    change: ReadingChange | None
    verdict: Verdict | None
    tried: tuple[tuple[str, str], ...]

    @property
    def kind(self) -> str:
        if self.change:
            return self.change.kind
        return UNSETTLED if self.undecided else NONE

    @property
    def undecided(self) -> tuple[str, ...]:
        return tuple(what for what, label in self.tried if label == "undecided")


def weakest(
    problems: tuple[Problem, ...],
    first: Verdict,
    published: str,
    two_way: bool,
    decide: Decider,
    sensible: MayImply = anything,
) -> Rescue:
    """Find the weakest rescue. `problems`: what the text may mean, closest attachment first. `first`: the disputed
    verdict on the first. `sensible`: whether somebody might know that one word implies the other."""
    decided = first.label
    tried: list[tuple[str, str]] = []
    known = [(situate(problems[0]), decided)]
    models = list(models_of(first))
    for change in changes(problems, sensible):
        situation = situate(change.problem)
        if _hopeless(situation, known, published, two_way):
            continue
        if _refuted(situation, models, published):
            tried.append((change.detail, f"not {published}"))
            continue
        verdict = decide(change.problem)
        known.append((situation, verdict.label))
        models += models_of(verdict)
        tried.append((change.detail, verdict.label))
        if verdict.label != "undecided" and right(published, verdict.label, two_way):
            return Rescue(change, verdict, tuple(tried))
    return Rescue(None, None, tuple(tried))


def _hopeless(situation: Situation, known: Sequence[tuple[Situation, str]], published: str, two_way: bool) -> bool:
    """Whether earlier decisions already show that the published label is not right here either."""
    for other, label in known:
        possible = settled(other, label, situation)
        if situation == other or (possible and not any(right(published, p, two_way) for p in possible)):
            return True
    return False


def _refuted(situation: Situation, models: Iterable[FiniteModel], published: str) -> bool:
    """Whether one of the models shows that the published label is wrong here too."""
    if published == "contradiction":
        facts = situation.with_hypothesis()
    elif published == "entailment":
        facts = situation.without_hypothesis()
    else:
        return False
    names = frozenset[str]().union(*(constants(f) for f in facts))
    many = frozenset[str]().union(*(thresholds(f) for f in facts))
    fitting = (m for m in models if names <= m.names.keys() and many <= m.thresholds.keys() and not m.degrees)
    return any(true_in(m, facts, situation.theory) for m in fitting)


def models_of(verdict: Verdict) -> tuple[FiniteModel, ...]:
    match verdict.certificate:
        case Countermodels(one, two):
            return (one, two)
        case Proved(_, witness):
            return (witness,)
    return ()


def settled(first: Situation, decided: str, other: Situation) -> frozenset[str]:
    """The labels that the other situation can still have, given what is known of the first; empty if that tells
    nothing. More facts refute what fewer facts refute, and may have no model. Then what the hypothesis presupposes is
    ruled out, and it is contradicted after all. Fewer facts are true in every model of more."""
    if (first.theory, first.hypothesis) != (other.theory, other.hypothesis):
        return frozenset()
    before, after = {*first.premises, *first.granted}, {*other.premises, *other.granted}
    if decided == "neutral":
        return frozenset({"neutral"}) if after <= before else frozenset()
    if decided in ("entailment", "contradiction") and after >= before:
        return frozenset({decided, "contradiction", "inconsistent"})
    return frozenset()


def changes(problems: tuple[Problem, ...], sensible: MayImply = anything) -> Iterator[ReadingChange]:
    first, *others = problems
    for k, other in enumerate(others, 2):
        kind = NUMBERS if _at_least(other) == _at_least(first) else ATTACHMENT
        yield ReadingChange(kind, f"{'numbers' if kind == NUMBERS else 'attachment'} {k} of {len(problems)}", other)
    for reading in ordered_readings(first.reading):
        kind, detail = difference(first.reading, reading)
        yield ReadingChange(kind, detail, replace(first, reading=reading))
    yield from missing_knowledge(first, sensible)


def _at_least(problem: Problem) -> tuple[Formula, ...]:
    """The sentences with every exact number read as "at least"."""

    def loosened(f: Formula) -> Formula:
        exact = isinstance(f, Quant) and f.quantifier.name == "exactly"
        return replace(f, quantifier=at_least(*f.quantifier.numbers)) if isinstance(f, Quant) and exact else f

    return tuple(rebuild(f, loosened) for f in (*problem.premises, problem.hypothesis))


def missing_knowledge(problem: Problem, sensible: MayImply = anything) -> Iterator[ReadingChange]:
    """Suppose that a word of the premise alone implies a word of the hypothesis alone, or the other way round."""
    said = frozenset[tuple[str, int]]().union(*(predicates(p) for p in problem.premises))
    asked = predicates(problem.hypothesis)
    ours, theirs = sorted(said - asked), sorted(asked - said)
    if max(len(ours), len(theirs)) > MOST_WORDS:
        return
    for narrow, wide in (*product(ours, theirs), *product(theirs, ours)):
        clauses = isa(narrow[0], wide[0], arity=narrow[1])
        alike = narrow[1] == wide[1] > 0 and sensible(narrow[0], wide[0])
        if alike and _plausible(narrow[0], wide[0], problem.theory):
            theory = Theory((*problem.theory.clauses, *clauses), problem.theory.axioms)
            yield ReadingChange(KNOWLEDGE, f"{narrow[0]}={wide[0]}", replace(problem, theory=theory))


def _plausible(narrow: str, wide: str, theory: Theory) -> bool:
    """Whether the implication is worth trying: it is not known already, its converse is not known (all animals are
    dogs), and it leaves something for the narrower word to be true of."""
    below, above = {narrow, *wider(narrow, theory)}, {wide, *wider(wide, theory)}
    empty = any(not c.head and c.body <= below | above for c in theory.clauses)
    return wide not in below and narrow not in above and not empty


@lru_cache(maxsize=64)
def ordered_readings(default: Reading) -> tuple[Reading, ...]:
    """One change, weakest first; then two of different choices. The order of single ones is that of `alternatives`."""
    single = [reading for _, reading in alternatives(default) if len(_changed(default, reading)) == 1]
    double = sorted(combinations(range(len(single)), 2), key=lambda pair: (pair[1], pair[0]))
    both = (_both(default, single[a], single[b]) for a, b in double)
    return (*single, *(r for r in both if r is not None))


def _both(default: Reading, a: Reading, b: Reading) -> Reading | None:
    """Both changes at once; None where they change the same choice."""
    plain, left, right_ = asdict(default), _changed(default, a), _changed(default, b)
    return None if set(left) & set(right_) else Reading(**{**plain, **left, **right_})


def _changed(default: Reading, other: Reading) -> dict[str, bool | str]:
    names = [f.name for f in fields(Reading)]
    return {n: getattr(other, n) for n in names if getattr(other, n) != getattr(default, n)}


def difference(default: Reading, other: Reading) -> tuple[str, str]:
    words = {True: "yes", False: "no"}
    changed = {n: words[v] if isinstance(v, bool) else v for n, v in sorted(_changed(default, other).items())}
    return JOIN.join(changed), ", ".join(f"{n}={v}" for n, v in changed.items())
