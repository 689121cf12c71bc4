"""The data files of a directory: one of ours, one from the Hugging Face hub, or an unpacked corpus.

Many corpora hold the same pairs in several formats; so files of one kind only are read, the first kind there is.
"""

from __future__ import annotations

from pathlib import Path

KINDS = ((".parquet",), (".jsonl",), (".json",), (".tsv",), (".csv",), (".txt",), (".xml",))
OURS = "manifest.json"
NO_PAIRS = frozenset({"certificates.jsonl", "patterns.jsonl"})
"""What else a data set of ours has; PART.snli.jsonl and the like repeat PART.jsonl."""
ABOUT = frozenset({"dataset_infos.json", "dataset_info.json", "dataset_dict.json", "state.json", OURS})
DEEP = 3


def files_of(directory: Path) -> list[list[Path]]:
    """By kind, each sorted by name."""
    own = sorted(f for f in directory.glob("*.jsonl") if f.name not in NO_PAIRS and f.name.count(".") == 1)
    if own and (any((directory / n).exists() for n in (OURS, *NO_PAIRS))):
        return [own]
    found = sorted(f for k in range(DEEP) for f in directory.glob("*/" * k + "*") if _is_data(f, directory))
    kinds = ([f for f in found if f.suffix in kind] for kind in KINDS)
    return [files for files in kinds if files]


def _is_data(file: Path, directory: Path) -> bool:
    hidden = any(part.startswith((".", "__")) for part in file.relative_to(directory).parts)
    return not hidden and file.name not in ABOUT and not file.stem.lower().startswith(("readme", "license")) and (
        file.is_file()
    )
