"""Hugging Face models on this machine: a sequence classifier, or a causal model asked by likelihood or by chat.

Weights come from a directory or by name; code of a repository is never run. HF_HUB_OFFLINE and the like are the
library's own variables and are respected by it.
"""

from __future__ import annotations

import importlib
import os
import time
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from provenli.errors import InputError
from provenli.labels import LABELS, label_named
from provenli.outside.ways import AskedQuestion, How, Reply, Sampling

EXTRA = "pip install 'provenli[pretrained]'"
BATCH = 16
PATIENCE = 10.0
"""How many seconds the hub has to say whether it has a model."""


@dataclass(frozen=True)
class LoadedModel:
    """`labels`: of a classifier, by number; empty for a causal model."""

    name: str
    tokenizer: Any
    model: Any
    labels: tuple[str, ...] = ()


def _library() -> Any:
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    try:
        importlib.import_module("torch")
        found: Any = importlib.import_module("transformers")
    except ImportError as error:
        raise InputError(f"hf: models need torch and transformers, which are not installed: {EXTRA}") from error
    found.logging.set_verbosity_error()
    found.logging.disable_progress_bar()
    return found


def load_hf(name: str, how: How | None) -> LoadedModel:
    """If `how` is None, the model's own config decides."""
    hf = _library()
    check_hf(name)
    config = _loaded("config", name, lambda: hf.AutoConfig.from_pretrained(name, trust_remote_code=False))
    made_for = " ".join(getattr(config, "architectures", None) or ())
    classifies = "SequenceClassification" in made_for
    if how == "classifier" and not classifies:
        raise InputError(f"hf:{name}: {made_for or 'the model'} is no sequence classifier; take --how likelihood")
    if how in ("likelihood", "chat") and classifies:
        raise InputError(f"hf:{name}: {made_for} is not a language model: take --how classifier")
    tokenizer = _loaded(
        "tokenizer", name, lambda: hf.AutoTokenizer.from_pretrained(name, use_fast=True, trust_remote_code=False)
    )
    of = hf.AutoModelForSequenceClassification if classifies else hf.AutoModelForCausalLM
    model = _loaded("weights", name, lambda: of.from_pretrained(name, trust_remote_code=False, dtype="float32"))
    model.eval()
    return LoadedModel(name, tokenizer, model, class_labels(name, config.id2label) if classifies else ())


def check_hf(name: str) -> None:
    """Check that the model exists, on this machine or by its name on the hub, before anything is loaded or fetched."""
    _library()
    _check_directory(name)
    if not Path(name).expanduser().is_dir():
        _check_hub(name)


def _check_hub(name: str) -> None:
    """One request, without the library's own retries, which take half a minute and write a line each."""
    hub: Any = importlib.import_module("huggingface_hub")
    hub.utils.logging.set_verbosity_error()
    lacking = f"hf:{name}: no such directory, and no such model on the Hugging Face hub"
    try:
        if isinstance(hub.try_to_load_from_cache(name, "config.json"), str):
            return
        if hub.constants.HF_HUB_OFFLINE:
            raise InputError(
                f"hf:{name}: no such model on this machine, and HF_HUB_OFFLINE keeps it from being fetched"
            )
        hub.HfApi().model_info(name, timeout=PATIENCE)
    except (hub.errors.RepositoryNotFoundError, hub.errors.HFValidationError) as error:
        raise InputError(f"{lacking}; give the directory that save_pretrained wrote") from error
    except InputError:
        raise
    except Exception as error:  # whatever a network can do
        said = " ".join(str(error).split())[:80] or type(error).__name__
        raise InputError(f"{lacking} as far as can be seen from here ({said}); give a directory") from error


def _check_directory(name: str) -> None:
    """Tell paths from names before the hub is asked."""
    place = Path(name).expanduser()
    if place.is_dir():
        if not (place / "config.json").is_file():
            raise InputError(f"hf:{name}: the directory has no config.json; expected a Hugging Face model")
        if not any(place.glob("tokenizer*")) and not any(place.glob("vocab*")) and not any(place.glob("*.model")):
            raise InputError(f"hf:{name}: the directory has no tokenizer (tokenizer.json); save it beside the model")
    elif name.startswith((".", "/", "~")) or name.count("/") > 1:
        raise InputError(f"hf:{name}: no such directory; expected a Hugging Face directory or a name on the hub")


def _loaded(what: str, name: str, load: Any) -> Any:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of the library's own, about its versions
            return load()
    except Exception as error:  # a network, a disk, a version: the reason is the library's to say
        said = " ".join(str(error).split())[:160] or type(error).__name__
        raise InputError(f"hf:{name}: no such model, or its {what} cannot be loaded ({said})") from error


def class_labels(name: str, numbered: Mapping[Any, str]) -> tuple[str, ...]:
    """Labels by name: which number means which label differs from model to model, and a wrong order goes unnoticed."""
    found = [label_named(str(numbered[k]), ()) for k in sorted(numbered, key=int)]
    known = [label for label in found if label in LABELS]
    if len(known) < len(found) or len(set(known)) < len(known) or len(known) < 2:
        raise InputError(
            f"hf:{name}: the labels {', '.join(map(str, numbered.values()))[:80]} of its config (id2label) are no "
            f"names of {', '.join(LABELS)}: name them there"
        )
    return tuple(label for label in found if label is not None)


