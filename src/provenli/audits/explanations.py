"""Why a published label is wrong, in plain words, and what would make it right.

Texts are about a schema: P1, P2 … stand for predicates, C1 … for names. `filled` puts the words of a pair in.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from provenli.audits.rescues import ATTACHMENT, KNOWLEDGE, NONE, NUMBERS, OTHER_SCOPE, OTHER_SENSE, UNSETTLED
from provenli.audits.word_kinds import Kinds, implied, wider
from provenli.certify.certificates import Countermodels, Nothing, Problem, Proved, Verdict
from provenli.logic.drawings import draw, element_labels
from provenli.logic.formulas import Formula, Pred, Quant, subformulas, unmark
from provenli.logic.models import FiniteModel
from provenli.logic.quantifiers import NAME, Quantifier
from provenli.logic.theory import Theory
from provenli.logic.truth import holds

NUMBERED = re.compile(r"\b[PC]\d+\b")

TAKEN = {
    "existential_import=all": "noun phrases are taken to be about something: ‘every dog’ says that there are dogs",
    "existential_import=strong": "only noun phrases with ‘every’, ‘most’, ‘no’, ‘the’ or ‘both’ are taken to be about "
    "something",
    "existential_import=no": "noun phrases may be about nothing: ‘every dog ran’ may be said where there is no dog",
    "the=unique": "‘the’ asserts that there is exactly one",
    "the=existential": "‘the’ is taken as ‘some’",
    "the=presupposed": "‘the’ presupposes exactly one (‘both’: two)",
    "distinct_names=yes": "different names are different individuals",
    "distinct_names=no": "two names may be of one individual",
    "closed_world=yes": "what is not mentioned did not happen (closed world)",
    "closed_world=no": "more may have happened than is mentioned (open world)",
    "as_tall_as=at_least": "‘as tall as’ means at least as tall",
    "as_tall_as=equal": "‘as tall as’ means equally tall",
    "scope=inverse": "sentences are understood from their objects: ‘some dog saw no cat’ heard as ‘there is no cat "
    "that a dog saw’ (another scope)",
    "scope=negated": "negation has wider scope than a subject with ‘every’, ‘all’ or ‘each’: ‘every dog did not run’ "
    "heard as ‘not every dog ran’ (another scope)",
    "scope=surface": "sentences are understood in the order of their words (another scope)",
    "coreference=yes": "both sentences speak of the same individual or group",
    "coreference=no": "the sentences may speak of different individuals",
    "granted=yes": "what only the hypothesis presupposes is granted",
    "granted=no": "what only the hypothesis presupposes is not granted",
}
"""What a choice of a reading means in words; choices that are not listed are shown as they are."""


def filled(text: str, words: Mapping[str, str]) -> str:
    return NUMBERED.sub(lambda m: words.get(m[0], m[0]), text)


def resting_on(unknown: Sequence[str]) -> str:
    return f"This holds as far as nothing is known of {_listed([f'‘{w}’' for w in unknown])}."


def why(published: str, verdict: Verdict, problem: Problem, kinds: Kinds) -> str:
    """The sentence that a person reads first."""
    match published, verdict.label, verdict.certificate:
        case _, "inconsistent", _:
            return "The premise cannot be true, given what is known."
        case _, "undecided", Nothing(tried):
            return f"Not decided: {'; '.join(tried)}."
        case "contradiction", "neutral", Countermodels(both, _):
            return f"Both sentences can be true: take {situation(both, problem, kinds)}"
        case "entailment", "neutral", Countermodels(_, only_premise):
            return (
                "There is a situation in which the premise is true and the hypothesis false: "
                f"take {situation(only_premise, problem, kinds)}"
            )
        case "contradiction", "entailment", Proved(_, witness):
            both_true = situation(witness, problem, kinds)
            return f"The hypothesis follows from the premise. Both can be true: take {both_true}"
        case _, "entailment", _:
            return "The hypothesis follows: whenever the premise is true, the hypothesis is true."
        case _, "contradiction", _:
            return f"The two sentences cannot be true together. {only_ones(problem, kinds)}".strip()
    return ""


def only_ones(problem: Problem, kinds: Kinds) -> str:
    """What ‘the’ presupposes, said where a contradiction may rest on it."""
    said = [g for f in (*problem.premises, problem.hypothesis) for g in subformulas(unmark(f))]
    heads = dict.fromkeys(_head(g, kinds) for g in said if isinstance(g, Quant) and g.quantifier.name == "the")
    if not heads or problem.reading.the == "existential":
        return ""
    return " ".join(f"‘The {h}’ says that there is exactly one {h}." for h in heads)


# --- a situation in words ---


def situation(model: FiniteModel, problem: Problem, kinds: Kinds) -> str:
    """A situation in words: a (black dog) and b (cat that slept), where a saw b. It also says which of them make the
    sentences true."""
    labels = element_labels(model)
    told = [*_relations(model, labels, problem.theory, kinds), *_rest(model)]
    elements = _elements(model, labels, problem.theory, kinds)
    if not elements and not told:
        return _nobody(model, problem, kinds)
    said = elements + (f", where {'; '.join(told)}" if told else "")
    return f"{said}. {makers(model, problem, labels, kinds)}".strip()


def _nobody(model: FiniteModel, problem: Problem, kinds: Kinds) -> str:
    """A situation that has nobody to tell of: *every dog ran* is not false where there is no dog."""
    heads = dict.fromkeys(_head(unmark(f), kinds, "body") for f in (*problem.premises, problem.hypothesis))
    nobody = f"a situation without any{'body' if 'body' in heads else ' ' + ' or '.join(heads)}"
    if holds(problem.hypothesis, model):
        return f"{nobody}. Nobody makes either sentence false there."
    return f"{nobody}. Nobody makes the premise false there, and nobody makes the hypothesis true."


def _elements(model: FiniteModel, labels: Sequence[str], theory: Theory, kinds: Kinds) -> str:
    """Elements with the same description are described together."""
    alike: dict[str, list[str]] = {}
    for e, label in enumerate(labels):
        told = described([n for n in sorted(model.relations, key=_number) if (e,) in model.relations[n]], theory, kinds)
        alike.setdefault(told, []).append(label)
    if not model.degrees:  # of whom nothing is told nobody need hear, unless everybody is spoken of
        alike[""] = [w for w in alike.get("", ()) if w in _spoken_of(model, labels)]
    parts = [
        (_people(who), told if len(who) == 1 or not told else f"each: {told}") for told, who in alike.items() if who
    ]
    groups = [f"{who} ({told})" if told else who for who, told in parts]
    # 'a (place), and Tom and b (each: person)': the comma tells groups from their members.
    return (
        _listed(groups)
        if not any(" and " in who for who, _ in parts)
        else ", and ".join([", ".join(groups[:-1]), groups[-1]] if len(groups) > 1 else groups)
    )


def _spoken_of(model: FiniteModel, labels: Sequence[str]) -> frozenset[str]:
    """The individuals that have a name or are related to another."""
    related = (e for pairs in model.relations.values() for pair in pairs if len(pair) > 1 for e in pair)
    return frozenset(labels[e] for e in (*model.names.values(), *related))


def described(names: Sequence[str], theory: Theory, kinds: Kinds) -> str:
    """A description such as: black dog that slept. Words that others imply are left out."""
    said = implied(names, theory)
    of: dict[str, list[str]] = {"adjective": [], "noun": [], "verb": []}
    for n in names:
        kind = kinds.get(n)
        if n not in said:
            of[kind.kind if kind else "noun"].append(shown(n, kinds))
    plain = [
        a for a in of["adjective"] if not any(b.endswith(f" {a}") for b in of["adjective"])
    ]  # not very old and old
    thing = " ".join([*plain, " and ".join(of["noun"])]).strip()
    done = " and ".join(of["verb"])
    return f"{thing} that {done}" if thing and done else thing or done


def shown(name: str, kinds: Kinds) -> str:
    return kinds[name].shown if name in kinds else name.replace("_", " ")


def _relations(model: FiniteModel, labels: Sequence[str], theory: Theory, kinds: Kinds) -> list[str]:
    """Individuals that do the same to the same thing share a sentence: a, b and c saw d. What they do implies more: a
    stared at (and so saw) b."""
    out = []
    for name in sorted(model.relations, key=_number):
        above = [n for n in wider(name, theory) if n in kinds and n in model.relations]
        below = [n for n in model.relations if name in wider(n, theory) and name not in above]
        said = frozenset(t for n in below for t in model.relations[n])
        reached: dict[tuple[str, ...], list[str]] = {}
        for a, group in groupby(sorted(t for t in model.relations[name] - said if len(t) == 2), lambda t: t[0]):
            reached.setdefault(tuple(labels[t[1]] for t in group), []).append(labels[a])
        arrows = [(_people(who), _people(whom)) for whom, who in reached.items()]
        if name in kinds:
            more = f" (and so {_listed([shown(n, kinds) for n in sorted(above, key=_number)])})" if above else ""
            out += [f"{who} {shown(name, kinds)}{more} {whom}" for who, whom in arrows]
        elif arrows:
            out.append(f"{name}: " + ", ".join(f"{who} → {whom}" for who, whom in arrows))
        out += [f"{name} true"] if () in model.relations[name] else []
    return out


def makers(model: FiniteModel, problem: Problem, labels: Sequence[str], kinds: Kinds) -> str:
    """The individuals that make the sentences true, if these begin with a quantified subject."""
    if len(problem.premises) != 1:
        return ""
    premise, hypothesis = unmark(problem.premises[0]), unmark(problem.hypothesis)
    if not isinstance(premise, Quant) or not isinstance(hypothesis, Quant):
        return ""
    if NAME in (premise.quantifier, hypothesis.quantifier):
        return ""
    said = Subjects(premise, model, "premise"), Subjects(hypothesis, model, "hypothesis")
    return _made(*said, labels, kinds)


@dataclass(frozen=True)
class Subjects:
    """A sentence in a model: the individuals for which it is true, and the others it speaks of, for which it is not."""

    sentence: Quant
    model: FiniteModel
    which: str

    @property
    def quantifier(self) -> Quantifier:
        return self.sentence.quantifier

    @cached_property
    def spoken(self) -> list[int]:
        f, model = self.sentence, self.model
        return [e for e in range(model.size) if holds(f.restrictor, model, {f.var: e})]

    @cached_property
    def true(self) -> list[int]:
        f = self.sentence
        return [e for e in self.spoken if holds(f.body, self.model, {f.var: e})]

    @property
    def existential(self) -> bool:
        return self.quantifier.name in ("some", "a", "at least", "several", "many")

    @property
    def limiting(self) -> bool:
        return self.quantifier.name in ("at most", "few")

    @property
    def claim(self) -> str:
        """*No dog ran* is true where nobody does what it denies; *at most 3* where not too many do."""
        if self.quantifier.name == "no":
            return f"what the {self.which} denies"
        return f"what the {self.which} allows of {self.quantifier}" if self.limiting else f"what the {self.which} says"

    def told(self, labels: Sequence[str]) -> str:
        true, others = _people([labels[e] for e in self.true]), self.others(labels)
        right = holds(self.sentence, self.model)
        if not self.true:
            plainly = right or not others
            return f"{self.claim} is true of nobody here" if plainly else f"{self.claim} is not true of {others}"
        count = f" ({len(self.true)}, not {self.quantifier})" if self.quantifier.numbers and not right else ""
        alone = " alone" if self.limiting and right else ""
        return f"{self.claim} is true of {true}{alone}{count}" + (f" and not of {others}" if others else "")

    def others(self, labels: Sequence[str]) -> str:
        return _people([labels[e] for e in self.spoken if e not in self.true])


def _made(p: Subjects, h: Subjects, labels: Sequence[str], kinds: Kinds) -> str:
    first, second = (_people([labels[e] for e in s.true]) for s in (p, h))
    if first and second and not set(p.true) & set(h.true) and p.existential and h.existential:
        one, other = len(p.true) == 1, len(h.true) == 1
        return (
            f"{first} {f'is the {_head(p.sentence, kinds)}' if one else 'are those'} that "
            f"{'makes' if one else 'make'} the premise true; {second} {'is another' if other else 'are others'}, and "
            f"{'makes' if other else 'make'} the hypothesis true."
        )
    told = p.told(labels), _missed(p, h, labels) or h.told(labels)
    if told[0].replace("premise", "hypothesis") == told[1]:
        both = (
            told[0]
            .replace("the premise says", "both sentences say")
            .replace("the premise allows", "both sentences allow")
            .replace("the premise denies", "either sentence denies")
        )
        return f"{both[:1].upper()}{both[1:]}."
    return f"{told[0][:1].upper()}{told[0][1:]}; {told[1]}."


def _missed(p: Subjects, h: Subjects, labels: Sequence[str]) -> str:
    """Why what is true of somebody by the premise does not make the hypothesis true: it does not speak of him."""
    missed = _people([labels[e] for e in p.true if e not in h.spoken])
    if h.true or not h.existential or not missed or not h.spoken:
        return ""
    return f"the hypothesis does not speak of {missed}, and what it says is not true of {h.others(labels)}"


def _head(f: Formula, kinds: Kinds, unknown: str = "one") -> str:
    names = [g.name for g in subformulas(f.restrictor) if isinstance(g, Pred)] if isinstance(f, Quant) else []
    nouns = [n for n in names if n in kinds and kinds[n].kind == "noun"]
    return shown(nouns[0], kinds) if nouns else unknown


def _rest(model: FiniteModel) -> list[str]:
    """Degrees and thresholds, in the words that drawings of models use."""
    lines = draw(FiniteModel(model.size, {}, model.names, model.degrees, model.thresholds)).splitlines()
    return [line for line in lines[model.size :] if line]


def _number(name: str) -> tuple[int, str]:
    return (int(name[1:]) if name[1:].isdecimal() else 0, name)


def _listed(parts: Sequence[str]) -> str:
    return "".join(parts) if len(parts) < 2 else f"{', '.join(parts[:-1])} and {parts[-1]}"


LONG_ROW = 4


def _people(labels: Sequence[str]) -> str:
    """A list such as "a, c to h and Tom": four letters in a row or more are shortened to the first and the last."""
    rows: list[list[str]] = []
    for label in labels:
        follows = rows and len(label) == len(rows[-1][-1]) == 1 and ord(label) == ord(rows[-1][-1]) + 1
        rows[-1:] = [[*rows[-1], label]] if follows else [*rows[-1:], [label]]
    return _listed([x for r in rows for x in ([f"{r[0]} to {r[-1]}"] if len(r) >= LONG_ROW else r)])


ENGLISH_RESCUES = {
    OTHER_SENSE: "The published label may be right if words are meant in other senses than those given",
    OTHER_SCOPE: "The published label may be right if words belong together in another way than taken here",
}
"""An audit of English tries no other readings: it names what a verdict rests on."""


def rescue_words(kind: str, detail: str) -> str:
    """What would make the published label right."""
    if kind == NONE:
        return "No change of reading makes the published label right: only the decided one is."
    if kind == UNSETTLED:
        return f"No change of reading that could be decided makes the published label right; not decided: {detail}."
    if kind == KNOWLEDGE:
        narrow, _, wide = detail.replace("_", " ").partition("=")
        return (
            f"The published label is right if ‘{narrow}’ implies ‘{wide}’, which is not known here "
            f"(--isa {detail} adds it)."
        )
    if kind in (OTHER_SENSE, OTHER_SCOPE):
        return f"{ENGLISH_RESCUES[kind]} ({detail})."
    if kind == ATTACHMENT:
        return f"The published label is right if the words are attached otherwise ({detail})."
    if kind == NUMBERS:
        return "The published label is right if a bare number means exactly that many, and not at least that many."
    said = " and ".join(TAKEN.get(choice, choice) for choice in detail.split(", "))
    return f"The published label is right if {said} ({detail})."
