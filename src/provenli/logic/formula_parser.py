"""Reading formulas from text: the notation that formula_printer.py writes.

Names are resolved after parsing, from the top down, because only then is it known which of them are bound.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias, get_args

from provenli.errors import FormulaError, suggestion
from provenli.logic.formulas import (
    FALSE,
    TRUE,
    And,
    Bound,
    Cardinal,
    Compare,
    Comparison,
    Const,
    Degree,
    Equal,
    Exists,
    Forall,
    Formula,
    Implies,
    Mark,
    Not,
    Or,
    Pred,
    Quant,
    Quantity,
    Term,
    Threshold,
    Var,
)
from provenli.logic.quantifiers import NUMERIC, PLAIN, TWO_NUMBERS, quantifier

if TYPE_CHECKING:  # loaded on first use
    from lark import Lark, Token, Tree
    from lark.exceptions import UnexpectedInput

    Parsed: TypeAlias = Tree[Token]

Scope: TypeAlias = frozenset[str]

DEEPEST = 120
"""The deepest nesting that is read. Deeper text is a slip or an attack, and everything that walks formulas is
recursive."""


def _words(names: list[str]) -> str:
    """A regular expression for these words, longest first, so that 'some but not all' is not read as 'some'."""
    return "|".join(n.replace(" ", r"\s+") for n in sorted(names, key=len, reverse=True))


GRAMMAR = rf"""
?start: formula
?formula: disjunction
    | disjunction "->" formula                  -> implies
?disjunction: conjunction ("|" conjunction)*
?conjunction: unary ("&" unary)*
?unary: "~" unary                               -> negation
    | "all" name "." formula                    -> forall
    | "exists" name "." formula                 -> exists
    | atom
?atom: "(" formula ")"                          -> group
    | "true"                                    -> true
    | "false"                                   -> false
    | "and" "(" [formula ("," formula)*] ")"    -> and
    | "or" "(" [formula ("," formula)*] ")"     -> or
    | name "(" [term ("," term)*] ")"           -> predicate
    | name "[" name "]" "(" term "," term ")"   -> compare
    | term "=" term                             -> equal
    | PLAIN name "(" formula "," formula ")"    -> quantified
    | NUMERIC INT name "(" formula "," formula ")" -> quantified
    | TWO_NUMBERS INT "and" INT name "(" formula "," formula ")" -> quantified
    | "{{" _tag ":" formula "}}"                -> mark
    | "[" total "<=" limit "]"                  -> bound
_tag: TAG | QUOTED
total: [SIGN] _summand (SIGN _summand)*
_summand: INT | [INT] quantity
limit: [SIGN] INT
quantity: "#" name "." "(" formula ")"          -> cardinal
    | "$" name                                  -> threshold
    | "^" name "(" term ")"                     -> degree
term: name                                      -> plain
    | "?" name                                  -> variable
    | "!" name                                  -> constant
name: NAME | QUOTED

