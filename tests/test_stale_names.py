"""Every Python file that a docstring, a comment or a page names is there."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
NAMED = re.compile(r"[\w/]*\b[a-z]\w*\.py\b")
INVENTED = {"my_fragment.py", "my_model.py", "my_protocol.py", "my_study.py", "my_metric.py", "mmverify.py"}
"""Names of users' own files."""


def named_files() -> list[tuple[str, str]]:
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md"), *(ROOT / "src").rglob("*.py")]
    return [
        (str(p.relative_to(ROOT)), name)
        for p in pages
        for name in NAMED.findall(p.read_text(encoding="utf-8"))
        if Path(name).name not in INVENTED
    ]


def test_files_that_are_named_exist() -> None:
    there = {
        str(p.relative_to(ROOT))
        for room in ("src", "tests", "benchmarks", "examples", "tools")
        for p in (ROOT / room).rglob("*.py")
    }
    lost = [
        (page, name) for page, name in named_files() if not any(f"/{t}".endswith(f"/{name.lstrip('/')}") for t in there)
    ]
    assert not lost
