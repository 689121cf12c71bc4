"""The papers' equations for one pair of sentences, word by word: what the batched networks over text must equal.

Each function gives the representation of a pair from word numbers p and h and the parameters of a network.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor


def lstm_layer(cell: Any, x: list[Tensor], suffix: str, start: tuple[Tensor, Tensor] | None = None) -> Any:
    """Hochreiter and Schmidhuber 1997, with the gates in torch's order i, f, g, o."""
    w, u = getattr(cell, f"weight_ih_{suffix}"), getattr(cell, f"weight_hh_{suffix}")
    b = getattr(cell, f"bias_ih_{suffix}") + getattr(cell, f"bias_hh_{suffix}")
    h, c = start or (torch.zeros(u.shape[1]), torch.zeros(u.shape[1]))
    out = []
    for word in x:
        i, f, g, o = (w @ word + u @ h + b).chunk(4)
        c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)
        h = torch.sigmoid(o) * torch.tanh(c)
        out.append(h)
    return out, (h, c)


def both_ways(cell: Any, x: list[Tensor]) -> tuple[list[Tensor], list[Tensor]]:
    forth, back = lstm_layer(cell, x, "l0")[0], lstm_layer(cell, x[::-1], "l0_reverse")[0][::-1]
    return forth, back


def joined(cell: Any, x: list[Tensor]) -> list[Tensor]:
    return [torch.cat(pair) for pair in zip(*both_ways(cell, x), strict=True)]


def vectors(net: Any, words: list[int]) -> list[Tensor]:
    return [net.words.weight[w] for w in words]


def cbow(net: Any, p: list[int], h: list[int]) -> Tensor:
    return torch.cat([sum(vectors(net, s)) / len(s) for s in (p, h)])  # type: ignore[arg-type]


def lstm(net: Any, p: list[int], h: list[int]) -> Tensor:
    ends = []
    for sentence in (p, h):
        x = vectors(net, sentence)
        for layer in range(net.lstm.num_layers):
            x = lstm_layer(net.lstm, x, f"l{layer}")[0]
        ends.append(x[-1])
    return torch.cat(ends)


def bilstm_max(net: Any, p: list[int], h: list[int]) -> Tensor:
    if net.both:
        x = [*vectors(net, p), net.mark, *vectors(net, h)]
    else:
        x = vectors(net, p if net.one_side == "premise" else h)
    return torch.stack(joined(net.lstm, x)).max(0).values


def attention_lstm(net: Any, p: list[int], h: list[int]) -> Tensor:
    y, (_, cell) = lstm_layer(net.premise, vectors(net, p), "l0")
    states, _ = lstm_layer(net.hypothesis, vectors(net, h), "l0", (torch.zeros_like(cell), cell))
    r = torch.zeros_like(cell)
    for h_t in states:
        m = [torch.tanh(net.w_y.weight @ y_j + net.w_h.weight @ h_t + net.w_r.weight @ r) for y_j in y]
        alpha = torch.stack([net.w.weight[0] @ m_j for m_j in m]).softmax(0)
        r = sum(a * y_j for a, y_j in zip(alpha, y, strict=True)) + torch.tanh(net.w_t.weight @ r)
    return torch.tanh(net.w_p.weight @ r + net.w_x.weight @ states[-1])


def aligned_softly(a: list[Tensor], b: list[Tensor], scores: list[list[Tensor]]) -> list[Tensor]:
    out = []
    for i in range(len(a)):
        alpha = torch.stack(scores[i]).softmax(0)
        out.append(sum(x * v for x, v in zip(alpha, b, strict=True)))
    return out  # type: ignore[return-value]


def decomposable_attention(net: Any, p: list[int], h: list[int]) -> Tensor:
    a, b = ([net.project.weight @ w for w in vectors(net, s)] for s in (p, h))
    scores = [[net.attend(x) @ net.attend(y) for y in b] for x in a]
    beta = aligned_softly(a, b, scores)
    alpha = aligned_softly(b, a, [list(column) for column in zip(*scores, strict=True)])
    left = sum(net.compare(torch.cat([x, o])) for x, o in zip(a, beta, strict=True))
    right = sum(net.compare(torch.cat([x, o])) for x, o in zip(b, alpha, strict=True))
    return torch.cat([left, right])  # type: ignore[list-item]


