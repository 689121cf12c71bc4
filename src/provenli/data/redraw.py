"""Draws the rows again with the recorded seed, size and options, from the fragment's own plan and without an engine.

Which pairs are drawn depends on labels. Certificates have proved the labels of rows. Labels of schemas that were
decided but that no row shows are in left_out.certificates, which the kernel checks too. The result must have the same
patterns, schemas and notes as the data set and, byte for byte, the same rows.
"""

from __future__ import annotations

import hashlib
import json
from array import array
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from pathlib import Path
from typing import Any, TypeAlias

from provenli.certify import kernel
from provenli.certify.certificates import Attested, Problem, Verdict
from provenli.certify.codec import verdict_from_json
from provenli.certify.vocabulary import check_words
from provenli.data.check_certificates import ENGINES, Proven
from provenli.data.check_formats import DIGEST
from provenli.data.formats import Layout
from provenli.data.formats.layout import Written
from provenli.data.generate import (
    CERTIFICATES,
    LEFT_OUT,
    PATTERNS,
    check_request,
    digest_of,
    left_out_json,
    problem_json,
    rendered_chunks,
    stand_ins,
)
from provenli.data.manifest import NAME, Manifest
from provenli.data.rows import cut
from provenli.data.strict_json import Kinds, keyed, same_json, shown
from provenli.data.subject import DRAWN
from provenli.errors import ProveNLIError, Refused
from provenli.files import regular
from provenli.labels import folded_into
from provenli.pairs.fragment import outside_of
from provenli.pairs.plan import Plan, Request
from provenli.pairs.schemas import Schema, in_question, ungranted
from provenli.version import VERSION

CORRECTED = "corrections of derived labels"
LINE: Kinds = {
    "premise": str,
    "hypothesis": str,
    "theory": list,
    "verdict": dict,
    "strictly": lambda value: value is None or type(value) is dict,
}


class NotOnRecord(ProveNLIError):
    """A schema is asked for about which the data set has no record."""


@dataclass
class RecordedAnswers:
    """The decisions by problem, from certificates that hold."""

    proven: Proven
    asked: set[str] = field(default_factory=set)
    undecided: int = 0

    def __post_init__(self) -> None:
        p = self.proven
        self._known = {
            problem: Schema(problem, p.verdicts[k], p.calculus[k], p.strictly[k]) for k, problem in p.problems.items()
        }
        there = LEFT_OUT in p.subject.manifest.files
        self.lines = list(p.subject.lines(LEFT_OUT)) if there else []
        self.left_out = {_text(keyed(v, LINE, f"{LEFT_OUT}, line {k}")): v for k, v in self.lines}

    def __call__(self, problem: Problem) -> Schema:
        if problem not in self._known:
            text = _text(problem_json(problem))
            if text not in self.left_out:
                raise NotOnRecord(f"a pair is drawn whose schema is not on record: {text[:200]}")
            self.asked.add(text)
            self._known[problem] = self._checked(problem, self.left_out[text])
        return self._known[problem]

    def _checked(self, problem: Problem, value: Any) -> Schema:
        """An undecided schema supports nothing, so it is left out; only engines could say whether it really is
        undecided."""
        verdict = verdict_from_json(value["verdict"])
        strictly = None if value["strictly"] is None else verdict_from_json(value["strictly"])
        if in_question(problem, verdict.label) != (strictly is not None):
            raise Refused(f"{LEFT_OUT}: strictly: expected a verdict just where the hypothesis presupposes something")
        self._hold(problem, verdict)
        if strictly is not None:
            self._hold(ungranted(problem), strictly)
        return Schema(problem, verdict, "neutral", strictly)

    def _hold(self, problem: Problem, verdict: Verdict) -> None:
        self.undecided += verdict.label == "undecided"
        if isinstance(verdict.certificate, Attested):
            raise Refused(f"{LEFT_OUT}: labels of a data set are decided, not attested")
        for engine in (*kernel.check(problem, verdict), *verdict.agreed):
            if engine not in ENGINES:
                raise Refused(f"{LEFT_OUT}: no engine is called {engine!r}")
            self.proven.subject.report.trusting[engine] += 1
        check_words(problem, verdict)


def _text(value: Mapping[str, Any]) -> str:
    return json.dumps([value["premise"], value["hypothesis"], value["theory"]], ensure_ascii=False)


def row_mark(line: bytes) -> int:
    """For a row as it is written, without the end of the line."""
    return hash(line)


