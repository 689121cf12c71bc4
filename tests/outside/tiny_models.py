"""Tiny Hugging Face models, made here: a causal model with random weights, and a classifier that is trained."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def tokenizer(texts: list[str]) -> Any:
    """Byte-level pairs learned from the texts, so that answers may be several tokens."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
    from transformers import PreTrainedTokenizerFast

    made = Tokenizer(models.BPE())
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    made.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(vocab_size=300, special_tokens=["<pad>", "<end>"], initial_alphabet=alphabet)
    made.train_from_iterator(texts, trainer)
    return PreTrainedTokenizerFast(tokenizer_object=made, pad_token="<pad>", eos_token="<end>", model_max_length=512)


def texts_of(pairs: Path) -> list[str]:
    rows = [json.loads(line) for line in pairs.read_text().splitlines()]
    return [f"{r['premise']} {r['hypothesis']} yes no" for r in rows]


def causal(place: Path, pairs: Path) -> Path:
    import torch
    from transformers import LlamaConfig, LlamaForCausalLM

    words = tokenizer(texts_of(pairs))
    torch.manual_seed(0)
    sizes = {"hidden_size": 32, "intermediate_size": 64, "num_hidden_layers": 2, "num_attention_heads": 2}
    config = LlamaConfig(vocab_size=len(words), max_position_embeddings=512, initializer_range=0.5, **sizes)
    config.pad_token_id, config.eos_token_id, config.bos_token_id = 0, 1, None
    LlamaForCausalLM(config).save_pretrained(place)
    words.save_pretrained(place)
    return place


def classifier(place: Path, pairs: Path, names: dict[int, str]) -> Path:
    """Trained for a moment, on the pairs themselves."""
    import torch
    from transformers import BertConfig, BertForSequenceClassification

    words = tokenizer(texts_of(pairs))
    torch.manual_seed(0)
    sizes = {"hidden_size": 32, "intermediate_size": 64, "num_hidden_layers": 1, "num_attention_heads": 2}
    numbers = {name: number for number, name in names.items()}
    config = BertConfig(vocab_size=len(words), max_position_embeddings=512, id2label=names, label2id=numbers, **sizes)
    model = BertForSequenceClassification(config).eval()
    rows = [json.loads(line) for line in pairs.read_text().splitlines()]
    both = ([r["premise"] for r in rows], [r["hypothesis"] for r in rows])
    given = words(*both, padding=True, return_tensors="pt")
    by_label = {name.lower().replace("not_", "non-"): number for number, name in names.items()}
    gold = torch.tensor([by_label[r["label"]] for r in rows])
    for _ in range(60):  # plain steps: torch's optimisers take seconds to import
        loss = model(**given, labels=gold).loss
        model.zero_grad()
        loss.backward()
        with torch.no_grad():
            for weight in model.parameters():
                weight -= 2e-3 * weight.grad.sign() if weight.grad is not None else 0.0
    model.save_pretrained(place)
    words.save_pretrained(place)
    return place


def turned(place: Path, other: Path) -> Path:
    """The same classifier with its two labels numbered the other way round."""
    import torch
    from transformers import AutoModelForSequenceClassification, AutoTokenizer

    model = AutoModelForSequenceClassification.from_pretrained(place)
    with torch.no_grad():
        for weight in (model.classifier.weight, model.classifier.bias):
            weight.copy_(weight.flip(0))
    model.config.id2label = {1 - number: name for number, name in model.config.id2label.items()}
    model.config.label2id = {name: number for number, name in model.config.id2label.items()}
    model.save_pretrained(other)
    AutoTokenizer.from_pretrained(place).save_pretrained(other)
    return other
