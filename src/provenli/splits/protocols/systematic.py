"""Yanaka et al. 2020, section 2.2: four ways to ask whether monotonicity is learned systematically.

What the paper leaves open, and how it is read here, is in docs/splits.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from math import perm

import numpy as np

from provenli import papers
from provenli.errors import InputError, suggestion
from provenli.options import Option, text, whole
from provenli.splits.protocol import Check, Draw, Inputs, KnownRows, Need, Protocol, Split, SplitPart
from provenli.splits.protocols.options import MOST, SIZES, size, slug
from provenli.splits.where import Where, where

PAPER = papers.SYSTEMATICITY
TRAIN, TEST = 300_000, 20_000
SHARE = TEST / (TRAIN + TEST)
"""If data are short, the paper's proportion is used instead of its sizes (section 3.1)."""
EVEN = ("label",)
PERMUTATIONS = Option(
    "permutations", None, whole(1, MOST), "how many permutations of quantifier pairs, at random", "all that differ"
)

MOST_CHAINS = 1_000_000
"""The paper's four and four quantifiers have 576."""

# --- III and IV: depth ---


def productivity(inputs: Inputs) -> Sequence[Split]:
    """Train on depths up to i, test on every depth (Tables 3 and 7)."""
    rows = inputs.rows["pairs"]
    found = depths(rows)
    if len(found) < 2:
        raise InputError(f"{rows.shown} has depth {found[0]} only; productivity needs deeper rows: --depth 1-5")
    return [_by_depth(f"D{found[0]}-{d}" if k else f"D{d}", found[: k + 1], found, inputs) for k, d in enumerate(found)]


def localism(inputs: Inputs) -> Sequence[Split]:
    """Train on one depth alone, test on every depth up to it (Table 4)."""
    rows = inputs.rows["pairs"]
    found, least = depths(rows), inputs.options["least-depth"]
    if not any(d >= least for d in found):
        raise InputError(f"{rows.shown} has no row of depth {least} or more; make one with --depth 1-5")
    return [_by_depth(f"D{d}", (d,), [e for e in found if e <= d], inputs) for d in found if d >= least]


def depths(rows: KnownRows) -> list[int]:
    return [d for d in rows.values("depth") if isinstance(d, int)]


def _by_depth(name: str, shown: Sequence[int], tested: Sequence[int], inputs: Inputs) -> Split:
    asked = inputs.options
    seen = where(depth=tuple(shown))
    tests = [
        SplitPart(f"test-depth-{d}", (Draw("pairs", where(depth=d), size(asked["test-size"], TEST, SHARE), EVEN),))
        for d in tested
    ]
    dev = SplitPart("dev", (Draw("pairs", seen, size(asked["dev-size"], TEST, SHARE), EVEN),))
    train = SplitPart("train", (Draw("pairs", seen, size(asked["train-size"], TRAIN), EVEN),))
    unseen = [f"test-depth-{d}" for d in tested if d not in shown]
    checks = [Check("features", (a, b), ("depth",)) for b in unseen for a in ("train", "dev")]
    trained = ", ".join(map(str, shown))
    return Split(name, (*tests, dev, train), tuple(checks), f"train on depth {trained}")


# --- I and II: quantifiers ---


def predicate_replacements(inputs: Inputs) -> Sequence[Split]:
    """(S1, T1), then S2, … by adding pairs of quantifiers; T has only combinations that training lacks."""
    rows = inputs.rows["pairs"]
    up, down = directions(rows)
    replacements = [str(r) for r in rows.values("replacement")]
    q = _chosen("q", inputs.options["q"], [*up, *down])
    r = _chosen("r", inputs.options["r"], replacements)
    steps = min(len(up), len(down)) - 2
    free = ([x for x in up if x != q], [x for x in down if x != q])
    chains = list(_chains(*free, steps, inputs))
    sets = {(frozenset(u[:k]), frozenset(d[:k])) for u, d in chains for k in range(steps + 1)}
    added = sorted(sets, key=lambda pair: (len(pair[0]), sorted(pair[0]), sorted(pair[1])))
    inputs.notes.append(f"{len(chains):,} permutations, {len(added)} splits that differ; q = {q}, r = {r}")
    others = [x for x in replacements if x != r]
    return [_replaced(sorted(u), sorted(d), [*up, *down], q, r, others, inputs) for u, d in added]


def _replaced(
    up: list[str], down: list[str], quantifiers: list[str], q: str, r: str, others: list[str], inputs: Inputs
) -> Split:
    asked = inputs.options
    taught = [q, *up, *down]
    seen = where(depth=1, quantifiers=taught) | where(depth=1, replacement=r)
    unseen = where(depth=1, quantifiers=[x for x in quantifiers if x not in taught], replacement=others)
    tests = [
        SplitPart(
            "test" if role == "pairs" else f"test-{role}", (Draw(role, unseen, size(asked["test-size"], TEST), EVEN),)
        )
        for role in inputs.rows
        if role in ("pairs", *FRAMES)
    ]
    dev = SplitPart("dev", (Draw("pairs", seen, size(asked["dev-size"], TEST, SHARE), EVEN),))
    train = SplitPart("train", (Draw("pairs", seen, size(asked["train-size"], TRAIN), EVEN),))
    checks = [Check("features", (a, t.name), ("quantifiers", "replacement")) for t in tests for a in ("train", "dev")]
    step = len(up) + 1
    name = f"S{step}" + ("_" + "+".join(map(slug, (*up, *down))) if up else "")
    return Split(name, (*tests, dev, train), tuple(checks), f"S{step}: with all replacements {', '.join(taught)}")


