"""What the owner sees and does: progress, agreement, people, items in trouble, payment, review of swaps, export."""

from __future__ import annotations

import io
import secrets
import tempfile
import time
import zipfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from fastapi import FastAPI, Request
from fastapi.responses import RedirectResponse, Response
from sqlalchemy import Connection, delete, func, insert, select

from provenli.web.application import LOOPBACK, Asgi, guarded, plain_app
from provenli.web.collect import people
from provenli.web.collect.answers import remove
from provenli.web.collect.database import note
from provenli.web.collect.export import export
from provenli.web.collect.gold import Collected, agreement, collected, matches_table
from provenli.web.collect.study import CollectStudy
from provenli.web.collect.tables import items, log, meta, reviews, slots, workers
from provenli.web.collect.tags import no_swap
from provenli.web.collect.worker_pages import REFUSED, TITLES, Text, WorkerPages, message, to
from provenli.web.pages import page
from provenli.web.rates import Rate
from provenli.web.tickets import DAY, Tickets

COOKIE = "provenli_owner"
A_PAGE = 50


@dataclass(frozen=True)
class OwnerPages:
    study: CollectStudy
    tickets: Tickets
    logins: Rate

    def add_to(self, app: FastAPI) -> None:
        get, post = ["GET"], ["POST"]
        app.add_api_route("/owner", self.overview, methods=get)
        app.add_api_route("/owner/login", self.login, methods=post)
        app.add_api_route("/owner/logout", self.logout, methods=post)
        app.add_api_route("/owner/people", self.people, methods=get)
        app.add_api_route("/owner/people", self.change_person, methods=post)
        app.add_api_route("/owner/pause", self.pause, methods=post)
        app.add_api_route("/owner/review", self.review, methods=get)
        app.add_api_route("/owner/review", self.decide_swap, methods=post)
        app.add_api_route("/owner/export.zip", self.export_all, methods=get)
        app.add_api_route("/owner/backup.sqlite", self.backup, methods=get)

    # --- who is the owner ---

    def session(self, request: Request) -> str | None:
        found = self.tickets.read("owner", request.cookies.get(COOKIE), DAY)
        return found if isinstance(found, str) else None

    def _asked_to_log_in(self, told: str = "", status: int = 200) -> Response:
        visit = secrets.token_urlsafe(16)
        token = self.tickets.form_token(visit)
        out = page("login.html.j2", status, study=self.study.file, token=token, told=told)
        signed = self.tickets.sign("login", visit)
        out.set_cookie("provenli_login", signed, max_age=DAY, httponly=True, samesite="strict", secure=self._tls)
        return out

    @property
    def _tls(self) -> bool:
        return self.study.file.over_tls

    def login(self, request: Request, token: Text = "", password: Text = "") -> Response:
        visit = self.tickets.read("login", request.cookies.get("provenli_login"), DAY)
        if not isinstance(visit, str) or not self.tickets.is_form_of(visit, token):
            return message(*REFUSED, status=403)
        if not self.logins.allows(request.client.host if request.client else ""):
            return self._asked_to_log_in("Too many tries: wait a minute.", 429)
        if not self.study.is_owner(password):
            return self._asked_to_log_in("That is not the password that `provenli collect new` printed.", 403)
        out = to("/owner")
        signed = self.tickets.sign("owner", secrets.token_urlsafe(16))
        out.set_cookie(COOKIE, signed, max_age=DAY, httponly=True, samesite="strict", secure=self._tls)
        return out

    def logout(self, request: Request, token: Text = "") -> Response:
        out = to("/owner") if self._may(request, token) else message(*REFUSED, status=403)
        out.delete_cookie(COOKIE)
        return out

    def _may(self, request: Request, token: str) -> bool:
        session = self.session(request)
        return session is not None and self.tickets.is_form_of(session, token)

    # --- progress ---

    def overview(self, request: Request) -> Response:
        session = self.session(request)
        if session is None:
            return self._asked_to_log_in()
        with self.study.database.reading() as c:
            told = self._progress(c)
        return page("owner.html.j2", study=self.study.file, token=self.tickets.form_token(session), **told)

    def _progress(self, c: Connection) -> dict[str, Any]:
        found = {task: collected(c, task) for task in self.study.file.tasks}
        validated = found.get("validate", [])
        return {
            "paused": is_paused(c),
            "tasks": [_task_line(c, task, items) for task, items in found.items()],
            "agreements": [(TITLES[t], agreement(x)) for t, x in found.items() if t != "rewrite"],
            "matches": matches_table(validated, self.study.file.validate.people) if validated else [],
            "kept": sum(p.kept(self.study.file.validate.people) for p in validated),
            "trouble": list(_trouble(validated)),
            "workers": c.execute(select(func.count()).select_from(workers)).scalar_one(),
            "events": [(_ago(e.at), e.kind) for e in c.execute(select(log).order_by(log.c.id.desc()).limit(8))],
        }

    def pause(self, request: Request, token: Text = "", pause: Text = "") -> Response:
        if not self._may(request, token):
            return message(*REFUSED, status=403)
        with self.study.database.writing() as c:
            c.execute(delete(meta).where(meta.c.name == "paused"))
            c.execute(insert(meta).values(name="paused", value="yes" if pause == "yes" else "no"))
            note(c, "paused" if pause == "yes" else "resumed")
        return to("/owner")

    # --- people ---

    def people(self, request: Request) -> Response:
        session = self.session(request)
        if session is None:
            return self._asked_to_log_in()
        with self.study.database.reading() as c:
            lines = people.ledger(c, self.study.file)
        return page(
            "people.html.j2",
            study=self.study.file,
            token=self.tickets.form_token(session),
            lines=lines,
            owed=sum(x.owed for x in lines),
            money=lambda cents: f"{cents / 100:.2f}",
        )

    def change_person(self, request: Request, token: Text = "", alias: Text = "", do: Text = "") -> Response:
        if not self._may(request, token):
            return message(*REFUSED, status=403)
        with self.study.database.writing() as c:
            row = c.execute(select(workers).where(workers.c.alias == alias)).first()
            if row is None or do not in ("pay", "release", "remove"):
                return message("Not here", "There is no such person.", 404)
            if do == "pay":
                people.pay(c, self.study.file, alias)
            elif do == "release":
                people.release(c, alias)
            elif row.removed is None and row.withdrawn is None:
                remove(c, row.id, "by the owner", time.time())
        return to("/owner/people")

    # --- review of swaps ---

    def review(self, request: Request, first: int = 0) -> Response:
        session = self.session(request)
        if session is None:
            return self._asked_to_log_in()
        with self.study.database.reading() as c:
            kept = [p for p in collected(c, "validate") if p.kept(self.study.file.validate.people)]
        return self._review_page(session, kept, max(0, min(first, len(kept))))

    def _review_page(self, session: str, kept: list[Collected], first: int) -> Response:
        return page(
            "review.html.j2",
            study=self.study.file,
            token=self.tickets.form_token(session),
            pairs=[(p, no_swap(p.hidden)) for p in kept[first : first + A_PAGE]],
            first=first,
            total=len(kept),
            a_page=A_PAGE,
        )

    async def decide_swap(self, request: Request) -> Response:
        """Fields are named by pair: swap-12=yes, no-synonym or no-non-constituent."""
        form = await request.form(max_files=0, max_fields=4 * A_PAGE)
        if not self._may(request, str(form.get("token", ""))):
            return message(*REFUSED, status=403)
        chosen = {name.removeprefix("swap-"): str(v) for name, v in form.items() if name.startswith("swap-")}
        decided = {int(k): v for k, v in chosen.items() if k.isascii() and k.isdigit() and len(k) < 16 and v in SWAPS}
        with self.study.database.writing() as c:
            there = set(c.execute(select(items.c.id).where(items.c.task == "validate")).scalars())
            for item, choice in decided.items():
                if item in there:
                    c.execute(delete(reviews).where(reviews.c.item == item))
                    c.execute(insert(reviews).values(item=item, swap=choice == "yes", why=SWAPS[choice]))
            note(c, "reviewed", pairs=len(decided))
        return RedirectResponse("/owner/review", 303)

    # --- out ---

    def export_all(self, request: Request, names: str = "") -> Response:
        if self.session(request) is None:
            return self._asked_to_log_in()
        with tempfile.TemporaryDirectory(prefix="provenli-") as place:
            out = Path(place) / "export"
            export(self.study, out, names == "yes")
            content = io.BytesIO()
            with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
                for file in sorted(out.iterdir()):
                    archive.write(file, file.name)
        return _download(content.getvalue(), "application/zip", "export.zip")

    def backup(self, request: Request) -> Response:
        if self.session(request) is None:
            return self._asked_to_log_in()
        with tempfile.TemporaryDirectory(prefix="provenli-") as place:
            self.study.database.backup(Path(place) / "backup.sqlite")
            content = (Path(place) / "backup.sqlite").read_bytes()
        return _download(content, "application/octet-stream", "backup.sqlite")


