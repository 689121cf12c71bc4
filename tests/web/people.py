"""Owners and workers who click through the pages in process, as a browser would: forms are read from what was sent."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path

from starlette.testclient import TestClient

from provenli.web.collect.owner_pages import collect_app
from provenli.web.collect.study import CollectStudy, NewStudy, new_study, open_study

SENTENCES = """\
No dog who saw a cat ran.
Some dog who saw some old cat moved.
"""
HIDDEN = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)">')
SAID = re.compile(r"<dd>(.*?)</dd>")
QUICK = {"seconds = 20": "seconds = 0", "seconds = 3\n": "seconds = 0\n"}
"""Nobody waits in a test."""


def made(place: Path, sentences: str = SENTENCES, changes: dict[str, str] = QUICK) -> tuple[NewStudy, Path]:
    source = place / "sentences.txt"
    source.write_text(sentences, encoding="utf-8")
    study = place / "study"
    told = new_study(study, source, "monotonicity_hard", "rewrite", None, 5)
    changed(study, changes)
    return told, study


def changed(study: Path, changes: dict[str, str]) -> None:
    text = (study / "study.toml").read_text(encoding="utf-8")
    for old, new in changes.items():
        assert old in text, old
        text = text.replace(old, new)
    (study / "study.toml").write_text(text, encoding="utf-8")


def client(study: CollectStudy) -> TestClient:
    return TestClient(collect_app(study, ("testserver",)), follow_redirects=True)


def opened(place: Path, changes: dict[str, str] = QUICK) -> CollectStudy:
    return open_study(made(place, changes=changes)[1])


def fields(html: str) -> dict[str, str]:
    return {name: unescape(value) for name, value in HIDDEN.findall(html)}


Judge = Callable[[str, str], str]
"""What somebody answers to a pair."""


@dataclass
class Person:
    browser: TestClient
    html: str = ""
    status: int = 0
    seen: list[tuple[str, str]] = field(default_factory=list)

    def get(self, path: str) -> str:
        return self._keep(self.browser.get(path))

    def post(self, path: str, **more: str) -> str:
        return self._keep(self.browser.post(path, data={**fields(self.html), **more}))

    def _keep(self, answer: object) -> str:
        self.html, self.status = answer.text, answer.status_code  # type: ignore[attr-defined]
        return self.html

    def joins(self, query: str = "") -> Person:
        self.get(f"/{query}")
        self.post("/join", agree="yes")
        assert "What would you like to do?" in self.html
        return self

    def rewrites(self, *texts: str, most: int = 99) -> int:
        """Every premise that is offered, with these rewrites after its span; how many there were."""
        for number in range(most):
            self.get("/tasks/rewrite?begin=yes")
            if "more specific" not in self.html:
                return number
            span = unescape(re.search(r"<u>(.*?)</u>", self.html)[1])  # type: ignore[index]
            self.post("/answer", **{f"rewrite{k}": f"{span} {t}" for k, t in enumerate(texts, 1)})
        return most

    def rates(self, points: Judge, most: int = 99) -> int:
        """Every pair that is offered, on five points."""
        for number in range(most):
            pair = self.pair("judge")
            if pair is None:
                return number
            self.post("/answer", points=points(*pair))
        return most

    def pair(self, task: str = "validate") -> tuple[str, str] | None:
        self.get(f"/tasks/{task}?begin=yes")
        said = SAID.findall(self.html)
        return (unescape(said[0]), unescape(said[1])) if len(said) == 2 else None

    def judges(self, answer: Judge, most: int = 999) -> int:
        for number in range(most):
            pair = self.pair()
            if pair is None:
                return number
            self.seen.append(pair)
            self.post("/answer", label=answer(*pair))
        return most


def owner(study: CollectStudy, password: str) -> Person:
    found = Person(client(study))
    found.get("/owner")
    found.post("/owner/login", password=password)
    assert "Progress" in found.html
    return found
