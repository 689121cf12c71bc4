"""Where operators take scope in a dependency tree: the second route to polarity.

Comes in: a `DependencyTree`. Goes out: `Scope`s, an operator each, with what it does to every word. The operators are
those of Yanaka et al. 2019, Tables 1 and 2, and some that MED's sentences need beside them (*only*, *exactly*, *no
longer*, *before*, *too … to*). A determiner turns its noun phrase and its clause; negation turns its verb phrase.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from provenli.english.dependencies import SUBJECTS, DependencyTree, ParsedWord

UP, DOWN, NON = 1, -1, 0

NEGATIONS = frozenset({"not", "n't", "never", "n’t", "nor"})
SELDOM = frozenset({"hardly", "scarcely", "rarely", "seldom", "barely"})
DETERMINERS: dict[str, tuple[int, int]] = {
    "every": (DOWN, UP),
    "each": (DOWN, UP),
    "all": (DOWN, UP),
    "any": (DOWN, UP),
    "no": (DOWN, DOWN),
    "few": (DOWN, DOWN),
    "neither": (DOWN, DOWN),
    "most": (NON, UP),
}
"""Of the noun, of the clause. *any* is looked at last: where something licenses it, it is *a*."""
PRONOUNS = {
    **dict.fromkeys(("everyone", "everybody", "everything", "everywhere", "whoever", "whatever"), (DOWN, UP)),
    **dict.fromkeys(("none", "nobody", "nothing", "noone", "nowhere"), (DOWN, DOWN)),
    **dict.fromkeys(("anyone", "anybody", "anything"), (DOWN, UP)),
}
BOUNDS: tuple[tuple[tuple[str, ...], tuple[int, int]], ...] = (
    (("no", "more", "than"), (DOWN, DOWN)),
    (("not", "more", "than"), (DOWN, DOWN)),
    (("no", "fewer", "than"), (UP, UP)),
    (("no", "less", "than"), (UP, UP)),
    (("not", "less", "than"), (UP, UP)),
    (("at", "most"), (DOWN, DOWN)),
    (("fewer", "than"), (DOWN, DOWN)),
    (("less", "than"), (DOWN, DOWN)),
    (("up", "to"), (DOWN, DOWN)),
    (("exactly",), (NON, NON)),
    (("precisely",), (NON, NON)),
    (("only",), (NON, NON)),
    (("just",), (NON, NON)),
    (("all", "but"), (NON, NON)),
)
"""Before a numeral."""
SUBORDINATORS = frozenset({"if", "unless", "whenever", "before", "lest", "when"})
PREPOSITIONS = frozenset({"without", "except", "excluding", "unlike", "than", "but", "against", "until"})
VERBS = frozenset({"deny", "prohibit", "avoid", "refuse", "fail", "forbid", "doubt", "prevent", "lack", "decline", "reject", "ban", "neglect", "prevent", "discourage", "oppose", "omit", "dissuade", "escape"})
NOUNS = frozenset({"lack", "absence", "prohibition", "ban", "shortage", "scarcity", "denial"})
ATTITUDES = frozenset({"believe", "suspect", "imagine"})
NPI = frozenset({"any", "anyone", "anybody", "anything", "anywhere", "ever"})


@dataclass(frozen=True, slots=True)
class Scope:
    words: tuple[int, ...]
    name: str
    arguments: tuple[int, ...]
    effects: tuple[tuple[int, int], ...]
    """Word, what is done to it."""
    why: str

    def on(self, word: int) -> int | None:
        return dict(self.effects).get(word)


def scopes(tree: DependencyTree) -> tuple[Scope, ...]:
    found: list[Scope] = []
    taken: set[int] = set()
    for rule in (_bounds, _determiners, _superlatives, _beliefs, _negations, _subordinators, _prepositions, _verbs, _nouns, _too, _only):
        for scope in rule(tree, frozenset(taken)):
            found.append(scope)
            taken |= set(scope.words)
    found.extend(_universal_any(tree, found))
    return tuple(found)


def signs(tree: DependencyTree, found: tuple[Scope, ...]) -> tuple[int, ...]:
    """The polarity of every word: the product of what the operators over it do."""
    out = [1] * len(tree.words)
    for scope in found:
        for word, effect in scope.effects:
            out[word] *= effect
    return tuple(out)


# --- Determiners ---


def _bounds(tree: DependencyTree, taken: frozenset[int]) -> Iterator[Scope]:
    """*at most five*, *exactly two*, *no more than half*: the words before a numeral or a fraction."""
    lows = [w.low for w in tree.words]
    seen: set[int] = set(taken)
    for k in range(len(lows)):
        for words, effects in BOUNDS:
            end = k + len(words)
            if tuple(lows[k:end]) == words and end < len(lows) and k not in seen and _counts(tree.words[end]):
                noun = _counted(tree, end)
                seen |= set(range(k, end))
                yield _determiner(tree, tuple(range(k, end)), " ".join(words), noun, effects)
                break


def _counts(w: ParsedWord) -> bool:
    return w.tag == "CD" or w.low in ("half", "a", "one-third", "two-thirds", "ten", "twelve", "dozen", "dozens")


def _counted(tree: DependencyTree, numeral: int) -> ParsedWord:
    """The noun that a numeral counts; itself in *five of the boys*."""
    w = tree.words[numeral]
    for _ in range(3):
        if w.dep in ("nummod", "quantmod", "amod", "det", "predet", "compound", "advmod", "npadvmod") and w.head > w.index:
            w = tree.words[w.head]
    return w


def _determiners(tree: DependencyTree, taken: frozenset[int]) -> Iterator[Scope]:
    for w in tree.words:
        if w.index in taken:
            continue
        before = tree.words[w.index - 1].low if w.index else ""
        if w.low in PRONOUNS and w.low not in NPI:
            effects = PRONOUNS[w.low]
            if before in NEGATIONS and effects == (DOWN, UP):
                effects = (UP, DOWN)
            yield _determiner(tree, (w.index,), w.low, w, effects)
        elif w.low in DETERMINERS and w.low not in NPI and _is_determiner(tree, w, before):
            effects = DETERMINERS[w.low]
            if before in ("not", "n't") and w.low in ("every", "all", "each", "most"):
                effects = (-effects[0], -effects[1])
                yield _determiner(tree, (w.index - 1, w.index), f"not {w.low}", _noun_of(tree, w), effects)
            else:
                yield _determiner(tree, (w.index,), w.low, _noun_of(tree, w), effects)
        elif w.low == "many" and before == "not":
            yield _determiner(tree, (w.index - 1, w.index), "not many", _noun_of(tree, w), (DOWN, DOWN))


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


def _noun_of(tree: DependencyTree, w: ParsedWord) -> ParsedWord:
    head = tree.words[w.head]
    if w.dep in ("det", "predet", "amod", "nummod", "neg", "quantmod", "nmod") and head.index > w.index:
        return head
    if w.dep in ("appos", "advmod", "dep") and head.is_nominal:  # "they all", "we each"
        return head
    return w


def _determiner(
    tree: DependencyTree, words: tuple[int, ...], name: str, noun: ParsedWord, effects: tuple[int, int]
) -> Scope:
    own = set(words)
    phrase = (tree.without(noun.index, _own_determiners(tree, noun)) | _times(tree, noun)) - own
    done: dict[int, int] = dict.fromkeys(phrase, effects[0])
    if effects[1] != UP:
        scope = _clause_scope(tree, noun) - phrase - own
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


def _clause_scope(tree: DependencyTree, noun: ParsedWord) -> frozenset[int]:
    """What a noun phrase takes scope over: of a subject the verb phrase, of an object also the verb, never a subject."""
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
        return tree.without(head.index, (at.index, *_apart(tree, head)))
    left_out = [c.index for c in tree.children(head.index, *SUBJECTS)]
    found = set(tree.without(head.index, (noun.index, *left_out, *_apart(tree, head))))
    if head.dep in ("xcomp", "acomp", "attr") and not tree.child(head.index, "nsubj"):
        found.add(head.head)
    return frozenset(found) - beside


def _apart(tree: DependencyTree, verb: ParsedWord) -> Iterator[int]:
    """What stands beside a clause and not in it: a coordinated clause with a subject of its own, what comes before."""
    subject = tree.child(verb.index, "nsubj", "nsubjpass", "expl")
    for c in tree.children(verb.index):
        own_subject = tree.child(c.index, "nsubj", "nsubjpass", "expl") is not None
        conjunction = tree.child(verb.index, "cc")
        if c.dep == "conj" and (own_subject or tree.child(c.index, "neg") or (conjunction and conjunction.low == "but")):
            yield c.index
        elif c.dep in ("ccomp", "parataxis") and c.index < verb.index and own_subject:
            yield c.index
        elif c.dep in ("advcl", "prep", "npadvmod", "advmod") and subject is not None and c.index < subject.index:
            yield c.index


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
            yield _negation(tree, (w.index,), w.low, _verb_of(tree, w))


def _verb_of(tree: DependencyTree, w: ParsedWord) -> ParsedWord:
    at = tree.words[w.head]
    for _ in range(3):
        if at.dep in ("aux", "auxpass", "advmod", "neg") and at.head != at.index:
            at = tree.words[at.head]
    return at


def _negation(tree: DependencyTree, words: tuple[int, ...], name: str, verb: ParsedWord) -> Scope:
    if verb.is_verb or verb.dep == "ROOT":
        left_out = [c.index for c in tree.children(verb.index, "nsubj", "nsubjpass", "csubj")]
        inside = tree.without(verb.index, (*left_out, *_apart(tree, verb)))
    else:
        inside = tree.subtree(verb.index)
        if verb.dep == "nsubj":
            inside |= _clause_scope(tree, verb)
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
            if clause.dep == "ROOT":  # a misparse: the clause ends at the comma
                comma = next((c.index for c in tree.words[w.index :] if c.low == ","), len(tree.words))
                inside = frozenset(k for k in inside if w.index < k < comma)
            yield Scope((w.index,), w.low, (DOWN,), tuple((k, DOWN) for k in sorted(inside)), f"{w.low} turns its clause")


def _prepositions(tree: DependencyTree, taken: frozenset[int]) -> Iterator[Scope]:
    for w in tree.words:
        if w.low not in PREPOSITIONS or w.index in taken or w.dep not in ("prep", "mark", "pcomp", "cc", "quantmod"):
            continue
        if w.low == "but" and w.dep == "cc":
            continue
        if w.low == "than" and w.dep == "quantmod":
            continue
        of = tree.words[w.head].index if w.dep == "mark" else w.index
        inside = tree.subtree(of) - {w.index}
        yield Scope((w.index,), w.low, (DOWN,), tuple((k, DOWN) for k in sorted(inside)), f"{w.low} turns what follows it")


def _verbs(tree: DependencyTree, taken: frozenset[int]) -> Iterator[Scope]:
    for w in tree.words:
        if w.lemma in VERBS and w.is_verb and w.index not in taken and w.dep != "amod":
            inside = set[int]()
            for c in tree.children(w.index, "dobj", "xcomp", "ccomp", "prep", "nsubjpass"):
                if c.index > w.index and (c.dep != "prep" or c.low in ("from", "in", "against")):
                    inside |= tree.subtree(c.index)
            yield Scope((w.index,), w.lemma, (DOWN,), tuple((k, DOWN) for k in sorted(inside)), f"{w.lemma} turns its object")


def _nouns(tree: DependencyTree, taken: frozenset[int]) -> Iterator[Scope]:
    for w in tree.words:
        if w.lemma in NOUNS and w.tag.startswith("NN") and w.index not in taken:
            inside = set[int]()
            for c in tree.children(w.index, "prep"):
                if c.low in ("of", "on", "against"):
                    inside |= tree.subtree(c.index)
            if inside:
                yield Scope((w.index,), w.lemma, (DOWN,), tuple((k, DOWN) for k in sorted(inside)), f"{w.lemma} turns what it is of")


def _too(tree: DependencyTree, taken: frozenset[int]) -> Iterator[Scope]:
    for w in tree.words:
        head = tree.words[w.head]
        if w.low == "too" and w.dep == "advmod" and w.index not in taken and head.index > w.index:
            up = head if head.dep != "amod" else tree.words[head.head]
            clauses = [c for i in {head.index, up.index, up.head} for c in tree.children(i, "xcomp", "advcl", "relcl", "acl")]
            inside = {k for c in clauses if c.index > head.index for k in tree.subtree(c.index)}
            if inside:
                yield Scope((w.index,), "too", (DOWN,), tuple((k, DOWN) for k in sorted(inside)), "too … to turns what cannot be done")


def _only(tree: DependencyTree, taken: frozenset[int]) -> Iterator[Scope]:
    for w in tree.words:
        if w.low != "only" or w.index in taken:
            continue
        head = tree.words[w.head]
        if w.dep == "advmod" and head.is_nominal and head.index > w.index and head.dep in ("nsubj", "nsubjpass"):
            phrase = tree.subtree(head.index) - {w.index}
            rest = _clause_scope(tree, head) - phrase
            effects = {**dict.fromkeys(phrase, NON), **dict.fromkeys(rest, DOWN)}
            yield Scope((w.index,), "only", (NON, DOWN), tuple(sorted(effects.items())), "only excludes everything else")


def _superlatives(tree: DependencyTree, taken: frozenset[int]) -> Iterator[Scope]:
    """*the eldest son*: the eldest child is someone else. What it is the eldest of is not monotone."""
    for w in tree.words:
        noun = tree.words[w.head]
        first = w.tag == "JJS" or w.low in ("first", "last", "latest", "only") or tree.child(w.index, "advmod") is not None and tree.child(w.index, "advmod").tag == "RBS"
        if first and w.dep == "amod" and w.index not in taken and w.low not in ("most", "least") and noun.index > w.index:
            phrase = tree.subtree(noun.index) - {w.index} - {d.index for d in tree.children(noun.index, "det", "poss")}
            yield Scope((w.index,), w.low, (NON,), tuple((k, NON) for k in sorted(phrase)), f"{w.low} picks by comparison")


def _beliefs(tree: DependencyTree, taken: frozenset[int]) -> Iterator[Scope]:
    """Who believes something need not believe what follows from it."""
    for w in tree.words:
        if w.lemma in ATTITUDES and w.is_verb and w.index not in taken:
            inside = {k for c in tree.children(w.index, "ccomp") for k in tree.subtree(c.index)}
            if inside:
                yield Scope((w.index,), w.lemma, (NON,), tuple((k, NON) for k in sorted(inside)), f"{w.lemma} is not closed under what follows")


def _universal_any(tree: DependencyTree, found: list[Scope]) -> Iterator[Scope]:
    """*any* that nothing licenses is *every*; under negation or a condition it is *a*."""
    for w in tree.words:
        if w.low in ("any", "anyone", "anybody", "anything") and all(s.on(w.index) in (None, UP) for s in found):
            noun = w if w.low != "any" else _noun_of(tree, w)
            yield _determiner(tree, (w.index,), w.low, noun, (DOWN, UP))
