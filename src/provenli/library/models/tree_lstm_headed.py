"""The multiplicative TreeLSTM over dependency trees without errors, made from the grammar's (models/headed_trees.py).
Beside tree_lstm.py and tree_lstm_parsed.py it tells what a parser's errors do from what the form of its trees does."""

from __future__ import annotations

from provenli.library.models.tree_lstm import PRESETS, MultiplicativeTreeLSTM
from provenli.models.net_model import NetModel
from provenli.models.protocol import HEADED, TEXT

MODEL = NetModel("tree_lstm_headed", MultiplicativeTreeLSTM, PRESETS, frozenset({TEXT, HEADED}))
