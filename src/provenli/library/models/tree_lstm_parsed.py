"""The multiplicative TreeLSTM over dependency trees of a real parser, as in Yanaka et al. 2020: an edge is a relation.

Words stand at leaves (models/parsed_trees.py): where the paper's cell takes the word of an inner node as x_j, here it
is a child that hangs by an edge of its own.
"""

from __future__ import annotations

from provenli.library.models.tree_lstm import PRESETS, MultiplicativeTreeLSTM
from provenli.models.net_model import NetModel
from provenli.models.protocol import PARSED, TEXT

MODEL = NetModel("tree_lstm_parsed", MultiplicativeTreeLSTM, PRESETS, frozenset({TEXT, PARSED}))
