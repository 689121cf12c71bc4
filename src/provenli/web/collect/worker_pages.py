"""What the people of a study see. A person is known by a signed cookie; every form carries a token of its session."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import FastAPI, Form, Request
from fastapi.responses import RedirectResponse, Response
from sqlalchemy import Connection, Row, func, select

from provenli.web.collect import people
from provenli.web.collect.answers import POINTS, REWRITES, Taken, take
from provenli.web.collect.assignment import HeldSlot, is_free, next_slot
from provenli.web.collect.study import CollectStudy
from provenli.web.collect.tables import answers, items, meta, slots, workers
from provenli.web.pages import instructions, page
from provenli.web.rates import Rate
from provenli.web.tickets import DAY, Tickets

COOKIE, VISIT = "provenli_worker", "provenli_visit"
WEEKS = 30 * DAY
Text = Annotated[str, Form(max_length=2000)]
TITLES = {"rewrite": "Rewrite", "validate": "Judge pairs", "judge": "Judge on a scale"}


def to(path: str) -> RedirectResponse:
    return RedirectResponse(path, 303)


def message(title: str, told: str, status: int = 200) -> Response:
    return page("message.html.j2", status, title=title, told=told)


REFUSED = ("Not accepted", "This form is not from your own session, or too old. Go back to the start and try again.")


def _named(request: Request) -> tuple[str, str]:
    """The platform and the person's id there, from the link; nothing if it has none."""
    found = [(p, v) for p in people.PLATFORMS if (v := request.query_params.get(p, "").strip())]
    return (people.PLATFORMS[found[0][0]], found[0][1]) if found else ("", "")


