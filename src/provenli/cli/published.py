"""Commands about published files: `anomalies`, `audit`, `tag`."""

from __future__ import annotations

import json
import shutil
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import click
from click.exceptions import Exit

from provenli.cli.app import AsJson, ReadingChoices, app, say, say_how_to_look
from provenli.cli.commands import argument, command, option
from provenli.errors import InputError, escaped, many
from provenli.options import processes

if TYPE_CHECKING:
    from provenli.audits.audit import AuditOrder
    from provenli.audits.check import Checked
    from provenli.audits.english_audit import EnglishAuditOrder
    from provenli.audits.finished import Audit
    from provenli.english.decision import Solver
    from provenli.english.med_tags import MedTags
    from provenli.published.anomalies import Anomalies, Anomaly, Example, FileReport, Overlap, Progress
    from provenli.published.pairs import PublishedPair, Unreadable
    from provenli.published.source import Source

MOST: Final = 20
"""How many entries of a kind a terminal shows: in a directory of a hundred files, 4,950 pairs of files may overlap."""


@command(app, epilog="Example: provenli anomalies snli_1.0_train.jsonl snli_1.0_test.jsonl")
def anomalies(
    files: Annotated[list[Path], argument(help="Published NLI files or directories, in any usual layout.")],
    layout: Annotated[
        str | None, option(help="How the file is laid out, such as tsv; the default is to find out.")
    ] = None,
    columns: Annotated[
        str | None, option(metavar="ROLE=COLUMN,…", help="Which column is premise, hypothesis, label, id.")
    ] = None,
    labels: Annotated[
        str | None, option(metavar="NAME=LABEL,…", help="What the labels mean: 0=entailment,1=neutral.")
    ] = None,
    strict: Annotated[bool, option("--strict", help="Exit status 1 if anything is found.")] = False,
    as_json: AsJson = False,
) -> None:
    """Find what is odd in published files: duplicates, labels that disagree, overlap, damaged sentences, skews."""
    from provenli.published.anomalies import find
    from provenli.published.source import open_published

    named, meant = read_words("--columns", columns), read_words("--labels", labels)
    sources = [open_published(file, layout=layout, columns=named, labels=meant) for file in files]
    with _shown_rows() as progress:
        report = find(sources, progress)
    say(anomalies_json(report) if as_json else anomalies_text(report, sources))
    raise Exit(1 if strict and report.found else 0)


def read_words(option: str, text: str | None) -> dict[str, str]:
    """Read `premise=sentA,label=gold` as a mapping."""
    out: dict[str, str] = {}
    for word in (text or "").split(",") if text else ():
        name, equals, value = word.partition("=")
        if not equals or not name.strip() or not value.strip():
            raise InputError(f"{option} {text}: expected NAME=VALUE, several with commas, found {word!r}")
        out[name.strip()] = value.strip()
    return out


@contextmanager
def _shown_rows() -> Iterator[Progress]:
    """Counts rows; how many there will be is not known before the end."""
    from provenli.progress import shown_progress

    with shown_progress() as progress:
        yield lambda what, rows: progress(what, rows, 0)


def anomalies_json(report: Anomalies) -> str:
    """A lone surrogate, which a damaged file may hold, is written as a JSON escape, since it cannot be written in
    UTF-8."""
    return json.dumps(report.to_json(), ensure_ascii=False).encode("utf-8", "backslashreplace").decode()


def anomalies_text(report: Anomalies, sources: Sequence[Source]) -> str:
    """At most MOST files, overlaps and unread files; the worst come first."""
    files = sorted(report.files, key=lambda f: not f.findings) if len(report.files) > MOST else report.files
    overlaps = sorted(report.overlaps, key=lambda o: -o.disagree) if len(report.overlaps) > MOST else report.overlaps
    skipped = [[f"not read: {reason}"] for source in sources for reason in source.skipped]
    lines = _first(map(_file, files), "files; --json has all")
    lines += _first(map(_overlap, overlaps), "pairs of files that share pairs; --json has all")
    return "\n".join([*lines, *_first(skipped, "files not read")])


def _first(entries: Iterable[list[str]], what: str) -> list[str]:
    every = list(entries)
    more = [f"and {len(every) - MOST:,} more {what}"] if len(every) > MOST else []
    return [line for entry in every[:MOST] for line in entry] + more


def _file(file: FileReport) -> list[str]:
    ways = "two-way" if file.two_way else "three-way"
    labels = ", ".join(f"{label} {n:,}" for label, n in file.labels.items())
    head = f"{file.path}: {many(file.rows, 'pair')} ({file.layout}, {ways}): {labels}"
    if not file.findings:
        return [head, "  nothing found"]
    return [head, *(line for finding in file.findings for line in _finding(finding))]


def _finding(finding: Anomaly) -> list[str]:
    from provenli.published.anomalies import KINDS

    what = KINDS[finding.kind]
    if finding.note:
        return [f"  {what}: {finding.note}"]
    return [f"  {what}: {finding.count:,}", *map(_example, finding.examples)]


