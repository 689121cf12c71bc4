"""Wraps the prose of Markdown pages at 100 columns; tables, code, headings and quotations stay as they are.

python tools/wrap_docs.py docs README.md            # rewrites the pages
python tools/wrap_docs.py --check docs README.md    # only says which would change

A paragraph or an item of a list is wrapped as a whole where one of its lines is too long; other prose is left alone.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from textwrap import fill

WIDTH = 100
ITEM = re.compile(r"( *)([-*+]|\d+\.) +")
KEPT = re.compile(r"\s*(\||#|>|<|!!!|:::|```|\[[^\]]+\]:)| {4,}(?![-*+\d])")
"""What begins a line that is no prose: a table, a heading, a quotation, HTML, indented code."""
FENCE = re.compile(r"\s*(```|~~~)")
UNBROKEN = re.compile(r"`[^`]*`|\]\([^)]*\)")
"""Code, and where a link leads: a line break within would change or break it."""
MARK = re.compile(r" (?=\||#|>|[-*+] |\d+\. )")
"""What would begin a table, a heading or an item if it came first on a line."""
GLUE = "\u2060"


def wrapped_page(text: str) -> str:
    lines = text.split("\n")
    numbers = list(_kinds(lines))
    out: list[str] = []
    for (prose, _), group in groupby(zip(numbers, lines, strict=True), key=lambda pair: pair[0]):
        found = [line for _, line in group]
        out += _wrapped(found) if prose else found
    return "\n".join(out)


def _kinds(lines: Sequence[str]) -> Iterator[tuple[bool, int]]:
    """For each line whether it is prose, and the number of the block that it belongs to."""
    inside, block, before = False, 0, False
    for line in lines:
        fence = FENCE.match(line) is not None
        inside = inside != fence
        listed = ITEM.match(line) is not None
        prose = bool(line.strip()) and not inside and not fence and (listed or not (KEPT.match(line) and not before))
        prose = prose and not line.lstrip().startswith(("|", "#", ">"))
        if listed or prose != before:
            block += 1
        before = prose
        yield prose, block


def _wrapped(lines: list[str]) -> list[str]:
    if all(len(line) <= WIDTH for line in lines) or any(line.endswith("  ") for line in lines):
        return lines
    item = ITEM.match(lines[0])
    start = item[0] if item else re.match(" *", lines[0])[0]  # type: ignore[index]
    words = " ".join([lines[0][len(start) :], *(line.strip() for line in lines[1:])])
    glued = UNBROKEN.sub(lambda found: found[0].replace(" ", GLUE), words)
    text = fill(
        MARK.sub(GLUE, glued),
        WIDTH,
        initial_indent=start,
        subsequent_indent=" " * len(start),
        break_long_words=False,
        break_on_hyphens=False,
    )
    return text.replace(GLUE, " ").split("\n")


def pages(places: Sequence[str]) -> Iterator[Path]:
    for place in map(Path, places):
        yield from sorted(place.rglob("*.md")) if place.is_dir() else [place]


def main(words: Sequence[str]) -> int:
    check, places = words[:1] == ["--check"], [w for w in words if w != "--check"]
    changed = 0
    for page in pages(places):
        before = page.read_text(encoding="utf-8")
        after = wrapped_page(before)
        if after != before:
            changed += 1
            print(page)
            if not check:
                page.write_text(after, encoding="utf-8")
    return 1 if check and changed else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
