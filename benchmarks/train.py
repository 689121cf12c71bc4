"""Training and prediction speed against the plain way of doing it, in one run and on one thread.

    python benchmarks/train.py [--quick]

Plain: trees are composed recursively, example by example; phrases are padded to the longest; transformers are trained
by the Hugging Face Trainer and used through its pipeline, with their own dynamic padding. Times are CPU seconds.
"""

from __future__ import annotations

import argparse
import importlib
import io
import resource
import tempfile
import time
from collections.abc import Callable
from contextlib import redirect_stdout
from dataclasses import replace
from typing import Any

import numpy as np
import torch
from torch import Tensor

from provenli.data.trees import Tree
from provenli.fairness.composed_rows import with_shared_trees
from provenli.fairness.generation import Sizes, fair_split
from provenli.library.fragments.fair import tree as figure_3
from provenli.library.models.transformer import directory_of
from provenli.models.batches import batches
from provenli.models.examples import Examples, examples_of
from provenli.models.heads import groups, weighted_loss
from provenli.models.material import learn
from provenli.models.net import tensor
from provenli.models.protocol import Run
from provenli.models.shared_trees import Coded, SharedTrees
from provenli.models.text_columns import Phrases
from provenli.models.training_loop import probabilities, train


def fair(rows: int) -> Examples:
    task = figure_3.task(figure_3.invented(100))
    made = fair_split(task, ratio=0, sizes=Sizes(rows, 0, 0), rng=np.random.default_rng(1)).train
    tree = task.tree

    def texts(side: str) -> list[str]:
        columns = [np.array(tree.domains[f"{p} {side}"], dtype=object)[made[f"{p} {side}"]] for p in figure_3.PLACES]
        return [" ".join(words) for words in zip(*columns, strict=True)]

    features = {n: Coded(tuple(str(v) for v in tree.domains[n]), made[n].astype(np.int32)) for n in tree.inner}
    labels = Coded(task.names, task.label_of_value[made["sentence"]])
    ids = [str(k) for k in range(rows)]
    for place in ("quantifier of subject", "negation", "quantifier of object"):
        del features[place]  # as in data sets: nothing is recorded of them
    read = Examples("fair", ids, texts("premise"), texts("hypothesis"), labels, (), features)
    return with_shared_trees(read, tree)


def sentences(rows: int, lengths: tuple[int, int], seed: int = 0) -> Examples:
    """Text of uneven length, with a tree over each sentence that branches in two at random places."""
    rng = np.random.default_rng(seed)

    def sentence() -> str:
        return " ".join(WORDS[int(k)] for k in rng.integers(len(WORDS), size=int(rng.integers(*lengths))))

    pairs = [(sentence(), sentence()) for _ in range(rows)]
    labels = [("entailment", "neutral")[int(k)] for k in rng.integers(2, size=rows)]
    made = examples_of([p for p, _ in pairs], [h for _, h in pairs], labels)
    return replace(made, trees=[(branching(p.split(), rng), branching(h.split(), rng)) for p, h in pairs])


WORDS = [
    *("every", "some", "no", "few", "dog", "cat", "fox", "who", "that", "saw", "chased", "liked", "ran", "slept", "in"),
    *("the", "park", "house", "red", "small", "happy", "at", "least", "three", "more", "than", "and", "or", "quickly"),
]


def branching(words: list[str], rng: np.random.Generator) -> Tree:
    labels: list[str] = []
    children: list[tuple[int, ...]] = []

    def build(part: list[str]) -> int:
        at = int(rng.integers(1, len(part))) if len(part) > 1 else 0
        below = (build(part[:at]), build(part[at:])) if at else ()
        labels.append("rule" if below else part[0])
        children.append(below)
        return len(labels) - 1

    build(words)
    return Tree(tuple(labels), tuple(children))


def rate(step: Callable[[], object], rows: int, least: float) -> float:
    """Rows a CPU second; at least `least` seconds, and once before to warm up."""
    step()
    start, done = time.process_time(), 0
    while time.process_time() - start < least:
        step()
        done += rows
    return done / (time.process_time() - start)


def built(name: str, examples: Examples, **changes: Any) -> Any:
    model = importlib.import_module(f"provenli.library.models.{name}").MODEL
    settings = replace(model.presets["default"], **changes)
    torch.manual_seed(0)
    return model.build(learn(examples, settings), settings)


def learning(net: Any, loss: Callable[[], Tensor]) -> Callable[[], None]:
    adam = torch.optim.Adam(net.parameters(), fused=True)

    def step() -> None:
        adam.zero_grad()
        torch.autograd.backward(loss())
        adam.step()

    return step


def ours(net: Any, examples: Examples, batch: int) -> Callable[[], None]:
    rows = net.prepare(examples)
    order = iter(batches(rows.lengths, batch, 0, 0) * 1000)

    def loss() -> Tensor:
        out: Tensor = net.loss(rows, next(order))
        return out

    return learning(net, loss)


