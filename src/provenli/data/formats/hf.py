"""hf/: a directory that `datasets.load_dataset` reads, and that can be pushed to the Hugging Face hub as it is.

Labels are ids there, with their names in the metadata of each file: read them by name.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa

from provenli.data.formats.arrow import TYPES, ParquetSink, columns, label_ids, render, stored_rows
from provenli.data.formats.layout import FIXED, Format, Kind, Layout, StoredRow, Written, write_hashed
from provenli.version import VERSION

CARD = """\
---
{front}
---

# {fragment}

Made by ProveNLI: every label is proved, or shown by models. `label` is one of {labels}. The data set that this
directory was written from holds the evidence for every label, and `provenli verify` checks it.

| split | rows |
| --- | --- |
{rows}
{example}
## Licence and citation

{terms}
"""
TERMS = """\
Apache-2.0, as ProveNLI itself. Please cite ProveNLI, with the version that made the data ({version}), and the paper
that the fragment is from."""
OWN_TERMS = """\
The licence is yours to choose: the fragment is your own. Please cite ProveNLI, with the version that made the data
({version})."""


def split_name(part: str) -> str:
    """`datasets` takes only letters, digits and _ in a split's name."""
    return re.sub(r"\W", "_", part)


def file(layout: Layout) -> str:
    digest = f"-{layout.digest}" if layout.digest else ""
    return f"hf/data/{split_name(layout.part)}{digest}-00000-of-00001.parquet"


def sink(path: Path | None, layout: Layout) -> ParquetSink:
    return ParquetSink(path, described(layout), lambda labels: label_ids(labels, layout).cast(pa.int64()))


def described(layout: Layout) -> pa.Schema:
    schema = columns(layout)
    schema = schema.set(schema.get_field_index("label"), pa.field("label", pa.int64()))
    return schema.with_metadata({"huggingface": json.dumps({"info": {"features": features(layout)}})})


def read(path: Path, layout: Layout) -> Iterator[StoredRow]:
    return stored_rows(path, described(layout), layout)


def features(layout: Layout) -> dict[str, Any]:
    """The columns in the words of `datasets`."""
    described: dict[str, Any] = {name: _value("string") for name in FIXED}
    described["label"] = {"names": list(layout.labels), "_type": "ClassLabel"}
    return described | {name: _feature(kind) for name, kind in layout.features}


def _feature(kind: Kind) -> dict[str, Any]:
    of = TYPES[kind]
    if pa.types.is_list(of):
        # The older name of a list, which old and new releases of `datasets` both read.
        return {"feature": _value(str(of.value_type)), "_type": "Sequence"}
    return _value({"double": "float64"}.get(str(of), str(of)))


def _value(of: str) -> dict[str, Any]:
    return {"dtype": of, "_type": "Value"}


def _example(path: Path, layout: Layout) -> str:
    """The first row, as JSON indented by four: nothing in it can end the block that it stands in."""
    row = next(read(path, layout), None) if path.is_file() else None
    if row is None:
        return ""
    value = {"premise": row.premise, "hypothesis": row.hypothesis, "label": row.label, **row.features}
    lines = json.dumps(value, indent=2, ensure_ascii=False).splitlines()
    return "\n".join(["\n## An example\n", *(f"    {line}" for line in lines), ""])


def around(work: Path, parts: Sequence[tuple[Layout, int]]) -> Mapping[str, Written]:
    """The card, whose heading says which file is which split."""
    first = parts[0][0]
    files = [{"split": split_name(layout.part), "path": file(layout).removeprefix("hf/")} for layout, _ in parts]
    front = {
        "task_categories": ["text-classification"],
        "task_ids": ["natural-language-inference"],
        "language": ["en"],
        **({} if first.own else {"license": "apache-2.0"}),
        "pretty_name": f"{first.fragment}, with proved labels",
        "configs": [{"config_name": "default", "data_files": files}],
    }
    text = CARD.format(
        front="\n".join(f"{key}: {json.dumps(value)}" for key, value in front.items()),  # JSON is YAML
        fragment=first.fragment,
        labels=", ".join(f"{number} {name}" for number, name in enumerate(first.labels)),
        rows="\n".join(f"| {split_name(layout.part)} | {rows:,} |" for layout, rows in parts),
        example=_example(work / file(first), first),
        terms=(OWN_TERMS if first.own else TERMS).format(version=VERSION),
    )
    return {"hf/README.md": write_hashed(work / "hf" / "README.md", text.encode())}


FORMAT = Format("hf", file, render, sink, read, around)
