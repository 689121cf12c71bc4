"""Label-bottleneck tree (ours): CompTreeNN in which only the predicted relation goes up.

    v        as in CompTreeNN
    q        softmax of the node's own logits              [classes]
    sent up  Σ_c q_c · e_c                                 e_c [hidden], a learned vector for each relation

Inductive bias, plainly: a phrase pair may influence what is above it only through the relation predicted for it.
That is what composition in natural logic means, and what the node labels of Geiger et al. 2019 say; it is built in
here, not learned. Pairs of function words have no relation to predict (quantifiers, negation) and send their vector.
The hidden vector never goes up: beside it even as an addition, training schemas are learned by heart again.
"""

from __future__ import annotations

from torch import Tensor, nn

from provenli.models.aligned_net import AlignedNet
from provenli.models.heads import class_sets
from provenli.models.net_model import NetModel
from provenli.models.protocol import ALIGNED, NODE_LABELS, TEXT
from provenli.models.settings import Settings


class Bottleneck(AlignedNet):
    all_heads = True

    def make_composition(self, settings: Settings) -> None:
        super().make_composition(settings)
        sets = class_sets(self.material)
        names = sorted({c for classes in sets for c in classes})
        self.relations = nn.Embedding(len(names), settings.hidden)
        self.rows = [[names.index(c) for c in classes] for classes in sets]

    def sent(self, x: Tensor, logits: Tensor | None, group: int) -> Tensor:
        if logits is None:
            return x
        return logits.softmax(-1) @ self.relations.weight[self.rows[group]]  # [n, classes] @ [classes, hidden]


MODEL = NetModel(
    "label_bottleneck",
    Bottleneck,
    {"default": Settings(batch=1024, epochs=5, clip=1.0)},
    frozenset({TEXT, ALIGNED, NODE_LABELS}),
)
