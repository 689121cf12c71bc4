"""Looks up the certificate of one row of a data set. The kernel checks it for the row's own sentences, and it is shown
in the row's own words.

Nothing is decided here. A row that is no instance of its pattern, a certificate that the kernel refuses, or a label
that does not follow is Refused, with the reason.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Any, TypeAlias

from provenli.certify import kernel
from provenli.certify.certificates import Attested, Countermodels, Problem, Verdict
from provenli.certify.codec import verdict_from_json
from provenli.certify.evidence import proof_lines, shown
from provenli.data.check_certificates import CERTIFICATE, PATTERN, Proven
from provenli.data.generate import CERTIFICATES, PATTERNS
from provenli.data.manifest import NAME
from provenli.data.matched_rows import Origin, origin
from provenli.data.matcher import Matcher
from provenli.data.parsed_rows import Parsed, ParsedSample, names_between
from provenli.data.readers import Row
from provenli.data.strict_json import keyed, strict_json
from provenli.errors import InputError, Refused
from provenli.files import regular
from provenli.labels import THREE, folded_into
from provenli.logic.models import FiniteModel
from provenli.logic.names import Names
from provenli.pairs.fragment import Fragment, Remade

FragmentFor: TypeAlias = Callable[[Path], Callable[[str], Fragment]]
"""A function from a data set's directory to the fragment that its manifest names."""
PARENTS = "parents"
LEVELS = 4
"""How far above a split's file its parents are looked for."""


@dataclass(frozen=True, slots=True)
class StoredProof:
    """`problem` and `verdict`: in the names of the certificate. `words`: the row's own words for these; None if the
    arguments of a relation are exchanged, so that names alone do not tell."""

    schema: str
    problem: Problem
    verdict: Verdict
    words: Names | None

    @property
    def lines(self) -> list[str]:
        """Proof steps or models, in the row's own words where they can be put in."""
        if isinstance(self.verdict.certificate, Countermodels):
            return _models(self.problem, self.verdict, self.words or Names()).split("\n")[2:]
        words = self.words or Names()
        return list(_short(_reworded(line, words) for line in proof_lines(self.problem, self.verdict)))


def _models(problem: Problem, verdict: Verdict, words: Names) -> str:
    certificate = verdict.certificate
    assert isinstance(certificate, Countermodels)
    models = (certificate.with_hypothesis, certificate.without_hypothesis)
    own = replace(verdict, certificate=Countermodels(*(_renamed(m, words) for m in models)))
    premises = tuple(map(words.formula, problem.premises))
    theory = words.theory(problem.theory)
    return shown(Problem(premises, words.formula(problem.hypothesis), theory, problem.reading), own)


def _renamed(model: FiniteModel, words: Names) -> FiniteModel:
    relations = {words.predicates.get(n, n): r for n, r in model.relations.items()}
    return replace(model, relations=relations, names={words.constants.get(n, n): e for n, e in model.names.items()})


def _reworded(line: str, words: Names) -> str:
    """In a line of formulas a predicate stands before its bracket; a constant is a word of its own."""
    line = re.sub(r"[^\W\d][\w-]*(?=\()", lambda m: words.predicates.get(m[0], m[0]), line)
    return re.sub(r"[^\W\d][\w-]*(?![\w(-])", lambda m: words.constants.get(m[0], m[0]), line)


def _short(lines: Iterable[str]) -> Iterator[str]:
    """That each name stands for somebody else is said once, not for every two names."""
    apart = False
    for line in lines:
        if not re.fullmatch(r" *[\w-]+ ≠ [\w-]+", line):
            yield line
        elif not apart:
            apart = True
            yield "  different names stand for different individuals"


@dataclass
class StoredProofs:
    """The proofs of the rows of one file: a part of a data set or of a split."""

    file: Path
    fragment_for: FragmentFor
    _origins: dict[str, CertifiedRows] = field(default_factory=dict)

    def of(self, row: Row) -> StoredProof:
        name, _, own = row.id.rpartition(":")
        number = row.features.get("pattern")
        if type(number) is not int or not re.fullmatch(r"s\d{1,12}", row.schema):
            raise Refused("the row names no pattern and schema, so it has no certificate")
        found = self._origin(name)
        try:
            return found.proof(row, own, number)
        except (KeyError, TypeError, ValueError, IndexError, RecursionError) as error:
            raise Refused(f"the certificate cannot be read: {' '.join(str(error).split())[:80]}") from error

    def _origin(self, name: str) -> CertifiedRows:
        if name not in self._origins:
            place = self._place(name)
            self._origins[name] = CertifiedRows(origin(place, self.fragment_for(place)))
        return self._origins[name]

    def _place(self, name: str) -> Path:
        own = self.file.parent
        if not name and (own / NAME).is_file() and (own / CERTIFICATES).is_file():
            return own
        for above in islice((own, *own.parents), LEVELS):
            if name and "/" not in name and (above / PARENTS / name / NAME).is_file():
                return above / PARENTS / name
        raise InputError(f"{self.file} belongs to no data set with certificates")


