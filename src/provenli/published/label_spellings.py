"""What label spellings mean. By name only: a number means nothing until the file, its card or the user says what."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

from provenli.errors import InputError, suggestion
from provenli.files import read_file
from provenli.labels import LABELS

Found: TypeAlias = tuple[str | None, str]
"""The label, and how it is spelt."""

MEANINGS: Final[Mapping[str, str | None]] = {
    **dict.fromkeys(("entailment", "entails", "entailed", "yes", "e"), "entailment"),
    **dict.fromkeys(("contradiction", "contradicts", "contradictory", "no", "c"), "contradiction"),
    **dict.fromkeys(("neutral", "unknown", "unk", "n"), "neutral"),
    **dict.fromkeys(
        ("non-entailment", "not-entailment", "nonentailment", "no-entailment", "not-entailed"), "non-entailment"
    ),
    # `-`: SNLI's annotators did not agree; undef: FraCaS; -1 and hidden: kept back by those who publish.
    **dict.fromkeys(("-", "", "-1", "hidden", "undef"), None),
}
"""Keys are in lower case, with - for _ and spaces."""
NEARLY_ALL = 0.9
"""This share of the cells must be labels, so that one wrong label does not hide the column."""
NONE: Final = ("-", "none")
"""The word for 'no gold label' on the command line."""
LONGEST_NUMBER = 20
"""Characters of a number that may stand for a label; Python refuses to read thousands of digits."""
LEVELS = 3
"""How far above a data file its card may lie: DIR/CONFIG/data/train.parquet."""
Names: TypeAlias = tuple[str, ...]


def plain(spelling: str) -> str:
    return spelling.strip().casefold().replace("_", "-").replace(" ", "-")


def is_label(cell: object) -> bool:
    """Whether a spelling means a label; one for 'no gold label' counts only beside others (see `are_labels`)."""
    return isinstance(cell, str) and MEANINGS.get(plain(cell)) is not None


def are_labels(cells: Sequence[object], given: Mapping[str, str]) -> bool:
    """Whether the cells are labels: the first one, nearly all of them (or no gold label), and at least one. `given`:
    spellings that the user has explained; if there are some, the first cell must be one of them, for a column may be
    called `c` or `e`."""
    known = [isinstance(c, str) and plain(c) in MEANINGS for c in cells]
    if any(map(is_label, cells)) and known[0] and _nearly_all(known):
        return True
    told = [isinstance(c, str) and c.strip() in given for c in cells]
    return any(told[:1]) and _nearly_all([a or b for a, b in zip(told, known, strict=True)])


def _nearly_all(known: Sequence[bool]) -> bool:
    return sum(known) >= NEARLY_ALL * len(known)


def given_labels(labels: Mapping[str, str]) -> dict[str, str | None]:
    """The labels that a user gives to spellings."""
    out: dict[str, str | None] = {}
    for name, label in labels.items():
        if label not in LABELS and plain(label) not in NONE:
            raise InputError(f"--labels {name}={label}: no label {label!r}; {suggestion(label, [*LABELS, '-'])}")
        out[name.strip()] = None if plain(label) in NONE else label
    return out


@dataclass(frozen=True)
class LabelSpelling:
    """How one file spells labels. `names`: the names of numbered labels, in order. `fold`: neutral means
    non-entailment."""

    given: Mapping[str, str | None]
    names: tuple[str, ...] | None = None
    fold: bool = False

    def reader(self) -> LabelReader:
        return LabelReader(self)


class LabelReader:
    """Remembers earlier lookups: a file has few spellings and many rows."""

    def __init__(self, spelling: LabelSpelling) -> None:
        self._spelling = spelling
        self._known: dict[object, Found] = {}

    def __call__(self, value: object) -> Found | None:
        """None: no label that we know."""
        try:
            return self._known[value]
        except (KeyError, TypeError):
            found = self._found(value)
        if found is not None:
            self._known[value] = found
        return found

    def _found(self, value: object) -> Found | None:
        name = self._named(value)
        if name is None:
            return None
        given = self._spelling.given
        for key in (name, str(value)):
            if key.strip() in given:
                return given[key.strip()], name
        if plain(name) not in MEANINGS:
            return None
        label = MEANINGS[plain(name)]
        return ("non-entailment" if self._spelling.fold and label == "neutral" else label), name

    def _named(self, value: object) -> str | None:
        if value is None:
            return ""
        names = self._spelling.names
        if names is None or not is_number(value):
            return str(value) if isinstance(value, (str, int, float)) and not isinstance(value, bool) else None
        number = int(str(value))
        if number == -1:
            return "-1"
        return names[number] if 0 <= number < len(names) else None


def is_number(value: object) -> bool:
    if isinstance(value, str):
        return len(value) < LONGEST_NUMBER and value.strip().removeprefix("-").isdecimal()
    return isinstance(value, int) and not isinstance(value, bool)


def described(values: Sequence[object]) -> str:
    """What to do about spellings that are not known."""
    if odd := [v for v in values if isinstance(v, bool) or not isinstance(v, str | int | float)]:
        return f"expected labels that are texts or numbers, found {repr(odd[0])[:40]}; convert the column"
    shown = list(dict.fromkeys(str(v).strip()[:40] for v in values))[:4]
    pairs = ",".join(f"{s}=LABEL" for s in shown)
    if all(is_number(v) for v in values):
        return (
            f"labels are numbers ({', '.join(shown)}) and nothing says what they mean; say it with "
            f"--labels {pairs} (LABEL: {', '.join(LABELS)} or -)"
        )
    return f"labels {', '.join(map(repr, shown))} are not known; say what they mean with --labels {pairs}"


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
                yield from _label_names(info.get("config_name"), feature["dtype"].get("class_label"))
    for config, info in _json(directory / "dataset_infos.json").items():
        yield from _label_names(config, _feature(info, column))
    yield from _label_names("", _feature(_json(directory / "dataset_info.json"), column))


def _label_names(config: object, described: object) -> Iterator[tuple[str, Names]]:
    names = described.get("names") if isinstance(described, dict) else None
    if isinstance(names, dict):
        names = [names[k] for k in sorted(names, key=lambda k: int(k) if str(k).isdecimal() else -1)]
    if isinstance(names, list) and names:
        yield str(config or ""), tuple(map(str, names))


def _feature(info: object, column: str) -> object:
    features = info.get("features") if isinstance(info, dict) else None
    return features.get(column) if isinstance(features, dict) else None


def _card(path: Path) -> list[dict[str, Any]]:
    try:
        text = read_file(path).decode()
    except (OSError, UnicodeDecodeError):
        return []
    front = text.removeprefix("---").split("\n---", 1)[0] if text.startswith("---") else ""
    value = _yaml(path, front) if "dataset_info" in front else None
    info = value.get("dataset_info") if isinstance(value, dict) else None
    return [info] if isinstance(info, dict) else _list(info)


def _yaml(path: Path, front: str) -> object:
    try:
        import yaml
    except ImportError as error:
        raise InputError(
            f"{path}: the card is YAML: install provenli[parquet] to read it (PyYAML is missing)"
        ) from error
    try:
        return yaml.safe_load(front)
    except yaml.YAMLError:
        return None


def _list(value: object) -> list[dict[str, Any]]:
    return [v for v in value if isinstance(v, dict)] if isinstance(value, list) else []


def _json(path: Path) -> dict[str, Any]:
    try:
        value = json.loads(read_file(path))
    except (OSError, ValueError):
        return {}
    return value if isinstance(value, dict) else {}
