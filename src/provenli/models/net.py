"""What the training loop needs from a torch network, and what a network is built from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Protocol

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from provenli.models.examples import Examples
from provenli.models.vocabulary import Vocabulary

Numbers = NDArray[np.int64]


@dataclass(frozen=True)
class Material:
    """Labels, words and the like of the training rows, from which a network can be built again."""

    labels: tuple[str, ...]
    words: tuple[str, ...] = ()
    classes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The labels of each kind of node that has some."""
    edges: tuple[str, ...] = ()
    """The possible relations of a node to its parent."""
    recursive: tuple[str, ...] = ()
    """Categories of nodes of aligned trees that occur below themselves: clauses within clauses."""
    texts: Mapping[str, str] = field(default_factory=dict)
    """Whatever else a network needs to be built again, such as a tokenizer."""

    @property
    def vocabulary(self) -> Vocabulary:
        return Vocabulary(self.words)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @staticmethod
    def from_json(value: Mapping[str, Any]) -> Material:
        return Material(
            tuple(value["labels"]),
            tuple(value["words"]),
            {k: tuple(v) for k, v in value["classes"].items()},
            tuple(value["edges"]),
            tuple(value["recursive"]),
            dict(value["texts"]),
        )


class NetColumns(Protocol):
    """Examples as a network wants them. `lengths`: rows of one batch are about equally long."""

    @property
    def lengths(self) -> Numbers: ...
    def __len__(self) -> int: ...


class Net(nn.Module):
    """`prepare` once, then `loss` of some rows in training and `logits` [rows, labels] in prediction."""

    material: Material
    rows_at_a_time = 512
    """In prediction."""

    def prepare(self, examples: Examples) -> Any:
        raise NotImplementedError

    def loss(self, rows: Any, chosen: Numbers) -> Tensor:
        raise NotImplementedError

    def logits(self, rows: Any, chosen: Numbers) -> Tensor:
        raise NotImplementedError

    def begin(self) -> None:
        """Called once before training starts, to read pretrained weights."""

    def parameter_groups(self, learning_rate: float) -> list[dict[str, Any]]:
        """For Adam; frozen weights are left out."""
        del learning_rate
        return [{"params": [p for p in self.parameters() if p.requires_grad]}]


def gather(table: Tensor, index: Tensor) -> Tensor:
    """Rows of a table [n, d] by number. As an embedding: its gradient is much faster than that of plain indexing."""
    return nn.functional.embedding(index, table)


def tensor(values: NDArray[Any]) -> Tensor:
    return torch.from_numpy(np.ascontiguousarray(values))
