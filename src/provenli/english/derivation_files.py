"""Files of CCG derivations as other parsers write them, read into plain nodes.

CCGbank's `.auto` (depccg `auto` and `auto_extended`), the XML of C&C and depccg, depccg's JSON, and Prolog terms as C&C
(with `w/8` facts) and depccg write them. A file is data: nothing in it is run, and XML with a document type is refused.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree import ElementTree

from provenli.errors import InputError


@dataclass(frozen=True, slots=True)
class DerivationNode:
    """A constituent as the file has it; a word has no children."""

    category: str
    word: str = ""
    lemma: str = ""
    tag: str = ""
    children: tuple[DerivationNode, ...] = ()

    def words(self) -> Iterator[str]:
        if not self.children:
            yield self.word
        for child in self.children:
            yield from child.words()


DEEPEST = 300
"""How deeply constituents may be nested: more is no sentence, and files may hold anything."""


def read_derivations(text: str) -> tuple[DerivationNode, ...]:
    """Every derivation of a file, in order; InputError if it has none of the layouts."""
    start = text.lstrip("\ufeff \t\r\n")
    if start.startswith("<"):
        return tuple(_from_xml(start))
    if start.startswith(("{", "[")):
        return tuple(_from_json(start))
    if re.search(r"^\(<[TL] ", start, re.MULTILINE):
        return tuple(_auto(line) for line in start.splitlines() if line.startswith("(<"))
    if re.search(r"^\s*ccg\(", start, re.MULTILINE):
        return tuple(_from_prolog(start))
    raise InputError(
        f"no CCG derivations: expected .auto lines, the XML, JSON or Prolog of depccg or C&C; found {start[:40]!r}"
    )


# --- CCGbank's .auto ---

_PART = re.compile(r"\(<T ([^>]*)>|\(<L ([^>]*)>\)|\)")


def _auto(line: str) -> DerivationNode:
    stack: list[tuple[str, list[DerivationNode]]] = []
    for part in _PART.finditer(line):
        inner, leaf = part.group(1), part.group(2)
        if inner is not None:
            stack.append((inner.split(" ")[0], []))
            _check_depth(len(stack))
            continue
        node = _auto_leaf(leaf) if leaf is not None else _closed(stack, line)
        if not stack:
            return node
        stack[-1][1].append(node)
    raise InputError(f"derivation {line[:60]!r}…: expected ')' at its end")


def _closed(stack: list[tuple[str, list[DerivationNode]]], line: str) -> DerivationNode:
    if not stack:
        raise InputError(f"derivation {line[:60]!r}…: a ')' too many")
    category, children = stack.pop()
    if not children:
        raise InputError(f"derivation {line[:60]!r}…: a constituent without words")
    return DerivationNode(category, children=tuple(children))


def _auto_leaf(text: str) -> DerivationNode:
    """auto: category, tag, tag, word, category; extended: category, word, lemma, tag, entity, chunk, category."""
    fields = text.split(" ")
    if len(fields) == 5:
        return DerivationNode(fields[0], fields[3], "", fields[1])
    if len(fields) == 7:
        return DerivationNode(fields[0], fields[1], fields[2], fields[3])
    raise InputError(f"leaf {text[:60]!r}: expected 5 or 7 fields, found {len(fields)}")


def _check_depth(depth: int) -> None:
    if depth > DEEPEST:
        raise InputError(f"derivation: more than {DEEPEST} constituents within one another")


# --- XML ---


def _from_xml(text: str) -> Iterator[DerivationNode]:
    if re.search(r"<!(DOCTYPE|ENTITY)", text[:10_000], re.IGNORECASE):
        raise InputError("XML with a document type is not read; expected <candc> as depccg and C&C write it")
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as e:
        raise InputError(f"XML: {e}; expected <candc> as depccg and C&C write it") from e
    found = False
    for ccg in root.iter("ccg"):
        children = [c for c in ccg if c.tag in ("rule", "lf")]
        if children:
            found = True
            yield _xml_node(children[0], 0)
    if not found:
        raise InputError("XML: no <ccg> with <rule> and <lf> in it")


def _xml_node(e: ElementTree.Element, depth: int) -> DerivationNode:
    _check_depth(depth)
    category = e.get("cat", "")
    if e.tag == "lf":
        return DerivationNode(category, e.get("word", ""), e.get("lemma", ""), e.get("pos", ""))
    below = tuple(_xml_node(c, depth + 1) for c in e if c.tag in ("rule", "lf"))
    return _with_children(category, below)


def _with_children(category: str, below: tuple[DerivationNode, ...]) -> DerivationNode:
    if len(below) not in (1, 2):
        raise InputError(f"constituent {category!r}: expected one or two parts, found {len(below)}")
    return DerivationNode(category, children=below)


# --- JSON ---


def _from_json(text: str) -> Iterator[DerivationNode]:
    try:
        value = json.loads(text)
    except (json.JSONDecodeError, RecursionError) as e:
        raise InputError(f"JSON: {e}; expected derivations as depccg writes them") from e
    yield from _json_trees(value, 0)


def _json_trees(value: object, depth: int) -> Iterator[DerivationNode]:
    _check_depth(depth)
    if isinstance(value, dict) and "cat" in value:
        yield _json_node(value, depth)
    elif isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _json_trees(inner, depth + 1)
    else:
        raise InputError(f"JSON: expected derivations with 'cat' and 'children', found {str(value)[:40]!r}")


def _json_node(value: dict[str, object], depth: int) -> DerivationNode:
    _check_depth(depth)
    category, children = value.get("cat"), value.get("children")
    if not isinstance(category, str):
        raise InputError("JSON: 'cat' is no text; write categories as texts")
    if children is None:
        word, lemma, tag = (str(value.get(key) or "") for key in ("word", "lemma", "pos"))
        return DerivationNode(category, word, lemma, tag)
    if not isinstance(children, list) or not all(isinstance(c, dict) for c in children):
        raise InputError(f"JSON: 'children' of {category!r} is no list of constituents")
    return _with_children(category, tuple(_json_node(c, depth + 1) for c in children))


# --- Prolog ---


def _from_prolog(text: str) -> Iterator[DerivationNode]:
    """C&C: leaves are lf(sentence, word, category), and the words are w/8 facts after it. depccg: leaves are t/6."""
    facts = tuple(read_facts(text))
    words = {tuple(f.texts(2)): f for f in facts if f.name == "w" and len(f.arguments) >= 5}
    for fact in facts:
        if fact.name == "ccg" and len(fact.arguments) == 2:
            yield _prolog_node(fact.arguments[1], words, 0)


def _prolog_node(term: PrologTerm, words: dict[tuple[str, ...], PrologTerm], depth: int) -> DerivationNode:
    _check_depth(depth)
    if term.name == "lf" and len(term.arguments) == 3:
        fact = words.get(tuple(term.texts(2)))
        if fact is None:
            raise InputError(f"Prolog: no w({', '.join(term.texts(2))}, …) for a leaf")
        word, lemma, tag = fact.texts(5)[2:]
        return DerivationNode(_category(term.arguments[2].text), word, lemma, tag)
    if term.name == "t" and len(term.arguments) >= 4:
        category, word, lemma, tag = term.texts(4)
        return DerivationNode(_category(category), word, lemma, tag)
    below = tuple(_prolog_node(a, words, depth + 1) for a in term.arguments[1:] if a.is_constituent)
    return _with_children(_category(term.arguments[0].text) if term.arguments else "", below)


def _category(text: str) -> str:
    """depccg's Prolog writes s:dcl for S[dcl], and names of marks."""
    if "'" not in text and re.search(r"[A-Z]", text):
        return text
    marks = {"period": ".", "comma": ",", "colon": ":", "semicolon": ";", "conj": "conj"}

    def atom(found: re.Match[str]) -> str:
        name, _, feature = found.group().partition(":")
        base = marks.get(name, name.upper())
        return f"{base}[{feature}]" if feature else base

    plain = text.strip("'").replace(" ", "")
    while plain.startswith("(") and plain.endswith(")") and _one_bracket(plain):
        plain = plain[1:-1]
    return re.sub(r"[a-z]+(:[a-z]+)?", atom, plain)


