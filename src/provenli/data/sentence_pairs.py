"""Pairs from anybody's sentences, like HELP (Yanaka et al. 2019b): each differs in one place, each label is proved.

A sentence, and the same without its operator, is rewritten (rewrites.py), both directions are decided as English pairs
are, and what is not proved in one step is dropped. A schema is the frame of that step: the operators over its place.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import zip_longest
from pathlib import Path
from random import Random
from typing import Any, TypeAlias, get_args

import numpy as np

from provenli.certify.codec import verdict_to_json
from provenli.data.blocks import Block, Chunk, Column, Text
from provenli.data.formats import Layout, PartFiles, around, kinds_of, render
from provenli.data.generate import CERTIFICATES, PATTERNS, check_request, check_room, problem_json, write_lines
from provenli.data.manifest import NAME, Manifest, PartRecord
from provenli.data.rewrites import Rewrite, RewriteKind, Rewriter, attested_modifiers, without_operator
from provenli.english.decision import PROVABLE, Solver, solver_for, why_not_proved
from provenli.english.edits import Edit
from provenli.english.frames import Frame, FrameProof, frame_of, prove_frame
from provenli.english.pair_tokens import pair_tokens
from provenli.english.readers import Backend
from provenli.english.solver import DIRECTIONS, not_english, not_plain
from provenli.english.wordnet import wordnet
from provenli.errors import InputError
from provenli.files import fresh_directory, make_parents, read_file
from provenli.labels import THREE
from provenli.options import Option, one_of, some_of, text, whole, yes_or_no
from provenli.pairs.plan import Request
from provenli.pairs.schemas import evidence_of
from provenli.pairs.workers import in_processes
from provenli.version import VERSION

ENGLISH = "english"
KINDS: tuple[str, ...] = get_args(RewriteKind)
FILTERS = ("auto", "encoder", "none")
PARTS = {"one": ("pairs",), "three": ("train", "dev", "test")}
OPTIONS = (
    Option("from", "", text, "a text file, one sentence on each line"),
    Option("backend", "ccg", one_of(*get_args(Backend)), "the parser that reads the sentences"),
    Option("kinds", KINDS, some_of(*KINDS), "the kinds of changes to make, with commas between", ",".join(KINDS)),
    Option("minimal", True, yes_or_no, "also change sentences whose operator (a negation, say) is taken away", "yes"),
    Option("each", 12, whole(1, 1000), "most changes of one sentence"),
    Option(
        "filter", "auto", one_of(*FILTERS), "let a pretrained encoder drop odd sentences; auto: if one is installed"
    ),
    Option("parts", "one", one_of(*PARTS), "one part, or three (train, dev, test) that share no source sentence"),
)
Scorer: TypeAlias = Callable[[Sequence[tuple[str, str]]], Sequence[float]]
"""How well a changed sentence goes with the one that it comes from, from 0 to 1."""
LEAST = 0.75
"""For a score; below it are mostly other senses of a word."""
ProofOf: TypeAlias = Callable[[Frame], FrameProof | None]


@dataclass(frozen=True, slots=True)
class SentenceOrder:
    """`scorer`: None where nothing filters; `unfiltered` then says why."""

    request: Request
    formats: tuple[str, ...]
    out: Path
    scorer: Scorer | None = None
    unfiltered: str = ""


@dataclass(frozen=True, slots=True)
class Candidate:
    """`removed`: the operator that the base sentence had; empty where it stands as it was given."""

    source: int
    base: str
    removed: str
    rewrite: Rewrite


@dataclass(frozen=True, slots=True)
class ProvedStep:
    edit: Edit
    frame: Frame
    label: str

    @property
    def told(self) -> dict[str, Any]:
        """What a row says of it; verification finds it again."""
        return {
            "direction": DIRECTIONS[self.edit.sign],
            "operators": [name for name, _, _ in self.edit.layers],
            "edit": self.edit.kind,
            "given": [str(f) for f in self.edit.facts],
        }


@dataclass(frozen=True, slots=True)
class EnglishRow:
    premise: str
    hypothesis: str
    step: ProvedStep
    candidate: Candidate

    @property
    def features(self) -> dict[str, Any]:
        c = self.candidate
        made = {"change": c.rewrite.kind, "before": c.rewrite.before, "after": c.rewrite.after}
        return {**self.step.told, **made, "source": c.source, "operator_removed": c.removed}


@dataclass
class SentenceTally:
    """What became of the sentences."""

    skipped: int = 0
    odd: int = 0
    tried: int = 0
    unproved: int = 0


def proved_step(solver: Solver, premise: str, hypothesis: str, proof_of: ProofOf = prove_frame) -> ProvedStep | None:
    """The one step from premise to hypothesis, where it is proved; None where it is not, or where there are more."""
    c, agreed = solver.compared(premise, hypothesis)
    told = [e for e in c.edits if e.kind != "same"]
    frame = frame_of(told[0], c.negated) if len(told) == 1 and told[0].kind in PROVABLE else None
    proof = None if frame is None else proof_of(frame)
    if frame is None or proof is None or not proof.checked or why_not_proved(c, (proof,), agreed):
        return None
    return ProvedStep(told[0], frame, c.label)


# --- From a text to rows ---


def read_sentences(path: str) -> list[str]:
    if not path:
        raise InputError("generate english needs --from FILE: a text file, one sentence on each line")
    try:
        lines = read_file(Path(path)).decode("utf-8-sig").splitlines()
    except OSError as e:
        raise InputError(f"--from {path}: {e.strerror or e}; expected a text file, one sentence on each line") from e
    except UnicodeDecodeError as e:
        raise InputError(f"--from {path}, byte {e.start}: not UTF-8 text; save it as UTF-8") from e
    return [" ".join(line.split()) for line in lines]


def candidates(lines: Sequence[str], solver: Solver, request: Request, tally: SentenceTally) -> Iterator[Candidate]:
    chosen, net = request.options, wordnet()
    bases = {}
    for k, line in enumerate(lines, 1):
        analysis = None if not_plain(line) else solver.read(0, line)
        if analysis is None or not_english(pair_tokens(analysis, net), solver.knowledge):
            tally.skipped += bool(line)
        else:
            bases[k] = analysis
        request.progress("reading", k, len(lines))
    rewriter = Rewriter(net, request.seed, attested_modifiers(bases.values(), net))
    for k, a in bases.items():
        variants = [("", a.text), *(without_operator(a) if chosen["minimal"] else ())]
        for removed, base in variants:
            found = [r for r in rewriter.rewrites(solver.read(0, base)) if r.kind in chosen["kinds"]]
            # The same draw for all variants of a sentence, so that they are changed alike.
            found.sort(key=lambda r: Random(f"{request.seed}:{k}:{r.kind}:{r.before}:{r.after}").random())
            yield from (Candidate(k, base, removed, r) for r in found[: chosen["each"]])


def _decided(solver: Solver, c: Candidate) -> list[EnglishRow]:
    both = ((c.base, c.rewrite.text), (c.rewrite.text, c.base))
    found = [(p, h, proved_step(solver, p, h)) for p, h in both]
    return [EnglishRow(p, h, step, c) for p, h, step in found if step is not None]


def proved_rows(order: SentenceOrder, lines: Sequence[str], tally: SentenceTally) -> list[EnglishRow]:
    request = order.request
    solver = solver_for(request.options["backend"])
    found = list(candidates(lines, solver, request, tally))
    if order.scorer is not None:
        scores = order.scorer([(c.base, c.rewrite.text) for c in found])
        kept = [c for c, score in zip(found, scores, strict=True) if score >= LEAST]
        tally.odd, found = len(found) - len(kept), kept
    rows: dict[tuple[str, str], EnglishRow] = {}
    for k, made in enumerate(in_processes(partial(_decided, solver), found, request.workers), 1):
        rows |= {(r.premise, r.hypothesis): r for r in made if (r.premise, r.hypothesis) not in rows}
        tally.unproved += 2 - len(made)
        request.progress("deciding", k, len(found))
    tally.tried = 2 * len(found)
    return drawn(list(rows.values()), request)


def drawn(rows: list[EnglishRow], request: Request) -> list[EnglishRow]:
    """As many as asked for, of all labels alike as far as there are some; all, where no number was asked for."""
    Random(request.seed).shuffle(rows)
    if request.size is None:
        return rows
    by_label = [[r for r in rows if r.step.label == label] for label in THREE]
    return [r for turn in zip_longest(*by_label) for r in turn if r is not None][: request.size]


def part_of(source: int, seed: int, names: Sequence[str]) -> str:
    """All pairs of a source sentence go to one part: eight of ten sentences to the first."""
    if len(names) == 1:
        return names[0]
    place = Random(f"{seed}:{source}").random()
    return names[0] if place < 0.8 else names[1] if place < 0.9 else names[2]


# --- From rows to files ---


def generate_sentences(order: SentenceOrder) -> Manifest:
    check_request(order.request)
    lines, tally = read_sentences(order.request.options["from"]), SentenceTally()
    make_parents(order.out)
    check_room(order.request, order.formats, order.out.parent)
    with fresh_directory(order.out) as work:
        rows = proved_rows(order, lines, tally)
        if not rows:
            raise InputError(
                f"--from: {len(lines):,} lines gave no proved pair; expected English sentences, one a line"
            )
        numbers = {frame: k for k, frame in enumerate(dict.fromkeys(r.step.frame for r in rows))}
        files = {
            CERTIFICATES: write_lines(work / CERTIFICATES, _certificates(numbers)),
            PATTERNS: write_lines(work / PATTERNS, _patterns(numbers)),
        }
        parts, layouts = _write_parts(work, order, rows, numbers, digest_of(order.request, lines))
        files |= around(work, layouts, order.formats)
        manifest = _manifest(order, lines, parts, numbers, files, notes_of(order, tally, parts))
        (work / NAME).write_text(manifest.to_json())
    return manifest


Numbers: TypeAlias = Mapping[Frame, int]


def _certificates(numbers: Numbers) -> Iterator[dict[str, Any]]:
    for frame, k in numbers.items():
        proof = prove_frame(frame)
        assert proof is not None, frame
        yield certificate_json(k, proof)


def certificate_json(k: int, proof: FrameProof) -> dict[str, Any]:
    label, verdict = proof.verdict.label, verdict_to_json(proof.verdict)
    told = {"schema": f"s{k}", "label": label, **problem_json(proof.problem)}
    return {**told, "calculus": label, "verdict": verdict, "strictly": None}


def _patterns(numbers: Numbers) -> Iterator[dict[str, Any]]:
    for frame, k in numbers.items():
        proof = prove_frame(frame)
        assert proof is not None, frame
        yield pattern_json(k, frame, proof)


def pattern_json(k: int, frame: Frame, proof: FrameProof) -> dict[str, Any]:
    texts = problem_json(proof.problem)
    said = {"premise": texts["premise"], "hypothesis": texts["hypothesis"]}
    return {"pattern": k, **said, "schemas": [k], "recipe": frame_json(frame)}


def frame_json(frame: Frame) -> dict[str, Any]:
    layers = [list(layer) for layer in frame.layers]
    return {"layers": layers, "kind": frame.kind, "relation": frame.relation.name, "negated": list(frame.negated)}


def _write_parts(
    work: Path, order: SentenceOrder, rows: Sequence[EnglishRow], numbers: Numbers, digest: str
) -> tuple[dict[str, PartRecord], list[tuple[Layout, int]]]:
    names, seed = PARTS[order.request.options["parts"]], order.request.seed
    shared = {name: [r for r in rows if part_of(r.candidate.source, seed, names) == name] for name in names}
    blocks = {name: block_of(found, numbers) for name, found in shared.items() if found}
    kinds = kinds_of(blocks.values())
    parts, layouts = {}, []
    for name, block in blocks.items():
        layout, n = Layout(ENGLISH, name, THREE, kinds, digest), len(block.positions)
        with PartFiles(work, layout, order.formats) as files:
            files.append(render(Chunk(0, n, (block,)), layout, order.formats))
            written = files.finish()
        labels = Counter(r.step.label for r in shared[name])
        parts[name] = PartRecord(n, dict(sorted(labels.items())), written)
        layouts.append((layout, n))
    return parts, layouts


def block_of(rows: Sequence[EnglishRow], numbers: Numbers) -> Block:
    where = np.arange(len(rows), dtype=np.int64)

    def column(values: Iterator[str]) -> Text:
        return (Column(tuple(values), where),)

    features = [r.features for r in rows]
    names = list(features[0])
    return Block(
        column(r.premise for r in rows),
        column(r.hypothesis for r in rows),
        column(r.step.label for r in rows),
        column(f"s{numbers[r.step.frame]}" for r in rows),
        tuple((n, column(json.dumps(f[n], ensure_ascii=False) for f in features)) for n in names),
        where,
    )


def digest_of(request: Request, lines: Sequence[str]) -> str:
    chosen = {name: str(value) for name, value in request.options.items() if name != "from"}
    asked = (VERSION, ENGLISH, request.seed, request.size, sorted(chosen.items()), source_hash(lines))
    return hashlib.sha256(json.dumps(asked).encode()).hexdigest()[:12]


def source_hash(lines: Sequence[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def notes_of(order: SentenceOrder, tally: SentenceTally, parts: Mapping[str, PartRecord]) -> tuple[str, ...]:
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
    order: SentenceOrder,
    lines: Sequence[str],
    parts: Mapping[str, PartRecord],
    numbers: Numbers,
    files: Mapping[str, Any],
    notes: tuple[str, ...],
) -> Manifest:
    proofs = [prove_frame(frame) for frame in numbers]
    return Manifest(
        provenli=VERSION,
        fragment=ENGLISH,
        source=None,
        seed=order.request.seed,
        size=sum(p.rows for p in parts.values()),
        options={**order.request.options, "from": source_hash(lines)},
        parts=parts,
        schemas=len(numbers),
        patterns=len(numbers),
        certificates=evidence_json(p for p in proofs if p is not None),
        balance={name: dict(p.labels) for name, p in parts.items()},
        notes=notes,
        files=files,
    )
