"""Pairs from anybody's sentences as a data set: the certificate of every frame, rows, manifest.

Certificates of frames that were decided but that no row shows lie beside them, since drawing again needs their labels.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

from provenli.certify.codec import verdict_to_json
from provenli.data.blocks import Chunk
from provenli.data.export import chunk_of_texts
from provenli.data.formats import Layout, PartFiles, around, kinds_of, render
from provenli.data.formats.layout import Written
from provenli.data.generate import (
    CERTIFICATES,
    LEFT_OUT,
    PATTERNS,
    check_request,
    check_room,
    problem_json,
    write_lines,
)
from provenli.data.manifest import ENGLISH, NAME, Manifest, PartRecord
from provenli.data.sentence_pairs import (
    LEAST,
    PARTS,
    EnglishRow,
    SentenceOrder,
    SentenceTally,
    drawn,
    part_of,
    proved_rows,
    read_sentences,
)
from provenli.english.frames import Frame, FrameProof
from provenli.errors import InputError
from provenli.files import fresh_directory, make_parents
from provenli.labels import THREE
from provenli.pairs.plan import Request
from provenli.pairs.schemas import evidence_of
from provenli.version import VERSION

Schemas: TypeAlias = dict[Frame, FrameProof]
"""The schemas that rows show, in order."""


def generate_sentences(order: SentenceOrder) -> Manifest:
    check_request(order.request)
    lines, tally = read_sentences(order.request.options["from"]), SentenceTally()
    make_parents(order.out)
    check_room(order.request, order.formats, order.out.parent)
    with fresh_directory(order.out) as work:
        rows = drawn(proved_rows(order, lines, tally), order.request)
        if not rows:
            raise InputError(
                f"--from: {len(lines):,} lines gave no proved pair; expected English sentences, one a line"
            )
        schemas = schemas_of(rows, tally)
        files = dict(_write_certificates(work, schemas, tally))
        parts, layouts = _write_parts(work, order, rows, schemas, digest_of(order.request, lines, len(rows)))
        files |= around(work, layouts, order.formats)
        told = notes_of(order, tally, parts)
        manifest = _manifest(order, source_hash(lines), parts, schemas, files)
        manifest = replace(manifest, notes=told, left_out=len(tally.proofs) - len(schemas))
        (work / NAME).write_text(manifest.to_json())
    return manifest


def schemas_of(rows: Iterable[EnglishRow], tally: SentenceTally) -> Schemas:
    shown = dict.fromkeys(r.step.frame for r in rows)
    return {frame: proof for frame in shown if (proof := tally.proofs[frame]) is not None}


def _write_certificates(work: Path, schemas: Schemas, tally: SentenceTally) -> Iterator[tuple[str, Written]]:
    numbered = list(enumerate(schemas.items()))
    yield CERTIFICATES, write_lines(work / CERTIFICATES, (certificate_json(k, p) for k, (_, p) in numbered))
    yield PATTERNS, write_lines(work / PATTERNS, (pattern_json(k, f, p) for k, (f, p) in numbered))
    others = [left_out_json(f, p) for f, p in tally.proofs.items() if f not in schemas]
    if others:
        yield LEFT_OUT, write_lines(work / LEFT_OUT, iter(others))


def certificate_json(k: int, proof: FrameProof) -> dict[str, Any]:
    label, verdict = proof.verdict.label, verdict_to_json(proof.verdict)
    told = {"schema": f"s{k}", "label": label, **problem_json(proof.problem)}
    return {**told, "calculus": label, "verdict": verdict, "strictly": None}


def pattern_json(k: int, frame: Frame, proof: FrameProof) -> dict[str, Any]:
    texts = problem_json(proof.problem)
    said = {"premise": texts["premise"], "hypothesis": texts["hypothesis"]}
    return {"pattern": k, **said, "schemas": [k], "recipe": frame_json(frame)}


def left_out_json(frame: Frame, proof: FrameProof | None) -> dict[str, Any]:
    """`verdict`: null if it stayed undecided."""
    return {"recipe": frame_json(frame), "verdict": None if proof is None else verdict_to_json(proof.verdict)}


def frame_json(frame: Frame) -> dict[str, Any]:
    layers = [list(layer) for layer in frame.layers]
    return {"layers": layers, "kind": frame.kind, "relation": frame.relation.name, "negated": list(frame.negated)}


def dealt(rows: Sequence[EnglishRow], request: Request) -> dict[str, list[EnglishRow]]:
    """The rows of each part that is not empty."""
    names = PARTS[request.options["parts"]]
    shared = {name: [r for r in rows if part_of(r.candidate.source, request.seed, names) == name] for name in names}
    return {name: found for name, found in shared.items() if found}


def _write_parts(
    work: Path, order: SentenceOrder, rows: Sequence[EnglishRow], schemas: Schemas, digest: str
) -> tuple[dict[str, PartRecord], list[tuple[Layout, int]]]:
    shared = dealt(rows, order.request)
    chunks = {name: chunk_of_steps(found, schemas) for name, found in shared.items()}
    kinds = kinds_of(chunks.values())
    parts, layouts = {}, []
    for name, chunk in chunks.items():
        layout, n = Layout(ENGLISH, name, THREE, kinds, digest), chunk.stop
        with PartFiles(work, layout, order.formats) as files:
            files.append(render(chunk, layout, order.formats))
            written = files.finish()
        labels = Counter(r.step.label for r in shared[name])
        parts[name] = PartRecord(n, dict(sorted(labels.items())), written)
        layouts.append((layout, n))
    return parts, layouts


def rendered(rows: Sequence[EnglishRow], schemas: Schemas, part: str) -> bytes:
    """The file of a part's rows."""
    return render(chunk_of_steps(rows, schemas), Layout(ENGLISH, part, THREE, (), ""), ("jsonl",))[0]


