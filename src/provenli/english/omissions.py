"""What stands in only one sentence, treated as if the premise had it and the hypothesis did not.

A modifier narrows; a negation, a modal, a condition, an exception or *I think that* does something else, and some words
cannot be left out by themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from provenli.english.edit_kinds import EditRead
from provenli.english.embeddings import CONDITIONS, FOLLOWING, read_embedding
from provenli.english.knowledge import ABOVE, APART, BELOW, SAME, UNKNOWN
from provenli.english.pair_tokens import PairToken, Spot
from provenli.english.phrase_relations import OWNERS
from provenli.english.word_tables import words_in
from provenli.logic.relations import Relation

NEUTRAL_DETERMINERS = words_in("neutral determiners")
EMPTY = words_in("empty words")
NEGATIVE = words_in("negative words")
NON_INTERSECTIVE = words_in("modifiers that do not intersect")
WIDE_OPEN, EACH = frozenset({"possible", "potential", "future"}), frozenset({"every", "no", "any", "all", "each"})
"""Words for all there are or none, including merely possible ones: *in every possible way*."""
DENIALS = frozenset({"anything but", "far from", "short of"})
AT_ALL = words_in("stress on a denial")
"""Words that stress a denial."""
WHOLLY = frozenset({"yet", "longer", "even", "at", "all", "once", "ever", "anymore", "any", "more"})
"""Beside a negative word these leave it a denial of the whole; *not very*, *not always*, *never really* are less."""
AUXILIARIES = frozenset(
    {"do", "does", "did", "can", "could", "will", "would", "shall", "should", "may", "might", "must"}
)
POSSIBLE = frozenset({"may", "might", "could", "can"})
MODALS = POSSIBLE | {"will", "would", "shall", "should", "must", "ought"}
FLOATING = frozenset({"both", "indeed", "please", "also", "too", "just", "all", "ever", "yet", "even", "anymore"})
PORTIONS = frozenset({"of", "group", "piece", "bunch", "cluster", "bit", "body", "pack", "set", "crowd"})
COMPLEX = frozenset({"front of", "back of", "spite of", "place of", "case of", "addition to", "charge of", "need of"})
"""Words that make another preposition of the *in* before them."""
WHOLES = words_in("words of all or none")
EXCEPTIONS = frozenset({"except", "but", "excluding"})


def one_sided(sentence: tuple[PairToken, ...], place: int, words: tuple[PairToken, ...]) -> EditRead:
    """A part that only one sentence has, as if it were the premise: with it ⊏ without it, for a modifier."""
    part = Spot(sentence, place, place + len(words))
    return next((read for rule in RULES if (read := rule(part)) is not None), NARROWER)


NARROWER: EditRead = ("deletion", BELOW, (), "with more words, narrower")


def _unchanged(part: Spot) -> EditRead:
    return "same", SAME, (), f"'{part.text}' changes nothing here"


def _modifier(relation: Relation, why: str) -> EditRead:
    return "modifier", relation, (), why


def _a_few(part: Spot) -> EditRead | None:
    after, last = part.after, part.words[-1].low
    if last in ("a", "an", "the") and after is not None and after.low in ("few", "little"):
        return "unknown", UNKNOWN, (), f"'{last} {after.low}' is not '{after.low}'"
    before, lows = part.before, {t.low for t in part.words}
    few = last == "few" and lows <= {"very", "so", "too", "few"} and (before is None or before.tag != "DET")
    return _modifier(UNKNOWN, "where there are few, there may be none") if few else None


def _under_not(part: Spot) -> EditRead | None:
    denied = any(t.low == "not" for t in part.sentence[: part.first])
    only = denied and all(t.low in UNDER_NOT for t in part.words)
    return _modifier(BELOW, f"'{part.text}' is what 'not' denies") if only else None


def _bound_part(part: Spot) -> EditRead | None:
    bound = _bound(part)
    return _modifier(UNKNOWN, f"'{part.text}' {bound}") if bound else None


def _has_to(part: Spot) -> EditRead | None:
    told = len(part.words) == 2 and part.words[-1].low == "to" and part.words[0].lemma in ("have", "be")
    return _modifier(UNKNOWN, f"what one '{part.text}' do need not be done") if told else None


def _too_or_all(part: Spot) -> EditRead | None:
    tag = part.after.tag if part.after is not None else ""
    if part.text == "too" and tag in ("ADJ", "ADV"):
        return _modifier(BELOW, "what is too much is much, and not the other way round")
    general = part.text == "all" and tag in ("NOUN", "ADJ")
    return _modifier(BELOW, "'all' may say more than what is said of them in general") if general else None


def _as_much(part: Spot) -> EditRead | None:
    before, after = part.before, part.after
    if part.text == "as" and after is not None and after.tag in ("ADJ", "ADV"):
        return _modifier(UNKNOWN, "what is as much as another need not be much")
    much = part.words[0].low == "enough" and before is not None and before.tag in ("ADJ", "ADV")
    return _modifier(UNKNOWN, "what is enough need not be much") if much else None


def _small_words(part: Spot) -> EditRead | None:
    small = all(t.low in NEUTRAL_DETERMINERS - OWNERS | EMPTY | FLOATING for t in part.words)
    return _unchanged(part) if small or part.text in AT_ALL else None


def _anything_but(part: Spot) -> EditRead | None:
    denied = " ".join(t.low for t in part.words[-2:]) in DENIALS
    return ("negation", APART, (), f"'{part.text}' says that it is not so") if denied else None


def _portion(part: Spot) -> EditRead | None:
    lows = {t.low for t in part.words}
    portion = part.words[-1].low == "of" and lows - NEUTRAL_DETERMINERS <= PORTIONS
    return _unchanged(part) if portion or lows <= {"colored", "coloured"} else None


def _modal(part: Spot) -> EditRead | None:
    lows = [t.low for t in part.words]
    modal = next((w for w in lows if w in MODALS), "")
    if not modal or not all(w in MODALS or w in EMPTY or w in ("rather", "better") for w in lows):
        return None
    return _modifier(ABOVE if modal in POSSIBLE else UNKNOWN, f"what '{modal}' be so need not be so")


def _negation(part: Spot) -> EditRead | None:
    lows = [t.low for t in part.words]
    plain = lows[-1] in NEGATIVE and all(w in EMPTY | AUXILIARIES | NEGATIVE for w in lows)
    return ("negation", Relation.NEGATION, (), f"'{lows[0]}' is taken away") if plain else None


def _presupposed(part: Spot) -> EditRead | None:
    denied = bool({t.low for t in part.words} & {"not", "never"}) and part.words[-1].low == "that"
    told = denied and any(t.lemma in PRESUPPOSING for t in part.words[-2:-1])
    return ("clause", BELOW, (), f"'{part.text}' takes it to be so") if told else None


def _joined_clause(part: Spot) -> EditRead | None:
    verb = part.words[-1].tag == "CONJ" and any(t.tag == "VERB" for t in part.words)
    under = verb and {t.low for t in part.words} & {"that", "to", "if", "whether"}
    return ("clause", UNKNOWN, (), f"what is under '{part.text}' may be so or not") if under else None


def _disjunction(part: Spot) -> EditRead | None:
    lows = [t.low for t in part.words]
    beside = (lows[0], lows[-1], part.after.low if part.after is not None else "")
    either = "or" in beside and "," not in lows and lows[0] != "and"
    found = lows[0] in ("or", "nor") or lows[-1] == "or" or either
    return ("disjunction", ABOVE, (), "one of two is less than the one") if found else None


def _conjunction(part: Spot) -> EditRead | None:
    lows = [t.low for t in part.words]
    if lows[0] == "but" and part.first and _is_exception(part):
        return "exception", ABOVE, (), "an exception says less"
    found = (lows[0] in ("and", "but") and len(lows) > 1) or lows[-1] in ("and", "but")
    return ("conjunction", BELOW, (), "both say more than one") if found else None


def _condition(part: Spot) -> EditRead | None:
    first = part.words[0].low
    if first in CONDITIONS and (part.first == 0 or first in ("if", "unless", "provided")):
        return "condition", ABOVE, (), "a condition says less"
    return ("exception", ABOVE, (), "an exception says less") if first in EXCEPTIONS else None


def _only_if(part: Spot) -> EditRead | None:
    told = part.text == "only" and part.after is not None and part.after.low == "if"
    return ("unknown", UNKNOWN, (), "'only if' is not 'if'") if told else None


def _broken_part(part: Spot) -> EditRead | None:
    broken = _broken(part)
    return ("unknown", UNKNOWN, (), broken) if broken else None


def _odd(part: Spot) -> EditRead | None:
    """*fake*, *possible*: what need not be one."""
    lows, before = [t.low for t in part.words], part.before
    if len(lows) == 1 and lows[0] in WIDE_OPEN and before is not None and before.low in EACH:
        return _modifier(BELOW, f"every {lows[0]} one is one of all")
    odd = next((w for w in (lows[:1] if _opens(part.words) else lows) if w in NON_INTERSECTIVE), "")
    being = part.first > 1 and part.sentence[part.first - 2].lemma == "be" and before is not None and before.low == "a"
    if being and part.text in words_in("words for what is none"):
        return _modifier(APART, f"what is {odd} is none")
    return _modifier(UNKNOWN, f"what is {odd} need not be one") if odd else None


def _bound(part: Spot) -> str:
    """Why words say something only together with their neighbours, so that without them the rest says something
    else."""
    sentence, place, words, after = part.sentence, part.first, part.words, part.after
    lows = [t.low for t in words]
    if lows[-1] == "of" and (set(lows) & PARTS or any(t.tag == "NUM" for t in words)):
        return "may be less than the whole"
    if set(lows) <= ROUGHLY and after is not None and after.tag == "NUM":
        return "says that the number is another one"
    if set(lows) <= words_in("ordinals") and after is not None and (after.low.endswith("est") or after.low == "most"):
        return "says that it is another one"
    if lows[0] == "only" and words[1:2] and words[1].tag in ("SUB", "PREP"):
        return "says when it is not so"
    if not place and words[-1].tag == "VERB" and set(lows) & {"who", "which", "that"}:
        return "says what the sentence is about"
    measured = any(t.tag == "NUM" for t in words) and words[-1].tag == "NOUN"
    if measured and after is not None and after.tag in ("ADJ", "ADV"):
        return "says how much, and what is measured need not be much"
    if lows[0] == "according" or (lows[0] == "in" and words[-1].lemma in ONLY_THOUGHT):
        return "may be the only place where it is so"
    if lows[0] == "of" and place and sentence[place - 1].tag in ("PREP", "ADV"):
        return "belongs to the word before it"
    owner = after is not None and (after.tag in ("NAME", "PRON") or after.low in NEUTRAL_DETERMINERS)
    nouns = {t.lemma for t in words if t.tag == "NOUN"}
    if not place and lows[-1] == "of" and owner and nouns and not nouns & (PORTIONS | words_in("measures")):
        return "says what the sentence is about"
    return ""


PARTS = frozenset({"some", "any", "part", "portion", "half", "rest", "most", "much", "many", "few", "several"})
ROUGHLY = frozenset({"about", "around", "roughly", "approximately", "nearly", "almost", "under", "below", "up", "to"})
ONLY_THOUGHT = frozenset({"theory", "opinion", "view", "principle", "dream", "imagination", "mind"})
UNDER_NOT = frozenset({"all", "both", "just", "only", "also", "too", "simply", "merely", "entirely", "completely"})
"""*They did not all sing*: what is denied is this word, not the rest."""


def _opens(words: Sequence[PairToken]) -> bool:
    """Whether the words begin a phrase or clause of their own; a denial inside it stays inside it."""
    return words[0].tag in ("PREP", "SUB", "CONJ") or words[0].low in FOLLOWING


def _is_exception(part: Spot) -> bool:
    """*nobody but Ann*, *all of the students but one*: after all or none of something, with no verb between."""
    sentence, place, words = part.sentence, part.first, part.words
    if sentence[place - 1].low in WHOLES:
        return True
    whole = next((k for k, t in enumerate(sentence[:place]) if t.low in ("all", "every", "each", "no", "none")), place)
    verbs = any(t.tag in ("VERB", "AUX") for t in (*sentence[whole:place], *words))
    return whole < place and not verbs


PRESUPPOSING = frozenset({"know", "realize", "realise", "regret", "notice", "forget", "remember", "mind"})


def _denial(part: Spot) -> EditRead | None:
    """*not yet*, *no longer*, *never really*: leaving them out takes a negation away, not a modifier."""
    words, lows = part.words, [t.low for t in part.words]
    within = _opens(words) and lows[0] != "neither" and lows[-1] not in NEGATIVE
    if within or not any(w in NEGATIVE or w == "n't" for w in lows):
        return None
    said = f"'{' '.join(lows)}'"
    if all(w in NEGATIVE | WHOLLY | EMPTY | AUXILIARIES or w == "n't" for w in lows):
        return "negation", APART, (), f"{said} says that it is not so"
    return "unknown", UNKNOWN, (), f"what {said} denies is not the whole"


def _broken(part: Spot) -> str:
    """Why leaving the words out breaks a phrase: the object of their preposition or of their verb stays."""
    words, before, said = part.words, part.before, f"'{part.text}'"
    told = [t for t in words if t.tag != "DET"]
    within = before is not None and before.tag == "PREP" and part.text in COMPLEX
    joined = told and told[-1].tag == "CONJ" != words[-1].tag and before is not None and before.tag == "ADJ"
    if (
        joined
        or within
        or (told and told[-1].tag == "PREP" and part.after is not None and told[-1].low not in ("of", "up"))
    ):
        return f"{said} cannot be left out by itself"
    if [t.low for t in words[-2:]] == ["instead", "of"]:
        return f"{said} says that it is not so"
    if words[0].low == "'s" and before is not None:
        return f"{said} says whose it is, and who has it is another"
    verb = (
        words[0].tag == "VERB"
        and before is not None
        and before.lemma in ("be", "have")
        and before.tag in ("AUX", "VERB")
    )
    if verb and not any(t.tag == "CONJ" for t in words):
        return f"{said} holds the verb of the sentence"
    return ""


RULES: tuple[Callable[[Spot], EditRead | None], ...] = (
    _a_few,
    _under_not,
    _bound_part,
    _has_to,
    _too_or_all,
    _small_words,
    _anything_but,
    _portion,
    _modal,
    _negation,
    _presupposed,
    _denial,
    _joined_clause,
    _disjunction,
    _conjunction,
    _condition,
    _only_if,
    read_embedding,
    _broken_part,
    _as_much,
    _odd,
)
"""What words in only one sentence may be, in the order in which it is checked; the first rule that answers is right."""
