"""A second checker of ProveNLI's certificates: one file, the standard library, nothing from provenli.

    python tools/second_checker.py DIR [--reading existential_import=all ...] [--json]

DIR is a data set: manifest.json names the reading, certificates.jsonl holds a problem, a label and a certificate a
line. Formulas are parsed here, models evaluated here and proofs checked here, by what docs/certificates.md says they
mean. Exit code 0 where all is accepted, 1 where something is not, 2 where the directory cannot be read.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from itertools import combinations, count, product
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

Term = tuple[str, str]  # ("var", name) or ("const", name)
Clause = tuple[frozenset[str], frozenset[str], int]
Scope = frozenset[str]
Report = dict[str, Any]  # accepted, not checked: how many of which kind; refused: the lines and why
Reading = dict[str, Any]
T = TypeVar("T")


class F(NamedTuple):
    """A formula. `x` is the variable that it binds in its parts, and `what` is
    the truth value of true; the name of pred; (scale, relation) of compare; (name, numbers) of quant, whose parts are
    restrictor and body; (coefficients, limit) of bound, which says that the sum of coefficient * part <= limit.
    The parts of a bound are quantities: # counts the x of which its part is true; `what` is the name of a threshold $;
    ^ is the degree of its term on the scale `what`. The other kinds are equal, not, and, or, implies, all, exists."""

    kind: str
    what: Any = None
    x: Any = None
    terms: tuple[Term, ...] = ()
    parts: tuple[F, ...] = ()


TRUE, FALSE, HERE = F("true", True), F("true", False), ("var", "_")
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
IMPORT, DISTINCT, PLAINLY = {"existential_import": "all"}, {"distinct_names": True}, dict[str, Any]()
BARE = ("boolean", "comparative", "conditional", "syllogism", "systematicity", "transitivity", "veridical")
FRAGMENTS: dict[str, Reading] = {
    **dict.fromkeys(BARE, PLAINLY),
    **dict.fromkeys(("boolean_coordination", "counting", "negation"), DISTINCT),
    **dict.fromkeys(("fair", "monotonicity_hard", "monotonicity_simple"), IMPORT),
    "quantifier": {**IMPORT, **DISTINCT},
}
"""How fragments read English in data sets that do not say so themselves: those that version 0.1.0 wrote."""
STRONG = ("every", "not every", "most", "no", "the", "both")  # presuppose something under existential_import=strong
LARGEST = {"regions": 20_000, "elements": 10_000, "looks": 300_000, "nodes": 200_000, "names": 400}
BITS, LOOKED = 1 << 128, [0]
BINDERS, ATOMS = ("all", "exists", "quant", "bound"), ("bound", "pred", "equal")
FOLDED = {"entailment": "entailment", "contradiction": "non-entailment", "neutral": "non-entailment"}


class Rejected(Exception):
    """The certificate shows nothing."""


class NotChecked(Exception):
    """Nobody's word is taken here, and some readings are not followed."""


def need(condition: object, why: str) -> None:
    if not condition:
        raise Rejected(why)


def fields(value: Any, *names: str) -> list[Any]:
    need(type(value) is dict and all(n in value for n in names), f"expected {', '.join(names)}")
    return [value[n] for n in names]


def rows(value: Any, width: int = 0) -> list[Any]:
    need(type(value) is list, "expected a list")
    need(not width or all(type(r) is list and len(r) == width for r in value), "expected rows")
    return list(value)


def number(n: Any, least: int = 0, most: int = BITS - 1, of: str = "model") -> int:
    need(type(n) is int and least <= n <= most, f"a number of the {of} is out of its range")
    return int(n)


# --- what quantifiers mean: inside*|A&B| + outside*|A-B| + weight*threshold <= limit, all of them ---------------------
Inequality = tuple[int, int, int, str, int]  # inside, outside, limit, threshold, weight
AT_LEAST_1: Inequality = (-1, 0, -1, "", 0)
PLAIN: dict[str, tuple[Inequality, ...]] = {
    "every": ((0, 1, 0, "", 0),),
    "some": (AT_LEAST_1,),
    "no": ((1, 0, 0, "", 0),),
    "not every": ((0, -1, -1, "", 0),),
    "most": ((-1, 1, -1, "", 0),),
    "some but not all": (AT_LEAST_1, (0, -1, -1, "", 0)),
    "the": ((1, 1, 1, "", 0), AT_LEAST_1),
    "both": ((1, 1, 2, "", 0), (-1, 0, -2, "", 0)),
    "name": (AT_LEAST_1,),
    "few": ((1, 0, 0, "few", -1),),
    **{name: ((-1, 0, 0, name, 1),) for name in ("many", "several", "a few")},
}
LOW = {"at least": 0, "more than": 1, "exactly": 0, "between": 0}
HIGH = {"at most": 0, "less than": -1, "fewer than": -1, "exactly": 0, "between": 0}
VAGUE = (("several", "", -3), ("many", "", -3), ("many", "several", 0), ("a few", "", -2), ("many", "few", -1))
"""What is known of thresholds: the second less the first is at most so much."""


def inequalities(q: tuple[str, Any]) -> tuple[Inequality, ...]:
    """A quantifier without a name tells its inequalities in place of its numbers."""
    name, numbers = q
    if name in PLAIN or not name:
        return PLAIN[name] if name else tuple(numbers)
    need(numbers[0] + LOW.get(name, 0) < BITS, "a number of more than 128 bits")
    lower = ((-1, 0, -numbers[0] - LOW[name], "", 0),) if name in LOW else ()
    return (*lower, (1, 0, numbers[-1] + HIGH[name], "", 0)) if name in HIGH else lower


