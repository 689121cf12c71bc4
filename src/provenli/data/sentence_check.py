"""Pairs from anybody's sentences, checked again: the kernel accepts every certificate, and no engine is asked.

Each row is read again by the reader that made it: its one step must have the frame of its certificate, and the label,
direction, operators and word facts that it tells. Labels are relative to those scopes and word facts, which are named.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from provenli.certify import kernel
from provenli.certify.codec import verdict_from_json
from provenli.data.check_formats import RowFiles, check_formats
from provenli.data.generate import CERTIFICATES, PATTERNS
from provenli.data.manifest import NAME, Manifest, read_manifest
from provenli.data.readers import Row, rows
from provenli.data.sentence_pairs import (
    ENGLISH,
    KINDS,
    OPTIONS,
    PARTS,
    certificate_json,
    evidence_json,
    part_of,
    pattern_json,
    proved_step,
)
from provenli.data.strict_json import Kinds as Keys
from provenli.data.strict_json import keyed, same_json, strict_json
from provenli.data.subject import VerificationReport, option_value
from provenli.data.verify import check_files, history, refuse_links
from provenli.english.decision import Solver, solver_for
from provenli.english.frames import Frame, FrameProof, problem_of
from provenli.english.solver import not_plain
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
)
UNKNOWN = (
    "seed, options and notes, and how a sentence was changed, and from which (before, after, change, source, "
    "operator_removed): the sentences that the pairs were made from are not drawn from again"
)
MADE: Keys = {
    "change": lambda value: value in KINDS,
    "before": str,
    "after": str,
    "source": lambda value: type(value) is int and value > 0,
    "operator_removed": str,
}
"""What a row tells of how it was made; the rest is what `ProvedStep.told` tells."""
TOLD = ("direction", "operators", "edit", "given")


def verify_sentences(directory: Path, workers: int, progress: Progress) -> VerificationReport:
    refuse_links(directory)
    manifest, report = read_manifest(directory), VerificationReport()
    options = _options(manifest, str(directory / NAME))
    wordnet()  # without it no fact could be looked up
    proofs = dict(_proofs(directory, report))
    solver, seen = solver_for(options["backend"]), Counter[tuple[str, str]]()
    for name, record in manifest.parts.items():
        found = list(_read(directory / f"{name}.jsonl", report))
        counted = Counter(row.label for row in found)
        if dict(counted) != {k: n for k, n in record.labels.items() if n}:
            report.add(f"{name}.jsonl", None, f"labels {dict(counted)}; the manifest says {dict(record.labels)}")
        work = partial(_fault, solver, proofs, name)
        for k, what in enumerate(in_processes(work, found, workers), 1):
            progress(f"checking {name}.jsonl", k, len(found))
            seen[found[k - 1].premise, found[k - 1].hypothesis] += 1
            what = what or ("this pair has come before" if seen[found[k - 1][2:4]] > 1 else "")
            what = what or _misplaced(found[k - 1], name, manifest.seed, PARTS[options["parts"]])
            if what:
                report.add(f"{name}.jsonl", found[k - 1].line, what)
        report.rows += len(found)
    history(manifest, report)
    check_formats(RowFiles(directory, manifest, ENGLISH, THREE, PARTS[options["parts"]], report))
    check_files(directory, manifest, report)
    _counts(manifest, proofs, report)
    report.not_checked += NOT_CHECKED
    report.unknown.append(UNKNOWN)
    return report


def _options(manifest: Manifest, where: str) -> dict[str, Any]:
    """Each of its kind; how English is read is told by these alone."""
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
    """A row that tells what no row tells, or that lies in another part than its source sentence."""
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


def _counts(manifest: Manifest, proofs: dict[str, FrameProof], report: VerificationReport) -> None:
    said = {
        "schemas": (manifest.schemas, len(proofs)),
        "size": (manifest.size, sum(p.rows for p in manifest.parts.values())),
        "balance": (dict(manifest.balance), {name: dict(p.labels) for name, p in manifest.parts.items()}),
        "patterns": (manifest.patterns, len(proofs)),
        "certificates": (dict(manifest.certificates), evidence_json(proofs.values())),
    }
    for what, (found, expected) in said.items():
        if not same_json(found, expected):
            report.add(NAME, None, f"{what}: {found}, but the files have {expected}")


def _proofs(directory: Path, report: VerificationReport) -> Iterator[tuple[str, FrameProof]]:
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
    """What the files say of it is what would be written: nothing beside it, and nothing in another way."""
    frame = frame_from_json(pattern["recipe"])
    problem, verdict = problem_of(frame), verdict_from_json(value["verdict"])
    proof = FrameProof(problem, verdict)
    if not same_json(pattern_json(k, frame, proof), pattern):
        raise Refused("the pattern beside it is of another frame, or is written in another way")
    if verdict.label not in THREE or not same_json(certificate_json(k, proof), value):
        raise Refused("its problem or label is not that of its frame and verdict, or is written in another way")
    if kernel.check(problem, verdict) or verdict.agreed or not proof.checked:
        raise Refused("it rests on an engine's word")
    return proof


def _fault(solver: Solver, proofs: dict[str, FrameProof], part: str, row: Row) -> str:
    """What is wrong with a row, found without any engine; empty where nothing is."""
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
