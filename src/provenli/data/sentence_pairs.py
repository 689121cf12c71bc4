"""Pairs from anybody's sentences, like HELP (Yanaka et al. 2019b): each differs in one place, and each label is proved.

A sentence, and the same sentence without its operator, is rewritten (rewrites.py). Both directions are decided as
English pairs, and what is not proved in one step is dropped. A schema is the frame of that step: the operators over its
place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import zip_longest
from pathlib import Path
from random import Random
from typing import Any, TypeAlias, get_args

from provenli.data.rewrites import Rewrite, RewriteKind, Rewriter, attested_modifiers, without_operator
from provenli.english.decision import PROVABLE, Solver, solver_for, why_not_proved
from provenli.english.edits import Edit
from provenli.english.frames import Frame, FrameProof, frame_of, prove_frame
from provenli.english.med_tags import DIRECTIONS
from provenli.english.pair_tokens import pair_tokens
from provenli.english.readers import Backend
from provenli.english.sentences import not_english, not_plain
from provenli.english.wordnet import wordnet
from provenli.errors import InputError
from provenli.files import read_file
from provenli.labels import THREE
from provenli.options import Option, one_of, some_of, text, whole, yes_or_no
from provenli.pairs.plan import Request
from provenli.pairs.workers import in_processes

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
"""The least score; below it words are mostly meant in another sense."""
UNFILTERED = ("--filter none", "no pretrained encoder (extra `pretrained`)")
"""Reasons why sentences were not filtered."""
Proofs: TypeAlias = dict[Frame, FrameProof | None]
ProofOf: TypeAlias = Callable[[Frame], FrameProof | None]


@dataclass(frozen=True, slots=True)
class SentenceOrder:
    """`scorer`: None if nothing filters; `unfiltered` then says why. `proof_of`: decides a frame, or looks its verdict
    up."""

    request: Request
    formats: tuple[str, ...]
    out: Path
    scorer: Scorer | None = None
    unfiltered: str = ""
    proof_of: ProofOf = prove_frame


@dataclass(frozen=True, slots=True)
class Candidate:
    """`removed`: the operator that the base sentence had; empty if the sentence is as it was given."""

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
        """What a row records about the step; verification finds it again."""
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
    proofs: Proofs = field(default_factory=dict)
    """Everything that was decided, in order: which pairs there are depends on it."""


def proved_step(solver: Solver, premise: str, hypothesis: str, proof_of: ProofOf = prove_frame) -> ProvedStep | None:
    """The one step from premise to hypothesis if it is proved; None if it is not, or if there are more steps."""
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


def _decided(solver: Solver, proof_of: ProofOf, c: Candidate) -> tuple[list[EnglishRow], Proofs]:
    """The rows of a candidate, and what was decided for them."""
    asked: Proofs = {}

    def noted(frame: Frame) -> FrameProof | None:
        return asked.setdefault(frame, proof_of(frame))

    both = ((c.base, c.rewrite.text), (c.rewrite.text, c.base))
    found = [(p, h, proved_step(solver, p, h, noted)) for p, h in both]
    return [EnglishRow(p, h, step, c) for p, h, step in found if step is not None], asked


def proved_rows(order: SentenceOrder, lines: Sequence[str], tally: SentenceTally) -> list[EnglishRow]:
    """All rows that there are; none comes twice."""
    request = order.request
    solver = solver_for(request.options["backend"])
    found = list(candidates(lines, solver, request, tally))
    if order.scorer is not None:
        scores = order.scorer([(c.base, c.rewrite.text) for c in found])
        kept = [c for c, score in zip(found, scores, strict=True) if score >= LEAST]
        tally.odd, found = len(found) - len(kept), kept
    rows: dict[tuple[str, str], EnglishRow] = {}
    work = partial(_decided, solver, order.proof_of)
    for k, (made, asked) in enumerate(in_processes(work, found, request.workers), 1):
        rows |= {(r.premise, r.hypothesis): r for r in made if (r.premise, r.hypothesis) not in rows}
        tally.proofs |= {frame: proof for frame, proof in asked.items() if frame not in tally.proofs}
        tally.unproved += 2 - len(made)
        request.progress("deciding", k, len(found))
    tally.tried = 2 * len(found)
    return list(rows.values())


def drawn(rows: Sequence[EnglishRow], request: Request) -> list[EnglishRow]:
    """As many rows as asked for, evenly by label as far as possible; all rows if no number was asked for."""
    mixed = list(rows)
    Random(request.seed).shuffle(mixed)
    if request.size is None:
        return mixed
    by_label = [[r for r in mixed if r.step.label == label] for label in THREE]
    return [r for turn in zip_longest(*by_label) for r in turn if r is not None][: request.size]


def part_of(source: int, seed: int, names: Sequence[str]) -> str:
    """All pairs of a source sentence go to one part: eight of ten sentences to the first."""
    if len(names) == 1:
        return names[0]
    place = Random(f"{seed}:{source}").random()
    return names[0] if place < 0.8 else names[1] if place < 0.9 else names[2]
