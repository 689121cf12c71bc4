"""Pairs from anybody's sentences, checked again: the kernel accepts every certificate, and no engine is asked.

Each row is read again by the reader that made it: its one step must have the frame of its certificate, and the label,
direction, operators and word facts that it tells. Labels are relative to those scopes and word facts, which are named.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, get_args

from provenli.certify import kernel
from provenli.certify.codec import verdict_from_json
from provenli.data.generate import CERTIFICATES, PATTERNS, problem_json
from provenli.data.manifest import NAME, Manifest, read_manifest
from provenli.data.readers import Row, rows
from provenli.data.sentence_pairs import ENGLISH, frame_json, proved_step
from provenli.data.strict_json import same_json, strict_json
from provenli.data.subject import VerificationReport
from provenli.data.verify import check_files
from provenli.english.decision import Solver, solver_for
from provenli.english.frames import Frame, FrameProof, problem_of
from provenli.english.readers import Backend
from provenli.english.wordnet import wordnet
from provenli.errors import InputError, ProveNLIError, Refused
from provenli.files import read_file
from provenli.labels import THREE
from provenli.logic.relations import Relation
from provenli.pairs.workers import in_processes
from provenli.progress import Progress

NOT_CHECKED = (
    "that operators take the scopes that the reader gives them: both sentences are read again by the same reader",
    "that words are meant in the senses that `given` names: the facts are looked up again in WordNet",
    "how a sentence was changed, and from which: before, after, change, source, operator_removed; seed and options",
    "files of other formats than jsonl, beyond their hashes",
)


def verify_sentences(directory: Path, workers: int, progress: Progress) -> VerificationReport:
    manifest, report = read_manifest(directory), VerificationReport()
    backend: Backend = manifest.options.get("backend", "")
    if backend not in get_args(Backend):
        raise InputError(f"{directory / NAME}: options: backend: expected one of {', '.join(get_args(Backend))}")
    wordnet()  # without it no fact could be looked up
    proofs = dict(_proofs(directory, manifest, report))
    solver, seen = solver_for(backend), Counter[tuple[str, str]]()
    for name, record in manifest.parts.items():
        found = list(_read(directory / f"{name}.jsonl", report))
        counted = Counter(row.label for row in found)
        if dict(counted) != {k: n for k, n in record.labels.items() if n}:
            report.add(f"{name}.jsonl", None, f"labels {dict(counted)}; the manifest says {dict(record.labels)}")
        for k, what in enumerate(in_processes(partial(_fault, solver, proofs, name), found, workers), 1):
            progress(f"checking {name}.jsonl", k, len(found))
            seen[found[k - 1].premise, found[k - 1].hypothesis] += 1
            what = what or ("this pair has come before" if seen[found[k - 1][2:4]] > 1 else "")
            if what:
                report.add(f"{name}.jsonl", found[k - 1].line, what)
        report.rows += len(found)
    check_files(directory, manifest, report)
    _counts(manifest, proofs, report)
    report.not_checked += NOT_CHECKED
    return report


def _read(path: Path, report: VerificationReport) -> Iterator[Row]:
    try:
        yield from rows(path)
    except InputError as e:
        report.add(path.name, None, str(e))


def _counts(manifest: Manifest, proofs: dict[str, FrameProof], report: VerificationReport) -> None:
    said = {
        "schemas": (manifest.schemas, len(proofs)),
        "size": (manifest.size, sum(p.rows for p in manifest.parts.values())),
        "balance": (dict(manifest.balance), {name: dict(p.labels) for name, p in manifest.parts.items()}),
        "certificates": (manifest.certificates.get("checked by the kernel"), len(proofs)),
    }
    for what, (found, expected) in said.items():
        if found != expected:
            report.add(NAME, None, f"{what}: {found}, but the files have {expected}")


def _proofs(directory: Path, manifest: Manifest, report: VerificationReport) -> Iterator[tuple[str, FrameProof]]:
    """The certificates that hold, by the name of their schema; each for the frame of the pattern on the same line."""
    patterns, found = _values(directory / PATTERNS), _values(directory / CERTIFICATES)
    report.certificates = len(found)
    if len(patterns) != len(found):
        report.add(PATTERNS, None, f"{len(patterns)} patterns, but {len(found)} certificates")
    for k, (pattern, value) in enumerate(zip(patterns, found, strict=False)):
        try:
            yield f"s{k}", _checked(k, pattern, value)
        except (ProveNLIError, KeyError, TypeError, ValueError, AttributeError) as e:
            report.add(CERTIFICATES, k + 1, f"the certificate of s{k} does not hold: {e}")
    del manifest


def _values(path: Path) -> list[Any]:
    try:
        return [strict_json(line) for line in read_file(path).splitlines()]
    except (OSError, ValueError, RecursionError) as e:
        raise InputError(f"{path} cannot be read: {e}; make the data set again") from e


def frame_from_json(value: Any) -> Frame:
    layers = tuple((str(name), effect) for name, effect in value["layers"])
    first, second = value["negated"]
    return Frame(layers, value["kind"], Relation[value["relation"]], (first is True, second is True))


def _checked(k: int, pattern: Any, value: Any) -> FrameProof:
    frame = frame_from_json(pattern["recipe"])
    problem, verdict = problem_of(frame), verdict_from_json(value["verdict"])
    if not same_json(frame_json(frame), pattern["recipe"]) or pattern["schemas"] != [k] or value["schema"] != f"s{k}":
        raise Refused("the pattern beside it is of another frame")
    if any(not same_json(value[what], text) for what, text in problem_json(problem).items()):
        raise Refused("its problem is not that of its frame")
    if kernel.check(problem, verdict) or verdict.agreed or not FrameProof(problem, verdict).checked:
        raise Refused("it rests on an engine's word")
    if verdict.label not in THREE or value["label"] != verdict.label:
        raise Refused(f"its label is not that of its verdict, {verdict.label!r}")
    return FrameProof(problem, verdict)


def _fault(solver: Solver, proofs: dict[str, FrameProof], part: str, row: Row) -> str:
    """What is wrong with a row, found without any engine; empty where nothing is."""
    proof = proofs.get(row.schema)
    if proof is None:
        return f"schema {row.schema!r} has no certificate that holds"
    if row.id != f"{ENGLISH}-{part}-{row.line - 1:08}":
        return f"id: expected {ENGLISH}-{part}-{row.line - 1:08}, found {row.id}"
    step = proved_step(solver, row.premise, row.hypothesis, lambda f: proof if problem_of(f) == proof.problem else None)
    if step is None:
        return f"the step of this pair is not the one that {row.schema} proves"
    if step.label != row.label:
        return f"label: expected {step.label}, found {row.label}"
    wrong = [name for name, value in step.told.items() if not same_json(row.features.get(name), value)]
    return f"feature {wrong[0]!r}: expected {step.told[wrong[0]]!r}" if wrong else ""
