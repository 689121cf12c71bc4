"""HELP (Yanaka et al. 2019b): lines with tabs; `neutral` means non-entailment."""

from __future__ import annotations

from provenli.published.containers.tab_lines import TabLines
from provenli.published.layouts.protocol import Layout

TAGS = ("determiner", "monotonicity", "replace_target", "replace_source", "replace_mode", "filename")

LAYOUTS = (Layout("help", "HELP, lines with tabs", TabLines(), frozenset({"ori_sentence", "new_sentence"}), tags=TAGS),)
