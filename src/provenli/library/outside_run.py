"""From words and values to a run of questions: what `provenli ask` and `nli.ask` share."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

from provenli.arguments import SEEDS, whole_of
from provenli.errors import InputError
from provenli.outside.ask import AskOrder, with_shots
from provenli.outside.asked_rows import read_rows
from provenli.outside.choice import model_named
from provenli.outside.endpoint import EndpointOptions
from provenli.outside.run_log import choice_of
from provenli.outside.ways import Sampling
from provenli.progress import Progress, silent
from provenli.prompts import MOST_SHOTS, chosen_prompts

MOST = 10**9


@dataclass(frozen=True, slots=True)
class AskChoices:
    """The choices of the command line."""

    how: str = "auto"
    prompts: tuple[str, ...] = ()
    part: str | None = None
    limit: int | None = None
    two_way: bool = False
    shots: int | None = None
    examples: Path | None = None
    seed: int = 0
    base_url: str | None = None
    temperature: float = 0.0
    max_tokens: int | None = None
    concurrency: int = 8
    retries: int = 4
    timeout: float = 120.0
    wait: float = 0.5


def order_of(data: Path, model: str, out: Path, chosen: AskChoices, progress: Progress = silent) -> AskOrder:
    options = EndpointOptions(
        chosen.base_url,
        whole_of("concurrency", chosen.concurrency, 1, 256),
        whole_of("retries", chosen.retries, 0, 100),
        _real("timeout", chosen.timeout, 0.001, 86400.0),
        chosen.wait,
    )
    room = None if chosen.max_tokens is None else whole_of("max-tokens", chosen.max_tokens, 1, 10**6)
    sampling = Sampling(_real("temperature", chosen.temperature, 0.0, 10.0), room)
    found = model_named(model, chosen.how, sampling, options)
    limit = None if chosen.limit is None else whole_of("limit", chosen.limit, 1, MOST)
    shots = None if chosen.shots is None else whole_of("shots", chosen.shots, 0, MOST_SHOTS)
    seed = whole_of("seed", chosen.seed, 0, SEEDS)
    choice = choice_of(out)
    rows = read_rows(data, chosen.part, limit, chosen.two_way, choice)
    prompts = with_shots(chosen_prompts(chosen.prompts, rows.two_way), shots)
    return AskOrder(rows, found, prompts, out, choice, chosen.part, chosen.two_way, chosen.examples, seed, progress)


def _real(name: str, value: float, least: float, most: float) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        raise InputError(f"--{name}: expected a number from {least:g} to {most:g}, found {value!r}")
    if not least <= value <= most:
        raise InputError(f"--{name}: expected a number from {least:g} to {most:g}, found {value:g}")
    return float(value)
