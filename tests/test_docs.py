"""What README and docs show is what the commands print: every `$ provenli …` and `$ head …` of a console block is run.

The commands of a page are run in order, in a directory of their own that shows the project's examples: what one writes
the next can read. A line `…` in the expected output stands for any lines, or none; a `…` at the end of a line for the
rest of that line. Other commands of a block are not run.

Commands of an `sh` block, which show no output, must be ones that the command line can read; NOT_RUN says why some are
not run.
"""

from __future__ import annotations

import re
import shlex
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from provenli.cli.app import app
from provenli.cli.main import main

ROOT = Path(__file__).parents[1]
PAGES = [p for p in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))) if p.is_file()]
BLOCK = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)
SCRIPT = re.compile(r"^```sh\n(.*?)^```", re.MULTILINE | re.DOTALL)
NOT_RUN = {
    "quickstart": "takes minutes; .ci/run runs it",
    "ask": "needs a language model; tests/outside has a server",
    "score": "scores what a command above it made, which was not run",
    "browse": "serves until it is stopped; tests/web do it",
    "collect serve": "serves until it is stopped; tests/web do it",
    "collect export": "needs people's answers; tests/web have some",
    "anomalies": "reads what was not exported",
    "judgements": "reads what was not exported",
}


@dataclass(frozen=True)
class Shown:
    page: str
    line: int
    words: tuple[str, ...]
    output: str


def commands(page: Path) -> list[Shown]:
    text = page.read_text(encoding="utf-8")
    found: list[Shown] = []
    for block in BLOCK.finditer(text):
        first = text.count("\n", 0, block.start(1)) + 1
        found += _commands_of(block[1], str(page.relative_to(ROOT)), first)
    return found


def _commands_of(block: str, page: str, first: int) -> list[Shown]:
    lines = block.splitlines()
    starts = [k for k, line in enumerate(lines) if line.startswith("$ ")]
    found: list[Shown] = []
    for begin, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        k = begin
        command = lines[k].removeprefix("$ ")
        while command.endswith("\\") and k + 1 < end:
            k += 1
            command = command.removesuffix("\\") + lines[k]
        words = shlex.split(command, comments=True)
        if words[:1] in (["provenli"], ["head"]):
            output = "".join(f"{line}\n" for line in lines[k + 1 : end])
            found.append(Shown(page, first + begin, tuple(words), output))
    return found


def script_commands(page: Path) -> list[tuple[str, ...]]:
    """What `sh` blocks call; `&&` divides, and a program may be called by its path."""
    lines = [line for block in SCRIPT.findall(page.read_text(encoding="utf-8")) for line in block.splitlines()]
    called = [shlex.split(part, comments=True) for line in lines for part in line.split("&&")]
    return [tuple(words[1:]) for words in called if words and Path(words[0]).name == "provenli"]


def reason(words: tuple[str, ...]) -> str | None:
    return NOT_RUN.get(" ".join(words[:2])) or NOT_RUN.get(words[0])


def pattern(output: str) -> str:
    return "".join(_line_pattern(line.rstrip()) for line in output.strip("\n").splitlines())


def _line_pattern(line: str) -> str:
    if line.strip() == "…":
        return r"(?:[^\n]*\n)*"
    if line.endswith("…"):
        return re.escape(line.removesuffix("…")) + r"[^\n]*\n"
    return re.escape(line) + r"\n"


def said(output: str) -> str:
    text = "\n".join(line.rstrip() for line in output.splitlines()).strip("\n")
    return f"{text}\n" if text else ""


SHOWN = {str(page.relative_to(ROOT)): shown for page in PAGES if (shown := commands(page))}


@pytest.mark.parametrize("page", SHOWN)
def test_what_the_pages_show_is_what_is_printed(
    page: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    for shown in SHOWN[page]:
        real = said(printed_by(shown.words, capsys))
        assert re.fullmatch(pattern(shown.output), real), f"{page}, line {shown.line} should show:\n{real}"


def printed_by(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> str:
    if words[0] == "head":
        return subprocess.run(words, capture_output=True, text=True, check=True).stdout
    with pytest.raises(SystemExit):
        main(list(words[1:]))
    printed = capsys.readouterr()
    return printed.out + printed.err


SCRIPTS = {str(page.relative_to(ROOT)): called for page in PAGES if (called := script_commands(page))}


@pytest.mark.parametrize("page", SCRIPTS)
def test_scripts_call_what_there_is(
    page: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those that are not run are read, word by word."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    for words in SCRIPTS[page]:
        if reason(words) is None:
            with pytest.raises(SystemExit) as left:
                main(list(words))
            assert left.value.code == 0, f"{page}: provenli {shlex.join(words)}: {capsys.readouterr().err}"
        elif not words[0].startswith("-"):
            command: Any = app
            rest = list(words)
            while hasattr(command, "commands"):
                command = command.commands[rest.pop(0)]
            command.make_context("provenli", rest)  # raises where a word is none that it knows


def test_no_reason_is_stale() -> None:
    called = [words for found in SCRIPTS.values() for words in found]
    assert set(NOT_RUN) == {name for name in NOT_RUN for words in called if " ".join(words).startswith(name)}


def test_elision() -> None:
    assert re.fullmatch(pattern("a\n…\nd\n"), said("a\nb\nc \nd\n\n"))
    assert re.fullmatch(pattern("…\n"), "")
    assert not re.fullmatch(pattern("a\n…\n"), "b\na\n")
    assert not re.fullmatch(pattern("a … c\n"), "a b c\n")
    assert re.fullmatch(pattern("a …\nd\n"), "a b c\nd\n")
    assert not re.fullmatch(pattern("a …\nd\n"), "a b\nc\nd\n")


def test_reading_a_block() -> None:
    block = '$ pip install x\ndone\n$ provenli parse boolean \\\n    "Ann swam."\nout\n$ provenli  # help\n'
    first, second = _commands_of(block, "page", 1)
    assert (first.words, first.output, first.line) == (("provenli", "parse", "boolean", "Ann swam."), "out\n", 3)
    assert (second.words, second.output) == (("provenli",), "")


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#\s]+)", page.read_text(encoding="utf-8")):
        if "://" not in target and not target.startswith("mailto:"):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"
