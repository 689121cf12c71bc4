"""Containers: how a file holds rows. The first bytes of a file tell which containers it may be.

A container is one file here (protocol.py says what it does) and is named in `containers_of`.
"""

from __future__ import annotations

import re
from pathlib import Path

from provenli.errors import InputError
from provenli.published.containers.json_array import JsonArray
from provenli.published.containers.json_lines import JsonLines
from provenli.published.containers.lines import BOM, opened
from provenli.published.containers.parquet import Parquet
from provenli.published.containers.problems_xml import ProblemsXml
from provenli.published.containers.protocol import Container
from provenli.published.containers.quoted_rows import QuotedRows
from provenli.published.containers.tab_lines import TabLines

START = 1 << 16
PACKED = {b"\x1f\x8b": "gzip", b"PK\x03\x04": "zip", b"BZh": "bzip2", b"\xfd7zXZ": "xz", b"\x28\xb5\x2f\xfd": "zstd"}
WIDE = {b"\xff\xfe": "UTF-16", b"\xfe\xff": "UTF-16"}


def containers_of(path: Path) -> tuple[Container, ...]:
    """The containers to try, the likeliest first."""
    with opened(path) as file:
        start = file.read(START)
    if start.startswith(b"PAR1"):
        return (Parquet(),)
    _refuse_what_is_no_text(path, start)
    text = start.removeprefix(BOM).decode(errors="replace").lstrip()
    if not text:
        raise InputError(f"{path}: the file is empty; expected pairs of sentences with labels")
    if re.match(r"<!doctype html|<html", text, re.IGNORECASE):
        raise InputError(f"{path}: a web page, not the file it shows; download the file itself")
    if re.match(r"<\?xml|<[\w-]*problem", text):
        return (ProblemsXml(),)
    if re.match(r'\{\s*["}]', text) or (text.startswith("{") and path.suffix in (".json", ".jsonl")):
        return (JsonLines(),)
    if re.match(r"\[\s*[\[\]{]", text) or path.suffix == ".json":
        return (JsonArray(),)
    return _with_columns(path, text)


def _with_columns(path: Path, text: str) -> tuple[Container, ...]:
    if path.suffix == ".jsonl":
        return (JsonLines(),)
    first = text.split("\n", 1)[0]
    if "\r" in first.rstrip("\r"):
        raise InputError(f"{path}: lines end in \\r alone; convert it first: tr '\\r' '\\n' < FILE > NEW")
    if "\t" in first:
        plain = (TabLines(), TabLines(header=False))
        return (QuotedRows("\t"), *plain) if _of_a_table(first) else plain
    if first.count(";") > first.count(","):
        return (QuotedRows(";"),)
    if "," in first:
        return QuotedRows(), QuotedRows(header=False)
    raise InputError(
        f"{path}, line 1: expected columns divided by tabs or commas, JSON, XML or Parquet, found "
        f"{first.strip()[:40]!r}; choose another file"
    )


def _of_a_table(header: str) -> bool:
    """HELP is published as pandas writes tables: a cell with quotation marks in it is quoted as in CSV."""
    return {"ori_sentence", "new_sentence"} <= set(header.rstrip("\r").split("\t"))


def _refuse_what_is_no_text(path: Path, start: bytes) -> None:
    for magic, kind in PACKED.items():
        if start.startswith(magic):
            raise InputError(f"{path}: packed with {kind}; unpack it first")
    for magic, kind in WIDE.items():
        if start.startswith(magic):
            raise InputError(
                f"{path}: expected text in UTF-8, found {kind}; convert it first: iconv -f {kind} -t UTF-8 FILE > NEW"
            )
    if b"\0" in start:
        raise InputError(f"{path}: a binary file; expected text in UTF-8 or Parquet: choose another file")
