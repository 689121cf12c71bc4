"""MultiNLI (Williams et al. 2018), as lines with tabs and as JSON lines; and MED (Yanaka et al. 2019), which has the
columns of MultiNLI, `genre` holding tags joined by colons. MED's `neutral` means non-entailment (Yanaka et al.
2019)."""

from __future__ import annotations

from provenli.published.containers.json_lines import JsonLines
from provenli.published.containers.protocol import Head
from provenli.published.containers.tab_lines import TabLines
from provenli.published.layouts.protocol import Layout
from provenli.published.layouts.snli import ANNOTATORS

NEEDS = frozenset({"promptID", "pairID", "genre", "gold_label"})
TAGS = ("genre", "promptID")


def _tagged(head: Head) -> bool:
    """No genre of MultiNLI has a colon or is named after a direction."""
    genre = head.columns["genre"]
    return any(":" in str(r.values[genre]) or "monotone" in str(r.values[genre]) for r in head.sample)


LAYOUTS = (
    Layout("med", "MED, lines with tabs", TabLines(), NEEDS, tags=(*TAGS, *ANNOTATORS), like=_tagged),
    Layout("multinli", "MultiNLI, lines with tabs", TabLines(), NEEDS, tags=(*TAGS, *ANNOTATORS)),
    Layout("multinli-jsonl", "MultiNLI, JSON lines", JsonLines(), NEEDS, tags=(*TAGS, "annotator_labels")),
)
