"""A premise with one polarised span: what may be made more specific, and what that does to truth.

The polarity is ProveNLI's own: in a fragment it comes from the meaning, in English from the analysis. Yanaka et al.
2019, 3.1.1: declarative sentences of more than five tokens, a polarised constituent offered for rewriting, expressions
that are too general excluded.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from provenli.english.analysis import Analysis, EnglishTree, Reader
from provenli.errors import SentenceError
from provenli.grammar import Derivation
from provenli.grammar.derivation import joined, with_articles
from provenli.grammar.rules import Particle
from provenli.grammar.tree import Branch, Leaf, tokens_of
from provenli.logic.formulas import Pred, Quant, free_variables
from provenli.pairs.fragment import Fragment
from provenli.web.collect.study_file import PremiseChoice

Direction: TypeAlias = Literal["up", "down"]
WORD = re.compile(r"\w+(?:['’]\w+)*")
LONGEST = 600
"""Characters; nobody reads a longer sentence with an underlined part."""


@dataclass(frozen=True, slots=True)
class PolarisedSpan:
    """`before + span + after` is the sentence."""

    before: str
    span: str
    after: str
    direction: Direction
    turned: int = 1
    """The number of downward operators over it, if that is known: more than one is MED's `reverse`."""

    @property
    def sentence(self) -> str:
        return self.before + self.span + self.after


SpanFinder: TypeAlias = Callable[[str], list[PolarisedSpan]]
"""Raises SentenceError if it cannot read the sentence."""


def spans_in_fragment(fragment: Fragment) -> SpanFinder:
    return lambda text: list(_spans(fragment.read(text)[0]))


def _spans(d: Derivation) -> Iterator[PolarisedSpan]:
    """Nouns and verb phrases, larger ones first: parts whose meaning is open, said of something."""
    written = with_articles(tokens_of(d.root))
    text = d.text
    seen: set[tuple[int, int]] = set()
    begins = {"": 0}
    polarities = d.polarities()
    for address, node, _ in d.nodes():
        first = begins[address]
        last = first + len(tokens_of(node))
        if isinstance(node, Branch):
            at = first
            for k, child in enumerate(node.children):
                begins[f"{address}.{k}" if address else str(k)] = at
                at += len(tokens_of(child))
        sign = polarities.get(address, 0)
        if sign and address and (first, last) not in seen and _can_be_narrowed(d, address, node):
            seen.add((first, last))
            begin, end = _place(written, first), len(joined(written[:last]))
            yield PolarisedSpan(text[:begin], text[begin:end], text[end:], "up" if sign > 0 else "down")


def _can_be_narrowed(d: Derivation, address: str, node: object) -> bool:
    """Neither a determiner nor a phrase that begins with one: *no dog* becomes more specific only through *dog*."""
    parts = d.parts(address)
    if isinstance(node, Leaf):
        return bool(parts) and all(isinstance(p, Pred) and len(p.args) == 1 for p in parts)
    first = node.children[0] if isinstance(node, Branch) else None
    if isinstance(first, Leaf) and any(isinstance(p, Quant) for p in d.parts(f"{address}.0")):
        return False
    return bool(parts) and not isinstance(first, Particle) and all(free_variables(p) for p in parts)


def _place(written: tuple[str, ...], k: int) -> int:
    """Where token k begins in the text."""
    before = len(joined(written[:k]))
    return before + 1 if k and written[k] != "," else before


def spans_in_english(reader: Reader) -> SpanFinder:
    """Nouns with their modifiers, and verb phrases, in which every word has the same polarity."""

    def find(text: str) -> list[PolarisedSpan]:
        read = reader.read(text)
        if read.tree is None or read.coverage == "none":
            raise SentenceError(read.stopped or "no reading")
        if not read.operators:  # nothing in it that could turn or keep a direction: Yanaka et al. 2019, 3.1.1
            return []
        return list(_english_spans(read, read.tree))

    return find


def _english_spans(read: Analysis, tree: EnglishTree) -> Iterator[PolarisedSpan]:
    for part in tree.constituents():
        signs = set(read.polarity[part.first : part.end])
        if part is tree or len(signs) != 1 or signs == {"="} or not _is_content(part.category):
            continue
        begin, end = read.tokens[part.first].start, read.tokens[part.end - 1].end
        span = read.text[begin:end].rstrip(".,;:!?\"'")
        after = read.text[begin + len(span) :]
        turned = sum(effect == "down" for _, effect in read.over(part.first))
        if span:
            yield PolarisedSpan(read.text[:begin], span, after, "up" if signs == {"+"} else "down", turned)


def _is_content(category: str) -> bool:
    return category == "N" or (category.startswith("S[") and category.endswith("]\\NP"))


# --- which sentences and spans are offered ---


@dataclass(frozen=True, slots=True)
class Selection:
    """The chosen spans, and why the others were not chosen: reasons with counts and a first example."""

    chosen: tuple[PolarisedSpan, ...]
    passed_over: tuple[tuple[str, int, str], ...]


def select(sentences: Iterable[str], find: SpanFinder, rules: PremiseChoice) -> Selection:
    chosen: list[PolarisedSpan] = []
    reasons: dict[str, list[str]] = {}
    seen: set[str] = set()
    for text in sentences:
        if text in seen:
            continue
        seen.add(text)
        down = sum(s.direction == "down" for s in chosen)
        found, why = offered(text, find, rules, "down" if 2 * down <= len(chosen) else "up")
        chosen += found
        if why:
            reasons.setdefault(why, []).append(text)
    return Selection(tuple(chosen), tuple((why, len(texts), texts[0]) for why, texts in reasons.items()))


def offered(
    text: str, find: SpanFinder, rules: PremiseChoice, sought: Direction = "down"
) -> tuple[list[PolarisedSpan], str]:
    """Spans of one sentence, those of the wanted direction first; or why there is none."""
    if len(text) > LONGEST or not text.isprintable():
        return [], "too long, or with characters that cannot be printed"
    if text.rstrip().endswith(("?", "!")):
        return [], "no declarative sentence"
    if len(WORD.findall(text)) <= rules.more_than_tokens:
        return [], f"no more than {rules.more_than_tokens} tokens"
    try:
        found = find(text)
    except SentenceError:
        return [], f"{rules.fragment} cannot read it"
    general = {g.casefold() for g in rules.too_general}
    found = [s for s in found if s.span.casefold() not in general]
    if not found:
        return [], "no polarised part that can be made specific"
    return _best(found, rules.spans_a_sentence, sought), ""


def _best(found: list[PolarisedSpan], most: int, sought: Direction) -> list[PolarisedSpan]:
    """First the direction with fewer spans so far; then the shorter spans, which are easier to rewrite. No span lies
    within another."""
    ordered = sorted(found, key=lambda s: (s.direction != sought, len(s.span), len(s.before)))
    kept: list[PolarisedSpan] = []
    for s in ordered:
        if len(kept) < most and not any(_overlap(s, k) for k in kept):
            kept.append(s)
    return kept


def _overlap(a: PolarisedSpan, b: PolarisedSpan) -> bool:
    return len(a.before) < len(b.before) + len(b.span) and len(b.before) < len(a.before) + len(a.span)
