"""Where operators take scope in a dependency tree: the second route to polarity.

In: a `DependencyTree`. Out: `Scope`s, one for each operator, with what it does to every word. A determiner affects its
noun phrase and its clause; negation affects its verb phrase.
"""

from __future__ import annotations

from collections.abc import Iterator

from provenli.english.conventions import PROFILES, Conventions
from provenli.english.dependencies import SUBJECTS, DependencyTree, ParsedWord
from provenli.english.scope_conventions import conventional_rules, universal_any
from provenli.english.scope_determiners import apart, bounds, clause_scope, determiner_scope, determiners, noun_of
from provenli.english.scope_words import (
    DETERMINERS,
    DOWN,
    NEGATIONS,
    NON,
    NOUNS,
    PREPOSITIONS,
    SELDOM,
    SUBORDINATORS,
    UP,
    VERBS,
    Scope,
)
from provenli.english.word_tables import words_in


def scopes(tree: DependencyTree, conventions: Conventions = PROFILES["med"]) -> tuple[Scope, ...]:
    found: list[Scope] = []
    taken: set[int] = set()
    further = (*conventional_rules(conventions), *((_beliefs,) if conventions.beliefs == "non" else ()))
    if conventions.unless == "up":
        taken |= {w.index for w in tree.words if w.low == "unless"}
    for rule in (*RULES, *further):
        for scope in rule(tree, frozenset(taken)):
            found.append(scope)
            taken |= set(scope.words)
    found.extend(universal_any(tree, found))
    return tuple(found)


def signs(tree: DependencyTree, found: tuple[Scope, ...]) -> tuple[int, ...]:
    """The polarity of every word: the product of what the operators over it do."""
    out = [1] * len(tree.words)
    for scope in found:
        for word, effect in scope.effects:
            out[word] *= effect
    return tuple(out)


# --- Negation ---


def _negations(tree: DependencyTree, taken: frozenset[int]) -> Iterator[Scope]:
    for w in tree.words:
        if w.index in taken:
            continue
        after = tree.words[w.index + 1] if w.index + 1 < len(tree.words) else None
        if w.low == "no" and after is not None and after.low in ("longer", "more") and tree.words[w.index].dep != "det":
            yield _negation(tree, (w.index, after.index), f"no {after.low}", _verb_of(tree, after))
        elif w.low in NEGATIONS | SELDOM:
            if after is not None and after.low in ("only", "necessarily") and w.low == "not":
                continue
            if w.low == "nor" and any(x.low == "neither" for x in tree.words[: w.index]):
                continue
            if w.low in SELDOM and after is not None and after.low in ("any", "anyone", "anybody", "anything"):
                noun = noun_of(tree, after)  # *hardly anyone laughed*
                yield determiner_scope(tree, (w.index,), w.low, noun, (DOWN, DOWN))
                continue
            yield _negation(tree, (w.index,), w.low, _verb_of(tree, w))


def _verb_of(tree: DependencyTree, w: ParsedWord) -> ParsedWord:
    at = tree.words[w.head]
    for _ in range(3):
        if at.dep in ("aux", "auxpass", "advmod", "neg", "det", "nummod") and at.head != at.index:
            at = tree.words[at.head]
    return at


def _negation(tree: DependencyTree, words: tuple[int, ...], name: str, verb: ParsedWord) -> Scope:
    if verb.is_verb or verb.dep == "ROOT":
        left_out = [c.index for c in tree.children(verb.index, *SUBJECTS)]
        left_out += [c.index for c in tree.children(verb.index, "advcl") if c.index < words[0]]
        inside = tree.without(verb.index, (*left_out, *apart(tree, verb)))
    else:
        inside = tree.subtree(verb.index)
        if verb.dep == "nsubj" or name in SELDOM:
            inside |= clause_scope(tree, verb)
    contrast = {k for k in inside if _contrasted(tree, k, words[0])}
    effects = tuple((k, DOWN) for k in sorted(inside - set(words) - contrast))
    return Scope(words, name, (DOWN,), effects, f"{name} turns what it negates")


def _contrasted(tree: DependencyTree, k: int, negation: int) -> bool:
    """*not X but Y*: Y is asserted."""
    at = tree.words[k]
    for _ in tree.words:
        cc = tree.child(at.head, "cc")
        if at.dep == "conj" and cc is not None and cc.low == "but" and cc.index > negation:
            return True
        if at.head == at.index:
            return False
        at = tree.words[at.head]
    return False


# --- Subordinators, prepositions, verbs, nouns ---


