"""Two thousand hostile requests: nothing runs, nothing leaks, nothing is changed, and no answer is a 500."""

from __future__ import annotations

import json
import random
import socket
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from sqlalchemy import func, select
from starlette.testclient import TestClient

from provenli.web.browse.app import browse_app
from provenli.web.browse.sources import open_sources
from provenli.web.collect.owner_pages import collect_app
from provenli.web.collect.study import open_study
from provenli.web.collect.tables import answers, workers
from provenli.web.tickets import Tickets
from tests.web.people import Person, client, made

NASTY = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "'; DROP TABLE answers; --",
    "' OR '1'='1",
    "{{ 7 * 7 }}{% include '/etc/passwd' %}",
    "../../../../etc/passwd",
    "..%2f..%2fstudy.toml",
    "%00",
    "\x00",
    "\u202e",
    "\ud800".encode("utf-8", "surrogatepass").decode("latin-1"),
    "\r\nSet-Cookie: a=b",
    "A" * 3000,
    "-1",
    "9" * 30,
    "[]",
    '{"$gt": ""}',
    "javascript:alert(1)",
    "０",
    "",
)
COLLECT = ("/", "/join", "/tasks", "/tasks/rewrite", "/tasks/validate", "/answer", "/done", "/withdraw", "/owner")
OWNER = ("/owner/login", "/owner/people", "/owner/pause", "/owner/review", "/owner/export.zip", "/owner/backup.sqlite")
FILES = (
    "/static/../study.toml",
    "/static/%2e%2e/secrets.json",
    "/static/look.css",
    "/secrets.json",
    "/answers.sqlite",
    "/docs",
)
FIELDS = (
    "token",
    "handle",
    "task",
    "rewrite1",
    "label",
    "points",
    "who",
    "agree",
    "password",
    "alias",
    "do",
    "swap-1",
    "sure",
)
METHODS = ("GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD", "TRACE")
SECRETS = ("Traceback", "sqlalchemy", "/site-packages/", "root:x:", "gold", "password_hash")


def attack(rng: random.Random, browser: TestClient, paths: tuple[str, ...]) -> Any:
    path = rng.choice(paths)
    if rng.random() < 0.2:
        path = f"{path.rstrip('/')}/{quote(rng.choice(NASTY)[:200], safe='/.%')}"
    params = {rng.choice(("id", "PROLIFIC_PID", "first", "words", "f.label", "premise")): rng.choice(NASTY)}
    form = {rng.choice(FIELDS): rng.choice(NASTY) for _ in range(rng.randrange(6))}
    headers = (
        {"cookie": f"provenli_worker={rng.choice(('x.y.z', 'e30.e30.e30', '9' * 500))}"} if rng.random() < 0.3 else {}
    )
    if rng.random() < 0.1:
        headers["content-type"] = rng.choice(("application/json", "multipart/form-data", "text/xml; charset=nonsense"))
    body: dict[str, Any] = {"data": form} if rng.random() < 0.8 else {"content": rng.randbytes(rng.randrange(500))}
    return browser.request(rng.choice(METHODS), path, params=params, headers=headers, follow_redirects=False, **body)


def check(answer: Any, seen: Counter[int]) -> None:
    seen[answer.status_code] += 1
    assert answer.status_code < 500, answer.request
    text = answer.text
    assert "<script>alert" not in text
    assert "<img src=x" not in text
    assert not [s for s in SECRETS if s in text], answer.request
    assert "set-cookie: a=b" not in str(answer.headers).lower()
    assert "script-src 'self'" in answer.headers["content-security-policy"]


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_two_thousand_hostile_requests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PROVENLI_CACHE", str(tmp_path / "cache"))
    _, place = made(tmp_path)
    study = open_study(place)
    rng, seen = random.Random(19), Counter[int]()
    inside = Person(client(study)).joins()
    inside.browser.follow_redirects = False
    outside = TestClient(collect_app(study, ("testserver",)), raise_server_exceptions=False)
    for k in range(1500):
        browser = (outside, inside.browser)[k % 2]
        check(attack(rng, browser, COLLECT + OWNER + FILES), seen)
    rows = tmp_path / "rows.jsonl"
    line = {"id": NASTY[0], "premise": NASTY[1], "hypothesis": NASTY[4], "label": "neutral"}
    rows.write_text(json.dumps(line) + "\n")
    look = TestClient(browse_app(open_sources([rows], lambda *_: None), ("testserver",)), raise_server_exceptions=False)
    for _ in range(500):
        check(attack(rng, look, ("/", "/own", "/1-rows-jsonl", "/1-rows-jsonl/0", "/1-rows-jsonl/pair", *FILES)), seen)
    assert seen.total() == 2000
    assert not {s for s in seen if s >= 500}
    with study.database.reading() as c:
        assert c.execute(select(func.count()).select_from(answers)).scalar_one() == 0, "nothing was answered"
        assert c.execute(select(func.count()).select_from(workers)).scalar_one() == 1, "nobody joined"


