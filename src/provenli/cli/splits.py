"""Commands about splits: `split`, `fair`, `leakage`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from click.exceptions import Exit

from provenli.cli.app import AsJson, app, say, tiny_tests
from provenli.cli.commands import argument, command, option
from provenli.errors import InputError, many
from provenli.options import processes
from provenli.progress import shown_progress

if TYPE_CHECKING:
    from provenli.fairness.answers import FairnessAnswer, FairnessReport, NodeCoverage, SplitFairness
    from provenli.pairs.fragment import Fragment
    from provenli.splits.leakage import Leakage, WordGuess

MOST_SPLITS = 12
"""How many splits are shown one by one."""


@command(app, "Example: provenli split productivity data/systematicity --out splits/productivity", extra_words=True)
def split(
    protocol: Annotated[str | None, argument(help="A name from --list, or the path of your own file.")] = None,
    words: Annotated[
        list[str] | None, argument(metavar="DIR...", help="Data sets made by `generate`: DIR or NAME=DIR.")
    ] = None,
    out: Annotated[Path | None, option(help="A new directory for the splits.")] = None,
    seed: Annotated[int, option(help="The same seed gives the same bytes.")] = 0,
    known: Annotated[bool, option("--list", help="List the protocols, with what each needs.")] = False,
    as_json: AsJson = False,
) -> None:
    """Cut data sets into the named splits of a protocol. `provenli split --list` lists protocols and their options."""
    if protocol is None or known:
        say(json.dumps(protocols_json(), ensure_ascii=False) if as_json else protocols_text())
        return
    if out is None:
        raise InputError("--out is missing: a new directory for the splits")
    manifest = cut_into(protocol, words or [], out, seed)
    say(json.dumps(manifest, ensure_ascii=False) if as_json else summary(manifest, out))


def cut_into(name: str, words: Sequence[str], out: Path, seed: int) -> dict[str, Any]:
    """`words`: data sets and the protocol's own options, as they stand on the command line."""
    from provenli.library.fragments.clauses.attested import read_pairs
    from provenli.options import read_options
    from provenli.own_files import is_path
    from provenli.progress import shown_progress
    from provenli.splits.cut import SplitOrder, cut
    from provenli.splits.protocols import load_protocol

    protocol = load_protocol(name)
    directories, rest = apart(words)
    options = read_options(rest, protocol.options)
    own = Path(name) if is_path(name) else None
    with shown_progress() as progress:
        return cut(SplitOrder(protocol, tuple(directories), out, options, seed, own, read_pairs, progress))


