"""The words that grammar knows by name, as data: category, meaning, cost.

A cost says how far a use is from the usual one; the chart takes the cheapest derivation. Operators (what turns its
scope) are in operator_words.py. Multi-word entries are written with spaces and are read as one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

Row: TypeAlias = tuple[str, str, float]
"""Category, meaning (a name in senses.py, with what it is told after a colon), cost."""

VP, ADV, PRE = r"S\NP", r"(S\NP)\(S\NP)", r"(S\NP)/(S\NP)"


def _rows(words: str, *rows: Row) -> Iterator[tuple[str, tuple[Row, ...]]]:
    for word in words.split(","):
        yield word.strip().replace("_", " "), rows


def _all(*tables: Iterator[tuple[str, tuple[Row, ...]]]) -> dict[str, tuple[Row, ...]]:
    found: dict[str, tuple[Row, ...]] = {}
    for table in tables:
        for word, rows in table:
            found[word] = found.get(word, ()) + rows
    return found


PREPOSITIONS = (
    "in, on, at, by, with, from, into, onto, under, over, above, below, between, among, through, during, about, against,"
    "across, along, around, behind, beside, besides, beyond, despite, down, inside, near, off, outside, past, per,"
    "throughout, toward, towards, up, upon, via, within, after, until, till, since, for, like, unlike, as, amid, opposite,"
    "next_to, in_front_of, out_of, because_of, instead_of, according_to, such_as, due_to, ahead_of, away_from, up_to,"
    "as_for, regardless_of, in_addition_to, on_top_of, in_spite_of, in_the_middle_of, along_with, together_with, close_to,"
    "aboard, amongst, underneath, beneath, alongside, atop, than, compared_to"
)

PLAIN_SUBORDINATORS = (
    "because, although, though, while, since, as, after, once, so_that, so, whereas, until, till, now_that, even_though,"
    "as_soon_as, as_if, as_though, given_that"
)

BE = {"am": "present", "is": "present", "are": "present", "was": "past", "were": "past", "'m": "present", "'re": "present",
      "'s": "present"}
HAVE = {"has": "perfect", "have": "perfect", "had": "past perfect", "'ve": "perfect", "'d": "past perfect", "'s": "perfect"}
DO = {"do": "present", "does": "present", "did": "past"}
MODALS = ("can", "could", "will", "would", "shall", "should", "may", "might", "must", "'ll", "'d", "ought to", "used to",
          "had better", "need", "dare")


def _be(word: str, tense: str, feature: str) -> Iterator[tuple[str, tuple[Row, ...]]]:
    extra = 0.6 if word == "'s" else 0.0
    form = rf"(S[{feature}]\NP)"
    yield word, (
        (rf"{form}/(S[ng]\NP)", f"aux:{tense}", extra),
        (rf"{form}/(S[pss]\NP)", f"aux:{tense}", extra),
        (rf"{form}/(S[adj]\NP)", f"copula:{tense}", extra),
        (rf"{form}/NP", f"is:{tense}", extra),
        (rf"{form}/PP", f"is at:{tense}", extra),
        (rf"{form}/(S[to]\NP)", f"aux:{tense} to", extra + 0.5),
        (rf"{form}/S[em]", "attitude", extra + 0.8),
        (rf"(S[{feature}]\NP[thr])/NP", f"there is:{tense}", extra),
        (rf"S[{feature}]\NP", "verb", extra + 2.0),
    )


def _auxiliaries() -> Iterator[tuple[str, tuple[Row, ...]]]:
    for word, tense in BE.items():
        yield from _be(word, tense, "dcl")
    for word, feature in (("be", "b"), ("being", "ng"), ("been", "pt")):
        yield from _be(word, "", feature)
    for word, tense in HAVE.items():
        yield word, ((r"(S[dcl]\NP)/(S[pt]\NP)", f"aux:{tense}", 0.8 if word in ("'s", "'d") else 0.0),)
        if word[0] != "'":
            yield word, ((r"(S[dcl]\NP)/(S[to]\NP)", f"aux:{tense} to", 0.2),)
    yield "have", ((r"(S[b]\NP)/(S[pt]\NP)", "aux:perfect", 0.0), (r"(S[b]\NP)/(S[to]\NP)", "aux:have to", 0.2))
    yield "having", ((r"(S[ng]\NP)/(S[pt]\NP)", "aux:perfect", 0.0),)
    for word, tense in DO.items():
        yield word, ((r"(S[dcl]\NP)/(S[b]\NP)", f"aux:{tense}", 0.0),)
    for word in MODALS:
        yield word, ((r"(S[dcl]\NP)/(S[b]\NP)", f"aux:{word.strip(chr(39))}", 1.0 if word in ("need", "dare", "'d") else 0.0),)
        yield word, ((r"S[dcl]\NP", "verb", 2.5),)


PRONOUNS = "i, you, he, she, it, we, they, me, him, us, them, myself, yourself, himself, herself, itself, ourselves,\
yourselves, themselves, each_other, one_another, mine, yours, hers, ours, theirs, here, there, now, then, today, tomorrow, yesterday, tonight"
PLACES = "here, there, now, then, today, tomorrow, yesterday, tonight, home, abroad, upstairs, downstairs, outside, inside, anymore,\
any_more, at_all, ever, yet, anyway, too, as_well, either, so_far, so_much, very_much, a_lot, all_day, all_night, at_home, alone, together, any_longer,\
last_night, last_week, last_year, last_month, next_week, next_year, next_month, this_morning, once, twice, again, away, back, up, down, out, in, off, on, over,\
around, through, by, along, about, of_course, at_least_once, more_than_once, all_the_time, right_now, at_last, in_time, on_time, at_once, by_heart, for_sure, in_public, these_days"
BEFORE_VERBS = "also, just, still, already, even, always, often, usually, sometimes, really, actually, probably, certainly, ever, simply, quite, almost,\
nearly, soon, first, all, both, each, merely, perhaps, maybe, generally, finally, apparently, normally, definitely, frequently, currently, recently, at_least, at_most, more_than"
SENTENCES = "perhaps, maybe, however, therefore, moreover, then, today, yesterday, tomorrow, now, here, there, fortunately, unfortunately, suddenly, finally,\
sometimes, usually, actually, luckily, apparently, of_course, in_fact, for_example, please, yes, no, well, oh, so, and, but, or, still, yet, instead, meanwhile, next, first, recently, obviously, clearly, probably, at_first, at_least, even, just"
DEGREES = "very, really, so, too, quite, extremely, rather, pretty, fairly, more, most, less, least, almost, nearly, completely, totally, highly, as, even, how, slightly, somewhat, much, far, still, just, always, absolutely, particularly, especially, this, that, all"

CLOSED: dict[str, tuple[Row, ...]] = _all(
    _auxiliaries(),
    _rows(PREPOSITIONS, ("PP/NP", "preposition", 0.0)),
    _rows("of", ("PP/NP", "preposition", 0.3), ("PO/NP", "empty", 0.0)),
    _rows("in, on, at, by, after, before, without, with, for, from, to, about, of", ("PP", "stranded", 3.0)),
    _rows("to", (r"(S[to]\NP)/(S[b]\NP)", "empty", 0.0), ("PP/NP", "preposition", 0.1), (r"S[to]\NP", "verb", 3.0)),
    _rows("in_order_to, so_as_to", (r"(S[to]\NP)/(S[b]\NP)", "empty", 0.0)),
    _rows(PLAIN_SUBORDINATORS, ("(S/S)/S[dcl]", "both clauses", 0.2), (r"(S\S)/S[dcl]", "both clauses", 0.2)),
    _rows("who, which, that", (r"(N\N)/(S[dcl]\NP)", "relative", 0.1), (r"(N\N)/(S[dcl]/NP)", "object relative", 0.1),
          (r"(NP\NP)/(S[dcl]\NP)", "relative np", 0.3), (r"(NP\NP)/(S[dcl]/NP)", "object relative np", 0.3)),
    _rows("whom", (r"(N\N)/(S[dcl]/NP)", "object relative", 0.0)),
    _rows("where, when, why", (r"(N\N)/S[dcl]", "clause relative", 0.5)),
    _rows("that", ("S[em]/S[dcl]", "empty", 0.0)),
    _rows("what, who, which, whatever, whoever, whom", (r"NP/(S[dcl]\NP)", "free relative", 0.5), ("NP/(S[dcl]/NP)", "free relative object", 0.5),
          ("S[qem]/(S[to]\\NP)", "empty question", 0.5)),
    _rows("where, when, why, how, whether, if, what, which, who", ("S[qem]/S[dcl]", "empty", 0.4), ("S[qem]/(S[to]\\NP)", "empty question", 0.4)),
    _rows("how, what, which", ("(S[qem]/S[dcl])/N", "empty question of", 1.0)),
    _rows("and, or, but, nor, as_well_as, but_also, but_rather, rather_than, &", ("conj", "conj", 0.0)),
    _rows("either, both", ("NP/NP", "empty", 0.3), (r"(S\NP)/(S\NP)", "empty", 0.3), ("PP/PP", "empty", 0.3), ("(N/N)/(N/N)", "empty", 0.3)),
    _rows(PRONOUNS, ("NP", "pronoun", 0.0)),
    _rows("this, that, these, those, one, ones, mine", ("NP", "pronoun", 0.4)),
    _rows("one, ones", ("N", "noun", 0.5)),
    _rows("there", ("NP[thr]", "there", 0.0)),
    _rows(PLACES, (ADV, "adverb", 0.2), (r"S[adj]\NP", "adjective", 1.2)),
    _rows(BEFORE_VERBS, (PRE, "adverb", 0.1), (ADV, "adverb", 0.6)),
    _rows(SENTENCES, ("S/S", "sentence adverb", 0.5)),
    _rows(DEGREES, ("(N/N)/(N/N)", "degree", 0.1), (r"(S[adj]\NP)/(S[adj]\NP)", "degree adjective", 0.1), (rf"({ADV})/({ADV})", "degree adverb", 0.1)),
    _rows("so, too, very, as", ("(NP/N)/(NP/N)", "empty", 0.2)),
    _rows("even, just, also, almost, about, nearly, approximately, mainly, mostly, especially, roughly, around", ("NP/NP", "empty", 0.6), ("PP/PP", "empty", 0.6)),
    _rows("'s", (r"(NP/N)\NP", "possessive", 0.0), ("NP", "pronoun", 4.0)),
    _rows("enough", (r"(S[adj]\NP)\(S[adj]\NP)", "degree adjective", 0.1), (r"((S[adj]\NP)/(S[to]\NP))\(S[adj]\NP)", "enough to", 0.2)),
    _rows("too", (r"((S[adj]\NP)/(S[to]\NP))/(S[adj]\NP)", "too to", 0.0)),
    _rows("let_'s", (r"S[dcl]/(S[b]\NP)", "let us", 0.0)),
    _rows("please", ("S/S", "sentence adverb", 0.2)),
    _rows(",", (",", "empty", 0.0), ("conj", "comma", 0.9)),
)
