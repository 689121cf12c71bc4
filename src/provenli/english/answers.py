"""What is said about a pair of English sentences: the forced answer, how sure it is, and why.

`label` is always one of three; `verdict` says what stands behind it. *proved*: the kernel has checked a proof, or
models, relative to the word facts listed as given and to the scopes named in the steps. *supported*: one route only, or
steps that no proof covers. *not covered*: the label is a guess with a probability.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from provenli.english.edits import Edit
from provenli.english.frames import FrameProof
from provenli.english.knowledge import WordFact
from provenli.english.wordnet import wordnet_directory
from provenli.errors import InputError

EnglishLabel: TypeAlias = Literal["entailment", "contradiction", "neutral"]
EnglishVerdict: TypeAlias = Literal["proved", "supported", "not covered"]
Answers: TypeAlias = Literal["sound", "learned"]

LABELS: tuple[EnglishLabel, ...] = ("entailment", "contradiction", "neutral")
SIGNS = {"entailment": "⊢", "contradiction": "⊢ not", "neutral": "⊬"}
CONCLUSIONS = {
    "entailment": "so it follows",
    "contradiction": "so they cannot both be true",
    "neutral": "so it need not follow",
}


@dataclass(frozen=True, slots=True)
class EnglishAnswer:
    premises: tuple[str, ...]
    hypothesis: str
    label: EnglishLabel
    verdict: EnglishVerdict
    probability: float
    given: tuple[WordFact, ...]
    steps: tuple[str, ...]
    routes: tuple[str, ...]
    """The readers that were asked."""
    edits: tuple[Edit, ...] = ()
    proofs: tuple[FrameProof, ...] = ()
    why: str = ""
    """Why it is not proved; empty if it is."""
    estimated: bool = False
    """The label rests on what was learned from data, not on known words and sound steps."""

    @property
    def premise(self) -> str:
        return self.premises[0]

    @property
    def explanation(self) -> str:
        """Empty if nothing was understood: then nothing is concluded either."""
        if not self.steps and self.verdict == "not covered":
            return ""
        return "; ".join((*self.steps, CONCLUSIONS[self.label])) + "."

    def to_json(self) -> dict[str, Any]:
        return {
            "premise": self.premise,
            "premises": list(self.premises),
            "hypothesis": self.hypothesis,
            "label": self.label,
            "verdict": self.verdict,
            "probability": round(self.probability, 4),
            "given": [str(f) for f in self.given],
            "steps": list(self.steps),
            "why": self.why,
            "estimated": self.estimated,
            "routes": list(self.routes),
        }

    def __repr__(self) -> str:
        said = " & ".join(map(repr, self.premises))
        return f"<{self.label}, {self.verdict}: {said} {SIGNS[self.label]} {self.hypothesis!r}>"

    def _repr_html_(self) -> str:
        lines = [repr(self)[1:-1], self.explanation, *(f"given: {f}" for f in self.given), self.why]
        return "".join(f"<div>{html.escape(line)}</div>" for line in lines if line)


def check_said(name: str, *sentences: str) -> None:
    """An empty text is no sentence; that is reported at once, rather than as an answer."""
    if not all(any(c.isprintable() and not c.isspace() for c in s) for s in sentences):
        raise InputError(f"the {name} is empty; expected an English sentence, such as 'Every dog barked.'")


def shown_answer(answer: EnglishAnswer) -> str:
    """For a person: the answer first, then why, then what it rests on."""
    sure = f"probability {answer.probability:.2f} that this label is right"
    sure = f"a guess: {sure}" if answer.verdict == "not covered" else sure
    sure += "; estimated from data" if answer.estimated else ""
    lines = [f"premise:    {p}" for p in answer.premises]
    lines += [f"hypothesis: {answer.hypothesis}", "", f"{answer.label}: {answer.verdict} ({sure})"]
    lines += [f"  {answer.explanation}"] if answer.explanation else []
    lines += [f"given: {f}" for f in answer.given]
    if answer.verdict == "proved":
        lines.append("The kernel has checked each step, given the scopes and word facts named.")
    if answer.why:
        lines.append(f"{answer.verdict}: {answer.why}")
    return "\n".join([*lines, *_way_on(answer)])


STRANGERS = re.compile(r"how '([^']+)' and '([^']+)' are related is not known")


def _way_on(answer: EnglishAnswer) -> list[str]:
    """A hint if nobody knows how two words are related."""
    found = STRANGERS.fullmatch(answer.why)
    if found is None:
        return []
    if wordnet_directory() is not None:
        narrow, wide = found.groups()
        if any((e.before, e.after, e.sign) == (narrow, wide, -1) for e in answer.edits):
            narrow, wide = wide, narrow  # a downward place: what helps is that the hypothesis's word is the narrower
        a, b = (f"'{x}'" if " " in x else x for x in (narrow, wide))
        told = f"say so with --isa {a}={b}; if nothing is both, with --excludes {a}={b}"
        return [f"If '{narrow}' implies '{wide}', {told}."]
    return [
        "WordNet is not here: `apt install wordnet-base`, or its directory in $WORDNET, tells how words are "
        "related; so does --isa novel=book."
    ]