def _subordinators(tree: DependencyTree, taken: frozenset[int]) -> Iterator[Scope]:
    for w in tree.words:
        if w.low in SUBORDINATORS and w.index not in taken and w.dep in ("mark", "advmod", "prep", "dep"):
            clause = tree.words[w.head] if w.dep in ("mark", "advmod", "dep") else w
            if w.low in ("when",) and (clause.dep not in ("advcl",)):
                continue
            if w.low == "if" and clause.dep == "ccomp":
                continue
            inside = tree.subtree(clause.index) - {w.index}
            inside = frozenset(k for k in inside if tree.words[k].low != "then" or k < clause.index)
            if clause.dep == "ROOT":  # a misparse: the clause ends at the comma
                comma = next((c.index for c in tree.words[w.index :] if c.low == ","), len(tree.words))
                inside = frozenset(k for k in inside if w.index < k < comma)
            yield Scope(
                (w.index,), w.low, (DOWN,), tuple((k, DOWN) for k in sorted(inside)), f"{w.low} turns its clause"
            )


def _is_quantified(tree: DependencyTree, w: ParsedWord) -> bool:
    """*than every girl*: every girl takes scope over the comparison."""
    noun = tree.child(w.index, "pobj")
    det = None if noun is None else tree.child(noun.index, "det", "amod")
    return det is not None and det.low in (*DETERMINERS, "some") and det.low != "any"


def _compared(tree: DependencyTree, _taken: frozenset[int]) -> Iterator[Scope]:
    """*fewer dogs than cats sit*: two numbers compared, by what both do."""
    lows = [w.low for w in tree.words]
    for w in tree.words:
        noun = tree.words[w.head]
        than = next((k for k in range(w.index + 2, min(w.index + 6, len(lows))) if lows[k] == "than"), None)
        if w.low not in ("more", "fewer", "less") or w.dep != "amod" or than is None or not w.index < noun.index < than:
            continue
        other = next((x for x in tree.words[than + 1 :] if x.is_nominal), tree.words[than])
        below = [k for c in tree.children(other.index, "relcl", "prep", "acl") for k in tree.subtree(c.index)]
        end = max([other.index, *below]) + 1
        way = UP if w.low == "more" else DOWN
        effects = {**dict.fromkeys(range(w.index + 1, than), way), **dict.fromkeys(range(than, end), -way)}
        effects.update(dict.fromkeys(range(end, len(lows)), NON))
        yield Scope(
            (w.index, than),
            f"{w.low} than",
            (way, -way),
            tuple(effects.items()),
            f"{w.low} … than compares two numbers",
        )


def _prepositions(tree: DependencyTree, taken: frozenset[int]) -> Iterator[Scope]:
    for w in tree.words:
        if w.low not in PREPOSITIONS or w.index in taken or w.dep not in ("prep", "mark", "pcomp", "cc", "quantmod"):
            continue
        if w.low == "but" and w.dep == "cc":
            continue
        if w.low == "than" and (w.dep == "quantmod" or _is_quantified(tree, w)):
            continue
        of = tree.words[w.head].index if w.dep == "mark" else w.index
        inside = tree.subtree(of) - {w.index}
        yield Scope(
            (w.index,), w.low, (DOWN,), tuple((k, DOWN) for k in sorted(inside)), f"{w.low} turns what follows it"
        )


def _verbs(tree: DependencyTree, taken: frozenset[int]) -> Iterator[Scope]:
    for w in tree.words:
        if w.lemma in VERBS | words_in("downward verbs") and w.is_verb and w.index not in taken and w.dep != "amod":
            inside = set[int]()
            below = list(tree.children(w.index, "dobj", "xcomp", "ccomp", "prep", "nsubjpass"))
            controlled = any(c.dep == "xcomp" or c.low == "from" for c in below)  # forbade a boy to sing
            for c in below:
                if c.dep == "dobj" and (controlled or w.lemma in words_in("verbs of what was there")):
                    continue
                if c.index > w.index and (c.dep != "prep" or c.low in ("from", "in", "against")):
                    inside |= tree.subtree(c.index)
            yield Scope(
                (w.index,), w.lemma, (DOWN,), tuple((k, DOWN) for k in sorted(inside)), f"{w.lemma} turns its object"
            )


