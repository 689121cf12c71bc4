"""Who gets what: one transaction finds room for an answer and reserves it for a person, for some minutes.

An item has as many slots as it needs answers. A person never has two slots of an item, nor one of a pair that they
wrote. A slot whose time is over is free again, so nothing is lost when somebody leaves.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, and_, exists, func, insert, or_, select, update

from provenli.web.collect.material import Line
from provenli.web.collect.study_file import StudyFile
from provenli.web.collect.tables import items, slots, workers, writers


@dataclass(frozen=True, slots=True)
class HeldSlot:
    """What a person has before them."""

    slot: int
    item: int
    task: str
    shown: dict[str, Any]
    since: float


def next_slot(c: Connection, study: StudyFile, worker: int, task: str, now: float) -> HeldSlot | None:
    """The slot that the person holds, or else a new one; None if nothing is left for them. Every second question is a
    test, until all have been asked; the remaining tests come at the end."""
    lock_worker(c, worker)
    held = _held(c, worker, task, now)
    if held is not None:
        return held
    asked, answered = _done(c, worker, task)
    until = now + 60 * study.rules(task).minutes
    due = task == "validate" and asked < study.tests.questions
    if due and asked < answered and _take_test(c, worker, task, now, until):
        return _held(c, worker, task, now)
    if _take(c, worker, task, now, until) or (due and answered and _take_test(c, worker, task, now, until)):
        return _held(c, worker, task, now)
    return None


def lock_worker(c: Connection, worker: int) -> None:
    """Requests from two tabs of one person are handled one after the other."""
    c.execute(select(workers.c.id).where(workers.c.id == worker).with_for_update()).all()


def _held(c: Connection, worker: int, task: str, now: float) -> HeldSlot | None:
    found = c.execute(
        select(slots.c.id, slots.c.item, items.c.shown, slots.c.since)
        .join(items, items.c.id == slots.c.item)
        .where(slots.c.worker == worker, slots.c.task == task, slots.c.state == "held", slots.c.until > now)
        .where(items.c.closed.is_(False))
        .order_by(slots.c.id)
        .limit(1)
    ).first()
    return None if found is None else HeldSlot(found[0], found[1], task, json.loads(found[2]), found[3])


def _done(c: Connection, worker: int, task: str) -> tuple[int, int]:
    """Test questions and others that the person has answered."""
    found = c.execute(
        select(slots.c.test, func.count())
        .where(slots.c.worker == worker, slots.c.task == task, slots.c.state == "done")
        .group_by(slots.c.test)
    ).all()
    counts = {bool(test): n for test, n in found}
    return counts.get(True, 0), counts.get(False, 0)


def is_free(now: float) -> ColumnElement[bool]:
    return or_(slots.c.state == "open", and_(slots.c.state == "held", slots.c.until <= now))


def _take(c: Connection, worker: int, task: str, now: float, until: float) -> bool:
    ours = slots.c.task == task, slots.c.test.is_(False), is_free(now), items.c.closed.is_(False)
    found = c.execute(
        select(slots.c.id)
        .join(items, items.c.id == slots.c.item)
        .where(*ours, *_never_seen_by(worker))
        .order_by(slots.c.id)
        .limit(1)
        .with_for_update(skip_locked=True, of=slots)
    ).first()
    if found is None:
        return False
    hold = {"worker": worker, "state": "held", "since": now, "until": until}
    c.execute(update(slots).where(slots.c.id == found[0]).values(hold))
    return True


def _never_seen_by(worker: int) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    """Items that the person has neither seen nor written."""
    mine = slots.alias()
    had = exists().where(mine.c.item == slots.c.item, mine.c.worker == worker, mine.c.id != slots.c.id)
    wrote = exists().where(writers.c.item == slots.c.item, writers.c.worker == worker)
    return ~had, ~wrote


def _take_test(c: Connection, worker: int, task: str, now: float, until: float) -> bool:
    """Test questions come in each person's own order, so that people cannot tell each other which they are."""
    mine = select(slots.c.item).where(slots.c.worker == worker, slots.c.test.is_(True), slots.c.state != "held")
    ours = items.c.task == task, items.c.test.is_(True), items.c.closed.is_(False), items.c.id.not_in(mine)
    found = c.execute(select(items.c.id).where(*ours)).scalars().all()
    if not found:
        return False
    item = min(found, key=lambda i: hashlib.sha256(f"{worker} {i}".encode()).digest())
    hold = {"state": "held", "since": now, "until": until}
    again = update(slots).where(slots.c.item == item, slots.c.worker == worker).values(hold)
    if not c.execute(again).rowcount:  # else it was held before, and its time was over
        c.execute(insert(slots).values(item=item, task=task, worker=worker, test=True, **hold))
    return True


def add_slots(c: Connection, item: int, task: str, number: int) -> None:
    rows = [{"item": item, "task": task, "state": "open", "test": False} for _ in range(number)]
    if rows:
        c.execute(insert(slots), rows)


def reopen(c: Connection, slot: Row[Any]) -> None:
    """The answer in the slot no longer counts: the slot is void, and the item gets another."""
    c.execute(update(slots).where(slots.c.id == slot.id).values(state="void"))
    if not slot.test:
        add_slots(c, slot.item, slot.task, 1)


def let_go(c: Connection, worker: int) -> None:
    """Release what a person holds, for others, at once."""
    mine = and_(slots.c.worker == worker, slots.c.state == "held")
    c.execute(update(slots).where(mine, slots.c.test.is_(False)).values(state="open", worker=None, until=None))
    c.execute(update(slots).where(mine, slots.c.test.is_(True)).values(state="void"))


# --- items from the lines of a study's files; what is there already stays as it is ---

Lines = Sequence[Line]
SHOWN = {
    "rewrite": ("before", "span", "after"),
    "validate": ("premise", "hypothesis"),
    "judge": ("premise", "hypothesis"),
}


def add_items(c: Connection, file: StudyFile, premises: Lines, pairs: Sequence[Line], tests: Sequence[Line]) -> None:
    if "rewrite" in file.tasks:
        _add(c, file, "rewrite", premises, False)
        _close_too_general(c, file)
    if "validate" in file.tasks:
        _add(c, file, "validate", tests, True)
    if "judge" in file.tasks:
        _add(c, file, "judge", pairs, False)


def _add(c: Connection, file: StudyFile, task: str, lines: Lines, test: bool) -> None:
    there = set(c.execute(select(items.c.key).where(items.c.task == task)).scalars())
    for line in lines:
        if line["id"] in there:
            continue
        shown = {name: line[name] for name in SHOWN[task]}
        hidden = {name: v for name, v in line.items() if name not in shown and name != "id"}
        values = {"task": task, "key": line["id"], "shown": _json(shown), "hidden": _json(hidden), "test": test}
        made = c.execute(insert(items).values(**values, closed=False).returning(items.c.id)).scalar_one()
        add_slots(c, made, task, 0 if test else file.rules(task).people)


def _json(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False)


def _close_too_general(c: Connection, file: StudyFile) -> None:
    """Close spans that the owner has put on the list since; those taken off it are open again."""
    general = {g.casefold() for g in file.premises.too_general}
    for item in c.execute(select(items).where(items.c.task == "rewrite")).all():
        closed = json.loads(item.shown)["span"].casefold() in general
        if closed != item.closed:
            c.execute(update(items).where(items.c.id == item.id).values(closed=closed))
