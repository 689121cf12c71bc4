"""Any file with columns premise, hypothesis and label, by these or other usual names."""

from __future__ import annotations

from provenli.published.containers.json_array import JsonArray
from provenli.published.containers.json_lines import JsonLines
from provenli.published.containers.parquet import Parquet
from provenli.published.containers.quoted_rows import QuotedRows
from provenli.published.containers.tab_lines import TabLines
from provenli.published.layouts.protocol import Layout

LAYOUTS = (
    Layout("jsonl", "JSON lines", JsonLines(), tags=None),
    Layout("json", "a JSON array of objects", JsonArray(), tags=None),
    Layout("tsv", "lines with tabs, no quoting", TabLines(), tags=None),
    Layout("csv", "commas, with quoting", QuotedRows(), tags=None),
    Layout("semicolons", "semicolons, with quoting", QuotedRows(";"), tags=None),
    Layout("parquet", "Parquet", Parquet(), tags=None),
)
# Never found by itself: in a file with tabs, quotation marks are taken for part of the sentences.
QUOTED_TABS = Layout("quoted-tsv", "lines with tabs, with quoting", QuotedRows("\t"), tags=None)
