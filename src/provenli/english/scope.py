"""Polarity of every piece, and what every operator takes scope over: both read off the formula with its marks."""

from __future__ import annotations

from collections.abc import Mapping

from provenli.english.analysis import EFFECTS, Effect, ScopeOperator
from provenli.logic.formulas import Formula, Mark, children
from provenli.logic.polarity import directions, mark_polarities


def piece_polarities(
    formula: Formula, anchors: Mapping[int, tuple[int, int]], heads: Mapping[int, int], count: int
) -> list[int]:
    """One sign a piece; what has no mark goes with its anchor, and else with its neighbour."""
    marked = {int(tag[1:]): sign for tag, sign in mark_polarities(formula).items()}
    signs: dict[int, int] = {}

    def sign_of(piece: int, seen: frozenset[int]) -> int | None:
        if piece in anchors and piece not in seen:
            anchor, way = anchors[piece]
            if anchor == anchors.get(anchor, (None, 0))[0]:
                own = marked.get(anchor)
                return None if own is None else own * way
            found = sign_of(anchor, seen | {piece})
            if found is not None:
                return found * way
        return marked.get(piece)

    for piece in range(count):
        found = sign_of(heads.get(piece, piece), frozenset())
        if piece in anchors:
            found = sign_of(piece, frozenset())
        if found is not None:
            signs[piece] = found
    return [signs.get(p, _neighbour(signs, p, count)) for p in range(count)]


def _neighbour(signs: Mapping[int, int], piece: int, count: int) -> int:
    for distance in range(1, count):
        for other in (piece + distance, piece - distance):
            if other in signs:
                return signs[other]
    return 1


def scopes(formula: Formula) -> dict[int, tuple[tuple[int, int], ...]]:
    """For every marked piece the marked pieces below it, with what lies between does to them."""
    found: dict[int, dict[int, int]] = {}

    def walk(f: Formula, above: tuple[tuple[int, int], ...]) -> None:
        if isinstance(f, Mark):
            own = int(f.tag[1:])
            for piece, sign in above:
                if piece != own:
                    below = found.setdefault(piece, {})
                    below[own] = sign if below.get(own, sign) == sign else 0
            above = (*above, (own, 1))
        for child, way in zip(children(f), directions(f), strict=True):
            walk(child, tuple((p, s * way) for p, s in above))

    walk(formula, ())
    return {p: tuple(sorted(below.items())) for p, below in found.items()}


def arguments_of(formula: Formula, piece: int) -> tuple[Effect, ...]:
    """What the operator does to each of its arguments."""
    if isinstance(formula, Mark) and formula.tag == f"t{piece}":
        body = formula.body
        while isinstance(body, Mark):
            body = body.body
        return tuple(EFFECTS[d] for d in directions(body))
    for child in children(formula):
        found = arguments_of(child, piece)
        if found:
            return found
    return ()


WORDS: Mapping[Effect, str] = {"up": "upward", "down": "downward", "non": "neither way"}


def reason(name: str, effects: tuple[Effect, ...], noun: bool) -> str:
    if not effects:
        return f"{name} turns what is in its scope"
    if len(effects) == 1:
        return f"{name} turns its scope {WORDS[effects[0]]}"
    first, second = ("its noun", "its scope") if noun else ("its clause", "the rest")
    if effects[0] == effects[1]:
        return f"{name} turns {first} and {second} {WORDS[effects[0]]}"
    return f"{name} turns {first} {WORDS[effects[0]]}, {second} {WORDS[effects[1]]}"


def operators_of(
    formula: Formula, names: Mapping[int, str], spans: Mapping[int, tuple[int, int]], words: tuple[int, ...]
) -> tuple[ScopeOperator, ...]:
    """`words`: for each piece the word between spaces it belongs to."""
    below = scopes(formula)
    out: list[ScopeOperator] = []
    for piece, name in sorted(names.items()):
        effects = arguments_of(formula, piece)
        first, end = spans.get(piece, (piece, piece + 1))
        scope: dict[int, Effect] = {}
        for other, sign in below.get(piece, ()):
            if words[other] != words[piece]:
                scope[words[other]] = EFFECTS[sign]
        out.append(
            ScopeOperator(
                words[first],
                words[end - 1] + 1,
                name,
                effects,
                tuple(sorted(scope.items())),
                reason(name, effects, len(effects) == 2),
            )
        )
    return tuple(out)
