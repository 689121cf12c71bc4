"""CompTreeNN with subtree interchange (ours): in training, phrase pairs with the same relation change places.

The network is CompTreeNN. While it is trained, the vectors that a kind of node sends up are permuted at random among
the examples of the batch whose node has the same gold relation; predictions for the node itself come before that.
Nothing is permuted in prediction.

Inductive bias, plainly: whatever is above a node is trained to give the right answer with any phrase pair of that
relation in its place, so it learns to read nothing but the relation. Needs node labels in training.
"""

from __future__ import annotations

import torch
from torch import Tensor

from provenli.models.aligned_net import AlignedNet
from provenli.models.net import gather
from provenli.models.net_model import NetModel
from provenli.models.protocol import ALIGNED, NODE_LABELS, TEXT
from provenli.models.settings import Settings


class Interchange(AlignedNet):
    def exchanged(self, sent: Tensor, targets: Tensor, group: int) -> Tensor:
        if group <= 0:
            return sent
        # Sorted by class, once with ties at random and once as they stand: a random permutation within each class.
        by_class = torch.argsort(targets, stable=True)
        noise = torch.rand(len(targets), dtype=torch.float64)
        mixed = torch.argsort(targets + noise)
        source = torch.empty_like(by_class)
        source[by_class] = mixed
        return gather(sent, torch.where(targets >= 0, source, torch.arange(len(targets))))


MODEL = NetModel(
    "interchange",
    Interchange,
    {"default": Settings(batch=1024, epochs=3, clip=1.0)},
    frozenset({TEXT, ALIGNED, NODE_LABELS}),
)