@dataclass(frozen=True)
class CertifiedRows:
    """A data set whose certificates are looked up one by one."""

    origin: Origin

    @cached_property
    def _tables(self) -> list[list[int]]:
        """The schemas of the kinds of each pattern."""
        subject = self.origin.subject
        return [keyed(value, PATTERN, PATTERNS)["schemas"] for _, value in subject.lines(PATTERNS)]

    @cached_property
    def _first(self) -> dict[int, tuple[int, int]]:
        """The pattern and the kinds for which a schema's certificate was made."""
        found: dict[int, tuple[int, int]] = {}
        for number, table in enumerate(self._tables):
            for kinds, schema in enumerate(table):
                found.setdefault(schema, (number, kinds))
        return found

    def proof(self, row: Row, own: str, number: int) -> StoredProof:
        """`own`: the row's id in this data set. `number`: of its pattern."""
        remade = self.origin.pattern(number)
        part = own.removeprefix(f"{self.origin.subject.fragment.name}-").rpartition("-")[0]
        kinds = self._kinds(row, remade, part)
        schema = self._tables[number][kinds]
        if row.schema != f"s{schema}":
            raise Refused(f"its schema would be s{schema}, the row says {row.schema}")
        first, first_kinds = self._first[schema]
        model = self.origin.pattern(first)
        if model.identity(first_kinds) != remade.identity(kinds):
            raise Refused(f"schema s{schema} is that of another problem")
        problem, verdict = model.problem(first_kinds), self._verdict(schema, row.label)
        kernel.check(problem, verdict)
        model.check(first_kinds, problem, verdict)
        sample = ParsedSample("", 0, row.premise, row.hypothesis, number, kinds, schema)
        return StoredProof(row.schema, problem, verdict, self._words(sample, remade, problem, verdict, row.label))

    def _kinds(self, row: Row, remade: Remade, part: str) -> int:
        words, renamed = self.origin.part(part)
        matcher = Matcher(remade.pattern, words, self.origin.subject.classes, renamed)
        found = matcher.find(row.premise, row.hypothesis)
        if isinstance(found, str):
            raise Refused(found)
        return matcher.kinds(found)

    def _verdict(self, schema: int, label: str) -> Verdict:
        value = self._certificate(schema)
        verdict = verdict_from_json(value["verdict"])
        if isinstance(verdict.certificate, Attested) or verdict.label not in THREE:
            raise Refused(f"its certificate decides nothing ({verdict.label})")
        follows = folded_into(verdict.label, self.origin.subject.fragment.labels)
        if value["schema"] != f"s{schema}" or follows != label:
            raise Refused(f"the certificate of s{schema} gives {follows}, the row says {label}")
        return verdict

    def _certificate(self, schema: int) -> Any:
        """Line 1 has the certificate of s0, and so on."""
        path = self.origin.subject.directory / CERTIFICATES
        try:
            with open(path, "rb", opener=regular) as file:
                line = next(islice(file, schema, None), b"")
        except OSError as error:
            raise InputError(f"{path} cannot be read: {error.strerror}") from error
        value = strict_json(line) if line else None
        if self.origin.subject.old and isinstance(value, dict):
            value = {"strictly": None, **value}
        keyed(value, CERTIFICATE, f"{CERTIFICATES}, line {schema + 1}")
        return value

    def _words(
        self, sample: ParsedSample, remade: Remade, problem: Problem, verdict: Verdict, label: str
    ) -> Names | None:
        """The sentences are parsed, and the kernel checks the certificate for what they mean."""
        if remade.own is None:
            return Names()
        proven = Proven(self.origin.subject, {sample.pattern: remade})
        proven.labels[sample.schema], proven.verdicts[sample.schema] = label, verdict
        proven.problems[sample.schema] = problem
        names, turned = names_between(problem, Parsed(proven).supported(sample))
        back = (({v: k for k, v in m.items()}) for m in (names.predicates, names.constants))
        return None if turned else Names(*back)