def esim(net: Any, p: list[int], h: list[int]) -> Tensor:
    a, b = joined(net.encoder, vectors(net, p)), joined(net.encoder, vectors(net, h))
    scores = [[x @ y for y in b] for x in a]
    out = []
    for x, o in (
        (a, aligned_softly(a, b, scores)),
        (b, aligned_softly(b, a, [list(c) for c in zip(*scores, strict=True)])),
    ):
        m = [torch.relu(net.project(torch.cat([u, v, u - v, u * v]))) for u, v in zip(x, o, strict=True)]
        v = torch.stack(joined(net.composer, m))
        out += [v.mean(0), v.max(0).values]
    return torch.cat(out)


def kim(net: Any, p: list[int], h: list[int]) -> Tensor:
    a, b = joined(net.encoder, vectors(net, p)), joined(net.encoder, vectors(net, h))
    r = [[torch.from_numpy(net._looked_up(i, j)) for j in h] for i in p]
    scores = [[a[i] @ b[j] + net.weight * float(bool(r[i][j].any())) for j in range(len(h))] for i in range(len(p))]
    turned = [list(c) for c in zip(*scores, strict=True)]
    swap = [0, 1, 3, 2, 4]
    back = [[r[i][j][swap] for i in range(len(p))] for j in range(len(h))]
    out = []
    for x, other, s, known in ((a, b, scores, r), (b, a, turned, back)):
        o = aligned_softly(x, other, s)
        k = [
            sum(w * f for w, f in zip(torch.stack(row).softmax(0), features, strict=True))
            for row, features in zip(s, known, strict=True)
        ]
        m = [torch.relu(net.project(torch.cat([u, v, u - v, u * v, f]))) for u, v, f in zip(x, o, k, strict=True)]
        v = torch.stack(joined(net.composer, m))
        weight = torch.stack([net.importance.weight[0] @ f for f in k]).softmax(0)
        out += [v.mean(0), v.max(0).values, weight @ v]
    return torch.cat(out)


def cosine(u: Tensor, v: Tensor) -> Tensor:
    return (u @ v) / (u.norm() * v.norm()).clamp(min=1e-8)


def matched(u: Tensor, v: Tensor, w: Tensor) -> Tensor:
    return torch.stack([cosine(row * u, row * v) for row in w])


def spelled(net: Any, word: int) -> Tensor:
    """Of a word's own characters, in the order of the alphabet of all words; an unknown word has none."""
    alphabet = sorted({c for w in net.material.words for c in w})
    letters = net.material.words[word - 2] if word >= 2 else ""
    x = [net.spelling.characters.weight[1 + alphabet.index(c)] for c in letters]
    last: Tensor = lstm_layer(net.spelling.lstm, x, "l0")[1][0]
    return last


def bimpm(net: Any, p: list[int], h: list[int]) -> Tensor:
    left, right = (
        both_ways(
            net.context,
            [
                v if net.spelling is None else torch.cat([v, spelled(net, w)])
                for w, v in zip(s, vectors(net, s), strict=True)
            ],
        )
        for s in (p, h)
    )
    out = []
    for mine, other in ((left, right), (right, left)):
        rows = []
        for i in range(len(mine[0])):
            parts = []
            for way in (0, 1):
                u, them = mine[way][i], other[way]
                full, best, mean, top = net.w[4 * way : 4 * way + 4]
                last = them[-1] if way == 0 else them[0]
                cosines = torch.stack([cosine(u, v) for v in them])
                average = sum(c * v for c, v in zip(cosines, them, strict=True)) / cosines.sum()
                parts += [
                    matched(u, last, full),
                    torch.stack([matched(u, v, best) for v in them]).max(0).values,
                    matched(u, average, mean),
                    matched(u, them[int(cosines.argmax())], top),
                ]
            rows.append(torch.cat(parts))
        forth, back = both_ways(net.aggregate, rows)
        out += [forth[-1], back[0]]
    return torch.cat(out)
