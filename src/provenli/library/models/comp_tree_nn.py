"""CompTreeNN (Geiger et al. 2019, section 5): premise and hypothesis as one aligned tree, composed by a single layer.

    leaf pair  v = f(W [p; h] + b)        p, h [embedding] -> v [hidden]
    k children v = f(W_k [v1; …; vk] + b_k)
    root       two hidden layers and a softmax over the labels; with node tasks the same for every labelled node

Inductive bias: alignment and tree are given. Nothing says that only the relation of two phrases may matter above them:
a node's vector may carry which words they were, so with large batches and no L2 it learns the schemas by heart.
"""

from __future__ import annotations

from provenli.models.aligned_net import AlignedNet
from provenli.models.net_model import NetModel
from provenli.models.protocol import ALIGNED, TEXT
from provenli.models.settings import Settings

MODEL = NetModel(
    "comp_tree_nn",
    AlignedNet,
    {
        "default": Settings(batch=32, l2=1e-3, epochs=3),
        "fast": Settings(batch=1024, epochs=5, clip=1.0),
        "paper-200": Settings(batch=32, l2=1e-3, epochs=3, embedding=200, hidden=200),
    },
    frozenset({TEXT, ALIGNED}),
)