def _overlap(overlap: Overlap) -> list[str]:
    differ = f", {overlap.disagree:,} of them with labels that disagree" if overlap.disagree else ""
    head = f"{overlap.one} and {overlap.two} share {many(overlap.pairs, 'pair')}{differ}"
    return [head, *map(_example, overlap.examples)]


def _example(example: Example) -> str:
    where = "lines" if len(example.lines) > 1 else "line"
    text = "".join(c if c.isprintable() else "�" for c in example.text)
    return f"    {where} {', '.join(map(str, example.lines))}: {text}"


@command(app, epilog="Example: provenli audit dev.tsv --fragment monotonicity_hard --out audits/dev")
def audit(
    file: Annotated[Path, argument(help="A published NLI file; or with --check, the directory of an audit.")],
    fragment: Annotated[str | None, option(help="The fragment that reads it, by name or path.")] = None,
    out: Annotated[Path | None, option(help="A directory for the page, rows and certificates.")] = None,
    reading: ReadingChoices = None,
    as_json: AsJson = False,
    corrected: Annotated[
        Path | None, option(help="Also write the file again with the decided labels, and a log of the changes.")
    ] = None,
    workers: Annotated[int | None, option(help="How many processes; the answers do not depend on it.")] = None,
    strict: Annotated[bool, option("--strict", help="Exit 1 if any label is disputed.")] = False,
    layout: Annotated[
        str | None, option(help="How the file is laid out, such as tsv; the default is to find out.")
    ] = None,
    columns: Annotated[str | None, option(help="Which column is which: premise=s1,hypothesis=s2,label=gold.")] = None,
    labels: Annotated[str | None, option(help="What the labels mean: 0=entailment,1=neutral.")] = None,
    limit: Annotated[int | None, option(help="Stop after this many pairs.")] = None,
    isa: Annotated[
        list[str] | None, option(help="odor=smell says that every odor is a smell; may be repeated.")
    ] = None,
    executor: Annotated[str, option(help="local, or ray: a Ray cluster.")] = "local",
    check: Annotated[bool, option("--check", help="Check a finished audit again with the kernel.")] = False,
) -> None:
    """Decide every label of a published file. Disputed ones come with evidence and with what would make them right."""
    if check:
        raise Exit(checked_again(file, fragment, as_json))
    if fragment is None:
        raise InputError("audit needs --fragment NAME: which grammar reads the file (see provenli fragments)")
    from provenli.audits.assumptions import read_isa
    from provenli.pairs.workers import carried_out_by

    order = english_order(file, reading) if fragment == "english" else fragment_order(file, fragment, reading)
    order = replace(order, out=out, corrected=corrected, isa=read_isa(isa or ()))
    number = processes(workers)
    named, meant = read_words("--columns", columns), read_words("--labels", labels)
    with carried_out_by(executor, number):
        found = audited(replace(order, limit=limit, workers=number, layout=layout, columns=named, labels=meant))
    tell(found, out, as_json)
    if out is not None and not as_json:
        say_how_to_look(out)
    bad = found.summary.verdicts["disputed"] + found.summary.verdicts["inconsistent"]
    raise Exit(1 if strict and bad else 0)


def fragment_order(file: Path, fragment: str, reading: Sequence[str] | None) -> AuditOrder:
    from provenli.audits.audit import AuditOrder
    from provenli.library.fragment_shelf import load_fragment, source_of
    from provenli.logic.reading_choices import with_choices

    chosen = load_fragment(fragment)
    read_as = with_choices(chosen.published_reading, reading or ())
    return AuditOrder(file, chosen, read_as, source_of(fragment), choosing=not reading)


def english_order(file: Path, reading: Sequence[str] | None) -> EnglishAuditOrder:
    from provenli.audits.english_audit import EnglishAuditOrder

    if reading:
        raise InputError("--reading: english has one reading of its own; leave it out")
    return EnglishAuditOrder(file)


def audited(order: AuditOrder | EnglishAuditOrder) -> Audit:
    from provenli.audits.audit import AuditOrder, run
    from provenli.audits.english_audit import audit_english
    from provenli.progress import shown_progress
    from provenli.reports.audit_page import write_english_page, write_page

    with shown_progress() as progress:
        if isinstance(order, AuditOrder):
            page = None if order.out is None else partial(write_page, progress=progress)
            return run(replace(order, progress=progress, warn=_warn), page)
        order = replace(order, progress=progress, warn=_warn)
        return audit_english(order, None if order.out is None else write_english_page)


def _warn(text: str) -> None:
    click.echo(escaped(f"provenli: {text}"), err=True)


def tell(found: Audit, out: Path | None, as_json: bool) -> None:
    """Print audit.json as it is, line by line: it may be larger than memory."""
    from provenli.audits.results import SUMMARY
    from provenli.audits.summary_text import summary_text
    from provenli.files import DAMAGED, regular

    if as_json:
        with open(found.place / SUMMARY, encoding="utf-8", opener=regular) as file:
            shutil.copyfileobj(file, sys.stdout)
        return
    # A lone surrogate, which a damaged file may hold, has no place in UTF-8.
    say(summary_text(found.summary, out).encode("utf-8", DAMAGED).decode())


