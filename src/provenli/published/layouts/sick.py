"""SICK (Marelli et al. 2014): lines with tabs, in the spelling of the task and in that of the full corpus."""

from __future__ import annotations

from provenli.published.containers.tab_lines import TabLines
from provenli.published.layouts.protocol import Layout

TAGS = ("relatedness_score", "entailment_AB", "entailment_BA", "SemEval_set")

LAYOUTS = (
    Layout(
        "sick", "SICK, lines with tabs", TabLines(), frozenset({"sentence_A", "sentence_B"}), tags=TAGS, three_way=True
    ),
)
