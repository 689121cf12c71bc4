"""The papers' equations along one tree, node by node: what the level-by-level networks must equal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

Children = tuple[tuple[int, ...], ...]


def leaf_pair(net: Any, p: int, h: int) -> Tensor:
    return net.f(net.pair.weight @ torch.cat([net.words.weight[p], net.words.weight[h]]) + net.pair.bias)


def layer(net: Any, below: list[Tensor]) -> Tensor:
    chosen = net.inner[len(below) - 1]
    return net.f(chosen.weight @ torch.cat(below) + chosen.bias)


def tensor_form(net: Any, form: Any, x: Tensor) -> Tensor:
    """From the full tensor: the bands beside each other, nothing below them."""
    width, outs = len(x), len(form.linear.bias)
    bands = [torch.nn.functional.pad(b.view(len(b), outs, -1), (0, 0, 0, 0, width - len(b), 0)) for b in form.bands]
    full = torch.cat(bands, 2)  # [width, out, width]
    quadratic = torch.stack([x @ full[:, k] @ x for k in range(outs)])
    return net.f(quadratic + form.linear.weight @ x + form.linear.bias)


def tensor_leaf(net: Any, p: int, h: int) -> Tensor:
    return tensor_form(net, net.pair_form, torch.cat([net.words.weight[p], net.words.weight[h]]))


def tensor_layer(net: Any, below: list[Tensor]) -> Tensor:
    x = torch.cat(below)
    if len(below) == 1:
        return net.f(net.single.weight @ x + net.single.bias)
    return tensor_form(net, net.forms[len(below) - 2], x)


def state(net: Any, v: Tensor) -> Tensor:
    q = (net.sharpness * (net.to_states.weight @ v + net.to_states.bias)).softmax(0)
    return sum(q[i] * net.states.weight[i] for i in range(len(q)))  # type: ignore[return-value]


Leaf = Callable[[Any, int, int], Tensor]
Layer = Callable[[Any, list[Tensor]], Tensor]


def along(
    net: Any, children: Children, pairs: list[tuple[int, int] | None], groups: list[int], leaf: Leaf, inner: Layer
) -> list[tuple[Tensor, Tensor | None]]:
    """For each node its vector and the logits of its set of classes.

    In a bottleneck only relations go up, in a state tree only states from clauses (group -2).
    """
    out: list[tuple[Tensor, Tensor | None]] = []
    sent: list[Tensor] = []
    for k, below in enumerate(children):
        pair = pairs[k]
        v = leaf(net, *pair) if pair else inner(net, [sent[c] for c in below])
        logits = net.heads(v[None], groups[k])[0] if groups[k] >= 0 else None
        out.append((v, logits))
        if hasattr(net, "relations") and logits is not None:
            rows = net.rows[groups[k]]
            q = logits.softmax(0)
            sent.append(sum(q[i] * net.relations.weight[r] for i, r in enumerate(rows)))  # type: ignore[arg-type]
        elif hasattr(net, "to_states") and groups[k] == -2:
            sent.append(state(net, v))
        else:
            sent.append(v)
    return out


def tree_nn(net: Any, children: Children, words: list[int], edges: list[int]) -> list[Tensor]:
    del edges
    out: list[Tensor] = []
    for k, below in enumerate(children):
        if below:
            out.append(layer(net, [out[c] for c in below]))
        else:
            out.append(net.f(net.lift.weight @ net.words.weight[words[k]] + net.lift.bias))
    return out


def tree_lstm(net: Any, children: Children, words: list[int], edges: list[int]) -> list[Tensor]:
    """Tran and Cheng 2018, with x_j = 0 at inner nodes."""
    states: list[tuple[Tensor, Tensor]] = []
    for k, below in enumerate(children):
        x = torch.zeros(net.of_word.in_features) if below else net.words.weight[words[k]]
        m = [net.edges.weight[edges[c]] * (net.of_child.weight @ states[c][0]) for c in below]
        total = sum(m) if m else torch.zeros(net.of_sum.in_features)
        i, o, u = (net.of_word.weight @ x + net.of_word.bias + net.of_sum.weight @ total).chunk(3)
        c_j = torch.sigmoid(i) * torch.tanh(u)
        for c, m_c in zip(below, m, strict=True):
            c_j = c_j + torch.sigmoid(net.forget.weight @ m_c + net.forget.bias) * states[c][1]
        states.append((torch.sigmoid(o) * torch.tanh(c_j), c_j))
    return [h for h, _ in states]
