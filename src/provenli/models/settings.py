"""What can be varied in training: a frozen value. A preset is one such value; `--set name=value` changes its fields,
as do Python values by name."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from provenli.errors import InputError, suggestion
from provenli.options import as_shown

S = TypeVar("S", bound="Settings")
ACTIVATIONS = ("relu", "tanh")
LARGEST = 2**31 - 1
WORDS = {"yes": True, "true": True, "no": False, "false": False}
EXPECTED: Mapping[type, str] = {int: "a whole number", float: "a number", bool: "True or False", str: "a text"}


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The settings that every model has; a model with more of its own extends this class."""

    epochs: int = 10
    batch: int = 64
    learning_rate: float = 1e-3
    l2: float = 0.0
    dropout: float = 0.0
    clip: float = 0.0
    """The longest gradient; 0 means any."""
    patience: int = 0
    """After this many epochs without a better dev accuracy, training ends; 0 means never."""
    decay: bool = False
    """Whether the learning rate falls evenly, from batch to batch, to 0 at the end of the last epoch."""
    judged_every: int = 0
    """After this many batches dev is judged, and the weights kept if they are the best so far; 0 means only after an
    epoch."""
    restart_after: int = 0
    """After this many epochs, training begins anew from other weights while dev accuracy is below 99.5%; 0 means
    never."""
    embedding: int = 100
    hidden: int = 100
    layers: int = 2
    """Hidden layers between representation and softmax."""
    activation: str = "relu"
    node_tasks: bool = True
    """Whether to learn the labels of parts of sentences too, if rows have them (Geiger et al. 2019, section 5)."""
    vectors: str = ""
    """A GloVe or word2vec text file of the width `embedding`."""
    extra_words: int = 0
    """How many words from the top of that file are known although training does not show them."""
    checkpoint_every: int = 200
    """Batches between two states from which a killed run can go on."""

    def __post_init__(self) -> None:
        least: Mapping[str, float] = {
            "epochs": 1,
            "batch": 1,
            "l2": 0,
            "dropout": 0,
            "clip": 0,
            "patience": 0,
            "judged_every": 0,
            "restart_after": 0,
            "embedding": 1,
            "hidden": 1,
            "layers": 0,
            "extra_words": 0,
            "checkpoint_every": 1,
        }
        for field in dataclasses.fields(self):
            _check_size(field.name, getattr(self, field.name))
        for name, bound in least.items():
            if getattr(self, name) < bound:
                raise InputError(f"{name}: expected {bound} or more, found {getattr(self, name)}")
        if not self.learning_rate > 0:
            raise InputError(f"learning_rate: expected more than 0, found {self.learning_rate}")
        if self.dropout >= 1:
            raise InputError(f"dropout: expected less than 1, found {self.dropout}")
        if self.activation not in ACTIVATIONS:
            raise InputError(f"activation: no {self.activation!r}; {suggestion(self.activation, ACTIVATIONS)}")


def _check_size(name: str, value: object) -> None:
    """Check that arrays can be made with these numbers: neither inf nor nan, and not more than memory has places."""
    if isinstance(value, (int, float)) and not abs(value) <= LARGEST:
        raise InputError(f"--set {name}: expected a number of at most {LARGEST}, found {as_shown(value)}")


def changed(settings: S, words: Sequence[str]) -> S:
    """The settings with each `name=value` applied; values are read as the type of the field."""
    values: dict[str, Any] = {}
    for word in words:
        name, equals, text = word.partition("=")
        if not equals:
            raise InputError(f"--set {word}: expected name=value")
        values[name] = _read(text, _old(settings, name, word), name)
    return dataclasses.replace(settings, **values)


def changed_by(settings: S, values: Mapping[str, Any]) -> S:
    """The settings with Python values by name, which must be of the field's type."""
    given: dict[str, Any] = {name: _checked(value, _old(settings, name, name), name) for name, value in values.items()}
    return dataclasses.replace(settings, **given)


def _old(settings: Settings, name: str, said: str) -> Any:
    known = [f.name for f in dataclasses.fields(settings)]
    if name not in known:
        raise InputError(f"--set {said}: no setting {name!r}; {suggestion(name, known)}")
    return getattr(settings, name)


def _read(text: str, old: object, name: str) -> object:
    kind = type(old)
    if kind is str:
        return text
    if kind is bool:
        if text.lower() not in WORDS:
            raise InputError(f"--set {name}: expected yes or no, found {text!r}")
        return WORDS[text.lower()]
    try:
        return kind(text)  # type: ignore[call-arg]
    except ValueError:
        raise InputError(f"--set {name}: expected {EXPECTED.get(kind, kind.__name__)}, found {text!r}") from None


def _checked(value: object, old: object, name: str) -> object:
    """A whole number counts as a number and a path as a text, but True is no number."""
    kind = type(old)
    if kind is str and isinstance(value, os.PathLike):
        return str(value)
    if kind is float and type(value) is int:
        return float(value)
    if not isinstance(value, kind) or isinstance(value, bool) != (kind is bool):
        raise InputError(f"--set {name}: expected {EXPECTED.get(kind, kind.__name__)}, found {value!r}")
    return value


def to_json(settings: Settings) -> dict[str, Any]:
    return dataclasses.asdict(settings)


def from_json(kind: type[S], value: Mapping[str, Any], where: str) -> S:
    names = {f.name for f in dataclasses.fields(kind)}
    if set(value) != names:
        odd = min(set(value) ^ names)
        raise InputError(f"{where}: the setting {odd!r} is missing or strange: made by another version of the model?")
    return kind(**value)
