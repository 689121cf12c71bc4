"""The data files of a directory: one of ours, one from the Hugging Face hub, or an unpacked corpus.

Many corpora hold the same pairs in several formats; so files of one kind only are read, the first kind there is.
"""

from __future__ import annotations

import json
from pathlib import Path

KINDS = ((".parquet",), (".jsonl",), (".json",), (".tsv",), (".csv",), (".txt",), (".xml",))
OURS = "manifest.json"
NO_PAIRS = frozenset({"certificates.jsonl", "patterns.jsonl"})
"""What else a data set of ours has."""
FORMATS = (".jsonl", ".parquet", ".snli.jsonl", ".mnli.tsv")
"""Of a data set of ours: PART.snli.jsonl and the like repeat PART.jsonl."""
ABOUT = frozenset({"dataset_infos.json", "dataset_info.json", "dataset_dict.json", "state.json", OURS})
DEEP = 3


def files_of(directory: Path) -> list[list[Path]]:
    """By kind, each sorted by name. Where there are data sets of ours within, they and other JSON lines come first."""
    if own := _own(directory):
        return [own]
    places = (d for k in range(1, DEEP) for d in directory.glob("*/" * k) if not _hidden(d, directory))
    ours = {d: own for d in places if (own := _own(d))}
    data = (f for k in range(DEEP) for f in directory.glob("*/" * k + "*") if _is_data(f, directory))
    found = sorted(f for f in data if not ours.keys() & set(f.parents))
    kinds = {kind: [f for f in found if f.suffix in kind] for kind in KINDS}
    if ours:
        lines = kinds.pop((".jsonl",))
        return [sorted([*lines, *(f for own in ours.values() for f in own)]), *filter(None, kinds.values())]
    return [files for files in kinds.values() if files]


def _own(directory: Path) -> list[Path]:
    """The pairs of a data set of ours, in one format; none, if it is no such thing."""
    if not any((directory / n).exists() for n in (OURS, *NO_PAIRS)):
        return []
    names = _listed(directory / OURS)
    listed = [f for f in directory.rglob("*") if f.relative_to(directory).as_posix() in names]
    top = [f for f in listed if f.parent == directory]  # what lies deeper, under hf, repeats it
    there = top or listed or [f for f in directory.glob("*.jsonl") if f.name not in NO_PAIRS]
    formats = ([f for f in there if f.name.endswith(end) and f.name.count(".") == end.count(".")] for end in FORMATS)
    return sorted(next(filter(None, formats), []))


def _listed(manifest: Path) -> set[str]:
    """The files of the parts; none, if the manifest is missing or another's."""
    try:
        parts = json.loads(manifest.read_bytes())["parts"]
        return {name for part in parts.values() for name in part["files"]}
    except (OSError, ValueError, RecursionError, KeyError, TypeError, AttributeError):
        return set()


def _is_data(file: Path, directory: Path) -> bool:
    about = file.name in ABOUT or file.stem.lower().startswith(("readme", "license"))
    inner = file.name in NO_PAIRS and (file.parent / OURS).exists()
    return not _hidden(file, directory) and not about and not inner and file.is_file()


def _hidden(path: Path, directory: Path) -> bool:
    return any(part.startswith((".", "__")) for part in path.relative_to(directory).parts)
