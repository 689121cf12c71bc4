"""Patterns of pairs by replacement (Yanaka et al. 2020): slots for words, a switch for each quantifier.

    spec ─► two sentences (specs.py) ─► pattern, and a problem with blanks (blanks.py)

For the label only the direction of each quantifier matters, so one schema stands for all quantifiers of its directions
(certify/uniform.py), and for all embeddings that differ in names only.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import numpy as np

from provenli.certify.certificates import Problem
from provenli.grammar import Derivation, Form, Leaf, Particle, Word
from provenli.grammar.tree import walk
from provenli.library.fragments.systematicity.specs import Builder, Spec, placeholder, polarities
from provenli.logic.formulas import TRUE
from provenli.pairs.abstraction import form_number, joined, merged, slots_of
from provenli.pairs.classes import Classes, WordClass
from provenli.pairs.fragment import Sentences
from provenli.pairs.pattern import Gap, Pattern, Piece, Pieces, Switch, Told, Turn


def opening(text: str, shape: str) -> Word:
    """How a clause begins; its one form names the shape of the clause, for the record."""
    return Word(text, (Form("Shape", shape),), TRUE)


WH_SUBJECT = WordClass("Wh:subject", (opening("that ", "wh V NP"), opening("which ", "wh V NP")), (1, 1))
WH_FULL = WordClass("Wh:full", (opening("that ", "wh NP V"), opening("which ", "wh NP V")), (1, 1))
# Table 6 has three embeddings, two of them with that or which: of object clauses half have neither.
WH_OBJECT = WordClass("Wh:object", (*WH_FULL.words, opening("", "NP V")), (1, 1, 2))
WH_CLASSES = (WH_SUBJECT, WH_FULL, WH_OBJECT)


def pattern_of(spec: Spec, builder: Builder, classes: Classes, switch: Switch) -> tuple[Pattern, Problem]:
    """The pattern, and its problem with blanks for quantifiers."""
    premise, hypothesis = builder.sentences(spec)
    slots = slots_of((premise, hypothesis), classes)
    first = len(slots)
    kinds = [*(classes.of[w] for w in slots), *(_wh_class(spec, k) for k in range(len(spec.shapes)))]
    pieces = [pieces_of(d, slots, first) for d in (premise, hypothesis)]
    pattern = Pattern(
        premise=pieces[0],
        hypothesis=pieces[1],
        slots=tuple(kinds),
        features=features_of(spec, first),
        schema=np.full(2**spec.phrases, -1, dtype=np.int64),
        switches=(switch,) * spec.phrases,
        recipe=asdict(spec),
    )
    return pattern, Problem((premise.meaning,), hypothesis.meaning)


def sentences_of(spec: Spec, builder: Builder, classes: Classes) -> Sentences:
    """that and which mean nothing, so they are not among the slots."""
    premise, hypothesis = builder.sentences(spec)
    switches = {placeholder(k).word: k - 1 for k in range(1, spec.phrases + 1)}
    return Sentences(premise, hypothesis, slots_of((premise, hypothesis), classes), switches)


def _wh_class(spec: Spec, k: int) -> str:
    if spec.shapes[k] == "subject":
        return WH_SUBJECT.name
    # After a relative clause, a clause without a pronoun of its own would be read as part of it.
    stacked = spec.replacement == "relative clause" and spec.position == k + 1
    return WH_FULL.name if stacked else WH_OBJECT.name


def pieces_of(d: Derivation, slots: dict[Any, int], first_wh: int) -> Pieces:
    tokens: list[Piece] = []
    switches = clauses = 0
    for _, node in walk(d.root):
        match node:
            case Leaf(word, _) if word in slots:
                tokens.append(Gap(slots[word], form_number(node)))
            case Leaf(_, Form("Q", _)):
                tokens.append(Turn(switches))
                switches += 1
            case Leaf(_, Form("Wh", _)):
                tokens.append(Gap(first_wh + clauses, -1))
                clauses += 1
            case Particle(text):
                tokens += text.split()
    return _closed_up(joined(tokens), first_wh)


def _closed_up(pieces: Pieces, first_wh: int) -> Pieces:
    """that and which bring their own space, since sometimes neither is there."""
    out: list[Piece] = []
    for p in pieces:
        after = out and isinstance(out[-1], Gap) and out[-1].slot >= first_wh
        out.append(p.removeprefix(" ") if after and isinstance(p, str) else p)
    return merged([p for p in out if p != ""])


def features_of(spec: Spec, first_wh: int) -> tuple[tuple[str, Pieces], ...]:
    quantifiers: list[Piece] = ["["]
    for k in range(spec.phrases):
        quantifiers += [", "] * (k > 0) + ['"', Turn(k), '"']
    shapes: list[Piece] = ["["]
    for k in range(len(spec.shapes)):
        shapes += [", "] * (k > 0) + ['"', Gap(first_wh + k, 0), '"']
    return (
        ("depth", (str(spec.depth),)),
        ("quantifiers", merged([*quantifiers, "]"])),
        ("replacement", (f'"{spec.replacement}"',)),
        ("argument", (f'"{spec.argument}"',)),
        ("position", (str(spec.position),)),
        ("change", (f'"{spec.change}"',)),
        ("monotonicity", (Told(('"upward"', '"downward"'), (polarities(spec) < 0).astype(np.int64)),)),
        ("embedding", merged([*shapes, "]"])),
        ("frame", (f'"{spec.frame}"',)),
        ("outer", (f'"{spec.outer}"',)),
    )
