"""Whether one sentence says everything that another, built differently, says: word by word, in matching roles.

This is the last resort for a forced answer. Roles are guessed from words and tags: who does it, to what, which noun an
adjective belongs to, which way a preposition goes. It proves nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from provenli.english.knowledge import BELOW, SAME, WordFact, WordKnowledge
from provenli.english.pair_tokens import PairToken
from provenli.english.phrase_relations import PRIVATIVE, word_relation
from provenli.english.word_tables import words_in

CONTENT = frozenset({"NOUN", "NAME", "VERB", "ADJ", "ADV", "NUM", "X"})
LIGHT = words_in("words without a role")
"""Words that mostly say no more than what they stand beside: what is made of stone is a stone one."""
LIGHT_FORMS = LIGHT - {"bit"}
"""Who *bit* somebody did something."""
LEANING = words_in("leaning pronouns")
"""Pronouns that speak of what is named elsewhere, or of anyone."""
RELATIVES = frozenset({"who", "which", "that"})
DOING = frozenset({"do", "make", "take", "have", "perform", "give"})
"""Verbs that leave it to their object what is done: *making a jump*."""
APART_WAYS: dict[str, str] = {
    **dict.fromkeys(("out", "off", "outside", "away", "from"), "out"),
    **dict.fromkeys(("behind", "after"), "behind"),
    **dict.fromkeys(("under", "below", "beneath", "underneath"), "under"),
    **{w: w for w in ("without", "down", "front", "above", "for", "near", "into", "about")},
    **{w: w for w in ("towards", "toward")},
}
"""Prepositions that lead elsewhere than most: *out of the water* is not *in the water*."""
LOOSE = frozenset({"near", "for", "into", "down"})
"""What among these is elsewhere only against one another or the stricter ones."""


@dataclass(slots=True)
class Roles:
    """For words of one sentence, by place: what an attribute or a phrase belongs to, and who does what to what."""

    tokens: tuple[PairToken, ...]
    owners: dict[int, set[int]] = field(default_factory=dict)
    ways: dict[int, str] = field(default_factory=dict)
    doers: dict[int, set[int]] = field(default_factory=dict)
    things: dict[int, set[int]] = field(default_factory=dict)
    had: set[int] = field(default_factory=set)
    """What is worn or had: it must belong to whoever wears or has it."""

    def is_noun(self, k: int) -> bool:
        return 0 <= k < len(self.tokens) and self.tokens[k].tag in ("NOUN", "NAME", "PRON")

    def is_verb(self, k: int) -> bool:
        """An event, not an attribute before its noun."""
        t, before = self.tokens[k], self.tokens[k - 1] if k else None
        going = t.tag in ("ADJ", "NOUN") and t.low.endswith("ing") and before is not None
        if going and before is not None and before.tag in ("AUX", "ADV", "CONJ") and not self.is_noun(k + 1):
            return True
        within = before is not None and before.tag in ("DET", "ADJ") and self.head_after(k) is not None
        return t.tag == "VERB" and not within

    def predicative(self, k: int) -> bool:
        """*a dog which is black and white*, *a room painted beige*: said of the noun before it."""
        n = k - 1
        while n > 0 and self.tokens[n].tag in ("ADJ", "ADV", "CONJ"):
            n -= 1
        told = self.tokens[n] if n >= 0 else None
        linked = told is not None and told.lemma in ("be", "look") and n > 0 and self.tokens[n - 1].low in RELATIVES
        return linked or (n == k - 1 and told is not None and told.low in ("painted", "dyed", "colored", "coloured"))

    def belongs(self, heads: list[int]) -> set[int]:
        """The last noun, and what that belongs to: what follows may be about either."""
        return {heads[-1], *self.owners.get(heads[-1], ())} if heads else set()

    def head_after(self, k: int) -> int | None:
        """The head of the noun phrase that a word stands in, before it."""
        n = k + 1
        while n < len(self.tokens) and self.tokens[n].tag in ("ADJ", "NUM", "NOUN", "NAME", "CONJ", "VERB"):
            if self.is_noun(n) and not self.is_noun(n + 1):
                return n
            if self.tokens[n].tag in ("CONJ", "VERB") and not self._attribute(n + 1):
                return None
            n += 1
        return None

    def _attribute(self, k: int) -> bool:
        return k < len(self.tokens) and self.tokens[k].tag in ("ADJ", "NOUN", "NAME", "NUM")


def roles_of(tokens: tuple[PairToken, ...]) -> Roles:
    r = Roles(tokens)
    heads: list[int] = []
    subjects: set[int] = set()
    for k, t in enumerate(tokens):
        if r.is_noun(k) and r.is_noun(k + 1) and tokens[k + 1].tag != "PRON" and t.tag != "PRON":
            r.owners[k] = {h for h in (r.head_after(k),) if h is not None}
        elif r.is_noun(k) and t.low not in RELATIVES:
            _place_head(r, k, heads, subjects)
            heads.append(k)
        elif r.is_verb(k):
            subjects = _place_verb(r, k, heads, subjects)
        elif t.tag in ("ADJ", "NUM", "VERB"):
            _place_attribute(r, k, heads, subjects)
    return r


def _place_head(r: Roles, k: int, heads: list[int], subjects: set[int]) -> None:
    way = _way(r.tokens, k)
    r.ways[k] = way
    if way and heads:
        r.owners[k] = {heads[-1], *r.owners.get(heads[-1], ()), *subjects}
    verb = next((n for n in range(k - 1, -1, -1) if r.is_verb(n) or (heads and n <= heads[-1])), None)
    if way or verb is None or not r.is_verb(verb):
        joined = heads and k and any(t.low in ("and", "or") for t in r.tokens[heads[-1] + 1 : k])
        for v in r.things:
            if joined and heads[-1] in r.things[v] and not way:
                r.things[v].add(k)
        return
    r.things.setdefault(verb, set()).add(k)
    if r.tokens[verb].lemma in ("wear", "have"):
        r.owners[k] = set(r.doers.get(verb, ()))
        r.had.add(k)


def _place_verb(r: Roles, k: int, heads: list[int], subjects: set[int]) -> set[int]:
    """Who does it; and the subjects of the clause from here on."""
    tokens = r.tokens
    start = k
    while start and tokens[start - 1].tag in ("AUX", "ADV", "NEG"):
        start -= 1
    before = tokens[start - 1] if start else None
    relative = before is not None and (before.low in RELATIVES or (start == k and r.is_noun(start - 1)))
    helped = any(t.lemma == "be" for t in tokens[start:k])
    if relative and heads and (before is None or before.low in RELATIVES or not helped):
        who = r.belongs(heads)
    elif before is not None and r.is_noun(start - 1):
        who = subjects = _joined_heads(r, heads)
    else:
        who = subjects or set(heads[:1])
    passive = helped and not tokens[k].low.endswith("ing")
    if passive:
        r.things[k] = set(who)
        by = next((n for n in range(k + 1, len(tokens)) if tokens[n].low == "by"), None)
        agent = None if by is None else next((n for n in range(by + 1, len(tokens)) if _ends(r, n)), None)
        r.doers[k] = set() if agent is None else {agent}
    else:
        r.doers[k] = set(who)
    return subjects


def _ends(r: Roles, n: int) -> bool:
    return r.is_noun(n) and not r.is_noun(n + 1)


def _joined_heads(r: Roles, heads: list[int]) -> set[int]:
    """The subject: the first head of the clause, and those that *and* joins to it."""
    bounds = [k for k in r.doers if k < (heads[-1] if heads else 0)]
    mine = [h for h in heads if h > max(bounds, default=-1)]
    free = [h for h in mine if not r.ways.get(h)]
    return set(free or mine)


def _place_attribute(r: Roles, k: int, heads: list[int], subjects: set[int]) -> None:
    after = r.head_after(k)
    if r.predicative(k):
        r.owners[k] = r.belongs(heads)
    elif after is not None:
        r.owners[k] = {after}
    elif heads:
        r.owners[k] = {heads[-1], *subjects}


def _way(tokens: tuple[PairToken, ...], k: int) -> str:
    """The preposition of the phrase that ends in a noun; empty if it has none."""
    n = k - 1
    while n >= 0 and tokens[n].tag in ("DET", "ADJ", "NUM", "NOUN", "NAME") and tokens[n].low not in ("front",):
        n -= 1
    if n < 0 or tokens[n].tag != "PREP":
        return ""
    said = [t.low for t in tokens[max(n - 2, 0) : n + 1]]
    strict = [w for w in said if w in ("front", "out", "off", "away", "top") and said[-1] in ("of", "from", w)]
    return strict[0] if strict else said[-1]


# --- Covering ---


def content(tokens: tuple[PairToken, ...]) -> tuple[PairToken, ...]:
    return tuple(t for t in tokens if _tells(t) and t.lemma not in LIGHT and t.low not in LIGHT_FORMS)


def _tells(t: PairToken) -> bool:
    """Whether a word says something of its own; among pronouns, those that do not refer to others, such as
    *tomorrow*."""
    return t.tag in CONTENT or (t.tag == "PRON" and t.low not in LEANING)


def covered(
    wide: tuple[PairToken, ...], narrow: tuple[PairToken, ...], knowledge: WordKnowledge
) -> tuple[WordFact, ...] | None:
    """The facts by which words of `narrow` cover every content word of `wide`, each in its role; None if one is not
    covered, or if every way to match them gives something to the wrong role."""
    w, n = roles_of(wide), roles_of(narrow)
    if any(t.low in PRIVATIVE and not any(t.low == u.low for u in wide) for t in narrow):
        return None
    needed = [j for j, t in enumerate(wide) if t in content((t,))]
    choices = [list(_covers(w, j, n, knowledge)) for j in needed]
    if not all(choices):
        return None
    for links in _matchings(needed, choices):
        if len({i for i, _ in links.values()}) == len(needed) and all(
            _fits(w, j, n, {j: i for j, (i, _) in links.items()}) for j in needed
        ):
            return tuple(f for _, facts in links.values() for f in facts)
    return None


Link = tuple[int, tuple[WordFact, ...]]
MOST_MATCHINGS, FARTHEST = 64, 8
"""How many choices of words are looked at, and the largest rank of a fact by which a word may be covered."""


def _matchings(needed: list[int], choices: list[list[Link]]) -> Iterator[dict[int, Link]]:
    """Ways to choose one word for each, the first of every list first; so many at most."""
    ways: list[dict[int, Link]] = [{}]
    for j, each in zip(needed, choices, strict=True):
        ways = [{**way, j: link} for way in ways for link in each][:MOST_MATCHINGS]
    yield from ways


def _covers(w: Roles, j: int, n: Roles, knowledge: WordKnowledge) -> Iterator[Link]:
    """Words that say a word: the same, one below it, one made of it; an event for an event."""
    t = w.tokens[j]
    for i, u in enumerate(n.tokens):
        if t.forms & u.forms and (_alike(w, j, n, i) or _done(n, i)):
            yield i, ()
    for i, u in enumerate(n.tokens):
        if not t.forms & u.forms and _kind(u) == _kind(t):
            relation, facts = word_relation(u, t, knowledge, strict=True)
            if relation in (SAME, BELOW) and all(f.rank <= FARTHEST for f in facts):
                yield i, facts
    for i, u in enumerate(n.tokens):
        if not w.is_verb(j) and not n.is_verb(i) and t.lemma != u.lemma and knowledge.derived(t.lemma, u.lemma):
            yield i, ()


def _done(n: Roles, i: int) -> bool:
    return n.is_noun(i) and any(i in what and n.tokens[v].lemma in DOING for v, what in n.things.items())


def _alike(w: Roles, j: int, n: Roles, i: int) -> bool:
    return w.is_verb(j) == n.is_verb(i)


def _kind(t: PairToken) -> str:
    return {"NAME": "NOUN", "PRON": "NOUN", "ADV": "ADJ"}.get(t.tag, t.tag)


def _fits(w: Roles, j: int, n: Roles, links: dict[int, int]) -> bool:
    i = links[j]
    if w.is_verb(j) and n.is_verb(i):
        aside = {links[x] for x in w.doers.get(j, ()) if x in links and n.ways.get(links[x], "by") not in ("", "by")}
        loose = bool(aside) and not n.doers.get(i)  # *baked for her*: she need not have baked it
        return not loose and _same(w.doers, n.doers, j, i, links) and _same(w.things, n.things, j, i, links)
    attribute = w.tokens[j].tag in ("ADJ", "NUM", "VERB") or (j in w.owners and j not in w.ways)
    if attribute or j in w.had:
        return _same_owner(w, j, n, links)
    return _same_way(w.ways.get(j, ""), n.ways.get(i, ""))


def _same(ours: dict[int, set[int]], theirs: dict[int, set[int]], j: int, i: int, links: dict[int, int]) -> bool:
    """Someone in a role of one event has that role in the other; if the other names nobody, it is open."""
    mine, yours = {links[x] for x in ours.get(j, ()) if x in links}, theirs.get(i, set())
    return not mine or not yours or bool(mine & yours)


def _same_owner(w: Roles, j: int, n: Roles, links: dict[int, int]) -> bool:
    mine = {links[x] for x in w.owners.get(j, ()) if x in links}
    near = n.owners.get(links[j], set())
    yours = near.union(*(n.owners.get(x, set()) for x in near))
    return not mine or bool(mine & yours) or (not yours and j not in w.had)


def _same_way(one: str, other: str) -> bool:
    a, b = APART_WAYS.get(one, ""), APART_WAYS.get(other, "")
    if {one, other} == {"for", "against"}:
        return False
    if a == b or not one or not other:
        return True
    return bool((a in LOOSE and not b) or (b in LOOSE and not a))
