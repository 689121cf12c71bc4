"""From a representation to labels: hidden layers that all predictions share, and a softmax for each set of classes."""

from __future__ import annotations

from collections.abc import Mapping

import torch
from torch import Tensor, nn

from provenli.models.net import Material
from provenli.models.settings import Settings


def activation(settings: Settings) -> nn.Module:
    return nn.ReLU() if settings.activation == "relu" else nn.Tanh()


def class_sets(material: Material) -> list[tuple[str, ...]]:
    """The labels come first. "Different softmax layers are used depending on the number of classes" (Geiger et al.
    2019)."""
    return list(dict.fromkeys([material.labels, *material.classes.values()]))


def groups(material: Material) -> Mapping[str, int]:
    """The number of the set of classes of each kind of node that has labels."""
    sets = class_sets(material)
    return {kind: sets.index(classes) for kind, classes in material.classes.items()}


class Heads(nn.Module):
    def __init__(self, width: int, material: Material, settings: Settings) -> None:
        super().__init__()
        layers: list[nn.Module] = []
        for k in range(settings.layers):
            layers += [nn.Linear(settings.hidden if k else width, settings.hidden), activation(settings)]
            if settings.dropout:
                layers.append(nn.Dropout(settings.dropout))
        self.hidden = nn.Sequential(*layers)
        top = settings.hidden if settings.layers else width
        self.out = nn.ModuleList(nn.Linear(top, len(classes)) for classes in class_sets(material))

    def forward(self, x: Tensor, group: int = 0) -> Tensor:
        """x [n, width] -> logits [n, classes of the group]"""
        out: Tensor = self.out[group](self.hidden(x))
        return out


def weighted_loss(logits: Tensor, targets: Tensor, weights: Tensor | float) -> Tensor:
    """Summed cross-entropy; rows without a target (-1) count nothing."""
    each = nn.functional.cross_entropy(logits, targets, reduction="none", ignore_index=-1)
    return torch.sum(each * weights)