# --- reading formulas -------------------------------------------------------------------------------------------------
NAME = re.compile(r"[@A-Za-z_][A-Za-z0-9_]*|'(?:[^'\\\n]|\\(?:['\\ntr]|x[0-9a-f]{2}|u[0-9a-f]{4}|U[0-9a-f]{8}))*'")
NUMBER, TAG, AND = re.compile(r"[0-9]+"), re.compile(r"[A-Za-z0-9_.]+"), re.compile(r"and\b")
CLAUSE = re.compile(r"[^\[\](){}#$^~]+ <= [^\[\](){}#$^~]+")  # between names; all else in a theory is an axiom
WORDS = sorted(("true", "false", "and", "or", "all", "exists", *PLAIN, *LOW, *HIGH), key=len, reverse=True)
WORD = re.compile("(?:" + "|".join(w.replace(" ", r"\s+") for w in WORDS) + r")(?![A-Za-z0-9_])")


class Parser:
    """Recursive descent over the text itself. `scope` holds the variables that are bound where the parser is."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0

    def sees(self, *symbols: str) -> bool:
        while self.text[self.at : self.at + 1].isspace():
            self.at += 1
        return self.text.startswith(symbols, self.at)

    def takes(self, symbol: str) -> bool:
        seen = self.sees(symbol)
        self.at += len(symbol) if seen else 0
        return seen

    def expect(self, symbol: str) -> None:
        need(self.takes(symbol), f"expected {symbol!r} at {self.text[self.at :][:30]!r}")

    def match(self, pattern: re.Pattern[str], expected: str = "") -> str:
        """Nothing where the pattern does not match, unless something is expected."""
        self.sees()
        found = pattern.match(self.text, self.at)
        need(found or not expected, f"expected {expected} at {self.text[self.at :][:30]!r}")
        self.at = found.end() if found else self.at
        return found.group() if found else ""

    def name(self) -> str:
        found = self.match(NAME, "a name")
        return found if found[0] != "'" else found[1:-1].encode("latin-1", "backslashreplace").decode("unicode_escape")

    def number(self) -> int:
        found = self.match(NUMBER, "a number")
        need(len(found) <= 1000 and int(found) < BITS, "a number of more than 128 bits")
        return int(found)

    def listed(self, item: Callable[[Scope], T], scope: Scope, width: int | None = None) -> tuple[T, ...]:
        self.expect("(")
        out: list[T] = []
        while not self.takes(")"):
            if out:
                self.expect(",")
            out.append(item(scope))
        need(width in (None, len(out)), f"expected {width} in brackets, found {len(out)}")
        return tuple(out)

    def formula(self, scope: Scope) -> F:
        left = self.series("|", "or", scope)
        return F("implies", parts=(left, self.formula(scope))) if self.takes("->") else left

    def series(self, sign: str, kind: str, scope: Scope) -> F:
        parts: list[F] = []
        while not parts or self.takes(sign):
            parts.append(self.series("&", "and", scope) if sign == "|" else self.unary(scope))
        return parts[0] if len(parts) == 1 else F(kind, parts=tuple(parts))

    def unary(self, scope: Scope) -> F:
        if self.takes("~"):
            return F("not", parts=(self.unary(scope),))
        word = " ".join(self.match(WORD).split())
        if word in ("true", "false"):
            return F("true", word == "true")
        if word in ("all", "exists"):
            x = self.name()
            self.expect(".")
            return F(word, x=x, parts=(self.formula(scope | {x}),))
        if word in ("and", "or"):
            return F(word, parts=self.listed(self.formula, scope))
        if not word:
            return self.atom(scope)
        numbers = [self.number()] if word in LOW or word in HIGH else []
        if word == "between":
            self.match(AND, "'and'")
            numbers.append(self.number())
            need(numbers[0] <= numbers[1], "the smaller number comes first")
        x = self.name()
        return F("quant", (word, tuple(numbers)), x, parts=self.listed(self.formula, scope | {x}, 2))

    def atom(self, scope: Scope) -> F:
        closing = ")" if self.takes("(") else "}" if self.takes("{") else ""
        if closing == "}":  # `{mark: formula}`
            if not self.match(TAG):
                self.name()
            self.expect(":")
        if closing:
            f = self.formula(scope)
            self.expect(closing)
            return f
        if self.takes("["):
            return self.bound(scope)
        start = self.at
        if not self.sees("?", "!"):
            name = self.name()
            if self.sees("("):
                return F("pred", name, terms=self.listed(self.term, scope))
            if self.takes("["):
                need(name in ("more", "at_least", "equal", "as"), f"unknown comparison {name!r}")
                scale = self.name()
                self.expect("]")
                return F("compare", (scale, name), terms=self.listed(self.term, scope, 2))
            self.at = start
        left = self.term(scope)
        self.expect("=")
        return F("equal", terms=(left, self.term(scope)))

    def term(self, scope: Scope) -> Term:
        free, constant = self.takes("?"), self.takes("!")
        name = self.name()
        need(not (free and name in scope), f"?{name} is bound")
        return ("var" if free or (name in scope and not constant) else "const", name)

    def bound(self, scope: Scope) -> F:
        """`[2 #x.(p(x)) - $many <= 3]`; `0` may stand where nothing is counted."""
        terms, first = list[tuple[int, F]](), True
        while first or not self.takes("<="):
            sign = -1 if self.takes("-") else 1
            need(sign < 0 or self.takes("+") or first, "expected a sign")
            first = False
            factor = self.number() if self.sees(*"0123456789") else None
            if self.sees("+", "-", "<="):
                need(factor == 0, "expected something counted")
            else:
                terms.append((sign if factor is None else sign * factor, self.quantity(scope)))
        sign = 1 if self.takes("+") or not self.takes("-") else -1
        f = bound(terms, sign * self.number())
        self.expect("]")
        return f

    def quantity(self, scope: Scope) -> F:
        if self.takes("#"):
            x = self.name()
            self.expect(".")
            self.expect("(")
            body = self.formula(scope | {x})
            self.expect(")")
            return F("#", x=x, parts=(body,))
        if self.takes("$"):
            return F("$", self.name())
        self.expect("^")
        return F("^", self.name(), terms=self.listed(self.term, scope, 1))


def parsed(text: object) -> F:
    need(type(text) is str, "a formula is written as text")
    parser = Parser(str(text))
    f = parser.formula(frozenset())
    need(not parser.text[parser.at :].strip(), f"cannot read {parser.text[parser.at :][:30]!r}")
    return f


# --- walking formulas -------------------------------------------------------------------------------------------------
def bound(terms: list[tuple[int, F]], limit: int) -> F:
    return F("bound", (tuple(c for c, _ in terms), limit), parts=tuple(q for _, q in terms))


def summed(f: F) -> list[tuple[int, F]]:
    """The coefficients and quantities of a bound."""
    return list(zip(f.what[0], f.parts, strict=True))


def inside(*formulas: F) -> list[F]:
    """The formulas and all that is in them, the whole before its parts."""
    return [g for f in formulas for g in (f, *inside(*f.parts))]


@cache
def free(f: F) -> frozenset[str]:
    """Names of the free variables."""
    return frozenset(name for kind, name in f.terms if kind == "var").union(*map(free, f.parts)) - {f.x}


def names_in(*formulas: F) -> set[str]:
    return {name for g in inside(*formulas) for kind, name in g.terms if kind == "const"}


def renamed(f: F, now: dict[Term, Term], fresh: int | None = None) -> F:
    """Free terms replaced by `now`. With `fresh`, binders are renamed by depth to x<fresh>, x<fresh+1> ..."""
    x = f.x
    if x is not None and fresh is None:
        now = {old: new for old, new in now.items() if old != ("var", x)}
    elif x is not None and fresh is not None:
        x, fresh = f"x{fresh}", fresh + 1
        now = {**now, ("var", f.x): ("var", x)}
    terms = tuple([now.get(t, t) for t in f.terms])
    return F(f.kind, f.what, x, terms, tuple([renamed(p, now, fresh) for p in f.parts]))


def canonical(f: F) -> F:
    taken = [int(v[1:]) for v in free(f) if v[:1] == "x" and v[1:].isdecimal()]
    return renamed(f, {}, max(taken, default=0) + 1)


def denial(f: F) -> F:
    if f.kind == "bound":
        return bound([(-c, q) for c, q in summed(f)], -f.what[1] - 1)
    if f.kind == "true":
        return F("true", not f.what)
    return f.parts[0] if f.kind == "not" else F("not", parts=(f,))


# --- truth in a model -------------------------------------------------------------------------------------------------
def found(table: dict[str, T], name: str) -> T:
    need(name in table, f"{name!r} stands for nothing in the model")
    return table[name]


class Model:
    def __init__(self, value: Any) -> None:
        need(type(value) is dict, "a model is a table")
        tables = [value.get(key, {}) for key in ("relations", "names", "degrees", "thresholds")]
        need(all(type(t) is dict for t in tables), "what a model says of names stands in tables")
        relations, names, degrees, thresholds = tables
        self.size = number(value.get("size"), 1, LARGEST["elements"])
        element = partial(number, most=self.size - 1)
        self.relations = {n: {tuple(map(element, rows(t))) for t in rows(r)} for n, r in relations.items()}
        self.names = {n: element(e) for n, e in names.items()}
        self.degrees = {n: [number(d, 1 - BITS) for d in rows(r)] for n, r in degrees.items()}
        self.thresholds = {n: number(k) for n, k in thresholds.items()}
        self.memo: dict[tuple[F, tuple[int, ...]], bool] = {}
        need(all(len(r) == self.size for r in self.degrees.values()), "a scale misses an element")

    def value(self, t: Term, g: dict[str, int]) -> int:
        return found(g if t[0] == "var" else self.names, t[1])

    def true(self, f: F, g: dict[str, int]) -> bool:
        """Whether `f` is true where variables stand for what `g` says. Parts that do not matter are not looked at."""
        if f.kind in BINDERS:
            key = (f, tuple(g.get(v, -1) for v in sorted(free(f))))
            if key not in self.memo:
                self.memo[key] = self.counts(f, g)
            return self.memo[key]
        parts = (self.true(p, g) for p in f.parts)
        match f.kind:
            case "true":
                return bool(f.what)
            case "pred":
                return tuple([self.value(t, g) for t in f.terms]) in self.relations.get(f.what, ())
            case "equal":
                return self.value(f.terms[0], g) == self.value(f.terms[1], g)
            case "compare":
                left, right = (found(self.degrees, f.what[0])[self.value(t, g)] for t in f.terms)
                return {"more": left > right, "at_least": left >= right, "equal": left == right}[f.what[1]]
            case "not":
                return not next(parts)
            case "and" | "or":
                return all(parts) if f.kind == "and" else any(parts)
        return not next(parts) or next(parts)

    def counts(self, f: F, g: dict[str, int]) -> bool:
        if f.kind == "bound":
            return sum(c * self.amount(q, g) for c, q in summed(f)) <= int(f.what[1])
        if f.kind == "quant":
            a = {e for e in range(self.size) if self.true(f.parts[0], {**g, f.x: e})}
            b = {e for e in a if self.true(f.parts[1], {**g, f.x: e})}
            for i, o, limit, t, w in inequalities(f.what):
                if i * len(b) + o * len(a - b) + (w * found(self.thresholds, t) if t else 0) > limit:
                    return False
            return True
        each = (self.true(f.parts[0], {**g, f.x: e}) for e in range(self.size))
        return all(each) if f.kind == "all" else any(each)

    def amount(self, q: F, g: dict[str, int]) -> int:
        if q.kind == "#":
            return sum(self.true(q.parts[0], {**g, q.x: e}) for e in range(self.size))
        if q.kind == "$":
            return found(self.thresholds, q.what)
        return found(self.degrees, q.what)[self.value(q.terms[0], g)]


def satisfied(model: Any, facts: list[F], clauses: list[Clause]) -> None:
    m = Model(model)
    for body, head, arity in clauses:
        need(body or m.size**arity <= LARGEST["looks"], "too large a model")
        met = [m.relations.get(n, set()) for n in body] or [set(product(range(m.size), repeat=arity))]
        unmet = set.intersection(*met).difference(*(m.relations.get(n, ()) for n in head))
        need(all(len(t) != arity for t in unmet), "the model breaks the theory")
    looks = sum(m.size ** (len(free(g)) + 1) for g in inside(*facts) if g.kind in BINDERS)
    need(looks <= LARGEST["looks"], "too large a model")
    need(all(m.true(f, {}) for f in facts), "a fact is false in the model")


# --- problems: what is asserted, presupposed and known ----------------------------------------------------------------
def theory_of(texts: Any, spoken: list[F]) -> tuple[list[Clause], list[F]]:
    """Clauses `a & b <= c | d`, with as many arguments as formulas, or clauses before, give to their names; axioms."""
    need(type(texts) is list and all(type(t) is str for t in texts), "the theory is a list of texts")
    axioms = [parsed(t) for t in texts if not CLAUSE.fullmatch(t)]
    arities, clauses = dict[str, int](), list[Clause]()
    for g in (g for g in inside(*spoken, *axioms) if g.kind == "pred" and texts):
        need(arities.setdefault(g.what, len(g.terms)) == len(g.terms), f"{g.what!r} is used with different arguments")
    for text in filter(CLAUSE.fullmatch, texts):
        left, _, right = text.partition(" <= ")
        body = frozenset(() if left == "anything" else left.split(" & "))
        head = frozenset(() if right == "nothing" else right.split(" | "))
        arity, *others = {arities[n] for n in body | head if n in arities} or {1}
        need(not others, f"a clause about different numbers of arguments: {text!r}")
        clauses.append((body, head, arity))
        arities.update(dict.fromkeys(body | head, arity))
    return clauses, axioms


def relevant(clauses: list[Clause], formulas: list[F]) -> list[Clause]:
    """Clauses whose conditions can be met by something that the formulas speak of."""
    reached, size = {(g.what, len(g.terms)) for g in inside(*formulas) if g.kind == "pred"}, -1
    while len(reached) != size:
        size = len(reached)
        for body, head, arity in clauses:
            if not body or any((n, arity) in reached for n in body):
                reached |= {(n, arity) for n in head}
    return [c for c in clauses if all((n, c[2]) in reached for n in c[0])]


def closed_by(f: F, reading: Reading) -> F:
    """The formula with what the reading leaves no choice about."""
    f = f._replace(parts=tuple(closed_by(p, reading) for p in f.parts))
    match f:
        case F("compare", (scale, "as")):
            return f._replace(what=(scale, reading["as_tall_as"]))
        case F("quant", ("the", _)) if reading["the"] == "existential":
            return f._replace(what=("some", ()))
        case F("quant", ("the" | "both", _)) if reading["the"] == "presupposed" and not free(f.parts[0]) - {f.x}:
            return f._replace(what=("every", ()))
    return f


def presuppositions(f: F, reading: Reading) -> list[F]:
    out, the = list[F](), reading["the"]
    for g in inside(f):
        if g.kind != "quant" or g.what[0] == "name" or free(g.parts[0]) - {g.x}:
            continue
        restrictor, word = closed_by(g.parts[0], reading), g.what[0]
        exact = word in ("the", "both") and the == "presupposed"
        strong = word in STRONG and not (word == "the" and the == "existential")
        of_a_name = g.parts[1] == TRUE and g.x not in free(restrictor)
        if exact or {"no": strong and of_a_name, "strong": strong, "all": True}[reading["existential_import"]]:
            said = ("exactly", (1 if word == "the" else 2,)) if exact else ("some", ())
            out.append(canonical(F("quant", said, g.x, parts=(restrictor, TRUE))))
    return out


def nothing_else(f: F) -> list[F]:
    """The closed world: who is said to have seen a and b saw nothing else, so two at most."""
    seen: dict[tuple[str, Term], dict[Term, None]] = {}
    for p in f.parts if f.kind == "and" else (f,):
        if p.kind == "pred" and [kind for kind, _ in p.terms] == ["const", "const"]:
            seen.setdefault((p.what, p.terms[0]), {})[p.terms[1]] = None
    y, out = ("var", "y"), []
    for (name, a), these in seen.items():
        saw = F("pred", name, terms=(a, y))
        known = joined("or", [F("equal", terms=(y, b)) for b in these])
        out.append(canonical(F("all", x="y", parts=(F("implies", parts=(saw, known)),))))
        out.append(canonical(F("quant", ("at most", (len(these),)), "y", parts=(saw, TRUE))))
    return out


def situation(premise: F, hypothesis: F, theory: Any, reading: Reading) -> tuple[list[F], list[F], F, list[Clause]]:
    """A problem as facts: what is known, what the premise presupposes, the premise; granted; asked; the clauses."""
    if reading["scope"] != "surface" or reading["coreference"]:
        raise NotChecked("readings with another scope or with coreference are not followed here")
    clauses, axioms = theory_of(theory, [premise, hypothesis])
    alone = not reading["granted"] and reading["the"] == "presupposed"
    said = canonical(closed_by(premise, reading))
    asked = canonical(closed_by(hypothesis, {**reading, "the": "unique"} if alone else reading))
    known = [closed_by(a, reading) for a in axioms]
    spoken = [said, asked, *known]
    used = {"", *(g.what for g in inside(*spoken) if g.kind == "$")}  # thresholds
    used |= {i[3] for g in inside(*spoken) if g.kind == "quant" for i in inequalities(g.what)}
    for name, other, limit in (v for v in VAGUE if used.issuperset(v[:2])):
        known.append(bound([(c, F("$", t)) for c, t in ((1, other), (-1, name)) if t], limit))
    if reading["distinct_names"]:
        names = sorted(n for n in names_in(*spoken) if not n.startswith(("that ", "this ", "the same one")))
        known += [denial(F("equal", terms=(("const", a), ("const", b)))) for a, b in combinations(names, 2)]
    others = nothing_else(closed_by(premise, reading)) if reading["closed_world"] else []
    presupposed = list(dict.fromkeys([*presuppositions(premise, reading), *others]))
    granted = [f for f in dict.fromkeys(presuppositions(hypothesis, reading)) if f not in presupposed]
    granted = [f for f in granted if reading["granted"] or f.x not in free(f.parts[0])]
    facts = [*known, *presupposed, said]
    need(not any(map(free, (*facts, *granted, asked))), "a fact has a free variable")
    return facts, granted, asked, relevant(clauses, [*spoken, *presupposed, *granted])


# --- the plain form in which proofs speak: and, or, literals, bounds --------------------------------------------------
def joined(kind: str, parts: Iterable[F]) -> F:
    """These, with `and` or `or` between them: flat, each once, without what does not matter."""
    unit, zero = (TRUE, FALSE) if kind == "and" else (FALSE, TRUE)
    out = dict.fromkeys(q for p in parts for q in (p.parts if p.kind == kind else (p,)))
    out.pop(unit, None)
    if zero in out:
        return zero
    return F(kind, parts=tuple(out)) if len(out) > 1 else next(iter(out), unit)


@cache
def plain(f: F, true: bool) -> F:
    """`f`, or its denial, with quantifiers written as counts and negation at the atoms only."""
    need(plain.cache_info().currsize < LARGEST["nodes"], "too large")
    both, either = ("and", "or") if true else ("or", "and")
    match f.kind:
        case "not":
            return plain(f.parts[0], not true)
        case "and" | "or":
            return joined(both if f.kind == "and" else either, [plain(p, true) for p in f.parts])
        case "implies":
            return joined(either, [plain(f.parts[0], not true), plain(f.parts[1], true)])
        case "equal" if f.terms[0] == f.terms[1]:
            return F("true", true)
        case "all":
            return counted([(1, F("#", x=f.x, parts=(plain(f.parts[0], False),)))], 0, true)
        case "exists":
            return counted([(-1, F("#", x=f.x, parts=(plain(f.parts[0], True),)))], -1, true)
        case "quant":
            a, b, not_b = plain(f.parts[0], True), plain(f.parts[1], True), plain(f.parts[1], False)
            sizes = [F("#", x=f.x, parts=(joined("and", p),)) for p in ([a, b], [a, not_b], [a])]
            out = []
            for i, o, limit, t, w in inequalities(f.what):
                weights = (0, 0, i, w) if i == o else (i, o, 0, w)
                out.append(counted(zip(weights, (*sizes, F("$", t)), strict=True), limit, true))
            return joined(both, out)
        case "compare":
            need(f.what[1] != "as", "'as' is open between two readings")
            left, right = (F("^", f.what[0], terms=(t,)) for t in f.terms)
            ways = [(right, left), (left, right)] if f.what[1] == "equal" else [(right, left)]
            return joined(both, [counted([(1, a), (-1, b)], -1 if f.what[1] == "more" else 0, true) for a, b in ways])
        case "bound":
            terms = [(c, q._replace(parts=(plain(*q.parts, True),)) if q.parts else q) for c, q in summed(f)]
            return counted(terms, f.what[1], true)
    return f if true else denial(f)


def counted(terms: Iterable[tuple[int, F]], limit: int, true: bool) -> F:
    """A bound or its denial; trivial where nothing is left, or where counts cannot be below zero."""
    sums = Counter[F]()
    for c, q in terms:
        if q.parts != (FALSE,):
            sums[q] += c
    kept = [(c, q) for q, c in sums.items() if c]
    holds = limit >= 0  # where all counts are 0
    if all(q.kind != "^" and (c < 0) == holds for c, q in kept):
        return F("true", holds == true)
    b = bound(kept, limit)
    return b if true else denial(b)


def normal(f: F) -> F:
    return canonical(plain(f, True))


# --- what facts force -------------------------------------------------------------------------------------------------
class State:
    """Facts with everything set that they force. `failed`: they cannot be true together."""

    def __init__(self, facts: list[F], clauses: list[Clause]) -> None:
        self.values, self.open, self.news = dict[F, bool](), list[F](), False
        self.failed = not self.settle(facts[::-1]) or not allowed(clauses, self.values)
        self.literals = {} if self.failed else dict.fromkeys(self.stated())
        self.all = {**self.literals, **dict.fromkeys(self.open)}

    def settle(self, todo: list[F]) -> bool:
        steps = 0
        while todo:
            steps += 1
            need(steps < 1_000_000, "too many facts")
            f = self.set_in(todo.pop())
            if f == FALSE:
                return False
            if f.kind == "and":
                todo.extend(reversed(f.parts))
            elif f.kind == "or":
                self.open.append(f)
            elif f != TRUE:
                atom, true = (f.parts[0], False) if f.kind == "not" else (f, True)
                self.values[atom], self.news = true, True
                if atom.kind == "bound":
                    self.values[denial(atom)] = False
                if atom.kind == "equal":
                    self.values[F("equal", terms=atom.terms[::-1])] = true
            if not todo:
                todo = self.again()[::-1]
        return True

    def again(self) -> list[F]:
        """What must be looked at again because something was learnt since."""
        facts, still, news, self.news = self.stated(), self.open, self.news, False
        equation = next((f for f in facts if f.kind == "equal"), None)
        if equation is not None:
            keep, drop = sorted(equation.terms, key=lambda t: (t[1].startswith("@"), t[1]))
            changed = [normal(renamed(f, {drop: keep})) for f in facts + still]
        elif news and still:
            self.open = []
            return still
        else:
            changed = [self.set_inside(f) if f.kind == "bound" else f for f in facts] + still
            if changed == facts + still:
                return []
        self.values, self.open = {}, []
        return changed

    def stated(self) -> list[F]:
        """What is true. A bound is not negated, and an equation is stated once."""
        out = []
        for atom, true in self.values.items():
            twice = atom.kind == "equal" and repr(atom.terms[0][1]) > repr(atom.terms[1][1])
            if not twice and (true or atom.kind != "bound"):
                out.append(atom if true else denial(atom))
        return out

    def set_in(self, f: F) -> F:
        if f.kind == "not":
            inner = self.set_in(f.parts[0])
            return f if inner == f.parts[0] else denial(inner)
        if f.kind in ("and", "or"):
            return joined(f.kind, [self.set_in(p) for p in f.parts])
        if f in self.values:
            return F("true", self.values[f])
        return self.set_inside(f) if f.kind == "bound" else f

    def set_inside(self, f: F) -> F:
        """What is counted, with the closed parts set that are known: they are the same for all elements."""
        if not any(g.kind in ATOMS and not free(g) for g in inside(*f.parts)):
            return f
        inner = normal(f._replace(parts=tuple(map(self.set_closed, f.parts))))
        return F("true", self.values[inner]) if inner != f and inner in self.values else inner

    def set_closed(self, f: F) -> F:
        alone = canonical(f) if f.kind in ATOMS and not free(f) else None
        if alone in self.values:
            return F("true", self.values[alone])
        return f._replace(parts=tuple(map(self.set_closed, f.parts)))


def allowed(clauses: list[Clause], values: dict[F, bool]) -> bool:
    """Whether the clauses, chained forward, allow these truth values of predicates over the same arguments."""
    about: dict[tuple[Term, ...], dict[str, bool]] = {}
    for atom, true in values.items():
        if atom.kind == "pred":
            about.setdefault(atom.terms, {})[atom.what] = true
    return all(possible([c for c in clauses if c[2] == len(terms)], said) for terms, said in about.items())


def possible(clauses: list[Clause], now: dict[str, bool]) -> bool:
    size = -1
    while len(now) != size:
        size = len(now)
        for body, head, _ in clauses:
            left = [n for n in head if n not in now]
            if len(left) < 2 and all(now.get(n) for n in body) and not any(now.get(n) for n in head):
                if not left:
                    return False
                now[left[0]] = True
    return True


# --- proofs -----------------------------------------------------------------------------------------------------------
def new_name(formulas: Iterable[F]) -> Term:
    used = names_in(*formulas)
    return ("const", next(name for name in map("@{}".format, count(1)) if name not in used))


def refute(proof: Any, facts: list[F], clauses: list[Clause]) -> None:
    """Facts as a reading leaves them. A chain speaks of them as they are, everything else of their plain form."""
    (rule,) = fields(proof, "rule")
    LOOKED[0] = 0
    if rule == "word":
        need(rows(proof.get("engines")) and all(type(e) is str for e in proof["engines"]), "nobody's word")
        raise NotChecked("rests on the word of an engine")
    if rule == "chain":
        start, goal, steps = fields(proof, "start", "goal", "steps")
        need(max(number(start, of="proof"), number(goal, of="proof")) < len(facts), "a chain outside the facts")
        need(arrives(facts[start], rows(steps), facts, facts[goal], clauses), "the chain does not arrive")
    else:
        refute_plain(proof, [normal(f) for f in facts], clauses)


def look(regions: int) -> None:
    """Regions of all sums of a proof, and what is open at its steps."""
    LOOKED[0] += regions
    need(LOOKED[0] <= LARGEST["regions"], "too many regions")


def refute_plain(proof: Any, facts: list[F], clauses: list[Clause]) -> None:
    need(len(names_in(*facts)) <= LARGEST["names"], "too many names")
    (rule,), state = fields(proof, "rule"), State(facts, clauses)
    need(state.failed == (rule == "closed"), "the facts fail already" if state.failed else "nothing fails")
    if state.failed:
        return
    look(sum(g.kind not in ("#", "$", "^") for g in inside(*state.open)) // 8)
    if rule == "cases":
        text, yes, no = fields(proof, "formula", "if_true", "if_false")
        f = parsed(text)
        need(not free(f), "a case with a free variable")
        refute_plain(yes, [*state.all, normal(f)], clauses)
        refute_plain(no, [*state.all, normal(denial(f))], clauses)
    elif rule in ("witness", "instance"):
        bounds, inner = fields(proof, "bounds", "proof")
        known = list(state.all)
        for row in rows(bounds):
            known.append(said_of_one(rule, row, state, known))
        refute_plain(inner, known, clauses)
    elif rule == "sum":
        add_up(proof, state, clauses)
    else:
        raise Rejected(f"{rule!r} is no rule here")


def said_of_one(rule: str, row: Any, state: State, known: list[F]) -> F:
    """A witness: something has to exist, and gets a new name. An instance: nothing is so, so no named thing is."""
    text, name = (row, None) if rule == "witness" else rows([row], 2)[0]
    f = parsed(text)
    need(f in state.literals, f"{rule}: not a fact")
    match rule, f:
        case "witness", F("bound", ((c,), limit), parts=(F("#", x=x, parts=(body,)),)) if c < 0 and limit < 0:
            return normal(renamed(body, {("var", x): new_name(known)}))
        case "instance", F("bound", ((c,), 0), parts=(F("#", x=x, parts=(body,)),)) if c > 0 and type(name) is str:
            return normal(denial(renamed(body, {("var", x): ("const", name)})))
    raise Rejected(f"{rule}: nothing has to exist, or not about everything")


def add_up(proof: Any, state: State, clauses: list[Clause]) -> None:
    """Weighted bounds say `counts < 0`; no element, threshold or degree may allow that."""
    weights, exclusions = fields(proof, "weights", "exclusions")
    total, terms, names = 0, Counter[F](), names_in(*state.literals)
    for text, weight in rows(weights, 2):
        f, w = parsed(text), number(weight, 1, of="proof")
        need(f.kind == "bound" and (f in state.literals or granted(f, names)), "a weighted bound is no fact")
        total += w * f.what[1]
        for c, q in summed(f):
            terms[q] += w * c
    need(total < 0, "the sum says nothing")
    allowing = [q for q, c in terms.items() if (q.kind == "^" and c != 0) or (q.kind == "$" and c < 0)]
    need(not allowing, "the degrees do not cancel, or a threshold is below zero")
    counts = [(c, canonical(renamed(q.parts[0], {("var", q.x): HERE}))) for q, c in terms.items() if q.kind == "#"]
    cubes = [exclusion(e, state, clauses) for e in rows(exclusions)]
    atoms = list(dict.fromkeys([a for _, f in counts for a in atoms_in(f)] + [a for cube in cubes for a, _ in cube]))

    def some_negative(region: dict[F, bool]) -> bool:
        """Whether elements can be so that they count below zero: atom by atom, as far as the atoms tell."""
        look(1)
        values = [(c, value_in(region, f)) for c, f in counts]
        if sum(c for c, v in values if v or (v is None and c < 0)) >= 0 or not allowed(clauses, region):
            return False
        if any(all(region.get(a) is v for a, v in cube) for cube in cubes):
            return False
        return len(region) == len(atoms) or any(some_negative({**region, atoms[len(region)]: v}) for v in (True, False))

    need(not some_negative({}), "a region counts below zero")


def granted(f: F, names: set[str]) -> bool:
    """True in every model: something exists, and a name stands for exactly one element."""
    named = [F("equal", terms=(("var", "x1"), ("const", name))) for name in names]
    counts = [F("#", x="x1", parts=(p,)) for p in (TRUE, *named)]
    return f in [bound([(-1, q)], -1) for q in counts] or f in [bound([(1, q)], 1) for q in counts[1:]]


def exclusion(value: Any, state: State, clauses: list[Clause]) -> list[tuple[F, bool]]:
    """No element has all these properties: said of a new name, they are refuted."""
    cube, using, inner = fields(value, "cube", "using", "proof")
    properties = [(parsed(text), true) for text, true in rows(cube, 2)]
    facts = [parsed(text) for text in rows(using)]
    need(all(f in state.all for f in facts), "an exclusion uses what is no fact")
    new = new_name([*state.all, *(f for f, _ in properties)])
    for f, true in properties:
        need(type(true) is bool and free(f) <= {"_"}, "a property of one element is true or false")
        facts.append(normal(renamed(f if true else denial(f), {HERE: new})))
    refute_plain(inner, facts, clauses)
    return properties


def atoms_in(f: F) -> list[F]:
    if f.kind in ("and", "or", "not", "true"):
        return [a for p in f.parts for a in atoms_in(p)]
    return [denial(f) if f.kind == "bound" and f.what[0][0] <= 0 else f]


def value_in(region: dict[F, bool], f: F) -> bool | None:
    """The truth value of `f` for an element of the region; None where the region does not tell."""
    if f.kind == "true":
        return bool(f.what)
    if f.kind in ("and", "or"):
        values = {value_in(region, p) for p in f.parts}
        ends = f.kind == "or"
        return ends if ends in values else None if None in values else not ends
    if f.kind == "not" or (f.kind == "bound" and f not in region and denial(f) in region):
        inner = value_in(region, denial(f))
        return None if inner is None else not inner
    return region.get(f)


# --- monotonicity -----------------------------------------------------------------------------------------------------
def directions(f: F) -> list[int]:
    """For each part: does the whole grow (1) or shrink (-1) with it, or is neither sure (0)?"""
    if f.kind == "bound":
        return [-1 if c > 0 else 1 for c in f.what[0]]
    if f.kind == "quant":
        first = {c < 0 for i in inequalities(f.what) for c in i[:2] if c}
        second = {i[0] < i[1] for i in inequalities(f.what) if i[0] != i[1]}
        return [0 if len(s) != 1 else 1 if True in s else -1 for s in (first, second)]
    return {"not": [-1], "implies": [-1, 1]}.get(f.kind, [1] * len(f.parts))


def groupings(f: F) -> list[F]:
    """A count compared with a threshold of its own stands for a quantifier that has no name in the notation. Its text
    does not say where the restrictor ends: any place gives the same meaning."""
    match f:
        case F("bound", ((c, w), limit), parts=(F("#", x=x, parts=(F("and", parts=ps),)), F("$", t))) if t not in PLAIN:
            own = ("", ((c, 0, limit, t, w),))
            halves = [(joined("and", ps[:k]), joined("and", ps[k:])) for k in range(1, len(ps))]
            return [F("quant", own, x, parts=parts) for parts in halves]
    return [f]


def replaced(f: F, path: list[int], new: F) -> Iterator[tuple[F, F, int]]:
    """With `new` at the path: the whole, what stood there, and its direction. A path passes through counts."""
    if not path and f.kind != "#":
        yield new, f, 1
        return
    step, *rest = path if f.kind != "#" else (0, *path)
    for g in groupings(f):
        ways = [(i, sign) for i, sign in enumerate(directions(g)) if g.parts[i].kind not in ("$", "^")]
        for i, sign in ways[step : step + 1]:
            for inner, old, below in replaced(g.parts[i], rest, new):
                yield g._replace(parts=(*g.parts[:i], inner, *g.parts[i + 1 :])), old, sign * below


def arrives(now: F, steps: list[Any], facts: list[F], goal: F, clauses: list[Clause]) -> bool:
    """Whether the steps lead from `now` to something that denies the goal."""
    if not steps:
        return State([normal(now), normal(goal)], clauses).failed
    path, text, using, inner = fields(steps[0], "path", "new", "using", "proof")
    new, used, known = parsed(text), [parsed(t) for t in rows(using)], {normal(f) for f in facts}
    need(all(f in known for f in used), "a step uses what is no fact")
    ways = replaced(now, [number(k, of="proof") for k in rows(path)], new)
    for wider, old, sign in (way for way in ways if way[2] and not free(way[0])):
        small, large = (old, new) if sign > 0 else (new, old)
        for v in sorted(free(small) | free(large)):
            named = {("var", v): new_name([*facts, small, large])}
            small, large = renamed(small, named), renamed(large, named)
        try:
            refute_plain(inner, [*used, normal(small), normal(denial(large))], clauses)
        except Rejected:
            continue
        if arrives(wider, steps[1:], facts, goal, clauses):
            return True
    return False


# --- certificates and files -------------------------------------------------------------------------------------------
def check_certificate(line: Any, reading: Reading) -> str:
    """What kind of evidence the line holds. Rejected unless it shows its label; NotChecked for somebody's word. What
    is looked at is JSON: an object from Python may say that it is equal to everything."""
    free.cache_clear()
    plain.cache_clear()
    try:
        label, *problem, verdict = fields(
            strict(json.dumps(line)), "label", "premise", "hypothesis", "theory", "verdict"
        )
        shown, certificate = fields(verdict, "label", "certificate")
        need(all(type(t) is str for t in rows(verdict.get("agreed", []))), "who agreed?")
        need(shown in FOLDED, f"{shown!r} supports no label")
        need(label in (shown, FOLDED[shown]), f"{label!r} does not follow from {shown!r}")
        premise, hypothesis, theory = problem
        facts, granted, asked, clauses = situation(parsed(premise), parsed(hypothesis), theory, reading)
        yes, no = [*facts, *granted, asked], [*facts, *granted, denial(asked)]
        (kind,) = fields(certificate, "kind")
        if shown == "neutral":
            need(kind == "countermodels", f"{kind!r} does not show that nothing follows")
            satisfied(certificate.get("with_hypothesis"), yes, clauses)
            satisfied(certificate.get("without_hypothesis"), no, clauses)
            return "models"
        need(kind == "proof", f"{kind!r} is no proof")
        proof, witness = fields(certificate, "proof", "witness")
        satisfied(witness, yes if shown == "entailment" else facts, clauses)
        refute(proof, yes if shown == "contradiction" else no, clauses)
        return f"proof by {proof['rule']}"
    except (RecursionError, OverflowError, UnicodeError, KeyError, IndexError, TypeError, ValueError) as e:
        raise Rejected(f"cannot be followed: {type(e).__name__}") from e


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """All readers must read the JSON alike: they differ in which value of a repeated key they take, and about NaN."""
    need(len(dict(pairs)) == len(pairs), "a key comes twice")
    return dict(pairs)


strict = json.JSONDecoder(object_pairs_hook=once, parse_constant=int).decode  # NaN is no int


def check_line(number: int, text: str, reading: Reading, report: Report, labels: set[str]) -> None:
    try:
        value = strict(text)
        need(type(value) is dict and value.get("schema") == f"s{number - 1}", f"expected schema s{number - 1}")
        report["accepted"][check_certificate(value, reading)] += 1
        if value.get("strictly") is not None:
            (label,) = fields(value["strictly"], "label")
            check_certificate({**value, "verdict": value["strictly"], "label": label}, {**reading, "granted": False})
        labels.add(value["label"])
    except NotChecked as e:
        report["not checked"][str(e)] += 1
    except (Rejected, ValueError, RecursionError) as e:
        report["refused"].append((number, str(e)))


def check_directory(directory: Path, changes: list[str]) -> Report:
    paths = [directory / name for name in ("manifest.json", "certificates.jsonl")]
    need(all(path.is_file() for path in paths), "expected two files")  # a pipe would be waited for
    manifest = strict(paths[0].read_text(encoding="utf-8"))
    need(type(manifest) is dict, "manifest.json: expected an object")
    reading, schemas = {**READING, **reading_of(manifest, changes)}, manifest.get("schemas")
    report: Report = {"accepted": Counter(), "not checked": Counter(), "refused": []}
    labels, lines = set[str](), 0
    with paths[1].open(encoding="utf-8") as file:
        for lines, text in enumerate(file, 1):
            check_line(lines, text, reading, report, labels)
    if type(schemas) is not int or schemas != lines:
        report["refused"].append((0, f"{lines} certificates; the manifest says {schemas}"))
    if "non-entailment" in labels and labels & {"neutral", "contradiction"}:
        report["refused"].append((0, "labels of two kinds: with three values and with two"))
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
        print(json.dumps(report))
    else:
        for number, why in report["refused"][:20]:
            print(f"certificates.jsonl:{number}: refused: {why}")
        kinds = ", ".join(f"{n} {kind}" for kind, n in sorted(report["accepted"].items()))
        accepted, refused, unchecked = report["accepted"].total(), len(report["refused"]), report["not checked"].total()
        print(f"{accepted} accepted ({kinds}); {refused} refused; {unchecked} not checked")
    return 1 if report["refused"] or report["not checked"] else 0


if __name__ == "__main__":
    sys.exit(main())
