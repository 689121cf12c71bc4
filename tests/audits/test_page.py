"""The page: self-contained, complete, and safe whatever the file says."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from provenli.reports.audit_page import MOST_ROWS
from tests.audits.files import BAT, PAIRS, command, lines_of, write_pairs

VOID = ("meta", "input", "br", "hr", "link", "img")


class Page(HTMLParser):
    """Elements must be closed in order; texts and attributes are collected."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.scripts: list[str] = []
        self.text = ""
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes += attrs
        if tag not in VOID:
            self.open.append(tag)
        if tag == "script":
            self.scripts.append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open[-1:] == ["script"]:
            self.scripts[-1] += data
        elif self.open[-1:] != ["style"]:
            self.text += data

    @property
    def data(self) -> Any:
        return json.loads(self.scripts[0])


@pytest.fixture(scope="module")
def source(audited: Path) -> str:
    return (audited / "out" / "audit.html").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def page(source: str) -> Page:
    return Page(source)


def test_nothing_is_fetched(page: Page, source: str) -> None:
    assert not [value for name, value in page.attributes if name in ("src", "href")]
    assert "url(" not in source
    assert "@import" not in source
    assert "http" not in source.replace("http://www.w3.org/2000/svg", "")
    assert "{{" not in source


def test_the_summary_is_there_without_the_script(page: Page) -> None:
    assert "Audit of pairs.jsonl" in page.text
    assert "disputed" in page.text
    assert "The commonest disputes" in page.text
    assert "contradiction → neutral" in page.text
    assert ("prefers-color-scheme: dark" in page.text) is False


def test_every_row_is_there_and_what_it_refers_to(page: Page, audited: Path) -> None:
    rows, data = lines_of(audited / "out" / "rows.jsonl"), page.data
    assert [(r["n"], r["v"]) for r in data["rows"]] == [(r["line"], r["verdict"]) for r in rows]
    assert data["left_out"] == 0
    for row, told in zip(rows, data["rows"], strict=True):
        if row["verdict"] in ("disputed", "inconsistent"):
            assert told["s"] in data["schemas"]
            assert told["k"] in data["disputes"]
        else:
            assert "s" not in told


def test_a_dispute_shows_arrows_formulas_models_and_reasons(page: Page) -> None:
    data = page.data
    row = next(r for r in data["rows"] if r["p"] == BAT[0])
    assert row["a"][0].startswith("some↑ quadruped↑ inspected↑ each↑ black↓ bat↓")
    schema, dispute = data["schemas"][row["s"]], data["disputes"][row["k"]]
    assert schema["premises"] == ["some x (P1(x), every y (P2(y) ∧ P3(y), P4(x, y)))"]
    assert row["w"] == {"P1": "quadruped", "P2": "black", "P3": "bat", "P4": "inspect"}
    assert set(schema["models"]) == {"both", "only"}
    assert row["y"].startswith("Both sentences can be true: take ")
    assert "makes the premise true" in row["y"]
    assert dispute["change"] == "contradiction->neutral"
    proved = data["schemas"][next(r for r in data["rows"] if r["p"] == "The dog ran.")["s"]]
    assert proved["proof"][-1].startswith("The kernel has re-checked this proof.")


def test_texts_of_the_file_cannot_end_the_script(tmp_path: Path) -> None:
    evil = "</script><script>alert(1)</script><!-- {{data}}"
    file = write_pairs(tmp_path / "<b>.jsonl", ((evil, "Some dog ran.", "neutral"), PAIRS[3]))
    assert command(file, "--fragment", "monotonicity_hard", "--out", tmp_path / "out") == 0
    page = Page((tmp_path / "out" / "audit.html").read_text(encoding="utf-8"))
    assert len(page.scripts) == 2
    assert page.data["rows"][0]["p"] == evil
    assert "Audit of <b>.jsonl" in page.text


