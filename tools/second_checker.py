"""A second checker of ProveNLI's certificates: one file, the standard library, nothing from provenli.

    python tools/second_checker.py DIR [--reading existential_import=all ...] [--json]

DIR is a data set: manifest.json names the reading, certificates.jsonl holds a problem, a label and a certificate a
line. Each is checked from its text alone: formulas are parsed here, models evaluated here, proofs checked here, by what
docs/certificates.md says they mean. Exit code 0 where all is accepted, 1 where something is not, 2 where the directory
cannot be read.

Formulas are nested tuples:
    ("true", bool)  ("pred", name, terms)  ("equal", t, t)  ("compare", scale, relation, t, t)  ("not", f)
    ("and", fs)  ("or", fs)  ("implies", f, f)  ("all", x, f)  ("exists", x, f)
    ("quant", (name, numbers), x, restrictor, body)
    ("bound", ((coefficient, quantity), ...), limit)    sum of coefficient * quantity <= limit
quantities are ("#", x, f), ("$", name), ("^", scale, t); terms are ("var", name) and ("const", name).
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product
from pathlib import Path
from typing import Any

F = tuple[Any, ...]
Clause = tuple[frozenset[str], frozenset[str], int]
Cube = list[tuple[F, bool]]

TRUE: F = ("true", True)
FALSE: F = ("true", False)
HERE: F = ("var", "_")
CHOICES: dict[str, tuple[Any, ...]] = {
    "existential_import": ("no", "strong", "all"),
    "the": ("unique", "existential", "presupposed"),
    "distinct_names": (False, True),
    "closed_world": (False, True),
    "as_tall_as": ("equal", "at_least"),
    "scope": ("surface", "inverse", "negated"),
    "coreference": (False, True),
    "granted": (True, False),
}
READING = {key: values[0] for key, values in CHOICES.items()}
PLAINLY: dict[str, Any] = {}
IMPORT, DISTINCT = {"existential_import": "all"}, {"distinct_names": True}
FRAGMENTS: dict[str, dict[str, Any]] = {
    **dict.fromkeys(("boolean", "comparative", "conditional", "systematicity", "transitivity", "veridical"), PLAINLY),
    **dict.fromkeys(("boolean_coordination", "counting", "negation"), DISTINCT),
    **dict.fromkeys(("fair", "monotonicity_hard", "monotonicity_simple"), IMPORT),
    "quantifier": {**IMPORT, **DISTINCT},
    "syllogism": PLAINLY,
}
"""How fragments read English in data sets that do not say so themselves: those that version 0.1.0 wrote."""
STRONG = ("every", "not every", "most", "no", "the", "both")
"""Determiners that presuppose something under existential_import=strong."""
LARGEST = {"regions": 20_000, "elements": 10_000, "looks": 300_000, "nodes": 200_000, "names": 400}


LOOKED = [0]


class Rejected(Exception):
    """The certificate shows nothing."""


class NotChecked(Exception):
    """Nobody's word is taken here, and some readings are not followed."""


def need(condition: object, why: str) -> None:
    if not condition:
        raise Rejected(why)


# --- what quantifiers mean: inside*|A&B| + outside*|A-B| + weight*threshold <= limit, all of them ---------------------

AT_LEAST_1 = (-1, 0, -1, "", 0)
PLAIN: dict[str, tuple[tuple[int, int, int, str, int], ...]] = {
    "every": ((0, 1, 0, "", 0),),
    "some": (AT_LEAST_1,),
    "no": ((1, 0, 0, "", 0),),
    "not every": ((0, -1, -1, "", 0),),
    "most": ((-1, 1, -1, "", 0),),
    "some but not all": (AT_LEAST_1, (0, -1, -1, "", 0)),
    "the": ((1, 1, 1, "", 0), AT_LEAST_1),
    "both": ((1, 1, 2, "", 0), (-1, 0, -2, "", 0)),
    "name": (AT_LEAST_1,),
    "many": ((-1, 0, 0, "many", 1),),
    "few": ((1, 0, 0, "few", -1),),
    "several": ((-1, 0, 0, "several", 1),),
    "a few": ((-1, 0, 0, "a few", 1),),
}
NUMERIC = ("at least", "at most", "more than", "less than", "fewer than", "exactly", "between")
KNOWN_OF_THRESHOLDS = (("several", 3, None), ("many", 3, "several"), ("a few", 2, None))


def inequalities(q: F) -> tuple[tuple[int, int, int, str, int], ...]:
    name, numbers = q
    if name in PLAIN or not name:
        return PLAIN[name] if name else tuple(numbers)
    n, m = numbers[0], numbers[-1]
    low = {"at least": n, "more than": n + 1, "exactly": n, "between": n}.get(name)
    high = {"at most": n, "less than": n - 1, "fewer than": n - 1, "exactly": n, "between": m}.get(name)
    need(low is None or low < 1 << 128, "a number of more than 128 bits")
    lower = () if low is None else ((-1, 0, -low, "", 0),)
    return lower if high is None else (*lower, (1, 0, high, "", 0))


# --- reading formulas -------------------------------------------------------------------------------------------------

NAME = re.compile(r"[@A-Za-z_][A-Za-z0-9_]*|'(?:[^'\\\n]|\\(?:['\\ntr]|x[0-9a-f]{2}|u[0-9a-f]{4}|U[0-9a-f]{8}))*'")
NUMBER = re.compile(r"[0-9]+")
TAG = re.compile(r"[A-Za-z0-9_.]+")


def _words(names: Any) -> re.Pattern[str]:
    longest = sorted(names, key=len, reverse=True)
    return re.compile("(?:" + "|".join(n.replace(" ", r"\s+") for n in longest) + r")(?![A-Za-z0-9_])")


QUANTIFIER = _words([*PLAIN, *NUMERIC])
WORD = re.compile(r"(?:true|false|and|or|all|exists)(?![A-Za-z0-9_])")