def embedding_quantifiers(inputs: Inputs) -> Sequence[Split]:
    """S0 is depth 1; S1, … add depth 2 of one more pair; T is depth 2 of quantifiers never embedded in training."""
    rows = inputs.rows["pairs"]
    if 2 not in depths(rows):
        raise InputError(f"{rows.shown} has no row of depth 2; make one with --depth 1-2")
    up, down = directions(rows)
    steps = min(len(up), len(down)) - 1
    chains = list(_chains(up, down, steps, inputs))
    sets = {tuple(sorted(zip(u[:k], d[:k], strict=True))) for u, d in chains for k in range(steps + 1)}
    added = sorted(sets, key=lambda pairs: (len(pairs), pairs))
    inputs.notes.append(f"{len(chains):,} permutations, {len(added)} splits that differ")
    return [_embedded(pairs, [*up, *down], inputs) for pairs in added]


def _embedded(pairs: tuple[tuple[str, str], ...], quantifiers: list[str], inputs: Inputs) -> Split:
    asked = inputs.options
    seen = where(depth=1)
    for pair in pairs:
        seen |= where(depth=2, quantifiers=pair)
    left = [x for x in quantifiers if not any(x in pair for pair in pairs)]
    test = SplitPart("test", (Draw("pairs", where(depth=2, quantifiers=left), size(asked["test-size"], TEST), EVEN),))
    dev = SplitPart("dev", (Draw("pairs", seen, size(asked["dev-size"], TEST, SHARE), EVEN),))
    train = SplitPart("train", (Draw("pairs", seen, size(asked["train-size"], TRAIN), EVEN),))
    checks = [Check("elements", (a, "test"), ("quantifiers",), where(depth=2)) for a in ("train", "dev")]
    name = "_".join([f"S{len(pairs)}", *("+".join(map(slug, pair)) for pair in pairs)])
    told = "; ".join(", ".join(pair) for pair in pairs) or "none"
    return Split(name, (test, dev, train), tuple(checks), f"S{len(pairs)}: embedded in training {told}")


def directions(rows: KnownRows) -> tuple[list[str], list[str]]:
    """Upward and downward quantifiers, as the rows of depth 1 record them."""
    if 1 not in depths(rows):
        raise InputError(f"{rows.shown} has no row of depth 1; make one with --depth 1-2")
    every = sorted({str(x) for found in rows.values("quantifiers") if isinstance(found, tuple) for x in found})
    up, down = ([x for x in every if rows.count(_alone(x) & where(monotonicity=m))] for m in ("upward", "downward"))
    if set(up) & set(down) or min(len(up), len(down)) < 2:
        raise InputError(
            f"{rows.shown}: expected at least two upward and two downward quantifiers at depth 1, "
            f"found upward {', '.join(up) or 'none'}; downward {', '.join(down) or 'none'}"
        )
    return up, down


def _alone(quantifier: str) -> Where:
    return where(depth=1, quantifiers=quantifier)


def _chosen(option: str, asked: str | None, known: Sequence[str]) -> str:
    if asked is None:
        return known[0]
    if asked not in known:
        raise InputError(f"--{option}: no row has {asked!r}; {suggestion(asked, known)}")
    return asked


Chain = tuple[list[str], list[str]]


def _chains(up: Sequence[str], down: Sequence[str], steps: int, inputs: Inputs) -> Iterator[Chain]:
    """Orders in which pairs are added: no quantifier twice, `steps` pairs. All, or as many as were asked for."""
    if perm(len(up), steps) * perm(len(down), steps) > MOST_CHAINS:
        raise InputError(f"{len(up)} upward and {len(down)} downward quantifiers have too many orders to list")
    found = [(list(u), list(d)) for u in permutations(up, steps) for d in permutations(down, steps)]
    asked = inputs.options["permutations"]
    if asked is None or asked >= len(found):
        yield from found
        return
    rng = np.random.Generator(np.random.PCG64([inputs.seed, 8]))
    for k in sorted(rng.permutation(len(found))[:asked].tolist()):
        yield found[k]


FRAMES = ("adverb", "preposition", "object")
QUANTIFIED = ("depth", "quantifiers", "replacement", "monotonicity")
PREDICATE_REPLACEMENTS = Protocol(
    "predicate-replacements",
    "unseen combinations of quantifier and replacement (I)",
    PAPER,
    (
        Need("pairs", ("systematicity",), {"frame": "plain"}, QUANTIFIED),
        *(Need(f, ("systematicity",), {"frame": f}, QUANTIFIED, optional=True) for f in FRAMES),
    ),
    predicate_replacements,
    (
        Option("q", None, text, "the quantifier that is shown with all replacements", "the first upward one"),
        Option("r", None, text, "the replacement that is shown with all quantifiers", "the first"),
        PERMUTATIONS,
        *SIZES,
    ),
)
EMBEDDING_QUANTIFIERS = Protocol(
    "embedding-quantifiers",
    "quantifiers that training never embeds (II)",
    PAPER,
    (Need("pairs", ("systematicity",), {"frame": "plain"}, QUANTIFIED),),
    embedding_quantifiers,
    (PERMUTATIONS, *SIZES),
)
PRODUCTIVITY = Protocol(
    "productivity", "deeper than training (III)", PAPER, (Need("pairs", (), {}, ("depth",)),), productivity, SIZES
)
LOCALISM = Protocol(
    "localism",
    "shallower than training (IV)",
    PAPER,
    (Need("pairs", (), {}, ("depth",)),),
    localism,
    (Option("least-depth", 3, whole(1, 100), "train on each depth from here on alone"), *SIZES),
)
