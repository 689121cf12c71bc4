"""A real browser: an owner's study, nine people who rewrite and judge, one of whom fails the test questions, an export.

Debian's chromium, driven by playwright. With PROVENLI_SCREENSHOTS=DIR every page is kept as a picture, at the width of
a desk and of a phone.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from playwright.sync_api import Browser, Page, sync_playwright

from provenli.published.anomalies import find
from provenli.published.source import open_published
from provenli.scoring.human_tables import human_tables
from provenli.scoring.judgements import read_judgements
from provenli.web.application import taken_port
from provenli.web.browse.app import browse_app
from provenli.web.browse.sources import open_sources
from provenli.web.collect.export import export
from provenli.web.collect.owner_pages import collect_app
from provenli.web.collect.study import new_study, open_study
from tests.web.people import QUICK, changed, made
from tests.web.test_collect import WRITERS, judged_rows, right, wrong

CHROMIUM = shutil.which("chromium") or "/usr/bin/chromium"
DESK, PHONE = {"width": 1180, "height": 860}, {"width": 390, "height": 844}


@contextmanager
def served(app: Any) -> Iterator[str]:
    """In a thread of this process."""
    listening = taken_port("127.0.0.1", 0)
    server = uvicorn.Server(uvicorn.Config(app, log_level="error", lifespan="off"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    try:
        while not server.started:
            time.sleep(0.05)
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(10)
        listening.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as p:
        found = p.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture
def pages(browser: Browser) -> Iterator[Pages]:
    found = Pages(browser)
    yield found
    for page in found.opened:
        page.context.close()
    assert not found.faults, "no script failed, nothing was blocked"


class Pages:
    """Every person has a browser of their own; what a page complains about is kept."""

    def __init__(self, browser: Browser) -> None:
        self.browser, self.opened, self.faults = browser, list[Page](), list[str]()

    def new(self, phone: bool = False) -> Page:
        page = self.browser.new_context(viewport=PHONE if phone else DESK, has_touch=phone).new_page()
        page.set_default_timeout(30_000)
        page.on("pageerror", lambda e: self.faults.append(str(e)))
        page.on("console", lambda m: self.faults.append(m.text) if "Content Security" in m.text else None)
        self.opened.append(page)
        return page


def kept(page: Page, name: str) -> None:
    """The page as a picture, at both widths; and nothing is wider than a phone."""
    place = os.environ.get("PROVENLI_SCREENSHOTS")
    before = page.viewport_size
    for width, size in (("phone", PHONE), ("desk", DESK)):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, f"{name} is {wide} pixels too wide at the width of a {width}"
        inside = page.evaluate("[...document.querySelectorAll('.wide')].some(x => x.scrollWidth > x.clientWidth)")
        assert not inside, f"a table of {name} scrolls sideways at the width of a {width}"
        if place:
            page.screenshot(path=f"{place}/{name}-{width}.png", full_page=True)
    page.set_viewport_size(before)  # type: ignore[arg-type]


def follows(page: Page, role: Any, name: str) -> None:
    """Clicks, and waits for the next page: what it shows is asked right afterwards."""
    with page.expect_navigation():
        page.get_by_role(role, name=name).click()


def joins(page: Page, base: str, name: str) -> None:
    page.goto(f"{base}/?PROLIFIC_PID={name}")
    page.get_by_label("I have read this").check()
    follows(page, "button", "Begin")


def rewrites(page: Page, base: str, texts: tuple[str, ...]) -> None:
    page.goto(f"{base}/tasks/rewrite")
    follows(page, "link", "I have read this")
    while page.locator("#rewrite1").count():
        span = page.locator(".sentence u").inner_text()
        for k, text in enumerate(texts, 1):
            page.fill(f"#rewrite{k}", f"{span} {text}")
        follows(page, "button", "Send")


def judges(page: Page, base: str, answer: Any) -> None:
    """By keys: 1, 2, 3 choose, Enter sends."""
    page.goto(f"{base}/tasks/validate")
    follows(page, "link", "I have read this")
    while page.locator("input[name=label]").count():
        premise, hypothesis = page.locator("dl.pair dd").all_inner_texts()
        page.keyboard.press("1" if answer(premise, hypothesis) == "entailment" else "2")
        follows(page, "button", "Send")


def test_a_study_in_a_real_browser(tmp_path: Path, pages: Pages) -> None:
    told, place = made(tmp_path, changes={**QUICK, "questions = 10": "questions = 4", "allowed = 3": "allowed = 1"})
    study = open_study(place)
    with served(collect_app(study)) as base:
        people = [pages.new(phone=k % 2 == 1) for k in range(9)]
        for k, page in enumerate(people):
            joins(page, base, f"person{k}")
        for page, texts in zip(people, WRITERS, strict=False):
            rewrites(page, base, texts)
        judges(people[8], base, wrong)
        assert "Your part is over" in people[8].content()
        for page in people[3:8]:
            judges(page, base, right)
        owner = pages.new()
        owner.goto(f"{base}/owner")
        owner.get_by_label("Password").fill(told.password)
        follows(owner, "button", "Enter")
        assert "18 kept" in re.sub(r"\s+", " ", owner.locator(".tiles").inner_text())
        follows(owner, "link", "People")
        assert "test questions" in owner.content()
        follows(owner, "link", "Swaps")
        follows(owner, "button", "Save these")
        with owner.expect_download() as download:
            owner.get_by_role("link", name="Export", exact=True).click()
        assert download.value.suggested_filename == "export.zip"
    export(study, tmp_path / "out")
    source = open_published(tmp_path / "out" / "pairs.tsv")
    assert (source.layout, len(list(source.rows()))) == ("med", 36)
    assert not find([source]).found


def rates(page: Page, base: str, points: Any, name: str = "") -> int:
    """By keys 1 to 5, with the box ticked where nothing makes sense; how many pairs there were."""
    page.goto(f"{base}/tasks/judge")
    if name:
        kept(page, f"instructions-{name}")
    follows(page, "link", "I have read this")
    seen = 0
    while page.locator("input[name=points]").count():
        chosen = points(*page.locator("dl.pair dd").all_inner_texts())
        page.keyboard.press(chosen or "3")
        assert page.locator("input[name=points]:checked").get_attribute("value") == (chosen or "3")
        if not chosen:
            page.get_by_label("do not make sense").check()
        if name and not seen:
            kept(page, f"item-{name}")
        follows(page, "button", "Send")
        seen += 1
    return seen


def test_a_judging_study_in_a_real_browser(tmp_path: Path, pages: Pages) -> None:
    source = tmp_path / "pairs.jsonl"
    source.write_text("".join(json.dumps(row) + "\n" for row in judged_rows()))
    told = new_study(tmp_path / "study", source, "english", "judge", None, 5)
    changed(tmp_path / "study", {"seconds = 3\n": "seconds = 0\n"})
    study = open_study(tmp_path / "study")

    def points(person: int, premise: str, hypothesis: str) -> str:
        """What is known is true, what is hoped is not; to the third person one pair makes no sense."""
        if person == 2 and (premise, hypothesis) == ("Someone hope that Ann 3 swam.", "Ann 3 moved."):
            return ""
        return "5" if "know" in premise and "Ann 0" in premise else "1"

    with served(collect_app(study)) as base:
        for k in range(3):
            page = pages.new(phone=k == 1)
            joins(page, base, f"rater{k}")
            assert rates(page, base, partial(points, k), "" if k else "judge") == 6
            kept(page, "judge-done")
        owner = pages.new()
        owner.goto(f"{base}/owner")
        owner.get_by_label("Password").fill(told.password)
        follows(owner, "button", "Enter")
        kept(owner, "owner-judge")
        assert "Pearson" in owner.content()
    export(study, tmp_path / "out")
    found = human_tables(read_judgements(tmp_path / "out" / "judgements.tsv"))
    assert {cell: (s.pairs, s.majority) for cell, s in found.cells.items()} == {
        (True, True): (1, 1.0),
        (True, False): (1, 1.0),
        (False, True): (1, 1.0),
        (False, False): (1, 1.0),
    }
    answers = (tmp_path / "out" / "answers.jsonl").read_text(encoding="utf-8").splitlines()
    ticked = [json.loads(line)["item"] for line in answers if json.loads(line)["value"]["senseless"]]
    assert (len(answers), len(ticked)) == (18, 1)


def test_pages_look_right_at_both_widths(tmp_path: Path, pages: Pages, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PROVENLI_CACHE", str(tmp_path / "cache"))
    told, place = made(tmp_path)
    study = open_study(place)
    page, owner = pages.new(), pages.new()
    with served(collect_app(study)) as base:
        page.goto(base)
        kept(page, "welcome")
        joins(page, base, "somebody")
        kept(page, "tasks")
        for task in ("rewrite", "validate"):
            page.goto(f"{base}/tasks/{task}")
            kept(page, f"instructions-{task}")
            page.goto(f"{base}/tasks/{task}?begin=yes")
            if task == "rewrite":
                for k, text in enumerate(("dog that barked", "poodle", "dog that barked"), 1):
                    page.fill(f"#rewrite{k}", text)
                page.get_by_role("button", name="Send").click()
                page.get_by_text("Two of the rewrites are the same").first.wait_for()
                assert "No poodle who" in page.locator("#preview2").inner_text()
            kept(page, f"item-{task}")
        page.goto(f"{base}/done")
        kept(page, "done")
        owner.goto(f"{base}/owner")
        kept(owner, "login")
        owner.get_by_label("Password").fill(told.password)
        follows(owner, "button", "Enter")
        for name in ("", "/people", "/review"):
            owner.goto(f"{base}/owner{name}")
            kept(owner, f"owner{name.replace('/', '-')}")
    rows = tmp_path / "rows.jsonl"
    line = '{"id": "r%d", "premise": "%s", "hypothesis": "%s", "label": "%s", "features": {"depth": %d}}\n'
    pairs = [("No dog ran.", "No animal ran.", "neutral"), ("No dog ran.", "No poodle ran.", "entailment")]
    rows.write_text("".join(line % (k, *pairs[k % 2], k % 3) for k in range(60)))
    with served(browse_app(open_sources([rows], lambda *_: None))) as base:
        for path, name in (
            ("/", "files"),
            ("/1-rows-jsonl?f.label=neutral", "rows"),
            ("/1-rows-jsonl/0", "pair-models"),
            ("/1-rows-jsonl/1", "pair-proof"),
            ("/own?premise=Every+dog+who+saw+a+cat+ran.&hypothesis=Every+dog+ran.", "own"),
        ):
            page.goto(base + path)
            kept(page, name)
            assert page.locator(".situation svg").count() == {"pair-models": 2, "pair-proof": 1, "own": 2}.get(name, 0)
