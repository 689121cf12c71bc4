"""Breaking NLI (Glockner et al. 2018): JSON lines with the category of the exchanged word."""

from __future__ import annotations

from provenli.published.containers.json_lines import JsonLines
from provenli.published.layouts.protocol import Layout

NEEDS = frozenset({"category", "sentence1", "sentence2", "gold_label"})

LAYOUTS = (
    Layout(
        "breaking-nli",
        "Breaking NLI, JSON lines",
        JsonLines(),
        NEEDS,
        tags=("category", "annotator_labels"),
        three_way=True,
    ),
)
