"""SNLI (Bowman et al. 2015): JSON lines, and the same as lines with tabs."""

from __future__ import annotations

from provenli.published.containers.json_lines import JsonLines
from provenli.published.containers.tab_lines import TabLines
from provenli.published.layouts.protocol import Layout

NEEDS = frozenset({"captionID", "pairID", "gold_label"})
ANNOTATORS = ("label1", "label2", "label3", "label4", "label5")

LAYOUTS = (
    Layout("snli", "SNLI, JSON lines", JsonLines(), NEEDS, tags=("captionID", "annotator_labels"), three_way=True),
    Layout("snli-tsv", "SNLI, lines with tabs", TabLines(), NEEDS, tags=("captionID", *ANNOTATORS), three_way=True),
)
