"""What workers do: read pairs, decide problems, look for rescues. They inherit the subject of the audit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from provenli.audits.pair_reader import Meant, NotCovered, meant, resorted
from provenli.audits.problems import Json, Keys, problem_to_json
from provenli.audits.rescues import NONE, UNSETTLED, changes, weakest
from provenli.audits.verdicts import right
from provenli.audits.word_kinds import MayImply, WordKind, pleasant, sensible
from provenli.certify import kernel
from provenli.certify.certificates import Problem, Verdict
from provenli.certify.codec import verdict_from_json, verdict_to_json
from provenli.certify.decide import decide
from provenli.errors import InputError, Refused
from provenli.logic.readings import Reading
from provenli.pairs.decided_schemas import COUNTED
from provenli.pairs.fragment import Fragment
from provenli.published.pairs import PublishedPair


@dataclass(frozen=True, slots=True)
class AuditSubject:
    """The file, its fragment and reading, and whether the file tells contradictions from neutrals."""

    fragment: Fragment
    reading: Reading
    keys: Keys
    two_way: bool


@dataclass(frozen=True, slots=True)
class ReadPair:
    """`keys`: the keys of the problems that the text may mean, closest attachment first; empty if the text is not
    covered."""

    pair: PublishedPair
    keys: tuple[str, ...] = ()
    words: dict[str, str] | None = None
    tolerances: tuple[str, ...] = ()
    why: str = ""
    kinds: dict[str, WordKind] = field(default_factory=dict)
    unknown: tuple[str, ...] = ()


def read_chunk(subject: AuditSubject, pairs: Sequence[PublishedPair]) -> tuple[list[ReadPair], dict[str, Problem]]:
    """Read every pair of the chunk; each problem that the pairs mean is listed once."""
    problems: dict[str, Problem] = {}
    out: list[ReadPair] = []
    for pair in pairs:
        found = meant(subject.fragment, subject.reading, pair)
        if isinstance(found, NotCovered):
            out.append(ReadPair(pair, why=found.why))
            continue
        keys = tuple(subject.keys.of(p) for p in found.problems)
        problems.update(zip(keys, found.problems, strict=True))
        out.append(ReadPair(pair, keys, found.words, found.tolerances, "", found.kinds, found.unknown))
    return out, problems


def other_sort(subject: AuditSubject, pair: PublishedPair) -> tuple[ReadPair, Json] | None:
    """Another sort for a name (a person or a place) under which the label of a disputed pair is right after all, with
    its record. Nothing in the text tells one Jordan from the other, so neither label is called wrong."""
    for found in resorted(subject.fragment, subject.reading, pair):
        (problem,) = found.problems
        verdict = decided(problem)
        if pair.label is not None and right(pair.label, verdict.label, subject.two_way):
            key = (subject.keys.of(problem),)
            read = ReadPair(pair, key, found.words, found.tolerances, "", found.kinds, found.unknown)
            return read, {"problem": problem_to_json(problem), "verdict": verdict_to_json(verdict)}
    return None


@lru_cache(maxsize=1 << 12)
def decided(problem: Problem) -> Verdict:
    """Decide a problem, and remember the answer: choosing a reading and looking for rescues ask the same again. The
    search is limited by counting, so that every machine gives the same answer, and the kernel checks the result."""
    return decide(problem.premises, problem.hypothesis, problem.theory, problem.reading, COUNTED)


def decision(_: AuditSubject, problem: Problem, known: Json | None = None) -> Json:
    """A record for the journal; empty if the kernel accepts what the journal already says."""
    if known is not None and accepted(problem, known.get("verdict")):
        return {}
    return {"problem": problem_to_json(problem), "verdict": verdict_to_json(decided(problem))}


def accepted(problem: Problem, verdict: Any) -> bool:
    try:
        check(problem, verdict)
    except (Refused, AttributeError):
        return False
    return True


def check(problem: Problem, verdict: Any) -> Verdict:
    """Return the verdict if the kernel accepts it without any engine's word; raise Refused otherwise."""
    found = verdict_from_json(verdict)
    words = kernel.check(problem, found)
    if words:
        raise Refused(f"it rests on the word of {', '.join(words)}")
    return found


def dispute(subject: AuditSubject, pair: PublishedPair, verdict: Json, known: Json | None = None) -> Json:
    """The decision with small models that people can take in, and the weakest rescue of the published label."""
    found = meant(subject.fragment, subject.reading, pair)
    if isinstance(found, NotCovered) or pair.label is None:
        raise InputError(f"line {pair.line} was covered and has a label, and now it is not: was the fragment changed?")
    if known is not None and _rescue_accepted(subject, found, known):
        return {}
    small = pleasant(found.problems[0], verdict_from_json(verdict), found.kinds, pair.label)
    rescue = weakest(found.problems, small, pair.label, subject.two_way, decided, _sensible(subject, found))
    record: Json = {"verdict": verdict_to_json(small), "rescue": rescue.kind, "tried": [list(t) for t in rescue.tried]}
    if rescue.kind == UNSETTLED:
        record["detail"] = "; ".join(rescue.undecided)
    if rescue.change and rescue.verdict:
        record |= {
            "detail": rescue.change.detail,
            "rescue_problem": problem_to_json(rescue.change.problem),
            "rescue_verdict": verdict_to_json(rescue.verdict),
        }
    return record


def _sensible(subject: AuditSubject, found: Meant) -> MayImply:
    return sensible(found.words, found.kinds, subject.fragment.theory)


def _rescue_accepted(subject: AuditSubject, found: Meant, known: Json) -> bool:
    if not accepted(found.problems[0], known.get("verdict")):
        return False
    if known.get("rescue") in (NONE, UNSETTLED):
        return True
    tried = changes(found.problems, _sensible(subject, found))
    change = next((c for c in tried if c.detail == known.get("detail")), None)
    return change is not None and accepted(change.problem, known.get("rescue_verdict"))
