"""Gold by monotonicity, compared with what people say: MED's Table 3, the pairs that are kept, agreement as it grows.

Under a downward operator, a sentence entails the same sentence with a part made more specific; elsewhere it does not
(Yanaka et al. 2019, 3.1.3). A pair is kept if every vote is the gold label.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, select

from provenli.scoring.judgements import alpha, interval, mean_pearson, nominal
from provenli.web.collect.tables import answers, items, reviews, workers


@dataclass(frozen=True, slots=True)
class Vote:
    worker: str
    """The pseudonym."""
    value: Any
    seconds: float


@dataclass(frozen=True, slots=True)
class Collected:
    """An item with the answers that count. `review`: whether the owner swaps it, and why not; None before the
    review."""

    id: int
    task: str
    key: str
    shown: dict[str, Any]
    hidden: dict[str, Any]
    votes: tuple[Vote, ...]
    review: tuple[bool, str] | None = None

    @property
    def matches(self) -> int:
        return sum(v.value == self.hidden.get("gold") for v in self.votes)

    def kept(self, people: int) -> bool:
        return len(self.votes) >= people and self.matches == len(self.votes)


def collected(c: Connection, task: str, tests: bool = False) -> list[Collected]:
    """In the order of the study's files."""
    votes: dict[int, list[Vote]] = {}
    for item, alias, value, seconds in c.execute(
        select(answers.c.item, workers.c.alias, answers.c.value, answers.c.seconds)
        .join(workers, workers.c.id == answers.c.worker)
        .where(answers.c.task == task, answers.c.aside == "")
        .order_by(answers.c.id)
    ):
        votes.setdefault(item, []).append(Vote(alias, json.loads(value), seconds))
    reviewed = {r.item: (bool(r.swap), r.why) for r in c.execute(select(reviews))}
    chosen = select(items).where(items.c.task == task, items.c.test.is_(tests), items.c.closed.is_(False))
    return [
        Collected(
            i.id, task, i.key, json.loads(i.shown), json.loads(i.hidden), tuple(votes.get(i.id, ())), reviewed.get(i.id)
        )
        for i in c.execute(chosen.order_by(items.c.id))
    ]


# --- MED's Table 3 ---


def matches_table(pairs: Iterable[Collected], people: int) -> list[tuple[str, int, int, int]]:
    """How many pairs have n votes that agree with gold, upward and downward, the largest n first."""
    counts = Counter((p.matches, p.hidden["direction"]) for p in pairs if len(p.votes) >= people)
    rows = []
    for n in range(people, -1, -1):
        up, down = counts[n, "up"], counts[n, "down"]
        told = f"{n} labels match" if n > 1 else "1 label matches" if n else "no match"
        rows.append((told, up, down, up + down))
    return rows


@dataclass(frozen=True, slots=True)
class Agreement:
    """Over items with at least two answers; None if nothing can be said yet."""

    units: int
    alpha: float | None
    pearson: float | None


def agreement(found: Iterable[Collected]) -> Agreement:
    units = [p for p in found if len(p.votes) > 1]
    if units and units[0].task == "judge":
        points = [[float(v.value["points"]) for v in p.votes] for p in units]
        return Agreement(len(units), alpha(points, interval), mean_pearson(points))
    return Agreement(len(units), alpha([[v.value for v in p.votes] for p in units], nominal), None)
