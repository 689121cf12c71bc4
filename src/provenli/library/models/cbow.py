"""CBoW (Geiger et al. 2019, section 5): a sentence is the mean of its word vectors; the two are put side by side.

    s = (1/n) Σ w_i            w_i [embedding] -> s [embedding]
    [s_p; s_h]                 two hidden layers and a softmax

It knows nothing of word order.
"""

from __future__ import annotations

from torch import Tensor

from provenli.models.net import Material
from provenli.models.net_model import NetModel
from provenli.models.recurrent import mean_pooled
from provenli.models.settings import Settings
from provenli.models.text_columns import Phrases
from provenli.models.text_net import SentenceNet


class CBoW(SentenceNet):
    def __init__(self, material: Material, settings: Settings) -> None:
        super().__init__(material, settings, settings.embedding)

    def encode(self, phrases: Phrases) -> Tensor:
        return mean_pooled(self.words(phrases.words), phrases)


MODEL = NetModel("cbow", CBoW, {"default": Settings(batch=256, epochs=5), "paper": Settings(batch=32, epochs=5)})
