"""The GLUE diagnostic set (Wang et al. 2018) with its labels: lines with tabs."""

from __future__ import annotations

from provenli.published.containers.tab_lines import TabLines
from provenli.published.layouts.protocol import Layout

TAGS = ("Lexical Semantics", "Predicate-Argument Structure", "Logic", "Knowledge", "Domain")
ROLES = {"premise": ("Premise",), "hypothesis": ("Hypothesis",), "label": ("Label",), "id": ("index", "ID")}

LAYOUTS = (
    Layout(
        "glue-diagnostic", "GLUE diagnostic, lines with tabs", TabLines(), frozenset(TAGS), ROLES, TAGS, three_way=True
    ),
)
