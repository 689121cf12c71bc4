"""What README and docs show is what the commands print: every `$ provenli …` and `$ head …` of a console block is run.

The commands of a page are run in order, in a directory of their own that shows the project's examples: what one writes
the next can read. A line `…` in the expected output stands for any lines, or none; a `…` at the end of a line for the
rest of that line. Other commands of a block are not run.
"""

from __future__ import annotations

import re
import shlex
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from provenli.cli.main import main

ROOT = Path(__file__).parents[1]
PAGES = [p for p in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))) if p.is_file()]
BLOCK = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)


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