class ClassifierWay:
    how: How = "classifier"

    def __init__(self, loaded: LoadedModel) -> None:
        self.loaded = loaded

    def ask(self, questions: Sequence[AskedQuestion]) -> Iterator[tuple[AskedQuestion, Reply]]:
        import torch

        for batch in _batches(questions):
            start = time.monotonic()
            pairs = ([q.row.premise for q in batch], [q.row.hypothesis for q in batch])
            encoded = self.loaded.tokenizer(*pairs, padding=True, truncation=True, return_tensors="pt")
            with torch.inference_mode():
                scores = self.loaded.model(**encoded).logits.float().log_softmax(-1).tolist()
            seconds = (time.monotonic() - start) / len(batch)
            sizes = encoded["attention_mask"].sum(-1).tolist()
            for question, row, size in zip(batch, scores, sizes, strict=True):
                yield question, Reply("", dict(zip(self.loaded.labels, row, strict=True)), size, 0, seconds)


class LikelihoodWay:
    """The log-probability of ` ANSWER` after the prompt, summed over its tokens, as lm-evaluation-harness does it: the
    tokens of prompt and answer together, without those of the prompt alone."""

    how: How = "likelihood"

    def __init__(self, loaded: LoadedModel) -> None:
        self.loaded = loaded

    def ask(self, questions: Sequence[AskedQuestion]) -> Iterator[tuple[AskedQuestion, Reply]]:
        for batch in _batches(questions):
            start = time.monotonic()
            items = [self._parts(q, word) for q in batch for word in q.prompt.answers]
            scores = iter(self._scored(items))
            places = iter(items)
            seconds = (time.monotonic() - start) / len(batch)
            for question in batch:
                found = {word: next(scores) for word in question.prompt.answers}
                size = [len(next(places)[0]) for _ in found].pop()
                yield question, Reply("", found, size, 0, seconds)

    def _parts(self, question: AskedQuestion, word: str) -> tuple[list[int], list[int]]:
        text = question.text.rstrip()
        encode = self.loaded.tokenizer
        context = encode(text, add_special_tokens=False)["input_ids"]
        whole = encode(f"{text} {word}", add_special_tokens=False)["input_ids"]
        longest = getattr(self.loaded.model.config, "max_position_embeddings", None)
        if longest is not None and len(whole) > longest:
            raise InputError(
                f"hf:{self.loaded.name}: row {question.row.name!r} has {len(whole)} tokens with its prompt, the model "
                f"reads {longest}: take a shorter prompt"
            )
        return context, whole[len(context) :]

    def _scored(self, items: Sequence[tuple[list[int], list[int]]]) -> list[float]:
        """Sequences are padded on the right, where a causal model does not look."""
        import torch

        longest = max(len(context) + len(rest) for context, rest in items)
        rows = torch.zeros((len(items), longest), dtype=torch.long)
        mask = torch.zeros_like(rows)
        for k, (context, rest) in enumerate(items):
            rows[k, : len(context) + len(rest)] = torch.tensor(context + rest)
            mask[k, : len(context) + len(rest)] = 1
        with torch.inference_mode():
            scores = self.loaded.model(input_ids=rows, attention_mask=mask).logits.float().log_softmax(-1)
        found = []
        for k, (context, rest) in enumerate(items):
            places = range(len(context) - 1, len(context) + len(rest) - 1)
            found.append(sum(float(scores[k, at, token]) for at, token in zip(places, rest, strict=True)))
        return found


class LocalChatWay:
    """Generates a reply, with the model's chat template where it has one."""

    how: How = "chat"

    def __init__(self, loaded: LoadedModel, sampling: Sampling) -> None:
        self.loaded, self.sampling = loaded, sampling

    def ask(self, questions: Sequence[AskedQuestion]) -> Iterator[tuple[AskedQuestion, Reply]]:
        import torch

        tokenizer = self.loaded.tokenizer
        for question in questions:
            start = time.monotonic()
            given = torch.tensor([self._encoded(question)])
            heat = self.sampling.temperature
            chosen = {"do_sample": True, "temperature": heat} if heat else {"do_sample": False}
            ends = tokenizer.pad_token_id if tokenizer.pad_token_id is not None else tokenizer.eos_token_id
            with torch.inference_mode():
                made = self.loaded.model.generate(
                    given,
                    attention_mask=torch.ones_like(given),
                    max_new_tokens=self.sampling.room(question.prompt),
                    pad_token_id=ends or 0,
                    **chosen,
                )
            new = made[0, given.shape[1] :].tolist()
            text = tokenizer.decode(new, skip_special_tokens=True)
            yield question, Reply(text, None, given.shape[1], len(new), time.monotonic() - start)

    def _encoded(self, question: AskedQuestion) -> list[int]:
        tokenizer = self.loaded.tokenizer
        if getattr(tokenizer, "chat_template", None):
            system = [{"role": "system", "content": question.prompt.system}] if question.prompt.system else []
            messages = [*system, {"role": "user", "content": question.text}]
            text = tokenizer.apply_chat_template(messages, tokenize=False, add_generation_prompt=True)
            return list(tokenizer(text, add_special_tokens=False)["input_ids"])
        return list(tokenizer(question.text)["input_ids"])


def _batches(questions: Sequence[AskedQuestion]) -> Iterator[Sequence[AskedQuestion]]:
    for start in range(0, len(questions), BATCH):
        yield questions[start : start + BATCH]
