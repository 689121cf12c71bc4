"""An audit from beginning to end: a published file in; rows, counts and certificates out."""

from __future__ import annotations

import filecmp
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp

from provenli.audits import journal
from provenli.audits.assumptions import Counts, WordPair, chosen_reading, informed
from provenli.audits.decisions import AuditSubject
from provenli.audits.explanations import rescue_words
from provenli.audits.finished import Audit
from provenli.audits.problems import Json, Keys
from provenli.audits.results import (
    CERTIFICATES,
    ROWS,
    SUMMARY,
    Places,
    Summary,
    certificates,
    corrected_label,
    places,
    read_rows,
    rows,
    write_json,
    write_lines,
)
from provenli.audits.run import AuditRun
from provenli.errors import InputError
from provenli.files import FULL, regular, whole_text
from provenli.logic.readings import Reading
from provenli.options import COUNTS, WORKERS, check_whole
from provenli.pairs.fragment import Fragment
from provenli.pairs.workers import rarely_collected
from provenli.progress import Progress, silent
from provenli.published import anomalies
from provenli.published.corrected_copy import NewLabel, rewrite
from provenli.published.pairs import PublishedPair
from provenli.published.source import Source, open_published
from provenli.version import VERSION

# --- The published file with decided labels, and a log that says why each was changed. ---


Place = tuple[int, str, str, str]
"""Line, id and texts identify a pair: in a directory, two files may have the same line and id."""


def check_target(corrected: Path, file: Path) -> None:
    """Checked before any work: a corrected file never replaces another file. If it has a log beside it, an earlier run
    of the same audit may have written it; that is known once it has been written again."""
    if not corrected.name:
        raise InputError(f"--corrected {corrected} has no name: expected that of a new file or directory")
    if corrected.exists():
        if file.exists() and corrected.samefile(file):
            raise InputError(f"--corrected {corrected} is the file that is audited: choose another name")
        if not log_of(corrected).exists():
            raise _in_the_way(corrected)
    if not corrected.parent.is_dir():
        raise InputError(f"--corrected {corrected}: {corrected.parent} is no directory; make it first")


def _in_the_way(corrected: Path) -> InputError:
    return InputError(f"--corrected {corrected} exists: choose another name")


def log_of(corrected: Path) -> Path:
    return corrected.with_name(f"{corrected.name}.log")


def write_corrected(rows: Path, source: Source, corrected: Path) -> int:
    """Write the corrected file and return how many labels were changed. `rows`: the file with the audit's rows."""
    changes = {_beside(row): row for row in read_rows(rows) if row["verdict"] == "disputed"}

    def new_label(pair: PublishedPair) -> str | None:
        row = changes.get((pair.line, pair.id, pair.premise, pair.hypothesis))
        return corrected_label(row, source.two_way) if row else None

    with whole_text(log_of(corrected)) as log:
        for row in changes.values():
            log.write(_line(row, source.two_way) + "\n")
        log.flush()  # a full disk shows now, while there is no corrected file without its log
        return _rewritten(source, corrected, new_label)


def _rewritten(source: Source, corrected: Path, new_label: NewLabel) -> int:
    """A repeated run finds its own file, which then stays as it is."""
    if not corrected.exists():
        return rewrite(source, corrected, new_label)
    with TemporaryDirectory(prefix="provenli-audit-") as name:
        again = Path(name) / corrected.name
        changed = rewrite(source, again, new_label)
        if not _same(again, corrected):
            raise _in_the_way(corrected)
    return changed


def _same(one: Path, two: Path) -> bool:
    """Whether two paths are equal byte for byte; in directories, whether all files are."""
    if one.is_file() or two.is_file():
        return one.is_file() and two.is_file() and filecmp.cmp(one, two, shallow=False)
    names = {p.name for p in one.iterdir()}
    return names == {p.name for p in two.iterdir()} and all(_same(one / n, two / n) for n in names)


