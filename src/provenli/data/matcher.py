"""Matches a text to its pattern: which words fill the slots and how the switches are set, or why it is no instance."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from provenli.grammar import Word
from provenli.pairs.abstraction import merged
from provenli.pairs.classes import Classes
from provenli.pairs.pattern import Gap, Pattern, Piece, Told, Turn, capitalised, gap_text
from provenli.pairs.plan import PartPlan

PLAIN = re.compile(r"[^\s.,]+")


@dataclass(frozen=True, slots=True)
class PatternInstance:
    words: tuple[int, ...]
    """The number of the word in each slot, within its class."""
    turned: tuple[int, ...]


class Matcher:
    """One pattern, compiled for the words of one part."""

    def __init__(self, pattern: Pattern, part: PartPlan, classes: Classes, renamed: dict[Word, Word]) -> None:
        self.pattern = pattern
        self._loose = {c.name for c in classes.by_name.values() if c.loose}
        self._allowed = [sorted(set(part.words[c])) for c in pattern.slots]
        self._words = [tuple(renamed.get(w, w) for w in classes.by_name[c].words) for c in pattern.slots]
        self._groups: list[tuple[bool, int, dict[str, tuple[int, ...]]]] = []
        """For each group of the expression: whether it is a slot, which one, and what its texts stand for."""
        both = (*pattern.premise, "\t", *pattern.hypothesis)
        self._expression = re.compile("".join(map(self._compiled, both)))
        self._weights = np.cumprod([1, *(len(s.words) for s in pattern.switches)])[:-1].tolist()
        self._kinds = [s.kinds for s in pattern.switches]
        self._kind_weights = np.cumprod([1, *(s.different for s in pattern.switches)])[:-1].tolist()
        self._clashing = [
            (a, b)
            for b in range(len(pattern.slots))
            for a in range(b)
            if pattern.slots[a] == pattern.slots[b] and pattern.slots[a] not in self._loose
        ]

    def _texts(self, p: Gap | Turn) -> dict[str, tuple[int, ...]]:
        """What each text may stand for: words can be alike in one form and differ in another."""
        if isinstance(p, Gap):
            written = [(gap_text(p, self._words[p.slot][k]), k) for k in self._allowed[p.slot]]
        else:
            words = self.pattern.switches[p.switch].words
            written = [(capitalised(t) if p.capital else t, k) for k, t in enumerate(words)]
        out: dict[str, tuple[int, ...]] = {}
        for text, k in written:
            out[text] = (*out.get(text, ()), k)
        return out

    def _compiled(self, p: Piece) -> str:
        if isinstance(p, Gap | Turn):
            texts = self._texts(p)
            self._groups.append((isinstance(p, Gap), p.slot if isinstance(p, Gap) else p.switch, texts))
            if all(PLAIN.fullmatch(t) for t in texts):
                return f"({PLAIN.pattern})"  # looked up afterwards: long alternatives take long to compile
            return f"({'|'.join(map(re.escape, sorted(texts, key=len, reverse=True)))})"
        return re.escape(str(p))

    def find(self, premise: str, hypothesis: str) -> PatternInstance | str:
        match = self._expression.fullmatch(f"{premise}\t{hypothesis}")
        if match is None:
            return "the sentences are no instance of the pattern"
        words: list[tuple[int, ...]] = [()] * len(self.pattern.slots)
        turned: list[tuple[int, ...]] = [()] * len(self.pattern.switches)
        for text, (is_slot, number, texts) in zip(match.groups(), self._groups, strict=True):
            kept, values = words if is_slot else turned, texts.get(text)
            if values is None:
                return f"{text!r} cannot stand there in this part of the data"
            both = tuple(v for v in values if v in kept[number]) if kept[number] else values
            if not both:
                return f"{text!r} stands where another word of the pair must be repeated"
            kept[number] = both
        for a, b in self._clashing:
            if words[a] == words[b] and len(words[a]) == 1:
                return f"{self._words[a][words[a][0]].lemma!r} comes twice where the pattern has different words"
        return PatternInstance(tuple(w[0] for w in words), tuple(t[0] for t in turned))

    def setting(self, found: PatternInstance) -> int:
        return sum(w * d for w, d in zip(self._weights, found.turned, strict=True))

    def kinds(self, found: PatternInstance) -> int:
        return sum(w * k[d] for w, k, d in zip(self._kind_weights, self._kinds, found.turned, strict=True))

    def writer(self, pieces: Sequence[Piece]) -> Callable[[PatternInstance, int], str]:
        """A function that writes the pieces for an instance and its combination of kinds."""
        plan: list[tuple[int, int, Sequence[str] | Told]] = []
        for p in merged(list(pieces)):
            match p:
                case Gap(slot):
                    plan.append((0, slot, [gap_text(p, w) for w in self._words[slot]]))
                case Turn(switch, capital):
                    texts = self.pattern.switches[switch].words
                    plan.append((1, switch, [capitalised(t) for t in texts] if capital else texts))
                case Told():
                    plan.append((2, 0, p))
                case _:
                    plan.append((3, 0, [str(p)]))

        def write(found: PatternInstance, kinds: int) -> str:
            out: list[str] = []
            for kind, number, table in plan:
                if kind == 3:
                    out.append(table[0])  # type: ignore[index]
                elif kind == 0:
                    out.append(table[found.words[number]])  # type: ignore[index]
                elif kind == 1:
                    out.append(table[found.turned[number]])  # type: ignore[index]
                else:
                    assert isinstance(table, Told)
                    out.append(table.values[table.index[kinds]])
            return "".join(out)

        return write
