"""Commands that make, check and export data sets: `generate`, `export`, `verify`."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import click
from click.exceptions import Exit

from provenli.cli.app import AsJson, FragmentName, ReadingChoices, app, say, say_how_to_look, tiny_tests
from provenli.cli.commands import ExplainedCommand, argument, command, option, usual_options
from provenli.data.format_names import NAMES, read_formats
from provenli.errors import ProveNLIError, escaped, many
from provenli.options import Option, processes

if TYPE_CHECKING:
    from provenli.data.manifest import Manifest
    from provenli.data.subject import VerificationReport


class _ListingOptions(ExplainedCommand):
    """`generate FRAGMENT --help` also lists what only this fragment can be asked."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        ctx.meta[WORDS] = tuple(args)  # --help is answered before any argument is read
        found: list[str] = super().parse_args(ctx, args)
        return found

    def format_options(self, ctx: Any, formatter: Any) -> None:
        from provenli.cli.fragment_list import option_row

        super().format_options(ctx, formatter)
        for word, options in own_options(ctx.meta.get(WORDS, ())):
            with formatter.section(f"Options of {word}"):
                formatter.write_dl(list(map(option_row, options)))


WORDS = "provenli.words"


def own_options(words: Sequence[str]) -> list[tuple[str, Sequence[Option]]]:
    """The first fragment that is named, with its options. An unknown name is reported when it is used."""
    from provenli.library.fragment_shelf import data_maker

    for word in words:
        with suppress(ProveNLIError):
            return [(word, data_maker(word, ())[0])]
    return []


@command(
    app,
    "Example: provenli generate systematicity --size 1000 --depth 1-3 --out data/systematicity",
    _ListingOptions,
    extra_words=True,
)
def generate(
    context: click.Context,
    fragment: FragmentName,
    out: Annotated[Path, option(help="A new directory for the data set.")],
    size: Annotated[
        int | None, option(help="How many pairs, in all parts together; the default is the paper's size.")
    ] = None,
    seed: Annotated[int, option(help="The same seed gives the same bytes.")] = 0,
    formats: Annotated[
        str, option("--format", help=f"Formats beside {NAMES[0]}, with commas between: {', '.join(NAMES[1:])}.")
    ] = NAMES[0],
    parts: Annotated[
        str, option(metavar="SHARES", help="Cut into train, dev and test: 0.8,0.1,0.1 (for english: three).")
    ] = "",
    workers: Annotated[int | None, option(help="How many processes; the data do not depend on it.")] = None,
    executor: Annotated[str, option(help="local, or ray: a Ray cluster proves the labels.")] = "local",
    reading: ReadingChoices = None,
    as_json: AsJson = False,
) -> None:
    """Make a data set in which every label has a certificate.

    Each fragment has options of its own: `provenli generate FRAGMENT --help` lists them. `provenli generate english
    --from sentences.txt --out DIR` makes pairs from any sentences (docs/english_data.md)."""
    from provenli.pairs.workers import carried_out_by

    number = processes(workers)
    words = [*context.args, *([f"--parts={parts}"] if parts else [])]
    usual = usual_options(context.command.params)
    with carried_out_by(executor, number):
        manifest = made(fragment, out, size, seed, read_formats(formats), number, words, reading or (), usual)
    say(json.dumps(json.loads(manifest.to_json()), ensure_ascii=False) if as_json else summary(manifest, out))
    if not as_json:
        say_how_to_look(out)


def made(
    name: str,
    out: Path,
    size: int | None,
    seed: int,
    formats: tuple[str, ...],
    workers: int,
    words: Sequence[str],
    choices: Sequence[str] = (),
    usual: Sequence[str] = (),
) -> Manifest:
    """`words`: the fragment's own options, as they stand on the command line. `usual`: options of all fragments."""
    from provenli.library.fragment_shelf import data_maker
    from provenli.options import read_options
    from provenli.pairs.plan import Request
    from provenli.progress import shown_progress

    shares = next((w.partition("=")[2] for w in words if w.startswith("--parts=")), "")
    known, make = data_maker(name, choices, shares)
    options = read_options(words, known, usual)
    with shown_progress() as progress:
        return make(Request(size, seed, options, workers, progress), formats, out)


def summary(manifest: Manifest, out: Path) -> str:
    c = manifest.certificates
    share = 100 * c["checked by the kernel"] / manifest.schemas
    word = f", {c['word']:,} on an engine's word" if c.get("word") else ""
    lines = [
        f"{many(manifest.size, 'pair')} of {manifest.fragment} in {out}",
        *(
            f"  {name}: {p.rows:,} ({', '.join(f'{label} {n:,}' for label, n in p.labels.items())})"
            for name, p in manifest.parts.items()
        ),
        f"{many(manifest.patterns, 'pattern')}, {many(manifest.schemas, 'schema')}: "
        f"{many(c.get('proof', 0), 'proof')}, {many(c.get('models', 0), 'pair')} of countermodels{word}",
        f"checked in full by the kernel: {share:.4g}%; "
        f"schemas on which calculus and proof disagree: {c['calculus disagrees']}",
    ]
    if c.get("given"):
        lines.append(
            f"labels that rest on something that only the hypothesis presupposes (given): {many(c['given'], 'schema')}"
        )
    corrections = c["corrections of derived labels"]
    if corrections:
        told = ", ".join(f"{what}: {n:,}" for what, n in corrections.items())
        done = "left out" if manifest.options.get("corrections") == "drop" else "corrected"
        lines.append(f"derived labels that the decision contradicts, {done}, in patterns drawn: {told}")
    tiny = tiny_tests({name: part.rows for name, part in manifest.parts.items()})
    notes = [f"note: {_one(n)}{_why(n)}" for n in manifest.notes]
    return "\n".join([*lines, *notes, *_will_not_pass(manifest, out), *tiny])


