"""Who gets what, and what counts: slots are filled once, free again after their time, never given to a writer."""

from __future__ import annotations

import json
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, func, select
from sqlalchemy.exc import SQLAlchemyError

from provenli.web.collect import people
from provenli.web.collect.answers import Taken, read_rewrites, remove, take
from provenli.web.collect.assignment import HeldSlot, next_slot
from provenli.web.collect.study import CollectStudy
from provenli.web.collect.tables import answers, items, log, slots, writers
from tests.web.people import opened

THREE = {"rewrite1": "dog that barked", "rewrite2": "dog and pet", "rewrite3": "poodle"}


@pytest.fixture
def study(tmp_path: Path) -> CollectStudy:
    return opened(tmp_path)


def person(study: CollectStudy) -> int:
    with study.database.writing() as c:
        row = people.join(c, "none", None)
        assert row is not None
        return int(row.id)


def offered(study: CollectStudy, worker: int, task: str = "rewrite", now: float | None = None) -> HeldSlot | None:
    with study.database.writing() as c:
        return next_slot(c, study.file, worker, task, now or time.time())


def answered(
    study: CollectStudy, worker: int, slot: int, given: dict[str, str] = THREE, now: float | None = None
) -> Taken:
    with study.database.writing() as c:
        return take(c, study.file, worker, slot, given, now or time.time())


def count(study: CollectStudy, table: Any, *where: Any) -> int:
    with study.database.reading() as c:
        return int(c.execute(select(func.count()).select_from(table).where(*where)).scalar_one())


def test_the_same_slot_until_it_is_answered(study: CollectStudy) -> None:
    one = person(study)
    first, again = offered(study, one), offered(study, one)
    assert first is not None
    assert again is not None
    assert first.slot == again.slot
    assert answered(study, one, first.slot).fate == "recorded"
    later = offered(study, one)
    assert later is not None
    assert later.item != first.item


def test_an_answer_counts_once_however_often_it_is_sent(study: CollectStudy) -> None:
    one = person(study)
    held = offered(study, one)
    assert held is not None
    fates = [answered(study, one, held.slot).fate for _ in range(3)]
    assert fates == ["recorded", "already", "already"]
    assert count(study, answers) == 1
    assert count(study, items, items.c.task == "validate", items.c.test.is_(False)) == 3


def test_no_item_gets_a_fourth_answer_when_many_come_at_once(study: CollectStudy) -> None:
    crowd = [person(study) for _ in range(8)]

    def work(worker: int) -> None:
        while (held := offered(study, worker)) is not None:
            answered(study, worker, held.slot)

    threads = [threading.Thread(target=work, args=(w,)) for w in crowd]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    with study.database.reading() as c:
        per_item = c.execute(select(func.count()).where(answers.c.task == "rewrite").group_by(answers.c.item)).scalars()
        assert list(per_item) == [3, 3]


def test_a_slot_whose_time_is_over_goes_to_another_and_a_late_answer_is_noted(study: CollectStudy) -> None:
    now = time.time()
    early = [person(study) for _ in range(6)]
    for w in early:
        assert offered(study, w, now=now) is not None
    late = person(study)
    assert offered(study, late, now=now) is None, "all six slots are held"
    held = offered(study, late, now=now + 31 * 60)
    assert held is not None
    assert answered(study, early[0], held.slot, now=now + 32 * 60).fate == "lost"
    assert count(study, log, log.c.kind == "late") == 1
    assert answered(study, late, held.slot, now=now + 32 * 60).fate == "recorded"