RowMarks: TypeAlias = Mapping[str, Sequence[int]]
"""For each part, in order."""


LookAtRow: TypeAlias = Callable[[str, int, Mapping[str, Any]], None]
"""Called with the part, the number within it, and the row."""


def check_drawn(proven: Proven, source: Path | None = None, elsewhere: LookAtRow | None = None) -> RowMarks | None:
    """`source`: the outside file from which pairs were drawn, where they were. `elsewhere`: the rows do not lie here;
    it is given each of them, and their marks come back, or None where nothing can be drawn."""
    subject = proven.subject
    report, m = subject.report, subject.manifest
    if report.faults:
        return None  # what is wrong is told; from wrong certificates other rows would be drawn
    try:
        options = _options(proven, source)
        if options is None:
            return None
        answers = RecordedAnswers(proven)
        request = Request(m.size, m.seed, options, subject.workers, subject.progress, answers)
        check_request(request)
        plan = subject.maker.plan(subject.fragment, request)
        faults = list(_differences(proven, answers, request, plan, rows=elsewhere is None))
        marks = dict(_marks(proven, request, plan, elsewhere)) if elsewhere and not faults else {}
        faults += _other_counts(m, marks)
        if not faults:
            if m.provenli != VERSION:
                report.unknown.append(
                    f"{DRAWN}: the manifest names ProveNLI {m.provenli}, but {VERSION} draws the same"
                )
            return {part: found for part, (found, _, _) in marks.items()} if elsewhere else None
    except NotOnRecord as e:
        faults = [(NAME, None, f"seed {m.seed} and these options draw other pairs: {e}")]
        if m.left_out is None:
            report.unknown.append(f"{DRAWN}: not all that was decided is on record; make the data set again")
            return None
    except ProveNLIError as e:
        faults = [(NAME, None, f"with seed {m.seed} and these options no such data set can be drawn: {e}")]
    if m.provenli != VERSION:
        report.unknown.append(f"{DRAWN}: ProveNLI {m.provenli} made it, and {VERSION} draws other pairs")
        return None
    for fault in faults:
        report.add(*fault)
    return None


def _options(proven: Proven, source: Path | None) -> Mapping[str, Any] | None:
    """The options, with the user's file in place of its name: a file that a manifest names is never opened."""
    subject = proven.subject
    named = outside_of(subject.maker, subject.options)
    if not named:
        return subject.options
    if source is None:
        told = shown(subject.options[named])
        subject.report.unknown.append(f"{DRAWN}: they come from the file {told}; give it: --from FILE")
        return None
    if subject.options[named] != source.name:
        raise Refused(f"options: {named}: expected {source.name}, found {shown(subject.options[named])}")
    option = next(o for o in subject.maker.options if o.name == named)
    return {**subject.options, named: option.read(str(source))}


Found = tuple[str, int | None, str]


def _differences(proven: Proven, answers: RecordedAnswers, request: Request, plan: Plan, rows: bool) -> Iterator[Found]:
    m = proven.subject.manifest
    decided = len(plan.schemas) + len(plan.left_out)
    proven.subject.report.leave_undecided(answers.undecided, decided, "schema")
    said = {
        "notes": (list(m.notes), list(plan.notes)),
        f"certificates, {CORRECTED}": (m.certificates.get(CORRECTED), dict(plan.corrections)),
        "left_out": (m.left_out or 0, len(plan.left_out)),
    }
    for what, (found, expected) in said.items():
        if not same_json(found, expected):
            yield NAME, None, f"{what}: expected {shown(expected)}, found {shown(found)}"
    yield from _other_patterns(proven, plan)
    yield from _other_schemas(proven, plan)
    yield from _others_left_out(answers, plan)
    yield from _other_names(proven, request)
    if rows:
        yield from _other_rows(proven, request, plan)


def _other_patterns(proven: Proven, plan: Plan) -> Iterator[Found]:
    """Report only the first difference: after it, all patterns differ."""
    made = [(p.recipe, p.schema.tolist()) for p in plan.patterns]
    there = [(proven.patterns[k].pattern.recipe, proven.tables[k]) for k in sorted(proven.tables)]
    for k, (a, b) in enumerate(zip_longest(made, there)):
        if not same_json(a, b):
            yield PATTERNS, k + 1, f"seed {proven.subject.manifest.seed} and these options draw another pattern here"
            return


