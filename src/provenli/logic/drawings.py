"""A small model as a page of plain text that a person understands.

     dog  black
rex   ✓     ✓
a     ✓
nothing is: cat
see: rex → a;  a → (nobody)
tall: rex > a
many here means 4 or more
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, count, groupby
from string import ascii_lowercase

from provenli.logic.formulas import Formula, Pred, subformulas
from provenli.logic.models import FiniteModel
from provenli.logic.quantifiers import PLAIN

Symbol = tuple[str, int]
"""A predicate: name and number of places."""


def draw(model: FiniteModel, formulas: Iterable[Formula] = ()) -> str:
    """Elements and unary predicates as a table, then relations, degrees and thresholds, a line each.

    Predicates come in the order in which the formulas mention them; others follow by name.
    """
    labels = element_labels(model)
    symbols = _symbols(model, formulas)
    filled = {s: _tuples(model, s) for s in symbols}
    columns = [name for name, places in symbols if places == 1 and filled[name, 1]]
    lines = _table(labels, {name: {e for (e,) in filled[name, 1]} for name in columns})
    empty = [name for name, places in symbols if places == 1 and not filled[name, 1]]
    lines += [f"nothing is: {', '.join(empty)}"] if empty else []
    lines += [_relation(s, filled[s], labels) for s in symbols if s[1] != 1]
    lines += [f"{scale}: {_order(degrees, labels)}" for scale, degrees in model.degrees.items()]
    lines += [f"{word} here means {_amount(word, k)}" for word, k in model.thresholds.items()]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def element_labels(model: FiniteModel) -> list[str]:
    """The names of each element, joined by =; letters for those without a name."""
    called: list[list[str]] = [[] for _ in range(model.size)]
    for name, e in model.names.items():
        called[e].append(name)
    letters = chain(ascii_lowercase, (f"e{k}" for k in count(1)))
    free = (x for x in letters if x not in model.names)
    return [" = ".join(names) if names else next(free) for names in called]


def _symbols(model: FiniteModel, formulas: Iterable[Formula]) -> list[Symbol]:
    said = ((g.name, len(g.args)) for f in formulas for g in subformulas(f) if isinstance(g, Pred))
    rest = sorted((name, len(t)) for name, tuples in model.relations.items() for t in tuples)
    mentioned = dict.fromkeys(chain(said, rest))
    names = {name for name, _ in mentioned}
    # A relation that is listed but empty, and that no formula mentions: taken to be unary.
    return [*mentioned, *((name, 1) for name in sorted(model.relations) if name not in names)]


def _tuples(model: FiniteModel, symbol: Symbol) -> list[tuple[int, ...]]:
    name, places = symbol
    return sorted(t for t in model.relations.get(name, frozenset()) if len(t) == places)


def _table(labels: list[str], columns: Mapping[str, set[int]]) -> list[str]:
    first = max(map(len, labels))
    rows = [" " * first + "".join("  " + name for name in columns)] if columns else []
    for e, label in enumerate(labels):
        cells = (_centred("✓" if e in column else "", len(name)) for name, column in columns.items())
        rows.append(label.ljust(first) + "".join("  " + cell for cell in cells))
    return rows


def _centred(mark: str, width: int) -> str:
    # str.center rounds differently for odd and even widths; this puts the mark under the middle letter or left of it.
    return (" " * ((width - 1) // 2) + mark).ljust(width)


def _relation(symbol: Symbol, tuples: list[tuple[int, ...]], labels: list[str]) -> str:
    name, places = symbol
    if places == 0:
        return f"{name}: {'true' if tuples else 'false'}"
    if not tuples:
        return f"{name}: (nobody)"
    if places != 2:
        return f"{name}: " + ";  ".join("(" + ", ".join(labels[e] for e in t) + ")" for t in tuples)
    return f"{name}: " + ";  ".join(_arrows(tuples, labels))


def _arrows(pairs: list[tuple[int, ...]], labels: list[str]) -> Iterator[str]:
    for source, group in groupby(pairs, key=lambda t: t[0]):
        yield f"{labels[source]} → {', '.join(labels[t[1]] for t in group)}"
    sources = {t[0] for t in pairs}
    idle = [label for e, label in enumerate(labels) if e not in sources]
    if idle:
        yield f"{', '.join(idle)} → (nobody)"


def _order(degrees: tuple[int, ...], labels: list[str]) -> str:
    highest_first = sorted(range(len(degrees)), key=lambda e: (-degrees[e], e))
    ranks = groupby(highest_first, key=lambda e: degrees[e])
    return " > ".join(" = ".join(labels[e] for e in group) for _, group in ranks)


def _amount(word: str, k: int) -> str:
    """`few` is an upper limit, the others are lower limits, as the quantifiers' definitions say."""
    upper = any(i.threshold == word and i.inside > 0 for q in PLAIN for i in q.inequalities)
    return f"{k} or fewer" if upper else f"{k} or more"
