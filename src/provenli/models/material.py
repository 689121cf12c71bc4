"""Learns from the training rows what a network is built from."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from provenli.data.trees import DEPENDENTS, category
from provenli.errors import InputError
from provenli.files import regular
from provenli.labels import ordered
from provenli.models.examples import Examples
from provenli.models.net import Material, Net
from provenli.models.settings import Settings
from provenli.models.shared_trees import node_values, outlines, sentence_trees
from provenli.models.vocabulary import vocabulary_of

# --- Word vectors from a text file as GloVe and word2vec write them: a word and its numbers on each line. ---


Vectors = dict[str, NDArray[np.float32]]


def read_vectors(path: str, wanted: Collection[str], width: int, extra: int = 0) -> Vectors:
    """Vectors for the wanted words, and for the first `extra` words of the file. word2vec's first line is skipped."""
    found: Vectors = {}
    try:
        with open(path, encoding="utf-8", newline="\n", opener=regular) as file:
            for number, line in enumerate(file, start=1):
                parts = line.rstrip().split(" ")
                if number == 1 and len(parts) == 2 and all(p.isdigit() for p in parts):
                    _check_width(int(parts[1]), width, f"{path}, line 1")
                    continue
                word = " ".join(parts[: max(1, len(parts) - width)])  # GloVe has words with blanks in them
                _check_width(len(parts) - 1 if len(parts) <= width else width, width, f"{path}, line {number}")
                if number == 1 and len(parts) - 1 != width:
                    _check_width(len(parts) - 1, width, f"{path}, line 1")
                if word in wanted or len(found) < extra:
                    found[word] = _numbers(parts[-width:], f"{path}, line {number}")
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}; expected a file of word vectors") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{path} is not UTF-8; expected a text file of word vectors, not a binary one") from error
    return found


def _check_width(found: int, width: int, where: str) -> None:
    if found != width:
        raise InputError(f"{where}: expected a word and {width} numbers (the setting embedding), found {found} numbers")


def _numbers(parts: list[str], where: str) -> NDArray[np.float32]:
    try:
        out = np.array(parts, dtype=np.float32)
    except ValueError:
        wrong = next(p for p in parts if not _is_number(p))
        raise InputError(f"{where}: expected a number, found {wrong[:40]!r}") from None
    if not np.isfinite(out).all():
        raise InputError(f"{where}: a number is not finite")
    return out


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def learn(train: Examples, settings: Settings) -> Material:
    labels = ordered({train.labels.values[c] for c in set(train.labels.codes.tolist()) if c >= 0})
    extra = read_vectors(settings.vectors, (), settings.embedding, settings.extra_words) if settings.extra_words else {}
    words = vocabulary_of(train, tuple(extra)).words
    return Material(labels, words, _classes(train) if settings.node_tasks else {}, _edges(train), _recursive(train))


def _classes(train: Examples) -> dict[str, tuple[str, ...]]:
    """Kinds of node with one value only have nothing to predict."""
    values = node_values(train.aligned or ())
    found = {kind: tuple(sorted(v - {""})) for kind, v in sorted(values.items())}
    return {kind: v for kind, v in found.items() if len(v) > 1}


def _recursive(train: Examples) -> tuple[str, ...]:
    """Categories with a node that has one of the same category below it. Rules would not do: if clauses are one or two
    deep, different rules make the outer and the inner one."""
    found: set[str] = set()
    for kinds, every in outlines(train.aligned or ()):
        below: list[set[str]] = []
        for name, children in zip(map(category, kinds), every, strict=True):
            under = set().union(*(below[c] for c in children))
            if name in under:
                found.add(name)
            below.append(under | {name})
    return tuple(sorted(found))


def _edges(train: Examples) -> tuple[str, ...]:
    found = {
        edge(tree.labels[k], place)
        for tree in sentence_trees(train.trees or ())
        for k, children in enumerate(tree.children)
        for place in range(len(children))
    }
    return tuple(sorted(found))


def edge(rule: str, place: int) -> str:
    """The relation of the child at that place to a node made by that rule; in a dependency tree, its relation."""
    if rule.startswith(DEPENDENTS):
        return rule.removeprefix(DEPENDENTS).split(" ")[place]
    return f"{rule} {place}"


def with_vectors(net: Net, material: Material, settings: Settings) -> None:
    """Known words get the file's vectors; the others keep their random ones."""
    table = getattr(net, "words", None)
    if not isinstance(table, nn.Embedding):
        raise InputError("this model has no word vectors: leave the setting vectors empty")
    numbers = material.vocabulary.numbers
    with torch.no_grad():
        for word, vector in read_vectors(settings.vectors, numbers, settings.embedding).items():
            table.weight[numbers[word]] = torch.from_numpy(vector)
