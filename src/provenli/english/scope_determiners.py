"""Determiners in a dependency tree: a determiner turns its noun phrase, and some turn their clause as well."""

from __future__ import annotations

from collections.abc import Iterator

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
            if tuple(lows[k:end]) == words and end < len(lows) and k not in seen and _counts(tree.words[end]):
                noun = _counted(tree, end)
                seen |= set(range(k, end))
                yield determiner_scope(tree, tuple(range(k, end)), " ".join(words), noun, effects)
                break


def _counts(w: ParsedWord) -> bool:
    return w.tag == "CD" or w.low in ("half", "a", "one-third", "two-thirds", "ten", "twelve", "dozen", "dozens")


def _counted(tree: DependencyTree, numeral: int) -> ParsedWord:
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
        if w.low in PRONOUNS and w.low not in NPI:
            effects = PRONOUNS[w.low]
            if before in NEGATIONS and effects == (DOWN, UP):
                effects = (UP, DOWN)
            yield determiner_scope(tree, (w.index,), w.low, w, effects)
        elif w.low in DETERMINERS and w.low not in NPI and _is_determiner(tree, w, before):
            effects = DETERMINERS[w.low]
            if before in ("not", "n't") and w.low in ("every", "all", "each", "most"):
                effects = (-effects[0], -effects[1])
                yield determiner_scope(tree, (w.index - 1, w.index), f"not {w.low}", noun_of(tree, w), effects)
            else:
                yield determiner_scope(tree, (w.index,), w.low, noun_of(tree, w), effects)
        elif w.low == "many" and before == "not":
            yield determiner_scope(tree, (w.index - 1, w.index), "not many", noun_of(tree, w), (DOWN, DOWN))


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
    return True


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
    own = set(words)
    phrase = (tree.without(noun.index, _own_determiners(tree, noun)) | _times(tree, noun)) - own
    done: dict[int, int] = dict.fromkeys(phrase, effects[0])
    if effects[1] != UP:
        scope = clause_scope(tree, noun) - phrase - own
        if not scope and words[0] == 0:  # a first word whose clause was misread: all that follows
            scope = frozenset(range(max(phrase | own) + 1, len(tree.words)))
        done.update((k, effects[1]) for k in scope)
    does = {UP: "leaves", DOWN: "turns", NON: "blocks"}
    why = f"{name} {does[effects[0]]} its noun" + ("" if effects[1] == UP else f" and {does[effects[1]]} its clause")
    return Scope(words, name, effects, tuple(sorted(done.items())), why)


def _times(tree: DependencyTree, noun: ParsedWord) -> frozenset[int]:
    """*every morning in summer*: what follows a phrase of time narrows it, though parsers attach it to the verb."""
    end = max(tree.subtree(noun.index)) + 1
    if noun.dep != "npadvmod" or end >= len(tree.words):
        return frozenset()
    after = tree.words[end]
    return tree.subtree(after.index) if after.dep in ("prep", "npadvmod") and after.head == noun.head else frozenset()


def _own_determiners(tree: DependencyTree, noun: ParsedWord) -> Iterator[int]:
    """Coordinated nouns with a determiner of their own: *every boy and some girl*."""
    for c in tree.children(noun.index, "conj"):
        if tree.child(c.index, "det", "poss") is not None or c.is_verb:
            yield c.index
    for c in tree.children(noun.index, "appos"):
        yield c.index
    for c in tree.children(noun.index, "prep"):
        if c.low in ("except", "excluding"):
            yield c.index


def clause_scope(tree: DependencyTree, noun: ParsedWord) -> frozenset[int]:
    """What a noun phrase takes scope over: as subject the verb phrase, as object also the verb, never a subject."""
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
        if at.dep in ("pobj", "prep", "agent", "pcomp", "nummod", "poss", "compound") and not head.is_verb:
            if at.dep == "prep" and head.is_nominal and head.dep not in ("attr", "acomp"):
                return frozenset({at.index})
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


def apart(tree: DependencyTree, verb: ParsedWord) -> Iterator[int]:
    """What stands beside a clause and not in it: a coordinated clause with a subject of its own, what comes before."""
    subject = tree.child(verb.index, "nsubj", "nsubjpass", "expl")
    for c in tree.children(verb.index):
        own_subject = tree.child(c.index, "nsubj", "nsubjpass", "expl") is not None
        conjunction = tree.child(verb.index, "cc")
        contrast = conjunction is not None and conjunction.low == "but"
        if (
            (c.dep == "conj" and (own_subject or tree.child(c.index, "neg") or contrast))
            or (c.dep in ("ccomp", "parataxis") and c.index < verb.index and own_subject)
            or (c.dep in EARLY and subject is not None and c.index < subject.index)
        ):
            yield c.index


def universal_any(tree: DependencyTree, found: list[Scope]) -> Iterator[Scope]:
    """*any* that nothing licenses is *every*; under negation or a condition it is *a*."""
    for w in tree.words:
        if w.low in ("any", "anyone", "anybody", "anything") and all(s.on(w.index) in (None, UP) for s in found):
            noun = w if w.low != "any" else noun_of(tree, w)
            yield determiner_scope(tree, (w.index,), w.low, noun, (DOWN, UP))
