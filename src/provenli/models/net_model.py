"""A model that is a torch network: material from the training rows, the one loop, and the way to and from files.

torch is loaded only when something is fitted or restored.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from provenli.errors import InputError
from provenli.models.examples import Examples
from provenli.models.protocol import TEXT, Probabilities, Run, Saved, check_data, check_needs
from provenli.models.settings import Settings, from_json, to_json

if TYPE_CHECKING:
    from provenli.models.net import Material, Net

Build = Callable[["Material", Any], "Net"]
"""Settings are those of the model's presets, so of its own class."""


def need_torch() -> None:
    try:
        import torch  # noqa: F401
    except ImportError as error:
        raise InputError("this model needs torch, which is not installed: pip install 'provenli[models]'") from error


@dataclass(frozen=True)
class NetModel:
    """`build` makes the network; what it is made of is learned from the training rows (`material.learn`)."""

    name: str
    build: Build
    presets: Mapping[str, Settings]
    needs: frozenset[str] = frozenset({TEXT})
    learn: Callable[[Examples, Any], Material] | None = None
    """Used if a network is made of something else than words, classes and edges."""

    def fit(self, train: Examples, dev: Examples, run: Run) -> FittedNet:
        need_torch()
        check_data(self, train, dev)
        from provenli.models.material import learn
        from provenli.models.training_loop import train as trained

        net = self._begun(run, lambda: (self.learn or learn)(train, run.settings))
        if strange := set(train.labels.values) - set(net.material.labels):
            raise InputError(
                f"{train.where}: the label {min(strange)!r} is not among the model's, which are "
                f"{', '.join(net.material.labels)}"
            )
        trained(net, net.prepare(train), net.prepare(dev), dev, run)
        return FittedNet(self, net, run.settings)

    def _begun(self, run: Run, material: Callable[[], Material]) -> Net:
        import torch

        torch.manual_seed(run.seed)
        if run.start is None:
            from provenli.models.material import with_vectors

            found = material()
            net = self.build(found, run.settings)
            net.begin()
            if run.settings.vectors:
                with_vectors(net, found, run.settings)
            return net
        return self._restored(run.start, run.settings)

    def restore(self, saved: Saved) -> FittedNet:
        need_torch()
        settings = from_json(type(self.presets["default"]), saved.value["settings"], f"checkpoint of {self.name}")
        return FittedNet(self, self._restored(saved, settings), settings)

    def _restored(self, saved: Saved, settings: Settings) -> Net:
        import torch

        from provenli.models.net import Material

        try:
            net = self.build(Material.from_json(saved.value["material"]), settings)
            net.load_state_dict({k: torch.from_numpy(v.copy()) for k, v in saved.arrays.items()})
        except (RuntimeError, KeyError, TypeError) as error:
            raise InputError(
                f"the checkpoint does not fit the model {self.name!r}: made by another model, or with other sizes"
            ) from error
        return net


@dataclass(frozen=True)
class FittedNet:
    model: NetModel
    net: Net
    settings: Settings

    @property
    def labels(self) -> tuple[str, ...]:
        return self.net.material.labels

    def probabilities(self, examples: Examples) -> Probabilities:
        from provenli.models.training_loop import probabilities

        check_needs(self.model, examples)
        return probabilities(self.net, self.net.prepare(examples), len(self.labels))

    def saved(self) -> Saved:
        arrays = {k: v.detach().numpy() for k, v in self.net.state_dict().items()}
        value = {"settings": to_json(self.settings), "material": self.net.material.to_json()}
        return Saved(arrays, value)
