"""Rows parsed from their texts alone: the certificate must support the label for the row's own problem.

For such a row nobody need believe anything about classes of words, keys of schemas or matching. Its texts are read with
the fragment's grammar, closest attachment first, and the kernel checks the certificate against what they mean, in the
names of the certificate (a one-to-one renaming changes no label: logic/names.py).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain, product
from typing import NamedTuple

from provenli.certify import kernel
from provenli.certify.certificates import Countermodels, Problem, Proved, Verdict
from provenli.data.check_certificates import Proven
from provenli.errors import ProveNLIError, Refused
from provenli.grammar.derivation import Derivation
from provenli.grammar.tree import shape_of
from provenli.logic.formula_printer import show
from provenli.logic.formulas import canonical, unmark
from provenli.logic.models import FiniteModel
from provenli.logic.names import Names
from provenli.logic.theory import Theory
from provenli.pairs.fragment import parallel
from provenli.pairs.schemas import flipped, key_of, numbers, said, turned_in
from provenli.pairs.workers import in_processes


class ParsedSample(NamedTuple):
    """A row that is to be parsed."""

    file: str
    line: int
    premise: str
    hypothesis: str
    pattern: int
    kinds: int
    schema: int


@dataclass(frozen=True)
class Parsed:
    proven: Proven

    def check(self, samples: Iterable[ParsedSample]) -> None:
        """Check each sample. Those of patterns that no grammar reads are counted and named."""
        subject = self.proven.subject
        todo = [s for s in samples if s.schema in self.proven.labels]
        open_ = [s for s in todo if self.proven.patterns[s.pattern].own is None]
        if open_:
            patterns = len({s.pattern for s in open_})
            subject.report.not_checked.append(
                f"{patterns} patterns hold sentences of a source of its own, which no grammar here reads; what is "
                f"known of them is attested"
            )
        read = [s for s in todo if self.proven.patterns[s.pattern].own is not None]
        for k, (sample, what) in enumerate(zip(read, in_processes(self.fault, read, subject.workers), strict=True), 1):
            subject.progress("parsing rows", k, len(read))
            if what:
                subject.report.add(sample.file, sample.line, what)

    def fault(self, sample: ParsedSample) -> str:
        try:
            self.supported(sample)
        except (ProveNLIError, ValueError) as e:
            return f"parsed from its text alone: {e}"
        return ""

    def supported(self, sample: ParsedSample) -> Problem:
        """What the row says and the certificate supports: by the closest reading, or by one that differs from it only
        in words (two words may be written alike) or not at all in meaning."""
        tried = (self._tried(sample, pair) for pair in self._pairs(sample))
        first = next(tried)
        found = next((t for t in chain((first,), tried) if isinstance(t, Problem)), first)
        if isinstance(found, Problem):
            return found
        raise found

    def _tried(self, sample: ParsedSample, pair: tuple[Derivation, Derivation]) -> Problem | Exception:
        own = self.proven.patterns[sample.pattern].own
        assert own is not None
        try:
            problem = own(*pair, sample.kinds)
            self._supported(sample, problem)
        except (ProveNLIError, ValueError) as e:
            return e
        return problem

    def _pairs(self, sample: ParsedSample) -> Iterator[tuple[Derivation, Derivation]]:
        """Trees of the sentences, closest reading first."""
        fragment = self.proven.subject.fragment
        closest, *others = parallel(fragment.read(sample.premise), fragment.read(sample.hypothesis))
        yield closest
        shapes = [shape_of(d.root) for d in closest]
        yield from (pair for pair in others if [shape_of(d.root) for d in pair] == shapes)
        # 'if some dogs ran, some cats swam' has two trees, either clause being the one that a pattern changes
        yield from product(
            fragment.trees(sample.premise, closest[0].meaning), fragment.trees(sample.hypothesis, closest[1].meaning)
        )

    def _supported(self, sample: ParsedSample, own: Problem) -> None:
        certified = self.proven.problems[sample.schema]
        if own == certified:
            return  # the kernel has checked just this
        if certified != key_of(own) != key_of(certified):
            raise Refused(
                f"its closest reading is another problem than that of s{sample.schema}, whose tree the parser does not "
                f"give to this text"
            )
        asked = in_names_of(certified, own)
        verdict = completed(self.proven.verdicts[sample.schema], asked.theory)
        kernel.check(asked, verdict)
        self.proven.patterns[sample.pattern].check(sample.kinds, asked, verdict)


def in_names_of(certified: Problem, own: Problem) -> Problem:
    """The row's own problem in the names that the certificate uses; it keeps its own theory, with nothing left out."""
    names, turned = names_between(certified, own)
    spoken = flipped(said(own), turned)
    about = own.theory.about(spoken)
    strange = {n for c in about.clauses for n in c.body | c.head} - set(names.predicates)
    names = Names({**names.predicates, **{n: f"{n} of its own" for n in strange}}, names.constants)
    if not names.one_to_one:
        raise Refused("two of its words would have one name")
    *premises, hypothesis = map(names.formula, spoken)
    axioms = sorted((names.formula(canonical(unmark(a))) for a in about.axioms), key=show)
    theory = Theory(tuple(map(names.clause, about.clauses)), tuple(axioms))
    return Problem(tuple(premises), hypothesis, theory, own.reading)


def names_between(certified: Problem, own: Problem) -> tuple[Names, frozenset[str]]:
    """The certificate's name for each of the row's own, and the relations whose arguments are exchanged."""
    names, turned = numbers(own), turned_in(own)
    if certified == key_of(own):
        return names, turned
    names = _through(names, numbers(certified))
    return names, frozenset(
        n for n in names.predicates if (n in turned) != (names.predicates[n] in turned_in(certified))
    )


def _through(own: Names, certified: Names) -> Names:
    """Map own names to those of the certificate by way of the numbers that both have."""
    predicates = {number: name for name, number in certified.predicates.items()}
    constants = {number: name for name, number in certified.constants.items()}
    return Names(
        {name: predicates[number] for name, number in own.predicates.items()},
        {name: constants[number] for name, number in own.constants.items()},
    )


def completed(verdict: Verdict, theory: Theory) -> Verdict:
    """The certificate's models, completed for words that only the theory mentions; the kernel sees whether that is
    right."""
    match verdict.certificate:
        case Proved(proof, witness):
            return replace(verdict, certificate=Proved(proof, _filled(witness, theory)))
        case Countermodels(yes, no):
            return replace(verdict, certificate=Countermodels(_filled(yes, theory), _filled(no, theory)))
    return verdict


def _filled(model: FiniteModel, theory: Theory) -> FiniteModel:
    """Put whatever satisfies a body under its head until nothing changes. Of several heads the last by name is taken,
    since names of the certificate are settled already."""
    relations = {n: set(r) for n, r in model.relations.items()}
    changed = True
    while changed:
        changed = False
        for c in theory.clauses:
            bodies = [relations.get(n, set()) for n in sorted(c.body)]
            missing = set.intersection(*bodies) if bodies else set()
            missing = {t for t in missing if not any(t in relations.get(n, ()) for n in c.head)}
            open_ = sorted(n for n in c.head if n not in model.relations)
            if missing and open_:
                relations.setdefault(open_[-1], set()).update(missing)
                changed = True
    return replace(model, relations={n: frozenset(r) for n, r in relations.items()})
