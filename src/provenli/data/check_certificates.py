"""Certificates: the kernel accepts each for the problem that the fragment's own grammar gives for its patterns."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from provenli.certify import kernel
from provenli.certify.certificates import Attested, Problem, Verdict
from provenli.certify.codec import verdict_from_json, verdict_to_json
from provenli.certify.vocabulary import check_words
from provenli.data.generate import CERTIFICATES, PATTERNS, problem_json, shown
from provenli.data.manifest import OLD
from provenli.data.strict_json import Kinds, keyed, same_json
from provenli.data.subject import Subject
from provenli.errors import InputError, ProveNLIError, Refused
from provenli.labels import THREE, folded_into
from provenli.pairs.fragment import Remade
from provenli.pairs.given import with_given
from provenli.pairs.pattern import Pattern
from provenli.pairs.schemas import evidence_of, given, in_question, rests_on_given, ungranted

ENGINES = ("z3", "cvc5", "E", "Vampire", "Prover9")
"""Names of the engines that may give their word; the engines themselves are not loaded here."""
CERTIFICATE: Kinds = {
    "schema": str,
    "label": str,
    "premise": str,
    "hypothesis": str,
    "theory": list,
    "calculus": lambda value: value in THREE,
    "verdict": dict,
    "strictly": lambda value: value is None or type(value) is dict,
}
PATTERN: Kinds = {"pattern": int, "premise": str, "hypothesis": str, "schemas": list, "recipe": lambda _: True}


class Certified(NamedTuple):
    """A line of certificates.jsonl."""

    line: int
    value: Any
    verdict: Verdict
    strictly: Verdict | None
    """The verdict with nothing granted, if the label might rest on that."""


@dataclass
class Proven:
    """Patterns made again, and the labels of the schemas whose certificates hold."""

    subject: Subject
    patterns: dict[int, Remade] = field(default_factory=dict)
    tables: dict[int, list[int]] = field(default_factory=dict)
    labels: dict[int, str] = field(default_factory=dict)
    verdicts: dict[int, Verdict] = field(default_factory=dict)
    strictly: dict[int, Verdict | None] = field(default_factory=dict)
    calculus: dict[int, str] = field(default_factory=dict)
    problems: dict[int, Problem] = field(default_factory=dict)
    kinds_of_evidence: list[str] = field(default_factory=list)
    disputed: int = 0
    given: int = 0
    unsaid: int = 0
    """Certificates of 0.1.0 that do not say what their label rests on, though they should."""

    def check(self) -> None:
        verdicts = dict(self._verdicts())
        if len(verdicts) != self.subject.manifest.schemas:
            said = f"{len(verdicts)} certificates; the manifest says {self.subject.manifest.schemas}"
            self.subject.report.add(CERTIFICATES, None, said)
        self.subject.report.certificates = len(verdicts)
        meant: dict[int, Hashable] = {}
        total = self.subject.manifest.patterns
        for line, value in self.subject.lines(PATTERNS):
            self.subject.progress("checking certificates", min(line, total), total)
            try:
                self._pattern(line, value, verdicts, meant)
            except ProveNLIError as e:
                self.subject.report.add(PATTERNS, line, str(e))
        if len(self.patterns) != total:
            self.subject.report.add(PATTERNS, None, f"{len(self.patterns)} patterns; the manifest says {total}")
        for number, certified in verdicts.items():
            if number not in meant:
                self.subject.report.add(CERTIFICATES, certified.line, f"no pattern has schema s{number}")
        if self.unsaid:
            told = f"{self.unsaid} certificates do not say whether labels rest on what the hypothesis presupposes"
            self.subject.report.unknown.append(f"{told}: ProveNLI {OLD} did not, and the manifest names it")

    def _verdicts(self) -> Iterator[tuple[int, Certified]]:
        for line, value in self.subject.lines(CERTIFICATES):
            try:
                if self.subject.old:
                    value = {**value, "strictly": None}
                verdict = self._verdict(line, value)
                strictly = None if value["strictly"] is None else _read_verdict(value["strictly"])
            except (ProveNLIError, KeyError, TypeError) as e:
                self.subject.report.add(CERTIFICATES, line, f"no certificate: {e}")
            else:
                self.kinds_of_evidence.append(evidence_of(verdict))
                self.disputed += value["calculus"] not in ("neutral", verdict.label)
                self.given += rests_on_given(verdict, strictly)
                yield line - 1, Certified(line, value, verdict, strictly)

    def _verdict(self, line: int, value: Any) -> Verdict:
        """Only a decided verdict supports a label: an undecided one is never counted as non-entailment."""
        keyed(value, CERTIFICATE, "the certificate")
        verdict = _read_verdict(value["verdict"])
        if value["schema"] != f"s{line - 1}":
            raise Refused(f"expected schema s{line - 1}, found {value['schema']!r}")
        if isinstance(verdict.certificate, Attested):
            raise Refused("labels of a data set are decided, not attested")
        if verdict.label not in THREE:
            raise Refused(f"the verdict {verdict.label!r} supports no label")
        if value["label"] != folded_into(verdict.label, self.subject.fragment.labels):
            raise Refused(f"the label {value['label']!r} is not that of the verdict, {verdict.label!r}")
        return verdict

    def _pattern(self, line: int, value: Any, verdicts: dict[int, Certified], meant: dict[int, Hashable]) -> None:
        keyed(value, PATTERN, "the pattern")
        number, table, recipe = value["pattern"], value["schemas"], value["recipe"]
        remade = self.subject.maker.remade(self.subject.fragment, self.subject.classes, recipe, self.subject.options)
        fits = type(table) is list and len(table) == len(remade.pattern.schema) and {*map(type, table)} == {int}
        if number != line - 1 or not fits:
            raise InputError("the pattern's number or its schemas do not fit")
        self._as_written(value, remade.pattern)
        for kinds, schema in enumerate(table):
            if schema >= 0 and self._means(schema, remade, kinds, verdicts, meant):
                self._check(schema, verdicts[schema], remade, kinds)
        self.patterns[number] = replace(remade, pattern=self._completed(remade, np.array(table)))
        self.tables[number] = table

    def _completed(self, remade: Remade, table: NDArray[np.int64]) -> Pattern:
        """The pattern with its schemas and with what its labels rest on."""
        pattern = replace(remade.pattern, schema=table)
        if remade.given is None or self.subject.old:
            return pattern
        found = {
            kinds: remade.given(self.problems[s], self.verdicts[s], self.strictly[s])
            for kinds, s in enumerate(table.tolist())
            if s in self.labels
        }
        return with_given(pattern, found) if found else pattern

    def _as_written(self, value: Any, pattern: Pattern) -> None:
        """The file shows exactly what was made again, and a recipe has nothing beside what it makes."""
        for side, pieces in (("premise", pattern.premise), ("hypothesis", pattern.hypothesis)):
            if value[side] != shown(pieces):
                raise InputError(f"{side}: expected {shown(pieces)!r}, found {value[side]!r:.80}")
        if not same_json(json.loads(json.dumps(pattern.recipe)), value["recipe"]):
            raise InputError("the recipe has more in it than the pattern that it makes, or says it in another way")

    def _means(
        self, schema: int, remade: Remade, kinds: int, verdicts: dict[int, Certified], meant: dict[int, Hashable]
    ) -> bool:
        """Whether the schema is met for the first time. If it is met again, it must be the same problem up to names."""
        if schema not in verdicts:
            raise InputError(f"schema s{schema} has no certificate")
        identity = remade.identity(kinds)
        if schema not in meant:
            meant[schema] = identity
            return True
        if meant[schema] != identity:
            raise InputError(f"schema s{schema} is that of another problem")
        return False

    def _check(self, schema: int, certified: Certified, remade: Remade, kinds: int) -> None:
        line, value, verdict, strictly = certified
        problem = remade.problem(kinds)
        for what, text in problem_json(problem).items():
            if not same_json(value.get(what), text):
                self.subject.report.add(CERTIFICATES, line, f"{what} is not that of s{schema}: expected {text}")
        try:
            for engine in (*kernel.check(problem, verdict), *verdict.agreed):
                if engine not in ENGINES:
                    raise Refused(f"no engine is called {engine!r}, so its word counts for nothing")
                self.subject.report.trusting[engine] += 1
            check_words(problem, verdict)
            remade.check(kinds, problem, verdict)
            self._check_strictly(problem, verdict, strictly)
        except Refused as e:
            self.subject.report.add(CERTIFICATES, line, f"the kernel refuses the certificate of s{schema}: {e}")
        else:
            self.labels[schema] = value["label"]
            self.verdicts[schema] = verdict
            self.strictly[schema], self.calculus[schema] = strictly, value["calculus"]
            self.problems[schema] = problem

    def _check_strictly(self, problem: Problem, verdict: Verdict, strictly: Verdict | None) -> None:
        """Check the label with nothing granted, which says whether the label rests on a presupposition."""
        if self.subject.old:
            self.unsaid += in_question(problem, verdict.label)
            return
        if in_question(problem, verdict.label) != (strictly is not None):
            raise Refused("strictly: expected a verdict just where the hypothesis alone presupposes something")
        if strictly is not None and kernel.check(ungranted(problem), strictly):
            raise Refused("strictly: an engine's word does not tell what the label rests on")
        if strictly is not None:
            check_words(ungranted(problem), strictly)
        given(problem, verdict, strictly)

    def evidence(self) -> dict[str, int]:
        kinds = Counter(self.kinds_of_evidence)
        checked = kinds["proof"] + kinds["models"]
        return {
            "proof": kinds["proof"],
            "models": kinds["models"],
            "word": kinds["word"],
            "checked by the kernel": checked,
            "calculus disagrees": self.disputed,
            "given": self.given,
        }


def _read_verdict(value: Any) -> Verdict:
    verdict = verdict_from_json(value)
    if not same_json(verdict_to_json(verdict), value):
        raise Refused("the verdict is not written as verdicts are, with exactly their keys")
    return verdict
