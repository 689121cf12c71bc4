"""The words that turn their scope, as data: Tables 1 and 2 of Yanaka et al. 2019, and more of the same kind."""

from __future__ import annotations

from provenli.english.closed_words import ADV, PRE, Row, _all, _rows

DETERMINERS: dict[str, str] = {
    **dict.fromkeys(("every", "each", "all", "every single", "all of"), "every"),
    **dict.fromkeys(("some", "a", "an", "another", "certain", "some other", "any other", "such a", "such", "what a", "either",
                     "enough", "much", "more", "various", "numerous", "plenty of", "a number of", "a bit of", "a piece of", "a kind of",
                     "a little", "some more", "a pair of", "a couple of", "a certain", "a single", "quite a", "many a", "half a"), "some"),
    **dict.fromkeys(("many", "a lot of", "lots of", "a great deal of", "so many", "too many", "a large number of", "tons of"), "many"),
    **dict.fromkeys(("several",), "several"),
    **dict.fromkeys(("a few", "quite a few", "only a few"), "a few"),
    **dict.fromkeys(("few", "very few", "little", "very little", "too few", "so few", "fewer", "less", "hardly any", "scarcely any", "barely any",
                     "almost no", "practically no", "not many", "not much", "only few"), "few"),
    **dict.fromkeys(("no", "not a", "not a single", "no other", "not one", "not any", "neither", "no such"), "no"),
    **dict.fromkeys(("any", "any of", "whatever", "whichever"), "any"),
    **dict.fromkeys(("most", "the majority of", "a majority of", "almost all", "almost every", "nearly all", "nearly every", "most of"), "most"),
    **dict.fromkeys(("not every", "not all", "not each"), "not every"),
    **dict.fromkeys(("the", "this", "that", "these", "those", "which", "what", "the same", "both", "whose", "both the", "all the same"), "the"),
    **dict.fromkeys(("my", "your", "his", "her", "its", "our", "their"), "poss"),
}

COMPARISONS: dict[str, str] = {
    "at least": "at least", "no fewer than": "at least", "no less than": "at least", "not less than": "at least", "not fewer than": "at least",
    "more than": "more than", "over": "more than", "at most": "at most", "no more than": "at most", "not more than": "at most", "up to": "at most",
    "a maximum of": "at most", "a minimum of": "at least", "less than": "less than", "fewer than": "fewer than", "under": "less than",
    "exactly": "exactly", "precisely": "exactly", "only": "exactly", "just": "exactly", "about": "about", "around": "about", "almost": "about",
    "nearly": "about", "approximately": "about", "roughly": "about", "all but": "all but", "some": "about", "not even": "less than",
    "as many as": "at least", "no": "exactly", "another": "about", "the": "the", "every": "every", "any": "about", "these": "the", "those": "the",
    "my": "the", "his": "the", "her": "the", "their": "the", "our": "the", "your": "the", "its": "the", "all": "every", "only the": "the", "all the": "every",
}
"""What stands before a number, and how the two count together."""

QUANTIFIED_PRONOUNS: dict[str, tuple[str, str]] = {
    **{w: ("every", n) for w, n in (("everyone", "person"), ("everybody", "person"), ("everything", "thing"), ("everywhere", "place"), ("all", "thing"),
                                    ("every one", "person"), ("each", "thing"))},
    **{w: ("some", n) for w, n in (("someone", "person"), ("somebody", "person"), ("something", "thing"), ("some", "thing"), ("another", "thing"),
                                   ("others", "thing"), ("several", "thing"), ("a few", "thing"), ("somewhere", "place"), ("many", "thing"), ("more", "thing"), ("much", "thing"),
                                   ("enough", "thing"), ("a lot", "thing"), ("a little", "thing"), ("some people", "person"), ("most", "thing"), ("either", "thing"), ("both", "thing"))},
    **{w: ("no", n) for w, n in (("nobody", "person"), ("no one", "person"), ("no-one", "person"), ("nothing", "thing"), ("none", "thing"), ("nowhere", "place"),
                                 ("neither", "thing"), ("few", "thing"), ("little", "thing"), ("very few", "thing"), ("hardly anyone", "person"), ("hardly anybody", "person"),
                                 ("hardly anything", "thing"), ("almost nobody", "person"), ("almost nothing", "thing"), ("not everyone", "person"))},
    **{w: ("any", n) for w, n in (("anyone", "person"), ("anybody", "person"), ("anything", "thing"), ("any", "thing"), ("anywhere", "place"), ("whoever", "person"))},
    **{w: ("not every", n) for w, n in (("not everyone", "person"), ("not everybody", "person"), ("not everything", "thing"))},
}

PARTITIVES = ("all", "some", "any", "many", "most", "few", "several", "each", "none", "both", "neither", "either", "much", "more", "enough", "a few",
              "very few", "a lot", "one", "half", "little", "every one", "not all", "not many", "plenty", "part", "hardly any", "almost all", "not one", "almost none")
"""Before `of` and a noun phrase."""

