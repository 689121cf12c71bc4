"""Names of numbered labels in a Hugging Face directory: dataset card, dataset_infos.json, dataset_info.json."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

LEVELS = 3
"""So far above a data file its card may lie: DIR/CONFIG/data/train.parquet."""
Names: TypeAlias = tuple[str, ...]


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
        text = path.read_text(encoding="utf-8")
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
        value = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return value if isinstance(value, dict) else {}
