"""The one training loop: Adam, batches of like length, the best weights on dev, and states to go on from.

A state is all that the rest of the run depends on: weights, moments of Adam, random state, epoch, batch, and the best
weights so far. A run that is killed and started again goes on from the last state and ends with the same bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from provenli.errors import InputError
from provenli.models.batches import batches, by_length
from provenli.models.checkpoints import STATE, read_saved, write_saved
from provenli.models.examples import Examples
from provenli.models.net import Net, NetColumns
from provenli.models.protocol import Epoch, Run, Saved

LEARNED = 0.995
"""A run may begin anew only if its dev accuracy is below this."""
Arrays = Mapping[str, NDArray[Any]]


@dataclass
class LoopState:
    """Where a run stands. `epoch` is the one being trained, from 0; `batch` the next one in it; `since`: epochs without
    better weights; `better`: whether this epoch has had some."""

    epoch: int = 0
    batch: int = 0
    loss: float = 0.0
    rows: int = 0
    best: float = -1.0
    since: int = 0
    better: bool = False
    history: list[Epoch] = field(default_factory=list)


@contextmanager
def quick_arithmetic() -> Iterator[None]:
    """One thread, since two processes with one thread each beat one with two. And numbers below 1e-38 count as 0:
    weights that L2 draws to nothing come to such numbers (a third of some layers of CompTreeNN after two epochs), with
    which some processors take many times as long."""
    torch.set_num_threads(1)
    before = flushes()
    torch.set_flush_denormal(True)
    try:
        yield
    finally:
        torch.set_flush_denormal(before)


def flushes() -> bool:
    """Whether numbers below 1e-38 count as 0 here."""
    return not torch.full((1,), 1e-38).mul(0.1).any()


@quick_arithmetic()
def train(net: Net, train_rows: NetColumns, dev_rows: NetColumns, dev: Examples, run: Run) -> list[Epoch]:
    """The net has the weights that are best on dev afterwards."""
    loop = _Loop(net, run, lambda: accuracy(net, dev_rows, dev))
    loop.resume()
    state, s = loop.state, run.settings
    for epoch in state.history:  # a run may be killed after an epoch is kept and before anyone is told
        run.epoch_done(epoch)
    while state.epoch < s.epochs and not (s.patience and state.since >= s.patience):
        if loop.is_stuck():
            loop.begin_anew()
        loop.one_epoch(train_rows)
        loop.end_epoch()
        run.epoch_done(state.history[-1])
    net.load_state_dict(loop.best)
    return state.history


class _Loop:
    def __init__(self, net: Net, run: Run, judged: Callable[[], float]) -> None:
        """`judged`: the accuracy on dev."""
        self.net, self.run, self.state, self.judged = net, run, LoopState(), judged
        self.weights = [p for p in net.parameters() if p.requires_grad]
        s = run.settings
        groups = net.parameter_groups(s.learning_rate)
        self.adam = torch.optim.Adam(groups, lr=s.learning_rate, weight_decay=s.l2, fused=True)
        self.rates: list[float] = [group["lr"] for group in self.adam.param_groups]
        self.best: dict[str, torch.Tensor] = _copied(net)

    def one_epoch(self, rows: NetColumns) -> None:
        s, state = self.run.settings, self.state
        order = batches(rows.lengths, s.batch, self.run.seed, state.epoch)
        self.net.train()
        while state.batch < len(order):
            chosen = order[state.batch]
            if s.decay:
                self._slow_down((state.epoch + state.batch / len(order)) / s.epochs)
            state.loss += self._step(rows, chosen) * len(chosen)
            state.rows += len(chosen)
            state.batch += 1
            dev = f", dev {100 * state.history[-1].dev_accuracy:.2f}% before" if state.history else ""
            told = f"epoch {state.epoch + 1}, loss {state.loss / state.rows:.4f}{dev}"
            self.run.progress(told, state.batch, len(order))
            if s.judged_every and state.batch % s.judged_every == 0 and state.batch < len(order):
                self.judge()
                self.net.train()
            if state.batch % s.checkpoint_every == 0 and state.batch < len(order):
                self.keep()

    def _slow_down(self, done: float) -> None:
        """`done`: the share of training that is over."""
        for group, rate in zip(self.adam.param_groups, self.rates, strict=True):
            group["lr"] = rate * (1 - done)

    def _step(self, rows: NetColumns, chosen: NDArray[np.int64]) -> float:
        self.adam.zero_grad(set_to_none=True)
        loss = self.net.loss(rows, chosen)
        torch.autograd.backward(loss)
        if self.run.settings.clip:
            nn.utils.clip_grad_norm_(self.weights, self.run.settings.clip)
        self.adam.step()
        value = float(loss.detach())
        if not np.isfinite(value):
            raise InputError(
                f"the loss is no longer finite in epoch {self.state.epoch + 1}: try a smaller learning_rate, or clip=5"
            )
        return value

    def judge(self) -> float:
        """The accuracy on dev; the weights are kept if they are the best so far."""
        state, found = self.state, self.judged()
        state.better |= found > state.best
        if found >= state.best:  # of weights that are equally good the last: they have seen more
            state.best, self.best = found, _copied(self.net)
        return found

    def end_epoch(self) -> None:
        state, found = self.state, self.judge()
        state.history.append(Epoch(state.epoch + 1, state.loss / max(1, state.rows), found))
        state.since = 0 if state.better else state.since + 1
        state.epoch, state.batch, state.loss, state.rows, state.better = state.epoch + 1, 0, 0.0, 0, False
        self.keep()

    def is_stuck(self) -> bool:
        """Asked before an epoch. A resumed run asks again, and draws the same weights."""
        state, after = self.state, self.run.settings.restart_after
        at_the_end = after > 0 and state.epoch > 0 and state.batch == 0 and state.epoch % after == 0
        return at_the_end and state.best < LEARNED

    def begin_anew(self) -> None:
        """Draw new weights, as far as they are drawn at all; the best ones so far are kept until others beat them."""
        for module in self.net.modules():
            if callable(draw := getattr(module, "reset_parameters", None)):
                draw()
        self.net.begin()
        self.adam.state.clear()
        self.state.since = 0

    def keep(self) -> None:
        if self.run.directory is None:
            return
        arrays = {f"net.{k}": v for k, v in _arrays(self.net.state_dict()).items()}
        arrays |= {f"best.{k}": v for k, v in _arrays(self.best).items()}
        arrays["random"] = torch.get_rng_state().numpy()
        for k, p in enumerate(self.weights):
            arrays |= {f"adam.{k}.{name}": v for name, v in _arrays(self.adam.state.get(p, {})).items()}
        value = asdict(self.state) | {"settings": asdict(self.run.settings), "seed": self.run.seed}
        write_saved(self.run.directory / STATE, Saved(arrays, value))

    def resume(self) -> None:
        path = self.run.directory / STATE if self.run.directory else None
        if path is None or not path.exists():
            return
        saved = read_saved(path, "the state of a run")
        value = dict(saved.value)
        if value.pop("settings", None) != asdict(self.run.settings) or value.pop("seed", None) != self.run.seed:
            raise InputError(f"{path} is of a run with other settings or another seed: choose another --out")
        try:
            self.net.load_state_dict(_tensors(saved.arrays, "net."))
            self.best = _tensors(saved.arrays, "best.")
            torch.set_rng_state(torch.from_numpy(saved.arrays["random"].copy()))
            for k, p in enumerate(self.weights):
                self.adam.state[p] = _tensors(saved.arrays, f"adam.{k}.")
            self.state = LoopState(**value | {"history": [Epoch(**e) for e in value["history"]]})
        except (KeyError, TypeError, RuntimeError) as error:
            raise InputError(
                f"{path} does not fit this model: choose another --out, or remove it to begin anew"
            ) from error


def _copied(net: nn.Module) -> dict[str, torch.Tensor]:
    return {k: v.detach().clone() for k, v in net.state_dict().items()}


def _arrays(tensors: Mapping[str, torch.Tensor]) -> dict[str, NDArray[Any]]:
    return {k: v.detach().numpy() for k, v in tensors.items()}


def _tensors(arrays: Arrays, prefix: str) -> dict[str, torch.Tensor]:
    return {k.removeprefix(prefix): torch.from_numpy(v.copy()) for k, v in arrays.items() if k.startswith(prefix)}


@quick_arithmetic()
def probabilities(net: Net, rows: NetColumns, labels: int) -> NDArray[np.float32]:
    """Each row's distribution over labels, computed in batches of like length."""
    out = np.zeros((len(rows), labels), dtype=np.float32)
    net.eval()
    with torch.inference_mode():
        for chosen in by_length(rows.lengths, net.rows_at_a_time):
            out[chosen] = net.logits(rows, chosen).softmax(-1).numpy()
    return out


def accuracy(net: Net, rows: NetColumns, examples: Examples) -> float:
    gold = np.array([net.material.labels.index(v) for v in examples.labels.values])[examples.labels.codes]
    return float((probabilities(net, rows, len(net.material.labels)).argmax(1) == gold).mean())