def checked_again(place: Path, fragment: str | None, as_json: bool) -> int:
    """Check a finished audit with the kernel and no engine; return the exit status."""
    from provenli.audits.check import check_audit, read_summary, recorded_source
    from provenli.audits.english_audit import check_english_audit, is_english_audit
    from provenli.library.fragment_shelf import load_fragment, recorded_fragment
    from provenli.progress import shown_progress

    name, (known, source) = read_summary(place)["fragment"], recorded_source(place)
    with shown_progress() as progress:
        if is_english_audit(place):
            report = check_english_audit(place, progress)
        else:
            found = None if known or not fragment else load_fragment(fragment)
            chosen = found or recorded_fragment(place, name, source, fragment)
            report = check_audit(place, chosen, progress)
    say(json.dumps(_report_json(report), ensure_ascii=False) if as_json else _report_text(report, place))
    return 0 if report.sound else 1


def _report_json(report: Checked) -> dict[str, Any]:
    return {
        "sound": report.sound,
        "certificates": report.certificates,
        "rows": report.rows,
        "faults": report.faults,
        "more_faults": report.hidden,
    }


def _report_text(report: Checked, place: Path) -> str:
    head = f"{place}: {many(report.rows, 'row')}, {many(report.certificates, 'certificate')}"
    if report.sound:
        return f"{head}: everything checks"
    more = [f"and {report.hidden:,} more"] if report.hidden else []
    return "\n".join([f"{head}: NOT as it should be", *map(escaped, report.faults), *more])


# --- MED's tags ---

TAG_NAMES = (
    "upward_monotone",
    "downward_monotone",
    "non_monotone",
    "lexical_knowledge",
    "reverse",
    "conjunction",
    "disjunction",
    "conditionals",
    "npi",
)


@command(app, epilog="Example: provenli tag pairs.tsv --json")
def tag(
    file: Annotated[Path, argument(help="A published NLI file or a directory, in any usual layout.")],
    layout: Annotated[
        str | None, option(help="How the file is laid out, such as tsv; the default is to find out.")
    ] = None,
    backend: Annotated[str, option(help="The parser, ccg or spacy.")] = "ccg",
    as_json: Annotated[bool, option("--json", help="One JSON value for each pair, on standard output.")] = False,
) -> None:
    """Set MED's six tags and the direction on every pair; where the file has tags of its own, compare with them."""
    from provenli.cli.pair_lines import pairs_of
    from provenli.english.decision import solver_from
    from provenli.progress import watched

    pairs = list(pairs_of(file, layout))
    rows = _tagged(pairs, solver_from(backend, (), (), None, "sound"))
    counts: Counter[tuple[str, bool, bool]] = Counter()
    for pair, found in watched(rows, "tagging", len(pairs)):
        own = _own_tags(pair)
        counts.update((name, name in own, name in _tag_names(found)) for name in TAG_NAMES)
        counts["pairs", bool(own), True] += 1
        if as_json:
            value = {"line": pair.line, "id": pair.id, "direction": found.direction, "tags": list(found.tags)}
            say(json.dumps(value, ensure_ascii=False))
    if not as_json:
        say(_tag_summary(counts))


def _tagged(rows: Iterable[PublishedPair | Unreadable], solver: Solver) -> Iterator[tuple[PublishedPair, MedTags]]:
    from provenli.english.med_tags import med_tags
    from provenli.published.pairs import Unreadable

    for pair in rows:
        if not isinstance(pair, Unreadable):
            p, h = " ".join(pair.premise.split()), " ".join(pair.hypothesis.split())
            yield pair, med_tags(solver.compared(p, h)[0], p, h)


def _tag_names(found: MedTags) -> frozenset[str]:
    return frozenset({*found.tags, *([found.direction] if found.direction else [])})


def _own_tags(pair: PublishedPair) -> frozenset[str]:
    """MED keeps its tags in the column `genre`, joined by colons."""
    return frozenset(name for key, value in pair.tags if key == "genre" for name in value.split(":")) & set(TAG_NAMES)


def _tag_summary(counts: Counter[tuple[str, bool, bool]]) -> str:
    tagged = counts["pairs", True, True]
    lines = [f"{many(tagged + counts['pairs', False, True], 'pair')}, {tagged:,} of them with tags of their own"]
    for name in TAG_NAMES:
        both, ours, theirs = counts[name, True, True], counts[name, False, True], counts[name, True, False]
        line = f"  {name:<18} {both + ours:>6,}"
        if tagged:
            same = both + counts[name, False, False]
            line += f"   the file's own {both + theirs:>6,}, agreed {same / sum((same, ours, theirs)):.1%}"
        lines.append(line)
    return "\n".join(lines)
