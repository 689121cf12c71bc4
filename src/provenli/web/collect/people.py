"""The people of a study: joining, consent, withdrawal, what they are owed."""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, func, insert, select, update

from provenli.web.collect.answers import set_aside
from provenli.web.collect.database import note
from provenli.web.collect.study_file import TASKS, StudyFile
from provenli.web.collect.tables import answers, items, payments, workers, writers

PLATFORMS = {"PROLIFIC_PID": "prolific", "workerId": "mturk", "id": "link"}
"""Parameters of the link in which a platform says who the person is."""
READABLE = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Letters and digits that are not mistaken for each other."""


def code(length: int) -> str:
    return "".join(secrets.choice(READABLE) for _ in range(length))


def join(c: Connection, platform: str, external: str | None) -> Row[Any] | None:
    """Add a new person; None if this id came before from another browser and the owner has not released it."""
    if external is not None:
        known = c.execute(select(workers).where(workers.c.external == external).with_for_update()).first()
        if known is not None:
            return _again(c, known)
    names = {"alias": f"w-{code(6)}", "session": secrets.token_urlsafe(16), "code": code(8)}
    came = {"platform": platform, "external": external, "joined": time.time(), "removed_why": "", "released": False}
    made = int(c.execute(insert(workers).values(**names, **came).returning(workers.c.id)).scalar_one())
    note(c, "joined", made, platform=platform)
    return worker_row(c, made)


def _again(c: Connection, known: Row[Any]) -> Row[Any] | None:
    if not known.released:
        return None
    fresh = {"session": secrets.token_urlsafe(16), "released": False}
    c.execute(update(workers).where(workers.c.id == known.id).values(fresh))
    return worker_row(c, known.id)


def worker_row(c: Connection, worker: int) -> Row[Any] | None:
    return c.execute(select(workers).where(workers.c.id == worker)).first()


def consent(c: Connection, worker: int) -> None:
    now = time.time()
    c.execute(update(workers).where(workers.c.id == worker, workers.c.consented.is_(None)).values(consented=now))
    note(c, "consented", worker)


def withdraw(c: Connection, worker: int) -> None:
    """Nothing that the person gave counts or is exported from now on; their id on the platform is erased."""
    set_aside(c, worker, TASKS, "withdrawn")
    wrote = select(writers.c.item).where(writers.c.worker == worker)
    others = select(writers.c.item).where(writers.c.worker != worker)
    alone = items.c.id.in_(wrote) & items.c.id.not_in(others)
    c.execute(update(items).where(alone).values(closed=True))
    gone = {"withdrawn": time.time(), "external": None, "session": secrets.token_urlsafe(16)}
    c.execute(update(workers).where(workers.c.id == worker).values(gone))
    note(c, "withdrawn", worker)


def release(c: Connection, alias: str) -> None:
    c.execute(update(workers).where(workers.c.alias == alias).values(released=True))


# --- payment ---


@dataclass(frozen=True, slots=True)
class LedgerLine:
    worker: Row[Any]
    answered: dict[str, int]
    tests: int
    wrong: int
    aside: int
    earned: int
    paid: int

    @property
    def owed(self) -> int:
        return max(0, self.earned - self.paid)


def ledger(c: Connection, study: StudyFile) -> list[LedgerLine]:
    """Everyone who joined. Work that was done is owed, even if it was set aside, unless the owner decides otherwise."""
    counts = _by_task(c)
    tests = _counted(c, answers.c.right.is_not(None))
    wrong = _counted(c, answers.c.right.is_(False))
    aside = _counted(c, answers.c.aside != "")
    sums = c.execute(select(payments.c.worker, func.sum(payments.c.cents)).group_by(payments.c.worker)).all()
    paid = {row[0]: row[1] for row in sums}
    lines = []
    for w in c.execute(select(workers).order_by(workers.c.id)):
        did = counts.get(w.id, {})
        earned = sum(n * study.rules(task).cents for task, n in did.items())
        some = (tests.get(w.id, 0), wrong.get(w.id, 0), aside.get(w.id, 0))
        lines.append(LedgerLine(w, did, *some, earned, int(paid.get(w.id, 0))))
    return lines


def _by_task(c: Connection) -> dict[int, dict[str, int]]:
    counts: dict[int, dict[str, int]] = {}
    both = answers.c.worker, answers.c.task
    for worker, task, n in c.execute(select(*both, func.count()).group_by(*both)):
        counts.setdefault(worker, {})[task] = n
    return counts


def _counted(c: Connection, which: Any) -> dict[int, int]:
    found = c.execute(select(answers.c.worker, func.count()).where(which).group_by(answers.c.worker)).all()
    return {row[0]: row[1] for row in found}


def pay(c: Connection, study: StudyFile, alias: str) -> int:
    """Mark all that is owed as paid, and return how much that was."""
    line = next((x for x in ledger(c, study) if x.worker.alias == alias), None)
    if line is None or not line.owed:
        return 0
    c.execute(insert(payments).values(worker=line.worker.id, cents=line.owed, at=time.time()))
    note(c, "paid", line.worker.id, cents=line.owed)
    return line.owed