PREDETERMINERS = ("all", "both", "half", "not all", "almost all", "nearly all")
"""Straight before a noun phrase: `all the cats`."""

NOT_VP, NOT_BEFORE = "not", "not"
_NONFINITE = ("b", "to", "ng", "pss", "adj", "pt")

OPERATORS: dict[str, tuple[Row, ...]] = _all(
    _rows("not, n't", (ADV, "not", 0.0)),
    _rows("not", *((rf"(S[{f}]\NP)/(S[{f}]\NP)", "not", 0.1) for f in _NONFINITE), ("NP/NP", "not np", 0.2), ("PP/PP", "not pp", 0.4), ("(N/N)/(N/N)", "not adjective", 0.8),
          ("S/S", "not clause", 1.5), (rf"({ADV})/({ADV})", "not adverb", 1.0), ("N/N", "not noun", 2.0)),
    _rows("never, hardly, scarcely, rarely, seldom, barely, no_longer, hardly_ever, scarcely_ever, almost_never, by_no_means, in_no_way, not_yet, no_more,"
          "not_even, not_only, not_ever, never_ever, not_always, not_just, not_once, nowhere, under_no_circumstances, on_no_account, not_at_all, not_quite, anything_but",
          (PRE, "not", 0.0), (ADV, "not", 0.1), ("S/S", "not clause", 1.0), (r"(S[adj]\NP)/(S[adj]\NP)", "not", 0.3), ("NP/NP", "not np", 1.0), ("(N/N)/(N/N)", "not adjective", 0.8)),
    _rows("neither", ("NP/NP", "not np", 0.2), (PRE, "not", 0.2)),
    _rows("neither, nor", ("S/S", "not clause", 1.5)),
    _rows("only", ("NP/NP", "only np", 0.2), (PRE, "only", 0.2), ("PP/PP", "empty", 0.6), ("N/N", "adjective", 0.2), ("S/S", "sentence adverb", 1.5), (r"(S[adj]\NP)/(S[adj]\NP)", "degree adjective", 0.5)),
    _rows("if, in_case, provided_that, in_the_event_that, even_if, whenever, when, every_time, each_time, wherever, as_long_as, only_if, provided, suppose, assuming, any_time",
          ("(S/S)/S[dcl]", "if", 0.0), (r"(S\S)/S[dcl]", "if", 0.1)),
    _rows("unless", ("(S/S)/S[dcl]", "unless", 0.0), (r"(S\S)/S[dcl]", "unless", 0.0)),
    _rows("before, long_before", ("(S/S)/S[dcl]", "before", 0.0), (r"(S\S)/S[dcl]", "before", 0.0), ("PP/NP", "before np", 0.0)),
    _rows("without", ("PP/NP", "without", 0.0), (r"(S\S)/S[dcl]", "before", 1.0)),
    _rows("except, except_for, but, other_than, besides, apart_from, aside_from, but_for, excluding, with_the_exception_of, save_for", (r"(NP\NP)/NP", "except", 0.5), ("PP/NP", "except pp", 0.5)),
    _rows("except_that", (r"(S\S)/S[dcl]", "before", 0.3)),
    _rows("lack, absence, shortage, prohibition, ban, want, denial, avoidance, rejection, refusal, lacks, shortages, bans", ("N/PO", "lack", 0.2)),
    _rows("far_from", (r"(S[adj]\NP)/(S[adj]\NP)", "not", 0.2), (r"(S[adj]\NP)/NP", "not being", 0.2)),
)

VERB_EFFECTS: dict[str, int] = {
    **dict.fromkeys(("deny", "refuse", "forget", "fail", "avoid", "prohibit", "forbid", "prevent", "doubt", "reject", "ban", "decline", "neglect", "dislike",
                     "oppose", "lack", "stop", "quit", "cease", "hesitate", "disallow", "dissuade", "discourage", "resist", "renounce", "rule out", "miss",
                     "keep from", "refrain", "abstain", "decry", "disbelieve"), -1),
}
"""What a verb does to its complement: deny, prohibit, avoid (Yanaka et al. 2019, Table 2)."""

ADJECTIVE_EFFECTS: dict[str, int] = {**dict.fromkeys(("unable", "unwilling", "impossible", "unlikely", "afraid", "free", "ignorant", "unaware", "reluctant", "devoid", "incapable", "absent", "hard", "difficult"), -1)}
ADJECTIVE_EFFECTS = {w: s for w, s in ADJECTIVE_EFFECTS.items() if w not in ("afraid", "hard", "difficult", "free", "absent")}
"""What an adjective does to its complement."""

LICENSERS = frozenset("not n't no never few if without hardly scarcely rarely seldom barely before than refuse deny nobody nothing none unless doubt "
                      "without every fewer less neither nor too least most all when whether ban prohibit avoid lack stop forbid prevent only cannot "
                      "nowhere exactly rather prohibited forbidden denied denies refused refuses little each everyone everybody".split())
"""Words after which `any` is `some`."""
