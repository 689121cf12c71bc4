"""Random composition trees and random parts of their input spaces."""

from __future__ import annotations

from itertools import product

from hypothesis import strategies as st

from provenli.fairness.composition_trees import CompositionLeaf, CompositionTree, Inner, composition_tree


@st.composite
def composition_trees(draw: st.DrawFn, most_inner: int = 4) -> CompositionTree:
    """At most a few thousand inputs. Functions are random tables; some have values that they never give."""
    nodes: list[CompositionLeaf | Inner] = []
    loose: list[tuple[str, tuple[str, ...]]] = []  # names and domains of nodes that still want a parent

    def leaf() -> tuple[str, tuple[str, ...]]:
        name = f"leaf{len(nodes)}"
        domain = tuple(f"{name}.{k}" for k in range(draw(st.integers(1, 3))))
        nodes.append(CompositionLeaf(name, domain))
        return name, domain

    for _ in range(draw(st.integers(1, most_inner))):
        below = [loose.pop() for _ in range(draw(st.integers(0, min(2, len(loose)))))]
        below += [leaf() for _ in range(draw(st.integers(0 if below else 1, 3 - len(below) if below else 2)))]
        loose.append(_inner(draw, nodes, below))
    if len(loose) > 1:
        loose = [_inner(draw, nodes, loose)]
    return composition_tree(nodes)


def _inner(
    draw: st.DrawFn, nodes: list[CompositionLeaf | Inner], below: list[tuple[str, tuple[str, ...]]]
) -> tuple[str, tuple[str, ...]]:
    name = f"node{len(nodes)}"
    domain = tuple(f"{name}.{k}" for k in range(draw(st.integers(1, 3))))
    table = {local: draw(st.sampled_from(domain)) for local in product(*(d for _, d in below))}
    nodes.append(Inner(name, tuple(n for n, _ in below), table, domain))
    return name, domain


@st.composite
def parts(draw: st.DrawFn, tree: CompositionTree, least: int = 1) -> list[tuple[object, ...]]:
    """Some inputs of the tree, from few to all."""
    inputs = list(tree.inputs())
    chance = draw(st.sampled_from([2, 10, 50, 90, 99]))
    rng = draw(st.randoms(use_true_random=False))
    chosen = [x for x in inputs if rng.randrange(100) < chance]
    return chosen if len(chosen) >= least else rng.sample(inputs, least)