SIGN: "+" | "-"
INT: /[0-9]{{1,1000}}(?![0-9])/
PLAIN.2: /(?:{_words([q.name for q in PLAIN])})(?![A-Za-z0-9_])/
NUMERIC.2: /(?:{_words(list(NUMERIC))})(?=\s+[0-9])/
TWO_NUMBERS.2: /(?:{_words(list(TWO_NUMBERS))})(?=\s+[0-9])/
NAME: /[@A-Za-z_][A-Za-z0-9_]*/
TAG: /[A-Za-z0-9_.]+/
QUOTED: /'(?:[^'\\\n]|\\(?:['\\ntr]|x[0-9a-f]{{2}}|u[0-9a-f]{{4}}|U00(?:0[0-9a-f]|10)[0-9a-f]{{4}}))*'/
%ignore /\s+/
"""


def parse_formula(text: str) -> Formula:
    """The formula written in `text`; FormulaError says where it cannot be read."""
    from lark.exceptions import UnexpectedInput

    if not text.strip():
        raise FormulaError("empty text where a formula was expected, such as: every x (dog(x), animal(x))")
    try:
        tree = _parser().parse(text)
    except UnexpectedInput as problem:
        raise FormulaError(_complaint(problem, text)) from None
    return _formula(tree, frozenset(), 0)


@cache
def _parser() -> Lark:
    from lark import Lark

    # `all x. p & q` could end after p; LALR shifts, which is the reading meant: the dot reaches as far as it can.
    return Lark(GRAMMAR, parser="lalr", maybe_placeholders=False)


def _formula(tree: Parsed, scope: Scope, level: int) -> Formula:
    if level > DEEPEST:
        raise FormulaError(f"the formula nests more than {DEEPEST} levels deep; is a parenthesis repeated?")
    parts: list[Any] = tree.children
    match tree.data:
        case "true" | "false":
            return TRUE if tree.data == "true" else FALSE
        case "group":
            return _formula(parts[0], scope, level + 1)
        case "negation":
            return Not(_formula(parts[0], scope, level + 1))
        case "conjunction" | "and":
            return And(tuple(_formula(p, scope, level + 1) for p in parts))
        case "disjunction" | "or":
            return Or(tuple(_formula(p, scope, level + 1) for p in parts))
        case "implies":
            return Implies(*(_formula(p, scope, level + 1) for p in parts))
        case "mark":
            return Mark(_unquoted(parts[0]), _formula(parts[1], scope, level + 1))
        case "forall" | "exists" | "quantified":
            return _binder(tree, scope, level + 1)
        case "bound":
            return _bound(parts[0], parts[1], scope, level + 1)
        case _:
            return _atom(tree, scope)


def _atom(tree: Parsed, scope: Scope) -> Formula:
    parts: list[Any] = tree.children
    if tree.data == "equal":
        return Equal(*(_term(p, scope) for p in parts))
    name = _name(parts[0])
    if tree.data == "predicate":
        return Pred(name, tuple(_term(p, scope) for p in parts[1:]))
    known: dict[str, Comparison] = {c: c for c in get_args(Comparison)}
    if name not in known:
        raise FormulaError(f"{_where(parts[0])}: unknown comparison {name!r}; {suggestion(name, known)}")
    return Compare(_name(parts[1]), known[name], _term(parts[2], scope), _term(parts[3], scope))


def _binder(tree: Parsed, scope: Scope, level: int) -> Formula:
    parts: list[Any] = tree.children
    *start, variable = parts[: -1 if tree.data != "quantified" else -2]
    name = _name(variable)
    bodies = [_formula(p, scope | {name}, level) for p in parts[len(start) + 1 :]]
    if tree.data == "forall":
        return Forall(Var(name), *bodies)
    if tree.data == "exists":
        return Exists(Var(name), *bodies)
    word = " ".join(str(start[0]).split())
    return Quant(quantifier(word, *map(int, start[1:])), Var(name), *bodies)


def _bound(total: Parsed, limit: Parsed, scope: Scope, level: int) -> Formula:
    terms: list[tuple[int, Quantity]] = []
    sign, number = 1, 1
    for k, part in enumerate(total.children):
        if isinstance(part, str):
            if part in ("+", "-"):
                sign = -1 if part == "-" else 1
            else:
                number = int(part)
                following = total.children[k + 1] if k + 1 < len(total.children) else ""
                if isinstance(following, str) and number:
                    raise FormulaError(f"{_at(part)}: expected something counted after {number}; write it on the right")
        else:
            terms.append((sign * number, _quantity(part, scope, level)))
            sign, number = 1, 1
    return Bound(tuple(terms), int("".join(map(str, limit.children))))


def _quantity(tree: Parsed, scope: Scope, level: int) -> Quantity:
    parts: list[Any] = tree.children
    name = _name(parts[0])
    match tree.data:
        case "cardinal":
            return Cardinal(Var(name), _formula(parts[1], scope | {name}, level))
        case "threshold":
            return Threshold(name)
        case _:
            return Degree(name, _term(parts[1], scope))


def _term(tree: Parsed, scope: Scope) -> Term:
    parts: list[Any] = tree.children
    name = _name(parts[0])
    if tree.data == "variable":
        if name in scope:
            raise FormulaError(f"{_where(parts[0])}: ?{name} is bound here; write {name} without the question mark")
        return Var(name)
    return Var(name) if tree.data == "plain" and name in scope else Const(name)


def _name(tree: Parsed) -> str:
    return _unquoted(str(tree.children[0]))


def _unquoted(text: str) -> str:
    if not text.startswith("'"):
        return str(text)
    return text[1:-1].encode("latin-1", "backslashreplace").decode("unicode_escape")


# --- what went wrong --------------------------------------------------------------------------------------------------

SAID = {
    "NAME": "a name",
    "QUOTED": "a name in quotes",
    "TAG": "a mark",
    "INT": "a number",
    "SIGN": "+ or -",
    "PLAIN": "a quantifier",
    "NUMERIC": "a quantifier with a number",
    "TWO_NUMBERS": "a quantifier with two numbers",
    "$END": "the end",
}


def _complaint(problem: UnexpectedInput, text: str) -> str:
    """Where, what was expected and what was found."""
    from lark.exceptions import UnexpectedCharacters, UnexpectedToken

    wanted: set[str] = set()
    found = "the end of the text"
    line, column = problem.line, problem.column
    if isinstance(problem, UnexpectedToken):
        wanted = set(problem.accepts or problem.expected)
        if problem.token.type != "$END":
            found = repr(str(problem.token))
    elif isinstance(problem, UnexpectedCharacters):
        wanted = set(problem.allowed or ())
        found = repr(text[problem.pos_in_stream or 0])
    if found == "the end of the text":
        line, column = text.count("\n") + 1, len(text) - text.rfind("\n")
    return f"line {line}, column {column}: expected {_listed(wanted)}, found {found}"


def _listed(terminals: set[str]) -> str:
    literal = {t.name: repr(t.pattern.value) for t in _parser().terminals}
    shown = sorted({SAID.get(t) or literal.get(t, t) for t in terminals})
    if "'~'" in shown:  # where a formula can begin there are too many beginnings to list
        shown = ["a formula", *(["')'"] if "')'" in shown else [])]
    return " or ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown) or "something else"


def _where(tree: Parsed) -> str:
    return _at(tree.children[0])


def _at(token: Any) -> str:
    return f"line {token.line}, column {token.column}"
