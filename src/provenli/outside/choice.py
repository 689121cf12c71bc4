"""Which way to ask a model: what was asked for, or the best that a probe finds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from provenli.errors import InputError
from provenli.outside.endpoint import Endpoint, EndpointOptions, EndpointWay, NoScores
from provenli.outside.hf_model import ClassifierWay, LikelihoodWay, LocalChatWay, check_hf, load_hf
from provenli.outside.ways import HOWS, LEAST, AskedQuestion, How, Sampling, Way

PROBES = 3
KINDS = ("hf", "openai")
MODEL = "expected hf:DIRECTORY, hf:NAME or openai:NAME"


@dataclass(frozen=True, slots=True)
class OutsideModel:
    """`how`: auto takes the best that works."""

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
        raise InputError(f"--model: {MODEL}, found {name[:60]!r}")
    if how != "auto" and how not in HOWS:
        raise InputError(f"--how: expected auto, {', '.join(HOWS[:-1])} or {HOWS[-1]}, found {how!r}")
    if kind == "hf" and options.base_url is not None:
        raise InputError("--base-url: an hf: model runs on this machine; take openai:NAME for an endpoint")
    chosen: How | Literal["auto"] = "auto" if how == "auto" else HOWS[HOWS.index(how)]
    return OutsideModel(name, chosen, sampling, options)


def check_model(model: OutsideModel) -> None:
    """Whether there is such a model, as far as that can be seen without asking it or loading it."""
    if model.kind == "hf":
        check_hf(model.bare)


def way_for(model: OutsideModel, probes: Sequence[AskedQuestion]) -> tuple[Way, str]:
    """The way, and in a line why. `probes`: questions of several rows, all of one prompt."""
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
        raise InputError("--how classifier: an endpoint classifies nothing; take hf:NAME, or --how likelihood or chat")
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
    """Why likelihood cannot be asked of this endpoint; empty where it can. Some servers answer with the same numbers
    whatever they are asked, which would score as exactly chance, in silence."""
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
