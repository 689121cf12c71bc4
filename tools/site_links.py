"""Hooks of the documentation site.

Links to files of the project beside docs/ become their names: on a code host such links lead to the file, but the site
holds only the pages, and a strict build refuses links that lead nowhere. And no line breaks within `--flag`: browsers
would break after the hyphens.
"""

from __future__ import annotations

import re
from typing import Any

BESIDE = re.compile(r"\[([^\]]*)\]\((?:\.\./)+((?:examples|src|tools|benchmarks|tests)/[^)]*)\)")

INLINE = re.compile(r"(?<!<pre>)<code>([^<]*--[^<]*)</code>")
FLAG = re.compile(r"--[a-z][\w-]*")


def on_page_markdown(markdown: str, **_: Any) -> str:
    return BESIDE.sub(lambda found: f"{found[1]} (`{found[2]}`)" if found[1] != found[2] else f"`{found[2]}`", markdown)


def on_page_content(html: str, **_: Any) -> str:
    return INLINE.sub(lambda found: FLAG.sub(r'<span class="flag">\g<0></span>', found[0]), html)
