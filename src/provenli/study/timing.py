"""How long the rest will take: what like steps took, divided among the workers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean

from provenli.study.recipes import Chosen, Cut, Data, Outside, Step, Test, Training


class Clock:
    def __init__(self, known: Mapping[Step, float | None], missing: Sequence[Step], workers: int) -> None:
        self.rest, self.workers = set(missing), workers
        self.taken: dict[tuple[str, ...], list[float]] = {}
        for step, seconds in known.items():
            self._note(step, seconds)

    def _note(self, step: Step, seconds: float | None) -> None:
        if seconds is not None:
            for kind in _kinds(step):
                self.taken.setdefault(kind, []).append(seconds)

    def ended(self, step: Step, seconds: float | None) -> None:
        self.rest.discard(step)
        self._note(step, seconds)

    def left(self) -> float | None:
        """None while nothing like the rest has been made: a guess would mislead."""
        guesses = [self._guess(step) for step in self.rest]
        if any(g is None for g in guesses):
            return None
        return sum(g for g in guesses if g is not None) / max(1, min(self.workers, len(guesses)))

    def _guess(self, step: Step) -> float | None:
        found = next((self.taken[kind] for kind in _kinds(step) if kind in self.taken), None)
        return fmean(found) if found else None


def _kinds(step: Step) -> tuple[tuple[str, ...], ...]:
    """From like to less like."""
    match step:
        case Data(fragment=name):
            return ("data", name), ("data",)
        case Cut(protocol=name):
            return ("cut", name), ("cut",)
        case Outside():
            return (("outside",),)
        case Training(model=name):
            return ("train", name), ("train",)
        case Chosen():
            return (("chosen",),)
        case Test(learner=Training(model=name) | Chosen(candidates=(Training(model=name), *_))):
            return ("test", name), ("test",)
        case Test():
            return (("test", "memorising"), ("test",))