def recursive_aligned(net: Any, examples: Examples, batch: int) -> Callable[[], None]:
    """One example after the other, one node after the other, twelve heads."""
    rows = net.prepare(examples)
    shared, of_kind = examples.aligned, groups(net.material)
    assert isinstance(shared, SharedTrees)
    kinds, children, weight = shared.kinds, shared.children, shared.weights
    size = len(kinds)

    def node(row: int, k: int, losses: list[Tensor]) -> Tensor:
        if children[k]:
            x = net.compose(torch.stack([node(row, c, losses) for c in children[k]])[None])
        else:
            at = row * size + k
            x = net.leaf(torch.tensor([int(rows.premise[at])]), torch.tensor([int(rows.hypothesis[at])]))
        if kinds[k] in of_kind or k == size - 1:
            target = torch.tensor([int(rows.targets[row * size + k])])
            losses.append(weighted_loss(net.heads(x, of_kind.get(kinds[k], 0)), target, weight[k]))
        out: Tensor = x[0]
        return out

    def loss() -> Tensor:
        losses: list[Tensor] = []
        for row in range(batch):
            node(row, size - 1, losses)
        return torch.stack(losses).sum() / batch

    return learning(net, loss)


def recursive_trees(net: Any, examples: Examples, batch: int) -> Callable[[], None]:
    rows = net.prepare(examples)
    assert examples.trees is not None
    trees = examples.trees

    def node(tree: Tree, start: int, k: int) -> Tensor:
        below = tree.children[k]
        if not below:
            out: Tensor = net.leaf(torch.tensor([int(rows.words[start + k])]))[0]
            return out
        states = torch.stack([node(tree, start, c) for c in below])[None]
        edges = torch.tensor([[int(rows.edges[start + c]) for c in below]])
        composed: Tensor = net.compose(states, edges)[0]
        return composed

    def loss() -> Tensor:
        losses = []
        for row in range(batch):
            starts = rows.trees.starts[2 * row : 2 * row + 2]
            sides = [node(t, int(at), len(t.labels) - 1) for t, at in zip(trees[row], starts, strict=True)]
            x = torch.cat([net.output(s[None]) for s in sides], 1)
            losses.append(weighted_loss(net.heads(x), torch.tensor([int(rows.tasks[-1][1].targets[row])]), 1.0))
        return torch.stack(losses).sum() / batch

    return learning(net, loss)


def padded_lstm(net: Any, examples: Examples, batch: int) -> Callable[[], None]:
    """Every phrase of every task padded to nine words, and read to the end of the padding."""
    rows = net.prepare(examples)
    order = iter(batches(rows.lengths, batch, 0, 0) * 1000)
    longest = int(rows.premise.lengths.max())

    def padded(side: Any, chosen: Any, span: tuple[int, int] | None) -> tuple[Tensor, Tensor]:
        found: Phrases = side.phrases(chosen, span)
        return torch.nn.functional.pad(found.words, (0, longest - found.words.shape[1])), found.lengths

    def loss() -> Tensor:
        chosen = next(order)
        parts = [padded(side, chosen, t.span) for side in (rows.premise, rows.hypothesis) for t in rows.tasks]
        words, lengths = torch.cat([p[0] for p in parts]), torch.cat([p[1] for p in parts])
        states = net.lstm(net.words(words))[0]
        left, right = states[torch.arange(len(words)), lengths - 1].chunk(2)
        x = torch.cat([left, right], 1)
        total = torch.zeros(())
        for k, task in enumerate(rows.tasks):
            logits = net.heads(x[k * batch : (k + 1) * batch], task.group)
            total = total + weighted_loss(logits, tensor(task.targets[chosen].astype(np.int64)), task.weight)
        return total / batch

    return learning(net, loss)


def compare(name: str, fast: float, plain: float, wanted: float) -> None:
    ratio = fast / plain
    print(
        f"{name:<34}{plain:>10,.0f}{fast:>10,.0f}{ratio:>9.1f}x   wanted {wanted:g}x"
        + ("" if ratio >= wanted else "   BELOW"),
        flush=True,
    )


def trees_and_phrases(least: float) -> None:
    data = fair(20_000)
    net = built("comp_tree_nn", data)
    plain = rate(recursive_aligned(net, data, 32), 32, least)
    compare("CompTreeNN, 12 heads, batch 1,024", rate(ours(net, data, 1024), 1024, least), plain, 50)
    compare("CompTreeNN, 12 heads, batch 32", rate(ours(net, data, 32), 32, least), plain, 10)
    net = built("comp_tree_ntn", data)
    plain = rate(recursive_aligned(net, data, 16), 16, least)
    found = rate(ours(net, data, 64), 64, least)
    compare("CompTreeNTN, full tensor", found, plain, 8)
    tensor_limit(net, data, 64, found, least)
    net = built("lstm", data)
    plain = rate(padded_lstm(net, data, 256), 256, least)
    compare("LSTM, 12 phrase tasks", rate(ours(net, data, 256), 256, least), plain, 4)
    varied = sentences(2_000, (5, 18))
    net = built("tree_lstm", varied, embedding=300, hidden=200)
    plain = rate(recursive_trees(net, varied, 32), 32, least)
    compare("TreeLSTM 200, varying trees", rate(ours(net, varied, 64), 64, least), plain, 12)