def _will_not_pass(manifest: Manifest, out: Path) -> list[str]:
    from provenli.data.generate import undecided_left_out
    from provenli.data.manifest import FEW_UNDECIDED, too_many_undecided

    number, of = undecided_left_out(out, manifest), manifest.schemas + (manifest.left_out or 0)
    if not too_many_undecided(number, of):
        return []
    return [
        f"note: `provenli verify` will not pass this data set without --allow-unchecked: {number:,} of {of:,} schemas "
        f"are undecided, more than 1 in {FEW_UNDECIDED}; every label that is there is proved"
    ]


def _one(note: str) -> str:
    """The manifest writes "1 patterns", and its bytes are compared; a person reads "1 pattern"."""
    return re.sub(r"^(1 (?:drawn )?)(pattern|schema|pair|row|line|sentence)s\b", r"\1\2", note)


def _why(note: str) -> str:
    from provenli.certify.evidence import HARDEST

    if note.endswith("inconsistent"):
        return " (the premise cannot be true)"
    return f". {HARDEST}" if note.endswith("undecided") else ""


@command(app, epilog="Example: provenli export data/systematicity --format lm-eval,inspect --out tasks")
def export(
    directory: Annotated[Path, argument(help="A data set, or one split.")],
    formats: Annotated[str, option("--format", help=f"Formats, with commas between: {', '.join(NAMES[1:])}.")],
    out: Annotated[Path, option(help="A new directory.")],
    as_json: AsJson = False,
) -> None:
    """Write a data set for other tools. Each tool gets a directory, with a README that has its commands."""
    from provenli.data.export import export as written

    names = read_formats(formats)
    found = written(directory, names, out)
    if as_json:
        say(json.dumps({"out": str(out), "formats": list(names[1:]), "parts": found}))
        return
    parts = ", ".join(f"{name} {number:,}" for name, number in found.items())
    say(f"{directory} ({parts}) as {', '.join(names[1:])} in {out}; each directory has a README with the commands")


@command(app, epilog="Example: provenli verify data/systematicity")
def verify(
    directory: Annotated[Path, argument(help="What `provenli generate` or `split` made.")],
    fragment: Annotated[str | None, option(help="The file of your own fragment, if it is one.")] = None,
    protocol: Annotated[str | None, option(help="The file of your own protocol, if one cut the splits.")] = None,
    source: Annotated[Path | None, option("--from", help="The file that pairs were drawn from, if any.")] = None,
    workers: Annotated[int | None, option(help="How many processes read rows.")] = None,
    deep: Annotated[bool, option("--deep", help="Parse every row, not only one of each pattern.")] = False,
    allow_unchecked: Annotated[
        bool, option("--allow-unchecked", help="Name what cannot be checked, but do not fail because of it.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Check a data set again: every certificate, every row of every format, every count. Only the kernel is trusted.

    For a split, also check that no part has what the protocol forbids. The exit status is 1 if anything is wrong."""
    report = checked(directory, fragment, processes(workers), deep, protocol, source)
    say(json.dumps(report_json(report), ensure_ascii=False) if as_json else verified(report, directory))
    raise Exit(0 if report.passes(allow_unchecked) else 1)


def checked(
    directory: Path,
    fragment: str | None,
    workers: int,
    deep: bool = False,
    protocol: str | None = None,
    source: Path | None = None,
) -> VerificationReport:
    from provenli.library.verification import verify_directory
    from provenli.progress import shown_progress

    with shown_progress() as progress:
        return verify_directory(directory, fragment, workers, progress, deep, protocol, source)


def verified(report: VerificationReport, directory: Path) -> str:
    head = f"{directory}: {many(report.rows, 'pair')}, {many(report.certificates, 'certificate')}"
    if report.sound:
        under = f" (labels under the reading {report.reading}, not the fragment's own)" if report.reading else ""
        left = f"; said to be undecided, not checked, so that no row has it: {many(report.undecided, 'schema')}"
        left_out = left if report.undecided else ""
        flipped = f"; labels that are wrong on purpose, and say so: {report.flipped:,}" if report.flipped else ""
        believed = "".join(f"\nnot checked, and believed: {escaped(what)}" for what in report.not_checked)
        return f"{head}: everything checks{under}{left_out}{flipped}{believed}"
    more = [f"and {report.hidden:,} more"] if report.hidden else []
    faults = [escaped(str(fault).strip()) for fault in report.faults]
    verdict = "NOT as it should be" if report.faults else "NOT everything can be checked"
    unchecked = [f"unchecked: {escaped(what)}" for what in report.unchecked]  # a name may hold a line of its own
    accept = [] if report.faults else ["--allow-unchecked accepts that, with exit status 0"]
    return "\n".join([f"{head}: {verdict}", *faults, *more, *unchecked, *accept])


def report_json(report: VerificationReport) -> dict[str, Any]:
    return {
        "sound": report.sound,
        "reading": report.reading or None,
        "unchecked": report.unchecked,
        "not_checked": report.not_checked,
        "rows": report.rows,
        "undecided": report.undecided,
        "flipped": report.flipped,
        "certificates": report.certificates,
        "trusting": dict(report.trusting),
        "faults": [{"file": f.file, "line": f.line, "what": f.what} for f in report.faults],
        "more_faults": report.hidden,
    }