@dataclass(frozen=True)
class WorkerPages:
    study: CollectStudy
    tickets: Tickets
    joins: Rate
    replies: Rate

    def add_to(self, app: FastAPI) -> None:
        get, post = ["GET"], ["POST"]
        app.add_api_route("/", self.welcome, methods=get)
        app.add_api_route("/join", self.join, methods=post)
        app.add_api_route("/tasks", self.tasks, methods=get)
        app.add_api_route("/tasks/{task}", self.work, methods=get)
        app.add_api_route("/answer", self.answer, methods=post)
        app.add_api_route("/done", self.done, methods=get)
        app.add_api_route("/withdraw", self.withdraw, methods=post)

    # --- who comes ---

    def worker(self, c: Connection, request: Request) -> Row[Any] | None:
        found = self.tickets.read("worker", request.cookies.get(COOKIE), WEEKS)
        if not isinstance(found, list) or len(found) != 2 or type(found[0]) is not int:
            return None
        row = people.worker_row(c, found[0])
        same = row is not None and isinstance(found[1], str) and hmac.compare_digest(row.session, found[1])
        return row if same else None

    def welcome(self, request: Request) -> Response:
        with self.study.database.reading() as c:
            if self.worker(c, request) is not None:
                return to("/tasks")
        platform, external = _named(request)
        if len(external) > 100 or not external.isprintable():
            return message("Not accepted", "The id in the link is no id. Use the link of the platform again.", 400)
        visit = secrets.token_urlsafe(16)
        shown = page(
            "welcome.html.j2",
            study=self.study.file,
            token=self.tickets.form_token(visit),
            who=self.tickets.sign("who", [platform, external]),
            told="",
        )
        self._cookie(shown, VISIT, self.tickets.sign("visit", visit), DAY)
        return shown

    def join(self, request: Request, token: Text = "", who: Text = "", agree: Text = "") -> Response:
        if not self.joins.allows(request.client.host if request.client else ""):
            return message("Too many at once", "Please wait a minute and try again.", 429)
        visit = self.tickets.read("visit", request.cookies.get(VISIT), DAY)
        named = self.tickets.read("who", who, DAY)
        if not isinstance(visit, str) or not self.tickets.is_form_of(visit, token) or not isinstance(named, list):
            return message(*REFUSED, status=403)
        if agree != "yes":
            return message("Not without your consent", "You did not agree, so nothing was stored. Thank you.")
        with self.study.database.writing() as c:
            row = people.join(c, named[0] or "none", named[1] or None)
            if row is None:
                return message("Already here", "This id has begun in another browser. Go on there, or ask us.", 409)
            people.consent(c, row.id)
        out = to("/tasks")
        self._cookie(out, COOKIE, self.tickets.sign("worker", [row.id, row.session]), WEEKS)
        out.delete_cookie(VISIT)
        return out

    def _cookie(self, out: Response, name: str, value: str, age: int) -> None:
        out.set_cookie(name, value, max_age=age, httponly=True, samesite="lax", secure=self.study.file.over_tls)

    def _stopped(self, c: Connection, row: Row[Any] | None) -> Response | None:
        """What a person is told who cannot work now."""
        if row is None:
            return to("/")
        if row.withdrawn is not None:
            return message("You have withdrawn", "Your answers do not count and are not published.")
        if row.removed is not None:
            return page("done.html.j2", study=self.study.file, worker=row, token="", removed=True, earned="")
        if c.execute(select(meta.c.value).where(meta.c.name == "paused")).scalar() == "yes":
            return message("A pause", "The study is paused. Your place is kept: please come back later.")
        return None

    # --- work ---

    def tasks(self, request: Request) -> Response:
        with self.study.database.reading() as c:
            row = self.worker(c, request)
            stopped = self._stopped(c, row)
            if stopped is not None or row is None:
                return stopped or to("/")
            found = [(t, TITLES[t], self._open(c, t), self._answered(c, row.id, t)) for t in self.study.file.tasks]
            owed = sum(n * self.study.file.rules(t).cents for t, _, _, n in found)
        return page("tasks.html.j2", study=self.study.file, tasks=found, worker=row, earned=self.money(owed))

    def money(self, cents: int) -> str:
        return f"{cents / 100:.2f} {self.study.file.currency}"

    def _open(self, c: Connection, task: str) -> int:
        free = select(func.count()).select_from(slots).join(items, items.c.id == slots.c.item)
        ours = slots.c.task == task, slots.c.test.is_(False), items.c.closed.is_(False), is_free(time.time())
        return int(c.execute(free.where(*ours)).scalar_one())

    def _answered(self, c: Connection, worker: int, task: str) -> int:
        mine = select(func.count()).select_from(answers)
        return int(c.execute(mine.where(answers.c.worker == worker, answers.c.task == task)).scalar_one())

    def work(self, request: Request, task: str, begin: str = "") -> Response:
        if task not in self.study.file.tasks:
            return message("Not here", "There is no such task in this study.", 404)
        with self.study.database.writing() as c:
            row = self.worker(c, request)
            stopped = self._stopped(c, row)
            if stopped is not None or row is None:
                return stopped or to("/")
            answered = self._answered(c, row.id, task)
            if not answered and begin != "yes":
                return page("instructions.html.j2", study=self.study.file, task=task, **self._texts(task))
            held = next_slot(c, self.study.file, row.id, task, time.time())
        if held is None:
            return to("/done")
        return self._item(row, held, "", {}, answered)

    def _texts(self, task: str) -> dict[str, Any]:
        told = {"text": instructions()[task], "rules": self.study.file.rules(task), "title": TITLES[task]}
        return {**told, "points": POINTS, "rewrites": range(1, REWRITES + 1)}

    def _item(self, row: Row[Any], held: HeldSlot, told: str, given: dict[str, str], answered: int) -> Response:
        return page(
            "item.html.j2",
            422 if told else 200,
            study=self.study.file,
            task=held.task,
            shown=held.shown,
            handle=self.handle(row.id, held.slot),
            token=self.tickets.form_token(row.session),
            told=told,
            given=given,
            answered=answered,
            **self._texts(held.task),
        )

    def handle(self, worker: int, slot: int) -> str:
        """A name of the slot that gives nothing away: numbers would betray test questions, which get theirs late."""
        return hmac.new(self.study.key.encode(), f"{worker}/{slot}".encode(), hashlib.sha256).hexdigest()[:24]

    def _slot(self, c: Connection, worker: int, handle: str) -> int:
        mine = c.execute(select(slots.c.id).where(slots.c.worker == worker).order_by(slots.c.id.desc())).scalars()
        given = handle.encode("utf-8", "replace")
        return next((s for s in mine if hmac.compare_digest(self.handle(worker, s).encode(), given)), 0)

    def answer(
        self,
        request: Request,
        token: Text = "",
        handle: Text = "",
        task: Text = "",
        rewrite1: Text = "",
        rewrite2: Text = "",
        rewrite3: Text = "",
        label: Text = "",
        points: Text = "",
        senseless: Text = "",
    ) -> Response:
        given = {"rewrite1": rewrite1, "rewrite2": rewrite2, "rewrite3": rewrite3}
        given |= {"label": label, "points": points, "senseless": senseless}
        if task not in self.study.file.tasks:
            return message(*REFUSED, status=400)
        with self.study.database.writing() as c:
            row = self.worker(c, request)
            if row is not None and not self.tickets.is_form_of(row.session, token):
                return message(*REFUSED, status=403)
            stopped = self._stopped(c, row)
            if stopped is not None or row is None:
                return stopped or to("/")
            if not self.replies.allows(row.session):
                return message("Too quick", "So many answers a minute cannot be right. Please wait a minute.", 429)
            now = time.time()
            taken = take(c, self.study.file, row.id, self._slot(c, row.id, handle), given, now)
            again = next_slot(c, self.study.file, row.id, task, now) if taken.fate in ("quick", "wrong") else None
            answered = self._answered(c, row.id, task)
        return self._after(row, taken, again, given, task, answered)

    def _after(
        self, row: Row[Any], taken: Taken, again: HeldSlot | None, given: dict[str, str], task: str, answered: int
    ) -> Response:
        """The answer is acknowledged only here, once the transaction is on disk."""
        if again is not None:
            return self._item(row, again, taken.told, given, answered)
        return to("/done" if taken.fate == "removed" else f"/tasks/{task}?begin=yes")

    # --- the end ---

    def done(self, request: Request) -> Response:
        with self.study.database.reading() as c:
            row = self.worker(c, request)
            if row is None:
                return to("/")
            owed = sum(self._answered(c, row.id, t) * self.study.file.rules(t).cents for t in self.study.file.tasks)
        return page(
            "done.html.j2",
            study=self.study.file,
            worker=row,
            token=self.tickets.form_token(row.session),
            removed=row.removed is not None,
            earned=self.money(owed),
        )

    def withdraw(self, request: Request, token: Text = "", sure: Text = "") -> Response:
        with self.study.database.writing() as c:
            row = self.worker(c, request)
            if row is None or not self.tickets.is_form_of(row.session, token):
                return message(*REFUSED, status=403)
            if sure != "yes":
                return to("/done")
            people.withdraw(c, row.id)
        out = message("You have withdrawn", "Your answers do not count any more and are not published. Thank you.")
        out.delete_cookie(COOKIE)
        return out


__all__ = ["REFUSED", "Text", "WorkerPages", "message", "to", "workers"]
