"""Taking an answer: checked, counted once however often it is sent, and acknowledged only when it is on disk."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from sqlalchemy import Connection, Row, func, insert, select, update

from provenli.web.collect.assignment import add_slots, let_go, lock_worker, reopen
from provenli.web.collect.database import note
from provenli.web.collect.study_file import StudyFile
from provenli.web.collect.tables import answers, items, slots, workers, writers

LABELS = ("entailment", "non-entailment", "unnatural")
POINTS = (1, 2, 3, 4, 5)
REWRITES = 3
LONGEST = 200

Fate: TypeAlias = Literal["recorded", "already", "lost", "quick", "wrong", "removed"]


@dataclass(frozen=True, slots=True)
class Taken:
    """The result of an answer; `told` is for the person who gave it."""

    fate: Fate
    told: str = ""


def take(c: Connection, study: StudyFile, worker: int, slot_id: int, given: Mapping[str, str], now: float) -> Taken:
    lock_worker(c, worker)
    slot = c.execute(select(slots).where(slots.c.id == slot_id).with_for_update()).first()
    if slot is None or slot.worker != worker or slot.state == "void":
        if slot is not None:
            note(c, "late", worker, slot.item, given=dict(given))
        return Taken(
            "lost", "This question has gone to somebody else, because its time was over. Here is the next one."
        )
    if slot.state == "done":
        return Taken("already", "This answer was recorded before; it counts once.")
    wait = study.rules(slot.task).seconds - (now - slot.since)
    if wait > 0 and now >= slot.since:  # if the clock was set back, nobody waits until it is that late again
        return Taken("quick", f"Please take your time: look at it again for {max(1, round(wait))} more seconds.")
    wanted = select(items).where(items.c.id == slot.item)
    if slot.task == "rewrite":  # two who write the same make one pair: one after the other
        wanted = wanted.with_for_update()
    item = c.execute(wanted).one()
    value, fault = read_answer(slot.task, json.loads(item.shown), given)
    if fault:
        return Taken("wrong", fault)
    return _record(c, study, slot, item, value, now)


def _record(c: Connection, study: StudyFile, slot: Row[Any], item: Row[Any], value: Any, now: float) -> Taken:
    right = value == json.loads(item.hidden)["gold"] if item.test else None
    own = {"slot": slot.id, "item": item.id, "worker": slot.worker, "task": slot.task, "right": right, "aside": ""}
    seconds = max(0.0, now - slot.since)
    told = {"value": json.dumps(value, ensure_ascii=False), "seconds": seconds, "at": now}
    c.execute(update(slots).where(slots.c.id == slot.id).values(state="done", until=None))
    c.execute(insert(answers).values(**own, **told))
    note(c, "answer", slot.worker, item.id, task=slot.task, value=value, seconds=round(seconds, 3))
    if slot.task == "rewrite":
        add_pairs(c, study, slot.worker, item, value)
    if right is False and _wrong_tests(c, slot.worker) > study.tests.wrong_allowed:
        remove(c, slot.worker, "test questions", now)
        return Taken("removed")
    return Taken("recorded")


def _wrong_tests(c: Connection, worker: int) -> int:
    wrong = select(func.count()).where(answers.c.worker == worker, answers.c.right.is_(False), answers.c.aside == "")
    return int(c.execute(wrong).scalar_one())


# --- what may be answered ---


def read_answer(task: str, shown: Mapping[str, Any], given: Mapping[str, str]) -> tuple[Any, str]:
    """The answer, or what is wrong with it, in words for a person."""
    match task:
        case "rewrite":
            return read_rewrites(shown["span"], [given.get(f"rewrite{k}", "") for k in range(1, REWRITES + 1)])
        case "validate":
            label = given.get("label", "")
            return (label, "") if label in LABELS else (None, "Please choose one of the three answers.")
    points, senseless = given.get("points", ""), given.get("senseless", "") == "yes"
    if points not in map(str, POINTS):
        return None, "Please choose a point of the scale, also where a sentence makes no sense."
    return {"points": int(points), "senseless": senseless}, ""


def read_rewrites(span: str, given: Sequence[str]) -> tuple[list[str] | None, str]:
    texts = [" ".join(unicodedata.normalize("NFC", t).split()) for t in given]
    for k, text in enumerate(texts, 1):
        if not text:
            return None, f"Rewrite {k} is empty: please give three."
        if len(text) > LONGEST or not text.isprintable():
            return None, f"Rewrite {k} is too long or has characters that cannot be shown: at most {LONGEST} letters."
        if _same(text) == _same(span):
            return None, f"Rewrite {k} is the underlined part itself: please make it more specific."
    if len(set(map(_same, texts))) < len(texts):
        return None, "Two of the rewrites are the same: please give three different ones."
    return texts, ""


def _same(text: str) -> str:
    return "".join(ch for ch in text.casefold() if ch.isalnum())


# --- what follows from an answer ---


def add_pairs(c: Connection, study: StudyFile, worker: int, premise: Row[Any], rewrites: Sequence[str]) -> None:
    """Every rewrite becomes a pair to validate; if several people wrote the same, all of them are its writers."""
    shown, hidden = json.loads(premise.shown), json.loads(premise.hidden)
    for text in rewrites:
        pair = {"premise": shown["before"] + shown["span"] + shown["after"]}
        pair["hypothesis"] = _sentence(shown["before"], text, shown["after"])
        key = f"{premise.key}/{_same(text)}"[:200]
        found = c.execute(select(items.c.id).where(items.c.task == "validate", items.c.key == key)).scalar()
        if found is None:
            gold = "entailment" if hidden["direction"] == "down" else "non-entailment"
            about = {**hidden, "gold": gold, "span": shown["span"], "rewrite": text, "premise": premise.key}
            found = _add_pair(c, key, pair, about)
            add_slots(c, found, "validate", study.validate.people if "validate" in study.tasks else 0)
        _add_writer(c, found, worker)


def _add_writer(c: Connection, item: int, worker: int) -> None:
    known = select(writers.c.item).where(writers.c.item == item, writers.c.worker == worker)
    if c.execute(known).first() is None:
        c.execute(insert(writers).values(item=item, worker=worker))


def _add_pair(c: Connection, key: str, shown: Mapping[str, str], hidden: Mapping[str, Any]) -> int:
    values = {"task": "validate", "key": key, "test": False, "closed": False}
    told = {"shown": json.dumps(shown, ensure_ascii=False), "hidden": json.dumps(hidden, ensure_ascii=False)}
    return int(c.execute(insert(items).values(**values, **told).returning(items.c.id)).scalar_one())


def _sentence(before: str, text: str, after: str) -> str:
    """A sentence begins with a capital, however it was typed."""
    text = text[:1].upper() + text[1:] if not before.strip() else text
    return before + text + after


# --- answers that no longer count ---


def remove(c: Connection, worker: int, why: str, now: float) -> None:
    """Judgements of a removed person are set aside, and their items are given to others."""
    c.execute(update(workers).where(workers.c.id == worker).values(removed=now, removed_why=why))
    set_aside(c, worker, ("validate", "judge"), "removed")
    note(c, "removed", worker, why=why)


def set_aside(c: Connection, worker: int, tasks: Sequence[str], why: str) -> None:
    found = c.execute(
        select(slots)
        .join(answers, answers.c.slot == slots.c.id)
        .where(answers.c.worker == worker, answers.c.task.in_(tasks), answers.c.aside == "")
    ).all()
    for slot in found:
        reopen(c, slot)
    mine = (answers.c.worker == worker) & answers.c.task.in_(tasks) & (answers.c.aside == "")
    c.execute(update(answers).where(mine).values(aside=why))
    let_go(c, worker)