def peak(least: float) -> float:
    """Multiplications and additions a CPU second in matrix products of the size that tensors compose with."""
    x, tensor_of = torch.randn(64, 200), torch.randn(200, 20_000)

    def step() -> None:
        x @ tensor_of

    return rate(step, 2 * 64 * 200 * 20_000, least)


def tensor_work(net: Any, examples: Examples, batch: int) -> float:
    """Multiplications and additions of one pair in training, forward and twice as many back: x^T V x of each node, leaf
    pairs that are equal within a batch counted once, the rest of the network left out."""
    rows, chosen = net.prepare(examples), np.arange(batch)
    width, done = net.settings.hidden, 0
    for step in rows.trees.forest(chosen).steps:
        flat = rows.trees.flat(chosen, step)
        if step.arity == 0:
            pairs = len(set(zip(rows.premise[flat].tolist(), rows.hypothesis[flat].tolist(), strict=True)))
            done += pairs * 2 * (2 * net.settings.embedding) ** 2 * width
        elif step.arity > 1:
            done += len(flat) * 2 * (step.arity * width) ** 2 * width
    return 3 * done / batch


def tensor_limit(net: Any, examples: Examples, batch: int, found: float, least: float) -> None:
    """How fast a full tensor could be with nothing to do but matrix products; ours keeps only its upper triangle."""
    work, products = tensor_work(net, examples, batch), peak(least)
    limit = products / work
    print(
        f"CompTreeNTN: {work / 1e9:.2f} GFLOP a pair in full, {products / 1e9:.0f} GFLOP a CPU second: at most "
        f"{limit:,.0f} pairs; ours {found:,.0f}, in {limit / found:.2f} times the least time   wanted 1.5"
        + ("" if limit <= 1.5 * found else "   BELOW"),
        flush=True,
    )


def transformers(least: float) -> None:
    try:
        importlib.import_module("accelerate")
        hf: Any = importlib.import_module("transformers")
    except ImportError as error:
        print(f"transformers: left out ({error})")
        return
    hf.logging.set_verbosity_error()
    data = sentences(max(256, int(64 * least)), (4, 24))
    where = directory_of("")
    model = importlib.import_module("provenli.library.models.transformer").MODEL
    settings = replace(model.presets["default"], epochs=1, checkpoint_every=10**6)
    torch.manual_seed(0)
    net = model.build(model.learn(data, settings), settings)
    net.begin()
    start = time.process_time()
    one = data.taken([0])
    train(net, net.prepare(data), net.prepare(one), one, Run(settings))
    fast = len(data) / (time.process_time() - start)
    tokenizer = hf.AutoTokenizer.from_pretrained(where)
    theirs = hf.AutoModelForSequenceClassification.from_pretrained(where, num_labels=2)
    rows = [
        dict(tokenizer(p, h, truncation=True), labels=int(c))
        for p, h, c in zip(data.premises, data.hypotheses, data.labels.codes, strict=True)
    ]
    with tempfile.TemporaryDirectory() as directory:
        arguments = hf.TrainingArguments(
            directory,
            per_device_train_batch_size=32,
            num_train_epochs=1,
            report_to=[],
            save_strategy="no",
            disable_tqdm=True,
            logging_strategy="no",
            use_cpu=True,
        )
        trainer = hf.Trainer(theirs, arguments, hf.DataCollatorWithPadding(tokenizer), train_dataset=rows)
        start = time.process_time()
        with redirect_stdout(io.StringIO()):
            trainer.train()
        compare("MiniLM, fine-tuning", fast, len(data) / (time.process_time() - start), 1.4)
    start = time.process_time()
    probabilities(net, net.prepare(data), 2)
    fast = len(data) / (time.process_time() - start)
    pipe = hf.pipeline("text-classification", theirs, tokenizer=tokenizer, device="cpu", batch_size=32)
    texts = [{"text": p, "text_pair": h} for p, h in zip(data.premises, data.hypotheses, strict=True)]
    start = time.process_time()
    pipe(texts)
    compare("MiniLM, prediction", fast, len(data) / (time.process_time() - start), 1.4)


def whole_epoch() -> None:
    """500,000 rows of the hardest fair split through one epoch, as `provenli train` does it."""
    data = fair(500_000)
    model = importlib.import_module("provenli.library.models.comp_tree_nn").MODEL
    start = time.process_time()
    model.fit(data, data.taken(np.arange(1000)), Run(replace(model.presets["fast"], epochs=1)))
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    print(f"CompTreeNN, 500,000 rows, one epoch: {time.process_time() - start:.0f} CPU s; {used:.2f} GB at most so far")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--quick", action="store_true", help="shorter and less exact; no 500,000 rows")
    quick = parser.parse_args().quick
    torch.set_num_threads(1)
    print(f"{'examples a CPU second':<34}{'plain':>10}{'ours':>10}")
    if not quick:
        whole_epoch()
    trees_and_phrases(1.0 if quick else 4.0)
    transformers(4.0 if quick else 8.0)


if __name__ == "__main__":
    main()
