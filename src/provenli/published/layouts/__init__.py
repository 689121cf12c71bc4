"""The layouts, in the order in which they are tried. A new one is one file and its name here."""

from __future__ import annotations

from provenli.errors import UnknownName
from provenli.published.layouts import (
    bare,
    breaking_nli,
    fracas,
    glue_diagnostic,
    help,
    multinli,
    own,
    plain,
    sick,
    snli,
)
from provenli.published.layouts.protocol import Layout

DETECTED: tuple[Layout, ...] = (
    *snli.LAYOUTS,
    *multinli.LAYOUTS,
    *help.LAYOUTS,
    *sick.LAYOUTS,
    *fracas.LAYOUTS,
    *glue_diagnostic.LAYOUTS,
    *breaking_nli.LAYOUTS,
    *own.LAYOUTS,
    *plain.LAYOUTS,
    *bare.LAYOUTS,
)
LAYOUTS: dict[str, Layout] = {layout.name: layout for layout in (*DETECTED, plain.QUOTED_TABS)}


def layout_named(name: str) -> Layout:
    if name not in LAYOUTS:
        raise UnknownName("layout", name, LAYOUTS)
    return LAYOUTS[name]
