"""Progress: a bar on a terminal; elsewhere a line every few seconds, with the time left."""

from __future__ import annotations

import io

import pytest

from provenli import progress


def lines_of(moments: list[tuple[float, int, int]]) -> list[str]:
    said: list[str] = []
    times = iter([t for t, _, _ in moments])
    lines = progress.ProgressLines(said.append, lambda: next(times))
    for _, done, total in moments:
        lines("reading", done, total)
    return said


def test_what_is_soon_done_says_nothing() -> None:
    assert lines_of([(0, 0, 10), (2, 5, 10), (4.9, 10, 10)]) == []


def test_lines_say_what_is_left() -> None:
    found = lines_of([(0, 0, 100), (6, 10, 100), (7, 12, 100), (12, 20, 100), (300, 50, 100), (600, 100, 100)])
    assert found == [
        "reading: 10 of 100 (6 s, about 54 s left)",
        "reading: 20 of 100 (12 s, about 48 s left)",
        "reading: 50 of 100 (5 min, about 5 min left)",
    ]


def test_a_step_that_has_just_begun_says_nothing_of_the_time_left() -> None:
    said: list[str] = []
    times = iter([0.0, 6.0, 7.5])
    lines = progress.ProgressLines(said.append, lambda: next(times))
    for what, done in (("reading", 1), ("writing", 1), ("writing", 2)):
        lines(what, done, 10)
    assert said == ["writing: 2 of 10 (2 s, about 6 s left)"]


def test_an_unknown_total() -> None:
    assert lines_of([(0, 1, 0), (9, 2_000, 0)]) == ["reading: 2,000 (9 s)"]


def test_lines_can_be_turned_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(progress.WANTED, "no")
    with progress.shown_progress() as found:
        assert found is progress.silent
    monkeypatch.setenv(progress.WANTED, "")
    with progress.shown_progress() as found:
        assert isinstance(found, progress.ProgressLines)


def test_watched_items_are_all_there(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(progress, "EVERY", 0.0)
    monkeypatch.delenv(progress.WANTED)
    assert list(progress.watched("abc", "spelling", 3)) == ["a", "b", "c"]
    assert capsys.readouterr().err.splitlines()[0].startswith("spelling: 1 of 3")


def test_a_bar_is_one_line_that_goes_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    screen, now = io.StringIO(), iter([0.0, 0.0, 0.01, 10.0, 10.0])
    bar = progress.TerminalBar(screen, lambda: next(now))
    for done in (0, 1, 50):  # the second comes too soon to be seen
        bar("re\x1b[31mading", done, 100)
    bar.clear()
    first, second, last = screen.getvalue().split("\r\x1b[K")[1:]
    assert second.startswith("━" * 12 + "─" * 12 + " re\\u001b[31mading: 50 of 100")
    assert (len(second), last) == (59, "")
    assert "0 of 100" in first