def test_stolen_forged_and_replayed_tokens(tmp_path: Path) -> None:
    _, place = made(tmp_path)
    study = open_study(place)
    one, two = Person(client(study)).joins(), Person(client(study)).joins()
    one.get("/tasks/rewrite?begin=yes")
    stolen = one.html
    two.html = stolen
    given = {f"rewrite{k}": f"dog {k}" for k in (1, 2, 3)}
    two.post("/answer", **given)
    assert two.status == 403, "a form is of one session"
    forged = Tickets("another key").sign("worker", [1, "x"])
    other = client(study)
    other.cookies.set("provenli_worker", forged)
    assert other.get("/done").url.path == "/", "nobody"
    swapped = client(study)
    swapped.cookies.set("provenli_owner", one.browser.cookies["provenli_worker"])
    assert "Password" in swapped.get("/owner").text, "a worker's cookie makes no owner"
    cookie = one.browser.cookies["provenli_worker"]
    one.html = stolen
    one.post("/answer", **given)
    assert one.status == 200
    one.get("/done")
    one.post("/withdraw", sure="yes")
    again = client(study)
    again.cookies.set("provenli_worker", cookie)
    assert again.get("/done").url.path == "/", "a cookie from before the withdrawal is worth nothing"


def test_who_asks_too_much_or_under_another_name_is_refused(tmp_path: Path) -> None:
    _, place = made(tmp_path)
    study = open_study(place)
    browser = client(study)
    assert browser.get("/", headers={"host": "evil.example"}).status_code == 421
    assert browser.post("/join", content=b"a=" + b"x" * 70_000).status_code == 413
    assert browser.get("/?" + "x" * 9000).status_code == 414

    def chunks() -> Any:
        yield from (b"x" * 10_000 for _ in range(10))

    form = {"content-type": "application/x-www-form-urlencoded"}
    assert browser.post("/join", content=chunks(), headers=form).status_code in (400, 413)
    codes = Counter(browser.post("/join", data={"agree": "yes"}).status_code for _ in range(70))
    assert codes[429] >= 5
    guesses = Person(client(study))
    statuses = []
    for _ in range(14):
        guesses.get("/owner")
        guesses.post("/owner/login", password="guess")
        statuses.append(guesses.status)
    assert statuses[-1] == 429


def test_gold_never_reaches_a_workers_browser(tmp_path: Path) -> None:
    _, place = made(tmp_path)
    study = open_study(place)
    writer, judge = Person(client(study)).joins(), Person(client(study)).joins()
    writer.rewrites("a", "b", "c")
    sent = []
    for _ in range(12):
        pair = judge.pair()
        sent.append(judge.html)
        if pair is None:
            break
        judge.post("/answer", label="unnatural")
        sent.append(judge.html)
    assert len(sent) > 5
    for html in sent:
        assert "gold" not in html
        assert "direction" not in html
        assert "test" not in html.lower().replace("testserver", "")


SERVER = """
import provenli.web.application as web
from fastapi import Request
async def whole(request: Request) -> None:
    await request.body()
app = web.plain_app()
app.add_api_route("/", whole, methods=["POST"])
web.KEPT_OPEN = 1
web.serve_pages(app, web.taken_port("127.0.0.1", 0), lambda address: print(address, flush=True))
"""


def test_half_a_request_does_not_outlive_sigterm() -> None:
    with subprocess.Popen([sys.executable, "-c", SERVER], stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            port = int(server.stdout.readline().rstrip("/\n").rpartition(":")[2])
            with socket.create_connection(("127.0.0.1", port), 60) as half:
                half.sendall(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n")
                assert half.recv(12) == b"HTTP/1.1 100", "the request is being read"
                server.terminate()
                server.wait(60)
        finally:
            server.kill()
