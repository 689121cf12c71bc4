"""A data set from a fragment: plan, certificates, rows, manifest, in a directory that appears whole or not at all."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from shutil import disk_usage
from typing import Any

import numpy as np

from provenli.certify.certificates import Problem
from provenli.certify.codec import verdict_to_json
from provenli.data.formats import Layout, PartFiles, around, format_named, kinds_of, render
from provenli.data.formats.layout import HashedFile, Written
from provenli.data.manifest import NAME, Manifest, PartRecord
from provenli.data.rows import PartRows, cut, schema_names
from provenli.errors import InputError
from provenli.files import fresh_directory, make_parents
from provenli.grammar import Word
from provenli.labels import folded_into
from provenli.logic.formula_printer import show
from provenli.options import SEEDS, WORKERS, check_whole
from provenli.pairs.classes import renamed_words
from provenli.pairs.fragment import Fragment, check_parts
from provenli.pairs.pattern import Gap, Pieces, Told, Turn
from provenli.pairs.plan import PartPlan, Plan, Request
from provenli.pairs.schemas import Schema
from provenli.pairs.workers import streamed
from provenli.version import VERSION

CERTIFICATES, PATTERNS = "certificates.jsonl", "patterns.jsonl"
LEFT_OUT = "left_out.certificates"
"""Certificates of schemas that no row shows: whoever draws the rows again needs their labels. It holds no rows."""
MOST = 10**9
LEAST_BYTES, PLENTY = 250, 10**9
"""The least size of a row (most take more), and a size that is not worth asking the disk about."""


@dataclass(frozen=True, slots=True)
class Order:
    """`name`: how the user called the fragment. `source`: the hash of the user's own file, if it is one."""

    fragment: Fragment
    name: str
    request: Request
    formats: tuple[str, ...]
    out: Path
    source: str | None = None


def generate(order: Order) -> Manifest:
    check_request(order.request)
    maker = order.fragment.pairs
    if maker is None:
        raise InputError(f"fragment {order.name!r} makes no pairs: give it pairs=Drawn(…), see docs/own_fragment.md")
    for asked in check_parts(order.fragment, maker):
        renamed_words(order.fragment.grammar, order.fragment.theory, asked)
    make_parents(order.out)
    check_room(order.request, order.formats, order.out.parent)
    with fresh_directory(order.out) as work:
        plan = maker.plan(order.fragment, order.request)
        refuse_open(plan)
        labels = tuple(folded_into(s.label, order.fragment.labels) for s in plan.schemas)
        files = {
            CERTIFICATES: write_lines(work / CERTIFICATES, certificates(plan, labels)),
            PATTERNS: write_lines(work / PATTERNS, patterns(plan)),
        }
        if plan.left_out:
            files[LEFT_OUT] = write_lines(work / LEFT_OUT, map(left_out_json, plan.left_out))
        seed = order.request.seed
        cuts = [cut(plan, k, seed, labels, stand_ins(order.fragment, p)) for k, p in enumerate(plan.parts)]
        kinds = kinds_of(rows.samples() for rows in cuts)
        parts, layouts = {}, []
        for part, rows in zip(plan.parts, cuts, strict=True):
            digest = digest_of(order.fragment, order.source, order.request)
            layout = Layout(
                order.fragment.name, part.part.name, order.fragment.labels, kinds, digest, order.source is not None
            )
            layouts.append((layout, rows.rows))
            parts[part.part.name] = PartRecord(rows.rows, label_counts(rows), write_part(work, rows, layout, order))
        files |= around(work, layouts, order.formats)
        manifest = manifest_of(order, plan, parts, files)
        (work / NAME).write_text(manifest.to_json())
    return manifest


def check_request(request: Request) -> None:
    if request.size is not None and not 1 <= request.size <= MOST:
        raise InputError(f"--size: expected a whole number from 1 to {MOST:,}, found {request.size:,}")
    check_whole("--seed", request.seed, SEEDS)
    check_whole("--workers", request.workers, WORKERS)


def check_room(request: Request, formats: Sequence[str], place: Path) -> None:
    """Checked before anything is decided: formats that cannot be written here, and more rows than the disk has room
    for."""
    for name in formats:
        format_named(name)
    needed, free = (request.size or 0) * LEAST_BYTES, disk_usage(place).free
    if needed > max(free, PLENTY):
        raise InputError(
            f"--size {request.size:,} takes {needed / 10**9:,.0f} GB or more, and {place} has {free / 10**9:,.0f} GB "
            "left; ask for a smaller --size"
        )


def digest_of(fragment: Fragment, source: str | None, request: Request) -> str:
    """Different requests have different digests; the same request has the same one."""
    asked = (
        VERSION,
        fragment.name,
        source,
        request.seed,
        request.size,
        sorted((k, str(v)) for k, v in request.options.items()),
        fragment.reading.to_json(),
    )
    return hashlib.sha256(json.dumps(asked).encode()).hexdigest()[:12]


def stand_ins(fragment: Fragment, part: PartPlan) -> dict[Word, Word]:
    return renamed_words(fragment.grammar, fragment.theory, part.part)


