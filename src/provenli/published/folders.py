"""What a directory tells: which of its files hold the data, and what numbered labels are called.

It is one of ours, one from the Hugging Face hub, or an unpacked corpus. Many corpora hold the same pairs in several
formats; so files of one kind only are read, the first kind there is.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

from provenli.files import read_file

KINDS = ((".parquet",), (".jsonl",), (".json",), (".tsv",), (".csv",), (".txt",), (".xml",))
OURS = "manifest.json"
NO_PAIRS = frozenset({"certificates.jsonl", "patterns.jsonl"})
"""What else a data set of ours has."""
FORMATS = (".jsonl", ".parquet", ".snli.jsonl", ".mnli.tsv")
"""Of a data set of ours: PART.snli.jsonl and the like repeat PART.jsonl."""
ABOUT = frozenset({"dataset_infos.json", "dataset_info.json", "dataset_dict.json", "state.json", OURS})
DEEP = 3
LEVELS = 3
"""So far above a data file its card may lie: DIR/CONFIG/data/train.parquet."""
Names: TypeAlias = tuple[str, ...]


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
        parts = json.loads(read_file(manifest))["parts"]
        return {name for part in parts.values() for name in part["files"]}
    except (OSError, ValueError, RecursionError, KeyError, TypeError, AttributeError):
        return set()


def _is_data(file: Path, directory: Path) -> bool:
    about = file.name in ABOUT or file.stem.lower().startswith(("readme", "license"))
    inner = file.name in NO_PAIRS and (file.parent / OURS).exists()
    return not _hidden(file, directory) and not about and not inner and file.is_file()


def _hidden(path: Path, directory: Path) -> bool:
    return any(part.startswith((".", "__")) for part in path.relative_to(directory).parts)


# --- names of numbered labels: dataset card, dataset_infos.json, dataset_info.json ---


def names_around(path: Path, column: str) -> Names | None:
    """For a column of a data file, from the nearest card that has them; None where cards say nothing or disagree."""
    folder = path.absolute().parent
    for directory in [folder, *folder.parents][: LEVELS + 1]:
        found = dict(_configurations(directory, column))
        named = [names for config, names in found.items() if config and _is_of(config, path, directory)]
        if len(set(named)) == 1:
            return named[0]
        if found:
            return next(iter(found.values())) if len(set(found.values())) == 1 else None
    return None


def _is_of(config: str, path: Path, directory: Path) -> bool:
    below = path.absolute().relative_to(directory).parts
    return config in below[:-1] or below[-1].startswith((f"{config}-", f"{config}."))


def _configurations(directory: Path, column: str) -> Iterator[tuple[str, Names]]:
    """Name of each configuration and its labels."""
    for info in _card(directory / "README.md"):
        for feature in _list(info.get("features")):
            if feature.get("name") == column and isinstance(feature.get("dtype"), dict):
                yield from _named(info.get("config_name"), feature["dtype"].get("class_label"))
    for config, info in _json(directory / "dataset_infos.json").items():
        yield from _named(config, _feature(info, column))
    yield from _named("", _feature(_json(directory / "dataset_info.json"), column))


def _named(config: object, described: object) -> Iterator[tuple[str, Names]]:
    names = described.get("names") if isinstance(described, dict) else None
    if isinstance(names, dict):
        names = [names[k] for k in sorted(names, key=lambda k: int(k) if str(k).isdecimal() else -1)]
    if isinstance(names, list) and names:
        yield str(config or ""), tuple(map(str, names))


def _feature(info: object, column: str) -> object:
    features = info.get("features") if isinstance(info, dict) else None
    return features.get(column) if isinstance(features, dict) else None


def _card(path: Path) -> list[dict[str, Any]]:
    import yaml

    try:
        text = read_file(path).decode()
        front = text.removeprefix("---").split("\n---", 1)[0] if text.startswith("---") else ""
        value = yaml.safe_load(front)
    except (OSError, UnicodeDecodeError, yaml.YAMLError):
        return []
    info = value.get("dataset_info") if isinstance(value, dict) else None
    return [info] if isinstance(info, dict) else _list(info)


def _list(value: object) -> list[dict[str, Any]]:
    return [v for v in value if isinstance(v, dict)] if isinstance(value, list) else []


def _json(path: Path) -> dict[str, Any]:
    try:
        value = json.loads(read_file(path))
    except (OSError, ValueError):
        return {}
    return value if isinstance(value, dict) else {}
