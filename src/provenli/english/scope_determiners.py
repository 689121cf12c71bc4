"""Determiners in a dependency tree: a determiner affects its noun phrase, and some affect their clause as well."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from provenli.english.dependencies import SUBJECTS, DependencyTree, ParsedWord
from provenli.english.scope_words import BOUNDS, DETERMINERS, DOWN, NEGATIONS, NON, NPI, PRONOUNS, UP, Scope

EARLY = ("advcl", "prep", "npadvmod", "advmod")
"""What may stand before the subject."""


def bounds(tree: DependencyTree, taken: frozenset[int]) -> Iterator[Scope]:
    """*at most five*, *exactly two*, *no more than half*: the words before a numeral or a fraction."""
    lows = [w.low for w in tree.words]
    seen: set[int] = set(taken)
    for k in range(len(lows)):
        for words, effects in BOUNDS:
            end = k + len(words)
            if tuple(lows[k:end]) == words and end < len(lows) and k not in seen and _counts(tree, end):
                seen |= set(range(k, end))
                yield _bound(tree, tuple(range(k, end)), effects)
                break


def _bound(tree: DependencyTree, words: tuple[int, ...], effects: tuple[int, int]) -> Scope:
    """The number moves against its noun. A bound from below does nothing else, and a share is about its own noun."""
    number = words[-1] + 1
    name = " ".join(tree.words[k].low for k in words)
    if name == "only" and tree.words[number].tag == "CD":  # *only 12* of them: 12 and no more
        name = "exactly"
    share = tree.words[number].low in SHARES
    if effects == (UP, UP) and not share:
        return Scope(words, name, effects, ((number, DOWN),), f"{name} turns its number")
    found = determiner_scope(tree, words, name, counted(tree, number), (NON, effects[1]) if share else effects)
    done = {**dict(found.effects), number: UP if share else -effects[0]}
    return replace(found, effects=tuple(sorted(done.items())))


def _counts(tree: DependencyTree, number: int) -> bool:
    """*over a hundred* counts, *over a fence* does not: *over* alone of the bounds is a preposition as well."""
    w = tree.words[number]
    if w.low == "a" and tree.words[number - 1].low == "over":
        return number + 1 < len(tree.words) and _names_a_number(tree.words[number + 1])
    return w.low == "a" or _names_a_number(w)


def _names_a_number(w: ParsedWord) -> bool:
    return w.tag == "CD" or w.low in SHARES or w.low in ("ten", "twelve", "dozen", "dozens", "hundred", "thousand")


SHARES = ("half", "one-third", "two-thirds")


def counted(tree: DependencyTree, numeral: int) -> ParsedWord:
    """The noun that a numeral counts; itself in *five of the boys*."""
    w = tree.words[numeral]
    for _ in range(3):
        if (
            w.dep in ("nummod", "quantmod", "amod", "det", "predet", "compound", "advmod", "npadvmod")
            and w.head > w.index
        ):
            w = tree.words[w.head]
    return w


def determiners(tree: DependencyTree, taken: frozenset[int]) -> Iterator[Scope]:
    for w in tree.words:
        if w.index in taken:
            continue
        before = tree.words[w.index - 1].low if w.index else ""
        clause = tree.words[w.head]
        if (
            w.low in ("whoever", "whatever")
            and clause.is_verb
            and clause.dep in ("csubj", "csubjpass", "ccomp", "pcomp")
        ):
            inside = tree.subtree(clause.index) - {w.index}
            yield Scope(
                (w.index,), w.low, (DOWN, UP), tuple((k, DOWN) for k in sorted(inside)), f"{w.low} turns its clause"
            )
        elif w.low in PRONOUNS and w.low not in NPI:
            effects = PRONOUNS[w.low]
            if before in NEGATIONS and effects == (DOWN, UP):
                yield determiner_scope(tree, (w.index - 1, w.index), f"not {w.low}", w, (UP, DOWN))
            else:
                yield determiner_scope(tree, (w.index,), w.low, w, effects)
        elif w.low in DETERMINERS and w.low not in NPI and _is_determiner(tree, w, before):
            effects = DETERMINERS[w.low]
            if before in ("almost", "nearly", "practically", "virtually") and effects == (DOWN, UP):
                effects = (NON, UP)
            if before in ("not", "n't") and w.low in ("every", "all", "each", "most"):
                effects = (-effects[0], -effects[1])
                yield determiner_scope(tree, (w.index - 1, w.index), f"not {w.low}", noun_of(tree, w), effects)
            else:
                yield determiner_scope(tree, (w.index,), w.low, noun_of(tree, w), effects)
        elif w.low == "many" and before == "not":
            yield determiner_scope(tree, (w.index - 1, w.index), "not many", noun_of(tree, w), (DOWN, DOWN))
        elif w.low == "neither" and w.dep == "preconj":
            yield _neither(tree, w)


def _neither(tree: DependencyTree, w: ParsedWord) -> Scope:
    """*neither Ann nor Bob*: both nouns, and their clause."""
    noun = tree.words[w.head]
    inside = (tree.subtree(noun.index) | (frozenset() if noun.is_verb else clause_scope(tree, noun))) - {w.index}
    left_out = {k for c in tree.children(noun.index, *SUBJECTS) for k in tree.subtree(c.index)}
    effects = tuple((k, DOWN) for k in sorted(inside - left_out))
    return Scope((w.index,), "neither", (DOWN, DOWN), effects, "neither turns both, and their clause")


def _is_determiner(tree: DependencyTree, w: ParsedWord, before: str) -> bool:
    after = tree.words[w.index + 1].low if w.index + 1 < len(tree.words) else ""
    if w.low == "no":
        beyond = tree.words[w.index + 2].low if w.index + 2 < len(tree.words) else ""
        if after in ("more", "fewer", "less") and beyond == "than":
            return False
        return after not in ("longer", "doubt") and w.dep in ("det", "neg", "amod", "nmod", "advmod")
    if w.low == "few":
        return before not in ("a", "the", "these", "those", "quite", "last", "next", "every", "his", "my", "past")
    if w.low == "most":
        return w.tag in ("JJS", "DT") and before not in ("the", "at") and w.dep not in ("advmod",)
    if w.low == "all":
        return before not in ("at", "of", "after", "above") and after not in ("right", "over", "day", "night", "along")
    return w.dep != "preconj"


def noun_of(tree: DependencyTree, w: ParsedWord) -> ParsedWord:
    head = tree.words[w.head]
    if w.dep in ("det", "predet", "amod", "nummod", "neg", "quantmod", "nmod") and head.index > w.index:
        return head
    if w.dep in ("appos", "advmod", "dep") and head.is_nominal:  # "they all", "we each"
        return head
    return w


def determiner_scope(
    tree: DependencyTree, words: tuple[int, ...], name: str, noun: ParsedWord, effects: tuple[int, int]
) -> Scope:
    own = set(words) | (set(range(words[0])) if words[0] <= noun.index else set())  # almost every boy
    phrase = (tree.without(noun.index, own_determiners(tree, noun)) | _times(tree, noun)) - own
    done: dict[int, int] = dict.fromkeys(phrase, effects[0])
    own = set(words)
    shared = _shared(tree, noun, effects[1])
    if shared != UP:
        scope = clause_scope(tree, noun) - phrase - own
        if not scope and words[0] == 0:  # a first word whose clause was misread: all that follows
            scope = frozenset(range(max(phrase | own) + 1, len(tree.words)))
        done.update((k, shared) for k in scope)
    if name.startswith("not "):  # what is negated stands below *not*
        done[words[-1]] = DOWN
    does = {UP: "leaves", DOWN: "turns", NON: "blocks"}
    why = f"{name} {does[effects[0]]} its noun" + ("" if effects[1] == UP else f" and {does[effects[1]]} its clause")
    return Scope(words, name, effects, tuple(sorted(done.items())), why)


def _shared(tree: DependencyTree, noun: ParsedWord, effect: int) -> int:
    """What coordinated noun phrases do to their clause: *no dog and no cat* as *no dog*, *no dog and a cat* neither."""
    first = tree.words[noun.head] if noun.dep == "conj" else noun
    group = [first, *tree.children(first.index, "conj")]
    ways = {_clause_effect(tree, w) for w in group if w is not noun} - {None}
    if ways - {effect}:
        return UP if effect == UP else NON
    return UP if ways and noun is not first else effect


def _clause_effect(tree: DependencyTree, noun: ParsedWord) -> int | None:
    """None if it shares the determiner of the one before it."""
    det = tree.child(noun.index, "det", "poss")
    if noun.low in PRONOUNS:
        return PRONOUNS[noun.low][1]
    if det is None:
        return UP if noun.tag in NAMES or noun.dep != "conj" else None
    return DETERMINERS.get(det.low, (UP, UP))[1]


NAMES = ("NNP", "NNPS", "PRP")


def _times(tree: DependencyTree, noun: ParsedWord) -> frozenset[int]:
    """*every morning in summer*: what follows a phrase of time narrows it, though parsers attach it to the verb."""
    end = max(tree.subtree(noun.index)) + 1
    if noun.dep != "npadvmod" or end >= len(tree.words):
        return frozenset()
    after = tree.words[end]
    return tree.subtree(after.index) if after.dep in ("prep", "npadvmod") and after.head == noun.head else frozenset()


def own_determiners(tree: DependencyTree, noun: ParsedWord) -> Iterator[int]:
    """Coordinated nouns with a determiner of their own: *every boy and some girl*."""
    but = any(c.low == "but" for c in tree.children(noun.index, "cc")) and is_universal(tree, noun)
    for c in tree.children(noun.index, "conj"):
        if tree.child(c.index, "det", "poss") is not None or c.is_verb or (c.tag in NAMES and not but):
            yield c.index
            yield from (cc.index for cc in tree.children(noun.index, "cc"))
    for c in tree.children(noun.index, "appos"):
        yield c.index
    for c in tree.children(noun.index, "prep"):
        if c.low in ("except", "excluding"):
            yield c.index


def clause_scope(tree: DependencyTree, noun: ParsedWord) -> frozenset[int]:
    """The scope of a noun phrase: as subject the verb phrase, as object also the verb, never a subject."""
    at, beside = noun, frozenset[int]()
    for _ in tree.words:
        if at.dep == "conj":
            # The noun phrase before *and* has a determiner of its own, or shares this one from the left.
            beside |= tree.without(at.head, (at.index,))
            at = tree.words[at.head]
            continue
        head = tree.words[at.head]
        if at.dep in SUBJECTS or head.index == at.index:
            break
        if at.low == "with" and noun.low not in PRONOUNS and noun.low != "one":  # with no money, as without money
            return frozenset({at.index})
        if at.dep in ("pobj", "prep", "agent", "pcomp", "nummod", "poss", "compound") and not head.is_verb:
            if at.dep == "prep" and head.is_nominal and head.dep not in ("attr", "acomp"):
                return frozenset() if at.low in EXCEPT else frozenset({at.index})
            at = head
            continue
        break
    head = tree.words[at.head]
    if head.index == at.index:
        return tree.subtree(at.index) - tree.subtree(noun.index) - beside if at.is_verb else frozenset()
    if at.dep in SUBJECTS and at.dep != "expl":
        return tree.without(head.index, (at.index, *apart(tree, head)))
    left_out = [c.index for c in tree.children(head.index, *SUBJECTS)]
    found = set(tree.without(head.index, (noun.index, *left_out, *apart(tree, head))))
    if head.dep in ("xcomp", "acomp", "attr") and not tree.child(head.index, "nsubj"):
        found.add(head.head)
    return frozenset(found) - beside


def own_clause(tree: DependencyTree, verb: ParsedWord) -> bool:
    return tree.child(verb.index, "nsubj", "nsubjpass", "expl") is not None


def apart(tree: DependencyTree, verb: ParsedWord) -> Iterator[int]:
    """What stands beside a clause and not in it: a coordinated clause with its own subject, and what comes before."""
    subject = tree.child(verb.index, "nsubj", "nsubjpass", "expl")
    for c in tree.children(verb.index):
        own_subject = own_clause(tree, c)
        conjunction = tree.child(verb.index, "cc")
        contrast = conjunction is not None and conjunction.low == "but"
        if (
            c.dep == "mark"
            or (c.tag in ("WDT", "WP", "WRB") and subject is not None and c.index < subject.index)
            or c.low in ("when", "whenever", "then")
            or (c.dep == "cc" and any(own_clause(tree, x) for x in tree.children(verb.index, "conj")))
            or (c.dep == "conj" and (own_subject or tree.child(c.index, "neg") or contrast))
            or (c.dep in ("ccomp", "parataxis") and c.index < verb.index and own_subject)
            or (c.dep in EARLY and subject is not None and c.index < subject.index)
        ):
            yield c.index


EXCEPT = frozenset({"except", "excluding", "but", "besides"})


def is_universal(tree: DependencyTree, noun: ParsedWord) -> bool:
    return noun.low in PRONOUNS or any(c.low in DETERMINERS for c in tree.children(noun.index, "det", "predet"))
