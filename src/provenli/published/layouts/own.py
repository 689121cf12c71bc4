"""Our own data sets: the JSON lines that `provenli generate` writes."""

from __future__ import annotations

from provenli.published.containers.json_lines import JsonLines
from provenli.published.layouts.protocol import Layout

NEEDS = frozenset({"premise", "hypothesis", "label", "schema", "features"})

LAYOUTS = (Layout("provenli", "our own data sets", JsonLines(), NEEDS, tags=("schema",), three_way=True),)