def _beside(row: Json) -> Place:
    return row["line"], row["id"], row["premise"], row["hypothesis"]


def _line(row: Json, two_way: bool) -> str:
    where = f"{row['file']}, line {row['line']}" if "file" in row else f"line {row['line']}"
    rescue = rescue_words(row["rescue"], row["rescue_reading"] or "")
    changed = f"{row['published']} -> {corrected_label(row, two_way)}"
    named = f" ({row['id']})" if row["id"] else ""
    return f"{where}{named}: {changed}. {row['why']} {rescue}"


SPOOL = ".rows.unfinished"
LARGE = 100_000_000
"""From this many bytes on, the user is told what to expect."""


def _unsaid(text: str) -> None:
    del text


@dataclass(frozen=True, slots=True)
class AuditOrder:
    """The file to audit, and how. `source` is the hash of a user's own fragment file; `out` is kept for good."""

    file: Path
    fragment: Fragment
    reading: Reading
    source: str | None = None
    out: Path | None = None
    corrected: Path | None = None
    limit: int | None = None
    workers: int = 1
    layout: str | None = None
    columns: Mapping[str, str] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=dict)
    isa: tuple[WordPair, ...] = ()
    """Word knowledge that the user adds to the fragment's theory."""
    choosing: bool = False
    """Whether the audit may take another reading, under which more labels are right."""
    progress: Progress = silent
    warn: Callable[[str], None] = _unsaid
    """Called with a message before work that takes long."""

    def owner(self) -> Json:
        return {
            "file": str(self.file),
            "fragment": self.fragment.name,
            "source": self.source,
            "version": VERSION,
            "reading": self.reading.to_json(),
            "isa": [list(pair) for pair in self.isa],
        }


@dataclass(frozen=True, slots=True)
class DecidedFile:
    """Every pair decided, with the evidence at hand: what the page is made from."""

    place: Path
    run: AuditRun
    where: Places
    summary: Summary


Also = Callable[[DecidedFile], None]


def run(order: AuditOrder, also: Also | None = None) -> Audit:
    """Run the audit. `also` writes more into the directory, such as the page, before audit.json says that everything is
    there. Without `out` the directory is temporary: it lasts as long as the returned value."""
    _check(order)
    order = replace(order, fragment=informed(order.fragment, order.isa))
    source = open_published(order.file, layout=order.layout, columns=order.columns, labels=order.labels)
    total = expected_pairs(source, order.limit, order.out, order.warn)
    place = open_place(order.out)
    try:
        summary = _decided(order, source, total, place, also)
        if order.corrected is not None:
            write_corrected(place / ROWS, source, order.corrected)
    except BaseException:
        if order.out is None:
            shutil.rmtree(place, ignore_errors=True)
        raise
    return Audit(place, summary, passing=order.out is None)


def _check(order: AuditOrder) -> None:
    """Report everything that can be wrong without looking into the file, before any work."""
    check_whole("--workers", order.workers, WORKERS)
    if order.limit is not None:
        check_whole("--limit", order.limit, COUNTS)
    if order.corrected is not None:
        check_target(order.corrected, order.file)


def expected_pairs(source: Source, limit: int | None, out: Path | None, warn: Callable[[str], None]) -> int:
    """About how many pairs there are, from the number of lines. Counting a gigabyte of line ends takes a second."""
    files = [f.path for f in source.files()]
    size = sum(f.stat().st_size for f in files)
    lines = sum(_line_ends(f) for f in files)
    if size > LARGE and (limit is None or limit * 2 > lines):
        kept = "" if out else "; with --out DIR an interrupted audit goes on where it stopped"
        warn(
            f"{source.path} has {size / 1e9:.1f} GB, about {lines:,} lines: this takes long{kept}; "
            "--limit N audits the first N pairs"
        )
    return min(lines, limit or lines)


def _line_ends(path: Path) -> int:
    with open(path, "rb", opener=regular) as file:
        return sum(block.count(b"\n") for block in iter(lambda: file.read(1 << 20), b""))