def test_nobody_judges_what_they_wrote(study: CollectStudy) -> None:
    writer, other = person(study), person(study)
    held = offered(study, writer)
    assert held is not None
    answered(study, writer, held.slot)
    for worker, sees, tests in ((writer, 0, 0), (other, 3, 10)):
        for _ in range(30):
            got = offered(study, worker, "validate")
            if got is None:
                break
            with study.database.reading() as c:
                item = c.execute(select(items).where(items.c.id == got.item)).one()
                mine = c.execute(select(writers).where(writers.c.item == got.item)).scalars().all()
            assert writer not in mine or worker != writer
            gold = json.loads(item.hidden)["gold"]
            answered(study, worker, got.slot, {"label": gold})
        assert (
            count(study, answers, answers.c.worker == worker, answers.c.right.is_(None), answers.c.task == "validate")
            == sees
        )
        assert count(study, answers, answers.c.worker == worker, answers.c.right.is_(True)) == tests


def test_an_answer_given_too_quickly_is_not_taken(tmp_path: Path) -> None:
    study = opened(tmp_path, {})
    one = person(study)
    now = time.time()
    held = offered(study, one, now=now)
    assert held is not None
    assert answered(study, one, held.slot, now=now + 19).fate == "quick"
    assert answered(study, one, held.slot, now=now + 21).fate == "recorded"


def test_nobody_waits_for_a_clock_that_was_set_back(tmp_path: Path) -> None:
    study = opened(tmp_path, {})
    one, now = person(study), time.time()
    held = offered(study, one, now=now)
    assert held is not None
    assert answered(study, one, held.slot, now=now - 3600).fate == "recorded"
    assert count(study, answers, answers.c.seconds == 0) == 1


def test_removal_sets_judgements_aside_and_opens_their_items_again(study: CollectStudy) -> None:
    writer, judge = person(study), person(study)
    held = offered(study, writer)
    assert held is not None
    answered(study, writer, held.slot)
    for _ in range(4):
        held = offered(study, judge, "validate")
        assert held is not None
        answered(study, judge, held.slot, {"label": "unnatural"})
    with study.database.writing() as c:
        remove(c, judge, "by the owner", time.time())
    assert count(study, answers, answers.c.worker == judge, answers.c.aside == "") == 0
    assert count(study, slots, slots.c.task == "validate", slots.c.test.is_(False), slots.c.state == "open") == 9


def test_withdrawal_erases_the_id_and_closes_what_only_they_wrote(study: CollectStudy) -> None:
    with study.database.writing() as c:
        row = people.join(c, "prolific", "abc")
        assert row is not None
        assert people.join(c, "prolific", "abc") is None, "from another browser"
    held = offered(study, row.id)
    assert held is not None
    answered(study, row.id, held.slot)
    with study.database.writing() as c:
        people.withdraw(c, row.id)
        gone = people.worker_row(c, row.id)
    assert gone is not None
    assert (gone.external, gone.session == row.session) == (None, False)
    assert count(study, items, items.c.task == "validate", items.c.test.is_(False), items.c.closed.is_(False)) == 0
    assert count(study, slots, slots.c.task == "rewrite", slots.c.state == "open") == 6


def test_the_log_is_only_appended_to(study: CollectStudy) -> None:
    person(study)
    with pytest.raises(SQLAlchemyError, match="only appended"), study.database.writing() as c:
        c.execute(delete(log))
    assert count(study, log) == 1


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (["", "a", "b"], "Rewrite 1 is empty"),
        (["dog", "a", "b"], "Rewrite 1 is the underlined part"),
        (["a", " DOG. ", "b"], "Rewrite 2 is the underlined part"),
        (["old dog", "Old  dog", "b"], "the same"),
        (["a" * 201, "b", "c"], "too long"),
        (["a\u202eb", "b", "c"], "cannot be shown"),
    ],
)
def test_rewrites_must_be_three_distinct_non_empty_and_changed(given: list[str], why: str) -> None:
    texts, told = read_rewrites("dog", given)
    assert texts is None
    assert why in told


def test_rewrites_are_taken_with_single_spaces() -> None:
    assert read_rewrites("dog", [" old   dog ", "poodle", "dog and pet"]) == (["old dog", "poodle", "dog and pet"], "")
