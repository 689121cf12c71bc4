"""From a pair of derivations to its pattern: content words become slots, everything else stays."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import numpy as np

from provenli.errors import FragmentError
from provenli.grammar import Derivation, Leaf, Node, Particle, Word
from provenli.grammar import stored_trees as storing
from provenli.grammar.morphology import article
from provenli.grammar.tree import walk, with_leaves
from provenli.pairs.classes import Classes
from provenli.pairs.fragment import Draft
from provenli.pairs.pattern import Gap, Pattern, Piece, Pieces, Turn, capitalised

NO_SCHEMA = np.zeros(1, dtype=np.int64)


def abstracted(draft: Draft, classes: Classes) -> tuple[Pattern, tuple[Word, ...]]:
    """The pattern (its schema still open), and the words that fill its slots to give the draft again."""
    slots = slots_of((draft.premise, draft.hypothesis), classes)
    pattern = Pattern(
        premise=pieces_of(draft.premise, slots),
        hypothesis=pieces_of(draft.hypothesis, slots),
        slots=tuple(classes.of[w] for w in slots),
        features=tuple((name, feature(value, slots)) for name, value in draft.features.items()),
        schema=NO_SCHEMA,
        recipe=recipe_of(draft),
        cell=draft.cell,
        derived=draft.derived,
    )
    words = tuple(slots)
    for d, pieces in ((draft.premise, pattern.premise), (draft.hypothesis, pattern.hypothesis)):
        if pattern.text(pieces, words) != d.text:
            raise FragmentError(f"{d.text!r} came out as {pattern.text(pieces, words)!r} when its words were put back")
    return pattern, words


def slots_of(derivations: tuple[Derivation, ...], classes: Classes) -> dict[Word, int]:
    found: dict[Word, int] = {}
    for d in derivations:
        for w in d.words():
            if w in classes.of:
                found.setdefault(w, len(found))
    return found


def pieces_of(d: Derivation, slots: Mapping[Word, int]) -> Pieces:
    """The text with gaps, written as grammar.realise writes sentences: articles, commas, capital, full stop."""
    return joined(with_articles(tokens_in(d.root, slots)))


def tokens_in(root: Node, slots: Mapping[Word, int]) -> list[Piece]:
    out: list[Piece] = []
    for _, node in walk(root):
        match node:
            case Leaf(word, _) if word in slots:
                out.append(Gap(slots[word], form_number(node)))
            case Leaf(_, form):
                out += form.text.split()
            case Particle(text):
                out += text.split()
    return out


def form_number(leaf: Leaf) -> int:
    forms = leaf.word.forms
    same = [k for k, f in enumerate(forms) if f.category == leaf.form.category]
    alike = same or [k for k, f in enumerate(forms) if f.text == leaf.form.text]
    return alike[0]


def with_articles(tokens: list[Piece]) -> list[Piece]:
    out: list[Piece] = []
    for k, t in enumerate(tokens):
        after = tokens[k + 1] if k + 1 < len(tokens) else ","
        if t == "a" and isinstance(after, Gap):
            continue
        if isinstance(t, Gap) and k and tokens[k - 1] == "a":
            out.append(Gap(t.slot, t.form, article=True))
        else:
            out.append(article(after) if t == "a" and isinstance(after, str) and after != "," else t)
    return out


def joined(tokens: list[Piece]) -> Pieces:
    """Spaces between tokens, none before a comma; a capital in front and a full stop behind."""
    return merged([*spaced([_capital(tokens[0]), *tokens[1:]]), "."])


def spaced(tokens: list[Piece]) -> list[Piece]:
    out: list[Piece] = tokens[:1]
    for t in tokens[1:]:
        out += [t] if t == "," else [" ", t]
    return out


def _capital(p: Piece) -> Piece:
    match p:
        case Gap(slot, form, article):
            return Gap(slot, form, article, capital=True)
        case Turn(switch):
            return Turn(switch, capital=True)
        case str():
            return capitalised(p)
    return p


def merged(pieces: list[Piece]) -> Pieces:
    out: list[Piece] = []
    for p in pieces:
        if isinstance(p, str) and out and isinstance(out[-1], str):
            out[-1] += p
        else:
            out.append(p)
    return tuple(out)


def feature(value: Any, slots: Mapping[Word, int]) -> Pieces:
    """A feature's JSON in pieces. Words that fill no slot stay themselves."""
    match value:
        case Word() if value in slots:
            return ('"', Gap(slots[value], -1), '"')
        case Word():
            return (json.dumps(value.lemma, ensure_ascii=False),)
        case list() | tuple():
            inner: list[Piece] = ["["]
            for k, v in enumerate(value):
                inner += [", "] * (k > 0)
                inner += feature(v, slots)
            return merged([*inner, "]"])
    try:
        return (json.dumps(value, ensure_ascii=False, allow_nan=False),)
    except (TypeError, ValueError) as e:
        raise FragmentError(f"a feature must be made of text, numbers, lists and words, found {value!r:.60}") from e


def recipe_of(draft: Draft) -> Any:
    plain = {k: json.loads(json.dumps(v, default=_lemma)) for k, v in draft.features.items()}
    return {
        "premise": storing.to_json(draft.premise),
        "hypothesis": storing.to_json(draft.hypothesis),
        "features": plain,
        **({"cell": draft.cell} if draft.cell else {}),
        **({"derived": draft.derived} if draft.derived else {}),
    }


def _lemma(value: Any) -> Any:
    if isinstance(value, Word):
        return {"word": value.lemma, "form": value.forms[0].category}
    raise FragmentError(f"a feature must be made of text, numbers, lists and words, found {value!r}")


def refilled(d: Derivation, words: Mapping[Word, Word]) -> Derivation:
    """The same tree over other words of the same classes."""

    def other(leaf: Any) -> Any:
        if not isinstance(leaf, Leaf) or leaf.word not in words:
            return leaf
        new = words[leaf.word]
        text = new.forms[form_number(leaf)].text
        return Leaf(new, type(leaf.form)(leaf.form.category, text))

    return Derivation(with_leaves(d.root, other), d.grammar)
