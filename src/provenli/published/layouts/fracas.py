"""FraCaS (Cooper et al. 1996) in the XML of MacCartney: one or several premises, answers yes, no, unknown and undef."""

from __future__ import annotations

from provenli.published.containers.problems_xml import ANSWER, ProblemsXml
from provenli.published.layouts.protocol import Layout

ROLES = {"premise": ("premise",), "hypothesis": ("hypothesis",), "label": (ANSWER,), "id": ("id",)}

LAYOUTS = (
    Layout(
        "fracas",
        "FraCaS, XML",
        ProblemsXml(),
        roles=ROLES,
        tags=("section", "question", "nonstandard", "note"),
        three_way=True,
    ),
)