class Parser:
    """Recursive descent over the text itself."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0

    def whole(self) -> F:
        f = self.formula(frozenset())
        self.skip()
        need(self.at == len(self.text), f"cannot read {self.text[self.at :][:30]!r}")
        return f

    def skip(self) -> None:
        while self.text[self.at : self.at + 1].isspace():
            self.at += 1

    def sees(self, symbol: str) -> bool:
        self.skip()
        return self.text.startswith(symbol, self.at)

    def takes(self, symbol: str) -> bool:
        seen = self.sees(symbol)
        self.at += len(symbol) if seen else 0
        return seen

    def expect(self, symbol: str) -> None:
        need(self.takes(symbol), f"expected {symbol!r} at {self.text[self.at :][:30]!r}")

    def match(self, pattern: re.Pattern[str]) -> str | None:
        self.skip()
        found = pattern.match(self.text, self.at)
        if found is None:
            return None
        self.at = found.end()
        return found.group()

    def name(self) -> str:
        found = self.match(NAME)
        need(found, f"expected a name at {self.text[self.at :][:30]!r}")
        assert found is not None
        if found[0] != "'":
            return found
        return found[1:-1].encode("latin-1", "backslashreplace").decode("unicode_escape")

    def formula(self, scope: frozenset[str]) -> F:
        left = self.joined("|", "or", scope)
        return ("implies", left, self.formula(scope)) if self.takes("->") else left

    def joined(self, sign: str, kind: str, scope: frozenset[str]) -> F:
        parts: list[F] = []
        while not parts or self.takes(sign):
            parts.append(self.joined("&", "and", scope) if sign == "|" else self.unary(scope))
        return parts[0] if len(parts) == 1 else (kind, tuple(parts))

    def unary(self, scope: frozenset[str]) -> F:
        if self.takes("~"):
            return ("not", self.unary(scope))
        start, word = self.at, self.match(WORD)
        if word in ("true", "false"):
            return ("true", word == "true")
        if word in ("all", "exists"):
            x = self.name()
            self.expect(".")
            return (word, x, self.formula(scope | {x}))
        if word in ("and", "or"):
            return (word, self.listed(lambda: self.formula(scope)))
        self.at = start
        return self.quantified(scope) or self.atom(scope)

    def listed(self, item: Any) -> F:
        self.expect("(")
        out: list[F] = []
        if not self.takes(")"):
            out.append(item())
            while self.takes(","):
                out.append(item())
            self.expect(")")
        return tuple(out)

    def quantified(self, scope: frozenset[str]) -> F | None:
        word = self.match(QUANTIFIER)
        if word is None:
            return None
        word = " ".join(word.split())
        numbers: list[int] = []
        if word in NUMERIC:
            numbers.append(self.number())
            if word == "between":
                need(self.match(re.compile("and\\b")), "expected 'and'")
                numbers.append(self.number())
                need(numbers[0] <= numbers[1], "the smaller number comes first")
        x = self.name()
        self.expect("(")
        below = scope | {x}
        a = self.formula(below)
        self.expect(",")
        b = self.formula(below)
        self.expect(")")
        return ("quant", (word, tuple(numbers)), x, a, b)

    def number(self) -> int:
        found = self.match(NUMBER)
        number = int(found) if found and len(found) <= 1000 else -1
        need(0 <= number < 1 << 128, f"expected a number at {self.text[self.at :][:30]!r}")
        return number

    def atom(self, scope: frozenset[str]) -> F:
        if self.takes("("):
            f = self.formula(scope)
            self.expect(")")
            return f
        if self.takes("{"):
            if self.match(TAG) is None:
                self.name()
            self.expect(":")
            f = self.formula(scope)
            self.expect("}")
            return f
        if self.takes("["):
            return self.bound(scope)
        start = self.at
        if not self.sees("?") and not self.sees("!"):
            name = self.name()
            if self.sees("("):
                return ("pred", name, self.listed(lambda: self.term(scope)))
            if self.takes("["):
                need(name in ("more", "at_least", "equal", "as"), f"unknown comparison {name!r}")
                scale = self.name()
                self.expect("]")
                terms = self.listed(lambda: self.term(scope))
                need(len(terms) == 2, "a comparison has two sides")
                return ("compare", scale, name, *terms)
            self.at = start
        left = self.term(scope)
        self.expect("=")
        return ("equal", left, self.term(scope))

    def term(self, scope: frozenset[str]) -> F:
        free, constant = self.takes("?"), self.takes("!")
        name = self.name()
        need(not (free and name in scope), f"?{name} is bound")
        return ("var" if free or (name in scope and not constant) else "const", name)

    def bound(self, scope: frozenset[str]) -> F:
        terms: list[tuple[int, F]] = []
        sign, first = 1, True
        while first or not self.sees("<="):
            if self.takes("-"):
                sign = -1
            elif self.takes("+") or first:
                sign = 1
            else:
                raise Rejected("expected a sign")
            first = False
            factor = self.number() if self.sees_digit() else None
            if self.sees("+") or self.sees("-") or self.sees("<="):
                need(factor == 0, "expected something counted")
            else:
                terms.append((sign * (1 if factor is None else factor), self.quantity(scope)))
        self.expect("<=")
        sign = 1 if self.takes("+") or not self.takes("-") else -1
        limit = sign * self.number()
        self.expect("]")
        return ("bound", tuple(terms), limit)

    def sees_digit(self) -> bool:
        self.skip()
        return self.text[self.at : self.at + 1].isdigit()

    def quantity(self, scope: frozenset[str]) -> F:
        if self.takes("#"):
            x = self.name()
            self.expect(".")
            self.expect("(")
            body = self.formula(scope | {x})
            self.expect(")")
            return ("#", x, body)
        if self.takes("$"):
            return ("$", self.name())
        self.expect("^")
        scale = self.name()
        self.expect("(")
        t = self.term(scope)
        self.expect(")")
        return ("^", scale, t)


def parsed(text: object) -> F:
    need(type(text) is str, "a formula is written as text")
    assert isinstance(text, str)
    return Parser(text).whole()


# --- walking formulas -------------------------------------------------------------------------------------------------


def parts_of(f: F) -> tuple[F, ...]:
    kind = f[0]
    if kind in ("and", "or"):
        return tuple(f[1])
    if kind == "bound":
        return tuple(q[2] for _, q in f[1] if q[0] == "#")
    return {"not": f[1:], "implies": f[1:], "all": f[2:], "exists": f[2:], "quant": f[3:]}.get(kind, ())


def with_parts(f: F, new: tuple[F, ...]) -> F:
    kind = f[0]
    if kind in ("and", "or"):
        return (kind, new)
    if kind == "bound":
        bodies = iter(new)
        return (kind, tuple((c, ("#", q[1], next(bodies)) if q[0] == "#" else q) for c, q in f[1]), f[2])
    return (*f[: len(f) - len(new)], *new) if new else f


def everything_in(f: F) -> list[F]:
    """The formula and all parts, a part before its own parts."""
    out = [f]
    for p in parts_of(f):
        out.extend(everything_in(p))
    return out


def own_terms(f: F) -> tuple[F, ...]:
    if f[0] == "pred":
        return tuple(f[2])
    if f[0] == "bound":
        return tuple(q[2] for _, q in f[1] if q[0] == "^")
    return {"equal": f[1:], "compare": f[3:]}.get(f[0], ())


FREE: dict[F, frozenset[str]] = {}


def free(f: F) -> frozenset[str]:
    """Names of the free variables."""
    known = FREE.get(f)
    if known is not None:
        return known
    found = {t[1] for t in own_terms(f) if t[0] == "var"}
    if f[0] == "bound":
        for _, q in f[1]:
            if q[0] == "#":
                found |= free(q[2]) - {q[1]}
    else:
        below = frozenset[str]().union(*map(free, parts_of(f)))
        binds = {f[1]} if f[0] in ("all", "exists") else {f[2]} if f[0] == "quant" else set()
        found |= below - binds
    FREE[f] = frozenset(found)
    return FREE[f]


def names_in(*formulas: F) -> set[str]:
    return {t[1] for f in formulas for g in everything_in(f) for t in own_terms(g) if t[0] == "const"}


def predicates_in(*formulas: F) -> set[tuple[str, int]]:
    return {(g[1], len(g[2])) for f in formulas for g in everything_in(f) if g[0] == "pred"}


def thresholds_in(*formulas: F) -> set[str]:
    out: set[str] = set()
    for g in (g for f in formulas for g in everything_in(f)):
        if g[0] == "bound":
            out |= {q[1] for _, q in g[1] if q[0] == "$"}
        if g[0] == "quant":
            out |= {i[3] for i in inequalities(g[1]) if i[3]}
    return out


def renamed(f: F, now: dict[F, F], fresh: int | None) -> F:
    """Terms replaced by `now`. With `fresh`, binders are renamed by depth to x<fresh>, x<fresh+1> ..."""
    kind = f[0]
    if kind == "pred":
        return (kind, f[1], tuple(now.get(t, t) for t in f[2]))
    if kind == "equal":
        return (kind, now.get(f[1], f[1]), now.get(f[2], f[2]))
    if kind == "compare":
        return (*f[:3], now.get(f[3], f[3]), now.get(f[4], f[4]))
    if kind in ("all", "exists", "quant"):
        place = 2 if kind == "quant" else 1
        x, inner, deeper = under(f[place], now, fresh)
        return (*f[:place], x, *(renamed(p, inner, deeper) for p in f[place + 1 :]))
    if kind == "bound":
        return (kind, tuple((c, renamed_quantity(q, now, fresh)) for c, q in f[1]), f[2])
    return with_parts(f, tuple(renamed(p, now, fresh) for p in parts_of(f)))


def renamed_quantity(q: F, now: dict[F, F], fresh: int | None) -> F:
    if q[0] == "^":
        return ("^", q[1], now.get(q[2], q[2]))
    if q[0] == "$":
        return q
    x, inner, deeper = under(q[1], now, fresh)
    return ("#", x, renamed(q[2], inner, deeper))


def under(x: str, now: dict[F, F], fresh: int | None) -> tuple[str, dict[F, F], int | None]:
    if fresh is None:
        return x, {k: v for k, v in now.items() if k != ("var", x)}, None
    return f"x{fresh}", {**now, ("var", x): ("var", f"x{fresh}")}, fresh + 1


def put(f: F, old: F, new: F) -> F:
    return renamed(f, {old: new}, None)


def canonical(f: F) -> F:
    taken = [int(v[1:]) for v in free(f) if v[:1] == "x" and v[1:].isdecimal()]
    return renamed(f, {}, max(taken, default=0) + 1)


def denial(f: F) -> F:
    if f[0] == "true":
        return ("true", not f[1])
    if f[0] == "not":
        return tuple(f[1])
    if f[0] == "bound":
        return ("bound", tuple((-c, q) for c, q in f[1]), -f[2] - 1)
    return ("not", f)


# --- truth in a model -------------------------------------------------------------------------------------------------


class Model:
    def __init__(self, value: Any) -> None:
        need(type(value) is dict, "a model is a table")
        self.size = self.number(value.get("size"), 1, LARGEST["elements"])
        self.relations: dict[str, set[tuple[int, ...]]] = {
            n: {tuple(self.element(e) for e in rows(t)) for t in rows(r)} for n, r in self.table(value, "relations")
        }
        self.names = {n: self.element(e) for n, e in self.table(value, "names")}
        self.degrees = {n: [self.number(d) for d in rows(r)] for n, r in self.table(value, "degrees")}
        self.thresholds = {n: self.number(k, 0) for n, k in self.table(value, "thresholds")}
        need(all(len(r) == self.size for r in self.degrees.values()), "a scale misses an element")

    @staticmethod
    def table(value: dict[str, Any], key: str) -> Any:
        found = value.get(key, {})
        need(type(found) is dict, f"{key} is no table")
        return found.items()

    @staticmethod
    def number(n: Any, least: int = 1 - (1 << 128), most: int = (1 << 128) - 1) -> int:
        need(type(n) is int and least <= n <= most, "a number of the model is out of its range")
        return int(n)

    def element(self, e: Any) -> int:
        return self.number(e, 0, self.size - 1)

    def obeys(self, clauses: list[Clause]) -> bool:
        for body, head, arity in clauses:
            need(body or self.size**arity <= LARGEST["looks"], "too large a model")
            first = next(iter(body), None)
            given: Any = product(range(self.size), repeat=arity) if first is None else self.relations.get(first, ())
            for t in given:
                met = len(t) == arity and all(t in self.relations.get(n, ()) for n in body)
                if met and not any(t in self.relations.get(n, ()) for n in head):
                    return False
        return True

    def makes_true(self, f: F) -> bool:
        """By tables: which values of its free variables make each part true."""
        self.memo: dict[tuple[F, tuple[int, ...]], bool] = {}
        return self.true(f, {})

    def value(self, t: F, g: dict[str, int]) -> int:
        table = g if t[0] == "var" else self.names
        need(t[1] in table, f"{t[1]!r} stands for nothing in the model")
        return table[t[1]]

    def true(self, f: F, g: dict[str, int]) -> bool:
        kind = f[0]
        if kind in ("all", "exists", "quant", "bound"):
            key = (f, tuple(g.get(v, -1) for v in sorted(free(f))))
            if key not in self.memo:
                self.memo[key] = self.counts(f, g)
            return self.memo[key]
        if kind == "true":
            return bool(f[1])
        if kind == "pred":
            return tuple([self.value(t, g) for t in f[2]]) in self.relations.get(f[1], ())
        if kind == "equal":
            return self.value(f[1], g) == self.value(f[2], g)
        if kind == "compare":
            left, right = (self.degree(f[1], t, g) for t in f[3:])
            need(f[2] != "as", "'as' is open between two readings")
            return left > right if f[2] == "more" else left >= right if f[2] == "at_least" else left == right
        if kind == "not":
            return not self.true(f[1], g)
        if kind == "and":
            return all(self.true(p, g) for p in f[1])
        if kind == "or":
            return any(self.true(p, g) for p in f[1])
        return not self.true(f[1], g) or self.true(f[2], g)

    def degree(self, scale: str, t: F, g: dict[str, int]) -> int:
        need(scale in self.degrees, f"the model has no scale {scale!r}")
        return self.degrees[scale][self.value(t, g)]

    def threshold(self, name: str) -> int:
        need(name in self.thresholds, f"the model has no threshold {name!r}")
        return self.thresholds[name]

    def those(self, x: str, f: F, g: dict[str, int]) -> set[int]:
        return {e for e in range(self.size) if self.true(f, {**g, x: e})}

    def counts(self, f: F, g: dict[str, int]) -> bool:
        if f[0] == "all":
            return all(self.true(f[2], {**g, f[1]: e}) for e in range(self.size))
        if f[0] == "exists":
            return any(self.true(f[2], {**g, f[1]: e}) for e in range(self.size))
        if f[0] == "quant":
            a = self.those(f[2], f[3], g)
            b = {e for e in a if self.true(f[4], {**g, f[2]: e})}
            return all(
                i * len(b) + o * len(a - b) + (w * self.threshold(t) if t else 0) <= limit
                for i, o, limit, t, w in inequalities(f[1])
            )
        return bool(sum(c * self.amount(q, g) for c, q in f[1]) <= f[2])

    def amount(self, q: F, g: dict[str, int]) -> int:
        if q[0] == "#":
            return len(self.those(q[1], q[2], g))
        return self.threshold(q[1]) if q[0] == "$" else self.degree(q[1], q[2], g)


# --- problems: what is asserted, presupposed and known ----------------------------------------------------------------


def clause_of(text: str, arities: dict[str, int]) -> Clause:
    """`a & b <= c | d`. The text does not say how many arguments: the formulas do, or other names of the clause."""
    left, arrow, right = text.partition(" <= ")
    need(arrow, f"no clause: {text!r}")
    body = frozenset(() if left == "anything" else left.split(" & "))
    head = frozenset(() if right == "nothing" else right.split(" | "))
    found = {arities[n] for n in body | head if n in arities}
    need(len(found) < 2, f"a clause about different numbers of arguments: {text!r}")
    arity = found.pop() if found else 1
    arities.update(dict.fromkeys(body | head, arity))
    return body, head, arity


CLAUSE = re.compile(r"[^\[\](){}#$^~]+ <= [^\[\](){}#$^~]+")
"""A bare inequality between names; everything else in a theory is an axiom."""


def theory_of(texts: Any, spoken: list[F]) -> tuple[list[Clause], list[F]]:
    need(type(texts) is list and all(type(t) is str for t in texts), "the theory is a list of texts")
    axioms = [parsed(t) for t in texts if not CLAUSE.fullmatch(t)]
    arities: dict[str, int] = {}
    for name, arity in predicates_in(*spoken, *axioms):
        need(arities.setdefault(name, arity) == arity or not texts, f"{name!r} is used with different arguments")
    return [clause_of(t, arities) for t in texts if CLAUSE.fullmatch(t)], axioms


def relevant(clauses: list[Clause], formulas: list[F]) -> list[Clause]:
    """Clauses whose conditions can be met by something that the formulas speak of."""
    reached, size = predicates_in(*formulas), -1
    while len(reached) != size:
        size = len(reached)
        for body, head, arity in clauses:
            if not body or any((n, arity) in reached for n in body):
                reached |= {(n, arity) for n in head}
    return [c for c in clauses if all((n, c[2]) in reached for n in c[0])]


def closed_by(f: F, reading: dict[str, Any]) -> F:
    """The formula with what the reading leaves no choice about."""
    f = with_parts(f, tuple(closed_by(p, reading) for p in parts_of(f)))
    if f[0] == "compare" and f[2] == "as":
        return (f[0], f[1], reading["as_tall_as"], *f[3:])
    if f[0] == "quant" and f[1][0] == "the" and reading["the"] == "existential":
        return (f[0], ("some", ()), *f[2:])
    if f[0] == "quant" and f[1][0] in ("the", "both") and reading["the"] == "presupposed" and not free(f[3]) - {f[2]}:
        return (f[0], ("every", ()), *f[2:])
    return f


def presuppositions(f: F, reading: dict[str, Any]) -> list[F]:
    out: list[F] = []
    for g in everything_in(f):
        if g[0] != "quant" or g[1][0] == "name" or free(g[3]) - {g[2]}:
            continue
        restrictor, word = closed_by(g[3], reading), g[1][0]
        if word in ("the", "both") and reading["the"] == "presupposed":
            out.append(canonical(("quant", ("exactly", (1 if word == "the" else 2,)), g[2], restrictor, TRUE)))
        elif about_something(word, reading, g[4] == TRUE and g[2] not in free(restrictor)):
            out.append(canonical(("quant", ("some", ()), g[2], restrictor, TRUE)))
    return out


def about_something(word: str, reading: dict[str, Any], of_a_name: bool) -> bool:
    strong = word in STRONG and not (word == "the" and reading["the"] == "existential")
    return {"no": strong and of_a_name, "strong": strong, "all": True}[reading["existential_import"]]


def nothing_else(f: F) -> list[F]:
    """The closed world: who is said to have seen a and b saw nothing else, so two at most."""
    seen: dict[tuple[str, F], list[F]] = {}
    for p in f[1] if f[0] == "and" else (f,):
        if p[0] == "pred" and len(p[2]) == 2 and all(t[0] == "const" for t in p[2]):
            seen.setdefault((p[1], p[2][0]), []).append(p[2][1])
    y, out = ("var", "y"), []
    for (n, a), bs in seen.items():
        these = list(dict.fromkeys(bs))
        out.append(canonical(("all", "y", ("implies", ("pred", n, (a, y)), any_of([("equal", y, b) for b in these])))))
        out.append(canonical(("quant", ("at most", (len(these),)), "y", ("pred", n, (a, y)), TRUE)))
    return out


class Situation:
    """A problem as facts: what is known, what the premise presupposes, the premise; granted; the hypothesis."""

    def __init__(self, premise: F, hypothesis: F, theory: Any, reading: dict[str, Any]) -> None:
        if reading["scope"] != "surface" or reading["coreference"]:
            raise NotChecked("readings with another scope or with coreference are not followed here")
        clauses, axioms = theory_of(theory, [premise, hypothesis])
        axioms = [closed_by(a, reading) for a in axioms]
        plain = not reading["granted"] and reading["the"] == "presupposed"
        asking = {**reading, "the": "unique"} if plain else reading
        said, asked = (canonical(closed_by(f, r)) for f, r in ((premise, reading), (hypothesis, asking)))
        spoken = [said, asked, *axioms]
        presupposed = presuppositions(premise, reading)
        if reading["closed_world"]:
            presupposed += nothing_else(closed_by(premise, reading))
        presupposed = list(dict.fromkeys(presupposed))
        granted = [f for f in dict.fromkeys(presuppositions(hypothesis, reading)) if f not in presupposed]
        granted = [f for f in granted if reading["granted"] or f[2] not in free(f[3])]
        known = [*axioms, *vague(thresholds_in(*spoken)), *(apart(spoken) if reading["distinct_names"] else ())]
        self.premises = [*known, *presupposed, said]
        self.granted, self.asked = granted, asked
        self.clauses = relevant(clauses, [*spoken, *presupposed, *granted])
        need(not any(free(f) for f in (*self.premises, *granted, asked)), "a fact has a free variable")

    def facts(self, hypothesis: bool) -> list[F]:
        return [*self.premises, *self.granted, self.asked if hypothesis else denial(self.asked)]


def vague(used: set[str]) -> list[F]:
    out: list[F] = []
    for name, least, other in KNOWN_OF_THRESHOLDS:
        if name in used:
            out.append(("bound", ((-1, ("$", name)),), -least))
            if other in used:
                out.append(("bound", ((1, ("$", other)), (-1, ("$", name))), 0))
    if {"few", "many"} <= used:
        out.append(("bound", ((1, ("$", "few")), (-1, ("$", "many"))), -1))
    return out


def apart(spoken: list[F]) -> list[F]:
    names = sorted(n for n in names_in(*spoken) if not n.startswith(("that ", "this ", "the same one")))
    return [("not", ("equal", ("const", a), ("const", b))) for a, b in combinations(names, 2)]


# --- the plain form in which proofs speak: and, or, literals, bounds --------------------------------------------------


def all_of(parts: list[F]) -> F:
    return flat("and", TRUE, FALSE, parts)


def any_of(parts: list[F]) -> F:
    return flat("or", FALSE, TRUE, parts)


def flat(kind: str, unit: F, zero: F, parts: list[F]) -> F:
    out: dict[F, None] = {}
    for p in parts:
        out.update(dict.fromkeys(p[1] if p[0] == kind else (p,)))
    if zero in out:
        return zero
    out.pop(unit, None)
    return unit if not out else next(iter(out)) if len(out) == 1 else (kind, tuple(out))


PLAINED: dict[tuple[F, bool], F] = {}


def plain(f: F, true: bool = True) -> F:
    """`f`, or its denial, with quantifiers written as counts and negation at the atoms only."""
    key = (f, true)
    if key not in PLAINED:
        need(len(PLAINED) < LARGEST["nodes"], "too large")
        PLAINED[key] = plain_anew(f, true)
    return PLAINED[key]


def plain_anew(f: F, true: bool) -> F:
    kind = f[0]
    if kind == "not":
        return plain(f[1], not true)
    if kind in ("and", "or"):
        return (all_of if (kind == "and") == true else any_of)([plain(p, true) for p in f[1]])
    if kind == "implies":
        return (any_of if true else all_of)([plain(f[1], not true), plain(f[2], true)])
    if kind == "equal" and f[1] == f[2]:
        return ("true", true)
    if kind == "all":
        return counted([(1, ("#", f[1], plain(f[2], False)))], 0, true)
    if kind == "exists":
        return counted([(-1, ("#", f[1], plain(f[2])))], -1, true)
    if kind == "quant":
        return (all_of if true else any_of)([inequality(f, i, true) for i in inequalities(f[1])])
    if kind == "compare":
        return compared(f, true)
    if kind == "bound":
        return counted([(c, ("#", q[1], plain(q[2])) if q[0] == "#" else q) for c, q in f[1]], f[2], true)
    return f if true else denial(f)


def inequality(f: F, i: tuple[int, int, int, str, int], true: bool) -> F:
    a, b, x = plain(f[3]), plain(f[4]), f[2]
    if i[0] == i[1]:
        terms = [(i[0], ("#", x, a))]
    else:
        terms = [(i[0], ("#", x, all_of([a, b]))), (i[1], ("#", x, all_of([a, plain(f[4], False)])))]
    return counted(terms + ([(i[4], ("$", i[3]))] if i[3] else []), i[2], true)


def compared(f: F, true: bool) -> F:
    left, right = ("^", f[1], f[3]), ("^", f[1], f[4])
    need(f[2] != "as", "'as' is open between two readings")
    if f[2] == "equal":
        both = [counted([(1, right), (-1, left)], 0, true), counted([(1, left), (-1, right)], 0, true)]
        return (all_of if true else any_of)(both)
    return counted([(1, right), (-1, left)], -1 if f[2] == "more" else 0, true)


def counted(terms: list[tuple[int, F]], limit: int, true: bool = True) -> F:
    """A bound or its denial; trivial where nothing is left, or where counts cannot be below zero."""
    sums: dict[F, int] = {}
    for c, q in terms:
        if q[0] != "#" or q[2] != FALSE:
            sums[q] = sums.get(q, 0) + c
    kept = tuple((c, q) for q, c in sums.items() if c)
    counts_only = all(q[0] != "^" for _, q in kept)
    if (counts_only and all(c < 0 for c, _ in kept) and limit >= 0) or (not kept and limit >= 0):
        return ("true", true)
    if counts_only and all(c > 0 for c, _ in kept) and limit < 0:
        return ("true", not true)
    b: F = ("bound", kept, limit)
    return b if true else denial(b)


def normal(f: F) -> F:
    return canonical(plain(f))


# --- what facts force -------------------------------------------------------------------------------------------------


class State:
    """Facts with everything set that they force. `failed`: they cannot be true together."""

    def __init__(self, facts: list[F], clauses: list[Clause]) -> None:
        self.clauses, self.values, self.open = clauses, dict[F, bool](), list[F]()
        self.steps = 0
        self.failed = not self.settle(list(facts)) or not self.lexicon_allows()
        self.literals = {} if self.failed else dict.fromkeys(self.stated())
        self.all = {**self.literals, **dict.fromkeys(self.open)}

    def settle(self, todo: list[F]) -> bool:
        todo.reverse()
        while todo:
            self.steps += 1
            need(self.steps < 1_000_000, "too many facts")
            f = self.set_in(todo.pop())
            if f == FALSE:
                return False
            if f[0] == "and":
                todo.extend(reversed(f[1]))
            elif f[0] == "or":
                self.open.append(f)
            elif f != TRUE:
                self.learn(f)
            if not todo:
                todo = self.again()
        return True

    def learn(self, literal: F) -> None:
        self.news = True
        true = literal[0] != "not"
        atom: F = literal if true else literal[1]
        self.values[atom] = true
        if atom[0] == "bound":
            self.values[denial(atom)] = False
        if atom[0] == "equal":
            self.values[("equal", atom[2], atom[1])] = true

    news = False

    def again(self) -> list[F]:
        """What must be looked at again because something was learnt since."""
        facts, still = self.stated(), self.open
        equation = next((f for f in facts if f[0] == "equal"), None)
        if equation is not None:
            keep, drop = sorted(equation[1:], key=lambda t: (t[1].startswith("@"), t[1]))
            self.values, self.open = {}, []
            return [normal(put(f, drop, keep)) for f in reversed(facts + still)]
        if self.news and still:
            self.open, self.news = [], False
            return list(reversed(still))
        self.news = False
        inner = [self.set_inside(f) if f[0] == "bound" else f for f in facts]
        if inner != facts:
            self.values, self.open = {}, []
            return list(reversed(inner + still))
        return []

    def stated(self) -> list[F]:
        out = []
        for atom, true in self.values.items():
            if atom[0] == "bound":
                out += [atom] if true else []
            elif atom[0] != "equal" or repr(atom[1][1]) <= repr(atom[2][1]):
                out.append(atom if true else ("not", atom))
        return out

    def set_in(self, f: F) -> F:
        if f[0] == "not":
            inner = self.set_in(f[1])
            return f if inner == f[1] else denial(inner)
        if f[0] in ("and", "or"):
            return (all_of if f[0] == "and" else any_of)([self.set_in(p) for p in f[1]])
        if f in self.values:
            return ("true", self.values[f])
        return self.set_inside(f) if f[0] == "bound" else f

    def set_inside(self, f: F) -> F:
        """What is counted, with the closed parts set that are known: they are the same for all elements."""
        if all(free(g) or g[0] not in ("bound", "pred", "equal") for p in parts_of(f) for g in everything_in(p)):
            return f
        inner = normal(with_parts(f, tuple(self.set_closed(p) for p in parts_of(f))))
        return ("true", self.values[inner]) if inner != f and inner in self.values else inner

    def set_closed(self, f: F) -> F:
        if f[0] not in ("true", "and", "or", "not") and not free(f):
            alone = canonical(f)
            if alone in self.values:
                return ("true", self.values[alone])
        return with_parts(f, tuple(self.set_closed(p) for p in parts_of(f)))

    def lexicon_allows(self) -> bool:
        about: dict[F, dict[str, bool]] = {}
        for atom, true in self.values.items():
            if atom[0] == "pred":
                about.setdefault(atom[2], {})[atom[1]] = true
        return all(possible(self.clauses, len(terms), said) for terms, said in about.items())


def possible(clauses: list[Clause], arity: int, said: dict[str, bool]) -> bool:
    """Whether the clauses, chained forward, allow these truth values of predicates over the same arguments."""
    now = dict(said)
    while True:
        before = len(now)
        for body, head, n in clauses:
            if n != arity or not all(now.get(b) for b in body) or any(now.get(h) for h in head):
                continue
            left = [h for h in head if h not in now]
            if not left:
                return False
            if len(left) == 1:
                now[left[0]] = True
        if len(now) == before:
            return True


# --- proofs -----------------------------------------------------------------------------------------------------------


def fields(value: Any, *names: str) -> list[Any]:
    need(type(value) is dict and all(n in value for n in names), f"expected {', '.join(names)}")
    return [value[n] for n in names]


def rows(value: Any, width: int = 0) -> list[Any]:
    need(type(value) is list, "expected a list")
    need(not width or all(type(r) is list and len(r) == width for r in value), "expected rows")
    return list(value)


def count(n: Any) -> int:
    need(type(n) is int and 0 <= n < 1 << 128, f"{n!r} is no number of a proof")
    return int(n)


def new_name(*formulas: F) -> F:
    used, k = names_in(*formulas), 1
    while f"@{k}" in used:
        k += 1
    return ("const", f"@{k}")


def refute(proof: Any, facts: list[F], clauses: list[Clause]) -> None:
    """Facts as a reading leaves them. A chain speaks of them as they are, everything else of their plain form."""
    need(type(proof) is dict, "a proof is a table")
    LOOKED[0] = 0
    if proof.get("rule") == "word":
        need(rows(proof.get("engines")) and all(type(e) is str for e in proof["engines"]), "nobody's word")
        raise NotChecked("rests on the word of an engine")
    if proof.get("rule") == "chain":
        chain(proof, facts, clauses)
    else:
        refute_plain(proof, [normal(f) for f in facts], clauses)


def look(regions: int) -> None:
    """Regions of all sums of a proof, and what is open at its steps."""
    LOOKED[0] += regions
    need(LOOKED[0] <= LARGEST["regions"], "too many regions")


def refute_plain(proof: Any, facts: list[F], clauses: list[Clause]) -> None:
    need(type(proof) is dict, "a proof is a table")
    need(len(names_in(*facts)) <= LARGEST["names"], "too many names")
    state, rule = State(facts, clauses), proof.get("rule")
    if rule == "closed":
        need(state.failed, "nothing fails")
        return
    need(not state.failed, "the facts fail already")
    look(sum(len(everything_in(f)) for f in state.open) // 8)
    known = list(state.all)
    if rule == "cases":
        text, yes, no = fields(proof, "formula", "if_true", "if_false")
        f = parsed(text)
        need(not free(f), "a case with a free variable")
        refute_plain(yes, [*known, normal(f)], clauses)
        refute_plain(no, [*known, normal(denial(f))], clauses)
    elif rule == "witness":
        texts, inner = fields(proof, "bounds", "proof")
        said: list[F] = []
        for f in map(parsed, rows(texts)):
            need(f in state.literals, "a witness of what is not a fact")
            need(len(f[1]) == 1 and f[1][0][0] < 0 and f[1][0][1][0] == "#" and f[2] < 0, "nothing has to exist")
            _, x, body = f[1][0][1]
            said.append(normal(put(body, ("var", x), new_name(*known, *said))))
        refute_plain(inner, known + said, clauses)
    elif rule == "instance":
        texts, inner = fields(proof, "bounds", "proof")
        said = []
        for text, name in rows(texts, 2):
            f = parsed(text)
            need(f in state.literals and type(name) is str, "an instance of what is not a fact")
            need(len(f[1]) == 1 and f[1][0][0] > 0 and f[1][0][1][0] == "#" and f[2] == 0, "not about everything")
            _, x, body = f[1][0][1]
            said.append(normal(denial(put(body, ("var", x), ("const", name)))))
        refute_plain(inner, known + said, clauses)
    elif rule == "sum":
        add_up(proof, state, clauses)
    else:
        raise Rejected(f"{rule!r} is no rule here")


def add_up(proof: Any, state: State, clauses: list[Clause]) -> None:
    """Weighted bounds say `counts < 0`; no element, threshold or degree may allow that."""
    weights, exclusions = fields(proof, "weights", "exclusions")
    limit, terms = 0, Counter[F]()
    names = names_in(*state.literals)
    for text, weight in rows(weights, 2):
        f, w = parsed(text), count(weight)
        need(f[0] == "bound" and w > 0, "weights stand on bounds")
        need(f in state.literals or granted(f, names), "a weighted bound is no fact")
        limit += w * f[2]
        for c, q in f[1]:
            terms[q] += w * c
    need(limit < 0, "the sum says nothing")
    counts: list[tuple[int, F]] = []
    for q, c in terms.items():
        need(q[0] != "^" or c == 0, "the degrees do not cancel")
        need(q[0] != "$" or c >= 0, "a threshold below zero")
        if q[0] == "#":
            counts.append((c, canonical(put(q[2], ("var", q[1]), HERE))))
    cubes = [exclusion(e, state, clauses) for e in rows(exclusions)]
    atoms = list(dict.fromkeys([*(a for _, f in counts for a in atoms_in(f)), *(a for cube in cubes for a, _ in cube)]))
    need(not Regions(counts, cubes, atoms, clauses).some_negative({}), "a region counts below zero")


def granted(f: F, names: set[str]) -> bool:
    """True in every model: something exists, and a name stands for exactly one element."""
    if len(f[1]) != 1 or f[1][0][1][:2] != ("#", "x1"):
        return False
    (c, q), limit = f[1][0], f[2]
    if q[2] == TRUE:
        return (c, limit) == (-1, -1)
    ours = q[2][0] == "equal" and q[2][1] == ("var", "x1") and q[2][2][0] == "const" and q[2][2][1] in names
    return ours and (c, limit) in ((-1, -1), (1, 1))


def exclusion(value: Any, state: State, clauses: list[Clause]) -> Cube:
    """No element has all these properties: said of a new name, they are refuted."""
    cube, using, inner = fields(value, "cube", "using", "proof")
    properties = [(parsed(text), true) for text, true in rows(cube, 2)]
    facts = [parsed(text) for text in rows(using)]
    need(all(f in state.all for f in facts), "an exclusion uses what is no fact")
    new = new_name(*state.all, *(f for f, _ in properties))
    said: list[F] = []
    for f, true in properties:
        need(type(true) is bool and free(f) <= {"_"}, "a property of one element is true or false")
        said.append(normal(put(f if true else denial(f), HERE, new)))
    refute_plain(inner, facts + said, clauses)
    return properties


def atoms_in(f: F) -> list[F]:
    if f[0] in ("and", "or", "not"):
        return [a for p in parts_of(f) for a in atoms_in(p)]
    if f[0] == "bound":
        return [f if f[1][0][0] > 0 else denial(f)]
    return [] if f[0] == "true" else [f]


class Regions:
    """All ways an element can be, as far as the atoms tell."""

    def __init__(self, counts: list[tuple[int, F]], cubes: list[Cube], atoms: list[F], clauses: list[Clause]) -> None:
        self.counts, self.cubes, self.atoms, self.clauses = counts, cubes, atoms, clauses

    def some_negative(self, region: dict[F, bool]) -> bool:
        """Whether a possible completion counts below zero: atom by atom."""
        look(1)
        values = [(c, self.value(f, region)) for c, f in self.counts]
        if sum(c for c, v in values if v or (v is None and c < 0)) >= 0 or self.impossible(region):
            return False
        if len(region) == len(self.atoms):
            return True
        return any(self.some_negative({**region, self.atoms[len(region)]: v}) for v in (True, False))

    def value(self, f: F, region: dict[F, bool]) -> bool | None:
        if f[0] == "true":
            return bool(f[1])
        if f[0] == "not":
            inner = self.value(f[1], region)
            return None if inner is None else not inner
        if f[0] in ("and", "or"):
            values = {self.value(p, region) for p in f[1]}
            ends = f[0] == "or"
            return ends if ends in values else None if None in values else not ends
        if f[0] == "bound" and f not in region and denial(f) in region:
            return not region[denial(f)]
        return region.get(f)

    def impossible(self, region: dict[F, bool]) -> bool:
        if any(all(region.get(a) is v for a, v in cube) for cube in self.cubes):
            return True
        about: dict[F, dict[str, bool]] = {}
        for a, v in region.items():
            if a[0] == "pred":
                about.setdefault(a[2], {})[a[1]] = v
        return not all(possible(self.clauses, len(terms), said) for terms, said in about.items())


# --- monotonicity -----------------------------------------------------------------------------------------------------


def directions(f: F) -> tuple[int, ...]:
    """For each part: does the whole grow (1) or shrink (-1) with it, or is neither sure (0)?"""
    if f[0] == "not":
        return (-1,)
    if f[0] == "implies":
        return (-1, 1)
    if f[0] == "bound":
        return tuple(-1 if c > 0 else 1 for c, q in f[1] if q[0] == "#")
    if f[0] == "quant":
        first = {c < 0 for i in inequalities(f[1]) for c in i[:2] if c}
        second = {i[0] < i[1] for i in inequalities(f[1]) if i[0] != i[1]}
        return tuple(0 if len(s) != 1 else 1 if True in s else -1 for s in (first, second))
    return (1,) * len(parts_of(f))


def groupings(f: F) -> list[F]:
    """A count compared with a threshold of its own stands for a quantifier that has no name in the notation. Its text
    does not say where the restrictor ends: any place gives the same meaning."""
    kinds = [q[0] for _, q in f[1]] if f[0] == "bound" else []
    if kinds != ["#", "$"] or f[1][1][1][1] in PLAIN or f[1][0][1][2][0] != "and":
        return [f]
    (c, (_, x, (_, parts))), (w, (_, t)) = f[1]
    own = ("", ((c, 0, f[2], t, w),))
    return [("quant", own, x, all_of(list(parts[:k])), all_of(list(parts[k:]))) for k in range(1, len(parts))]


def replaced(f: F, path: list[int], new: F) -> Iterator[tuple[F, F, int]]:
    """With `new` at the path: the whole, what stood there, and its direction."""
    if not path:
        yield new, f, 1
        return
    for g in groupings(f):
        parts = parts_of(g)
        if path[0] < len(parts):
            for inner, old, sign in replaced(parts[path[0]], path[1:], new):
                whole = with_parts(g, (*parts[: path[0]], inner, *parts[path[0] + 1 :]))
                yield whole, old, sign * directions(g)[path[0]]


def chain(proof: Any, facts: list[F], clauses: list[Clause]) -> None:
    start, goal, steps = fields(proof, "start", "goal", "steps")
    need(count(start) < len(facts) and count(goal) < len(facts), "a chain outside the facts")
    need(arrives(facts[start], rows(steps), facts, facts[goal], clauses), "the chain does not arrive")


def arrives(now: F, steps: list[Any], facts: list[F], goal: F, clauses: list[Clause]) -> bool:
    if not steps:
        return State([normal(now), normal(goal)], clauses).failed
    path, text, using, inner = fields(steps[0], "path", "new", "using", "proof")
    new, used, known = parsed(text), [parsed(t) for t in rows(using)], {normal(f) for f in facts}
    need(all(f in known for f in used), "a step uses what is no fact")
    for wider, old, sign in replaced(now, [count(k) for k in rows(path)], new):
        if sign and not free(wider):
            try:
                refute_plain(inner, [*used, *strictly_more(sign, old, new, facts)], clauses)
            except Rejected:
                continue
            if arrives(wider, steps[1:], facts, goal, clauses):
                return True
    return False


def strictly_more(sign: int, old: F, new: F, facts: list[F]) -> tuple[F, F]:
    small, large = (old, new) if sign > 0 else (new, old)
    for v in sorted(free(small) | free(large)):
        name = new_name(*facts, small, large)
        small, large = put(small, ("var", v), name), put(large, ("var", v), name)
    return normal(small), normal(denial(large))


# --- certificates and files -------------------------------------------------------------------------------------------

FOLDED = {"entailment": "entailment", "contradiction": "non-entailment", "neutral": "non-entailment"}


def check_certificate(line: Any, reading: dict[str, Any]) -> str:
    """What kind of evidence the line holds. Rejected unless it shows its label; NotChecked for somebody's word. What
    is looked at is JSON: an object from Python may say that it is equal to everything."""
    FREE.clear()
    PLAINED.clear()
    try:
        return _check_certificate(strict(json.dumps(line)), reading)
    except (RecursionError, OverflowError, UnicodeError, KeyError, IndexError, TypeError, ValueError) as e:
        raise Rejected(f"cannot be followed: {type(e).__name__}") from e


def _check_certificate(line: Any, reading: dict[str, Any]) -> str:
    label, premise, hypothesis, theory, verdict = fields(line, "label", "premise", "hypothesis", "theory", "verdict")
    verdict_label, certificate = fields(verdict, "label", "certificate")
    need(all(type(t) is str for t in rows(verdict.get("agreed", []))), "who agreed?")
    need(verdict_label in FOLDED, f"{verdict_label!r} supports no label")
    need(label in (verdict_label, FOLDED[verdict_label]), f"{label!r} does not follow from {verdict_label!r}")
    s = Situation(parsed(premise), parsed(hypothesis), theory, reading)
    (kind,) = fields(certificate, "kind")
    if verdict_label == "neutral":
        need(kind == "countermodels", f"{kind!r} does not show that nothing follows")
        for truth, name in ((True, "with_hypothesis"), (False, "without_hypothesis")):
            satisfied(certificate.get(name), s.facts(truth), s.clauses)
        return "models"
    need(kind == "proof", f"{kind!r} is no proof")
    proof, witness = fields(certificate, "proof", "witness")
    satisfied(witness, s.facts(True) if verdict_label == "entailment" else s.premises, s.clauses)
    refute(proof, s.facts(verdict_label == "contradiction"), s.clauses)
    return f"proof by {proof['rule']}"


def satisfied(model: Any, facts: list[F], clauses: list[Clause]) -> None:
    m = Model(model)
    need(m.obeys(clauses), "the model breaks the theory")
    binders = [g for f in facts for g in everything_in(f) if g[0] in ("all", "exists", "quant", "bound")]
    need(sum(m.size ** (len(free(g)) + 1) for g in binders) <= LARGEST["looks"], "too large a model")
    need(all(m.makes_true(f) for f in facts), "a fact is false in the model")


def strict(text: str) -> Any:
    """JSON that all readers read alike: they differ in which value of a repeated key they take, and about NaN."""
    return json.loads(text, object_pairs_hook=_once, parse_constant=int)  # NaN is no int


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    need(len(dict(pairs)) == len(pairs), "a key comes twice")
    return dict(pairs)


class Report:
    def __init__(self) -> None:
        self.accepted, self.not_checked = Counter[str](), Counter[str]()
        self.rejected: list[tuple[int, str]] = []
        self.labels: set[str] = set()

    def line(self, number: int, text: str, reading: dict[str, Any]) -> None:
        try:
            value = strict(text)
            need(type(value) is dict and value.get("schema") == f"s{number - 1}", f"expected schema s{number - 1}")
            self.accepted[check_certificate(value, reading)] += 1
            if value.get("strictly") is not None:
                need(type(value["strictly"]) is dict, "strictly is a verdict")
                alone = {**value, "verdict": value["strictly"], "label": value["strictly"].get("label")}
                check_certificate(alone, {**reading, "granted": False})
            self.labels.add(value["label"])
        except NotChecked as e:
            self.not_checked[str(e)] += 1
        except (Rejected, ValueError, RecursionError) as e:
            self.rejected.append((number, str(e)))

    def finish(self, schemas: object, lines: int) -> None:
        if type(schemas) is not int or schemas != lines:
            self.rejected.append((0, f"{lines} certificates; the manifest says {schemas}"))
        if "non-entailment" in self.labels and self.labels & {"neutral", "contradiction"}:
            self.rejected.append((0, "labels of two kinds: with three values and with two"))


def check_directory(directory: Path, changes: list[str]) -> Report:
    paths = [directory / name for name in ("manifest.json", "certificates.jsonl")]
    need(all(path.is_file() for path in paths), "expected two files")  # a pipe would be waited for
    manifest = strict(paths[0].read_text(encoding="utf-8"))
    need(type(manifest) is dict, "manifest.json: expected an object")
    reading = {**READING, **reading_of(manifest, changes)}
    report, number = Report(), 0
    with paths[1].open(encoding="utf-8") as file:
        for number, text in enumerate(file, 1):
            report.line(number, text, reading)
    report.finish(manifest.get("schemas"), number)
    return report


def reading_of(manifest: dict[str, Any], changes: list[str]) -> dict[str, Any]:
    fragment, told = str(manifest.get("fragment")), manifest.get("reading")
    need(changes or told is not None or fragment in FRAGMENTS, f"no reading of {fragment!r} is known: give --reading")
    need(told is None or type(told) is dict, "manifest.json: reading: expected an object")
    out = dict(FRAGMENTS.get(fragment, {}) if told is None else told)
    for change in changes:
        key, _, value = change.partition("=")
        out[key] = value if key == "existential_import" else {"yes": True, "no": False}.get(value, value)
    for key, value in out.items():
        need(key in READING, f"unknown reading {key!r}; known: {', '.join(READING)}")
        # 1 is not true
        need(type(value) is type(READING[key]) and value in CHOICES[key], f"reading {key}: expected {CHOICES[key]}")
    return out


def main() -> int:
    parser = argparse.ArgumentParser(description="Check the certificates of a data set without ProveNLI.")
    parser.add_argument("directory", type=Path)
    parser.add_argument("--reading", nargs="*", default=[], metavar="KEY=VALUE")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    try:
        report = check_directory(given.directory, given.reading)
    except (OSError, ValueError, RecursionError, Rejected) as e:
        print(f"{given.directory}: cannot be read: {e}", file=sys.stderr)
        return 2
    if given.json:
        print(json.dumps({"accepted": report.accepted, "not checked": report.not_checked, "refused": report.rejected}))
    else:
        for number, why in report.rejected[:20]:
            print(f"certificates.jsonl:{number}: refused: {why}")
        kinds = ", ".join(f"{n} {kind}" for kind, n in sorted(report.accepted.items()))
        total, unchecked = report.accepted.total(), report.not_checked.total()
        print(f"{total} accepted ({kinds}); {len(report.rejected)} refused; {unchecked} not checked")
    return 1 if report.rejected or report.not_checked else 0


if __name__ == "__main__":
    sys.exit(main())
