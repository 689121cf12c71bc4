"""Data sets from anybody's sentences: what was chosen, and who says which sentences are odd."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from provenli.data.manifest import Manifest
from provenli.data.sentence_files import generate_sentences
from provenli.data.sentence_pairs import UNFILTERED, Scorer, SentenceOrder
from provenli.errors import InputError
from provenli.pairs.plan import Request

BATCH = 64


def generate_english(request: Request, formats: tuple[str, ...], out: Path) -> Manifest:
    """`filter` is recorded as what was done, not as what was asked: `auto` takes the encoder if it is installed."""
    asked = request.options["filter"]
    scorer, missing = (None, "") if asked == "none" else encoder_scorer()
    if asked == "encoder" and scorer is None:
        raise InputError(f"--filter encoder: {missing}")
    done = replace(request, options={**request.options, "filter": "encoder" if scorer is not None else "none"})
    return generate_sentences(SentenceOrder(done, formats, out, scorer, UNFILTERED[asked != "none"]))


def encoder_scorer() -> tuple[Scorer | None, str]:
    """Cosines of sentence vectors of the pretrained encoder; or why there is none."""
    try:
        from provenli.library.models.transformer import directory_of, transformers

        where, hf = directory_of(""), transformers()
    except (ImportError, InputError) as error:
        return None, f"no pretrained encoder ({error})"
    return lambda pairs: list(_cosines(pairs, hf, where)), ""


def _cosines(pairs: Sequence[tuple[str, str]], hf: Any, where: str) -> Iterator[float]:
    import torch

    tokenizer = hf.AutoTokenizer.from_pretrained(where, trust_remote_code=False)
    model = hf.AutoModel.from_pretrained(where, trust_remote_code=False).eval()

    def vectors(texts: Sequence[str]) -> Any:
        """Means over the words of each text."""
        read = tokenizer(list(texts), padding=True, truncation=True, return_tensors="pt")
        mask = read["attention_mask"].unsqueeze(-1).float()
        return (model(**read).last_hidden_state * mask).sum(1) / mask.sum(1)

    with torch.inference_mode():
        for start in range(0, len(pairs), BATCH):
            batch = pairs[start : start + BATCH]
            one, two = (vectors([p[k] for p in batch]) for k in (0, 1))
            yield from torch.nn.functional.cosine_similarity(one, two).tolist()