def _adjectives(tree: DependencyTree, taken: frozenset[int]) -> Iterator[Scope]:
    """*unable to sing*, *impossible to open*: parsers attach what follows to the adjective or to *is*."""
    for w in tree.words:
        if w.lemma in words_in("downward adjectives") and w.index not in taken:
            hosts = (w.index, w.head) if w.dep == "acomp" else (w.index,)
            clauses = [
                c for k in hosts for c in tree.children(k, "xcomp", "ccomp", "prep", "advcl") if c.index > w.index
            ]
            inside = {k for c in clauses for k in tree.subtree(c.index)}
            effects = tuple((k, DOWN) for k in sorted(inside))
            yield Scope((w.index,), w.lemma, (DOWN,), effects, f"{w.lemma} turns what cannot be so")


def _nouns(tree: DependencyTree, taken: frozenset[int]) -> Iterator[Scope]:
    for w in tree.words:
        if w.lemma in NOUNS and w.tag.startswith("NN") and w.index not in taken:
            inside = set[int]()
            for c in tree.children(w.index, "prep"):
                if c.low in ("of", "on", "against"):
                    inside |= tree.subtree(c.index)
            if inside:
                yield Scope(
                    (w.index,),
                    w.lemma,
                    (DOWN,),
                    tuple((k, DOWN) for k in sorted(inside)),
                    f"{w.lemma} turns what it is of",
                )


def _too(tree: DependencyTree, taken: frozenset[int]) -> Iterator[Scope]:
    for w in tree.words:
        head = tree.words[w.head]
        if w.low == "too" and w.dep == "advmod" and w.index not in taken and head.index > w.index:
            up = head if head.dep != "amod" else tree.words[head.head]
            clauses = [
                c for i in {head.index, up.index, up.head} for c in tree.children(i, "xcomp", "advcl", "relcl", "acl")
            ]
            inside = {k for c in clauses if c.index > head.index for k in tree.subtree(c.index)}
            if inside:
                yield Scope(
                    (w.index,),
                    "too",
                    (DOWN,),
                    tuple((k, DOWN) for k in sorted(inside)),
                    "too … to turns what cannot be done",
                )


def _only(tree: DependencyTree, taken: frozenset[int]) -> Iterator[Scope]:
    for w in tree.words:
        if w.low != "only" or w.index in taken:
            continue
        head = tree.words[w.head]
        head = tree.words[head.head] if head.dep == "amod" else head  # *only old goats*
        if w.dep in ("advmod", "amod") and head.is_nominal and head.index > w.index and head.dep in ONLY:
            rest = clause_scope(tree, head) - tree.subtree(head.index)
            effects = tuple((k, DOWN) for k in sorted(rest - {w.index}))
            yield Scope((w.index,), "only", (UP, DOWN), effects, "only excludes everything else")


ONLY = ("nsubj", "nsubjpass", "dobj")


def _superlatives(tree: DependencyTree, taken: frozenset[int]) -> Iterator[Scope]:
    """*the eldest son*: the eldest child is someone else. What it is the eldest of is not monotone."""
    for w in tree.words:
        noun = tree.words[w.head]
        most = tree.child(w.index, "advmod")
        compared = w.tag == "JJS" or (most is not None and most.tag == "RBS")
        named = tree.child(noun.index, "det", "poss") is not None  # *the only goat*; *only old goats* is another thing
        first = compared or w.low in ("first", "last", "latest") or (w.low == "only" and named)
        if (
            first
            and w.dep == "amod"
            and w.index not in taken
            and w.low not in ("most", "least")
            and noun.index > w.index
        ):
            phrase = tree.subtree(noun.index) - {w.index} - {d.index for d in tree.children(noun.index, "det", "poss")}
            yield Scope(
                (w.index,), w.low, (NON,), tuple((k, NON) for k in sorted(phrase)), f"{w.low} picks by comparison"
            )


def _beliefs(tree: DependencyTree, taken: frozenset[int]) -> Iterator[Scope]:
    """Somebody who believes something need not believe what follows from it."""
    for w in tree.words:
        if w.lemma in words_in("belief verbs") and w.is_verb and w.index not in taken:
            inside = {k for c in tree.children(w.index, "ccomp") for k in tree.subtree(c.index)}
            if inside:
                yield Scope(
                    (w.index,),
                    w.lemma,
                    (NON,),
                    tuple((k, NON) for k in sorted(inside)),
                    f"{w.lemma} is not closed under what follows",
                )


RULES = (
    _compared,
    bounds,
    determiners,
    _superlatives,
    _negations,
    _subordinators,
    _prepositions,
    _verbs,
    _adjectives,
    _nouns,
    _too,
    _only,
)
"""In this order: a word that one rule has taken is no operator for the next rule."""