SWAPS = {"yes": "", "no-synonym": "synonym", "no-non-constituent": "non-constituent", "no": "other"}


def _download(content: bytes, kind: str, name: str) -> Response:
    return Response(content, media_type=kind, headers={"content-disposition": f'attachment; filename="{name}"'})


def is_paused(c: Connection) -> bool:
    return bool(c.execute(select(meta.c.value).where(meta.c.name == "paused")).scalar() == "yes")


def _task_line(c: Connection, task: str, found: list[Collected]) -> dict[str, Any]:
    found_states = _states(c, task)
    counts = Counter({row[0]: row[1] for row in found_states})
    asked = counts["open"] + counts["held"] + counts["done"]
    return {
        "title": TITLES[task],
        "items": len(found),
        "done": counts["done"],
        "held": counts["held"],
        "asked": asked,
        "share": round(100 * counts["done"] / asked) if asked else 0,
    }


def _states(c: Connection, task: str) -> Any:
    return c.execute(
        select(slots.c.state, func.count())
        .join(items, items.c.id == slots.c.item)
        .where(slots.c.task == task, slots.c.test.is_(False), items.c.closed.is_(False))
        .group_by(slots.c.state)
    ).all()


def _trouble(pairs: list[Collected]) -> list[tuple[Collected, str]]:
    """Pairs that people find unnatural, or on which no two agree."""
    found = []
    for p in pairs:
        said = Counter(v.value for v in p.votes)
        if said["unnatural"] > 1:
            found.append((p, f"{said['unnatural']} say unnatural"))
        elif len(p.votes) > 2 and max(said.values()) == 1:
            found.append((p, "everybody says something else"))
    return found[:20]


def _ago(at: float) -> str:
    seconds = max(0, int(time.time() - at))
    return (
        f"{seconds} s ago"
        if seconds < 120
        else f"{seconds // 60} min ago"
        if seconds < 7200
        else f"{seconds // 3600} h ago"
    )


# --- both sides together: what `provenli collect serve` runs ---

LOGINS_A_MINUTE = 10


def collect_app(study: CollectStudy, hosts: tuple[str, ...] = ()) -> Asgi:
    """`hosts`: further names under which it may be requested."""
    tickets, serving = Tickets(study.key), study.file.serving
    app: Any = plain_app()
    WorkerPages(study, tickets, Rate(serving.joins_a_minute), Rate(serving.answers_a_minute)).add_to(app)
    OwnerPages(study, tickets, Rate(LOGINS_A_MINUTE)).add_to(app)
    public = urlsplit(serving.public_url).hostname
    return guarded(app, (*LOOPBACK, *hosts, *([public] if public else [])), study.file.over_tls)
