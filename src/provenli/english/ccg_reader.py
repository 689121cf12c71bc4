"""The default reader: our own chart parser, its derivation, the meaning, and the polarity that comes out of it."""

from __future__ import annotations

from dataclasses import dataclass

from provenli.english.analysed import analysed, refusal, unread
from provenli.english.analysis import Analysis
from provenli.english.chart import Chart, pieces_covered
from provenli.english.conventions import LITERATURE, Conventions
from provenli.english.lookup import leaves_of
from provenli.english.pieces import pieces_of, words_of


@dataclass(frozen=True, slots=True)
class CcgReader:
    conventions: Conventions = LITERATURE
    beam: int = 14

    def read(self, sentence: str) -> Analysis:
        words = words_of(sentence)
        texts = tuple(w for w, _, _ in words)
        pieces = pieces_of(texts)
        why = refusal(pieces, len(words))
        if why:
            return unread(sentence, words, why)
        chart = Chart(len(pieces), leaves_of(pieces), self.beam)
        rows = pieces_covered(chart)
        return analysed(sentence, words, pieces, tuple(e.derived() for e in rows), self.conventions, "ccg")
