"""What `provenli fair` asks and prints."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from provenli.fairness.answers import FairnessAnswer, FairnessReport, NodeCoverage, SplitFairness
from provenli.fairness.fair import check_fairness
from provenli.library.fragment_shelf import fragment_for
from provenli.pairs.fragment import Fragment
from provenli.progress import shown_progress


def run(directory: Path, train: str | None, tests: Sequence[str], fragment: str | None, workers: int) -> FairnessReport:
    def found(origin: Path, name: str) -> Fragment:
        return fragment_for(origin, fragment)(name)

    with shown_progress() as progress:
        return check_fairness(directory, found, train, tests, workers, progress)


def shown(report: FairnessReport, most: int) -> str:
    return "\n\n".join(_shown(split, most) for split in report.splits)


def _shown(split: SplitFairness, most: int) -> str:
    if split.refused:
        return f"{split.directory}: cannot be asked: {split.refused}"
    return "\n\n".join("\n".join(_lines(a, split.directory, most)) for a in split.answers)


def _lines(a: FairnessAnswer, directory: Path, most: int) -> list[str]:
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
        lines += _missing(n, a.test, most)
    if a.whole:
        lines.append(f"{a.whole:,} test pairs were decided as wholes: their labels follow from several parts together")
    lines.append(f"labels of inner nodes: {a.labels}")
    if not a.routes_agree:
        lines.append("the two routes DISAGREE: please report this")
    return lines


def _missing(n: NodeCoverage, test: str | None, most: int) -> list[str]:
    head = f"  {n.name}: {n.needed - len(n.missing):,} of {n.needed:,} local inputs shown"
    if not most:
        return [f"{head}; {len(n.missing):,} never shown"]
    lines = [f"{head}; never shown:"]
    for m in n.missing[:most]:
        many = "1 pair needs" if m.pairs == 1 else f"{m.pairs or 0:,} pairs need"
        need = "" if m.pairs is None else f"  {many} it, the first in line {m.line} of {test}"
        lines.append(f"    {m.given}{need}")
    if len(n.missing) > most:
        lines.append(f"    and {len(n.missing) - most:,} more")
    return lines
