"""Checks pairs that were made from anybody's sentences: the kernel accepts every certificate, and no engine is asked.

The reader that made a row reads it again. Its one step must have the frame of its certificate, and the label,
direction, operators and word facts that the row records. Labels are relative to those scopes and word facts, which are
named. If the user gives the sentences again, the rows are made again from them, with recorded proofs in place of
engines.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from provenli.certify import kernel
from provenli.certify.codec import verdict_from_json
from provenli.certify.vocabulary import check_words
from provenli.data.check_formats import DIGEST, RowFiles, check_formats
from provenli.data.generate import CERTIFICATES, LEFT_OUT, PATTERNS
from provenli.data.manifest import ENGLISH, NAME, Manifest, read_manifest
from provenli.data.readers import Row, rows
from provenli.data.redraw import Found, NotOnRecord, first_other
from provenli.data.sentence_files import (
    certificate_json,
    dealt,
    digest_of,
    evidence_json,
    left_out_json,
    notes_of,
    pattern_json,
    rendered,
    schemas_of,
    source_hash,
)
from provenli.data.sentence_pairs import (
    KINDS,
    OPTIONS,
    PARTS,
    UNFILTERED,
    EnglishRow,
    Proofs,
    Scorer,
    SentenceOrder,
    SentenceTally,
    drawn,
    part_of,
    proved_rows,
    proved_step,
    read_sentences,
)
from provenli.data.strict_json import Kinds as Keys
from provenli.data.strict_json import keyed, same_json, written_line
from provenli.data.subject import DRAWN, VerificationReport, option_value
from provenli.data.verify import check_files, check_spelling, history, refuse_links
from provenli.english.decision import Solver, solver_for
from provenli.english.frames import Frame, FrameProof, problem_of
from provenli.english.sentences import not_plain
from provenli.english.wordnet import wordnet
from provenli.errors import InputError, ProveNLIError, Refused
from provenli.files import read_file
from provenli.labels import THREE
from provenli.logic.relations import Relation
from provenli.pairs.plan import Request
from provenli.pairs.workers import in_processes
from provenli.progress import Progress
from provenli.version import VERSION

NOT_CHECKED = (
    "that operators take the scopes that the reader gives them: both sentences are read again by the same reader",
    "that words are meant in the senses that `given` names: the facts are looked up again in WordNet",
)
UNKNOWN = (
    "seed, options and notes, and how a sentence was changed, and from which (before, after, change, source, "
    "operator_removed): give the sentences that the pairs were made from: --from FILE"
)
MADE: Keys = {
    "change": lambda value: value in KINDS,
    "before": str,
    "after": str,
    "source": lambda value: type(value) is int and value > 0,
    "operator_removed": str,
}
"""What a row records about how it was made; `ProvedStep.told` gives the rest."""
TOLD = ("direction", "operators", "edit", "given")
Decided = tuple[Frame, FrameProof | None]
WRONG = (ProveNLIError, KeyError, TypeError, ValueError, AttributeError)


@dataclass(frozen=True)
class SentenceSubject:
    """`source`: the user's file of sentences, if given. `scorer`: the encoder, if the data were filtered by one and
    this machine has it."""

    directory: Path
    workers: int
    progress: Progress
    source: Path | None = None
    scorer: Scorer | None = None
    report: VerificationReport = field(default_factory=VerificationReport)

    @cached_property
    def manifest(self) -> Manifest:
        return read_manifest(self.directory)

    @cached_property
    def options(self) -> dict[str, Any]:
        return _options(self.manifest, str(self.directory / NAME))

    def lines(self, name: str) -> list[Any]:
        path = self.directory / name
        try:
            return [written_line(line) for line in read_file(path).splitlines(keepends=True)]
        except (OSError, ValueError, RecursionError) as e:
            raise InputError(f"{path} cannot be read: {e}; make the data set again") from e


def verify_sentences(subject: SentenceSubject) -> VerificationReport:
    refuse_links(subject.directory)
    manifest, report, options = subject.manifest, subject.report, subject.options
    wordnet()  # without it no fact could be looked up
    proofs = dict(_proofs(subject))
    _check_rows(subject, {f"s{k}": proof for k, (_, proof) in proofs.items()})
    history(manifest, report)
    check_formats(RowFiles(subject.directory, manifest, ENGLISH, THREE, PARTS[options["parts"]], report))
    check_files(subject.directory, manifest, report)
    _counts(manifest, [proof for _, proof in proofs.values()], report)
    report.not_checked += NOT_CHECKED
    if not report.faults:  # else what is wrong is told; from wrong proofs other rows would be drawn
        _check_drawn(subject, dict(proofs.values()))
    check_spelling(subject.directory, "", report)
    return report


def _check_rows(subject: SentenceSubject, proofs: dict[str, FrameProof]) -> None:
    report, manifest, options = subject.report, subject.manifest, subject.options
    solver, seen = solver_for(options["backend"]), Counter[tuple[str, str]]()
    for name, record in manifest.parts.items():
        found = list(_read(subject.directory / f"{name}.jsonl", report))
        counted = Counter(row.label for row in found)
        if dict(counted) != dict(record.labels):
            report.add(f"{name}.jsonl", None, f"labels {dict(counted)}; the manifest says {dict(record.labels)}")
        work = partial(_fault, solver, proofs, name)
        for k, what in enumerate(in_processes(work, found, subject.workers), 1):
            subject.progress(f"checking {name}.jsonl", k, len(found))
            seen[found[k - 1].premise, found[k - 1].hypothesis] += 1
            what = what or ("this pair has come before" if seen[found[k - 1][2:4]] > 1 else "")
            what = what or _misplaced(found[k - 1], name, manifest.seed, PARTS[options["parts"]])
            if what:
                report.add(f"{name}.jsonl", found[k - 1].line, what)
        report.rows += len(found)


def _options(manifest: Manifest, where: str) -> dict[str, Any]:
    """The options, each of its kind; they alone say how English is read."""
    known = {o.name: o for o in OPTIONS}
    if set(manifest.options) != set(known):
        raise InputError(f"{where}: options must be {', '.join(sorted(known))}")
    if manifest.reading is not None or manifest.source is not None:
        raise InputError(f"{where}: reading and source: expected null, as in all data made from sentences")
    found = {n: option_value(known[n], value, f"{where}: options: {n}") for n, value in manifest.options.items()}
    for name in manifest.parts:
        if name not in PARTS[found["parts"]]:
            raise InputError(f"{where}: parts: found {name!r}, expected {', '.join(PARTS[found['parts']])}")
    return found


def _misplaced(row: Row, part: str, seed: int, names: tuple[str, ...]) -> str:
    """A row that records what no row should, or that lies in another part than its source sentence."""
    made = {name: value for name, value in row.features.items() if name not in TOLD}
    try:
        keyed(made, MADE, "features")
    except InputError as e:
        return str(e)
    expected = part_of(made["source"], seed, names)
    return "" if part == expected else f"rows of source sentence {made['source']} are in {expected!r}"


def _read(path: Path, report: VerificationReport) -> Iterator[Row]:
    try:
        yield from rows(path)
    except InputError as e:
        report.add(path.name, None, str(e))


def _counts(manifest: Manifest, proofs: Sequence[FrameProof], report: VerificationReport) -> None:
    said = {
        "schemas": (manifest.schemas, len(proofs)),
        "size": (manifest.size, sum(p.rows for p in manifest.parts.values())),
        "balance": (dict(manifest.balance), {name: dict(p.labels) for name, p in manifest.parts.items()}),
        "patterns": (manifest.patterns, len(proofs)),
        "certificates": (dict(manifest.certificates), evidence_json(proofs)),
    }
    for what, (found, expected) in said.items():
        if not same_json(found, expected):
            report.add(NAME, None, f"{what}: {found}, but the files have {expected}")


def _proofs(subject: SentenceSubject) -> Iterator[tuple[int, tuple[Frame, FrameProof]]]:
    """The certificates that hold, by the number of their schema, each for the frame of the pattern on the same line."""
    patterns, found = subject.lines(PATTERNS), subject.lines(CERTIFICATES)
    subject.report.certificates = len(found)
    if len(patterns) != len(found):
        subject.report.add(PATTERNS, None, f"{len(patterns)} patterns, but {len(found)} certificates")
    for k, (pattern, value) in enumerate(zip(patterns, found, strict=False)):
        try:
            yield k, _checked(k, pattern, value)
        except WRONG as e:
            subject.report.add(CERTIFICATES, k + 1, f"the certificate of s{k} does not hold: {e}")


def frame_from_json(value: Any) -> Frame:
    layers = tuple((str(name), effect) for name, effect in value["layers"])
    first, second = value["negated"]
    return Frame(layers, value["kind"], Relation[value["relation"]], (first is True, second is True))


def _checked(k: int, pattern: Any, value: Any) -> tuple[Frame, FrameProof]:
    """The files say exactly what would be written about it, with nothing added and in no other spelling."""
    frame = frame_from_json(pattern["recipe"])
    problem, verdict = problem_of(frame), verdict_from_json(value["verdict"])
    proof = FrameProof(problem, verdict)
    if not same_json(pattern_json(k, frame, proof), pattern):
        raise Refused("the pattern beside it is of another frame, or is written in another way")
    if verdict.label not in THREE or not same_json(certificate_json(k, proof), value):
        raise Refused("its problem or label is not that of its frame and verdict, or is written in another way")
    if kernel.check(problem, verdict) or verdict.agreed or not proof.checked:
        raise Refused("it rests on an engine's word")
    check_words(problem, verdict)
    return frame, proof


def _fault(solver: Solver, proofs: dict[str, FrameProof], part: str, row: Row) -> str:
    """The fault of a row, found without an engine; empty if there is none."""
    proof = proofs.get(row.schema)
    if proof is None:
        return f"schema {row.schema!r} has no certificate that holds"
    if row.id != f"{ENGLISH}-{part}-{row.line - 1:08}":
        return f"id: expected {ENGLISH}-{part}-{row.line - 1:08}, found {row.id}"
    odd = not_plain(row.premise) or not_plain(row.hypothesis)
    if odd:
        return f"no sentence: {odd}"
    step = proved_step(solver, row.premise, row.hypothesis, lambda f: proof if problem_of(f) == proof.problem else None)
    if step is None:
        return f"the step of this pair is not the one that {row.schema} proves"
    if step.label != row.label:
        return f"label: expected {step.label}, found {row.label}"
    wrong = [name for name, value in step.told.items() if not same_json(row.features.get(name), value)]
    return f"feature {wrong[0]!r}: expected {step.told[wrong[0]]!r}" if wrong else ""


# --- How they were made: the sentences are changed again. ---


@dataclass(frozen=True)
class RecordedProofs:
    """The recorded verdict of each frame, in place of an engine."""

    known: Proofs

    def __call__(self, frame: Frame) -> FrameProof | None:
        if frame not in self.known:
            raise NotOnRecord(f"a pair is made whose frame is not on record: {frame.kind}, {frame.layers}")
        return self.known[frame]


def _check_drawn(subject: SentenceSubject, proofs: Proofs) -> None:
    """If an encoder chose among the sentences, or another version drew them, a difference proves nothing."""
    m, unknown = subject.manifest, subject.report.unknown
    encoder = subject.options["filter"] == "encoder"
    if subject.source is None:
        unknown.append(UNKNOWN)
    elif m.left_out is None:
        unknown.append(f"{DRAWN}: not all that was decided is on record; make the data set again")
    elif encoder and subject.scorer is None:
        unknown.append(f"{DRAWN}: an encoder left sentences out, and there is none here (extra `pretrained`)")
    elif faults := _differences(subject, proofs, read_sentences(str(subject.source))):
        if m.provenli != VERSION:
            unknown.append(f"{DRAWN}: ProveNLI {m.provenli} made it, and {VERSION} draws other pairs")
        elif encoder:
            unknown.append(f"{DRAWN}: the encoder of this machine leaves other sentences out: {faults[0][2]}")
        for fault in faults if m.provenli == VERSION and not encoder else ():
            subject.report.add(*fault)


def _differences(subject: SentenceSubject, proofs: Proofs, lines: list[str]) -> list[Found]:
    if source_hash(lines) != subject.options["from"]:
        return [(NAME, None, f"options: from: {subject.source} has other sentences than those it was made from")]
    try:
        return list(_other_data(subject, proofs, list(_left_out(subject)), lines))
    except NotOnRecord as e:
        return [(NAME, None, f"seed {subject.manifest.seed} and these options draw other pairs: {e}")]
    except WRONG as e:
        return [(LEFT_OUT, None, f"does not hold: {e}")]


def _left_out(subject: SentenceSubject) -> Iterator[Decided]:
    undecided = 0
    for value in subject.lines(LEFT_OUT) if LEFT_OUT in subject.manifest.files else ():
        frame = frame_from_json(value["recipe"])
        proof = None if value["verdict"] is None else FrameProof(problem_of(frame), verdict_from_json(value["verdict"]))
        if not same_json(value, left_out_json(frame, proof)):
            raise Refused("a frame or its verdict is written in another way")
        if proof is not None and (kernel.check(proof.problem, proof.verdict) or proof.verdict.agreed):
            raise Refused("it rests on an engine's word")
        if proof is not None:
            check_words(proof.problem, proof.verdict)
        undecided += proof is None
        yield frame, proof
    m = subject.manifest
    subject.report.leave_undecided(undecided, m.schemas + (m.left_out or 0), "frame")


def _other_data(subject: SentenceSubject, proofs: Proofs, others: list[Decided], lines: list[str]) -> Iterator[Found]:
    """A request for exactly as many rows as there are gives another order than a request without a number."""
    m, tally = subject.manifest, SentenceTally()
    request = Request(m.size, m.seed, subject.options, subject.workers, subject.progress)
    order = SentenceOrder(
        request, (), subject.directory, subject.scorer, proof_of=RecordedProofs(dict(others) | proofs)
    )
    made = proved_rows(order, lines, tally)
    both = (request, replace(request, size=None))
    asked, wrong = min(((r, list(_other_rows(subject, r, made, tally))) for r in both), key=lambda found: len(found[1]))
    yield from wrong
    rows = drawn(made, asked)
    shown = list(schemas_of(rows, tally))
    said = {
        PATTERNS: (list(proofs), shown),
        LEFT_OUT: ([frame for frame, _ in others], [frame for frame in tally.proofs if frame not in shown]),
        "left_out": (m.left_out, len(others)),
        "notes": (m.notes in [notes_of(replace(order, unfiltered=why), tally, m.parts) for why in UNFILTERED], True),
    }
    for what, (there, expected) in said.items():
        if there != expected:
            yield NAME, None, f"{what}: seed {m.seed} and these options make others"
    digest = digest_of(asked, lines, len(rows))
    for file in (f for part in m.parts.values() for f in part.files):
        named = DIGEST.search(file)
        if named and named[1] != digest:
            yield NAME, None, f"{file}: the digest of this request is {digest}"


def _other_rows(
    subject: SentenceSubject, request: Request, made: Sequence[EnglishRow], tally: SentenceTally
) -> Iterator[Found]:
    rows = drawn(made, request)
    shared, schemas = dealt(rows, request), schemas_of(rows, tally)
    if sorted(shared) != sorted(subject.manifest.parts):
        yield NAME, None, f"parts: seed {request.seed} and these options have {', '.join(shared)}"
        return
    for name, found in shared.items():
        there, expected = read_file(subject.directory / f"{name}.jsonl"), rendered(found, schemas, name)
        if there != expected:
            yield first_other(f"{name}.jsonl", 1, expected, there, request.seed)