def _one_bracket(text: str) -> bool:
    """Whether the first bracket is closed by the last."""
    depth = 0
    for k, c in enumerate(text):
        depth += (c == "(") - (c == ")")
        if depth == 0:
            return k == len(text) - 1
    return False


# --- The little of Prolog that parsers write: names with arguments, quoted texts, and categories. ---


@dataclass(frozen=True, slots=True)
class PrologTerm:
    """`name(arguments)`; or, without arguments, a text such as a quoted atom or a category."""

    name: str
    arguments: tuple[PrologTerm, ...] = ()

    @property
    def text(self) -> str:
        return self.name

    @property
    def is_constituent(self) -> bool:
        return bool(self.arguments)

    def texts(self, count: int) -> list[str]:
        return [a.text for a in self.arguments[:count]]


def read_facts(text: str) -> Iterator[PrologTerm]:
    """Every fact whose name is ccg, w or id; directives and comments are skipped."""
    for found in re.finditer(r"^\s*(ccg|w|id)\(", text, re.MULTILINE):
        term, _ = _term(text, found.start(1), 0)
        yield term


def _term(text: str, at: int, depth: int) -> tuple[PrologTerm, int]:
    if depth > DEEPEST:
        raise InputError(f"Prolog: more than {DEEPEST} brackets within one another")
    at = _blank(text, at)
    if text[at : at + 1] == "'":
        return _quoted(text, at)
    name = re.compile(r"[a-z][a-z_0-9]*(?=\()").match(text, at)
    if name is None:
        return _plain(text, at)
    arguments: list[PrologTerm] = []
    at = name.end()
    while text[at] in "(,":
        argument, at = _term(text, at + 1, depth + 1)
        arguments.append(argument)
        at = _blank(text, at)
        if at >= len(text):
            raise InputError(f"Prolog: {name.group()}(… is not closed")
    return PrologTerm(name.group(), tuple(arguments)), at + 1


def _blank(text: str, at: int) -> int:
    while at < len(text) and text[at].isspace():
        at += 1
    return at


def _quoted(text: str, at: int) -> tuple[PrologTerm, int]:
    found = re.compile(r"'((?:[^'\\]|\\.|'')*)'").match(text, at)
    if found is None:
        raise InputError(f"Prolog: a quote at character {at + 1} is not closed")
    inside = found.group(1).replace("''", "'").replace("\\'", "'").replace("\\\\", "\\")
    return PrologTerm(inside), found.end()


def _plain(text: str, at: int) -> tuple[PrologTerm, int]:
    """A number or a category: up to the comma or bracket that ends it."""
    depth, end = 0, at
    while end < len(text) and not (depth == 0 and text[end] in ",)"):
        depth += (text[end] == "(") - (text[end] == ")")
        end += 1
    if end >= len(text) or end - at > 2_000:
        raise InputError(f"Prolog: expected a term at character {at + 1}, found {text[at : at + 20]!r}")
    return PrologTerm(text[at:end].strip()), end
