"""Yanaka et al. 2021: train on f(s1) -> s1 and s1 -> s2, test on f(s1) -> s2.

The paper calls f(s1) -> s1 the pattern I1 and s1 -> s2 the pattern I2.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from provenli import papers
from provenli.errors import InputError, suggestion
from provenli.options import Option, nli_file, some_of, wholes, words
from provenli.splits.protocol import Check, Draw, Inputs, Need, Protocol, Size, Split, SplitPart
from provenli.splits.protocols.options import slug
from provenli.splits.where import EVERY, Where, where

PAPER = papers.TRANSITIVITY
CELLS = ("yes/yes", "yes/unk", "unk/yes", "unk/unk")
TENTH = Size(share=0.1)
"""Validation, and the test side of 9:1 (section 3.2, appendix C)."""
FLIPPED = 0.1
CONDITIONS = ("both", "I1", "I2", "neither")
PAIRS = Option("pairs", None, nli_file, "the NLI file that s1 -> s2 was taken from, instead of boolean", "none")


def _tests(role: str, size: Size) -> list[SplitPart]:
    return [SplitPart(f"test-{slug(cell)}", (Draw(role, where(cell=cell), size),)) for cell in CELLS]


def _embedded(inputs: Inputs, role: str) -> tuple[str, Where]:
    """Where s1 -> s2 comes from, and which rows; from an NLI file, those that the composites are made of."""
    if "pairs" in inputs.rows:
        used = inputs.rows[role].values("source")
        rows = where(source=used)
        if not used or not inputs.rows["pairs"].count(rows):
            raise InputError(
                f"{inputs.rows['pairs'].shown}: no pair of it was used in {inputs.rows[role].shown}; "
                "expected the file that the data set was made with (--pairs)"
            )
        return "pairs", rows
    if "boolean" not in inputs.rows:
        raise InputError("a data set of boolean is missing, for s1 -> s2: name its directory, or a file with --pairs")
    return "boolean", EVERY


# --- Tables 5, 6, 8, 9 ---


def transitivity(inputs: Inputs) -> Sequence[Split]:
    """Plain; with a tenth of the veridical labels flipped (setting II); with other beginnings (setting I)."""
    out: list[Split] = []
    if _both(inputs, "veridical", "transitivity"):
        out.append(_basics("basic", "veridical", "transitivity", 0.0, inputs))
        out.append(_basics("flipped", "veridical", "transitivity", FLIPPED, inputs))
    if _both(inputs, "veridical-various", "transitivity-various"):
        out.append(_basics("templates", "veridical-various", "transitivity-various", 0.0, inputs))
    if not out:
        raise InputError("data sets of veridical and transitivity are missing: name their directories")
    return out


def _both(inputs: Inputs, *roles: str) -> bool:
    there = [r for r in roles if r in inputs.rows]
    if len(there) == 1:
        missing = next(r for r in roles if r not in inputs.rows)
        raise InputError(
            f"beside {inputs.rows[there[0]].shown} a data set of {missing.partition('-')[0]} is missing, "
            "made with the same --templates"
        )
    return bool(there)


def _basics(name: str, veridical: str, composite: str, flip: float, inputs: Inputs) -> Split:
    embedded, used = _embedded(inputs, composite)

    def draws(size: Size) -> tuple[Draw, ...]:
        return Draw(embedded, used, size, ("label",)), Draw(veridical, EVERY, size, ("label",), flip)

    parts = (*_tests(composite, Size()), SplitPart("dev", draws(TENTH)), SplitPart("train", draws(Size())))
    told = {
        "basic": "train on both basic patterns",
        "templates": "various templates (setting I)",
        "flipped": "a tenth of the veridical labels flipped (setting II)",
    }
    return Split(name, parts, (), told[name])


# --- Figures 2 and 3 ---


def verb_augmentation(inputs: Inputs) -> Sequence[Split]:
    """Composites of k veridical verbs added to the basics, for each k, with both basics, one of them, or none."""
    rows = inputs.rows["transitivity"]
    verbs = [str(v) for v in rows.values("verb") if rows.count(where(verb=v, verb_type="veridical"))]
    order = _order(verbs, inputs)
    most = len(order)
    steps = inputs.options["steps"] or tuple(range(most + 1))
    if steps[-1] > most:
        raise InputError(f"--steps: {rows.shown} has {most} veridical verbs to add, found {steps[-1]}")
    inputs.notes.append(f"verbs in the order in which they are added: {', '.join(order)}")
    _embedded(inputs, "transitivity")
    if "veridical" not in inputs.rows:
        raise InputError("a data set of veridical is missing: name its directory")
    return [
        _augmented(c, order[:k], order[k:], inputs)
        for c in inputs.options["conditions"]
        for k in steps
        if k or c != "neither"
    ]


def _order(verbs: list[str], inputs: Inputs) -> list[str]:
    asked = inputs.options["verbs"]
    if asked is None:
        rng = np.random.Generator(np.random.PCG64([inputs.seed, 9]))
        return [verbs[k] for k in rng.permutation(len(verbs)).tolist()]
    for verb in asked:
        if verb not in verbs:
            raise InputError(
                f"--verbs: no veridical verb {verb!r} in {inputs.rows['transitivity'].shown}; {suggestion(verb, verbs)}"
            )
    return list(asked)


def _augmented(condition: str, added: list[str], left: list[str], inputs: Inputs) -> Split:
    embedded, used = _embedded(inputs, "transitivity")

    def draws(size: Size) -> tuple[Draw, ...]:
        found = []
        if condition in ("both", "I2"):
            found.append(Draw(embedded, used, size, ("label",)))
        if condition in ("both", "I1"):
            found.append(Draw("veridical", EVERY, size, ("label",)))
        # One draw for each verb, so that what one verb adds does not depend on how many there are.
        return (*found, *(Draw("transitivity", where(verb=verb), size) for verb in added))

    new = [
        SplitPart(f"test-new-verbs-{slug(cell)}", (Draw("transitivity", where(cell=cell, verb=tuple(left))),))
        for cell in CELLS[:2]
        if left
    ]
    parts = (*_tests("transitivity", TENTH), *new, SplitPart("dev", draws(TENTH)), SplitPart("train", draws(Size())))
    checks = [Check("features", (a, p.name), ("verb",), where(cell=CELLS)) for p in new for a in ("train", "dev")]
    told = f"basics: {condition}; composites of {len(added)} verbs added: {', '.join(added) or 'none'}"
    return Split(f"{condition}-{len(added):02}", parts, tuple(checks), told)


# --- Tables 12 and 13 ---


def random_control(inputs: Inputs) -> Sequence[Split]:
    """Composites against composites, 9:1 at random: if this is hard, the data are."""
    del inputs
    parts = (
        *_tests("transitivity", TENTH),
        SplitPart("dev", (Draw("transitivity", EVERY, Size(share=0.09)),)),
        SplitPart("train", (Draw("transitivity"),)),
    )
    return [Split("random", parts, (), "random 9:1")]


def _composites(role: str = "transitivity", templates: str = "someone", optional: bool = True) -> Need:
    return Need(role, ("transitivity",), {"templates": templates}, ("cell", "verb", "verb_type"), optional, ("source",))


def _veridical(role: str = "veridical", templates: str = "someone") -> Need:
    return Need(role, ("veridical",), {"templates": templates}, optional=True)


BOOLEAN = Need("boolean", ("boolean",), optional=True)
TRANSITIVITY = Protocol(
    "transitivity",
    "basics in training, composites in the test; settings I and II",
    PAPER,
    (
        BOOLEAN,
        _veridical(),
        _composites(),
        _veridical("veridical-various", "various"),
        _composites("transitivity-various", "various"),
    ),
    transitivity,
    (PAIRS,),
    {"pairs": "pairs"},
)
VERB_AUGMENTATION = Protocol(
    "verb-augmentation",
    "composites of more and more verbs added, under four conditions",
    PAPER,
    (BOOLEAN, _veridical(), _composites(optional=False)),
    verb_augmentation,
    (
        Option("verbs", None, words, "veridical verbs in the order in which they are added", "all, at random"),
        Option("steps", None, wholes(0, 100), "numbers of verbs", "all from 0"),
        Option("conditions", CONDITIONS, some_of(*CONDITIONS), "which basics are in training", ",".join(CONDITIONS)),
        PAIRS,
    ),
    {"pairs": "pairs"},
)
RANDOM_CONTROL = Protocol(
    "random-control", "composites 9:1 at random", PAPER, (_composites(optional=False),), random_control
)
