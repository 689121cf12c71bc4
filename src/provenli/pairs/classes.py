"""Word classes: words that can replace each other without changing any label.

Two words are of one class if they have the same forms, enter meanings through one symbol each, and the theory stays the
same when the two symbols change places. Any one-to-one exchange of words within classes is then made of such swaps, so
it maps the theory to itself, a pair to a pair with the same label, and a certificate to a certificate.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from provenli.errors import FragmentError
from provenli.grammar import Grammar, Word
from provenli.logic.names import Names, mentioned
from provenli.logic.theory import Clause, Theory
from provenli.pairs.parts import Part


@dataclass(frozen=True, slots=True)
class WordClass:
    """`loose`: the words mean nothing and may repeat, such as that / which; `weights` says how often each comes."""

    name: str
    words: tuple[Word, ...]
    weights: tuple[int, ...] = ()

    @property
    def loose(self) -> bool:
        return bool(self.weights)


@dataclass(frozen=True)
class Classes:
    """Every sampled word with a symbol has exactly one class."""

    by_name: Mapping[str, WordClass]
    of: Mapping[Word, str]

    def adding(self, *more: WordClass) -> Classes:
        return Classes({**self.by_name, **{c.name: c for c in more}}, self.of)


def word_classes(grammar: Grammar, theory: Theory) -> Classes:
    items = _by_symbol(theory)
    groups: dict[tuple[str, ...], list[list[Word]]] = {}
    shared = Counter(w.symbol for w in grammar.words)
    for word in grammar.words:
        # A symbol that two words share (synonyms, the noun and the verb fish) ties them together: they stay put.
        if word.symbol and word.sample and shared[word.symbol] == 1:
            kinds = groups.setdefault(tuple(f.category for f in word.forms), [])
            home = next((k for k in kinds if _alike(k[0].symbol, word.symbol, items)), None)
            kinds.append([word]) if home is None else home.append(word)
    found = {c.name: c for kinds in groups.values() for c in map(_class, kinds)}
    return Classes(found, {w: c.name for c in found.values() for w in c.words})


def _class(words: list[Word]) -> WordClass:
    first = words[0]
    return WordClass(f"{first.forms[0].category}:{first.lemma}", tuple(words))


Items = Mapping[str, frozenset[object]]
"""The clauses and axioms that mention each symbol."""


def _by_symbol(theory: Theory) -> Items:
    found: dict[str, set[object]] = {}
    for c in theory.clauses:
        for symbol in c.body | c.head:
            found.setdefault(symbol, set()).add(c)
    for a in theory.axioms:
        for _, symbol in mentioned(a):
            found.setdefault(symbol, set()).add(a)
    return {s: frozenset(v) for s, v in found.items()}


def _alike(a: str, b: str, items: Items) -> bool:
    """Whether the theory is the same with a and b exchanged. Clauses that mention neither need not be looked at."""
    told = items.get(a, frozenset()) | items.get(b, frozenset())
    return unchanged(told, Names({a: b, b: a}, {a: b, b: a}))


def unchanged(items: Iterable[object], names: Names) -> bool:
    before = set(items)
    return before == {names.clause(i) if isinstance(i, Clause) else names.formula(i) for i in before}  # type: ignore[arg-type]


def renamed_words(grammar: Grammar, theory: Theory, part: Part) -> dict[Word, Word]:
    """The words that stand in for others. The theory must be the same with all of them exchanged at once."""
    by_lemma = {w.lemma: w for w in grammar.words}
    shared = Counter(w.symbol for w in grammar.words)
    for old, new in part.renamed.items():
        where = f"part {part.name!r} renames {old!r} to {new!r}"
        for lemma in (old, new):
            if lemma not in by_lemma:
                raise FragmentError(f"{where}, but {lemma!r} is no word of the grammar: add it, with sample=False")
        w, v = by_lemma[old], by_lemma[new]
        if v.sample and new not in part.without:
            # Drawn and stood in for, one text would stand for two words, and a label for another pair's.
            raise FragmentError(f"{where}, but {new!r} is drawn itself: use sample=False, or list it in without")
        if shared[w.symbol] != 1 or shared[v.symbol] != 1 or not w.sample:
            raise FragmentError(f"{where}, but only words that are drawn and have a symbol of their own can be renamed")
        if not w.symbol or not v.symbol or [f.category for f in w.forms] != [f.category for f in v.forms]:
            raise FragmentError(f"{where}, but they do not have the same forms, or have no symbol of their own")
    pairs = {by_lemma[a]: by_lemma[b] for a, b in part.renamed.items()}
    swap = {w.symbol: v.symbol for w, v in pairs.items()}
    swap |= {v: w for w, v in swap.items()}
    if len(swap) != 2 * len(pairs):
        raise FragmentError(f"part {part.name!r} renames two words to one, or a word that stands in for another")
    odd = next((i for i in (*theory.clauses, *theory.axioms) if not _known(i, theory, Names(swap, swap))), None)
    if odd is not None:
        raise FragmentError(f"part {part.name!r} renames words, but the theory says only of the old, or the new: {odd}")
    return pairs


def _known(item: object, theory: Theory, names: Names) -> bool:
    if isinstance(item, Clause):
        return names.clause(item) in theory.clauses
    return names.formula(item) in theory.axioms  # type: ignore[arg-type]
