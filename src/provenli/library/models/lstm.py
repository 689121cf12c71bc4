"""LSTM encoder: the last state of each sentence; the two are put side by side (Yanaka et al. 2020; Geiger et al.
2019; Yanaka et al. 2021).

    h_n = LSTM(w_1 … w_n)      w_i [embedding] -> h_n [hidden], top layer
    [h_p; h_h]                 hidden layers and a softmax

Presets: `fair` as in Geiger et al. 2019 (one layer, 100), `systematicity` as in Yanaka et al. 2020 (three layers, 200
units, 300-d vectors, no dropout), `transitivity` as in Yanaka et al. 2021 (one layer, three hidden layers before the
softmax).
"""

from __future__ import annotations

from dataclasses import dataclass

from torch import Tensor

from provenli.models.net import Material
from provenli.models.net_model import NetModel
from provenli.models.recurrent import make_lstm, run_lstm
from provenli.models.settings import Settings
from provenli.models.text_columns import Phrases
from provenli.models.text_net import SentenceNet


@dataclass(frozen=True, kw_only=True)
class LSTMSettings(Settings):
    lstm_layers: int = 1


class LSTMEncoder(SentenceNet):
    def __init__(self, material: Material, settings: LSTMSettings) -> None:
        super().__init__(material, settings, settings.hidden)
        self.lstm = make_lstm(settings.embedding, settings.hidden, settings.lstm_layers, dropout=settings.dropout)

    def encode(self, phrases: Phrases) -> Tensor:
        return run_lstm(self.lstm, self.drop(self.words(phrases.words)), phrases)[1][-1]


DEEP = LSTMSettings(lstm_layers=3, embedding=300, hidden=200, epochs=25, patience=5)
MODEL = NetModel(
    "lstm",
    LSTMEncoder,
    {
        "default": LSTMSettings(),
        "fair": LSTMSettings(batch=32),
        "systematicity": DEEP,
        "transitivity": LSTMSettings(embedding=300, hidden=200, layers=3, epochs=25, patience=5),
    },
)
