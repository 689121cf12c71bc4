"""Reads texts that are nearly right: exactly if that works, otherwise with the fewest faults, each by name.

The order: the text as it stands; agreement ignored (loose.py); words that are known only by their looks
(open_words.py); then mending commas and repetitions where reading got stuck.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from provenli.errors import NoParse, UnknownWord
from provenli.grammar.chart import Chart, ChartState
from provenli.grammar.derivation import Derivation
from provenli.grammar.grammar import Grammar
from provenli.grammar.loose import Loose, TextFault
from provenli.grammar.name_lists import NameLists
from provenli.grammar.open_words import OpenWord, Wide, capital, inside, joined, words_for
from provenli.grammar.parser import stuck, unknown, unpacked
from provenli.grammar.tokens import Token, tokens, wrong_articles
from provenli.grammar.tree import Leaf

# --- Small faults of writing in published files, mended before and while a text is read, each under its name. ---


QUOTES = "quotes"
SPACE = "space before punctuation"
STOPS = "repeated full stop"
INNER = "full stop between clauses"
JOINED = "joined words"
CAPITALS = "capitals"
EXTRA_COMMA = "extra comma"
MISSING_COMMA = "missing comma"
DOUBLED = "repeated word"
BROKEN = "broken word"

_CHANGES: tuple[tuple[str, re.Pattern[str], str], ...] = (
    # Somebody replaced 'has' by 'has not' inside words: Cohas notset is Cohasset, Chas note is Chase.
    (BROKEN, re.compile(r"(?<=[^\W\d_])has not(?=[^\W\d_])"), "has"),
    (SPACE, re.compile(r"(?<=\S)\s+(?=[,;.!?])"), ""),
    (STOPS, re.compile(r"[.!?]{2,}\s*$"), "."),
    (EXTRA_COMMA, re.compile(r",(?:\s*,)+"), ","),
    (EXTRA_COMMA, re.compile(r"[,;]\s*[.!?]*\s*$"), ""),
)
# The end of a clause, not of an abbreviation: three small letters, then a stop, then a capital.
_INNER = re.compile(r"(?<=[^\W\d_A-Z]{3})\.\s+(?=[^\W\d_a-z])")
_APART = re.compile(r"[-~_]+")


def cleaned(text: str) -> tuple[str, tuple[str, ...]]:
    """The text without faults that show in its punctuation alone, and their names."""
    text = unicodedata.normalize("NFC", text).strip()  # São is São, however its letters are put together
    faults: list[str] = []
    if len(text) > 1 and text[0] == text[-1] == '"':
        text, faults = text[1:-1].strip(), [QUOTES]
    for name, pattern, mended in (*_CHANGES, (INNER, _INNER, "; ")):
        faults += [TextFault(name, _around(text, m.start(), m.end())) for m in pattern.finditer(text)]
        text = pattern.sub(mended, text)
    return text, tuple(faults)


def _around(text: str, start: int, end: int) -> str:
    """The place with the word before it and the word after it."""
    before, after = text[:start].split(" "), text[end:].split(" ")
    return f"{before[-1] or ' '.join(before[-2:])}{text[start:end]}{after[0] or ' '.join(after[:2])}".strip()


def taken_apart(
    found: tuple[Token, ...], known: Callable[[str], bool], fixed: Callable[[str], bool]
) -> tuple[tuple[Token, ...], tuple[str, ...]]:
    """`at~least~3` and `at-least-3` as three words, if each part is a word and the whole is none. `Winston-Salem` is
    one: no part of it is `fixed`, a word of the rules."""
    out: list[Token] = []
    faults: list[str] = []
    for t in found:
        parts = [p for p in _APART.split(t.text) if p]
        keys = [p.lower() for p in parts]
        if len(parts) > 1 and not known(t.key) and all(map(known, keys)) and any(map(fixed, keys)):
            out += [replace(t, text=p, key=p.lower()) for p in parts]
            faults.append(TextFault(JOINED, t.text))
        elif "~" in t.text and not known(t.key):  # São~Paulo: a name, or words that are not known
            out += [replace(t, text=p, key=p.lower()) for p in t.text.split("~") if p]
            faults.append(TextFault(JOINED, t.text))
        else:
            out.append(t)
    return tuple(out), tuple(faults)


def capitals(found: tuple[Token, ...], fixed: Callable[[str], bool]) -> Iterator[str]:
    """Counts each word of the rules that has a capital inside a sentence."""
    for k, t in enumerate(found):
        if inside(found, k) and capital(t.text) and fixed(t.key):
            yield TextFault(CAPITALS, t.text)


def repairs(
    found: tuple[Token, ...], reached: int, expected: tuple[str, ...]
) -> Iterator[tuple[tuple[Token, ...], str]]:
    """What may be wrong at the place where reading got stuck: before token `reached`, where `expected` words could have
    followed."""
    for k in (reached, reached - 1):
        if 0 <= k < len(found) and found[k].text in (",", ";"):
            yield (*found[:k], *found[k + 1 :]), TextFault(EXTRA_COMMA, _beside(found, k))
    if 0 < reached < len(found) and found[reached].key == found[reached - 1].key:
        yield (*found[:reached], *found[reached + 1 :]), TextFault(DOUBLED, _beside(found, reached))
    if "," in expected and 0 < reached < len(found):
        before = found[reached - 1]
        mended = (*found[:reached], replace(before, text=",", key=","), *found[reached:])
        yield mended, TextFault(MISSING_COMMA, f"{before.text} {found[reached].text}")


def _beside(found: tuple[Token, ...], k: int) -> str:
    return " ".join(t.text for t in found[max(0, k - 1) : k + 2])


ARTICLE = "a/an"
MOST_REPAIRS = 3
MOST_DERIVATIONS = 500


@dataclass(frozen=True, slots=True)
class Tolerated:
    derivations: tuple[Derivation, ...]
    """The likeliest first: names of their usual kind, then the closest attachment."""
    tolerances: tuple[str, ...]
    """The faults of the text, by name, one for each place. Empty if the text is exactly right."""


@dataclass(frozen=True, slots=True)
class _Failure:
    tokens: tuple[Token, ...]
    reached: int
    expected: tuple[str, ...]
    message: str


@dataclass(frozen=True, slots=True)
class _Try:
    loose: bool
    """Without agreement."""
    renamed: bool
    """Whether listed words may be names of another kind."""
    guessed: bool
    """Whether classes that count as a tolerance are open."""
    proper: bool = False
    """Whether words of the rules that have a capital inside the sentence are names."""


class TolerantParser:
    """A grammar prepared for such texts. `features`: those that may disagree, and the name of that fault. `lists`: what
    makes a clause, so that none is looked for inside long lists of names where none can be. `unlikely`: categories
    of words that are seldom meant; a reading with fewer of them comes first."""

    def __init__(
        self,
        grammar: Grammar,
        features: Mapping[str, str] | None = None,
        lists: NameLists | None = None,
        unlikely: frozenset[str] = frozenset(),
    ) -> None:
        self.grammar = grammar
        self._lists = lists
        self._unlikely = unlikely
        self._loose = Loose(grammar, features or {})
        self._keys: dict[str, frozenset[str]] = {}

    def read(self, text: str, *, renamed: bool = False) -> Tolerated:
        """`renamed`: every name may be of another kind than the one it is listed under."""
        mended, faults = cleaned(text)
        found, apart = taken_apart(tokens(mended), self._known, self._fixed)
        faults = (*faults, *apart)
        outcome = self._attempt(found, faults, renamed)
        if isinstance(outcome, Tolerated):
            return outcome
        return self._repaired(faults, outcome, renamed)

    def _known(self, key: str) -> bool:
        return key in self.grammar.index.texts

    @cached_property
    def _listed_names(self) -> frozenset[str]:
        """Keys of words in classes of names: these can be part of longer names."""
        flat = self.grammar.flat
        named = [c for o in self.grammar.open_classes if o.names for c in flat.matching(o.category)]
        texts = [leaf.form.text for c in named for leaf in self._leaves_below(c)]
        return frozenset(w.lower() for t in texts for w in t.split() if capital(w))

    def _listed(self, category: str) -> frozenset[str]:
        """The keys of the words that a category has without being open."""
        if category not in self._keys:
            self._keys[category] = frozenset(x.form.text.lower() for x in self._leaves_below(category))
        return self._keys[category]

    def _leaves_below(self, category: str) -> Iterator[Leaf]:
        """The words of a category, or of one that is just another name for it."""
        flat = self.grammar.flat
        yield from flat.leaves.get(category, ())
        for f in flat.rules.get(category, ()):
            if len(f.right) == 1 and f.parts:
                yield from self._leaves_below(f.parts[0])

    def _fixed(self, key: str) -> bool:
        return self._known(key) and key not in self._listed_names

    def _attempt(self, found: tuple[Token, ...], faults: tuple[str, ...], renamed: bool) -> Tolerated | _Failure:
        """The first way of reading these tokens that works; otherwise how far the best one came."""
        best: _Failure | None = None
        for whole, ways in self._wholes(found, renamed):
            for outcome in self._outcomes(whole, tuple(ways)):
                if isinstance(outcome, Tolerated):
                    wrong = wrong_articles(whole, self.grammar.index.texts)
                    articles = (TextFault(ARTICLE, f"{a.text} {word.text}") for a, word, _ in wrong)
                    named = (*faults, *capitals(whole, self._fixed), *articles, *outcome.tolerances)
                    return Tolerated(outcome.derivations, named)
                if best is None or outcome.reached > best.reached:
                    best = outcome
        assert best is not None
        return best

    def _outcomes(self, found: tuple[Token, ...], ways: tuple[_Try, ...]) -> Iterator[Tolerated | _Failure]:
        """The strictest way comes first, then the others, unless the freest fails: what it cannot read, none can."""
        yield from (self._parsed(found, way) for way in ways[:1])
        freest = self._charted(found, ways[-1]) if len(ways) > 1 else None
        if isinstance(freest, _Failure):
            yield freest
        elif freest is not None:
            yield from (self._parsed(found, way) for way in ways[1:])

    def _wholes(self, found: tuple[Token, ...], renamed: bool) -> Iterator[tuple[tuple[Token, ...], Iterator[_Try]]]:
        """The tokens with names of several words as one, and how to read them: long names first, then those without
        words of the rules, then names that are nothing but such words (*Ninety Six*, *Why*)."""
        if not any(c.names for c in self.grammar.open_classes):
            yield found, self._ways(found, renamed)
            return
        for whole in dict.fromkeys(joined(found, self._fixed, w) for w in (Wide.BESIDE_OWN, Wide.NONE)):
            yield whole, self._ways(whole, renamed)
        if any(True for _ in capitals(found, self._fixed)):
            whole = joined(found, self._fixed, Wide.ALONE)
            yield whole, (replace(way, proper=True) for way in self._ways(whole, renamed) if not way.guessed)

    def _ways(self, found: tuple[Token, ...], only_renamed: bool) -> Iterator[_Try]:
        guessing = any(c.tolerance for c in self.grammar.open_classes)
        strange = any(not self._known(t.key) and not capital(t.text) for t in found)
        renaming = any(t.key in self._listed_names for t in found)
        for guessed in (False, True) if guessing and not strange else (guessing,):
            for renamed in (False, True)[renaming and only_renamed :] if renaming else (False,):
                for loose in (False, True) if self._loose.features else (False,):
                    yield _Try(loose, renamed, guessed)

    def _charted(self, found: tuple[Token, ...], way: _Try) -> Chart | _Failure:
        grammar = self._loose.grammar if way.loose else self.grammar
        more = [
            self._open_states(grammar, t, replace(way, proper=way.proper and inside(found, k)))
            for k, t in enumerate(found)
        ]
        for t, states in zip(found, more, strict=True):
            if t.key not in grammar.index.texts and not states:
                return _Failure(found, found.index(t), (), unknown(t, grammar.index))
        barred = self._lists.barred(grammar, found, more) if self._lists else ()
        chart = Chart(grammar.index, [t.key for t in found], more, barred)
        if chart.reached < len(found) or not chart.complete():
            return _Failure(found, chart.reached, chart.expected(chart.reached), stuck(chart, found))
        return chart

    def _parsed(self, found: tuple[Token, ...], way: _Try) -> Tolerated | _Failure:
        chart = self._charted(found, way)
        if isinstance(chart, _Failure):
            return chart
        derivations = self._unpacked(chart, way)
        most = min(map(self._strangeness, derivations))
        if most and not way.renamed and any(t.key in self._listed_names for t in found):
            again = self._charted(found, replace(way, renamed=True))
            if isinstance(again, Chart):  # among towns that nobody lists, a listed first name is one of them
                derivations += tuple(d for d in self._unpacked(again, way) if self._strangeness(d) <= most)
        return self._fewest(tuple(sorted(derivations, key=self._strangeness)), way.loose)

    def _unpacked(self, chart: Chart, way: _Try) -> tuple[Derivation, ...]:
        return unpacked(self._loose.grammar if way.loose else self.grammar, chart, MOST_DERIVATIONS)

    def _open_states(self, grammar: Grammar, token: Token, way: _Try) -> list[ChartState]:
        listed = token.key in grammar.index.texts
        states: list[ChartState] = []
        another = way.renamed and token.key in self._listed_names
        if listed and not another and not (way.proper and capital(token.text)):
            return states
        numbers = grammar.index.numbers
        for word in words_for(grammar.open_classes, token):
            if word.tolerance and not way.guessed:
                continue
            for form in word.forms:
                for category in grammar.flat.matching(form.category):
                    if listed and token.key in self._listed(category):
                        continue
                    state = ChartState(numbers[category], None, token.key)
                    state.ends.append(Leaf(word, replace(form, category=category)))
                    states.append(state)
        return states

    def _fewest(self, derivations: tuple[Derivation, ...], loose: bool) -> Tolerated:
        """The derivations with the fewest faults."""
        if not loose and not any(c.tolerance for c in self.grammar.open_classes):
            return Tolerated(derivations, ())
        judged = [(self._faults(d, loose), d) for d in derivations]
        least = min(len(f) for f, _ in judged)
        kept = [(f, d) for f, d in judged if len(f) == least]
        return Tolerated(tuple(d for _, d in kept), kept[0][0])

    def _strangeness(self, d: Derivation) -> int:
        """How many names are of an unlikely kind, or of another than the one they are listed under."""
        return sum(
            leaf.category in self._unlikely
            or (isinstance(leaf.word, OpenWord) and leaf.form.text.lower() in self._listed_names)
            for _, leaf in d.leaves()
        )

    def _faults(self, d: Derivation, loose: bool) -> tuple[str, ...]:
        words = d.words()
        strange = (w for w in words if isinstance(w, OpenWord) and w.tolerance)
        guessed = (TextFault(w.tolerance, w.forms[0].text) for w in strange)
        return (*(self._loose.faults(d.root) if loose else ()), *guessed)

    def _repaired(self, faults: tuple[str, ...], first: _Failure, renamed: bool) -> Tolerated:
        waiting = [(faults, first)]
        for _ in range(MOST_REPAIRS):
            after: list[tuple[tuple[str, ...], _Failure]] = []
            for named, failure in waiting:
                for changed, name in repairs(failure.tokens, failure.reached, failure.expected):
                    outcome = self._attempt(changed, (*named, name), renamed)
                    if isinstance(outcome, Tolerated):
                        return outcome
                    after.append(((*named, name), outcome))
            waiting = after[:4]
        raise (UnknownWord if first.message.startswith("unknown word") else NoParse)(first.message)