def apart(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """Separate data sets from options with their values: `DIR --train-size 100 DIR` or `--train-size=100`."""
    directories: list[str] = []
    options: list[str] = []
    left = list(words)
    while left:
        word = left.pop(0)
        if not word.startswith("--"):
            directories.append(word)
            continue
        options.append(word)
        if "=" not in word and left:
            options.append(left.pop(0))
    return directories, options


def protocols_text() -> str:
    from provenli.splits.protocols import PROTOCOLS

    lines = []
    for p in PROTOCOLS.values():
        lines.append(f"{p.name} ({p.paper}): {p.about}")
        lines += [f"    needs {need}" for need in p.needs]
        lines += [f"    --{o.name} [{o.shown or o.default}]: {o.about}" for o in p.options]
    return "\n".join(lines)


def protocols_json() -> list[dict[str, Any]]:
    from provenli.splits.protocols import PROTOCOLS

    return [
        {
            "name": p.name,
            "paper": p.paper,
            "about": p.about,
            "needs": [
                {
                    "role": n.role,
                    "fragments": list(n.fragments),
                    "options": dict(n.options),
                    "features": list(n.features),
                    "optional": n.optional,
                }
                for n in p.needs
            ],
            "options": [{"name": o.name, "default": o.shown or o.default, "about": o.about} for o in p.options],
        }
        for p in PROTOCOLS.values()
    ]


def summary(manifest: dict[str, Any], out: Path) -> str:
    splits: dict[str, Any] = manifest["splits"]
    lines = [f"{len(splits)} split{'s' * (len(splits) > 1)} by {manifest['protocol']} in {out}"]
    for name in list(splits)[:MOST_SPLITS]:
        lines.append(f"  {name}: {splits[name]['about']}")
        parts = splits[name]["parts"]
        lines.append("    " + ", ".join(f"{p} {parts[p]['rows']:,}" for p in parts))
    if len(splits) > MOST_SPLITS:
        lines.append(f"  and {len(splits) - MOST_SPLITS} more")
    lines.append("checked on the written files: no pair in two parts, and what each split forbids")
    sizes = {f"{s}/{p}": part["rows"] for s, split in splits.items() for p, part in split["parts"].items()}
    return "\n".join([*lines, *(f"note: {n}" for n in manifest["notes"]), *tiny_tests(sizes)])


@command(app, epilog="Example: provenli fair data/fair")
def fair(
    directory: Annotated[Path, argument(help="A data set with parts, or one split made by `provenli split`.")],
    train: Annotated[str | None, option(help="The training part; the default is train.")] = None,
    test: Annotated[
        list[str] | None, option(help="A part to test; may be repeated. The default is all other parts.")
    ] = None,
    most: Annotated[int, option(min=0, help="How many missing steps to list for each function.")] = 5,
    fragment: Annotated[str | None, option(help="The file of your own fragment, if it is one.")] = None,
    workers: Annotated[int | None, option(help="How many processes read rows.")] = None,
    as_json: AsJson = False,
) -> None:
    """Say whether a split is fair: does training show every step that the tests need? The exit status is 1 if not.

    A step is one function of the sentence's tree together with what it takes, its local input (docs/fairness.md)."""
    found = _checked_fair(directory, train, test or (), fragment, processes(workers))
    say(json.dumps(found.to_json(), ensure_ascii=False) if as_json else _fairness_text(found, most))
    raise Exit(0 if found.fair else 1)


def _checked_fair(
    directory: Path, train: str | None, tests: Sequence[str], fragment: str | None, workers: int
) -> FairnessReport:
    from provenli.fairness.fair import check_fairness
    from provenli.library.fragment_shelf import fragment_for

    def found(origin: Path, name: str) -> Fragment:
        return fragment_for(origin, fragment)(name)

    with shown_progress() as progress:
        return check_fairness(directory, found, train, tests, workers, progress)


def _fairness_text(report: FairnessReport, most: int) -> str:
    return "\n\n".join(_split_text(split, most) for split in report.splits)


def _split_text(split: SplitFairness, most: int) -> str:
    if split.refused:
        return f"{split.directory}: cannot be asked: {split.refused}"
    return "\n\n".join("\n".join(_fairness_lines(a, split.directory, most)) for a in split.answers)


def _fairness_lines(a: FairnessAnswer, directory: Path, most: int) -> list[str]:
    against = "every input there is" if a.test is None else a.test
    lines = [f"{directory}: {a.train} against {against}"]
    what = "inputs tried" if a.test is None else "test pairs"
    verdict = "fair" if a.fair else "UNFAIR"
    lines.append(f"{verdict}: the memorising learner gets {a.right:,} of {a.tested:,} {what} right")
    if a.right_but_for_words != a.right:
        lines.append(f"if it knew how all words are related: {a.right_but_for_words:,}")
    full = len(a.nodes) - len(a.lacking)
    lines.append(f"{len(a.nodes)} functions, {full} of them shown all the local inputs they need")
    for n in a.lacking:
        lines += _missing_inputs(n, a.test, most)
    if a.whole:
        lines.append(f"{a.whole:,} test pairs were decided as wholes: their labels follow from several parts together")
    lines += [f"labels of inner nodes: {a.labels}", *_way_on(a)]
    if not a.routes_agree:
        lines.append("the two routes DISAGREE: please report this")
    return lines


def _way_on(a: FairnessAnswer) -> list[str]:
    if a.fair:
        return []
    if a.right_but_for_words == a.tested:
        return ["next: only pairs of words are missing, which more training pairs would show"]
    return ["next: train also on pairs that show what is missing, or take another split (`provenli split --list`)"]


def _missing_inputs(n: NodeCoverage, test: str | None, most: int) -> list[str]:
    head = f"  {n.name}: {n.needed - len(n.missing):,} of {n.needed:,} local inputs shown"
    if not most:
        return [f"{head}; {len(n.missing):,} never shown"]
    lines = [f"{head}; never shown:"]
    for m in n.missing[:most]:
        needed = "1 pair needs" if m.pairs == 1 else f"{m.pairs or 0:,} pairs need"
        need = "" if m.pairs is None else f"  {needed} it, the first in line {m.line} of {test}"
        lines.append(f"    {m.given}{need}")
    if len(n.missing) > most:
        lines.append(f"    and {len(n.missing) - most:,} more")
    return lines


@command(app, epilog="Example: provenli leakage splits/productivity/D1-2")
def leakage(
    train: Annotated[Path, argument(help="A file of training pairs, in any layout; or a directory that `split` made.")],
    test: Annotated[Path | None, argument(help="The file of test pairs, if TRAIN is a file.")] = None,
    as_json: AsJson = False,
) -> None:
    """Measure what a test set gives away: what it shares with training, and how well single words predict."""
    found = leakage_of(train, test)
    say(json.dumps([x.to_json() for x in found], ensure_ascii=False) if as_json else leakage_text(found))


def leakage_of(first: Path, second: Path | None) -> list[Leakage]:
    from provenli.library.fragments.clauses.attested import read_pairs
    from provenli.splits.leakage import check_leakage

    with shown_progress() as progress:
        return check_leakage(first, second, read_pairs, progress)


def leakage_text(found: list[Leakage]) -> str:
    return "\n\n".join(map(_leakage_lines, found))


def _leakage_lines(x: Leakage) -> str:
    from provenli.splits.leakage import SHOWN_WORDS

    shares = ", ".join(f"{what} {n:,} ({100 * n / x.test_rows:.1f}%)" for what, n in x.shared.items())
    schemas = "" if x.schemas is None else f"; schemas {x.schemas[0]:,} of {x.schemas[1]:,}"
    told = ", the most frequent: " if len(x.new_words) > SHOWN_WORDS else ": "
    told = told + ", ".join(x.new_words[:SHOWN_WORDS]) if x.new_words else ""
    return "\n".join(
        [
            f"train: {x.train} ({many(x.train_rows, 'pair')})",
            f"test:  {x.test} ({many(x.test_rows, 'pair')})",
            f"  also in train: {shares}{schemas}",
            f"  words never in train: {len(x.new_words):,} of {x.words:,}, {100 * x.new_tokens:.1f}% of the text{told}",
            f"  most frequent label of the test: {x.majority[0]}, {100 * x.majority[1]:.1f}%",
            *(_guess_line(g) for g in x.guesses),
            f"  {_words_verdict(x)}",
        ]
    )


def _guess_line(g: WordGuess) -> str:
    return f"  {g.name}: {100 * g.accuracy:.1f}% (95% interval {100 * g.low:.1f} to {100 * g.high:.1f})"


def _words_verdict(x: Leakage) -> str:
    above = [g.name for g in x.guesses if g.above]
    if x.majority[1] == 1:
        return "all have one label, so there is nothing to be better than"
    if not above:
        return "no bag of words does better than always saying the most frequent label"
    return f"better than the most frequent label: {', '.join(above)}; words alone give part of the answer away"
