"""What is to be split: a composition tree, where it is cut, and how examples are balanced; and who offers one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol, runtime_checkable

import numpy as np

from provenli.errors import InputError
from provenli.fairness.codes import Codes, Value
from provenli.fairness.composition_trees import CompositionTree
from provenli.fairness.cuts import TreeCut, cut
from provenli.pairs.fragment import Fragment


@dataclass(frozen=True)
class CompositionTask:
    tree: CompositionTree
    cut: tuple[str, ...] = ()
    """Nodes that a schema fixes; what is below them is free. Leaves that are below none of them are fixed too."""
    balanced: tuple[str, ...] = ()
    """Nodes above the cut whose values are equally likely, together."""
    labels: tuple[str, ...] = ()
    label: Callable[[Value], str] = str
    """For the root's value, one of `labels`; they are equally frequent."""

    @cached_property
    def parts(self) -> TreeCut:
        made = cut(self.tree, self.cut)
        if lost := [n for n in self.balanced if n not in made.above.domains]:
            raise InputError(f"node {lost[0]!r} is to be balanced, but is no node above the cut")
        return made

    @cached_property
    def names(self) -> tuple[str, ...]:
        return self.labels or tuple(dict.fromkeys(map(self.label, self.tree.domains[self.tree.root])))

    @cached_property
    def label_of_value(self) -> Codes:
        found = [self.label(v) for v in self.tree.domains[self.tree.root]]
        if unknown := set(found) - set(self.names):
            raise InputError(f"label {min(unknown)!r} is none of {', '.join(self.names)}")
        return np.array([self.names.index(name) for name in found], dtype=np.int32)


@runtime_checkable
class Composing(Protocol):
    """What a pair maker may offer beside `PairMaker`: all its rows have this one composition tree, and record the
    values of its nodes in features of the same names.

    Its leaves are words: word k of the premise and word k of the hypothesis are the two below the k-th node of words
    (`composed_rows.word_pairs`)."""

    def composition(self, fragment: Fragment) -> CompositionTask: ...
