"""A hook of the documentation site: links to files of the project beside docs/ become their names.

On a code host such links lead to the file; the site holds the pages only, and a strict build refuses links that
lead nowhere.
"""

from __future__ import annotations

import re
from typing import Any

BESIDE = re.compile(r"\[([^\]]*)\]\((?:\.\./)+((?:examples|src|tools|benchmarks|tests)/[^)]*)\)")


def on_page_markdown(markdown: str, **_: Any) -> str:
    return BESIDE.sub(lambda found: f"{found[1]} (`{found[2]}`)" if found[1] != found[2] else f"`{found[2]}`", markdown)