def open_place(out: Path | None) -> Path:
    """The directory of the audit. It keeps the journal, so that a killed run goes on; or it is a temporary one."""
    if out is None:
        return Path(mkdtemp(prefix="provenli-audit-"))
    try:
        if out.is_dir():
            if not (out / journal.NAME).exists() and any(out.iterdir()):
                raise InputError(f"{out} exists, is not empty and holds no audit: choose another --out")
        elif out.exists():
            raise InputError(f"{out} is a file, expected a directory: choose another --out")
        out.mkdir(parents=True, exist_ok=True)
    except OSError as e:
        raise InputError(f"{out} cannot be made: {e.strerror}; choose another --out") from e
    return out


def _decided(order: AuditOrder, source: Source, total: int, place: Path, also: Also | None) -> Summary:
    shown = str(order.out or place)
    told: tuple[int, Counts] = (0, ())
    if order.choosing:
        with rarely_collected():
            reading, labels, counts = chosen_reading(order.fragment, source.rows(), source.two_way)
        order, told = replace(order, reading=reading), (labels, counts)
    kept = journal.open_journal(place / journal.NAME, order.owner(), shown)
    try:
        keys = Keys(order.fragment.name, VERSION, order.source)
        subject = AuditSubject(order.fragment, order.reading, keys, source.two_way)
        work = AuditRun(subject, kept, place / SPOOL, order.workers, order.progress)
        with room_for(shown):
            work.go(islice(source.rows(), order.limit), total)
            found = _written(work, order, place, told)
        if order.limit is None:  # these are about the whole file
            add_anomalies(found.summary, source)
        if also is not None:
            also(found)
        write_summary(found.place, found.summary)
        return found.summary
    finally:
        (place / SPOOL).unlink(missing_ok=True)
        kept.close()


@contextmanager
def room_for(shown: str) -> Iterator[None]:
    try:
        yield
    except OSError as e:
        if e.errno not in FULL:
            raise
        raise InputError(
            f"no space left while writing {shown}; what is decided is kept: free some space and run the "
            "same command again"
        ) from e


def _written(work: AuditRun, order: AuditOrder, place: Path, told: tuple[int, Counts]) -> DecidedFile:
    where = places(work)
    summary = Summary(str(order.file), order.fragment.name, order.reading.to_json(), work.subject.two_way)
    summary.isa, (summary.told_from, summary.counts) = order.isa, told
    with whole_text(place / CERTIFICATES) as file:
        write_lines(file, certificates(work, where))
    with whole_text(place / ROWS) as file:
        write_lines(file, rows(work, where, summary))
    return DecidedFile(place, work, where, summary)


def write_summary(place: Path, summary: Summary) -> None:
    """Written last: once audit.json is there, everything else is."""
    with whole_text(place / SUMMARY) as file, open(place / ROWS, encoding="utf-8", opener=regular) as lines:
        write_json(file, summary, lines)


def add_anomalies(summary: Summary, source: Source) -> None:
    """Anomalies of the file itself: repeated ids, pairs with two labels, and so on."""
    found = anomalies.find([source])
    told = [(file.path, f) for file in found.files for f in file.findings]
    several = len(found.files) > 1
    summary.anomalies = found.to_json()
    summary.anomaly_lines = tuple(_anomaly(path if several else None, finding) for path, finding in told)


def _anomaly(path: str | None, finding: anomalies.Anomaly) -> str:
    where = f"{path}: " if path else ""
    lines = [str(n) for example in finding.examples[:1] for n in example.lines]
    at = f" (first in line{'s' if len(lines) > 1 else ''} {', '.join(lines)})" if lines else ""
    kind = anomalies.KINDS[finding.kind]
    said = f"{kind}: {finding.note}" if finding.note else f"{kind}: {finding.count:,}"
    return f"{where}{said}{at}"
