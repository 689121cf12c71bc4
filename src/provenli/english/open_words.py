"""Categories of open-class words: what nouns, adjectives, adverbs and verbs may take."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from provenli.english.closed_words import ADV, PRE, Row
from provenli.english.morphology import WordForm

CLAUSE_VERBS = frozenset(
    "say think know believe hope claim suppose guess feel see hear understand realize notice remember forget deny doubt argue admit "
    "agree explain show find suspect fear wish mean tell report discover learn dream imagine recommend suggest insist decide assume "
    "expect promise swear prove regret mention conclude state announce pretend worry conclude confirm figure bet recall indicate prefer".split()
)
QUESTION_VERBS = frozenset("know wonder ask see understand remember forget decide tell explain learn find care doubt say show guess imagine".split())
TO_VERBS = frozenset(
    "want try like love hate need plan hope decide refuse forget fail begin start continue expect intend promise seem appear agree learn manage "
    "prefer wish tend happen offer attempt hesitate threaten deserve choose prepare arrange afford remember pretend cease neglect decline long aim "
    "struggle dare proceed claim struggle wait come go used mean care stop get have".split()
)
OBJECT_TO_VERBS = frozenset(
    "tell ask want allow force teach persuade order help expect advise forbid warn encourage invite permit cause enable convince remind "
    "need like prefer get urge instruct require beg command prohibit intend lead pay challenge".split()
)
GIVING_VERBS = frozenset(
    "give tell show send offer teach buy ask bring lend pay write hand make cost get find promise owe read pass throw do sell leave save wish "
    "cook order allow deny refuse feed serve grant award bet charge call name consider elect".split()
)
LINKING_VERBS = frozenset("seem look feel become get sound taste smell appear remain stay turn grow go keep prove come fall stand lie run".split())
STATE_VERBS = frozenset("make keep find leave consider get drive turn paint call hold set render have want like think believe push".split())
BARE_VERBS = frozenset("let make have see hear watch help feel notice".split())
PARTICIPLE_VERBS = frozenset("see hear watch have keep find leave catch notice get want need make feel start".split())
NAMED_CLAUSES = frozenset("fact idea belief claim news hope fear doubt evidence proof possibility chance rumor theory feeling impression suggestion thought".split())
TIME_NOUNS = frozenset(
    "day week month year morning afternoon evening night time hour minute second century monday tuesday wednesday thursday friday saturday sunday "
    "summer winter spring autumn fall moment weekend today tomorrow yesterday january february march april may june july august september october "
    "november december season decade mile kilometer kilometre meter way lot bit little deal".split()
)


def rows_of(f: WordForm) -> Iterator[Row]:
    match f.tag:
        case "NOUN":
            yield "N", "noun", 0.0
            yield "N/N", "compound", 0.5 if f.form != "plural" else 1.2
            if f.lemma in NAMED_CLAUSES:
                yield "N/S[em]", "named", 0.2
        case "ADJ":
            yield from adjective_rows()
        case "ADV":
            yield from adverb_rows()
        case "VERB":
            yield from verb_rows(f.lemma, f.form)


def adjective_rows() -> Iterator[Row]:
    yield "N/N", "attributive", 0.0
    yield r"S[adj]\NP", "adjective", 0.0
    yield r"(S[adj]\NP)/(S[to]\NP)", "complement", 0.3
    yield r"(S[adj]\NP)/S[em]", "complement", 0.3
    yield r"(S[adj]\NP)/S[dcl]", "complement", 0.9
    yield r"(S[adj]\NP)/PP", "complement", 0.9
    yield "N", "noun", 1.6


def adverb_rows() -> Iterator[Row]:
    yield ADV, "adverb", 0.1
    yield PRE, "adverb", 0.2
    yield "S/S", "sentence adverb", 0.8
    yield "(N/N)/(N/N)", "degree", 0.5
    yield r"(S[adj]\NP)/(S[adj]\NP)", "degree adjective", 0.3
    yield rf"({ADV})/({ADV})", "degree adverb", 0.7
    yield "PP/PP", "empty", 1.0
    yield r"S[adj]\NP", "adjective", 2.0


@lru_cache(maxsize=1 << 12)
def _verb_rows(lemma: str, form: str) -> tuple[Row, ...]:
    feature = form.split()[0]
    vp = rf"S[{feature}]\NP"
    if feature == "pss":
        return tuple(_passive_rows(lemma))
    rows: list[Row] = [(vp, "verb", 0.35), (rf"({vp})/NP", "verb", 0.0)]
    if feature == "ng":
        rows.append(("N/N", "attributive", 0.8))
        rows.append(("N", "noun", 1.2))
    rows += _complements(lemma, vp)
    return tuple(rows)


def verb_rows(lemma: str, form: str) -> tuple[Row, ...]:
    return _verb_rows(lemma, form)


def _complements(lemma: str, vp: str) -> Iterator[Row]:
    yield rf"({vp})/(S[to]\NP)", "verb", 0.0 if lemma in TO_VERBS else 1.1
    clause = lemma in CLAUSE_VERBS
    yield rf"({vp})/S[em]", "verb", 0.0 if clause else 1.5
    if clause:
        yield rf"({vp})/S[dcl]", "verb", 0.3
        yield rf"(({vp})/S[em])/NP", "verb", 0.5
        yield rf"(({vp})/S[dcl])/NP", "verb", 0.9
    if lemma in QUESTION_VERBS:
        yield rf"({vp})/S[qem]", "verb", 0.0
        yield rf"(({vp})/S[qem])/NP", "verb", 0.5
    if lemma in OBJECT_TO_VERBS:
        yield rf"(({vp})/(S[to]\NP))/NP", "verb", 0.0
    if lemma in GIVING_VERBS:
        yield rf"(({vp})/NP)/NP", "verb", 0.3
    if lemma in LINKING_VERBS:
        yield rf"({vp})/(S[adj]\NP)", "verb", 0.1
        yield rf"({vp})/(S[pss]\NP)", "verb", 0.6
    if lemma in STATE_VERBS:
        yield rf"(({vp})/(S[adj]\NP))/NP", "verb", 0.4
        yield rf"(({vp})/(S[pss]\NP))/NP", "verb", 0.6
    if lemma in BARE_VERBS:
        yield rf"(({vp})/(S[b]\NP))/NP", "verb", 0.2
    if lemma in PARTICIPLE_VERBS:
        yield rf"(({vp})/(S[ng]\NP))/NP", "verb", 0.5
    if lemma == "help":
        yield rf"({vp})/(S[b]\NP)", "verb", 0.2
    if lemma in ("keep", "start", "stop", "begin", "go", "continue", "avoid", "enjoy", "finish", "quit", "mind"):
        yield rf"({vp})/(S[ng]\NP)", "verb", 0.1


def _passive_rows(lemma: str) -> Iterator[Row]:
    vp = r"S[pss]\NP"
    yield vp, "verb", 0.0
    yield "N/N", "attributive", 0.8
    yield r"S[adj]\NP", "adjective", 0.6
    if lemma in GIVING_VERBS:
        yield rf"({vp})/NP", "verb", 0.3
    if lemma in OBJECT_TO_VERBS or lemma in TO_VERBS or lemma in CLAUSE_VERBS:
        yield rf"({vp})/(S[to]\NP)", "verb", 0.0
    if lemma in CLAUSE_VERBS:
        yield rf"({vp})/S[em]", "verb", 0.2
    if lemma in STATE_VERBS:
        yield rf"({vp})/(S[adj]\NP)", "verb", 0.3
