"""The run: pairs are read by workers, each problem is decided once, each kind of dispute explained once."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import asdict, astuple, dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any, TypeAlias

from provenli.audits.decisions import AuditSubject, ReadPair, decision, dispute, other_sort, read_chunk
from provenli.audits.journal import Journal
from provenli.audits.problems import Json
from provenli.audits.verdicts import VerdictName, compared
from provenli.certify.certificates import Problem
from provenli.files import new_text
from provenli.grammar.loose import told
from provenli.pairs.workers import Crew, forked
from provenli.progress import Progress, silent
from provenli.published.pairs import PublishedPair, Unreadable

CHUNK = 32
"""Pairs that a worker reads at a time."""
AHEAD = 2000
"""How many problems may wait for a decision before more pairs are read, so that a file of any size fits in memory."""

Published: TypeAlias = PublishedPair | Unreadable
Hands: TypeAlias = Crew[AuditSubject]
Keep = Callable[[str, Json], None]


def nothing_said(left: int) -> None:
    del left


@dataclass
class Queue:
    """Answers that are being worked on; each is kept as soon as it arrives."""

    keep: Keep
    waiting: dict[Future[Json], str] = field(default_factory=dict)

    def add(self, key: str, answer: Future[Json]) -> None:
        self.waiting[answer] = key

    def down_to(self, most: int, said: Callable[[int], None] = nothing_said) -> None:
        """Wait until at most this many are left."""
        while self.waiting:
            finished = [f for f in self.waiting if f.done()]
            if not finished and len(self.waiting) <= most:
                return
            for future in finished or wait(self.waiting, return_when=FIRST_COMPLETED).done:
                self.keep(self.waiting.pop(future), future.result())
            said(len(self.waiting))


@dataclass
class AuditRun:
    """One audit under way. `spool` holds every pair as it was read, in the order of the file."""

    subject: AuditSubject
    journal: Journal
    spool: Path
    workers: int = 1
    progress: Progress = silent
    labels: dict[str, str] = field(default_factory=dict)
    """The decided label of each problem."""
    rescues: dict[str, str] = field(default_factory=dict)
    """The rescue of each kind of dispute."""
    resorted: dict[int, Json] = field(default_factory=dict)
    """By row number: rows that are right if a name is of the other sort, as read with that sort."""

    def go(self, rows: Iterable[Published], total: int = 0) -> None:
        """`total`: about how many pairs there are, for the progress bar."""
        with forked(self.workers, self.subject) as hands:
            self._read_and_decide(hands, rows, total)
            self._choose_sorts(hands)
            self._explain(hands)

    def _read_and_decide(self, hands: Hands, rows: Iterable[Published], total: int) -> None:
        queue = Queue(self._keep_decision)
        done = 0
        with new_text(self.spool) as spool:
            for chunk, problems in self._chunks(hands, rows):
                for read in chunk:
                    spool.write(json.dumps(_spooled(read), ensure_ascii=False) + "\n")
                    self._want(hands, queue, read, problems)
                done += len(chunk)
                self.progress("reading pairs", done, max(done, total))
                queue.down_to(AHEAD)
        queue.down_to(0, lambda left: self.progress("deciding", len(self.labels) - left, len(self.labels)))

    def _want(self, hands: Hands, queue: Queue, read: ReadPair | Unreadable, problems: dict[str, Problem]) -> None:
        """Ask for a decision on the closest attachment, unless it has been asked for already."""
        if isinstance(read, ReadPair) and read.keys and read.keys[0] not in self.labels:
            key = read.keys[0]
            self.labels[key] = ""
            queue.add(key, hands.submit(decision, problems[key], self.journal.get(key)))

    def _chunks(
        self, hands: Hands, rows: Iterable[Published]
    ) -> Iterator[tuple[list[ReadPair | Unreadable], dict[str, Problem]]]:
        """Chunks in the order of the file, a few of them under way at a time."""
        under_way: list[tuple[list[Published], Future[Any]]] = []
        source = iter(rows)
        while True:
            block = list(islice(source, CHUNK))
            if block:
                pairs = [r for r in block if isinstance(r, PublishedPair)]
                under_way.append((block, hands.submit(read_chunk, pairs)))
            if under_way and (not block or len(under_way) > 2 * hands.workers):
                yield _in_place(*under_way.pop(0))
            elif not block:
                return

    def _keep_decision(self, key: str, record: Json) -> None:
        if record:
            self.journal.add(key, record)
        self.labels[key] = self.journal[key]["verdict"]["label"]

    def _choose_sorts(self, hands: Hands) -> None:
        several = ((n, row) for n, row in enumerate(self.rows()) if len(row.get("keys") or ()) > 1)
        disputed = [(n, row) for n, row in several if self.verdict(row) == "disputed"]
        answers = [(n, hands.submit(other_sort, pair_of(row))) for n, row in disputed]
        for n, answer in answers:
            found = answer.result()
            if found is not None:
                read, record = found
                if read.keys[0] not in self.labels:
                    self._keep_decision(read.keys[0], record)
                self.resorted[n] = json.loads(json.dumps(_spooled(read)))

    def _explain(self, hands: Hands) -> None:
        """Explain each kind of dispute once: the same problems with the same published label."""
        queue = Queue(self._keep_rescue)
        for row in self.rows():
            key = dispute_key(row)
            if self.verdict(row) == "disputed" and key not in self.rescues:
                self.rescues[key] = ""
                verdict = self.journal[row["keys"][0]]["verdict"]
                queue.add(key, hands.submit(dispute, pair_of(row), verdict, self.journal.get(key)))
                queue.down_to(AHEAD)
        queue.down_to(0, lambda left: self.progress("explaining", len(self.rescues) - left, len(self.rescues)))

    def _keep_rescue(self, key: str, record: Json) -> None:
        if record:
            self.journal.add(key, record)
        self.rescues[key] = self.journal[key]["rescue"]

    def rows(self) -> Iterator[Json]:
        """Every pair as it was read; lines that could not be read have only `line` and `why`."""
        with self.spool.open(encoding="utf-8") as file:
            for n, line in enumerate(file):
                yield self.resorted.get(n) or json.loads(line)

    def verdict(self, row: Json) -> VerdictName:
        if not row.get("keys"):
            return "not covered"
        return compared(row["label"], self.labels[row["keys"][0]], self.subject.two_way)


def _in_place(block: list[Published], answer: Future[Any]) -> tuple[list[ReadPair | Unreadable], dict[str, Problem]]:
    """Pairs that could be read and lines that could not, in the order of the file."""
    read, problems = answer.result()
    pairs = iter(read)
    return [next(pairs) if isinstance(r, PublishedPair) else r for r in block], problems


def _spooled(read: ReadPair | Unreadable) -> Json:
    if isinstance(read, Unreadable):
        return {"line": read.line, "unreadable": read.why}
    pair = {k: v for k, v in asdict(read.pair).items() if k != "tags"}
    within = dict(read.pair.tags).get("file")  # in a directory, lines are those of one of its files
    return {
        **pair,
        **({"file": within} if within else {}),
        "keys": read.keys,
        "words": read.words,
        "tolerances": read.tolerances,
        "overlooked": [told(t) for t in read.tolerances],
        "why": read.why,
        "kinds": {number: astuple(k) for number, k in read.kinds.items()},
        "unknown": read.unknown,
    }


def pair_of(row: Json) -> PublishedPair:
    texts = {k: row[k] for k in ("line", "id", "premise", "hypothesis", "label", "published_label")}
    return PublishedPair(**texts, premises=tuple(row["premises"]))


def dispute_key(row: Json) -> str:
    return hashlib.sha256(json.dumps([row.get("keys"), row.get("label")]).encode()).hexdigest()[:24]