def _other_schemas(proven: Proven, plan: Plan) -> Iterator[Found]:
    for k, schema in enumerate(plan.schemas):
        if schema.problem != proven.problems.get(k):
            yield CERTIFICATES, k + 1, f"seed {proven.subject.manifest.seed} and these options have another schema here"
            return
        if schema.calculus != proven.calculus[k]:
            yield CERTIFICATES, k + 1, f"calculus: expected {schema.calculus}, found {proven.calculus[k]}"


def _others_left_out(answers: RecordedAnswers, plan: Plan) -> Iterator[Found]:
    """Every line must be as it is written, in order, with none added; only the first difference is reported."""
    made = map(left_out_json, plan.left_out)
    for k, (expected, (_, found)) in enumerate(zip_longest(made, answers.lines, fillvalue=(0, None)), 1):
        if not same_json(expected, found):
            yield LEFT_OUT, k, "another schema is left out here, or its verdict is written in another way"
            return


def _other_names(proven: Proven, request: Request) -> Iterator[Found]:
    """Some formats have a digest of the request in the names of their files."""
    m, fragment = proven.subject.manifest, proven.subject.fragment
    asked = (request, replace(request, size=None))
    digests = {digest_of(fragment, m.source, r) for r in asked}
    for file in (f for part in m.parts.values() for f in part.files):
        found = DIGEST.search(file)
        if found and found[1] not in digests:
            yield NAME, None, f"{file}: the digest of this request is {' or '.join(sorted(digests))}"


def _drawn_rows(proven: Proven, request: Request, plan: Plan) -> Iterator[tuple[str, Iterator[bytes]]]:
    """The JSON lines of each part, in chunks."""
    fragment = proven.subject.fragment
    labels = tuple(folded_into(s.label, fragment.labels) for s in plan.schemas)
    for number, part in enumerate(plan.parts):
        rows = cut(plan, number, request.seed, labels, stand_ins(fragment, part))
        layout = Layout(fragment.name, part.part.name, fragment.labels, (), "")
        yield part.part.name, (c for (c,) in rendered_chunks(rows, layout, ("jsonl",), request.workers))


Marked: TypeAlias = tuple[Sequence[int], Counter[str], Written]
"""Marks of rows, how many rows have each label, and their file."""


def _marks(proven: Proven, request: Request, plan: Plan, look: LookAtRow) -> Iterator[tuple[str, Marked]]:
    for part, chunks in _drawn_rows(proven, request, plan):
        marks, labels, size, digest = array("q"), Counter[str](), 0, hashlib.sha256()
        for chunk in chunks:
            digest.update(chunk)
            size += len(chunk)
            for line in chunk.splitlines():
                row = json.loads(line)
                look(part, len(marks), row)
                marks.append(row_mark(line))
                labels[row["label"]] += 1
        yield part, (marks, labels, Written(size, digest.hexdigest()))


def _other_counts(m: Manifest, drawn: Mapping[str, Marked]) -> Iterator[Found]:
    for part, (_, labels, file) in drawn.items():
        told = m.parts[part]
        if told.files.get(f"{part}.jsonl") != file:
            yield NAME, None, f"{part}.jsonl: seed {m.seed} and these options draw a file of another hash or length"
        if (told.rows, dict(told.labels)) != (labels.total(), dict(labels)):
            yield NAME, None, f"{part}: seed {m.seed} and these options draw {labels.total()} rows, {dict(labels)}"


def _other_rows(proven: Proven, request: Request, plan: Plan) -> Iterator[Found]:
    for part, made in _drawn_rows(proven, request, plan):
        fault = _other_row(proven.subject.directory / f"{part}.jsonl", made, request.seed)
        if fault:
            yield fault


def _other_row(path: Path, made: Iterator[bytes], seed: int) -> Found | None:
    line = 1
    with open(path, "rb", opener=regular) as file:
        for expected in made:
            found = file.read(len(expected))
            if found != expected:
                return first_other(path.name, line, expected, found, seed)
            line += expected.count(b"\n")
        return (path.name, line, f"seed {seed} and these options draw no more rows") if file.read(1) else None


def first_other(file: str, line: int, expected: bytes, found: bytes, seed: int) -> Found:
    pairs = enumerate(zip_longest(expected.splitlines(), found.splitlines()), line)
    k, row = next((k, a or b"nothing") for k, (a, b) in pairs if a != b)
    return file, k, f"seed {seed} and these options draw another row here: {row.decode()[:200]}"
