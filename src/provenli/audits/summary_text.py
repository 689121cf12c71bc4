"""An audit in a screenful of text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from provenli.audits.explanations import rescue_words
from provenli.audits.problems import Json
from provenli.audits.rescues import JOIN
from provenli.audits.results import Summary
from provenli.audits.verdicts import VERDICTS, VerdictName
from provenli.errors import escaped, many
from provenli.logic.reading_choices import reading_text, stored_reading

COMMONEST = 3
MOST_ANOMALIES = 8
MEANS = {
    "disputed": "the label is wrong under this reading",
    "depends on a sense": "wrong only if a word is meant in a rarer sense, or as a synonym",
    "inconsistent": "the premise cannot be true",
    "agrees": "the label is right",
    "undecided": "no proof and no models were found",
    "not covered": "the fragment cannot read it",
    "no label": "decided; the file gives no label",
}

SUPPORTED = "an answer is supported, and not proved"
"""What `undecided` means for English."""


def meaning_of(verdict: VerdictName, fragment: str) -> str:
    return SUPPORTED if (verdict, fragment) == ("undecided", "english") else MEANS[verdict]


CHOICES = {
    "existential_import": "whether noun phrases are about something",
    "the": "another sense of ‘the’",
    "distinct_names": "whether two names are one individual",
    "closed_world": "whether more happened than is said",
    "as_tall_as": "another sense of ‘as tall as’",
    "scope": "another scope",
    "coreference": "the same individual meant",
    "granted": "whether something is taken for granted",
    "knowledge": "missing knowledge",
    "none": "nothing",
}


def rescue_name(kind: str) -> str:
    """How people call a kind of rescue: coreference + scope is the same individual meant, and another scope."""
    return ", and ".join(CHOICES.get(part, part) for part in kind.split(JOIN))


ENGLISH_READING = "scopes and word facts as each row names them"
NO_PAIR = "no pair could be made of it"


def summary_text(summary: Summary, out: Path | None) -> str:
    """Sentences of the file stay in their lines, whatever line ends they hold."""
    return "\n".join(map(escaped, _lines(summary, out)))


def _lines(s: Summary, out: Path | None) -> Iterator[str]:
    told = s.to_json()
    pairs, schemas = many(told["pairs"], "pair"), many(s.schemas, "schema")
    yield f"{s.file}: {pairs}, {told['covered']:,} covered by {s.fragment}, {schemas}"
    reading = ENGLISH_READING if s.fragment == "english" else reading_text(stored_reading(s.reading))
    yield f"reading: {reading}{'; two-way labels' if s.two_way else ''}"
    yield from _basis(s)
    width = max(len(f"{n:,}") for n in s.verdicts.values()) if s.verdicts else 1
    for verdict in VERDICTS:
        if s.verdicts[verdict]:
            yield f"  {s.verdicts[verdict]:>{width},} {verdict}: {meaning_of(verdict, s.fragment)}"
    if s.unreadable:
        yield f"  {s.unreadable:>{width},} unreadable: {NO_PAIR}"
    yield from _counts("by change", told["by_change"])
    rescued = {rescue_name(kind): n for kind, n in told["rescued_by"].items()}
    yield from _counts("what would make the label right", rescued)
    yield from _overlooked(s)
    yield from (f"in the file: {line}" for line in s.anomaly_lines[:MOST_ANOMALIES])
    yield from _uncovered(s)
    yield from _kinds(s)
    if out is not None:
        yield ""
        yield f"the page: {out / 'audit.html'}"


def _basis(s: Summary) -> Iterator[str]:
    """What else the verdicts rest on."""
    if len(s.counts) > 1:
        counts = ", ".join(f"{text}: {n}" for text, n in s.counts)
        yield f"  of the first {s.told_from} labels are right under {counts}"
    if s.isa:
        yield "known by your word: " + ", ".join(f"every {a} is a {b}" for a, b in s.isa)
    if s.two_way:
        yield "NOTE: neutral and contradiction count as one label; if neutral means neutral: --labels neutral=neutral"


def _counts(what: str, counts: Mapping[str, int]) -> Iterator[str]:
    if any(counts.values()):
        yield f"{what}: " + ", ".join(f"{name} {n:,}" for name, n in counts.items() if n)


def _overlooked(s: Summary) -> Iterator[str]:
    """What was overlooked, with the first words of each kind."""
    first = {name: s.first_overlooked.get(name, "").removeprefix(f"{name} in ") for name in s.tolerances}
    told = (f"{name} {n:,} ({first[name] or name})" for name, n in s.tolerances.most_common())
    if s.tolerances:
        yield f"overlooked in reading, with the first of each: {', '.join(told)}"


def _uncovered(s: Summary) -> Iterator[str]:
    """The commonest reason: what to look at first where the fragment is the wrong one."""
    if not s.uncovered:
        return
    reason, number = min(s.uncovered.items(), key=lambda item: (-item[1], item[0]))
    row = s.first_uncovered[reason]
    yield ""
    yield f"not covered, {number:,} of {s.verdicts['not covered']:,}: {reason}; for instance line {row['line']}:"
    yield f"  premise:    {row['premise']}"
    yield f"  hypothesis: {row['hypothesis']}"
    yield f"  {row['why']}"


def _kinds(s: Summary) -> Iterator[str]:
    for (change, rescue), number in s.commonest(COMMONEST):
        row = s.examples[change, rescue]
        yield ""
        kind = f"{change.replace('->', ' → ')}, made right by: {rescue_name(rescue)}"
        yield f"{number:,} × {kind}; for instance line {row['line']}:"
        yield from example(row)


def example(row: Json) -> Iterator[str]:
    yield f"  premise:    {row['premise']}"
    yield f"  hypothesis: {row['hypothesis']}"
    yield f"  published {row['published']}, decided {row['decided']}. {row['why']}"
    yield f"  {rescue_words(row['rescue'], row['rescue_reading'] or '')}"