def chunk_of_steps(rows: Sequence[EnglishRow], schemas: Schemas) -> Chunk:
    numbers = {frame: k for k, frame in enumerate(schemas)}
    texts = [(r.premise, r.hypothesis, r.step.label, f"s{numbers[r.step.frame]}") for r in rows]
    names = rows[0].features
    return chunk_of_texts(0, texts, {n: [json.dumps(r.features[n], ensure_ascii=False) for r in rows] for n in names})


def digest_of(request: Request, lines: Sequence[str], rows: int) -> str:
    """A request for more rows than there are is a request for all of them."""
    chosen = {name: str(value) for name, value in request.options.items() if name != "from"}
    size = None if request.size is None else rows
    asked = (VERSION, ENGLISH, request.seed, size, sorted(chosen.items()), source_hash(lines))
    return hashlib.sha256(json.dumps(asked).encode()).hexdigest()[:12]


def source_hash(lines: Sequence[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def notes_of(order: SentenceOrder, tally: SentenceTally, parts: Iterable[str]) -> tuple[str, ...]:
    notes = [
        f"{tally.tried:,} pairs were decided, {tally.unproved:,} of them not proved in one step and dropped",
        f"{tally.odd:,} odd sentences were dropped by the encoder (below {LEAST})"
        if order.scorer is not None
        else f"odd sentences are not filtered: {order.unfiltered}",
    ]
    notes += [f"{tally.skipped:,} lines are no sentence that could be read"] if tally.skipped else []
    notes += [f"no pair went to {n!r}" for n in PARTS[order.request.options["parts"]] if n not in parts]
    return tuple(notes)


def evidence_json(proofs: Iterable[FrameProof]) -> dict[str, Any]:
    evidence = Counter(evidence_of(p.verdict) for p in proofs)
    told = {**dict(sorted(evidence.items())), "checked by the kernel": evidence["proof"] + evidence["models"]}
    return {**told, "calculus disagrees": 0, "given": 0, "corrections of derived labels": {}}


def _manifest(
    order: SentenceOrder, source: str, parts: Mapping[str, PartRecord], schemas: Schemas, files: Mapping[str, Written]
) -> Manifest:
    return Manifest(
        provenli=VERSION,
        fragment=ENGLISH,
        source=None,
        seed=order.request.seed,
        size=sum(p.rows for p in parts.values()),
        options={**order.request.options, "from": source},
        parts=parts,
        schemas=len(schemas),
        patterns=len(schemas),
        certificates=evidence_json(schemas.values()),
        balance={name: dict(p.labels) for name, p in parts.items()},
        files=files,
    )