def refuse_open(plan: Plan) -> None:
    """Refuse labels that are not decided: they are never written."""
    for s in plan.schemas:
        if s.label in ("undecided", "inconsistent"):
            pair = f"{show(s.problem.premises[0])} / {show(s.problem.hypothesis)}"
            raise InputError(f"a pair of this fragment is {s.label}: {pair}")


# --- rows ---


def write_part(work: Path, rows: PartRows, layout: Layout, order: Order) -> dict[str, Written]:
    done = 0
    with PartFiles(work, layout, order.formats) as files:
        for rendered in rendered_chunks(rows, layout, order.formats, order.request.workers):
            files.append(rendered)
            done += 1
            order.request.progress(f"writing {layout.part}", int(rows.starts[done]), rows.rows)
        return files.finish()


def rendered_chunks(
    rows: PartRows, layout: Layout, formats: tuple[str, ...], workers: int
) -> Iterator[tuple[bytes, ...]]:
    return streamed(lambda c: render(rows.chunk(c), layout, formats), rows.chunks, workers)


def label_counts(rows: PartRows) -> dict[str, int]:
    part, out = rows.plan.parts[rows.number], Counter[str]()
    for a in part.allotments:
        pattern = rows.plan.patterns[a.pattern]
        numbers, counts = np.unique(pattern.schema[pattern.kinds(a.settings)], return_counts=True)
        for number, count in zip(numbers, counts, strict=True):
            out[rows.labels[number]] += int(count)
    return dict(sorted(out.items()))


# --- what stands beside the rows ---


def write_lines(path: Path, lines: Iterator[Any]) -> Written:
    file = HashedFile(path)
    try:
        for value in lines:
            file.write(json.dumps(value, ensure_ascii=False).encode() + b"\n")
    finally:
        file.close()
    return file.written()


def certificates(plan: Plan, labels: Sequence[str]) -> Iterator[dict[str, Any]]:
    for name, schema, label in zip(schema_names(len(plan.schemas)), plan.schemas, labels, strict=True):
        yield {"schema": name, "label": label, **problem_json(schema.problem), **verdict_json(schema)}


def left_out_json(schema: Schema) -> dict[str, Any]:
    told = {k: v for k, v in verdict_json(schema).items() if k != "calculus"}
    return {**problem_json(schema.problem), **told}


def undecided_left_out(directory: Path, manifest: Manifest) -> int:
    """How many verdicts of schemas that no row shows are undecided, in a data set that was just made."""
    if LEFT_OUT not in manifest.files:
        return 0
    found = [json.loads(line) for line in (directory / LEFT_OUT).read_bytes().splitlines()]
    strictly = [value["strictly"] for value in found if value.get("strictly")]
    # A frame of English that is undecided has no verdict at all.
    return sum(v is None or v["label"] == "undecided" for v in [*(value["verdict"] for value in found), *strictly])


def problem_json(problem: Problem) -> dict[str, Any]:
    about = problem.theory.about((*problem.premises, problem.hypothesis))
    return {
        "premise": show(problem.premises[0]),
        "hypothesis": show(problem.hypothesis),
        "theory": [*map(str, about.clauses), *map(show, about.axioms)],
    }


def verdict_json(schema: Schema) -> dict[str, Any]:
    strictly = schema.strictly and verdict_to_json(schema.strictly)
    return {"calculus": schema.calculus, "verdict": verdict_to_json(schema.verdict), "strictly": strictly}


def patterns(plan: Plan) -> Iterator[dict[str, Any]]:
    for k, p in enumerate(plan.patterns):
        yield {
            "pattern": k,
            "premise": shown(p.premise),
            "hypothesis": shown(p.hypothesis),
            "schemas": p.schema.tolist(),
            "recipe": p.recipe,
        }


def shown(pieces: Pieces) -> str:
    """For people: gaps as {slot}, switches as <number>."""
    out = []
    for p in pieces:
        match p:
            case Gap(slot, _, article):
                out.append("a/an " * article + f"{{{slot}}}")
            case Turn(switch):
                out.append(f"<{switch + 1}>")
            case Told():
                out.append("<…>")
            case _:
                out.append(str(p))
    return "".join(out)


def manifest_of(order: Order, plan: Plan, parts: Mapping[str, PartRecord], files: Mapping[str, Written]) -> Manifest:
    evidence = Counter(s.evidence for s in plan.schemas)
    checked = evidence["proof"] + evidence["models"]
    return Manifest(
        provenli=VERSION,
        fragment=order.fragment.name,
        source=order.source,
        seed=order.request.seed,
        size=sum(p.rows for p in parts.values()),
        options=dict(order.request.options),
        parts=parts,
        schemas=len(plan.schemas),
        patterns=len(plan.patterns),
        certificates={
            **dict(sorted(evidence.items())),
            "checked by the kernel": checked,
            "calculus disagrees": sum(s.disputed for s in plan.schemas),
            "given": sum(s.given for s in plan.schemas),
            "corrections of derived labels": dict(sorted(plan.corrections.items())),
        },
        balance={name: dict(p.labels) for name, p in parts.items()},
        notes=plan.notes,
        files=files,
        reading=order.fragment.reading,
        left_out=len(plan.left_out),
    )
