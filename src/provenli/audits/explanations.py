"""Why a published label is wrong, in plain words, and what would make it right.

Texts are about a schema: P1, P2 … stand for predicates, C1 … for names. `filled` puts the words of a pair in.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import groupby

from provenli.audits.rescues import ATTACHMENT, KNOWLEDGE, NONE, OTHER_SCOPE, OTHER_SENSE, UNSETTLED
from provenli.certify.certificates import Countermodels, Nothing, Proved, Verdict
from provenli.logic.drawings import draw, element_labels
from provenli.logic.models import Model

NUMBERED = re.compile(r"\b[PC]\d+\b")

TAKEN = {
    "existential_import=all": "noun phrases are taken to be about something",
    "existential_import=strong": "only noun phrases with ‘every’, ‘most’, ‘no’, ‘the’ or ‘both’ are taken to be about "
    "something",
    "existential_import=no": "noun phrases may be about nothing",
    "the=unique": "‘the’ asserts that there is exactly one",
    "the=existential": "‘the’ is taken as ‘some’",
    "the=presupposed": "‘the’ presupposes exactly one (‘both’: two)",
    "distinct_names=yes": "different names are different individuals",
    "distinct_names=no": "two names may be of one individual",
    "closed_world=yes": "what is not mentioned did not happen (closed world)",
    "closed_world=no": "more may have happened than is mentioned (open world)",
    "as_tall_as=at_least": "‘as tall as’ means at least as tall",
    "as_tall_as=equal": "‘as tall as’ means equally tall",
    "scope=inverse": "the object’s quantifier has the wider scope (another scope)",
    "scope=negated": "negation has wider scope than a subject with ‘every’, ‘all’ or ‘each’: ‘every dog did not run’ "
    "heard as ‘not every dog ran’ (another scope)",
    "scope=surface": "the subject’s quantifier has the wider scope (another scope)",
    "coreference=yes": "both sentences speak of the same individual or group",
    "coreference=no": "the sentences may speak of different individuals",
    "granted=yes": "what only the hypothesis presupposes is granted",
    "granted=no": "what only the hypothesis presupposes is not granted",
}
"""What a choice of a reading means; choices that are not listed are shown as they are."""


def filled(text: str, words: Mapping[str, str]) -> str:
    return NUMBERED.sub(lambda m: words.get(m[0], m[0]), text)


def why(published: str, verdict: Verdict) -> str:
    """The sentence that a person reads first."""
    match published, verdict.label, verdict.certificate:
        case _, "inconsistent", _:
            return "The premise cannot be true, given what is known."
        case _, "undecided", Nothing(tried):
            return f"Not decided: {'; '.join(tried)}."
        case "contradiction", "neutral", Countermodels(both, _):
            return f"Both sentences can be true: take {in_words(both)}."
        case "entailment", "neutral", Countermodels(_, only_premise):
            return (
                "There is a situation in which the premise is true and the hypothesis false: "
                f"take {in_words(only_premise)}."
            )
        case "contradiction", "entailment", Proved(_, witness):
            return f"The hypothesis follows from the premise. Both can be true: take {in_words(witness)}."
        case _, "entailment", _:
            return "The hypothesis follows: whenever the premise is true, the hypothesis is true."
        case _, "contradiction", _:
            return "The two sentences cannot be true together."
    return ""


def in_words(model: Model) -> str:
    """a (dog, black) and b (cat), with see: a → b."""
    labels = element_labels(model)
    found = [f"{label} ({', '.join(is_)})" if is_ else label for label, is_ in zip(labels, unary(model), strict=True)]
    told = [*_relations(model, labels), *_rest(model)]
    return _listed(found) + (f", with {'; '.join(told)}" if told else "")


def unary(model: Model) -> list[list[str]]:
    """For each element the predicates of one place that hold of it."""
    names = sorted(model.relations, key=_number)
    return [[n for n in names if (e,) in model.relations[n]] for e in range(model.size)]


def _relations(model: Model, labels: Sequence[str]) -> list[str]:
    out = []
    for name in sorted(model.relations, key=_number):
        pairs = sorted(t for t in model.relations[name] if len(t) == 2)
        arrows = [f"{labels[a]} → {', '.join(labels[t[1]] for t in g)}" for a, g in groupby(pairs, lambda t: t[0])]
        out += [f"{name}: {' and '.join(arrows)}"] if arrows else []
        out += [f"{name} true"] if () in model.relations[name] else []
    return out


def _rest(model: Model) -> list[str]:
    """Degrees and thresholds, as drawings of models tell them."""
    lines = draw(Model(model.size, {}, model.names, model.degrees, model.thresholds)).splitlines()
    return [line for line in lines[model.size :] if line]


def _number(name: str) -> tuple[int, str]:
    return (int(name[1:]) if name[1:].isdecimal() else 0, name)


def _listed(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


ENGLISH_RESCUES = {
    OTHER_SENSE: "The published label may be right if words are meant in other senses than those given",
    OTHER_SCOPE: "The published label may be right if the sentence is read in another way than named",
}
"""Of English sentences other readings are not tried: what a verdict rests on is named."""


def rescue_words(kind: str, detail: str) -> str:
    """What would make the published label right."""
    if kind == NONE:
        return "No change of reading makes the published label right."
    if kind == UNSETTLED:
        return f"No change of reading that could be decided makes the published label right; not decided: {detail}."
    if kind == KNOWLEDGE:
        narrow, _, wide = detail.partition("=")
        return (
            f"The published label is right if ‘{narrow}’ implies ‘{wide}’, which is not known here "
            f"(--isa {detail} adds it)."
        )
    if kind in (OTHER_SENSE, OTHER_SCOPE):
        return f"{ENGLISH_RESCUES[kind]} ({detail})."
    if kind == ATTACHMENT:
        return f"The published label is right if the words are attached otherwise ({detail})."
    said = " and ".join(TAKEN.get(choice, choice) for choice in detail.split(", "))
    return f"The published label is right if {said} ({detail})."
