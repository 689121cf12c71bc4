"""Lines of a study's files as items with slots; what is there already stays as it is."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, insert, select, update

from provenli.web.collect.assignment import add_slots
from provenli.web.collect.study_file import StudyFile
from provenli.web.collect.tables import items

Lines = Sequence[Mapping[str, Any]]
SHOWN = {
    "rewrite": ("before", "span", "after"),
    "validate": ("premise", "hypothesis"),
    "judge": ("premise", "hypothesis"),
}


def add_items(c: Connection, file: StudyFile, premises: Lines, pairs: Lines, tests: Lines) -> None:
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
    """Spans that the owner has put on the list since; those taken off it are open again."""
    general = {g.casefold() for g in file.premises.too_general}
    for item in c.execute(select(items).where(items.c.task == "rewrite")).all():
        closed = json.loads(item.shown)["span"].casefold() in general
        if closed != item.closed:
            c.execute(update(items).where(items.c.id == item.id).values(closed=closed))