def test_tiles_add_up_and_rows_without_ids_have_none(tmp_path: Path) -> None:
    bare = (BAT[0], BAT[1].rstrip("."), BAT[2])
    lines = ["premise\thypothesis\tlabel", *("\t".join(map(str, pair)) for pair in (bare, *PAIRS[3:7])), "broken"]
    (tmp_path / "t.tsv").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    words = (tmp_path / "t.tsv", "--fragment", "monotonicity_hard", "--workers", "1")
    assert command(*words, "--out", tmp_path / "out", "--corrected", tmp_path / "c.tsv") == 0
    source = (tmp_path / "out" / "audit.html").read_text(encoding="utf-8")
    tiles = re.findall(r'<div class="tile [\w-]+"><b>(\d+)</b> (\w+)', source)
    assert ("1", "unreadable") in tiles
    assert sum(int(n) for n, _ in tiles) == 6
    assert f"<q>{bare[1]}</q>. Both sentences" in source
    assert (tmp_path / "c.tsv.log").read_text(encoding="utf-8").startswith("line 2: contradiction -> neutral. ")


def test_large_files_leave_out_rows_without_disputes(
    audited: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert MOST_ROWS >= 5000
    monkeypatch.setattr("provenli.reports.audit_page.MOST_ROWS", 10)
    out = tmp_path / "out"
    assert command(audited / "pairs.jsonl", "--fragment", "monotonicity_hard", "--out", out, "--workers", "1") == 0
    data = Page((out / "audit.html").read_text(encoding="utf-8")).data
    rows = lines_of(out / "rows.jsonl")
    assert (len(data["rows"]), data["left_out"]) == (10, len(rows) - 10)
    full = {"disputed", "inconsistent", "undecided"}
    assert sum(r["v"] in full for r in data["rows"]) == min(10, sum(r["verdict"] in full for r in rows))


@pytest.mark.slow
def test_a_browser_draws_the_countermodel_and_filters(audited: Path, tmp_path: Path) -> None:
    """The script is driven from a copy of the page: it chooses a verdict, searches, opens the evidence."""
    browser = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    assert browser, "this test needs chromium: apt-get install chromium"
    driver = """<script>
      const say = (name, value) => document.body.setAttribute("data-" + name, value);
      say("disputed", document.querySelectorAll(".row").length);
      controls.verdict.value = ""; filter(); say("all", document.querySelectorAll(".row").length);
      controls.search.value = "QUADRUPED bat"; filter(); say("found", document.querySelectorAll(".row").length);
      const details = document.querySelector(".row > details");
      details.open = true; details.dispatchEvent(new Event("toggle"));
      say("dots", details.querySelectorAll("figure:first-of-type svg circle").length > 1);
      say("words", details.textContent.includes("quadruped(x)") && !/\\bP1\\b/.test(details.textContent));
      const all = [0, 1, 2, 3, 4].flatMap((a) => [0, 1, 2, 3, 4].map((b) => [a, b]));
      const drawn = draw([..."abcde"], Array(5).fill(["dog"]), [["see", all], ["chase", [[0, 1]]]], 640);
      document.body.append(drawn);
      const rooms = (kind) => [...drawn.querySelectorAll(kind)].map((e) => e.getBBox())
        .map((b) => ({ x: b.x, y: b.y + 2, w: b.width, h: b.height - 4 }));
      say("arrows", drawn.querySelectorAll(".edge").length);
      say("merged", [...drawn.querySelectorAll(".tag")].filter((e) => e.textContent === "see, chase").length);
      say("covered", rooms(".tag").filter((a) => rooms(".name").some((b) => shared(a, b))).length);
      </script></body>"""
    source = (audited / "out" / "audit.html").read_text(encoding="utf-8")
    driven = tmp_path / "driven.html"
    driven.write_text(source.replace("</body>", driver), encoding="utf-8")
    options = (
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        f"--user-data-dir={tmp_path / 'profile'}",
    )
    words = [browser, *options, "--dump-dom", driven.as_uri()]
    shown = subprocess.run(words, capture_output=True, text=True, timeout=120)
    body = dict(Page(shown.stdout).attributes)
    rows = lines_of(audited / "out" / "rows.jsonl")
    assert body["data-all"] == str(len(rows))
    assert body["data-disputed"] == str(sum(r["verdict"] == "disputed" for r in rows))
    assert body["data-found"] == "1"
    assert (body["data-dots"], body["data-words"]) == ("true", "true")
    # Five loops and ten arrows with two heads, but for the two whose directions differ; no label covers a name.
    assert (body["data-arrows"], body["data-merged"], body["data-covered"]) == ("16", "1", "0")
