"""Five features of a pair of words from WordNet, as KIM uses them (Chen and others 2018, section 3.1).

synonymy; antonymy; hypernymy and hyponymy (1 − n/8 for n steps up, up to 8; 0 if none); the same hypernym. The files
are those of Debian's package `wordnet-base`, or any directory that $WORDNET names; nltk reads them.
"""

from __future__ import annotations

import os
import warnings
from functools import cache
from importlib.util import find_spec
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from provenli.errors import InputError

PLACES = ("/usr/share/wordnet", "/usr/share/wordnet-3.0/dict")
FEATURES = 5
STEPS = 8


def has_wordnet() -> bool:
    """Whether WordNet's files and nltk are installed."""
    return bool(_found(os.environ.get("WORDNET", ""))) and find_spec("nltk") is not None


def _found(named: str) -> list[str]:
    return [d for d in ([named] if named else PLACES) if (Path(d) / "data.noun").is_file()]


@cache
def wordnet(directory: str = "") -> Any:
    """nltk's reader over WordNet's own files."""
    named = directory or os.environ.get("WORDNET", "")
    found = _found(named)
    if not found:
        where = named or " and ".join(PLACES)
        raise InputError(f"no WordNet at {where}: apt install wordnet-base, or put its directory into $WORDNET")
    try:
        import nltk.data
        from nltk.corpus.reader.wordnet import WordNetCorpusReader
    except ImportError as error:
        raise InputError("reading WordNet needs nltk: pip install 'provenli[pretrained]'") from error
    if found[0] not in nltk.data.path:
        nltk.data.path.append(found[0])  # nltk reads only where it is told that data may be

    class Reader(WordNetCorpusReader):  # type: ignore[misc]
        """Debian leaves out the file of lexicographers' names. They are not used here, and numbers do as well."""

        def open(self, file: str) -> Any:
            missing = file == "lexnames" and not (Path(found[0]) / file).is_file()
            return StringIO("".join(f"{k:02}\t{k}\t0\n" for k in range(45))) if missing else super().open(file)

        def map_wn(self, version: str = "wordnet") -> None:
            """Numbers of other versions would be read from nltk's own data, so this returns nothing."""
            del version

    return _opened(Reader, found[0])


def _opened(reader: Any, directory: str) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # nltk warns that there is no multilingual part
        try:
            return reader(directory, None)
        except Exception as error:
            raise InputError(f"WordNet at {directory} cannot be read: {' '.join(str(error).split())[:100]}") from error


class Relations:
    """Features of word pairs, computed once each."""

    def __init__(self, directory: str = "") -> None:
        self.net = wordnet(directory)
        self._above = cache(self._above_of)
        self._senses = cache(self._senses_of)
        self.of_pair = cache(self._of_pair)

    def _senses_of(self, word: str) -> frozenset[str]:
        found = [s for form in {word, self.net.morphy(word) or word} for s in self.net.synsets(form)]
        return frozenset(s.name() for s in found)

    def _above_of(self, sense: str) -> dict[str, int]:
        """How many steps up each hypernym is; the sense itself is 0."""
        steps = {sense: 0}
        edge = [self.net.synset(sense)]
        for n in range(1, STEPS):
            edge = [h for s in edge for h in s.hypernyms() + s.instance_hypernyms() if h.name() not in steps]
            steps.update({h.name(): n for h in edge if h.name() not in steps})
        return steps

    def _of_pair(self, left: str, right: str) -> NDArray[np.float32]:
        out = np.zeros(FEATURES, dtype=np.float32)
        a, b = self._senses(left), self._senses(right)
        if not a or not b:
            return out
        out[0] = float(bool(a & b) and left != right)
        out[1] = float(self._antonyms(left, right))
        out[2], out[3] = self._steps(a, b), self._steps(b, a)
        if left != right and not a & b:
            parents = [{h for s in senses for h, n in self._above(s).items() if n == 1} for senses in (a, b)]
            out[4] = float(bool(parents[0] & parents[1]))
        return out

    def _antonyms(self, left: str, right: str) -> bool:
        base = self.net.morphy(right) or right
        return any(
            other.name() in (right, base)
            for s in self._senses(left)
            for lemma in self.net.synset(s).lemmas()
            if lemma.name() in (left, self.net.morphy(left))
            for other in lemma.antonyms()
        )

    def _steps(self, below: frozenset[str], above: frozenset[str]) -> float:
        """1 − n/8 for the shortest way up from a sense of one to a sense of the other."""
        ways = [n for s in below for t, n in self._above(s).items() if n and t in above]
        return 1 - min(ways) / STEPS if ways else 0.0
